"""The house speaks the words of its field: those that the glossary bans may only leave, and none come in."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import house
import pytest

from assay import errors
from assay_desktop.text.translating import PACKAGE, core_texts, texts_of

IN_TEXTS = {
    "anew": 0,
    "whoever": 0,
    "heed": 0,
    "lest": 0,
    "cast": 0,
    "learnt": 0,
    "taught": 0,
    "told": 0,
    "wordpieces?": 0,
    "by themselves": 0,
    "by itself": 0,
    "holes?": 0,
    "laid beside": 0,
    "cut short": 14,  # of files; runs are interrupted
    "goes on": 0,
    "go on": 0,
    "bring back": 0,
    "brought back": 0,
    "keep apart": 0,
    "kept apart": 0,
    "doubtful": 0,
    "looked over": 0,
    "to look over": 0,
    "in use": 0,
    "without a word": 0,
    "fault of its own": 0,
    "updates": 0,
}
"""word -> in how many texts of the window and the core it still stands; a number may only go down."""

IN_STRINGS = dict.fromkeys(IN_TEXTS, 0) | {
    "cut short": 16,
    "cast": 6,  # SQL
    "bring back": 5,  # an action's kind in the history, as libraries keep it
    "keep apart": 3,
    "kept apart": 2,  # of a note and a grade
    "told": 1,
}
"""word -> in how many sentences, those of the command line too, it still stands; may only go down."""

IN_NAMES = dict.fromkeys(("told", "asked", "said", "sought", "going", "heed", "looked", "understood"), 0)
"""word -> how many functions, classes, parameters and variables still have that name; may only go down."""

_GONE = """
told said sought going heed anew learnt taught untold hole holes doubtful heir verbatim shelf shelves leak
leaks leakage beside standing
"""
IN_COMPOUNDS = dict.fromkeys(_GONE.split(), 0) | {
    "asked": 1, "looked": 2, "doubtful": 4, "untold": 2, "holes": 1, "taught": 1, "learnt": 1,
}  # fmt: skip
"""word -> how many names are it or have it as a part, such as `asked_at`; may only go down."""

IN_DOCS = {
    "anew": 0,
    "whoever": 0,
    "heed": 0,
    "lest": 0,
    "cast": 0,
    "learnt": 0,
    "taught": 0,
    "told": 0,
    "wordpieces?": 0,
    "by themselves": 0,
    "by itself": 0,
    "holes?": 0,
    "laid beside": 0,
    "beside": 0,
    "cut short": 0,
    "goes on": 0,
    "go on": 0,
    "bring back": 0,
    "brought back": 0,
    "keep apart": 0,
    "kept apart": 0,
    "doubtful": 0,
    "looked over": 0,
    "to look over": 0,
    "sought": 0,
    "voice": 0,
}
"""word -> in how many lines of docstrings and comments it still stands; may only go down."""

ANY_IN_DOCS = re.compile(rf"\b(?:{'|'.join(IN_DOCS)})\b", re.IGNORECASE)

MODULES = {
    "asking",
    "asks",
    "attempts",
    "beside",
    "desk",
    "few",
    "finding",
    "going",
    "ground",
    "grounds",
    "heed",
    "how",
    "intake",
    "keeping",
    "leaks",
    "left",
    "ordering",
    "own",
    "own_dropout",
    "parts",
    "presence",
    "shelf",
    "standing",
    "tail",
    "taking",
    "team",
    "told_recipe",
    "veil",
    "verbatim",
    "voice",
    "waiting",
    "why",
}
"""Names that say nothing to a stranger."""

STILL_NAMED: set[str] = set()
"""Modules that have such a name; none may be added."""

IN_ERRORS = {"core/assay/cli": 31, "core/assay/experiments": 1}
"""package -> how many errors it still words as f-strings, which have no translation; may only go down."""

ERRORS = {
    name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, Exception)
}

SAYING = {"message", "fault", "fail", "_fail", "require", "_damaged"}
"""Other calls that take a pattern and its values, behind what the text is of."""


@cache
def _texts() -> list[str]:
    return sorted({text.source for text in texts_of(PACKAGE) | core_texts()})


@pytest.mark.parametrize(("word", "allowed"), IN_TEXTS.items())
def test_banned_words_do_not_come_into_texts(word: str, allowed: int) -> None:
    found = [text for text in _texts() if re.search(rf"\b{word}\b", text, re.IGNORECASE)]
    assert len(found) <= allowed, f"{word!r} is banned by the glossary: {found}"


def test_the_window_sends_nobody_to_the_command_line() -> None:
    found = [text for text in _texts() if re.search(r"`|\bassay [a-z]+ |(^| )--[a-z]", text)]
    servers = [text for text in found if "pg_dump" in text]  # whose own tools make and restore its copies
    assert found == servers, "What to type is an error's advice, which only commands say."


def test_banned_words_do_not_come_into_what_commands_print() -> None:
    sentences = [text for _, read in _modules() for text in read.strings]
    found = Counter(
        word
        for word in IN_STRINGS
        for text in sentences
        if re.search(rf"\b{word}\b", text, re.IGNORECASE) is not None
    )
    more = {word: found[word] for word, allowed in IN_STRINGS.items() if found[word] > allowed}
    assert not more, f"Say it with a word of the glossary: {more}."


def test_no_new_module_has_a_banned_name() -> None:
    named = {
        str(path.relative_to(house.ROOT)) for path in house.modules("core", "desktop") if path.stem in MODULES
    }
    assert named <= STILL_NAMED, f"Name them with a noun of the field: {sorted(named - STILL_NAMED)}."


def test_banned_words_do_not_come_into_the_names_of_the_code() -> None:
    named = _names()
    more = {word: named[word] for word, allowed in IN_NAMES.items() if named[word] > allowed}
    assert not more, f"Name them with a word of the glossary: {more}."
    within = {
        word: [name for name in named if word in name.split("_")]
        for word, allowed in IN_COMPOUNDS.items()
        if sum(n for name, n in named.items() if word in name.split("_")) > allowed
    }
    assert not within, f"Name them with a word of the glossary: {within}."


def _names() -> Counter[str]:
    """Count functions, classes, parameters and variables by their names in snake_case."""
    return Counter(_snake(name) for _, read in _modules() for name in read.names)


class Read(NamedTuple):
    """What the tests of this file ask of a module, which is parsed once for all of them."""

    names: list[str]  # of functions, classes, parameters and variables
    docs: list[str]  # lines of docstrings and comments
    said: list[ast.Call]  # what makes an error or a message
    strings: list[str]  # sentences and their parts


@cache
def _modules() -> list[tuple[Path, Read]]:
    return [(path, _read(path)) for path in house.modules("core", "desktop")]


def _read(path: Path) -> Read:
    read = Read([], [], [], [])
    explaining: set[ast.expr] = set()
    text = path.read_text(encoding="utf-8")
    if ANY_IN_DOCS.search(text):  # or no comment can hold one
        parts = tokenize.generate_tokens(StringIO(text).readline)
        read.docs.extend(part.string for part in parts if part.type == tokenize.COMMENT)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            read.docs.extend((ast.get_docstring(node, clean=False) or "").splitlines())
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            explaining.add(node.value)  # a docstring, or what a constant is for
        if isinstance(node, ast.Constant) and node not in explaining and " " in str(node.value):
            read.strings.append(str(node.value))
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            read.names.append(node.name)
        elif isinstance(node, ast.arg):
            read.names.append(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            read.names.append(node.id)
        elif isinstance(node, ast.Call) and _name(node.func) in ERRORS | SAYING:
            read.said.append(node)
    return read


def _name(called: ast.expr) -> str:
    """Return the last name of what is called: "message" of `errors.message(...)`."""
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _snake(name: str) -> str:
    """Return a name in snake_case, without underscores around it: "_AskedRow" is "asked_row"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip("_")).lower()


