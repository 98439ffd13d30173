"""Backups from the command line: made, listed, looked at before they are restored, and put back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from small_papers import PAPERS

Assay = Callable[..., Any]


def test_backups_are_listed_with_what_they_hold(assay: Assay, papers_file: Path) -> None:
    assay("import", papers_file)
    made = assay("backup", "--json").payload["backup"]
    rows = assay("backups", "--json").payload["backups"]
    assert rows[0]["path"] == made
    none = dict.fromkeys(("queries", "judgements", "campaigns", "highlights"), 0)
    assert rows[0]["holdings"] == {"papers": len(PAPERS)} | none
    assert Path(made).name in assay("backups").out


def test_a_preview_names_what_would_change_and_changes_nothing(
    assay: Assay, papers_file: Path, queries_file: Path, tmp_path: Path
) -> None:
    assay("import", papers_file)
    made = Path(assay("backup", "--json").payload["backup"])
    (tmp_path / "more.bib").write_text("@article{x, title={A paper that came later}, year={2021}}")
    assay("import", tmp_path / "more.bib")
    found = assay("restore", made.name, "--preview", "--json").payload
    assert [found["papers"][f"n_{kind}"] for kind in ("added", "removed", "changed")] == [0, 1, 0]
    assert found["papers"]["removed"] == ["A paper that came later"]
    said = assay("restore", made, "--preview").out
    assert "papers that would go: 1\n" in said
    assert "  - A paper that came later" in said
    assert said.endswith("Nothing was changed.\n")
    assert assay("backups", "--json").payload["backups"][0]["path"] == str(made)


def test_a_restored_backup_can_be_taken_back(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    assay("import", papers_file)
    made = Path(assay("backup", "--json").payload["backup"])
    (tmp_path / "more.bib").write_text("@article{x, title={A paper that came later}, year={2021}}")
    assay("import", tmp_path / "more.bib")
    aside = Path(assay("restore", made.name, "--json").payload["aside"])
    replaced = next(row for row in assay("backups", "--json").payload["backups"] if row["kind"] == "replaced")
    assert replaced["path"] == str(aside)
    assert replaced["holdings"]["papers"] == len(PAPERS) + 1
    assert assay("restore", aside.name).status == 0
    assert assay("restore", made.name, "--preview", "--json").payload["now"]["papers"] == len(PAPERS) + 1


def test_a_backup_that_is_not_there_is_said(assay: Assay, papers_file: Path) -> None:
    assay("import", papers_file)
    answer = assay("restore", "library-none.sqlite", "--preview")
    assert answer.status != 0
    assert "There is no backup" in answer.err
