"""`assay check`: is what the library holds what was written? Pages, references, grades, the cache of them.

Reads a library's file as it is, without the checks that refuse to open a damaged one.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

from assay.errors import LibraryError
from assay.library.db.connection import Database
from assay.library.db.paths import restore_advice
from assay.library.db.sqlite import SqliteDatabase
from assay.library.rows.pair_state import Event, PairState, fold
from assay.library.rows.seals import FIELDS, is_whole, set_checksum
from assay.progress import Progress, silent
from assay.types import CheckFinding, CheckReport

Step = Callable[["Rows", "_Names", list[CheckFinding]], int]
"""Adds to the findings, and returns how many rows of grades it read."""

SEVERAL = 1000  # messages of SQLite about pages that are reported
ORDER = ("event_uuid", "pair_pk", "annotator_pk", "kind", "grade", "note", "target", "supersedes", "merges")
CURRENT = ("state", "grade", "note", "head", "n_heads")


@dataclass(frozen=True, slots=True)
class Rows:
    """Answers SQL; `on_file`: by SQLite, whose indexes can be read on their own."""

    fetch: Callable[[str], Sequence[tuple[Any, ...]]]
    on_file: bool

    def __call__(self, statement: str) -> Sequence[tuple[Any, ...]]:
        return self.fetch(statement)


def check_database(database: Database, *, folder: Path | None, progress: Progress = silent) -> CheckReport:
    """Compare every grade with its checksum, and the cache with the log. `folder`: of a library's file.

    Raises LibraryError for one that cannot be read at all.
    """
    findings: list[CheckFinding] = []
    counts: dict[Step, int] = {}
    with _rows(database, folder) as rows:
        steps: list[Step] = [
            *([_pages, _references, _pairs] if folder is not None else []),
            _events,
            _adjudications,
            _releases,
        ]
        names = _Names(rows)
        for done, step in enumerate(steps):
            progress("checking", done, len(steps))
            counts[step] = step(rows, names, findings)
        progress("checking", len(steps), len(steps))
    return CheckReport(tuple(findings), counts[_events], counts[_adjudications], counts[_releases])


@contextmanager
def _rows(database: Database, folder: Path | None) -> Iterator[Rows]:
    if folder is None or not isinstance(database, SqliteDatabase):
        with database.read() as connection:
            yield Rows(lambda sql: [tuple(row) for row in connection.exec_driver_sql(sql)], on_file=False)
        return
    try:
        with closing(sqlite3.connect(database.uri, uri=True)) as raw:
            raw.text_factory = lambda content: content.decode("utf-8", "replace")
            yield Rows(lambda sql: raw.execute(sql).fetchall(), on_file=True)
    except sqlite3.Error as error:
        raise LibraryError(
            "{0} cannot be read through ({1}). {2}", database.path, error, restore_advice(folder)
        ) from error


class _Names:
    """pair and annotator -> what people call them, as far as that can be read."""

    def __init__(self, rows: Rows) -> None:
        self._pairs: dict[object, tuple[str, str]] = {}
        self._people: dict[object, str] = {}
        pairs = (
            "SELECT pair.pk, query.query_id, paper.doc_id FROM pair JOIN query ON query.pk = pair.query_pk "
            "JOIN paper ON paper.pk = pair.paper_pk"
        )
        try:
            self._people = dict(rows("SELECT pk, handle FROM annotator"))
            self._pairs = {pk: (str(query_id), str(doc_id)) for pk, query_id, doc_id in rows(pairs)}
        except sqlite3.DatabaseError:
            return  # what cannot be named is still counted

    def finding(
        self, kind: str, text: str, pair: object, who: object = None, *, mendable: bool = False
    ) -> CheckFinding:
        query_id, doc_id = self._pairs.get(pair, ("", "") if pair is None else (f"(pair {pair})", ""))
        person = "" if who is None else self._people.get(who, f"(person {who})")
        return CheckFinding(kind, text, query_id, doc_id, person, mendable)


def _pages(rows: Rows, _names: _Names, findings: list[CheckFinding]) -> int:
    try:
        for (message,) in rows(f"PRAGMA integrity_check({SEVERAL})"):
            if message != "ok":
                of_index = " index " in message and (
                    "missing from index" in message or "wrong # of entries" in message
                )
                findings.append(CheckFinding("pages", str(message), mendable=of_index))
    except sqlite3.DatabaseError as error:
        findings.append(CheckFinding("pages", str(error)))
    return 0


def _references(rows: Rows, _names: _Names, findings: list[CheckFinding]) -> int:
    try:
        for table, row, other, _ in rows("PRAGMA foreign_key_check"):
            text = f"row {row} of {table} refers to a {other} that is missing"
            findings.append(CheckFinding("reference", text))
    except sqlite3.DatabaseError as error:
        findings.append(CheckFinding("pages", f"references cannot be looked at: {error}"))
    return 0


def _pairs(rows: Rows, names: _Names, findings: list[CheckFinding]) -> int:
    """A pair says which paper is judged for which query; its index says it a second time."""
    columns = "SELECT pk, query_pk, paper_pk FROM pair"
    try:
        table = set(rows(f"{columns} NOT INDEXED"))
        index = set(rows(f"{columns} INDEXED BY sqlite_autoindex_pair_1"))
        judged = defaultdict(set)
        for pair, who in rows("SELECT DISTINCT pair_pk, annotator_pk FROM judgement_event"):
            judged[pair].add(who)
    except sqlite3.DatabaseError as error:
        findings.append(CheckFinding("grade", f"pairs of queries and papers cannot be read: {error}"))
        return 0
    for pk in sorted({row[0] for row in table ^ index}, key=str):
        text = "which paper was judged for which query is not as it was written"
        findings += [names.finding("grade", text, pk, who) for who in judged[pk] or {None}]
    return 0


@dataclass
class _Log:
    """Rows of a table of grades by their key; which keys are hurt, and whose judgements those are."""

    rows: dict[object, dict[str, object]] = field(default_factory=dict)
    hurt: dict[object, set[tuple[object, object]]] = field(default_factory=dict)


def _read_log(rows: Rows, table: str, index: str, findings: list[CheckFinding]) -> _Log:
    """Return every row that can be read, and what an index knows of those that cannot."""
    names = ("seq", *FIELDS[table], "checksum")
    select = f"SELECT {', '.join(names)} FROM {table}"  # noqa: S608 - constants
    log, listed = _Log(), dict[object, tuple[object, object]]()
    if index:
        pair, who = ("pair_pk", "annotator_pk") if "annotator" in index else ("pair_pk", "NULL")
        try:
            known = rows(f"SELECT seq, {pair}, {who} FROM {table} INDEXED BY {index}")  # noqa: S608
            listed = {seq: (pair_pk, person) for seq, pair_pk, person in known}
        except sqlite3.DatabaseError as error:
            findings.append(CheckFinding("pages", f"an index of {table} cannot be read: {error}"))
    try:
        read = rows(f"{select} NOT INDEXED" if index else select)
    except sqlite3.DatabaseError as error:
        findings.append(CheckFinding("grade", f"{table} cannot be read through: {error}"))
        read = _one_by_one(rows, select, listed)
    for values in read:
        row = dict(zip(names, values, strict=True))
        log.rows[row["seq"]] = row
        if not is_whole(row, FIELDS[table]):
            log.hurt[row["seq"]] = {(row["pair_pk"], row["annotator_pk"])}
    for seq, (pair_pk, person) in listed.items():
        if seq not in log.rows:
            log.hurt[seq] = {(pair_pk, person)}
        elif seq in log.hurt:
            row = log.rows[seq]
            log.hurt[seq].add((pair_pk, person if person is not None else row["annotator_pk"]))
    return log


def _one_by_one(
    rows: Rows, select: str, listed: dict[object, tuple[object, object]]
) -> list[tuple[Any, ...]]:
    read: list[tuple[Any, ...]] = []
    for seq in listed:
        try:
            read += rows(f"{select} WHERE seq = {int(str(seq))}")
        except (sqlite3.DatabaseError, ValueError):
            continue  # it stays among the hurt
    return read


def _events(rows: Rows, names: _Names, findings: list[CheckFinding]) -> int:
    index = "ix_judgement_event_pair_pk_annotator_pk_seq" if rows.on_file else ""
    log = _read_log(rows, "judgement_event", index, findings)
    text = "a judgement is not as it was written"
    hurt = {key for keys in log.hurt.values() for key in keys}
    findings += [names.finding("grade", text, *key) for key in sorted(hurt, key=str)]
    good = [row for seq, row in log.rows.items() if seq not in log.hurt]
    good.sort(key=lambda row: (row["pair_pk"], row["annotator_pk"], row["seq"]))
    stand = fold(Event(*itemgetter(*ORDER)(row)) for row in good)
    columns = f"SELECT pair_pk, annotator_pk, {', '.join(CURRENT)} FROM judgement_current"  # noqa: S608
    try:
        cached = {(row[0], row[1]): row[2:] for row in rows(columns)}
    except sqlite3.DatabaseError as error:
        findings.append(CheckFinding("cache", f"where pairs stand cannot be read: {error}"))
        return len(log.rows)
    by_key: dict[object, PairState] = dict(stand.items())
    for key in sorted(stand.keys() | cached.keys(), key=str):
        if key in hurt:
            continue
        now = by_key.get(key)
        if now is None and not log.hurt:
            findings.append(
                names.finding("cache", "no judgement leads to where it stands", *key, mendable=True)
            )
        elif now is None:
            findings.append(
                names.finding("grade", "the judgements that lead to where it stands are gone", *key)
            )
        elif cached.get(key) != tuple(getattr(now, name) for name in CURRENT):
            text = "what is shown is not what the judgements say"
            findings.append(names.finding("cache", text, *key, mendable=not log.hurt))
    return len(log.rows)


def _adjudications(rows: Rows, names: _Names, findings: list[CheckFinding]) -> int:
    log = _read_log(rows, "adjudication_event", "", findings)
    text = "an adjudication is not as it was written"
    findings += [
        names.finding("adjudication", text, *key)
        for seq in sorted(log.hurt, key=str)
        for key in log.hurt[seq]
    ]
    return len(log.rows)


def _releases(rows: Rows, names: _Names, findings: list[CheckFinding]) -> int:
    columns = (*FIELDS["release_item"], "checksum")
    sets: dict[object, list[str]] = defaultdict(list)
    hurt: set[object] = set()
    try:
        items = rows(f"SELECT {', '.join(columns)} FROM release_item")  # noqa: S608 - constants
        seals: dict[object, object] = dict(rows("SELECT release_pk, checksum FROM release_seal"))
        versions = {
            pk: f"release {version} of '{name}'"
            for pk, version, name in rows(
                "SELECT release.pk, release.version, campaign.name FROM release "
                "JOIN campaign ON campaign.pk = release.campaign_pk"
            )
        }
    except sqlite3.DatabaseError as error:
        findings.append(CheckFinding("release", f"releases cannot be read: {error}"))
        return 0
    for values in items:
        row = dict(zip(columns, values, strict=True))
        sets[row["release_pk"]].append(str(row["checksum"]))
        if not is_whole(row, FIELDS["release_item"]):
            hurt.add(row["release_pk"])
            of = versions.get(row["release_pk"], "a release")
            text = f"a judgement of {of} is not as it was frozen"
            findings.append(names.finding("release", text, row["pair_pk"]))
    for pk in sorted(versions.keys() | seals.keys() | sets.keys(), key=str):
        if pk not in hurt and seals.get(pk) != set_checksum(sets[pk]):
            of = versions.get(pk, f"a release ({pk})")
            findings.append(CheckFinding("release", f"{of} has not the judgements that it was frozen with"))
    return len(items)
