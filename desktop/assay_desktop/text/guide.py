"""The user guide as text: what the repository's `docs` say, which an installed Assay carries with it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

DOCUMENTS: Final = ("guide.md", "training.md")
"""In the order in which they are read; in the wheel they lie in `assay_resources/guide`."""

_PICTURE: Final = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n?", re.MULTILINE)
_OUTSIDE: Final = re.compile(r"\[([^\]]*)\]\((?!#|(?:guide|training)\.md)[^)]*\)")


def guide_text() -> str:
    """Return all documents as one Markdown text, without pictures and links to what the window lacks.

    Raises FileNotFoundError where the installation lacks them.
    """
    texts = (_PICTURE.sub("", _folder_text(name)).strip() for name in DOCUMENTS)
    return "\n\n".join(_OUTSIDE.sub(r"\1", text) for text in texts)


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


def _title(document: str) -> str:
    return _folder_text(document).partition("\n")[0].lstrip("# ")


def _folder_text(name: str) -> str:
    """Read from the package, or in a working tree from the documents that the package is built from."""
    packed = files("assay_resources") / "guide" / name
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    package = Path(str(files("assay_resources")))
    return (package.parents[1] / "docs" / name).read_text(encoding="utf-8")
