"""A library's model: promoted, rolled back, deleted; what fails leaves the one that is in use."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from assay import config
from assay.encoding.reuse import device_of
from assay.errors import BadInput, LibraryError, ModelError, StaleIndex
from assay.index import FolderStore
from assay.models.promotion import ModelWork
from assay.progress import Cancelled
from assay.registry.loading import load_named, open_registry
from assay.search import indexes_of
from assay.searching.indexing import index_vectors, index_words
from assay.searching.search import search
from assay.searching.weights import use_fusion
from assay.types import Fusion, Paper, SearchMode, SearchRequest, TaskFormat
from assay.workspace import Workspace
from model_fixtures import Train
from small_models import reference
from workspace_papers import add

MEANING = SearchRequest("bees navigation", mode=SearchMode.SEMANTIC, k=5)


@pytest.fixture(autouse=True)
def _own_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.fixture
def library(workspace: Workspace) -> Workspace:
    """The library, indexed with the hashing model."""
    index_words(workspace)
    index_vectors(workspace)
    return workspace


def settings(workspace: Workspace) -> bytes:
    return (workspace.folder / config.FILE_NAME).read_bytes()


def test_a_promoted_model_searches_once_its_papers_are_indexed(library: Workspace, train: Train) -> None:
    card = train("crops")
    promotion = ModelWork(library).promote(card.model_id)
    assert (promotion.model, promotion.before, promotion.dim) == (card.model_id, "hashing", 32)
    assert (promotion.n_papers, promotion.n_indexed, promotion.must_index) == (30, 0, True)
    with pytest.raises(StaleIndex):
        search(library, MEANING)
    index_vectors(library)
    found = [hit.doc_id for hit in search(library, MEANING)]
    papers = {p.doc_id: p for p in library.library.papers.get(library.library.papers.ids())}
    model = reference(open_registry().folder(card.model_id))
    texts = [f"{paper.title} [SEP] {paper.abstract}" for paper in papers.values()]
    vectors = model.encode([MEANING.text, *texts], normalize_embeddings=True)
    order = np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")
    assert found == [list(papers)[row] for row in order[:5]]


def test_a_promotion_is_of_the_library_and_outlives_the_process(library: Workspace, train: Train) -> None:
    card = train("crops", max_length=24)
    ModelWork(library).promote(card.model_id)
    with Workspace.open(library.folder) as again:
        assert (again.config.model, again.config.max_length) == (card.model_id, 24)
        assert again.encoder().name == card.model_id
        assert [used.model for used in ModelWork(again).history()] == ["hashing"]


def test_rolling_back_finds_the_index_from_before(library: Workspace, train: Train) -> None:
    before = search(library, MEANING)
    ModelWork(library).promote(train("crops", max_length=24).model_id)
    promotion = ModelWork(library).rollback()
    assert (promotion.model, promotion.n_indexed, promotion.must_index) == ("hashing", 30, False)
    assert search(library, MEANING) == before
    assert library.config.max_length == config.Config().max_length
    with pytest.raises(BadInput, match="No earlier model"):
        ModelWork(library).rollback()


def test_the_first_promotion_of_a_library_without_settings_can_be_taken_back(
    workspace: Workspace, train: Train
) -> None:
    (workspace.folder / config.FILE_NAME).unlink(missing_ok=True)
    with Workspace.open(workspace.folder) as plain:
        card = train("crops")
        assert ModelWork(plain).promote(card.model_id).before == config.Config().model
        assert [used.model for used in ModelWork(plain).history()] == [config.Config().model]
        assert ModelWork(plain).rollback().model == config.Config().model


def test_models_are_rolled_back_one_by_one_and_deleted_ones_passed_over(
    library: Workspace, train: Train
) -> None:
    ids = [train(f"m{seed}", seed=seed).model_id for seed in (3, 4, 5)]
    for model_id in ids:
        ModelWork(library).promote(model_id)
    ModelWork(library).delete(ids[1])
    assert ModelWork(library).rollback().model == ids[0]
    assert ModelWork(library).rollback().model == "hashing"


def test_a_chosen_model_that_indexed_can_be_rolled_back_too(library: Workspace, train: Train) -> None:
    card = train("crops")
    library.use_model(card.model_id)
    assert ModelWork(library).in_use == "hashing"
    index_vectors(library)
    assert ModelWork(library).in_use == card.model_id
    assert ModelWork(library).rollback().model == "hashing"


def test_an_index_run_that_began_before_does_not_undo_a_promotion(library: Workspace, train: Train) -> None:
    card = train("crops")
    with Workspace.open(library.folder) as other:
        ModelWork(other).promote(card.model_id)
    index_vectors(library)
    assert ModelWork(library).in_use == card.model_id


def test_an_index_run_of_another_model_keeps_what_was_set_meanwhile(library: Workspace) -> None:
    library.use_model("hashing", max_length=100)
    with Workspace.open(library.folder) as other:
        use_fusion(other, Fusion.RRF)
    index_vectors(library)
    now = config.load(library.folder)
    assert (now.max_length, now.fusion) == (100, Fusion.RRF)


def _no_weights(entry: Path) -> None:
    (entry / "model" / "model.safetensors").unlink()


def _not_numbers(entry: Path) -> None:
    """Weights that load and yield NaN, sums and all in order."""
    from safetensors.numpy import load_file, save_file

    path = entry / "model" / "model.safetensors"
    save_file({name: tensor * np.float32("nan") for name, tensor in load_file(path).items()}, path)
    files = json.loads((entry / "files.json").read_text())
    content = path.read_bytes()
    files["files"]["model.safetensors"] = [len(content), hashlib.sha256(content).hexdigest()]
    (entry / "files.json").write_text(json.dumps(files))


def _other_dim(entry: Path) -> None:
    card = (entry / "card.json").read_text()
    (entry / "card.json").write_text(card.replace('"dim": 32', '"dim": 64'))


def _cut_card(entry: Path) -> None:
    (entry / "card.json").write_text("{")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_no_weights, "model.safetensors is missing"),
        (_not_numbers, "not numbers|is damaged|weights are damaged"),
        (_other_dim, "yields vectors of 32 dimensions and its card says 64"),
        (_cut_card, "is damaged: card.json cannot be read"),
    ],
)
def test_a_model_that_fails_leaves_the_one_in_use(
    library: Workspace, train: Train, harm: Callable[[Path], None], said: str
) -> None:
    good, bad = train("good", seed=3), train("bad", seed=4)
    ModelWork(library).promote(good.model_id)
    index_vectors(library)
    before, found = settings(library), search(library, MEANING)
    harm(open_registry().root / bad.model_id)
    with pytest.raises(ModelError, match=said):
        ModelWork(library).promote(bad.model_id)
    assert settings(library) == before
    assert search(library, MEANING) == found
    with Workspace.open(library.folder) as again:
        assert search(again, MEANING) == found
        assert [used.model for used in ModelWork(again).history()] == ["hashing"]


def test_an_unknown_model_is_answered_with_the_nearest(library: Workspace, train: Train) -> None:
    card = train("cropping alone")
    with pytest.raises(ModelError, match=f"'{card.model_id}' is the nearest"):
        ModelWork(library).promote("croping-alone-12345678")
    assert ModelWork(library).in_use == "hashing"


def test_a_disk_that_takes_no_history_leaves_the_model_in_use(library: Workspace, train: Train) -> None:
    before = settings(library)
    (library.folder / "models.json").mkdir()
    with pytest.raises(BadInput, match=r"models\.json cannot be read"):
        ModelWork(library).promote(train("crops").model_id)
    assert settings(library) == before
    (library.folder / "models.json").rmdir()
    (library.folder / "models.json").write_text('{"before": 3}')
    with pytest.raises(BadInput, match="start the history of models again"):
        ModelWork(library).rollback()
    assert settings(library) == before


def test_a_model_that_another_library_uses_is_not_deleted(
    library: Workspace, train: Train, tmp_path: Path
) -> None:
    card = train("crops")
    with Workspace.open(tmp_path / "another") as another:
        another.use_model("hashing")
        index_vectors(another)
        ModelWork(another).promote(card.model_id)
        with pytest.raises(BadInput, match="another uses the model"):
            ModelWork(library).delete(card.model_id)
        ModelWork(another).rollback()
    ModelWork(library).delete(card.model_id)
    assert card.model_id not in open_registry()


def test_a_deleted_models_index_goes_wherever_it_is_kept(
    library: Workspace, train: Train, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the one of before in the folder; a place that does not answer keeps the model."""
    card = train("crops")
    work, elsewhere = ModelWork(library), FolderStore(tmp_path / "elsewhere")
    work.promote(card.model_id, index=True)
    monkeypatch.setattr(Workspace, "vector_store", elsewhere)
    work.rollback()
    work.promote(card.model_id, index=True)
    work.rollback()
    places = (elsewhere, library.library.vector_store("folder"))
    assert [len(indexes_of(place, card.model_id)) for place in places] == [1, 1]

    def unanswered() -> None:
        raise LibraryError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(elsewhere, "manifests", unanswered)
        with pytest.raises(LibraryError, match="no answer"):
            work.delete(card.model_id)
        assert card.model_id in open_registry()
    assert work.delete(card.model_id) == 30
    assert [indexes_of(place, card.model_id) for place in places] == [[], []]


