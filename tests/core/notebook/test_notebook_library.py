"""A library in a notebook: what its frames hold, against the features' answers and other programs."""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from scipy.stats import ttest_rel

import assay
from assay.campaigns.sample import fill_with_sample
from assay.encoding import HashingEncoder
from assay.errors import AssayError, BadInput, LibraryError
from assay.notebook import OpenLibrary
from assay.notebook.frames import COLUMNS, frame_of
from assay.notebook.progress import shown_progress
from assay.searching.indexing import index_vectors, index_words
from assay.searching.search import make_run, search, store_run
from assay.types import Paper, SearchMode, SearchRequest, TaskFormat
from assay.workspace import Workspace
from model_fixtures import judge
from workspace_papers import add, invented_papers

DOCS = Path(__file__).resolve().parents[3] / "docs" / "notebooks.md"


def make(folder: Path) -> None:
    """The invented papers, indexed, with three judged queries and a run of two modes."""
    with Workspace.open(folder) as workspace:
        workspace.use_model("hashing")
        add(workspace, *invented_papers())
        judge(workspace)
        index_words(workspace)
        index_vectors(workspace)
        for mode in (SearchMode.KEYWORD, SearchMode.SEMANTIC):
            run = make_run(workspace, workspace.library.queries.all(), mode=mode)
            store_run(workspace, mode.value, run, mode=mode)


@pytest.fixture
def library(copied: Callable[..., Path], tmp_path: Path) -> Iterator[OpenLibrary]:
    with Workspace.open(copied("notebook", make, tmp_path / "library")) as workspace:
        yield OpenLibrary(workspace, workspace.folder)


