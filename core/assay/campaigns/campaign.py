"""One campaign opened for work: every stage that a judgement set goes through, joined."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from assay.campaign_types import (
    Campaign,
    CampaignStatus,
    Disagreement,
    PoolRound,
    PoolStrategy,
    QueueKind,
    Release,
    ReleaseRule,
    StoredRun,
)
from assay.campaigns import exchange, pools, releases, runs
from assay.campaigns.exchange import ExportFormat
from assay.campaigns.setup import (
    checked_queries,
    corpus_of,
    edit_campaign,
    file_queries,
    sampled_queries,
    typed_queries,
)
from assay.campaigns.types import CampaignState, Withdrawn
from assay.evaluation.export import ExportReport
from assay.evaluation.pool_bias import BiasRow
from assay.judging import AgreementReport, JudgingSession
from assay.library import CampaignStore
from assay.library.campaigns.judgement_rows import checked_handle
from assay.library.transaction import together
from assay.progress import Progress, silent
from assay.types import GRADES, Overview
from assay.workspace import Workspace

log = logging.getLogger(__name__)


class CampaignWork:
    """One campaign of a workspace. Not for use from two threads at once, as the workspace itself.

    `store` holds what the library keeps of it; the methods here are those that need more than one stage.
    """

    def __init__(self, workspace: Workspace, name: str) -> None:
        """Raise BadInput for an unknown campaign, naming the known ones."""
        self._workspace = workspace
        self._library = workspace.library
        self.store = workspace.library.campaign(name)
        self.notes: tuple[str, ...] = ()
        """What the last `edit`, or the making, has to say of the queries of a file."""

    def info(self) -> Campaign:
        return self.store.info()

    def status(self) -> CampaignState:
        """Return all that the campaign's overview shows."""
        return read_state(self.store)

    # -- setting it up ----------------------------------------------------------------------------------

    def set_status(self, status: CampaignStatus) -> Campaign:
        """Raise BadInput for a step that a campaign does not take, or that lacks something, saying what."""
        return self._library.campaigns.set_status(self.store.name, status)

    def edit(
        self,
        *,
        raters_per_pair: int | None = None,
        query_file: Path | None = None,
        queries: Sequence[str] = (),
        guideline: str = "",
        assessors: Sequence[str] = (),
        quota: int | None = None,
        remove: Sequence[str] = (),
        freeze: bool = False,
        doc_ids: Sequence[str] | None = None,
        lift_quota: bool = False,
    ) -> Campaign:
        """Change what is given; `quota` is for `assessors`, `freeze` takes `doc_ids` (None: all) as they are.

        Without a quota, assessors who are in the campaign keep theirs; `lift_quota` takes it away.
        """
        notes = edit_campaign(
            self._workspace,
            self.store,
            raters_per_pair=raters_per_pair,
            query_file=query_file,
            queries=queries,
            guideline=guideline,
            assessors=assessors,
            quota=quota,
            remove=remove,
            freeze=freeze,
            doc_ids=doc_ids,
            lift_quota=lift_quota,
        )
        self.notes = tuple(notes)
        return self.info()

    # -- runs and pools ---------------------------------------------------------------------------------

    def make_run(
        self,
        tag: str,
        *,
        mode: str,
        text: str = "title+abstract",
        model: str | None = None,
        k: int = 100,
        progress: Progress = silent,
    ) -> StoredRun:
        """Rank the frozen corpus by keyword, semantic, hybrid or reranked; `model` None: the library's."""
        return runs.make_run(
            self._workspace, self.store, tag, mode=mode, text=text, model=model, k=k, progress=progress
        )

    def import_run(self, path: Path, *, tag: str | None = None) -> StoredRun:
        """Take a TREC run over; `details` of the answer count what of it is not of this campaign."""
        return runs.import_run(self._workspace, self.store, path, tag=tag)

    def make_pool(
        self,
        *,
        strategy: PoolStrategy = PoolStrategy.DEPTH,
        depth: int = 10,
        runs: Sequence[str] | None = None,
    ) -> PoolRound:
        """Pool the top of the runs (None: all) as a round; BadInput where nothing in it is new."""
        with together(self._library) as whole:
            store = whole.campaign(self.store.name)
            return pools.make_pool(whole, store, strategy=strategy, depth=depth, runs=runs)

    def unjudged(self, tag: str, *, k: int = 10) -> dict[str, list[str]]:
        """query_id -> the ungraded papers among the run's first `k` for it; full queries are left out."""
        return pools.find_unjudged(self._library, self.store, tag, k=k)

    def queue_unjudged(self, tag: str, *, k: int = 10) -> PoolRound:
        """Pool the run's unjudged results and assign them as before; BadInput where none is left to pool."""
        with together(self._library) as whole:
            return pools.queue_unjudged(whole, whole.campaign(self.store.name), tag, k=k)

    # -- judging ----------------------------------------------------------------------------------------

    def assign(self, *, by: Literal["pair", "query"] = "pair", overlap: float = 1.0) -> dict[str, int]:
        """Give every pair that lacks raters to assessors; assessor -> pairs that are new to them."""
        with together(self._library) as whole:
            return pools.assign(whole.campaign(self.store.name), by=by, overlap=overlap)

    def withdraw(self, assessor: str, *, query_ids: Sequence[str] | None = None) -> Withdrawn:
        """Take from the assessor what they have not judged; `assay history undo` gives it back."""
        return pools.withdraw(self.store, assessor, query_ids=query_ids)

    def reassign(
        self, assessor: str, *, to: Sequence[str] = (), query_ids: Sequence[str] | None = None
    ) -> Withdrawn:
        """Hand what the assessor has not judged to others, all active ones unless `to` names them."""
        return pools.reassign(self.store, assessor, to=to, query_ids=query_ids)

    def session(self, assessor: str) -> JudgingSession:
        """Return the assessor's pairs in order; a shared queue draws ten more when it runs out."""
        return pools.session(self.store, assessor)

    def agreement(self) -> AgreementReport:
        """Return how far the assessors agree on what stands now."""
        from assay.judging import agreement

        return agreement(self.store.judgements.ratings())

    def disagreements(self) -> list[Disagreement]:
        """Pairs whose raters differ, the hardest first, with what was settled about them.

        While the campaign is open only those that all their raters are through with: the others' grades are
        nobody's to see yet.
        """
        return pools.disagreements_now(self.store)[0]

    def n_waiting_disagreements(self) -> int:
        """Count pairs with differing grades that `disagreements` holds back until each rater has judged."""
        return pools.disagreements_now(self.store)[1]

    # -- releases ---------------------------------------------------------------------------------------

    def release(self, rule: ReleaseRule = ReleaseRule.ADJUDICATED, *, min_raters: int = 1) -> Release:
        """Freeze the grades as they stand; raise BadInput where the rule decides nothing.

        Pairs with fewer than `min_raters` grades are left out unless an adjudicator settled them.
        """
        return releases.make_release(self._library, self.store, rule, min_raters=min_raters)

    def export(
        self,
        version: int,
        out: Path,
        *,
        format: ExportFormat,
        overwrite: bool = False,
        license: str = "unknown",
        languages: Sequence[str] = (),
    ) -> ExportReport:
        """Write a release, or with "bundle" the whole campaign; the file or folder appears whole or not.

        `license` and `languages` are for the metadata of "datasets". Raises BadInput for a file that is there
        already unless `overwrite`.
        """
        return exchange.export_release(
            self._library,
            self.store,
            version,
            out,
            format=format,
            overwrite=overwrite,
            license=license,
            languages=languages,
        )

    def export_bundle(self, path: Path, *, assessor: str | None = None, overwrite: bool = False) -> int:
        """Write all of the campaign, to be merged elsewhere; return the number of records.

        With `assessor` it leaves out what that person must not see: others' judgements and notes, runs,
        adjudications, releases. Raises BadInput for somebody who is not in the campaign, and for a file that
        is there already unless `overwrite`.
        """
        return exchange.export_bundle(self.store, path, assessor=assessor, overwrite=overwrite)

    def evaluate(self, version: int, *, measure: str = "nDCG@10", reference: str | None = None) -> Overview:
        """Return every run of the campaign, measured on a release."""
        return releases.evaluate_release(
            self._library, self.store, version, measure=measure, reference=reference
        )

    def pool_bias(self, version: int, *, measure: str = "nDCG@10") -> list[BiasRow]:
        """Return what each run would be worth had it not been pooled."""
        return releases.pool_bias(self._library, self.store, version, measure=measure)


