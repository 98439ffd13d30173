"""Benchmarks in their published layouts become data of tasks; what does not fit is named with its file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from assay.benchmarks.suites.availability import evaluation_task, read, task_states
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.suites.user_sets import user_sets
from assay.benchmarks.tasks.data import LabelledData, RankedData
from assay.benchmarks.tasks.expertise import read_expertise
from assay.benchmarks.tasks.kinds import ClusterData, PartedData, ReviewerData
from assay.benchmarks.tasks.score import TaskVectors, score_task
from assay.errors import EvaluationError
from assay.types import Vectors
from small_benchmarks import (
    MDCR_FIELDS,
    S2AND_SOURCES,
    small_beir,
    small_mdcr,
    small_s2and,
    small_scidocs,
    small_scirepeval,
    write_json,
    write_parquet,
)
from small_tasks import SUBJECTS, papers, write_rows


def labelled(name: str, folder: Path) -> LabelledData:
    data = read(task_named(name), folder)
    assert isinstance(data, LabelledData)
    return data


def ranked(name: str, folder: Path) -> RankedData:
    data = read(task_named(name), folder)
    assert isinstance(data, RankedData)
    return data


# --- SciRepEval


def test_labels_are_read_from_folders_shards_and_lines(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    classes = labelled("scirepeval/biomimicry", tmp_path)
    assert classes.train == tuple((f"p{k}", str(k % 2)) for k in range(16))
    assert classes.test == tuple((f"p{k}", str(k % 2)) for k in range(16, 24))
    assert classes.papers["p3"] == ("markets 3", "markets markets markets markets")
    several = labelled("scirepeval/fos", tmp_path)
    assert several.test[0] == ("p16", ("0", "1"))  # the columns in which it has 1
    assert len(several.papers) == 24
    assert labelled("scirepeval/cite-count", tmp_path).train[3] == ("p3", 1.5)


def test_queries_are_papers_or_typed_and_bring_their_candidates(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    near = ranked("scirepeval/same-author", tmp_path)
    assert near.queries["p2"] == ("planets 2", "planets planets planets")
    assert near.qrels["p2"] == {f"p{c}": int(c % 4 == 2) for c in range(4, 12)}
    assert sorted(near.papers) == sorted(f"p{c}" for c in range(4, 12))
    search = ranked("scirepeval/search", tmp_path)
    assert search.queries["q1"] == ("proteins",)
    assert search.papers["p1"] == ("proteins 1", "proteins proteins", "Yearbook", "1991")


def test_reviewers_come_with_what_they_wrote_and_two_judgements(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    data = read(task_named("scirepeval/reviewers"), tmp_path)
    assert isinstance(data, ReviewerData)
    assert set(data.judgements) == {"hard", "soft"}
    assert data.judgements["hard"]["p1"] == {"r0": 0, "r1": 0, "r2": 1, "r3": 0}
    assert data.judgements["soft"]["p1"] == {"r0": 0, "r1": 1, "r2": 1, "r3": 0}
    assert data.reviewers["r3"] == ("p7", "p11", "p15", "p19")
    assert sorted(data.queries) == ["p0", "p1", "p2", "p3"]
    assert set(data.papers) == {doc_id for written in data.reviewers.values() for doc_id in written}
    assert data.coverage.whole


def test_downloads_of_reviewers_are_found_under_the_names_that_the_evaluator_has(tmp_path: Path) -> None:
    """`reviewer_matching.py` of allenai/scirepeval: test_hard_qrel.jsonl, test_soft_qrel.jsonl, and so on."""
    small_scirepeval(tmp_path)
    expected = read(task_named("scirepeval/reviewers"), tmp_path)
    test = tmp_path / "scirepeval_test"
    for place, split, name in (
        ("paper_reviewer_matching", "test_hard", "test_hard_qrel"),
        ("paper_reviewer_matching", "test_soft", "test_soft_qrel"),
        ("reviewers", "metadata", "reviewer_metadata"),
    ):
        file = test / place / split / "0000.parquet"
        write_rows(test / place / f"{name}.jsonl", pq.read_table(file).to_pylist())
        file.unlink()
        file.parent.rmdir()
    assert read(task_named("scirepeval/reviewers"), tmp_path) == expected


def test_reviewers_without_a_known_paper_are_counted(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    known = [{"r_id": "r0", "papers": ["p4", "p99"]}, {"r_id": "r1", "papers": ["p99"]}]
    write_parquet(tmp_path / "scirepeval_test" / "reviewers" / "metadata" / "0000.parquet", known)
    data = read(task_named("scirepeval/reviewers"), tmp_path)
    assert isinstance(data, ReviewerData)
    assert data.reviewers == {"r0": ("p4",)}
    assert (data.coverage.n_rows, data.coverage.n_missing, data.coverage.first) == (32, 24, "0000.parquet:2")


def test_of_an_id_that_stands_twice_the_first_counts_as_in_the_released_evaluators(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    meta, test = tmp_path / "scirepeval" / "cite_count", tmp_path / "scirepeval_test" / "cite_count"
    write_rows(meta / "evaluation.jsonl", [*papers(), {"doc_id": "p0", "title": "another"}])
    labels = [("p1", 3), ("p1", 4), ("p2", 5)]
    write_rows(test / "test.jsonl", [{"paper_id": doc_id, "label": label} for doc_id, label in labels])
    data = labelled("scirepeval/cite-count", tmp_path)
    assert data.papers["p0"] == ("graphs 0", "graphs")
    assert data.test == (("p1", 3.0), ("p2", 5.0))


def test_meta_and_labels_may_lie_in_one_folder_under_the_other_name_of_a_config(tmp_path: Path) -> None:
    write_rows(tmp_path / "mesh_descriptors" / "evaluation.jsonl", papers())
    for split in ("train", "test"):
        rows = [{"paper_id": f"p{k}", "label": SUBJECTS[k % 4]} for k in range(8)]
        write_rows(tmp_path / "mesh" / f"{split}.jsonl", rows)
    assert len(labelled("scirepeval/mesh", tmp_path).train) == 8


def test_a_task_is_scored_as_its_description_says(tmp_path: Path) -> None:
    task = evaluation_task(task_named("scirepeval/fos"), small_scirepeval(tmp_path))
    assert (task.type, task.group, task.multi_label, task.in_train) == ("classification", "CLF", True, True)
    assert [few.sample_size for few in task.few_shot] == [10, 5]
    search = evaluation_task(task_named("beir/scifact"), small_beir(tmp_path))
    assert (search.candidates, search.group, search.test.name) == ("all", "SRCH", "test.tsv")
    reviewers = evaluation_task(task_named("scirepeval/reviewers"), tmp_path)
    assert (reviewers.type, reviewers.metrics) == ("proximity", ("P_5", "P_10"))


def test_what_is_read_can_be_scored(tmp_path: Path) -> None:
    """Vectors that hold the paper's subject and place tell all that the small tasks ask."""
    small_scirepeval(tmp_path)
    scored = {}
    for name in ("fos", "cite-count", "same-author", "search"):
        task = task_named(f"scirepeval/{name}")
        data = read(task, tmp_path)
        assert isinstance(data, LabelledData | RankedData)
        vectors = TaskVectors(*(said_by(texts) for texts in (data.papers, data.queries)))
        score = score_task(replace(evaluation_task(task, tmp_path), few_shot=()), data, vectors)
        scored[name] = (score.group, round(next(iter(score.values.values()))))
    assert scored == {
        "fos": ("CLF", 100), "cite-count": ("RGN", 100), "same-author": ("PRX", 100), "search": ("SRCH", 100)
    }  # fmt: skip


