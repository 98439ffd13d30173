"""BM25 against Lucene's formula, written out here, and what may be typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.index import Bm25, CountedIndex, LexicalIndex, Where, lexical
from assay.items import Item, write_item
from assay.types import Paper

K1, B = 1.2, 0.75

# Words that the stemmer leaves as they are, so that this test needs no stemmer. Every text is shorter than
# 40 words: up to there lengths are stored exactly, beyond they are rounded.
PAPERS = [
    Paper("p1", "neural rank", "neural neural vector rank"),
    Paper("p2", "sparse vector", "vector term weight term"),
    Paper("p3", "rank fusion", "sparse sparse rank vector neural term graph"),
    Paper("p4", "graph", "graph walk graph walk graph walk walk walk"),
    Paper("p5", "weight", "vector"),
]


@pytest.fixture(scope="module")
def index() -> LexicalIndex:
    made = LexicalIndex()
    made.add(PAPERS)
    made.commit()
    return made


def papers_index(*papers: Paper) -> LexicalIndex:
    made = LexicalIndex()
    made.add(papers)
    made.commit()
    return made


def ids(found: list[tuple[str, float]]) -> list[str]:
    return [doc_id for doc_id, _ in found]


def test_every_field_is_searched() -> None:
    found = papers_index(
        Paper("a", "Alpha", "inverse problem"),
        Paper("b", "Beta", authors=("Žofia Müller", "Li, Wei")),
        Paper("c", "Gamma", venue="NeurIPS"),
        Paper("d", "Delta", keywords=("open domain",)),
    )
    queries = ("alpha", "problems", "muller", "wei", "neurips", "domains")
    assert [ids(found.search(query, 5)) for query in queries] == [["a"], ["a"], ["b"], ["b"], ["c"], ["d"]]


def noted(doc_id: str, title: str, abstract: str, *notes: str) -> Paper:
    return Paper(doc_id, title, abstract, item=write_item(Item(notes=notes)))


def test_a_note_finds_a_paper_behind_all_whose_text_has_a_word() -> None:
    plain = [
        Paper(f"p{n}", "Moss", "Moss grows on stones with moss" + " and lichen" * (n < 7)) for n in range(8)
    ]
    note = noted("noted", "Moss", "Moss on trees", "Lichen! lichen, lichens: see the lichen figure")
    both = papers_index(*plain, note)
    found = dict(both.search("lichen", 20))
    without = dict(papers_index(*plain, Paper("noted", "Moss", "Moss on trees")).search("lichen", 20))
    assert list(found)[-1] == "noted", "a word of nearly all papers, against four times in a note"
    assert {doc_id: found[doc_id] for doc_id in without} == without, "and nothing else counts otherwise"
    assert ids(both.search("figur", 5, prefix=True)) == ["noted"]
    assert ids(both.search("trees figure", 5)) == ["noted"]


def test_counted_words_are_found_and_scored_as_those_of_the_index_on_the_disk() -> None:
    papers = [
        noted("noted", "Moss", "Moss on trees", "Lichen! see the lichen figure"),
        Paper("zh", "基于图神经网络的引文推荐方法", "dense retrieval of lichens"),
        Paper("en", "Lichens of the North", "Müller counts them", authors=("Hans Müller",), venue="Moss"),
    ]
    counted, index = CountedIndex(papers, Bm25()), papers_index(*papers)
    for query in ("lichen", "moss trees", "引文推荐", "Müller", "the of", "dense dense retrieval"):
        found = index.search(query, 5)
        assert ids(counted.search(query, 5)) == ids(found) != []
        assert dict(counted.search(query, 5)) == pytest.approx(dict(found), rel=1e-5)


def test_names_are_not_stemmed() -> None:
    found = papers_index(
        Paper("a", "x", authors=("Rich Hastings",)), Paper("b", "y", authors=("Ann Hasting",))
    )
    assert ids(found.search("hastings", 5)) == ["a"]


def test_chinese_and_japanese_titles_are_found_by_their_words() -> None:
    found = papers_index(
        Paper("zh1", "面向科学文献的稠密检索模型研究"),
        Paper("zh2", "基于图神经网络的引文推荐方法"),
        Paper("zh3", "大规模科技论文数据库的构建与评估"),
        Paper("ja1", "学術論文のための密ベクトル検索モデル"),
        Paper("ja2", "引用ネットワークを用いた論文推薦の評価"),
        Paper("ja3", "深層学習による日本語BERTの事前学習", authors=("山田太郎",)),
        Paper("ko1", "학술 논문을 위한 검색 모델"),
        Paper("en1", "A search model for papers"),
    )
    for query, wanted in {
        "检索": ["zh1"],
        "检索模型": ["zh1"],
        "数据库": ["zh3"],
        "引文推荐": ["zh2"],
        "神经网络 推荐": ["zh2"],
        "検索モデル": ["ja1"],
        "推薦": ["ja2"],
        "日本語 bert": ["ja3"],
        "BERT": ["ja3"],
        "山田": ["ja3"],
        "논문": ["ko1"],
        "검색모델": ["ko1"],
        "稠": ["zh1"],
        "樹木": [],
    }.items():
        assert ids(found.search(query, 1)) == wanted, query
    assert set(ids(found.search("評価", 9))) == {"ja2"}, "and not the Chinese 评估"
    assert found.holding("图神经网络") == {"zh2"}
    assert found.holding("神经网络图") == set()
    assert ids(found.search("検", 9, prefix=True)) == ["ja1"]


def test_a_character_alone_is_found_wherever_it_stands_in_a_word() -> None:
    found = papers_index(
        Paper("ends", "量子化学"), Paper("begins", "学習"), Paper("alone", "BERT 学"), Paper("none", "神経"),
        Paper("mixed", "BERT的模型"),
    )  # fmt: skip
    for prefix in (False, True):
        assert set(ids(found.search("学", 9, prefix=prefix))) == {"ends", "begins", "alone"}
    for phrase, held in (("学", {"ends", "begins", "alone"}), ("BERT的", {"mixed"}), ("型", {"mixed"}),
                         ("BERT型", set()), ("化学", {"ends"}), ("学 BERT", set())):  # fmt: skip
        assert found.holding(phrase) == held, phrase


def test_pairs_of_characters_score_as_words_do() -> None:
    """The same titles with a letter for each pair: BM25 cannot tell them apart."""
    pairs = {"稠密": "x1", "密检": "x2", "检索": "x3", "索模": "x4", "模型": "x5"}
    titles = {"1": "稠密检索", "2": "检索模型", "3": "稠密模型", "4": "索引"}
    found = papers_index(*(Paper(doc_id, title) for doc_id, title in titles.items()))
    spelled = {"1": "x1 x2 x3", "2": "x3 x4 x5", "3": "x1 x6 x5", "4": "x7"}
    plain = papers_index(*(Paper(doc_id, title) for doc_id, title in spelled.items()))
    for query in ("检索", "稠密检索", "检索模型"):
        letters = " ".join(pairs[query[at : at + 2]] for at in range(len(query) - 1))
        assert found.search(query, 4) == plain.search(letters, 4), query


def test_equal_scores_are_ordered_by_id_even_at_the_border() -> None:
    found = papers_index(
        *(Paper(f"p{number:03}", "same title", "same text") for number in range(199, -1, -1))
    )
    assert ids(found.search("same", 5)) == [f"p{number:03}" for number in range(5)]
    assert len(found.search("same", 500)) == 200


@pytest.mark.parametrize("few", [0, 1000, 5000])
def test_only_allowed_papers_are_returned_few_or_many(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allowed papers are asked for up to `few` of them and sifted beyond; nobody can tell which was done."""
    monkeypatch.setattr(lexical, "_FEW", few)
    found = papers_index(
        *(Paper(f"p{number:04}", "common word", "x" * (number % 7)) for number in range(3000))
    )
    for step in (2, 300):
        allowed = {f"p{number:04}" for number in range(1, 3000, step)}
        hits = ids(found.search("common", 40, where=Where(allowed)))
        assert len(hits) == min(40, len(allowed))
        assert set(hits) <= allowed
        everything = ids(found.search("common", 3000))
        assert hits == [doc_id for doc_id in everything if doc_id in allowed][:40]
    assert found.search("common", 5, where=Where(set())) == []
    assert found.search("common", 5, where=Where({"unknown"})) == []


