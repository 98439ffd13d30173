"""CODER's released code and ours on the same inputs: decoder, scorers, losses, labels, memmaps.

    git clone https://github.com/gzerveas/CODER; python tests/benchmarks/beside_coder.py CODER

Prints a table: part, the largest number of theirs, the largest difference. What cannot
run says why. Modules that their files import and this comparison does not need are stood in for.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import torch
from measuring import parser_of
from torch import Tensor, nn

from assay.encoding.coder.modules.candidate_scorer import CandidateScorer
from assay.encoding.coder.modules.list_scorer import ListScorer
from assay.training.data.lists.losses import list_losses, targets
from assay.training.recipe.recipe import LossSpec

B, N, T, D, HEADS, WIDE = 4, 50, 9, 64, 8, 96
NONE = -torch.inf
VARIANTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("decoder, dot_product", {"scoring_mode": "dot_product"}, {"head": "product"}),
    ("decoder, dot_product_gelu", {"scoring_mode": "dot_product_gelu"}, {"head": "product", "gelu": True}),
    ("decoder, cosine", {"scoring_mode": "cosine"}, {"head": "cosine"}),
    ("decoder, cosine_gelu", {"scoring_mode": "cosine_gelu"}, {"head": "cosine", "gelu": True}),
    ("decoder, softmax (two classes)", {"scoring_mode": "softmax"}, {"head": "two-class"}),
    (
        "no_dec_crossatten, dot_product",
        {"scoring_mode": "dot_product", "no_dec_crossatten": True},
        {"head": "product", "to_query": False},
    ),
    (
        "selfatten_mode 3 (its activation set), dot_product",
        {"scoring_mode": "dot_product", "selfatten_mode": 3},
        {"head": "product", "among": "none"},
    ),
    (
        "selfatten_mode 1, dot_product, lists of one length",
        {"scoring_mode": "dot_product", "selfatten_mode": 1},
        {"head": "product", "among": "itself"},
    ),
    (
        "selfatten_mode 2 (its activation set), dot_product",
        {"scoring_mode": "dot_product", "selfatten_mode": 2},
        {"head": "product", "among": "linear"},
    ),
    (
        "decoder, dot_product, relu",
        {"scoring_mode": "dot_product", "activation": "relu"},
        {"head": "product", "relu": True},
    ),
    ("decoder, sigmoid", {"scoring_mode": "sigmoid"}, {"head": "sigmoid"}),
    ("decoder, tanh", {"scoring_mode": "tanh"}, {"head": "tanh"}),
    *(
        (
            f"decoder, cross_attention_{theirs}",
            {"scoring_mode": f"cross_attention_{theirs}"},
            {"head": ours, "head_to_query": True},
        )
        for theirs, ours in (("softmax", "two-class"), ("sigmoid", "sigmoid"), ("tanh", "tanh"))
    ),
    ("decoder, cross_attention", {"scoring_mode": "cross_attention"}, {"head": "product"}),
    ("decoder, raw", {"scoring_mode": "raw"}, {"head": "product"}),
    (
        "no_decoder, dot_product_gelu",
        {"scoring_mode": "dot_product_gelu", "no_decoder": True},
        {"head": "product", "gelu": True, "blocks": 0},
    ),
]


class Encoder(nn.Module):
    """States that are given, where a query encoder would make some."""

    def __init__(self, states: Tensor) -> None:
        super().__init__()
        self.states, self.config = states, SimpleNamespace(hidden_size=D)

    def forward(self, *_: object, **__: object) -> dict[str, Tensor]:
        return {"last_hidden_state": self.states}


class LayerByLayer(nn.Module):
    """Their layers as a decoder calls them; torch's own decoder asks for arguments that they do not know."""

    def __init__(self, whole: Any) -> None:
        super().__init__()
        self.layers, self.norm = whole.layers, whole.norm

    def forward(self, x: Tensor, memory: Tensor, **masks: Any) -> Tensor:
        for layer in self.layers:
            x = layer(x, memory, **masks)
        found: Tensor = self.norm(x)
        return found


