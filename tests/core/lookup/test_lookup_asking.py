"""Asking politely: pauses, tries, what is kept, and what stands in the journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from assay.errors import LibraryError
from assay.lookup import HOSTS, Answers, Asker, Consent, HostAway, Journal, Question
from lookup_host import ARXIV, CROSSREF, LocalHost, Reply, reply, trust

WORK = Question("crossref", "/works/10.5555%2Fmoss.1")
NOTHING: Callable[[], object] = lambda: None  # noqa: E731


@dataclass
class Clock:
    """A clock that only sleeping moves."""

    now: float = 100.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)

    @property
    def waited(self) -> float:
        return round(sum(self.slept), 3)


@dataclass
class Desk:
    """An asker of one local host, with its files and its clock."""

    asker: Asker
    answers: Answers
    journal: Journal
    clock: Clock

    def ask(self, question: Question = WORK, doc_id: str = "p") -> bool:
        return self.asker.ask(question, doc_id, tick=NOTHING)

    @property
    def outcomes(self) -> list[str]:
        return [asked.outcome for asked in self.journal.all()[::-1]]


@pytest.fixture
def desk(host: LocalHost, tmp_path: Path) -> Desk:
    return make(host, tmp_path)


def make(host: LocalHost, folder: Path, consent: Consent | None = None) -> Desk:
    answers, journal, clock = Answers(folder), Journal(folder), Clock()
    hosts = {name: replace(one, address=host.address) for name, one in HOSTS.items()}
    said = consent or Consent(frozenset(HOSTS))
    asker = Asker(
        said, answers, journal, hosts=hosts, trust=trust(), sleep=clock.sleep, clock=lambda: clock.now
    )
    return Desk(asker, answers, journal, clock)


def test_an_answer_is_kept_and_not_asked_for_again(host: LocalHost, desk: Desk, tmp_path: Path) -> None:
    host.says("/works", reply(CROSSREF))
    assert desk.ask()
    assert desk.ask()
    assert make(host, tmp_path).ask()  # another run
    assert host.paths == [WORK.sent]
    [paper] = desk.answers.papers(WORK)
    assert (paper.doi, paper.year, paper.venue) == ("10.5555/moss.1", 2021, "Journal of Slow Geology")


def test_an_answer_grows_old(host: LocalHost, desk: Desk, tmp_path: Path) -> None:
    host.says("/works", reply(CROSSREF))
    desk.ask()
    [file] = (tmp_path / "answers").iterdir()
    import os

    os.utime(file, (1, 1))
    assert desk.ask()
    assert len(host.asked) == 2


def test_a_paper_that_a_host_does_not_know_is_not_asked_for_again(host: LocalHost, desk: Desk) -> None:
    assert desk.ask()
    assert desk.ask()
    assert (len(host.asked), desk.answers.papers(WORK)) == (1, [])
    assert desk.outcomes == ["not known there"]


def test_a_host_that_is_off_is_never_asked(host: LocalHost, tmp_path: Path) -> None:
    desk = make(host, tmp_path, Consent(frozenset({"arxiv"})))
    assert not desk.ask()
    assert (host.asked, desk.journal.all()) == ([], [])
    host.says("/api", reply(ARXIV))
    assert desk.ask(Question("arxiv", "/api/query?id_list=2101.00001"))


def test_two_questions_to_one_host_are_apart_and_to_two_hosts_are_not(host: LocalHost, desk: Desk) -> None:
    arxiv = [Question("arxiv", f"/api/query?id_list=2101.0000{n}") for n in range(3)]
    for question in arxiv:
        desk.ask(question)
    assert desk.clock.waited == 6.0
    desk.ask(WORK)
    assert desk.clock.waited == 6.0


def test_a_busy_host_is_asked_again_when_it_says_so(host: LocalHost, desk: Desk) -> None:
    host.says("/works", Reply(429, headers={"Retry-After": "17"}), reply(CROSSREF))
    assert desk.ask()
    assert desk.clock.waited == 17.0
    assert desk.outcomes == ["the host is busy (429)", "found"]


def test_a_date_says_when_to_ask_again_too(host: LocalHost, desk: Desk) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=40), usegmt=True)
    host.says("/works", Reply(503, headers={"Retry-After": later}), reply(CROSSREF))
    assert desk.ask()
    assert 25 < desk.clock.waited <= 40


@pytest.mark.parametrize("header", ["soon", "-5", "", "٣", "9" * 400])
def test_a_strange_wish_to_wait_is_no_error(host: LocalHost, desk: Desk, header: str) -> None:
    host.says(
        "/works", Reply(500, headers={"Retry-After": header.encode().decode("latin-1")}), reply(CROSSREF)
    )
    if len(header) > 9:
        with pytest.raises(HostAway, match="asks to wait 999999999 seconds"):
            desk.ask()
    else:
        assert desk.ask()
        assert desk.clock.waited == 2.0


def test_a_host_that_wants_a_long_pause_is_left_alone(host: LocalHost, desk: Desk) -> None:
    host.says("/works", Reply(429, headers={"Retry-After": "3600"}))
    with pytest.raises(HostAway, match="Crossref is paused for now: it asks to wait 3600 seconds"):
        desk.ask()
    assert desk.outcomes == ["asks to wait 3600 seconds"]


def test_tries_end_and_after_three_failures_so_do_questions(host: LocalHost, desk: Desk) -> None:
    host.says("/works", Reply(500))
    assert not desk.ask()
    assert len(host.asked) == 3
    assert not desk.ask(Question("crossref", "/works/2"))
    with pytest.raises(HostAway, match="failed one after another"):
        desk.ask(Question("crossref", "/works/3"))
    assert len(host.asked) == 9


def test_one_answer_between_failures_starts_the_count_again(host: LocalHost, desk: Desk) -> None:
    host.says("/works/bad", Reply(403))
    host.says("/works/10", reply(CROSSREF))
    for number in range(2):
        assert not desk.ask(Question("crossref", f"/works/bad{number}"))
    assert desk.ask()
    for number in range(2, 4):
        assert not desk.ask(Question("crossref", f"/works/bad{number}"))
    assert len(host.asked) == 5  # a refusal is not asked again


@pytest.mark.parametrize("body", [b"", b"welcome to the hotel", b"\x1f\x8b\x08" + bytes(100), bytes(50)])
def test_garbage_is_not_kept(host: LocalHost, desk: Desk, tmp_path: Path, body: bytes) -> None:
    host.says("/works", Reply(body=body))
    assert not desk.ask()
    assert desk.outcomes == ["the answer is neither JSON nor XML"]
    assert not desk.answers


@pytest.mark.parametrize(
    "body",
    [
        "{", "{}", "[]", "<html>login</html>", '{"message": null}', '{"message": {"items": [5, null, {}]}}',
        '{"message": {"title": [], "author": 7, "issued": [[]]}}', '{"a": ' * 5000,
        '<feed xmlns="http://www.w3.org/2005/Atom">arxiv.org</feed>',
        '<!DOCTYPE x [<!ENTITY a "b">]><feed xmlns="http://www.w3.org/2005/Atom">arxiv.org&a;</feed>',
        '{"authorships": 5, "title": "x", "abstract_inverted_index": {"a": [1e99, -1, null, "x"], "b": 7}}',
        '{"authorships": [null, {"author": []}], "locations": {"x": 1}, "ids": [], "title": null}',
    ],
)  # fmt: skip
def test_an_answer_that_makes_no_sense_suggests_nothing_and_breaks_nothing(
    host: LocalHost, desk: Desk, body: str
) -> None:
    host.says("/works", reply(body))
    desk.ask()
    assert all(paper.title == "x" for paper in desk.answers.papers(WORK))


def test_the_journal_says_what_was_sent_before_it_left(host: LocalHost, tmp_path: Path) -> None:
    desk = make(host, tmp_path, Consent(frozenset(HOSTS), "ada@hill.example"))
    host.says("/works", reply(CROSSREF))
    seen: list[Any] = []

    def tick() -> None:
        seen.append([(one.sent, one.outcome) for one in desk.journal.all()])

    desk.asker.ask(WORK, "the paper", tick=tick)
    address = f"{host.address}{WORK.sent}?mailto=ada%40hill.example"
    assert [(address, "")] in seen
    [asked] = desk.journal.all()
    assert (asked.doc_id, asked.host, asked.sent) == ("the paper", "crossref", address)
    assert (asked.status, asked.outcome) == (200, "found")
    assert asked.n_bytes == len(json.dumps(CROSSREF))
    assert abs(datetime.now(UTC) - asked.asked_at) < timedelta(minutes=5)
    assert host.asked[0][1]["User-Agent"].endswith("(mailto:ada@hill.example)")


def test_a_cancel_leaves_a_line_in_the_journal(host: LocalHost, desk: Desk) -> None:
    host.says("/works", Reply(body=b"{}", wait=5))

    def tick() -> None:
        if desk.journal.all():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.asker.ask(WORK, "p", tick=tick)
    assert desk.outcomes == ["given up"]


def test_nothing_is_asked_where_nothing_can_be_written(host: LocalHost, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    desk = make(host, blocked)
    with pytest.raises(LibraryError, match="nothing was looked up"):
        desk.ask()
    assert not host.asked


def test_a_line_that_a_kill_has_torn_costs_only_itself(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    first = journal.begin("crossref", "https://x/1", "p")
    journal.end(first, status=200, n_bytes=5, outcome="found")
    with (tmp_path / "requests.jsonl").open("ab") as file:
        file.write(b'{"id": "abc", "sen')
    second = journal.begin("arxiv", "https://x/2", "q")
    assert [(one.id, one.outcome) for one in journal.all()] == [(second.id, ""), (first.id, "found")]
    assert journal.all(limit=1) == [second]


def test_a_journal_full_of_nonsense_is_read_without_it(tmp_path: Path) -> None:
    lines = ['{"id": "x", "outcome": "of nothing"}', "null", "[]", '{"sent": 1}', "{}", '"text"', "\udcff"]
    (tmp_path / "requests.jsonl").write_text("\n".join(lines), encoding="utf-8", errors="surrogateescape")
    assert Journal(tmp_path).all() == []
