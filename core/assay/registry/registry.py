"""The user's trained models: a folder each, which appears whole, gains nothing but scores, and goes whole.

An entry is <root>/<model_id>/ with model/ (a plain sentence-transformers folder), card.json, files.json
(size and SHA-256 of every file of the model), scores/ (one file a test set) and libraries/ (who uses it). It
is made under another name and renamed, and renamed away before it is deleted: a kill at any moment leaves an
entry or none. Names that begin with a dot are nobody's.
"""

from __future__ import annotations

import difflib
import hashlib
import logging
import os
import re
import shutil
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from assay.encoding.coder.folder import check_coder, is_coder
from assay.encoding.exported import Loading
from assay.encoding.hashing import HASHING_MODEL
from assay.encoding.model_files.folder import BASE_MODEL, DEFAULT_MODEL, check_folder, folder_fingerprint
from assay.encoding.model_files.scorer import check_scorer, scorer_kind
from assay.encoding.multiformat.ensemble import check_ensemble, is_ensemble
from assay.encoding.multiformat.folder import is_multiformat, read_folder
from assay.encoding.multiformat.shapes import check_parts
from assay.errors import BadInput, ModelError
from assay.files import move, sync
from assay.messages import message
from assay.registry.card import Card, parse_card
from assay.registry.entry import (
    CARD,
    FILES,
    LIBRARIES,
    MODEL,
    SCORES,
    digests,
    read_entry,
    read_notes,
    read_object,
    read_sums,
    with_encoder,
)
from assay.registry.export import write_export
from assay.registry.files import (
    Sums,
    check_sums,
    check_weights,
    copy_model,
    folder_separator,
    model_dim,
    read_length,
    write_json,
)

_LONGEST_NAME = 60  # characters of an id before its digits


@dataclass(frozen=True, slots=True)
class Source:
    """A model's folder and what is to stand on its card."""

    folder: Path
    values: Mapping[str, object]

    def card(self, copy: Path, sums: Sums) -> Card:
        """The card of what was copied, with the id that it will have. Raises ModelError.

        That is where a copy is no whole model, or is not the one that the card was written for.
        """
        try:
            _check_model(copy)
        except ModelError as error:
            raise ModelError(
                "The model in {0} cannot be added: its copy is not a complete model ({1}).",
                self.folder,
                error.message,
            ) from error
        found = folder_fingerprint(digests(sums))
        claimed = str(self.values.get("fingerprint") or found)
        if claimed != found:
            raise ModelError(
                "The model in {0} is not the one that its card describes: the card's fingerprint is {1}, "
                "that of the files is {2}. They were damaged or changed after the training. Add a sound "
                "copy, or train again; to take the files as they are, add {0} alone, without the card.",
                self.folder,
                claimed[:16],
                found[:16],
            )
        card = _checked({**self.values, "fingerprint": found}, copy, self.folder)
        return with_encoder(card, copy, sums)


def read_source(source: Path, *, card: Mapping[str, object] | None, name: str) -> Source:
    """What may be added. Raises ModelError for a model that cannot be used, and a card that does not fit.

    The card is `card`, or the run's own, or says what the folder itself does; `name` replaces the card's.
    """
    folder = _model_folder(source)
    _check_model(folder)
    values = _card_values(source, folder, card) | ({"name": name} if name else {})
    values["created"] = values.get("created") or datetime.now(UTC).isoformat(timespec="seconds")
    _checked(values, folder, folder)
    return Source(folder, values)


def _model_folder(source: Path) -> Path:
    """`source` itself, or the model/ of a run."""
    inner = source / MODEL
    if not source.is_dir():
        raise ModelError("There is no folder {0}. Give a finished run, or a model's folder.", source)
    kinds = (is_multiformat, is_ensemble, is_coder, scorer_kind)
    is_model = (source / "modules.json").is_file() or any(is_kind(source) for is_kind in kinds)
    if is_model or not inner.is_dir():
        if (source / "events.jsonl").exists() and not is_model:
            raise ModelError("The run in {0} has not finished: it has no model yet. Resume it first.", source)
        return source
    return inner