def said_by(texts: Mapping[str, tuple[str, ...]]) -> Vectors:
    rows = [[*(name in text[0] for name in SUBJECTS), len(text[-1].split()) / 50] for text in texts.values()]
    return np.array(rows, dtype=np.float32).reshape(-1, 5)


# --- SciDocs


def test_scidocs_is_read_from_its_own_files(tmp_path: Path) -> None:
    small_scidocs(tmp_path)
    mag = labelled("scidocs/mag", tmp_path)
    assert mag.train[1] == ("p1", "1")
    assert [doc_id for doc_id, _ in mag.test] == [f"p{k}" for k in range(16, 24)]
    assert set(mag.papers) == {
        f"p{k}" for k in (*range(12), *range(16, 24))
    }  # what is for choosing is not used
    cite = ranked("scidocs/cite", tmp_path)
    assert cite.qrels["p3"] == {f"p{c}": int(c % 4 == 3) for c in range(4, 12)}
    assert cite.queries["p3"] == ("markets 3", "markets markets markets markets")


def test_papers_of_scidocs_without_a_text_are_counted(tmp_path: Path) -> None:
    small_scidocs(tmp_path)
    path = tmp_path / "scidocs" / "paper_metadata_mag_mesh.json"
    known = json.loads(path.read_text(encoding="utf-8"))
    known["p16"] |= {"title": None, "abstract": None}
    write_json(path, known)
    coverage = labelled("scidocs/mesh", tmp_path).coverage
    assert (coverage.n_rows, coverage.n_missing, coverage.first) == (20, 1, "test.csv:2")


