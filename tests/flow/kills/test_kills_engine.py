"""Search engines killed at random moments, also while they make an index: the next one answers the same."""

from __future__ import annotations

import random
import shutil
import threading
import time
from pathlib import Path

import pytest
from engine_talk import Talk
from test_kills_import import rows_of
from test_kills_index import QUERIES

from assay.library import Library
from assay.search import lexical_folder
from assay.searching.indexing import index_vectors, index_words
from assay.workspace import Workspace
from killing import FEW, MANY, require_no_process_left, require_sound

PAPERS = 1000


def ask_all(talk: Talk) -> list[list[str]]:
    """The ids found for every query, once the engine can search by meaning."""
    talk.state("ready")
    answers = []
    for number, text in enumerate(QUERIES, start=1):
        talk.send(id=number, op="search", request={"text": text, "mode": "hybrid", "k": 10})
        answers.append([hit["doc_id"] for hit in talk.answer(number)["ok"]["hits"]])
    return answers


def ask_until_killed(talk: Talk, expected: list[list[str]], seconds: float) -> int:
    """Searches without a pause until the engine is killed; how many answers came, all of them right."""
    killing = threading.Timer(seconds, talk.process.kill)
    killing.start()
    n = 0
    try:
        while True:
            n += 1
            at = n % len(QUERIES)
            talk.send(id=n, op="search", request={"text": QUERIES[at], "mode": "hybrid", "k": 10})
            answer = talk.answer(n)["ok"]
            if answer["mode"] == "hybrid":
                assert [hit["doc_id"] for hit in answer["hits"]] == expected[at]
    except (AssertionError, BrokenPipeError, ValueError):  # its output ended, perhaps within a line
        if talk.process.poll() is None and killing.is_alive():
            raise
    killing.join()
    talk.process.communicate()
    return n - 1


def kill_engines(place: Path, start, *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    folder = place / "library"
    with Workspace.open(folder) as workspace:
        workspace.library.papers.add([(paper, ()) for paper in list(rows_of(0).values())[:PAPERS]])
        workspace.use_model("hashing")
        index_words(workspace)
        index_vectors(workspace)
    begun = time.monotonic()
    with (talk := Talk(start(folder, "engine"))).process as process:
        expected = ask_all(talk)
        usual = time.monotonic() - begun
        process.kill()
    answers = 0
    for number in range(kills):
        if number % 5 == 2:  # the next engine makes the keyword index before it answers
            shutil.rmtree(lexical_folder(folder), ignore_errors=True)  # the last may not have made it
        talk = Talk(start(folder, "engine"))
        if number % 2:  # at work; the others at any moment, while they start too
            talk.state("ready")
            answers += ask_until_killed(talk, expected, rng.uniform(0, 0.5))
        else:
            answers += ask_until_killed(talk, expected, rng.uniform(0, 1.5 * usual))
        require_sound(folder)
    print(f"\n{kills} engines killed, after {answers} answers, all right")
    with (talk := Talk(start(folder, "engine"))).process as process:
        assert ask_all(talk) == expected
        process.kill()
    require_no_process_left(folder)
    with Library.open(folder) as library:
        assert library.papers.count() == PAPERS


def test_killed_engines_are_followed_by_one_that_answers_the_same(start, tmp_path: Path) -> None:
    kill_engines(tmp_path, start, kills=FEW, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_killed_engines_are_followed_by_one_that_answers_the_same(start, tmp_path: Path) -> None:
    kill_engines(tmp_path, start, kills=MANY, seed=2)
