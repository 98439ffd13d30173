"""A person judges in a real browser: keys, notes, undo, a server that is gone for a while, Ctrl+C."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.searching.indexing import index_words
from assay.workspace import Workspace
from chromium import Browser, chromium
from forking import Forking
from judging_process import JudgingClient, JudgingProcess
from small_campaigns import opened
from workspace_papers import add, invented_papers

NAME = "animals"
Serve = Callable[..., JudgingProcess]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Workspace.open(tmp_path / "library") as ws:
        add(ws, *invented_papers())
        index_words(ws)
        opened(create_campaign(ws, NAME, queries=["how bats hunt"], assessors=["ada"]), depth=6)
    return tmp_path / "library"


@pytest.fixture
def serve(folder: Path, forking: Forking) -> Serve:
    return partial(JudgingProcess, folder, NAME, program=forking.command())


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip(
            "CHROMIUM ABSENT: the judging page is not tried in a browser (`apt-get install chromium`)"
        )
    page = Browser(tmp_path / "profile")
    yield page
    page.close()


def judged(folder: Path) -> list[tuple[str, int | None, str]]:
    with Workspace.open(folder, check=False) as ws:
        found = CampaignWork(ws, NAME).store.judgements.current(assessor="ada")
    return sorted((str(each.state), each.relevance, each.note) for each in found)


def test_the_judge_pages_keys_work_in_a_browser(folder: Path, browser: Browser, serve: Serve) -> None:
    server = serve()
    browser.open(f"http://127.0.0.1:{server.port}/#{server.links['ada']}")
    browser.wait("view?.pair && !document.getElementById('pair').hidden")
    assert browser.evaluate("location.hash") == "", "the link is in no list of visited pages"
    assert browser.evaluate("document.cookie") == "", "no script reads the cookie"
    first = browser.text("#paper-title")
    browser.press("n")
    for letter in "2 owls":
        browser.press(letter)
    browser.press("Escape")
    browser.wait("!sending && view.given?.note")
    browser.press("2")
    browser.wait(f"document.getElementById('paper-title').textContent !== {first!r} && !sending")
    assert browser.evaluate("document.getElementById('live').textContent").startswith("graded 2. ")
    for key in "usx":
        browser.press(key)
        browser.wait("!sending")
    browser.press("z", ctrl=True)
    browser.wait("!sending && view.undo_kind === 'later'")
    assert judged(folder) == [("grade", 2, "2 owls"), ("later", None, ""), ("unsure", None, "")]
    browser.press("?")
    assert browser.evaluate("document.getElementById('help').open")
    browser.press("1")
    assert browser.evaluate("sending") == 0, "a dialog takes the keys"
    browser.press("Escape")
    browser.wait("!document.getElementById('help').open")

    server.kill()
    browser.press("1")
    browser.wait("!document.getElementById('strip').hidden")
    assert "Not saved yet" in browser.text("#strip")
    again = serve(port=server.port)
    browser.wait("!sending && document.getElementById('strip').hidden")
    assert judged(folder)[:2] == [("grade", 1, ""), ("grade", 2, "2 owls")]

    again.kill()
    browser.press("0")
    browser.wait("!document.getElementById('strip').hidden")
    last = serve(port=server.port)
    browser.open(f"http://127.0.0.1:{server.port}/")  # loaded again while a grade is on its way
    browser.wait("view?.pair && !sending && kept().length === 0")
    assert judged(folder)[:2] == [("grade", 0, ""), ("grade", 1, "")]
    while browser.evaluate("view.pair !== null"):
        browser.press("1")
        browser.wait("!sending")
    assert browser.text("#message-text") == "All 6 judged. You were unsure about 1. Find them in the history."
    assert not browser.log or all("ERR_CONNECTION_REFUSED" in entry for entry in browser.log), browser.log
    last.kill()


def test_a_link_lets_a_page_in_and_leaving_needs_the_server(
    folder: Path, browser: Browser, serve: Serve
) -> None:
    server = serve()
    page = f"http://127.0.0.1:{server.port}/"
    browser.open(f"{page}#nobodys")
    browser.wait("get('message-text').textContent.startsWith('Open the link in your invitation.')")
    browser.open(
        f"{page}#{server.links['ada']}"
    )  # in the same tab, where only what stands behind "#" changes
    browser.wait("view?.pair && !get('pair').hidden")
    assert browser.evaluate("location.hash") == ""
    server.kill()
    browser.evaluate("get('leave').click()")
    browser.wait("get('strip').textContent.startsWith('You are still signed in')")
    again = serve(port=server.port)
    browser.press("1")
    browser.wait("view.undo_kind === 'grade' && get('strip').hidden")
    browser.evaluate("get('leave').click()")
    browser.wait("get('message-text').textContent.startsWith('You are signed out')")
    browser.press("1")
    assert browser.evaluate("get('foot').hidden && sending === 0")
    again.kill()
    assert judged(folder) == [("grade", 1, "")]


def test_bodies_without_end_and_requests_that_never_end_keep_nobody_waiting(
    folder: Path, serve: Serve
) -> None:
    server = serve()
    client = JudgingClient(server.port, server.links["ada"])
    client.sign_in()
    head = f"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {client.cookie}\r\n"
    head += f"X-CSRF-Token: {client.view['csrf']}\r\nContent-Type: application/json\r\n"
    with (
        socket.create_connection(("127.0.0.1", server.port)) as endless,
        socket.create_connection(("127.0.0.1", server.port)) as unfinished,
        socket.create_connection(("127.0.0.1", server.port)) as long,
    ):
        unfinished.sendall(head.encode())
        long.sendall(head.encode() + b"X-Long: " + b"x" * 100_000)
        assert b" 400 " in long.recv(1000)
        endless.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n")
        with contextlib.suppress(OSError):  # it closes
            for _ in range(1000):
                endless.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        with contextlib.suppress(
            ConnectionResetError
        ):  # the answer is lost where more than it was on its way
            assert b" 413 " in endless.recv(1000)
        assert client.send(**client.grade(1)) == 200
    client.close()
    server.kill()
    assert judged(folder) == [("grade", 1, "")]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_server_stops_by_itself_also_with_a_connection_open(
    folder: Path, sent: signal.Signals, serve: Serve
) -> None:
    server = serve()
    client = JudgingClient(server.port, server.links["ada"])
    client.sign_in()
    assert client.send(**client.grade(1)) == 200
    status, said = server.stop(sent)
    client.close()
    if sent is signal.SIGINT:
        assert (status, said) == (0, "assay: stopped; every judgement that was confirmed is kept\n")
    assert judged(folder) == [("grade", 1, "")]


def test_the_page_has_the_colours_of_the_window() -> None:
    from importlib import resources

    from assay_desktop.theme import DARK, LIGHT

    css = (resources.files("assay_resources") / "judging" / "judging.css").read_text(encoding="utf-8")
    roots = re.findall(r":root \{([^}]*--window[^}]*)\}", css)
    for palette, block in zip((LIGHT, DARK), roots, strict=True):
        for name, colour in re.findall(r"--([a-z0-9-]+): (#[0-9A-F]{6})", block):
            assert getattr(palette, name.replace("-", "_")) == colour, name
