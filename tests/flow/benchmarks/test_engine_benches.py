"""The engine process about benchmarks: what there is, what was scored, and what lies behind it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from engine_talk import Talk, engine

from assay.cli import run
from assay.cli.output import Output
from small_benchmarks import small_beir, small_scidocs

SYSTEMS = ("bm25", "hashing")
Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        made = tmp_path_factory.mktemp("benches")
        patch.setenv("ASSAY_MODELS", str(made / "models"))  # results are kept beside them
        yield made


@pytest.fixture(scope="module")
def data(place: Path) -> Path:
    return small_beir(small_scidocs(place / "data"))


@pytest.fixture(scope="module")
def ran(made: Path, place: Path, data: Path) -> dict[str, Any]:
    """A run of both systems on classes and on a search, in a library that no test changes."""
    folder = shutil.copytree(made, place / "library")
    given = ["--library", str(folder), "bench", "run", *SYSTEMS, "--data", str(data), "--json"]
    said = StringIO()
    with redirect_stdout(said):
        assert run([*given, "--task", "scidocs/mag", "--task", "beir/scifact"], Output(as_json=True)) == 0
    answer: dict[str, Any] = json.loads(said.getvalue())
    return answer


def asking(talk: Talk) -> Ask:
    numbers = count(1)

    def call(op: str, **message: Any) -> dict[str, Any]:
        number = next(numbers)
        talk.send(id=number, op=op, **message)
        return talk.answer(number)

    return call


@pytest.fixture(scope="module")
def ask(ran: dict[str, Any], start: Callable[..., Any], place: Path) -> Iterator[Ask]:
    with engine(start, place / "library") as talk:
        yield asking(talk)


@pytest.fixture
def report(assay: Callable[..., Any], place: Path) -> Callable[..., Any]:
    """`assay bench report` on the library of the run."""
    return lambda *arguments: assay("bench", "report", *arguments, folder=place / "library")


def test_the_options_name_every_task_with_its_state_and_every_system(
    ask: Ask, data: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "own.jsonl"
    broken.write_text("{no json\n", encoding="utf-8")
    found = ask("bench.options", data=str(data), files=[str(broken)])["ok"]
    states = {row["id"]: row["state"] for row in found["tasks"]}
    assert states["beir/scifact"] == states["scidocs/mag"] == "present"
    assert states["beir/arguana"] == "absent"
    assert [fault["file"] for fault in found["faults"]] == [str(broken)]
    kinds = {row["name"]: row["kind"] for row in found["systems"]}
    assert kinds["bm25"] == "words"
    assert kinds["hybrid"] == "hybrid"
    assert kinds["hashing"] == "library"
    assert ask("bench.options", data=str(tmp_path / "nowhere"))["error"]["kind"] == "EvaluationError"


def test_no_model_is_offered_of_which_nobody_knows_what_it_learnt_from(ask: Ask) -> None:
    assert ask("bench.trainings")["ok"]["models"] == []


def test_a_report_has_the_scores_of_the_command_line(ask: Ask, ran: dict[str, Any]) -> None:
    (run,) = ask("bench.runs")["ok"]["runs"]
    assert (run["run_id"], tuple(run["systems"]), run["n_results"]) == (ran["run_id"], SYSTEMS, 4)
    report = ask("bench.report", run="")["ok"]
    scored = {(row["task"], row["system"]): row["values"] for row in ran["results"]}
    for row in report["rows"]:
        for system in SYSTEMS:
            assert row["values"][system] == scored[row["task"], system].get(row["metric"])
    assert report["unable"] == ["bm25"]
    assert {average["name"] for average in report["averages"]} >= {"SRCH", "average"}


def test_differences_come_task_by_task_and_over_the_columns_that_all_have(ask: Ask) -> None:
    found = ask("bench.compare", run="", reference="bm25", task="beir/scifact")["ok"]
    (task,) = found["tasks"]
    report = {row["task"]: row["values"] for row in ask("bench.report")["ok"]["rows"]}["beir/scifact"]
    (row,) = task["rows"]
    assert row["system"] == "hashing"
    assert row["difference"] == pytest.approx(report["hashing"] - report["bm25"])
    assert ask("bench.compare", reference="bm25")["ok"]["tasks"] == []  # one column alone
    rows = {row["task"]: row for row in ask("bench.report")["ok"]["rows"]}
    assert rows["beir/scifact"]["judged"]["bm25"] == pytest.approx(task["judged"])
    assert rows["scidocs/mag"]["judged"] == {"bm25": None, "hashing": None}
    assert not rows["scidocs/mag"]["few_shot"]
    labels = ask("bench.compare", reference="bm25", task="scidocs/mag")["ok"]
    assert labels["tasks"] == []


def test_scores_are_analysed_and_stand_below_the_published_tables(
    ask: Ask, report: Callable[..., Any], tmp_path: Path
) -> None:
    alone = ask("bench.analyse", run="")["ok"]
    assert alone["correlations"] is None
    assert "at least three" in alone["why_not"]
    kept = tmp_path / "earlier.json"
    report("--format", "json", "--out", kept)
    found = ask("bench.analyse", run="", reports=[str(kept)])["ok"]["correlations"]
    assert len(found["models"]) == 2 * len(SYSTEMS)
    fewer = ask("bench.analyse", run="", reports=[str(kept)], ensembles=["bm25"])["ok"]["correlations"]
    assert set(found["models"]) - set(fewer["models"]) == {"bm25"}
    scored = {row["task"]: row["values"] for row in ask("bench.report")["ok"]["rows"]}
    tables = ask("bench.published", run="")["ok"]["tables"]
    found = next(each for each in tables if each["table"]["columns"] == ["Model", "SciFact (BEIR)"])
    table, n_ours = found["table"], found["n_ours"]
    ours = dict(table["rows"][-n_ours:])
    assert ours == pytest.approx({name: scored["beir/scifact"][name] for name in SYSTEMS})
    ((_, published),) = table["rows"][:-n_ours]
    assert 64 < published < 65
    written = tmp_path / "all.md"
    assert ask("bench.export", run="", path=str(written), form="md", what="published")["ok"]
    assert table["title"] in written.read_text(encoding="utf-8")


def test_behind_a_search_are_its_queries_and_both_rankings(ask: Ask, data: Path) -> None:
    pair = {"task": "beir/scifact", "reference": "bm25", "system": "hashing", "data": str(data), "files": []}
    found = ask("bench.items", metric="ndcg_cut_10", **pair)["ok"]
    assert (found["unit"], len(found["queries"]), found["why"]) == ("queries", 4, "")
    first, text = found["queries"][0][:2]
    rankings = ask("bench.rankings", query=first, **pair)["ok"]
    assert rankings["text"] == text != ""
    assert rankings["graded"]
    grades = (data / "scifact" / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]
    judged = {row.split("\t")[1]: int(row.split("\t")[2]) for row in grades if row.startswith(first)}
    assert {
        place["doc_id"]: place["grade"] for place in rankings["reference"] if place["doc_id"] in judged
    } == judged
    ranks = {place["doc_id"]: place["rank"] for place in rankings["system"]}
    assert all(place["other"] == ranks.get(place["doc_id"]) for place in rankings["reference"])
    assert all(place["title"] for place in rankings["reference"])


def test_where_no_folder_is_chosen_papers_are_read_from_where_the_run_found_them(ask: Ask) -> None:
    pair = {"task": "beir/scifact", "reference": "bm25", "system": "hashing"}
    found = ask("bench.items", metric="", **pair)["ok"]
    assert found["why"] == ""
    rankings = ask("bench.rankings", query=found["queries"][0][0], **pair)["ok"]
    assert rankings["graded"]
    assert all(place["title"] for place in rankings["reference"])


def test_without_the_folder_papers_have_their_ids_and_it_is_said_why(
    ran: dict[str, Any], start: Callable[..., Any], data: Path, place: Path
) -> None:
    pair = {"task": "beir/scifact", "reference": "bm25", "system": "hashing"}
    away = data.rename(data.with_name("moved"))
    try:
        with engine(start, place / "library") as talk:  # one that has not read the papers yet
            ask = asking(talk)
            found = ask("bench.items", metric="", **pair)["ok"]
            rankings = ask("bench.rankings", query=found["queries"][0][0], **pair)["ok"]
    finally:
        away.rename(data)
    assert found["why"]["values"][0] == str(data)
    assert {row[1] for row in found["queries"]} == {""}
    assert not rankings["graded"]
    assert {place["grade"] for place in rankings["reference"]} == {None}


def test_behind_classes_are_the_papers_of_the_test(ask: Ask, data: Path) -> None:
    pair = {"task": "scidocs/mag", "reference": "hashing", "system": "hashing", "data": str(data)}
    found = ask("bench.items", metric="f1_macro", **pair)["ok"]
    assert found["unit"] == "papers"
    rows = (data / "scidocs" / "mag" / "test.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert {row[0]: row[2] for row in found["papers"]} == dict(row.split(",") for row in rows)
    refused = ask("bench.items", metric="", **(pair | {"reference": "bm25"}))
    assert "bm25 has no score on scidocs/mag" in refused["error"]["message"]


def test_what_is_exported_is_what_the_command_line_writes_and_can_be_compared_with(
    ask: Ask, report: Callable[..., Any], tmp_path: Path
) -> None:
    for form in ("md", "csv", "latex"):
        ours, theirs = tmp_path / f"ours.{form}", tmp_path / f"theirs.{form}"
        assert ask("bench.export", run="", path=str(ours), form=form, what="scores")["ok"]
        report("--format", form, "--out", theirs)
        assert ours.read_text(encoding="utf-8") == theirs.read_text(encoding="utf-8")
    kept = tmp_path / "earlier.json"
    assert ask("bench.export", run="", path=str(kept), form="json", what="scores")["ok"]
    assert json.loads(kept.read_text(encoding="utf-8"))["kind"] == "assay-bench"
    beside = ask("bench.report", run="", reports=[str(kept)])["ok"]
    assert len(beside["systems"]) == 2 * len(SYSTEMS)
    differences = tmp_path / "differences.md"
    asked = {"path": str(differences), "form": "md", "what": "differences", "reference": "bm25"}
    assert ask("bench.export", run="", **asked)["ok"]
    assert differences.read_text(encoding="utf-8").startswith("# Differences")
    no_report = ask("bench.report", run="", reports=[str(differences)])
    assert no_report["error"]["kind"] == "BadInput"


def test_searches_are_answered_while_a_comparison_is_at_work(
    ran: dict[str, Any], start: Callable[..., Any], place: Path
) -> None:
    with engine(start, place / "library") as talk:
        talk.state("ready")
        for number in range(1, 9):
            talk.send(id=number, op="bench.compare", run="", reference="bm25", task="beir/scifact")
        talk.send(id=50, op="status")
        while (message := talk.receive())["id"] != 50:
            assert message["id"] < 8, "the status came after every comparison"
