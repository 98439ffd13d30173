"""LoRA: a transformer's own weights stay, and products of two narrow matrices learn what is added to them.

Hu et al., LoRA: Low-Rank Adaptation of Large Language Models (2021), by peft. In the end what was learned is
added to the weights, so that the trained model is a folder like any other, which loads without peft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.errors import RecipeError
from assay.training.recipe.tuning_spec import Lora

if TYPE_CHECKING:
    from torch.nn import Module

DRAWN = (".lora_A.", ".lora_embedding_B.")
"""In the names of the matrices that begin by chance; the other one of each product begins with zeros."""

_TARGETS = ["query", "value"]
"""Where peft does not know the network: those that it takes of a BERT."""


def add_lora(model: Module, lora: Lora, *, seed: int) -> None:
    """Freeze the model, and give its transformers' linear layers matrices that learn.

    A model without transformers of sentence-transformers is one itself. Raises RecipeError for layers that
    it does not have, and without peft.
    """
    import torch
    from sentence_transformers.base.modules import Transformer

    try:
        from peft import LoraConfig, inject_adapter_in_model
    except ImportError as error:
        raise RecipeError(
            "[lora] needs peft, which is missing.", key="lora", advice="Install Assay with the extra `lora`."
        ) from error
    torch.manual_seed(seed)
    targets = [name.strip() for name in lora.target_modules.split(",") if name.strip()]
    for weights in model.parameters():
        weights.requires_grad = False
    networks = [each.auto_model for each in model.modules() if isinstance(each, Transformer)]
    try:
        for network in networks or [model]:
            known = targets or (None if hasattr(network, "config") else _TARGETS)
            config = LoraConfig(
                r=lora.rank, lora_alpha=lora.alpha, lora_dropout=lora.dropout, target_modules=known
            )
            inject_adapter_in_model(config, network)
    except ValueError as error:
        raise RecipeError("[lora] does not fit the base: {0}", error, key="lora.target_modules") from error


def merge_lora(model: Module) -> None:
    """Add what was learned to the weights, and leave the layers as they were before `add_lora`."""
    from peft.tuners.tuners_utils import BaseTunerLayer

    for module in list(model.modules()):
        for name, layer in module.named_children():
            if isinstance(layer, BaseTunerLayer):
                layer.merge(safe_merge=True)
                setattr(module, name, layer.get_base_layer().requires_grad_())  # which tells that it learned
        if hasattr(module, "peft_config"):
            del module.peft_config
