"""Learning to predict: a library's papers, their vectors, and a probe for each predictable target."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from assay.encoding import Encoder, VectorCache, encode_formats_with_cache, text_key
from assay.errors import EvaluationError
from assay.messages import Message, message
from assay.prediction.file import Probes
from assay.prediction.probes import FOLDS, LabelProbe, NumberProbe, fit_labels, fit_numbers
from assay.prediction.targets import (
    TARGETS,
    LabelTarget,
    NumberTarget,
    Target,
    is_known,
    labels_of,
    spellings,
)
from assay.prediction.types import Learned
from assay.progress import Item, Progress, silent
from assay.types import Paper, TaskFormat, Vectors


def fold_of(text: str) -> int:
    """Which probe did not see this text: the same on every machine, and for every paper of the text."""
    return int.from_bytes(text_key(text)[:4], "little") % FOLDS


def fingerprints_of(encoder: Encoder, formats: Sequence[TaskFormat]) -> dict[str, str]:
    """format -> what vectors must stand under to be read by a probe; without those the model lacks."""
    return {each.value: encoder.fingerprint(each) for each in formats if each in encoder.formats}


@dataclass(frozen=True, slots=True)
class _Known:
    """Papers of which something is known, with their vectors (n, d) of one format and their folds (n,)."""

    papers: tuple[Paper, ...]
    vectors: Vectors
    folds: npt.NDArray[np.int64]

    def of(self, target: Target) -> _Known:
        """Return those of which this target is known."""
        rows = np.array([is_known(target, paper) for paper in self.papers], dtype=np.bool_)
        own = tuple(paper for paper, kept in zip(self.papers, rows, strict=True) if kept)
        return _Known(own, self.vectors[rows], self.folds[rows])


def learn(
    papers: Sequence[Paper], encoder: Encoder, cache: VectorCache, *, progress: Progress = silent
) -> Probes:
    """Return probes for all targets that can be predicted; `omitted` says why the others cannot.

    Only papers of which something is known are encoded, and for those formats alone that this is predicted
    from; where a model yields several in one pass, in one pass. Raises `Cancelled` where `progress` does,
    ModelError and LibraryError.
    """
    labels: dict[str, LabelProbe] = {}
    numbers: dict[str, NumberProbe] = {}
    omitted: dict[str, Message] = {}
    known = _known(papers, encoder, cache, progress)
    for target in TARGETS:
        if target.format not in encoder.formats:
            omitted[target.key] = message(
                "The model {0} has no vectors for {1}.", encoder.name, target.format
            )
            continue
        own = known[target.format].of(target)
        try:
            if isinstance(target, NumberTarget):
                numbers[target.key] = _number_probe(target, own, progress)
            else:
                labels[target.key] = _label_probe(target, own, progress)
        except EvaluationError as error:
            unread = sum(is_known(target, each) and not encoder.template.paper_text(each) for each in papers)
            more = message("{0} more have neither title nor abstract to read.", unread)
            omitted[target.key] = message("{0} {1}", error.message, more) if unread else error.message
    used = dict.fromkeys(target.format for target in TARGETS if target.key in {**labels, **numbers})
    learned = Learned(
        model=encoder.name,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        n_papers=len(papers),
        labels={key: probe.quality for key, probe in labels.items()},
        numbers={key: probe.quality for key, probe in numbers.items()},
        omitted={key: str(why) for key, why in omitted.items()},
        omitted_messages=omitted,
    )
    return Probes(learned, fingerprints_of(encoder, list(used)), labels, numbers)


def _known(
    papers: Sequence[Paper], encoder: Encoder, cache: VectorCache, progress: Progress
) -> dict[TaskFormat, _Known]:
    """format -> the papers with a text of which a target of that format is known, encoded for it."""
    texts = {paper.doc_id: encoder.template.paper_text(paper) for paper in papers}
    needed = {paper.doc_id: _formats_of(paper, encoder) for paper in papers if texts[paper.doc_id]}
    _read_once(texts, needed, encoder, cache, progress)
    known = {}
    for each in encoder.formats:
        own = tuple(paper for paper in papers if each in needed.get(paper.doc_id, ()))
        read = [texts[paper.doc_id] for paper in own]
        (vectors,), _ = encode_formats_with_cache(encoder, read, formats=(each,), cache=cache)
        known[each] = _Known(own, vectors, np.array([fold_of(text) for text in read], dtype=np.int64))
    return known


def _read_once(
    texts: Mapping[str, str],
    needed: Mapping[str, tuple[TaskFormat, ...]],
    encoder: Encoder,
    cache: VectorCache,
    progress: Progress,
) -> None:
    """Leave the vectors in the cache; papers that need the same formats are read for all of them at once."""
    groups = [formats for formats in dict.fromkeys(needed.values()) if formats]
    for place, formats in enumerate(groups, start=1):
        encode_formats_with_cache(
            encoder,
            [texts[doc_id] for doc_id, each in needed.items() if each == formats],
            formats=formats,
            cache=cache,
            progress=_of_part(progress, Item(number=place, of=len(groups)) if len(groups) > 1 else None),
        )


def _formats_of(paper: Paper, encoder: Encoder) -> tuple[TaskFormat, ...]:
    """Return those that something is predicted from which is known of the paper, and that the model has."""
    formats = dict.fromkeys(target.format for target in TARGETS if is_known(target, paper))
    return tuple(each for each in formats if each in encoder.formats)


def _number_probe(target: NumberTarget, known: _Known, progress: Progress) -> NumberProbe:
    given = np.array([target.known(paper) for paper in known.papers], dtype=np.float64)
    return fit_numbers(known.vectors, given, known.folds, _steps(progress, target.key))


def _label_probe(target: LabelTarget, known: _Known, progress: Progress) -> LabelProbe:
    """Learn the labels; a name is written as most papers write it."""
    of_each = [labels_of(target, paper) for paper in known.papers]
    names = sorted({label for labels in of_each for label in labels})
    places = {name: place for place, name in enumerate(names)}
    flags = np.zeros((len(of_each), len(names)), dtype=np.bool_)
    for row, labels in enumerate(of_each):
        flags[row, [places[label] for label in labels]] = True
    written = spellings(target, known.papers)
    return fit_labels(
        known.vectors, [written[name] for name in names], flags, known.folds, _steps(progress, target.key)
    )


def _of_part(progress: Progress, part: Item | None) -> Progress:
    """Say which part of the papers is encoded: those of which other things are known are a part each."""
    return lambda stage, done, total, _item=None: progress(stage, done, total, part)


def _steps(progress: Progress, key: str) -> Callable[[int], None]:
    return lambda done: progress("learning", done, FOLDS + 1, Item((key,)))
