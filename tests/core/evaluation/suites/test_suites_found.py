"""What of the benchmarks lies in a folder: present, absent with what is missing, or broken with why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.benchmarks.suites import files
from assay.benchmarks.suites.availability import TaskAvailability, evaluation_task, read, task_states
from assay.benchmarks.suites.describe import every_task, suites, task_named
from assay.benchmarks.suites.files import locate, what_is_there
from assay.benchmarks.suites.user_sets import user_sets
from assay.benchmarks.tasks.data import RankedData
from assay.campaign_types import ReleaseItem
from assay.errors import EvaluationError
from assay.evaluation import write_release
from assay.types import Paper, Query
from small_benchmarks import small_beir, small_mdcr, small_s2and, small_scidocs, small_scirepeval
from small_tasks import SUBJECTS, papers, write_rows


def states(folder: Path, *, whole: bool = False) -> dict[str, TaskAvailability]:
    return {each.task.id: each for each in task_states(folder, whole=whole)}


def test_every_task_is_listed_whatever_lies_in_the_folder(tmp_path: Path) -> None:
    seen = states(tmp_path)
    assert list(seen) == [task.id for task in every_task()]
    assert {each.state for each in seen.values()} == {"absent", "unscored"}
    assert all(each.why for each in seen.values())


@pytest.mark.parametrize("whole", [False, True])
def test_what_was_written_in_each_layout_is_present(tmp_path: Path, whole: bool) -> None:
    for write in (small_scirepeval, small_scidocs, small_beir, small_mdcr, small_s2and):
        write(tmp_path)
    small_beir(tmp_path / "beir", "scidocs")  # beside SciDocs itself, which is called the same
    small_beir(tmp_path, "iclr2022", titled=True)
    present = {name for name, each in states(tmp_path, whole=whole).items() if each.state == "present"}
    assert present == {
        "beir/scifact", "beir/scidocs", "iclr2022", "mdcr", "scidocs/mag", "scidocs/mesh", "scidocs/cite",
        "scidocs/cocite", "scidocs/read", "scidocs/recommend", "scidocs/view", "scirepeval/biomimicry",
        "scirepeval/fos", "scirepeval/cite-count", "scirepeval/same-author", "scirepeval/search",
        "scirepeval/reviewers", "scirepeval/s2and",
    }  # fmt: skip


def test_a_missing_split_is_named_and_where_the_data_are_had(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    small_mdcr(tmp_path)
    (tmp_path / "scirepeval_test" / "fos" / "train.parquet").unlink()
    (tmp_path / "mdcr" / "mdcr_test_data.jsonl").unlink()
    seen = states(tmp_path)
    fos = seen["scirepeval/fos"]
    assert fos.state == "absent"
    assert "needs scirepeval_test/fos/train.parquet (or .jsonl), which is not there" in fos.why
    assert "huggingface.co/datasets/allenai/scirepeval" in fos.why
    assert len(fos.files) == 2
    assert "needs mdcr/mdcr_test_data.jsonl, which is not there" in seen["mdcr"].why
    assert "needs s2and/arnetminer/arnetminer_signatures.json and 23 more" in seen["scirepeval/s2and"].why
    with pytest.raises(EvaluationError, match=r"'Fields of study' needs scirepeval_test/fos/train"):
        read(task_named("scirepeval/fos"), tmp_path)


def test_a_file_that_is_not_what_its_name_says_is_broken(tmp_path: Path) -> None:
    small_scirepeval(tmp_path)
    small_scidocs(tmp_path)
    meta, test = tmp_path / "scirepeval", tmp_path / "scirepeval_test"
    (test / "fos" / "test.parquet").write_bytes(b"<html>Please log in</html>")
    write_rows(meta / "cite_count" / "evaluation.jsonl", [{"doc_id": "p1", "embedding": [0.5]}])
    (test / "search" / "test.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "scidocs" / "paper_metadata_mag_mesh.json").write_text("<html>", encoding="utf-8")
    seen = states(tmp_path)
    for name, reason in {
        "scirepeval/fos": "it cannot be read as Parquet",
        "scirepeval/cite-count": "no paper: it has doc_id, embedding and no title",
        "scirepeval/search": "test.jsonl, task 'Search': there are no rows in it",
        "scidocs/mag": "it does not begin as JSON does",
    }.items():
        assert seen[name].state == "broken"
        assert reason in seen[name].why


def test_a_fault_far_down_is_found_where_all_is_read(tmp_path: Path) -> None:
    small_beir(tmp_path)
    with (tmp_path / "scifact" / "corpus.jsonl").open("a", encoding="utf-8") as file:
        file.write("{\n")
    assert states(tmp_path)["beir/scifact"].state == "present"
    broken = states(tmp_path, whole=True)["beir/scifact"]
    assert broken.state == "broken"
    assert "corpus.jsonl:13: not JSON" in broken.why


def test_a_set_may_be_the_folder_itself_but_not_one_of_another_name(tmp_path: Path) -> None:
    small_beir(tmp_path)
    present = [each.task.id for each in task_states(tmp_path / "scifact") if each.state == "present"]
    assert present == ["beir/scifact"]


def test_asking_for_some_tasks_gives_those(tmp_path: Path) -> None:
    assert [each.task for each in task_states(tmp_path, suites()["beir"])] == list(suites()["beir"])


def test_no_such_folder_and_no_such_scoring_are_refused(tmp_path: Path) -> None:
    for ask in (task_states, lambda folder: read(task_named("mdcr"), folder)):
        with pytest.raises(EvaluationError, match="there is no such folder"):
            ask(tmp_path / "nowhere")
    with pytest.raises(EvaluationError, match=r"'Citation Prediction' cannot be scored. It is for training"):
        evaluation_task(task_named("scirepeval/cite-prediction"), tmp_path)


# --- the user's own sets


def released(path: Path, *, papers_too: bool, texts_too: bool = True, form: str = "beir") -> None:
    known = [Paper(p["doc_id"], p["title"], p["abstract"]) for p in papers(8)]
    queries = [Query(f"q{k}", SUBJECTS[k]) for k in range(2)] if texts_too else []
    if papers_too:
        queries += [Query(f"like-p{k}", "", f"p{k}") for k in range(2)]
    items = [
        ReleaseItem(query.query_id, f"p{doc}", doc % 3, n_raters=1, source="single")
        for query in queries
        for doc in range(3, 7)
    ]
    write_release(path, format=form, items=items, queries=queries, papers=known)


def ranked(folder: Path, k: int = 0) -> RankedData:
    data = read(user_sets(folder)[k], folder)
    assert isinstance(data, RankedData)
    return data


def test_a_release_is_a_task_whose_queries_lose_their_own_paper(tmp_path: Path) -> None:
    released(tmp_path / "robots", papers_too=True, texts_too=False, form="iclr2022")
    (task,) = user_sets(tmp_path)
    assert (task.id, task.kind, task.suites, task.candidates) == ("own/robots", "proximity", ("own",), "all")
    assert "count as not relevant" in task.note
    data = ranked(tmp_path)
    assert data.own == {"like-p0": "p0", "like-p1": "p1"}
    assert data.queries["like-p1"] == data.papers["p1"]
    assert data.qrels["like-p0"] == {"p3": 0, "p4": 1, "p5": 2, "p6": 0}
    assert states(tmp_path)["own/robots"].state == "present"


def test_texts_and_papers_as_queries_are_two_tasks(tmp_path: Path) -> None:
    released(tmp_path / "both", papers_too=True)
    assert [task.id for task in user_sets(tmp_path)] == ["own/both/texts", "own/both/papers"]
    assert set(ranked(tmp_path, 0).queries) == {"q0", "q1"}
    assert set(ranked(tmp_path, 1).queries) == {"like-p0", "like-p1"}
    assert ranked(tmp_path, 0).queries["q0"] == ("graphs",)


def test_the_folder_may_be_the_release_itself(tmp_path: Path) -> None:
    released(tmp_path / "mine", papers_too=False)
    (task,) = user_sets(tmp_path / "mine")
    assert (task.id, task.kind) == ("own/mine", "adhoc_search")
    assert len(ranked(tmp_path / "mine").papers) == 8


def test_a_release_that_lost_a_file_is_listed_as_absent(tmp_path: Path) -> None:
    released(tmp_path / "mine", papers_too=False)
    (tmp_path / "mine" / "queries.jsonl").unlink()
    mine = states(tmp_path)["own/mine"]
    assert mine.state == "absent"
    assert "needs mine/queries.jsonl, which is not there" in mine.why


def test_any_folder_in_the_form_of_beir_is_a_set_too(tmp_path: Path) -> None:
    small_beir(tmp_path, "cranes")
    small_beir(tmp_path)  # described under its name
    (task,) = user_sets(tmp_path)
    assert (task.id, task.kind, task.licence) == ("own/cranes", "adhoc_search", "not known")
    assert len(ranked(tmp_path).queries) == 4
    (tmp_path / "cranes" / "qrels" / "test.tsv").unlink()
    assert user_sets(tmp_path) == ()


def test_a_folder_of_another_layout_is_told_with_what_was_expected_and_what_lies_there(
    tmp_path: Path,
) -> None:
    for name in ("scirepeval_test/fos", "scirepeval_test/mesh", "notes"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "scirepeval_test" / "fos" / "labels.txt").write_text("x", encoding="utf-8")
    (tmp_path / "scirepeval").mkdir()
    seen = {row.task.id: row for row in task_states(tmp_path)}
    fos, scifact = seen["scirepeval/fos"], seen["beir/scifact"]
    assert {fos.state, scifact.state} == {"absent"}
    assert (
        f"needs scirepeval/fos/evaluation.parquet (or .jsonl) and 2 more that are not there; {tmp_path}"
        in fos.why
    )
    assert f"{tmp_path / 'scirepeval'} is empty. Its data" in fos.why
    assert f"; {tmp_path} holds notes, scirepeval, scirepeval_test. Its data" in scifact.why


def test_what_a_folder_holds_is_told_briefly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert what_is_there(tmp_path, "a/b/c.json") == f"{tmp_path} is empty"
    (tmp_path / "a").mkdir()
    assert what_is_there(tmp_path, "a/b/c.json") == f"{tmp_path / 'a'} is empty"
    for name in "fedcba":
        (tmp_path / "a" / name).touch()
    assert what_is_there(tmp_path, "a/b/c.json") == f"{tmp_path / 'a'} holds a, b, c, d, e, f"
    (tmp_path / "a" / "g").touch()
    assert what_is_there(tmp_path, "a/c.json") == f"{tmp_path / 'a'} holds a, b, c, d, e, f and 1 more"
    assert what_is_there(tmp_path, "c.json") == f"{tmp_path} holds a"
    for n in range(1200):
        (tmp_path / "a" / f"{n:04}").touch()
    assert what_is_there(tmp_path, "a/c.json").endswith(" and 994 more"), "a thousand are looked at"
    monkeypatch.setattr(files, "_MOST_NAMES", 2000)
    assert what_is_there(tmp_path, "a/c.json").endswith(" and 1,201 more")

    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refused)
    assert what_is_there(tmp_path, "c.json") == f"{tmp_path} cannot be read (Permission denied)"


def test_what_is_missing_of_each_layout_is_named_below_the_folder(tmp_path: Path) -> None:
    assert locate(task_named("mdcr"), tmp_path).missing == [
        "mdcr/mdcr_test_data.jsonl",
        "mdcr/mdcr_test.json",
    ]
    mag, cite, fos = (task_named(f"sci{name}") for name in ("docs/mag", "docs/cite", "repeval/fos"))
    assert locate(mag, tmp_path).missing == [
        "scidocs/paper_metadata_mag_mesh.json",
        "scidocs/mag/train.csv",
        "scidocs/mag/test.csv",
    ]
    assert [name.split("/")[0] for name in locate(cite, tmp_path).missing] == ["scidocs"] * 2
    assert locate(cite, tmp_path).missing[1] == "scidocs/cite/test.qrel"
    assert locate(fos, tmp_path).missing == [
        "scirepeval/fos/evaluation.parquet (or .jsonl)",
        "scirepeval_test/fos/train.parquet (or .jsonl)",
        "scirepeval_test/fos/test.parquet (or .jsonl)",
    ]
    assert locate(task_named("beir/scifact"), tmp_path).missing == [
        "beir/scifact/corpus.jsonl",
        "beir/scifact/queries.jsonl",
        "beir/scifact/qrels",
    ]


@pytest.mark.parametrize(
    ("role", "text", "words"),
    [
        (
            "scirepeval_test/fos/test.csv",
            "paper_id,label\n1\n",
            r"test.csv:2, task 'Fields of study': 1 columns",
        ),
        (
            "scirepeval_test/fos/test.csv",
            "paper_id,label\n",
            r"test.csv, task 'Fields of study': there are no rows",
        ),
        (
            "scirepeval_test/fos/test.json",
            "none",
            r"test.json, task 'Fields of study': it does not begin as JSON",
        ),
        (
            "scirepeval/fos/evaluation.jsonl",
            "",
            r"evaluation.jsonl, task 'Fields of study': there are no papers",
        ),
        (
            "scirepeval/fos/evaluation.jsonl",
            '{"title": "x"}\n',
            r"evaluation.jsonl:1, task 'Fields of study': 'doc_id'",
        ),
        (
            "scirepeval/fos/evaluation.jsonl",
            '{"doc_id": 1, "pages": 3}\n',
            r"evaluation.jsonl:1, task 'Fields of study': no paper: it has doc_id, pages and no title",
        ),
    ],
)
def test_a_first_row_that_shows_another_file_is_told_with_its_place_and_task(
    tmp_path: Path, role: str, text: str, words: str
) -> None:
    small_scirepeval(tmp_path)
    for published in (tmp_path / role).parent.glob(f"{(tmp_path / role).stem}*"):
        published.unlink()
    (tmp_path / role).write_text(text, encoding="utf-8")
    fos = states(tmp_path)["scirepeval/fos"]
    assert fos.state == "broken"
    assert re.search(words, fos.why)


def test_an_own_set_lies_in_the_folder_or_is_the_folder(tmp_path: Path) -> None:
    for place in (tmp_path / "gold", tmp_path / "gold" / "inner"):
        write_rows(place / "corpus.jsonl", [{"_id": "p0", "title": "P"}])
        write_rows(place / "profiles.jsonl", [{"_id": "ada", "papers": ["p0"]}])
        (place / "expertise.tsv").write_text("participant_id\tpaper_id\texpertise\n", encoding="utf-8")
    (task,) = user_sets(tmp_path)
    assert (task.id, task.name, task.where, task.suites) == (
        "own/gold",
        "gold",
        {"folder": ("gold",)},
        ("own",),
    )
    itself, inner = user_sets(tmp_path / "gold")
    assert (itself.id, itself.where) == ("own/gold", {"folder": (".",)})
    assert (inner.id, inner.where) == ("own/inner", {"folder": ("inner",)})
    assert (task.kind, task.metrics, task.layout, task.one_column) == (
        "reviewers",
        ("P_5",),
        "expertise",
        True,
    )
    assert task.licence == "not known"
    assert task.source.startswith("https://github.com/")
    assert "only the first five tell models apart" in task.note
