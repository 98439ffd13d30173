"""CODER's released decoder, written with torch's own transformer: the same weights give the same scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.coder.folder import Among, Head
from assay.encoding.coder.modules.candidate_scorer import CandidateScorer
from assay.encoding.coder.modules.list_scorer import ListScorer

B, N, T, D, HEADS, WIDE = 3, 7, 5, 32, 8, 48


class NoCross(nn.TransformerDecoderLayer):
    """The released layer without attention to the query: the second sublayer of torch's is left out."""

    def forward(self, tgt: Tensor, memory: Tensor, **masks: object) -> Tensor:
        padding = masks["tgt_key_padding_mask"]
        assert isinstance(padding, Tensor)
        x = self.norm1(tgt + self.self_attn(tgt, tgt, tgt, key_padding_mask=padding)[0])
        found: Tensor = self.norm3(x + self.linear2(functional.gelu(self.linear1(x))))
        return found


class Reduced(nn.TransformerDecoderLayer):
    """The released layer without attention among candidates (mode 3): its norm stays."""

    def forward(self, tgt: Tensor, memory: Tensor, **masks: object) -> Tensor:
        x, padding = self.norm1(tgt), masks["memory_key_padding_mask"]
        assert isinstance(padding, Tensor)
        x = self.norm2(x + self.multihead_attn(x, memory, memory, key_padding_mask=padding)[0])
        found: Tensor = self.norm3(x + self.linear2(functional.gelu(self.linear1(x))))
        return found


class Linear(Reduced):
    """The released layer with a linear layer and a ReLU for attention among candidates (mode 2), no sum."""

    def forward(self, tgt: Tensor, memory: Tensor, **masks: object) -> Tensor:
        return super().forward(self.self_attn.out_proj(tgt).relu(), memory, **masks)


class Itself(nn.TransformerDecoderLayer):
    """The released layer with a diagonal mask among candidates (mode 1)."""

    def forward(self, tgt: Tensor, memory: Tensor, **masks: object) -> Tensor:
        diagonal = ~torch.eye(tgt.shape[1], dtype=torch.bool)
        padding = masks["memory_key_padding_mask"]
        assert isinstance(padding, Tensor)
        return super().forward(tgt, memory, tgt_mask=diagonal, memory_key_padding_mask=padding)


class Activated(nn.TransformerDecoderLayer):
    """The released layer with ReLU in its feed-forward part."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.activation = functional.relu


AMONG: Mapping[type[nn.Module], Among] = {Itself: "itself", Linear: "linear", Reduced: "none"}


def layer(kind: type[nn.TransformerDecoderLayer]) -> nn.TransformerDecoderLayer:
    return kind(D, HEADS, WIDE, 0.1, functional.gelu, batch_first=True)


def attention(name: str, part: nn.MultiheadAttention) -> dict[str, Tensor]:
    """The weights of torch's attention by the names that ours have."""
    found = {f"{name}.joined.{key}": value for key, value in part.out_proj.state_dict().items()}
    for each, weights, bias in zip(
        ("asking", "keys", "values"), part.in_proj_weight.chunk(3), part.in_proj_bias.chunk(3), strict=True
    ):
        found |= {f"{name}.{each}.weight": weights, f"{name}.{each}.bias": bias}
    return found


def copied(own: nn.TransformerDecoderLayer, *, among: Among, to_query: bool, at: int) -> Mapping[str, Tensor]:
    """The weights of one of torch's layers by the names that ours have."""
    found: dict[str, Tensor] = {}
    attends = among in ("all", "itself")
    parts = {"among": own.self_attn} if attends else {}
    parts |= {"to_query": own.multihead_attn} if to_query else {}
    for name, part in parts.items():
        found |= attention(name, part)
    norms = {"among.norm" if attends else "alone": own.norm1, "norm": own.norm3, "widen": own.linear1}
    norms |= {"to_query.norm": own.norm2} if to_query else {}
    norms |= {"linear.0": own.self_attn.out_proj} if among == "linear" else {}
    for name, module in (norms | {"narrow": own.linear2}).items():
        found |= {f"{name}.{key}": value for key, value in module.state_dict().items()}
    return {f"blocks.{at}.{name}": value.detach() for name, value in found.items()}


