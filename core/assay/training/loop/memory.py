"""Work that is done again in smaller pieces where the memory does not hold it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from assay.errors import TrainingFailed
from assay.messages import message
from assay.training.runs.events import EventSink, Note

if TYPE_CHECKING:
    from assay.training.model.forward import Forward, Tokens

T = TypeVar("T")

_OUT_OF_MEMORY = (
    *("out of memory", "outofmemory", "not enough memory", "memoryallocation", "alloc_failed", "bad_alloc"),
    *("can't allocate memory", "cannot allocate memory", "could not allocate", "failed to allocate"),
)


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether a device or the machine was out of memory; torch reports it in several ways."""
    import torch

    if isinstance(error, (torch.OutOfMemoryError, MemoryError)):
        return True
    return isinstance(error, RuntimeError) and any(part in str(error).lower() for part in _OUT_OF_MEMORY)


def with_room(forward: Forward, batches: Sequence[Tokens], work: Callable[[], T], on_event: EventSink) -> T:
    """Redo the work, with smaller micro-batches, for as long as there is too little memory for it.

    Raises TrainingFailed if the memory does not hold a single text of the batches.
    """
    while True:
        try:
            return work()
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            reason = str(error).splitlines()[0] if str(error) else "no memory left"
        # Outside the handler: until here the error holds on to the tensors that have to go.
        _shrink(forward, batches, reason, on_event)


def _shrink(forward: Forward, batches: Sequence[Tokens], reason: str, on_event: EventSink) -> None:
    forward.model.zero_grad(set_to_none=True)
    if not forward.shrink(batches):
        raise TrainingFailed(
            "There is not enough memory for even one text ({0}). Resume the run on another device, such as "
            "the CPU, or start a new one with a smaller max_length or a smaller base model.",
            reason,
        )
    if forward.device.startswith("cuda"):
        import torch

        torch.cuda.empty_cache()
    on_event(
        Note.of(
            message(
                "Out of memory ({0}). Repeating the batch in micro-batches of at most {1} tokens, with "
                "cached gradients: slower, and with other dropout.",
                reason,
                forward.chunking.token_budget,
            )
        )
    )
