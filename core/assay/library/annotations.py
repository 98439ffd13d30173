"""What a person leaves in papers while reading: highlights in their files, and whether they were read."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import order_rows
from assay.library.db.connection import Database
from assay.library.db.lookup import paper_pks, rows_where, storable
from assay.library.db.schema import highlight, paper, paper_alias, paper_listing, reading
from assay.library.history.actions import act
from assay.library.history.changes import Change, make
from assay.library.history.row_changes import Columns, RowChange, as_json
from assay.types import HIGHLIGHT_COLOURS, READ_STATES, Action, ActionArgs, Highlight

_LONGEST_QUOTE = 20_000  # characters
_OF_ELSEWHERE = ("page", "boxes", "colour", "quote", "comment")
_MIDDLE, _RIGHT = (0.47, 0.53), 1  # of a page: the gap between columns is somewhere there
_LINE = 0.8  # of a height: the next line is lower by more, a lowered figure by less
_SHOWN = 60  # of a title, and of a quote, in the history


class Annotations:
    """Reads and writes of highlights and of what is to be read. A merged paper's count as the kept one's."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- highlights -------------------------------------------------------------------------------------

    def highlights(self, doc_ids: Sequence[str] | None = None) -> list[Highlight]:
        """Return the highlights of these papers, of all by default: by paper, then as they stand in it."""
        current = paper.alias()
        statement = (
            sa.select(highlight, sa.func.coalesce(current.c.doc_id, paper.c.doc_id).label("owner"))
            .join(paper, paper.c.pk == highlight.c.paper_pk)
            .outerjoin(paper_alias, paper_alias.c.alias == paper.c.doc_id)
            .outerjoin(current, current.c.pk == paper_alias.c.paper_pk)
        )
        with self._database.read() as connection:
            if doc_ids is None:
                found = list(connection.execute(statement))
            else:
                pks = {pk for pk, _ in paper_pks(connection, doc_ids).values()}
                merged = sa.select(paper.c.pk).join(paper_alias, paper_alias.c.alias == paper.c.doc_id)
                pks |= {row[0] for row in rows_where(connection, merged, paper_alias.c.paper_pk, list(pks))}
                found = list(rows_where(connection, statement, highlight.c.paper_pk, list(pks)))
        return _in_order(map(_highlight, found))

    def noted(self) -> list[str]:
        """Return the doc_ids of the papers with notes, in the order of adding."""
        statement = sa.select(paper_listing.c.doc_id).where(paper_listing.c.notes > "")
        with self._database.read() as connection:
            return list(connection.scalars(statement.order_by(paper_listing.c.paper_pk)))

    def add(self, *made: Highlight) -> Action:
        """Keep highlights of one paper, each under a uuid of its own, as one action: a page each of one text.

        Raises BadInput for an unknown paper or colour.
        """
        checked = [_checked(replace(one, uuid=one.uuid or str(uuid.uuid4()))) for one in made]
        with self._database.write() as connection:
            ((pk, title),) = order_rows.named(connection, [checked[0].doc_id]).items()
            change = Change(rows=[("highlight", None, _row(one, pk)) for one in checked])
            return act(connection, "highlight", _args(title, checked[0].quote), change)

    def put(self, made: Sequence[Highlight], *, seen: Collection[str]) -> Change:
        """Keep highlights from elsewhere, by their uuids, as part of an action.

        One that a person changed here stays, and one of those `seen` before that is gone was removed.
        """
        if not made:
            return Change()
        with self._database.write() as connection:
            uuids, doc_ids = [one.uuid for one in made], [one.doc_id for one in made]
            known = rows_where(connection, sa.select(highlight), highlight.c.highlight_uuid, uuids)
            stored = {row.highlight_uuid: as_json(dict(row._mapping)) for row in known}
            pks = paper_pks(connection, list(dict.fromkeys(doc_ids)))
            changes: list[RowChange] = []
            for one in map(_checked, made):
                row, old = _row(one, pks[one.doc_id][0]), stored.get(one.uuid)
                if old is None and one.uuid not in seen:
                    changes.append(("highlight", None, row))
                elif old is not None and old["changed_at_utc"] == old["made_at_utc"]:
                    names = [name for name in _OF_ELSEWHERE if old[name] != row[name]]
                    own = {"highlight_uuid": one.uuid}
                    before, after = (own | {name: each[name] for name in names} for each in (old, row))
                    changes += [("highlight", before, after)] if names else []
            change = Change(rows=changes)
            make(connection, change)
            return change

    def change(self, name: str, *, colour: str | None = None, comment: str | None = None) -> Action:
        """Give a highlight, by its uuid, another colour or comment. Raises BadInput where nothing changes."""
        with self._database.write() as connection:
            row, title = _stored(connection, name)
            wanted = {"colour": colour, "comment": None if comment is None else storable(comment.strip())}
            after = {key: value for key, value in wanted.items() if value is not None and value != row[key]}
            if not after:
                raise BadInput("Nothing to change: the highlight is already like that.")
            _require_colour(str(after.get("colour", row["colour"])))
            own, after["changed_at_utc"] = {"highlight_uuid": name}, datetime.now(UTC).isoformat()
            before = own | {key: row[key] for key in after}
            change: RowChange = ("highlight", before, own | after)
            return act(connection, "change highlight", _args(title, str(row["quote"])), Change(rows=[change]))

    def remove(self, name: str) -> Action:
        """Take a highlight away, by its uuid. Raises BadInput for one that is not there."""
        with self._database.write() as connection:
            row, title = _stored(connection, name)
            change = Change(rows=[("highlight", row, None)])
            return act(connection, "remove highlight", _args(title, str(row["quote"])), change)

    # -- what is to be read, and what was ---------------------------------------------------------------

    def states(self, doc_ids: Sequence[str]) -> dict[str, str]:
        """doc_id -> one of READ_STATES; papers without one are left out."""
        statement = sa.select(reading.c.paper_pk, reading.c.state)
        with self._database.read() as connection:
            pks = {pk: name for name, (pk, _) in paper_pks(connection, doc_ids).items()}
            found = rows_where(connection, statement, reading.c.paper_pk, list(pks))
            return {pks[row[0]]: row[1] for row in found}

    def set_state(self, state: str | None, doc_ids: Sequence[str]) -> Action:
        """Put papers on the reading list ("to read"), or mark them as read; "" takes both away.

        None gives all of them the mark that follows the first one's, round and round.
        Raises BadInput for unknown papers and states, and where nothing is another.
        """
        if state and state not in READ_STATES:
            raise BadInput(
                "'{0}' is not a state of reading. Choose one of {1}.", state, ", ".join(READ_STATES)
            )
        now = datetime.now(UTC).isoformat()
        with self._database.write() as connection:
            titles = order_rows.named(connection, doc_ids)
            known = rows_where(connection, sa.select(reading), reading.c.paper_pk, list(titles))
            before = {
                row.paper_pk: _state_row(row.paper_pk, row.state, row.at_utc.isoformat()) for row in known
            }
            if state is None:
                first = before.get(next(iter(titles)))
                state = _FOLLOWING[str(first["state"]) if first else ""]
            changes: list[RowChange] = []
            for pk in titles:
                old = before.get(pk)
                if (old["state"] if old else "") != state:
                    changes.append(("reading", old, _state_row(pk, state, now) if state else None))
            if not changes:
                raise BadInput("Nothing to change: the papers are already marked like that.")
            return act(connection, _KINDS[state], order_rows.args_of(titles), Change(rows=changes))


