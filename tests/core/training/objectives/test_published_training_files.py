"""Training files as others publish them: SPECTER's graph, unarXive's releases, SciRepEval's Parquet."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assay.encoding import TextTemplate
from assay.training.data.examples import Example, Labelled, Source
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import (
    CitedTogetherSpec,
    CitingContextSpec,
    ClassificationSpec,
    ObjectiveSpec,
    SpecterSpec,
)

FIELDS = ("Biology", "Physics", "History")


def opened(spec: ObjectiveSpec, folder: Path) -> Source:
    return open_source(spec, folder=folder, seed=42, template=TextTemplate("[SEP]"))


def examples(source: Source) -> list[Example]:
    found = [source.train.example(n, 0) for n in range(len(source.train))]
    assert all(isinstance(one, Example) for one in [*found, *source.validation])
    return found  # type: ignore[return-value]


def paper_id(n: int) -> str:
    return f"{n:040x}"


def graph(folder: Path, *, fields: bool, hard: bool = True, packed: bool = False) -> None:
    """allenai/specter's data/training: 60 papers, of which 12 cite three each; ids are SHA-1s of S2."""
    papers = {
        paper_id(n): {
            "paper_id": paper_id(n), "title": f"Paper {n}", "abstract": f"It is about {n}.",
            **({"fields_of_study": [FIELDS[n % 3]]} if fields else {}),
        }
        for n in range(60)
    }  # fmt: skip
    links = {
        paper_id(n): {paper_id(20 + n + k): {"count": 5} for k in range(3)}
        | ({paper_id(40 + n + k): {"count": 1} for k in range(6)} if hard else {})
        for n in range(12)
    }
    if not hard:  # then what is cited by the cited is worked out: 20 + n cites 45 to 50
        links |= {paper_id(20 + n): {paper_id(45 + k): {"count": 5} for k in range(6)} for n in range(14)}
    for name, value in (("data.json", links), ("metadata.json", papers)):
        raw = json.dumps(value, indent=1).encode()
        (folder / f"{name}{'.gz' if packed else ''}").write_bytes(gzip.compress(raw) if packed else raw)
    for name, rows in (("train.txt", range(10)), ("val.txt", range(10, 12)), ("test.txt", range(12, 14))):
        (folder / name).write_text("".join(f"{paper_id(n)}\n" for n in rows))


def number(text: str) -> int:
    return int(text.split(" ")[1].partition("[")[0])


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("easy", "hard"), [(3, 2), (6, 4)])
def test_triples_are_drawn_from_specters_graph(tmp_path: Path, easy: int, hard: int, packed: bool) -> None:
    """So many negatives of each kind; what is cited takes turns; nothing cited is a negative."""
    graph(tmp_path, fields=True, packed=packed)
    source = opened(SpecterSpec(path=".", easy=easy, hard=hard, validation_limit=999), tmp_path)
    found = examples(source)
    assert {number(one.query) for one in found} == set(range(10))  # train.txt
    assert {number(one.query) for one in source.validation} == {10, 11}  # val.txt
    for query in range(10):
        own = [one for one in found if number(one.query) == query]
        negatives = [number(one.negative) for one in own]
        assert len(own) == len({*negatives}) == easy + hard
        cited, second = {20 + query + k for k in range(3)}, {40 + query + k for k in range(6)}
        assert {number(one.positive) for one in own} == cited
        assert sum(each in second for each in negatives) == hard
        far = [each for each in negatives if each not in second]
        assert not {*far} & (cited | {query})
        assert (
            sum(each % 3 == query % 3 for each in far) == 2 * easy // 3
        )  # 4 of SPECTER2's 6 share its field


