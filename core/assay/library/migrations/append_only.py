"""The triggers that keep judgement events as they were written. In the syntax of SQLite.

UPDATE and DELETE are refused. So is an INSERT over an existing row: INSERT OR REPLACE would delete it without
firing the delete trigger on connections that did not turn recursive_triggers on.
"""

from __future__ import annotations

SQLITE_TRIGGERS = (
    """
    CREATE TRIGGER judgement_event_no_update BEFORE UPDATE ON judgement_event
    BEGIN SELECT RAISE(ABORT, 'judgement events are append-only'); END
    """,
    """
    CREATE TRIGGER judgement_event_no_delete BEFORE DELETE ON judgement_event
    BEGIN SELECT RAISE(ABORT, 'judgement events are append-only'); END
    """,
    """
    CREATE TRIGGER judgement_event_no_replace BEFORE INSERT ON judgement_event
    WHEN EXISTS (SELECT 1 FROM judgement_event WHERE seq = NEW.seq OR event_uuid = NEW.event_uuid)
    BEGIN SELECT RAISE(ABORT, 'judgement events are append-only'); END
    """,
)
