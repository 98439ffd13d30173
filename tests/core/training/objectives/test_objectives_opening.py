"""What all objectives have in common: the split, the seed, the card's facts, clear words for bad files."""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from objective_data import (
    all_examples,
    corpus,
    inpars,
    judged,
    msmarco,
    opened,
    pairs,
    specter,
    unarxiv,
    write,
)

from assay.errors import RecipeError
from assay.training.data.examples import Example

CHAIN = [(n, (n + 1) % 12, (n + 5) % 12) for n in range(12)]
LAYOUTS: dict[str, Callable[[Path], Path]] = {
    "cropping": lambda folder: corpus(folder / "papers.tsv", 20),
    "msmarco": lambda folder: msmarco(folder, more=12),
    "specter": specter,
    "unarxiv-doc2doc": lambda folder: unarxiv(folder, CHAIN),
    "unarxiv-context2doc": lambda folder: unarxiv(folder, CHAIN),
    "inpars": inpars,
    "pairs": lambda folder: pairs(folder / "pairs.jsonl"),
    "judgements": lambda folder: judged(
        folder, {f"q{n}": {f"d{n}": 2, f"d{(n + 1) % 12}": 0} for n in range(10)}, n_papers=14
    ),
}
KINDS = pytest.mark.parametrize("kind", LAYOUTS)

PRINT = """
import json, sys
from dataclasses import asdict
from pathlib import Path
from assay.encoding.formats import TextTemplate
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import OBJECTIVES
for kind, path in json.loads(sys.argv[1]).items():
    source = open_source(OBJECTIVES[kind](path=path), folder=Path(), seed=42, template=TextTemplate())
    examples = [source.train.example(i, e) for e in (0, 7) for i in range(len(source.train))]
    print(json.dumps([asdict(example) for example in (*examples, *source.validation)]))
"""


def test_two_processes_make_the_same_examples(tmp_path: Path) -> None:
    paths = {kind: str(LAYOUTS[kind](tmp_path / kind).resolve()) for kind in LAYOUTS}
    command = [sys.executable, "-c", PRINT, json.dumps(paths)]
    there = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for (kind, path), examples in zip(paths.items(), there, strict=True):
        source = opened(kind, Path(path))
        here = [*all_examples(source, 0), *all_examples(source, 7), *source.validation]
        assert json.loads(examples) == [asdict(example) for example in here], kind


@KINDS
def test_an_example_depends_on_index_and_epoch_alone(kind: str, tmp_path: Path) -> None:
    path = LAYOUTS[kind](tmp_path / "data")
    source = opened(kind, path)
    forwards = [source.train.example(i, e) for e in range(3) for i in range(len(source.train))]
    again = opened(kind, path)
    backwards = [
        again.train.example(i, e) for e in reversed(range(3)) for i in reversed(range(len(again.train)))
    ]
    assert backwards[::-1] == forwards
    other = opened(kind, path, seed=43)
    assert (all_examples(other), other.validation) != (all_examples(source), source.validation)


@KINDS
def test_every_example_keeps_its_promise(kind: str, tmp_path: Path) -> None:
    source = opened(kind, LAYOUTS[kind](tmp_path / "data"))
    for example in (e for epoch in range(20) for e in [*all_examples(source, epoch), *source.validation]):
        assert example.query
        assert example.positive
        assert example.negative not in {"", example.query, example.positive}


@KINDS
def test_a_query_teaches_or_validates_but_not_both(kind: str, tmp_path: Path) -> None:
    source = opened(kind, LAYOUTS[kind](tmp_path / "data"), validation=0.3)
    learnt = [e for epoch in range(6) for e in all_examples(source, epoch)]
    assert source.facts.n_train == len(source.train) > 0
    assert source.facts.n_validation == len(source.validation) > 0
    asked = {name(e) for e in source.validation}
    assert not asked & {name(e) for e in learnt}
    if kind in {"cropping", "pairs", "inpars"}:  # and the documents of one side are unknown to the other
        both = [{t.split("w")[0] for t in (e.positive, e.negative)} for e in source.validation]
        assert kind != "pairs" or not set.union(*both) & {
            t.split("w")[0] for e in learnt for t in (e.positive, e.negative)
        }


def name(example: Example) -> str:
    """The document of a crop, the query of anything else."""
    words = [word for word in example.query.split() if word.startswith("s") and "w" in word]
    return words[0].split("w")[0] if words else example.query


@KINDS
def test_the_limits_hold(kind: str, tmp_path: Path) -> None:
    path = LAYOUTS[kind](tmp_path / "data")
    whole = opened(kind, path, validation=0.4)
    source = opened(kind, path, limit=3, validation_limit=2, validation=0.4)
    assert (source.facts.n_train, len(source.train), len(source.validation)) == (3, 3, 2)
    assert source.validation == whole.validation[:2]
    beyond = len(whole.validation) - 2
    assert source.facts.left_out.get("held-out examples beyond validation_limit", 0) == beyond
    if kind != "cropping":
        assert {e.query for e in all_examples(source)} <= {e.query for e in all_examples(whole)}


