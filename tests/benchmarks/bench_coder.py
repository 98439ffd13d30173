"""What tuned queries cost: a step of 32 lists of 1,000 papers, reranking, a million papers in memory.

    python tests/benchmarks/bench_coder.py [--length 128] [--vectors FOLDER] [--papers 1000000] [--fast]

SciFact's papers and claims of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout), read
by the packaged MiniLM; a claim's list is the 1,000 papers nearest to it, and what is relevant. Papers are cut
at `--length` tokens, so that they are encoded in minutes; FOLDER keeps their vectors for another time. What
stands in one table was measured by turns in one process; figures are medians, ratios medians of each turn's.

- A step is that of the trainer without clipping and the optimiser, which no side makes: tokens are read,
  queries encoded with dropout, their lists scored, ListNet taken, all weights' gradients computed. "The
  encoder alone" goes forward and backward from tokens that are there, with the gradient of the vectors that
  the step had. "Copied" is CODER's released order of work in its shortest form: one copy of all candidates'
  vectors out of a mapped file, one batched product; the released code copies them once more to pad them.
- Reranking begins with the query's vector and ends with the candidates in their new order.
- The million are the papers' vectors over and over, each moved a little; candidates are drawn among them.
"""

from __future__ import annotations

import logging
import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
import numpy as np
import torch
from measuring import Took, Turns, head, parser_of, row
from measuring import taken as took
from public_sets import shared_data
from torch import Tensor

from assay.encoding import BASE_MODEL, FolderCache, encode_with_cache, load_encoder
from assay.encoding.devices import claim_cores
from assay.evaluation import Collection, evaluate, read_beir
from assay.index import ExactIndex
from assay.search.rerank import cosines, nearest_first
from assay.training.data.lists.candidates import CandidateLists, Ids, N
from assay.training.data.lists.documents import Documents
from assay.training.data.lists.losses import listnet
from assay.training.data.lists.ranked import RankedLists
from assay.training.model.base_model import load_base
from assay.training.model.forward import TOKEN_BUDGETS, Chunking, Forward, Tokens, read_tokens
from assay.training.recipe.objective_spec import PairsSpec, Residency
from assay.training.recipe.recipe import LossSpec, Recipe, Stage
from assay.types import Query, TaskFormat, Vectors
from in_memory_lists import candidate_lists

QUERIES, GOAL = 32, 1.3  # a step, and what it may cost in units of its encoder's
COLUMNS = {"MiniLM": 384, "the model that ships": 640, "the paper's": 768}
RESIDENCIES: tuple[Residency, ...] = ("fp32", "fp16", "int8")
MOVED = 0.3  # how far a repeated vector is moved, its own length being 1
PIECE = 1 << 16  # rows that are made at once
MB = 1e6
TIMES = "best, ms", "median, ms"

WHOLE, ENCODER, COPIED = "the whole step", "the query encoder alone", "the step, vectors copied"
BATCH = f"the resident matrix, a batch of {QUERIES} queries"


@dataclass(frozen=True)
class Material:
    """SciFact as vectors: of its papers, and of the claims that are tested."""

    taught: Collection
    tested: Collection
    papers: Vectors  # (papers, 384), of length 1
    tests: Vectors  # (tested claims, 384)
    lists: CandidateLists  # of the taught claims

    @property
    def doc_ids(self) -> list[str]:
        return [paper.doc_id for paper in self.tested.papers]


def main() -> None:
    """Prints the tables."""
    parser = parser_of(__doc__)
    parser.add_argument("--length", type=int, default=128)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--papers", type=int, default=1_000_000)
    parser.add_argument("--fast", action="store_true", help="few turns, and 100,000 papers for a million")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    claim_cores()
    with tempfile.TemporaryDirectory() as place:
        found = _material(shared_data() / "scifact", given.vectors or Path(place), given.length)
        about = (
            f"{len(found.papers):,} papers cut at {given.length} tokens, {len(found.lists)} lists of {N:,}"
        )
        print(f"{BASE_MODEL}, {about}; {torch.get_num_threads()} threads", flush=True)
        _steps(found, Path(place), turns=3 if given.fast else 10)
    million = _million(found.papers, min(given.papers, 100_000) if given.fast else given.papers)
    _reranking(found, million, turns=20 if given.fast else 200)
    _residencies(found, million, turns=3 if given.fast else 9)


