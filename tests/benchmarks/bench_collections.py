"""nDCG@10 and its companions on real judged collections: BM25, dense and hybrid, and the parity check.

    python tests/benchmarks/bench_collections.py [--vectors FOLDER]

Dense and hybrid are of the model that ships and of its base. FOLDER keeps the vectors for another time.
Reads the collections of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). The parity
row repeats the published setting of all-MiniLM-L6-v2 on SciFact (length 256, title and text joined by a
space), whose nDCG@10 is 0.6451 on the MTEB leaderboard.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
from measuring import head, parser_of, row
from public_sets import shared_data

from assay.encoding import (
    BASE_MODEL,
    DEFAULT_MODEL,
    Encoder,
    FolderCache,
    TextTemplate,
    VectorCache,
    load_encoder,
)
from assay.evaluation import Collection, evaluate, read_beir
from assay.search import retrieve
from assay.types import Fusion, SearchMode

MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100")
PUBLISHED_SCIFACT = 0.6451


def main() -> None:
    """Prints the tables."""
    parser = parser_of(__doc__)
    parser.add_argument("--vectors", type=Path)
    given = parser.parse_args()
    data = shared_data()
    with tempfile.TemporaryDirectory() as folder:
        cache = FolderCache(given.vectors or Path(folder))
        head("collection", "ranking", *MEASURES, "queries", "seconds", texts=2)
        for name in ("scifact", "cranfield", "cisi", "cacm"):
            _collection(read_beir(data / name), cache)
        _parity(read_beir(data / "scifact"), cache)


def _collection(collection: Collection, cache: VectorCache) -> None:
    _row(collection, "BM25", SearchMode.KEYWORD, None, cache)
    for model in (BASE_MODEL, DEFAULT_MODEL):
        encoder = load_encoder(model)
        _row(collection, f"dense, {model}, 512", SearchMode.SEMANTIC, encoder, cache)
        for by in Fusion:
            label = f"hybrid by {by.value}, {model}, 512"
            _row(collection, label, SearchMode.HYBRID, encoder, cache, fusion=by)


def _parity(collection: Collection, cache: VectorCache) -> None:
    encoder = load_encoder(BASE_MODEL, max_length=256, template=TextTemplate(separator=" "))
    found = _row(collection, "dense, 256, joined by a space", SearchMode.SEMANTIC, encoder, cache)
    print(
        f"\nPublished nDCG@10 of that setting: {PUBLISHED_SCIFACT}; "
        f"ours differs by {found - PUBLISHED_SCIFACT:+.4f}."
    )


def _row(
    collection: Collection,
    label: str,
    mode: SearchMode,
    encoder: Encoder | None,
    cache: VectorCache,
    *,
    fusion: Fusion = Fusion.SCORES,
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
        fusion=fusion,
    )
    mean = evaluate(collection.qrels, run, MEASURES, exclude_self=own).mean
    values = [f"{mean[measure]:.4f}" for measure in MEASURES]
    seconds = time.perf_counter() - started
    row(collection.name, label, *values, len(collection.qrels), f"{seconds:.0f}")
    return mean["nDCG@10"]


if __name__ == "__main__":
    main()