def _check_model(folder: Path) -> None:
    try:
        if is_coder(folder):
            for part in check_coder(folder):
                _check_model(part)
        elif is_ensemble(folder):
            check_ensemble(folder)
        elif is_multiformat(folder):
            check_parts(read_folder(folder))
        elif scorer_kind(folder) is not None:
            check_scorer(folder)
        else:
            check_folder(folder)
        check_weights(folder)
    except OSError as error:
        raise ModelError("The model in {0} cannot be read: {1}.", folder, error.strerror or error) from error


def _card_values(source: Path, folder: Path, card: Mapping[str, object] | None) -> dict[str, object]:
    if card is not None:
        return dict(card)
    path = source / CARD
    if path.is_file():
        return read_object(path)
    dim = model_dim(folder)
    if dim is None:
        raise ModelError(
            "The parts of the model in {0} do not say how many dimensions its vectors have.", folder
        )
    name = source.resolve().name
    length, separator = read_length(folder) or 512, folder_separator(folder)
    return {"name": name, "dim": dim, "max_length": length, "separator": separator}


def _checked(values: Mapping[str, object], model: Path, folder: Path) -> Card:
    """Return the card of a model that lies in `model` and came from `folder`."""
    try:
        card = parse_card(values, model_id="")
    except ModelError as error:
        raise ModelError("The model in {0} cannot be added: {1}.", folder, error.message) from error
    dim = model_dim(model)
    if dim is not None and dim != card.dim:
        raise ModelError(
            "The card says {0} dimensions, the model in {1} has {2}: they do not belong together.",
            card.dim,
            folder,
            dim,
        )
    return replace(card, model_id=f"{_slug(card.name)}-{card.fingerprint[:8]}")


