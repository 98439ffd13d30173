"""A batch's forward and backward pass without work on padding, and with memory that can be bounded.

The rows of a batch (queries, positives and negatives alike) are sorted by length and encoded in chunks of
about `token_budget` padded tokens, each padded to its own longest row only; the vectors return to their
places before the loss is computed. That is exact: the loss sees the same vectors as with one padded batch.

With gradient caching (Gao et al., Scaling Deep Contrastive Learning Batch Size under Memory Limited Setup,
2021) the activations of one chunk are alive at a time, for a second forward pass. Chunks seed dropout by
their number, so that the second pass drops what the first dropped, and a step repeated in the same chunks
is the same one. Other chunks drop other parts of the same texts: where a batch did not fit into the memory
its examples stay, but a run with dropout is not, number for number, that of a machine with more.

On a processor the chunks of a model that may be computed in several threads are shared out over the cores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from assay.encoding.batching import Rows, token_budget_batches
from assay.errors import ModelError
from assay.training.model.lanes import Lanes, add_gradients, even_shares
from assay.training.model.precision import Numbers, autocast
from assay.training.model.word_gradients import gathered_words

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from torch import Tensor

Features: TypeAlias = "dict[str, Tensor | Any]"
"""What a model's `preprocess` returns and its `forward` takes: mostly tensors."""

TOKEN_BUDGETS = {"cpu": 768, "mps": 4096, "cuda": 8192}
"""device -> padded tokens of a chunk: enough to keep it busy, few enough to hold near-equal lengths"""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Texts as a model reads them, padded to the longest, in main memory."""

    features: Features
    lengths: npt.NDArray[np.int64]  # (n,) true tokens, special ones included
    padded_left: bool = False

    def chunk(self, rows: Rows, device: str) -> Features:
        """Return the features of some rows, cut to the longest of them, on the device."""
        import torch

        width, kept = int(self.features["attention_mask"].shape[1]), int(self.lengths[rows].max())
        columns = slice(width - kept, width) if self.padded_left else slice(0, kept)
        places = torch.from_numpy(rows)

        def cut(value: Any) -> Any:
            if not isinstance(value, torch.Tensor):
                return value
            own = value[places]
            return (own[:, columns] if own.ndim >= 2 and own.shape[1] == width else own).to(device)

        return {key: cut(value) for key, value in self.features.items()}

    def packed(self) -> PackedTokens:
        """Return the same without padding, in half the bytes a token."""
        import torch

        places = self.features["attention_mask"].bool()
        rows = {
            key: value[places].to(torch.int32)
            for key, value in self.features.items()
            if key != "attention_mask" and _is_of_tokens(value, places)
        }
        rest = {key: value for key, value in self.features.items() if key not in rows}
        del rest["attention_mask"]
        return PackedTokens(rows, rest, self.lengths.astype(np.int32), self.padded_left)


@dataclass(frozen=True, slots=True)
class PackedTokens:
    """Texts that are kept for later: the tokens of all of them in one row."""

    rows: dict[str, Tensor]  # feature -> (tokens,) int32
    rest: Features
    lengths: npt.NDArray[np.int32]  # (n,)
    padded_left: bool

    def unpacked(self) -> Tokens:
        """Pad again, with zeros: the model's mask hides them."""
        import torch

        lengths = torch.from_numpy(self.lengths).long()
        columns = torch.arange(int(lengths.max()))
        own = (
            columns >= len(columns) - lengths[:, None] if self.padded_left else columns < lengths[:, None]
        )  # (n, width)
        features: Features = dict(self.rest)
        for key, row in self.rows.items():
            features[key] = torch.zeros(own.shape, dtype=torch.int64)
            features[key][own] = row.long()
        features["attention_mask"] = own.long()
        return Tokens(features, self.lengths.astype(np.int64), self.padded_left)


def _is_of_tokens(value: Any, places: Tensor) -> bool:
    return getattr(value, "shape", None) == places.shape


