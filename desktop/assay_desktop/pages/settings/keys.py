"""The choice of keys: what each does, what stands in the way of another, and how that is settled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from assay_desktop.keys import key_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.key_table import Action
    from assay_desktop.keys import Keys


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An action with its keys as they are shown; `usual` where they are others, else ""."""

    action: Action
    keys: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """`key` was pressed for an action while others (`holders`, in words) have it."""

    name: str
    title: str
    key: str
    holders: tuple[str, ...]
    adding: bool
    may_swap: bool


class KeysView(Protocol):
    """What the section must be able to show."""

    def show_keys(self, rows: Sequence[KeyRow]) -> None: ...
    def show_conflict(self, conflict: Conflict) -> None: ...


class KeysPresenter(QObject):
    """Intents of the section -> the keys in force."""

    def __init__(self, view: KeysView, keys: Keys, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._keys = view, keys
        keys.changed.connect(self.refresh)

    def refresh(self) -> None:
        self._view.show_keys([self._row(action) for action in self._keys.actions()])

    def press(self, name: str, key: str, *, adding: bool) -> None:
        """`key` instead of the keys of an action, or beside them; asks first where others have it."""
        holders = self._keys.holders(name, key)
        if not holders:
            self.take(name, key, adding=adding)
            return
        self._view.show_conflict(
            Conflict(
                name,
                self._keys.action(name).title,
                key,
                tuple(self.tr("{0} ({1})").format(each.title, each.group) for each in holders),
                adding,
                may_swap=not adding and self._keys.may_swap(name, key),
            )
        )

    def take(self, name: str, key: str, *, adding: bool) -> None:
        """Whoever has the key loses it."""
        self._keys.give(name, [*(self._keys.of(name) if adding else ()), key])

    def swap(self, name: str, key: str) -> None:
        self._keys.swap(name, key)

    def clear(self, name: str) -> None:
        """No key at all."""
        self._keys.give(name, [])

    def reset(self, name: str) -> None:
        self._keys.reset(name)

    def reset_all(self) -> None:
        self._keys.reset_all()

    def _row(self, action: Action) -> KeyRow:
        usual = ""
        if self._keys.is_changed(action.name):
            usual = key_words(*action.keys) or self.tr("none")
        return KeyRow(action, key_words(*self._keys.of(action.name)), usual)
