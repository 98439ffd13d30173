"""A Markdown note for each paper in a folder, as Obsidian keeps them: written again around the user's text.

A note is front matter, with a line for each of `KEYS`, and a block between two marks. All else in a file is
the user's and stays byte for byte, other lines of the front matter too. The file may be renamed or moved
within the folder: the front matter says which paper's note it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path

from assay.codec import harmless_json
from assay.errors import BadInput
from assay.exporters.bibtex import CiteKeys, cite_key
from assay.files import write_bytes
from assay.types import Paper, shown_title

BEGIN, END = "%% Assay: from here to the end, written again by every export %%", "%% Assay: end %%"
KEYS = ("title", "authors", "year", "venue", "doi", "keywords", "citekey", "assay")
_HEAD = re.compile(r"\A(\ufeff?)---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_OWNER = re.compile(r"^assay:[ \t]*(.+?)[ \t]*\r?$", re.MULTILINE)
_UNSAFE = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f\x7f]+')
_LENGTH = 100


def write_notes(
    folder: Path, papers: Iterable[tuple[Paper, Sequence[str]]], keys: CiteKeys
) -> Iterator[tuple[Paper, Path]]:
    """Write or renew the note of each paper, with these lines of its block, and yield where it is.

    A new one is named by the citation key. Raises OSError, and BadInput for a note that lost its end mark.
    A link to a note elsewhere is followed, so that it stays a link. Each is read again right before it is
    written: the user may be writing in it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = ((path, path.relative_to(folder).parts) for path in sorted(folder.rglob("*.md")))
    notes = [path for path, parts in found if not any(part.startswith(".") for part in parts)]
    owners = {owner: path for path in reversed(notes) if (owner := _owner(_read(path)))}
    taken = {str(path.relative_to(folder)).casefold() for path in notes}
    for paper, lines in papers:
        key = cite_key(paper, keys)
        path = owners.get(paper.doc_id) or folder / _free_name(key, taken)
        before = _read(path)
        after = renewed(before, _facts(paper, key), "\n".join(lines).strip(), where=path)
        if after != before:
            write_bytes(path.resolve(), after.encode("utf-8", "surrogateescape"))
        yield paper, path


def renewed(text: str, facts: Mapping[str, object], block: str, *, where: Path) -> str:
    """Return the note with these facts and this block. Raises BadInput where the end mark is gone."""
    head = _HEAD.match(text)
    own = "".join(f"{key}: {harmless_json(json.dumps(facts[key], ensure_ascii=False))}\n" for key in KEYS)
    mark, first, others = (head[1], *_others(head[2])) if head else ("", "", "")
    rest = text[head.end() :] if head else text
    before, begin, behind = rest.partition(BEGIN)
    _, end, after = behind.partition(END)
    if begin and not end:
        raise BadInput("{0} has no line {1} any more. Put it where your own text begins.", where, END)
    if not begin:
        before, after = f"{rest}\n" if rest else "\n", "\n"
    inert = block.replace("%% Assay", "% % Assay")  # the text of a paper ends no block
    return f"{mark}---\n{first}{own}{others}---\n{before}{BEGIN}\n{inert}\n{END}{after}"


def _facts(paper: Paper, key: str) -> dict[str, object]:
    names = {"title": shown_title(paper), "authors": paper.authors, "keywords": paper.keywords}
    return names | {
        "year": paper.year, "venue": paper.venue, "doi": paper.doi, "citekey": key, "assay": paper.doc_id,
    }  # fmt: skip


def _others(head: str) -> tuple[str, str]:
    """Return the lines of a front matter that are the user's, before those of `KEYS` and behind the first.

    What stands in a list under one of `KEYS` belongs to it. Without any of them, all lines are behind.
    """
    is_ours, parts = False, [""]
    for line in StringIO(head):  # which ends lines as files do, not at U+2028 within one
        if not line.startswith((" ", "\t", "-")):
            is_ours = line.partition(":")[0].strip() in KEYS
        if not is_ours:
            parts[-1] += line
        elif len(parts) == 1:
            parts.append("")
    return (parts[0], parts[1]) if len(parts) == 2 else ("", parts[0])


def _owner(text: str) -> str:
    """Return the id of the paper whose note it is; "" for the user's. Editors drop or change quotes."""
    head = _HEAD.match(text)
    named = _OWNER.search(head[2]) if head else None
    if named is None or not named[1].startswith('"'):
        return "" if named is None else named[1].strip("'").replace("''", "'")
    with suppress(ValueError):
        return str(json.loads(named[1]))
    return ""


def _read(path: Path) -> str:
    """Return what a file holds, of which bytes that are no UTF-8 go back as they were; "" for no file."""
    return path.read_bytes().decode("utf-8", "surrogateescape") if path.is_file() else ""


def _free_name(key: str, taken: set[str]) -> str:
    stem = _UNSAFE.sub("_", key).strip(". ")[:_LENGTH] or "paper"
    names = (f"{stem}{'' if n == 1 else f'-{n}'}.md" for n in range(1, len(taken) + 2))
    name = next(each for each in names if each.casefold() not in taken)
    taken.add(name.casefold())
    return name
