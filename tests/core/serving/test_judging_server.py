"""Judging in a browser: grades, undo, notes, what the page may see, and what a repeated request does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judging_browsers import NAME, JudgingBrowser, Served, judged, make_campaign

from assay.campaign_types import CampaignStatus, QueueKind, with_aids
from assay.campaigns.campaign import CampaignWork
from assay.serving.judging import campaign
from assay.serving.judging.types import Act
from assay.types import Paper
from assay.workspace import Workspace
from workspace_papers import add


def set_status(folder: Path, status: CampaignStatus) -> None:
    with Workspace.open(folder, check=False) as ws:
        CampaignWork(ws, NAME).set_status(status)


def events(folder: Path, assessor: str = "ada") -> list[tuple[str, int | None]]:
    with Workspace.open(folder, check=False) as ws:
        found = CampaignWork(ws, NAME).store.judgements.history(assessor=assessor, limit=1000)
    return [(each.kind, each.relevance) for each in found][::-1]


def test_a_grade_is_in_the_library_before_the_next_pair_is_shown(
    served: Served, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.judging.session.PACE_FROM", 1)
    ada = served.browser("ada")
    shown, total = [], ada.view["n_total"]
    for number in range(total):
        shown.append(ada.view["pair"])
        assert ada.grade(number % 3).status_code == 200
        assert len(judged(folder, "ada")) == number + 1
    assert ada.view["pair"] is None
    assert [ada.view[name] for name in ("n_done", "n_total", "n_unsure", "n_later")] == [total, total, 0, 0]
    assert ada.view["median_seconds"] == 1.5
    assert len(set(shown)) == total
    given = sorted(relevance for _, relevance, _ in judged(folder, "ada").values())
    assert given == sorted(number % 3 for number in range(total))
    assert not judged(folder, "bob")


def test_the_pairs_come_as_in_the_window(served: Served, folder: Path) -> None:
    """By the campaign's own session, titles and all."""
    ada = served.browser("ada")
    with Workspace.open(folder, check=False) as ws:
        walk = CampaignWork(ws, NAME).session("ada")
        papers = {paper.doc_id: paper for paper in ws.library.papers.get([doc for _, doc in walk.order])}
    for _, doc_id in walk.order[:5]:
        assert "".join(text for text, _ in ada.view["paper"]["title"]) == papers[doc_id].title
        assert "".join(text for text, _ in ada.view["paper"]["text"]) == papers[doc_id].abstract
        ada.act("browse", step=1)


