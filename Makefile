# `make run` and `make test` are all that a newcomer needs; both install what they use into .venv first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: install run test test-core test-rest check format bench soak shots translations clean

install: $(INSTALLED)

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Assay needs Python 3.11 or later: make PYTHON=/path/to/python3.11") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

run: install
	$(BIN)/assay desktop --sample

# The core's tests run with PySide6 blocked from import: nothing headless may need the window.
test: test-core test-rest

test-core: install
	ASSAY_BLOCK_QT=1 $(BIN)/python -m pytest -p no:pytest-qt tests/core

test-rest: install
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m assay_desktop.startup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest tests/flow tests/desktop tests/architecture

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: install
	@for bench in tests/benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

soak: install
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -m soak tests

shots: install
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m assay_desktop.shots out/shots

# New texts of the window come into the .ts files, to be translated there, and what is there to the window.
translations: install
	$(BIN)/python -m assay_desktop.translating

clean:
	rm -rf .venv out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
