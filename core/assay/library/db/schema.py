"""The library's tables. What differs between databases (triggers) is in migrations/append_only.py.

Every table has a surrogate key `pk`; ids that people see (`doc_id`, `query_id`, `handle`) are unique columns
next to it. Foreign keys restrict: a paper, query or annotator that was judged can never be deleted.

Queries, and through them pairs and judgements, belong to a campaign, and so do runs and pools. What a
researcher judges for themselves belongs to the campaign HOME, which every library has.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa


class UtcTime(sa.TypeDecorator[datetime]):
    """An aware datetime, kept in UTC. SQLite forgets time zones, so it is given naive UTC."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        return value.replace(tzinfo=UTC) if value else None


TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Sorted and compared by code points, as SQLite and Python do, whatever language the server speaks."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number that may need more than 32 bits; SQLite's integers have 64."""


def key_column() -> sa.Column[int]:
    return sa.Column("pk", sa.Integer, primary_key=True)


def reference_column(
    name: str, target: str, *, nullable: bool = False, primary_key: bool = False, unique: bool | None = None
) -> sa.Column[int]:
    return sa.Column(
        name,
        sa.Integer,
        sa.ForeignKey(target, ondelete="RESTRICT"),
        nullable=nullable,
        primary_key=primary_key,
        unique=unique,
        autoincrement=False,
    )


def text_column(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False, default="", server_default="")


