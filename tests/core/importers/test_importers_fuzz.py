"""No damage to a file makes an importer raise."""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from importers_fuzzing import SEEDS, check, marks_of, zotero_database

from assay.importers import read_papers
from assay.types import Paper
from fuzzing import LONG, SHORT, fuzz

_SHORT = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
_LONG = settings(_SHORT, max_examples=100_000)
_RDF = " ".join(
    f"xmlns:{name}='{address}'"
    for name, address in {
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "z": "http://www.zotero.org/namespaces/export#",
        "dc": "http://purl.org/dc/elements/1.1/",
        "dcterms": "http://purl.org/dc/terms/",
        "bib": "http://purl.org/net/biblio#",
        "foaf": "http://xmlns.com/foaf/0.1/",
        "link": "http://purl.org/rss/1.0/modules/link/",
    }.items()
)
_ATOM = "xmlns='http://www.w3.org/2005/Atom' xmlns:arxiv='http://arxiv.org/schemas/atom'"
_ROOTS = {
    "PubmedArticleSet": """PubmedArticle MedlineCitation Article Journal PubDate Year ArticleTitle Abstract
        AbstractText AuthorList Author LastName PMID BookDocument Book BookTitle PubmedBookArticle PubmedData
        Reference ArticleIdList ArticleId ELocationID""",
    "records": """record titles title style contributors authors author dates year urls pdf-urls url keywords
        keyword periodical full-title database electronic-resource-num""",
    f"feed {_ATOM}": "entry id title summary author name published link category arxiv:doi arxiv:journal_ref",
    f"rdf:RDF {_RDF}": """bib:Article bib:Journal z:itemType z:Attachment dcterms:isPartOf dc:title dc:date
        dc:identifier dc:subject bib:authors foaf:Person foaf:surname link:link rdf:resource bib:presentedAt
        bib:Conference""",
}
"""root with its attributes -> the elements that its reader looks for"""

_ATTRIBUTES = ("IdType", "EIdType", "Label", "term", "rel", "href")
_TEXTS = st.sampled_from(
    ["", "doi", "10.1000/x", "2001", "attachment", "a.pdf", "../b.pdf", "internal-pdf://1/a.pdf"]
)


def _fuzz(folder: Path, name: str, count: int) -> None:
    def check_content(content: bytes) -> None:
        path = folder / name
        path.write_bytes(content)
        check(path)

    fuzz(name, [SEEDS[name].encode()], check_content, count=count, marks=marks_of(name))


@pytest.mark.parametrize("name", SEEDS)
def test_a_damaged_file_never_raises(tmp_path: Path, name: str) -> None:
    _fuzz(tmp_path, name, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("name", SEEDS)
def test_100_000_damaged_files_never_raise(tmp_path: Path, name: str) -> None:
    _fuzz(tmp_path, name, LONG)


@pytest.mark.parametrize("name", SEEDS)
@_SHORT
@given(
    cut=st.integers(0, 2000), flips=st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=3)
)
def test_a_damaged_gzip_file_never_raises(
    tmp_path: Path, name: str, cut: int, flips: list[tuple[int, int]]
) -> None:
    content = bytearray(gzip.compress(SEEDS[name].encode()))
    for at, value in flips:
        content[at % len(content)] = value
    (tmp_path / name).write_bytes(content[: cut or None])
    check(tmp_path / name)


def _fuzz_database(folder: Path, count: int) -> None:
    """Bytes are overwritten where they stand, so that pages stay where they are, or the end is cut off."""
    whole = zotero_database(folder).read_bytes()
    (folder / "damaged").mkdir()
    path = folder / "damaged" / "zotero.sqlite"

    def check_content(content: bytes) -> None:
        path.write_bytes(content)
        check(path)

    def check_places(seed: bytes) -> None:
        rng = random.Random(seed)
        content = bytearray(whole)
        for _ in range(rng.choice((1, 2, 4, 16))):
            at = rng.randrange(len(content))
            new = rng.choice(
                (rng.randbytes(rng.randrange(1, 9)), bytes([rng.randrange(256)]) * rng.randrange(1, 64))
            )
            content[at : at + len(new)] = new
        check_content(
            bytes(content[: len(whole)] if rng.random() < 0.9 else content[: rng.randrange(1, len(whole))])
        )

    fuzz("zotero.sqlite, in place", [b"%d" % number for number in range(count)], check_places, count=count)
    fuzz("zotero.sqlite, anywhere", [whole], check_content, count=max(1, count // 10))


def test_a_damaged_zotero_database_never_raises(tmp_path: Path) -> None:
    _fuzz_database(tmp_path, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_000_damaged_zotero_databases_never_raise(tmp_path: Path) -> None:
    _fuzz_database(tmp_path, LONG)


@st.composite
def _documents(draw: st.DrawFn) -> str:
    """Well-formed XML of the elements that a reader looks for, in any order and at any depth."""
    root = draw(st.sampled_from(sorted(_ROOTS)))
    names = st.sampled_from(_ROOTS[root].split())

    def element(name: str, attribute: str, value: str, inside: list[str]) -> str:
        return f"<{name} {attribute}={quoteattr(value)}>{''.join(inside)}</{name}>"

    leaves = st.one_of(_TEXTS, st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=20))
    attributes = (*_ATTRIBUTES, *(["rdf:about", "rdf:resource"] if root.startswith("rdf") else []))
    trees = st.recursive(
        leaves.map(escape),
        lambda inner: st.builds(
            element, names, st.sampled_from(attributes), _TEXTS, st.lists(inner, max_size=4)
        ),
        max_leaves=30,
    )
    closing = root.partition(" ")[0]
    return f"<{root}>{''.join(draw(st.lists(trees, max_size=5)))}<!-- arxiv.org --></{closing}>"


@_SHORT
@given(document=_documents())
def test_well_formed_nonsense_never_raises(tmp_path: Path, document: str) -> None:
    (tmp_path / "a.xml").write_text(document, encoding="utf-8")
    check(tmp_path / "a.xml")


@pytest.mark.soak
@pytest.mark.timeout(36_000)
@_LONG
@given(document=_documents())
def test_100_000_well_formed_nonsenses_never_raise(tmp_path: Path, document: str) -> None:
    (tmp_path / "a.xml").write_text(document, encoding="utf-8")
    check(tmp_path / "a.xml")


@pytest.mark.parametrize("name", SEEDS)
def test_the_undamaged_files_import_without_failure(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(SEEDS[name], encoding="utf-8")
    assert all(isinstance(item, Paper) for item in read_papers(path))