# --- whole corpora


def test_a_beir_folder_is_searched_whole(tmp_path: Path) -> None:
    data = ranked("beir/scifact", small_beir(tmp_path))
    assert len(data.papers) == 12
    assert data.queries == {f"q{k}": (SUBJECTS[k],) for k in range(4)}
    assert data.qrels["q2"]["p6"] == 1
    assert data.own == {}


def test_queries_that_are_papers_are_known_as_their_own(tmp_path: Path) -> None:
    data = ranked("iclr2022", small_beir(tmp_path, "iclr2022", titled=True))
    assert data.queries["p1"] == ("proteins 1", "proteins proteins") == data.papers["p1"]
    assert data.own == {f"p{k}": f"p{k}" for k in range(4)}


def test_arguments_that_are_their_own_document_are_known(tmp_path: Path) -> None:
    small_beir(tmp_path, "arguana")
    corpus = [{"_id": p["doc_id"], "title": "", "text": p["abstract"]} for p in papers(12)]
    write_rows(tmp_path / "arguana" / "corpus.jsonl", corpus)
    write_rows(tmp_path / "arguana" / "queries.jsonl", [{"_id": "p1", "text": corpus[1]["text"]}])
    (tmp_path / "arguana" / "qrels" / "test.tsv").write_text("q\td\tscore\np1\tp5\t1\n", encoding="utf-8")
    data = ranked("beir/arguana", tmp_path)
    assert data.own == {"p1": "p1"}
    assert data.queries["p1"] == ("proteins proteins",)


def test_judged_documents_without_a_text_are_counted(tmp_path: Path) -> None:
    small_beir(tmp_path)
    corpus = [{"_id": p["doc_id"], "title": p["title"], "text": ""} for p in papers(12)]
    corpus[5]["title"] = " "
    write_rows(tmp_path / "scifact" / "corpus.jsonl", corpus)
    data = ranked("beir/scifact", tmp_path)
    coverage = data.coverage
    assert (coverage.n_rows, coverage.n_missing, coverage.first) == (32, 4, "query q0, paper p5")
    assert "p5" not in data.papers
    assert "p5" not in data.qrels["q0"]


# --- MDCR and S2AND


def test_mdcr_has_a_ranking_for_each_field(tmp_path: Path) -> None:
    data = read(task_named("mdcr"), small_mdcr(tmp_path))
    assert isinstance(data, PartedData)
    assert tuple(data.parts) == MDCR_FIELDS
    part = data.parts["Geology"]
    assert isinstance(part, RankedData)
    cited_by_p1 = {"p20": 1, "p13": 1}
    assert part.qrels["p1"] == {**{f"p{k}": 0 for k in range(4, 10)}, **cited_by_p1}
    assert "p1" not in part.qrels["p1"]  # no query is a candidate of its own
    assert set(data.queries) == {"p0", "p1"}
    assert data.coverage.whole


def test_pairs_of_mdcr_without_a_text_are_counted(tmp_path: Path) -> None:
    small_mdcr(tmp_path)
    rows = [{"paper_id": p["doc_id"], "title": p["title"]} for p in papers() if p["doc_id"] != "p20"]
    write_rows(tmp_path / "mdcr" / "mdcr_test_data.jsonl", rows)
    data = read(task_named("mdcr"), tmp_path)
    assert isinstance(data, PartedData)
    assert (data.coverage.n_missing, data.coverage.first) == (2 * 19, "Art, query p0, paper p20")


def test_s2and_has_a_part_for_each_source(tmp_path: Path) -> None:
    data = read(task_named("scirepeval/s2and"), small_s2and(tmp_path))
    assert isinstance(data, PartedData)
    assert tuple(data.parts) == S2AND_SOURCES
    assert data.queries == {}
    part = data.parts["qian"]
    assert isinstance(part, ClusterData)
    assert part.train == {"a block0": ("s0", "s1", "s2", "s3"), "a block1": ("s4", "s5", "s6", "s7")}
    assert list(part.validation) == ["a block2", "a block3"]
    assert list(part.test) == ["a block4", "a block5"]
    assert part.clusters["s0"] == part.clusters["s2"] != part.clusters["s1"]
    ada = part.signatures["s5"]
    assert (ada.first, ada.middle, ada.last, ada.paper_id) == ("Ada", "", "Block1", "5")
    assert ada.affiliations == ("A School",)
    paper = part.details["5"]
    assert paper.authors == ((0, "A. A"), (1, "B. Byron"))
    assert (paper.year, paper.venue, paper.journal, paper.references) == (1995, "Yearbook", "", ("9",))
    assert part.papers["5"] == ("proteins 5", "On proteins.")


