"""The people who judge. They are never deleted: their grades stay theirs."""

from __future__ import annotations

import logging
import uuid
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import Assessor
from assay.errors import BadInput
from assay.library.judgement_rows import checked_handle
from assay.library.schema import annotator

if TYPE_CHECKING:
    from assay.library.connection import Database

log = logging.getLogger(__name__)

PEOPLE = sa.select(annotator.c.handle, annotator.c.annotator_uuid, annotator.c.active)


class Annotators:
    """Everyone who has judged in this library or was added to one of its campaigns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Assessor]:
        """Everyone, in the order in which they came. Quotas belong to campaigns, so there are none here."""
        with self._database.read() as connection:
            return [Assessor(*row) for row in connection.execute(PEOPLE.order_by(annotator.c.pk))]

    def rename(self, old: str, new: str) -> None:
        """Gives a person another handle; their grades, past and to come, are under it from then on.

        Raises BadInput for a person who is not here, a handle that somebody else has, or one that is no name.
        """
        checked_handle(new)
        with self._database.write() as connection:
            pk = known_annotator(connection, old)
            taken = sa.select(annotator.c.pk).where(annotator.c.handle == new, annotator.c.pk != pk)
            if connection.scalar(taken) is not None:
                raise BadInput(
                    f"'{new}' is somebody else in this library, and two people's grades are never put "
                    f"together; '{old}' keeps the name. Choose another one."
                )
            connection.execute(sa.update(annotator).where(annotator.c.pk == pk).values(handle=new))
        log.info("renamed an assessor")

    def set_active(self, handle: str, active: bool) -> None:
        """Lets a person judge, or no more; grades that were given stay. Raises BadInput for unknown ones."""
        with self._database.write() as connection:
            pk = known_annotator(connection, handle)
            connection.execute(sa.update(annotator).where(annotator.c.pk == pk).values(active=active))
        log.info("%s an assessor", "activated" if active else "deactivated")


def known_annotator(connection: sa.Connection, handle: str) -> int:
    """The person's row. Raises BadInput naming those who are here."""
    pk: int | None = connection.scalar(sa.select(annotator.c.pk).where(annotator.c.handle == handle))
    if pk is None:
        known = ", ".join(f"'{name}'" for name in connection.scalars(sa.select(annotator.c.handle)))
        raise BadInput(f"Nobody called '{handle}' is in this library (it knows {known or 'nobody yet'}).")
    return pk


def annotator_for(connection: sa.Connection, handle: str) -> int:
    """The person's row, made where it is not there. Raises BadInput for what is no name."""
    checked_handle(handle)
    found = sa.select(annotator.c.pk).where(annotator.c.handle == handle)
    pk: int | None = connection.scalar(found)
    if pk is None:
        connection.execute(sa.insert(annotator), {"handle": handle, "annotator_uuid": str(uuid.uuid4())})
        pk = connection.execute(found).scalar_one()
    return pk


def inactive(handle: str) -> BadInput:
    """What a person who was deactivated is told on judging."""
    return BadInput(
        f"'{handle}' is deactivated in this library, so nothing was written; grades given before stay. "
        f"To let them judge again: assay assessor activate {handle}"
    )
