"""Benchmarks from the command line: what there is, a run, its report, and whether differences are real."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.store import BenchStore
from small_benchmarks import small_beir, small_scidocs, small_scirepeval
from small_models import save_small_model
from small_scorers import save_small_scorer
from small_tasks import small_tasks

Assay = Callable[..., Any]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))  # results are kept beside them
    folder = tmp_path / "data"
    small_beir(small_scidocs(small_scirepeval(folder)))
    return folder


def test_the_list_tells_what_is_there_and_where_the_rest_comes_from(assay: Assay, data: Path) -> None:
    rows = {row["id"]: row for row in assay("bench", "list", "--data", data, "--json").payload["tasks"]}
    assert rows["beir/scifact"]["state"] == "present"
    assert rows["beir/arguana"]["state"] == "absent"
    assert "Its data: http" in rows["beir/arguana"]["why"]
    every = assay("bench", "list", "--json").payload["tasks"]
    assert {row["state"] for row in every} == {"unknown"}
    assert sum("scirepeval-24" in row["suites"] for row in every) == 24
    named = [line for line in assay("bench", "list").out.splitlines() if "unlike the published" in line]
    assert len(named) == 1, "S2AND alone"
    assert "scirepeval/s2and, unlike the published evaluation" in named[0]
    assert "name counts" in named[0]
    shown = assay("bench", "list", "--data", data, "--suite", "beir").out
    assert "SciFact" in shown
    assert "5 tasks, 1 there." in shown
    assert shown.count(f"{data} holds ") == 1, "a folder is listed once"
    assert shown.count("which is not there") + shown.count("more that are not there") == 4
    assert assay("bench", "list", "--suite", "nothing").status == 2


def test_systems_are_run_reported_and_compared(assay: Assay, data: Path, tmp_path: Path) -> None:
    systems = ("bm25", "hashing", "hybrid:hashing")
    chosen = ("--task", "scidocs/mag", "--task", "beir/scifact", "--task", "scirepeval/reviewers")
    ran = assay("bench", "run", *systems, "--data", data, *chosen, "--json").payload
    by_place = {(row["task"], row["system"]): row for row in ran["results"]}
    assert len(by_place) == 9
    assert set(by_place["beir/scifact", "hybrid:hashing"]["values"]) == {"ndcg_cut_10"}
    assert set(by_place["scirepeval/reviewers", "hashing"]["values"]) == {"P"}
    assert by_place["scidocs/mag", "bm25"]["applies"] is False
    told = assay("bench", "run", *systems, "--data", data, *chosen).out
    assert "5 scores, 5 of them kept from before; 4 left out, of systems that cannot do the task" in told
    again = assay("bench", "run", *systems, "--data", data, *chosen, "--json").payload
    assert again["kept"] == 5
    assert [row["values"] for row in again["results"]] == [row["values"] for row in ran["results"]]

    shown = assay("bench", "report").out
    assert "| SciFact (BEIR) | ndcg_cut_10 | 4 |" in shown
    assert "bm25, hybrid:hashing rank papers and have no vectors" in shown
    assert BenchStore().run().n_scores == 5
    for written, sign in (("csv", "Task,Measure,n,"), ("latex", r"\begin{tabular}"), ("md", "# Scores")):
        path = tmp_path / f"report.{written}"
        assert assay("bench", "report", "--format", written, "--out", path).status == 0
        assert path.read_text(encoding="utf-8").startswith(sign)
    assert assay("bench", "report", "--mteb", tmp_path / "mteb").err == (
        f"assay: 5 results written below {tmp_path / 'mteb'}.\n"
    )
    theirs, ours = (
        assay("bench", "compare", *where, "--format", "json") for where in ((tmp_path / "mteb",), ())
    )
    assert json.loads(theirs.out)["tasks"] == json.loads(ours.out)["tasks"]
    kept = tmp_path / "report.json"
    assert assay("bench", "report", "--format", "json", "--out", kept).status == 0

    analysed = assay("bench", "analyse", "--out", tmp_path / "analyses", "--json").payload
    assert set(analysed["correlations"]["models"]) == set(systems)
    names = {path.name for path in (tmp_path / "analyses").iterdir()}
    assert names >= {"analyses.json", "cost.md", "cost.csv", "cost.svg", "correlations.svg", "curves.md"}

    found = assay("bench", "compare", "--baseline", "hashing", "--json").payload
    scifact = next(task for task in found["tasks"] if task["task"] == "beir/scifact")
    assert {row["system"] for row in scifact["rows"]} == {"bm25", "hybrid:hashing"}
    assert (scifact["n"], scifact["unit"], scifact["reference"]) == (4, "queries", "hashing")
    unasked = assay("bench", "compare", "--format", "csv")
    assert "the table 'Scores'; --table takes another: " in assay("bench", "report", "--format", "csv").err
    assert "compared with hashing; --baseline takes another of bm25, hashing, hybrid:hashing" in unasked.err
    table = tmp_path / "differences.csv"
    written = ("--baseline", "hashing", "--queries", 2, "--format", "csv", "--out", table)
    assert assay("bench", "compare", *written).status == 0
    text = table.read_text(encoding="utf-8")
    assert text.startswith(
        "Task,Measure,System,Value,Difference,95 % from,95 % to,p,p (Holm),p (t),p (Tukey),"
    )
    assert "'-" not in text
    earlier = assay("bench", "compare", kept, kept, "--baseline", "bm25", "--json").payload
    rows = {row["system"]: row for task in earlier["tasks"] for row in task["rows"]}
    assert rows[f"bm25 ({again['run_id']})"]["difference"] == 0.0


def test_models_read_as_many_tokens_and_the_separator_that_is_asked_for(
    assay: Assay, data: Path, tmp_path: Path
) -> None:
    """And nothing that was kept of another length or separator is taken for it."""
    model = save_small_model(tmp_path / "long", positions=900)
    given = ("bench", "run", model, "--data", data, "--task", "scidocs/cite", "--json")
    rows = [
        assay(*given, *options).payload["results"][0]["conditions"]
        for options in ((), ("--max-length", "800"), ("--separator", " "))
    ]
    assert [row["length"] for row in rows] == [512, 800, 512]
    assert len({row["model"] for row in rows}) == 3


def test_an_option_that_a_model_cannot_follow_is_refused_before_anything_is_encoded(
    assay: Assay, data: Path, tmp_path: Path
) -> None:
    model, scorer = save_small_model(tmp_path / "m"), save_small_scorer(tmp_path / "cross", "cross")
    for system, options, said in (
        (model, ("--pooling", "cls"), f"{model} says itself how tokens become a vector"),
        (f"hybrid:{model}", ("--pooling", "cls"), f"{model} says itself how tokens become a vector"),
        ("hashing", ("--pooling", "cls"), "--pooling is for a model's folder, and hashing is none"),
        (model, ("--max-length", "65"), f"{model} reads 64 tokens of a text at most, and 65 are asked for"),
        (scorer, ("--max-length", "16"), "scores pairs of texts, which it reads as it was made to"),
    ):
        answer = assay("bench", "run", system, "--data", data, "--task", "scidocs/cite", *options)
        assert (answer.status, answer.out) == (2, "")
        assert said in answer.err


def test_a_run_that_was_stopped_is_partial_in_its_reports_and_resumed_by_its_id(
    assay: Assay, data: Path, tmp_path: Path
) -> None:
    chosen = ("--task", "beir/scifact", "--task", "scidocs/cite")
    ran = assay("bench", "run", "bm25", "--data", data, *chosen, "--similarity", "cosine", "--json").payload
    (file,) = (tmp_path / "benchmarks" / "runs").glob("*.json")
    row = json.loads(file.read_text(encoding="utf-8"))
    row["results"] = row["results"][:1]  # as a kill after the first result leaves it
    file.write_text(json.dumps(row), encoding="utf-8")
    left = assay("bench", "report", "--json").payload["left"]
    assert left == [{"task_id": row["tasks"][1]["task"], "system": "bm25"}]
    assert f"bench run --resume {ran['run_id']}" in assay("bench", "report").out
    again = assay("bench", "run", "--resume", ran["run_id"], "--json").payload
    assert (again["run_id"], again["kept"]) == (ran["run_id"], 2)
    assert assay("bench", "report", "--json").payload["left"] == []
    refused = assay("bench", "run", "bm25", "--resume", ran["run_id"])
    assert refused.status != 0
    assert "Give --resume alone" in refused.err
    assert "Say what is to be measured" in assay("bench", "run", "--data", data).err


def test_a_run_that_is_interrupted_says_how_to_go_on_with_it(
    assay: Assay, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.benchmarks import runner

    scored, score = [], runner.score

    def second_is_stopped(*given: Any, **rest: Any) -> Any:
        scored.append(given)
        if len(scored) == 2:
            raise KeyboardInterrupt
        return score(*given, **rest)

    monkeypatch.setattr(runner, "score", second_is_stopped)
    chosen = ("--task", "beir/scifact", "--task", "scidocs/cite")
    stopped = assay("bench", "run", "bm25", "--data", data, *chosen)
    (file,) = (tmp_path / "benchmarks" / "runs").glob("*.json")
    assert stopped.status == 130
    assert f"the run {file.stem} has 1 of 2 results" in stopped.err
    assert f"`assay bench run --resume {file.stem}`" in stopped.err
    again = assay("bench", "run", "--resume", file.stem, "--json").payload
    assert (again["run_id"], again["kept"], len(again["results"])) == (file.stem, 1, 2)


def test_tasks_of_ones_own_go_by_the_same_command(assay: Assay, data: Path, tmp_path: Path) -> None:
    tasks = small_tasks(tmp_path / "mine")
    ran = assay(
        "bench", "run", "hashing", "--tasks", tasks, "--data", data, "--suite", "own", "--json"
    ).payload
    assert ran["results"]
    assert all(row["task"].startswith("own/tasks/") for row in ran["results"])
    assert all(row["values"] for row in ran["results"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("bench", "run", "hashing"), "Choose the folder of benchmarks"),
        (("bench", "run", "hashing", "--data", "nowhere"), "there is no such folder"),
        (("bench", "run", "no-such-model", "--data", "DATA", "--task", "beir/scifact"), "no-such-model"),
        (("bench", "run", "hashing", "--data", "DATA", "--task", "beir/sciphact"), "There is no task"),
        (
            ("bench", "run", "hashing", "--data", "DATA", "--task", "beir/arguana"),
            "None of the tasks that were asked for",
        ),
        (("bench", "report"), "No benchmark has been run yet"),
        (("bench", "compare", "DATA/scifact/corpus.jsonl"), "Give a file that"),
    ],
)
def test_what_cannot_be_done_is_said_plainly(
    assay: Assay, data: Path, arguments: tuple[str, ...], said: str
) -> None:
    answer = assay(*(each.replace("DATA", str(data)) for each in arguments))
    assert answer.status == 2
    assert said in answer.err
    assert "Internal error" not in answer.err


def test_a_training_s_leaks_are_told_with_the_scores_left(assay: Assay, data: Path) -> None:
    assert assay("bench", "run", "bm25", "--data", data, "--task", "beir/scifact").status == 0
    call = ("bench", "overlap", data / "scifact", "--split", "test", "--data", data, "--task", "beir/scifact")
    (task,) = assay(*call, "--json").payload["tasks"]
    assert len(task["found"]["touched"]) == task["found"]["n_queries"] == 4
    assert task["left"]["bm25"][0]["n_left"] == 0
    assert "A positive is shared if" in assay(*call).out


def test_of_a_run_leaks_are_told_in_figures_where_it_found_its_tasks(assay: Assay, data: Path) -> None:
    chosen = ("--task", "beir/scifact", "--task", "scidocs/cite")
    run = assay("bench", "run", "bm25", "--data", data, *chosen, "--json").payload["run_id"]
    call = ("bench", "overlap", data / "scifact", "--split", "test", "--run", run)
    whole = assay(*call, "--json").payload
    found = assay(*call, "--json", "--figures").payload
    assert {task["task"] for task in found["tasks"]} == {"beir/scifact", "scidocs/cite"}
    for figures, told in zip(found["tasks"], whole["tasks"], strict=True):
        assert figures["n_papers_shared"] == len(told["found"]["papers"])
        assert figures["n_positives_shared"] == len(told["found"]["positives"])
        own = told["found"]
        assert figures["n_near"] == len(own["queries"])
        assert figures["n_left"] == own["n_queries"] - len(own["touched"]) - len(own["seen"])
        for mine, theirs in zip(figures["left"]["bm25"], told["left"]["bm25"], strict=True):
            assert mine == theirs
            assert mine["few"] is True


def test_nothing_is_fetched_unless_the_network_is_allowed(assay: Assay, data: Path) -> None:
    answer = assay("bench", "fetch", "scirepeval/mesh", "--data", data)
    assert answer.status == 2
    assert "Allow the network" in answer.err
    assert assay("bench", "fetch", "beir/arguana", "--data", data, "--allow-network").status == 2


def test_a_score_over_a_part_of_the_rows_says_so_and_a_failed_task_is_the_status(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    tasks = small_tasks(tmp_path / "mine", "Subject", "Place")
    test = tmp_path / "mine" / "subject-test.tsv"
    test.write_text(test.read_text(encoding="utf-8") + "nowhere\tgraphs\n", encoding="utf-8")
    ran = assay("bench", "run", "hashing", "--tasks", tasks)
    assert ran.status == 0
    assert "Subject, hashing: 24 of 25 rows; the first that is left out is subject-test.tsv:10." in ran.out
    bracketed = re.findall(r"^ *(\w+) .*\(\d+\.\d\d\)", ran.out, re.MULTILINE)
    assert set(bracketed) == {"Subject"}
    rows = assay("bench", "list", "--tasks", tasks, "--json").payload["tasks"]
    ids = {row["id"]: row["name"] for row in rows if row["suites"] == ["own"]}
    assert ids == {"own/tasks/Subject": "Subject", "own/tasks/Place": "Place"}
    for named in ids.items():
        for name in named:
            again = assay("bench", "run", "hashing", "--tasks", tasks, "--task", name, "--json").payload
            assert [row["task"] for row in again["results"]] == [named[0]]
    assert "Place, hashing:" not in ran.out
    (tmp_path / "mine" / "place-test.tsv").write_text("paper_id\tlabel\np1\tmuch\n", encoding="utf-8")
    broken = assay("bench", "run", "hashing", "--tasks", tasks)
    assert broken.status == 2
    assert "1 score could not be worked out: Place, hashing." in broken.err
    assert "Subject, hashing: 24 of 25 rows" in broken.out


def test_a_reference_that_has_nothing_in_common_with_others_is_no_empty_success(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    tasks = small_tasks(tmp_path / "mine", "Subject")
    assert assay("bench", "run", "bm25", "hashing", "--tasks", tasks).status == 0
    for asked in ((), ("--baseline", "bm25")):
        told = assay("bench", "compare", *asked)
        assert told.status == 2
        assert "Subject: " in told.out or "own/" in told.out, "the table says why, task by task"
    assert "nothing could be compared with bm25. own/" in told.err
    assert "bm25 ranks papers and has no vectors, which the task 'Subject' asks for." in told.err


def test_analyses_and_published_tables_that_have_nothing_to_say_say_so(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    tasks = small_tasks(tmp_path / "mine", "Subject")
    assert assay("bench", "run", "bm25", "--tasks", tasks).status == 2, "it has no vectors"
    told = assay("bench", "report", "--published")
    assert "no paper's table has a value of what was scored in this run" in told.err
    empty = assay("bench", "analyse", "--out", tmp_path / "analyses")
    assert empty.status == 2
    assert "run other systems too" in empty.err


def test_a_run_that_is_broken_off_while_models_are_read_says_that_nothing_began(
    assay: Assay, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.benchmarks import runner

    def broken_off(*_given: Any, **_rest: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "system_named", broken_off)
    stopped = assay("bench", "run", "hashing", "--data", data, "--task", "beir/scifact")
    assert stopped.status == 130
    assert "there is nothing to resume" in stopped.err