class Rows:
    def __init__(self, candidates: Tensor) -> None:
        self.candidates = candidates

    def scores(self, queries: Tensor, ids: Tensor) -> Tensor:
        return torch.einsum("bd,bnd->bn", queries, self.candidates).masked_fill(ids < 0, NONE)

    def gathered(self, ids: Tensor) -> Tensor:
        return self.candidates[: len(ids)]


def released(folder: Path) -> tuple[Any, Any]:
    """Return the modules `modeling` and `dataset`."""
    sys.path.insert(0, str(folder))
    for name in (
        "ipdb",
        "matplotlib",
        "matplotlib.pyplot",
        "h5py",
        "xlrd",
        "xlwt",
        "xlutils",
        "xlutils.copy",
    ):
        try:
            importlib.import_module(name)
        except ImportError:
            sys.modules[name] = MagicMock()
    return importlib.import_module("modeling"), importlib.import_module("dataset")


def attention(name: str, part: nn.MultiheadAttention) -> dict[str, Tensor]:
    """The weights of torch's attention by our names."""
    made = {f"{name}.joined.{key}": value for key, value in part.out_proj.state_dict().items()}
    parts = zip(part.in_proj_weight.chunk(3), part.in_proj_bias.chunk(3), strict=True)
    for each, (weights, bias) in zip(("asking", "keys", "values"), parts, strict=True):
        made |= {f"{name}.{each}.weight": weights, f"{name}.{each}.bias": bias}
    return made


def renamed(theirs: Any, ours: CandidateScorer) -> dict[str, Tensor]:
    """Their weights by our names."""
    made = dict(ours.state_dict())
    for at, layer in enumerate(theirs.decoder.layers if hasattr(theirs, "decoder") else []):
        attending = {"among": "self_attn", "to_query": "multihead_attn"}
        plain = {"among.norm": "norm1", "alone": "norm1", "to_query.norm": "norm2", "norm": "norm3"}
        plain |= {"widen": "linear1", "narrow": "linear2", "linear.0": "linear_attn_substitute"}
        for own, name in attending.items():
            if (part := getattr(layer, name, None)) is not None:
                made |= attention(f"blocks.{at}.{own}", part)
        for own, name in plain.items():
            if (module := getattr(layer, name, None)) is not None:
                made |= {f"blocks.{at}.{own}.{key}": value for key, value in module.state_dict().items()}
    if hasattr(theirs, "decoder"):
        made |= {f"last.{key}": value for key, value in theirs.decoder.norm.state_dict().items()}
    if ours.classes is not None:
        made |= {f"classes.{key}": value for key, value in theirs.score_cands.linear.state_dict().items()}
    if ours.head_to_query is not None:
        made |= attention("head_to_query", theirs.score_cands.multihead_attn)
    return {name: value for name, value in made.items() if name in ours.state_dict()}


def compared(modeling: Any, theirs_of: dict[str, Any], ours_of: dict[str, Any], pooling: str) -> Tensor:
    """(2, pairs) scores of theirs and of ours, where both have a candidate."""
    torch.manual_seed(1)
    states, candidates = torch.randn(B, T, D), torch.randn(B, N, D)
    there, real = torch.ones(B, T, dtype=torch.bool), torch.ones(B, N, dtype=torch.bool)
    there[1, 4:] = False
    real[2, 30:] = theirs_of.get("selfatten_mode") == 1  # padding of a diagonal mask is no number there
    theirs = modeling.CODER(
        custom_encoder=Encoder(states),
        d_model=D,
        num_heads=HEADS,
        num_decoder_layers=2,
        dim_feedforward=WIDE,
        query_emb_aggregation="first" if pooling == "cls" else "mean",
        **{"activation": "gelu", **theirs_of},
    ).eval()
    if {"no_dec_crossatten", "selfatten_mode"} & {*theirs_of}:
        theirs.decoder = LayerByLayer(theirs.decoder)
        for (
            layer
        ) in theirs.decoder.layers:  # those of mode 3 never take it over, and copies fall back to ReLU
            layer.activation = nn.functional.gelu
    for weights in theirs.parameters():
        nn.init.normal_(weights, std=0.3)
    ours = CandidateScorer(D, **{"heads": HEADS, "wide": WIDE, **ours_of}).eval()
    ours.load_state_dict(renamed(theirs, ours))
    with torch.no_grad():
        found = theirs(torch.zeros(B, T), there, candidates, doc_padding_mask=real)["rel_scores"]
        scorer = ListScorer(D, scale=1.0, decoder=ours, query_tokens=T, pooling=pooling)
        mean = torch.stack([row[own].mean(0) for row, own in zip(states, there, strict=True)])
        packed = scorer.packed(mean if pooling == "mean" else states[:, 0], states, there)
        own = scorer(packed, Rows(candidates), torch.where(real, torch.arange(N), -1))
    if ours.head == "two-class":
        own = own.sigmoid()  # theirs are chances
    return torch.stack([found[real], own[real]])


