# `make run` and `make test` are all that a newcomer needs; both install what they use into .venv first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: install run team-demo test test-core test-rest test-docs test-extras check format bench mutate soak shots docs notebooks translations clean

install: $(INSTALLED)

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Assay needs Python 3.11 or later: make PYTHON=/path/to/python3.11") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# Without a display the sample library is gone through in the terminal, and each page is drawn into out/.
run: install
	$(BIN)/assay desktop --sample
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY$$QT_QPA_PLATFORM" ]; then \
		PYTHONPATH=tests QT_QPA_PLATFORM=offscreen $(BIN)/python -m shots.shots --library out/tour-library out; fi

# A PostgreSQL server with pgvector and the sample library as a team's; it says how to connect, and goes with Ctrl+C.
team-demo: install
	PYTHONPATH=tests $(BIN)/python tests/team_demo.py

# Each run, and each of the hundreds of processes that tests start, would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

# The core's tests run with PySide6 blocked from import: nothing headless may need the window. Both halves run on two
# processes each. How long they take was measured on 2 cores from a fresh clone (docs/benchmarks.md).
# Bytecode is kept, as images of Python often forbid: the processes that tests start would each compile all again.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n 2 --dist worksteal

# Rules of the house that no linter knows: they read the code and run none of it, so `make check` asks for them.
RULES := $(patsubst %,tests/architecture/test_%.py,house network processes words)

test: install
	@echo "About 10,400 tests; some 11 minutes on 2 cores. One folder: $(BIN)/python -m pytest tests/core/search"
	$(MAKE) test-core test-rest

test-core: install
	ASSAY_BLOCK_QT=1 $(PYTEST) -p no:pytest-qt tests/core

test-rest: install
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m assay_desktop.startup
	QT_QPA_PLATFORM=offscreen $(PYTEST) tests/flow tests/desktop tests/architecture $(RULES:%=--ignore=%)

# What the docs promise: the site is built, and what tutorials and notebooks say to type is typed.
test-docs: install
	$(PYTEST) -m docs tests/flow tests/architecture

# What two extras of 160 MB bring: LanceDB as a place of vectors, Ray as a place of work.
test-extras: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock 'lancedb==0.40.0' 'ray[client]==2.60.0'
	ASSAY_BLOCK_QT=1 $(PYTEST) -p no:pytest-qt tests/core/workers tests/core/search/test_vector_stores.py

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests/shots
	$(BIN)/lint-imports
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest $(RULES)

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: install
	@for bench in tests/benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

# Hours: small faults are put into the core, and its tests should find them. docs/benchmarks.md has the figures.
mutate: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check mutmut==3.8.1
	$(BIN)/python tests/mutation/mutate.py

# Hours: what the tests of every day do with a few inputs and kills, at full count. docs/benchmarks.md has the figures.
define SOAK
Soak, with its counts as they come:
- 100,000 damaged inputs each: every reader of papers, queries, qrels, runs, judgements and bundles, Zotero's
  database, PDFs here and in reading processes, and what is typed into the search box
- 100 kills each of imports, indexing, search engines, judging servers and windows; 50 to 300 of graders, merges, trainings,
  model stores and a database server
- four assessors at once, bundles merged in any order, 100,000 papers migrated and bundled, whole campaigns
- every entry of every real bibliography, in and out again
It takes hours. One of them: make soak SOAK_ONLY="tests/flow/kills/test_kills_engine.py"
endef
export SOAK
SOAK_ONLY := tests

soak: install
	@echo "$$SOAK"
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -s -m soak $(SOAK_ONLY)

# Every page and state at 960, 1280 and 1920 pixels and at 150 %; a process for each theme, 150 s of its core.
shots: install
	PYTHONPATH=tests QT_QPA_PLATFORM=offscreen $(BIN)/python -m shots.shots out/shots

# The documentation, to be read in a browser without a network: out/docs/index.html.
docs: install
	$(BIN)/python -m sphinx -W --keep-going -n -b html -d out/doctrees docs out/docs

# The notebooks of the docs, with what they answer now.
notebooks: install
	PYTHONPATH=tests/flow/notebooks $(BIN)/python -m executing

# New texts of the window come into the .ts files, to be translated there, and what is there to the window.
translations: install
	$(BIN)/python -m assay_desktop.text.translating

clean:
	rm -rf .venv out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