LEARNED = ("tldrs", "cites", "cited_by")  # lists of texts; whom a paper cites, by any name: see papers.py
HOME = 1
"""The pk of the campaign that holds the library's own queries, runs and judgements."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _other_names(table: str, column: str, *, of: str) -> sa.Table:
    reference = reference_column(f"{of}_pk", f"{of}.pk")
    return sa.Table(
        table, metadata, sa.Column(column, TEXT, primary_key=True), reference, sa.Index(None, f"{of}_pk")
    )


counter = sa.Table(
    "counter",
    metadata,
    sa.Column("name", TEXT, primary_key=True),  # papers: grows with every change; checked: see health.py
    sa.Column("value", sa.Integer, nullable=False),
)

paper = sa.Table(
    "paper",
    metadata,
    key_column(),
    sa.Column("doc_id", TEXT, nullable=False, unique=True),
    text_column("title"),
    sa.Column("authors", sa.JSON, nullable=False),
    sa.Column("year", sa.Integer),
    text_column("venue"),
    text_column("doi"),
    text_column("arxiv_id"),
    text_column("pmid"),
    text_column("url"),
    sa.Column("keywords", sa.JSON, nullable=False),
    sa.Column("added_at_utc", UtcTime, nullable=False),
    sa.Column("removed_at_utc", UtcTime),  # set: the paper is hidden, its judgements are not
    text_column("abstract"),
    sa.Column("rating", sa.Double),
    *(sa.Column(name, sa.JSON, nullable=False, server_default="[]") for name in LEARNED),
    sa.Column("changed_in", sa.Integer, nullable=False, server_default="0"),  # the revision; 0: not known
    text_column("item"),  # last: rows are read past it only where it is asked for
    sa.Index(None, "changed_in"),
    sa.Index(  # which papers are hidden: a few, in a table of large rows
        "ix_paper_removed",
        "pk",
        sqlite_where=sa.text("removed_at_utc IS NOT NULL"),
        postgresql_where=sa.text("removed_at_utc IS NOT NULL"),
    ),
)

paper_listing = sa.Table(  # what tables and filters scan; one narrow row a paper that is not removed
    "paper_listing",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("doc_id", TEXT, nullable=False),
    text_column("title_key"),
    text_column("authors_key"),
    sa.Column("year", sa.Integer),
    text_column("venue_key"),
    text_column("words"),
    text_column("notes"),  # their words, a blank before each, as in paper_name
    sa.Index(None, "title_key", "paper_pk", "doc_id"),
    sa.Index(None, "authors_key", "paper_pk", "doc_id"),
    sa.Index(None, "year", "paper_pk", "doc_id"),
    sa.Index(None, "venue_key", "paper_pk", "doc_id"),
    sa.Index("ix_paper_listing_added", "paper_pk", "doc_id"),
)

paper_name = sa.Table(  # of papers that are listed; see names.py
    "paper_name",
    metadata,
    sa.Column("kind", TEXT, primary_key=True),  # author, venue or tag
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # from 0
    sa.Column("words", TEXT, nullable=False),
    sqlite_with_rowid=False,
)

paper_key = sa.Table(
    "paper_key",
    metadata,
    sa.Column("key", TEXT, primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)

paper_alias = _other_names("paper_alias", "alias", of="paper")

annotator = sa.Table(
    "annotator",
    metadata,
    key_column(),
    sa.Column("annotator_uuid", TEXT, nullable=False, unique=True),  # the same person on every machine
    sa.Column("handle", TEXT, nullable=False, unique=True),
    sa.Column("active", sa.Boolean, nullable=False, default=True, server_default=sa.true()),
)

# One person whom two machines had named on their own, since a uuid is never changed; and former names.
annotator_alias = _other_names("annotator_alias", "uuid", of="annotator")
former_handle = _other_names("former_handle", "handle", of="annotator")

campaign = sa.Table(
    "campaign",
    metadata,
    key_column(),
    sa.Column("campaign_uuid", TEXT, nullable=False, unique=True),
    sa.Column("name", TEXT, nullable=False, unique=True),
    sa.Column("status", TEXT, nullable=False),
    sa.Column("raters_per_pair", sa.Integer, nullable=False),
    sa.Column("queue", TEXT, nullable=False),
    sa.Column("seed", BIG, nullable=False),
    text_column("corpus_sha256"),  # "" until the corpus is frozen
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.CheckConstraint("status IN ('draft', 'open', 'adjudicating', 'closed')", name="status"),
    sa.CheckConstraint("queue IN ('assigned', 'shared')", name="queue"),
    sa.CheckConstraint("raters_per_pair >= 1", name="raters_per_pair"),
)

campaign_paper = sa.Table(  # the frozen corpus
    "campaign_paper",
    metadata,
    reference_column("campaign_pk", "campaign.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("text_sha256", TEXT, nullable=False),  # of title and abstract as they were
    sa.Index(None, "paper_pk"),
)

campaign_annotator = sa.Table(
    "campaign_annotator",
    metadata,
    reference_column("campaign_pk", "campaign.pk", primary_key=True),
    reference_column("annotator_pk", "annotator.pk", primary_key=True),
    sa.Column("quota", sa.Integer),  # pairs at most; NULL: any number
    sa.CheckConstraint("quota IS NULL OR quota >= 0", name="quota"),
    sa.Index(None, "annotator_pk"),
)

guideline = sa.Table(  # append only
    "guideline",
    metadata,
    key_column(),
    reference_column("campaign_pk", "campaign.pk"),
    sa.Column("version", sa.Integer, nullable=False),  # from 1
    sa.Column("markdown", TEXT, nullable=False),
    sa.Column("sha256", TEXT, nullable=False),
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.UniqueConstraint("campaign_pk", "version"),
)

query = sa.Table(
    "query",
    metadata,
    key_column(),
    reference_column("campaign_pk", "campaign.pk"),
    sa.Column("query_id", TEXT, nullable=False),
    text_column("text"),
    reference_column("source_paper_pk", "paper.pk", nullable=True),
    text_column("description"),  # what is wanted, in a sentence: a TREC topic's <desc>
    text_column("narrative"),  # what is relevant and what is not: its <narr>
    text_column("source"),  # where the query comes from
    sa.Column("removed_at_utc", UtcTime),  # set: hidden with its grades, none of which is lost
    sa.UniqueConstraint("campaign_pk", "query_id"),
)

pair = sa.Table(
    "pair",
    metadata,
    key_column(),
    reference_column("query_pk", "query.pk"),
    reference_column("paper_pk", "paper.pk"),
    sa.UniqueConstraint("query_pk", "paper_pk"),
    sa.Index(None, "paper_pk"),
)

pool = sa.Table(
    "pool",
    metadata,
    key_column(),
    reference_column("campaign_pk", "campaign.pk"),
    sa.Column("round", sa.Integer, nullable=False),  # from 1
    sa.Column("strategy", TEXT, nullable=False),
    sa.Column("params", sa.JSON, nullable=False),
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.UniqueConstraint("campaign_pk", "round"),
)

pool_pair = sa.Table(  # a pair is pooled once, in the first round that has it
    "pool_pair",
    metadata,
    key_column(),
    reference_column("pool_pk", "pool.pk"),
    reference_column("pair_pk", "pair.pk", unique=True),
    sa.Index(None, "pool_pk", "pair_pk"),
)

assignment = sa.Table(
    "assignment",
    metadata,
    reference_column("pair_pk", "pair.pk", primary_key=True),
    reference_column("annotator_pk", "annotator.pk", primary_key=True),
    sa.Column("order_key", TEXT, nullable=False),  # sorts the annotator's pairs
    sa.Column("lease_until_utc", UtcTime),  # NULL: theirs for good
    sa.Column("assigned_at_utc", UtcTime, nullable=False),
    sa.Column("withdrawn_at_utc", UtcTime),  # set: taken from them again; the row stays, for other machines
    sa.Index(None, "annotator_pk"),
    sa.Index(None, "lease_until_utc"),
    sa.Index(None, "pair_pk", "lease_until_utc"),  # the raters of every pair are counted in it alone
)

EVENT_KINDS = ("grade", "unsure", "later", "unreadable", "note", "clear", "undo", "redo", "join")
_KINDS_SQL = ", ".join(f"'{kind}'" for kind in EVENT_KINDS)

judgement_event = sa.Table(  # append only: triggers refuse UPDATE and DELETE
    "judgement_event",
    metadata,
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("event_uuid", TEXT, nullable=False, unique=True),
    reference_column("pair_pk", "pair.pk"),
    reference_column("annotator_pk", "annotator.pk"),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("grade", sa.Integer),
    sa.Column("note", TEXT),
    sa.Column("active_ms", BIG),
    sa.Column("occurred_at_utc", UtcTime, nullable=False),
    # The event before this one of the same pair and annotator, and the event that an undo or redo concerns.
    sa.Column("supersedes", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT")),
    sa.Column("target", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT")),
    # A second head that this event closes, where two machines' events of one pair and annotator met.
    sa.Column("merges", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT")),
    text_column("device"),  # the installation that recorded it
    reference_column("guideline_pk", "guideline.pk", nullable=True),  # what the annotator had read
    reference_column(
        "batch_pk", "import_batch.pk", nullable=True
    ),  # the merge or import that brought it; NULL: given here
    text_column("queue_order"),  # of the queue that offered the pair; "": none did, or it is not known
    text_column("checksum"),  # of what stands before; see seals.py
    sa.CheckConstraint(f"kind IN ({_KINDS_SQL})", name="kind"),
    sa.CheckConstraint(
        "(kind = 'grade' AND grade IS NOT NULL AND grade IN (0, 1, 2)) "
        "OR (kind <> 'grade' AND grade IS NULL)",
        name="grade",
    ),
    sa.CheckConstraint("(kind = 'note') = (note IS NOT NULL)", name="note"),
    sa.CheckConstraint("(kind IN ('undo', 'redo')) = (target IS NOT NULL)", name="target"),
    sa.CheckConstraint("active_ms IS NULL OR active_ms >= 0", name="active_ms"),
    sa.Index(None, "pair_pk", "annotator_pk", "seq"),
    sa.Index(None, "annotator_pk", "seq"),
    sa.Index(None, "target", "seq"),
)

judgement_current = sa.Table(  # a cache of judgement_event; Judgements.rebuild() makes it again
    "judgement_current",
    metadata,
    reference_column("pair_pk", "pair.pk", primary_key=True),
    reference_column("annotator_pk", "annotator.pk", primary_key=True),
    sa.Column("state", TEXT),  # NULL: no grade or state stands, though a note may
    sa.Column("grade", sa.Integer),
    text_column("note"),
    sa.Column("head", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT"), nullable=False),
    sa.Column("n_heads", sa.Integer, nullable=False, default=1, server_default="1"),  # above 1 after a merge
    sa.CheckConstraint(
        "state IS NULL OR state IN ('grade', 'unsure', 'later', 'unreadable', 'conflict')", name="state"
    ),
    sa.CheckConstraint("(state IS NOT NULL AND state = 'grade') = (grade IS NOT NULL)", name="grade"),
    sa.Index(None, "annotator_pk"),
)

adjudication_event = sa.Table(  # append only
    "adjudication_event",
    metadata,
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("event_uuid", TEXT, nullable=False, unique=True),
    reference_column("pair_pk", "pair.pk"),
    reference_column("annotator_pk", "annotator.pk"),  # the adjudicator
    sa.Column("grade", sa.Integer),  # NULL withdraws
    text_column("reason"),
    sa.Column("inputs_sha256", TEXT, nullable=False),  # of the ratings that were looked at
    sa.Column("occurred_at_utc", UtcTime, nullable=False),
    sa.Column("supersedes", TEXT, sa.ForeignKey("adjudication_event.event_uuid", ondelete="RESTRICT")),
    sa.Column("merges", TEXT, sa.ForeignKey("adjudication_event.event_uuid", ondelete="RESTRICT")),
    text_column("device"),
    reference_column("batch_pk", "import_batch.pk", nullable=True),
    text_column("checksum"),
    sa.CheckConstraint("grade IS NULL OR grade IN (0, 1, 2)", name="grade"),
    sa.Index(None, "pair_pk", "seq"),
)

release = sa.Table(  # append only
    "release",
    metadata,
    key_column(),
    reference_column("campaign_pk", "campaign.pk"),
    sa.Column("version", sa.Integer, nullable=False),  # from 1
    sa.Column("rule", TEXT, nullable=False),
    sa.Column("sha256", TEXT, nullable=False),
    sa.Column("card", sa.JSON, nullable=False),
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.UniqueConstraint("campaign_pk", "version"),
)

release_item = sa.Table(  # append only
    "release_item",
    metadata,
    reference_column("release_pk", "release.pk", primary_key=True),
    reference_column("pair_pk", "pair.pk", primary_key=True),
    sa.Column("grade", sa.Integer, nullable=False),
    sa.Column("n_raters", sa.Integer, nullable=False),
    sa.Column("source", TEXT, nullable=False),
    text_column("checksum"),
    sa.CheckConstraint("grade IN (0, 1, 2)", name="grade"),
    sa.Index(None, "pair_pk"),
)

release_seal = sa.Table(  # append only
    "release_seal",
    metadata,
    reference_column("release_pk", "release.pk", primary_key=True),
    sa.Column("checksum", TEXT, nullable=False),  # of the checksums of all its items
)

run = sa.Table(
    "run",
    metadata,
    key_column(),
    reference_column("campaign_pk", "campaign.pk"),
    sa.Column("tag", TEXT, nullable=False),
    text_column("mode"),
    text_column("model_fingerprint"),
    sa.Column("details", sa.JSON, nullable=False),  # what else is known: text, depth, corpus, source file
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.UniqueConstraint("campaign_pk", "tag"),
)

run_query = sa.Table(  # a query without hits is still a query of the run: it scores zero
    "run_query",
    metadata,
    key_column(),
    reference_column("run_pk", "run.pk"),
    sa.Column("query_id", TEXT, nullable=False),
    sa.UniqueConstraint("run_pk", "query_id"),
)

run_hit = sa.Table(  # ids as the run gave them: a run may name papers that this library does not hold
    "run_hit",
    metadata,
    reference_column("run_query_pk", "run_query.pk", primary_key=True),
    sa.Column("rank", sa.Integer, primary_key=True, autoincrement=False),  # from 1
    sa.Column("doc_id", TEXT, nullable=False),
    sa.Column("score", sa.Double, nullable=False),
    sa.UniqueConstraint("run_query_pk", "doc_id"),
)

import_batch = sa.Table(
    "import_batch",
    metadata,
    key_column(),
    sa.Column("sha256", TEXT, nullable=False),
    sa.Column("source", TEXT, nullable=False),
    sa.Column("imported_at_utc", UtcTime, nullable=False),
    sa.Column("n_new", sa.Integer, nullable=False),
    sa.Column("n_merged", sa.Integer, nullable=False),
    sa.Column("n_conflict", sa.Integer, nullable=False),
    sa.Column("n_failed", sa.Integer, nullable=False),
)

# -- files: a file is its content. One that is nowhere to be found is missing, not gone ---------------------

file = sa.Table(
    "file",
    metadata,
    key_column(),
    sa.Column("sha256", TEXT, nullable=False, unique=True),
    sa.Column("n_bytes", BIG, nullable=False),
    sa.Column("n_pages", sa.Integer),
    sa.Column("reader", sa.Integer, nullable=False),  # the version of what read it
    text_column("fault"),  # why it could not be read
    sa.Column("found", sa.JSON, nullable=False),  # field -> [text, confidence 0..1, where it stood]
    sa.Column("doubtful", sa.Boolean, nullable=False),  # to be reviewed by a person
    sa.Column("added_at_utc", UtcTime, nullable=False),
    sa.Index(None, "doubtful"),
)

file_place = sa.Table(
    "file_place",
    metadata,
    sa.Column("path", TEXT, primary_key=True),
    reference_column("file_pk", "file.pk"),
    sa.Column("n_bytes", BIG, nullable=False),
    sa.Column("modified_ns", BIG, nullable=False),
    sa.Column("missing_since_utc", UtcTime),  # set: it was not there when it was looked for
    sa.Index(None, "file_pk"),
)

paper_file = sa.Table(
    "paper_file",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    reference_column("file_pk", "file.pk", primary_key=True),
    sa.Index(None, "file_pk"),
)

file_page = sa.Table(  # the text of a file, page by page
    "file_page",
    metadata,
    reference_column("file_pk", "file.pk", primary_key=True),
    sa.Column("page", sa.Integer, primary_key=True, autoincrement=False),  # from 1
    sa.Column("text", TEXT, nullable=False),
)

watched_folder = sa.Table(
    "watched_folder",
    metadata,
    sa.Column("path", TEXT, primary_key=True),
    sa.Column("added_at_utc", UtcTime, nullable=False),
    sa.Column("looked_at_utc", UtcTime),  # when it was last looked through to the end
)

# -- the order that a person makes: collections, tags, fields written by hand -------------------------------

collection = sa.Table(
    "collection",
    metadata,
    key_column(),
    reference_column("parent_pk", "collection.pk", nullable=True),  # NULL: not inside another
    sa.Column("name", TEXT, nullable=False),  # of no other in the same place, whatever its case
    text_column("words"),  # a blank before each, as in paper_name
    sa.Index(None, "parent_pk"),
)

collection_paper = sa.Table(
    "collection_paper",
    metadata,
    reference_column("collection_pk", "collection.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)

tag = sa.Table(  # the person's own; the keywords that came with a paper stand in the paper
    "tag", metadata, key_column(), sa.Column("name", TEXT, nullable=False, unique=True), text_column("words")
)

paper_tag = sa.Table(
    "paper_tag",
    metadata,
    reference_column("tag_pk", "tag.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)

typed_field = sa.Table(  # fields of papers that a person wrote, which no import changes
    "typed_field",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("field", TEXT, primary_key=True),
    sa.Column("came_as", sa.JSON, nullable=False),  # {"value": ...}: what stood there before
    sqlite_with_rowid=False,
)

# -- what reading leaves: highlights in files, and which papers are to be read or were -----------------------

highlight = sa.Table(
    "highlight",
    metadata,
    sa.Column("highlight_uuid", TEXT, primary_key=True),
    reference_column("paper_pk", "paper.pk"),
    sa.Column("sha256", TEXT, nullable=False),  # of the file
    sa.Column("page", sa.Integer, nullable=False),  # from 1
    sa.Column("boxes", sa.JSON, nullable=False),  # [left, top, right, bottom] a line, shares of the page
    sa.Column("colour", TEXT, nullable=False),
    text_column("quote"),
    text_column("comment"),
    sa.Column("made_at_utc", UtcTime, nullable=False),
    sa.Column("changed_at_utc", UtcTime, nullable=False),
    sa.CheckConstraint("page >= 1", name="page"),
    sa.Index(None, "paper_pk"),
)

reading = sa.Table(
    "reading",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("state", TEXT, nullable=False),
    sa.Column("at_utc", UtcTime, nullable=False),
    sa.CheckConstraint("state IN ('to read', 'read')", name="state"),
    sa.Index(None, "state"),
)

# -- saved searches, and which of their papers a person knows -----------------------------------------------

_LISTED = sa.text("removed_at_utc IS NULL")

saved_search = sa.Table(
    "saved_search",
    metadata,
    key_column(),
    sa.Column("name", TEXT, nullable=False),
    sa.Column("request", sa.JSON, nullable=False),
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.Column("looked_at_utc", UtcTime),  # when the person last looked; NULL: never
    sa.Column("looked_pk", sa.Integer, nullable=False),  # the newest paper that was looked through then
    text_column("ranking"),  # what ordered the papers when it was last checked: mode and model
    sa.Column("checked_at_utc", UtcTime),  # when it was last asked what is new; NULL: never
    sa.Column("checked_pk", sa.Integer, nullable=False),  # the newest paper that was looked through then
    text_column("fault"),  # why that is unknown
    sa.Column("removed_at_utc", UtcTime),  # set: taken off the list, which can be undone
    sa.Index("uq_saved_search_name", "name", unique=True, sqlite_where=_LISTED, postgresql_where=_LISTED),
)

saved_search_paper = sa.Table(
    "saved_search_paper",
    metadata,
    reference_column("search_pk", "saved_search.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("standing", TEXT, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.CheckConstraint("standing IN ('known', 'new', 'near')", name="standing"),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)
"""One row a paper. It is known if it was found before the person last looked, else new, or near: found below
the results that count. Its rank is that of the last check, from 1, or 1 wherever it stood if it is not new; 0
if it was not found.
"""

# -- duplicates and versions, what can be undone, and what indexes know -------------------------------------

not_duplicate = sa.Table(  # a person said so; the smaller pk first
    "not_duplicate",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    reference_column("other_pk", "paper.pk", primary_key=True),
    sa.Column("said_at_utc", UtcTime, nullable=False),
    sa.CheckConstraint("paper_pk < other_pk", name="order"),
    sa.Index(None, "other_pk"),
)

paper_version = sa.Table(  # a preprint and what was published of it, both kept as papers of their own
    "paper_version",
    metadata,
    reference_column("preprint_pk", "paper.pk", primary_key=True),
    reference_column("published_pk", "paper.pk", primary_key=True),
    sa.Index(None, "published_pk"),
)

action = sa.Table(  # what a person did to the library, with what it takes to undo it
    "action",
    metadata,
    key_column(),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("args", sa.JSON, nullable=False, server_default="{}"),  # what its title names
    sa.Column("details", sa.JSON, nullable=False),
    sa.Column("done_at_utc", UtcTime, nullable=False),
    sa.Column("undone_at_utc", UtcTime),
)

action_part = sa.Table(  # of an action that is written while it is done: an import, batch by batch
    "action_part",
    metadata,
    reference_column("action_pk", "action.pk", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # from 0
    sa.Column("details", sa.JSON, nullable=False),
)

index_mark = sa.Table(  # what an index is known by, and the revision of the library that it has
    "index_mark",
    metadata,
    sa.Column("mark", TEXT, primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
)
