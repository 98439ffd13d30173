"""A campaign that is served, and the requests that a browser makes of it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from assay.campaign_types import QueueKind
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.location import Location, folder_of
from assay.serving.judging.app import judging_app
from assay.serving.judging.campaign import CampaignJudging
from assay.serving.judging.invitations import Invitations
from assay.serving.judging.lane import LibraryLanes
from assay.workspace import Workspace
from small_campaigns import opened
from workspace_papers import add, invented_papers

NAME = "animals"
HOST = "http://127.0.0.1:8423"
_numbers = itertools.count()


def make_campaign(
    workspace: Workspace,
    *,
    people: Iterable[str] = ("ada", "bob"),
    queue: QueueKind = QueueKind.ASSIGNED,
    raters: int = 2,
    guideline: str = "",
    quota: int | None = None,
    depth: int = 3,
) -> CampaignWork:
    add(workspace, *invented_papers())
    from assay.searching.indexing import index_words

    index_words(workspace)
    queries = ["how bats hunt", "winter sleep"]
    work = create_campaign(
        workspace,
        NAME,
        queries=queries,
        raters_per_pair=raters,
        queue=queue,
        guideline=guideline,
        assessors=list(people),
    )
    for name in people if quota is not None else ():
        work.store.add_assessor(name, quota=quota)
    return opened(work, depth=depth)


class Served:
    """A server in this process."""

    def __init__(self, location: Location, *, host_names: Iterable[str] = ()) -> None:
        self.lanes = LibraryLanes(lambda: Workspace.open(location, check=False))
        campaign = self.lanes.submit("", lambda ws: CampaignWork(ws, NAME).info()).result()
        self.judging = CampaignJudging(Invitations(folder_of(location)), campaign)
        self.app = judging_app(self.lanes, self.judging, host_names=list(host_names))
        self._client = TestClient(self.app, base_url=HOST)
        self._client.__enter__()

    def link(self, name: str) -> str:
        """A new token of the assessor."""

        def invite(ws: Workspace) -> str:
            work = CampaignWork(ws, NAME)
            who = next(each for each in work.store.assessors() if each.handle == name)
            return self.judging.invitations.invite(work.info().uuid, who.uuid)

        return self.lanes.submit("", invite).result()

    def browser(self, name: str, *, base: str = HOST) -> JudgingBrowser:
        browser = JudgingBrowser(TestClient(self.app, base_url=base))
        browser.sign_in(self.link(name))
        return browser

    def stranger(self, *, base: str = HOST) -> TestClient:
        return TestClient(self.app, base_url=base)

    def close(self) -> None:
        self._client.__exit__()


class JudgingBrowser:
    """What the page does, without its looks."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.view: dict[str, Any] = {}

    def sign_in(self, token: str) -> Any:
        headers = {"Authorization": b"Bearer " + token.encode()}
        answer = self.client.post("/api/session", headers=headers)
        if answer.status_code == 200:
            self.view = answer.json()
        return answer

    def act(self, do: str, **more: Any) -> Any:
        """Sends an act on the pair that is shown; the answer, whose view is shown then."""
        body = {"do": do, "id": f"act-{next(_numbers)}", "pair": self.view["pair"] or "", **more}
        headers = {"X-CSRF-Token": self.view["csrf"], "Content-Type": "application/json"}
        answer = self.client.post("/api/act", content=json.dumps(body), headers=headers)
        if answer.status_code == 200:
            self.view = answer.json()
        return answer

    def grade(self, relevance: int, **more: Any) -> Any:
        return self.act("judge", relevance=relevance, active_ms=1500, **more)

    def reload(self) -> Any:
        answer = self.client.get("/api/view")
        if answer.status_code == 200:
            self.view = answer.json()
        return answer


def judged(folder: Path, assessor: str) -> dict[tuple[str, str], tuple[str | None, int | None, str]]:
    """What stands in the library of an assessor: read by another process's way, not the server's."""
    with Workspace.open(folder, check=False) as ws:
        found = CampaignWork(ws, NAME).store.judgements.current(assessor=assessor)
    return {(each.query_id, each.doc_id): (each.state, each.relevance, each.note) for each in found}
