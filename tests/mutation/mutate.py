"""Mutation testing by sample: how many small faults put into the core do its tests find?

`make mutate` draws a seeded sample of mutmut's mutants of each package, runs the tests that call the function
of each (`forked_session.py`), and prints killed/all with a 95 % Wilson interval and every survivor. There are
more than 30,000 mutants; `--sample 0` runs them all.

    python tests/mutation/mutate.py judging index --sample 200 --seed 23 --out out/mutation

Left out, because no test of behaviour could tell them from the program: message texts, logging, and the
`strict=` of `zip`; and, counted apart, the mutants that `equivalent.toml` lists with the reason.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent

# name -> globs below core/assay ("!": but for these), tests below tests/core
PACKAGES: dict[str, tuple[list[str], list[str]]] = {
    "library": (  # Alembic loads the migrations by their paths: no fault in them can be switched on
        ["library/**/*.py", "!library/db/migrations/versions/*.py"],
        [
            "library",
            "exchange/test_exchange_bundle.py",
            "judging/test_queue.py",
            "judging/test_session.py",
            "campaigns/test_campaign_hidden_words.py",
            "ingest/test_ingest_history.py",
            "campaigns/test_campaign_pools.py",
            "campaigns/test_campaign_release_lasts.py",
            "campaigns/test_campaign_releases.py",
            "campaigns/test_campaign_runs.py",
            "searching/test_saved_searches.py",
            "campaigns/test_campaign_setup.py",
            "../flow/program/test_check_command.py",
            "../flow/campaigns/test_bundle_commands.py",
            "../flow/importing/test_retrieval_collections.py",
            "../flow/campaigns/test_withdraw.py",
            "../flow/importing/test_query_commands.py",
        ],
    ),
    "judging": (
        ["judging/**/*.py"],
        [
            "judging",
            "exchange",
            "library/test_library_bundles.py",
            "library/test_library_releases.py",
            "campaigns/test_campaign_hidden_words.py",
            "campaigns/test_campaign_releases.py",
            "campaigns/test_campaign_release_lasts.py",
        ],
    ),
    "evaluation": (
        [
            "evaluation/**/*.py",
            "benchmarks/aggregation.py",
            "benchmarks/analyses.py",
            "benchmarks/overlap/*.py",
            "benchmarks/suites/*.py",
            "benchmarks/tasks/**/*.py",
            "!benchmarks/tasks/authors/*.py",
            "prediction/probes/*.py",
        ],
        ["evaluation"],
    ),
    "index": (["index/**/*.py"], ["index"]),
    "training": (
        ["training/loop/losses.py", "training/loop/task_losses.py", "training/data/lists/**/*.py"],
        ["training/lists", "training/test_losses.py", "training/test_task_losses.py"],
    ),
}
SLOW = re.compile(  # files whose tests run for minutes, or need a server
    "postgres|_kill|_load|_fuzz|_machine|processes|relish|_ranx|model|lock|speed"
    "|improvement|lookups|import|sharing|tasks_authors"
)

_MARK = re.compile(r"__mutmut_\w+")
CONFIG = """
[tool.mutmut]
source_paths = ["core"]
do_not_mutate_patterns = ['log(ger)?\\.\\w+\\(']
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("packages", nargs="*", default=list(PACKAGES), help=", ".join(PACKAGES))
    parser.add_argument("--sample", type=int, default=200, help="mutants a package; 0: all of them")
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=8.0, help="of tests a mutant, at most")
    parser.add_argument("--longest", type=int, default=10, help="seconds of a test that is asked, at most")
    parser.add_argument("--keep", action="store_true", help="what an earlier run saw each test call")
    parser.add_argument("--only", help="mutants whose name holds this, instead of a sample")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "mutation")
    options = parser.parse_args()
    out = options.out.resolve()
    equivalents = tomllib.loads((HERE / "equivalent.toml").read_text())["mutant"]
    for package in options.packages:
        globs, tests = PACKAGES[package]
        folder = out / package
        _mutate(folder, globs)
        if not options.keep:
            (out / f"{package}.json").unlink(missing_ok=True)
        mutants = _mutants(folder)
        chosen = sorted(mutants)
        if options.only:
            chosen = [name for name in chosen if options.only in name]
        elif options.sample:
            chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
        equal = {name for name in chosen if _is_equivalent(name, *mutants[name], equivalents)}
        plan = {
            "tests": _test_files(tests),
            "mutants": [name for name in chosen if name not in equal],
            "processes": options.processes,
            "seconds": options.seconds,
            "longest": options.longest,
            "covering": str(out / f"{package}.json"),
            "results": str(folder / "results"),
        }
        _try_all(folder, plan)
        results = _results(folder, options.processes)
        _print_report(package, results, mutants, len(equal))
        if len(results) < len(chosen) - len(equal):
            print(f"  cut short: {len(chosen) - len(equal) - len(results)} were not tried")


def _test_files(globs: list[str]) -> list[str]:
    found = {path for glob in globs for path in (ROOT / "tests" / "core").glob(glob)}
    files = {path for one in found for path in (one.rglob("test_*.py") if one.is_dir() else [one])}
    return sorted(str(path.resolve().relative_to(ROOT)) for path in files if not SLOW.search(path.name))


