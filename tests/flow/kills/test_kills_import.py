"""Imports killed at random moments: what was reported stays, and the next one does what is left."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from assay.ingest.importing import import_files
from assay.library import Library
from assay.types import Paper
from killing import FEW, MANY, Killer, papers_of, require_no_process_left, require_sound
from pdf_writing import Type, block, pdf

ROWS = 2200  # of which an import commits a thousand at once
PDFS = 25  # of which it commits twenty


@lru_cache(16)
def rows_of(number: int) -> dict[str, Paper]:
    """The papers of one list, which say more of the last ones of the list before."""
    words = ["river", "stone", "cloud", "signal", "garden", "engine", "letter", "market", "winter"]
    found = {}
    for n in range(number * ROWS, (number + 1) * ROWS):
        text = " ".join(words[(n * step + step) % 9] + str(n % (step + 7)) for step in range(1, 30))
        found[f"d{n}"] = Paper(f"d{n}", f"Paper {n} of the {words[n % 9]}", text, year=1900 + n % 120)
    return found


def list_of(folder: Path, number: int) -> Path:
    path = folder / f"{number}.jsonl"
    rows = (
        {"_id": p.doc_id, "title": p.title, "text": p.abstract, "year": p.year}
        for p in rows_of(number).values()
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def folder_of_pdfs(folder: Path, number: int) -> Path:
    """Made-up papers, each with its DOI."""
    made = folder / f"{number}-pdfs"
    made.mkdir()
    for n in range(PDFS):
        text = (
            f"Stones of slope {number} and rest {n} gather moss where they rest, and nothing else is found. "
            * 6
        )
        page = [
            Type(f"Moss on Stones: Slope {number}, Rest {n}", 120, 80, 16, "Times-Bold"),
            Type("Ada Pebble", 250, 120, 11),
            Type("Abstract", 270, 160, 12, "Times-Bold"),
            *block(text, 70, 180),
            Type(f"doi:10.5555/moss.{number}.{n}", 70, 760, 8),
        ]
        (made / f"{n:02}.pdf").write_bytes(pdf(page))
    return made


def kill_imports(place: Path, start, *, kills: int, seed: int) -> None:
    killer = Killer(seed)
    folder, sources, acknowledged = place / "library", [], []
    killed, lasting = 0, 0
    while killed < kills:
        if len(acknowledged) == len(sources):
            made = folder_of_pdfs if len(sources) % 4 == 3 else list_of
            sources.append(made(place, len(sources)))
        out = killer.run(start(folder, "import", str(sources[-1]), "--json", "--progress", "jsonl"))
        if out is None:
            killed += 1
        else:
            assert json.loads(out)["failed"] == []
            acknowledged.append(sources[-1])
        lasting += require_acknowledged(folder, acknowledged, n_sources=len(sources))
    print(f"\n{killed} imports killed, {len(acknowledged)} finished, {lasting} left part of a file behind")
    require_no_process_left(folder)
    require_as_if_never_killed(place, folder, sources)


def require_acknowledged(folder: Path, acknowledged: list[Path], *, n_sources: int) -> bool:
    """Papers are there as a whole, those of finished imports all; whether others left some, too."""
    if not (folder / "library.sqlite").exists():
        assert not acknowledged
        return False
    require_sound(folder)
    with Library.open(folder) as library:
        found = papers_of(library)
        files = library.files.under(str(folder.parent))
    for number in range(n_sources):
        rows = {} if number % 4 == 3 else rows_of(number)
        here = rows.keys() & found.keys()
        assert all(found[doc_id] == rows[doc_id] for doc_id in here)
        if number < len(acknowledged):
            assert len(here) == len(rows)
            if number % 4 == 3:
                assert sum(f"/{number}-pdfs/" in name for name in files) == PDFS
    return any(0 < len(rows_of(n).keys() & found.keys()) < ROWS for n in range(n_sources))


def require_as_if_never_killed(place: Path, folder: Path, sources: list[Path]) -> None:
    with Library.open(folder) as library, Library.open(place / "whole") as whole:
        import_files(library, sources)
        import_files(whole, sources)
        assert papers_of(library) == papers_of(whole)
        assert library.files.under(str(place)) == whole.files.under(str(place))
        assert library.files.with_text() == whole.files.with_text()


def test_killed_imports_lose_nothing_and_resume(start, tmp_path: Path) -> None:
    kill_imports(tmp_path, start, kills=FEW, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_killed_imports_lose_nothing_and_resume(start, tmp_path: Path) -> None:
    kill_imports(tmp_path, start, kills=MANY, seed=2)
