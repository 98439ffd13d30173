"""Papers that were just imported are found by keyword while their vectors are still being made."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from engine_talk import Talk

from assay.errors import DamagedIndex
from assay.index import Manifest, generations, peek
from assay.library import Library
from assay.search import lexical_folder, update_lexical
from assay.types import Paper

SLOW = """
import sys, time
from assay.encoding import HashingEncoder
encode = HashingEncoder.encode_formats
def slow(self, texts, **options):
    while not {go!r} or not __import__("os").path.exists({go!r}):
        options["progress"]("encoding", 0, len(texts))
        time.sleep(0.02)
    return encode(self, texts, **options)
HashingEncoder.encode_formats = slow
from assay.cli import main
main()
"""

WASPS = {"text": "wasps scrape wood", "k": 20}


@pytest.fixture
def engine(indexed: Callable[..., Any], start: Callable[..., Any], tmp_path: Path) -> Iterator[Talk]:
    """An engine on the eight papers, which are indexed."""
    talk = Talk(start(tmp_path / "library", "engine"))
    talk.state("ready")
    yield talk
    talk.send(id=999, op="quit")
    talk.process.communicate()


def add_wasps(folder: Path, n: int = 1) -> None:
    """Straight into the library, as an import leaves them that was killed at its end."""
    with Library.open(folder, check=False) as library:
        papers = [Paper(f"wasps{i}", "Wasps scrape wood", "For paper nests.") for i in range(n)]
        library.papers.add([(paper, ()) for paper in papers])


def ask(engine: Talk, number: int, mode: str) -> dict[str, Any]:
    engine.send(id=number, op="search", request={**WASPS, "mode": mode})
    answer: dict[str, Any] = engine.answer(number)["ok"]
    return answer


def found(answer: dict[str, Any]) -> list[str]:
    return [hit["doc_id"] for hit in answer["hits"] if "keyword" in hit["channels"]]


def test_words_are_taken_up_while_a_slow_encoder_works(engine: Talk, tmp_path: Path) -> None:
    folder, go = tmp_path / "library", tmp_path / "go"
    add_wasps(folder, 3)
    before = ask(engine, 1, "keyword")
    assert (found(before), before["waiting"], before["total"]) == ([], 3, 11)
    words = [sys.executable, "-c", SLOW.format(go=str(go)), "--library", str(folder)]
    job = subprocess.Popen(
        [*words, "index", "--progress", "jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert job.stderr is not None
    for line in job.stderr:
        if "event" in (said := json.loads(line)):
            break
    assert said == {"event": {"kind": "index_updated", "channel": "keyword", "n_papers": 11}}
    drain = threading.Thread(target=job.stderr.read, daemon=True)
    drain.start()
    engine.send(id=2, op="reload")
    assert "ok" in engine.answer(2)
    for number, mode in ((3, "keyword"), (4, "hybrid")):
        after = ask(engine, number, mode)
        assert found(after) == ["wasps0", "wasps1", "wasps2"]
        assert after["waiting"] == 0
    assert after["indexed"] == 8  # of them by vectors
    assert job.poll() is None, "the vectors are still being made"
    go.touch()
    drain.join(60)
    job.communicate(timeout=60)
    engine.send(id=5, op="reload")
    assert engine.answer(5)["ok"]["indexed"] == 11


def test_an_import_makes_its_words_itself(engine: Talk, indexed: Callable[..., Any], tmp_path: Path) -> None:
    more = tmp_path / "wasps.jsonl"
    more.write_text(json.dumps({"_id": "wasps0", "title": "Wasps scrape wood"}), encoding="utf-8")
    assert indexed("import", more).status == 0
    engine.send(id=1, op="reload")
    assert engine.answer(1)["ok"]["total"] == 9
    answer = ask(engine, 2, "keyword")
    assert (found(answer), answer["waiting"]) == (["wasps0"], 0)


def test_a_watched_folder_too(indexed: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "watched").mkdir()
    assert indexed("watch", "add", tmp_path / "watched").status == 0
    (tmp_path / "watched" / "new.bib").write_text("@article{wasps0, title={Wasps scrape wood}, year=2001}")
    assert indexed("watch", "look").status == 0
    hits = indexed("search", "wasps", "--mode", "keyword", "--json").payload["hits"]
    assert [hit["title"] for hit in hits] == ["Wasps scrape wood"]


def test_words_are_also_taken_up_before_there_is_any_vector(
    assay: Callable[..., Any], papers_file: Path, start: Callable[..., Any], tmp_path: Path
) -> None:
    assert assay("import", papers_file).status == 0
    folder = tmp_path / "library"
    (folder / "assay.toml").write_text('model = "hashing"\n')
    talk = Talk(start(folder, "engine"))
    talk.state("absent")
    add_wasps(folder)
    assert ask(talk, 1, "hybrid")["waiting"] == 1
    assert assay("index", "--keyword-only").status == 0
    talk.send(id=2, op="reload")
    assert "ok" in talk.answer(2)
    answer = ask(talk, 3, "hybrid")
    assert (found(answer), answer["waiting"], answer["mode"]) == (["wasps0"], 0, "keyword")
    talk.send(id=9, op="quit")
    talk.process.communicate()


def test_a_manifest_is_read_whole_while_another_process_publishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CURRENT names a generation that is swept before its manifest was read: the next one is read then."""
    folder = tmp_path / "index"

    def published(n: int) -> None:
        generation = generations.new_generation(folder)
        generations.publish(generation, Manifest("f", 1, "exact", n, "hashing"))

    published(1)
    read, times = generations._manifest, []

    def overtaken(*given: Any) -> Manifest:
        times.append(1)
        if len(times) == 1:
            published(2)  # which sweeps the first
        return read(*given)

    monkeypatch.setattr(generations, "_manifest", overtaken)
    seen = peek(folder)
    assert seen is not None
    assert seen.n == 2
    monkeypatch.undo()
    (folder / "CURRENT").write_text("generation-gone 00\n")
    assert peek(folder) is None
    with pytest.raises(DamagedIndex):
        generations.open_current(folder, lambda _generation, manifest: manifest)


def test_two_that_index_words_at_once_lose_nothing(indexed: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "library"
    add_wasps(folder, 200)

    def update(_number: int) -> int:
        with Library.open(folder, check=False) as library:
            return update_lexical(library, folder=lexical_folder(folder)).n_papers

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(update, range(4))) == [208] * 4
    assert indexed("status", "--json").payload["keyword_indexed"] == 208
    assert indexed("search", "wasps", "--mode", "keyword", "-k", 300, "--json").payload["waiting"] == 0
