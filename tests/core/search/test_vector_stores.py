"""Every place that keeps vectors does the same: a folder (exact, FAISS), pgvector on a server, LanceDB.

The graphs are made of a few hundred papers here, so that what is searched is what large libraries get.
"""

from __future__ import annotations

import itertools
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.errors import BadInput, DamagedIndex, DimensionMismatch, LibraryError, ModelError, StaleIndex
from assay.index import EngineStore, FolderStore, Manifest, VectorStore, Where, files
from assay.index.stores import folder as stores
from assay.interpreter import python
from assay.library import Library
from assay.types import Filters, Paper
from postgres_server import OWNER, PostgresServer

DIM, N, K = 24, 600, 10
IDS = [f"paper {number:03} of 'all' é" for number in range(N)]
_numbers = itertools.count()


class Stopped(BaseException):
    """The process ends here, as by a kill."""


def points(n: int = N, seed: int = 1) -> np.ndarray:
    """Vectors (n, DIM) of length 1 around twelve centres: neighbours are near, as papers' are."""
    rng = np.random.default_rng(seed)
    found = rng.standard_normal((12, DIM))[rng.integers(0, 12, n)] + 0.6 * rng.standard_normal((n, DIM))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


VECTORS = points()
HALF = 1e-3  # of a number in 16 bits, which long vectors are off by too
LENGTHS = np.random.default_rng(14).uniform(0.1, 60, (N, 1)).astype(np.float32)


