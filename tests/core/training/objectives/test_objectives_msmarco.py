"""MS MARCO's hard negatives: the cross-encoder's rule by hand, and what comes of the files."""

from __future__ import annotations

import gzip
import pickle
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from objective_data import SCORES, all_examples, msmarco, opened, write, write_rows, write_table

from assay.errors import RecipeError
from assay.training.data.examples import Example
from assay.training.data.objectives.msmarco import mine
from assay.training.data.objectives.scores import id_key
from assay.training.data.objectives.texts import Spool

# Query 1: the worst positive is 11 with 8.0, so the threshold is 8.0 - 3.0 = 5.0.
# bm25, in its order: 21 has 5.1, too high; 20 has exactly 5.0, taken; 22, 23, 24, 25 taken: that makes five.
# dense: 22 and 23 are there already and do not count; 27 (2.5), 28 (4.9), 26 (0.0) taken; 10 is a positive.
RELEASED = [20, 22, 23, 24, 25, 27, 28, 26]
# The paper's rule takes 3.0 itself: 23 (-2), 24 (3.0), 25, 26 of bm25; 27 of dense.
PAPER = [23, 24, 25, 26, 27]


def toy(variant: str, per_system: int = 5) -> list[int]:
    systems = [[21, 20, 22, 23, 24, 25, 26], [22, 23, 27, 28, 26, 10]]
    return mine(SCORES[1], [10, 11], systems, margin=3.0, per_system=per_system, variant=variant)  # type: ignore[arg-type]


def test_the_released_rule_mines_below_the_worst_positive() -> None:
    assert toy("released") == RELEASED


def test_the_papers_rule_mines_below_an_absolute_score() -> None:
    assert toy("paper") == PAPER


@given(
    st.dictionaries(st.integers(0, 30), st.floats(-10, 10), min_size=1),
    st.lists(st.lists(st.integers(0, 30)), max_size=4),
    st.integers(1, 5),
    st.sampled_from(["paper", "released"]),
    st.data(),
)
@settings(max_examples=200, deadline=None)
def test_mining_agrees_with_a_plain_loop(
    scores: dict[int, float], systems: list[list[int]], most: int, variant: str, data: st.DataObject
) -> None:
    positives = data.draw(st.lists(st.sampled_from(sorted(scores)), min_size=1, unique=True))
    worst = min(scores[p] for p in positives)
    expected: list[int] = []
    for system in systems:
        added = 0
        for passage in system:
            if added < most and passage in scores and passage not in positives and passage not in expected:
                low = scores[passage] <= 3.0 if variant == "paper" else scores[passage] <= worst - 3.0
                expected += [passage] * low
                added += low
    found = mine(scores, positives, systems, margin=3.0, per_system=most, variant=variant)  # type: ignore[arg-type]
    assert found == expected


def test_the_toy_files_give_the_mined_negatives_in_turn(tmp_path: Path) -> None:
    folder = msmarco(tmp_path / "toy")
    seen: dict[str, list[Example]] = {}
    for seed in range(3):  # so that both queries teach at least once
        source = opened("msmarco", folder, variant="released", validation=0.01, seed=seed)
        assert (source.facts.n_train, source.facts.n_validation) == (7, 1)  # 1, 2 and the six plain ones
        for index in range(len(source.train)):
            turns = [source.train.example(index, epoch) for epoch in range(16)]
            seen[turns[0].query] = turns
    one, two = seen["question 1"], seen["question 2"]
    assert [e.positive for e in one[:4]] == ["passage 10", "passage 11"] * 2
    assert sorted(e.negative for e in one[:8]) == sorted(f"passage {p}" for p in RELEASED)
    assert one[8:] == one[:8]
    assert {e.negative for e in two} == {"passage 33"}  # 31 (1.0), 32 (-0.5) are above 2.0 - 3.0


def test_the_variant_decides_what_a_margin_is(tmp_path: Path) -> None:
    """By the paper's rule all three of 31 (1.0), 32 and 33 fit query 2; 3 keeps none (6.5 > 3.0)."""
    source = opened("msmarco", msmarco(tmp_path / "toy"), validation=0.01)
    found = {
        (e.query, e.negative)
        for epoch in range(6)
        for e in [*all_examples(source, epoch), *source.validation]
    }
    assert {negative for query, negative in found if query == "question 1"} <= {f"passage {p}" for p in PAPER}
    assert {negative for query, negative in found if query == "question 2"} <= {
        f"passage {p}" for p in (31, 32, 33)
    }
    assert not any(query == "question 3" for query, _ in found)


def test_queries_that_teach_nothing_are_counted(tmp_path: Path) -> None:
    folder = msmarco(tmp_path / "toy")
    with (folder / "msmarco-hard-negatives.jsonl").open("a") as file:
        file.write('{"qid": 6, "pos": [77], "neg": {"bm25": [41]}}\n')
    left_out = opened("msmarco", folder, variant="released").facts.left_out
    assert left_out == {
        "queries without a negative": 2,  # 3: 6.5 is above 7.0 - 3.0; 5 has none at all
        "queries without a positive": 1,  # 4
        "queries whose positives lack a cross-encoder score": 1,  # 6
    }


