"""A library of 100,000 papers: filling, opening, sorting, filtering, and reading a page of rows.

The papers are generated (titles of ten words, four authors, abstracts of 180 words). Beside figures stands
what one would write without a library: one SQLite table read as a whole, then sorted or filtered in Python.
Sorting there pays for reading the rows; a program that keeps them all in memory would not, but holds
hundreds of MB for it.
"""

from __future__ import annotations

import logging
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from measuring import head, median, row, seconds

from assay.library import Library
from assay.types import Filters, Paper

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPERS = 100_000
PAGE = 50


def main() -> None:
    """Prints the table of medians."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as name:
        folder, plain = Path(name) / "library", Path(name) / "plain.sqlite"
        rows = [_filled(folder, plain), ("backup, once a day", seconds(lambda: _back_up(folder)), None)]
        size = (folder / "library.sqlite").stat().st_size / 1e6
        rows += _measured(folder, plain)
    print(f"{PAPERS:,} papers, {size:.0f} MB")
    head("step", "library, s", "all rows by sqlite3, then Python, s", "ratio")
    for step, ours, other in rows:
        beside = ("-", "-") if other is None else (f"{other:.3f}", f"{other / ours:.1f}")
        row(step, f"{ours:.4f}", *beside)


def _filled(folder: Path, plain: Path) -> tuple[str, float, float | None]:
    papers = made_up_papers(PAPERS)
    return (
        "add all, with keys",
        seconds(lambda: _fill(folder, papers)),
        seconds(lambda: _fill_plain(plain, papers)),
    )


def _measured(folder: Path, plain: Path) -> list[tuple[str, float, float | None]]:
    rows: list[tuple[str, float, float | None]] = [
        ("open, whole file checked", seconds(lambda: Library.open(folder).close()), None),
        ("open, later that day", median(lambda: Library.open(folder).close()), None),
        ("open, unchecked", median(lambda: Library.open(folder, check=False).close()), None),
    ]
    with Library.open(folder) as library:
        papers = library.papers
        some = papers.ids()[50_000 : 50_000 + PAGE]
        years = Filters(year_from=2000, year_to=2009)
        venue = Filters(venues=(papers.venues(limit=1)[0][0],))
        for sort, column in (("added", 0), ("title", 1), ("authors", 2), ("year", 3), ("venue", 4)):
            ours = median(lambda sort=sort: papers.ids(sort=sort))  # type: ignore[misc]
            rows.append((f"ids by {sort}", ours, median(lambda c=column: _sorted_rows(plain, c))))  # type: ignore[misc]
        word = papers.get(some[:1])[0].title.split()[3]
        rows += [
            ("ids by title, one word", median(lambda: papers.ids(sort="title", text=word)),
             median(lambda: _words(plain, (word,)))),
            ("ids by title, letter e", median(lambda: papers.ids(sort="title", text="e")),
             median(lambda: _words(plain, ("e",)))),
            ("ids by title, two words, years", median(
                lambda: papers.ids(sort="title", text=f"{word} a", filters=years)), None),
            ("ids by year, ten years", median(lambda: papers.ids(sort="year", filters=years)), None),
            ("matching, ten years", median(lambda: papers.matching(years)), None),
            ("matching, one venue", median(lambda: papers.matching(venue)), None),
            ("count", median(papers.count), None),
            ("count, one word", median(lambda: papers.count(text=word)), None),
            (f"get {PAGE} papers", median(lambda: papers.get(some)), None),
            ("venues", median(papers.venues), None),
            ("revision", median(library.revision), None),
        ]  # fmt: skip
    return rows


def made_up_papers(n: int) -> list[Paper]:
    """Papers of random words, the same at each call."""
    rng = random.Random(7)
    words = ["".join(rng.choices("aeiorstnlmpcd", k=rng.randint(3, 11))) for _ in range(8000)]
    venues = [" ".join(rng.choices(words, k=3)).title() for _ in range(300)]
    abstracts = [" ".join(rng.choices(words, k=180)) for _ in range(500)]
    return [
        Paper(
            doc_id=f"paper-{i}",
            title=" ".join(rng.choices(words, k=10)).capitalize(),
            abstract=f"{i} {rng.choice(abstracts)}",
            authors=tuple(" ".join(rng.choices(words, k=2)).title() for _ in range(4)),
            year=rng.randint(1970, 2025) if rng.random() > 0.02 else None,
            venue=rng.choice(venues),
            doi=f"10.1234/{i}",
        )
        for i in range(n)
    ]


def _fill(folder: Path, papers: Sequence[Paper]) -> None:
    with Library.open(folder) as library:
        library.papers.add([(paper, (f"doi:{paper.doi}", f"title:{paper.title}")) for paper in papers])


def _back_up(folder: Path) -> None:
    with Library.open(folder, check=False) as library:
        library.backup()


def _fill_plain(path: Path, papers: Sequence[Paper]) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE paper (doc_id, title, authors, year, venue, abstract)")
        connection.executemany(
            "INSERT INTO paper VALUES (?, ?, ?, ?, ?, ?)",
            [(p.doc_id, p.title, "; ".join(p.authors), p.year or 0, p.venue, p.abstract) for p in papers],
        )


def _all_rows(path: Path) -> list[tuple[str, str, str, int, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT doc_id, title, authors, year, venue FROM paper").fetchall()


def _sorted_rows(path: Path, column: int) -> list[str]:
    return [row[0] for row in sorted(_all_rows(path), key=lambda row: row[column])]


def _words(path: Path, words: Sequence[str]) -> list[str]:
    found = [row for row in _all_rows(path) if all(w in f"{row[1]} {row[2]} {row[4]}".lower() for w in words)]
    return [row[0] for row in sorted(found, key=lambda row: row[1])]


if __name__ == "__main__":
    main()
