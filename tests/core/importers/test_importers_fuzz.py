"""No damage to a file makes an importer raise."""

from __future__ import annotations

import gzip
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from importers_fuzzing import EDITS, SEEDS, check, damaged, zotero_database

from assay.importers import read_papers
from assay.types import Paper

_Edits = list[tuple[str, int, int]]
_SHORT = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzipped"])
@_SHORT
@given(edits=EDITS)
def test_a_damaged_file_never_raises(tmp_path: Path, name: str, packed: bool, edits: _Edits) -> None:
    content = SEEDS[name].encode()
    path = tmp_path / name
    path.write_bytes(damaged(gzip.compress(content), edits) if packed else damaged(content, edits))
    check(path)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", SEEDS)
@_LONG
@given(edits=EDITS)
def test_100_000_damaged_files_never_raise(tmp_path: Path, name: str, edits: _Edits) -> None:
    path = tmp_path / name
    path.write_bytes(damaged(SEEDS[name].encode(), edits))
    check(path)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return zotero_database(tmp_path_factory.mktemp("zotero"))


def _damage_database(path: Path, database: Path, edits: _Edits) -> None:
    """Overwrites bytes, so that pages stay where they are, or cuts off."""
    content = bytearray(database.read_bytes())
    for kind, place, value in edits:
        at = (place * 257) % len(content)
        content[at : at + 1 + value % 8] = bytes([value]) * len(content[at : at + 1 + value % 8])
        if kind == "cut" and value > 240:
            del content[at:]
            break
    path.write_bytes(content or b"\0")
    check(path)


@_SHORT
@given(edits=EDITS)
def test_a_damaged_zotero_database_never_raises(tmp_path: Path, database: Path, edits: _Edits) -> None:
    _damage_database(tmp_path / "zotero.sqlite", database, edits)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@_LONG
@given(edits=EDITS)
def test_100_000_damaged_zotero_databases_never_raise(tmp_path: Path, database: Path, edits: _Edits) -> None:
    _damage_database(tmp_path / "zotero.sqlite", database, edits)


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
@pytest.mark.timeout(3600)
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
