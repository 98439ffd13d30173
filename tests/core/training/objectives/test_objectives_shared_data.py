"""The objectives on real data: counts against those of a few plain lines over the same files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from objective_data import all_examples, opened, write_rows, write_table

pytestmark = pytest.mark.shared_data


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def real_unarxiv(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[str]]]:
    """Sentences of unarXive that cite two or more papers of the AI collection, and the ids they cite."""
    folder = tmp_path_factory.mktemp("unarxiv")
    contexts = []
    for row in rows_of(shared_data / "citation_contexts" / "unarxive2022_contexts.jsonl.gz"):
        ids = [cited["ai_papers_id"] for cited in row["cited"] if cited["ai_papers_id"]]
        if len({*ids}) >= 2:
            contexts.append((row["context"], ids))
    wanted = {name for _, ids in contexts for name in ids}
    papers = [
        (row["_id"], flat(row["title"]), flat(row["text"]), row["venue"])
        for path in sorted((shared_data / "ai_papers").glob("*.jsonl.gz"))
        for row in rows_of(path)
        if row["_id"] in wanted
    ]
    write_table(folder / "collection.tsv", papers)
    write_rows(folder / "contexts.jsonl", ({"text": text, "cited_ids": ids} for text, ids in contexts))
    return folder, [list(dict.fromkeys(ids)) for _, ids in contexts]


def test_real_citing_sentences_give_their_pairs(real_unarxiv: tuple[Path, list[list[str]]]) -> None:
    folder, contexts = real_unarxiv
    assert len(contexts) == 28  # the data's README
    by_hand = [pair for ids in contexts for pair in combinations(ids, 2)]
    source = opened("unarxiv-doc2doc", folder)
    dropped = source.facts.left_out.get("pairs that validate the other way round", 0)
    assert source.facts.n_train + source.facts.n_validation + dropped == len(by_hand)
    sentences = opened("unarxiv-context2doc", folder)
    assert sentences.facts.n_train + sentences.facts.n_validation == 28
    for example in (*all_examples(source), *all_examples(sentences)):
        assert len({example.query, example.positive, example.negative}) == 3


def test_real_citation_triples_are_all_read(shared_data: Path) -> None:
    path = shared_data / "scirepeval_samples" / "specter_small.jsonl.gz"
    source = opened("specter", path)
    assert source.facts.n_train + source.facts.n_validation == 200
    titles = {row["query"]["title"] for row in rows_of(path)}
    assert all(e.query.split(" [SEP] ")[0] in titles for e in all_examples(source))
    assert not {e.query for e in source.validation} & {e.query for e in all_examples(source)}


def test_real_tldrs_ask_for_their_papers(shared_data: Path) -> None:
    folder = shared_data / "scitldr"
    source = opened("pairs", folder)
    assert (
        source.facts.n_train == sum(len(row["tldrs"]) for row in rows_of(folder / "train.jsonl.gz")) == 1992
    )
    assert source.facts.n_validation == 1000  # of 1,453 sentences about the 619 papers of dev
    papers: dict[str, set[str]] = {}
    for row in rows_of(folder / "dev.jsonl.gz"):  # two of them have one title
        papers.setdefault(flat(row["title"]), set()).update(tldr.strip() for tldr in row["tldrs"])
    for example in source.validation:
        assert example.query in papers[flat(example.positive.split(" [SEP] ")[0])]


def test_real_judgements_part_by_claim_and_paper(shared_data: Path) -> None:
    folder = shared_data / "scifact"
    source = opened("judgements", folder)
    assert source.facts.n_train + source.facts.n_validation == 809  # the claims of train.tsv
    assert "qrels/train.tsv" in source.facts.files
    learnt = {e.positive for epoch in range(12) for e in all_examples(source, epoch)}
    assert not learnt & {e.positive for e in source.validation}
    relevant: dict[str, set[str]] = {}
    titles = {row["_id"]: flat(row["title"]) for row in rows_of(folder / "corpus.jsonl.gz")}
    claims = {row["_id"]: row["text"].strip() for row in rows_of(folder / "queries.jsonl.gz")}
    for line in (folder / "qrels" / "train.tsv").read_text().splitlines()[1:]:
        query_id, doc_id, _ = line.split("\t")
        relevant.setdefault(claims[query_id], set()).add(titles[doc_id])
    for e in (e for epoch in range(3) for e in all_examples(source, epoch)):
        assert flat(e.positive.split(" [SEP] ")[0]) in relevant[e.query]
        assert flat(e.negative.split(" [SEP] ")[0]) not in relevant[e.query]


def test_a_real_graded_collection_keeps_its_zeros_as_hard_negatives(shared_data: Path) -> None:
    """Cranfield has 225 rows graded 0: whoever has some meets no random paper."""
    folder = shared_data / "cranfield"
    source = opened("judgements", folder)
    titles = {row["_id"]: flat(row["title"]) for row in rows_of(folder / "corpus.jsonl.gz")}
    texts = {row["_id"]: row["text"].strip() for row in rows_of(folder / "queries.jsonl.gz")}
    zeros: dict[str, set[str]] = {}
    for line in (folder / "qrels" / "test.tsv").read_text().splitlines()[1:]:
        query_id, doc_id, grade = line.split("\t")
        if grade == "0":
            zeros.setdefault(texts[query_id], set()).add(titles[doc_id])
    met = [e for epoch in range(3) for e in all_examples(source, epoch) if e.query in zeros]
    assert len(met) > 300
    assert all(flat(e.negative.split(" [SEP] ")[0]) in zeros[e.query] for e in met)


def test_real_abstracts_are_cropped(shared_data: Path) -> None:
    path = shared_data / "iclr2022" / "papers.jsonl.gz"
    source = opened("cropping", path)
    assert source.facts.n_train + source.facts.n_validation == 1094
    words = [flat(f"{row['title']} {row['text']}") for row in rows_of(path)]
    for example in all_examples(source)[:100]:
        holders = [
            {i for i, text in enumerate(words) if span in text} for span in (example.query, example.positive)
        ]
        assert set.intersection(*holders)
        assert len(example.query.split()) >= 10
