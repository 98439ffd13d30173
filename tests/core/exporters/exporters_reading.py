"""What the tests of this folder share: papers written in a format and read again by the importers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.exporters import ExportFormat, lines_of
from assay.exporters.formats import SUFFIXES
from assay.importers import read_papers
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def written(papers: Sequence[Paper], format: ExportFormat) -> str:
    return "".join(line + "\n" for line in lines_of(papers, format))


def read_again(papers: Sequence[Paper], format: ExportFormat, folder: Path) -> list[Paper]:
    """What the importers make of an export; an entry that they refuse fails the test."""
    suffix = next(suffix for suffix, known in SUFFIXES.items() if known is format)
    path = folder / f"papers{suffix}"
    path.write_text(written(papers, format), encoding="utf-8")
    found = list(read_papers(path))
    back = [item for item in found if isinstance(item, Paper)]
    spared = "outside the folder", "does not define"  # a macro leaves as it came
    failures = [item for item in found if not isinstance(item, Paper)]
    others = [item for item in failures if not any(words in item.reason for words in spared)]
    assert not others, others
    return back


def family_first(name: str) -> str:
    """CSL-JSON and Zotero have names in two parts, so "Ada Lovelace" comes back as "Lovelace, Ada"."""
    return " ".join(sorted(name.replace(",", " ").split()))


def comparable(paper: Paper, format: ExportFormat) -> Paper:
    """The paper without what exports do not promise: ids as keys, and the order of a name's parts."""
    authors = paper.authors
    if format in (ExportFormat.CSL_JSON, ExportFormat.ZOTERO_RDF):
        authors = tuple(map(family_first, authors))
    plain = replace(paper, authors=authors, item="")
    return replace(plain, doc_id="") if format is ExportFormat.BIBTEX else plain
