"""What a user gets wrong: exit status 2, one line on standard error, no traceback, nothing lost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def _cases(folder: Path) -> dict[str, tuple[object, ...]]:
    """name -> arguments that must be refused; `folder` holds the files they name."""
    files = {
        "floats.qrels": "q1 0 bees 1.0\n",
        "headless.tsv": "q1\tbees\t1\n",
        "unknown.qrels": "q1 0 nobody 1\n",
        "three.qrels": "q1 0 bees 3\n",
        "empty.qrels": "",
        "nan.run": "q1 Q0 bees 1 nan tag\n",
        "good.run": "q1 Q0 bees 1 2.0 tag\n",
        "good.qrels": "q1 0 bees 2\n",
        "queries.jsonl": '{"_id": "q9"}\n',
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    at = {name: folder / name for name in files}
    run, good = at["good.run"], at["good.qrels"]
    return {
        "a grade of 3": ("judge", "q1", "bees", "3", "--assessor", "ada"),
        "a negative grade": ("judge", "q1", "bees", "-1", "--assessor", "ada"),
        "a grade with a fraction": ("judge", "q1", "bees", "1.5", "--assessor", "ada"),
        "a grade with a blank": ("judge", "q1", "bees", "2 ", "--assessor", "ada"),
        "a grade for an unknown query": ("judge", "nope", "bees", "1", "--assessor", "ada"),
        "a grade for an unknown paper": ("judge", "q1", "nope", "1", "--assessor", "ada"),
        "no assessor": ("judge", "q1", "bees", "1"),
        "undo with nothing to undo": ("undo", "--assessor", "nobody"),
        "neighbours of an unknown paper": ("similar", "nope"),
        "an empty text": ("search", "  "),
        "an unknown mode": ("search", "bees", "--mode", "psychic"),
        "an unknown command": ("serach", "bees"),
        "an unknown option": ("search", "bees", "--fast"),
        "a file that is not there": ("import", folder / "absent.bib"),
        "queries without a text": ("queries", "import", at["queries.jsonl"]),
        "qrels with floats": ("evaluate", "--qrels", at["floats.qrels"], "--run", run),
        "qrels without their header": ("evaluate", "--qrels", at["headless.tsv"], "--run", run),
        "empty qrels": ("evaluate", "--qrels", at["empty.qrels"], "--run", run),
        "qrels for an unknown paper": ("qrels", "import", at["unknown.qrels"], "--assessor", "ada"),
        "qrels with a grade above 2": ("qrels", "import", at["three.qrels"], "--assessor", "ada"),
        "a run with a NaN": ("evaluate", "--qrels", good, "--run", at["nan.run"]),
        "an unknown measure": ("evaluate", "--qrels", good, "--run", run, "-m", "nDGC@10"),
        "a BEIR folder that is none": ("evaluate", "--beir", folder / "absent"),
        "a run kept under no such name": ("compare", "one", "two"),
        "a model that is nowhere": ("index", "--model", "nobody/nothing"),
        "a run that goes nowhere": ("run", "--mode", "keyword"),
        "an export into a missing folder": ("qrels", "export", folder / "no" / "where.qrels"),
    }


@pytest.mark.parametrize("json_wanted", [False, True], ids=["text", "json"])
def test_every_mistake_is_refused_in_one_line_with_status_2(
    indexed, tmp_path: Path, json_wanted: bool
) -> None:
    folder = tmp_path / "mistakes"
    folder.mkdir()
    for name, arguments in _cases(folder).items():
        answer = indexed(*arguments, *(["--json"] if json_wanted else []))
        assert answer.status == 2, f"{name}: {answer}"
        said, other = (answer.out, answer.err) if json_wanted else (answer.err, answer.out)
        assert (len(said.splitlines()), other) == (1, ""), f"{name}: {answer}"
        assert "Traceback" not in answer.err, name
        if json_wanted:
            error = json.loads(answer.out)["error"]
            assert error["kind"], name
            assert len(error["message"]) > 10, name


def test_mistakes_leave_the_grades_as_they_were(indexed, tmp_path: Path) -> None:
    indexed("judge", "q1", "bees", 2, "--assessor", "ada")
    folder = tmp_path / "mistakes"
    folder.mkdir()
    for arguments in _cases(folder).values():
        indexed(*arguments)
    out = tmp_path / "after.qrels"
    indexed("qrels", "export", out)
    assert out.read_text(encoding="utf-8").splitlines() == ["q1 0 bees 2"]


def test_a_library_that_is_not_there_is_not_made_by_looking_at_it(assay, tmp_path: Path) -> None:
    answer = assay("search", "bees", folder=tmp_path / "nowhere")
    assert answer.status == 2
    assert not (tmp_path / "nowhere").exists()


def test_searching_before_indexing_says_what_to_run(assay, papers_file: Path) -> None:
    assay("import", papers_file)
    answer = assay("search", "bees", "--mode", "semantic")
    assert answer.status == 2
    assert "assay index" in answer.err


def test_an_index_of_another_model_is_never_searched(indexed, tmp_path: Path) -> None:
    settings = tmp_path / "library" / "assay.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace('"hashing"', '"all-MiniLM-L6-v2"'), encoding="utf-8"
    )
    answer = indexed("search", "bees", "--mode", "semantic", "--json")
    assert answer.status == 2
    assert answer.payload["error"]["kind"] in {"StaleIndex", "DamagedIndex"}


def test_an_unknown_setting_names_the_nearest_known_one(indexed, tmp_path: Path) -> None:
    settings = tmp_path / "library" / "assay.toml"
    settings.write_text('modell = "hashing"\n', encoding="utf-8")
    answer = indexed("search", "bees")
    assert answer.status == 2
    assert "'model'" in answer.err


def test_an_answer_that_cannot_be_written_is_said_in_one_line(indexed, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "assay",
        "--library",
        str(tmp_path / "library"),
        "search",
        "bees",
        "--json",
    ]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["assay: the answer could not be written: No space left on device"]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command], capture_output=True, text=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (0, "")


def test_a_model_without_its_tokenizer_is_refused_by_the_name_of_the_file(indexed, tmp_path: Path) -> None:
    from assay.encoding.model_files.folder import find_folder

    folder = shutil.copytree(find_folder("all-MiniLM-L6-v2", allow_network=False), tmp_path / "model")
    (folder / "tokenizer.json").unlink()
    (folder / "vocab.txt").unlink()
    answer = indexed("index", "--model", folder)
    assert answer.status == 2
    assert "tokenizer.json" in answer.err


def test_files_of_which_none_can_be_read_are_bad_input_and_reported_each(assay, tmp_path: Path) -> None:
    (tmp_path / "empty.bib").touch()
    (tmp_path / "noise.ris").write_bytes(bytes(range(256)))
    answer = assay("import", tmp_path / "empty.bib", tmp_path / "noise.ris", "--json")
    assert answer.status == 2
    assert [Path(failure["file"]).name for failure in answer.payload["failed"]] == ["empty.bib", "noise.ris"]
    assert answer.err == "assay: nothing could be imported: 2 failed, as listed\n"
