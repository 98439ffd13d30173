"""Clusters of a map, named by the words of titles that tell them apart."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.discovery.layout import Points
from assay.index import clean, foreign_stop_words, words

MOST = 40
_TERMS = 3
_PHRASE = 1.5
"""A phrase of two words counts so much more than a word: it says more."""


def n_clusters(n_papers: int) -> int:
    """Return how many clusters a map of so many papers has: 6 of 150, 12 of 1,000, at most 40."""
    return min(MOST, max(2, round(1.2 * math.cbrt(n_papers))))


def clusters(places: Points, *, random_seed: int) -> npt.NDArray[np.int32]:
    """Return the cluster (n,) of each place; k-means of the plane, so that each is one region."""
    from sklearn.cluster import KMeans

    make: Any = KMeans
    model = make(n_clusters(len(places)), n_init=4, random_state=random_seed)
    return np.asarray(model.fit_predict(places), np.int32)


def names(titles: Sequence[str], labels: npt.NDArray[np.int32]) -> list[str]:
    """Return a name for each cluster: its terms by class-based tf-idf, "graph networks · molecules".

    A term weighs its share of the cluster's terms times log(1 + mean terms a cluster / its count in all):
    Grootendorst, BERTopic, 2022, section 3.3.
    """
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    shown: dict[str, Counter[str]] = defaultdict(Counter)
    for title, label, stop in zip(titles, labels, foreign_stop_words(titles), strict=True):
        terms = _terms(title, stop)
        counts[int(label)].update(terms.keys())
        for term, written in terms.items():
            shown[term][written] += 1
    total: Counter[str] = Counter()
    for each in counts.values():
        total.update(each)
    mean = sum(total.values()) / max(1, len(counts))
    return [
        " · ".join(_best(counts[label], total, mean, shown))
        for label in range(int(labels.max(initial=0)) + 1)
    ]


def _best(
    counts: Counter[str], total: Counter[str], mean: float, shown: dict[str, Counter[str]]
) -> list[str]:
    size = sum(counts.values())
    least = 2 if size > 20 else 1  # a word of one title tells nothing of many
    weights = {
        term: n / size * math.log(1 + mean / total[term]) * (_PHRASE if " " in term else 1.0)
        for term, n in counts.items()
        if n >= least
    }
    chosen: list[str] = []
    used: set[str] = set()
    for term in sorted(weights, key=lambda each: (-weights[each], each)):
        if used.isdisjoint(term.split()):
            used.update(term.split())
            chosen.append(min(shown[term], key=lambda each: (-shown[term][each], each)))
        if len(chosen) == _TERMS:
            break
    return chosen


def _terms(title: str, stop: Set[str]) -> dict[str, str]:
    """Return the stems of a title's words and of its pairs of words, each as it is written there."""
    found: dict[str, str] = {}
    before = None
    title = clean(title)
    for word in words(title):
        is_stop = word.is_stop or title[word.start : word.end].lower() in stop
        is_long = len(word.folded) > 2 or word.is_cjk
        is_term = not is_stop and is_long and not word.folded.isdigit()
        if is_term:
            found[word.stem] = word.folded
            if before is not None and before.end <= word.start:
                found[f"{before.stem} {word.stem}"] = f"{before.folded} {word.folded}"
        before = word if is_term else None
    return found
