"""Predictions of a library's papers: learned, kept, read out, and refused when they no longer hold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assay.encoding import HashingEncoder, text_key
from assay.errors import EvaluationError, LibraryError
from assay.prediction.file import probes_path, read_probes
from assay.prediction.predictor import Predictions
from assay.progress import Cancelled, Item
from assay.types import Paper, TaskFormat, Vectors
from assay.workspace import Workspace

OLD, NEW = "telegraph valve steam relay", "quantum cloud tensor token"
TOPICS = {"Bees": "honey hive pollen", "Bats": "cave echo wing"}


def invented(n: int = 160) -> list[Paper]:
    """Old words stand in old papers, and a topic's words in the papers of the topic."""
    draw = random.Random(4)
    papers = []
    for number in range(n):
        year = draw.randint(1960, 2020)
        topics = [name for name in TOPICS if draw.random() < 0.4]
        share = (year - 1960) / 60
        words = [draw.choice((NEW if draw.random() < share else OLD).split()) for _ in range(12)]
        words += [draw.choice(TOPICS[name].split()) for name in topics for _ in range(4)]
        keywords = tuple(name.upper() if draw.random() < 0.2 else name for name in topics)
        papers.append(Paper(f"p{number}", f"Title {number}", " ".join(words), year=year, keywords=keywords))
    return papers


PAPERS = invented()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as workspace:
        workspace.use_model("hashing")
        workspace.library.papers.add([(one, ()) for one in PAPERS])
        yield workspace


def test_nothing_is_said_before_anything_was_learned(opened: Workspace) -> None:
    found = Predictions(opened).of("p1")
    assert (found.state, found.labels, found.numbers) == ("untrained", (), ())


def test_topics_and_years_are_learned_and_a_venue_that_nobody_has_is_not(opened: Workspace) -> None:
    probes = Predictions(opened).train()
    assert sorted(probes.learned.labels["topics"].names) == ["Bats", "Bees"]  # as most papers write them
    assert probes.numbers["year"].quality.n == 160
    assert probes.numbers["year"].quality.tau > 0.4
    assert probes.learned.omitted["venue"].startswith("0 papers have some")


def test_a_known_paper_is_predicted_by_the_probe_that_did_not_see_it(opened: Workspace) -> None:
    probes = Predictions(opened).train()
    paper = PAPERS[7]
    [year] = Predictions(opened).of(paper.doc_id).numbers
    text = f"{paper.title} [SEP] {paper.abstract}"
    vector = HashingEncoder().encode([text], format=TaskFormat.RGN)[0].astype(np.float64)
    fitted, fold = probes.numbers["year"].fitted, int.from_bytes(text_key(text)[:4], "little") % 5
    expected = vector @ fitted.weights[fold, :, 0] + fitted.intercepts[fold, 0]
    assert year.value == pytest.approx(float(np.clip(expected, 1960, 2020)), abs=1e-3)
    assert (year.known, year.low < year.value < year.high) == (float(paper.year or 0), True)


def test_an_unknown_paper_is_predicted_by_the_probe_of_all(opened: Workspace) -> None:
    probes = Predictions(opened).train()
    late = Paper("late", "A late paper", f"{NEW} {NEW} {TOPICS['Bees']} {TOPICS['Bees']}")
    opened.library.papers.add([(late, ())])
    found = Predictions(opened).of("late")
    text = f"A late paper [SEP] {late.abstract}"
    vector = HashingEncoder().encode([text], format=TaskFormat.RGN)[0]
    [year], [topics] = found.numbers, found.labels
    assert year.known is None
    assert year.value == pytest.approx(probes.numbers["year"].predict(vector, None).value)
    assert topics.labels[0].name == "Bees"
    assert topics.labels[0].probability > 0.5
    assert not topics.labels[0].known


def test_topics_that_the_paper_has_are_named_however_improbable(opened: Workspace) -> None:
    odd = Paper("odd", "Odd", f"{TOPICS['Bats']} " * 4, keywords=("bees",))
    opened.library.papers.add([(odd, ())])
    Predictions(opened).train()
    [topics] = Predictions(opened).of("odd").labels
    assert {label.name: label.known for label in topics.labels}["Bees"]
    probabilities = [label.probability for label in topics.labels]
    assert probabilities == sorted(probabilities, reverse=True)


def test_another_model_makes_what_was_learned_stale(opened: Workspace) -> None:
    Predictions(opened).train()
    opened.adopt(HashingEncoder(dim=32))
    found = Predictions(opened).of("p1")
    assert (found.state, found.numbers) == ("stale", ())
    Predictions(opened).train()
    assert Predictions(opened).of("p1").state == "ready"


def test_a_model_without_the_format_is_said_to_lack_it(opened: Workspace) -> None:
    class SearchOnly(HashingEncoder):
        name = "search only"
        formats = frozenset({TaskFormat.PRX, TaskFormat.QRY, TaskFormat.CLF})

    opened.adopt(SearchOnly())
    probes = Predictions(opened).train()
    assert probes.learned.omitted["year"] == "The model search only has no vectors for RGN."
    assert "topics" in probes.labels
    assert Predictions(opened).of("p1").state == "ready"


def test_a_paper_without_a_text_is_not_covered(opened: Workspace) -> None:
    Predictions(opened).train()
    opened.library.papers.add([(Paper("blank", " "), ())])
    assert Predictions(opened).of("blank").state == "uncovered"


def test_a_cancelled_training_leaves_what_was_there(opened: Workspace) -> None:
    Predictions(opened).train()
    path = probes_path(opened.folder)
    before = path.read_bytes()

    def cancel(stage: str, done: int, total: int | None, item: Item | None = None) -> None:
        if stage == "learning" and item == Item(("year",)):
            raise Cancelled

    with pytest.raises(Cancelled):
        Predictions(opened).train(progress=cancel)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_library_from_which_nothing_can_be_learned_says_why(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "few") as workspace:
        workspace.use_model("hashing")
        workspace.library.papers.add([(one, ()) for one in PAPERS[:20]])
        with pytest.raises(EvaluationError, match=r"Year: 20 papers have one; 50 .* are needed"):
            Predictions(workspace).train()
        assert read_probes(probes_path(workspace.folder)) is None


def test_what_is_kept_is_what_was_learned(opened: Workspace) -> None:
    made = Predictions(opened).train()
    kept = Predictions(opened).learned()
    assert kept is not None
    assert (kept.learned, kept.fingerprints) == (made.learned, made.fingerprints)
    vector: Vectors = np.random.default_rng(1).normal(size=64).astype(np.float32)
    assert kept.numbers["year"].predict(vector, 3) == made.numbers["year"].predict(vector, 3)
    np.testing.assert_array_equal(
        kept.labels["topics"].predict(vector, None), made.labels["topics"].predict(vector, None)
    )


@pytest.mark.parametrize("cut", [0, -10])
def test_a_damaged_file_is_named_with_the_way_out(opened: Workspace, cut: int) -> None:
    Predictions(opened).train()
    path = probes_path(opened.folder)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(LibraryError, match=r"damaged.*assay predict train"):
        Predictions(opened).of("p1")


def test_a_file_of_a_later_layout_is_refused(opened: Workspace) -> None:
    from safetensors.numpy import save_file

    path = probes_path(opened.folder)
    path.parent.mkdir()
    save_file({"a": np.zeros(1)}, path, metadata={"probes": json.dumps({"layout": 3})})
    with pytest.raises(LibraryError, match="another Assay"):
        Predictions(opened).of("p1")