def _material(scifact: Path, kept: Path, length: int) -> Material:
    taught, tested = read_beir(scifact, split="train"), read_beir(scifact)
    encoder = load_encoder(BASE_MODEL, max_length=length)
    texts = [encoder.template.paper_text(paper) for paper in tested.papers]
    papers, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=FolderCache(kept))

    def asked(queries: Sequence[Query]) -> Vectors:
        return encoder.encode([query.text for query in queries], format=TaskFormat.QRY)

    doc_ids = [paper.doc_id for paper in tested.papers]
    run = _run([query.query_id for query in taught.queries], doc_ids, asked(taught.queries) @ papers.T, k=N)
    rows = {doc_id: place for place, doc_id in enumerate(doc_ids)}
    return Material(
        taught, tested, papers, asked(tested.queries), candidate_lists(run, taught.qrels, rows, n=N)
    )


def _run(
    query_ids: Sequence[str], doc_ids: Sequence[str], scores: Vectors, *, k: int
) -> dict[str, dict[str, float]]:
    """The `k` best of each row of (queries, papers)."""
    best = np.argpartition(-scores, k, axis=1)[:, :k]
    return {
        query_id: {doc_ids[place]: float(own[place]) for place in rows}
        for query_id, own, rows in zip(query_ids, scores, best, strict=True)
    }


# -- a step -----------------------------------------------------------------------------------------------


class Steps:
    """The sides of a step: each adds to the weights' gradients what it computes from one batch."""

    def __init__(self, found: Material, mapped: Path) -> None:
        recipe = Recipe(name="bench", stages=(Stage(objectives=(PairsSpec(path="none"),)),))
        self.model = load_base(recipe, device="cpu").model.train()
        self.forward = Forward(self.model, Chunking(TOKEN_BUDGETS["cpu"]))
        self.lists = found.lists
        self.ranked = RankedLists(Documents(found.papers), found.lists)
        self.file = np.memmap(mapped, dtype=np.float32, mode="r", shape=found.papers.shape)
        text_of = {query.query_id: query.text for query in found.taught.queries}
        self._texts = [text_of[query_id] for query_id in found.lists.query_ids]

    def tokens(self, places: Sequence[int]) -> Tokens:
        return read_tokens(self.model, [self._texts[place] for place in places])

    def gradient(self, vectors: Tensor, loss: Callable[[Tensor], Tensor]) -> Tensor:
        """(b, d) of the loss by the vectors."""
        own = vectors.detach().clone().requires_grad_()
        torch.autograd.backward(loss(own))
        assert own.grad is not None
        return own.grad

    def whole(self, places: Sequence[int]) -> object:
        return self._backward(self.tokens(places), partial(self.resident, places=places))

    def copied(self, places: Sequence[int]) -> object:
        return self._backward(self.tokens(places), partial(self.from_file, places=places))

    def alone(self, tokens: Tokens, gradient: Tensor) -> object:
        return self._backward(tokens, lambda vectors: (vectors * gradient).sum())

    def resident(self, vectors: Tensor, places: Sequence[int]) -> Tensor:
        """The loss of a batch's vectors, as Assay has it."""
        return self.ranked.losses(vectors, places, loss=LossSpec(kind="listnet")).mean()

    def from_file(self, vectors: Tensor, places: Sequence[int]) -> Tensor:
        """The same by the released order of work."""
        ids, grades = self.lists.batch(places)
        rows = torch.from_numpy(self.file[np.maximum(ids, 0)])  # (b, longest, d), copied
        scores = torch.bmm(rows, vectors[:, :, None])[:, :, 0]
        real = torch.from_numpy(ids >= 0)
        return listnet(scores.masked_fill(~real, -torch.inf), torch.from_numpy(grades)).mean()

    def weights(self) -> Tensor:
        """All weights' gradients in one row."""
        return torch.cat([each.grad.flatten() for each in self.model.parameters() if each.grad is not None])

    def _backward(self, tokens: Tokens, loss: Callable[[Tensor], Tensor]) -> Tensor:
        self.model.zero_grad(set_to_none=True)
        return self.forward.backward(tokens, loss, seed=(1,))


