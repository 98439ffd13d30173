"""What sentence-transformers loads of an exported model: texts in, the vectors of one task format out.

`encode(texts, task="CLF")` gives the vectors of a format. `encode_query` gives those of QRY;
`encode_document` and a plain `encode` give those of PRX, which a search compares them with.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from sentence_transformers.base.modules import InputModule
from tokenizers import Tokenizer
from torch import Tensor, nn

from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.spec import spec_of
from assay.types import TaskFormat

SETTINGS_OF_EXPORT = "sentence_transformers/assay.json"


class Member(nn.Module):
    """One model with vectors for task formats, and its tokenizer."""

    def __init__(self, folder: Path, row: Mapping[str, Any]) -> None:
        """`row` names its files within the folder, and the tokens that it reads at most."""
        super().__init__()
        transformer = folder / row["transformer"]
        config = json.loads((transformer / "config.json").read_text(encoding="utf-8"))
        spec = json.loads((folder / row["formats"]).read_text(encoding="utf-8"))["spec"]
        self.model = FormatBert(config, spec_of(spec, where=row["formats"]))
        self.model.base.load(load_file(transformer / "model.safetensors"), where=row["transformer"])
        self.model.load_state_dict(load_file(folder / row["parts"]), strict=False)
        self.tokenizer = Tokenizer.from_file(str(transformer / "tokenizer.json"))
        length = min(int(row["max_length"]), self.model.base.places)
        self.tokenizer.enable_truncation(
            length - (self.model.codes is not None)
        )  # a code takes a token's place
        self.tokenizer.no_padding()

    def read(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        """(b, l) token ids, zeros at the end, and (b,) how many are true."""
        rows = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        ids = torch.zeros((len(rows), max(map(len, rows))), dtype=torch.long)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = torch.tensor(row)
        return ids, torch.tensor([len(row) for row in rows])


class Together(nn.Module):
    """One model, or several whose vectors are combined as they are."""

    def __init__(self, folder: Path, group: Mapping[str, Any]) -> None:
        super().__init__()
        self.how = str(group["how"])
        self.each = nn.ModuleList([Member(folder, row) for row in group["members"]])

    @property
    def members(self) -> list[Member]:
        """In the order in which their vectors are combined."""
        return [member for member in self.each if isinstance(member, Member)]

    @property
    def formats(self) -> list[TaskFormat]:
        """Those that all members have."""
        own = [member.model.spec.formats for member in self.members]
        return [each for each in own[0] if all(each in formats for formats in own)]

    @property
    def dim(self) -> int:
        dims = [member.model.dim for member in self.members]
        return sum(dims) if self.how == "concat" else int(dims[0])

    def vectors(self, features: Mapping[str, Tensor], task_format: TaskFormat) -> Tensor:
        """(b, dim)."""
        found = [
            member.model.all_formats(features[f"ids_{place}"], features[f"lengths_{place}"], [task_format])[0]
            for place, member in enumerate(self.members)
        ]
        return torch.cat(found, dim=1) if self.how == "concat" else torch.stack(found).mean(0)


class AssayModel(InputModule):
    """The whole model. Queries may be read by another one than papers."""

    forward_kwargs = {"task"}  # noqa: RUF012 - the library's own form
    save_in_root = True

    def __init__(self, folder: str | Path) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # the library's own
        self.folder = Path(folder)
        settings = json.loads((self.folder / SETTINGS_OF_EXPORT).read_text(encoding="utf-8"))
        self.papers = Together(self.folder, settings["papers"])
        self.queries = Together(self.folder, settings["queries"]) if settings.get("queries") else None
        self.tokenizer = self.papers.members[0].tokenizer

    def preprocess(
        self, inputs: Sequence[Any], prompt: str | None = None, **kwargs: Any
    ) -> dict[str, Tensor | Any]:
        """Return the token ids of texts, for each member that reads this task's."""
        texts = [(prompt or "") + text for text in inputs]
        features: dict[str, Tensor | Any] = {}
        for place, member in enumerate(self._reads(self._format(kwargs.get("task"))).members):
            features[f"ids_{place}"], features[f"lengths_{place}"] = member.read(texts)
        return features

    def forward(self, features: dict[str, Tensor | Any], **kwargs: Any) -> dict[str, Tensor | Any]:
        """Add "sentence_embedding" (b, dim)."""
        found = self._format(kwargs.get("task"))
        features["sentence_embedding"] = self._reads(found).vectors(features, found)
        return features

    def get_embedding_dimension(self) -> int:
        """Return the columns of a vector."""
        return self.papers.dim

    def get_sentence_embedding_dimension(self) -> int:
        """Return the same, by the library's older name."""
        return self.papers.dim

    def save(self, output_path: str, *_: Any, **__: Any) -> None:
        """Copy the folder that the model was loaded from."""
        shutil.copytree(self.folder, output_path, dirs_exist_ok=True)

    @classmethod
    def load(cls, model_name_or_path: str, subfolder: str = "", *_: Any, **kwargs: Any) -> AssayModel:
        """Return the model of a folder, or of a hub's repository."""
        known = ("token", "cache_folder", "revision", "local_files_only")
        given = {key: kwargs[key] for key in known if key in kwargs}
        folder = cls.load_dir_path(model_name_or_path, subfolder, **given)
        if folder is None:
            raise ValueError(f"There is no model in {model_name_or_path}.")
        return cls(folder)

    def _reads(self, task_format: TaskFormat) -> Together:
        own = self.queries
        return own if own is not None and task_format is TaskFormat.QRY else self.papers

    def _format(self, task: str | None) -> TaskFormat:
        formats = [*self.papers.formats, *(self.queries.formats if self.queries is not None else [])]
        named = {None: "PRX", "document": "PRX", "query": "QRY"}.get(task, str(task).upper())
        if task is None and named not in formats:
            return formats[0]
        if named not in formats:
            known = ", ".join(dict.fromkeys(formats))
            raise ValueError(f"The model has no vectors for {task!r}; it has them for {known}.")
        return TaskFormat(named)
