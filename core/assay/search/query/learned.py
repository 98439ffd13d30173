"""What a library's judged queries teach its hybrid search: how its scores weigh, and a small ranker.

A judged query leaves a direction: the mean of its relevant papers' vectors, less the mean of all that was
found for it, each weighing as its score's softmax. That is the negative gradient of ListNet's loss (Cao et
al., ICML 2007) by the query's vector. The ranker adds to the score of what was found a weighted sum of five
features; the last is how far a paper lies in the directions of the judged queries, each counting as it is
like the new one. A query that was judged itself gets nothing of its own grades: they are for *Use grades*,
and rankings of judged queries stay what they would be without them.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from assay.codec import decode, encode
from assay.encoding import Encoder
from assay.errors import BadInput
from assay.files import read_text, write_text
from assay.index.lexical import FINGERPRINT
from assay.search.query.seeds import Component, direction
from assay.types import Fusion, LearnedWeights, Misfit, TaskFormat, Vectors

Features: TypeAlias = npt.NDArray[np.float64]

FOLDER = "weights"
"""Where a library keeps what was learned, each version in a file."""
LIKENESS = 0.3
"""How much farther a cosine has to be from 1 for a judged query to count 1/e (docs/benchmarks.md)."""
SHARPNESS = 0.05
"""The temperature of the softmax over scores."""
NEAREST = (3, 10)
"""The first results whose mean vectors papers are compared with."""
N_FEATURES = 5
NAMED = 5
"""Judged queries that an explanation names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned(LearnedWeights):
    """One version of what was learned. Matrices (n, dim) are base64 of float32."""

    queries: tuple[str, ...]  # the texts of those that teach
    points: str  # their unit vectors
    directions: str
    vectors: str  # fingerprints of the model's vectors of papers and queries
    words: str  # fingerprint of the keyword index's fields
    fusion: Fusion

    @property
    def version(self) -> str:
        """A digest of all of it but when: the same grades teach the same version."""
        return sha256(encode(replace(self, created="")).encode()).hexdigest()[:12]

    def misfit(self, encoder: Encoder, fusion: Fusion) -> Misfit:
        """Return what has changed since it was measured, "" where nothing has."""
        if self.vectors != fingerprints(encoder):
            return "model"
        if self.words != FINGERPRINT:
            return "index"
        return "" if self.fusion is fusion else "fusion"


@dataclass(frozen=True, slots=True)
class Candidates:
    """What hybrid search found for a query, best first, as far as it has vectors (n, dim)."""

    doc_ids: Sequence[str]
    scores: Features  # (n,) fused
    features: Features  # (n, 4): meaning, words, nearness to the first 3 and to the first 10
    vectors: Vectors


def candidates_of(
    doc_ids: Sequence[str], scores: Features, meaning: Features, words: Features, vectors: Vectors
) -> Candidates:
    """Return candidates with their features; all are in one order, the best first."""
    if not doc_ids:
        return Candidates((), scores, np.empty((0, N_FEATURES - 1)), vectors)
    near = [vectors @ _unit([Component(vectors[:n].mean(axis=0), 1.0)]) for n in NEAREST]
    return Candidates(doc_ids, scores, np.column_stack([meaning, words, *near]), vectors)


@dataclass(frozen=True, slots=True)
class Lessons:
    """What was learned, ready to search with: the judged queries as matrices."""

    meaning: float
    ranker: tuple[float, ...] = ()
    texts: Sequence[str] = ()
    points: npt.NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0), np.float32))
    directions: npt.NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0), np.float32))
    version: str = ""

    def of(self, rows: Sequence[int]) -> Lessons:
        """Return what these queries teach."""
        texts = [self.texts[row] for row in rows]
        return replace(self, texts=texts, points=self.points[rows], directions=self.directions[rows])

    def features(self, found: Candidates, parts: Sequence[Component], text: str) -> Features:
        """(n, N_FEATURES) of what was found for a typed query, which looks for these parts."""
        shift = self._shares(_unit(parts), text) @ self.directions  # (q,) @ (q, dim) -> (dim,)
        return np.column_stack([found.features, found.vectors @ shift])

    def added(self, found: Candidates, parts: Sequence[Component], text: str) -> Features:
        """(n,) what the ranker adds to the scores."""
        return np.asarray(self.features(found, parts, text) @ np.array(self.ranker))

    def nearest(self, parts: Sequence[Component], text: str) -> list[tuple[str, float]]:
        """Return the judged queries that count most for this one, with their shares of all that do."""
        if not self.texts or not parts:
            return []
        shares = self._shares(_unit(parts), text)
        total = float(shares.sum())
        best = np.argsort(-shares, kind="stable")[:NAMED]
        return [(self.texts[row], float(shares[row]) / total) for row in best if shares[row] > 0]

    def _shares(self, unit: Vectors, text: str) -> npt.NDArray[np.float64]:
        """(n,) how much each judged query counts for a query's unit vector (dim,); itself counts nothing."""
        shares = np.exp((self.points.astype(np.float64) @ unit - 1) / LIKENESS)
        own = plain(text)
        return shares * np.array([plain(each) != own for each in self.texts], np.float64)


