"""Papers that are looked for with a paper: keyword, semantic and hybrid search against real links.

    python tests/benchmarks/bench_similar.py [--vectors FOLDER] [--choose | --grades]

The links are none that a search or the shipped model has seen: citations, co-citations and couplings (CACM,
CISI), keywords of the authors (ICLR 2022), cited papers and papers of one author (samples of SciRepEval, the
participants of the reviewer set), MeSH descriptors. At most 400 papers of a set ask. `Paper.keywords` stay
empty, since the keyword index holds them. RELISH is left out: of its 189,884 pairs the shared data have both
texts of 3.
--choose prints, for each set, what the weight and the number of terms that are best on the other sets give.
--grades grades the first results as the links say, and measures what is left, as bench_feedback.py does.
"""

from __future__ import annotations

import csv
import gzip
import itertools
import logging
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
import numpy as np
from bench_feedback import interval_of
from measuring import head, parser_of, row, rows_of
from public_sets import shared_data
from scipy import stats

from assay.encoding import DEFAULT_MODEL, FolderCache, load_encoder
from assay.evaluation import evaluate
from assay.index import LexicalIndex
from assay.search import Searcher, searcher, searcher_on
from assay.types import Graded, Paper, SearchMode, SearchRequest, Seed

MOST_ASKING = 400
FREQUENT = 40
"""A keyword of more papers says little of what two of them have in common."""

DEEP = 200
GRADED = (1, 3, 5, 10)
GRID = list(itertools.product((0.8, 0.85, 0.9, 0.95, 0.975), (10, 25, 60)))
"""MEANING_OF_PAPERS, and how many terms of a paper are looked for."""

Links = dict[str, dict[str, int]]
Scores = dict[str, float]


@dataclass(frozen=True)
class Linked:
    """Papers, the links between them by kind, and a search over them."""

    name: str
    links: Mapping[str, Links]
    searcher: Searcher

    def asking(self, kind: str) -> list[str]:
        """The papers that ask, drawn from those with a link."""
        ids = sorted(self.links[kind])
        return sorted(random.Random(2022).sample(ids, min(MOST_ASKING, len(ids))))

    def ranked(
        self, kind: str, mode: SearchMode, grades: Mapping[str, tuple[Graded, ...]] | None = None
    ) -> dict[str, list[str]]:
        """The first papers that each of them finds."""
        ids = self.asking(kind)
        given = grades or {}
        requests = [SearchRequest(seeds=(Seed(each),), grades=given.get(each, ())) for each in ids]
        questions = [self.searcher.question(request) for request in requests]
        hits = self.searcher.rank(questions, mode=mode, k=DEEP)
        return {each: [hit.doc_id for hit in found] for each, found in zip(ids, hits, strict=True)}

    def scores(
        self,
        kind: str,
        rankings: Mapping[str, list[str]],
        seen: Mapping[str, tuple[Graded, ...]] | None = None,
    ) -> Scores:
        """nDCG@10 of each paper that asks, without what was `seen`, where something is left to be found."""
        qrels, run = {}, {}
        for doc_id, ranking in rankings.items():
            gone = {each.doc_id for each in (seen or {}).get(doc_id, ())}
            left = {each: grade for each, grade in self.links[kind][doc_id].items() if each not in gone}
            if left:
                qrels[doc_id] = left
                run[doc_id] = {each: -float(at) for at, each in enumerate(ranking) if each not in gone}
        found = evaluate(qrels, run, ["nDCG@10"])
        return {doc_id: values["nDCG@10"] for doc_id, values in found.per_query.items()}


def main() -> None:
    """Prints the tables."""
    logging.disable(logging.WARNING)
    parser = parser_of(__doc__)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--choose", action="store_true")
    parser.add_argument("--grades", action="store_true")
    given = parser.parse_args()
    encoder = load_encoder(DEFAULT_MODEL)
    with tempfile.TemporaryDirectory() as folder:
        cache = FolderCache(given.vectors or Path(folder))
        sets = []
        for name, read in READERS.items():
            papers, links = read(shared_data())
            known = {paper.doc_id for paper in papers}
            over = searcher_on(papers, mode=SearchMode.HYBRID, encoder=encoder, cache=cache)
            sets.append(Linked(name, {kind: _among(own, known) for kind, own in links.items()}, over))
        table = _choose if given.choose else _by_grades if given.grades else _table
        table(sets)


