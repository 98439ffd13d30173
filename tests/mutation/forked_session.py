"""One pytest session that tries many mutants: collected once, then forked for each.

Run by `mutate.py` as `python forked_session.py PLAN.json`, with the mutated core first on PYTHONPATH. A first
fork runs every test and notes which functions each calls; each mutant then gets a fork of its own, in which
the tests that call its function run, the quick and narrow ones first, until one fails. Before the forks only
modules are imported and folders made that several tests copy; a mutant whose function is called for such a
folder has it made in its own fork. So no cache or connection outlives a mutant.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Set
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

import mutmut.mutation.trampoline as trampoline
import pytest
from _pytest.runner import runtestprotocol

LIMIT_S, LIMIT_FACTOR = 15.0, 4.0  # a mutant may take this long, and this many times what its tests take
ENDLESS = ("TestJudging", "test_new_is_what_counts_now")  # Hypothesis goes on after the time is up
FROM_A_FILE = 8  # tests, before those of other files go first
SAVED_AFTER = 25  # tests of the first run
MOST_ON_IMPORT = 60  # tests that are asked about a function that is called on import alone
MEMORY = 8 << 30  # bytes: a mutant that asks for more is found
PLUGINS = ("randomly", "pytest-qt", "xdist", "cacheprovider")
OPTIONS = [word for plugin in PLUGINS for word in ("-p", f"no:{plugin}")]
LOADED = {
    *(
        "assay",
        "numpy",
        "scipy",
        "sklearn",
        "statsmodels",
        "pandas",
        "pyarrow",
        "numba",
        "ranx",
        "sqlalchemy",
    ),
    *("alembic", "psycopg", "torch", "transformers", "tokenizers", "safetensors", "huggingface_hub"),
    *("faiss", "tantivy", "hypothesis"),
}  # whose modules are imported before the forks


@dataclass
class Covering:
    """What a run of all tests tells: by test its seconds, fixtures and functions."""

    seconds: dict[str, float] = field(default_factory=dict)
    fixtures: dict[str, list[str]] = field(default_factory=dict)  # those that several tests share
    fixture_seconds: dict[str, float] = field(default_factory=dict)
    fixture_functions: dict[str, list[str]] = field(default_factory=dict)
    functions: dict[str, list[str]] = field(default_factory=dict)
    starting: list[str] = field(default_factory=list)  # tests that start processes
    skipped: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)  # loaded by the end

    def cost(self, test: str, ready: Container[str] = ()) -> float:
        shared = (self.fixture_seconds.get(one, 0.0) for one in self.fixtures[test] if one not in ready)
        return self.seconds[test] + sum(shared)

    def tests_of(
        self, function: str, items: Container[str], most_s: float, made: Set[str] = frozenset()
    ) -> tuple[list[str], float]:
        """Those that call the function, and their seconds, at most `most_s`.

        The quick and narrow ones first, a few at a time of each file, and of each that has many parameters;
        but half of the time is for those of the file that is named after the function's module, as far as
        there are such.
        """
        names = [name for name in self.functions if name in items]
        names = [name for name in names if function in self.functions[name]] or [
            name for name in self.starting if name in items
        ]
        weight = {name: (self.cost(name, made) + 0.003) * (20 + len(self.functions[name])) for name in names}
        asked = Counter[str]()
        for name in sorted(names, key=weight.__getitem__):
            test, file = name.partition("[")[0], name.partition("::")[0]
            asked.update((test, file))
            weight[name] *= asked[test] * (1 + asked[file] / FROM_A_FILE)
        names.sort(key=weight.__getitem__)
        near = [name for name in names if _is_named_after(name, function)]
        chosen: dict[str, float] = {}
        total, ready = 0.0, set(made)
        for several, nearness, until_s in ((near, 4, most_s / 2), (names, 1, most_s)):
            for name in several:
                cost = self.cost(name, ready)
                if name in chosen or (chosen and total + cost > until_s):
                    continue
                chosen[name] = weight[name] / nearness
                total += cost
                ready.update(self.fixtures[name])
        return sorted(chosen, key=chosen.__getitem__), total


def _is_named_after(test: str, function: str) -> bool:
    """Whether the test's file has a word of the module's name, in the singular or the plural."""
    module = function.rpartition(".x")[0].rpartition(".")[2]
    file = test.partition("::")[0].rpartition("/")[2]
    return any(len(word) > 3 and word.removesuffix("s") in file for word in module.split("_"))


class Session:
    """The plugin that takes pytest's loop over."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.items: dict[str, pytest.Item] = {}
        self.called = set[str]()
        self.by_fixture: dict[str, set[str]] = defaultdict(set)
        self.covering = Covering()
        self.made: frozenset[str] = frozenset()  # folders that are there before the mutant is

    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)  # the first counter-example will do
        settings.register_profile("mutation", database=None, deadline=None, phases=phases)
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        kept = Path(self.plan["covering"])
        if kept.exists():
            self.covering = Covering(**json.loads(kept.read_text()))
        if self.items.keys() - self.covering.seconds.keys() - set(self.covering.skipped):
            _wait(self._fork(lambda: self._run_all(kept)), 3600.0)
        self.covering = Covering(**json.loads(kept.read_text()))
        self.failing = set(self.covering.failing)
        _load(self.covering.modules)
        gc.freeze()
        drivers = [self._fork(lambda part=part: self._drive(part)) for part in range(self.plan["processes"])]
        for driver in drivers:
            os.waitpid(driver, 0)
        return True

    # -- the first run -------------------------------------------------------------------------------------

    def _run_all(self, kept: Path) -> None:
        trampoline.set_mutant_under_test("stats")
        trampoline.record_trampoline_hit = lambda name, caller=None: self.called.add(name)  # type: ignore
        found = self.covering
        known = found.seconds.keys() | found.skipped
        items = [item for name, item in self.items.items() if name not in known]
        started: list[bool] = []
        sys.addaudithook(
            lambda event, _: (
                started.append(True) if event in ("subprocess.Popen", "os.fork", "os.posix_spawn") else None
            )
        )
        functions: dict[str, set[str]] = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            self.called.clear()
            started.clear()
            begun = dict(found.fixture_seconds)
            start = time.perf_counter()
            reports = runtestprotocol(item, log=False, nextitem=following)
            took = time.perf_counter() - start - sum(found.fixture_seconds.values()) + sum(begun.values())
            if any(report.failed for report in reports):
                found.failing.append(item.nodeid)
            if any(report.skipped for report in reports):
                found.skipped.append(item.nodeid)
                continue
            shared = [_name(one) for one in _shared_fixtures(item)]
            found.seconds[item.nodeid] = max(took, 0.0)
            found.fixtures[item.nodeid] = shared
            functions[item.nodeid] = set(self.called)
            if started:
                found.starting.append(item.nodeid)
            if len(functions) % SAVED_AFTER == 0:
                self._save(functions, kept)
        self._save(functions, kept)

    def _save(self, functions: dict[str, set[str]], kept: Path) -> None:
        """So that a run that is cut off goes on from there with `--keep`."""
        found = self.covering
        for test, called in functions.items():
            shared = (self.by_fixture[one] for one in found.fixtures[test])
            found.functions[test] = sorted(called.union(*shared))
        found.fixture_functions |= {one: sorted(called) for one, called in self.by_fixture.items()}
        found.modules = sorted({*found.modules, *sys.modules})
        kept.write_text(json.dumps(asdict(found)))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
        if fixturedef.scope == "function":
            return (yield)
        before, start = set(self.called), time.perf_counter()
        inner = sum(self.covering.fixture_seconds.values())
        self.called.clear()
        try:
            return (yield)
        finally:
            inner = sum(self.covering.fixture_seconds.values()) - inner
            self.covering.fixture_seconds[_name(fixturedef)] = time.perf_counter() - start - inner
            self.by_fixture[_name(fixturedef)] |= self.called
            self.called |= before

    # -- the mutants ---------------------------------------------------------------------------------------

    def _drive(self, part: int) -> None:
        folders = _shared_folders(self.items.values())
        groups: dict[frozenset[str], list[str]] = defaultdict(list)
        for mutant in self.plan["mutants"][part :: self.plan["processes"]]:
            function = mutant.partition("__mutmut_")[0]
            made = (one for one in folders if not self._is_called_for(one, function, folders))
            groups[frozenset(made)].append(mutant)
        with Path(self.plan["results"]).with_suffix(f".{part}").open("w") as results:
            for made, mutants in groups.items():
                group = self._fork(lambda made=made, mutants=mutants: self._try_group(made, mutants, results))
                os.waitpid(group, 0)

    def _is_called_for(self, folder: str, function: str, folders: dict[str, tuple[pytest.Item, str]]) -> bool:
        """Whether making the folder, or another that it is made from, calls the function."""
        item, argument = folders[folder]
        definitions = item._fixtureinfo.name2fixturedefs
        called = self.covering.fixture_functions
        below, seen = [argument], set[str]()
        while below:
            if (name := below.pop()) in seen or name not in definitions:
                continue
            seen.add(name)
            one = definitions[name][-1]
            below += one.argnames
            if function in called.get(_name(one), ()):
                return True
        return folder not in called

    def _try_group(self, made: frozenset[str], mutants: list[str], results: TextIO) -> None:
        """The mutants of functions that none of these folders needs, with the folders made before."""
        self._make(made)
        self.made = made
        gc.freeze()
        for mutant in mutants:
            start = time.monotonic()
            outcome, test = self._try(mutant)
            seconds = round(time.monotonic() - start, 2)
            results.write(json.dumps([mutant, outcome, test, seconds]) + "\n")
            results.flush()

    def _make(self, folders: frozenset[str]) -> None:
        items = _shared_folders(self.items.values())
        session = next(iter(self.items.values())).session
        state = session._setupstate
        trampoline.set_mutant_under_test("")
        state.setup(session)
        for folder in sorted(folders):
            item, argument = items[folder]
            state.stack[item] = ([], None)  # as if it was being set up
            item._initrequest()
            item._request.getfixturevalue("_own_folders")
            item._request.getfixturevalue(argument)
            item._request = None
            del state.stack[item]
        state.stack[session] = ([], None)  # no fork takes down what the others stand on

    def _try(self, mutant: str) -> tuple[str, str]:
        """Whether it is killed, and by which test; a test that fails without the mutant too kills nothing."""
        function = mutant.partition("__mutmut_")[0]
        while True:
            tests, seconds = self.covering.tests_of(function, self.items, self.plan["seconds"], self.made)
            tests = [test for test in tests if test not in self.failing]
            if not tests:
                return "uncovered", ""
            failed = self._first_failing(mutant, tests, seconds)
            if failed is None:
                known = any(function in called for called in self.covering.functions.values())
                return (
                    ("survived", "") if known or not self._fails_on_import(mutant) else ("killed", "(import)")
                )
            if failed not in self.items:
                return "killed", failed  # by the clock, or the process died
            if self._first_failing("", [failed], self.covering.cost(failed)) is None:
                return "killed", failed
            self.failing.add(failed)

    def _fails_on_import(self, mutant: str) -> bool:
        """Whether tests fail in a process of its own, which imports the modules with the mutant in them."""
        function = mutant.partition("__mutmut_")[0]
        names = [name for name in self.items if name in self.covering.seconds and name not in self.failing]
        # what a library makes on import are its tables
        near = {name for name in names if _is_named_after(name, function) or "schema" in name}
        names.sort(key=lambda name: (name not in near, self.covering.cost(name)))
        command = [sys.executable, "-m", "pytest", "-x", "-q", *OPTIONS, *names[:MOST_ON_IMPORT]]

        def passes(chosen: str) -> bool:
            environment = {**os.environ, "MUTANT_UNDER_TEST": chosen}
            with contextlib.suppress(subprocess.TimeoutExpired):
                return not subprocess.run(command, env=environment, check=False, timeout=300.0).returncode
            return False

        return not passes(mutant) and passes("")

    def _first_failing(self, mutant: str, tests: list[str], seconds: float) -> str | None:
        reading, writing = os.pipe()

        def run() -> None:
            os.setsid()
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            trampoline.set_mutant_under_test(mutant)
            items = [self.items[test] for test in tests]
            for item, following in zip(items, [*items[1:], None], strict=True):
                if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                    os.write(writing, item.nodeid.encode())
                    return

        child = self._fork(run)
        os.close(writing)
        ended = _wait(child, LIMIT_S + LIMIT_FACTOR * seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what its tests started
        with os.fdopen(reading) as answer:
            os.set_blocking(reading, False)
            failed = answer.read()
        return failed or (None if ended == 0 else f"({'time' if ended is None else 'died'})")

    def _fork(self, work: Callable[[], None]) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child:
            return child
        status = 1
        try:
            work()
            status = 0
        except BaseException as fault:  # noqa: BLE001  a fork must not return into pytest
            print(repr(fault), file=sys.__stderr__)
        finally:
            os._exit(status)


def _shared_fixtures(item: pytest.Item) -> Iterator[pytest.FixtureDef[Any]]:
    for definitions in item._fixtureinfo.name2fixturedefs.values():
        yield from (one for one in definitions if one.scope != "function")


def _shared_folders(items: Iterable[pytest.Item]) -> dict[str, tuple[pytest.Item, str]]:
    """The fixtures of a session that make a folder or file and leave nothing open, with a test of each."""
    found: dict[str, tuple[pytest.Item, str]] = {}
    for item in items:
        for argument, definitions in item._fixtureinfo.name2fixturedefs.items():
            one = definitions[-1]
            if (
                one.scope == "session"
                and one.func.__annotations__.get("return") in (Path, "Path")
                and not one.params
                and argument != "shared_data"
            ):
                found.setdefault(_name(one), (item, argument))
    return found


def _name(fixture: pytest.FixtureDef[Any]) -> str:
    return f"{fixture.baseid}::{fixture.argname}"


def _load(modules: list[str]) -> None:
    """Import what tests load by and by, so that no fork has to."""
    for name in modules:
        if name.partition(".")[0] in LOADED:
            with warnings.catch_warnings(), contextlib.suppress(Exception):
                warnings.simplefilter("ignore")
                importlib.import_module(name)
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


def _wait(child: int, most_s: float) -> int | None:
    """Its exit status; None if it was not done in time, and killed."""
    until, pause = time.monotonic() + most_s, 0.002
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(pause * 1.2, 0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def main() -> None:
    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    options = [*OPTIONS, "-o", f"timeout={plan['longest']}"]  # a test that takes longer is not asked
    options += ["-k", f"not ({' or '.join(ENDLESS)})"]
    sys.exit(pytest.main([*options, "-m", "not soak", *plan["tests"]], plugins=[Session(plan)]))


if __name__ == "__main__":
    main()
