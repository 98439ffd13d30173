"""Mutation testing by sample: how many small faults put into the core do its tests find?

`make mutate` draws a seeded sample of mutmut's mutants of each package, runs the tests that cover each, and
prints killed/all with a 95 % Wilson interval, and the diff of every survivor. The packages have more than
30,000 mutants, days of work for two cores; `--sample 0` runs them all.

    python tests/mutation/mutate.py judging index --sample 200 --seed 23 --out out/mutation

Left out, because no test of behaviour could tell them from the program: message texts, logging, and the
`strict=` of `zip`. What stays and is equivalent all the same (a dtype that numpy infers, a block size) is
counted as survived.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KILLED, SURVIVED, UNCOVERED = 1, 0, 33  # mutmut's exit codes; any other is a crash or a time-out: killed

PACKAGES: dict[str, tuple[list[str], list[str]]] = {  # name -> globs below core/assay, folders of tests
    "library": (["library/*"], ["tests/core/library", "tests/core/workspace"]),
    "judging": (["judging/*"], ["tests/core/judging", "tests/core/library", "tests/core/workspace"]),
    "evaluation": (["evaluation/*"], ["tests/core/evaluation"]),
    "index": (["index/*"], ["tests/core/index", "tests/core/search"]),
    "training": (
        ["training/losses.py", "training/task_losses.py", "training/lists/*"],
        ["tests/core/training"],
    ),
}

CONFIG = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = {globs}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:randomly", "-p", "no:pytest-qt", "-p", "no:cacheprovider", "-m", "not soak"]
do_not_mutate_patterns = ['log\\.\\w+\\(']
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("packages", nargs="*", default=list(PACKAGES), help=", ".join(PACKAGES))
    parser.add_argument("--sample", type=int, default=200, help="mutants a package; 0: all of them")
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "mutation")
    options = parser.parse_args()
    for package in options.packages:
        folder = options.out / package
        _prepare(folder, *PACKAGES[package])
        _mutmut(folder, "run", "generate-only")  # no mutant has this name: mutants and coverage, and no run
        mutants = _mutants(folder)
        chosen = sorted(mutants)
        if options.sample:
            chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
        _mutmut(folder, "run", "--max-children", str(options.processes), *chosen)
        _print_report(package, _exit_codes(folder), mutants, chosen)


def _prepare(folder: Path, globs: list[str], tests: list[str]) -> None:
    """Lay the folder out as mutmut wants it: the core under the name `src`, the tests beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in {"src": "core", "tests": "tests", "resources": "resources"}.items():
        link = folder / name
        if not link.is_symlink():
            link.symlink_to(ROOT / target, target_is_directory=True)
    config = CONFIG.format(globs=json.dumps([f"src/assay/{one}" for one in globs]), tests=json.dumps(tests))
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text() + config)


def _mutmut(folder: Path, *arguments: str) -> None:
    paths = [folder / "mutants" / "src", ROOT / "resources"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "ASSAY_BLOCK_QT": "1",
        "OMP_NUM_THREADS": "1",  # a forked process has no use for its parent's threads
    }
    with (folder / "mutmut.log").open("ab") as log:
        subprocess.run(
            [sys.executable, "-m", "mutmut", *arguments],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=log,
            check=False,
        )


def _exit_codes(folder: Path) -> dict[str, int | None]:
    codes: dict[str, int | None] = {}
    for path in folder.glob("mutants/src/**/*.meta"):
        codes |= json.loads(path.read_text())["exit_code_by_key"]
    return codes


def _mutants(folder: Path) -> dict[str, tuple[str, str]]:
    """name -> the changed line before and after; of mutants that a test of behaviour could kill."""
    mutants: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("mutants/src/**/*.py")):
        if not path.with_name(path.name + ".meta").exists():
            continue
        module = ".".join(path.relative_to(folder / "mutants" / "src").with_suffix("").parts)
        module = module.removesuffix(".__init__")
        functions = {
            node.name: node
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.FunctionDef)
        }
        for name, function in functions.items():
            original, marker, number = name.partition("__mutmut_")
            if not marker or number == "orig":
                continue
            before = functions[f"{original}__mutmut_orig"]
            if not _is_text(before, function):
                mutants[f"{module}.{name}"] = _lines(before, function)
    return mutants


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
    one, other = ast.unparse(before).splitlines()[1:], ast.unparse(after).splitlines()[1:]
    for a, b in zip_longest(one, other, fillvalue=""):
        if a != b:
            return a.strip(), b.strip()
    return "", ""


def _print_report(
    package: str, codes: dict[str, int | None], mutants: dict[str, tuple[str, str]], chosen: list[str]
) -> None:
    tried = [name for name in chosen if codes.get(name) is not None]
    survived = [name for name in tried if codes[name] in (SURVIVED, UNCOVERED)]
    killed, n = len(tried) - len(survived), len(tried)
    low, high = _wilson(killed, n)
    share = f"{killed}/{n} killed ({low:.1%} to {high:.1%})"
    print(f"{package}: {share}, of {len(mutants)}; {len(chosen) - n} not run")
    for name in survived:
        before, after = mutants[name]
        note = " (no test covers it)" if codes[name] == UNCOVERED else ""
        print(f"  {name}{note}\n    - {before}\n    + {after}")
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
