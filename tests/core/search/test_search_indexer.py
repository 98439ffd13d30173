"""Updating indexes: only what changed is worked on, and nothing that was paid for is lost."""

from __future__ import annotations

import errno
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache, VectorCache
from assay.errors import LibraryError
from assay.index import FolderStore, LexicalIndex, VectorIndex, choose, generations, open_index
from assay.index.papers import Names
from assay.index.stores import folder as stores
from assay.library import Library
from assay.progress import Cancelled, Progress, silent
from assay.search import (
    index_folder,
    indexed_models,
    indexer,
    lexical_folder,
    update_index,
    update_lexical,
)
from assay.types import IndexReport, Paper, TaskFormat


@pytest.fixture
def folder(library: Library, encoder: CountingEncoder) -> Path:
    return index_folder(library.folder, encoder.fingerprint(TaskFormat.PRX))


def opened(folder: Path, encoder: CountingEncoder) -> VectorIndex:
    return open_index(folder, fingerprint=encoder.fingerprint(TaskFormat.PRX), dim=encoder.dim)


def counts(report: IndexReport) -> tuple[int, int, int, int, int]:
    return report.n_papers, report.n_encoded, report.n_cached, report.n_removed, report.n_unchanged


HOLDER = """
import sys
from pathlib import Path
from assay.messages import message
from assay.progress import silent
from assay.search.index_lock import index_lock
with index_lock(Path(sys.argv[1]), silent, "", message("vector index")):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_an_update_waits_for_that_of_another_process_and_encodes_nothing_meanwhile(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    command = [sys.executable, "-c", HOLDER, str(folder)]
    waits: list[tuple[str, int, int | None]] = []

    def three_times(stage: str, done: int, total: int | None, _item: object = None) -> None:
        waits.append((stage, done, total))
        if len(waits) == 3:
            raise Cancelled

    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Cancelled):
            update_index(library, encoder, cache=cache, folder=folder, progress=three_times)
        other.communicate()
    assert (waits, encoder.taken()) == ([("encoding", 0, None)] * 3, [])
    assert counts(update_index(library, encoder, cache=cache, folder=folder)) == (12, 12, 0, 0, 0)


# -- vectors --------------------------------------------------------------------------------------------


def test_every_paper_is_encoded_once_for_proximity(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    report = update_index(library, encoder, cache=cache)
    assert counts(report) == (12, 12, 0, 0, 0)
    assert report.rebuilt == ""
    texts = {(TaskFormat.PRX, encoder.template.paper_text(paper)) for paper in PAPERS}
    assert set(encoder.taken()) == texts
    index = opened(folder, encoder)
    stored = index.vectors([paper.doc_id for paper in PAPERS])
    wanted = encoder.encode([encoder.template.paper_text(paper) for paper in PAPERS], format=TaskFormat.PRX)
    np.testing.assert_allclose(stored, wanted, atol=1e-6)


def test_only_changed_and_new_papers_are_encoded_and_removed_ones_go(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    update_index(library, encoder, cache=cache)
    encoder.taken()
    changed = replace(PAPERS[0], abstract="Wasps build paper nests.")
    library.papers.update([(changed, ())])
    library.papers.update([(replace(PAPERS[1], venue="Elsewhere"), ())])  # not part of the text
    library.papers.remove([PAPERS[2].doc_id])
    library.papers.add([(Paper("new", "Comets"), ())])
    report = update_index(library, encoder, cache=cache)
    assert counts(report) == (12, 2, 0, 1, 10)
    assert {text for _, text in encoder.taken()} == {"Comets", encoder.template.paper_text(changed)}
    index = opened(folder, encoder)
    assert set(index.doc_ids) == ({paper.doc_id for paper in PAPERS} - {PAPERS[2].doc_id}) | {"new"}
    wanted = encoder.encode([encoder.template.paper_text(changed)], format=TaskFormat.PRX)
    np.testing.assert_allclose(index.vectors([changed.doc_id]), wanted, atol=1e-6)


def test_a_removed_paper_goes_also_where_another_shares_its_key_and_no_mark_is_known(
    library: Library,
    encoder: CountingEncoder,
    cache: VectorCache,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Names, "keys", lambda names: np.zeros(len(names), np.uint64))
    update_index(library, encoder, cache=cache)
    update_lexical(library, folder=lexical_folder(library.folder))
    library.papers.remove([PAPERS[3].doc_id])
    monkeypatch.setattr(type(library.index_marks), "since", lambda *_: None)
    assert update_index(library, encoder, cache=cache).n_removed == 1
    assert update_lexical(library, folder=lexical_folder(library.folder)).n_removed == 1
    left = {paper.doc_id for paper in PAPERS} - {PAPERS[3].doc_id}
    assert (
        {*opened(folder, encoder).doc_ids} == {*LexicalIndex(lexical_folder(library.folder)).doc_ids} == left
    )


def test_a_damaged_index_is_rebuilt_without_encoding(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    update_index(library, encoder, cache=cache)
    encoder.taken()
    [vectors] = folder.glob("generation-*/vectors.npy")
    content = vectors.read_bytes()
    vectors.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    report = update_index(library, encoder, cache=cache)
    assert counts(report) == (12, 0, 12, 0, 0)
    assert "vectors.npy" in report.rebuilt
    assert encoder.taken() == []
    assert len(opened(folder, encoder)) == 12


def test_an_index_of_another_model_is_rebuilt(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    update_index(library, encoder, cache=cache)
    other = CountingEncoder(dim=32)
    theirs = folder.rename(index_folder(library.folder, other.fingerprint(TaskFormat.PRX)))
    report = update_index(library, other, cache=cache)
    assert counts(report) == (12, 12, 0, 0, 0)
    assert encoder.fingerprint(TaskFormat.PRX) in report.rebuilt
    assert opened(theirs, other).dim == 32


def test_an_interrupted_update_goes_on_where_it_was(
    library: Library,
    encoder: CountingEncoder,
    cache: VectorCache,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = indexer.encode_with_cache

    def in_small_commits(*args, **kwargs):
        return plain(*args, commit_every=4, **kwargs)

    monkeypatch.setattr(indexer, "encode_with_cache", in_small_commits)

    def stopping_after(n: int) -> Progress:
        def progress(stage: str, done: int, total: int | None, item: object = None) -> None:
            if stage == "encoding" and done >= n:
                raise Cancelled

        return progress

    with pytest.raises(Cancelled):
        update_index(library, encoder, cache=cache, progress=stopping_after(7))
    assert len(opened(folder, encoder)) == 4  # those of the commit that was complete can be searched
    first = encoder.taken()
    report = update_index(library, encoder, cache=cache)
    second = encoder.taken()
    assert report.n_unchanged == 4
    assert report.n_encoded == len(second) == 8
    assert len(set(first + second)) == 12


def test_papers_are_read_and_encoded_some_at_a_time_to_the_same_index(
    library: Library,
    encoder: CountingEncoder,
    cache: VectorCache,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    update_index(library, encoder, store=FolderStore(tmp_path / "at once"), cache=cache)
    encoder.taken()
    monkeypatch.setattr(indexer, "CHUNK", 5)
    heard: list[tuple[str, int, int | None]] = []
    report = update_index(
        library,
        encoder,
        store=FolderStore(tmp_path / "in chunks"),
        cache=FolderCache(tmp_path / "other"),
        progress=lambda *args: heard.append(args[:3]),
    )
    assert report.n_encoded == 12
    assert [done for stage, done, _ in heard if stage == "encoding"][-1] == 12
    name_of = encoder.fingerprint(TaskFormat.PRX)
    one, other = (opened(tmp_path / name / name_of, encoder) for name in ("at once", "in chunks"))
    assert list(one.doc_ids) == list(other.doc_ids)
    np.testing.assert_allclose(one.vectors(one.doc_ids), other.vectors(one.doc_ids), atol=1e-6)


def test_stopped_among_several_chunks_the_index_has_what_was_encoded_and_no_removed_paper(
    library: Library,
    encoder: CountingEncoder,
    cache: VectorCache,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(indexer, "CHUNK", 5)
    gone = library.papers.ids()[7]

    def progress(stage: str, done: int, total: int | None, item: object = None) -> None:
        if stage == "encoding" and done == 5 and gone in library.papers.ids():
            library.edits.remove([gone])  # after it was counted, before it is read
        if stage == "encoding" and done > 9:
            raise Cancelled

    with pytest.raises(Cancelled):
        update_index(library, encoder, cache=cache, progress=progress)
    part = opened(folder, encoder)
    assert not part.has([gone])[0]
    assert 9 <= len(part) < 11
    update_index(library, encoder, cache=cache)
    assert set(opened(folder, encoder).doc_ids) == set(library.papers.ids())
    assert len(encoder.taken()) <= 13  # what was not committed is encoded twice


def test_equal_texts_are_encoded_once_and_both_found(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    library.papers.add([(replace(PAPERS[0], doc_id="twin"), ())])
    assert counts(update_index(library, encoder, cache=cache)) == (13, 12, 1, 0, 0)
    assert opened(folder, encoder).has(["twin"])[0]


def test_a_growing_library_changes_the_kind_of_its_index(
    library: Library,
    encoder: CountingEncoder,
    cache: VectorCache,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    update_index(library, encoder, cache=cache)
    monkeypatch.setattr(stores, "choose", lambda n: "hnsw" if n > 12 else choose(n))
    library.papers.add([(Paper("new", "Comets"), ())])
    update_index(library, encoder, cache=cache)
    index = opened(folder, encoder)
    assert (index.kind, len(index)) == ("hnsw", 13)
    library.papers.remove(["new"])
    update_index(library, encoder, cache=cache)
    assert (opened(folder, encoder).kind, len(opened(folder, encoder))) == ("exact", 12)


def test_an_empty_library_gets_an_empty_index(tmp_path: Path, encoder: CountingEncoder) -> None:
    with Library.open(tmp_path / "empty") as library:
        cache = FolderCache(tmp_path / "vectors")
        assert counts(update_index(library, encoder, cache=cache)) == (0, 0, 0, 0, 0)
        assert len(opened(index_folder(library.folder, encoder.fingerprint(TaskFormat.PRX)), encoder)) == 0
        assert counts(update_lexical(library, folder=tmp_path / "words")) == (0, 0, 0, 0, 0)
        assert LexicalIndex(tmp_path / "words").search("anything", 5) == []


def test_a_full_disk_keeps_the_old_index_and_the_encoded_vectors(
    library: Library,
    encoder: CountingEncoder,
    cache: VectorCache,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    update_index(library, encoder, cache=cache)
    library.papers.add([(Paper("new", "Comets"), ())])

    def full(_path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(generations, "_sync", full)
        with pytest.raises(LibraryError, match="No space left"):
            update_index(library, encoder, cache=cache)
    assert len(opened(folder, encoder)) == 12
    encoder.taken()
    update_index(library, encoder, cache=cache)
    assert encoder.taken() == []
    assert opened(folder, encoder).has(["new"])[0]


def test_progress_counts_every_paper(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    heard: list[tuple[str, int, int | None]] = []
    update_index(library, encoder, cache=cache, progress=lambda *args: heard.append(args[:3]))
    for stage in ("reading", "encoding"):
        assert [h for h in heard if h[0] == stage][-1][1:] == (12, 12)


def test_models_that_have_an_index_are_listed(
    library: Library, encoder: CountingEncoder, cache: VectorCache, folder: Path
) -> None:
    assert indexed_models(library.vector_store()) == {}
    update_index(library, encoder, cache=cache)
    update_lexical(library, folder=lexical_folder(library.folder))
    assert indexed_models(library.vector_store()) == {"hashing": 12}


# -- words ----------------------------------------------------------------------------------------------


def test_only_changed_papers_are_read_into_the_keyword_index(library: Library) -> None:
    folder = lexical_folder(library.folder)
    assert counts(update_lexical(library, folder=folder)) == (12, 12, 0, 0, 0)
    assert counts(update_lexical(library, folder=folder)) == (12, 0, 0, 0, 12)
    library.papers.update([(replace(PAPERS[0], abstract="Wasps build nests."), ())])
    library.papers.update([(replace(PAPERS[1], year=1900), ())])
    library.papers.remove([PAPERS[2].doc_id])
    library.papers.add([(Paper("new", "Comets"), ())])
    assert counts(update_lexical(library, folder=folder)) == (12, 2, 0, 1, 10)
    index = LexicalIndex(folder)
    for word, found in (("wasps", PAPERS[0].doc_id), ("comets", "new")):
        assert [doc_id for doc_id, _ in index.search(word, 5)] == [found]
    assert PAPERS[2].doc_id not in {doc_id for doc_id, _ in index.search("bees", 50)}


def test_a_damaged_keyword_index_is_rebuilt(library: Library) -> None:
    folder = lexical_folder(library.folder)
    update_lexical(library, folder=folder)
    for file in folder.glob("generation-*/*.idx"):
        file.write_bytes(b"")
    report = update_lexical(library, folder=folder)
    assert counts(report) == (12, 12, 0, 0, 0)
    assert ".idx" in report.rebuilt
    assert len(LexicalIndex(folder)) == 12


def test_a_stopped_keyword_update_leaves_the_old_index_alone(library: Library) -> None:
    folder = lexical_folder(library.folder)
    update_lexical(library, folder=folder)
    library.papers.add([(Paper("new", "Comets"), ())])

    def stop(stage: str, done: int, total: int | None, item: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        update_lexical(library, folder=folder, progress=stop)
    assert len(list(folder.glob("generation-*"))) == 1
    assert len(LexicalIndex(folder)) == 12
    assert update_lexical(library, folder=folder, progress=silent).n_encoded == 1
