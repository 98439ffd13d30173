"""A model whose queries alone learn: it reads queries, and leaves a folder whose papers are the base's."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from assay.encoding.coder.folder import QUERIES, write_coder
from assay.encoding.coder.modules.candidate_scorer import CandidateScorer
from assay.encoding.coder.modules.list_scorer import ListScorer
from assay.errors import ModelError
from assay.training.model.forward import Features
from assay.training.model.low_rank import DRAWN
from assay.training.recipe.recipe import LossSpec
from assay.training.recipe.tuning_spec import Tuning

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from assay.training.model.trainee import Trainee


class QueryTrainee(nn.Module):
    """Stands where a SentenceTransformer stands; "sentence_embedding" is a query as its scorer needs it."""

    def __init__(
        self, inner: SentenceTransformer | Trainee, scorer: ListScorer, *, base: str, base_folder: Path
    ) -> None:
        super().__init__()
        self.inner, self.scorer = inner, scorer
        self.base, self.base_folder = base, base_folder
        self.first = ""  # what found the candidates, for the model's folder to tell
        self._before = self.weights()

    @property
    def model(self) -> Any:
        """The multi-format model within; AttributeError of a plain one."""
        return self.inner.model

    @property
    def device(self) -> torch.device:
        return self.inner.device

    @property
    def prompts(self) -> Mapping[str, str | None]:
        return self.inner.prompts

    @property
    def tokenizer(self) -> Any:
        return self.inner.tokenizer

    @property
    def max_seq_length(self) -> int | None:
        return self.inner.max_seq_length

    def get_embedding_dimension(self) -> int | None:
        return self.inner.get_embedding_dimension()

    def preprocess(self, texts: Sequence[str]) -> Features:
        return dict(self.inner.preprocess(list(texts)))

    def forward(self, features: Features) -> dict[str, Tensor]:
        found = self.inner(dict(features))
        packed = self.scorer.packed(
            found["sentence_embedding"], found.get("token_embeddings"), features.get("attention_mask")
        )
        return {"sentence_embedding": packed}

    def weights(self) -> dict[str, Tensor]:
        """Return a copy of what learns, but for the scale, which orders nothing."""
        return {name: weights.detach().clone() for name, weights in self._learning()}

    def _learning(self) -> Iterator[tuple[str, Tensor]]:
        for name, weights in self.named_parameters():
            if weights.requires_grad and name != "scorer.scale":
                yield name, weights

    def interpolate(self, share: float, after: Mapping[str, Tensor]) -> None:
        """Take the weights that are `share` of the way (0..1) from the base's to `after`.

        Of LoRA's products, which begin at zero, that is `share` times the one after.
        """
        own = dict(self._learning())
        with torch.no_grad():
            for name, weights in interpolated(self._before, after, share).items():
                own[name].copy_(after[name] if share and any(each in name for each in DRAWN) else weights)

    def save(self, path: str, **_: Any) -> None:
        """Write a folder that `load_encoder` reads. Raises OSError and ModelError."""
        folder = Path(path)
        inner = folder.with_name(f".{folder.name}.{QUERIES}")
        shutil.rmtree(inner, ignore_errors=True)
        try:
            self.inner.save(str(inner), create_model_card=False, safe_serialization=True)
            write_coder(
                folder,
                documents=self.base,
                documents_folder=self.base_folder,
                queries=inner,
                extra={"first": self.first, "scorer": self.scorer.settings()},
            )
            if self.scorer.decoder is not None:
                from assay.encoding.decoded import save_scorer

                save_scorer(self.scorer, folder)
        finally:
            shutil.rmtree(inner, ignore_errors=True)


def query_trainee(
    inner: SentenceTransformer | Trainee,
    tuning: Tuning,
    loss: LossSpec,
    *,
    base: str,
    base_folder: Path,
    seed: int,
) -> QueryTrainee:
    """A model that tunes the queries of `inner`. Raises ModelError where the scorer does not fit it."""
    dim = inner.get_embedding_dimension() or 0
    decoder = None
    if tuning.scorer == "decoder":
        if not hasattr(inner, "_first_module"):
            raise ModelError(
                "{0} has a vector for each task format, and shows none of its tokens to the decoder. Take "
                'a plain model, or scorer = "product".',
                base,
            )
        torch.manual_seed(seed)
        decoder = CandidateScorer(
            dim,
            blocks=tuning.blocks,
            heads=tuning.heads,
            wide=tuning.width,
            among=tuning.among,
            to_query=tuning.to_query,
            relu=tuning.relu,
            dropout=tuning.dropout,
            head=tuning.head,
            head_to_query=tuning.head_to_query,
            gelu=tuning.gelu,
            xavier=tuning.xavier,
        )
    scorer = ListScorer(
        dim,
        scale=loss.scale,
        learns=tuning.learn_scale,
        cosine=tuning.scorer == "cosine",
        decoder=decoder,
        query_tokens=tuning.query_tokens,
        pooling=_pooling(inner, base) if decoder is not None and decoder.gelu else "",
    )
    return QueryTrainee(inner, scorer.to(inner.device), base=base, base_folder=base_folder)


def _pooling(inner: Any, base: str) -> str:
    """Return how a plain model pools its tokens. Raises ModelError where a gelu over them has no meaning."""
    from assay.encoding.library_sentence import pooling_of

    found = pooling_of(inner)
    if found not in ("cls", "mean"):
        raise ModelError("{0} pools by {1}. A decoder with gelu takes cls or mean.", base, found or "nothing")
    return found


def interpolated(
    before: Mapping[str, Tensor], after: Mapping[str, Tensor], share: float
) -> dict[str, Tensor]:
    """`share` of the way (0..1) from one model's tensors to the other's; whole numbers are the latter's.

    0 and 1 give the very tensors of either side. Raises ModelError where the two are not of one model.
    """
    if {name: tensor.shape for name, tensor in before.items()} != {
        name: tensor.shape for name, tensor in after.items()
    }:
        raise ModelError("Two models of other parts cannot be mixed. Tune the model that is mixed with.")
    if share in (0.0, 1.0):
        return dict(after if share else before)
    return {
        name: tensor.lerp(after[name], share) if tensor.is_floating_point() else after[name]
        for name, tensor in before.items()
    }
