"""Who may judge: links, cookies, other pages, other hosts, too much and too often."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from judging_browsers import NAME, JudgingBrowser, Served, judged

from assay.campaigns.campaign import CampaignWork
from assay.serving.judging.app import MOST_BYTES, RateLimit
from assay.workspace import Workspace


def test_a_link_gives_a_cookie_that_no_script_and_no_other_site_can_use(served: Served) -> None:
    answer = JudgingBrowser(served.stranger()).sign_in(served.link("ada"))
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "; secure" not in cookie, "loopback has no TLS"
    assert "path=/" in cookie


def test_behind_a_proxy_the_cookie_is_for_tls_only(folder: Path) -> None:
    served = Served(folder, host_names=["Judge.Example"])
    proxied = JudgingBrowser(served.stranger(base="https://judge.example"))
    assert "; secure" in proxied.sign_in(served.link("ada")).headers["set-cookie"].lower()
    assert proxied.grade(1).status_code == 200
    served.close()


def test_tokens_are_stored_hashed_in_files_of_their_own(served: Served, folder: Path) -> None:
    token = served.link("ada")
    (path,) = (folder / "judging-invitations").iterdir()
    assert token not in path.read_text()
    assert token not in path.name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("token", ["", "x", "../../etc/passwd", "ä", "y" * 10_000])
def test_what_is_no_link_opens_nothing(served: Served, token: str) -> None:
    browser = JudgingBrowser(served.stranger())
    assert browser.sign_in(token).status_code == 401
    assert browser.client.get("/api/view").status_code == 401
    assert "set-cookie" not in browser.sign_in(token).headers


def test_a_link_that_was_taken_back_ends_the_open_page(served: Served, folder: Path) -> None:
    ada, bob = served.browser("ada"), served.browser("bob")
    with Workspace.open(folder, check=False) as ws:
        work = CampaignWork(ws, NAME)
        uuid = next(each.uuid for each in work.store.assessors() if each.handle == "ada")
        assert served.judging.invitations.revoke(work.info().uuid, uuid)
        assert not served.judging.invitations.revoke(work.info().uuid, uuid)
    assert ada.grade(1).status_code == 401
    assert ada.reload().status_code == 401
    assert bob.grade(1).status_code == 200
    assert not judged(folder, "ada")


def test_a_new_link_ends_the_one_before(served: Served) -> None:
    old = served.link("ada")
    new = served.link("ada")
    assert JudgingBrowser(served.stranger()).sign_in(old).status_code == 401
    assert JudgingBrowser(served.stranger()).sign_in(new).status_code == 200


def test_a_link_of_another_campaign_opens_nothing(served: Served) -> None:
    token = served.judging.invitations.invite("another campaign", "somebody")
    assert JudgingBrowser(served.stranger()).sign_in(token).status_code == 401


def test_an_assessor_who_was_deactivated_gives_no_grade(served: Served, folder: Path) -> None:
    ada = served.browser("ada")
    with Workspace.open(folder, check=False) as ws:
        ws.library.annotators.set_active("ada", False)
    assert ada.grade(1).status_code == 409
    assert ada.reload().json()["cannot_judge"] == "deactivated"


def test_one_assessor_cannot_judge_anothers_pair(served: Served, folder: Path) -> None:
    ada, bob = served.browser("ada"), served.browser("bob")
    answer = bob.grade(1, pair=ada.view["pair"])
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "NotInQueue")
    assert not judged(folder, "ada")
    assert not judged(folder, "bob")


@pytest.mark.parametrize("csrf", ["", "0" * 64, "ü"])
def test_a_change_needs_the_token_of_the_page(served: Served, folder: Path, csrf: str) -> None:
    ada, bob = served.browser("ada"), served.browser("bob")
    for wrong in (csrf.encode(), bob.view["csrf"].encode()):
        body = {"do": "judge", "id": "1", "pair": ada.view["pair"], "relevance": 1}
        assert ada.client.post("/api/act", json=body, headers={"X-CSRF-Token": wrong}).status_code == 403
    assert not judged(folder, "ada")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
        "http://127.0.0.1:3000",
        "http://localhost:8423",
    ],
)
def test_another_page_can_do_nothing(served: Served, origin: str) -> None:
    ada = served.browser("ada")
    body = {"do": "judge", "id": "1", "pair": ada.view["pair"], "relevance": 1}
    headers = {"X-CSRF-Token": ada.view["csrf"], "Origin": origin}
    assert ada.client.post("/api/act", json=body, headers=headers).status_code == 421
    form = {"X-CSRF-Token": ada.view["csrf"], "Content-Type": "text/plain"}
    assert ada.client.post("/api/act", content=json.dumps(body), headers=form).status_code == 415


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8423", "127.0.0.1.evil.example", "", "[::1", "localhost@evil.example:1"],
)
def test_a_name_that_is_not_the_servers_is_refused(served: Served, host: str) -> None:
    """DNS rebinding: a page's own name that leads to this machine."""
    answer = served.stranger().get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "Open the link in your invitation" in answer.text