def losses(modeling: Any) -> Iterator[tuple[str, float, float]]:
    torch.manual_seed(2)
    scores = torch.randn(B, N, dtype=torch.float64)
    relevant = torch.randint(1, 4, (B,))
    grades = torch.full((B, N), NONE, dtype=torch.float64)
    places = torch.full((B, N), -1)
    for row, n in enumerate(relevant.tolist()):
        grades[row, :n] = torch.arange(n, 0, -1)
        places[row, :n] = torch.arange(n)
    padding = torch.zeros(B, N, dtype=torch.bool)
    padding[1, 40:] = True
    masked = scores.masked_fill(padding, NONE)
    theirs: list[tuple[str, Any, Any]] = [
        ("listnet", modeling.RelevanceListnetLoss()(scores.clone(), grades, None), "listnet"),
        (
            "listnet, padded lists",
            modeling.RelevanceListnetLoss()(scores.clone(), grades, padding),
            "listnet",
        ),
        ("multilabelmargin", modeling.MaxMarginLoss()(scores.clone(), places, padding), "max-margin"),
    ]
    both = torch.stack([scores.sigmoid().log(), (1 - scores.sigmoid()).log()], dim=2)
    theirs.append(("crossentropy", modeling.RelevanceCrossEntropyLoss()(both, places, padding), "two-class"))
    for name, found, kind in theirs:
        ours = scores if name == "listnet" else masked
        own = list_losses(ours, grades, LossSpec(kind=kind, padded=True)).mean()
        yield f"loss {name}", found.item(), own.item()


def labels(dataset: Any) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Normalised labels, one query at a time as their data set does."""
    grades = torch.tensor([[5.0, 3.0, 2.5, 0.5]])
    for name in ("max", "maxmin", "maxminmax", "maxminbatchmean", "std"):
        theirs = dataset.normalize_batch(grades[0], name)
        yield name, theirs, targets(grades, LossSpec(kind="listnet", labels=name))[0]


def two_classes(modeling: Any) -> Tensor:
    """Their forward pass hands the loss the chances of "relevant" alone, where it needs both."""
    loss: Tensor = modeling.RelevanceCrossEntropyLoss()(torch.rand(2, 5), torch.zeros(2, 5), None)
    return loss


def attempt(name: str, work: Callable[[], Tensor]) -> None:
    try:
        both = work()
    except (RuntimeError, IndexError, AttributeError, TypeError) as error:
        print(f"| {name} | cannot run: {error} | |")
        return
    print(f"| {name} | {both[0].abs().max().item():.5g} | {(both[0] - both[1]).abs().max().item():.1e} |")


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("coder", type=Path, help="the clone")
    modeling, dataset = released(parser.parse_args().coder)
    print("| part | theirs, largest | difference, largest |\n| --- | --- | --- |")
    for name, theirs_of, ours_of in VARIANTS:
        for pooling in ("mean", "cls"):
            attempt(f"{name}, {pooling}", partial(compared, modeling, theirs_of, ours_of, pooling))
    for name, theirs, own in losses(modeling):
        print(f"| {name} | {theirs:.5g} | {abs(theirs - own):.1e} |")
    for name, theirs_labels, own_labels in labels(dataset):
        attempt(f"labels {name}", partial(torch.stack, [theirs_labels, own_labels]))
    attempt("two classes, trained as released", partial(two_classes, modeling))
    print(f"\ntorch {torch.__version__}, numpy {np.__version__}")


if __name__ == "__main__":
    main()
