"""Notes in a folder: stable names, front matter that YAML reads, and the user's text byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.exporters.bibtex import CiteKeys
from assay.exporters.notes import BEGIN, END, renewed, write_notes
from assay.types import Paper

BEES = Paper("doi:10.1/bees", 'How "bees": choose', "They dance.", ("Ada Lind",), 2020, keywords=("a: b",))
FACTS = {
    "title": "T", "authors": ("A",), "year": 1, "venue": "", "doi": "", "keywords": (), "citekey": "k",
    "assay": "id",
}  # fmt: skip


def write(folder: Path, *papers: Paper, block: str = "They dance.") -> list[Path]:
    return [path for _, path in write_notes(folder, [(paper, [block]) for paper in papers], CiteKeys())]


def facts_of(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8").split("---\n")[1])
    return found


def test_a_note_has_front_matter_that_yaml_reads_and_a_block(tmp_path: Path) -> None:
    [path] = write(tmp_path, BEES)
    assert path.name == "doi_10.1_bees.md"
    assert facts_of(path) == {
        "title": 'How "bees": choose', "authors": ["Ada Lind"], "year": 2020, "venue": "", "doi": "",
        "keywords": ["a: b"], "citekey": path.stem.replace("doi_", "doi:").replace("1_", "1/"),
        "assay": "doi:10.1/bees",
    }  # fmt: skip
    assert path.read_text("utf-8").endswith(f"---\n\n{BEGIN}\nThey dance.\n{END}\n")
    before = path.stat().st_mtime_ns
    assert write(tmp_path, BEES) == [path]
    assert path.stat().st_mtime_ns == before, "what did not change is not written"


def test_what_the_user_wrote_stays_where_the_file_went(tmp_path: Path) -> None:
    [path] = write(tmp_path, BEES)
    head, block = path.read_bytes().split(b"---\n\n")
    mine = b"\r\n# Mine\r\n\xf0\x9f\x90\x9d tabs\t and  spaces  \n\n---\nno end"
    # As Obsidian's own form writes front matter: lists under their key, quotes where it wants them.
    head = head.replace(b'authors: ["Ada Lind"]', b"authors:\n  - Ada Lind\ntags:\n- mine\nrating: 5")
    head = head.replace(b'"doi:10.1/bees"\n', b"'doi:10.1/bees'\n")
    moved = tmp_path / "read" / "My bees.md"
    moved.parent.mkdir()
    path.unlink()
    moved.write_bytes(head + b"---\n\nabove" + block + mine)
    assert write(tmp_path, BEES, block="New.") == [moved]
    text = moved.read_bytes()
    assert text.endswith(f"above{BEGIN}\nNew.\n{END}\n".encode() + mine)
    assert text.count(b"Ada Lind") == 1
    assert facts_of(moved)["tags"] == ["mine"]
    assert facts_of(moved)["rating"] == 5
    assert facts_of(moved)["assay"] == "doi:10.1/bees"


def test_notes_of_the_users_own_are_never_written_over(tmp_path: Path) -> None:
    own = tmp_path / "Bees.md"
    own.write_text("mine", "utf-8")
    hidden = tmp_path / ".trash" / "x.md"
    hidden.parent.mkdir()
    hidden.write_bytes(b"\xff")
    first, second = write(tmp_path, Paper("bees", "A"), Paper("BEES", "B"))
    assert {first.name, second.name}.isdisjoint({"Bees.md"})
    assert first.name != second.name
    assert own.read_text("utf-8") == "mine"
    for name in ("../../etc/passwd", "a/b", "con|x", "x" * 400, "..", "[[link]]#^"):
        [path] = write(tmp_path, Paper(name, "T"))
        assert path.parent == tmp_path


def test_a_block_that_lost_its_mark_is_refused_and_one_that_is_gone_made_again(tmp_path: Path) -> None:
    [path] = write(tmp_path, BEES)
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(END, "") + "mine", "utf-8")
    with pytest.raises(BadInput, match="has no line"):
        write(tmp_path, BEES)
    assert path.read_text("utf-8").endswith("mine")
    path.write_text(whole.partition(BEGIN)[0] + "only mine", "utf-8")
    write(tmp_path, BEES)
    assert f"only mine\n{BEGIN}" in path.read_text("utf-8")


def test_a_vault_holds_what_others_put_there(tmp_path: Path) -> None:
    """Files that are no UTF-8, folders named as notes, links to nowhere, and a note that is a link."""
    vault, elsewhere = tmp_path / "vault", tmp_path / "elsewhere.md"
    [note] = write(vault, BEES)
    elsewhere.write_bytes(b"\xef\xbb\xbf" + note.read_bytes() + "caf\u00e9".encode("latin-1"))
    note.unlink()
    note.symlink_to(elsewhere)
    (vault / "latin.md").write_bytes(b"---\ntags: caf\xe9\n---\n")
    (vault / "folder.md").mkdir()
    (vault / "gone.md").symlink_to(tmp_path / "nowhere")
    assert write(vault, BEES, block="New.") == [note]
    assert note.is_symlink()
    assert elsewhere.read_bytes().startswith(b"\xef\xbb\xbf---\ntitle: ")
    assert elsewhere.read_bytes().endswith(f"New.\n{END}\ncaf".encode() + b"\xe9")
    assert (vault / "latin.md").read_bytes() == b"---\ntags: caf\xe9\n---\n"


def test_what_is_typed_while_notes_are_written_stays(tmp_path: Path) -> None:
    other = Paper("other", "T")
    path, _ = write(tmp_path, BEES, other)
    papers = ((paper, ["New."]) for paper in (other, BEES))
    written = write_notes(tmp_path, papers, CiteKeys())
    next(written)
    path.write_text(path.read_text("utf-8") + "typed just now", "utf-8")
    assert [each for _, each in written] == [path]
    assert path.read_text("utf-8").endswith(f"New.\n{END}\ntyped just now")


def test_lines_of_the_front_matter_end_as_in_files(tmp_path: Path) -> None:
    [path] = write(tmp_path, Paper("p", "one\u2028two"))
    text = path.read_text("utf-8").replace("---\n\n", "mine: a\u2028title: b\n---\n\n")
    path.write_text(text, "utf-8")
    write(tmp_path, Paper("p", "one\u2028two"))
    assert path.read_text("utf-8") == text


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=200))
def test_whatever_stands_around_the_block_stays(above: str, below: str, block: str) -> None:
    above, below = (text.replace("%%", "") for text in (above, below))
    first = renewed("", FACTS, "", where=Path("x"))
    around = first.replace(BEGIN, above + BEGIN) + below
    twice = renewed(renewed(around, FACTS, block + END, where=Path("x")), FACTS, "", where=Path("x"))
    assert twice == around


def test_properties_of_ones_own_stay_before_and_behind_those_that_are_renewed() -> None:
    first = renewed("", FACTS, "", where=Path("x"))
    title = first.splitlines(keepends=True)[1]
    own = first.replace(title, f"mood: happy\n{title}").replace("\n---\n", "\nseen: true\n---\n", 1)
    assert renewed(own, FACTS, "", where=Path("x")) == own
