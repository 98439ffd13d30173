"""Predicted topics, year and score of a library's papers: learned from those of which they are known."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from assay.encoding import text_key
from assay.errors import BadInput, EvaluationError
from assay.messages import joined, message, translatable
from assay.prediction.file import Probes, probes_path, read_probes, write_probes
from assay.prediction.learning import fingerprints_of, fold_of, learn
from assay.prediction.probes import LabelProbe, NumberProbe
from assay.prediction.targets import TARGETS, LabelTarget, NumberTarget, is_known, labels_of
from assay.prediction.types import (
    Omitted,
    PredictedLabel,
    PredictedLabels,
    PredictedNumber,
    Prediction,
)
from assay.progress import Progress, silent
from assay.types import Paper, TaskFormat, Vectors

if TYPE_CHECKING:
    from assay.encoding import Encoder
    from assay.workspace import Workspace

SHOWN = 0.05
"""Labels that are less probable are not named, unless the paper has them."""

logger = logging.getLogger(__name__)


class Predictions:
    """What a workspace offers about predictions. Not for use from two threads at once, as the workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def learned(self) -> Probes | None:
        """Return what was learned last, None where nothing was. Raises LibraryError for a damaged file."""
        return read_probes(probes_path(self._workspace.folder))

    def train(self, *, progress: Progress = silent) -> Probes:
        """Encode papers for CLF and RGN as far as they are not, and learn every target that can be predicted.

        Raises EvaluationError where nothing at all can, which leaves what was learned before, as `Cancelled`
        does. Raises ModelError and LibraryError.
        """
        started = time.monotonic()
        papers = [paper for batch in self._workspace.library.papers.all(items=False) for paper in batch]
        encoder = self._workspace.encoder()
        probes = learn(papers, encoder, self._workspace.vector_cache(), progress=progress)
        found = [*probes.labels, *probes.numbers]
        if not found:
            omitted = probes.learned.omitted_messages.items()
            reasons = [message("{0}: {1}", key.capitalize(), why) for key, why in omitted]
            raise EvaluationError(
                "Nothing can be predicted from this library's papers. {0}", joined(reasons, " ")
            )
        write_probes(probes, probes_path(self._workspace.folder))
        seconds = time.monotonic() - started
        logger.info("learned %s from %d papers, %.1f s", ", ".join(found), len(papers), seconds)
        return probes

    def of(self, doc_id: str) -> Prediction:
        """What is predicted of a paper, or why nothing is. Loads the library's model where it is not yet.

        Raises BadInput for an unknown paper, ModelError, and LibraryError for a damaged file.
        """
        found = self._workspace.library.papers.get([doc_id])
        if not found:
            raise BadInput(
                "No paper '{0}' in this library.",
                doc_id,
                advice="`assay search` finds its id.",
            )
        paper, probes = found[0], self.learned()
        if probes is None:
            return Prediction(
                paper.doc_id, "untrained", "Nothing was learned from this library's papers yet."
            )
        encoder = self._workspace.encoder()
        learned = probes.learned
        held = Prediction(
            paper.doc_id,
            "stale",
            _why_stale(learned.model, encoder.name),
            learned.model,
            learned.created,
            learned.n_papers,
            omitted=tuple(
                Omitted(key, reason, learned.omitted_messages.get(key))
                for key, reason in learned.omitted.items()
            ),
        )
        formats = [TaskFormat(each) for each in probes.fingerprints]
        if fingerprints_of(encoder, formats) != dict(probes.fingerprints):
            return held
        text = encoder.template.paper_text(paper)
        if not text:
            why = translatable("This paper has neither title nor abstract to predict anything from.")
            return replace(held, state="uncovered", message=why)
        vectors = {each: self._vector(encoder, text, each) for each in formats}
        labels, numbers = _read_out(probes, paper, vectors, fold_of(text))
        return replace(held, state="ready", message="", labels=labels, numbers=numbers)

    def _vector(self, encoder: Encoder, text: str, format: TaskFormat) -> Vectors:
        """(d,), out of the cache where it is there; a single new one is not worth a file."""
        kept, found = self._workspace.vector_cache().get(
            [text_key(text)], fingerprint=encoder.fingerprint(format), dim=encoder.dim
        )
        vectors = kept if found[0] else encoder.encode([text], format=format)
        vector: Vectors = vectors[0]
        return vector


def _why_stale(then: str, now: str) -> str:
    if then != now:
        changed = f"and the library's model is {now} now"
    else:
        changed = "which reads texts in another way now: its length, or its own files, were changed"
    return f"This was learned with the model {then}, {changed}. Learn again to use the present one."


def _read_out(
    probes: Probes, paper: Paper, vectors: dict[TaskFormat, Vectors], fold: int
) -> tuple[tuple[PredictedLabels, ...], tuple[PredictedNumber, ...]]:
    """Every target, by the probe that did not see the paper where the paper could have been learned from."""
    labels, numbers = [], []
    for target in TARGETS:
        unseen = fold if is_known(target, paper) else None
        if isinstance(target, LabelTarget) and target.key in probes.labels:
            labels.append(_labels(target, probes.labels[target.key], paper, vectors[target.format], unseen))
        elif isinstance(target, NumberTarget) and target.key in probes.numbers:
            numbers.append(_number(target, probes.numbers[target.key], paper, vectors[target.format], unseen))
    return tuple(labels), tuple(numbers)


def _labels(
    target: LabelTarget, probe: LabelProbe, paper: Paper, vector: Vectors, fold: int | None
) -> PredictedLabels:
    own, quality = set(labels_of(target, paper)), probe.quality
    rows = [
        PredictedLabel(name, float(probability), name.lower() in own, ap, share)
        for name, probability, ap, share in zip(
            quality.names, probe.predict(vector, fold), quality.ap, quality.shares, strict=True
        )
    ]
    named = sorted((row for row in rows if row.known or row.probability >= SHOWN), key=_by_probability)
    return PredictedLabels(
        key=target.key,
        labels=tuple(named),
        n_labels=len(rows),
        n=quality.n,
        mean_ap=fmean(quality.ap),
        mean_share=fmean(quality.shares),
        f1=quality.f1,
        calibration_error=quality.calibration_error,
    )


def _by_probability(row: PredictedLabel) -> tuple[float, str]:
    return -row.probability, row.name


def _number(
    target: NumberTarget, probe: NumberProbe, paper: Paper, vector: Vectors, fold: int | None
) -> PredictedNumber:
    found, quality = probe.predict(vector, fold), probe.quality
    return PredictedNumber(
        key=target.key,
        value=found.value,
        low=found.low,
        high=found.high,
        known=target.known(paper),
        lowest=probe.lowest,
        highest=probe.highest,
        n=quality.n,
        mae=quality.mae,
        mae_of_mean=quality.mae_of_mean,
        tau=quality.tau,
        coverage=quality.coverage,
    )
