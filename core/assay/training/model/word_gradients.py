"""Gradients of large tables of words, gathered row by row and made whole once a batch.

A chunk of a batch touches a few hundred of some 30,000 words. Its gradient as a whole table is mostly zeros,
which are written and added up again for every chunk: some 5 % of a step of MiniLM on one core.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.nn import Embedding, Module

_LARGE = 4096  # rows; of a smaller table a whole gradient costs next to nothing


@contextmanager
def gathered_words(model: Module) -> Iterator[None]:
    """Let large tables on a processor collect sparse gradients within; afterwards they are whole again."""
    tables = list(_tables(model))
    for table in tables:
        table.sparse = True
    try:
        yield
    finally:
        for table in tables:
            table.sparse = False
            gradient = table.weight.grad
            if gradient is not None and gradient.is_sparse:
                table.weight.grad = gradient.to_dense()


def _tables(model: Module) -> Iterator[Embedding]:
    from torch.nn import Embedding

    for module in model.modules():
        if isinstance(module, Embedding) and module.num_embeddings >= _LARGE:
            weight = module.weight
            if weight.requires_grad and weight.device.type == "cpu" and not module.sparse:
                yield module