def read_tokens(model: SentenceTransformer, texts: Sequence[str]) -> Tokens:
    """Tokenise all texts at once. Raises ModelError for a model that reads no padded rows of tokens."""
    import torch

    features = model.preprocess(list(texts))
    mask = features.get("attention_mask")
    if not isinstance(mask, torch.Tensor) or mask.ndim != 2 or len(mask) != len(texts):
        raise ModelError("This model reads no rows of tokens and cannot be trained here. Take another base.")
    left = getattr(model.tokenizer, "padding_side", "right") == "left"
    return Tokens(features, mask.sum(1).numpy().astype(np.int64), padded_left=left)


def embed(
    model: SentenceTransformer,
    tokens: Tokens,
    *,
    token_budget: int,
    seed: Sequence[int] | None = None,
    numbers: Numbers = "fp32",
) -> Tensor:
    """Vectors (n, dim) float32 in the order of the texts, with their gradients' graph.

    `seed` fixes dropout; without one it draws from torch's own state.
    """
    return Forward(model, Chunking(token_budget), numbers=numbers).embed(tokens, seed=seed)


@dataclass(frozen=True, slots=True)
class Chunking:
    """How a batch is cut. `cached` bounds memory by one chunk and costs a second forward pass."""

    token_budget: int
    cached: bool = False

    def halved(self, batches: Sequence[Tokens]) -> Chunking | None:
        """Return the next smaller one for these batches; None if every text stands alone already."""
        longest = max(int(tokens.lengths.max()) for tokens in batches)
        if self.cached and self.token_budget <= longest:
            return None
        largest = max(_area(tokens, rows) for tokens in batches for rows in self.rows(tokens))
        return Chunking(max(1, min(self.token_budget, largest) // 2), cached=True)

    def rows(self, tokens: Tokens) -> list[Rows]:
        """Return the rows of each chunk, longest first."""
        return token_budget_batches(tokens.lengths, budget=self.token_budget)


def _area(tokens: Tokens, rows: Rows) -> int:
    return len(rows) * int(tokens.lengths[rows].max())


class Forward:
    """A model with the way its batches are computed. `chunking` may be replaced between batches.

    Where `cores` is more than one, as many chunks are computed at once, if the model `runs_apart` and there
    are chunks enough.
    """

    def __init__(
        self,
        model: SentenceTransformer,
        chunking: Chunking,
        *,
        numbers: Numbers = "fp32",
        cores: int = 1,
        agree: Callable[[int], int] | None = None,
    ) -> None:
        """`agree` says how many chunks all processes make, where weights are in shards."""
        self.model = model
        self.agree = agree
        self.chunking = chunking
        self.numbers = numbers
        self.device = str(model.device)
        self._apart = self.device == "cpu" and bool(getattr(model, "runs_apart", False))
        self._lanes = Lanes(cores if self._apart else 1)

    def embed(self, tokens: Tokens, *, seed: Sequence[int] | None = None) -> Tensor:
        """Vectors (n, dim) float32, scattered back into the order of the texts."""
        import torch

        chunks = self._chunks(tokens)
        vectors = torch.cat([self._vectors(tokens, rows, seed, place) for place, rows in enumerate(chunks)])
        return vectors[torch.from_numpy(np.argsort(np.concatenate(chunks))).to(vectors.device)]

    def backward(self, tokens: Tokens, loss: Callable[[Tensor], Tensor], *, seed: Sequence[int]) -> Tensor:
        """Add the gradient of `loss(vectors)` to the weights' and return the vectors, detached."""

        if self.agree is not None:
            return self._cached_backward(tokens, loss, seed)
        with gathered_words(self.model):
            if self.chunking.cached:
                return self._cached_backward(tokens, loss, seed)
            chunks = self.chunking.rows(tokens)
            if 2 * len(chunks) > self._lanes.count > 1:  # or else most cores would have nothing to do
                return self._backward_in_lanes(tokens, chunks, loss, seed)
            vectors = self.embed(tokens, seed=seed)
            self._lose(loss, vectors, [*seed, len(chunks)])
            return vectors.detach()

    def _backward_in_lanes(
        self, tokens: Tokens, chunks: list[Rows], loss: Callable[[Tensor], Tensor], seed: Sequence[int]
    ) -> Tensor:
        import torch

        shares = even_shares([_area(tokens, rows) for rows in chunks], self._lanes.count)

        def computed(share: Sequence[int]) -> Tensor:
            return torch.cat([self._vectors(tokens, chunks[place], seed, place) for place in share])

        parts = self._lanes.map(computed, shares)
        order = torch.from_numpy(np.concatenate([chunks[place] for share in shares for place in share]))
        vectors = torch.cat([part.detach() for part in parts])[order.argsort()].requires_grad_()
        self._lose(loss, vectors, [*seed, len(chunks)])
        gradient = vectors.grad
        assert gradient is not None  # noqa: S101 - for the type checker: `vectors` is a leaf
        weights = [weight for weight in self.model.parameters() if weight.requires_grad]

        def gradients(one: tuple[Tensor, Tensor]) -> Sequence[Tensor | None]:
            if not one[0].requires_grad:  # texts of a format that learns nothing
                return [None] * len(weights)
            return torch.autograd.grad(one[0], weights, one[1], allow_unused=True)

        own = torch.split(gradient[order], [len(part) for part in parts])
        add_gradients(weights, self._lanes.map(gradients, zip(parts, own, strict=True)))
        return vectors.detach()

    def _cached_backward(
        self, tokens: Tokens, loss: Callable[[Tensor], Tensor], seed: Sequence[int]
    ) -> Tensor:
        import torch

        with torch.no_grad():
            vectors = self.embed(tokens, seed=seed)
        vectors.requires_grad_()
        chunks = self._chunks(tokens)
        self._lose(loss, vectors, [*seed, len(chunks)])
        gradient = vectors.grad
        assert gradient is not None  # noqa: S101 - for the type checker: `vectors` is a leaf
        for place, rows in enumerate(chunks):
            own = gradient[torch.from_numpy(rows).to(gradient.device)]
            torch.autograd.backward(self._vectors(tokens, rows, seed, place), own)
        return vectors.detach()

    def _chunks(self, tokens: Tokens) -> list[Rows]:
        """Return the rows of each chunk; with shards, as many chunks as any process has, of halves."""
        chunks = self.chunking.rows(tokens)
        n = len(chunks) if self.agree is None else self.agree(len(chunks))
        while len(chunks) < n and len(largest := max(chunks, key=len)) > 1:
            at = next(place for place, rows in enumerate(chunks) if rows is largest)
            half = len(largest) // 2
            chunks[at : at + 1] = [largest[:half], largest[half:]]
        return chunks

    def _lose(self, loss: Callable[[Tensor], Tensor], vectors: Tensor, seed: Sequence[int]) -> None:
        """Run the loss back; what it drops, such as before a head, is seeded as one more chunk."""
        import torch

        with self._drawing(seed) if self._apart else nullcontext():
            torch.autograd.backward(loss(vectors))

    def _vectors(self, tokens: Tokens, rows: Rows, seed: Sequence[int] | None, place: int) -> Tensor:

        with ExitStack() as within:
            if seed is not None:
                within.enter_context(self._drawing([*seed, place]))
            within.enter_context(self._autocast())
            vectors: Tensor = self.model(tokens.chunk(rows, self.device))["sentence_embedding"]
        return vectors.float() if vectors.dtype.itemsize < 4 else vectors

    def _drawing(self, seed: Sequence[int]) -> AbstractContextManager[Any]:
        """Draw dropout, within, by the seed: of this thread alone, where the model runs apart."""
        import torch

        number = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> 1)
        if self._apart:
            from assay.training.model.seeded_dropout import SeededDropout

            return SeededDropout(number)
        torch.manual_seed(number)
        return nullcontext()

    def _autocast(self) -> AbstractContextManager[Any]:
        return autocast(self.numbers, self.device)

    def shrink(self, batches: Sequence[Tokens]) -> bool:
        """Halve the chunks for these batches and turn caching on; return False if they can be no smaller."""
        smaller = self.chunking.halved(batches) if self.agree is None else None
        if smaller is not None:
            self.chunking = replace(smaller)
        return smaller is not None
