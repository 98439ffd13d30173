"""Small choices that outlive a session: the window's shape, the theme, who judges. Nothing of the library."""

from __future__ import annotations

import getpass

from PySide6.QtCore import QByteArray, QSettings

from assay_desktop.text.language import LanguageChoice, choice_of
from assay_desktop.theme import SIZES, ThemeChoice

_HARMLESS = ("assessor", "language")
_THEMES: tuple[ThemeChoice, ...] = ("system", "light", "dark")


class Settings:
    """Typed access to QSettings; an unreadable value counts as absent.

    A `careful` one reads nothing that an earlier session saved but who judges and in which language: any
    other choice might be what a start dies of. What is chosen again is kept as ever.
    """

    def __init__(self, store: QSettings | None = None, *, careful: bool = False) -> None:
        self._store = store if store is not None else QSettings("assay", "assay")
        self._careful = careful
        self._known = set(_HARMLESS)  # what a careful one reads

    @property
    def theme(self) -> ThemeChoice:
        saved = self.text("theme")
        return saved if saved in _THEMES else "system"

    def set_theme(self, choice: ThemeChoice) -> None:
        self.set_text("theme", choice)

    @property
    def text_size(self) -> int:
        """The size of text, in per cent."""
        saved = self.text("text-size")
        return int(saved) if saved.isdigit() and int(saved) in SIZES else 100

    def set_text_size(self, size: int) -> None:
        self.set_text("text-size", str(size))

    @property
    def compact(self) -> bool:
        """Whether rows stand close together."""
        return self.text("rows") == "compact"

    def set_compact(self, compact: bool) -> None:
        self.set_text("rows", "compact" if compact else "comfortable")

    @property
    def language(self) -> LanguageChoice:
        return choice_of(self.text("language"))

    def set_language(self, choice: LanguageChoice) -> None:
        """Keep a language, which the window speaks from its next start on."""
        self.set_text("language", choice)

    @property
    def assessor(self) -> str:
        """Who judges; the login name until the user gives another."""
        return self.text("assessor") or _login_name()

    def set_assessor(self, name: str) -> None:
        self.set_text("assessor", name.strip())

    @property
    def search_mode(self) -> str:
        return self.text("search/mode", "hybrid")

    def set_search_mode(self, mode: str) -> None:
        self.set_text("search/mode", mode)

    @property
    def search_full_text(self) -> bool:
        """Whether words are looked for in full texts too."""
        return self.text("search/full_text") == "yes"

    def set_search_full_text(self, full_text: bool) -> None:
        self.set_text("search/full_text", "yes" if full_text else "no")

    @property
    def search_rerank(self) -> str:
        """The model that puts results in order; "" for none."""
        return self.text("search/rerank")

    def set_search_rerank(self, model: str) -> None:
        self.set_text("search/rerank", model)

    @property
    def citation_style(self) -> str:
        """How references are printed: a style's name, or the path of a .csl file."""
        return self.text("references/style", "author-date")

    def set_citation_style(self, name: str) -> None:
        self.set_text("references/style", name)

    @property
    def key_rule(self) -> str:
        """How citation keys are made; "" for the papers' ids."""
        return self.text("references/key_rule")

    def set_key_rule(self, rule: str) -> None:
        self.set_text("references/key_rule", rule)

    @property
    def renews_keys(self) -> bool:
        """Whether papers that have a key of their source get one by the rule too."""
        return self.text("references/new_keys") == "yes"

    def set_renews_keys(self, renew: bool) -> None:
        self.set_text("references/new_keys", "yes" if renew else "no")

    def text(self, key: str, default: str = "") -> str:
        value = self._saved(key)
        return value if isinstance(value, str) else default

    def set_text(self, key: str, value: str) -> None:
        self._known.add(key)
        self._store.setValue(key, value)

    def remove(self, key: str) -> None:
        """Forget a choice."""
        self._store.remove(key)

    def state(self, key: str) -> QByteArray:
        """Return the saved state of a window, header or splitter; empty where none was saved."""
        value = self._saved(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_state(self, key: str, value: QByteArray) -> None:
        self._known.add(key)
        self._store.setValue(key, value)

    def _saved(self, key: str) -> object:
        return None if self._careful and key not in self._known else self._store.value(key)

    def sync(self) -> None:
        """Write at once what Qt would write a little later."""
        self._store.sync()


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no login name in this environment
        return "me"
