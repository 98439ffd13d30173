"""An encoder whose texts are encoded by workers: shard by shard, in whatever order they are done."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.codec import decode, encode
from assay.encoding.formats import PaperField, TextTemplate
from assay.errors import ModelError
from assay.progress import Progress, silent
from assay.types import TaskFormat, Vectors
from assay.workers import Job

if TYPE_CHECKING:
    from assay.encoding.encoder import Encoder
    from assay.workers import Workers


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """How an encoder is loaded again elsewhere, and what must be the same there."""

    model: str
    name: str
    max_length: int | None
    separator: str
    fields: tuple[PaperField, ...]
    precision: str
    prints: Mapping[str, str]  # format -> fingerprint


@dataclass(frozen=True, slots=True)
class _Shard:
    texts: tuple[str, ...]
    formats: tuple[TaskFormat, ...]


class SpreadEncoder:
    """The encoder itself, on this machine, and its copies at the workers for many texts."""

    def __init__(self, encoder: Encoder, settings: EncoderSettings, workers: Workers) -> None:
        self._encoder, self._workers = encoder, workers
        self._job = Job(__name__, encode(settings))

    def __getattr__(self, name: str) -> Any:
        """What the encoder has besides: its pooling, its precision, its columns of words."""
        return getattr(self._encoder, name)

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def dim(self) -> int:
        return self._encoder.dim

    @property
    def formats(self) -> frozenset[TaskFormat]:
        return self._encoder.formats

    @property
    def template(self) -> TextTemplate:
        return self._encoder.template

    @property
    def device(self) -> str:
        """Where many texts are encoded: "ray x 8"."""
        return f"{self._workers.name} x {len(self._workers)}"

    def fingerprint(self, format: TaskFormat) -> str:
        return self._encoder.fingerprint(format)

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        return self._encoder.encode(texts, format=format, progress=progress)

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        return self._encoder.encode_formats(texts, formats=formats, progress=progress)

    def encode_shards(
        self, shards: Sequence[Sequence[str]], *, formats: Sequence[TaskFormat], pulse: Callable[[], None]
    ) -> Iterator[tuple[int, list[Vectors]]]:
        """Yield the vectors of each shard as it is done, as `encode_formats` gives them.

        `pulse` is called a few times a second and may raise `Cancelled`. Raises WorkersFailed.
        """

        def shard(place: int) -> bytes:
            return encode(_Shard(tuple(shards[place]), tuple(formats))).encode()

        for place, answer in self._workers.run(self._job, len(shards), shard, pulse=pulse):
            yield place, list(np.load(io.BytesIO(answer), allow_pickle=False))


def open_job(settings: str, device: str) -> Callable[[bytes], bytes]:
    """Load the encoder in a worker. Raises ModelError, also where the model here is another one."""
    from assay.encoding.loading import load_encoder

    given = decode(settings, EncoderSettings)
    encoder = load_encoder(
        given.model,
        max_length=given.max_length,
        template=TextTemplate(separator=given.separator, fields=given.fields),
        device=device,
        name=given.name,
        precision=given.precision,
    )
    if any(encoder.fingerprint(TaskFormat(each)) != own for each, own in given.prints.items()):
        raise ModelError(
            "The model {0} is another one there. Copy the same files to all machines.", given.name
        )

    def work(shard: bytes) -> bytes:
        own = decode(shard, _Shard)
        made = io.BytesIO()
        np.save(made, np.stack(encoder.encode_formats(own.texts, formats=own.formats)), allow_pickle=False)
        return made.getvalue()

    return work
