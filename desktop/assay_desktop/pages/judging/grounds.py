"""Where pairs are judged, as the background lane sees it: the library's own queries, or one campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.campaign_types import CampaignStatus
from assay_desktop.pages.judging.model import Hindrance, Place, Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assay.campaign_types import Assessor, Guideline
    from assay.judging import JudgingSession
    from assay.library import Judgements, Queries
    from assay.library.campaigns.campaigns import CampaignStore
    from assay.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What there is to choose from. `library` tells one library's choices from another's."""

    library: str
    campaigns: tuple[str, ...]
    open: tuple[str, ...]  # those of them in which people judge now


@dataclass(frozen=True, slots=True)
class Grounds:
    """The parts of the library that one place reads and writes; a campaign's store has all but the papers."""

    judgements: Judgements
    queries: Queries
    store: CampaignStore | None = None

    def guideline(self) -> Guideline | None:
        return None if self.store is None else self.store.guideline()


def look_around(ws: Workspace) -> Surroundings:
    found = ws.library.campaigns.all()
    opened = tuple(each.name for each in found if each.status is CampaignStatus.OPEN)
    return Surroundings(str(ws.folder), tuple(each.name for each in found), opened)


def grounds(ws: Workspace, place: Place) -> Grounds:
    """Where the place keeps its judgements; raises BadInput for a campaign that is not there."""
    if place.campaign is None:
        return Grounds(ws.library.judgements, ws.library.queries)
    store = ws.campaign(place.campaign).store
    return Grounds(store.judgements, store.queries, store)


def open_session(ws: Workspace, place: Place) -> tuple[JudgingSession, Grounds, Setting]:
    """The assessor's session with what surrounds it; raises Hindrance where they cannot judge."""
    here = grounds(ws, place)
    roster = () if here.store is None else tuple(here.store.assessors())
    setting = Setting(place, roster, here.guideline())
    if here.store is not None:
        _look_over(here.store, setting)
    _look_at(roster or ws.library.annotators.all(), setting)
    session = (
        ws.judging(place.assessor)
        if place.campaign is None
        else ws.campaign(place.campaign).session(place.assessor)
    )
    return session, here, setting


def _look_over(store: CampaignStore, setting: Setting) -> None:
    """Raises Hindrance unless the campaign is open and the assessor one of its own."""
    name, handle = store.name, setting.place.assessor
    status = store.info().status
    if status is not CampaignStatus.OPEN:
        raise Hindrance(_closed(status).format(name), setting=setting)
    if handle not in {each.handle for each in setting.roster}:
        raise Hindrance(
            _stranger(setting.roster).format(handle, name),
            setting=setting,
            wants_assessor=True,
        )


def _look_at(people: Iterable[Assessor], setting: Setting) -> None:
    """Raises Hindrance if the assessor was deactivated. Whom the library does not know yet may begin."""
    handle = setting.place.assessor
    if any(each.handle == handle and not each.active for each in people):
        raise Hindrance(
            _tr(
                "'{0}' is deactivated in this library and gives no more grades; those given before stay. "
                "Let somebody else judge, or activate them again."
            ).format(handle),
            setting=setting,
            wants_assessor=True,
        )


def _closed(status: CampaignStatus) -> str:
    """Why nobody judges in a campaign, with a place for its name."""
    if status is CampaignStatus.DRAFT:
        return _tr("'{0}' is still being prepared, so nobody can judge in it yet.")
    if status is CampaignStatus.ADJUDICATING:
        return _tr("'{0}' is closed for grading: its disagreements are being settled.")
    return _tr("'{0}' is closed for grading.")


def _stranger(people: Iterable[Assessor]) -> str:
    """That somebody is no assessor of a campaign and who is, with places for both names."""
    names = ", ".join(f"'{each.handle}'" for each in people if each.active)
    if not names:
        return _tr("'{0}' is not an assessor of '{1}', which has no assessors yet.")
    text = _tr("'{0}' is not an assessor of '{1}', which is judged by {2}. Choose one of them.")
    return text.replace("{2}", names.replace("{", "{{").replace("}", "}}"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("judging", text)