def _steps(found: Material, place: Path, *, turns: int) -> None:
    found.papers.tofile(place / "embeddings.float32")
    steps = Steps(found, place / "embeddings.float32")
    order = np.random.default_rng(1).permutation(len(found.lists)).tolist()
    batches = [order[start : start + QUERIES] for start in range(0, turns * QUERIES, QUERIES)]
    sides: Turns = {WHOLE: [], ENCODER: [], COPIED: []}
    parts: Turns = {"resident": [], "copied": []}
    lengths = []
    for turn, batch in enumerate([batches[0], *batches]):  # the first one warms up
        tokens = steps.tokens(batch)
        lengths.append(tokens.lengths)
        vectors = steps.forward.embed(tokens, seed=(1,)).detach()
        resident, copied = (partial(loss, places=batch) for loss in (steps.resident, steps.from_file))
        works: dict[str, Callable[[], object]] = {
            WHOLE: partial(steps.whole, batch),
            ENCODER: partial(steps.alone, tokens, steps.gradient(vectors, resident)),
            COPIED: partial(steps.copied, batch),
        }
        if not turn:
            _print_apart(steps, works)
        _by_turns(works, sides, turn)
        losses = {"resident": resident, "copied": copied}
        _by_turns(
            {name: partial(steps.gradient, vectors, loss) for name, loss in losses.items()}, parts, turn
        )
    print(f"{turns} steps of {QUERIES} claims of {np.concatenate(lengths).mean():.0f} tokens")
    epoch = sum(seconds for seconds, _ in sides[WHOLE]) / turns * len(found.lists) / QUERIES
    print(f"an epoch of {len(found.lists)} claims: {epoch:.0f} s without the optimiser's steps")
    widest = statistics.median(found.lists.batch(batch)[0].size for batch in batches)
    _print_steps(sides, parts, candidates=int(widest), columns=found.papers.shape[1])


def _print_steps(sides: Turns, parts: Turns, *, candidates: int, columns: int) -> None:
    head("a step", *TIMES, "of the processor", "against the encoder", "by the processor", "goal")
    for name, own in sides.items():
        busy = statistics.median(seconds for _, seconds in own) * 1e3
        goal = GOAL if name == WHOLE else ""
        row(name, _ms(own, 0), f"{busy:.0f}", _ratios(own, sides[ENCODER]), goal)
    head("scores, ListNet, the vectors' gradient", *TIMES, "candidates' bytes, MB")
    for name, n_bytes in (("resident", 4), ("copied", 4 * columns)):
        row(name, _ms(parts[name], 1), f"{candidates * n_bytes / MB:.3f}")
    said = ", ".join(f"{n} of {name}" for name, n in COLUMNS.items())
    print(
        f"\nAn id takes 4 bytes, as a number of a vector does: the columns say how many times fewer, {said}"
    )


def _print_apart(steps: Steps, works: Mapping[str, Callable[[], object]]) -> None:
    """That all sides compute the same."""
    found = {}
    for name, work in works.items():
        work()
        found[name] = steps.weights()
    apart = {name: float((own - found[WHOLE]).norm() / found[WHOLE].norm()) for name, own in found.items()}
    said = ", ".join(f"{name} {apart[name]:.0e}" for name in (ENCODER, COPIED))
    print(f"weights' gradients, relative difference from the whole step's: {said}")


# -- reranking --------------------------------------------------------------------------------------------


