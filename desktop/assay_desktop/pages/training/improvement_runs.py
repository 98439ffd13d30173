"""Attempts to improve search: what they learn from, what is in their folders, and how far one is."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeVar

from assay.codec import decode, encode
from assay.errors import BadInput, TrainingFailed
from assay.query_tuning.types import (
    FOLDS,
    LEAST_WEIGHTS,
    MANY,
    REPORT,
    STEPS,
    TRAINING,
    ImproveReport,
    TuningReport,
)
from assay_desktop.background.job_words import job_progress, time_left
from assay_desktop.background.trainings import free_folder
from assay_desktop.background.work import Work
from assay_desktop.pages.training.improvement_words import Improved, improved_of
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from assay.campaign_types import Release
    from assay.library import CampaignStore
    from assay.location import Location
    from assay.searching.types import LearnedVersion
    from assay.types import Query
    from assay.workspace import Workspace
    from assay_desktop.background.job import Job

_tr = translator("training")
T = TypeVar("T")

REQUEST: Final = "improve.json"
"""What was asked for, so that the same can go on after a crash."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImproveRequest:
    """`judgements` is "" for the library's own, else "CAMPAIGN@RELEASE"."""

    judgements: str
    model: str
    queries: int = 0  # that teach, as far as was known
    encoder: bool = False  # whether the query encoder is fine-tuned, too

    def words(self, folder: Path) -> list[str]:
        """Return those of the command. The same ones continue with what was interrupted."""
        named = [self.judgements] if self.judgements else []
        encoder = "--encoder" if self.encoder else "--no-encoder"
        return ["improve", *named, encoder, "--model", self.model, "--out", str(folder)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """`steps` is None until it has finished; `improved` is what fine-tuning the query encoder came to."""

    folder: Path
    request: ImproveRequest
    began: str  # ISO 8601, UTC
    prepared: bool = False  # whether there is anything to continue with
    improved: Improved | None = None
    steps: ImproveReport | None = None

    @property
    def finished(self) -> bool:
        return self.steps is not None or self.improved is not None

    @property
    def version(self) -> str:
        """The learned weights that are put forward; "" where it is a model, or nothing."""
        return "" if self.steps is None else self.steps.version


@dataclass(frozen=True, slots=True)
class Part:
    """Which of the trainings is under way: those that measure, then that of the model to keep."""

    number: int  # from 1; 0 while the candidates are prepared
    of: int


def begin(location: Location, request: ImproveRequest) -> Path:
    """A new folder that says what is asked for. Raises TrainingFailed."""
    from assay.training_runs.runs import new_run_folder

    folder = free_folder(new_run_folder(location, f"improve {request.judgements or 'search'}"))
    try:
        folder.mkdir(parents=True)
        (folder / REQUEST).write_text(encode(request) + "\n", encoding="utf-8")
    except OSError as error:
        raise TrainingFailed("{0} cannot be written: {1}. Free some space.", folder, error) from error
    return folder


def attempts(folder: Path) -> list[Attempt]:
    """Those under the folder of the library's runs, the newest first."""
    names = sorted((path.parent for path in folder.glob(f"*/{REQUEST}")), key=lambda path: path.name)
    return [found for path in reversed(names) if (found := _read(path)) is not None]


def discard(folder: Path) -> None:
    """Delete the folder of a run or an attempt; a model that it kept stays. Raises TrainingFailed."""
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise TrainingFailed(
            _tr("{0} was not fully deleted: {1}. Allow writing there, then delete it again.").format(
                folder, error
            )
        ) from error


def part_of(folder: Path, request: ImproveRequest) -> Part:
    """Return where it is; a few small files are read."""
    named = [path.stem for path in (*folder.glob("fold-*.txt"), *folder.glob("model.txt"))]
    usual = 2 if request.queries >= MANY else FOLDS + 1
    of = len(named) if "model" in named else max(usual, len(named) + 1)
    return Part(len(named), of)


def _read(folder: Path) -> Attempt | None:
    try:
        request = decode((folder / REQUEST).read_text(encoding="utf-8"), ImproveRequest)
        began = datetime.fromtimestamp((folder / REQUEST).stat().st_mtime, UTC).isoformat(timespec="seconds")
    except (OSError, UnicodeDecodeError, BadInput) as error:
        log.warning("%s is no attempt to improve search: %s", folder, error)
        return None
    found = _report(folder / REPORT, TuningReport)
    improved = None if found is None else improved_of(found)
    steps = _report(folder / STEPS, ImproveReport)
    return Attempt(folder, request, began, (folder / "lists").is_dir(), improved, steps)


def _report(path: Path, kind: type[T]) -> T | None:
    try:
        return decode(path.read_text(encoding="utf-8"), kind)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, BadInput) as error:
        log.warning("what came of %s cannot be read: %s", path.parent, error)
        return None


