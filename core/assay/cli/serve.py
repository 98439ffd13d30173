"""Servers over a library: for an assistant, by the Model Context Protocol; and for judging in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from assay.campaign_types import CampaignStatus
from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.output import table
from assay.errors import BadInput

if TYPE_CHECKING:
    from assay.campaign_types import Assessor
    from assay.campaigns.campaign import CampaignWork
    from assay.serving.judging.invitations import Invitations
    from assay.workspace import Workspace

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


PORT = 8423
Campaign = Annotated[str, argument("The campaign: `assay campaign list` shows them.")]
People = Annotated[list[str], argument("Assessors of the campaign.", metavar="ASSESSOR...")]
Maybe = Annotated[list[str] | None, argument("Assessors of the campaign.", metavar="[ASSESSOR...]")]
Port = Annotated[int, option("The port on this machine; 0 takes a free one.", "--port", min=0, max=65535)]
HostNames = Annotated[
    list[str] | None,
    option("A name by which a proxy with TLS reaches the server; the first stands in links.", "--host-name"),
]


@command(commands, "judging")
def judging(current: Session, campaign: Campaign, *, port: Port = PORT, host_name: HostNames = None) -> None:
    """Let a team judge an open campaign in their browsers, until Ctrl+C. Prints a link for each new assessor.

    The server is reached from this machine alone; others come through a proxy that brings TLS (see
    docs/judging-in-a-browser.md). Links are shown once; `assay serve invite` makes another one.
    """
    try:
        from assay.serving.judging.app import judging_app
        from assay.serving.judging.server import open_port, run
    except ImportError as error:
        raise BadInput(EXTRA, error.name or "fastapi") from error
    from assay.serving.judging.campaign import CampaignJudging
    from assay.serving.judging.lane import LibraryLane

    lane = LibraryLane(current.open)
    try:
        listening = open_port(port)
        host_names, port = host_name or [], listening.getsockname()[1]
        served = lane.submit(lambda ws: CampaignJudging(ws, campaign)).result()
        links = lane.submit(lambda ws: _new_links(ws, campaign, host_names, port)).result()
        address = _address(host_names, port)
        payload = {"campaign": campaign, "address": address, "links": links}
        current.answer(payload, [*_shown(links), f"Judging {campaign} at {address} until Ctrl+C."])
        run(judging_app(lane, served, host_names=host_names), listening)
    finally:
        lane.close()


@command(commands, "invite")
def invite(
    current: Session,
    campaign: Campaign,
    assessors: Maybe = None,
    *,
    port: Port = PORT,
    host_name: HostNames = None,
) -> None:
    """Make new links for assessors, also while the server runs; the ones before stop working.

    Without an assessor, list who has a link since when.
    """
    with current.open() as workspace:
        work = _work(workspace, campaign)
        people = [_assessor(work, each) for each in assessors or ()]
        links = {each.handle: _link(workspace, work, each, host_name or [], port) for each in people}
        found = _invitations(workspace).of_campaign(work.info().uuid)
        known = {each.uuid: each.handle for each in work.store.assessors()}
    since = {
        known[uuid]: f"{one.created_at:%Y-%m-%d %H:%M} UTC" for uuid, one in found.items() if uuid in known
    }
    listed = table(("Assessor", "Link since"), since.items(), none="Nobody has a link.")
    payload = {"campaign": campaign, "links": links, "since": since}
    current.answer(payload, _shown(links) if links else [listed])


@command(commands, "revoke")
def revoke(current: Session, campaign: Campaign, assessors: People) -> None:
    """Take links back, at once also where their page is open. Every grade that was given stays."""
    with current.open() as workspace:
        work = _work(workspace, campaign)
        people = [_assessor(work, each) for each in assessors]
        made, uuid = _invitations(workspace), work.info().uuid
        revoked = [each.handle for each in people if made.revoke(uuid, each.uuid)]
    current.answer({"campaign": campaign, "revoked": revoked}, f"revoked: {', '.join(revoked) or 'none'}")


def _work(workspace: Workspace, campaign: str) -> CampaignWork:
    from assay.campaigns.campaign import CampaignWork

    return CampaignWork(workspace, campaign)


def _invitations(ws: Workspace) -> Invitations:
    from assay.serving.judging.invitations import Invitations

    return Invitations(ws.folder)


def _assessor(work: CampaignWork, handle: str) -> Assessor:
    found = next((each for each in work.store.assessors() if each.handle == handle), None)
    if found is None:
        raise BadInput("'{0}' is not an assessor of '{1}'; nothing was changed.", handle, work.info().name)
    return found


def _new_links(ws: Workspace, campaign: str, host_names: list[str], port: int) -> dict[str, str]:
    """Return assessor -> link, of those who have none yet. Raises BadInput unless the campaign is open."""
    work = _work(ws, campaign)
    info = work.info()
    if info.status is not CampaignStatus.OPEN:
        raise BadInput("'{0}' is not open for grading: it is {1}.", info.name, info.status.value)
    known = _invitations(ws).of_campaign(info.uuid)
    people = [each for each in work.store.assessors() if each.active and each.uuid not in known]
    return {each.handle: _link(ws, work, each, host_names, port) for each in people}


def _link(ws: Workspace, work: CampaignWork, who: Assessor, host_names: list[str], port: int) -> str:
    """Return a new link. What stands behind "#" is sent to no server and into no log."""
    token = _invitations(ws).invite(work.info().uuid, who.uuid)
    return f"{_address(host_names, port)}#{token}"


def _address(host_names: list[str], port: int) -> str:
    return f"https://{host_names[0]}/" if host_names else f"http://127.0.0.1:{port}/"


def _shown(links: dict[str, str]) -> list[str]:
    return [f"{name}: {link}" for name, link in links.items()]
