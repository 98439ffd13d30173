"""How queries are tuned over papers that stay as they are (CODER, Zerveas et al. 2022), and LoRA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.encoding.coder.folder import LINEAR, Among, Head
from assay.training.recipe.objective_spec import at_least, between_0_and_1, require

ScorerKind = Literal["product", "cosine", "decoder"]
Interpolation = Literal["chosen", "fixed", "none"]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What scores a candidate, and how far the weights move from the base's to the tuned ones."""

    scorer: ScorerKind = "product"  # decoder: candidates look at each other; it can only rerank
    learn_scale: bool = False  # the loss's scale learns, too
    interpolation: Interpolation = "chosen"  # the share of the way from the base that validates best
    share: float = 1.0  # fixed: so much of the way, 0..1
    blocks: int = 2  # decoder
    heads: int = 8  # decoder
    width: int = 1024  # decoder: of its feed-forward part
    among: Among = "all"  # decoder: what candidates look at of candidates; the others are ablations
    to_query: bool = True  # decoder: and at the query's tokens
    relu: bool = False  # decoder: in its feed-forward parts, for GELU
    dropout: float = 0.1  # decoder
    query_tokens: int = 32  # decoder: of a query at most so many are looked at
    head: Head = (
        "gated"  # decoder: what scores; gated begins as the product, the others are the released ones
    )
    head_to_query: bool = False  # decoder: a linear head scores what candidates attend to of the query
    gelu: bool = False  # decoder: over query tokens and candidates before they are scored
    xavier: bool = False  # decoder: matrices begin as Glorot draws them

    def __post_init__(self) -> None:
        at_least(self, 1, "heads", "width", "query_tokens")
        at_least(self, 0, "blocks")
        between_0_and_1(self, "share", ends="01")
        between_0_and_1(self, "dropout", ends="0")
        require(
            not self.head_to_query or self.head in LINEAR,
            "head_to_query needs a head of {0}, not '{1}'.",
            ", ".join(LINEAR),
            self.head,
            key="head",
        )


@dataclass(frozen=True, slots=True)
class Lora:
    """Low-rank matrices learn in the place of a model's or base's weights (LoRA, Hu et al. 2021)."""

    rank: int = 0  # of each product; 0 means that the weights themselves learn
    alpha: int = 16  # over the rank: what the product is multiplied by
    dropout: float = 0.0  # of what goes into the matrices
    target_modules: str = ""  # names of linear layers, such as "query, value"; "" means those usual in peft

    def __post_init__(self) -> None:
        at_least(self, 0, "rank")
        at_least(self, 1, "alpha")
        between_0_and_1(self, "dropout", ends="0")
        is_off = (self.alpha, self.dropout, self.target_modules) == (16, 0.0, "")
        require(self.rank > 0 or is_off, "[lora] has no rank. Give one, such as 8.", key="rank")
