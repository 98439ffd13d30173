"""What a queue costs in the likely order, next to the pool's, the search's and a random one.

    python tests/benchmarks/bench_judging_order.py [--vectors FOLDER] [--depth N] [--queries N]

Each query's pool is the first N results by keyword, by vectors and by both, as the window pools them; the
qrels answer (not judged is 0). The likely order ranks what is left again after each grade, one pair late, as
the window does: the next pair is on screen before the engine answers. WSS@95 is the share of the pool that
need not be judged to find 95 % of its relevant papers, less 5 %. Queries without a relevant paper in their
pool are left out. Intervals resample queries; p is of a paired randomisation test over queries.
The second table says where the rules would have stopped. RELISH has texts of 1,000 papers only: the pairs
whose two texts are there are counted.
"""

from __future__ import annotations

import gzip
import json
import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
import numpy as np
from measuring import head, parser_of, row
from public_sets import shared_data

from assay.campaigns.likely_first import paper_vectors
from assay.encoding import DEFAULT_MODEL, Encoder, FolderCache, VectorCache, load_encoder
from assay.evaluation import Collection, read_beir
from assay.judging import pool
from assay.judging.likely_first import expected_left, likely_scores, may_stop, most_left
from assay.search import Searcher, retrieve, searcher_on
from assay.types import Graded, Run, SearchMode, SearchRequest

NAMES = ("scifact", "cranfield", "cisi", "cacm")
DRAWS = 10_000
AT = (0.1, 0.25, 0.5)  # of the pool: recall there

Finds = dict[str, list[list[bool]]]
"""order -> for each query, whether each paper is relevant, in that order."""


def main() -> None:
    """Prints the tables."""
    logging.disable(logging.WARNING)
    parser = parser_of(__doc__)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--queries", type=int, default=75, help="of each collection at most, drawn")
    given = parser.parse_args()
    encoder = load_encoder(DEFAULT_MODEL)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        cache = FolderCache(given.vectors or Path(folder))
        for name in NAMES:
            found[name] = _simulated(
                read_beir(shared_data() / name), encoder, cache, given.depth, given.queries
            )
    head("collection", "order", "queries", "WSS@95", "median", *(f"R at {at:.0%}" for at in AT), "gain", "p")
    for name, finds in found.items():
        _orders(name, finds)
    print()
    head("collection", "rule", "stopped", "below its promise", "saved", "recall", "the least", texts=2)
    for name, finds in found.items():
        _rules(name, finds["likely"])
    _relish()


def _simulated(collection: Collection, encoder: Encoder, cache: VectorCache, depth: int, most: int) -> Finds:
    own = collection.own_papers
    queries = [query for query in collection.queries if query.query_id in collection.qrels]
    chosen = np.random.default_rng(2022).permutation(len(queries))[:most]
    queries = [queries[n] for n in sorted(chosen)]
    runs: dict[SearchMode, Run] = {
        mode: retrieve(
            collection.papers,
            queries,
            mode=mode,
            k=depth + 1,
            encoder=encoder,
            cache=cache,
            exclude_self=own,
        )
        for mode in SearchMode
    }
    searcher = searcher_on(collection.papers, mode=SearchMode.HYBRID, encoder=encoder, cache=cache)
    pooled = pool([*runs.values()], depth=depth, exclude=own)
    finds: Finds = {"random": [], "pool": [], "search": [], "likely": []}
    for n, query in enumerate(queries):
        qrels = collection.qrels[query.query_id]
        relevant = {doc_id for doc_id in pooled[query.query_id] if qrels.get(doc_id, 0) > 0}
        if not relevant:
            continue
        grades = {doc_id: min(2, max(0, qrels.get(doc_id, 0))) for doc_id in pooled[query.query_id]}
        first = _first_stage(searcher, query.text, grades, [])
        shuffled = np.random.default_rng(n).permutation(pooled[query.query_id])
        for order, doc_ids in (
            ("random", shuffled.tolist()),
            ("pool", pooled[query.query_id]),
            ("search", sorted(first, key=lambda doc_id: (-first[doc_id], doc_id))),
            ("likely", _likely(searcher, query.text, grades)),
        ):
            finds[order].append([doc_id in relevant for doc_id in doc_ids])
    return finds


def _likely(searcher: Searcher, text: str, grades: dict[str, int]) -> list[str]:
    """The papers in the order in which the window would show them."""
    doc_ids = sorted(grades)
    vectors, places = paper_vectors(searcher, doc_ids), {doc_id: n for n, doc_id in enumerate(doc_ids)}
    judged: list[str] = []
    scores = _first_stage(searcher, text, grades, [])
    while len(judged) < len(doc_ids):
        left = [doc_id for doc_id in doc_ids if doc_id not in judged]
        shown = max(left, key=lambda doc_id: scores[doc_id])
        if judged:  # these grades are in; the pair shown now was chosen before the last of them was
            first = _first_stage(searcher, text, grades, judged)
            likely = likely_scores(
                np.array([first[doc_id] for doc_id in doc_ids]),
                vectors,
                [places[doc_id] for doc_id in judged],
                [grades[doc_id] > 0 for doc_id in judged],
            )
            scores = dict(zip(doc_ids, likely.tolist(), strict=True))
        judged.append(shown)
    return judged


def _first_stage(
    searcher: Searcher, text: str, grades: dict[str, int], judged: Sequence[str]
) -> dict[str, float]:
    given = tuple(Graded(doc_id, grades[doc_id]) for doc_id in judged)
    return searcher.scores(searcher.question(SearchRequest(text, grades=given)), grades.keys())


