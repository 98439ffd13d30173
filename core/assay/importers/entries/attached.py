"""Where the PDFs lie that a reference manager keeps next to its papers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PureWindowsPath

PDF = "application/pdf"


def is_pdf(path: str, kind: str = "") -> bool:
    """Whether it is a PDF, by the media type that the source gives, or else by the name."""
    return kind.strip() == PDF if kind.strip() else path.strip().casefold().endswith(".pdf")


def placed(path: str, folder: Path) -> str:
    """The path, resolved against the source's folder where it is relative; "" where it leads out of there.

    An absolute path, of this system or of Windows, is as the source gives it: the file may be anywhere.
    """
    path = path.strip()
    if not path or "\0" in path:
        return ""
    if Path(path).is_absolute() or PureWindowsPath(path).drive:
        return path
    if ".." in Path(path.replace("\\", "/")).parts:
        return ""
    return str(folder.absolute() / path)


def inside(path: str, folder: Path) -> bool:
    """Return whether the file lies in the folder of the list that names it, links followed.

    A list that somebody else wrote must not make a program read files from all over the disk.
    """
    try:
        return Path(path).resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def kept_inside(paths: Iterable[str], folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths that lie inside the folder, and those that do not."""
    known = list(filter(None, paths))
    within = tuple(path for path in known if inside(path, folder))
    return within, tuple(path for path in known if path not in within)
