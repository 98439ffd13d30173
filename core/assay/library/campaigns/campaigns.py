"""The campaigns of a library: made, listed, opened and closed."""

from __future__ import annotations

import logging
import uuid as uuids
from datetime import UTC, datetime
from shlex import quote
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import Campaign, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.library.campaigns.assignment_rows import most_raters
from assay.library.campaigns.campaign_rows import (
    campaign_pk,
    campaigns,
    checked_name,
    require_status,
    spoken,
    status_of,
)
from assay.library.db.schema import HOME, campaign, campaign_annotator

if TYPE_CHECKING:
    from assay.library.db.connection import Database

log = logging.getLogger(__name__)

DRAFT, OPEN, ADJUDICATING, CLOSED = CampaignStatus
CHANGES = {
    DRAFT: (OPEN,),
    OPEN: (ADJUDICATING, CLOSED),
    ADJUDICATING: (OPEN, CLOSED),
    CLOSED: (ADJUDICATING,),
}
"""status -> what it may change to. Nothing goes back to a draft: grades may have been given."""

SEEDS = range(2**31)
MOST_RATERS = 1000


class Campaigns:
    """Every campaign but the library's own judging."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self,
        name: str,
        *,
        raters_per_pair: int = 1,
        queue: QueueKind = QueueKind.ASSIGNED,
        seed: int = 0,
        uuid: str | None = None,
    ) -> Campaign:
        """A new draft. `uuid` is given where the campaign comes from another machine.

        Raises BadInput for a name that is taken, empty or not printable, and for numbers out of range.
        """
        row = {
            "campaign_uuid": uuid or str(uuids.uuid4()),
            "name": checked_name(name),
            "status": DRAFT.value,
            "raters_per_pair": _checked_raters(raters_per_pair),
            "queue": QueueKind(queue).value,
            "seed": _checked_seed(seed),
            "created_at_utc": datetime.now(UTC),
        }
        with self._database.write() as connection:
            taken = sa.select(campaign.c.name).where(
                sa.or_(campaign.c.name == name, campaign.c.campaign_uuid == row["campaign_uuid"])
            )
            other = connection.scalar(taken)
            if other is not None:
                raise BadInput(
                    f"This library has the campaign '{other}' already; choose another name for the new one."
                )
            connection.execute(sa.insert(campaign), row)
            made = campaigns(connection, campaign.c.name == name)[0]
        log.info("made the campaign %s", made.uuid)
        return made

    def all(self) -> list[Campaign]:
        """Every campaign, the oldest first."""
        with self._database.read() as connection:
            return campaigns(connection, campaign.c.pk != HOME)

    def get(self, name: str) -> Campaign:
        """Raises BadInput for an unknown name, naming the known ones."""
        with self._database.read() as connection:
            return campaigns(connection, campaign.c.pk == campaign_pk(connection, name))[0]

    def set_status(self, name: str, status: CampaignStatus) -> Campaign:
        """Opens a campaign for grading, for adjudication, or closes it; the same again changes nothing.

        Raises BadInput where a campaign does not go from its status to this one (CHANGES), and for a draft
        that lacks something, saying what.
        """
        wanted = CampaignStatus(status)
        with self._database.write() as connection:
            pk = campaign_pk(connection, name)
            now = status_of(connection, pk)
            if wanted not in (now, *CHANGES[now]):
                raise BadInput(
                    f"The campaign '{name}' is {spoken(now)} and cannot become {spoken(wanted)}; from here "
                    f"it can become {' or '.join(spoken(other) for other in CHANGES[now])}."
                )
            if now is DRAFT and wanted is OPEN:
                _require_complete(connection, pk)
            connection.execute(sa.update(campaign).where(campaign.c.pk == pk).values(status=wanted.value))
            changed = campaigns(connection, campaign.c.pk == pk)[0]
        log.info("the campaign %s is %s", changed.uuid, spoken(wanted))
        return changed

    def set_raters_per_pair(self, name: str, n: int) -> Campaign:
        """How many assessors are to judge each pair. Raises BadInput once the campaign is not a draft."""
        _checked_raters(n)
        with self._database.write() as connection:
            pk = campaign_pk(connection, name)
            require_status(connection, pk, (DRAFT,), "the number of raters per pair is fixed")
            most = most_raters(connection, pk)
            if most > n:
                raise BadInput(
                    f"A pair of '{name}' is assigned to {most} assessors already, so {n} raters per pair "
                    "would be too few; nothing was changed. Withdraw pairs first: "
                    f"`assay campaign withdraw {quote(name)} --assessor NAME`."
                )
            connection.execute(sa.update(campaign).where(campaign.c.pk == pk).values(raters_per_pair=n))
            return campaigns(connection, campaign.c.pk == pk)[0]


def _require_complete(connection: sa.Connection, pk: int) -> None:
    found = campaigns(connection, campaign.c.pk == pk)[0]
    roster = sa.select(sa.func.count()).where(campaign_annotator.c.campaign_pk == pk)
    missing = [
        what
        for what, there in (
            ("a query", found.n_queries),
            ("a frozen corpus", found.corpus_sha256),
            ("a pooled pair", found.n_pairs),
            ("an assessor", connection.scalar(roster)),
        )
        if not there
    ]
    if missing:
        raise BadInput(
            f"The campaign '{found.name}' cannot be opened yet: it still needs {' and '.join(missing)}. "
            "It stays a draft."
        )


def _checked_raters(n: object) -> int:
    if type(n) is not int or not 1 <= n <= MOST_RATERS:
        raise BadInput(f"The number of raters per pair is a whole number from 1 to {MOST_RATERS}, not {n!r}.")
    return n


def _checked_seed(seed: object) -> int:
    if type(seed) is not int or seed not in SEEDS:
        raise BadInput(f"A seed is a whole number from 0 to {SEEDS[-1]}, not {seed!r}.")
    return seed
