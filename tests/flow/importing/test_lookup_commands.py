"""Look-ups on the command line: off until enabled, logged, offered, accepted and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.lookup import HOSTS
from lookup_host import CERTIFICATE, CROSSREF, LocalHost, local_host, reply
from pdf_papers import conference
from pdf_writing import pdf

Assay = Callable[..., Any]


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[LocalHost]:
    """Every host is this one, which the system trusts."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with local_host() as opened:
        for name, one in list(HOSTS.items()):
            monkeypatch.setitem(HOSTS, name, replace(one, address=opened.address, pause=0.01))
        opened.says("/works?", reply({"message": {"items": [CROSSREF["message"]]}}))
        yield opened


@pytest.fixture
def library(assay: Assay, host: LocalHost, tmp_path: Path) -> Assay:
    path = tmp_path / "moss.pdf"
    path.write_bytes(pdf(conference()))
    assert assay("import", path).status == 0
    return assay


def test_every_host_is_off_until_it_is_enabled_and_each_by_itself(library: Assay, host: LocalHost) -> None:
    rows = library("lookup", "list", "--json").payload["hosts"]
    assert [(row["host"], row["on"]) for row in rows] == [(name, False) for name in HOSTS]
    refused = library("lookup", "run", "--json")
    assert (refused.status, refused.payload["error"]["kind"]) == (2, "BadInput")
    library("lookup", "enable", "arxiv")
    library("lookup", "run")
    assert host.asked == []  # arXiv is asked for arXiv ids alone
    assert library("lookup", "enable", "nobody").status == 2
    on = library("lookup", "disable", "arxiv", "--json").payload["hosts"]
    assert not any(row["on"] for row in on)


def test_a_run_is_logged_and_what_it_found_is_offered_beside_the_file(
    library: Assay, host: LocalHost
) -> None:
    library("lookup", "enable", "crossref")
    library("lookup", "contact", "ada@hill.example")
    done = library("lookup", "run", "--json").payload
    assert (done["n_papers"], done["n_requests"], done["away"]) == (1, 1, [])
    [request] = library("lookup", "log", "--json").payload["requests"]
    assert (request["host"], request["outcome"], request["status"]) == ("crossref", "found", 200)
    assert "mailto=ada%40hill.example" in request["sent"]
    assert request["sent"].endswith(host.paths[0])
    assert "found" in library("lookup", "log").out
    [file] = library("files", "list", "--json").payload["files"]
    offered = {one["field"]: one["after"] for one in file["suggestions"]}
    assert offered["venue"] == "Journal of Slow Geology"
    assert "venue, crossref suggests: Journal of Slow Geology" in library("files", "list").out
    said = library("lookup", "suggestions").out
    assert "- (nothing)" in said
    assert "+ Journal of Slow Geology" in said
    assert library("lookup", "run", "--json").payload["n_requests"] == 0


def test_suggestions_are_accepted_by_field_declined_and_undone(
    library: Assay, host: LocalHost, tmp_path: Path
) -> None:
    library("lookup", "enable", "crossref")
    library("lookup", "run")
    fields = [one["field"] for one in library("lookup", "suggestions", "--json").payload["suggestions"]]
    assert {"venue", "doi"} <= set(fields)
    assert library("lookup", "accept").status == 2
    assert library("lookup", "accept", "--all", "--field", "colour").status == 2
    action = library("lookup", "accept", "--all", "--field", "venue", "--json").payload["action"]
    assert action["title"].endswith(": venue")
    assert '"Journal of Slow Geology"' in exported(library, tmp_path)
    library("duplicates", "undo")
    assert "Journal of Slow Geology" not in exported(library, tmp_path)
    library("lookup", "decline", "--all")
    assert library("lookup", "suggestions", "--json").payload["suggestions"] == []
    assert library("lookup", "suggestions").out == "There are no suggestions.\n"


def exported(library: Assay, folder: Path) -> str:
    out = folder / "out.jsonl"
    library("export", out, "--force")
    return out.read_text(encoding="utf-8")


def test_papers_that_are_named_are_asked_about_alone(library: Assay, host: LocalHost) -> None:
    library("lookup", "enable", "crossref")
    assert library("lookup", "run", "--ids", "nobody").status == 2
    assert library("lookup", "run", "--ids", "x", "--needs-review").status == 2
    [file] = library("files", "list", "--json").payload["files"]
    done = library("lookup", "run", "--ids", file["doc_id"], "--json").payload
    assert (done["n_papers"], done["n_requests"]) == (1, 1)