def test_released_negatives_share_none_some_and_all_of_the_querys_fields(tmp_path: Path) -> None:
    """update_triplets.py of SciRepEval: two each, all papers that others cite; a set of fields is a group."""
    kinds = ("A", "A,B", "B,C", "C")  # of papers n % 4
    links = {str(n): {str(40 + (3 * n + k) % 60): {"count": 5} for k in range(3)} for n in range(40)}
    papers = {str(n): {"title": f"Paper {n}", "abstract": "x", "fos": kinds[n % 4]} for n in range(130)}
    (tmp_path / "data.json").write_text(json.dumps(links))
    (tmp_path / "metadata.json").write_text(json.dumps(papers))
    spec = SpecterSpec(path=".", easy=6, hard=0, variant="released", validation=0.01)
    source = opened(spec, tmp_path)
    drawn: dict[int, list[int]] = {}
    for one in [*examples(source), *source.validation]:
        drawn.setdefault(number(one.query), []).append(number(one.negative))
    assert len(drawn) == 40
    for query, negatives in drawn.items():
        own = {*kinds[query % 4].split(",")}
        shared = [len(own & {*kinds[each % 4].split(",")}) for each in negatives]
        assert shared.count(0) == 2
        assert sum(each % 4 == query % 4 for each in negatives) >= 2
        assert len({*negatives}) == len(negatives) == 6
        assert not {*map(str, negatives)} & links[str(query)].keys()
        assert all(40 <= each < 100 for each in negatives)  # those that others cite


def test_a_graph_of_citations_alone_gives_hard_negatives_too(tmp_path: Path) -> None:
    graph(tmp_path, fields=False, hard=False)
    found = examples(opened(SpecterSpec(path=".", easy=0, hard=4), tmp_path))
    assert {number(one.query) for one in found} == set(range(10))
    assert {number(one.negative) for one in found} <= set(range(45, 51))
    assert {*Counter(number(one.query) for one in found).values()} == {4}


def release(folder: Path) -> None:
    """Two files of unarXive 2022: paragraphs with marks, whose references have matched ids."""
    folder.mkdir()
    names = [f"2212.0000{n}" for n in range(6)]
    for part in range(2):
        lines = []
        for n in range(3 * part, 3 * part + 3):
            keys = {f"{n}a{k}": names[(n + k) % 6] for k in (1, 2)} | {f"{n}dead": ""}
            text = (
                f"We begin with {{{{formula:7fd88bcd-9013-433d-9756-b87447253{n}d9}}}}  here. As shown by "
                f"{{{{cite:{n}a1}}}} and {{{{cite:{n}a2}}}} it holds in case {n}. "
                f"Others {{{{cite:{n}dead}}}} differ."
            )
            row = {
                "paper_id": names[n], "_pdf_hash": None, "_source_name": f"{names[n]}.gz",
                "metadata": {"id": names[n], "title": f"Paper\n  {n}", "abstract": f"  About {n}.\n"},
                "discipline": "Mathematics", "abstract": {"section": "Abstract", "text": "x"},
                "body_text": [{"section": "S", "content_type": "paragraph", "text": text, "cite_spans": []}],
                "bib_entries": {
                    key: {"bib_entry_raw": "R", "contained_arXiv_ids": [{"id": value, "start": 0}]}
                    if key.endswith("2")
                    else {"bib_entry_raw": "R", "ids": {"open_alex_id": "W1", "doi": "", "arxiv_id": value}}
                    for key, value in keys.items()
                } | {"none": {"bib_entry_raw": "R", "ids": None}},
                "ref_entries": {},
            }  # fmt: skip
            lines.append(json.dumps(row))
        raw = ("\n".join(lines) + "\n").encode()
        (folder / f"arXiv_src_2212_08{part}.jsonl{'.gz' if part else ''}").write_bytes(
            gzip.compress(raw) if part else raw
        )


def test_unarxives_own_release_is_read_as_it_is_published(tmp_path: Path) -> None:
    release(tmp_path / "unarXive")
    found = examples(opened(CitingContextSpec(path="unarXive", validation=0.2), tmp_path))
    assert len(found) == 5  # of six sentences that cite papers of the release
    for one in found:
        case = int(one.query.rstrip(".")[-1])
        assert one.query == f"As shown by and it holds in case {case}."
        assert one.positive in {f"Paper {n % 6} [SEP] About {n % 6}." for n in (case + 1, case + 2)}
    pairs = opened(CitedTogetherSpec(path="unarXive", validation=0.2, variant="released"), tmp_path)
    both = {(one.query[6], one.positive[6]) for one in [*examples(pairs), *pairs.validation]}  # type: ignore[union-attr]
    assert both == {(str((n + 1) % 6), str((n + 2) % 6)) for n in range(6)}


