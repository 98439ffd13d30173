"""A multi-format model while it learns: what training asks of a sentence model, and the tasks' heads."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from assay.encoding.formats import TextTemplate
from assay.encoding.model_files.folder import file_digests, find_folder, folder_fingerprint
from assay.encoding.multiformat.folder import (
    is_multiformat,
    load_base,
    load_model,
    load_parts,
    read_folder,
    save_model,
    transformer_of,
)
from assay.encoding.multiformat.modules.pools import mean_pool
from assay.encoding.multiformat.modules.routing import small
from assay.encoding.multiformat.modules.wide import WideHeads
from assay.encoding.sentences.bert import Bert, UnfitWeights
from assay.encoding.sentences.bert_sentence import bert_shape, load_tensors, load_tokenizer, padded, token_ids
from assay.errors import ModelError, RecipeError
from assay.training.data.examples import Task
from assay.training.data.objectives.files import fault, read_objects, title_and_abstract
from assay.training.model.kept_pools import KeptPools, text_key
from assay.training.model.low_rank import add_lora
from assay.training.recipe.recipe import Recipe

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from assay.encoding.multiformat.modules.model import FormatBert


class Trainee(nn.Module):
    """Stands where a SentenceTransformer stands: features in, "sentence_embedding" out, a row its format's.

    The features hold `format_rows` (n,), the place of each text's format in the model's own list; without
    them every text is of the first one.
    """

    prompts: Mapping[str, str] = {}

    def __init__(self, model: FormatBert, tokenizer: Tokenizer, *, base: str, base_folder: Path) -> None:
        super().__init__()
        self.model = model
        self.heads = nn.ModuleList()
        self.tasks: dict[str, Task] = {}
        self.tokenizer = tokenizer
        self.base, self.base_folder = base, base_folder
        self._kept: KeptPools | None = None
        self._fast: Bert | None = None
        cut = tokenizer.truncation or {}
        self._length = int(cut.get("max_length", model.base.places)) + (model.codes is not None)

    @property
    def runs_apart(self) -> bool:
        """Whether several threads may compute vectors at once; pools that are kept are written by one."""
        return not self._learns_from_pools

    @property
    def device(self) -> torch.device:
        return self.model.base.words.weight.device

    @property
    def max_seq_length(self) -> int:
        return self._length

    def get_embedding_dimension(self) -> int:
        return self.model.dim

    def preprocess(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Token ids (n, longest) and their mask."""
        ids = token_ids(self.tokenizer, texts)
        lengths = torch.tensor([len(row) for row in ids])
        rows = torch.from_numpy(padded(ids))
        return {
            "input_ids": rows,
            "attention_mask": (torch.arange(rows.shape[1]) < lengths[:, None]).long(),
        }

    def forward(self, features: Mapping[str, Tensor]) -> dict[str, Tensor]:
        ids, lengths = features["input_ids"], features["attention_mask"].sum(1)
        rows = features.get("format_rows", 0)
        if self._kept is not None and self.model.heads is not None:
            pools = self._pools(self._kept, ids, lengths)
            sketch = self.model.heads.sketch(ids, lengths)
            return {"sentence_embedding": self.model.of_pools(pools, sketch, rows)}
        return {"sentence_embedding": self.model(ids, lengths, rows)}

    def train(self, mode: bool = True) -> Self:
        """A base whose pools are kept drops nothing: the heads learn from what they will be given later."""
        super().train(mode)
        if self._learns_from_pools:
            self.model.base.eval()
        return self

    @property
    def _learns_from_pools(self) -> bool:
        return self.model.heads is not None and not self._trains_base

    def keep_pools(self, path: Path) -> None:
        """Send each text through a frozen base once from now on, where heads over its pools learn.

        The pools are kept in the file `path`. Raises TrainingFailed if the disk refuses it.
        """
        if self._learns_from_pools:
            base = self.model.base
            self._kept = KeptPools(path, layers=len(base.layers), dim=base.dim)
            self._fast = _fast_pass(self.base_folder, str(self.device))

    def forget_pools(self) -> None:
        """Delete the file of the pools; nothing needs them once the run has ended."""
        if self._kept is not None:
            self._kept.path.unlink(missing_ok=True)
            self._kept = self._fast = None

    def _pools(self, kept: KeptPools, ids: Tensor, lengths: Tensor) -> Tensor:
        """(n, layers + 1, d) of token ids (n, l), `lengths` (n,) of them true."""
        tokens = ids.cpu().numpy()
        keys = [text_key(row[:length]) for row, length in zip(tokens, lengths.tolist(), strict=True)]
        new = [row for row, key in enumerate(keys) if key not in kept]
        found: dict[int, Tensor] = {}
        if new:
            read = self._read_pools(ids[new], lengths[new])
            kept.add([keys[row] for row in new], read.cpu().numpy())
            found = dict(zip(new, read, strict=True))
        old = [row for row in range(len(keys)) if row not in found]
        if old:
            known = torch.from_numpy(kept.get([keys[row] for row in old])).to(ids.device)
            found |= dict(zip(old, known, strict=True))
        return torch.stack([found[row] for row in range(len(keys))])

    @torch.no_grad()
    def _read_pools(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """(n, layers + 1, d) of token ids (n, l), by the fast pass where the base fits it."""
        if self._fast is None:
            return self.model.read_pools(ids, lengths).float()
        pools: list[Tensor] = []
        self._fast.hidden(ids, lengths, see=lambda x: pools.append(mean_pool(x, lengths)))
        return torch.stack(pools, dim=1)

    def add_heads(self, tasks: Mapping[str, Task], *, dropout: float, seed: int) -> None:
        """Add a linear head for each labelled objective; it learns with the model and goes in the end."""
        torch.manual_seed(seed)
        for name, task in tasks.items():
            head = nn.Sequential(nn.Dropout(dropout), nn.Linear(self.model.dim, task.outputs))
            small(head)
            self.heads.append(head.to(self.device))
            self.tasks[name] = task

    def named_heads(self) -> dict[str, tuple[Task, nn.Module]]:
        return {name: (task, head) for (name, task), head in zip(self.tasks.items(), self.heads, strict=True)}

    def save(self, path: str, **_: Any) -> None:
        """Write a folder that `load_encoder` reads, the heads left out. Raises OSError."""
        by_name = not self._trains_base and not Path(self.base).is_dir() and self._is_found_by_name()
        save_model(
            self.model, Path(path), base=self.base, base_folder=self.base_folder, trained_base=not by_name
        )

    @property
    def _trains_base(self) -> bool:
        return any(weights.requires_grad for weights in self.model.base.parameters())

    def _is_found_by_name(self) -> bool:
        try:
            return find_folder(self.base, allow_network=False) == self.base_folder
        except ModelError:
            return False


def load_trainee(recipe: Recipe, folder: Path, *, device: str, data: Path) -> tuple[Trainee, str]:
    """Return the recipe's multi-format model before training, and its base's fingerprint.

    `folder` is a base, whose parts then begin by the recipe's seed, or a multi-format model of the same
    variant, which continues to learn. `data` is where the recipe's relative paths begin. Raises
    ModelError for a base or adapters that do not fit, RecipeError where words cannot be weighed.
    """
    spec = recipe.formats.spec
    torch.manual_seed(recipe.random_seed)
    if is_multiformat(folder):
        found = read_folder(folder)
        if found.spec != spec:
            raise ModelError(
                "{0} is a multi-format model of another kind ({1}) or size than the recipe's [formats] "
                "ask for ({2}). Take the same, or begin from its base.",
                folder,
                found.spec.variant,
                spec.variant,
            )
        model, transformer = load_model(found), found.transformer
        base, base_folder = found.base, found.base_folder
    else:
        transformer = transformer_of(folder)
        model = load_base(transformer, spec)
        base, base_folder = recipe.base, folder
    if recipe.formats.adapters:
        _take_adapters(model, Path(recipe.formats.adapters).expanduser())
    _freeze(model, recipe)
    length = min(recipe.max_length, model.base.places) - (model.codes is not None)
    tokenizer = load_tokenizer(transformer, length)
    if isinstance(model.heads, WideHeads) and (recipe.formats.words or not is_multiformat(folder)):
        _weigh_words(model.heads, recipe, tokenizer, data)
    trainee = Trainee(model.to(device), tokenizer, base=base, base_folder=base_folder)
    return trainee, folder_fingerprint(file_digests(folder))


def _fast_pass(base_folder: Path, device: str) -> Bert | None:
    """The base as `encoding.bert` computes it: the same to 1e-5, in two thirds of the time on a processor."""
    if device != "cpu":
        return None
    transformer = transformer_of(base_folder)
    try:
        return Bert(load_tensors(transformer), bert_shape(transformer), device=device)
    except UnfitWeights:
        return None


def _freeze(model: FormatBert, recipe: Recipe) -> None:
    for weights in model.base.parameters():
        weights.requires_grad = recipe.formats.trains_base
    if recipe.lora.rank:
        add_lora(getattr(model.base, "network", model.base), recipe.lora, seed=recipe.random_seed)
    if model.spec.variant == "fusion":
        for weights in model.adapters.parameters():
            weights.requires_grad = False


def _weigh_words(heads: WideHeads, recipe: Recipe, tokenizer: Tokenizer, data: Path) -> None:
    """Raise RecipeError where the recipe does not say of which papers the words are to be counted."""
    if not recipe.formats.words:
        raise RecipeError(
            "A 'wide' model weighs words by how rare they are. Say under [formats] of which papers: words = "
            '"papers.jsonl", or begin from a wide model, which knows already.'
        )
    papers, holding = count_words(
        data / Path(recipe.formats.words).expanduser(),
        tokenizer,
        words=len(heads.words),
        template=TextTemplate(separator=recipe.separator),
    )
    heads.weigh_words(torch.tensor(float(papers)), torch.from_numpy(holding).float())


def _take_adapters(model: FormatBert, folder: Path) -> None:
    """Take adapters that have learned, for a fusion to stand on. Raises ModelError for another model's."""
    if not is_multiformat(folder):
        raise ModelError("There is no model with adapters in {0}. Train one first.", folder)
    found = read_folder(folder)
    own, theirs = model.spec, found.spec
    same = (own.formats, own.layers, own.reduction) == (theirs.formats, theirs.layers, theirs.reduction)
    if theirs.variant != "adapters" or not same:
        raise ModelError(
            "{0} does not have adapters for the same formats, layers and reduction as the fusion.", folder
        )
    adapters = load_model(found)
    tensors = model.part_tensors() | adapters.part_tensors()
    load_parts(model, tensors, where=str(folder))


_AT_ONCE = 1000
LEAST = 2

logger = logging.getLogger(__name__)


def count_words(
    path: Path, tokenizer: Tokenizer, *, words: int, template: TextTemplate
) -> tuple[int, npt.NDArray[np.int64]]:
    """Return the number of papers in a file of JSON Lines, and (words,) of those that hold each piece.

    Raises RecipeError for a file that cannot be read, and for one with fewer than two papers.
    """
    holding = np.zeros(words, dtype=np.int64)
    papers = 0
    texts = (template.join(*title_and_abstract(row, path, line)) for line, row in read_objects(path))
    known = filter(None, texts)
    while some := list(islice(known, _AT_ONCE)):
        for ids in token_ids(tokenizer, some):
            holding[np.unique(ids)] += 1
        papers += len(some)
    if papers < LEAST:
        raise fault(path, 0, "holds {0} {0:paper|papers}: too few to tell which words are rare.", papers)
    logger.info("counted the words of %d papers", papers)
    return papers, holding
