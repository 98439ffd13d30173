"""Every text of the window has German words that fit it, and the compiled file says the same."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from assay_desktop.text.translating import (
    PACKAGE,
    Text,
    Untranslatable,
    core_texts,
    merged,
    read_ts,
    texts_in,
    texts_of,
    write_ts,
)

FOLDER = Path(str(files("assay_resources") / "translations"))
TS = FOLDER / "assay_de.ts"
ADVICE = "run `make translations`, then write what is unfinished in assay_de.ts, then run it again"


@pytest.fixture(scope="module")
def german() -> dict[Text, str]:
    return read_ts(TS)


@pytest.fixture(scope="module")
def said() -> set[Text]:
    """What the source says; to read it takes seconds."""
    return texts_of(PACKAGE) | core_texts()


def listed(texts: list[Text]) -> str:
    return "\n".join(f"  {text.context}: {text.source!r}" for text in sorted(texts))


def test_every_text_of_the_window_is_in_german(german: dict[Text, str], said: set[Text]) -> None:
    assert len(said) > 1000
    missing = [text for text in said if not german.get(text)]
    assert not missing, f"{len(missing)} texts are not translated ({ADVICE}):\n{listed(missing)}"


def test_no_translation_outlives_its_text(german: dict[Text, str], said: set[Text]) -> None:
    gone = sorted(german.keys() - said)
    assert not gone, f"{len(gone)} texts are no longer in the source ({ADVICE}):\n{listed(gone)}"


def _shape(text: str) -> tuple[object, ...]:
    """What a translation may not change: places, shortcut marks, what a text ends with, its lines."""
    end = text.rstrip()[-1:]
    return (
        sorted(re.findall(r"\{\d*\}", text)),
        text.count("&"),
        end if end in "….:?" else "",
        text.count("\n"),
        len(text) - len(text.lstrip()),
        len(text) - len(text.rstrip()),
    )


def test_german_texts_keep_places_marks_and_ends(german: dict[Text, str]) -> None:
    wrong = [
        f"{t.source!r}\n    {said!r}"
        for t, said in german.items()
        if said and _shape(t.source) != _shape(said)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_venue_has_one_german_word(german: dict[Text, str]) -> None:
    said = [words for text, words in german.items() if re.search(r"[Vv]enues?\b(?!:)", text.source)]
    assert len(said) > 10
    assert [words for words in said if "Quelle" not in words] == []


def test_what_code_calls_by_name_keeps_its_name(german: dict[Text, str]) -> None:
    """Measures, file formats and what a recipe's file says are the same in every language."""
    names = re.compile(r"nDCG@\d+|BM25|TREC|BEIR|qrels|TOML|JSON Lines|RRF|arXiv|DOI")
    keys = re.compile(r"^[a-z]+(?=: )")  # what stands in a recipe
    wrong = [
        f"{text.source!r}\n    {said!r}"
        for text, said in german.items()
        if said
        and (
            not set(names.findall(text.source)) <= set(names.findall(said))
            or (text.context.endswith("Form") and keys.findall(text.source) != keys.findall(said))
        )
    ]
    assert not wrong, "\n".join(wrong)


def test_the_compiled_file_says_what_the_source_of_it_says(german: dict[Text, str]) -> None:
    translator = QTranslator()
    assert translator.load(str(FOLDER / "assay_de.qm"))
    stale = [text for text, said in german.items() if translator.translate(*text) != said]
    assert not stale, f"assay_de.qm is older than assay_de.ts: run `make translations`\n{listed(stale)}"


def test_texts_are_found_with_the_context_in_which_qt_looks_for_them() -> None:
    code = (
        "class Page(QWidget):\n    def f(self): return self.tr('a' 'b')\n"
        "def g(): return _tr('c')\n"
        "def _tr(text): return QCoreApplication.translate('words', text)\n"
    )
    assert list(texts_in(code, "page.py")) == [Text("Page", "ab"), Text("words", "c")]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("class Page:\n    title = self.tr('a')", "before the window knows its language"),
        ("class Page:\n    def f(self): return self.tr(f'{1} a')", "not one plain string"),
        ("def f(): return _tr('a')", "has no context"),
    ],
)
def test_texts_that_nobody_could_translate_are_refused(code: str, why: str) -> None:
    with pytest.raises(Untranslatable, match=f"page.py, line [12].*{why}"):
        list(texts_in(code, "page.py"))


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    said = {Text("Page", "a & <b>\n"): "ä & <b>\n", Text("Page", "c"): "", Text("words", "d"): "„d“"}
    write_ts(tmp_path / "a.ts", "de", said)
    assert read_ts(tmp_path / "a.ts") == said


def test_a_text_that_moved_keeps_its_words_and_one_with_two_meanings_waits() -> None:
    known = {Text("A", "open"): "offen", Text("B", "close"): "nah", Text("C", "close"): "schließen"}
    assert merged({Text("D", "open"), Text("D", "close")}, known) == {
        Text("D", "open"): "offen",
        Text("D", "close"): "",
    }
