"""`assay explore` and `assay map` answer what the functions say."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from assay.cli import app
from assay.importers import identity_keys
from assay.searching.indexing import index_vectors, index_words
from assay.types import Paper
from assay.workspace import Workspace


def test_commands_list_what_is_missing_cited_and_near_and_make_a_map(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with Workspace.open(folder) as workspace:
        workspace.use_model("hashing")
        papers = [Paper(f"p{i}", f"moss study {i}", cites=("p0", "doi:10.9/far")) for i in range(25)]
        workspace.library.papers.add([(paper, identity_keys(paper)) for paper in papers])
        index_words(workspace)
        index_vectors(workspace)
        workspace.library.collections.add("Moss", ["p1", "p2"])

    def answer(*words: str) -> dict[str, object]:
        done = CliRunner().invoke(app, ["--library", str(folder), "--json", *words])
        assert done.exit_code == 0, done.output
        return dict(json.loads(done.stdout))

    missing = answer("explore", "missing")
    assert missing["n_missing"] == 1
    assert [(one["doc_id"], one["n"]) for one in missing["cited"]] == [("p0", 24)]  # type: ignore[index, attr-defined]
    links = answer("explore", "links", "p3")
    assert [one["doc_id"] for one in links["cites"]] == ["p0"]  # type: ignore[index, attr-defined]
    assert [one["names"] for one in links["missing"]] == [["doi:10.9/far"]]  # type: ignore[index, attr-defined]
    hits = answer("explore", "related", "Moss")["hits"]
    assert not {"p1", "p2"} & {hit["doc_id"] for hit in hits}  # type: ignore[index, attr-defined]
    assert answer("map")["n_papers"] == 25
    shown = CliRunner().invoke(app, ["--library", str(folder), "explore", "missing"])
    assert "doi:10.9/far" in shown.stdout
