"""A running Zotero on the command line: imported once, watched, and refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zotero_api import local_zotero

Assay = Callable[..., Any]


def test_a_running_zotero_is_imported_and_watched(assay: Assay) -> None:
    with local_zotero() as zotero:
        zotero.put("BOOK0001", "book", title="A handbook of slopes")
        assert assay("import", zotero.name, "--json").payload["new"] == 1
        assert "alone, without --preview" in assay("import", zotero.name, "--preview").err
        zotero.put("BOOK0001", "book", publisher="Hill Press")
        assert assay("watch", "add", zotero.name).out == f"Watching {zotero.name}\n"
        looked = assay("watch", "look", "--json").payload
        assert (looked["new"], looked["merged"]) == (0, 1)
        assert looked["folders"] == [{"folder": zotero.name, "missing": 0, "away": ""}]
        assert "Checked Zotero: 0 new, 1 changed" in assay("history").out
        zotero.fault = 403
        assert "left alone: Zotero's local API is off." in assay("watch", "look").out
        refused = assay("import", zotero.name, "--json")
        assert (refused.status, refused.payload["error"]["kind"]) == (2, "ZoteroAway")
    assert assay("watch", "remove", zotero.name).status == 0
    assert assay("watch", "list", "--json").payload["folders"] == []
    assert assay("watch", "add", "zotero://example.org/").status == 2
