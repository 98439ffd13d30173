"""What the documents tell people to type is what the command line takes."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.main import get_group

from assay.cli import app
from assay.training.recipe.objective_spec import ListsSpec, ObjectiveSpec
from assay.training.recipe.recipe import LIST_LOSSES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    *(
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if path.parent.name != "decisions"
    ),
)
SHOW_COMMANDS = ("README.md", "docs/guide.md", "docs/training.md", "docs/tutorials/", "docs/howto/")


def blocks(text: str) -> Iterator[str]:
    yield from re.findall(r"^```\w*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def commands(document: str) -> list[str]:
    """Every `assay ...` of the blocks: lines that go on are joined, comments and pipes cut off."""
    found = []
    for block in blocks((ROOT / document).read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            parts = re.split(r"\s&&\s|;\s(?=assay )", re.sub(r"(^|\s)#.*", "", line))
            typed = [re.split(r"\s[>|]\s", part)[0].strip() for part in parts]
            found += [each for each in typed if each.startswith("assay ")]
    return found


def named(document: str) -> list[str]:
    """Every `assay ...` within a sentence, often without what it needs."""
    text = (ROOT / document).read_text(encoding="utf-8")
    for block in blocks(text):
        text = text.replace(block, "")
    found = [" ".join(each.split()) for each in re.findall(r"`(assay [^`]+)`", text)]
    return [each.partition(" > ")[0] for each in found if "COMMAND" not in each]


@cache
def _all_commands() -> Any:
    """Made once: it takes half a second."""
    return get_group(app)


def refused(typed: str) -> str:
    """Why the command line would not take this, "" where it would; nothing is run, no file is looked for."""
    command = _all_commands()
    words = shlex.split(typed)[1:]
    context = None
    while True:
        context = command.context_class(command, parent=context)
        values, rest, _order = command.make_parser(context).parse_args(args=words)
        if not hasattr(command, "commands"):
            break
        if not rest:
            return "" if command.invoke_without_command else "missing: a command"
        name, *words = rest
        if name not in command.commands:
            return f"{name} is no command"
        command = command.commands[name]
    missing = [each.name for each in command.params if each.required and values.get(each.name) in (None, ())]
    return f"too much: {rest}" if rest else f"missing: {missing}" if missing else ""


def answer(typed: str) -> str:
    try:
        return refused(typed)
    except Exception as error:  # noqa: BLE001 - the parser's own, whichever it bundles
        return str(error)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_of_a_document_can_be_typed(document: str) -> None:
    found = commands(document)
    assert found or not document.startswith(SHOW_COMMANDS)
    assert {typed: said for typed in found if (said := answer(typed))} == {}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_that_a_sentence_names_is_there(document: str) -> None:
    said = {typed: answer(typed) for typed in named(document)}
    wrong = {
        typed: why for typed, why in said.items() if why and not re.search("missing|requires an arg", why)
    }
    assert wrong == {}


def test_a_command_that_is_not_there_is_found_out() -> None:
    assert refused("assay frobnicate") == "frobnicate is no command"
    with pytest.raises(Exception, match="--frobnicate"):
        refused("assay index --frobnicate")
    assert refused("assay restore").startswith("missing")


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if each.startswith(SHOW_COMMANDS)])
def test_links_between_documents_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        path, _, heading = link.partition("#")
        target = (ROOT / document).parent / path if path else ROOT / document
        assert target.exists(), link
        if heading and target.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), flags=re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}
            assert heading in slugs, link


def test_the_tables_of_tuned_queries_have_every_option_of_lists() -> None:
    """A key that a recipe takes is one that a reader can find."""
    section = (ROOT / "docs/training.md").read_text(encoding="utf-8").partition("\n## Tuned queries")[2]
    section = section.partition("\n## ")[0]
    own = {field.name for field in fields(ListsSpec)} - {field.name for field in fields(ObjectiveSpec)}
    keys = own | {f"loss.{key}" for key in ("kind", "labels", "boost", "least_label", "padded")}
    assert not {key for key in keys if f"| `{key}` |" not in section}
    assert not {kind for kind in LIST_LOSSES if f"`{kind}`" not in section.partition("| `loss.kind` |")[2]}


def test_the_benchmark_of_candidates_says_what_it_does_before_it_begins() -> None:
    """It writes gigabytes: `--help` makes nothing."""
    script = ROOT / "tests/benchmarks/bench_candidates.py"
    said = subprocess.run(
        [sys.executable, str(script), "--help"], capture_output=True, text=True, check=True, timeout=60
    )
    assert said.stdout.startswith("usage: bench_candidates.py")
