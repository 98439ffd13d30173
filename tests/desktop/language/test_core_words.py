"""What the core says is shown in the window's language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from assay.codec import from_json as from_json_of
from assay.codec import to_json as to_json_of
from assay.errors import BadInput, LibraryError, RecipeError, StaleIndex
from assay.importers import read_papers
from assay.messages import Message, message
from assay.prediction.probes.number_probe import _why_not
from assay.prediction.types import NumberQuality
from assay.progress import Item, Report
from assay.query_tuning.types import Verdict
from assay.training.recipe.recipe_file import read_recipe
from assay.training.runs.events import Note, from_json, to_json
from assay.types import ImportFailure
from assay_desktop.background.job_words import failure_line, verdict_words
from assay_desktop.pages.training.live import LiveRun
from assay_desktop.text.core_words import error_words, in_language, stage_words, translated
from assay_desktop.text.language import speak


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def test_english_words_stay_as_they_are() -> None:
    assert translated(Message("titles {0} % alike", ("93",))) == "titles 93 % alike"
    assert translated("a stage of a later version") == "a stage of a later version"


def test_messages_are_shown_in_german(german: None) -> None:
    assert translated("encoding") == "Kodieren"
    assert translated(Message("titles {0} % alike", ("93",))) == "Titel zu 93 % gleich"
    assert translated(Message("same {0}", ("DOI",))) == "DOI gleich"
    assert (
        translated(Message("{0}: there is no such folder.", ("/{x}",)))
        == "/{x}: Diesen Ordner gibt es nicht."
    )


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (Report("encoding", 1, 2), "Kodieren"),
        (Report("encoding", 1, 2, Item(number=1, of=2)), "Kodieren, Teil 1 von 2"),
        (Report("learning", 1, 2, Item(("topics",))), "Lernen: topics"),
        (Report("encoding", 1, 2, Item(("A, b", "bm25"), 3, 12)), "A, b, bm25 (3 von 12), Kodieren"),
        (Report("", 1, 2, Item(("A", "bm25"), 3, 12)), "A, bm25 (3 von 12)"),
    ],
)
def test_a_stage_and_its_item_are_shown_in_german(german: None, report: Report, said: str) -> None:
    assert stage_words(report) == said


def test_a_report_reads_in_english_as_the_window_shows_it() -> None:
    for item in (None, Item(("A", "bm25"), 3, 12), Item(("topics",)), Item(number=1, of=2)):
        assert str(Report("encoding", 1, 2, item)) == stage_words(Report("encoding", 1, 2, item))


def test_an_error_is_shown_in_german_where_it_has_a_message(german: None) -> None:
    error = LibraryError(message("There is no library in {0}. Check the path.", "/l"))
    assert str(error) == "There is no library in /l. Check the path."
    assert error_words({"message": str(error), **error.fields}) == (
        "In /l gibt es keine Bibliothek. Den Pfad prüfen."
    )
    plain = BadInput("Nothing is known of it.")
    assert plain.fields == {}
    assert plain.message == Message("Nothing is known of it.")
    assert error_words({"message": str(plain)}) == "Nothing is known of it."


def test_an_error_of_a_recipe_keeps_its_key() -> None:
    error = RecipeError(message("{0} is too small", 3), key="seed")
    assert error.fields == {"text": "{0} is too small", "values": ["3"], "key": "seed"}
    assert RecipeError("plain", line=2).fields == {"line": 2}


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (
            Verdict("partly", ("meaning",)),
            "Besser bei neuen Anfragen {0}; kein signifikanter Unterschied {1}",
        ),
        (Verdict("worse", ("meaning", "hybrid")), "Schlechter {0} und {1}: nicht "),
    ],
)
def test_a_verdict_is_told_in_german(german: None, verdict: Verdict, said: str) -> None:
    assert verdict_words(verdict).startswith(said.format("mit semantischer Suche", "mit hybrider Suche"))


def test_words_that_are_not_known_come_back_as_they_are(german: None) -> None:
    assert translated("a stage of a later version") == "a stage of a later version"
    assert translated("") == ""


def test_errors_of_recipes_and_of_the_lane_are_german_within_each_other(german: None, tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text("nme = 'x'")
    with pytest.raises(RecipeError) as caught:
        read_recipe(path)
    error = caught.value
    assert str(error).startswith(f"{path}: unknown key 'nme'. Did you mean 'name'?")
    words = f"{path}: Unbekannter Schlüssel „nme“. Gemeint: „name“?"
    assert error_words(json.loads(json.dumps({"message": str(error), **error.fields}))) == words
    assert str(in_language(error)) == words


def test_the_window_says_no_commands() -> None:
    error = StaleIndex("There is no keyword index in {0} yet.", "here", advice="Run `assay index`.")
    over_the_wire = json.loads(json.dumps({"message": str(error), **error.fields}))
    assert error_words(over_the_wire) == "There is no keyword index in here yet."
    assert str(in_language(error)) == "There is no keyword index in here yet."


def test_a_note_of_a_run_is_german_after_a_day_on_the_disk(german: None) -> None:
    said = message("{0} reads {1} tokens at most: texts are cut there, not at {2}.", "tiny", 64, 128)
    row = json.loads(json.dumps(to_json(Note.of(said))))
    assert row["text"] == "tiny reads 64 tokens at most: texts are cut there, not at 128."
    live = LiveRun()
    earlier = {"kind": "note", "text": "A note of {an earlier} version."}
    live.take([from_json(row), from_json(earlier)])
    german_words = "tiny liest höchstens 64 Tokens: Texte werden dort gekürzt, nicht bei 128."
    assert list(live.log) == [german_words, "A note of {an earlier} version."]


def test_why_a_number_is_not_predicted_is_told_in_german(german: None) -> None:
    quality = NumberQuality(half_width=1, n=40, mae=2.0, mae_of_mean=1.5, tau=0.1, coverage=0.8)
    why = _why_not(quality, 0.9)
    assert why is not None
    assert translated(why) == "der Fehler ist 2.00, der des Mittelwerts 1.50"


def test_a_failed_entry_is_german_with_its_file_and_line(german: None, tmp_path: Path) -> None:
    file = tmp_path / "papers.bib"
    file.write_text("@article{a, year = {2020}}\n@misc{b, title = {A}, abstract = {B}}\n")
    found = [each for each in read_papers(file) if isinstance(each, ImportFailure)]
    (failure,) = from_json_of(json.loads(json.dumps(to_json_of(found))), list[ImportFailure])
    assert failure.reason == "the entry 'a' has no title, DOI or other identifier"
    said = "der Eintrag „a“ hat weder Titel noch DOI noch eine andere Kennung"
    assert failure_line(failure) == f"{file}:1: {said}"
    assert failure_line(ImportFailure("x.bib", 0, "as {earlier} said it")) == "x.bib: as {earlier} said it"


def test_a_file_that_cannot_be_read_says_so_in_german(german: None, tmp_path: Path) -> None:
    (tmp_path / "papers.bib").write_bytes(b"%PDF-1.7 and more")
    (failure,) = read_papers(tmp_path / "papers.bib")
    assert isinstance(failure, ImportFailure)
    assert failure.reason == "this is a PDF, not the text that is expected here"
    assert failure_line(failure).endswith(": das ist ein PDF und nicht der Text, der hier erwartet wird")
