"""Formats over transformers' own BERT, as SciRepEval's released code has them: whole layers, padded rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from assay.encoding.model_files.folder import find_folder
from assay.encoding.multiformat.folder import transformer_of
from assay.training.model.trainee import Trainee
from assay.types import TaskFormat
from eight_tasks import Vectors, own_layers, padded_rows

if TYPE_CHECKING:
    from assay.encoding.multiformat.modules.adapters import LayerAdapters

TEXTS = ("A paper of few words", "Another one, which says a little more of what it found and how")


def library_layers(trainee: Trainee, variant: str) -> Vectors:
    """Of codes or adapters; the trainee's own layers go, and theirs learn or stay frozen in their stead.

    Raises AssertionError where these are not the same vectors as the trainee's own.
    """
    from transformers import BertModel
    from transformers.utils import logging

    logging.disable_progress_bar()
    logging.set_verbosity_error()  # it tells of the pooler, which the model does without
    folder = transformer_of(find_folder("all-MiniLM-L6-v2", allow_network=False))
    bert = BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    with torch.no_grad():
        own = own_layers(trainee)(TEXTS, TaskFormat.RGN)
        found = (_with_codes if variant == "codes" else _with_adapters)(trainee, bert)
        torch.testing.assert_close(found(TEXTS, TaskFormat.RGN), own, atol=1e-4, rtol=1e-4)
    return found


def _with_codes(trainee: Trainee, bert: nn.Module) -> Vectors:
    """Its matrix of words is one row a code larger."""
    model, codes = trainee.model, trainee.model.codes
    assert codes is not None
    model.base = bert  # type: ignore[assignment]  # whose weights then learn
    places = torch.arange(512)

    def vectors(texts: Sequence[str], form: TaskFormat) -> Tensor:
        ids, lengths = padded_rows(trainee.tokenizer, texts, width=511)
        words = bert.embeddings.word_embeddings(ids)  # type: ignore[union-attr, operator]
        own = codes[model.place(form)].expand(len(ids), 1, -1)
        read = torch.cat([words[:, :1], own, words[:, 1:]], dim=1)
        mask = (places < lengths[:, None] + 1).long()
        found: Tensor = bert(inputs_embeds=read, attention_mask=mask).last_hidden_state[:, 1]
        return found

    return vectors


class Adapted(nn.Module):
    """A layer's end, with the adapter of the format that is read."""

    def __init__(self, output: nn.Module, adapters: LayerAdapters) -> None:
        super().__init__()
        self.output, self.adapters = output, adapters
        self.format = TaskFormat.CLF

    def forward(self, wide: Tensor, attended: Tensor) -> Tensor:
        inner = self.output.dropout(self.output.dense(wide))  # type: ignore[operator]
        normed = self.output.LayerNorm(inner + attended)  # type: ignore[operator]
        ended: Tensor = self.output.LayerNorm(self.adapters[self.format](normed) + inner + attended)  # type: ignore[operator]
        return ended


def _with_adapters(trainee: Trainee, bert: nn.Module) -> Vectors:
    bert.requires_grad_(requires_grad=False)
    ends = []
    for place, layer in enumerate(bert.encoder.layer):  # type: ignore[union-attr, arg-type]
        layer.output = Adapted(layer.output, trainee.model.adapters[f"{place}"])  # type: ignore[arg-type]
        ends.append(layer.output)
    places = torch.arange(512)

    def vectors(texts: Sequence[str], form: TaskFormat) -> Tensor:
        for end in ends:
            end.format = form
        ids, lengths = padded_rows(trainee.tokenizer, texts, width=512)
        mask = (places < lengths[:, None]).long()
        found: Tensor = bert(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0]
        return found

    return vectors