@pytest.mark.parametrize("form", ["tsv.gz", "rows.jsonl", "grouped.jsonl.gz", "pkl", "pkl.gz"])
def test_scores_of_every_form_mine_the_same(tmp_path: Path, form: str) -> None:
    plain = msmarco(tmp_path / "plain")
    other = tmp_path / "other"
    shutil.copytree(plain, other)
    lines = [line.split("\t") for line in (other / "scores.tsv").read_text().splitlines()]
    (other / "scores.tsv").unlink()
    by_query: dict[int, dict[int, float]] = {}
    for qid, pid, score in lines:
        by_query.setdefault(int(qid), {})[int(pid)] = float(score)
    match form:
        case "tsv.gz":
            write_table(other / "scores.tsv.gz", [("qid", "pid", "score"), *reversed(lines)])
        case "rows.jsonl":
            write_rows(
                other / "scores.jsonl",
                ({"qid": q, "pid": p, "score": float(s)} for q, p, s in reversed(lines)),
            )
        case "grouped.jsonl.gz":
            write_rows(
                other / "scores.jsonl.gz", ({"qid": q, "scores": found} for q, found in by_query.items())
            )
        case _:
            data = pickle.dumps(by_query)
            name = f"cross-encoder-ms-marco-MiniLM-L-6-v2-scores.{form}"
            (other / name).write_bytes(gzip.compress(data) if form.endswith("gz") else data)
    one, two = (opened("msmarco", folder, variant="released") for folder in (plain, other))
    assert all_examples(one, 1) == all_examples(two, 1)
    assert one.validation == two.validation


def test_a_passage_that_the_collection_lacks_is_an_error_with_its_line(tmp_path: Path) -> None:
    folder = msmarco(tmp_path / "toy")
    lines = (folder / "collection.tsv").read_text().splitlines()
    write(folder / "collection.tsv", "\n".join(line for line in lines if not line.startswith("33\t")))
    with pytest.raises(RecipeError, match=r"hard-negatives.jsonl:2: .* collection.tsv does not have"):
        opened("msmarco", folder, variant="released")


def test_a_query_that_the_queries_lack_is_an_error_with_its_line(tmp_path: Path) -> None:
    folder = msmarco(tmp_path / "toy")
    write(folder / "queries.train.tsv", "2\tquestion 2\n")
    with pytest.raises(RecipeError, match=r"hard-negatives.jsonl:1: .* queries.train.tsv does not have"):
        opened("msmarco", folder, variant="released")


def test_a_negative_with_the_positives_text_is_rejected(tmp_path: Path) -> None:
    folder = msmarco(tmp_path / "toy")
    text = (folder / "collection.tsv").read_text()
    write(folder / "collection.tsv", text.replace("passage 33\n", "PASSAGE  30\n"))
    facts = opened("msmarco", folder, variant="released").facts
    assert facts.left_out["negatives that are the query or a positive"] == 1
    assert facts.left_out["queries without a negative"] == 3  # query 2 now too


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"qid": 9, "pos": [10], "neg": [20]}', "'neg' must map each system"),
        ('{"qid": 9, "pos": 10, "neg": {}}', "'pos' must hold lists"),
        ('{"pos": [10], "neg": {}}', "'qid' must be an id"),
        ('{"qid": 9, "pos": [10], "neg": {"bm25": [1.5]}}', "'neg' must be an id, not 1.5"),
    ],
)
def test_a_wrong_row_of_negatives_is_named(tmp_path: Path, line: str, said: str) -> None:
    folder = msmarco(tmp_path / "toy")
    with (folder / "msmarco-hard-negatives.jsonl").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(RecipeError, match=f"hard-negatives.jsonl:12: {said}".replace("[", r"\[")):
        opened("msmarco", folder, variant="released")


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("scores.tsv", "1\t10\tnan\n"),
        ("scores.tsv", "1\t10\thigh\n"),
        ("scores.jsonl", '{"qid": 1, "pid": 10}\n'),
        ("scores.jsonl", '{"qid": 1, "pid": 10, "score": Infinity}\n'),
        ("scores.jsonl", '{"qid": 1}\n'),
    ],
)
def test_a_score_that_is_no_number_is_named(tmp_path: Path, name: str, row: str) -> None:
    folder = msmarco(tmp_path / "toy")
    (folder / "scores.tsv").unlink()
    write(folder / name, row)
    with pytest.raises(RecipeError, match=f"{name}:1: "):
        opened("msmarco", folder)


def test_a_folder_without_scores_says_which_file_would_do(tmp_path: Path) -> None:
    folder = msmarco(tmp_path / "toy")
    (folder / "scores.tsv").unlink()
    with pytest.raises(
        RecipeError, match=r"there is no cross-encoder-ms-marco-MiniLM-L-6-v2-scores\.tsv or "
    ):
        opened("msmarco", folder)


@given(st.text(min_size=1), st.text(min_size=1))
@settings(deadline=None)
def test_different_ids_have_different_keys(one: str, other: str) -> None:
    assert (id_key(one) == id_key(other)) == (one == other)
    assert 0 <= id_key(one) < 2**64


@given(st.integers(0, 10**18 - 1))
def test_a_number_is_its_own_key(number: int) -> None:
    assert id_key(str(number)) == number != id_key(f"0{number}")


def test_a_spool_in_a_file_gives_the_bytes_that_one_in_memory_gives() -> None:
    small, large = Spool(in_memory=10), Spool()
    for number in range(100):
        small.append(b"%d," % number)
        large.append(b"%d," % number)
    found = small.finish()
    assert found[:] == large.finish()
    assert not isinstance(found, bytes)
