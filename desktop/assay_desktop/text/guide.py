"""The user guide: what the repository's `docs` say and show, which an installed Assay carries with it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

DOCUMENTS: Final = ("guide.md", "training.md")
"""In the order in which they are read; in the wheel they lie in `assay_resources/guide`."""

PICTURES: Final = "pictures"
"""The folder next to the documents from which they show pictures."""
_OUTSIDE: Final = re.compile(r"(?<!!)\[([^\]]*)\]\((?!#|(?:guide|training)\.md)[^)]*\)")


def guide_text() -> str:
    """Return all documents as one Markdown text, without links to what the window lacks.

    Raises FileNotFoundError where the installation lacks them.
    """
    return "\n\n".join(_OUTSIDE.sub(r"\1", _text(name).strip()) for name in DOCUMENTS)


def slug(heading: str) -> str:
    """Return what links call a heading: "Bring papers in" is "bring-papers-in"."""
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return words.replace(" ", "-")


def target(link: str) -> str:
    """Return the heading that a link of the guide leads to; "" for a place outside of it."""
    document, _, heading = link.partition("#")
    if document not in ("", *DOCUMENTS):
        return ""
    return heading or slug(_title(document)) if document or heading else ""


def guide_folder() -> Path:
    """Return where the documents lie: in the package, or in a working tree what the package is built from."""
    package = Path(str(files("assay_resources")))
    packed = package / "guide"
    return packed if packed.is_dir() else package.parents[1] / "docs"


def _title(document: str) -> str:
    return _text(document).partition("\n")[0].lstrip("# ")


def _text(name: str) -> str:
    return (guide_folder() / name).read_text(encoding="utf-8")
