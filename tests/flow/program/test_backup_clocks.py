"""Backups after a clock that was ahead: what was just made is never deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

KEPT = 7


def _made(assay: Callable[..., Any]) -> Path:
    answer = assay("backup", "--json")
    assert answer.status == 0, answer.err
    return Path(answer.payload["backup"])


def _date_ahead(path: Path) -> Path:
    """The file as a clock that was five years ahead would have named it."""
    ahead = re.sub(r"library-(\d{4})", lambda year: f"library-{int(year[1]) + 5}", path.name)
    assert ahead != path.name
    return path.rename(path.with_name(ahead))


def _copies(folder: Path) -> set[Path]:
    return set((folder / "backups").glob("library-*.sqlite"))


def test_a_backup_stays_after_a_clock_that_was_ahead(
    assay: Callable[..., Any], papers_file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    assert assay("import", papers_file).status == 0
    for _ in range(KEPT):
        _made(assay)
    ahead = [_date_ahead(path) for path in sorted(_copies(folder))]
    assay("search", "bees")  # any command makes the backup of the day first
    made = sorted(_copies(folder) - set(ahead))
    assert len(made) == 1, "the backup of the day was deleted as soon as it was made"
    for n in range(2, 2 * KEPT):
        made.append(_made(assay))
        assert made[-1].is_file(), f"backup {n} was deleted as soon as it was made"
        assert _copies(folder) == {*ahead[n:], *made[-KEPT:]}  # the first that were made go first
    listed = [Path(row["path"]) for row in assay("backups", "--json").payload["backups"]]
    assert listed == made[-KEPT:][::-1]


def test_backups_that_an_earlier_assay_named_by_the_clock_go_first(
    assay: Callable[..., Any], papers_file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    assert assay("import", papers_file).status == 0
    whole = _made(assay)
    for other in _copies(folder) - {whole}:
        other.unlink()
    earlier = [folder / "backups" / f"library-2031010{day}-120000-000000.sqlite" for day in range(1, 8)]
    for path in earlier:
        path.write_bytes(whole.read_bytes())
    made = _made(assay)
    assert _copies(folder) == {*earlier[2:], whole, made}
    (folder / "library.sqlite").write_bytes(b"SQLite format 3\0 and then nothing that could be read")
    refused = assay("search", "bees")
    assert made.name in refused.err, "the advice must name the copy that was made last"


def test_a_restore_names_what_it_replaced_in_the_same_order(
    assay: Callable[..., Any], papers_file: Path, tmp_path: Path
) -> None:
    assert assay("import", papers_file).status == 0
    backup = _made(assay)
    aside = Path(assay("restore", backup, "--json").payload["aside"])
    listed = [Path(row["path"]) for row in assay("backups", "--json").payload["backups"]]
    assert listed[:2] == [aside, backup]
