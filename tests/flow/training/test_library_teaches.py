"""From files to a model with a vector for each use, learned from nothing but the library's own papers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from assay.encoding.model_files.folder import find_folder
from assay.training.recipe.recipe_file import parse_recipe, read_recipe
from small_models import small_model

Assay = Callable[..., Any]

N = 48
SUBJECTS = ("bees", "bats", "moths")
LABELLED = {"year", "rating", "venue", "keywords"}


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("library-teaches"))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Papers of three subjects; half of what they cite comes in another file, in BibTeX."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    rng = random.Random(4)
    rows, entries = [], []
    for n in range(N):
        subject = SUBJECTS[n % 3]
        title = f"{subject} in the nest, part {chr(97 + n % 26)}{chr(97 + n // 26)}"
        rating = f"{n % 9}"
        cites = [f"p{m}" for m in rng.sample(range(n), min(n, 3))]
        if n % 2:
            entries.append(
                f"@article{{p{n}, title={{{title}}}, abstract={{The {subject} of {n}.}},"
                f" year={{{1990 + n % 7}}}, journal={{On {subject}}}, keywords={{{subject}; all}},"
                f" ranking={{rank{rating}}}, tldr={{We see {subject} {n}.}}, cites={{{','.join(cites)}}}}}\n"
            )
            continue
        row = {"_id": f"p{n}", "title": title, "text": f"The {subject} of {n}.", "year": 1990 + n % 7}
        row |= {"venue": f"On {subject}", "keywords": [subject, "all"], "ratings": [rating, rating]}
        row |= {"tldrs": [f"We see {subject} {n}.", f"Of {subject}, {n}."], "references": cites}
        rows.append(json.dumps(row))
    first, second = tmp_path / "first.jsonl", tmp_path / "second.bib"
    first.write_text("\n".join(rows) + "\n", encoding="utf-8")
    second.write_text("".join(entries), encoding="utf-8")
    return [first, second]


def judge(assay: Assay, tmp_path: Path) -> None:
    queries = [{"_id": f"q{n}", "text": f"the {SUBJECTS[n % 3]} {n}"} for n in range(10)]
    path = tmp_path / "queries.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in queries), encoding="utf-8")
    assert assay("queries", "import", path).status == 0
    lines = ["query-id\tcorpus-id\tscore"]
    lines += [f"q{n}\tp{n}\t2" for n in range(10)] + [f"q{n}\tp{n + 1}\t0" for n in range(10)]
    qrels = tmp_path / "qrels.tsv"
    qrels.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert assay("qrels", "import", qrels, "--assessor", "ada").status == 0


def test_a_library_writes_the_recipe_of_what_it_can_teach_and_learns_it(
    assay: Assay, files: list[Path], base: Path, tmp_path: Path
) -> None:
    assert assay("import", *files, "--json").payload["new"] == N
    judge(assay, tmp_path)
    found = assay("recipe", "--base", base, "--json").payload
    counts = {task["name"]: (task["examples"], bool(task["left_out"])) for task in found["tasks"]}
    assert {name: count for name, count in counts.items() if not count[1]} == {
        **dict.fromkeys(("year", "rating", "venue", "keywords", "title", "tldr"), (N, False)),
        "citation": (N - 1, False),  # the first cites nobody
        "cocitation": counts["cocitation"],
        "judged-typed": (10, False),
    }
    assert counts["judged-papers"] == (0, True)
    recipe = tmp_path / "recipe.toml"
    text = assay("recipe", "--base", base).out
    assert text == found["recipe"]
    parsed = parse_recipe(text)
    assert parsed.stages[0].max_steps == 50
    short = text.replace("max_steps = 50", "max_steps = 4").replace("interval = 10", "interval = 2")
    recipe.write_text(short.replace("warmup_steps = 5", "warmup_steps = 1"), encoding="utf-8")
    done = assay("train", recipe, "--json", "--device", "cpu")
    assert done.status == 0, done.err
    assert done.payload["stages"][0]["steps"] == 4
    card = json.loads((Path(done.payload["run"]) / "card.json").read_text(encoding="utf-8"))
    learned = {one["name"]: one["kind"] for one in card["data"]}
    assert learned == {one.name: one.kind for one in parsed.stages[0].objectives}
    assert assay("model", "promote", done.payload["model_id"]).status == 0
    assert assay("index", "--progress", "none").status == 0
    assert assay("search", "the bats", "--mode", "semantic", "--json").payload["hits"]


@pytest.mark.parametrize("variant", ["codes", "pools", "wide"])
def test_another_variant_is_a_recipe_too(assay: Assay, files: list[Path], variant: str) -> None:
    assert assay("import", *files).status == 0
    found = assay("recipe", "--variant", variant, "--json", "--name", "mine").payload
    parsed = parse_recipe(found["recipe"])
    assert (parsed.name, parsed.formats.variant) == ("mine", variant)
    taught = {one.name for one in parsed.stages[0].objectives}
    asked = {"title", "tldr", "citation", "cocitation"}
    # Which model's adapters are to be fused, nobody has said.
    assert "`assay recipe --variant adapters`" in " ".join(assay("recipe", "--variant", "fusion").err.split())
    unknown = assay("recipe", "--variant", "adaptors").err
    listed = " ".join(unknown.split()).partition("There are ")[2].rstrip(".").split(", ")
    told = " ".join(assay("recipe", "--help").out.replace("│", " ").split())
    assert listed == ["cls", "codes", "adapters", "pals", "probes", "pools", "wide"]
    assert f"{', '.join(listed[:-1])} or {listed[-1]}" in told
    assert taught == (LABELLED | asked if variant == "codes" else LABELLED)
    said = f"Left out, title: {N} papers, but '{variant}' leaves these vectors as they are."
    comments = " ".join(line.lstrip("# ") for line in found["recipe"].splitlines() if line.startswith("#"))
    assert (said in comments) == (variant != "codes")


def test_a_wide_recipe_goes_on_with_the_model_that_ships_and_fits_it(
    assay: Assay, files: list[Path], tmp_path: Path
) -> None:
    assert assay("import", *files).status == 0
    text = assay("recipe", "--variant", "wide").out
    assert text == assay("recipe", "--base", "assay-papers").out
    parsed = parse_recipe(text)
    ships = json.loads((find_folder("assay-papers", allow_network=False) / "formats.json").read_text())
    assert parsed.base == "assay-papers"
    assert parsed.formats.words == ""  # it knows them
    assert asdict(parsed.formats.spec) == ships["spec"] | {"formats": tuple(ships["spec"]["formats"])}
    other = assay("recipe", "--base", "assay-papers", "--variant", "adapters")
    assert (other.status, "cannot be trained further as adapters" in other.err) == (2, True)
    assert "no variant 'broad'" in assay("recipe", "--variant", "broad").err


def test_labels_alone_are_taught_by_wide_in_one_pass_and_words_are_the_library_s(
    assay: Assay, files: list[Path], base: Path, tmp_path: Path
) -> None:
    rows = [json.loads(line) for line in files[0].read_text(encoding="utf-8").splitlines()]
    bare = [{key: row[key] for key in ("_id", "title", "text", "year", "venue")} for row in rows]
    file = tmp_path / "bare.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in bare), encoding="utf-8")
    assert assay("import", file, "--json").payload["new"] == len(bare)
    found = assay("recipe", "--json").payload
    assert (found["variant"], found["base"]) == ("wide", "assay-papers")  # nobody grades or cites
    text = assay("recipe", "--base", base).out
    parsed = parse_recipe(text)
    assert (parsed.formats.variant, parsed.formats.words) == ("wide", "library:")
    assert {one.name for one in parsed.stages[0].objectives} == {"year", "venue"}
    assert parsed.stages[0].batch_size <= 2 * 0.9 * len(bare)  # or the smallest could not fill its share
    short = text.replace("max_steps = 50", "max_steps = 3").replace("warmup_steps = 5", "")
    assert "own_width = 256" in short
    short = short.replace("own_width = 256", "own_width = 8")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(short, encoding="utf-8")
    tried = assay("train", recipe, "--dry-run", "--json", "--device", "cpu").payload
    assert tried["stages"][0]["steps"] == 3
    done = assay("train", recipe, "--json", "--device", "cpu")
    assert done.status == 0, done.err
    run = Path(done.payload["run"])
    words = Path(read_recipe(run / "recipe.toml").formats.words).read_text(encoding="utf-8")
    kept = [json.loads(line) for line in words.splitlines()]
    assert kept == [{"title": row["title"], "abstract": row["text"]} for row in bare]
    again = assay("recipe", "--base", done.payload["model_id"]).out
    assert parse_recipe(again).formats.spec == parse_recipe(short).formats.spec
    assert parse_recipe(again).formats.words == ""
    recipe.write_text(short.replace('"library:"  # how', '"library:pilot"  # how'), encoding="utf-8")
    wrong = assay("train", recipe, "--dry-run")
    assert (wrong.status, "all papers of the library ('library:')" in wrong.err) == (2, True)


def test_a_library_that_teaches_nothing_says_what_is_missing(assay: Assay, tmp_path: Path) -> None:
    file = tmp_path / "few.jsonl"
    file.write_text('{"_id": "a", "title": "Only one paper"}\n', encoding="utf-8")
    assert assay("import", file).status == 0
    answer = assay("recipe", "--json")
    assert answer.status == 2
    message = answer.payload["error"]["message"]
    assert "too little training data" in message
    assert "rating: 0 papers, and it takes 20" in message
    assert assay("recipe", "--min-papers", "1").status == 2


def test_a_bad_rating_and_a_link_to_itself_are_told_with_file_and_line(assay: Assay, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    rows = [
        {"_id": "a", "title": "A first paper", "rating": "good"},
        {"_id": "b", "title": "Another paper", "references": ["b", "a"]},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    answer = assay("import", file, "--json").payload
    assert answer["new"] == 2
    assert [(failure["file"], failure["line"]) for failure in answer["incomplete"]] == [
        (str(file), 1),
        (str(file), 2),
    ]
    assert "the rating 'good' is not a number" in answer["incomplete"][0]["reason"]
    assert "'b' cites itself" in answer["incomplete"][1]["reason"]
