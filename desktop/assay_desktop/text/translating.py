"""Brings the window's texts to those who translate them.

`python -m assay_desktop.text.translating` reads every `tr()` of this package, adds what is new to the `.ts`
files of `assay_resources/translations`, which the window reads, as unfinished, and takes out what is gone.
What the same words say in another place, they say in a new place too. Qt's `lupdate` cannot follow the
`_tr()` of our modules; the files are as it would write them, and Qt Linguist opens them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import assay
from assay import errors
from assay_desktop.text.language import TRANSLATED, Text, read_ts

PACKAGE: Final = Path(__file__).parents[1]
_SAY: Final = {"message", "translatable", "progress", "report"}
_ERRORS: Final = {name for name in vars(errors) if name.endswith(("Error", "Input", "Index", "Failed"))} | {
    "Expansion",
    "LibraryMissing",
    "LibraryReadOnly",
    "LibraryTooNew",
    "Inapplicable",
    "Unreadable",
    "ZoteroAway",
}
_PLACED: Final = {"ImportFailed", "fault", "fail", "require", "damaged"}  # may name first what the text is of
_ELSEWHERE: Final = frozenset({"cli", "notebook"})  # packages whose errors never reach the window


class Untranslatable(Exception):
    """A `tr()` that cannot be found before the program runs; says where it stands."""


def texts_of(package: Path) -> set[Text]:
    """Return all texts of the Python files below a folder; raise `Untranslatable`."""
    found: set[Text] = set()
    for path in sorted(package.rglob("*.py")):
        found.update(texts_in(path.read_text(encoding="utf-8"), path.name))
    return found


def core_texts() -> set[Text]:
    """Return what the core says in the window: its messages, and the stages of its work."""
    found: set[Text] = set()
    for path in (*Path(assay.__path__[0]).rglob("*.py"), *PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2].lstrip("_")
                speaks = name in _SAY or (name in _ERRORS and _ELSEWHERE.isdisjoint(path.parts))
                places = node.args if name in _PLACED else node.args[:1] if speaks else []
                texts = (each.value for each in places if isinstance(each, ast.Constant) and each.value)
                found.update(Text("core", each) for each in texts if isinstance(each, str))
    return found


def texts_in(code: str, name: str) -> Iterator[Text]:
    """Yield the texts of one file, which errors call `name`."""
    reader = _Reader(name, ast.parse(code))
    reader.visit(reader.tree)
    yield from reader.found


class _Reader(ast.NodeVisitor):
    """Knows in which class and function it reads."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.tree = tree
        self.found: list[Text] = []
        self._name = name
        self._module_context = _context_of_module(tree)
        self._classes: list[str] = []
        self._depth = 0  # of functions

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name == "_tr":
            return  # hands on what its callers say
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func)
        if called in {"QCoreApplication.translate", "QT_TRANSLATE_NOOP"} or called.rpartition(".")[2] in {
            "tr",
            "_tr",
        }:
            self.found.append(self._text(node, called))
        self.generic_visit(node)

    def _text(self, node: ast.Call, called: str) -> Text:
        words = [each.value for each in node.args if isinstance(each, ast.Constant)]
        strings = [each for each in words if isinstance(each, str)]
        if not self._depth and called != "QT_TRANSLATE_NOOP":
            raise self._refusal(node, "is read before the window knows its language: move it into a function")
        if len(strings) != len(node.args):
            raise self._refusal(node, "is not one plain string: use {0} and .format()")
        if called == "self.tr" and self._classes and len(strings) == 1:
            return Text(self._classes[-1], strings[0])
        if called == "_tr" and self._module_context and len(strings) == 1:
            return Text(self._module_context, strings[0])
        if called in {"QCoreApplication.translate", "QT_TRANSLATE_NOOP"} and len(strings) == 2:
            return Text(*strings)
        raise self._refusal(node, "has no context: use self.tr, or a _tr of this module")

    def _refusal(self, node: ast.Call, why: str) -> Untranslatable:
        return Untranslatable(f"{self._name}, line {node.lineno}: {ast.unparse(node)[:60]} {why}.")


def _context_of_module(tree: ast.Module) -> str:
    """Return the first argument of `translator`, or of `translate`, in the module's `_tr`; "" without one."""
    for node in tree.body:
        is_function = isinstance(node, ast.FunctionDef) and node.name == "_tr"
        if is_function or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_tr"):
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.args[0], ast.Constant):
                    return str(call.args[0].value)
    return ""


def write_ts(path: Path, language: str, texts: Mapping[Text, str]) -> None:
    """Write the file as Qt Linguist does, contexts and texts in order."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines.append(f'<TS version="2.1" language="{language}" sourcelanguage="en">')
    for context in sorted({text.context for text in texts}):
        lines += ["<context>", f"    <name>{escape(context)}</name>"]
        for text in sorted(text for text in texts if text.context == context):
            translation = texts[text]
            state = "" if translation else ' type="unfinished"'
            lines += [
                "    <message>",
                f"        <source>{escape(text.source)}</source>",
                f"        <translation{state}>{escape(translation)}</translation>",
                "    </message>",
            ]
        lines.append("</context>")
    path.write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8")


def merged(texts: set[Text], known: Mapping[Text, str]) -> dict[Text, str]:
    """What is known of the texts; new ones say what the same words say elsewhere, if that is one thing."""
    elsewhere: dict[str, set[str]] = {}
    for text, translation in known.items():
        elsewhere.setdefault(text.source, set()).update({translation} - {""})
    return {text: known.get(text) or _only(elsewhere.get(text.source, set())) for text in texts}


def _only(translations: set[str]) -> str:
    return next(iter(translations)) if len(translations) == 1 else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Bring the files up to date; says how many texts wait for words, and which."""
    del arguments
    texts = texts_of(PACKAGE) | core_texts()
    with as_file(files("assay_resources") / "translations") as folder:
        for language in TRANSLATED:
            ts = folder / f"assay_{language}.ts"
            whole = merged(texts, read_ts(ts.read_text(encoding="utf-8")) if ts.exists() else {})
            write_ts(ts, language, whole)
            waiting = sorted(text for text, words in whole.items() if not words)
            sys.stdout.write("".join(f"{text.context}: {text.source!r}\n" for text in waiting))
            sys.stdout.write(f"{language}: {len(whole) - len(waiting)} of {len(whole)} texts, in {ts}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
