"""What the items of papers cost: a library of 125,000 papers without items and with 1,200 characters each.

Lists must be as fast as before there were items, and whoever needs none must not pay for them. Each figure is
the median of five; memory is the growth of the process while all papers are held, in a process of its own.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench_library import made_up_papers
from measuring import head, median, parser_of, resident_mb, row, taken

from assay.library import Library

if TYPE_CHECKING:
    pass

PAPERS = 125_000
ITEM = 1_200


def main() -> None:
    """Prints the table; with a folder and "items" or "bare", what reading all of it takes."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("library", nargs="?", type=Path, help="say what reading all of this one takes")
    parser.add_argument("how", nargs="?", choices=["items", "bare"], help="with the items or without")
    given = parser.parse_args()
    if given.library is not None:
        print(json.dumps(_read_all(given.library, items=given.how == "items")))
        return
    with tempfile.TemporaryDirectory() as name:
        bare, full = Path(name) / "bare", Path(name) / "full"
        _fill(bare, item=False)
        _fill(full, item=True)
        one, two = _lists(bare), _lists(full)
        head("step", "without items", "with items")
        for step in one:
            row(step, f"{one[step] * 1000:.1f} ms", f"{two[step] * 1000:.1f} ms")
        for how in ("items", "bare"):
            pairs = [_in_a_process(folder, how) for folder in (bare, full)]
            call = "papers.all()" if how == "items" else "papers.all(items=False)"
            row(f"{call}, all held", *(f"{seconds:.1f} s, {mb:.0f} MB" for seconds, mb in pairs))


def _fill(folder: Path, *, item: bool) -> None:
    papers = made_up_papers(PAPERS)
    if item:
        texts = [
            json.dumps({"type": "book", "fields": {"note": f"{n} {'x' * (ITEM - 50)}"}}) for n in range(50)
        ]
        papers = [replace(paper, item=texts[n % 50]) for n, paper in enumerate(papers)]
    with Library.open(folder) as library:
        for start in range(0, PAPERS, 5_000):
            library.papers.add([(paper, ()) for paper in papers[start : start + 5_000]])


def _lists(folder: Path) -> dict[str, float]:
    with Library.open(folder, check=False) as library:
        papers = library.papers
        some = papers.ids()[60_000:60_050]
        word = papers.get(some[:1])[0].title.split()[3]
        return {
            "ids by title": median(lambda: papers.ids(sort="title")),
            "ids by title, one word": median(lambda: papers.ids(sort="title", text=word)),
            "count, one word": median(lambda: papers.count(text=word)),
            "get 50 papers": median(lambda: papers.get(some)),
            "get 50 papers without items": median(lambda: papers.get(some, items=False)),
        }


def _in_a_process(folder: Path, how: str) -> tuple[float, float]:
    command = [sys.executable, "-P", __file__, str(folder), how]
    paths = {"PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=paths)
    seconds, mb = json.loads(done.stdout)
    return seconds, mb


def _read_all(folder: Path, *, items: bool) -> tuple[float, float]:
    with Library.open(folder, check=False) as library:
        before = resident_mb()
        took, held = taken(lambda: [paper for batch in library.papers.all(items=items) for paper in batch])
        after = resident_mb()
    assert len(held) == PAPERS
    return took.processor, after - before


if __name__ == "__main__":
    main()
