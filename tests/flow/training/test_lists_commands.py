"""Candidates and their effects on the command line, on a collection known by heart and a small model."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.evaluation import read_run
from assay.training.data.lists.prepared import open_prepared
from assay.types import Query
from assay.workspace import Workspace
from small_collection import TEST, TRAIN, write_collection
from small_models import small_model

Assay = Callable[..., Any]
SUBJECTS = ("what ants eat", "do bees sleep", "owl sizes", "moth wings", "fly speed", "wasp nests", "eels")
PAPERS = [f"d{s}{v}" for s in range(6) for v in range(6)]

RECIPE = """
preset = "coder-small"
name = "tuned"
base = '{base}'
device = "cpu"
[[stages]]
epochs = 1
[[stages.objectives]]
kind = "lists"
path = "lists"
"""


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("lists-commands"))


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    return write_collection(tmp_path / "small", train=TRAIN, test=TEST)


@pytest.fixture
def prepare(assay: Assay, beir: Path, model: Path, tmp_path: Path) -> Assay:
    """`assay lists prepare` of the collection by the small model, into "lists" if nothing else is said."""

    def call(*more: object, out: str = "lists", of: Path = beir) -> Any:
        return assay("lists", "prepare", "--beir", of, "--model", model, "--out", tmp_path / out, *more)

    return call


def write_run(path: Path, found: Mapping[str, list[str]]) -> Path:
    lines = [
        f"{name} Q0 {doc_id} {rank} {100 - rank} by-hand\n"
        for name, doc_ids in found.items()
        for rank, doc_id in enumerate(doc_ids, start=1)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def candidates_of(folder: Path) -> dict[str, list[str]]:
    found = open_prepared(folder)
    return {
        name: [PAPERS[row] for row in found.lists.batch([place])[0][0]]
        for place, name in enumerate(found.lists.query_ids)
    }


# -- prepare and show --------------------------------------------------------------------------------------


def test_a_run_becomes_lists_and_what_it_missed_is_added_and_counted(
    prepare: Assay, assay: Assay, tmp_path: Path
) -> None:
    given = {name: ["d55", "d54", *judged] for name, judged in TRAIN.items()}
    given["q00"] = ["d55", "d54", "d53", "d52", "d00"]  # its own is beyond the first four
    given["q01"] = ["d55"]
    del given["q02"]
    run = write_run(tmp_path / "by-hand.trec", given)
    answer = prepare("--first", run, "--candidates", 4, "--json")
    assert answer.status == 0, answer.err
    expected = {name: doc_ids[:4] for name, doc_ids in given.items()}
    expected |= {"q00": ["d00", *given["q00"][:4]], "q01": ["d01", "d55"]}
    assert candidates_of(tmp_path / "lists") == expected
    told = answer.payload
    assert (told["queries"], told["papers"], told["relevant"]) == (23, 36, 23)
    assert (told["least"], told["median"], told["most"]) == (2, 3, 5)
    assert (told["missed"], told["absent"]) == (2, ["q02"])
    shown = assay("lists", "show", tmp_path / "lists", "--json")
    assert shown.payload == told
    words = assay("lists", "show", tmp_path / "lists").out
    assert "candidates of a query: 2 to 5, median 3" in words
    assert "relevant papers: 23, of which the first stage missed 2: added" in words
    assert "left out, not in the run: 1 (q02)" in words


def test_what_was_found_is_written_as_a_run_that_gives_the_same_lists(prepare: Assay, tmp_path: Path) -> None:
    out = tmp_path / "found.trec"
    answer = prepare("--first", "hybrid", "--candidates", 2, "--run-out", out, "--json")
    assert answer.status == 0, answer.err
    run = read_run(out)
    assert {*run} == {*TRAIN}
    assert {len(scores) for scores in run.values()} == {2}  # without what was added
    missed = sum(not {*TRAIN[name]} <= {*scores} for name, scores in run.items())
    assert answer.payload["missed"] == missed > 0
    first = out.read_text(encoding="utf-8").split("\n", 1)[0].split()
    assert (first[1], first[3], first[5]) == ("Q0", "1", "hybrid")
    assert 0.8 <= float(first[4]) <= 1  # the best by meaning, or by both
    assert prepare("--first", out, "--candidates", 2, out="again").status == 0
    assert candidates_of(tmp_path / "again") == candidates_of(tmp_path / "lists")


def test_more_candidates_than_papers_are_all_of_them(prepare: Assay, tmp_path: Path) -> None:
    answer = prepare("--first", "dense", "--candidates", 5000)
    assert "Every paper is a candidate of every query" in answer.out
    assert all(sorted(own) == PAPERS for own in candidates_of(tmp_path / "lists").values())


def test_chance_alone_finds_as_many_as_are_wanted_and_joins_what_was_found(
    prepare: Assay, tmp_path: Path
) -> None:
    assert prepare("--first", "random", "--candidates", 9).status == 0
    own = candidates_of(tmp_path / "lists")
    assert {len({*found}) for found in own.values()} == {10}  # the relevant one, and nine others
    assert len({tuple(found[1:]) for found in own.values()}) > 1
    assert prepare("--first", "dense", "--candidates", 9, "--random", 4, out="both").status == 0
    assert {len({*found}) for found in candidates_of(tmp_path / "both").values()} <= {13, 14}


def test_queries_without_anything_relevant_are_named_and_equal_grades_are_fine(
    prepare: Assay, tmp_path: Path
) -> None:
    judged = {**TRAIN, "q05": {"d11": 0}, "again": {"d11": 0, "d12": 0}}
    judged["q00"] = {"d00": 2, "d01": 2, "d02": 2}
    place = write_collection(tmp_path / "other", train=judged)
    answer = prepare("--first", "dense", "--candidates", 5, of=place)
    assert answer.status == 0, answer.err
    assert "queries: 24; papers: 36" in answer.out
    assert "left out, nothing relevant: 2 (q05, again)" in answer.out
    assert {"d00", "d01", "d02"} <= {*candidates_of(tmp_path / "lists")["q00"]}


def test_the_librarys_own_judgements_are_prepared_and_a_query_that_is_a_paper_is_left_out(
    assay: Assay, beir: Path, model: Path, tmp_path: Path
) -> None:
    assert assay("import", beir / "corpus.jsonl").status == 0
    with Workspace.open(tmp_path / "library") as workspace:
        library = workspace.library
        near = library.papers.ids()[7]
        library.queries.add([Query("typed", "moths that hear"), Query("paper", "bees", near)])
        for name, relevance in (("typed", 2), ("paper", 1)):
            library.judgements.record(name, library.papers.ids()[3], assessor="ada", relevance=relevance)
    answer = assay("lists", "prepare", "--model", model, "--first", "keyword", "--out", tmp_path / "lists")
    assert answer.status == 0, answer.err
    assert "queries: 1; papers: 36; candidates by keyword" in answer.out
    assert "queries that are papers, whose vectors are the index's: 1" in answer.out


def test_a_recipe_learns_from_prepared_lists(
    prepare: Assay, assay: Assay, model: Path, tmp_path: Path
) -> None:
    assert prepare("--first", "dense", "--candidates", 6).status == 0
    (tmp_path / "tuned.toml").write_text(RECIPE.format(base=model), encoding="utf-8")
    done = assay("train", tmp_path / "tuned.toml", "--out", tmp_path / "run", "--no-add", "--json")
    assert done.status == 0, done.err
    assert (tmp_path / "run" / "model" / "coder.json").is_file()


@pytest.mark.parametrize("form", ["run", "coder"])
def test_a_recipe_learns_from_ms_marcos_files_and_coders_memmaps_as_published(
    assay: Assay, model: Path, tmp_path: Path, form: str
) -> None:
    """Eight passages, ids not in order; raw inner products of float16; candidates of a run or of a memmap."""
    files, ids = tmp_path / "published", [50, 3, 8, 21, 4, 17, 99, 60]
    files.mkdir()
    vectors = np.random.default_rng(1).normal(size=(8, 32)).astype("float16")
    np.array(ids, dtype="int32").tofile(files / "ids.memmap")
    vectors.tofile(files / "embedding.memmap")
    names = [1048585 + n for n in range(6)]
    (files / "queries.train.tsv").write_text(
        "".join(f"{name}\t{word} of the sea\n" for name, word in zip([*names, 7], SUBJECTS, strict=True))
    )
    (files / "qrels.train.tsv").write_text(
        "".join(f"{name}\t0\t{ids[n]}\t1\n" for n, name in enumerate(names))
    )
    ranked = np.array([[ids[(n + k) % 8] for k in range(1, 5)] for n in range(6)], dtype="int32")
    if form == "coder":
        np.array(names, dtype="int32").tofile(files / "qids.memmap")
        np.full(6, 4, dtype="int32").tofile(files / "lengths.memmap")
        ranked.tofile(files / "candidates.memmap")
        first = files
    else:
        first = files / "top.tsv.gz"
        lines = (
            f"{name}\t{each}\t{k}\n"
            for name, own in zip(names, ranked, strict=True)
            for k, each in enumerate(own, 1)
        )
        first.write_bytes(gzip.compress("".join(lines).encode()))
    given = (
        "--embeddings",
        files,
        "--queries",
        files / "queries.train.tsv",
        "--qrels",
        files / "qrels.train.tsv",
    )
    answer = assay(
        "lists",
        "prepare",
        *given,
        "--first",
        first,
        "--candidates",
        3,
        "--model",
        model,
        "--out",
        tmp_path / "lists",
        "--json",
    )
    assert answer.status == 0, answer.err
    assert (answer.payload["queries"], answer.payload["papers"], answer.payload["missed"]) == (6, 8, 6)
    found = open_prepared(tmp_path / "lists")
    assert not (tmp_path / "lists" / "documents.npy").exists()
    np.testing.assert_array_equal(found.vectors, vectors)
    for place, (name, own) in enumerate(
        zip(found.lists.query_ids, found.lists.ids.reshape(6, 4), strict=True)
    ):
        at = names.index(int(name))
        assert [ids[row] for row in own] == [ids[at], *ranked[at, :3].tolist()], place
    text = RECIPE.format(base=model).replace("epochs = 1", "epochs = 1\nbatch_size = 2")
    (tmp_path / "tuned.toml").write_text(text, encoding="utf-8")
    done = assay("train", tmp_path / "tuned.toml", "--out", tmp_path / "run", "--no-add", "--json")
    assert done.status == 0, done.err
    refused = assay("lists", "prepare", *given[:2], "--out", tmp_path / "other")
    assert "go together" in refused.err


# -- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "what"),
    [
        ({"other": ["d00"]}, "has none of the 24 queries of beir:small/train: its first is 'other'"),
        ({"q00": ["d00", "stranger"]}, "1 of its 2 candidates are not papers of the index"),
    ],
)
def test_a_run_of_something_else_is_refused(
    prepare: Assay, tmp_path: Path, found: dict[str, list[str]], what: str
) -> None:
    refused = prepare("--first", write_run(tmp_path / "run.trec", found))
    assert refused.status == 2
    assert what in refused.err
    assert not (tmp_path / "lists" / "prepared.json").exists()


def test_what_cannot_be_prepared_is_refused_in_words(
    prepare: Assay, assay: Assay, model: Path, tmp_path: Path
) -> None:
    for more, what in (
        (("--first", "nowhere.trec"), "none of hybrid, dense, keyword, random, and no file of a run"),
        (("--first", "random", "--run-out", tmp_path / "x.trec"), "there is no run to write"),
        (("campaign",), "Give a campaign or a BEIR folder, not both"),
        (("--candidates", 0), "greater than or equal to 1"),
    ):
        refused = prepare(*more)
        assert (refused.status, what in refused.err) == (2, True), refused.err
    empty = assay("lists", "prepare", "--out", tmp_path / "lists", "--model", model)
    assert empty.status == 2
    assert "Judge some search results first" in empty.err
    assert "holds no candidates" in assay("lists", "show", tmp_path).err


def test_a_list_file_that_was_cut_short_is_refused_and_nothing_is_overwritten(
    prepare: Assay, assay: Assay, tmp_path: Path
) -> None:
    assert prepare("--first", "dense", "--candidates", 6).status == 0
    refused = prepare("--first", "dense")
    assert refused.status == 2
    assert "holds candidates already" in refused.err
    file = tmp_path / "lists" / "candidates.int32"
    file.write_bytes(file.read_bytes()[:-6])
    cut = assay("lists", "show", tmp_path / "lists")
    assert cut.status == 2
    assert "candidates take another number" in cut.err


# -- effects -----------------------------------------------------------------------------------------------


def test_effects_are_a_table_and_a_picture_and_nothing_is_trained_twice(
    assay: Assay, beir: Path, model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "effects"
    given = (
        "lists",
        "effects",
        "--beir",
        beir,
        "--model",
        model,
        "--out",
        out,
        "--epochs",
        1,
        "--n",
        "5,1000",
    )
    more = ("--negatives", "retrieved,random", "--losses", "listnet,max-margin", "--json")
    answer = assay(*given, *more)
    assert answer.status == 0, answer.err
    names = [row["name"] for row in answer.payload["rows"]]
    assert names == [
        "listnet, retrieved, N = 5",
        "listnet, retrieved, N = 36",
        "max-margin, retrieved, N = 36",
        "listnet, random, N = 36",
        "max-margin, random, N = 36",
    ]
    assert answer.payload["by_number"] == names[:2]
    assert answer.payload["by_kind"] == names[1:]
    assert json.loads((out / "effects.json").read_text(encoding="utf-8")) == answer.payload
    with (out / "effects.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert [row[:2] for row in rows[1:3]] == [["base", "all, 13"], ["base", "clean, 12"]]
    assert len(rows) == 1 + 2 * 6
    table = (out / "effects.md").read_text(encoding="utf-8")
    assert "Where N is the number of papers, every paper is a candidate" in table
    words = [text.text for text in ET.parse(out / "effects.svg").iter() if text.tag.endswith("text")]
    assert {"N = 5", "N = 36", "random, max-margin", "clean queries", "base"} <= {*words}
    cards = {card: card.stat().st_mtime_ns for card in out.glob("*/card.json")}
    assert len(cards) == 5
    again = assay(*given, *more, "--force")
    assert again.payload == answer.payload
    assert {card: card.stat().st_mtime_ns for card in cards} == cards
    other = assay(*given[:-4], "--force", "--epochs", 2, "--n", "5")
    assert other.status == 2
    assert "trained by another recipe" in other.err


def test_effects_without_training_queries_are_of_five_folds(
    assay: Assay, model: Path, tmp_path: Path
) -> None:
    place = write_collection(tmp_path / "one", test={**TRAIN, **TEST})
    given = ("lists", "effects", "--beir", place, "--model", model, "--out", tmp_path / "effects")
    more = ("--epochs", 1, "--n", 5, "--negatives", "retrieved", "--losses", "listnet", "--json")
    answer = assay(*given, *more)
    assert answer.status == 0, answer.err
    (row,) = answer.payload["rows"]
    assert answer.payload["parts"] == len(row["runs"]) == len(row["shares"]) == 5
    assert {score["n"] for score in row["scores"] if score["group"] == "all"} == {37}
    assert "five folds by query" in (tmp_path / "effects" / "effects.md").read_text(encoding="utf-8")


def test_effects_that_were_cancelled_go_on_from_a_checkpoint(
    assay: Assay, start: Callable[..., subprocess.Popen[str]], beir: Path, model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "effects"
    given = ("lists", "effects", "--beir", beir, "--model", model, "--out", out, "--n", "5")
    more = ("--negatives", "retrieved", "--losses", "listnet", "--epochs", "40")
    process = start(tmp_path / "library", *map(str, (*given, *more)), "--progress", "jsonl")
    assert process.stdin is not None
    assert process.stderr is not None
    for line in process.stderr:
        if json.loads(line).get("event", {}).get("kind") == "step":
            break
    process.stdin.write("cancel\n")
    process.stdin.flush()
    process.communicate(timeout=120)
    assert process.returncode == 130
    run = out / "listnet-retrieved-5"
    assert list((run / "checkpoints").iterdir())
    done = assay(*given, *more)
    assert done.status == 0, done.err
    events = [json.loads(line) for line in (run / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert any(event.get("resumed_from") for event in events if event["kind"] == "start")
