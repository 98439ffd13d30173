"""What it takes to bring the indexes up to date after ten papers were edited, in libraries of several sizes.

`python tests/benchmarks/bench_upkeep.py [PAPERS...]` takes files of papers, or makes some up. Each library
gets the first so many of them, with vectors of 384 numbers that are made of words: of a model's time nothing
is counted, since the papers to be encoded are the ten that were edited, however many there are.
"""

from __future__ import annotations

import logging
import statistics
import tempfile
from collections import defaultdict
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bench_library import made_up_papers
from measuring import head, parser_of, row, seconds

from assay.encoding import FolderCache, HashingEncoder
from assay.importers import identity_keys, read_papers
from assay.library import Library
from assay.search import lexical_folder, update_index, update_lexical
from assay.types import Paper

SIZES = (1_000, 10_000, 125_000)
EDITED = 10
REPEATS = 5


def main() -> None:
    """Prints the table of medians."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("papers", nargs="*", type=Path, help="files of papers")
    papers = _papers(parser.parse_args().papers, max(SIZES))
    head("papers", "edit 10", "remove 10", "vectors", "words", "whole library, vectors", "words", texts=0)
    for size in SIZES:
        with (
            tempfile.TemporaryDirectory(dir=Path.home()) as folder,
            Library.open(Path(folder) / "x") as library,
        ):
            chosen = papers[:size]
            for start in range(0, len(chosen), 5000):
                some = chosen[start : start + 5000]
                library.papers.add([(paper, identity_keys(paper)) for paper in some])
            row(f"{len(chosen):,}", *(f"{took:.2f} s" for took in _measured(library, chosen)))


def _papers(files: list[Path], n: int) -> list[Paper]:
    if not files:
        return made_up_papers(n)
    every = (paper for file in files for paper in read_papers(file) if isinstance(paper, Paper))
    return list({paper.doc_id: paper for paper in islice(every, n)}.values())


def _measured(library: Library, papers: list[Paper]) -> list[float]:
    """Seconds to edit, to remove, to follow with vectors and with words; then of looking at every paper."""
    encoder = HashingEncoder(384)
    cache = FolderCache(library.folder / "vectors")

    def vectors() -> None:
        update_index(library, encoder, cache=cache)

    def words() -> None:
        update_lexical(library, folder=lexical_folder(library.folder))

    vectors(), words()
    times: dict[str, list[float]] = defaultdict(list)
    step = max(1, len(papers) // EDITED)
    for n in range(REPEATS):
        chosen = papers[n::step][:EDITED]

        def edit(chosen: list[Paper] = chosen, n: int = n) -> None:
            for paper in chosen:
                library.edits.edit(replace(paper, abstract=f"Written anew, {n}."), ())

        times["edit"].append(seconds(edit))
        times["vectors"].append(seconds(vectors))
        times["words"].append(seconds(words))
        ids = [paper.doc_id for paper in chosen]
        times["remove"].append(seconds(lambda ids=ids: library.edits.remove(ids)))  # type: ignore[misc]
        vectors(), words()
        library.actions.undo()
        vectors(), words()
    for n in range(2):
        library.edits.edit(replace(papers[0], abstract=f"Again, {n}."), ())
        with library._database.write() as connection:
            connection.exec_driver_sql("DELETE FROM index_mark")  # so that every paper is looked at
        times["all vectors"].append(seconds(vectors))
        times["all words"].append(seconds(words))
    wanted = ("edit", "remove", "vectors", "words", "all vectors", "all words")
    return [statistics.median(times[name]) for name in wanted]


if __name__ == "__main__":
    main()
