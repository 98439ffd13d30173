"""What the links of a library's papers teach: whom they cite, and who is cited with whom.

Cohan et al., SPECTER (2020), section 3: a paper is near those that it cites; those that these cite, and it
does not, are hard negatives, and random papers easy ones. Two papers that the same ones cite are near, too.
"""

from __future__ import annotations

import json
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from assay.errors import RecipeError
from assay.training.data.objectives.specter import CITED
from assay.training_runs.papers import Known, labels_of, text_of, write_rows
from assay.types import Query

HARD, EASY = 2, 3
"""Negatives of a query: SPECTER's numbers."""

MOST_CANDIDATES = 5
"""Right ones of a query; the rest is left out."""

MOST_CITED = 200
"""A paper that cites more of the library says little of any two of them."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Links:
    """What stands in for right and wrong: `near` teaches, and anyone who is in `linked` is never wrong."""

    near: Mapping[str, Mapping[str, int]]  # asking doc_id -> doc_id -> 1, or how many papers cite both
    linked: Mapping[str, frozenset[str]]  # doc_id -> all that it has to do with, itself included
    hard: Mapping[str, Sequence[str]]  # asking doc_id -> cited by those that it cites


def links_of(known: Known, label: str) -> Links:
    """Each pair of papers is in `near` once, whichever of the two asks: it must not stand on both sides of a
    split. A co-citation is asked for by either by turns.
    """
    cited: dict[str, dict[str, None]] = defaultdict(dict)
    linked: dict[str, set[str]] = defaultdict(set)
    for citing, other in known.citations:
        cited[citing][other] = None
        linked[citing].add(other)
        linked[other].add(citing)
    both = _cocited(cited)
    for one, other in both:
        linked[one].add(other)
        linked[other].add(one)
    near: dict[str, dict[str, int]] = defaultdict(dict)
    hard: dict[str, list[str]] = {}
    if label == "citation":
        for citing, others in cited.items():
            for other in others:
                if citing not in near.get(other, {}):
                    near[citing][other] = 1
            hops = (far for other in others for far in cited.get(other, ()))
            hard[citing] = [far for far in dict.fromkeys(hops) if far not in linked[citing] | {citing}]
    else:
        order = {paper.doc_id: place for place, paper in enumerate(known.papers)}
        for (one, other), n in both.items():
            asks, right = (one, other) if (order[one] + order[other]) % 2 else (other, one)
            near[asks][right] = n
    return Links(near, {one: frozenset({one, *others}) for one, others in linked.items()}, hard)


def _cocited(cited: Mapping[str, Mapping[str, None]]) -> Counter[tuple[str, str]]:
    """(doc_id, doc_id) in alphabetical order -> how many papers cite both."""
    found: Counter[tuple[str, str]] = Counter()
    for others in cited.values():
        if len(others) <= MOST_CITED:
            found.update(combinations(sorted(others), 2))
    return found


def write_links(known: Known, kind: str, label: str, out: Path, *, seed: int) -> None:
    """Write the links as `kind` wants them: candidates as train.jsonl, pairs in BEIR's form, by ids.

    Raises RecipeError where fewer than two papers have a link to another one of the library.
    """
    links = links_of(known, label)
    if len(links.near) < 2:
        raise RecipeError(_too_few(known, label, len(links.near)))
    wrong = _negatives(known, links, seed=seed)
    if kind == "candidates":
        _write_candidates(known, links, wrong, out)
    else:
        _write_judgements(known, links, wrong, out)
    logger.info("wrote %s links of %d papers", label, len(links.near))


def write_graph(known: Known, out: Path) -> None:
    """Write SPECTER's data.json and metadata.json; a paper's fields are its keywords, or else its venue.

    Raises RecipeError where fewer than two papers cite another one of the library.
    """
    cited: dict[str, dict[str, Mapping[str, int]]] = defaultdict(dict)
    for citing, other in known.citations:
        cited[citing][other] = {"count": CITED}
    if len(cited) < 2:
        raise RecipeError(_too_few(known, "citation", len(cited)))
    papers = {
        paper.doc_id: {**text_of(paper), "fos": labels_of(paper, "keywords") or labels_of(paper, "venue")}
        for paper in known.papers
    }
    out.mkdir(parents=True)
    for name, content in (("data.json", cited), ("metadata.json", papers)):
        (out / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _write_candidates(known: Known, links: Links, wrong: Mapping[str, Sequence[str]], out: Path) -> None:
    papers = {paper.doc_id: text_of(paper) for paper in known.papers}
    out.mkdir(parents=True)
    write_rows(
        out / "train.jsonl",
        (
            {
                "query": papers[asks],
                "candidates": [
                    *({**papers[one], "score": n} for one, n in _best(right)),
                    *({**papers[one], "score": 0} for one in wrong[asks]),
                ],
            }
            for asks, right in links.near.items()
        ),
    )


def _best(right: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(right.items(), key=lambda item: -item[1])[:MOST_CANDIDATES]


def _write_judgements(known: Known, links: Links, wrong: Mapping[str, Sequence[str]], out: Path) -> None:
    from assay.evaluation import Collection, write_beir

    titles = {paper.doc_id: paper.title for paper in known.papers}
    qrels = {
        asks: {**dict.fromkeys(right, 1), **dict.fromkeys(wrong[asks], 0)}
        for asks, right in links.near.items()
    }
    queries = [Query(asks, titles[asks], asks) for asks in qrels]
    write_beir(Collection("links", list(known.papers), queries, qrels, split="train"), out)


def _negatives(known: Known, links: Links, *, seed: int) -> dict[str, list[str]]:
    rng = random.Random(seed)  # noqa: S311 - chance of a training, no secret
    ids = [paper.doc_id for paper in known.papers]
    found = {}
    for asks in links.near:
        hard = list(links.hard.get(asks, ()))
        taken = rng.sample(hard, min(HARD, len(hard)))
        # As many more than are wanted as could be refused.
        drawn = rng.sample(ids, min(len(ids), HARD + EASY + len(links.linked[asks])))
        easy = [one for one in drawn if one not in links.linked[asks] and one not in taken]
        found[asks] = taken + easy[: HARD + EASY - len(taken)]
    return found


def _too_few(known: Known, label: str, n: int) -> str:
    many = sum(1 for paper in known.papers if paper.cites or paper.cited_by)
    what = "cite another one" if label == "citation" else "are cited with another one"
    if not many:
        why = "none of them says what it cites: import papers with their references"
    elif not known.citations:
        why = f"{many} say what they cite, and nothing of that is here: import the papers that are cited"
    else:
        why = f"{many} say what they cite, with {_links(len(known.citations))} in all: import more of them"
    return f"{n} of the library's {len(known.papers)} papers {what}, {why}, or leave the objective out."


def _links(n: int) -> str:
    return "1 link" if n == 1 else f"{n} links"