def _differing(ratings: Sequence[tuple[str, str, str, int]]) -> set[tuple[str, str]]:
    """The pairs on which two grades differ, counted without what `judging.disagreements` would look up."""
    first: dict[tuple[str, str], int] = {}
    return {
        (query_id, doc_id)
        for query_id, doc_id, _, grade in ratings
        if first.setdefault((query_id, doc_id), grade) != grade
    }


def read_state(store: CampaignStore) -> CampaignState:
    """Everything that an overview shows; a second for 100,000 pairs."""
    campaign = store.info()
    rated = store.rated_counts()
    ratings = store.judgements.ratings()
    given = Counter(grade for _, _, _, grade in ratings)
    adjudications = store.adjudications.all()
    settled = {(one.query_id, one.doc_id) for one in adjudications if one.is_valid}
    return CampaignState(
        campaign=campaign,
        guideline=store.guideline(),
        rounds=tuple(store.pool.rounds()),
        runs=tuple(store.runs.all()),
        progress=tuple(store.progress()),
        n_pairs=campaign.n_pairs,
        n_rated=sum(n > 0 for n in rated.values()),
        n_fully_rated=sum(n >= campaign.raters_per_pair for n in rated.values()),
        grades=(given[GRADES[0]], given[GRADES[1]], given[GRADES[2]]),
        n_disagreements=len(_differing(ratings) - settled),
        n_stale=sum(adjudication.stale for adjudication in adjudications),
        n_conflicts=len(store.judgements.conflicts()),
        changed_papers=tuple(store.changed_papers()),
        releases=tuple(store.releases.all()),
    )