def test_a_model_reads_papers_and_lengths_as_it_was_trained_to(train: Train) -> None:
    card = train("crops", separator=" ", max_length=10)
    encoder = load_named(card.model_id)
    model = reference(open_registry().folder(card.model_id))
    model.max_seq_length = 10
    title, abstract = "The nest of bees", "A bat and the moths, and the nest of a bat"
    ours = encoder.encode([encoder.template.join(title, abstract)], format=TaskFormat.PRX)
    np.testing.assert_allclose(ours[0], model.encode(f"{title} {abstract}"), atol=1e-5)
    assert encoder.name == card.model_id


def test_a_trained_model_goes_before_a_folder_of_its_name(
    train: Train, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = train("crops")
    (tmp_path / "here" / card.model_id).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    assert load_named(card.model_id).dim == 32


# Promotes and rolls back without end. The hashing model loads at once, so that the time goes into writing; it
# is told apart from itself by the length of its texts.
SWITCHER = """
    import sys
    from dataclasses import replace
    from pathlib import Path
    from assay.workspace import Workspace
    from assay.models.promotion import ModelWork
    from assay.registry.history import keep_settings
    workspace = Workspace.open(Path(sys.argv[1]), check=False)
    for model in sys.argv[2:]:
        ModelWork(workspace).promote(model)
    print("ready", flush=True)
    while True:
        for model in sys.argv[2:]:
            ModelWork(workspace).promote(model)
        for length in (100, 200, 300):
            keep_settings(workspace.folder, lambda old, length=length: replace(old, max_length=length))
        for _ in range(3):
            ModelWork(workspace).rollback()
"""


def kill_again_and_again(library: Workspace, ids: list[str], *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(kills):
        command = [sys.executable, "-c", textwrap.dedent(SWITCHER), str(library.folder), *ids]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(rng.random() * 0.3)
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (-signal.SIGKILL, "")
        with Workspace.open(library.folder) as again:
            used = (again.config.model, again.config.max_length)
            assert again.encoder().name == used[0]
            assert used[0] in {*ids, "hashing"}
            if [before for before in ModelWork(again).history() if (before.model, before.max_length) != used]:
                promotion = ModelWork(again).rollback()
                assert (promotion.model, promotion.max_length) != used


def test_the_library_searches_as_before_until_the_new_index_is_whole(
    library: Workspace, train: Train
) -> None:
    card, before = train("crops"), search(library, MEANING)
    plan = ModelWork(library).plan(card.model_id)
    assert (plan.model, plan.before, plan.n_papers, plan.n_indexed, plan.n_new) == (
        card.model_id,
        "hashing",
        30,
        0,
        30,
    )
    assert plan.seconds > 0
    during: list[list[str]] = []

    def look(*_report: object) -> None:
        with Workspace.open(library.folder, check=False) as other:
            assert other.config.model == "hashing"
            during.append([hit.doc_id for hit in search(other, MEANING)])

    promotion = ModelWork(library).promote(card.model_id, index=True, progress=look)
    assert during
    assert all(found == [hit.doc_id for hit in before] for found in during)
    assert (promotion.n_indexed, promotion.must_index) == (30, False)
    assert search(library, MEANING) != before
    again = ModelWork(library).plan(card.model_id)
    assert (again.n_indexed, again.n_new, again.seconds) == (30, 0, 0.0)


def test_the_time_of_a_promotion_is_that_of_the_papers_that_no_index_has(
    library: Workspace, train: Train
) -> None:
    """By the pace of this machine: as many papers as never were make it half a second a paper."""
    card = train("crops")
    ModelWork(library).promote(card.model_id, index=True)
    add(library, *(Paper(f"new{n}", f"A new paper {n}", "Of moss.") for n in range(7)))
    encoder = load_named(card.model_id)
    library.vector_cache().note_pace(
        encoder.fingerprint(TaskFormat.PRX), device_of(encoder), papers=100_000, seconds=50_000.0
    )
    plan = ModelWork(library).plan(card.model_id)
    assert (plan.n_papers, plan.n_indexed, plan.n_new) == (37, 30, 7)
    assert plan.seconds == pytest.approx(7 * 0.5, rel=0.01)


def test_a_promotion_that_is_cancelled_changes_nothing(library: Workspace, train: Train) -> None:
    card, before = train("crops"), settings(library)

    def cancel(*_report: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        ModelWork(library).promote(card.model_id, index=True, progress=cancel)
    assert settings(library) == before
    assert ModelWork(library).in_use == "hashing"


def test_rolling_back_indexes_what_came_since(library: Workspace, train: Train) -> None:
    ModelWork(library).promote(train("crops").model_id, index=True)
    add(library, Paper("late", "A late paper", "It came while another model was active."))
    promotion = ModelWork(library).rollback(index=True)
    assert (promotion.model, promotion.n_papers, promotion.n_indexed) == ("hashing", 31, 31)


# Indexes and promotes, and halts where papers are being encoded.
PROMOTER = """
    import sys, time
    from pathlib import Path
    from assay.workspace import Workspace
    from assay.models.promotion import ModelWork
    def halt(*_report):
        print("at work", flush=True)
        time.sleep(600)
    workspace = Workspace.open(Path(sys.argv[1]), check=False)
    ModelWork(workspace).promote(sys.argv[2], index=True, progress=halt)
"""


def test_a_kill_while_the_new_index_is_built_leaves_the_old_model_whole(
    library: Workspace, train: Train
) -> None:
    card, before = train("crops"), search(library, MEANING)
    command = [sys.executable, "-c", textwrap.dedent(PROMOTER), str(library.folder), card.model_id]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    process.kill()
    process.communicate(timeout=60)
    with Workspace.open(library.folder) as again:
        assert again.config.model == "hashing"
        assert search(again, MEANING) == before
        promotion = ModelWork(again).promote(card.model_id, index=True)
        assert (promotion.model, promotion.must_index) == (card.model_id, False)
        assert search(again, MEANING) != before


# Promotes with an index and goes back, without end.
INDEXER = """
    import sys
    from pathlib import Path
    from assay.workspace import Workspace
    from assay.models.promotion import ModelWork
    workspace = Workspace.open(Path(sys.argv[1]), check=False)
    print("ready", flush=True)
    while True:
        ModelWork(workspace).promote(sys.argv[2], index=True)
        print("promoted", flush=True)
        ModelWork(workspace).rollback(index=True)
"""


def kill_among_imports(library: Workspace, model: str, *, kills: Iterable[int], seed: int) -> None:
    """Papers come while a model is promoted, the process is killed, and every paper is found afterwards."""
    rng, papers = random.Random(seed), set(library.library.papers.ids())
    for number in kills:
        command = [sys.executable, "-c", textwrap.dedent(INDEXER), str(library.folder), model]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        if number % 2:  # the model is in memory then, and a promotion takes little but its writing
            assert process.stdout.readline() == "promoted\n"
        for n in range(3):
            papers.add(f"late-{number}-{n}")
            add(library, Paper(f"late-{number}-{n}", f"A paper that came late, {number} {n}", "On moss."))
            time.sleep(rng.random() * 0.2)
        process.kill()
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (-signal.SIGKILL, "")
        with Workspace.open(library.folder) as again:
            assert again.config.model in {"hashing", model}
            assert set(again.library.papers.ids()) == papers
            index_words(again)
            index_vectors(again)
            for mode in (SearchMode.SEMANTIC, SearchMode.KEYWORD):
                found = search(again, SearchRequest("paper late", mode=mode, k=len(papers)))
                late = {hit.doc_id for hit in found if hit.doc_id.startswith("late")}
                assert late == {paper for paper in papers if paper.startswith("late")}


def test_a_promotion_that_is_killed_while_papers_are_imported_loses_none(
    library: Workspace, train: Train
) -> None:
    kill_among_imports(library, train("crops").model_id, kills=[1], seed=1)


def test_papers_that_come_while_a_model_is_promoted_are_said_to_wait(
    library: Workspace, train: Train
) -> None:
    """They are in no index of the new model yet; the answer says that one is needed."""
    card = train("crops")

    def add_one(stage: str, *_counts: object) -> None:
        with Workspace.open(library.folder, check=False) as other:
            if stage == "encoding" and not other.library.papers.get(["late"]):
                add(other, Paper("late", "A late paper", "It came while another model was indexed."))

    promotion = ModelWork(library).promote(card.model_id, index=True, progress=add_one)
    assert (promotion.n_papers, promotion.n_indexed, promotion.must_index) == (31, 30, True)
    assert index_vectors(library).n_papers == 31


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_forty_promotions_that_are_killed_while_papers_are_imported_lose_none(
    library: Workspace, train: Train
) -> None:
    kill_among_imports(library, train("crops").model_id, kills=range(40), seed=2)


def test_a_kill_while_models_change_leaves_one_that_works(library: Workspace) -> None:
    kill_again_and_again(library, [], kills=3, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_hundred_kills_while_models_change_leave_one_that_works(library: Workspace, train: Train) -> None:
    kill_again_and_again(library, [], kills=80, seed=2)
    kill_again_and_again(
        library, [train(f"m{seed}", seed=seed).model_id for seed in (3, 4)], kills=20, seed=3
    )
