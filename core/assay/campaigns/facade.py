"""What a workspace offers about campaigns: to make one, to open one, and to bring others' work in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from assay.campaign_types import MergeReport, QueueKind
from assay.progress import Progress, silent

if TYPE_CHECKING:
    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.types import ImportPreview
    from assay.workspace import Workspace


class Campaigning:
    """The part of `Workspace` that concerns campaigns. Their modules are loaded when one is needed."""

    @property
    def _workspace(self) -> Workspace:
        return cast("Workspace", self)

    def campaign(self, name: str) -> CampaignWork:
        """Raises BadInput for an unknown campaign, naming the known ones."""
        from assay.campaigns.campaign import CampaignWork

        return CampaignWork(self._workspace, name)

    def create_campaign(
        self,
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
        """A draft campaign over `doc_ids` (None: every paper here); its corpus is frozen at once.

        Its queries are the texts `queries`, those of `query_file`, and `sample` papers drawn with the stored
        seed, whose query_id is their doc_id. Raises BadInput and ImportFailed; nothing is written then.
        """
        from assay.campaigns.setup import create_campaign

        notes = create_campaign(
            self._workspace,
            name,
            raters_per_pair=raters_per_pair,
            queue=queue,
            seed=seed,
            guideline=guideline,
            assessors=assessors,
            doc_ids=doc_ids,
            query_file=query_file,
            queries=queries,
            sample=sample,
        )
        made = self.campaign(name)
        made.notes = tuple(notes)
        return made

    def merge_bundle(
        self,
        path: Path,
        *,
        create: bool = False,
        preview: bool = False,
        confirmed: Collection[str] = (),
        plan: str | None = None,
    ) -> MergeReport:
        """Merges a bundle into the campaign that it is of, all of it or nothing; `create` makes the campaign.

        What it says in somebody's name and needs a word is held back, but for assessors who are `confirmed`.
        With `preview` nothing is written; with the `plan` of a preview what was shown is merged, or nothing.
        Raises BadInput for a bundle that is cut, edited, foreign or newer,
        and for one of a campaign that is not here unless `create`.
        """
        from assay.campaigns.exchange import merge_bundle

        return merge_bundle(
            self._workspace.library, path, create=create, preview=preview, confirmed=confirmed, plan=plan
        )

    def import_judgements(
        self,
        name: str,
        path: Path,
        *,
        format: str = "auto",
        assessor: str = "imported",
        create_missing: bool = False,
        grade_map: Mapping[int, int] | None = None,
        split: str | None = None,
        preview: bool = False,
        progress: Progress = silent,
    ) -> ImportPreview:
        """Takes others' judgements into the campaign: TREC qrels, a BEIR folder, Quepid CSV.

        All of them or none; with `preview` none. Raises BadInput, EvaluationError for what cannot be read,
        grades outside 0..2 that `grade_map` does not map, and ids that are not of the campaign, unless
        `create_missing`, which adds them as papers and queries known by their id alone, and for ids that
        mean something else here by the texts of a BEIR folder. `split` is which of such a folder's
        judgements are meant; None: its only ones, or "test".
        """
        from assay.campaigns.imports import import_judgements

        return import_judgements(
            self._workspace,
            name,
            path,
            format=format,
            assessor=assessor,
            create_missing=create_missing,
            grade_map=grade_map or {},
            split=split,
            preview=preview,
            progress=progress,
        )
