"""Queries with graded candidates: SciRepEval's proximity and search tasks, as triplets.

A positive is any candidate that is graded higher than another of its query, which is then its negative
(SciRepEval, section 4: P+ is scored higher than P-). The released code knows only nought and more than that,
goes through the positives in the order of the file, and takes negatives from the end of the list.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from assay.encoding.formats import TextTemplate
from assay.messages import translatable
from assay.training.data.examples import Example, Source
from assay.training.data.holdout import drawn, example_rng, source_rng
from assay.training.data.objectives.files import fault, read_objects, text_of, train_and_dev
from assay.training.data.objectives.rows import BEYOND_LIMIT, OVER_LIMIT, SAME_NEGATIVE, parted, source_facts
from assay.training.data.objectives.texts import Texts, TextsWriter, below
from assay.training.recipe.objective_spec import CandidatesSpec, Variant, fields_read

NO_ORDER = translatable("queries whose candidates are all graded alike")


@dataclass(frozen=True, slots=True)
class GradedQuery:
    """One query. Candidates are (number of the text, grade), in the order of the file, the query left out."""

    query: int
    candidates: tuple[tuple[int, float], ...]

    def positives(self, variant: Variant) -> list[tuple[int, float]]:
        least = 0.0 if variant == "released" else min(grade for _, grade in self.candidates)
        return [row for row in self.candidates if row[1] > least]

    def negatives(self, grade: float, variant: Variant) -> list[int]:
        """Return those that are no match for a positive of this grade."""
        if variant == "released":
            return [number for number, own in self.candidates if not own]
        return [number for number, own in self.candidates if own < grade]

    def n_triplets(self, most: int, variant: Variant) -> int:
        """Count the negatives of the best positive, at most so many; 0 without a positive."""
        positives = self.positives(variant)
        if not positives:
            return 0
        best = max(grade for _, grade in positives)
        return min(most, len(self.negatives(best, variant)))


class Triplets:
    """An `Objective` of some queries, each as often as it has triplets."""

    def __init__(
        self, name: str, texts: Texts, lists: Sequence[GradedQuery], *, most: int, variant: Variant, seed: int
    ) -> None:
        self.name = name
        self._texts, self._queries, self._variant, self._seed = texts, lists, variant, seed
        counts = np.array([one.n_triplets(most, variant) for one in lists], dtype=np.int64)
        self._ends = np.cumsum(counts)

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def learned_texts(self) -> tuple[list[str], list[str]]:
        """Return the queries' texts, and those of all their positives one after the other."""
        positives = [self._texts[n] for one in self._queries for n, _ in one.positives(self._variant)]
        return [self._texts[one.query] for one in self._queries], positives

    def example(self, index: int, epoch: int) -> Example:
        place = int(np.searchsorted(self._ends, index, side="right"))
        one = self._queries[place]
        number = index - (int(self._ends[place - 1]) if place else 0)
        positives = one.positives(self._variant)
        if self._variant == "released":
            positive = positives[number % len(positives)][0]
            negative = one.negatives(0.0, "released")[-1 - number]
        else:
            rng = example_rng(self._seed, self.name, epoch, index)
            positive, grade = positives[below(rng, len(positives))]
            lower = one.negatives(grade, self._variant)
            negative = lower[below(rng, len(lower))]
        return Example(self._texts[one.query], self._texts[positive], self._texts[negative])