def nested(frame: pd.DataFrame, value: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row in frame.itertuples():
        found.setdefault(str(row.query_id), {})[str(row.doc_id)] = getattr(row, value)
    return found


def test_results_are_those_of_the_search_with_what_is_known_of_the_papers(library: OpenLibrary) -> None:
    found = library.search("the hunting of owls", k=7)
    hits = search(library.workspace, SearchRequest("the hunting of owls", k=7))
    assert list(zip(found["rank"], found["doc_id"], found["score"], strict=True)) == [
        (hit.rank, hit.doc_id, hit.score) for hit in hits
    ]
    titles = library.papers().set_index("doc_id")["title"]
    assert found["title"].tolist() == titles[found["doc_id"]].tolist()
    assert found["passage"].str.contains("owls").any()


def test_papers_nearest_to_one_are_those_of_the_greatest_cosine(library: OpenLibrary) -> None:
    papers = library.papers()
    vectors = library.encode(papers)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = pd.Series(vectors @ vectors[0], index=papers["doc_id"]).drop(papers["doc_id"][0])
    near = library.similar(papers["doc_id"][0], k=5, mode="semantic")
    np.testing.assert_allclose(near["score"], cosines.sort_values(ascending=False).head(5), atol=1e-5)


def test_filters_leave_what_pandas_would_leave(library: OpenLibrary) -> None:
    add(
        library.workspace,
        *(Paper(f"y{year}", "Bees", authors=("Ada Bee", "Bo Ant"), year=year, venue=venue, keywords=("hive",))
          for year, venue in ((2018, "ACL"), (2019, "ACL"), (2020, "SIGIR"))),
    )  # fmt: skip
    papers = library.papers()
    for filters, kept in (
        ({"year": (2019, None)}, papers["year"] >= 2019),
        ({"year": 2018}, papers["year"] == 2018),
        ({"venue": ["sigir", "acl"], "year": (None, 2019)}, papers["year"] <= 2019),
        ({"author": "Bo Ant"}, papers["authors"].str.contains("Bo Ant")),
        ({"tag": "hive"}, papers["keywords"] == "hive"),
    ):
        expected = papers[kept.fillna(False).astype(bool)]["doc_id"].tolist()
        assert library.papers(**filters)["doc_id"].tolist() == expected  # type: ignore[arg-type]
    assert papers["authors"].iloc[-1] == "Ada Bee; Bo Ant"
    index_words(library.workspace)
    library.workspace.forget_indexes()
    assert library.search("bees", mode="keyword", year=(2019, 2019))["doc_id"].tolist() == ["y2019"]


def test_measures_are_trec_evals_and_tests_are_scipys(library: OpenLibrary) -> None:
    scores = library.evaluate(["keyword", "semantic"], measures=["nDCG@10", "AP"])
    qrels = nested(library.qrels(), "grade")
    qrels = {q: {d: int(grade) for d, grade in docs.items()} for q, docs in qrels.items()}
    values = {}
    for system in ("keyword", "semantic"):
        run = {
            q: {d: -float(r) for d, r in docs.items()}
            for q, docs in nested(library.runs(system), "rank").items()
        }
        values[system] = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut_10", "map"}).evaluate(run)
    for measure, name in (("nDCG@10", "ndcg_cut_10"), ("AP", "map")):
        a, b = (np.array([values[system][q][name] for q in qrels]) for system in values)
        row = scores.systems.query("system == 'semantic' and measure == @measure").iloc[0]
        per_query = scores.per_query.query("system == 'semantic' and measure == @measure")
        assert per_query["value"].tolist() == pytest.approx(
            [values["semantic"][q][name] for q in per_query["query_id"]]
        )
        assert scores.means.loc["keyword", measure] == pytest.approx(a.mean())
        assert row["difference"] == pytest.approx((b - a).mean())
        interval = ttest_rel(b, a).confidence_interval()
        assert (row["difference_low"], row["difference_high"]) == pytest.approx((interval.low, interval.high))
        flips = [abs(np.dot(signs, b - a)) for signs in product((1, -1), repeat=len(a))]
        assert row["p"] == pytest.approx(np.mean(np.array(flips) >= abs((b - a).sum()) - 1e-12))
        assert row["ci_low"] <= b.mean() <= row["ci_high"]
    first = scores.systems[scores.systems["system"] == "keyword"]
    assert first[["difference", "p"]].isna().all(axis=None)


def test_a_system_may_be_a_frame_ranks_a_dict_a_file_a_tag_or_a_model(
    library: OpenLibrary, tmp_path: Path
) -> None:
    run = library.runs("semantic")
    lines = (f"{r.query_id} Q0 {r.doc_id} {r.rank} {r.score!r} mine\n" for r in run.itertuples())
    (tmp_path / "mine.run").write_text("".join(lines), encoding="utf-8")
    systems = {
        "tag": "semantic",
        "frame": run,
        "ranks": run.drop(columns="score").sample(frac=1, random_state=3),
        "dict": {q: dict(docs) for q, docs in nested(run, "score").items()},
        "file": tmp_path / "mine.run",
        "model": "hashing",
    }
    means = library.evaluate(systems).means
    assert means.index.tolist() == [*systems]
    assert (means.nunique() == 1).all()


def test_grades_of_elsewhere_are_taken_as_frame_or_file(library: OpenLibrary, tmp_path: Path) -> None:
    other = library.qrels().head(10)
    rows = (f"{row.query_id} 0 {row.doc_id} {row.grade}\n" for row in other.itertuples())
    (tmp_path / "other.qrels").write_text("".join(rows), encoding="utf-8")
    of_frame, of_file = (library.evaluate("keyword", qrels=one) for one in (other, tmp_path / "other.qrels"))
    assert of_frame.systems.equals(of_file.systems)
    assert of_frame.systems["n_queries"].tolist() == [other["query_id"].nunique()] * 2


def test_vectors_are_those_of_the_model(library: OpenLibrary) -> None:
    papers = library.papers().head(4)
    texts = [f"{row.title} [SEP] {row.abstract}" for row in papers.itertuples()]
    expected = HashingEncoder().encode(texts, format=TaskFormat.PRX)
    assert np.array_equal(library.encode(papers, model="hashing"), expected)
    queries = ["bees in winter", "owls"]
    expected = HashingEncoder().encode(queries, format=TaskFormat.QRY)
    assert np.array_equal(library.encode(queries, format="QRY"), expected)
    assert library.encode([]).shape == (0, expected.shape[1])


def test_a_notebook_shows_a_library_as_what_it_holds(library: OpenLibrary) -> None:
    shown = library._repr_html_()
    assert f"{len(library.papers())} papers" in shown
    assert library.workspace.config.model in shown


def test_a_grade_is_there_for_the_next_that_opens_the_library(library: OpenLibrary) -> None:
    mine = library.grade("bees at night", "bees-sleep", 2, assessor="ada", note="yes")
    library.grade("bees at night", "bees-song", "unsure", assessor="ada")
    with assay.open(library.workspace.folder) as again:
        found = again.judgements(assessor="ada", query_id=mine["query_id"][0])
        assert found[["query", "doc_id", "state", "note"]].values.tolist() == [
            ["bees at night", "bees-sleep", "grade", "yes"],
            ["bees at night", "bees-song", "unsure", ""],
        ]
        assert found["grade"].tolist() == [2, pd.NA]
        qrels = again.qrels(assessor="ada").query("query_id == @mine.query_id[0]")
    assert qrels[["doc_id", "grade"]].values.tolist() == [["bees-sleep", 2]]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda library: library.search("bees", mode="deep"), "'deep'.*keyword, semantic, hybrid"),
        (lambda library: library.search("  "), "text or papers"),
        (lambda library: library.search("bees", k=0), "at least one"),
        (lambda library: library.search("bees", yaer=2019), "no filter yaer.*year, venue"),
        (lambda library: library.search("bees", collection="Nowhere"), "Nowhere"),
        (lambda library: library.search("bees", year="2019"), "'2019' is not a year"),
        (lambda library: library.search("bees", year=(2018, 2019, 2020)), "not a year"),
        (lambda library: library.similar("nobody"), "nobody"),
        (lambda library: library.similar([]), "text or papers"),
        (lambda library: library.similar("bees-song", unlike="bees-song"), "negative seed"),
        (lambda library: library.grade("q-bees", "bees-song", 3, assessor="ada"), "0, 1 or 2"),
        (lambda library: library.grade("q-bees", "bees-song", 1.5, assessor="ada"), "'1.5' is not a grade"),
        (
            lambda library: library.grade("q-bees", "bees-song", "good", assessor="ada"),
            "'good' is not a grade",
        ),
        (lambda library: library.grade("q-bees", "bees-song", 1, assessor=" "), "not an assessor name"),
        (lambda library: library.grade("q-bees", "nobody", 1, assessor="ada"), "nobody"),
        (lambda library: library.runs("nothing"), "nothing"),
        (lambda library: library.evaluate([]), "at least one system"),
        (lambda library: library.evaluate("no-such-model"), "no-such-model"),
        (lambda library: library.evaluate("keyword", measures=["nDGC@10"]), "nDCG@10"),
        (lambda library: library.evaluate({"mine": library.papers()}), "mine has no column query_id, score"),
        (lambda library: library.evaluate({"mine": pd.concat([library.runs("keyword")] * 2)}), "twice"),
        (lambda library: library.evaluate("keyword", qrels=library.qrels().iloc[:0]), "No judgements"),
        (
            lambda library: library.evaluate({"mine": library.runs("keyword").assign(score=np.nan)}),
            "score nan",
        ),
        (lambda library: library.evaluate({"mine": library.runs("keyword").assign(score="x")}), "score 'x'"),
        (
            lambda library: library.evaluate("keyword", qrels=library.qrels().assign(grade=0.5)),
            "whole number",
        ),
        (lambda library: library.evaluate("keyword", qrels=library.qrels().assign(grade=-1)), "grade -1"),
        (lambda library: library.encode(library.runs()), "no column title, abstract"),
        (lambda library: library.encode(["bees"], format="prx?"), "CLF, RGN, PRX, QRY"),
        (lambda library: library.train("no-such-recipe"), "no-such-recipe.*goal"),
    ],
)
def test_what_cannot_be_done_says_why(library: OpenLibrary, ask: Any, words: str) -> None:
    with pytest.raises(AssayError, match=words):
        ask(library)


