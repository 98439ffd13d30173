"""What an abstract says of tags stays, and text that was read as another encoding is as it was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assay.importers import read_papers
from assay.importers.entries.record import clean
from assay.types import Paper

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "text",
    [
        "Most pages say what they are in their <title> element.",
        "We compare <title> with <h1>, and <p> with <div>, as fields of a ranking.",
        "The text between <title> and </title> is what users see.",
        "If p < 0.05 and q > 1, then <b> is bold.",
    ],
)
def test_a_tag_that_a_text_speaks_of_stays(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(f"@misc{{a, title = {{Web pages}}, abstract = {{{text}}}}}")
    (paper,) = (one for one in read_papers(tmp_path / "a.bib") if isinstance(one, Paper))
    assert paper.abstract == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<jats:title>Background</jats:title><jats:p>Rivers.</jats:p>", "Background Rivers."),
        ("<title>Background</title><p>Rivers <i>in</i> H<sub>2</sub>O.</p>", "Background Rivers in H2O."),
        ("On <i>E. coli</i>", "On E. coli"),
        ("One<br/>two", "One two"),
    ],
)
def test_markup_is_still_taken_out(markup: str, text: str) -> None:
    assert clean(markup) == text


@pytest.mark.parametrize("text", ["donâ€™t", "don\xe2\x80\x99t"])
def test_mojibake_is_repaired(text: str) -> None:
    assert clean(text) == "don’t"


@pytest.mark.parametrize(
    "text", ["Müller & Sønn: Ærø", "São Tomé", "über", "Łódź", "ÂGE D’OR", "中文", "naïve café — résumé", "Ã"]
)
def test_text_that_is_right_stays(text: str) -> None:
    assert clean(text) == text


def test_names_and_titles_of_a_file_are_repaired(tmp_path: Path) -> None:
    wrong = "Müller, José".encode().decode("cp1252")
    (tmp_path / "a.ris").write_text(
        f"TY  - JOUR\nTI  - {'Größe'.encode().decode('cp1252')}\nAU  - {wrong}\nER  - \n", "utf-8"
    )
    (paper,) = (one for one in read_papers(tmp_path / "a.ris") if isinstance(one, Paper))
    assert (paper.title, paper.authors) == ("Größe", ("Müller, José",))