def test_splits_of_s2and_may_be_files_of_blocks(tmp_path: Path) -> None:
    small_s2and(tmp_path)
    for source in S2AND_SOURCES:
        (tmp_path / "s2and" / "blocks" / f"block_sigs_{source}.json").unlink()
        for k, split in enumerate(("train", "val", "test")):
            blocks = [f"a block{2 * k}", f"a block{2 * k + 1}"]
            write_json(tmp_path / "s2and" / source / f"{split}_blocks.json", blocks)
    data = read(task_named("scirepeval/s2and"), tmp_path)
    assert isinstance(data, PartedData)
    part = data.parts["kisti"]
    assert isinstance(part, ClusterData)
    assert part.test["a block5"] == ("s20", "s21", "s22", "s23")


def test_signatures_whose_paper_has_no_text_are_counted(tmp_path: Path) -> None:
    small_s2and(tmp_path)
    change(tmp_path / "s2and" / "qian" / "qian_papers.json", lambda known: known.pop("23"))
    data = read(task_named("scirepeval/s2and"), tmp_path)
    assert isinstance(data, PartedData)
    part = data.parts["qian"]
    assert isinstance(part, ClusterData)
    assert part.test["a block5"] == ("s20", "s21", "s22")
    assert "s23" not in part.signatures
    assert (data.coverage.n_rows, data.coverage.n_missing) == (144, 1)
    assert data.coverage.first == "qian_signatures.json: s23"


def change(path: Path, how: Callable[[Any], object]) -> None:
    value = json.loads(path.read_text(encoding="utf-8"))
    how(value)
    write_json(path, value)


# --- what does not fit


def _blank_classes(folder: Path) -> None:
    for split in ("train", "test"):
        rows = [{"paper_id": f"p{k}", "label": 1} for k in range(4)]
        write_rows(folder / "scirepeval_test" / "drsm" / f"{split}.jsonl", rows)
    write_rows(folder / "scirepeval" / "drsm" / "evaluation.jsonl", papers())


def _new_class(folder: Path) -> None:
    _blank_classes(folder)
    rows = [{"paper_id": f"p{k}", "label": k % 2} for k in range(4)]
    write_rows(folder / "scirepeval_test" / "drsm" / "train.jsonl", rows)
    write_rows(folder / "scirepeval_test" / "drsm" / "test.jsonl", [{"paper_id": "p5", "label": 9}])


def _unknown_document(folder: Path) -> None:
    with (small_beir(folder) / "scifact" / "qrels" / "test.tsv").open("a", encoding="utf-8") as file:
        file.write("q0\tp77\t1\n")


def _field_lost(folder: Path) -> None:
    change(small_mdcr(folder) / "mdcr" / "mdcr_test.json", lambda whole: whole.pop("Physics"))


def _nothing_cited(folder: Path) -> None:
    path = small_mdcr(folder) / "mdcr" / "mdcr_test.json"
    change(path, lambda whole: whole["Art"]["p0"].pop("true"))


def _source(role: str, how: Callable[[Any], object]) -> Callable[[Path], None]:
    def changed(folder: Path) -> None:
        root = small_s2and(folder) / "s2and"
        blocks = root / "blocks" / "block_sigs_qian.json"
        change(blocks if role == "blocks" else root / "qian" / f"qian_{role}.json", how)

    return changed


S2AND = "scirepeval/s2and"


