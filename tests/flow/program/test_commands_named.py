"""No message, docstring or page of the documentation names a command or an option that does not exist."""

from __future__ import annotations

import ast
import functools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from assay.cli import app

ROOT = Path(__file__).parents[3]
PLACE = "X"
CALL = re.compile(r"(?<![\w./@~-])assay (?=[a-z-])([^`\n|;&()<>„“”]*)")
# Words of prose that follow the program's name where no command is meant.
PROSE = {
    "a",
    "and",
    "as",
    "can",
    "command",
    "does",
    "for",
    "has",
    "in",
    "is",
    "on",
    "or",
    "package",
    "to",
    "training",
    "trainings",
}


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every string of a module; what an f-string or a message puts in is PLACE."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, re.sub(r"\{\d\}", PLACE, node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = (str(one.value) if isinstance(one, ast.Constant) else PLACE for one in node.values)
            yield node.lineno, "".join(parts)


def texts() -> Iterator[tuple[str, str]]:
    for folder in ("core", "desktop"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, text in literals(path):
                yield f"{path.relative_to(ROOT)}:{line}", text
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if "decisions" not in path.parts:  # a decision is of its time
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                yield f"{path.relative_to(ROOT)}:{number}", line


def calls() -> list[tuple[str, str]]:
    """(where, "campaign open X --json") of every call of the program that is named somewhere."""
    found = []
    for where, text in texts():
        for match in CALL.finditer(text):
            rest = match[1].split(" #")[0].strip()
            if rest and rest.split()[0] not in PROSE:
                found.append((where, rest))
    return found


def fault(call: str) -> str:
    """What of the call does not exist; "" where all does."""
    group = _group()
    options = {option for param in group.params for option in param.opts}
    words = _words(call)
    own = options
    while words and words[0].startswith("-"):  # before the command: the program's options, with their values
        if words.pop(0) == "--library":
            words[:1] = []
    while hasattr(group, "commands") and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        if words[0] not in group.commands:
            return f"no command '{words[0]}'" if not group.params or group.commands else ""
        group = group.commands[words.pop(0)]
        own = options | {option for param in group.params for option in (*param.opts, *param.secondary_opts)}
    for word in words:
        option = word.split("=")[0].rstrip(".,:;'\"")
        if re.fullmatch(r"--?[a-z][a-z-]*", option) and option not in own and option not in {"--help"}:
            return f"no option '{option}'"
    return ""


@functools.cache
def _group() -> Any:
    return get_group(app)


def _words(call: str) -> list[str]:
    try:
        return shlex.split(call.replace("[", "").replace("]", ""))
    except ValueError:
        return call.split()


def test_the_walk_finds_what_messages_say() -> None:
    found = {call for _, call in calls()}

    assert len(found) > 150
    assert {"predict train", "campaign reassign X --from X", "index", "queries import FILE"} <= found
    assert any(call.startswith("evaluate --beir") for call in found)


def test_the_check_would_see_a_fault() -> None:
    assert fault("campaign fire bob") == "no command 'fire'"
    assert fault("campaign withdraw X --everything") == "no option '--everything'"
    assert fault("--library L campaign withdraw X --assessor bob --json") == ""


def test_every_named_command_and_option_exists() -> None:
    faults = [f"{where}: assay {call}: {found}" for where, call in calls() if (found := fault(call))]

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("word", ["Withdraw some first", "Withdraw assignments first"])
def test_no_message_says_what_to_do_without_saying_how(word: str) -> None:
    """Two messages told to withdraw pairs when nothing could."""
    core = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "core").rglob("*.py"))

    assert word not in core
