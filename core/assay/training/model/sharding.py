"""Weights, gradients and moments in shards over all processes, for a base beyond one card (FSDP2).

Every pass brings a block's weights together and lets them go again, so all processes make equally many
passes, in pieces of a batch that all agree on. On the disk nothing differs from a run of whole weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module


def shard(model: Module, *, device: str, world: int) -> None:
    """Leave each process its part of every weight; the weights are the same on all before."""
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard
    from torch.nn import ModuleList

    mesh = init_device_mesh(device.partition(":")[0], (world,))
    for blocks in [module for module in model.modules() if isinstance(module, ModuleList)]:
        for block in blocks:
            fully_shard(block, mesh=mesh)
    fully_shard(model, mesh=mesh, reshard_after_forward=True)


def is_sharded(model: Module) -> bool:
    """Return whether the model's weights are in shards."""
    from torch.distributed.fsdp import FSDPModule

    return isinstance(model, FSDPModule)


def whole(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Bring the tensors together, in main memory; every process must ask for the same ones."""
    from torch.distributed.tensor import DTensor

    return {
        name: (own.full_tensor() if isinstance(own, DTensor) else own).detach().cpu()
        for name, own in tensors.items()
    }


def like(full: Tensor, own: Tensor) -> Tensor:
    """Return this process's part of a whole tensor, where `own` is in shards; every process must ask."""
    from torch.distributed.tensor import DTensor, distribute_tensor

    if not isinstance(own, DTensor):
        return full
    return distribute_tensor(full.to(own.device), own.device_mesh, own.placements)


def fill(model: Module, tensors: Mapping[str, Tensor]) -> None:
    """Put whole weights into the model. Raises RuntimeError where names or sizes are others."""
    import torch

    known = model.state_dict()
    if known.keys() != tensors.keys():
        raise RuntimeError(f"other weights: {sorted(known.keys() ^ tensors.keys())[:3]}")
    with torch.no_grad():
        for name, own in known.items():
            own.copy_(like(tensors[name], own))
