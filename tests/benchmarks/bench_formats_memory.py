"""What an index of 100,000 papers costs in memory and on the disk: of PRX alone, and of all four formats.

    python tests/benchmarks/bench_formats_memory.py [--papers 100000] [--dim 384]

Random vectors through the library's own index, saved and opened again, each case in a process of its own
that has loaded nothing else. Memory is that of the process beyond what it had before it opened an index: when
it is open, and after 20 searches in each index, which read every vector. Vectors are mapped from the file, so
that the system may take their memory back ("of files"); what is the process's alone it may not. A library
keeps PRX only; the rest is what keeping all four would cost.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from measuring import folder_mb, head, memory, parser_of, row, seconds

from assay.index import Manifest, choose, new_index, open_index, save
from assay.types import TaskFormat, Vectors

CASES = {"PRX alone": ("PRX",), "all four": ("PRX", "QRY", "CLF", "RGN")}
SEARCHES, K = 20, 100


def main() -> None:
    """Prints the table."""
    parser = parser_of(__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--dim", type=int, default=384)
    parser.add_argument("--opened", nargs="*", default=[], help="inside: the folders of the case")
    given = parser.parse_args()
    if given.opened:
        print(json.dumps(_measured([Path(name) for name in given.opened], given.dim)))
        return
    with tempfile.TemporaryDirectory() as place:
        folders = {str(name): Path(place) / name for name in TaskFormat}
        built = [
            _built(folder, given.papers, given.dim, seed) for seed, folder in enumerate(folders.values())
        ]
        kind, middle = choose(given.papers), np.median(built)
        print(
            f"{given.papers:,} papers of {given.dim} dimensions; an index is {kind}, built in {middle:.1f} s"
        )
        head("indexes", "on the disk, MB", "open, MB", "after searches, MB", "of files", "its own")
        for name, formats in CASES.items():
            own = [folders[each] for each in formats]
            row(name, f"{folder_mb(*own):.0f}", *_row(own, given.dim))


def _row(folders: list[Path], dim: int) -> list[str]:
    """What a process of its own measures."""
    command = [sys.executable, __file__, "--dim", f"{dim}", "--opened", *map(str, folders)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(answer.stdout)
    keys = ("open", "searched", "files", "own")
    return [f"{found[key] / 1e6:.0f}" for key in keys]


def _built(folder: Path, papers: int, dim: int, seed: int) -> float:
    def build() -> None:
        index = new_index(choose(papers), dim)
        index.add([f"paper-{place}" for place in range(papers)], _vectors(papers, dim, seed))
        save(index, folder, Manifest("benchmark", dim, index.kind, papers))

    return seconds(build)


def _vectors(n: int, dim: int, seed: int) -> Vectors:
    return np.random.default_rng(seed).standard_normal((n, dim), dtype=np.float32)


def _measured(folders: list[Path], dim: int) -> dict[str, float]:
    before = memory()
    indexes = [open_index(folder, fingerprint="benchmark", dim=dim) for folder in folders]
    opened = memory()
    for query in _vectors(SEARCHES, dim, 99):
        for index in indexes:
            index.search(query[None], K)
    after = memory()
    return {
        "open": opened["VmRSS"] - before["VmRSS"],
        "searched": after["VmRSS"] - before["VmRSS"],
        "files": after["RssFile"] - before["RssFile"],
        "own": after["RssAnon"] - before["RssAnon"],
    }


if __name__ == "__main__":
    main()
