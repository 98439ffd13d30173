"""The campaigns of a library: all of them, and the store of one."""

from __future__ import annotations

import hashlib
import logging
import time
import uuid as uuids
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from shlex import quote

import sqlalchemy as sa

from assay.campaign_types import (
    Assessor,
    AssessorProgress,
    Campaign,
    CampaignStatus,
    Facts,
    Guideline,
    Provenance,
    QueueKind,
)
from assay.errors import BadInput
from assay.library.campaigns.adjudications import Adjudications
from assay.library.campaigns.annotators import add_assessor, assessors, remove_assessor
from assay.library.campaigns.assignments import Assignments
from assay.library.campaigns.judgements import Judgements, OrderKeys, Rating, import_ratings
from assay.library.campaigns.pool import Pool
from assay.library.campaigns.queries import Queries
from assay.library.campaigns.releases import Releases
from assay.library.campaigns.runs import Runs, provenance
from assay.library.db.connection import Database
from assay.library.db.lookup import of_campaign, paper_names, present, query_names, storable
from assay.library.db.schema import (
    HOME,
    annotator,
    assignment,
    campaign,
    campaign_annotator,
    guideline,
    judgement_current,
    judgement_event,
    pair,
)
from assay.library.rows.assignment_rows import JUDGED, current, judged, most_raters
from assay.library.rows.campaign_rows import (
    campaign_pk,
    campaigns,
    changed_papers,
    checked_name,
    corpus_doc_ids,
    freeze_corpus,
    require_status,
    spoken,
    status_of,
)
from assay.library.rows.pair_state import STATES
from assay.types import JudgementState

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

    def import_ratings(self, ratings: Sequence[Rating], *, order_keys: OrderKeys, params: Facts) -> int:
        """Take ratings over, all or none: see `judgements.import_ratings`."""
        return import_ratings(self._database, self.pk, ratings, order_keys=order_keys, params=params)

    # -- corpus -----------------------------------------------------------------------------------------

    def freeze_corpus(self, doc_ids: Sequence[str] | None = None) -> str:
        """Fix which papers the campaign judges (None: all) and their texts; return the checksum.

        It is the SHA-256 of the sorted lines "doc_id TAB sha256(title NEWLINE abstract) NEWLINE". Raises
        BadInput once the campaign is not a draft, for papers that are not there, and for none at all.
        """
        started = time.perf_counter()
        with self._database.write() as connection:
            require_status(connection, self.pk, (CampaignStatus.DRAFT,), "its corpus is fixed")
            sha256 = freeze_corpus(connection, self.pk, doc_ids)
        log.info("froze a corpus as %s in %.2f s", sha256[:12], time.perf_counter() - started)
        return sha256

    def corpus(self) -> list[str]:
        """Return the doc_ids of the frozen corpus in the order in which the papers came to the library."""
        with self._database.read() as connection:
            return corpus_doc_ids(connection, self.pk)

    def changed_papers(self) -> list[str]:
        """The papers of the corpus whose title or abstract is another than it was, or that were removed."""
        with self._database.read() as connection:
            return changed_papers(connection, self.pk)

    # -- guideline --------------------------------------------------------------------------------------

    def guideline(self, version: int | None = None) -> Guideline | None:
        """Return the guideline that was written last, or that of a version; None where there is none."""
        found = self.guidelines()
        if version is None:
            return found[-1] if found else None
        return next((one for one in found if one.version == version), None)

    def guidelines(self) -> list[Guideline]:
        """Every version in the order of writing. Where machines met, that may not be the order of numbers."""
        with self._database.read() as connection:
            return self._guidelines(connection)

    def set_guideline(self, markdown: str) -> Guideline:
        """Make the text the newest version; the text that is the newest already stays that version.

        Raises BadInput for a text without words.
        """
        text = storable(markdown)
        if not text.strip():
            raise BadInput("The guideline is empty; nothing was saved. Write some text.")
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
        """Add a person, new to the library or not, to the campaign; again: gives them another quota.

        Raises BadInput for what is no name or no quota, and for a quota below what they have already.
        """
        with self._database.write() as connection:
            return add_assessor(connection, self.pk, handle, quota)

    def assessor(self, handle: str) -> Assessor:
        """Return the person of this name. Raises BadInput, naming those of the campaign, for nobody of it."""
        roster = {one.handle: one for one in self.assessors()}
        if handle not in roster:
            known = ", ".join(f"'{name}'" for name in roster) or "nobody"
            raise BadInput("'{0}' is not an assessor of '{1}', which has {2}.", handle, self.name, known)
        return roster[handle]

    def assessors(self) -> list[Assessor]:
        """Return the campaign's assessors, in the order in which they came to the library."""
        with self._database.read() as connection:
            return assessors(connection, self.pk)

    def remove_assessor(self, handle: str) -> None:
        """Take a person off the campaign. Raises BadInput where they have judgements or pairs in it."""
        with self._database.write() as connection:
            remove_assessor(connection, self.pk, handle)

    # -- progress ---------------------------------------------------------------------------------------

    def progress(self) -> list[AssessorProgress]:
        """Return how far everyone is who is in the campaign or has judged in it."""
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
    """Return now, or right after what was written last on a machine whose clock goes before this one's."""
    now = datetime.now(UTC)
    return max(now, known[-1].created_at + timedelta(microseconds=1)) if known else now


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
        """Return a new draft. `uuid` is given where the campaign comes from another machine.

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
                    "This library has the campaign '{0}' already; choose another name for the new one.", other
                )
            connection.execute(sa.insert(campaign), row)
            made = campaigns(connection, campaign.c.name == name)[0]
        log.info("made the campaign %s", made.uuid)
        return made

    def all(self) -> list[Campaign]:
        """Return every campaign, the oldest first."""
        with self._database.read() as connection:
            return campaigns(connection, campaign.c.pk != HOME)

    def get(self, name: str) -> Campaign:
        """Raise BadInput for an unknown name, naming the known ones."""
        with self._database.read() as connection:
            return campaigns(connection, campaign.c.pk == campaign_pk(connection, name))[0]

    def set_status(self, name: str, status: CampaignStatus) -> Campaign:
        """Open a campaign for grading, for adjudication, or close it; the same again changes nothing.

        Raises BadInput where a campaign does not go from its status to this one (CHANGES), and for a draft
        that lacks something, saying what.
        """
        wanted = CampaignStatus(status)
        with self._database.write() as connection:
            pk = campaign_pk(connection, name)
            now = status_of(connection, pk)
            if wanted not in (now, *CHANGES[now]):
                raise BadInput(
                    "The campaign '{0}' is {1} and cannot become {2}; from here it can become {3}.",
                    name,
                    spoken(now),
                    spoken(wanted),
                    " or ".join(spoken(other) for other in CHANGES[now]),
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
                    "A pair of '{0}' is assigned to {1} assessors already, so {2} raters per pair would be "
                    "too few; nothing was changed. Withdraw pairs first.",
                    name,
                    most,
                    n,
                    quote(name),
                    advice="`assay campaign withdraw {3} --assessor NAME` does that.",
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
            "The campaign '{0}' cannot be opened yet: it still needs {1}. It stays a draft.",
            found.name,
            " and ".join(missing),
        )


def _checked_raters(n: object) -> int:
    if type(n) is not int or not 1 <= n <= MOST_RATERS:
        raise BadInput(
            "The number of raters per pair is a whole number from 1 to {0}, not {1}.", MOST_RATERS, repr(n)
        )
    return n


def _checked_seed(seed: object) -> int:
    if type(seed) is not int or seed not in SEEDS:
        raise BadInput("A random seed is a whole number from 0 to {0}, not {1}.", SEEDS[-1], repr(seed))
    return seed


GRADE, UNSURE, LATER, UNREADABLE, CONFLICT = JudgementState


def progress(connection: sa.Connection, campaign_pk: int) -> list[AssessorProgress]:
    """Return how far everyone is who is in the campaign or has judged in it, in the order of their coming."""
    unjudged, given = _unjudged(connection, campaign_pk), _given(connection, campaign_pk)
    seconds = _median_seconds(connection, campaign_pk)
    roster = sa.select(campaign_annotator.c.annotator_pk).where(
        campaign_annotator.c.campaign_pk == campaign_pk
    )
    everyone = {*connection.scalars(roster), *given}
    people = sa.select(annotator.c.pk, annotator.c.handle, annotator.c.active)
    found = connection.execute(people.where(annotator.c.pk.in_(everyone)).order_by(annotator.c.pk))
    return [
        AssessorProgress(
            handle,
            active,
            n_assigned=unjudged.get(pk, 0) + sum(given.get(pk, {}).values()),
            n_graded=given.get(pk, {}).get(GRADE, 0),
            n_unsure=given.get(pk, {}).get(UNSURE, 0),
            n_later=given.get(pk, {}).get(LATER, 0),
            n_unreadable=given.get(pk, {}).get(UNREADABLE, 0),
            n_conflicts=given.get(pk, {}).get(CONFLICT, 0),
            median_seconds=seconds.get(pk),
        )
        for pk, handle, active in found
    ]


def _unjudged(connection: sa.Connection, campaign_pk: int) -> dict[int, int]:
    """annotator -> the number of pairs that they hold and have not judged, of papers that are there."""
    a = assignment.c
    statement = (
        of_campaign(sa.select(a.annotator_pk, sa.func.count()), assignment, campaign_pk)
        .where(present(pair.c.paper_pk))
        .where(sa.or_(a.lease_until_utc.is_(None), a.lease_until_utc > datetime.now(UTC)))
        .where(~judged(a.pair_pk, a.annotator_pk))
        .group_by(a.annotator_pk)
    )
    return {row[0]: row[1] for row in connection.execute(statement)}


def _given(connection: sa.Connection, campaign_pk: int) -> dict[int, Mapping[str, int]]:
    """annotator -> state -> number of pairs; of those with a note alone the state is ""."""
    state = sa.func.coalesce(current.state, "")
    statement = (
        of_campaign(sa.select(current.annotator_pk, state, sa.func.count()), judgement_current, campaign_pk)
        .where(JUDGED)
        .group_by(current.annotator_pk, state)
    )
    found: dict[int, dict[str, int]] = {}
    for annotator_pk, name, n in connection.execute(statement):
        found.setdefault(annotator_pk, {})[name] = n
    return dict(found)


def _median_seconds(connection: sa.Connection, campaign_pk: int) -> dict[int, float]:
    """annotator -> the median of the seconds that a grade or state took them, where they were measured."""
    event = judgement_event.c
    place = sa.func.row_number().over(partition_by=event.annotator_pk, order_by=event.active_ms)
    columns = sa.select(event.annotator_pk, event.active_ms, place.label("place"))
    columns = columns.add_columns(sa.func.count().over(partition_by=event.annotator_pk).label("n"))
    ranked = (
        of_campaign(columns, judgement_event, campaign_pk)
        .where(event.active_ms.is_not(None), event.kind.in_(STATES))
        .subquery()
    )
    # Of n values in order the middle ones are at the places with |2 place - (n + 1)| <= 1: one or two.
    off = 2 * ranked.c.place - (ranked.c.n + 1)
    statement = sa.select(ranked.c.annotator_pk, sa.func.avg(ranked.c.active_ms))
    middle = statement.where(off.between(-1, 1)).group_by(ranked.c.annotator_pk)
    return {row[0]: float(row[1]) / 1000 for row in connection.execute(middle)}


def rated_counts(connection: sa.Connection, campaign_pk: int) -> dict[tuple[str, str], int]:
    """(query_id, doc_id) -> the number of assessors whose grade stands; pairs without any are left out."""
    statement = (
        of_campaign(
            sa.select(pair.c.query_pk, pair.c.paper_pk, sa.func.count()), judgement_current, campaign_pk
        )
        .where(current.state == GRADE.value)
        .group_by(pair.c.query_pk, pair.c.paper_pk)
        .order_by(pair.c.query_pk, pair.c.paper_pk)
    )
    rows = connection.execute(statement).all()
    queries = query_names(connection, campaign=campaign_pk)
    papers = paper_names(connection, {paper_pk for _, paper_pk, _ in rows})
    return {(queries[query_pk], papers[paper_pk]): n for query_pk, paper_pk, n in rows}