def test_a_library_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(LibraryError):
        assay.open(tmp_path / "absent")
    assert not (tmp_path / "absent").exists()


def test_a_title_is_text_wherever_a_notebook_shows_it(library: OpenLibrary) -> None:
    title = "<script>alert(1)</script> " + "a long title " * 12
    add(library.workspace, Paper("evil", title, authors=("<b>Bo</b>",)))
    html = library.papers()._repr_html_()  # type: ignore[operator]
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<b>" not in html
    assert "31 rows" in html


def test_numbers_and_names_of_numpy_and_pandas_are_taken(library: OpenLibrary) -> None:
    papers = library.papers()
    assert library.papers(year=[np.int64(2019), None]).empty
    assert len(library.similar(papers["doc_id"].head(3), k=2)) == 2
    assert library.encode(papers["title"]).shape == (30, 64)
    mine = library.grade("q-bees", papers["doc_id"][0], papers["year"].isna().sum() - 29, assessor="np")
    assert mine["grade"].tolist() == [1]
    numbered = library.runs("keyword").assign(
        query_id=lambda run: run["query_id"].map({"q-bees": 1, "q-owls": 2})
    )
    grades = library.qrels().assign(query_id=lambda of: of["query_id"].map({"q-bees": 1, "q-owls": 2}))
    ids = [frame.dropna(subset="query_id").astype({"query_id": int}) for frame in (numbered, grades)]
    assert library.evaluate({"mine": ids[0]}, qrels=ids[1]).systems["n_queries"].tolist() == [2, 2]