# --- whose judgements can teach


@dataclass(frozen=True, slots=True)
class Source:
    """`judgements` as the command takes them: "" for the library's own, else "CAMPAIGN@RELEASE"."""

    judgements: str
    frozen: str = ""  # ISO 8601, UTC: when the release was made
    queries: int = 0  # typed, with a relevant paper
    by_paper: int = 0  # judged queries that are papers


@dataclass(frozen=True, slots=True)
class ImproveOptions:
    """What the view shows: the library's judgements first, then releases and attempts, newest first."""

    sources: tuple[Source, ...]
    attempts: tuple[Attempt, ...]
    least: int = 0  # queries that are needed
    active: LearnedVersion | None = None  # what hybrid search uses


@dataclass(slots=True)
class ImproveReader:
    """Remembers what releases hold, for they never change; called from one thread at a time."""

    folder: Path  # of the library's runs
    _known: dict[tuple[str, int], Source] = field(default_factory=dict)

    def read(self, workspace: Workspace) -> ImproveOptions:
        """Raise LibraryError."""
        typed = _typed(workspace.library.queries.all())
        present = set(workspace.library.papers.ids())
        judged = (
            (query_id, grade)
            for query_id, grades in workspace.library.judgements.qrels().items()
            for doc_id, grade in grades.items()
            if doc_id in present  # a paper that was removed teaches nothing
        )
        own = _source("", "", judged, typed)
        releases = sorted(self._releases(workspace), key=lambda one: one.frozen, reverse=True)
        return ImproveOptions(
            (own, *releases), tuple(attempts(self.folder)), LEAST_WEIGHTS, _active(workspace)
        )

    def _releases(self, workspace: Workspace) -> Iterable[Source]:
        for campaign in workspace.library.campaigns.all():
            store = workspace.library.campaign(campaign.name)
            for release in store.releases.all():
                key = campaign.name, release.version
                if key not in self._known:
                    self._known[key] = _of_release(store, release)
                yield self._known[key]


def _active(workspace: Workspace) -> LearnedVersion | None:
    """Return what the library's settings on the disk name; None for nothing, or what cannot be read."""
    from assay.searching.weights import learned_versions

    try:
        return next((one for one in learned_versions(workspace) if one.active), None)
    except BadInput as error:
        log.warning("learned weights cannot be read: %s", error)
        return None


def _of_release(store: CampaignStore, release: Release) -> Source:
    judged = ((item.query_id, item.relevance) for item in store.releases.items(release.version))
    frozen = release.created_at.isoformat()
    return _source(f"{store.name}@{release.version}", frozen, judged, _typed(store.queries.all()))


def _typed(queries: Iterable[Query]) -> dict[str, bool]:
    """Query id -> whether somebody typed it; else it is a paper."""
    return {query.query_id: query.doc_id is None for query in queries}


def _source(
    judgements: str, frozen: str, judged: Iterable[tuple[str, int]], typed: dict[str, bool]
) -> Source:
    """`judged` are (query id, grade)."""
    queries = dict[str, bool]()  # query id -> whether something is relevant
    for query_id, grade in judged:
        queries[query_id] = queries.get(query_id, False) or grade > 0
    teach = sum(relevant and typed.get(query_id, False) for query_id, relevant in queries.items())
    by_paper = sum(not typed.get(query_id, True) for query_id in queries)
    return Source(judgements, frozen, teach, by_paper)


# --- how far one is


def work_of(job: Job, part: Part | None) -> Work:
    """The line of an attempt that waits or is at work; `part` is None where nobody has looked yet."""
    if job.state == "queued":
        return Work(_tr("Waiting…"), can_cancel=True)
    if part is None or not part.number or job.stage != TRAINING:
        before = _tr("Preparing papers and candidates")
        text = " · ".join(filter(None, (before, job_progress(job))))
    else:
        what = _tr("Training {0} of {1}").format(part.number, part.of)
        text = " · ".join(filter(None, (what, time_left(job.eta_s))))
    return Work(text, job.done, job.total, can_cancel=True)
