"""The triggers that keep judgements, adjudications, releases and guidelines as they were written.

UPDATE and DELETE are refused. So is, on SQLite, an INSERT over an existing row: INSERT OR REPLACE would
delete it without firing the delete trigger on connections that did not turn recursive_triggers on.
"""

from __future__ import annotations

from collections.abc import Iterable

WORDS = {
    "judgement_event": "judgement events",
    "adjudication_event": "adjudications",
    "guideline": "guidelines",
    "release": "releases",
    "release_item": "releases",
    "release_seal": "releases",
}
KEYS = {
    "judgement_event": "seq = NEW.seq OR event_uuid = NEW.event_uuid",
    "adjudication_event": "seq = NEW.seq OR event_uuid = NEW.event_uuid",
    "guideline": "pk = NEW.pk OR (campaign_pk = NEW.campaign_pk AND version = NEW.version)",
    "release": "pk = NEW.pk OR (campaign_pk = NEW.campaign_pk AND version = NEW.version)",
    "release_item": "release_pk = NEW.release_pk AND pair_pk = NEW.pair_pk",
    "release_seal": "release_pk = NEW.release_pk",
}
"""table -> what makes a new row the same as one that is there."""


def foreign_parts(parts: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return what of an SQLite schema, given as (type, name, sql), would run on its own and is not ours.

    Triggers other than those made here, views and virtual tables.
    """
    return [
        f"{kind} {name}"
        for kind, name, sql in parts
        if (kind in {"trigger", "view"} and " ".join(sql.split()) not in _TRIGGERS)
        or sql.upper().startswith("CREATE VIRTUAL")
    ]


def append_only(table: str, *, dialect: str) -> tuple[str, ...]:
    """Return the statements that make `table` append-only."""
    return _postgresql(table) if dialect == "postgresql" else _sqlite(table)


def _sqlite(table: str) -> tuple[str, ...]:
    refusal = f"BEGIN SELECT RAISE(ABORT, '{WORDS[table]} are append-only'); END"
    known = f"EXISTS (SELECT 1 FROM {table} WHERE {KEYS[table]})"  # noqa: S608 - constants
    return (
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refusal}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refusal}",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {known} {refusal}",
    )


_TRIGGERS = {statement for table in WORDS for statement in _sqlite(table)}


def _postgresql(table: str) -> tuple[str, ...]:
    body = f"BEGIN RAISE EXCEPTION '{WORDS[table]} are append-only'; END"
    refuse = f"EXECUTE FUNCTION {table}_refuse()"
    return (
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$",
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {refuse}",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}",
    )
