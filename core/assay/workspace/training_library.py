"""The user's own judgements and papers as training data, written into the run once."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import time
from dataclasses import replace
from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.errors import AssayError, RecipeError, TrainingFailed
from assay.location import Location
from assay.training.examples import Source
from assay.training.objectives import open_source
from assay.training.recipe import ObjectiveSpec
from assay.workspace.training_papers import KEYS, LABELS, write_papers

PREFIX = "library:"
"""How the path of such an objective begins: "library:" alone means the judgements as they stand, or of other
kinds the papers; "library:CAMPAIGN" a campaign's latest release, and "library:CAMPAIGN@2" its second one."""

_RELEASE = re.compile(r"(?P<campaign>.+?)(?:@(?P<release>[1-9][0-9]*))?")
_POLL = 0.2  # seconds
_PATIENCE = 600.0  # seconds that the other processes of a run wait for the first one

logger = logging.getLogger(__name__)


class LibrarySources:
    """Opens objectives as `open_source` does, and those of the library from a copy under `folder`.

    The copy is made when it is asked for first, by the first process of a run, and then stays as it is.
    """

    def __init__(self, folder: Path, library: Location) -> None:
        self._folder = folder
        self._library = library

    def __call__(self, spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
        """Raises RecipeError, and BadInput or LibraryError for a library that has not what is asked for."""
        if spec.path.startswith(PREFIX):
            if spec.kind != "judgements" and (spec.kind not in KEYS or spec.path != PREFIX):
                raise RecipeError(
                    f"Objective '{spec.name}': the kind {spec.kind} cannot learn from '{spec.path}'. "
                    f"'{PREFIX}' is for the kinds judgements, {', '.join(KEYS)}; a campaign for judgements."
                )
            labels = LABELS if spec.kind == "classification" and not spec.labels else spec.labels
            spec = replace(spec, path=str(self._copy(spec).resolve()), labels=labels)
        return open_source(spec, folder=folder, seed=seed, template=template)

    def _copy(self, spec: ObjectiveSpec) -> Path:
        wanted = spec.path.removeprefix(PREFIX)
        place = self._folder / (f"release-{_digest(wanted)}" if wanted else "library")
        if spec.kind != "judgements":
            place = self._folder / "-".join(filter(None, (spec.kind, spec.label)))
        if place.is_dir():
            return place
        if os.environ.get("RANK", "0") != "0":
            _wait_for(place)
            return place
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(draft, ignore_errors=True)
            if spec.kind == "judgements":
                write_judgements(self._library, wanted, draft)
            else:
                write_papers(self._library, spec.kind, spec.label, draft)
            draft.replace(place)
        except OSError as error:
            raise TrainingFailed(f"{place} cannot be written: {error}. Make room.") from error
        except AssayError as error:
            raise RecipeError(f"Objective '{spec.name}': {error}") from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        return place


def write_judgements(library: Location, wanted: str, out: Path) -> None:
    """Writes papers, queries and grades as corpus.jsonl, queries.jsonl and qrels/train.tsv.

    `wanted` is "" for the library's own judgements, else "CAMPAIGN" or "CAMPAIGN@RELEASE". All papers of the
    library, or of the campaign's snapshot, are written: random negatives are drawn from them. Raises
    BadInput, LibraryError or EvaluationError.
    """
    from assay.evaluation import Collection, write_beir
    from assay.workspace.model_tests import TestChoice, read_test_set
    from assay.workspace.workspace import Workspace

    choice = TestChoice()
    if wanted:
        match = _RELEASE.fullmatch(wanted)
        assert match is not None  # noqa: S101 - every text that is not empty matches
        number = match["release"]
        choice = TestChoice(campaign=match["campaign"], release=int(number) if number else None)
    with Workspace.open(library, create=False) as workspace:
        found = read_test_set(workspace, choice, k=1)
    known = {paper.doc_id for paper in found.papers}
    qrels = {
        query_id: {doc_id: grade for doc_id, grade in grades.items() if doc_id in known}
        for query_id, grades in found.qrels.items()
    }
    qrels = {query_id: grades for query_id, grades in qrels.items() if grades}
    if not qrels:
        raise RecipeError(f"{found.name} has no judgements to learn from. Judge some papers first.")
    write_beir(
        Collection(
            name=found.name,
            papers=list(found.papers),
            queries=[query for query in found.queries if query.query_id in qrels],
            qrels=qrels,
            split="train",
        ),
        out,
    )
    logger.info("wrote the judgements of %s: %d queries", found.name, len(qrels))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _wait_for(place: Path) -> None:
    """Until the first process of the run has written the folder. Raises TrainingFailed after a while."""
    end = time.monotonic() + _PATIENCE
    while not place.is_dir():
        if time.monotonic() > end:
            raise TrainingFailed(f"The first process of this run has not written {place}. See its log.")
        time.sleep(_POLL)