@pytest.fixture
def asked() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    draw = torch.Generator().manual_seed(11)
    tokens, candidates = (torch.randn(*shape, generator=draw) for shape in ((B, T, D), (B, N, D)))
    there, real = torch.ones(B, T, dtype=torch.bool), torch.ones(B, N, dtype=torch.bool)
    there[1, 3:], real[2, 4:] = False, False
    return tokens, there, candidates, real


class Rows:
    """What a list scorer reads candidates from."""

    def __init__(self, candidates: Tensor) -> None:
        self.candidates = candidates

    def scores(self, queries: Tensor, ids: Tensor) -> Tensor:
        raise AssertionError(queries, ids)

    def gathered(self, ids: Tensor) -> Tensor:
        assert ids.shape == self.candidates.shape[:2]
        return self.candidates


@pytest.mark.parametrize("pooling", ["mean", "cls"])
@pytest.mark.parametrize(
    ("kind", "head", "gelu"),
    [
        (nn.TransformerDecoderLayer, "product", False),
        (nn.TransformerDecoderLayer, "product", True),
        (nn.TransformerDecoderLayer, "cosine", True),
        (nn.TransformerDecoderLayer, "two-class", False),
        (NoCross, "product", False),
        (NoCross, "two-class", False),
        (Reduced, "product", True),
        (Linear, "product", False),
        (Itself, "sigmoid", False),
        (Activated, "tanh", False),
    ],
)
def test_each_option_of_the_decoder_scores_as_torchs_transformer_with_its_weights(
    kind: type[nn.TransformerDecoderLayer],
    head: Head,
    gelu: bool,
    pooling: str,
    asked: tuple[Tensor, Tensor, Tensor, Tensor],
) -> None:
    tokens, there, candidates, real = asked
    torch.manual_seed(3)
    among, to_query, relu = AMONG.get(kind, "all"), kind is not NoCross, kind is Activated
    released = nn.TransformerDecoder(layer(kind), 2, nn.LayerNorm(D)).eval()
    for weights in released.parameters():  # norms and biases that begin at 1 and 0 would hide a wrong place
        nn.init.normal_(weights, std=0.3)
    linear = nn.Linear(D, 2 if head == "two-class" else 1)
    ours = CandidateScorer(
        D, heads=HEADS, wide=WIDE, among=among, to_query=to_query, relu=relu, head=head, gelu=gelu
    ).eval()
    made = dict(ours.state_dict())
    for at, own in enumerate(released.layers):
        assert isinstance(own, nn.TransformerDecoderLayer)
        made |= copied(own, among=among, to_query=to_query, at=at)
    made |= {f"last.{key}": value for key, value in released.norm.state_dict().items()}  # type: ignore[union-attr]
    made |= {f"classes.{key}": value for key, value in linear.state_dict().items()} if ours.classes else {}
    ours.load_state_dict(made)
    # the released forward pass (section 3 of the paper, its scorers), in torch's words
    x = released(candidates, tokens, tgt_key_padding_mask=~real, memory_key_padding_mask=~there)
    if gelu:
        x, tokens_of = functional.gelu(x), functional.gelu(tokens)
    else:
        tokens_of = tokens
    mean = torch.stack([row[own].mean(0) for row, own in zip(tokens_of, there, strict=True)])
    query = mean if pooling == "mean" else tokens_of[:, 0]
    if head == "two-class":
        chances = linear(x).log_softmax(2)
        expected = chances[..., 0] - chances[..., 1]
    elif head in ("sigmoid", "tanh"):
        expected = getattr(linear(x), head)()[..., 0]
    elif head == "cosine":
        expected = torch.cosine_similarity(x, query[:, None], dim=2)
    else:
        expected = (x @ query[:, :, None])[..., 0]
    vectors = torch.stack([row[own].mean(0) for row, own in zip(tokens, there, strict=True)])
    vectors = vectors if pooling == "mean" else tokens[:, 0]
    scorer = ListScorer(D, scale=0.7, decoder=ours, query_tokens=6, pooling=pooling).eval()
    packed = scorer.packed(vectors, tokens, there)
    ids = torch.where(real, torch.arange(N, dtype=torch.int32), -1)
    found = scorer(packed, Rows(candidates), ids)
    torch.testing.assert_close(found[real], 0.7 * expected[real], atol=2e-5, rtol=1e-4)
    assert found[~real].isinf().all()