# -- typing ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def library() -> LexicalIndex:
    return papers_index(
        Paper("dpr", "Dense passage retrieval", "Retrieving passages for questions."),
        Paper("sparse", "Sparse lexical expansion", "Terms are expanded before indexing."),
        Paper("attention", "Attention", "Transformers translate.", authors=("Ashish Vaswani",)),
        Paper("happy", "Happiness", "Studies of happiness."),
    )


def test_a_finished_word_is_not_completed(library: LexicalIndex) -> None:
    assert library.search("retr", 5) == []
    assert library.search("retr ", 5, prefix=True) == []


def test_a_text_of_stop_words_alone_still_finds_a_title() -> None:
    found = papers_index(Paper("ham", "To be or not to be"), Paper("other", "Noise in vision"))
    assert ids(found.search("to be or not to be", 5)) == ["ham"]
    assert ids(found.search("the noise", 5)) == ["other"]


SYNTAX = [
    "", " ", "\t\n", '"', '"open', "(", ")))", "a AND", "OR", "NOT", "+", "-", "title:", "title:x",
    "x^", "x^2", "x~", "*", "?", "[a TO", "{", "\\", "/regex", "IN [", "a:b:c", "x && y", "doc_id:p1", "\x00",
    "%s", "&amp;", "<b>", "${x}", "' OR 1=1 --", "\ud800", "😀", "\u202e", "a" * 100_000, "word " * 5_000,
]  # fmt: skip


@pytest.mark.parametrize("text", SYNTAX, ids=range(len(SYNTAX)))
def test_nothing_that_is_typed_is_syntax(index: LexicalIndex, text: str) -> None:
    for prefix in (False, True):
        assert isinstance(index.search(text, 5, prefix=prefix), list)


def test_what_looks_like_syntax_is_read_as_words(index: LexicalIndex) -> None:
    assert index.search('title:"neural" AND (rank^9)', 9)[0][0] == "p1"
    assert ids(index.search("doc_id:p4", 9)) == []
    assert ids(index.search("-walk", 9)) == ["p4"]


@settings(max_examples=200)
@given(text=st.text(), prefix=st.booleans(), k=st.integers(min_value=-1, max_value=20))
def test_any_unicode_text_is_safe(index: LexicalIndex, text: str, prefix: bool, k: int) -> None:
    found = index.search(text, k, prefix=prefix)
    assert len(found) <= max(0, k)
    assert found == sorted(found, key=lambda hit: (-hit[1], hit[0]))


@given(st.builds(Paper, doc_id=st.just("x"), title=st.text(), abstract=st.text(), venue=st.text()))
@settings(max_examples=25, deadline=None)
def test_any_unicode_paper_can_be_indexed(paper: Paper) -> None:
    assert len(papers_index(paper)) == 1


# -- more like this -------------------------------------------------------------------------------------
