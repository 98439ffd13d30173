"""Nothing is overwritten without --force, by any command: every output of every command is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from assay.cli import app
from small_models import RECIPE as SMALL_RECIPE

MINE = "the only copy of my thesis\n"

# Every parameter of every command that is a path, by what the command does with it. A parameter that is in
# neither list fails the first test: whoever adds an output says how it refuses.
READS = {
    "encode file", "run weights", "desktop files",
    "restore file", "import files", "run queries", "export ids", "evaluate qrels", "evaluate run",
    "evaluate beir", "compare qrels", "train recipe", "presets tasks", "sweep recipe", "sweep beir",
    "replicate data", "improve beir", "improve recipe", "bench list data", "bench list tasks",
    "bench run data", "bench run tasks", "bench compare reports", "bench analyse reports",
    "bench overlap data", "bench overlap tasks", "queries import file", "watch add folder",
    "watch remove folder", "qrels import file", "campaign create queries", "campaign create guideline",
    "campaign create papers", "campaign edit queries", "campaign edit guideline", "campaign guideline file",
    "campaign run file", "campaign import file", "campaign merge bundle", "model add folder",
    "model adapters clf", "model adapters rgn", "model adapters prx", "model adapters qry",
    "model adapters fusion",
    "model evaluate beir", "model evaluate queries", "runs list folder", "lists prepare beir",
    "lists prepare embeddings", "lists prepare qrels", "lists prepare queries",
    "lists show folder", "lists effects beir", "formats matrix tasks", "formats relatedness recipe",
    "formats relatedness tasks", "formats partition recipe", "formats partition tasks",
    "formats efficiency papers", "formats seeds recipes", "formats seeds tasks", "rankings import file",
    "files attach pdf",
}  # fmt: skip
FILES = {  # "command parameter" -> a call of it; OUT is a file that somebody wrote
    "run out": ("run", "--out", "OUT"),
    "search export": ("search", "bees", "--export", "OUT"),
    "export out": ("export", "OUT"),
    "evaluate csv": ("evaluate", "--beir", "absent", "--csv", "OUT"),
    "bench report out": ("bench", "report", "--out", "OUT"),
    "bench compare out": ("bench", "compare", "--out", "OUT"),
    "encode out": ("encode", "OUT", "--model", "hashing", "--format", "PRX", "--out", "OUT"),
    "qrels export out": ("qrels", "export", "OUT"),
    "queries export file": ("queries", "export", "OUT"),
    "highlights export out": ("highlights", "export", "OUT"),
    "highlights annotate out": ("highlights", "annotate", "absent", "OUT"),
    "campaign agreement figure": ("campaign", "agreement", "absent", "--figure", "OUT"),
    "campaign export out": ("campaign", "export", "absent", "OUT", "--format", "bundle"),
    "lists prepare run_out": ("lists", "prepare", "--out", "new", "--run-out", "OUT"),
}
RECIPE = "recipe.toml"
FOLDERS = {  # the same of folders: OUT is a folder that holds a file of the name that comes last
    "bench analyse out": (("bench", "analyse", "--out", "OUT"), "cost.csv"),
    "sweep out": (("sweep", RECIPE, "--out", "OUT"), "sweep.md"),
    "replicate out": (("replicate", "--table", "2", "--data", "d", "--out", "OUT"), "table-2-small.json"),
    "lists prepare out": (("lists", "prepare", "--out", "OUT"), "queries.jsonl"),
    "lists effects out": (("lists", "effects", "--beir", "b", "--out", "OUT"), "effects.csv"),
    "formats matrix out": (("formats", "matrix", "m", "--tasks", "t", "--out", "OUT"), "matrix.csv"),
    "formats relatedness out": (
        ("formats", "relatedness", RECIPE, "--tasks", "t", "--out", "OUT"),
        "relatedness.json",
    ),
    "formats partition out": (
        ("formats", "partition", RECIPE, "--tasks", "t", "--out", "OUT"),
        "partition.svg",
    ),
    "formats efficiency out": (("formats", "efficiency", "m", "--out", "OUT"), "efficiency.md"),
    "formats seeds out": (("formats", "seeds", RECIPE, "--tasks", "t", "--out", "OUT"), "seeds.csv"),
    "tour out": (("tour", "--out", "OUT"), "sample.qrels"),
}
NEVER = {  # a folder that is refused with or without --force, or is gone on with by who began it
    "train out",
    "improve out",
    "model export out",
    "bench report mteb",  # refused before a file is written, and named by the results: see test_bench_mteb
    "bench fetch data",  # writes only the files that the folder lacks
}


def commands() -> Iterator[tuple[str, Any]]:
    """("campaign export", command) of every command."""

    def walk(group: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from walk(command, (*path, name))
            else:
                yield " ".join((*path, name)), command

    return walk(get_group(app), ())


def test_every_path_of_every_command_is_known_here() -> None:
    found = {
        f"{name} {param.name}"
        for name, command in commands()
        for param in command.params
        if "Path" in str(getattr(param, "type_descriptor", ""))
    }

    assert found == READS | FILES.keys() | FOLDERS.keys() | NEVER


def test_every_command_that_writes_a_file_has_force() -> None:
    options = {name: {o for param in c.params for o in param.opts} for name, c in commands()}

    for key in (*FILES, *FOLDERS):
        assert "--force" in options[key.rpartition(" ")[0]], key


@pytest.mark.parametrize("key", FILES)
def test_a_file_of_mine_stays_and_is_refused_before_any_work(
    key: str, assay: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library is absent, and so are models and collections: whoever looked for them would say so."""
    monkeypatch.chdir(tmp_path)
    suffix = {
        "export out": "bib",
        "search export": "bib",
        "campaign agreement figure": "svg",
        "encode out": "npy",
    }.get(key, "txt")
    out = tmp_path / f"mine.{suffix}"
    out.write_text(MINE)
    before = sorted(tmp_path.rglob("*"))

    answer = assay(*(str(out) if word == "OUT" else word for word in FILES[key]))

    assert answer.status == 2
    assert "mine." in answer.err
    assert "already exists" in answer.err
    assert "--force" in answer.err
    assert out.read_text() == MINE
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("key", FOLDERS)
def test_a_file_of_mine_in_a_folder_stays_too(
    key: str, assay: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(RECIPE).write_text('name = "x"\npreset = "zeta-paper"\n')
    words, name = FOLDERS[key]
    mine = tmp_path / "folder" / name
    mine.parent.mkdir()
    mine.write_text(MINE)

    answer = assay(*("folder" if word == "OUT" else word for word in words))

    assert answer.status == 2
    assert name in answer.err
    assert "already exists" in answer.err
    assert mine.read_text() == MINE
    assert sorted(mine.parent.iterdir()) == [mine]


@pytest.mark.parametrize(
    "name",
    [
        "recipe.toml", "log.txt", "events.jsonl", "control", "start.json", "model/notes.txt",
        "checkpoints/1/a", "judgements/library/qrels/train.tsv",
    ],
)  # fmt: skip
def test_a_run_is_not_started_over_files_of_mine(
    assay: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    """`assay train recipe.toml --out .` would write its own recipe over mine, or learn from my grades."""
    recipe = tmp_path / "mine.toml"
    recipe.write_text(SMALL_RECIPE.format(name="a", seed=1))
    mine = tmp_path / "project" / name
    mine.parent.mkdir(parents=True)
    mine.write_text(MINE)

    answer = assay("train", recipe, "--out", tmp_path / "project")

    assert answer.status == 2
    assert "already exists, and no run wrote it" in answer.err
    assert [path for path in (tmp_path / "project").rglob("*") if path.is_file()] == [mine]
    assert mine.read_text() == MINE


def test_with_force_the_file_is_replaced_and_whole(indexed: Callable[..., Any], tmp_path: Path) -> None:
    grades, run, values = (tmp_path / name for name in ("grades.qrels", "words.run", "values.csv"))
    assert indexed("judge", "q1", "bees", "2", "--assessor", "ada").status == 0
    for words in (
        ("qrels", "export", grades),
        ("run", "--mode", "keyword", "--out", run),
        ("evaluate", "--qrels", grades, "--run", run, "--csv", values),
    ):
        assert indexed(*words).status == 0, words
        out = Path(words[-1])
        written = out.read_bytes()

        refused = indexed(*words)
        assert (refused.status, out.read_bytes()) == (2, written), words

        out.write_text(MINE)
        assert indexed(*words, "--force").status == 0, words
        assert out.read_bytes() == written, words
        assert not list(tmp_path.glob(".*draft")), words


def test_a_folder_is_named_as_one_before_any_work(assay: Callable[..., Any], tmp_path: Path) -> None:
    answer = assay("run", "--out", tmp_path, "--force")

    assert answer.status == 2
    assert "is a folder" in answer.err


def test_an_exported_release_is_not_replaced_without_force(tmp_path: Path) -> None:
    """Of a folder that the program itself wrote, `campaign export` made a new one without a word."""
    from assay.errors import BadInput
    from assay.evaluation.folders import prepared_folder, seal

    folder = tmp_path / "release"

    def write(text: str, *, overwrite: bool) -> None:
        with prepared_folder(folder, overwrite=overwrite) as draft:
            (draft / "grades").write_text(text)
            seal(draft, {})

    write("first", overwrite=False)
    with pytest.raises(BadInput, match="--force"):
        write("second", overwrite=False)
    assert (folder / "grades").read_text() == "first"

    write("third", overwrite=True)
    assert (folder / "grades").read_text() == "third"
