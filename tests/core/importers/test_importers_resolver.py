"""An address at the DOI's resolver is a DOI in every format; a publisher's own address is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.importers import read_papers
from assay.types import Paper

FORMATS = {
    "a.bib": "@article{{k, title={{Moss on stones}}, url={{{url}}}}}",
    "a.ris": "TY  - JOUR\nTI  - Moss on stones\nUR  - {url}\nER  - \n",
    "a.csv": 'title,url\nMoss on stones,"{url}"\n',
}


def doi_of(folder: Path, name: str, url: str) -> str:
    path = folder / name
    path.write_text(FORMATS[name].format(url=url), encoding="utf-8")
    [paper] = [item for item in read_papers(path) if isinstance(item, Paper)]
    assert paper.url == url
    return paper.doi


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1016/S0169-7552(98)00110-X", "10.1016/s0169-7552(98)00110-x"),
        ("http://dx.doi.org/10.1000/182", "10.1000/182"),
        ("https://www.doi.org/10.1000/182", "10.1000/182"),
        ("https://doi.acm.org/10.1145/1993498.1993504", ""),
        ("https://publisher.example/volume/10.1000/182/contents", ""),
        ("https://example.org/?see=https://doi.org/10.1000/182", ""),
    ],
)
def test_only_a_resolvers_address_is_a_doi(tmp_path: Path, name: str, url: str, doi: str) -> None:
    assert doi_of(tmp_path, name, url) == doi


def test_a_doi_that_is_stated_goes_before_the_address(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    item = {"id": "k", "title": "Moss", "DOI": "10.1000/1", "URL": "https://doi.org/10.1000/2"}
    path.write_text(json.dumps([item]), encoding="utf-8")
    [paper] = [one for one in read_papers(path) if isinstance(one, Paper)]
    assert paper.doi == "10.1000/1"
