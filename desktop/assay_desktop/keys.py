"""Which keys do what: the table's, but where the user has chosen others. Anyone who binds a key asks here."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

from assay_desktop.key_table import Action, actions
from assay_desktop.settings import Settings

log = logging.getLogger(__name__)

WITHIN: Final = Qt.ShortcutContext.WidgetWithChildrenShortcut
"""Wherever the focus is in the widget; `page_keys` adds: or outside of the page that is shown."""


class Keys(QObject):
    """The keys in force. Never does one key mean two things in one place: what the user chose comes first."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._actions = {action.name: action for action in actions()}
        self._chosen = {
            name: keys for name in self._actions if (keys := _read(settings.text(_place(name)))) is not None
        }
        self._in_force = self._settle()

    def actions(self) -> list[Action]:
        """Everything that can have keys, in the table's order."""
        return list(self._actions.values())

    def action(self, name: str) -> Action:
        return self._actions[name]

    def of(self, name: str) -> tuple[str, ...]:
        """Return the keys of an action as Qt writes them; () for none."""
        return self._in_force[name]

    def first(self, name: str) -> str:
        """Return the key to show for an action; "" for none."""
        return next(iter(self.of(name)), "")

    def is_changed(self, name: str) -> bool:
        """Return whether the keys in force are others than the usual ones."""
        return self.of(name) != self._actions[name].keys

    def holders(self, name: str, key: str) -> list[Action]:
        """The other actions that this key starts somewhere where `name` can be started too."""
        return [
            other
            for other in self._actions.values()
            if other.name != name and key in self.of(other.name) and self._meet(name, other.name)
        ]

    # -- choosing ---------------------------------------------------------------------------------------

    def give(self, name: str, keys: Sequence[str]) -> None:
        """Start `name` by these keys and no others from now on; actions that held one of them lose it."""
        left = {
            other: tuple(key for key in theirs if key not in keys or not self._meet(name, other))
            for other, theirs in self._chosen.items()
        }
        self._choose({**left, name: tuple(dict.fromkeys(keys))})

    def may_swap(self, name: str, key: str) -> bool:
        """Return whether those that hold `key` could have the first key of `name` for it."""
        old = self.first(name)
        holders = self.holders(name, key)
        others = (each for holder in holders for each in self.holders(holder.name, old))
        return bool(old and holders) and all(each.name == name for each in others)

    def swap(self, name: str, key: str) -> None:
        """Put `key` in the place of the first key of `name`, which goes to those that held it."""
        old, *rest = self.of(name)
        chosen = dict(self._chosen)
        for holder in self.holders(name, key):
            chosen[holder.name] = tuple(old if each == key else each for each in self.of(holder.name))
        chosen[name] = (key, *rest)
        self._choose(chosen)

    def reset(self, name: str) -> None:
        """Give the usual keys again, but for those that the user gave to something else."""
        self._choose({each: keys for each, keys in self._chosen.items() if each != name})

    def reset_all(self) -> None:
        self._choose({})

    def _meet(self, name: str, other: str) -> bool:
        """Return whether there is a place where both can be started."""
        return bool(self._actions[name].places & self._actions[other].places)

    def _choose(self, chosen: dict[str, tuple[str, ...]]) -> None:
        for name in self._actions:
            if name in chosen:
                self._settings.set_text(_place(name), json.dumps(chosen[name]))
            elif name in self._chosen:
                self._settings.remove(_place(name))
        self._chosen = chosen
        self._in_force = self._settle()
        self.changed.emit()

    def _settle(self) -> dict[str, tuple[str, ...]]:
        """Grant each key once a place: to what the user chose, then to the usual ones, from the top."""
        taken: dict[str, set[str]] = {}  # key -> places
        granted: dict[str, tuple[str, ...]] = {}
        ordered = sorted(self._actions.values(), key=lambda action: action.name not in self._chosen)
        for action in ordered:
            keys = self._chosen.get(action.name, action.keys)
            free = tuple(key for key in keys if not taken.get(key, set()) & action.places)
            for key in free:
                taken.setdefault(key, set()).update(action.places)
            granted[action.name] = free
        return granted

    # -- use --------------------------------------------------------------------------------------------

    def bind(
        self,
        name: str,
        owner: QObject,
        call: Callable[[], object],
        *,
        context: Qt.ShortcutContext = WITHIN,
        repeats: bool = True,
    ) -> QShortcut:
        """Start `call` by the keys of an action, today's and later ones, for as long as `owner` lives."""
        shortcut = BoundKeys(self, name, owner)
        shortcut.setContext(context)
        shortcut.setAutoRepeat(repeats)
        shortcut.activated.connect(call)
        return shortcut


class BoundKeys(QShortcut):
    """A shortcut that follows the choice of its keys."""

    def __init__(self, keys: Keys, name: str, owner: QObject) -> None:
        super().__init__(owner)
        self._source = keys
        self._name = name
        keys.changed.connect(self._renew)
        self._renew()

    def meant_by(self, event: QKeyEvent) -> bool:
        """Return whether a key press is one of its keys. "?" is written without the Shift that it takes."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = [QKeySequence(held.value | event.key())]
        if held == Qt.KeyboardModifier.ShiftModifier:
            pressed.append(QKeySequence(event.key()))
        return any(key in pressed for key in self.keys())

    def _renew(self) -> None:
        self.setKeys([QKeySequence(key) for key in self._source.of(self._name)])


def key_words(*keys: str) -> str:
    """Return the keys as language and system name them, two blanks between: "Strg+I" in German."""
    native = QKeySequence.SequenceFormat.NativeText
    return "  ".join(QKeySequence(key).toString(native) for key in keys)


def _place(name: str) -> str:
    return f"keys/{name}"


def _read(saved: str) -> tuple[str, ...] | None:
    """Return the keys that were saved; None where there are none that can be read."""
    try:
        keys = json.loads(saved) if saved else None
    except ValueError:
        keys = None
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        if saved:
            log.warning("saved keys cannot be read: %r", saved)
        return None
    return tuple(name for key in keys if (name := QKeySequence(key).toString()))
