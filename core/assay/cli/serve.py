"""Servers over a library: for an assistant, by the Model Context Protocol; and for judging in a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from assay.campaign_types import CampaignStatus
from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.judging.campaigns import Name, campaign
from assay.cli.output import table
from assay.errors import BadInput
from assay.location import Server, folder_of, parsed
from assay.serving.judging.invitations import Invitations

if TYPE_CHECKING:
    from assay.campaign_types import Assessor
    from assay.campaign_types import Campaign as CampaignInfo
    from assay.campaigns.campaign import CampaignWork

commands = command_group("serve", "Servers over a library; Ctrl+C stops them.")

EXTRA = "{0} is missing. Install Assay with the extra `serve`."


@commands.command("mcp")
def mcp(
    context: typer.Context,
    allow_judging: Annotated[
        str, option("Let the assistant grade too, as this assessor.", "--allow-judging", metavar="ASSESSOR")
    ] = "",
) -> None:
    """Let an assistant search and read the library: the Model Context Protocol on standard input and output.

    Nothing is changed, but that grades are recorded with --allow-judging; `assay undo` takes those back.
    """
    try:
        from assay.serving.assistant import serve
    except ImportError as error:
        raise BadInput(EXTRA, error.name or "mcp") from error
    serve(context.find_root().obj.location, assessor=allow_judging.strip())


People = Annotated[list[str], argument("Assessors of the campaign.", metavar="ASSESSOR...")]
Maybe = Annotated[list[str] | None, argument("Assessors of the campaign.", metavar="[ASSESSOR...]")]


@dataclass(frozen=True, slots=True)
class Address:
    """Where browsers find the server."""

    port: Annotated[int, option("The port on this machine; 0 takes a free one.", min=0, max=65535)] = 8423
    host_name: Annotated[
        list[str] | None,
        option("A name by which a proxy with TLS reaches it; the first stands in links.", "--host-name"),
    ] = None

    def __post_init__(self) -> None:
        for name in self.host_name or ():
            if re.fullmatch(r"[A-Za-z0-9.-]+", name) is None:
                raise BadInput("'{0}' is no host name. Give it without https:// and without a port.", name)

    @property
    def url(self) -> str:
        return f"https://{self.host_name[0]}/" if self.host_name else f"http://127.0.0.1:{self.port}/"


@command(commands, "judging")
def judging(current: Session, name: Name, *, address: Address) -> None:
    """Let a team judge an open campaign in their browsers, until Ctrl+C. Prints a link for each new assessor.

    The server is reached from this machine alone; others come through a proxy that brings TLS (see
    docs/judging-in-a-browser.md). Links are shown once; `assay serve invite` makes another one.
    """
    try:
        from assay.serving.judging.app import judging_app, open_port, run
    except ImportError as error:
        raise BadInput(EXTRA, error.name or "fastapi") from error
    from assay.serving.judging.campaign import CampaignJudging
    from assay.serving.judging.lane import AHEAD_ON_SERVER, ON_SERVER, LibraryLanes
    from assay.workspace import Workspace

    with open_port(address.port) as listening:
        address = replace(address, port=listening.getsockname()[1])
        with campaign(current, name) as work:
            info = work.info()
            if info.status is not CampaignStatus.OPEN:
                raise BadInput("'{0}' is not open for grading: it is {1}.", info.name, info.status.value)
            known = _invitations(current).of_campaign(info.uuid)
            people = [each for each in work.store.assessors() if each.active and each.uuid not in known]
            links = _links(current, info, people, address)
        lines = [*map(": ".join, links.items()), f"Judging {info.name} at {address.url} until Ctrl+C."]
        current.answer({"campaign": info.name, "address": address.url, "links": links}, lines)
        opening = partial(Workspace.open, current.location, check=False)
        on_server = isinstance(parsed(current.location), Server)
        lanes = LibraryLanes(opening, n=ON_SERVER if on_server else 1)
        ahead = LibraryLanes(opening, n=AHEAD_ON_SERVER) if on_server else lanes
        served = CampaignJudging(_invitations(current), info)
        with suppress(KeyboardInterrupt):  # the usual end
            run(judging_app(lanes, served, ahead=ahead, host_names=address.host_name or ()), listening)
    current.note("stopped; every judgement that was confirmed is kept")


@command(commands, "invite")
def invite(current: Session, name: Name, assessors: Maybe = None, *, address: Address) -> None:
    """Make new links for assessors, also while the server runs; the ones before stop working.

    Without an assessor, list who has a link since when.
    """
    with campaign(current, name) as work:
        info, roster = work.info(), work.store.assessors()
        links = _links(current, info, _assessors(work, assessors or ()), address)
    found = _invitations(current).of_campaign(info.uuid)
    invited = {each.handle: found[each.uuid].created_at for each in roster if each.uuid in found}
    since = {name: f"{when:%Y-%m-%d %H:%M} UTC" for name, when in invited.items()}
    listed = table(("Assessor", "Link since"), since.items(), none="Nobody has a link.")
    payload = {"campaign": info.name, "links": links, "since": since}
    current.answer(payload, map(": ".join, links.items()) if links else [listed])


@command(commands, "revoke")
def revoke(current: Session, name: Name, assessors: People) -> None:
    """Take links back, at once also where their page is open. Every grade that was given stays."""
    with campaign(current, name) as work:
        info, people = work.info(), _assessors(work, assessors)
    found = _invitations(current)
    revoked = [each.handle for each in people if found.revoke(info.uuid, each.uuid)]
    current.answer({"campaign": info.name, "revoked": revoked}, f"revoked: {', '.join(revoked) or 'none'}")


def _invitations(current: Session) -> Invitations:
    return Invitations(folder_of(current.location))


def _assessors(work: CampaignWork, handles: Sequence[str]) -> list[Assessor]:
    """Return the campaign's assessors of these names. Raises BadInput for one that is not among them."""
    roster = {each.handle: each for each in work.store.assessors()}
    for handle in handles:
        if handle not in roster:
            raise BadInput(
                "'{0}' is not an assessor of '{1}'; nothing was changed.", handle, work.info().name
            )
    return [roster[handle] for handle in handles]


def _links(
    current: Session, info: CampaignInfo, people: Sequence[Assessor], address: Address
) -> dict[str, str]:
    """Return assessor -> new link. What stands behind "#" is sent to no server and into no log."""
    invite = _invitations(current).invite
    return {each.handle: f"{address.url}#{invite(info.uuid, each.uuid)}" for each in people}