def create_campaign(
    workspace: Workspace,
    name: str,
    *,
    raters_per_pair: int = 1,
    queue: QueueKind = QueueKind.ASSIGNED,
    seed: int = 0,
    guideline: str = "",
    assessors: Sequence[str] = (),
    doc_ids: Sequence[str] | None = None,
    query_file: Path | None = None,
    queries: Sequence[str] = (),
    sample: int = 0,
) -> CampaignWork:
    """Make a draft campaign over `doc_ids` (None: every paper here) and freeze its corpus.

    Its queries are the texts `queries`, those of `query_file`, and `sample` papers drawn with the stored
    seed, whose query_id is their doc_id. Raises BadInput and ImportFailed; nothing is written then.
    """
    library = workspace.library
    corpus = corpus_of(library, doc_ids)
    from_file, notes = file_queries(workspace, query_file, corpus) if query_file is not None else ([], [])
    new_queries = [
        *typed_queries(queries),
        *from_file,
        *sampled_queries(library, corpus, n=sample, seed=seed),
    ]
    checked_queries(library, new_queries)
    for handle in assessors:
        checked_handle(handle)
    with together(library) as whole:
        whole.campaigns.create(name, raters_per_pair=raters_per_pair, queue=queue, seed=seed)
        store = whole.campaign(name)
        if corpus:
            store.freeze_corpus(corpus)
        store.queries.add(new_queries)
        if guideline.strip():
            store.set_guideline(guideline)
        for handle in dict.fromkeys(assessors):
            store.add_assessor(handle)
    log.info(
        "made a campaign of %d papers, %d queries, %d assessors",
        len(corpus),
        len(new_queries),
        len(assessors),
    )
    campaign = CampaignWork(workspace, name)
    campaign.notes = tuple(notes)
    return campaign