def _unit(parts: Sequence[Component]) -> Vectors:
    return direction([Component(direction(parts), 1.0)])


def plain(text: str) -> str:
    """Return a query's text as two that are the same have it."""
    return " ".join(text.casefold().split())


def lesson(vectors: Vectors, scores: npt.NDArray[np.float64], grades: npt.NDArray[np.float64]) -> Vectors:
    """Return the direction (dim,) of a query: of the vectors (n, dim) that were found, with scores and grades
    (n,), of which some is above 0. A grade counts 2 at most.
    """
    expected = np.exp((scores - scores.max()) / SHARPNESS)
    relevant = np.clip(grades, 0, 2)
    weights = relevant / relevant.sum() - expected / expected.sum()
    return np.asarray(weights @ vectors, np.float32)


def fingerprints(encoder: Encoder) -> str:
    """Return what has to stay for vectors to be comparable with those of the lessons."""
    return " ".join(encoder.fingerprint(each) for each in (TaskFormat.PRX, TaskFormat.QRY))


def packed(matrix: npt.NDArray[np.float32]) -> str:
    """Return a matrix as text."""
    return base64.b64encode(np.ascontiguousarray(matrix, "<f4").tobytes()).decode("ascii")


def lessons_of(learned: Learned) -> Lessons:
    """Return it ready to search with. Raises BadInput where a matrix is not one row for each query, or
    a weight is out of its range.
    """
    n, matrices = len(learned.queries), []
    for name, text in (("points", learned.points), ("directions", learned.directions)):
        try:
            flat = np.frombuffer(base64.b64decode(text, validate=True), "<f4")
            matrices.append(flat.reshape(n, -1) if n else np.empty((0, 0), np.float32))
        except ValueError as error:
            raise BadInput("{0}: the {1} are damaged: {2}.", learned.version, name, error) from error
    points, directions = matrices
    if points.shape != directions.shape or not np.isfinite(directions).all():
        raise BadInput("{0}: the {1} are damaged: {2}.", learned.version, "directions", directions.shape)
    ranker = np.array(learned.ranker, np.float64)
    if not 0 <= learned.meaning <= 1 or len(ranker) not in (0, N_FEATURES) or not np.isfinite(ranker).all():
        found = (learned.meaning, *learned.ranker)
        raise BadInput("{0}: the {1} are damaged: {2}.", learned.version, "weights", found)
    return Lessons(learned.meaning, learned.ranker, learned.queries, points, directions, learned.version)


# -- files ------------------------------------------------------------------------------------------------


def keep(learned: Learned, library: Path) -> Path:
    """Write a version into a library's folder, where nothing uses it yet."""
    path = library / FOLDER / f"{learned.version}.json"
    path.parent.mkdir(exist_ok=True)
    write_text(path, encode(learned) + "\n", durable=True)
    return path


def read_learned(path: Path) -> Learned:
    """Read a version's file. Raises BadInput."""
    try:
        learned = decode(read_text(path), Learned, what=path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{0} cannot be read: {1}.", path, error) from error
    lessons_of(learned)
    return learned


def read_version(library: Path, version: str) -> Learned:
    """Read a version that a library keeps. Raises BadInput."""
    path = library / FOLDER / f"{version}.json"
    if not version.isalnum() or not path.is_file():
        raise BadInput(
            "This library has no learned weights '{0}'.", version, advice="See `assay weights list`."
        )
    learned = read_learned(path)
    if learned.version != version:
        raise BadInput("{0} has been changed since it was written. Delete it.", path)
    return learned


def versions(library: Path) -> list[Learned]:
    """Return those that a library keeps, the newest first. Raises BadInput for a damaged one."""
    found = [read_learned(path) for path in (library / FOLDER).glob("*.json")]
    return sorted(found, key=lambda one: (one.created, one.version), reverse=True)