def _slug(name: str) -> str:
    """The name in small letters, digits and hyphens, as a folder can be called everywhere."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME].strip("-") or "model"


_ID = re.compile(r"[a-z0-9][a-z0-9-]*-[0-9a-f]{8}")
_BUILT_IN = (DEFAULT_MODEL, BASE_MODEL, HASHING_MODEL)
_DRAFT, _DELETED = ".draft-", ".deleted-"
_ABANDONED_SECONDS = 24 * 3600  # a draft this old was left by a killed process

logger = logging.getLogger(__name__)


class ModelRegistry:
    """The models under one folder. Any number of processes may work on it at once."""

    def __init__(self, root: Path) -> None:
        self.root = root

    # -- reading ----------------------------------------------------------------------------------------

    def cards(self) -> list[Card]:
        """Return every entry, newest first; one that is damaged says so in `damage` and comes last."""
        found = [card for model_id in self._ids() if (card := self._listed(model_id)) is not None]
        sound = sorted((card for card in found if not card.damage), key=lambda c: c.created, reverse=True)
        return [*sound, *(card for card in found if card.damage)]

    def get(self, model_id: str) -> Card:
        """Raise ModelError for an unknown id, naming the nearest, and for a damaged entry."""
        folder = self._known(model_id)
        try:
            return read_entry(folder)[0]
        except ModelError as error:
            raise ModelError(
                "The model '{0}' in {1} is damaged: {2}. Add it again from where it was trained, "
                "or delete it.",
                model_id,
                folder,
                error,
                advice="`assay model delete {0}` deletes it.",
            ) from error

    def find(self, model_id: str) -> Card | None:
        """Like `get`, but None where the registry has no entry of this id."""
        return self.get(model_id) if model_id in self else None

    def id_of(self, name: str) -> str:
        """Return the id of the one model that was named so; `name` itself where it says another thing."""
        if name in self or name in _BUILT_IN:
            return name
        named = [card.model_id for card in self.cards() if card.name == name]
        return named[0] if len(named) == 1 and not Path(name).exists() else name

    def __contains__(self, model_id: str) -> bool:
        return self.is_id(model_id) and (self.root / model_id).is_dir()

    @staticmethod
    def is_id(name: str) -> bool:
        """Return whether a model of the registry could be called so, be it there or not."""
        return _ID.fullmatch(name) is not None

    def folder(self, model_id: str, *, check: bool = False) -> Path:
        """Return the sentence-transformers folder of a sound entry; `check` compares every byte.

        Raises ModelError for an unknown id, and for a damaged entry.
        """
        self.get(model_id)
        entry = self.root / model_id
        if check:
            try:
                check_sums(entry / MODEL, read_sums(entry))
            except (ModelError, OSError) as error:
                raise ModelError(
                    message(
                        "The model '{0}' in {1} is damaged: {2}. Add it again from where it was trained.",
                        model_id,
                        entry,
                        error,
                    )
                ) from error
        return entry / MODEL

    def fingerprint_at(self, model_id: str, max_length: int) -> str:
        """What its vectors of papers stand under where texts are cut at another length. Raises ModelError."""
        card, sums = read_entry(self._known(model_id))
        at = with_encoder(replace(card, max_length=max_length), self.root / model_id / MODEL, sums)
        return at.encoder_fingerprint

    def nearest(self, model_id: str) -> str:
        """Return the id that looks most like this one, or that alone begins so; "" where none does."""
        ids = self._ids()
        begun = [known for known in ids if model_id and known.startswith(model_id)]
        close = begun if len(begun) == 1 else difflib.get_close_matches(model_id, ids, n=1)
        return close[0] if close else ""

    # -- changing ---------------------------------------------------------------------------------------

    def add(
        self,
        source: Path,
        *,
        card: Mapping[str, object] | None = None,
        name: str = "",
        trial: Callable[[Path, Card], None] | None = None,
    ) -> Card:
        """Copy a finished run, or a sentence-transformers folder, into the registry.

        The card is `card`, or the run's card.json; a folder without one gets a card that says what the folder
        itself does. `name` replaces the card's. Adding what is there already changes nothing, and adding
        what is damaged here mends it. `trial` is called with the copy and its card before it is one of the
        models; what it raises keeps it out. Raises ModelError for a model or card that cannot be used, or a
        full disk; the registry is then as before.
        """
        started = time.monotonic()
        given = read_source(source, card=card, name=name)
        with self._writing(), self._draft() as draft:
            sums = copy_model(given.folder, draft / MODEL)
            made = given.card(draft / MODEL, sums)
            if trial is not None:
                trial(draft / MODEL, made)
            write_json(draft / CARD, made.to_json())
            write_json(draft / FILES, {"format": 1, "files": sums})
            sync(draft)
            added = self._settle(draft, made, sums)
        logger.info("added the model %s, %.1f s", added.model_id, time.monotonic() - started)
        return added

    def delete(self, model_id: str, *, in_use: Callable[[], str] = lambda: "") -> None:
        """Delete an entry, sound or damaged. Raises ModelError for an unknown id.

        `in_use` says why it must stay, or "". It is asked before, and again once the entry is out of sight:
        a process that has begun to use it in between then gets it back. BadInput carries what it says.
        """
        folder = self._known(model_id)
        _refuse(in_use())
        aside = self.root / f"{_DRAFT}{uuid4().hex}"
        with self._writing():
            os.utime(folder)  # a sweep leaves alone what is young
            move(folder, aside)
            try:
                _refuse(in_use())
            except BaseException:
                move(aside, folder)
                raise
            move(aside, aside.with_name(aside.name.replace(_DRAFT, _DELETED)))
            sync(self.root)
            self._sweep()
        logger.info("deleted the model %s", model_id)

    def export(self, model_id: str, out: Path) -> Loading:
        """Write the model as a folder that sentence-transformers loads, with its card next to it.

        Returns how it is loaded. Raises BadInput for a folder that is not empty, ModelError for a damaged
        model or a full disk.
        """
        card, folder = self.get(model_id), self.folder(model_id, check=True)
        if (kind := scorer_kind(folder)) is not None:
            raise ModelError(
                "'{0}' is a {1} model, which stays as its publisher made it. Hand on a copy of {2}.",
                model_id,
                kind,
                folder,
            )
        loading = write_export(folder, card, out)
        logger.info("exported the model %s to %s", model_id, out)
        return loading

    def add_scores(self, model_id: str, scores: Mapping[str, object]) -> Card:
        """Keep what was measured, by test set; of one test set the last counts. Raises ModelError."""
        self.get(model_id)
        with self._writing():
            for key, value in scores.items():
                self._note(model_id, SCORES, key, {"key": key, "value": value})
        return self.get(model_id)

    # -- who uses it ------------------------------------------------------------------------------------

    def remember_library(self, model_id: str, library: Path) -> None:
        """Note that a library has taken the model as its own. Raises ModelError."""
        name = str(library.resolve())
        with self._writing():
            self._note(model_id, LIBRARIES, name, {"folder": name})

    def libraries(self, model_id: str) -> list[Path]:
        """The folders of the libraries that have used the model; whether they still do is theirs to say."""
        return [Path(str(row["folder"])) for row in read_notes(self.root / model_id / LIBRARIES, "folder")]

    # -- inside -----------------------------------------------------------------------------------------

    def _ids(self) -> list[str]:
        try:
            return sorted(path.name for path in self.root.iterdir() if path.name in self)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ModelError(
                "The models in {0} cannot be read: {1}.", self.root, error.strerror or error
            ) from error

    def _listed(self, model_id: str) -> Card | None:
        folder = self.root / model_id
        try:
            return read_entry(folder)[0]
        except ModelError as error:
            if not folder.is_dir():  # deleted while we looked
                return None
            return Card(model_id, name=model_id, damage=str(error))

    def _known(self, model_id: str) -> Path:
        if model_id not in self:
            near = self.nearest(model_id)
            unknown = message(
                "There is no model '{0}' among those that were trained or added ({1}); no other has a card.",
                model_id,
                self.root,
            )
            if near:
                raise ModelError("{0} Did you mean '{1}'?", unknown, near)
            raise ModelError(unknown, advice="`assay models` lists them.")
        return self.root / model_id

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ModelError(
                message(
                    "The models in {0} cannot be written: {1}. Free some space or allow writing there and "
                    "try again; the models that were there are as before.",
                    self.root,
                    error.strerror or error,
                )
            ) from error

    @contextmanager
    def _draft(self) -> Iterator[Path]:
        draft = self.root / f"{_DRAFT}{uuid4().hex}"
        draft.joinpath(MODEL).mkdir(parents=True)
        self._sweep()
        try:
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)  # after a full disk the room is wanted back

    def _settle(self, draft: Path, card: Card, sums: Sums) -> Card:
        """Give the draft its name, unless a sound entry has it: another process may have been quicker."""
        target = self.root / card.model_id
        if target.is_dir():
            try:
                known, known_sums = read_entry(target)
                check_sums(target / MODEL, known_sums)
            except ModelError:
                _copy_notes(target, draft)
                move(target, self.root / f"{_DELETED}{uuid4().hex}")
            else:
                return _same(known, known_sums, sums)
        try:
            move(draft, target)
        except OSError:
            if not target.is_dir():
                raise
            return _same(*read_entry(target), sums)
        sync(self.root)
        self._sweep()
        return card

    def _sweep(self) -> None:
        """Remove what deletions and killed processes left; what cannot go now goes another time."""
        for path in self.root.glob(".*"):
            with suppress(OSError):
                old = time.time() - path.stat().st_mtime > _ABANDONED_SECONDS
                if path.name.startswith(_DELETED) or (old and path.name.startswith(_DRAFT)):
                    shutil.rmtree(path, ignore_errors=True)

    def _note(self, model_id: str, kind: str, key: str, value: Mapping[str, object]) -> None:
        folder = self.root / model_id / kind
        folder.mkdir(exist_ok=True)
        write_json(folder / f"{hashlib.blake2b(key.encode(), digest_size=8).hexdigest()}.json", value)
        sync(folder)


def _refuse(reason: str) -> None:
    if reason:
        raise BadInput(reason)


def _same(known: Card, known_sums: Sums, sums: Sums) -> Card:
    if known_sums != sums:
        raise ModelError(
            "Another model is called '{0}' already. Give this one another name.",
            known.model_id,
            advice="Name it by `--name`.",
        )
    return known


def _copy_notes(old: Path, new: Path) -> None:
    for kind in (SCORES, LIBRARIES):
        if (old / kind).is_dir():
            shutil.copytree(old / kind, new / kind)
