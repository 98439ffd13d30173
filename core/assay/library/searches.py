"""The searches that a person keeps: named, changed, and split into known and new results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.connection import Database
from assay.library.db.lookup import inserted, storable
from assay.library.db.schema import saved_search
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.rows import search_rows as rows
from assay.types import Action, ActionArgs

LONGEST = 200
"""Characters of a name."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search under its name. `request` is what is asked, as JSON values.

    `n_new` of the papers that the last check found were not known when the person last looked. `fault` says
    why there was nothing to tell; `checked_at` is None before the first check.
    """

    pk: int
    name: str
    request: Mapping[str, object]
    created_at: datetime  # UTC
    looked_at: datetime
    checked_at: datetime | None
    n_new: int
    fault: str = ""


class SavedSearches:
    """Reads and writes of saved searches. Those that were removed are not among them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[SavedSearch]:
        """By their names."""
        statement = sa.select(saved_search).where(saved_search.c.removed_at_utc.is_(None))
        with self._database.read() as connection:
            n_new = rows.count_new(connection)
            found = [_search(row, n_new.get(row.pk, 0)) for row in connection.execute(statement)]
        return sorted(found, key=lambda each: (each.name.casefold(), each.name))

    def get(self, name: str) -> SavedSearch:
        """Return the search of this name, whatever its case. Raises BadInput where there is none."""
        searches = {each.name.casefold(): each for each in self.all()}
        if (found := searches.get(_clean(name).casefold())) is not None:
            return found
        near = get_close_matches(name.casefold(), searches, 1)
        if near:
            hint = searches[near[0]].name
            raise BadInput("There is no saved search '{0}' in this library. Did you mean '{1}'?", name, hint)
        advice = "`assay saved list` names them."
        raise BadInput("There is no saved search '{0}' in this library.", name, advice=advice)

    def add(self, name: str, request: Mapping[str, object]) -> SavedSearch:
        """Keep a search; the library's history can undo it. Raises BadInput for its name.

        The papers that are there now count as looked at.
        """
        name, now = _checked(name), datetime.now(UTC)
        with self._database.write() as connection:
            rows.require_free(connection, name)
            newest = rows.newest_paper(connection)
            row = {
                "name": name,
                "request": dict(request),
                "created_at_utc": now,
                "looked_at_utc": now,
                "looked_pk": newest,
                "checked_pk": newest,
                "removed_at_utc": now,  # until the action brings it
            }
            pk = inserted(connection, saved_search, row)
            change = Change(searches=[(pk, "removed", True, False)])
            act(connection, "save search", ActionArgs(names=(name,)), change)
        return self.get(name)

    def rename(self, name: str, new: str) -> Action:
        """Give a search another name; the library's history can undo it. Raises BadInput."""
        found, new = self.get(name), _checked(new)
        if new == found.name:
            raise BadInput("The saved search is already called '{0}'.", name)
        change = Change(searches=[(found.pk, "name", found.name, new)])
        with self._database.write() as connection:
            return act(connection, "rename search", ActionArgs(names=(found.name, new)), change)

    def remove(self, name: str) -> Action:
        """Take a search off the list; the library's history can undo it. Raises BadInput."""
        found = self.get(name)
        change = Change(searches=[(found.pk, "removed", False, True)])
        with self._database.write() as connection:
            return act(connection, "remove search", ActionArgs(names=(found.name,)), change)

    # -- what is new ------------------------------------------------------------------------------------

    def settle(
        self, pk: int, found: Sequence[str], *, counted: int, ranking: str, complete: bool
    ) -> list[str]:
        """Take in what a check found, best first, and return the doc_ids of what is new, best first.

        The first `counted` of them are the results; what lies below is kept so that a paper which only moved
        up a little is not new. New is a result that was not found before the person last looked. Where
        `ranking` (what put the papers in order) is not that of the last check, the papers that were in the
        library when the person last looked are known, unless they were new already: another model finds other
        papers, but that is no news. `complete` says that every paper of the library could be found.
        """
        with self._database.write() as connection:
            own = connection.execute(sa.select(saved_search).where(saved_search.c.pk == pk)).one_or_none()
            if own is None or own.removed_at_utc is not None:
                return []
            known_to = 0 if own.ranking == ranking else own.looked_pk
            news = rows.take_in(connection, pk, found, counted=counted, known_to=known_to)
            values: dict[str, object] = {"ranking": ranking, "checked_at_utc": datetime.now(UTC), "fault": ""}
            if complete:
                values["checked_pk"] = rows.newest_paper(connection)
            connection.execute(sa.update(saved_search).where(saved_search.c.pk == pk).values(values))
        return news

    def fail(self, pk: int, why: str) -> None:
        """Keep why a check could not tell what is new; what was new before stays."""
        with self._database.write() as connection:
            values = {"fault": storable(why), "checked_at_utc": datetime.now(UTC)}
            connection.execute(sa.update(saved_search).where(saved_search.c.pk == pk).values(values))

    def news(self, pk: int) -> list[str]:
        """Return the doc_ids of what is new, best first; papers that were removed are left out."""
        with self._database.read() as connection:
            return rows.new_papers(connection, pk)

    def look(self, pk: int) -> list[str]:
        """The person has looked: what the last check found is known. Returns what had been new."""
        own = saved_search.c.pk == pk
        with self._database.write() as connection:
            news = rows.new_papers(connection, pk)
            rows.mark_known(connection, pk)
            values = {"looked_at_utc": datetime.now(UTC), "looked_pk": saved_search.c.checked_pk}
            connection.execute(sa.update(saved_search).where(own).values(values))
        return news

    def look_again(self, pk: int, doc_ids: Sequence[str]) -> None:
        """Take a look back: these papers are new after all."""
        with self._database.write() as connection:
            rows.mark_new(connection, pk, doc_ids)


def _search(row: sa.Row[*tuple[Any, ...]], n_new: int) -> SavedSearch:
    return SavedSearch(
        pk=row.pk,
        name=row.name,
        request=row.request,
        created_at=row.created_at_utc,
        looked_at=row.looked_at_utc or row.created_at_utc,
        checked_at=row.checked_at_utc,
        n_new=n_new,
        fault=row.fault,
    )


def _clean(name: str) -> str:
    return storable(" ".join(name.split()))


def _checked(name: str) -> str:
    cleaned = _clean(name)
    if not cleaned:
        raise BadInput("A saved search needs a name. Type one.")
    if len(cleaned) > LONGEST:
        raise BadInput("This name has {0} characters. Choose one of at most {1}.", len(cleaned), LONGEST)
    return cleaned
