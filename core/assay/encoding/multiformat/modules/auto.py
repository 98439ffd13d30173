"""Adapters over any encoder that transformers has, put after each layer from outside.

Where a layer ends like BERT's (`output.dense`, `output.LayerNorm`: RoBERTa, MPNet), that is the place and
the arithmetic of `modules.adapters`. Where a norm stands before each block (ModernBERT, Qwen3), the
bottleneck reads the layer's end and is added to it, as AdapterHub's "seq_bn" is where no norm follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from assay.encoding.multiformat.modules.adapters import LayerAdapters
from assay.encoding.multiformat.modules.pools import mean_pool
from assay.encoding.multiformat.modules.routing import Rows, routed
from assay.encoding.multiformat.spec import FormatSpec
from assay.errors import ModelError
from assay.types import TaskFormat

_ROWS: ContextVar[Rows] = ContextVar("rows")
"""Of the batch that this thread computes."""
_INNER: ContextVar[Tensor] = ContextVar("inner")
"""What the layer's feed-forward block gave, before its norm."""


class AutoBase(nn.Module):
    """An encoder of transformers, in float32."""

    def __init__(self, folder: Path) -> None:
        """Raise ModelError for one that transformers cannot load, or whose files lack a weight."""
        from transformers import AutoModel
        from transformers.utils import logging

        super().__init__()
        logging.set_verbosity(40)  # of errors: what matters of its tables of weights is raised
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            self.network, loading = AutoModel.from_pretrained(
                folder,
                local_files_only=True,
                use_safetensors=True,
                trust_remote_code=False,
                dtype=torch.float32,
                output_loading_info=True,
            )
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, ImportError) as error:
            raise ModelError("transformers cannot load the base in {0}: {1}", folder, error) from error
        missing = sorted(name for name in loading["missing_keys"] if not name.startswith("pooler."))
        if missing:
            raise ModelError("{0}: the tensor {1} is missing. Get the model again.", folder, missing[0])
        config = self.network.config
        self.dim = int(config.hidden_size)
        padding = int(config.pad_token_id or 0)
        counted = config.model_type in ("roberta", "xlm-roberta", "camembert", "mpnet")
        self.places = int(config.max_position_embeddings) - (padding + 1 if counted else 0)
        self.padding = padding
        self.dropout = float(getattr(config, "hidden_dropout_prob", 0.0) or 0.0)
        n = int(config.num_hidden_layers)
        stacks = [each for each in self.network.modules() if isinstance(each, nn.ModuleList)]
        self._stack = [next((stack for stack in stacks if len(stack) == n), nn.ModuleList())]
        if not len(self._stack[0]):
            raise ModelError("The layers of the base in {0} cannot be found. Take another base.", folder)

    @property
    def layers(self) -> list[nn.Module]:
        return list(self._stack[0])

    @property
    def words(self) -> nn.Embedding:
        table: nn.Embedding = self.network.get_input_embeddings()
        return table

    def weights(self) -> dict[str, Tensor]:
        """Return the tensors by the names of its file; a pooler is not one that a vector depends on."""
        own = self.network.state_dict()
        return {name: tensor for name, tensor in own.items() if not name.startswith("pooler.")}


class AutoFormats(nn.Module):
    """What `FormatBert` is, over any encoder; with adapters alone."""

    codes = None
    heads = None

    def __init__(self, folder: Path, spec: FormatSpec) -> None:
        """Raise ModelError for another variant, or a base that does not fit."""
        super().__init__()
        if spec.variant != "adapters":
            raise ModelError(
                "Only adapters stand over a base of this kind, and not {0}. Take the variant adapters, or a "
                "plain BERT as the base.",
                spec.variant,
            )
        self.spec, self.base = spec, AutoBase(folder)
        layers = self.base.layers
        self.first = spec.first_layer(len(layers))
        names = tuple(map(str, spec.formats))
        self.adapters = nn.ModuleDict(
            {
                f"{n}": LayerAdapters(names, self.base.dim, spec.reduction)
                for n in range(self.first, len(layers))
            }
        )
        for key, parts in self.adapters.items():
            _put_after(layers[int(key)], list(parts.children()))

    @property
    def dim(self) -> int:
        """The columns of a vector."""
        return self.base.dim

    def part_tensors(self) -> dict[str, Tensor]:
        """Return the adapters by name."""
        return {f"adapters.{name}": tensor for name, tensor in self.adapters.state_dict().items()}

    def part_parameters(self, format: TaskFormat) -> int:
        """Return how many numbers this format has of its own."""
        self.place(format)
        return sum(p.numel() for name, p in self.adapters.named_parameters() if f".{format}." in f".{name}.")

    def place(self, format: TaskFormat) -> int:
        """Raise ModelError for a format that the model does not have."""
        return self.spec.place(format)

    def forward(self, ids: Tensor, lengths: Tensor, rows: Rows) -> Tensor:
        """(b, d): of each row of token ids (b, l), `lengths` (b,) of them true, the vector of its format."""
        mask = torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]
        mark = _ROWS.set(rows)
        try:
            states: Tensor = self.base.network(
                input_ids=ids.masked_fill(~mask, self.base.padding), attention_mask=mask.long()
            ).last_hidden_state
        finally:
            _ROWS.reset(mark)
        if self.spec.pooling == "mean":
            return mean_pool(states, lengths)
        at = lengths - 1 if self.spec.pooling == "last" else torch.zeros_like(lengths)
        return states[torch.arange(len(ids), device=ids.device), at]

    def all_formats(self, ids: Tensor, lengths: Tensor, formats: Sequence[TaskFormat]) -> list[Tensor]:
        """(b, d) for each of the formats, in their order."""
        return [self(ids, lengths, self.place(each)) for each in formats]


def _put_after(layer: nn.Module, bottlenecks: Sequence[nn.Module]) -> None:
    """Let a layer end with the bottleneck of each row's format."""
    output: Any = getattr(layer, "output", None)
    if all(isinstance(getattr(output, name, None), nn.Module) for name in ("dense", "dropout", "LayerNorm")):

        def keep(_module: nn.Module, _given: object, inner: Tensor) -> None:
            _INNER.set(inner)

        def finish(module: Any, given: tuple[Tensor, ...], normed: Tensor) -> Tensor:
            raised = routed(bottlenecks, _ROWS.get(), normed)
            ended: Tensor = module.LayerNorm(raised + _INNER.get() + given[1])
            return ended

        output.dropout.register_forward_hook(keep)
        output.register_forward_hook(finish)
        return

    def add(_module: nn.Module, _given: object, found: Any) -> Any:
        x = found[0] if isinstance(found, tuple) else found
        x = x + routed(bottlenecks, _ROWS.get(), x)
        return (x, *found[1:]) if isinstance(found, tuple) else x

    layer.register_forward_hook(add)