def _reranking(found: Material, million: Vectors, *, turns: int) -> None:
    """On one thread: a second one has too little to do, and waits for a core where others work."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    head(f"reranking {N:,} candidates a query, one thread", *TIMES, "99 %, ms", "goal, ms")
    for vectors in (found.papers, million):
        for name, own in _reordered(found.tests, vectors, turns).items():
            goal = "" if name == BATCH else "2"
            row(f"{name}, of {len(vectors):,} papers", _ms(own, 2), f"{_late(own):.2f}", goal)
    encoder = load_encoder(BASE_MODEL)
    torch.set_num_threads(1)
    texts = [query.text for query in found.tested.queries]
    asked: Turns = {"one query": [], f"{QUERIES} queries": []}
    for turn in range(min(turns, 20) + 1):
        some = texts[turn : turn + QUERIES]
        works = {
            name: partial(encoder.encode, own, format=TaskFormat.QRY)
            for name, own in zip(asked, (some[:1], some), strict=True)
        }
        _by_turns(works, asked, turn)
    for name, own in asked.items():
        row(f"beside it: encoding {name}", _ms(own, 2), f"{_late(own):.2f}", "")
    torch.set_num_threads(threads)


def _reordered(queries: Vectors, vectors: Vectors, turns: int) -> Turns:
    """Other candidates each turn, of a batch or of its first query."""
    names = [f"paper-{place}" for place in range(len(vectors))]
    index, documents = ExactIndex(vectors.shape[1]), Documents(vectors)
    index.add(names, vectors)
    rng = np.random.default_rng(3)
    taken: Turns = {"the index, as a search does": [], "the resident matrix": [], BATCH: []}
    for turn in range(turns + 1):
        ids = rng.integers(0, len(vectors), (QUERIES, N), dtype=np.int32)
        batch = queries[np.arange(turn, turn + QUERIES) % len(queries)]
        named = [names[place] for place in ids[0]]
        works = (
            lambda batch=batch, named=named: nearest_first(cosines(index.vectors(named), batch[0]), N),
            partial(_by_documents, documents, batch[:1], ids[:1]),
            partial(_by_documents, documents, batch, ids),
        )
        _by_turns(dict(zip(taken, works, strict=True)), taken, turn)
    return taken


def _by_documents(documents: Documents, queries: Vectors, ids: Ids) -> object:
    with torch.inference_mode():
        found = documents.products(torch.from_numpy(queries), torch.from_numpy(ids))
        return found.argsort(dim=1, descending=True)


# -- a million papers -------------------------------------------------------------------------------------


def _million(papers: Vectors, n: int) -> Vectors:
    """(n, d) of length 1, made piece by piece."""
    rng = np.random.default_rng(2)
    found = np.empty((n, papers.shape[1]), dtype=np.float32)
    for start in range(0, n, PIECE):
        piece = found[start : start + PIECE]
        rng.standard_normal(out=piece, dtype=np.float32)
        piece *= MOVED / np.sqrt(papers.shape[1])
        piece += papers[np.arange(start, start + len(piece)) % len(papers)]
        piece /= np.linalg.norm(piece, axis=1, keepdims=True)
    return found


def _residencies(found: Material, million: Vectors, *, turns: int) -> None:
    made = {residency: _made(million, residency) for residency in RESIDENCIES}
    taken: Turns = {residency: [] for residency in RESIDENCIES}
    rng = np.random.default_rng(4)
    queries = torch.from_numpy(found.tests[:QUERIES]).clone().requires_grad_()
    for turn in range(turns + 1):
        ids = torch.from_numpy(rng.integers(0, len(million), (QUERIES, N), dtype=np.int32))
        works: dict[str, Callable[[], object]] = {
            name: partial(_scored, documents, queries, ids) for name, (documents, _) in made.items()
        }
        _by_turns(works, taken, turn)
    scores = {residency: _all_scores(found, residency) for residency in RESIDENCIES}
    print(f"\nscores of {QUERIES} x {N:,}, forward and backward; SciFact's tests over all its papers")
    head(f"{len(million):,} papers", "MB", "made in, s", *TIMES, "nDCG@10", "a score differs by")
    for name, (documents, seconds) in made.items():
        quality = _ndcg(found, scores[name])
        apart = float(np.abs(scores[name] - scores["fp32"]).max())
        row(name, f"{documents.n_bytes / MB:.0f}", f"{seconds:.1f}", _ms(taken[name], 0), f"{quality:.4f}",
            f"{apart:.5f}")  # fmt: skip


def _made(vectors: Vectors, residency: Residency) -> tuple[Documents, float]:
    seconds, documents = took(lambda: Documents(vectors, residency=residency))
    return documents, seconds.clock


def _scored(documents: Documents, queries: Tensor, ids: Tensor) -> None:
    torch.autograd.backward(documents.scores(queries, ids).sum())


def _all_scores(found: Material, residency: Residency) -> Vectors:
    """(queries, papers) of the claims that are tested."""
    ids = torch.arange(len(found.papers), dtype=torch.int32).expand(len(found.tests), -1)
    with torch.no_grad():
        return Documents(found.papers, residency=residency).scores(torch.from_numpy(found.tests), ids).numpy()


def _ndcg(found: Material, scores: Vectors) -> float:
    query_ids = [query.query_id for query in found.tested.queries]
    return evaluate(found.tested.qrels, _run(query_ids, found.doc_ids, scores, k=100), ("nDCG@10",)).mean[
        "nDCG@10"
    ]


# -- measuring --------------------------------------------------------------------------------------------


def _by_turns(works: Mapping[str, Callable[[], object]], taken: Turns, turn: int) -> None:
    """Does each work once, every second time the other way round; turn 0 warms up and is not noted."""
    names = list(works)
    for name in names if turn % 2 else names[::-1]:
        seconds, _ = took(works[name])
        if turn:
            taken[name].append(seconds)


def _ms(own: Sequence[Took], digits: int) -> str:
    """The best and the median on the clock, as two cells."""
    taken = [seconds * 1e3 for seconds, _ in own]
    return f"{min(taken):.{digits}f} | {statistics.median(taken):.{digits}f}"


def _late(own: Sequence[Took]) -> float:
    return float(np.percentile([seconds for seconds, _ in own], 99)) * 1e3


def _ratios(own: Sequence[Took], other: Sequence[Took]) -> str:
    """Of the clock's seconds and of the processor's, each turn's; their medians."""
    clocks = ([one[clock] / two[clock] for one, two in zip(own, other, strict=True)] for clock in range(2))
    return " | ".join(f"{statistics.median(ratios):.2f}" for ratios in clocks)


if __name__ == "__main__":
    main()
