"""Where the PDFs lie that a reference manager keeps beside its papers."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

PDF = "application/pdf"


def is_pdf(path: str, kind: str = "") -> bool:
    """By the media type that the source gives, or else by the name."""
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
