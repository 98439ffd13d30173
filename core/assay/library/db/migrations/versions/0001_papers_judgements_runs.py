"""The first schema: papers, queries, judgements, the pool, runs and the log of imports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.append_only import append_only
from assay.library.db.migrations.columns import BIG, TEXT

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_papers()
    _create_judging()
    _create_events()
    _create_runs()
    op.create_table(
        "import_batch",
        _key(),
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("source", TEXT, nullable=False),
        sa.Column("imported_at_utc", sa.DateTime, nullable=False),
        *(
            sa.Column(f"n_{what}", sa.Integer, nullable=False)
            for what in ("new", "merged", "conflict", "failed")
        ),
    )
    for statement in append_only("judgement_event", dialect=op.get_bind().dialect.name):
        op.execute(statement)


def downgrade() -> None:
    """There is nothing before the first schema to go back to; grades are never dropped."""
    raise RuntimeError("The first schema of a library cannot be taken back; restore a backup instead.")


def _create_papers() -> None:
    counter = op.create_table(
        "counter",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )
    op.bulk_insert(counter, [{"name": "papers", "value": 0}, {"name": "checked", "value": 0}])
    op.create_table(
        "paper",
        _key(),
        sa.Column("doc_id", TEXT, nullable=False, unique=True),
        _text("title"),
        sa.Column("authors", sa.JSON, nullable=False),
        sa.Column("year", sa.Integer),
        *(_text(name) for name in ("venue", "doi", "arxiv_id", "pmid", "url")),
        sa.Column("keywords", sa.JSON, nullable=False),
        sa.Column("added_at_utc", sa.DateTime, nullable=False),
        sa.Column("removed_at_utc", sa.DateTime),
        _text("abstract"),
    )
    op.create_table(
        "paper_listing",
        _reference("paper_pk", "paper.pk", primary_key=True),
        sa.Column("doc_id", TEXT, nullable=False),
        _text("title_key"),
        _text("authors_key"),
        sa.Column("year", sa.Integer),
        _text("venue_key"),
        _text("words"),
    )
    for column in ("title_key", "authors_key", "year", "venue_key"):
        op.create_index(None, "paper_listing", [column, "paper_pk", "doc_id"])
    op.create_index("ix_paper_listing_added", "paper_listing", ["paper_pk", "doc_id"])
    op.create_table(
        "paper_key",
        sa.Column("key", TEXT, primary_key=True),
        _reference("paper_pk", "paper.pk", primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index(None, "paper_key", ["paper_pk"])
    op.create_table(
        "paper_alias",
        sa.Column("alias", TEXT, primary_key=True),
        _reference("paper_pk", "paper.pk"),
    )
    op.create_index(None, "paper_alias", ["paper_pk"])


def _create_judging() -> None:
    op.create_table(
        "annotator",
        _key(),
        sa.Column("handle", TEXT, nullable=False, unique=True),
        sa.Column("active", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    op.create_table(
        "query",
        _key(),
        sa.Column("query_id", TEXT, nullable=False, unique=True),
        _text("text"),
        _reference("source_paper_pk", "paper.pk", nullable=True),
    )
    op.create_table(
        "pair",
        _key(),
        _reference("query_pk", "query.pk"),
        _reference("paper_pk", "paper.pk"),
        sa.UniqueConstraint("query_pk", "paper_pk"),
    )
    op.create_index(None, "pair", ["paper_pk"])
    op.create_table("pool_pair", _key(), _reference("pair_pk", "pair.pk", unique=True))


def _create_events() -> None:
    op.create_table(
        "judgement_event",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("event_uuid", TEXT, nullable=False, unique=True),
        _reference("pair_pk", "pair.pk"),
        _reference("annotator_pk", "annotator.pk"),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("grade", sa.Integer),
        sa.Column("note", TEXT),
        sa.Column("active_ms", BIG),
        sa.Column("occurred_at_utc", sa.DateTime, nullable=False),
        sa.Column("supersedes", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT")),
        sa.Column("target", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT")),
        sa.CheckConstraint(
            "kind IN ('grade', 'unsure', 'later', 'unreadable', 'note', 'clear', 'undo', 'redo')", name="kind"
        ),
        sa.CheckConstraint(
            "(kind = 'grade' AND grade IS NOT NULL AND grade IN (0, 1, 2)) "
            "OR (kind <> 'grade' AND grade IS NULL)",
            name="grade",
        ),
        sa.CheckConstraint("(kind = 'note') = (note IS NOT NULL)", name="note"),
        sa.CheckConstraint("(kind IN ('undo', 'redo')) = (target IS NOT NULL)", name="target"),
        sa.CheckConstraint("active_ms IS NULL OR active_ms >= 0", name="active_ms"),
    )
    for columns in (["pair_pk", "annotator_pk", "seq"], ["annotator_pk", "seq"], ["target", "seq"]):
        op.create_index(None, "judgement_event", columns)
    op.create_table(
        "judgement_current",
        _reference("pair_pk", "pair.pk", primary_key=True),
        _reference("annotator_pk", "annotator.pk", primary_key=True),
        sa.Column("state", TEXT),
        sa.Column("grade", sa.Integer),
        _text("note"),
        sa.Column(
            "head", TEXT, sa.ForeignKey("judgement_event.event_uuid", ondelete="RESTRICT"), nullable=False
        ),
        sa.CheckConstraint(
            "state IS NULL OR state IN ('grade', 'unsure', 'later', 'unreadable')", name="state"
        ),
        sa.CheckConstraint("(state IS NOT NULL AND state = 'grade') = (grade IS NOT NULL)", name="grade"),
    )
    op.create_index(None, "judgement_current", ["annotator_pk"])


def _create_runs() -> None:
    op.create_table(
        "run",
        _key(),
        sa.Column("tag", TEXT, nullable=False, unique=True),
        _text("mode"),
        _text("model_fingerprint"),
        sa.Column("created_at_utc", sa.DateTime, nullable=False),
    )
    op.create_table(
        "run_query",
        _key(),
        _reference("run_pk", "run.pk"),
        sa.Column("query_id", TEXT, nullable=False),
        sa.UniqueConstraint("run_pk", "query_id"),
    )
    op.create_table(
        "run_hit",
        _reference("run_query_pk", "run_query.pk", primary_key=True),
        sa.Column("rank", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("doc_id", TEXT, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.UniqueConstraint("run_query_pk", "doc_id"),
    )


def _key() -> sa.Column[int]:
    return sa.Column("pk", sa.Integer, primary_key=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False, server_default="")


def _reference(
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
