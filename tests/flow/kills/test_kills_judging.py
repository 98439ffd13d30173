"""A judging server killed while a team judges: what was answered stays, once, and the pages go on."""

from __future__ import annotations

import http.client
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from assay.campaign_types import CampaignStatus
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.library import Library
from assay.workspace import Workspace
from judging_process import JudgingClient, JudgingProcess
from killing import FEW, MANY, require_sound
from workspace_papers import ANIMALS, add, invented_papers

NAME = "animals"
PEOPLE = ("ada", "bob", "eve")


class Page(threading.Thread):
    """Judges until the server is gone, and keeps what was answered, and the act that was not."""

    def __init__(self, client: JudgingClient, unanswered: dict[str, Any] | None, *, seed: int) -> None:
        super().__init__()
        self.client, self.unanswered = client, unanswered
        self.answered: list[dict[str, Any]] = []
        self._rng = random.Random(seed)

    def run(self) -> None:
        try:
            while self.client.view["pair"] is not None or self.unanswered is not None:
                act = self.unanswered or self.client.grade(self._rng.randrange(3))
                self.unanswered = act
                assert self.client.send(**act) == 200
                self.unanswered = None
                self.answered.append(act)
        except (OSError, http.client.HTTPException):
            self.client.close()


def judge_through_kills(folder: Path, *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    with Workspace.open(folder) as ws:
        papers = invented_papers()
        add(ws, *papers)
        queries = [f"what is known of {animal}" for animal in ANIMALS[: 1 + kills // 3]]
        work = create_campaign(ws, NAME, queries=queries, raters_per_pair=len(PEOPLE), assessors=PEOPLE)
        ids = [query.query_id for query in work.store.queries.all()]
        work.store.pool.add([(query_id, paper.doc_id) for query_id in ids for paper in papers])
        work.assign()
        work.set_status(CampaignStatus.OPEN)
    server = JudgingProcess(folder, NAME)
    clients = {name: JudgingClient(server.port, server.links[name]) for name in PEOPLE}
    for client in clients.values():
        client.sign_in()
    acts: dict[str, list[dict[str, Any]]] = {name: [] for name in PEOPLE}
    unanswered: dict[str, dict[str, Any] | None] = dict.fromkeys(PEOPLE)
    resent = 0
    for number in range(kills + 1):
        pages = {name: Page(clients[name], unanswered[name], seed=rng.randrange(10**6)) for name in PEOPLE}
        for page in pages.values():
            page.start()
        if number < kills:  # the last server is left alone
            threading.Event().wait(rng.uniform(0.05, 0.4))
            server.kill()
        for name, page in pages.items():
            page.join()
            acts[name] += page.answered
            unanswered[name] = page.unanswered
            resent += page.unanswered is not None
        require_sound(folder)
        if number < kills:
            server = JudgingProcess(folder, NAME)
            assert not server.links, "everybody has a link"
            for client in clients.values():
                client.connect(server.port)
    server.kill()
    for client in clients.values():
        client.close()
    with Library.open(folder, check=False) as library:
        store = library.campaign(NAME)
        n_pairs = len(store.pool.pairs())
        for name in PEOPLE:
            found = store.judgements.history(assessor=name, limit=10_000)
            assert Counter(each.relevance for each in found) == Counter(
                act["relevance"] for act in acts[name]
            )
            assert len(found) == len({(each.query_id, each.doc_id) for each in found}) == n_pairs
            assert [each.relevance for each in found[::-1]] == [act["relevance"] for act in acts[name]]
    with Workspace.open(folder) as ws:
        assert CampaignWork(ws, NAME).status().n_fully_rated == n_pairs
    n = len(PEOPLE) * n_pairs
    print(f"\n{kills} judging servers killed, {n} grades, {resent} of them sent again, none lost, none twice")


def test_what_a_killed_server_answered_stays(tmp_path: Path) -> None:
    judge_through_kills(tmp_path / "library", kills=FEW, seed=3)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_what_a_hundred_killed_servers_answered_stays(tmp_path: Path) -> None:
    for seed in range(MANY // 10):
        judge_through_kills(tmp_path / f"library-{seed}", kills=10, seed=seed)
