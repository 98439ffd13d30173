"""Notes on their way to the library: as they are typed, and those that cannot be saved as things are."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, TypeAlias

from assay_desktop.pages.judging.model import Place

if TYPE_CHECKING:
    from collections.abc import Collection

    from assay.judging import Pair
    from assay_desktop.settings import Settings

Notes: TypeAlias = "dict[tuple[Place, Pair], str]"
"""Notes as typed, each with its assessor and campaign and with its pair."""


class UnsavedNotes:
    """What could not be saved is kept in the settings too, so that closing the window loses nothing."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._key = ""  # of the setting; "" until the library is known
        self.typed: Notes = {}  # to be saved with the next call
        self.refused: Notes = {}  # kept, and tried again now and then

    def load(self, library: str) -> None:
        """Takes up what an earlier window could not save; what cannot be read counts as nothing."""
        self._key = setting_key("unsaved-notes", library)
        try:
            rows = json.loads(self._settings.text(self._key) or "[]")
            for assessor, campaign, query_id, doc_id, text in rows:
                place = Place(str(assessor), None if campaign is None else str(campaign))
                self.typed[place, (str(query_id), str(doc_id))] = str(text)
        except (ValueError, TypeError):
            return

    def keep(self) -> None:
        """Writes all of them at once in place of those kept before; none leave nothing behind."""
        if not self._key:
            return
        rows = [
            [place.assessor, place.campaign, *pair, text]
            for (place, pair), text in (self.refused | self.typed).items()
        ]
        kept = json.dumps(rows) if rows else ""
        if kept != self._settings.text(self._key):
            self._settings.set_text(self._key, kept)
            self._settings.sync()

    def settle(self, sent: Notes, refused: Collection[tuple[Place, Pair]]) -> None:
        """All of `sent` are saved but those that were refused; what was typed since is not among them."""
        self.typed = {key: text for key, text in self.typed.items() if sent.get(key) != text}
        self.refused = {key: text for key, text in self.refused.items() if key not in sent}
        self.refused |= {key: sent[key] for key in refused}
        self.keep()

    def try_again(self) -> None:
        """Those that were refused go with the next call."""
        self.typed = self.refused | self.typed

    def discard(self) -> None:
        self.refused = {}
        self.keep()


def setting_key(name: str, library: str) -> str:
    """The name of a setting that each library has its own of."""
    return f"judging/{name}/{hashlib.blake2b(library.encode(), digest_size=8).hexdigest()}"