def test_states_and_notes_are_kept_and_are_no_grades(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    first = ada.view["pair"]
    ada.act("note", text="half a letter: \ud800, and \x00")
    assert ada.act("note", text="a note — ß").json()["pair"] == first, "a note moves nowhere"
    for state in ("unsure", "later", "unreadable"):
        ada.act("judge", state=state)
    said = sorted((state, note) for state, _, note in judged(folder, "ada").values())
    assert said == [("later", ""), ("unreadable", ""), ("unsure", "a note — ß")]
    assert (ada.view["n_unsure"], ada.view["n_later"]) == (1, 1)
    assert ada.act("browse", step=-1).json()["given"]["state"] == "unreadable"


def test_undo_takes_back_and_redo_restores(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    first = ada.view["pair"]
    ada.grade(2)
    assert (ada.view["undo_kind"], ada.view["undo_relevance"]) == ("grade", 2)
    assert ada.act("undo").json()["pair"] == first
    assert ada.view["given"] is None
    assert not judged(folder, "ada")
    assert ada.act("redo").json()["given"] == {"state": "grade", "relevance": 2, "note": ""}
    assert [relevance for _, relevance, _ in judged(folder, "ada").values()] == [2]


def test_a_request_that_is_repeated_counts_once(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    first = ada.view["pair"]
    body = {"do": "judge", "id": "one", "pair": first, "relevance": 1}
    headers = {"X-CSRF-Token": ada.view["csrf"]}
    answers = [ada.client.post("/api/act", json=body, headers=headers).json() for _ in range(3)]
    assert answers[0]["pair"] == answers[1]["pair"] == answers[2]["pair"] != first
    ada.view = answers[0]
    ada.act("judge", state="unsure")
    for _ in range(2):
        ada.act("undo", id="back")
    assert ada.client.post("/api/act", json=body, headers=headers).status_code == 200, "it comes late"
    for _ in range(2):
        ada.act("note", id="said", text="twice")
    assert events(folder) == [("grade", 1), ("unsure", None), ("undo", None), ("note", None)]
    assert set(judged(folder, "ada").values()) == {("grade", 1, ""), (None, None, "twice")}


def test_an_id_says_one_thing_only(served: Served, folder: Path) -> None:
    ada, bob = served.browser("ada"), served.browser("bob")
    ada.grade(1, id="x")
    assert ada.grade(2, id="x").status_code == 409
    assert bob.grade(0, id="x").status_code == 200, "each assessor has ids of their own"
    assert (events(folder, "ada"), events(folder, "bob")) == ([("grade", 1)], [("grade", 0)])
    for wrong in ("", "x" * 65, "ü", "a\n"):
        assert ada.grade(1, id=wrong).status_code == 409


def test_a_server_that_is_started_again_knows_its_pages_and_what_was_answered(
    served: Served, folder: Path
) -> None:
    ada = served.browser("ada")
    body = {"do": "judge", "id": "once", "pair": ada.view["pair"], "relevance": 1}
    headers = {"X-CSRF-Token": ada.view["csrf"]}
    assert ada.client.post("/api/act", json=body, headers=headers).status_code == 200
    served.close()
    again = Served(folder)
    client = again.stranger()
    client.cookies.update(ada.client.cookies)
    assert client.post("/api/act", json=body, headers=headers).status_code == 200
    assert events(folder) == [("grade", 1)]
    again.close()


def test_a_repeat_is_confirmed_though_the_campaign_has_ended_since(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    body = {"do": "judge", "id": "once", "pair": ada.view["pair"], "relevance": 1}
    headers = {"X-CSRF-Token": ada.view["csrf"]}
    ada.client.post("/api/act", json=body, headers=headers)
    served.close()
    set_status(folder, CampaignStatus.ADJUDICATING)
    again = Served(folder)
    client = again.stranger()
    client.cookies.update(ada.client.cookies)
    answer = client.post("/api/act", json=body, headers=headers)
    assert (answer.status_code, answer.json()["cannot_judge"]) == (200, "adjudicating")
    assert client.post("/api/act", json=body | {"id": "new"}, headers=headers).status_code == 409
    assert events(folder) == [("grade", 1)]
    again.close()


def test_a_paper_without_a_title_says_neither_where_it_appeared_nor_its_id(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "library") as ws:
        add(ws, Paper("smith-2019", "", "", venue="Secret Venue", url="https://secret.example"))
        make_campaign(ws)
        work = CampaignWork(ws, NAME)
        work.store.pool.add([(query.query_id, "smith-2019") for query in work.store.queries.all()])
        work.assign()
    served = Served(tmp_path / "library")
    ada = served.browser("ada")
    said = []
    while ada.view["pair"] is not None:
        said += [json.dumps(ada.view), ada.grade(1).text]
    said.append(ada.client.get("/api/past").text)
    served.close()
    assert len(said) > 2
    assert not [text for text in said for word in ("smith", "ecret") if word in text]
    assert '"title": "…"' in said[-1]


def test_two_browsers_of_one_assessor_share_a_queue_and_lose_nothing(served: Served, folder: Path) -> None:
    token = served.link("ada")
    left, right = (JudgingBrowser(served.stranger()) for _ in range(2))
    for browser in (left, right):
        assert browser.sign_in(token).status_code == 200
    first = left.view["pair"]
    assert right.view["pair"] == first
    left.grade(1)
    right.grade(2)  # of the pair that it still shows
    assert left.view["pair"] == right.view["pair"] != first
    left.act("undo")
    assert (left.view["pair"], left.view["given"]["relevance"]) == (first, 1)
    right.grade(0)
    assert left.act("browse", pair=first, step=1).json()["given"]["relevance"] == 0
    assert events(folder) == [("grade", 1), ("grade", 2), ("undo", None), ("grade", 0)]


def test_the_page_learns_nothing_that_would_bias(served: Served, folder: Path) -> None:
    """No id of a paper, which may name its author, no run, rank or score, and nobody else's name."""
    ada, bob = served.browser("ada"), served.browser("bob")
    bob.act("note", text="SECRET")
    bob.grade(2)
    said = [json.dumps(ada.view)]
    said += [json.dumps(ada.grade(1).json()), ada.client.get("/api/past").text, ada.reload().text]
    set_status(folder, CampaignStatus.ADJUDICATING)
    said += [ada.grade(1).text, ada.reload().text]
    with Workspace.open(folder, check=False) as ws:
        doc_ids = [doc_id for _, doc_id in CampaignWork(ws, NAME).store.pool.pairs()]
    for text in said:
        for word in ("SECRET", "bob", "words", "rank", "score", *doc_ids):
            assert word not in text, (word, text)


def test_reading_aids_are_the_guidelines_to_allow(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    assert any(marked for _, marked in ada.view["paper"]["title"] + ada.view["paper"]["text"])
    with Workspace.open(folder, check=False) as ws:
        CampaignWork(ws, NAME).store.set_guideline(with_aids("Blind.", aids=False))
    ada.reload()
    assert not any(marked for _, marked in ada.view["paper"]["title"] + ada.view["paper"]["text"])
    assert (ada.view["guideline"], ada.view["guideline_html"]) == (2, "<p>Blind.</p>\n")


def test_a_guideline_is_html_without_markup_of_its_own(served: Served) -> None:
    html = served.browser("ada").view["guideline_html"]
    assert html.startswith("<h1>Grades</h1>\n<p>Read <em>both</em>. &lt;script&gt;")


def test_a_newer_guideline_comes_with_the_next_answers(
    served: Served, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign, "LOOK_S", 0.0)
    ada = served.browser("ada")
    assert ada.grade(1, guideline=1).json()["guideline_html"] is None
    with Workspace.open(folder, check=False) as ws:
        CampaignWork(ws, NAME).store.set_guideline("Another.")
    ada.grade(1, guideline=1)  # after which it is looked for
    assert ada.grade(1, guideline=1).json()["guideline_html"] == "<p>Another.</p>\n"


@pytest.mark.parametrize(
    ("status", "reason"),
    [(CampaignStatus.ADJUDICATING, "adjudicating"), (CampaignStatus.CLOSED, "closed")],
)
def test_a_campaign_that_ends_takes_no_grade(
    served: Served, folder: Path, status: CampaignStatus, reason: str
) -> None:
    ada = served.browser("ada")
    set_status(folder, CampaignStatus.ADJUDICATING)
    set_status(folder, status)
    assert ada.grade(1).status_code == 409
    assert ada.reload().json()["cannot_judge"] == reason
    assert not judged(folder, "ada")


def test_a_pair_that_was_taken_away_is_refused_and_another_one_shown(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    first = ada.view["pair"]
    with Workspace.open(folder, check=False) as ws:
        work = CampaignWork(ws, NAME)
        work.withdraw("ada", query_ids=[work.session("ada").order[0][0]])
    answer = ada.grade(1)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "Refused")
    assert ada.reload().json()["pair"] not in (None, first)
    assert not judged(folder, "ada")


def test_assessors_of_a_shared_queue_never_get_one_pair_twice_and_stop_at_their_quota(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "shared") as ws:
        make_campaign(ws, queue=QueueKind.SHARED, raters=1, quota=3, people=("ada", "bob"), depth=6)
    served = Served(tmp_path / "shared")
    people = [served.browser("ada"), served.browser("bob")]
    for _ in range(4):
        for each in people:
            if each.view["pair"] is not None:
                assert each.grade(1).status_code == 200
    served.close()
    found = [judged(tmp_path / "shared", name) for name in ("ada", "bob")]
    assert [len(each) for each in found] == [3, 3]
    assert not found[0].keys() & found[1].keys()


def test_no_grade_waits_for_a_draw_and_two_draws_are_never_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a slow network a draw takes long. What it brought comes after the pairs that are there."""
    monkeypatch.setattr("assay.campaigns.pools.CLAIM", 3)
    with Workspace.open(tmp_path / "shared") as ws:
        make_campaign(ws, queue=QueueKind.SHARED, raters=1, quota=6, people=("ada",), depth=6)
    served = Served(tmp_path / "shared")
    judging, token = served.judging, served.link("ada")
    served.close()
    with Workspace.open(tmp_path / "shared") as ws, Workspace.open(tmp_path / "shared") as other:
        view = judging.view(ws, token)
        take = judging.look_ahead(other, token)
        assert take is not None
        for number in range(2):
            view = judging.act(ws, token, Act("judge", f"act {number}", str(view.pair), relevance=1))
            assert judging.look_ahead(other, token) is None, "one is under way"
        assert (view.n_done, view.n_total) == (2, 3)
        take()
        view = judging.act(ws, token, Act("judge", "act 2", str(view.pair), relevance=1))
        assert (view.n_done, view.n_total) == (3, 6)
        while view.pair is not None:
            view = judging.act(ws, token, Act("judge", f"act {view.n_done}", view.pair, relevance=1))
    assert len(judged(tmp_path / "shared", "ada")) == 6


def test_somebody_who_is_renamed_goes_on_under_the_new_name(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    ada.grade(1)
    with Workspace.open(folder, check=False) as ws:
        ws.library.annotators.rename("ada", "ada l.")
    assert ada.grade(1).status_code == 409
    assert ada.reload().json()["assessor"] == "ada l."
    assert ada.grade(2).status_code == 200
    assert len(judged(folder, "ada l.")) == 2


def test_the_history_finds_pairs_and_goes_back_to_one(served: Served) -> None:
    ada = served.browser("ada")
    first, title = ada.view["pair"], "".join(text for text, _ in ada.view["paper"]["title"])
    ada.act("note", text="needle")
    ada.grade(2)
    ada.grade(0)
    (past,) = ada.client.get("/api/past", params={"text": "NEEDLE"}).json()
    assert (past["pair"], past["title"], past["given"]["relevance"]) == (first, title, 2)
    assert len(ada.client.get("/api/past").json()) == 2
    assert ada.act("go", pair=first).json()["given"]["relevance"] == 2


def test_next_query_leaves_the_rest_for_the_end(served: Served) -> None:
    ada = served.browser("ada")
    before = ada.view["query"]
    assert ada.act("query").json()["query"] != before