def _lines_of_docs() -> Counter[str]:
    """Count the lines of docstrings and comments that hold each banned word."""
    found: Counter[str] = Counter()
    lines = [line for _, read in _modules() for line in read.docs]
    for line in filter(ANY_IN_DOCS.search, lines):
        for word in IN_DOCS:
            found[word] += re.search(rf"\b{word}\b", line, re.IGNORECASE) is not None
    return found


def test_banned_words_do_not_come_into_docstrings_and_comments() -> None:
    found = _lines_of_docs()
    more = {word: found[word] for word, allowed in IN_DOCS.items() if found[word] > allowed}
    assert not more, f"Say it with a word of the glossary: {more}."


def _said() -> Iterator[tuple[Path, ast.Call]]:
    """Yield the calls that make an error or a message."""
    for path, read in _modules():
        for call in read.said:
            yield path, call


def test_a_pattern_has_a_place_for_each_value() -> None:
    wrong = [f"{path.name}:{call.lineno}" for path, call in _said() if not _fits(call)]
    assert wrong == []


def _fits(call: ast.Call) -> bool:
    """Return whether the values behind the first text with a blank are as many as its places.

    The advice of an error is a pattern of the same values.
    """
    advice = next((str(ast.unparse(each.value)) for each in call.keywords if each.arg == "advice"), "")
    arguments = call.args
    for place, each in enumerate(arguments):
        if isinstance(each, ast.Constant) and " " in str(each.value):
            values = arguments[place + 1 :]
            if any(isinstance(value, ast.Starred) for value in values):
                return True
            if not values:  # the text is said as it is
                return re.search(r"\{\d\}", str(each.value)) is None
            places = {
                name for _, name, _, _ in Formatter().parse(f"{each.value} {advice}") if name is not None
            }
            return places == {str(n) for n in range(len(values))}
    return True


def test_errors_are_patterns_with_values() -> None:
    worded: Counter[str] = Counter()
    for path, call in _said():
        if isinstance(call.func, ast.Name) and call.func.id in ERRORS:
            worded[house.package_of(path)] += isinstance(next(iter(call.args), None), ast.JoinedStr)
    more = {room: n for room, n in worded.items() if n > IN_ERRORS.get(room, 0)}
    assert not more, f"Raise them with a pattern and its values, as message() takes them: {more}."