_FOLLOWING = {"": "to read", "to read": "read", "read": ""}
_KINDS = {"to read": "to read", "read": "read", "": "unread"}


def _state_row(pk: int, state: str, at: str) -> dict[str, object]:
    return {"paper_pk": pk, "state": state, "at_utc": at}


def _checked(made: Highlight) -> Highlight:
    _require_colour(made.colour)
    if made.page < 1 or not made.boxes or any(not _is_box(box) for box in made.boxes):
        raise BadInput("A highlight needs a page and a place on it.")
    quote = storable(made.quote[:_LONGEST_QUOTE])
    return replace(made, quote=quote, comment=storable(made.comment.strip()))


def _row(one: Highlight, pk: int) -> Columns:
    now = datetime.now(UTC).isoformat()
    return {
        "highlight_uuid": one.uuid,
        "paper_pk": pk,
        "sha256": one.sha256,
        "page": one.page,
        "boxes": [list(box) for box in one.boxes],
        "colour": one.colour,
        "quote": one.quote,
        "comment": one.comment,
        "made_at_utc": now,
        "changed_at_utc": now,
    }


def _is_box(box: tuple[float, float, float, float]) -> bool:
    return all(0.0 <= share <= 1.0 for share in box) and box[0] <= box[2] and box[1] <= box[3]


