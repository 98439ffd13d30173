"""Is the library file whole? Asked at every opening, before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.errors import LibraryError
from assay.library.paths import restore_advice

if TYPE_CHECKING:
    from pathlib import Path

    from assay.library.connection import Database

HEADER = b"SQLite format 3\0"


def check_file(path: Path) -> None:
    """Refuses what is not an SQLite file, without touching it. Raises LibraryError."""
    try:
        with path.open("rb") as file:
            start = file.read(len(HEADER))
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error}.") from error
    if start != HEADER:
        raise LibraryError(
            f"{path} is not an Assay library, or it is damaged: it is no SQLite file. It was left as it is. "
            f"{restore_advice(path.parent)}"
        )


def check_pages(database: Database) -> None:
    """Has SQLite check the pages of the library file. Raises LibraryError naming the newest backup."""
    with database.read() as connection:
        answer = connection.scalar(sa.text("PRAGMA quick_check(1)"))
    if answer != "ok":
        raise LibraryError(
            f"{database.path} is damaged ({answer}); it was left as it is. "
            f"{restore_advice(database.path.parent)}"
        )