def _mutate(folder: Path, globs: list[str]) -> None:
    """Copy the core below the folder, with every mutant of the package in it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "core", folder / "core", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text(CONFIG)
    os.chdir(folder)  # where mutmut looks for its settings
    core = Path("core/assay")
    kept = {path for glob in globs if glob[0] != "!" for path in core.glob(glob)}
    left_out = {path for glob in globs if glob[0] == "!" for path in core.glob(glob[1:])}
    for path in sorted(kept - left_out):
        path.write_text(_mutated(path, folder.parent / "mutated"))


def _mutated(path: Path, made: Path) -> str:
    """The file with its mutants, which are made once for each text that it has had."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    text = path.read_text()
    kept = made / f"{hashlib.sha256(text.encode()).hexdigest()}.py"
    if not kept.exists():
        made.mkdir(exist_ok=True)
        kept.write_text(mutate_file_contents(str(path), text).code)
    return kept.read_text()


def _try_all(folder: Path, plan: dict[str, object]) -> None:
    (folder / "plan.json").write_text(json.dumps(plan))
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder / "core"),
        "ASSAY_BLOCK_QT": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONWARNDEFAULTENCODING": "1",
        "OMP_NUM_THREADS": "1",  # a forked process has no use for its parent's threads
    }
    command = [sys.executable, str(HERE / "forked_session.py"), str(folder / "plan.json")]
    with (folder / "log").open("wb") as log:
        subprocess.run(command, cwd=ROOT, env=environment, stdout=log, stderr=log, check=False)


def _results(folder: Path, processes: int) -> list[tuple[str, str]]:
    paths = [folder / f"results.{part}" for part in range(processes)]
    lines = [line for path in paths if path.exists() for line in path.read_text().splitlines()]
    return sorted((name, outcome) for name, outcome, *_ in map(json.loads, lines))


def _mutants(folder: Path) -> dict[str, tuple[str, str]]:
    """name -> the changed line before and after; of mutants that a test of behaviour could kill."""
    mutants: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("core/assay/**/*.py")):
        text = path.read_text()
        if "__mutmut_orig" not in text:
            continue
        module = ".".join(path.relative_to(folder / "core").with_suffix("").parts).removesuffix(".__init__")
        read = folder.parent / "mutated" / f"{hashlib.sha256(text.encode()).hexdigest()}.json"
        if not read.exists():
            read.write_text(json.dumps(_changes(text)))
        mutants |= {f"{module}.{name}": (a, b) for name, (a, b) in json.loads(read.read_text()).items()}
    return mutants


def _changes(text: str) -> dict[str, tuple[str, str]]:
    changes: dict[str, tuple[str, str]] = {}
    functions = {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    for name, function in functions.items():
        original, marker, number = name.partition("__mutmut_")
        if not marker or number == "orig":
            continue
        before = functions[f"{original}__mutmut_orig"]
        if not _is_text(before, function):
            changes[name] = _lines(before, function)
    return changes


def _is_equivalent(name: str, before: str, after: str, equivalents: list[dict[str, str]]) -> bool:
    return any(
        re.search(one.get("name", ""), name)
        and re.search(one["before"], before)
        and re.search(one.get("after", ""), after)
        for one in equivalents
    )


def _is_text(before: ast.AST, after: ast.AST) -> bool:
    """Whether they differ in a message or in the strictness of `zip` alone."""
    for one, other, parents in _differences(before, after, ()):
        if any(isinstance(parent, ast.Raise | ast.JoinedStr) for parent in parents):
            return True
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "zip":
            return isinstance(other, ast.Call) and [ast.dump(a) for a in one.args] == [
                ast.dump(a) for a in other.args
            ]
        if any(isinstance(parent, ast.keyword) and parent.arg == "strict" for parent in parents):
            return True
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and " " in one.value:
            return True
    return False


def _differences(
    one: ast.AST, other: ast.AST, parents: tuple[ast.AST, ...]
) -> Iterator[tuple[ast.AST, ast.AST, tuple[ast.AST, ...]]]:
    """The smallest nodes that differ, with what they stand in."""
    below = (*parents, one)
    mine, others = list(ast.iter_child_nodes(one)), list(ast.iter_child_nodes(other))
    alike = (
        type(one) is type(other)
        and len(mine) == len(others)
        and all(type(a) is type(b) for a, b in zip(mine, others, strict=True))
    )
    unequal = [(a, b) for a, b in zip_longest(mine, others) if a and b and ast.dump(a) != ast.dump(b)]
    if not alike or not unequal:
        yield one, other, parents
        return
    for a, b in unequal:
        yield from _differences(a, b, below)


def _lines(before: ast.AST, after: ast.AST) -> tuple[str, str]:
    one, other = (_MARK.sub("", ast.unparse(node)).splitlines() for node in (before, after))
    for a, b in zip_longest(one, other, fillvalue=""):
        if a != b:
            return a.strip(), b.strip()
    return "", ""


def _print_report(
    package: str, results: list[tuple[str, str]], mutants: dict[str, tuple[str, str]], equivalent: int
) -> None:
    survived = [(name, outcome) for name, outcome in results if outcome != "killed"]
    killed, n = len(results) - len(survived), len(results)
    low, high = _wilson(killed, n)
    print(
        f"{package}: {killed}/{n} killed, {killed / max(n, 1):.1%} ({low:.1%} to {high:.1%});"
        f" equivalent, left out: {equivalent}; drawn of {len(mutants)}"
    )
    for name, outcome in survived:
        before, after = mutants[name]
        print(f"  {name}{' (no test covers it)' * (outcome == 'uncovered')}\n    - {before}\n    + {after}")
    sys.stdout.flush()


def _wilson(successes: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    if not n:
        return 0.0, 1.0
    share = successes / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


if __name__ == "__main__":
    main()
