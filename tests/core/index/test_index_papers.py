"""Tables of papers in arrays, against Python's own list and dict, and what they may take."""

from __future__ import annotations

import random
import resource
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from assay.errors import LibraryError
from assay.index import DocIds, ExactIndex, Where, hash_array, papers
from assay.index.papers import Keys, Names, RowTable

NAMES = ("", "a", "arxiv:2101.00001", "x" * 200, "é", "日本語", "a b", "12345678", "1234567", "Ω" * 40)


def name(number: int) -> str:
    return f"{NAMES[number % len(NAMES)]}{number}"


def keys_of(names: list[str]) -> Keys:
    return Names.of(names).keys()


def splitmix(word: int) -> int:
    """Return the finish of splitmix64, in whole numbers without end."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) % 2**64
    return word ^ (word >> 31)


def test_a_name_has_the_same_key_on_every_machine_and_in_any_company() -> None:
    for one in map(name, range(30)):
        content = one.encode()
        words = [int.from_bytes(content[at : at + 8], "little") for at in range(0, len(content), 8)]
        places = [(word, at) for at, word in enumerate(words, start=1) if word]
        total = sum(splitmix((word + at * 0x9E3779B97F4A7C15) % 2**64) for word, at in places)
        expected = splitmix(total % 2**64)
        assert keys_of([one]).tolist() == [expected]
        assert keys_of(["b", one, "y" * 300]).tolist()[1] == expected
    assert len(np.unique(keys_of([f"arxiv:{number:09}" for number in range(200_000)]))) == 200_000


def test_one_very_long_id_takes_no_memory_for_every_other() -> None:
    ids = [f"d{n}" for n in range(20_000)]
    ids.insert(7_000, "u" * 20_000)
    tracemalloc.start()
    keys = keys_of(ids)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40e6, "20,000 rows of the longest id's width are 400 MB"
    assert keys[[0, 7_000, 20_000]].tolist() == [keys_of([ids[n]])[0] for n in (0, 7_000, 20_000)]


@pytest.mark.parametrize(("seed", "n_keys", "steps"), [(0, 0, 40), (1, 0, 40), (2, 50, 40), (3, 1, 20)])
def test_a_table_holds_what_a_list_would(
    seed: int, n_keys: int, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where many names share a key, or all do."""
    if n_keys:
        real = Names.keys
        monkeypatch.setattr(Names, "keys", lambda names: real(names) % np.uint64(n_keys))
    rng, table, listed = random.Random(seed), RowTable(), list[str]()
    hashes: dict[str, bytes] = {}
    for step in range(steps):
        some = [name(rng.randrange(400)) for _ in range(rng.randrange(1, 60))]
        if rng.random() < 0.3:
            kept = table.drop(some)
            assert kept.tolist() == [each not in some for each in listed]
            listed = [each for each in listed if each not in some]
        else:
            given = [rng.randbytes(16) for _ in some]
            last = dict(zip(some, given, strict=True))
            rows = table.place(some, hash_array([last[each] for each in some]))
            listed += [each for each in dict.fromkeys(some) if each not in listed]
            hashes |= last
            assert [listed[row] for row in rows.tolist()] == some
        if step % 10 == 9:
            folder = tmp_path / str(step)
            folder.mkdir()
            table.write(folder)
            table = RowTable.read(folder)
        assert (len(table), list(table.doc_ids)) == (len(listed), listed)
        asked = [name(number) for number in range(400)]
        where = {each: row for row, each in enumerate(listed)}
        assert table.find(asked).tolist() == [where.get(each, -1) for each in asked]
        known = [each for each in asked if each in where]
        assert list(map(bytes, table.hashes_of(known))) == [hashes[each] for each in known]
        for but in (False, True):
            allowed = table.allowed(Where(DocIds([*dict.fromkeys(some)]), but=but))
            assert allowed.tolist() == [(each in some) is not but for each in listed]


def test_a_set_of_ids_is_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [name(number) for number in range(50)]
    assert (set(DocIds(ids)), len(DocIds(ids))) == (set(ids), 50)
    assert [each in DocIds(ids) for each in ("é4", "é5", 4)] == [True, False, False]
    assert (list(DocIds([])), "a" in DocIds([])) == ([], False)
    assert list(DocIds(ids).lacking(["b", "é4", "c"])) == ["b", "c"]
    assert list(DocIds([]).lacking(["b"])) == ["b"]
    monkeypatch.setattr(Names, "keys", lambda names: np.zeros(len(names), np.uint64))
    assert (set(DocIds(ids)), list(DocIds(ids).lacking(["b", "é4", "é5"]))) == (set(ids), ["b", "é5"])


def test_an_opened_table_takes_less_than_a_hundred_bytes_a_paper(tmp_path: Path) -> None:
    """That is for the names, rows, hashes and two filters; lists and dicts took 750."""
    n = 20_000
    RowTable(f"arxiv:{number:09}" for number in range(n)).write(tmp_path)
    tracemalloc.start()
    try:
        table = RowTable.read(tmp_path)
        filters = [Where(DocIds([f"arxiv:{number:09}" for number in range(0, n, 2)])) for _ in range(2)]
        assert [int(table.allowed(where).sum()) for where in filters] == [n // 2, n // 2]
        taken, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    mapped = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert taken + mapped < 100 * n, (taken / n, mapped / n)
    assert most < 300 * n, "for the moment of reading a filter"


def test_vectors_that_come_lie_in_a_file_that_has_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator
) -> None:
    monkeypatch.setattr(papers, "SPILL", 1000)
    vectors = rng.normal(size=(300, 8)).astype(np.float32)
    ids = [f"d{number:03}" for number in range(300)]
    plain, spilled = ExactIndex(8), ExactIndex(8, tmp_path / "later")
    for start in range(0, 300, 40):
        for index in (plain, spilled):
            index.add(ids[start : start + 40], vectors[start : start + 40])
    assert isinstance(spilled._small._kept, np.memmap)
    assert not list((tmp_path / "later").iterdir())
    for ours, theirs in zip(
        spilled.search_rows(vectors[:5], 9), plain.search_rows(vectors[:5], 9), strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)


def test_vectors_that_find_no_room_on_the_disk_are_an_error_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mapped page without room would end the process when it is written."""
    monkeypatch.setattr(papers, "SPILL", 1000)
    index = ExactIndex(8, tmp_path)
    index.add(["a"], np.ones((1, 8), np.float32))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(LibraryError, match="Free some space"):
            index.add([f"d{number}" for number in range(500)], np.ones((500, 8), np.float32))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