def _orders(name: str, finds: Finds) -> None:
    wss = {order: np.array([_wss(found) for found in several]) for order, several in finds.items()}
    for order, several in finds.items():
        recalls = (
            np.mean([sum(found[: round(at * len(found))]) / sum(found) for found in several]) for at in AT
        )
        gain = p = ""
        if order != "likely":
            difference = wss["likely"] - wss[order]
            low, high = _interval(difference)
            gain, p = f"{difference.mean():+.3f} [{low:+.3f}, {high:+.3f}]", f"{_p(difference):.4f}"
        of = wss[order]
        low, high = _interval(of, np.median)
        row(
            name,
            order,
            len(of),
            f"{of.mean():.3f}",
            f"{np.median(of):.3f} [{low:.3f}, {high:.3f}]",
            *(f"{recall:.3f}" for recall in recalls),
            gain,
            p,
        )


def _wss(found: Sequence[bool]) -> float:
    wanted = int(np.ceil(0.95 * sum(found)))
    read = int(np.searchsorted(np.cumsum(found), wanted)) + 1
    return 1 - read / len(found) - 0.05


def _rules(name: str, several: Sequence[Sequence[bool]]) -> None:
    """Where each rule stops first, and what of its promise was kept."""

    def bounded(target: float) -> Callable[[list[bool], int], bool]:
        return lambda found, left: (
            sum(found) > 0 and sum(found) >= target * (sum(found) + most_left(found, left))
        )

    def trend(found: list[bool], left: int) -> bool:
        expected = expected_left(found, left)
        return len(found) >= 10 and expected is not None and sum(found) >= 0.9 * (sum(found) + expected)

    rules = {
        "bound, 0.8 (Assay)": (0.8, lambda found, left: may_stop(sum(found), most_left(found, left))),
        "bound, 0.9": (0.9, bounded(0.9)),
        "bound, 0.95": (0.95, bounded(0.95)),
        "trend, 0.9": (0.9, trend),
        "knee, 0.7": (0.7, _knee),
    }
    for rule, (promised, stops) in rules.items():
        ends = [_end(found, stops) for found in several]
        recalls = np.array([sum(f[:end]) / sum(f) for f, end in zip(several, ends, strict=True)])
        saved = np.mean([1 - end / len(found) for found, end in zip(several, ends, strict=True)])
        stopped = sum(end < len(found) for found, end in zip(several, ends, strict=True))
        row(
            name,
            rule,
            f"{stopped} of {len(ends)}",
            f"{(recalls < promised - 1e-9).sum()} ({(recalls < promised - 1e-9).mean():.1%})",
            f"{saved:.3f}",
            f"{recalls.mean():.3f}",
            f"{recalls.min():.2f}",
        )
    covered, errors = [], []
    for found in several:
        for n in range(1, len(found)):
            left, truth = len(found) - n, sum(found[n:])
            covered.append(truth <= most_left(found[:n], left))
            expected = expected_left(found[:n], left)
            errors += [] if expected is None else [expected - truth]
    row(name, f"bound holds {np.mean(covered):.1%}; trend less truth {np.mean(errors):+.1f}", *[""] * 5)


def _end(found: Sequence[bool], stops: Callable[[list[bool], int], bool]) -> int:
    for n in range(1, len(found)):
        if stops([*found[:n]], len(found) - n):
            return n
    return len(found)


def _knee(found: list[bool], _left: int) -> bool:
    """Cormack and Grossman (SIGIR 2016): the slope before the knee is 156 - min(finds, 150) that behind."""
    gains = np.cumsum(found)
    n = len(found)
    if n < 10 or not gains[-1]:
        return False
    places = np.arange(1, n)
    away = gains[:-1] - gains[-1] * places / n  # farthest above the chord
    knee = int(np.argmax(away)) + 1
    before, behind = gains[knee - 1] / knee, (1 + gains[-1] - gains[knee - 1]) / (n - knee)
    return bool(before / behind >= 156 - min(int(gains[knee - 1]), 150))


def _interval(values: np.ndarray, of: Callable[..., np.ndarray] = np.mean) -> tuple[float, float]:
    draws = np.random.default_rng(2022).choice(values, (DRAWS, len(values)))
    low, high = np.quantile(of(draws, axis=1), (0.025, 0.975))
    return float(low), float(high)


def _p(difference: np.ndarray) -> float:
    """The two-sided p of a paired randomisation test: signs are drawn."""
    signs = np.random.default_rng(2022).choice((-1.0, 1.0), (DRAWS, len(difference)))
    as_far = np.abs(signs @ difference) >= abs(difference.sum()) - 1e-12
    return float((1 + as_far.sum()) / (1 + DRAWS))


def _relish() -> None:
    folder = shared_data() / "relish_qrels"
    known = {str(json.loads(line)["_id"]) for line in _lines(folder / "documents_sample.jsonl.gz")}
    pairs = [line.split("\t")[:2] for line in _lines(folder / "qrels.tsv.gz")][1:]
    whole = [(query, doc_id) for query, doc_id in pairs if query in known and doc_id in known]
    print(
        f"\nRELISH: {len(pairs):,} judged pairs, {len(whole)} with both texts, of "
        f"{len({q for q, _ in whole})} query, among the {len(known):,} that are there: nothing to simulate."
    )


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from lines


if __name__ == "__main__":
    main()
