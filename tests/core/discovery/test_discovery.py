"""Discovery against independent computations: links by brute force, centroids by numpy, maps by files."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assay.discovery.citations import citations, joined_names, links_of, read_graph
from assay.discovery.clusters import names
from assay.discovery.layout import layout
from assay.discovery.map_file import FOLDER, LibraryMap, make_map, read_map
from assay.discovery.related import related
from assay.errors import BadInput, StaleIndex
from assay.importers import identity_keys
from assay.index import ExactIndex
from assay.ingest.importing import import_files
from assay.progress import Cancelled, silent
from assay.searching.indexing import index_vectors
from assay.types import Paper
from assay.workspace import Workspace


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        opened.use_model("hashing")
        yield opened


def fill(library: Workspace, papers: list[Paper]) -> None:
    library.library.papers.add([(paper, identity_keys(paper)) for paper in papers])


def test_links_and_missing_papers_are_those_of_a_brute_force_count(library: Workspace) -> None:
    random.seed(5)
    n = 40
    pool = (
        [f"p{i}" for i in range(n)]
        + [f"doi:10.1/{i}" for i in range(n)]
        + [f"doi:10.9/{i}" for i in range(20)]
    )
    papers = [
        Paper(f"p{i}", f"Paper number {i} on moss", doi=f"10.1/{i}", cites=tuple(random.sample(pool, 9)))
        for i in range(n)
    ]
    fill(library, papers)
    links = {
        (paper.doc_id, f"p{name.rpartition('/')[2].removeprefix('p')}")
        for paper in papers
        for name in paper.cites
        if not name.startswith("doi:10.9/")
    }
    links = {(one, two) for one, two in links if one != two}
    missing = {
        name: {paper.doc_id for paper in papers if name in paper.cites}
        for name in pool[2 * n :]
        if any(name in paper.cites for paper in papers)
    }
    graph = read_graph(library.library)
    found = citations(library.library, graph)
    assert found.n_links == len(links)
    assert {one.doc_id: one.n for one in found.cited} == {
        cited: sum(two == cited for _, two in links) for _, cited in links
    }
    assert {one.identifier: set(one.citing) for one in found.missing} == missing
    counts = [one.n for one in found.missing]
    assert counts == sorted(counts, reverse=True)
    one = links_of(library.library, graph, "p3")
    assert {each.doc_id for each in one.cites} == {two for first, two in links if first == "p3"}
    assert {each.doc_id for each in one.cited_by} == {first for first, two in links if two == "p3"}
    assert {each.identifier for each in one.missing} == {
        name for name, citing in missing.items() if "p3" in citing
    }


def test_a_paper_s_missing_references_are_those_of_the_whole_list(library: Workspace) -> None:
    """One reference under two names is one missing paper, also where a single paper is looked at."""
    names = ("doi:10.1/x", "arxiv:2001.00001")
    fill(library, [Paper(f"p{i}", f"moss {i}", cites=names) for i in range(2)])
    graph = read_graph(library.library)
    assert citations(library.library, graph).n_missing == 1
    assert links_of(library.library, graph, "p0").missing == graph.missing


def test_the_names_of_one_reference_are_one_missing_paper() -> None:
    links = [
        ("a", ("123", "doi:10.1/x", "arxiv:2001.00001", "doi:10.1/y")),
        ("b", ("123", "doi:10.1/x", "arxiv:2001.00001")),
        ("c", ("doi:10.48550/arxiv.2002.00002", "arxiv:2002.00002")),
        ("d", ("doi:10.1/y", "doi:10.1/z")),
    ]
    found = {one.names: set(one.citing) for one in joined_names(links)}
    assert found == {
        ("123", "doi:10.1/x", "arxiv:2001.00001"): {"a", "b"},
        ("doi:10.1/y",): {"a", "d"},
        ("doi:10.48550/arxiv.2002.00002", "arxiv:2002.00002"): {"c"},
        ("doi:10.1/z",): {"d"},
    }


def test_a_missing_paper_has_the_title_that_a_citing_paper_s_list_gives(
    library: Workspace, tmp_path: Path
) -> None:
    """References of Semantic Scholar, Crossref and Web of Science, as they write them; ids alone stay ids."""
    scholar = {
        "paperId": "s2",
        "title": "Moss in Europe",
        "references": [
            {
                "paperId": "aa1",
                "externalIds": {"DOI": "10.1000/Far"},
                "title": "Lichens  far away",
                "year": 1999,
            },
            {"paperId": "bb2", "title": None},
        ],
    }
    crossref = {
        "type": "article-journal",
        "title": "Ferns of Asia",
        "DOI": "10.1/ferns",
        "reference": [
            {"key": "1", "DOI": "10.1000/crossed", "article-title": "Horsetails"},
            {"key": "2", "DOI": "10.1000/named", "author": "Linné", "year": "1753"},
        ],
    }
    wos = "FN Clarivate\nPT J\nTI Bogs\nUT WOS:1\nCR Haeckel E, 1866, GEN MORPH, DOI 10.1000/wos\nER\nEF\n"
    for name, text in (
        ("s2.jsonl", json.dumps(scholar)),
        ("ferns.json", json.dumps([crossref])),
        ("bogs.txt", wos),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        import_files(library.library, [tmp_path / name])
    found = citations(library.library, read_graph(library.library))
    titles = {one.identifier or one.names[0]: one.title for one in found.missing}
    assert titles == {
        "aa1": "Lichens far away",
        "doi:10.1000/far": "Lichens far away",
        "bb2": "",
        "doi:10.1000/crossed": "Horsetails",
        "doi:10.1000/named": "Linné, 1753",
        "doi:10.1000/wos": "Haeckel E, 1866, GEN MORPH, DOI 10.1000/wos",
    }
    assert [one.shown for one in found.missing if not one.title] == ["bb2"]
    [paper] = [one for one in library.library.papers.get(library.library.papers.ids()) if "Moss" in one.title]
    alone = links_of(library.library, read_graph(library.library), paper.doc_id)
    assert {one.title for one in alone.missing} == {"Lichens far away", ""}


def test_related_papers_are_the_nearest_to_the_mean_without_its_members() -> None:
    made = np.random.default_rng(1).normal(size=(300, 16)).astype(np.float32)
    index = ExactIndex(16)
    ids = [f"p{i}" for i in range(300)]
    index.add(ids, made)
    members = random.Random(2).sample(ids, 25)
    unit = made / np.linalg.norm(made, axis=1, keepdims=True)
    mean = unit[[ids.index(each) for each in members]].mean(0)
    scores = unit @ (mean / np.linalg.norm(mean))
    order = [ids[row] for row in np.argsort(-scores) if ids[row] not in members]
    hits = related(index, [*members, "gone"], k=12)
    assert [hit.doc_id for hit in hits] == order[:12]
    assert np.allclose(
        [hit.score for hit in hits], [scores[ids.index(each)] for each in order[:12]], atol=1e-5
    )
    assert len(related(index, members, k=500)) == 275
    with pytest.raises(BadInput, match="not indexed yet"):
        related(index, ["gone"])


def test_a_layout_is_the_same_for_the_same_seed_and_keeps_groups_apart() -> None:
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(4, 24)) * 4
    vectors = np.concatenate([centre + rng.normal(size=(60, 24)) for centre in centres]).astype(np.float32)
    group = np.repeat(np.arange(4), 60)
    first, n = layout(vectors, random_seed=7, progress=silent, landmarks=120)
    again, _ = layout(vectors, random_seed=7, progress=silent, landmarks=120)
    assert n == 120
    assert np.array_equal(first, again)
    assert np.abs(first).max() <= 1.0001
    distances = ((first[:, None] - first[None]) ** 2).sum(2)
    np.fill_diagonal(distances, np.inf)
    assert (group[distances.argmin(1)] == group).mean() > 0.95


def test_clusters_are_named_by_what_tells_them_apart() -> None:
    titles = ["A study of moss growth"] * 15 + ["A study of neural parsing"] * 15
    labels = np.repeat(np.arange(2, dtype=np.int32), 15)
    one, two = names(titles, labels)
    assert "moss" in one
    assert "neural parsing" in two
    assert "study" not in one.split(" · ")[0]


def test_stop_words_of_a_title_s_own_language_name_no_cluster() -> None:
    titles = [
        "Über die Wirkung von Moos auf den Boden und für die Gärten",
        "L'effet de la mousse sur les sols et dans les jardins",
        "Los efectos del musgo sobre el suelo y para las plantas",
        "War and the man in the machine",  # "war" and "man" say nothing in German alone
    ]
    labels = np.repeat(np.arange(4, dtype=np.int32), 15)
    found = [
        set(re.split(" · | ", name)) for name in names([each for each in titles for _ in range(15)], labels)
    ]
    assert not set.union(*found) & {"uber", "die", "von", "auf", "den", "und", "fur"}
    assert not set.union(*found) & {"les", "sur", "dans", "los", "del", "sobre", "para", "las"}
    assert {"wirkung", "moos"} & found[0]
    assert {"war", "man", "machine"} <= found[3]


def test_a_map_is_kept_with_its_index_and_dropped_with_it(library: Workspace) -> None:
    with pytest.raises(StaleIndex):
        read_map(library)
    papers = [
        Paper(f"p{i}", f"{('moss', 'parsing', 'sonar')[i % 3]} study {i}", abstract="words " * (i % 5))
        for i in range(45)
    ]
    fill(library, papers[:10])
    index_vectors(library)
    with pytest.raises(BadInput, match="A map needs 20 papers"):
        make_map(library)
    fill(library, papers[10:])
    index_vectors(library)
    assert read_map(library) is None
    made = make_map(library, random_seed=3)
    found = read_map(library)
    assert found is not None
    assert (made.n_papers, set(found.doc_ids)) == (45, {paper.doc_id for paper in papers})
    assert len(found.names) == len(made.clusters) == len(found.centres())
    library.library.edits.remove(["p4"])
    left = read_map(library)
    assert left is not None
    assert set(left.doc_ids) == {paper.doc_id for paper in papers} - {"p4"}
    [path] = (library.folder / FOLDER).iterdir()
    old = path.rename(path.with_name("another.npz"))
    assert read_map(library) is None
    assert not old.exists()
    path.write_bytes(b"damaged")
    assert read_map(library) is None


def test_a_cluster_whose_papers_have_all_gone_has_no_place() -> None:
    places = np.array([[0.5, 0.5], [0.1, 0.3]], np.float32)
    shown = LibraryMap(("a", "b"), places, np.array([1, 1], np.int32), ("gone", "moss"))
    gone, moss = shown.centres()
    assert np.isnan(gone).all()
    assert moss == pytest.approx([0.3, 0.4])


def test_a_layout_says_how_far_it_is_and_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[str, int, int | None]] = []

    def listen(stage: str, done: int, total: int | None, _item: object = None) -> None:
        seen.append((stage, done, total))
        print("from elsewhere")

    vectors = np.random.default_rng(0).normal(size=(60, 16)).astype(np.float32)
    layout(vectors, random_seed=1, progress=listen)
    steps = [done for stage, done, total in seen if (stage, total) == ("laying out", 1000)]
    assert steps == sorted(steps)
    assert {50, 500} <= set(steps)
    assert set(capsys.readouterr().out.splitlines()) == {"from elsewhere"}


def test_a_map_can_be_cancelled_while_it_is_laid_out(library: Workspace) -> None:
    fill(library, [Paper(f"p{i}", f"moss {i}") for i in range(30)])
    index_vectors(library)

    def stop(stage: str, _done: int, _total: int | None, _item: object = None) -> None:
        if stage == "laying out":
            raise Cancelled

    with pytest.raises(Cancelled):
        make_map(library, progress=stop)
    assert read_map(library) is None