@pytest.mark.parametrize("head", ["two-class", "sigmoid", "tanh"])
def test_a_linear_head_scores_what_candidates_attend_to_of_the_query(
    head: Head, asked: tuple[Tensor, Tensor, Tensor, Tensor]
) -> None:
    """The released scorer over cross-attention: GELU over both, torch's attention, a layer, without a sum."""
    tokens, there, candidates, real = asked
    torch.manual_seed(3)
    looks, linear = nn.MultiheadAttention(D, HEADS, batch_first=True), nn.Linear(D, 1 + (head == "two-class"))
    ours = CandidateScorer(D, heads=HEADS, blocks=0, head=head, head_to_query=True)
    classes = {f"classes.{key}": value for key, value in linear.state_dict().items()}
    ours.load_state_dict({**ours.state_dict(), **attention("head_to_query", looks), **classes})
    seen = functional.gelu(tokens)
    made = linear(looks(functional.gelu(candidates), seen, seen, key_padding_mask=~there)[0])
    chances = made.log_softmax(2)
    expected = chances[..., 0] - chances[..., -1] if head == "two-class" else getattr(made, head)()[..., 0]
    found = ours(tokens[:, 0], tokens, there, candidates, real)
    torch.testing.assert_close(found[real], expected[real], atol=2e-6, rtol=1e-4)


def test_without_blocks_it_is_the_product_of_what_gelu_makes_of_both(
    asked: tuple[Tensor, Tensor, Tensor, Tensor],
) -> None:
    tokens, there, candidates, real = asked
    ours = CandidateScorer(D, heads=HEADS, blocks=0, head="product", gelu=True)
    scorer = ListScorer(D, scale=1.0, decoder=ours, query_tokens=T, pooling="cls")
    ids = torch.arange(N, dtype=torch.int32).expand(B, N)
    found = scorer(scorer.packed(tokens[:, 0], tokens, there), Rows(candidates), ids)
    expected = functional.gelu(candidates) @ functional.gelu(tokens[:, 0])[:, :, None]
    torch.testing.assert_close(found, expected[..., 0])
    assert real.any()


def test_matrices_begin_as_xavier_draws_those_of_torchs_transformer() -> None:
    torch.manual_seed(5)
    ours = CandidateScorer(128, heads=8, wide=256, blocks=1, head="product", xavier=True)
    whole = nn.TransformerDecoderLayer(128, 8, 256)
    for weights in whole.parameters():
        if weights.dim() > 1:
            nn.init.xavier_uniform_(weights)
    pairs = [
        ("among.asking", whole.self_attn.in_proj_weight),
        ("to_query.values", whole.multihead_attn.in_proj_weight),
        ("among.joined", whole.self_attn.out_proj.weight),
        ("widen", whole.linear1.weight),
    ]
    for name, theirs in pairs:
        own = ours.get_parameter(f"blocks.0.{name}.weight")
        assert own.abs().max().item() == pytest.approx(theirs.abs().max().item(), rel=0.01), name
        assert own.std().item() == pytest.approx(theirs.std().item(), rel=0.03), name