def open_candidates(spec: CandidatesSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open one file, or train.jsonl and dev.jsonl of a folder. Raises RecipeError.

    A row is {query, candidates: [{title, abstract, score}]}, the query a text or a paper. `limit` counts
    triplets; the first queries in the order of chance are kept. "released": the first `limit` // `per_query`
    queries of the file, however few triplets they have.
    """
    files = train_and_dev(path)
    reader = _Reader(spec, template)
    queries: list[GradedQuery] = []
    validates: list[bool] = []
    for file, validating in files.items():
        for line, row in read_objects(file):
            one = reader.graded_query(row, (file, line))
            if one is not None:
                queries.append(one)
                validates.append(validating)
    reader.done(path, len(queries))
    texts, left_out = reader.texts, reader.left_out
    keys = [texts.key(one.query) for one in queries]
    held = parted(spec, keys, validates, seed=seed, left_out=left_out)
    training = [queries[row] for row in np.flatnonzero(~held)]
    train = _limited(spec, training, seed)
    dropped = sum(one.n_triplets(spec.per_query, spec.variant) for one in training)
    left_out[OVER_LIMIT] += dropped - sum(one.n_triplets(spec.per_query, spec.variant) for one in train)
    checks = [queries[row] for row in np.flatnonzero(held)]
    held_texts = texts.finish()
    kept = {"most": spec.per_query, "variant": spec.variant, "seed": seed}
    learned = Triplets(spec.name, held_texts, train, **kept)  # type: ignore[arg-type]
    views = Triplets(f"{spec.name}/validation", held_texts, checks, **kept)  # type: ignore[arg-type]
    chosen = drawn(
        np.arange(len(views)), spec.validation_limit, source_rng(seed, spec.name, "validation"), shuffled=True
    )
    left_out[BEYOND_LIMIT] += len(views) - len(chosen)
    n, checked = len(learned), len(chosen)
    facts = source_facts(spec, n_train=n, n_validation=checked, files=files, root=path, left_out=left_out)
    facts = replace(facts, first_left_out=reader.first_left_out)
    return Source(learned, tuple(views.example(int(row), 0) for row in chosen), facts)


class _Reader:
    """Takes in rows, texts by number."""

    def __init__(self, spec: CandidatesSpec, template: TextTemplate) -> None:
        self.texts = TextsWriter()
        self.left_out: Counter[str] = Counter()
        self.first_left_out: dict[str, str] = {}
        self._spec, self._template = spec, template
        self._without_order: list[tuple[Path, int]] = []
        self._first_reason = ""

    def done(self, path: Path, found: int) -> None:
        """Count queries that teach nothing, with the place of the first. Raises RecipeError if all do."""
        rows = self._without_order
        if rows and not found:
            raise fault(
                *rows[0],
                "no candidate of this query is graded higher than another, and so it is with all "
                "queries. {0} Grade the candidates, in 'score'.",
                self._first_reason,
            )
        if rows:
            self.left_out[NO_ORDER] += len(rows)
            self.first_left_out[NO_ORDER] = _place(*rows[0], path)

    def graded_query(self, row: dict[str, object], place: tuple[Path, int]) -> GradedQuery | None:
        """Return the row's query; None where no candidate is better than another. Raises RecipeError."""
        query = self._number(row.get("query"), "query", place)
        listed = row.get("candidates")
        if not isinstance(listed, list) or not listed:
            raise fault(*place, "'candidates' is missing or empty. Give the query some, or take it out.")
        found: dict[int, tuple[int, float]] = {}
        for one in listed:
            if not isinstance(one, dict):
                raise fault(*place, "a candidate is not a paper but {0}. Correct the line.", f"{one!r:.60}")
            number, grade = self._number(one, "candidates", place), _grade(one.get("score"), place)
            if self.texts.key(number) == self.texts.key(query):
                self.left_out[SAME_NEGATIVE] += 1
            else:
                found.setdefault(self.texts.key(number), (number, grade))
        made = GradedQuery(query, tuple(found.values()))
        if not found or not made.n_triplets(1, self._spec.variant):
            self._first_reason = self._first_reason or _reason([grade for _, grade in found.values()])
            self._without_order.append(place)
            return None
        return made

    def _number(self, value: object, key: str, place: tuple[Path, int]) -> int:
        return self.texts.add(
            text_of(value, key, read=fields_read(self._spec), template=self._template, place=place)
        )


def _reason(grades: Sequence[float]) -> str:
    if not grades:
        return "Here every candidate is the query itself."
    all_alike = f"{grades[0]:g}" if len({*grades}) == 1 else "0 or below" if max(grades) <= 0 else "above 0"
    lacking = "positive" if max(grades) <= 0 else "negative"
    return f"Here all {len(grades)} are graded {all_alike}: there is no {lacking}."


def _place(file: Path, line: int, root: Path) -> str:
    """Name a row's place as the card does: no folder of the machine that trained is anybody's business."""
    return f"{file.relative_to(root).as_posix() if root.is_dir() else file.name}:{line}"


def _grade(value: object, place: tuple[Path, int]) -> float:
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    raise fault(
        *place, "a candidate's score is {0} and must be a number. Correct the line.", f"{value!r:.60}"
    )


def _limited(spec: CandidatesSpec, queries: Sequence[GradedQuery], seed: int) -> list[GradedQuery]:
    if not spec.limit:
        return list(queries)
    if spec.variant == "released":
        return list(queries[: max(1, spec.limit // spec.per_query)])
    order = source_rng(seed, spec.name, "limit").permutation(len(queries))
    kept: list[GradedQuery] = []
    count = 0
    for row in order.tolist():
        own = queries[row].n_triplets(spec.per_query, spec.variant)
        if kept and count + own > spec.limit:
            break
        kept.append(queries[row])
        count += own
    return kept