@KINDS
def test_the_card_names_every_file_with_its_hash(kind: str, tmp_path: Path) -> None:
    path = LAYOUTS[kind](tmp_path / "data")
    facts = opened(kind, path, name="mine").facts
    base = path if path.is_dir() else path.parent
    files = [file for file in base.rglob("*") if file.is_file()]
    assert facts.files == {
        file.relative_to(base).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files
    }
    assert (facts.name, facts.kind) == ("mine", kind)


@KINDS
def test_gzipped_files_open_as_plain_ones_do(kind: str, tmp_path: Path) -> None:
    path = LAYOUTS[kind](tmp_path / "data")
    plain = opened(kind, path)
    for file in [path] if path.is_file() else [f for f in path.rglob("*") if f.is_file()]:
        (file.parent / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    packed = opened(kind, path if path.is_dir() else path.with_name(f"{path.name}.gz"))
    assert all_examples(packed) == all_examples(plain)
    assert packed.validation == plain.validation


def files_of(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())


@KINDS
def test_an_empty_file_is_named(kind: str, tmp_path: Path) -> None:
    for place in range(len(files_of(LAYOUTS[kind](tmp_path / "data")))):
        path = LAYOUTS[kind](tmp_path / "data")
        file = files_of(path)[place]
        file.write_text("\n\n")
        with pytest.raises(RecipeError, match=f"^Objective '{kind}': .*{file.name}: the file is empty"):
            opened(kind, path)


@KINDS
def test_a_gzipped_file_that_is_cut_short_is_named(kind: str, tmp_path: Path) -> None:
    for place in range(len(files_of(LAYOUTS[kind](tmp_path / "data")))):
        path = LAYOUTS[kind](tmp_path / "data")
        file = files_of(path)[place]
        file.write_bytes(gzip.compress(file.read_bytes())[:-9])  # whatever its name: the first bytes tell
        with pytest.raises(RecipeError, match=rf"{file.name}:\d+: the file is cut short"):
            opened(kind, path)


@KINDS
def test_a_last_line_that_is_cut_short_is_named(kind: str, tmp_path: Path) -> None:
    for place in range(len(files_of(LAYOUTS[kind](tmp_path / "data")))):
        path = LAYOUTS[kind](tmp_path / "data")
        file = files_of(path)[place]
        text = file.read_text()
        n_lines = text.count("\n")
        last = text.splitlines()[-1]
        keep = len(last) // 2 if file.suffix == ".jsonl" else last.index("\t")
        file.write_text(text[: len(text) - 1 - len(last) + keep])
        with pytest.raises(RecipeError, match=f"{file.name}:{n_lines}: .*cut short"):
            opened(kind, path)


@KINDS
def test_bytes_that_are_no_text_are_named(kind: str, tmp_path: Path) -> None:
    path = LAYOUTS[kind](tmp_path / "data")
    file = files_of(path)[0]
    file.write_bytes(file.read_bytes().replace(b"1", b"\xff", 1))
    with pytest.raises(RecipeError, match=rf"{file.name}:\d+: this is not UTF-8"):
        opened(kind, path)


@KINDS
def test_a_path_that_does_not_exist_is_named(kind: str, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=f"^Objective '{kind}': .*absent.jsonl: there is no such file"):
        opened(kind, tmp_path / "absent.jsonl")


@KINDS
def test_an_empty_folder_says_what_it_lacks(kind: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(RecipeError, match="there is no "):
        opened(kind, tmp_path / "empty")


ONE_ROW: dict[str, Callable[[Path], Path]] = {
    "cropping": lambda folder: corpus(folder / "papers.tsv", 1),
    "specter": lambda folder: specter(folder, 1, each=1),
    "unarxiv-doc2doc": lambda folder: unarxiv(folder, [(0, 1)]),
    "unarxiv-context2doc": lambda folder: unarxiv(folder, [(0, 1)]),
    "inpars": lambda folder: inpars(folder, 1, each=1),
    "pairs": lambda folder: pairs(folder / "pairs.jsonl", 1),
    "judgements": lambda folder: judged(folder, {"q": {"d1": 2, "d2": 0}}),
}


@pytest.mark.parametrize("kind", ONE_ROW)
def test_a_single_row_is_too_few(kind: str, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=f"^Objective '{kind}': .* too few: .* Give more data"):
        opened(kind, ONE_ROW[kind](tmp_path / "data"))


@KINDS
def test_json_that_is_no_object_is_named(kind: str, tmp_path: Path) -> None:
    path = LAYOUTS[kind](tmp_path / "data")
    jsons = [file for file in files_of(path) if file.suffix == ".jsonl"]
    for file in jsons[:1]:
        write(file, file.read_text() + "[1, 2]\n")
        with pytest.raises(RecipeError, match=rf"{file.name}:\d+: .*one object per line"):
            opened(kind, path)


def test_a_file_of_unknown_form_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"papers.docx: is neither .jsonl nor .tsv"):
        opened("cropping", corpus(tmp_path / "papers.docx"))
