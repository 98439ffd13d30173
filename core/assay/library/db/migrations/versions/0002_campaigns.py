"""Campaigns: judgement sets with their own queries, runs, pools, assignments, adjudications and releases.

What a library held before becomes its own judging, the campaign 1.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.append_only import append_only
from assay.library.db.migrations.columns import BIG, TEXT

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

HOME = 1


def upgrade() -> None:
    _create_campaigns()
    _index_removed_papers()
    _give_to_home()
    _name_annotators()
    _create_pools()
    _extend_events()
    _let_events_join()
    _widen_standings()
    _create_outcomes()
    for table in ("guideline", "adjudication_event", "release", "release_item"):
        for statement in append_only(table, dialect=op.get_bind().dialect.name):
            op.execute(statement)


def downgrade() -> None:
    """Grades given in campaigns have no place in the first schema, and are never dropped."""
    raise RuntimeError("Campaigns cannot be taken out of a library again; restore a backup instead.")


def _create_campaigns() -> None:
    campaign = op.create_table(
        "campaign",
        _key(),
        sa.Column("campaign_uuid", TEXT, nullable=False, unique=True),
        sa.Column("name", TEXT, nullable=False, unique=True),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("raters_per_pair", sa.Integer, nullable=False),
        sa.Column("queue", TEXT, nullable=False),
        sa.Column("seed", BIG, nullable=False),
        _text("corpus_sha256"),
        sa.Column("created_at_utc", sa.DateTime, nullable=False),
        sa.CheckConstraint("status IN ('draft', 'open', 'adjudicating', 'closed')", name="status"),
        sa.CheckConstraint("queue IN ('assigned', 'shared')", name="queue"),
        sa.CheckConstraint("raters_per_pair >= 1", name="raters_per_pair"),
    )
    home = {
        "campaign_uuid": str(uuid.uuid4()),
        "name": "library",
        "status": "open",
        "raters_per_pair": 1,
        "queue": "assigned",
        "seed": 0,
        "created_at_utc": _now(),
    }
    op.bulk_insert(campaign, [home])  # the first row: its pk is HOME
    op.create_table(
        "campaign_paper",
        _reference("campaign_pk", "campaign.pk", primary_key=True),
        _reference("paper_pk", "paper.pk", primary_key=True),
        sa.Column("text_sha256", TEXT, nullable=False),
    )
    op.create_index(None, "campaign_paper", ["paper_pk"])
    op.create_table(
        "campaign_annotator",
        _reference("campaign_pk", "campaign.pk", primary_key=True),
        _reference("annotator_pk", "annotator.pk", primary_key=True),
        sa.Column("quota", sa.Integer),
        sa.CheckConstraint("quota IS NULL OR quota >= 0", name="quota"),
    )
    op.create_index(None, "campaign_annotator", ["annotator_pk"])
    op.create_table(
        "guideline",
        _key(),
        _reference("campaign_pk", "campaign.pk"),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("markdown", TEXT, nullable=False),
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("created_at_utc", sa.DateTime, nullable=False),
        sa.UniqueConstraint("campaign_pk", "version"),
    )


def _index_removed_papers() -> None:
    removed = sa.text("removed_at_utc IS NOT NULL")
    op.create_index("ix_paper_removed", "paper", ["pk"], sqlite_where=removed, postgresql_where=removed)


def _give_to_home() -> None:
    """Query ids and run tags are unique within a campaign from now on."""
    for table, name in (("query", "query_id"), ("run", "tag")):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("campaign_pk", sa.Integer, nullable=False, server_default=str(HOME)))
            batch.drop_constraint(f"uq_{table}_{name}", type_="unique")
            batch.create_unique_constraint(f"uq_{table}_campaign_pk_{name}", ["campaign_pk", name])
            batch.create_foreign_key(
                f"fk_{table}_campaign_pk", "campaign", ["campaign_pk"], ["pk"], ondelete="RESTRICT"
            )
            if table == "run":
                batch.add_column(sa.Column("details", sa.JSON, nullable=False, server_default="{}"))
    for table in ("query", "run"):
        with op.batch_alter_table(table) as batch:
            batch.alter_column("campaign_pk", existing_type=sa.Integer, server_default=None)
    with op.batch_alter_table("run") as batch:
        batch.alter_column("details", existing_type=sa.JSON, server_default=None)


def _name_annotators() -> None:
    with op.batch_alter_table("annotator") as batch:
        batch.add_column(sa.Column("annotator_uuid", TEXT, nullable=True))
    annotator = sa.table("annotator", sa.column("pk", sa.Integer), sa.column("annotator_uuid", TEXT))
    connection = op.get_bind()
    for (pk,) in connection.execute(sa.select(annotator.c.pk)).all():
        named = sa.update(annotator).where(annotator.c.pk == pk).values(annotator_uuid=str(uuid.uuid4()))
        connection.execute(named)
    with op.batch_alter_table("annotator") as batch:
        batch.alter_column("annotator_uuid", existing_type=TEXT, nullable=False)
        batch.create_unique_constraint("uq_annotator_annotator_uuid", ["annotator_uuid"])
    for table, column in (("annotator_alias", "uuid"), ("former_handle", "handle")):
        op.create_table(
            table, sa.Column(column, TEXT, primary_key=True), _reference("annotator_pk", "annotator.pk")
        )
        op.create_index(None, table, ["annotator_pk"])


def _create_pools() -> None:
    pool = op.create_table(
        "pool",
        _key(),
        _reference("campaign_pk", "campaign.pk"),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("strategy", TEXT, nullable=False),
        sa.Column("params", sa.JSON, nullable=False),
        sa.Column("created_at_utc", sa.DateTime, nullable=False),
        sa.UniqueConstraint("campaign_pk", "round"),
    )
    connection = op.get_bind()
    pooled = connection.scalars(sa.text("SELECT pair_pk FROM pool_pair ORDER BY pk")).all()
    op.drop_table("pool_pair")
    op.create_table(
        "pool_pair",
        _key(),
        _reference("pool_pk", "pool.pk"),
        _reference("pair_pk", "pair.pk", unique=True),
    )
    op.create_index(None, "pool_pair", ["pool_pk", "pair_pk"])
    if pooled:
        first = {
            "campaign_pk": HOME,
            "round": 1,
            "strategy": "manual",
            "params": {},
            "created_at_utc": _now(),
        }
        op.bulk_insert(pool, [first])
        table = sa.table("pool_pair", sa.column("pool_pk"), sa.column("pair_pk"))
        op.bulk_insert(table, [{"pool_pk": 1, "pair_pk": pair_pk} for pair_pk in pooled])
    op.create_table(
        "assignment",
        _reference("pair_pk", "pair.pk", primary_key=True),
        _reference("annotator_pk", "annotator.pk", primary_key=True),
        sa.Column("order_key", TEXT, nullable=False),
        sa.Column("lease_until_utc", sa.DateTime),
        sa.Column("assigned_at_utc", sa.DateTime, nullable=False),
        sa.Column("withdrawn_at_utc", sa.DateTime),
    )
    op.create_index(None, "assignment", ["annotator_pk"])
    op.create_index(None, "assignment", ["lease_until_utc"])
    op.create_index(None, "assignment", ["pair_pk", "lease_until_utc"])


def _extend_events() -> None:
    # Written out: every database has this form, and SQLite adds a column without copying the events.
    text = TEXT.compile(dialect=op.get_bind().dialect)
    op.execute(f"ALTER TABLE judgement_event ADD COLUMN device {text} NOT NULL DEFAULT ''")
    for column, kind, target in (
        ("merges", text, "judgement_event (event_uuid)"),
        ("guideline_pk", "INTEGER", "guideline (pk)"),
        ("batch_pk", "INTEGER", "import_batch (pk)"),
    ):
        reference = f"CONSTRAINT fk_judgement_event_{column} REFERENCES {target} ON DELETE RESTRICT"
        op.execute(f"ALTER TABLE judgement_event ADD COLUMN {column} {kind} {reference}")


def _let_events_join() -> None:
    """Allows one more kind of event, one that only closes a second head.

    On SQLite the constraint is changed where it is written down, so that the events are not copied (the
    procedure is SQLite's own: "ALTER TABLE", section 7, for changes that leave the rows as they are).
    """
    old = "kind IN ('grade', 'unsure', 'later', 'unreadable', 'note', 'clear', 'undo', 'redo')"
    new = old.replace("'redo'", "'redo', 'join'")
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        op.drop_constraint("kind", "judgement_event", type_="check")
        op.create_check_constraint("kind", "judgement_event", new)
        return
    version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
    connection.exec_driver_sql("PRAGMA writable_schema = ON")
    connection.execute(
        sa.text("UPDATE sqlite_master SET sql = replace(sql, :old, :new) WHERE name = 'judgement_event'"),
        {"old": old, "new": new},
    )
    connection.exec_driver_sql(f"PRAGMA schema_version = {version + 1}")  # so that it is read again
    connection.exec_driver_sql("PRAGMA writable_schema = OFF")


def _widen_standings() -> None:
    """Standings may be in conflict. The table is a cache without references to it, so it is made anew."""
    op.execute("CREATE TABLE old_standing AS SELECT * FROM judgement_current")
    op.drop_table("judgement_current")
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
        sa.Column("n_heads", sa.Integer, nullable=False, server_default="1"),
        sa.CheckConstraint(
            "state IS NULL OR state IN ('grade', 'unsure', 'later', 'unreadable', 'conflict')", name="state"
        ),
        sa.CheckConstraint("(state IS NOT NULL AND state = 'grade') = (grade IS NOT NULL)", name="grade"),
    )
    op.create_index(None, "judgement_current", ["annotator_pk"])
    columns = "pair_pk, annotator_pk, state, grade, note, head"
    op.execute(f"INSERT INTO judgement_current ({columns}) SELECT {columns} FROM old_standing")  # noqa: S608 - constants
    op.drop_table("old_standing")


def _create_outcomes() -> None:
    op.create_table(
        "adjudication_event",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("event_uuid", TEXT, nullable=False, unique=True),
        _reference("pair_pk", "pair.pk"),
        _reference("annotator_pk", "annotator.pk"),
        sa.Column("grade", sa.Integer),
        _text("reason"),
        sa.Column("inputs_sha256", TEXT, nullable=False),
        sa.Column("occurred_at_utc", sa.DateTime, nullable=False),
        sa.Column("supersedes", TEXT, sa.ForeignKey("adjudication_event.event_uuid", ondelete="RESTRICT")),
        sa.Column("merges", TEXT, sa.ForeignKey("adjudication_event.event_uuid", ondelete="RESTRICT")),
        _text("device"),
        _reference("batch_pk", "import_batch.pk", nullable=True),
        sa.CheckConstraint("grade IS NULL OR grade IN (0, 1, 2)", name="grade"),
    )
    op.create_index(None, "adjudication_event", ["pair_pk", "seq"])
    op.create_table(
        "release",
        _key(),
        _reference("campaign_pk", "campaign.pk"),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rule", TEXT, nullable=False),
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
        sa.Column("created_at_utc", sa.DateTime, nullable=False),
        sa.UniqueConstraint("campaign_pk", "version"),
    )
    op.create_table(
        "release_item",
        _reference("release_pk", "release.pk", primary_key=True),
        _reference("pair_pk", "pair.pk", primary_key=True),
        sa.Column("grade", sa.Integer, nullable=False),
        sa.Column("n_raters", sa.Integer, nullable=False),
        sa.Column("source", TEXT, nullable=False),
        sa.CheckConstraint("grade IN (0, 1, 2)", name="grade"),
    )
    op.create_index(None, "release_item", ["pair_pk"])


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


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
