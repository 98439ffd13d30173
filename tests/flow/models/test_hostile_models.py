"""Models made to run code or to fill the memory are refused before anything of them is built."""

from __future__ import annotations

import json
import pickle
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from published_models import write_scibert, write_specter
from small_models import small_model

Assay = Callable[..., Any]
_ST = "sentence_transformers"


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile-models")


@pytest.fixture
def folder(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    return Path(shutil.copytree(small_model(place), tmp_path / "given"))


@pytest.fixture
def nothing_is_built(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever allocates weights by what settings say ends the test; `folder` is there by then."""
    import transformers

    from assay.encoding.multiformat.modules import model
    from assay.encoding.sentences import bert

    def build(*_: object, **__: object) -> None:
        raise AssertionError("it was built")

    for place, name in (
        (transformers.BertModel, "__init__"),
        (bert.Bert, "__init__"),
        (model.FormatBert, "__init__"),
    ):
        monkeypatch.setattr(place, name, build)
    monkeypatch.setattr(f"{_ST}.SentenceTransformer.__init__", build)


def refused(assay: Assay, *call: object) -> str:
    answer = assay(*call)
    assert answer.status == 2, answer.out + answer.err
    assert answer.err.count("\n") == 1
    assert assay("models", "--json").payload["models"][0]["id"] in ("assay-papers", "all-MiniLM-L6-v2")
    return str(answer.err)


def change(path: Path, **values: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


ABSURD = (
    {"num_hidden_layers": 10**6},
    {"hidden_size": 10**7},
    {"vocab_size": 10**10},
    {"max_position_embeddings": 10**10},
    {"intermediate_size": 10**9},
    {"type_vocab_size": 10**9},
    {"text_config": {"num_hidden_layers": 10**6}},
)
PLAUSIBLE = (
    {"hidden_size": 8192, "num_hidden_layers": 96, "intermediate_size": 32768},
    {"intermediate_size": 65536, "num_hidden_layers": 256},
    {"vocab_size": 3_000_000},
    {"max_position_embeddings": 3_000_000},
)


@pytest.mark.usefixtures("nothing_is_built")
@pytest.mark.parametrize("sizes", ABSURD)
def test_absurd_sizes_are_refused(assay: Assay, folder: Path, sizes: dict[str, Any]) -> None:
    change(folder / "config.json", **sizes)
    for call in (
        ("model", "add", folder),
        ("index", "--model", folder),
        ("model", "adapters", folder, "--prx", folder),
    ):
        assert "and no model with more than" in refused(assay, *call)


@pytest.mark.usefixtures("nothing_is_built")
@pytest.mark.parametrize("sizes", PLAUSIBLE)
def test_a_model_larger_than_its_weights_is_refused(
    assay: Assay, folder: Path, sizes: dict[str, Any]
) -> None:
    change(folder / "config.json", **sizes)
    assert "its files hold" in refused(assay, "model", "add", folder)
    assert "its files hold" in refused(assay, "index", "--model", folder)


@pytest.mark.parametrize("sizes", [*ABSURD, *PLAUSIBLE])
@pytest.mark.parametrize("write", [write_scibert, write_specter])
def test_a_published_folder_of_absurd_sizes_is_refused(
    assay: Assay,
    folder: Path,
    sizes: dict[str, Any],
    write: Callable[..., Path],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published = write(folder.parent / "published", **sizes)
    request.getfixturevalue("nothing_is_built")
    monkeypatch.setattr("torch.load", lambda *_, **__: pytest.fail("its weights were read"))
    refused(assay, "model", "add", published, "--pooling", "cls")


@pytest.mark.parametrize(
    "kind",
    [
        f"{_ST}.sentence_transformer.modules.word_embeddings.WordEmbeddings",
        f"{_ST}.models.CLIPModel",
        f"{_ST}.util.misc.import_from_string",
        f"{_ST}.cross_encoder.CrossEncoder",
        f"{_ST}.models.Transformer.load",
        "os.system",
        "modeling.Mine",
    ],
)
def test_classes_are_an_allow_list(assay: Assay, folder: Path, kind: str) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    modules[1]["type"] = kind
    (folder / "modules.json").write_text(json.dumps(modules))
    assert f"({kind})" in refused(assay, "model", "add", folder)
    route = {"types": {"query_0": kind}, "structure": {"query": ["query_0"]}}
    modules = [{"idx": 0, "name": "0", "path": "routes", "type": f"{_ST}.base.modules.router.Router"}]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "routes").mkdir()
    (folder / "routes" / "router_config.json").write_text(json.dumps(route))
    assert f"({kind})" in refused(assay, "index", "--model", folder)


def test_settings_name_no_code(assay: Assay, folder: Path) -> None:
    sentence = folder / "sentence_bert_config.json"
    kept = sentence.read_text()
    modality = {"text": {"method": "save_pretrained", "method_output_name": None}}
    change(sentence, modality_config=modality, module_output_name="token_embeddings")
    assert "modality_config" in refused(assay, "model", "add", folder)
    sentence.write_text(kept)
    change(folder / "config.json", _attn_implementation="somebody/kernels")
    assert "names program code elsewhere" in refused(assay, "model", "add", folder)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"in_features": 60_000, "out_features": 60_000}, "its file holds"),
        (
            {"in_features": 32, "out_features": 8, "activation_function": "torch.utils.x.Y"},
            "only those of torch.nn",
        ),
    ],
)
def test_a_later_part_asks_for_no_more_than_it_has(
    assay: Assay, folder: Path, settings: dict[str, Any], said: str
) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    modules.append({"idx": 2, "name": "2", "path": "2_Dense", "type": f"{_ST}.base.modules.dense.Dense"})
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "2_Dense").mkdir()
    (folder / "2_Dense" / "config.json").write_text(json.dumps({"bias": True, **settings}))
    save_file(
        {"linear.weight": torch.zeros(8, 32), "linear.bias": torch.zeros(8)},
        folder / "2_Dense" / "model.safetensors",
    )
    assert said in refused(assay, "model", "add", folder)


class Evil:
    """Runs a function when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.marker,)


@pytest.mark.parametrize("new_form", [True, False])
def test_a_pickle_that_names_a_function_is_not_opened(assay: Assay, folder: Path, *, new_form: bool) -> None:
    published = write_specter(folder.parent / "published")
    marker = folder.parent / "ran"
    table = {"embeddings.word_embeddings.weight": Evil(marker)}
    torch.save(table, published / "pytorch_model.bin", _use_new_zipfile_serialization=new_form)
    assert "could run code" in refused(assay, "model", "add", published, "--pooling", "cls")
    (published / "pytorch_model.bin").write_bytes(pickle.dumps(Evil(marker), protocol=4))
    refused(assay, "model", "add", published, "--pooling", "cls")
    assert not marker.exists()


def test_a_compressed_archive_is_not_unpacked(assay: Assay, folder: Path) -> None:
    published = write_specter(folder.parent / "published")
    path = published / "pytorch_model.bin"
    stored = {row.filename: zipfile.ZipFile(path).read(row) for row in zipfile.ZipFile(path).infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bomb:
        for name, data in stored.items():
            bomb.writestr(name, data)
        bomb.writestr("archive/data/9999", bytes(200_000_000))
    assert path.stat().st_size < 1_000_000
    assert "compressed archive" in refused(assay, "model", "add", published, "--pooling", "cls")


def test_a_shape_larger_than_its_numbers_is_refused(assay: Assay, folder: Path) -> None:
    published = write_specter(folder.parent / "published")
    path = published / "pytorch_model.bin"
    tensors = torch.load(path, weights_only=True)
    tensors["embeddings.more"] = torch.zeros(1).expand(10**6, 10**6)
    torch.save(tensors, path)
    assert "a shape larger than its numbers" in refused(assay, "model", "add", published, "--pooling", "cls")


def test_a_vocabulary_longer_than_the_model_is_refused(assay: Assay, folder: Path) -> None:
    published = write_specter(folder.parent / "published")
    with (published / "vocab.txt").open("a") as file:
        file.writelines(f"word{n}\n" for n in range(50))
    assert "They do not belong together" in refused(assay, "model", "add", published, "--pooling", "cls")


def test_a_model_is_added_once_it_has_encoded(assay: Assay, folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    name = "embeddings.LayerNorm.bias"
    save_file(
        {**weights, name: weights[name] * float("nan")},
        folder / "model.safetensors",
        metadata={"format": "pt"},
    )
    assert "not numbers" in refused(assay, "model", "add", folder)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer = json.loads((folder / "tokenizer.json").read_text())
    tokenizer["model"]["vocab"] = {
        word: n + 100_000 if word == "b" else n for word, n in tokenizer["model"]["vocab"].items()
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    assert "does not encode a text" in refused(assay, "model", "add", folder)


@pytest.mark.usefixtures("nothing_is_built")
@pytest.mark.parametrize("width", [10**9, 60_000])
def test_parts_of_absurd_width_are_refused(assay: Assay, folder: Path, width: int) -> None:
    from assay.encoding.model_files.folder import find_folder

    wide = Path(shutil.copytree(find_folder("assay-papers", allow_network=False), folder.parent / "wide"))
    settings = json.loads((wide / "formats.json").read_text())
    settings["spec"]["own_width"] = width
    (wide / "formats.json").write_text(json.dumps(settings))
    for call in (("model", "add", wide), ("index", "--model", wide)):
        refused(assay, *call)