@pytest.mark.parametrize("layout", ["train-00000-of-00002.parquet", "train/0000.parquet"])
def test_scirepevals_parquet_is_read_part_by_part(tmp_path: Path, layout: str) -> None:
    """The hub's two layouts of a configuration with train, validation and evaluation."""

    def write(name: str, rows: range, split: str) -> None:
        place = tmp_path / "fos" / name.replace("train", split)
        place.parent.mkdir(parents=True, exist_ok=True)
        table = {
            "doc_id": [str(n) for n in rows], "corpus_id": list(rows), "title": [f"T{n}" for n in rows],
            "abstract": [f"about {n}" for n in rows], "labels": [[n % 3] for n in rows],
            "labels_text": [[FIELDS[n % 3]] for n in rows],
        }  # fmt: skip
        pq.write_table(pa.table(table), place)

    write(layout, range(8), "train")
    write(layout.replace("00000", "00001").replace("0000.", "0001."), range(8, 12), "train")
    write(layout, range(20, 24), "validation")
    write(layout, range(90, 99), "evaluation")
    spec = ClassificationSpec(path="fos", label="labels_text", multi_label=True)
    source = opened(spec, tmp_path)
    assert source.task is not None
    texts = [source.train.example(n, 0) for n in range(len(source.train))]
    assert {one.text for one in texts if isinstance(one, Labelled)} == {
        f"T{n} [SEP] about {n}" for n in range(12)
    }
    assert {one.text for one in source.validation if isinstance(one, Labelled)} == {
        f"T{n} [SEP] about {n}" for n in range(20, 24)
    }


def triplets(rows: range) -> list[dict[str, dict[str, object]]]:
    """Rows of allenai/scirepeval's cite_prediction: papers of S2 by SHA-1; what one lacks is null."""
    return [
        {
            key: {
                "sha": paper_id(3 * n + k),
                "corpus_id": 3 * n + k,
                "title": f"T{3 * n + k}",
                "abstract": None if n == rows[0] else "A",
            }
            for k, key in enumerate(("query", "pos", "neg"))
        }
        for n in rows
    ]


@pytest.mark.parametrize(
    ("train", "path"),
    [
        ("train-00000-of-00001.parquet", "cite_prediction"),
        ("train.parquet", "cite_prediction"),
        ("train/0000.parquet", "cite_prediction"),
        ("train.jsonl.gz", "cite_prediction"),  # as `bench fetch --training` writes it
        ("train.parquet", "cite_prediction/train.parquet"),
    ],
)
def test_scirepevals_triplets_are_learned_from_as_published(tmp_path: Path, train: str, path: str) -> None:
    """Every triplet of train is learned from; the published validation split is what validates."""
    for split, rows in (("train", range(20)), ("validation", range(30, 34)), ("evaluation", range(90, 95))):
        place = tmp_path / "cite_prediction" / train.replace("train", split)
        place.parent.mkdir(parents=True, exist_ok=True)
        if train.endswith(".gz"):
            lines = "".join(f"{json.dumps(row)}\n" for row in triplets(rows))
            place.write_bytes(gzip.compress(lines.encode()))
        else:
            pq.write_table(pa.Table.from_pylist(triplets(rows)), place)
    source = opened(SpecterSpec(path=path), tmp_path)
    learned = {(one.query, one.positive, one.negative) for one in examples(source)}
    held = {(one.query, one.positive, one.negative) for one in source.validation}  # type: ignore[union-attr]

    def three(n: int, *, alone: bool) -> tuple[str, ...]:
        return tuple(f"T{3 * n + k}" + ("" if alone else " [SEP] A") for k in range(3))

    taught = {three(n, alone=n == 0) for n in range(20)}
    if path.endswith(".parquet"):  # a file alone: a tenth of its own rows validates
        assert (learned | held, len(held)) == (taught, 2)
    else:
        assert learned == taught
        assert held == {three(n, alone=n == 30) for n in range(30, 34)}