def _require_colour(colour: str) -> None:
    if colour not in HIGHLIGHT_COLOURS:
        raise BadInput(
            "'{0}' is not a colour of highlights. Choose one of {1}.", colour, ", ".join(HIGHLIGHT_COLOURS)
        )


def _args(title: str, quote: str) -> ActionArgs:
    names = (" ".join(text.split()) for text in (title, quote))
    return ActionArgs(names=tuple(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…" for name in names))


def _stored(connection: sa.Connection, name: str) -> tuple[Columns, str]:
    """Return a highlight's row as JSON, and its paper's title. Raises BadInput for an unknown one."""
    statement = sa.select(highlight, paper.c.title).join(paper, paper.c.pk == highlight.c.paper_pk)
    found = connection.execute(statement.where(highlight.c.highlight_uuid == name)).one_or_none()
    if found is None:
        raise BadInput("This highlight no longer exists.")
    return as_json({column.name: getattr(found, column.name) for column in highlight.c}), found.title


def _highlight(row: sa.Row[*tuple[Any, ...]]) -> Highlight:
    boxes = tuple((box[0], box[1], box[2], box[3]) for box in row.boxes)
    return Highlight(
        row.owner, row.sha256, row.page, boxes, row.colour, row.quote, row.comment, row.highlight_uuid,
        row.made_at_utc,
    )  # fmt: skip


def _in_order(found: Iterable[Highlight]) -> list[Highlight]:
    """Sort by paper, page and height; in a paper with two columns, the left one comes first.

    Several lines right of the middle tell a second column: in a single one the next line begins at the
    left. What crosses the middle, such as a title, parts what is above it from what is below.
    """
    ordered = sorted(found, key=_order)
    columned = {one.doc_id for one in ordered if _side(one) == _RIGHT and _goes_on(one)}
    keyed, band = [], 0
    for one in ordered:
        side = _side(one) if one.doc_id in columned else 0
        band += side is None
        keyed.append(((one.doc_id, one.page, band, side or 0), one))
        band += side is None
    return [one for _, one in sorted(keyed, key=lambda each: each[0])]


def _side(one: Highlight) -> int | None:
    """Return 0 left of the middle, `_RIGHT` right of it, None across it."""
    if all(left >= _MIDDLE[0] for left, *_ in one.boxes):
        return _RIGHT if one.boxes else 0
    return 0 if all(right <= _MIDDLE[1] for _, _, right, _ in one.boxes) else None


def _goes_on(one: Highlight) -> bool:
    """Whether it has several lines: a line can have several boxes, such as one of a lowered figure."""
    return one.boxes[-1][3] - one.boxes[0][3] > _LINE * max(low - top for _, top, _, low in one.boxes)


def _order(one: Highlight) -> tuple[str, int, float, float]:
    return one.doc_id, one.page, one.boxes[0][1] if one.boxes else 0.0, one.boxes[0][0] if one.boxes else 0.0