@pytest.mark.parametrize("host", ["localhost:8423", "127.0.0.1", "LOCALHOST"])
def test_names_of_this_machine_are_the_servers(served: Served, host: str) -> None:
    assert served.stranger().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/judging.js", "/judging.css", "/judging.svg", "/api/view", "/nothing"]
)
def test_every_answer_is_sealed(served: Served, path: str) -> None:
    headers = served.stranger().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_has_no_script_or_style_in_it_and_nothing_of_elsewhere(served: Served) -> None:
    page = served.stranger().get("/").text
    for word in ("<style", "style=", "onclick", "onload", "http://", "https://", "<script>"):
        assert word not in page
    for name in ("judging.js", "judging.css"):
        assert "http" not in served.stranger().get(f"/{name}").text


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/redoc", "/..%2f..%2fetc/passwd", "/index.html"])
def test_nothing_else_is_served(served: Served, path: str) -> None:
    assert served.stranger().get(path).status_code == 404


def test_what_is_too_large_is_refused_before_it_is_read(served: Served) -> None:
    ada = served.browser("ada")
    answer = ada.act("note", text="x" * MOST_BYTES)
    assert answer.status_code == 413

    chunks = (b"x" * 4096 for _ in range(64))  # whose length nobody says
    headers = {"X-CSRF-Token": ada.view["csrf"], "Content-Type": "application/json"}
    assert ada.client.post("/api/act", content=chunks, headers=headers).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        '{"do": "judge"}',
        '{"do": "destroy", "id": "1"}',
        '{"do": "judge", "id": 7}',
        '{"do": "judge", "id": "1", "relevance": "2"}',
        "[" * 50_000,
    ],
)
def test_what_is_no_act_is_refused(served: Served, folder: Path, body: str) -> None:
    ada = served.browser("ada")
    headers = {"X-CSRF-Token": ada.view["csrf"], "Content-Type": "application/json"}
    assert ada.client.post("/api/act", content=body, headers=headers).status_code == 400
    assert not judged(folder, "ada")


@pytest.mark.parametrize(
    "wrong",
    [
        {"relevance": 3},
        {"relevance": -1},
        {"relevance": None},
        {"state": "unsure", "relevance": 1},
        {"state": "conflict", "relevance": None},
        {"relevance": 1, "active_ms": -5},
        {"relevance": 1, "pair": ""},
        {"relevance": 1, "pair": "nobody's"},
    ],
)
def test_what_is_no_judgement_is_refused(served: Served, folder: Path, wrong: dict[str, object]) -> None:
    ada = served.browser("ada")
    assert ada.act("judge", **wrong).status_code == 409
    assert not judged(folder, "ada")


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit fills up again, however slow the machine is."""
    monkeypatch.setitem(RateLimit.__init__.__kwdefaults__, "clock", lambda: 0.0)


def test_who_asks_too_often_waits(stopped_clock: None, served: Served) -> None:
    ada, bob = served.browser("ada"), served.browser("bob")
    codes = [ada.client.get("/api/view").status_code for _ in range(65)]
    assert 429 in codes
    assert codes[:40] == [200] * 40
    assert bob.reload().status_code == 200, "each for themselves"


def test_links_cannot_be_guessed_by_trying(stopped_clock: None, served: Served) -> None:
    stranger = JudgingBrowser(served.stranger())
    codes = [stranger.sign_in(f"guess {n}").status_code for n in range(105)]
    assert codes[:100] == [401] * 100
    assert 429 in codes[100:]


def test_a_limit_fills_up_again_and_forgets_whom_it_has_not_seen_for_long() -> None:
    now = [0.0]
    limit = RateLimit(burst=2, per_second=0.5, clock=lambda: now[0])
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]
    now[0] = 2.0
    assert [limit.allows("a") for _ in range(2)] == [True, False]
    for number in range(20_000):
        limit.allows(f"{number} {'x' * 1000}")
    assert len(limit._left) <= 10_000
    assert sum(map(len, limit._left)) < 2_000_000, "who asks chooses the name behind some proxies"


def test_leaving_forgets_the_cookie_and_the_link_still_works(served: Served) -> None:
    browser = JudgingBrowser(served.stranger())
    token = served.link("ada")
    browser.sign_in(token)
    assert (
        browser.client.post("/api/leave", json={}, headers={"X-CSRF-Token": browser.view["csrf"]}).status_code
        == 204
    )
    assert browser.reload().status_code == 401
    assert browser.sign_in(token).status_code == 200
