"""Who may start a process, and how: Python never with the current folder among its places of modules."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import assay
import assay_desktop
import assay_resources

ROOTS = [Path(package.__file__ or "").parent for package in (assay, assay_desktop, assay_resources)]

STARTERS = {
    "subprocess": {
        "assay/interpreter.py",  # knows the flag of children without a console; starts nothing
        "assay/library/db/paths.py",  # joins words for a shell to show; starts nothing
        "assay/cli/desktop.py",
        "assay/pdf/process/pool.py",
        "assay/workers/processes.py",
        "assay_desktop/startup.py",
    },
    "QProcess": {
        "assay_desktop/background/child.py",
        "assay_desktop/background/engine_client.py",
        "assay_desktop/background/pdf_pages.py",
        "assay_desktop/background/children.py",
        "assay_desktop/background/trainings.py",
    },
}
NOBODY = {"multiprocessing", "ProcessPoolExecutor", "pty", "runpy", "pexpect", "sh", "fabric"}
"""Modules and names that would start Python in their own way."""
CALLS = {"system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp", "startfile"}
"""Of `os`, beside its `exec` and `spawn`."""


class Used(NamedTuple):
    """What a file imports, and what it takes of two modules."""

    imported: set[str]
    of_sys: set[str]
    of_os: set[str]


@cache
def files() -> dict[str, Used]:
    return {
        f"{root.name}/{file.relative_to(root).as_posix()}": used(ast.parse(file.read_text(encoding="utf-8")))
        for root in ROOTS
        for file in root.rglob("*.py")
    }


def used(tree: ast.Module) -> Used:
    return Used(imported(tree), attributes(tree, "sys"), attributes(tree, "os"))


def imported(tree: ast.Module) -> set[str]:
    """The modules that a file imports, and the names that it imports of them."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {part for name in node.names for part in name.name.split(".")}
        elif isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split("."), *(name.name for name in node.names)}
    return found


def attributes(tree: ast.Module, owner: str) -> set[str]:
    """What a file takes of a module or name, such as `executable` of `sys`."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == owner
    }


def test_one_function_alone_knows_the_interpreter() -> None:
    known = {
        name for name, file in files().items()
        if "executable" in file.of_sys | file.imported
    }  # fmt: skip
    assert known == {"assay/interpreter.py"}


def test_no_other_file_starts_a_process() -> None:
    for name, file in files().items():
        for starter, allowed in STARTERS.items():
            assert starter not in file.imported or name in allowed, f"{name} starts processes by {starter}"
        assert not file.imported & NOBODY, name
        assert not file.of_os & CALLS, name
        assert not {each for each in file.of_os if each.startswith(("exec", "spawn"))}, name


def test_the_list_of_starters_is_up_to_date() -> None:
    for starter, allowed in STARTERS.items():
        assert {name for name in allowed if starter in files()[name].imported} == allowed


def test_every_child_that_runs_python_is_safe_from_the_current_folder() -> None:
    """Whoever starts Python takes the interpreter from this function: nobody else knows it."""
    from assay.interpreter import python

    assert python("-m", "assay") == [sys.executable, "-P", "-m", "assay"]
