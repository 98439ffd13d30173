"""Small random models that score pairs, and one of static vectors, as sentence-transformers saves them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from small_models import WORDS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CLASSES = {"cross": "CrossEncoder", "sparse": "SparseEncoder", "late": "MultiVectorEncoder"}


def save_small_scorer(folder: Path, kind: str, *, n_labels: int = 1) -> Path:
    """A two-layer BERT with a head of one of `CLASSES`; texts are cut at 64 tokens."""
    import sentence_transformers
    import torch
    import transformers

    torch.manual_seed(11)
    plain = folder.with_name(f"{folder.name}-transformer")
    words = list(dict.fromkeys(WORDS))
    heads: dict[str, tuple[str, dict[str, Any]]] = {
        "cross": ("BertForSequenceClassification", {"num_labels": n_labels}),
        "sparse": ("BertForMaskedLM", {}),
        "late": ("BertModel", {}),
    }
    head, extra = heads[kind]
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.3,
        **extra,
    )
    getattr(transformers, head)(config).save_pretrained(plain)
    plain.joinpath("vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    transformers.BertTokenizerFast(str(plain / "vocab.txt"), model_max_length=64).save_pretrained(plain)
    make = getattr(sentence_transformers, CLASSES[kind])
    make(str(plain), device="cpu").save_pretrained(str(folder), create_model_card=False)
    return folder


def save_static_model(folder: Path) -> Path:
    """Vectors of words, averaged, with a prompt for queries and one for papers."""
    import numpy as np
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = list(dict.fromkeys(WORDS))
    tokenizer = Tokenizer(models.WordPiece({word: at for at, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    vectors = np.random.default_rng(5).standard_normal((len(words), 16)).astype(np.float32)
    prompts = {"query": "the nest ", "document": "bees of "}
    SentenceTransformer(
        modules=[StaticEmbedding(tokenizer, embedding_weights=vectors)], device="cpu", prompts=prompts
    ).save_pretrained(str(folder), create_model_card=False)
    return folder


def own_scores(folder: Path, kind: str, query: str, texts: list[str]) -> npt.NDArray[np.float32]:
    """(n,) by sentence-transformers' own published calls: the independent computation."""
    import sentence_transformers

    model = getattr(sentence_transformers, CLASSES[kind])(str(folder), device="cpu", local_files_only=True)
    if kind == "cross":
        found: npt.NDArray[np.float32] = model.predict([(query, text) for text in texts])
    elif kind == "sparse":  # dense, of which torch does not warn
        asked = model.encode_query([query], convert_to_sparse_tensor=False)
        papers = model.encode_document(texts, convert_to_sparse_tensor=False)
        found = model.similarity(asked, papers)[0].numpy()
    else:
        found = model.similarity(model.encode_query([query]), model.encode_document(texts))[0].numpy()
    return found
