"""A BERT with one vector a format, and what each variant of it adds to the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import torch
from torch import Tensor, nn

from assay.encoding.multiformat.modules.adapters import LayerAdapters, LayerFusion
from assay.encoding.multiformat.modules.bert import BertLayers, look_at_tokens
from assay.encoding.multiformat.modules.pals import Pals
from assay.encoding.multiformat.modules.pools import PoolHeads, mean_pool
from assay.encoding.multiformat.modules.probes import Probes, probe_mask
from assay.encoding.multiformat.modules.routing import Rows, drawn, repeated, routed
from assay.encoding.multiformat.modules.wide import WideHeads
from assay.encoding.multiformat.spec import FormatSpec
from assay.types import TaskFormat

_CODE_AT = 1  # after [CLS]


class FormatBert(nn.Module):
    """Base and parts. The parts alone are what a format costs: see `part_parameters`."""

    def __init__(self, config: Mapping[str, object], spec: FormatSpec) -> None:
        """`config` is the base's config.json. Raises ModelError for a base that the spec does not fit."""
        super().__init__()
        self.spec = spec
        self.base = BertLayers(config)
        self.first = spec.first_layer(len(self.base.layers))
        dim, n = self.base.dim, len(self.base.layers)
        names = tuple(map(str, spec.formats))
        variant = spec.variant
        adapted = range(self.first, n) if variant in ("adapters", "fusion") else range(0)
        fused = adapted if variant == "fusion" else range(0)
        self.codes = drawn(len(names), dim) if variant == "codes" else None
        self.adapters = nn.ModuleDict({f"{i}": LayerAdapters(names, dim, spec.reduction) for i in adapted})
        self.fusion = nn.ModuleDict({f"{i}": LayerFusion(names, dim) for i in fused})
        self.pals = (
            Pals(names, dim, n, width=spec.pal_width, heads=spec.pal_heads, dropout=self.base.dropout)
            if variant == "pals"
            else None
        )
        self.probes = Probes(len(names), dim) if variant == "probes" else None
        self.heads: PoolHeads | WideHeads | None = None
        if variant == "pools":
            self.heads = PoolHeads(spec.formats, dim, n, spec.pool_width)
        if variant == "wide":
            self.heads = WideHeads(spec.formats, dim, n, spec.own_width, self.base.words.num_embeddings)

    @property
    def dim(self) -> int:
        """The columns of a vector."""
        return self.base.dim + (self.spec.own_width if self.spec.variant == "wide" else 0)

    def part_tensors(self) -> dict[str, Tensor]:
        """Return what the variant adds, by name: all that a file of it holds next to its base."""
        return {name: tensor for name, tensor in self.state_dict().items() if not name.startswith("base.")}

    def part_parameters(self, format: TaskFormat) -> int:
        """Return how many numbers this format has of its own."""
        place = self.place(format)
        if self.codes is not None:
            return self.base.dim
        if self.probes is not None:
            return self.base.dim + sum(p.numel() for p in self.probes.read[place].parameters())
        parts = {
            "fusion": self.fusion,
            "pals": self.pals,
            "pools": self.heads,
            "wide": self.heads,
            "adapters": self.adapters,
        }
        part = parts.get(self.spec.variant)
        own = f".{format}."
        named = [] if part is None else part.named_parameters()
        return sum(p.numel() for name, p in named if own in f".{name}.")

    def place(self, format: TaskFormat) -> int:
        """Raise ModelError for a format that the model does not have."""
        return self.spec.place(format)

    # --- vectors

    def forward(self, ids: Tensor, lengths: Tensor, rows: Rows) -> Tensor:
        """(b, d): of each row of token ids (b, l), `lengths` (b,) of them true, the vector of its format."""
        if self.heads is not None:
            return self.of_pools(self.read_pools(ids, lengths), self.heads.sketch(ids, lengths), rows)
        if self.probes is not None:
            every = torch.stack(list(self._of_probes(ids, lengths)), dim=1)  # (b, formats, d)
            if isinstance(rows, int):
                return every[:, rows]
            return every[torch.arange(len(rows), device=rows.device), rows]
        x, lengths = self._embedded(ids, lengths, rows)
        return self._vectors(x, lengths, rows, start=0)

    def read_pools(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """(b, layers + 1, d): the mean pools that `of_pools` takes, from one pass over token ids (b, l)."""
        x, lengths = self._embedded(ids, lengths, 0)
        return self.pools(x, lengths)

    def of_pools(self, pools: Tensor, sketch: Tensor, rows: Rows) -> Tensor:
        """(b, dim): of each row of pools (b, layers + 1, d), with its words' sketch, its format's vector."""
        assert self.heads is not None  # noqa: S101 - other variants have no use for pools
        heads, formats = self.heads, self.spec.formats
        return routed([partial(heads.vector, format=each) for each in formats], rows, pools, sketch)

    def all_formats(self, ids: Tensor, lengths: Tensor, formats: Sequence[TaskFormat]) -> list[Tensor]:
        """(b, d) for each of the formats, in their order. What they share is computed once."""
        places = [self.place(each) for each in formats]
        if self.spec.variant == "cls":
            one = self(ids, lengths, 0)
            return [one for _ in places]
        if self.heads is not None:
            pools, sketch = self.read_pools(ids, lengths), self.heads.sketch(ids, lengths)
            return [self.of_pools(pools, sketch, place) for place in places]
        if self.probes is not None:
            every = list(self._of_probes(ids, lengths))
            return [every[place] for place in places]
        if self.first and len(places) > 1:
            rows = torch.tensor(places, device=ids.device).repeat_interleave(len(ids))
            return list(self._shared_below(ids, lengths, rows, len(places)).chunk(len(places)))
        # Nothing to share: one larger batch would only leave the processor's cache (docs/benchmarks.md).
        return [self(ids, lengths, place) for place in places]

    def _shared_below(self, ids: Tensor, lengths: Tensor, rows: Tensor, times: int) -> Tensor:
        """(times * b, d): formats part at the first adapter, after that layer's attention."""
        x, _ = self._embedded(ids, lengths, 0)
        mask = look_at_tokens(lengths, x.shape[1])
        layers = self.base.layers
        for place in range(self.first):
            x = layers[place].attend(x, x, mask)
            x = layers[place].output(layers[place].widen(x), x)
        layer, last = layers[self.first], self.first == len(layers) - 1
        asking = self._asking(x) if last else x
        attended = repeated(layer.attend(asking, x, mask), times)
        x = self._finish(self.first, attended, asking=attended, x=attended, mask=None, rows=rows)
        return self._vectors(x, repeated(lengths, times), rows, start=self.first + 1)

    def _embedded(self, ids: Tensor, lengths: Tensor, rows: Rows) -> tuple[Tensor, Tensor]:
        """(b, l, d), and the lengths; with a control code both are one longer."""
        words = self.base.words(ids)
        if self.codes is not None:
            own = self.codes[rows].expand(len(ids), -1)[:, None]
            words = torch.cat([words[:, :_CODE_AT], own, words[:, _CODE_AT:]], dim=1)
            lengths = lengths + 1
        places = torch.arange(words.shape[1], device=ids.device)
        return self.base.embeddings(words, places), lengths

    def _vectors(self, x: Tensor, lengths: Tensor, rows: Rows, *, start: int) -> Tensor:
        """(b, d) from the layers from `start` on."""
        mask = look_at_tokens(lengths, x.shape[1])
        last = len(self.base.layers) - 1
        for place in range(start, last + 1):
            asking = self._asking(x) if place == last else x
            attended = self.base.layers[place].attend(asking, x, mask)
            x = self._finish(place, attended, asking=asking, x=x, mask=mask, rows=rows)
        return mean_pool(x, lengths) if self._reads_all else x[:, 0]

    @property
    def _reads_all(self) -> bool:
        return self.codes is None and self.spec.pooling == "mean"

    def _asking(self, x: Tensor) -> Tensor:
        """Let only the token that is read ask in the last layer: that is exact, no other is looked at."""
        if self._reads_all:
            return x
        at = 0 if self.codes is None else _CODE_AT
        return x[:, at : at + 1]

    def _finish(
        self, place: int, attended: Tensor, *, asking: Tensor, x: Tensor, mask: Tensor | None, rows: Rows
    ) -> Tensor:
        layer, key = self.base.layers[place], f"{place}"
        if self.pals is not None:
            return self.pals.finish(place, layer, attended, asking=asking, x=x, mask=mask, rows=rows)
        if key not in self.adapters:
            return layer.output(layer.widen(attended), attended)  # type: ignore[no-any-return]
        adapters: LayerAdapters = self.adapters[key]  # type: ignore[assignment]
        if key not in self.fusion:
            return adapters.finish(layer, attended, rows)
        fusion: LayerFusion = self.fusion[key]  # type: ignore[assignment]
        return fusion.finish(layer, adapters, attended, rows)

    def _of_probes(self, ids: Tensor, lengths: Tensor) -> Iterator[Tensor]:
        """(b, d) for each of the model's formats."""
        assert self.probes is not None  # noqa: S101 - other variants have no probes
        x, _ = self._embedded(ids, lengths, 0)
        width, n = ids.shape[1], len(self.spec.formats)
        start = torch.zeros(n, dtype=torch.long, device=ids.device)
        own = self.base.embeddings(self.probes.tokens.expand(len(ids), -1, -1), start)
        x = torch.cat([x, own], dim=1)
        mask = probe_mask(lengths, width, n)
        for layer in self.base.layers:
            attended = layer.attend(x, x, mask)
            x = layer.output(layer.widen(attended), attended)
        mean = mean_pool(x[:, :width], lengths)
        yield from (mean[:, None] + self.probes.found(x[:, width:])).unbind(1)

    def pools(self, x: Tensor, lengths: Tensor) -> Tensor:
        """(b, layers + 1, d): the mean of the true tokens of the embeddings (b, l, d) and of every layer."""
        mask = look_at_tokens(lengths, x.shape[1])
        found = [mean_pool(x, lengths)]
        for layer in self.base.layers:
            attended = layer.attend(x, x, mask)
            x = layer.output(layer.widen(attended), attended)
            found.append(mean_pool(x, lengths))
        return torch.stack(found, dim=1)
