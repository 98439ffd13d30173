"""Links to judge in a browser, made, listed and taken back on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from small_papers import CAMPAIGN as NAME

Assay = Callable[..., Any]


def test_links_are_made_listed_and_taken_back(campaign: Assay) -> None:
    assert campaign("serve", "invite", NAME).out == "Nobody has a link.\n"
    made = campaign("serve", "invite", NAME, "ada", "bob", "--port", 8500, "--json").payload
    assert list(made["links"]) == list(made["since"]) == ["ada", "bob"]
    assert made["links"]["ada"].startswith("http://127.0.0.1:8500/#")
    again = campaign("serve", "invite", NAME, "ada", "--host-name", "judge.example.org").out
    assert again.startswith("ada: https://judge.example.org/#")
    listed = campaign("serve", "invite", NAME).out
    assert "ada" in listed
    assert "eve" not in listed
    assert campaign("serve", "revoke", NAME, "ada", "eve", "--json").payload["revoked"] == ["ada"]
    assert list(campaign("serve", "invite", NAME, "--json").payload["since"]) == ["bob"]


def test_strangers_and_campaigns_that_are_not_open_get_no_link(campaign: Assay) -> None:
    refused = campaign("serve", "invite", NAME, "ada", "zoe")
    assert (refused.status, "'zoe' is not an assessor" in refused.err) == (2, True)
    assert campaign("serve", "invite", NAME).out == "Nobody has a link.\n", "all or nobody"
    campaign("campaign", "adjudicate", NAME, "--start")
    for name in ("https://judge.example.org", "judge.example.org:8443", "judge.example.org/x", ""):
        wrong = campaign("serve", "invite", NAME, "ada", "--host-name", name)
        assert (wrong.status, "is no host name" in wrong.err) == (2, True)
    closed = campaign("serve", "judging", NAME, "--port", 0)
    assert "is not open for grading: it is adjudicating" in closed.err
    assert "Unknown campaign" not in campaign("serve", "revoke", "nothing", "ada").out