# -- tables -----------------------------------------------------------------------------------------------


def _table(sets: list[Linked]) -> None:
    names = ("keyword", "semantic", "hybrid at 0.8", "hybrid")
    head("papers", "linked by", "ask", *names, "hybrid - semantic", "p", texts=2)
    for one in sets:
        for kind in one.links:
            found = [
                one.scores(kind, one.ranked(kind, mode)) for mode in (SearchMode.KEYWORD, SearchMode.SEMANTIC)
            ]
            for weight in (searcher.MEANING, searcher.MEANING_OF_PAPERS):
                with _constants(weight):
                    found.append(one.scores(kind, one.ranked(kind, SearchMode.HYBRID)))
            means = (f"{np.mean([*scores.values()]):.4f}" for scores in found)
            row(one.name, kind, len(found[0]), *means, *_gain(found[1], found[3]))


def _by_grades(sets: list[Linked]) -> None:
    head("papers", "linked by", "graded", "ask", "as it was", "with grades", "gain", "p", texts=2)
    for one in sets:
        for kind in one.links:
            first = one.ranked(kind, SearchMode.HYBRID)
            for n in GRADED:
                grades = {
                    doc_id: tuple(Graded(each, one.links[kind][doc_id].get(each, 0)) for each in ranking[:n])
                    for doc_id, ranking in first.items()
                }
                again = one.ranked(kind, SearchMode.HYBRID, grades)
                before, after = (one.scores(kind, each, grades) for each in (first, again))
                means = (f"{np.mean([*scores.values()]):.4f}" for scores in (before, after))
                row(one.name, kind, n, len(before), *means, *_gain(before, after))


def _choose(sets: list[Linked]) -> None:
    """A set counts once, however many kinds of links it has."""
    gains: dict[str, dict[tuple[float, int], list[np.ndarray]]] = {one.name: {} for one in sets}
    for one in sets:
        before = {kind: one.scores(kind, one.ranked(kind, SearchMode.SEMANTIC)) for kind in one.links}
        for weight, terms in GRID:
            with _constants(weight, terms):
                gains[one.name][weight, terms] = [
                    _differences(before[kind], one.scores(kind, one.ranked(kind, SearchMode.HYBRID)))
                    for kind in one.links
                ]
    means = {
        name: {at: np.mean([g.mean() for g in each]) for at, each in of.items()} for name, of in gains.items()
    }
    head("left out", "linked by", "the others choose", "gain there", "p", texts=2)
    for one in sets:
        chosen = max(GRID, key=lambda at: sum(of[at] for name, of in means.items() if name != one.name))
        for kind, gain in zip(one.links, gains[one.name][chosen], strict=True):
            row(one.name, kind, chosen, *_told(gain))
    head("weight", "terms", "mean gain", "sets that lose", "the least p of a loss")
    for at in GRID:
        losses = [float(_p(g)) for of in gains.values() for g in of[at] if g.mean() < 0]
        least = f"{min(losses):.4f}" if losses else ""
        row(*at, f"{np.mean([of[at] for of in means.values()]):+.4f}", len(losses), least)


class _constants:  # noqa: N801 - a context, as contextlib writes them
    """Search with another weight, and with other numbers of terms."""

    def __init__(self, weight: float, terms: int | None = None) -> None:
        self._weight, self._terms = weight, terms

    def __enter__(self) -> None:
        self._kept = searcher.MEANING_OF_PAPERS, LexicalIndex.informative_stems
        searcher.MEANING_OF_PAPERS = self._weight
        if self._terms is not None:
            stems, n = self._kept[1], self._terms
            LexicalIndex.informative_stems = lambda index, text, _n=0: stems(index, text, n)

    def __exit__(self, *_: object) -> None:
        searcher.MEANING_OF_PAPERS, LexicalIndex.informative_stems = self._kept


def _gain(before: Scores, after: Scores) -> tuple[str, str]:
    return _told(_differences(before, after))


def _differences(before: Scores, after: Scores) -> np.ndarray:
    return np.array([after[doc_id] - before[doc_id] for doc_id in before])


def _told(gain: np.ndarray) -> tuple[str, str]:
    low, high = interval_of(gain)
    return f"{gain.mean():+.4f} [{low:+.4f}, {high:+.4f}]", f"{_p(gain):.4f}"


