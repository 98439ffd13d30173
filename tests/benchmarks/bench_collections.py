"""nDCG@10 and its companions on real judged collections: BM25, dense and hybrid, and the parity check.

Reads the collections of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). Prints one
table a collection. The parity row repeats the published setting of all-MiniLM-L6-v2 on SciFact (length 256,
title and text joined by a space), whose nDCG@10 is 0.6451 on the MTEB leaderboard.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from assay.encoding import Encoder, TextTemplate, VectorCache, load_encoder
from assay.evaluation import Collection, evaluate, read_beir
from assay.search import retrieve
from assay.types import SearchMode

MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100")
PUBLISHED_SCIFACT = 0.6451


def main() -> None:
    """Prints the tables."""
    root = Path(__file__).resolve().parents[2]
    data = Path(os.environ.get("ASSAY_SHARED_DATA", root.parent / "shared" / "data"))
    if not data.is_dir():
        sys.exit("The real collections are not here; set ASSAY_SHARED_DATA.")
    with tempfile.TemporaryDirectory() as folder:
        cache = VectorCache(Path(folder))
        print("| collection | ranking | " + " | ".join(MEASURES) + " | queries | seconds |")
        print("|---|---|" + "---:|" * (len(MEASURES) + 2))
        for name in ("scifact", "cranfield", "cisi", "cacm"):
            _collection(read_beir(data / name), cache)
        _parity(read_beir(data / "scifact"), cache)


def _collection(collection: Collection, cache: VectorCache) -> None:
    for mode in SearchMode:
        encoder = None if mode is SearchMode.KEYWORD else load_encoder()
        _row(
            collection,
            {"keyword": "BM25", "semantic": "dense, 512"}.get(mode, "hybrid, 512"),
            mode,
            encoder,
            cache,
        )


def _parity(collection: Collection, cache: VectorCache) -> None:
    encoder = load_encoder(max_length=256, template=TextTemplate(separator=" "))
    found = _row(collection, "dense, 256, joined by a space", SearchMode.SEMANTIC, encoder, cache)
    print(
        f"\nPublished nDCG@10 of that setting: {PUBLISHED_SCIFACT}; "
        f"ours differs by {found - PUBLISHED_SCIFACT:+.4f}."
    )


def _row(
    collection: Collection, label: str, mode: SearchMode, encoder: Encoder | None, cache: VectorCache
) -> float:
    started = time.perf_counter()
    own = collection.own_papers
    run = retrieve(
        collection.papers,
        collection.queries,
        mode=mode,
        k=100,
        encoder=encoder,
        cache=cache,
        exclude_self=own,
    )
    mean = evaluate(collection.qrels, run, MEASURES, exclude_self=own).mean
    values = " | ".join(f"{mean[measure]:.4f}" for measure in MEASURES)
    seconds = time.perf_counter() - started
    print(f"| {collection.name} | {label} | {values} | {len(collection.qrels)} | {seconds:.0f} |", flush=True)
    return mean["nDCG@10"]


if __name__ == "__main__":
    main()
