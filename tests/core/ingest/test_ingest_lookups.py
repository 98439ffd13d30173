"""Look-ups of PDFs' papers: asked, suggested, accepted, declined, undone, and none of it by itself."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import BadInput
from assay.ingest.importing import import_files
from assay.ingest.lookups import LookUps
from assay.lookup import HOSTS, Consent
from assay.progress import Cancelled
from assay.searching.indexing import index_words
from assay.types import Paper
from assay.workspace import Workspace
from lookup_host import ARXIV, CERTIFICATE, CROSSREF, OPENALEX, LocalHost, Reply, local_host, reply, trust
from pdf_papers import conference
from pdf_writing import Type, block, pdf

TITLE = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
ON = Consent(frozenset(HOSTS))


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHost]:
    monkeypatch.setenv("no_proxy", "*")
    with local_host() as opened:
        yield opened


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    """A paper whose PDF gives title, authors and abstract, and one whose PDF gives hardly anything."""
    folder = tmp_path / "papers"
    folder.mkdir()
    folder.joinpath("moss.pdf").write_bytes(pdf(conference()))
    folder.joinpath("notes.pdf").write_bytes(
        pdf([Type("only a line", 70, 100, 10)], block("doi:10.5555/moss.1", 70, 100))
    )
    with Workspace.open(tmp_path / "library") as opened:
        import_files(opened.library, [folder])
        yield opened


def work(library: Workspace, host: LocalHost, consent: Consent = ON) -> LookUps:
    hosts = {name: replace(one, address=host.address, pause=0.01) for name, one in HOSTS.items()}
    return LookUps(library.library, consent, hosts=hosts, trust=trust())


def moss(library: Workspace) -> Paper:
    [paper] = [p for batch in library.library.papers.all() for p in batch if p.title == TITLE]
    return paper


def test_what_is_missing_is_suggested_and_nothing_is_written(library: Workspace, host: LocalHost) -> None:
    host.says("/works?", reply({"message": {"items": [CROSSREF["message"]]}}))
    before = moss(library)
    revision = library.library.revision()
    done = work(library, host).run([before.doc_id])
    assert (done.n_papers, done.n_requests, done.away) == (1, 1, ())
    found = {one.field: one.after for one in work(library, host).suggestions()}
    assert found["venue"] == "Journal of Slow Geology"
    assert found["doi"] == "10.5555/moss.1"
    assert not {"title", "authors", "abstract"} & found.keys()
    assert (moss(library), library.library.revision()) == (before, revision)


def test_accepting_writes_what_was_shown_and_undo_takes_it_back(library: Workspace, host: LocalHost) -> None:
    host.says("/works?", reply({"message": {"items": [CROSSREF["message"]]}}))
    before, looking = moss(library), work(library, host)
    looking.run([before.doc_id])
    found = looking.suggestions()
    action = looking.accept(found)
    after = moss(library)
    assert after == replace(before, **{one.field: one.after for one in found})
    assert after.doi == "10.5555/moss.1"
    assert f"“{TITLE}”: " in action.title
    assert library.library.papers.find_by_keys(["doi:10.5555/moss.1"])
    assert not [one for one in looking.suggestions() if one.field in {each.field for each in found}]
    library.library.actions.undo()
    assert moss(library) == before
    assert looking.suggestions() == found  # offered again: nothing was lost


def test_a_suggestion_of_a_paper_that_has_changed_since_is_refused(
    library: Workspace, host: LocalHost
) -> None:
    host.says("/works?", reply({"message": {"items": [CROSSREF["message"]]}}))
    paper, looking = moss(library), work(library, host)
    looking.run([paper.doc_id])
    found = looking.suggestions()
    library.library.papers.update([(replace(paper, venue="As a person says"), ())])
    with pytest.raises(BadInput, match="changed meanwhile"):
        looking.accept(found)
    assert moss(library) == replace(paper, venue="As a person says")
    assert "venue" not in {one.field for one in looking.suggestions()}


def test_a_list_is_believed_more_than_a_host(library: Workspace, host: LocalHost, tmp_path: Path) -> None:
    """What a list says is never doubted, even where it fills a paper with a PDF."""
    bib = tmp_path / "refs.bib"
    bib.write_text(
        f"@article{{m, title={{{TITLE}}}, journal={{Mine}}, author={{Ada Pebble and Boris van der Kiesel}}}}"
    )
    import_files(library.library, [bib])
    host.says("/works?", reply({"message": {"items": [CROSSREF["message"]]}}))
    looking = work(library, host)
    paper = moss(library)
    looking.run([paper.doc_id])
    assert "venue" not in {one.field for one in looking.suggestions()}


def test_hosts_are_asked_in_turn_only_while_something_is_open(library: Workspace, host: LocalHost) -> None:
    host.says("/works/10.", reply({"message": {**CROSSREF["message"], "abstract": ""}}))  # type: ignore[dict-item]
    host.says("/works/doi:", reply(OPENALEX))
    host.says("/api", reply(ARXIV))
    library.library.papers.add([(Paper("full", TITLE, doi="10.5555/moss.1", arxiv_id="2101.00001"), ())])
    looking = work(library, host)
    looking.run(["full"])
    found = {one.field: (one.after, one.host) for one in looking.suggestions(["full"])}
    assert found["abstract"] == ("We roll stones, and wait for moss.", "arxiv")
    assert found["venue"] == ("Journal of Slow Geology", "crossref")
    assert found["pmid"] == ("12345678", "openalex")
    assert [asked.host for asked in looking.log()] == ["openalex", "arxiv", "crossref"]
    assert {asked.doc_id for asked in looking.log()} == {"full"}


def test_nothing_is_asked_twice_by_a_run_that_goes_on(library: Workspace, host: LocalHost) -> None:
    host.says("/works", reply(CROSSREF))
    papers = [Paper(f"p{n}", TITLE, doi=f"10.5555/moss.{n}") for n in range(6)]
    library.library.papers.add([(paper, ()) for paper in papers])
    ids = [paper.doc_id for paper in papers]

    def stop(_stage: str, done: int, _total: int | None) -> None:
        if done == 3:
            raise Cancelled

    only = Consent(frozenset({"crossref"}))
    with pytest.raises(Cancelled):
        work(library, host, only).run(ids, progress=stop)
    first = set(host.paths)
    work(library, host, only).run(ids)
    assert len(host.paths) == len(set(host.paths)) == 6
    assert len(first) == 3


def test_a_host_that_is_away_costs_the_others_nothing(library: Workspace, host: LocalHost) -> None:
    host.says("/works/10.", Reply(429, headers={"Retry-After": "9000"}))
    host.says("/works/doi:", reply(OPENALEX))
    library.library.papers.add([(Paper(f"p{n}", TITLE, doi=f"10.5555/moss.{n}"), ()) for n in range(3)])
    done = work(library, host).run(["p0", "p1", "p2"])
    assert len(done.away) == 1
    assert "Crossref is paused" in done.away[0]
    assert sum(path.startswith("/works/10.") for path in host.paths) == 1
    assert sum(path.startswith("/works/doi:") for path in host.paths) == 3


def test_without_consent_no_socket_is_touched(
    library: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))
    touched: list[object] = []
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, lambda *given: touched.append(given))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **_: touched.append(given) or [])
    looking = LookUps(library.library)
    with pytest.raises(BadInput, match="All look-ups are off"):
        looking.run()
    with pytest.raises(BadInput, match="All look-ups are off"):
        looking.run([moss(library).doc_id])
    assert (looking.suggestions(), looking.log()) == ([], [])
    index_words(library)
    import_files(library.library, [tmp_path / "papers"])
    assert not touched


def test_a_doubtful_pdf_is_asked_about_and_a_settled_one_only_for_what_it_lacks(
    library: Workspace, host: LocalHost
) -> None:
    [notes] = [one for one in library.library.files.to_review() if Path(one.places[0].path).stem == "notes"]
    assert notes.doc_id is not None
    [paper] = library.library.papers.get([notes.doc_id])
    library.library.papers.update([(replace(paper, doi="10.5555/moss.1"), ())])
    host.says("/works", reply(CROSSREF))
    looking = work(library, host)
    done = looking.run(needs_review=True)
    assert done.n_papers == len({one.doc_id for one in library.library.files.to_review()})
    found = {one.field for one in looking.suggestions([notes.doc_id])}
    assert {"title", "authors", "abstract"} <= found
    library.library.files.settle(notes.file.sha256)
    assert "title" not in {one.field for one in looking.suggestions([notes.doc_id])}


RUN = """
import sys
from dataclasses import replace
from assay.lookup import HOSTS, Consent
from assay.workspace import Workspace
from assay.ingest.lookups import LookUps
from lookup_host import trust
folder, address, *ids = sys.argv[1:]
hosts = {name: replace(one, address=address, pause=0.01) for name, one in HOSTS.items()}
with Workspace.open(folder) as opened:
    LookUps(opened.library, Consent(frozenset({"crossref"})), hosts=hosts, trust=trust()).run(ids)
