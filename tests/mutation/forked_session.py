"""One pytest session that tries many mutants: collected once, then forked for each.

Run by `mutate.py` as `python forked_session.py PLAN.json`, with the mutated core first on PYTHONPATH. A first
fork runs every test and notes which functions each calls; each mutant then gets a fork of its own, in which
the tests that call its function run, the quick and narrow ones first, until one fails. Nothing but imports is
done before the forks, so no cache or connection outlives a mutant.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import mutmut.mutation.trampoline as trampoline
import pytest
from _pytest.runner import runtestprotocol

LIMIT_S, LIMIT_FACTOR = 15.0, 4.0  # a mutant may take this long, and this many times what its tests take
ENDLESS = ("TestJudging", "test_new_is_what_counts_now")  # Hypothesis goes on after the time is up
SAVED_AFTER = 25  # tests of the first run
MEMORY = 8 << 30  # bytes: a mutant that asks for more is found
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
    functions: dict[str, list[str]] = field(default_factory=dict)
    starting: list[str] = field(default_factory=list)  # tests that start processes
    skipped: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)  # loaded by the end

    def cost(self, test: str, ready: set[str] = frozenset()) -> float:  # type: ignore[assignment]
        shared = (self.fixture_seconds.get(one, 0.0) for one in self.fixtures[test] if one not in ready)
        return self.seconds[test] + sum(shared)

    def tests_of(self, function: str, items: Container[str], most_s: float) -> tuple[list[str], float]:
        """Those that call the function, and their seconds, at most `most_s`.

        The quick and narrow ones first; but half of the time is for those of the file that is named after the
        function's module, as far as there are such.
        """
        names = [name for name in self.functions if name in items]
        names = [name for name in names if function in self.functions[name]] or [
            name for name in self.starting if name in items
        ]
        names.sort(key=lambda name: (self.cost(name) + 0.003) * (20 + len(self.functions[name])))
        near = [name for name in names if _is_named_after(name, function)]
        chosen: dict[str, None] = {}
        total, ready = 0.0, set[str]()
        for several, until_s in ((near, most_s / 2), (names, most_s)):
            for name in several:
                cost = self.cost(name, ready)
                if name in chosen or (chosen and total + cost > until_s):
                    continue
                chosen[name] = None
                total += cost
                ready.update(self.fixtures[name])
        return list(chosen), total


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
        chosen = self.plan["mutants"][part :: self.plan["processes"]]
        with Path(self.plan["results"]).with_suffix(f".{part}").open("w") as results:
            for mutant in chosen:
                start = time.monotonic()
                outcome, test = self._try(mutant)
                seconds = round(time.monotonic() - start, 2)
                results.write(json.dumps([mutant, outcome, test, seconds]) + "\n")
                results.flush()

    def _try(self, mutant: str) -> tuple[str, str]:
        """Whether it is killed, and by which test; a test that fails without the mutant too kills nothing."""
        function = mutant.partition("__mutmut_")[0]
        while True:
            tests, seconds = self.covering.tests_of(function, self.items, self.plan["seconds"])
            tests = [test for test in tests if test not in self.failing]
            if not tests:
                return "uncovered", ""
            failed = self._first_failing(mutant, tests, seconds)
            if failed is None:
                return "survived", ""
            if failed not in self.items:
                return "killed", failed  # by the clock, or the process died
            if self._first_failing("", [failed], self.covering.cost(failed)) is None:
                return "killed", failed
            self.failing.add(failed)

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
    plugins = ["randomly", "pytest-qt", "xdist", "cacheprovider"]
    options = [word for plugin in plugins for word in ("-p", f"no:{plugin}")]
    options += ["-o", f"timeout={plan['longest']}"]  # a test that takes longer is not asked
    options += ["-k", f"not ({' or '.join(ENDLESS)})"]
    sys.exit(pytest.main([*options, "-m", "not soak", *plan["tests"]], plugins=[Session(plan)]))


if __name__ == "__main__":
    main()
