"""One campaign of a library: its corpus, guideline and assessors, its queries and grades."""

from __future__ import annotations

import hashlib
import logging
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import Assessor, AssessorProgress, Campaign, CampaignStatus, Guideline, Provenance
from assay.errors import BadInput
from assay.library.campaigns import corpus
from assay.library.campaigns.adjudications import Adjudications
from assay.library.campaigns.assignments import Assignments
from assay.library.campaigns.campaign_counts import progress, provenance, rated_counts
from assay.library.campaigns.campaign_rows import campaigns, require_status
from assay.library.campaigns.judgements import Judgements
from assay.library.campaigns.pool import Pool
from assay.library.campaigns.releases import Releases
from assay.library.campaigns.roster import add_assessor, assessors, remove_assessor
from assay.library.campaigns.runs import Runs
from assay.library.db.lookup import storable
from assay.library.db.schema import campaign, guideline
from assay.library.queries import Queries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.db.connection import Database

log = logging.getLogger(__name__)


class CampaignStore:
    """Reads and writes of one campaign; `queries`, `pool`, `runs` and the others hold its own rows only."""

    def __init__(self, database: Database, *, pk: int, name: str) -> None:
        self._database = database
        self.pk = pk
        self.name = name
        self.queries = Queries(database, campaign=pk)
        self.pool = Pool(database, campaign=pk)
        self.runs = Runs(database, campaign=pk)
        self.judgements = Judgements(database, campaign=pk)
        self.assignments = Assignments(database, campaign=pk)
        self.adjudications = Adjudications(database, campaign=pk)
        self.releases = Releases(database, campaign=pk)

    def info(self) -> Campaign:
        with self._database.read() as connection:
            return campaigns(connection, campaign.c.pk == self.pk)[0]

    # -- corpus -----------------------------------------------------------------------------------------

    def freeze_corpus(self, doc_ids: Sequence[str] | None = None) -> str:
        """Fixes which papers the campaign judges (None: all) and their texts; returns the checksum.

        It is the SHA-256 of the sorted lines "doc_id TAB sha256(title NEWLINE abstract) NEWLINE". Raises
        BadInput once the campaign is not a draft, for papers that are not there, and for none at all.
        """
        started = time.perf_counter()
        with self._database.write() as connection:
            require_status(connection, self.pk, (CampaignStatus.DRAFT,), "its corpus is fixed")
            sha256 = corpus.freeze(connection, self.pk, doc_ids)
        log.info("froze a corpus as %s in %.2f s", sha256[:12], time.perf_counter() - started)
        return sha256

    def corpus(self) -> list[str]:
        """The doc_ids of the frozen corpus in the order in which the papers came to the library."""
        with self._database.read() as connection:
            return corpus.corpus(connection, self.pk)

    def changed_papers(self) -> list[str]:
        """The papers of the corpus whose title or abstract is another than it was, or that were removed."""
        with self._database.read() as connection:
            return corpus.changed(connection, self.pk)

    # -- guideline --------------------------------------------------------------------------------------

    def guideline(self, version: int | None = None) -> Guideline | None:
        """The guideline that was written last, or that of a version; None where there is none."""
        found = self.guidelines()
        if version is None:
            return found[-1] if found else None
        return next((one for one in found if one.version == version), None)

    def guidelines(self) -> list[Guideline]:
        """Every version in the order of writing. Where machines met, that may not be the order of numbers."""
        with self._database.read() as connection:
            return self._guidelines(connection)

    def set_guideline(self, markdown: str) -> Guideline:
        """Makes the text the newest version; the text that is the newest already stays that version.

        Raises BadInput for a text without words.
        """
        text = storable(markdown)
        if not text.strip():
            raise BadInput("A guideline needs words; nothing was written.")
        with self._database.write() as connection:
            known = self._guidelines(connection)
            if known and known[-1].markdown == text:
                return known[-1]
            row = {
                "campaign_pk": self.pk,
                "version": max((one.version for one in known), default=0) + 1,
                "markdown": text,
                "sha256": hashlib.sha256(text.encode()).hexdigest(),
                "created_at_utc": _after(known),
            }
            connection.execute(sa.insert(guideline), row)
            return self._guidelines(connection)[-1]

    def _guidelines(self, connection: sa.Connection) -> list[Guideline]:
        g = guideline.c
        statement = sa.select(g.version, g.markdown, g.sha256, g.created_at_utc)
        ordered = statement.where(g.campaign_pk == self.pk).order_by(g.created_at_utc, g.sha256)
        return [Guideline(*row) for row in connection.execute(ordered)]

    # -- assessors --------------------------------------------------------------------------------------

    def add_assessor(self, handle: str, *, quota: int | None = None) -> Assessor:
        """Adds a person, new to the library or not, to the campaign; again: gives them another quota.

        Raises BadInput for what is no name or no quota, and for a quota below what they have already.
        """
        with self._database.write() as connection:
            return add_assessor(connection, self.pk, handle, quota)

    def assessors(self) -> list[Assessor]:
        """The campaign's assessors, in the order in which they came to the library."""
        with self._database.read() as connection:
            return assessors(connection, self.pk)

    def remove_assessor(self, handle: str) -> None:
        """Takes a person off the campaign. Raises BadInput where they have judgements or pairs in it."""
        with self._database.write() as connection:
            remove_assessor(connection, self.pk, handle)

    # -- progress ---------------------------------------------------------------------------------------

    def progress(self) -> list[AssessorProgress]:
        """How far everyone is who is in the campaign or has judged in it."""
        with self._database.read() as connection:
            return progress(connection, self.pk)

    def rated_counts(self) -> dict[tuple[str, str], int]:
        """(query_id, doc_id) -> the number of assessors whose grade stands; pairs with none are left out."""
        with self._database.read() as connection:
            return rated_counts(connection, self.pk)

    def provenance(self, query_id: str, doc_id: str) -> list[Provenance]:
        """The pooled runs that rank the paper for the query, best rank first."""
        with self._database.read() as connection:
            return provenance(connection, self.pk, query_id, doc_id)


def _after(known: Sequence[Guideline]) -> datetime:
    """Now, or right after what was written last on a machine whose clock goes before this one's."""
    now = datetime.now(UTC)
    return max(now, known[-1].created_at + timedelta(microseconds=1)) if known else now