"""


def test_a_run_that_was_killed_goes_on_where_it_was(library: Workspace, host: LocalHost) -> None:
    host.says("/works", replace(reply(CROSSREF), wait=0.2))
    ids = [f"p{n}" for n in range(8)]
    library.library.papers.add([(Paper(name, TITLE, doi=f"10.5555/moss.{name}"), ()) for name in ids])
    words = [sys.executable, "-c", RUN, str(library.folder), host.address, *ids]
    paths = os.pathsep.join([str(CERTIFICATE.parent), *sys.path])
    child = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": paths})
    until = time.monotonic() + 60
    while len(host.asked) < 4 and time.monotonic() < until:
        time.sleep(0.02)
    child.kill()
    child.wait()
    before = list(host.paths)
    assert 4 <= len(before) < 8
    assert len(work(library, host).log()) == len(before)  # what left is in the journal
    work(library, host, Consent(frozenset({"crossref"}))).run(ids)
    assert set(host.paths) == {f"/works/10.5555%2Fmoss.{name}" for name in ids}
    assert len(host.paths) <= 9  # but for the one that was under way, none was asked twice


def test_what_a_person_typed_is_left_alone_even_if_it_was_emptied(
    library: Workspace, host: LocalHost
) -> None:
    host.says("/works?", reply({"message": {"items": [CROSSREF["message"]]}}))
    paper, looking = moss(library), work(library, host)
    looking.run([paper.doc_id])
    library.library.edits.edit(replace(paper, venue="Typed", year=1888), ())
    library.library.edits.edit(replace(paper, venue="", year=1888), ())
    assert not {"venue", "year"} & {one.field for one in looking.suggestions()}
    assert looking.suggestions()