@pytest.mark.parametrize(
    ("name", "write", "reason"),
    [
        ("scirepeval/drsm", _blank_classes, r"train.jsonl, task 'DRSM': .* have one class \(1\)"),
        ("scirepeval/drsm", _new_class, r"test.jsonl:1.*: no paper to train with has the label '9'"),
        ("beir/scifact", _unknown_document, r"the qrels name 1 documents that the collection does not have"),
        ("mdcr", _field_lost, r"mdcr_test.json, task 'MDCR': the field 'Physics' is missing"),
        ("mdcr", _nothing_cited, r"entry 'Art, query p0', task 'MDCR': there are no papers under 'true'"),
        (S2AND, _source("signatures", lambda s: s.pop("s3")), r"the signature s3, which a block names,"),
        (S2AND, _source("clusters", lambda c: c.pop("c00")), r"qian_clusters.json.* s0 is in no cluster"),
        (
            S2AND,
            _source("clusters", lambda c: c["c01"]["signature_ids"].append("s0")),
            r"entry 'c01', task 'S2AND': the signature s0 is in the cluster c00 too",
        ),
        (S2AND, _source("blocks", lambda b: b.pop("dev")), r"there is no split 'dev' in it"),
        (S2AND, _source("blocks", lambda b: b["dev"].update(b["test"])), r"'a block4' is in validation"),
        (S2AND, _source("blocks", lambda b: b.update(dev=["x y"])), r"no signature is in the block 'x y'"),
        (S2AND, _source("signatures", lambda s: s["s1"].pop("author_info")), r"entry 's1'.*'author_info'"),
        (S2AND, _source("papers", lambda p: p["1"].update(authors="A")), r"entry '1'.*'authors' is 'A'"),
        (S2AND, _source("papers", lambda p: p["1"].update(year="new")), r"'year' is 'new' and must be"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_place(
    tmp_path: Path, name: str, write: Callable[[Path], None], reason: str
) -> None:
    write(tmp_path)
    with pytest.raises(EvaluationError, match=reason):
        read(task_named(name), tmp_path)


def test_the_gold_standard_of_reviewers_is_a_set_of_ones_own(tmp_path: Path) -> None:
    place = tmp_path / "gold"
    write_rows(
        place / "corpus.jsonl", [{"_id": f"p{n}", "title": f"Paper {n}", "text": "x"} for n in range(4)]
    )
    write_rows(place / "profiles.jsonl", [{"_id": "ada", "papers": ["p0", "p1"]}])
    lines = ["participant_id\tpaper_id\texpertise", "ada\tp2\t4.75", "ada\tp3\t2"]
    (place / "expertise.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (task,) = user_sets(tmp_path)
    assert (task.id, task.kind, task.judgements) == ("own/gold", "reviewers", ("hard", "soft"))
    data = read(task, tmp_path)
    assert isinstance(data, ReviewerData)
    assert data.judgements["hard"] == {"p2": {"ada": 1}, "p3": {"ada": 0}}
    (row,) = task_states(tmp_path, [task], whole=True)
    assert row.state == "present"


@pytest.mark.parametrize(
    ("rows", "place", "words"),
    [
        ({"profiles": [{"_id": None, "papers": ["p0"]}]}, "profiles.jsonl:1", "'_id' is None"),
        ({"profiles": [{"_id": "ada", "papers": "p0"}]}, "profiles.jsonl:1", "'papers' is 'p0'"),
        ({"profiles": [{"_id": "ada", "papers": [None]}]}, "profiles.jsonl:1", "'papers' is None"),
        ({"profiles": [{"papers": ["p0"]}]}, "profiles.jsonl:1", "there is no '_id'"),
        ({"profiles": [{"_id": "ada"}]}, "profiles.jsonl:1", "there is no 'papers'"),
        ({"profiles": ["ada"]}, "profiles.jsonl:1", "not an object"),
        ({"corpus": [{"_id": "p0", "title": ["x"]}]}, "corpus.jsonl:1", "'title'"),
        ({"corpus": [{"_id": "p0", "text": True}]}, "corpus.jsonl:1", "'abstract'"),
        ({"corpus": [{"_id": ""}]}, "corpus.jsonl:1", "'doc_id'"),
        ({"lines": ["\tp1\t5"]}, "expertise.tsv:2", "'participant-id' is ''"),
        ({"lines": ["ada\t\t5"]}, "expertise.tsv:2", "'paper-id' is ''"),
        ({"lines": ["ada\tp1\tx"]}, "expertise.tsv:2", "'expertise' is 'x'"),
        ({"lines": ["ada\tp1\t0.75"]}, "expertise.tsv:2", "the expertise is 0.75"),
        ({"lines": ["ada\tp1\t5.25"]}, "expertise.tsv:2", "the expertise is 5.25"),
        ({"lines": ["ada\tp1\t5", "ada\tp1\t2"]}, "expertise.tsv:3", "ada has judged p1 above already"),
        ({"lines": ["eve\tp1\t5", "ada\tp9\t5"]}, "expertise.tsv", "none of its rows has a paper"),
    ],
)
def test_what_is_wrong_in_a_set_of_expertise_is_named_with_file_row_and_name(
    tmp_path: Path, rows: dict[str, Any], place: str, words: str
) -> None:
    corpus = [{"_id": f"p{n}", "title": f"Paper {n}"} for n in range(3)]
    write_rows(tmp_path / "corpus.jsonl", rows.get("corpus", corpus))
    write_rows(tmp_path / "profiles.jsonl", rows.get("profiles", [{"_id": "ada", "papers": ["p0"]}]))
    lines = ["participant_id\tpaper_id\texpertise", *rows.get("lines", ["ada\tp1\t1", "ada\tp2\t5"])]
    (tmp_path / "expertise.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(EvaluationError, match=f"{place}, task 'Owls': .*{words}"):
        read_expertise(tmp_path, name="Owls")


def test_expertise_of_whom_nothing_is_known_is_counted(tmp_path: Path) -> None:
    corpus = [{"_id": f"p{n}", "title": f"Paper {n}"} for n in range(4)] + [{"_id": "p4", "title": " "}]
    write_rows(tmp_path / "corpus.jsonl", corpus)
    profiles = [
        {"_id": "ada", "papers": ["p0", "p4", "p0"]},
        {"_id": "bob", "papers": ["p4"]},
        {"_id": "cat", "papers": ["p3"]},
    ]
    write_rows(tmp_path / "profiles.jsonl", profiles)
    lines = ["ada p1 4.5", "bob p1 5", "ada p4 3", "ada p2 2.75", "ada p3 3", "ada p3 3"]
    (tmp_path / "expertise.tsv").write_text(
        "participant_id\tpaper_id\texpertise\n" + "".join("\t".join(line.split()) + "\n" for line in lines),
        encoding="utf-8",
    )
    data = read_expertise(tmp_path)
    assert data.judgements == {
        "hard": {"p1": {"ada": 1}, "p2": {"ada": 0}, "p3": {"ada": 0}},
        "soft": {"p1": {"ada": 1}, "p2": {"ada": 0}, "p3": {"ada": 1}},
    }
    assert (data.coverage.n_rows, data.coverage.n_missing, data.coverage.first) == (6, 2, "expertise.tsv:3")
    assert data.reviewers == {"ada": ("p0",)}
    assert data.papers == {"p0": ("Paper 0", "")}
    assert set(data.queries) == {"p1", "p2", "p3"}
    assert data.by_reviewer
    for name in ("corpus.jsonl", "profiles.jsonl", "expertise.tsv"):
        file = tmp_path / name
        packed = tmp_path / f"{name}.gz"
        packed.write_bytes(gzip.compress(file.read_bytes()))
        kept = file.read_bytes()
        file.unlink()
        assert read_expertise(tmp_path).judgements == data.judgements
        packed.unlink()
        with pytest.raises(EvaluationError, match=f"there is no {name} in it, nor {name}.gz"):
            read_expertise(tmp_path)
        file.write_bytes(kept)


def test_a_search_in_which_nothing_is_right_is_refused(tmp_path: Path) -> None:
    small_beir(tmp_path)
    qrels = tmp_path / "scifact" / "qrels" / "test.tsv"
    lines = qrels.read_text(encoding="utf-8").splitlines()
    qrels.write_text("\n".join([lines[0], *(line[:-1] + "0" for line in lines[1:])]) + "\n", encoding="utf-8")
    with pytest.raises(
        EvaluationError, match=r"scifact, task 'SciFact \(BEIR\)': no paper is judged right for any query"
    ):
        read(task_named("beir/scifact"), tmp_path)
    qrels.write_text("\n".join([lines[0], "q0\tp1\t0", "q1\tp1\t1"]) + "\n", encoding="utf-8")
    assert ranked("beir/scifact", tmp_path).qrels == {"q0": {"p1": 0}, "q1": {"p1": 1}}
    rows = [
        json.loads(line) for line in (tmp_path / "scifact" / "corpus.jsonl").read_text("utf-8").splitlines()
    ]
    write_rows(tmp_path / "scifact" / "corpus.jsonl", [{**row, "title": "", "text": " "} for row in rows])
    with pytest.raises(
        EvaluationError, match=r"scifact, task 'SciFact \(BEIR\)': there is nothing judged in it that has a"
    ):
        read(task_named("beir/scifact"), tmp_path)