@pytest.fixture(scope="module")
def team(vector_postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library on a server with pgvector; two papers in three have a year."""
    url = vector_postgres.new_database(vectors=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        with Library.open(url) as library:
            years = (None, 1999, 2020)
            papers = [Paper(doc_id, doc_id, year=years[at % 3]) for at, doc_id in enumerate(IDS)]
            library.papers.add([(paper, ()) for paper in papers])
            yield library


@pytest.fixture(params=["exact", "hnsw", "pgvector", "lance"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VectorStore:
    if request.param == "pgvector":
        library: Library = request.getfixturevalue("team")
        return with_graph(library, monkeypatch)
    if request.param == "lance":
        pytest.importorskip("lancedb")
        from assay.index.stores import lance
        from assay.index.stores.lance import LanceStore

        monkeypatch.setattr(lance, "GRAPH_ABOVE", 400)
        monkeypatch.setattr(lance, "LISTED", 1)
        return LanceStore(str(tmp_path / "lance"), folder=tmp_path)
    monkeypatch.setattr(stores, "choose", lambda _n: request.param)
    return FolderStore(tmp_path / "indexes")


def with_graph(library: Library, monkeypatch: pytest.MonkeyPatch) -> VectorStore:
    from assay.library import vectors

    monkeypatch.setattr(vectors, "GRAPH_ABOVE", 400)
    monkeypatch.setattr(vectors, "FEW", 20)
    return library.vector_store()


@pytest.fixture
def fingerprint() -> str:
    return f"model{next(_numbers)}"


def save(
    store: VectorStore,
    fingerprint: str,
    changes: dict[str, np.ndarray],
    gone: list[str] = [],  # noqa: B006
    *,
    by_product: bool = False,
) -> None:
    """What `update_index` does to a store."""
    index = changed(store, fingerprint, changes, gone, by_product=by_product)
    store.save(index, Manifest(fingerprint, DIM, "", 0, "model", 7, mark="mark"))


def changed(
    store: VectorStore,
    fingerprint: str,
    changes: dict[str, np.ndarray],
    gone: list[str],
    *,
    by_product: bool = False,
) -> Any:
    """The index with what is to be saved."""
    try:
        index = store.open(fingerprint, dim=DIM)
    except StaleIndex:
        index = store.new(fingerprint, DIM, by_product=by_product)
    index.remove(gone)
    index = store.grown(index, N, lambda *_: None)
    if changes:
        vectors = np.stack(list(changes.values()))
        index.add(list(changes), vectors, hashes=hashes_of(vectors))
    return index


def hashes_of(vectors: np.ndarray) -> np.ndarray:
    """What stands for the hashes (n, 16) of texts: the first bytes of their vectors."""
    return np.ascontiguousarray(vectors[:, :4]).view(np.uint8)


def all_of(seed: int = 1, *, by_product: bool = False) -> dict[str, np.ndarray]:
    """A vector for each paper, of any length where they meet by products."""
    return dict(zip(IDS, points(seed=seed) * (LENGTHS if by_product else 1), strict=True))


both_ways = pytest.mark.parametrize("by_product", [False, True], ids=["by cosine", "by product"])


def nearest(vectors: dict[str, np.ndarray], query: np.ndarray, k: int = K) -> list[str]:
    """The k best by products in float64, ties by id."""
    scores = {doc_id: float(vector.astype(np.float64) @ query) for doc_id, vector in vectors.items()}
    return sorted(scores, key=lambda doc_id: (-scores[doc_id], doc_id))[:k]


def recall(found: list[list[tuple[str, float]]], wanted: list[list[str]]) -> float:
    pairs = zip(found, wanted, strict=True)
    return sum(len({doc_id for doc_id, _ in one} & set(best)) for one, best in pairs) / sum(map(len, wanted))


@both_ways
def test_what_is_near_is_found_with_its_cosine_or_product(
    store: VectorStore, fingerprint: str, by_product: bool
) -> None:
    papers = all_of(by_product=by_product)
    save(store, fingerprint, papers, by_product=by_product)
    index = store.open(fingerprint, dim=DIM)
    queries = points(40, seed=2)
    found = index.search(7 * queries, K)
    for query, ranking in zip(queries, found, strict=True):
        scores = [score for _, score in ranking]
        assert scores == sorted(scores, reverse=True)
        expected = [float(papers[doc_id] @ query) for doc_id, _ in ranking]
        assert scores == pytest.approx(expected, abs=1e-3, rel=2e-3 if by_product else None)
    longest = max(float(np.linalg.norm(vector)) for vector in papers.values())
    assert index.longest == pytest.approx(longest, rel=1e-3), "what fusion by scores needs"
    assert store.peek(fingerprint).by_product is by_product
    for k in (K, 2 * K):  # of twice as many a graph has to look at more than it usually does
        assert recall(index.search(queries, k), [nearest(papers, query, k) for query in queries]) >= 0.99
    assert len(index.search(queries[:1], 2 * N)[0]) == N
    assert index.search(queries[:1], 0) == [[]]
    with pytest.raises(DimensionMismatch):
        index.search(queries[:, 1:], K)
    with pytest.raises(ModelError):
        index.search(np.full((1, DIM), np.nan, np.float32), K)


def test_equal_papers_come_in_the_order_of_their_ids(store: VectorStore, fingerprint: str) -> None:
    same = dict.fromkeys(("b", "Z", "é", "a"), VECTORS[0])
    save(store, fingerprint, dict(zip(IDS[1:], VECTORS[1:], strict=True)) | same)
    found = store.open(fingerprint, dim=DIM).search(VECTORS[:1], 3)[0]
    assert [doc_id for doc_id, _ in found] == ["Z", "a", "b"]


@pytest.mark.parametrize(
    ("share", "by_product"),
    [(0.01, False), (0.1, False), (0.5, False), (0.99, False), (0.01, True), (0.5, True)],
)
def test_a_filter_leaves_k_results(
    store: VectorStore, fingerprint: str, share: float, by_product: bool
) -> None:
    papers = all_of(by_product=by_product)
    save(store, fingerprint, papers, by_product=by_product)
    index = store.open(fingerprint, dim=DIM)
    chosen = set(np.random.default_rng(3).choice(IDS, int(share * N), replace=False).tolist())
    queries = points(20, seed=4)
    for where, names in (
        (Where(chosen | {"not here"}), chosen),
        (Where(chosen, but=True), {*IDS} - chosen),
    ):
        allowed = {doc_id: vector for doc_id, vector in papers.items() if doc_id in names}
        found = index.search(queries, K, where=where)
        assert all({doc_id for doc_id, _ in one} <= names for one in found)
        assert {len(one) for one in found} == {min(K, len(names))}
        assert recall(found, [nearest(allowed, query) for query in queries]) >= 0.99
    assert index.search(queries[:1], K, where=Where(frozenset())) == [[]]


@both_ways
def test_papers_come_and_go(store: VectorStore, fingerprint: str, by_product: bool) -> None:
    papers = all_of(by_product=by_product)
    now = dict(itertools.islice(papers.items(), 500))
    save(store, fingerprint, now, by_product=by_product)
    changed = points(20, seed=5) * (LENGTHS[:20] if by_product else 1)
    new = dict(zip(IDS[490:510], changed, strict=True))
    save(store, fingerprint, new, gone=[IDS[3], "never there"], by_product=by_product)
    now |= new
    del now[IDS[3]]
    index, manifest = store.open(fingerprint, dim=DIM), store.peek(fingerprint)
    assert manifest is not None
    assert (len(index), manifest.n, index.mark, manifest.revision) == (509, 509, "mark", 7)
    assert {*index.doc_ids} == {*now}
    hashes = index.text_hashes([IDS[495], "x", IDS[4]])
    assert (
        hashes == np.stack([hashes_of(changed)[5], np.zeros(16), hashes_of(papers[IDS[4]][None])[0]])
    ).all()
    assert index.has([IDS[3], IDS[4], "x", IDS[509]]).tolist() == [False, True, False, True]
    some = [IDS[505], IDS[0], IDS[495]]
    np.testing.assert_allclose(
        index.vectors(some), np.stack([now[each] for each in some]), atol=1e-3, rtol=HALF * by_product
    )
    if not by_product:
        np.testing.assert_allclose(np.linalg.norm(index.vectors(some), axis=1), 1, atol=1e-6)
    assert index.vectors([]).shape == (0, DIM)
    with pytest.raises(KeyError):
        index.vectors(["x"])
    found = index.search(changed, 1)
    unit = changed / np.linalg.norm(changed, axis=1, keepdims=True)
    best = [float(now[nearest(now, query, 1)[0]] @ query) for query in unit]
    assert [one[0][1] for one in found] == pytest.approx(best, rel=HALF), "halves are as near as that"
    if not by_product:
        assert [one[0][0] for one in found] == IDS[490:510]
    assert recall(index.search(points(20, 6), K), [nearest(now, query) for query in points(20, 6)]) >= 0.99


def test_an_empty_index_finds_nothing(store: VectorStore, fingerprint: str) -> None:
    save(store, fingerprint, {})
    index = store.open(fingerprint, dim=DIM)
    assert (len(index), list(index.doc_ids), index.search(VECTORS[:2], K)) == (0, [], [[], []])
    assert not index.has(["a"]).any()
    save(store, fingerprint, {"a": VECTORS[0]})
    save(store, fingerprint, {}, gone=["a"])
    assert store.open(fingerprint, dim=DIM).search(VECTORS[:1], K) == [[]]


def test_models_do_not_mix(store: VectorStore, fingerprint: str) -> None:
    other = f"{fingerprint}b"
    with pytest.raises(StaleIndex, match="assay index"):
        store.open(fingerprint, dim=DIM)
    save(store, fingerprint, all_of())
    save(store, other, {"a": VECTORS[0]})
    assert {fingerprint, other} <= {each.fingerprint for each in store.manifests()}
    assert store.open(other, dim=DIM).search(VECTORS[:1], K)[0][0][0] == "a"
    with pytest.raises(DimensionMismatch):
        store.open(fingerprint, dim=DIM + 1)
    store.remove(other)
    store.remove(other)
    assert store.peek(other) is None
    assert len(store.open(fingerprint, dim=DIM)) == N


@pytest.mark.parametrize("much", [True, False], ids=["most of it is new", "little is new"])
def test_killed_in_the_middle_the_old_index_serves(
    store: VectorStore, fingerprint: str, much: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(store, fingerprint, all_of())
    changes = all_of(seed=8) if much else dict(itertools.islice(all_of(seed=8).items(), 30))
    with monkeypatch.context() as patch:
        stop_at_the_end(store, patch)
        with pytest.raises((Stopped, LibraryError)):
            save(store, fingerprint, changes, gone=[IDS[-1]])
    opened = store.open(fingerprint, dim=DIM)
    assert (len(opened), {*opened.doc_ids}) == (N, {*IDS})
    np.testing.assert_allclose(opened.vectors(IDS), VECTORS, atol=1e-3)
    save(store, fingerprint, changes, gone=[IDS[-1]])
    now = {
        doc_id: vector
        for doc_id, vector in (all_of() | changes).items()
        if doc_id in changes or doc_id != IDS[-1]
    }
    opened = store.open(fingerprint, dim=DIM)
    assert {*opened.doc_ids} == {*now}
    assert recall(opened.search(points(20, 9), K), [nearest(now, query) for query in points(20, 9)]) >= 0.99


def stop_at_the_end(store: VectorStore, patch: pytest.MonkeyPatch) -> None:
    """Let the process end when all is written, and nothing says yet that it counts."""

    def stop(*_arguments: Any, **_named: Any) -> None:
        raise Stopped

    if isinstance(store, FolderStore):
        patch.setattr(files, "publish", stop)
    elif hasattr(store, "_point"):
        patch.setattr(store, "_point", stop)
    else:
        from assay.library import vectors

        taken_in = vectors._taken_in

        def cut_off(connection: Any, *arguments: Any) -> None:
            taken_in(connection, *arguments)
            connection.connection.driver_connection.pgconn.finish()
            raise Stopped

        patch.setattr(vectors, "_taken_in", cut_off)


def test_a_disk_that_fills_in_the_middle_is_named_and_the_old_index_serves(
    store: VectorStore, fingerprint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same index afterwards as where there was room at once."""
    queries = points(20, 9)
    save(store, fingerprint, all_of())
    before = store.open(fingerprint, dim=DIM).search(queries, K)
    index = changed(store, fingerprint, all_of(seed=13), [IDS[-1]])
    with (
        monkeypatch.context() as patch,
        full_disk(store, patch),
        pytest.raises(LibraryError, match=r"[Dd]isk|Make room"),
    ):
        store.save(index, Manifest(fingerprint, DIM, "", 0, "model", 8))
    assert store.open(fingerprint, dim=DIM).search(queries, K) == before
    assert store.peek(fingerprint).revision == 7
    for each in (fingerprint, f"{fingerprint}b"):
        save(store, each, all_of(seed=13), gone=[IDS[-1]])
    ours, other = (store.open(each, dim=DIM) for each in (fingerprint, f"{fingerprint}b"))
    assert sorted(ours.doc_ids) == sorted(other.doc_ids)
    np.testing.assert_array_equal(ours.vectors(IDS), other.vectors(IDS))
    assert recall(ours.search(queries, K), [nearest(all_of(seed=13), query) for query in queries]) >= 0.99


@contextmanager
def full_disk(store: VectorStore, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """No file may grow beyond 16 KB; a server says what PostgreSQL says of a full disk."""
    if store.place.text.startswith("the server"):
        from assay.library import vectors

        def full(connection: Any, *_: Any, **__: Any) -> None:
            raising = "RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100'"
            connection.exec_driver_sql(f"DO $$ BEGIN {raising}; END $$")

        patch.setattr(vectors, "_count", full)
        yield
        return
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


# -- where another engine keeps them -----------------------------------------------------------------------


engines = pytest.mark.parametrize("store", ["pgvector", "lance"], indirect=True)


@engines
def test_changes_of_an_index_that_was_deleted_meanwhile_are_no_index(
    store: VectorStore, fingerprint: str
) -> None:
    """They would be searched as if they were all papers."""
    save(store, fingerprint, all_of())
    index = changed(store, fingerprint, {IDS[0]: VECTORS[1]}, [])
    store.remove(fingerprint)
    with pytest.raises(StaleIndex):
        store.save(index, Manifest(fingerprint, DIM, "", 0, "model"))
    assert store.peek(fingerprint) is None
    with pytest.raises(StaleIndex, match="assay index"):
        index.search(VECTORS[:1], K)


@engines
def test_what_is_damaged_is_found_and_made_again(
    store: VectorStore, fingerprint: str, request: pytest.FixtureRequest
) -> None:
    """Rows that are lost, vectors that no model gave, and, in LanceDB, files."""
    assert isinstance(store, EngineStore)
    for harm in (lose_rows, lengthen_vectors, *((lose_files,) if store.kind == "lance" else ())):
        store.remove(fingerprint)
        save(store, fingerprint, all_of())
        assert not [each for each, _ in store.damaged() if each == fingerprint]
        harm(store, fingerprint, request)
        [error] = [error for each, error in store.damaged() if each == fingerprint]
        assert isinstance(error, DamagedIndex)
        store.remove(fingerprint)
        save(store, fingerprint, all_of())
        assert len(store.open(fingerprint, dim=DIM)) == N


def lose_rows(store: Any, fingerprint: str, request: pytest.FixtureRequest) -> None:
    if store.kind == "lance":
        table = store.searched(fingerprint)
        table.restore()
        table.delete("hash IS NOT NULL AND doc_id < 'paper 010'")
        repoint(store, fingerprint, table.version)
    else:
        in_database(request, fingerprint, "DELETE FROM {0} WHERE doc_id < 'paper 010'")


def lengthen_vectors(store: Any, fingerprint: str, request: pytest.FixtureRequest) -> None:
    if store.kind == "lance":
        table = store.searched(fingerprint)
        table.restore()
        table.update(where="doc_id < 'paper 010'", values={"vector": [3.0] * DIM})
        repoint(store, fingerprint, table.version)
    else:
        in_database(request, fingerprint, "UPDATE {0} SET v = v + v WHERE doc_id < 'paper 010'")


def lose_files(store: Any, fingerprint: str, _: pytest.FixtureRequest) -> None:
    for path in Path(store.address).joinpath(f"vectors_{fingerprint}.lance", "data").iterdir():
        path.unlink()


def repoint(store: Any, fingerprint: str, version: int) -> None:
    """Let the version be the one that is searched, with what was noted of the one before."""
    noted, before = store._pointers(store._database())[fingerprint]
    store._point(store._database(), noted, version, before=before)


def in_database(request: pytest.FixtureRequest, fingerprint: str, statement: str) -> None:
    server: PostgresServer = request.getfixturevalue("vector_postgres")
    name = request.getfixturevalue("team").location.rpartition("/")[2]
    of = f"SELECT generation FROM vector_index WHERE fingerprint = '{fingerprint}'"
    [(generation,)] = server.sql(of, database=name)
    server.sql(statement.format(f"vectors_{generation}"), database=name)


WRITER = """
import sys
from pathlib import Path
import numpy as np
from assay.errors import AssayError
from assay.index import Manifest
from assay.index.stores.lance import LanceStore
address, fingerprint, seed, dim = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
store = LanceStore(address, folder=Path(address))
ids = [f"paper {number:03} of 'all' é" for number in range(500)]
vectors = np.zeros((500, dim), np.float32)
vectors[:, seed] = 1
said = []
for turn in range(4):
    index = store.open(fingerprint, dim=dim)
    index.add([*ids, f"of {seed}"], np.concatenate([vectors, vectors[:1]]))
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        store.save(index, Manifest(fingerprint, dim, "", 0, "it's a model", turn, mark=str(seed)))
    except AssayError as error:
        said.append(type(error).__name__)
    else:
        said.append("saved")
    print(said[-1], flush=True)
"""


@pytest.mark.parametrize("store", ["lance"], indirect=True)
def test_machines_that_save_at_once_do_not_mix_their_papers(
    store: VectorStore, fingerprint: str, tmp_path: Path
) -> None:
    """Two processes without a lock in common: after each turn all vectors are those of one that saved."""
    save(store, fingerprint, all_of())
    held = -1
    with ExitStack() as stack:
        writers = [
            stack.enter_context(
                subprocess.Popen(
                    python("-c", WRITER, str(tmp_path / "lance"), fingerprint, str(seed), str(DIM)),
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1,
                )
            )
            for seed in (0, 1)
        ]  # fmt: skip
        for _ in range(4):
            for writer in writers:
                assert writer.stdout is not None
                assert writer.stdout.readline() == "ready\n"
            for writer in writers:
                assert writer.stdin is not None
                writer.stdin.write("\n")
            said = [str(writer.stdout and writer.stdout.readline()).strip() for writer in writers]
            assert {*said} <= {"saved", "StaleIndex"}, said
            index = store.open(fingerprint, dim=DIM)
            if "saved" in said:
                [held] = {int(row.argmax()) for row in index.vectors(IDS[:500])}
                assert said[held] == "saved"
            elif held >= 0:
                assert (index.vectors(IDS[:500]).argmax(axis=1) == held).all()
    assert [writer.returncode for writer in writers] == [0, 0]


@pytest.mark.parametrize("store", ["lance"], indirect=True)
@pytest.mark.parametrize("much", [True, False], ids=["new", "more"])
@pytest.mark.parametrize("step", ["_changes", "_rows", "_index", "_point"])
def test_a_save_within_another_is_whole_and_the_other_one_is_refused(
    store: VectorStore, fingerprint: str, step: str, much: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.index.stores import lance

    if not much:
        save(store, fingerprint, all_of())
    ours = changed(store, fingerprint, all_of(seed=21), [])
    other = changed(store, fingerprint, all_of(seed=22), [])
    place = store if step == "_point" else lance
    work, left = getattr(place, step), [1]

    def overtaken(*arguments: Any, **named: Any) -> Any:
        if left.pop() if left else 0:
            store.save(other, Manifest(fingerprint, DIM, "", 0, "model", 9))
        return work(*arguments, **named)

    monkeypatch.setattr(place, step, overtaken)
    with pytest.raises(StaleIndex, match="at the same time"):
        store.save(ours, Manifest(fingerprint, DIM, "", 0, "model", 8))
    opened, noted = store.open(fingerprint, dim=DIM), store.peek(fingerprint)
    assert noted is not None
    assert (noted.revision, noted.n) == (9, N)
    np.testing.assert_allclose(opened.vectors(IDS), points(seed=22), atol=1e-6)
    assert (
        recall(opened.search(points(20, 9), K), [nearest(all_of(seed=22), q) for q in points(20, 9)]) >= 0.99
    )


@pytest.mark.parametrize("store", ["lance"], indirect=True)
def test_a_reader_whose_version_was_cleaned_up_reads_the_one_that_is_searched(
    store: Any, fingerprint: str
) -> None:
    """It stayed open for longer than versions are kept."""
    save(store, fingerprint, all_of())
    reader, unused = (store.open(fingerprint, dim=DIM) for _ in range(2))
    assert len(reader.search(VECTORS[:1], K)[0]) == K
    data = Path(store.address).joinpath(f"vectors_{fingerprint}.lance", "data")
    before = [*data.iterdir()]
    save(store, fingerprint, all_of(seed=24))
    for path in before:  # as a clean-up does after a day
        path.unlink()
    found = unused.search(points(20, 9), K)
    assert recall(found, [nearest(all_of(seed=24), query) for query in points(20, 9)]) >= 0.99
    np.testing.assert_allclose(reader.vectors(IDS), points(seed=24), atol=1e-6)


@pytest.mark.parametrize("kind", ["two libraries", "a copy"])
def test_libraries_at_one_address_keep_vectors_of_their_own(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their papers have the same ids and another order; a copy brings the id of its original with it."""
    pytest.importorskip("lancedb")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    address = (tmp_path / "shared").as_uri()
    Library.open(tmp_path / "c").close()
    if kind == "a copy":
        shutil.copytree(tmp_path / "c", tmp_path / "d")
    with Library.open(tmp_path / "c") as c, Library.open(tmp_path / "d") as d:
        d.trust()
        both = {1: c.vector_store(address), 2: d.vector_store(address)}
        for seed, store in both.items():
            save(store, "model", all_of(seed=seed))
        for seed, store in both.items():
            [found] = store.open("model", dim=DIM).search(VECTORS[:1], K)
            assert [doc_id for doc_id, _ in found] == nearest(all_of(seed=seed), VECTORS[0])
            assert [each.fingerprint for each in store.manifests()] == ["model"]
        both[1].remove("model")
        assert both[1].peek("model") is None
        assert len(both[2].open("model", dim=DIM)) == N


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (None, r"LanceDB cannot use ftp://a/b \([^/{]*'ftp'\); .* Check the address"),
        ("Invalid input, No key: IO { source: Generic { } }, location: /root/x.rs", r"\(No key\); .* Check"),
        ("lance error: LanceError(IO): No region, /root/x.rs:3:1", r"\(No region\); .* Check"),
        ("No name: the user x already exists", r"\(No name: the user x already exists\)"),
        ("Table 'indexes' already exists", "Another machine"),
        ("Commit conflict for version 3", "Another machine"),
    ],
)
def test_what_lancedb_says_of_an_address_is_told_in_a_line(
    raised: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is what it raises itself: ftp is no object store. The rest is in the form of its errors."""
    lancedb = pytest.importorskip("lancedb")
    from assay.index.stores.lance import LanceStore

    def fail(_address: str) -> None:
        raise ValueError(raised)

    if raised is not None:
        monkeypatch.setattr(lancedb, "connect", fail)
    with pytest.raises((LibraryError, StaleIndex), match=said):
        LanceStore("ftp://a/b", folder=tmp_path).peek("model")


def test_a_teams_machines_have_one_index_at_an_address(
    team: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vector_postgres: PostgresServer
) -> None:
    """However each of them writes the server's address; another database there has its own."""
    pytest.importorskip("lancedb")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other machine"))
    address, name = (tmp_path / "shared").as_uri(), team.location.rpartition("/")[2]
    save(team.vector_store(address), "model", all_of())
    with Library.open(vector_postgres.url(name, user=OWNER)) as other:
        noted = other.vector_store(address).peek("model")
        assert noted is not None
        assert noted == team.vector_store(address).peek("model")
    with Library.open(vector_postgres.new_database()) as stranger:
        assert stranger.vector_store(address).peek("model") is None


# -- on a server -----------------------------------------------------------------------------------------


def test_the_librarys_filters_are_sql(
    team: Library, fingerprint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names are not read then: those given here are wrong."""
    store = with_graph(team, monkeypatch)
    save(store, fingerprint, all_of())
    index = store.open(fingerprint, dim=DIM)
    recent = {doc_id: vector for at, (doc_id, vector) in enumerate(all_of().items()) if at % 3 == 2}
    for wrong in (frozenset({"x"}), frozenset(map(str, range(300)))):  # few, and many
        found = index.search(VECTORS[:20], K, where=Where(wrong, filters=Filters(year_from=2000)))
        assert recall(found, [nearest(recent, query) for query in VECTORS[:20]]) >= 0.99
        assert {len(one) for one in found} == {K}


def test_a_table_that_is_replaced_meanwhile_is_not_searched_in_part(
    team: Library, fingerprint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.library import vectors

    store = with_graph(team, monkeypatch)
    save(store, fingerprint, all_of())
    table, left = vectors._table, [1]

    def replaced(generation: int) -> Any:
        if left.pop() if left else 0:
            save(store, fingerprint, all_of(seed=11))
        return table(generation)

    index = store.open(fingerprint, dim=DIM)
    monkeypatch.setattr(vectors, "_table", replaced)
    found = index.search(VECTORS[:5], K)
    assert recall(found, [nearest(all_of(seed=11), query) for query in VECTORS[:5]]) >= 0.99
    assert not left


def test_a_server_that_goes_is_an_error_in_words_and_the_index_is_the_same_afterwards(
    team: Library, fingerprint: str, vector_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.library import vectors

    store = with_graph(team, monkeypatch)
    save(store, fingerprint, all_of())
    index = store.open(fingerprint, dim=DIM)
    before = index.search(VECTORS[:5], K)

    def killing(after: Callable[..., Any]) -> Callable[..., Any]:
        def work(*arguments: Any, **named: Any) -> Any:
            vector_postgres.kill()
            return after(*arguments, **named)

        return work

    for name, work in (
        ("_nearest", lambda: index.search(VECTORS[:5], K)),
        ("_make_graph", lambda: save(store, fingerprint, all_of(seed=12))),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(vectors, name, killing(getattr(vectors, name)))
            with pytest.raises(LibraryError, match="server"):
                work()
        with pytest.raises(LibraryError, match="does not answer"):
            index.search(VECTORS[:5], K)
        vector_postgres.start()
        assert index.search(VECTORS[:5], K) == before


def test_what_the_server_refuses_of_a_vector_is_said_and_the_old_index_serves(
    team: Library, fingerprint: str
) -> None:
    """A half has nothing above 65,504. COPY is the driver's own, and its errors are no others' errors."""
    store = team.vector_store()
    save(store, fingerprint, {"paper 0": VECTORS[0]}, by_product=True)
    with pytest.raises(LibraryError, match="infinite value not allowed"):
        save(store, fingerprint, {"paper 1": VECTORS[1] * 1e6}, by_product=True)
    assert store.peek(fingerprint).n == 1


def test_versions_that_do_not_fit_are_refused_by_name(
    team: Library, fingerprint: str, vector_postgres: PostgresServer, postgres: PostgresServer, tmp_path: Path
) -> None:
    name = team.location.rpartition("/")[2]
    save(team.vector_store(), fingerprint, {"a": VECTORS[0]})
    layout = "UPDATE vector_index SET layout = {0}"
    version = "UPDATE pg_extension SET extversion = '{0}' WHERE extname = 'vector'"
    vector_postgres.sql(layout.format(99), database=name)
    with pytest.raises(LibraryError, match="later version of Assay"):
        team.vector_store().open(fingerprint, dim=DIM)
    vector_postgres.sql(layout.format(1), version.format("0.7.4"), database=name)
    with pytest.raises(LibraryError, match=r"pgvector 0\.7\.4, and Assay needs 0\.8"):
        team.vector_store()
    assert isinstance(team.vector_store("folder"), FolderStore)
    vector_postgres.sql(version.format("0.8.5"), database=name)
    assert not isinstance(team.vector_store(), FolderStore)
    plain = postgres.new_database()
    with Library.open(plain) as library:
        assert isinstance(library.vector_store(), FolderStore)
        with pytest.raises(BadInput, match="CREATE EXTENSION vector"):
            library.vector_store("server")
    postgres.drop(plain)
    with Library.open(tmp_path / "own") as library, pytest.raises(BadInput, match="Choose one of"):
        library.vector_store("cellar")