def test_what_another_process_changed_is_found(library: OpenLibrary) -> None:
    with Workspace.open(library.workspace.folder) as other:
        add(other, Paper("late", "Zebras of the night"))
        index_words(other)
        assert library.search("zebras", mode="keyword")["doc_id"].tolist() == ["late"]


def test_frames_without_rows_have_their_columns(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "empty") as workspace:
        empty = OpenLibrary(workspace, tmp_path / "empty")
        for noun in ("papers", "judgements", "qrels", "runs"):
            made = getattr(empty, noun)()
            assert made.columns.tolist() == COLUMNS[noun].split()
            assert made.empty
    assert frame_of("search", ()).dtypes["year"] == "Int64"


# -- progress and documents -------------------------------------------------------------------------------


class Page:
    """A stand-in for IPython with a kernel: what is on the page, one entry a state."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def display(self, what: Any, *, display_id: bool) -> Page:
        assert display_id
        self.shown.append(what._repr_html_())
        return self

    def update(self, what: Any, raw: bool = False) -> None:
        self.shown.append(what["text/plain"] if raw else what._repr_html_())


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    page = Page()
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=page.display))
    monkeypatch.setattr("assay.notebook.progress.EVERY_S", 0.0)
    return page


def test_long_work_shows_a_bar_that_goes_at_the_end(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.notebook.progress.FIRST_S", 0.0)
    with shown_progress() as report:
        report("encoding <papers>", 120, 1500)
        assert (
            page.shown[-1] == "<progress value=120 max=1500></progress> encoding &lt;papers&gt;: 120 of 1,500"
        )
        report("reading", 3, None)
        assert page.shown[-1] == "<progress></progress> reading: 3"
    assert page.shown[-1] == ""


def test_quick_work_shows_nothing(page: Page) -> None:
    with shown_progress() as report:
        report("encoding", 1, 2)
    assert page.shown == []


def test_the_documents_table_is_the_columns_of_the_code() -> None:
    rows = re.findall(
        r"^\| `([a-z_.()]+)` \| [^|]+ \|([^|]*)\|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {noun: " ".join(re.findall(r"`(\w+)`", columns)) for noun, columns in rows} == {
        **COLUMNS,
        "encode": "",
    }


def test_there_are_ten_nouns() -> None:
    nouns = {name for name in vars(OpenLibrary) if not name.startswith("_")} - {"close"}
    assert nouns == {re.split(r"[.(]", noun)[0] for noun in COLUMNS} | {"encode"}
    assert len(nouns) == 10


def test_the_examples_of_the_document_say_what_they_say(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "sample") as workspace:
        workspace.use_model("hashing")
        fill_with_sample(workspace)
        blocks = re.findall(
            r"^```python\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        )
        names = {"library": OpenLibrary(workspace, tmp_path / "sample"), "path": tmp_path / "sample"}
        examples = doctest.DocTestParser().get_doctest("\n".join(blocks), names, DOCS.name, str(DOCS), 0)
        said: list[str] = []
        assert len(examples.examples) > 15
        doctest.DocTestRunner().run(examples, out=said.append)
        assert "".join(said) == ""


def test_every_noun_says_what_it_does() -> None:
    assert all(getattr(OpenLibrary, re.split(r"[.(]", noun)[0]).__doc__ for noun in COLUMNS)


def test_pairs_that_are_not_graded_are_no_judgements(library: OpenLibrary) -> None:
    library.grade("q-bees", "owls-song", "unsure", assessor="ada")
    everything = library.judgements()
    assert library.evaluate("keyword", qrels=everything).systems.equals(library.evaluate("keyword").systems)
    library.grade("q-bees", "bees-song", 0, assessor="bo")
    with pytest.raises(BadInput, match="twice"):
        library.evaluate("keyword", qrels=library.judgements())