def _p(gain: np.ndarray) -> float:
    return float(stats.ttest_1samp(gain, 0).pvalue)


# -- papers and links -------------------------------------------------------------------------------------


def _cisi(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    links: Links = defaultdict(dict)
    for own, other, count in _table_of(data / "cisi" / "cocitation.tsv.gz"):
        links[own][other] = min(int(count), 2)
    return _papers(data / "cisi" / "corpus.jsonl.gz"), {"co-citation": links}


def _cacm(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    links: dict[str, Links] = {kind: defaultdict(dict) for kind in ("citation", "cocitation", "coupling")}
    for own, other, kind, _ in _table_of(data / "cacm" / "citation_links.tsv.gz"):
        links[kind][own][other] = 1
    return _papers(data / "cacm" / "corpus.jsonl.gz"), links


def _iclr(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    path = data / "iclr2022" / "papers.jsonl.gz"
    groups: dict[str, list[str]] = defaultdict(list)
    for each in rows_of(path):
        for word in {" ".join(word.lower().split()) for word in each.get("keywords") or ()}:
            groups[word].append(each["_id"])
    few = [ids for ids in groups.values() if len(ids) <= FREQUENT]
    return _papers(path), {"keywords": _grouped(few)}


def _cited(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    papers, links = {}, defaultdict(dict)
    for each in rows_of(data / "scirepeval_samples" / "specter_small.jsonl.gz"):
        for part in ("query", "pos", "neg"):
            papers[each[part]["sha"]] = _paper(each[part]["sha"], each[part])
        links[each["query"]["sha"]][each["pos"]["sha"]] = 1
    return list(papers.values()), {"citation": links}


def _authors(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    papers, links = {}, defaultdict(dict)
    for each in rows_of(data / "scirepeval_samples" / "s2and_small.jsonl.gz"):
        own = str(each["query"]["corpus_id"])
        papers[own] = _paper(own, each["query"])
        for other in each["candidates"]:
            doc_id = str(other["corpus_id"])
            papers[doc_id] = _paper(doc_id, other)
            if other["score"]:
                links[own][doc_id] = 1
    return list(papers.values()), {"author": links}


def _mesh(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    groups: dict[str, list[str]] = defaultdict(list)
    papers = []
    for each in rows_of(data / "scirepeval_samples" / "mesh_small.jsonl.gz"):
        papers.append(_paper(str(each["corpus_id"]), each))
        groups[each["descriptor"]].append(papers[-1].doc_id)
    return papers, {"descriptor": _grouped(groups.values())}


def _reviewers(data: Path) -> tuple[list[Paper], dict[str, Links]]:
    profiles = [each["papers"] for each in rows_of(data / "reviewer_match" / "profiles.jsonl.gz")]
    return _papers(data / "reviewer_match" / "corpus.jsonl.gz"), {"author": _grouped(profiles)}


READERS: dict[str, Callable[[Path], tuple[list[Paper], dict[str, Links]]]] = {
    "cacm": _cacm,
    "cisi": _cisi,
    "iclr2022": _iclr,
    "scirepeval, cite": _cited,
    "scirepeval, s2and": _authors,
    "scirepeval, mesh": _mesh,
    "reviewer_match": _reviewers,
}


def _papers(path: Path) -> list[Paper]:
    return [Paper(each["_id"], each["title"], each["text"]) for each in rows_of(path)]


def _paper(doc_id: str, each: Mapping[str, str]) -> Paper:
    return Paper(doc_id, each["title"] or "", each["abstract"] or "")


def _grouped(groups: Iterable[list[str]]) -> Links:
    """Papers of a group are linked; those that share two groups more."""
    links: Links = defaultdict(dict)
    for ids in groups:
        for own, other in itertools.permutations(sorted({*ids}), 2):
            links[own][other] = min(2, links[own].get(other, 0) + 1)
    return links


def _among(links: Links, known: set[str]) -> Links:
    """The links between papers that are there."""
    found = {
        own: {other: grade for other, grade in others.items() if other in known and other != own}
        for own, others in links.items()
        if own in known
    }
    return {own: others for own, others in found.items() if others}


def _table_of(path: Path) -> Iterator[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from itertools.islice(csv.reader(lines, delimiter="\t"), 1, None)


if __name__ == "__main__":
    main()
