"""What an error says to commands, and what it hands to a window."""

from __future__ import annotations

import json
import pickle

import pytest

from assay.errors import AssayError, BadInput, RecipeError, StaleIndex


@pytest.mark.parametrize("kind", [AssayError, BadInput, RecipeError, StaleIndex])
def test_advice_is_said_by_commands_and_never_handed_to_the_window(kind: type[AssayError]) -> None:
    error = kind("There is no index in {0}.", "here", advice="Run `assay index {0}`.")
    assert str(error) == "There is no index in here. Run `assay index here`."
    assert error.lines == (str(error),)
    assert str(error.message) == "There is no index in here."
    assert json.loads(json.dumps(error.fields)) == {"text": "There is no index in {0}.", "values": ["here"]}
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), str(again.message)) == (str(error), str(error.message))


def test_a_plain_text_with_advice_is_handed_over_without_it() -> None:
    error = StaleIndex("There is no index.", advice="Run `assay index`.")
    assert str(error) == "There is no index. Run `assay index`."
    assert error.fields == {"text": "There is no index.", "values": []}


def test_an_error_of_a_table_keeps_its_advice_within_the_recipe() -> None:
    error = RecipeError("'{0}' is missing.", "loss", key="loss", advice="Run `assay presets`.")
    assert str(error.within("stage 1")) == "stage 1: 'loss' is missing. Run `assay presets`."
    assert str(error.within("stage 1").message) == "stage 1: 'loss' is missing."


def test_several_problems_stand_below_what_is_said_with_its_advice() -> None:
    error = BadInput("{0} problems.", 2, problems=["one", "two"], advice="Run `assay check`.")
    assert error.lines == ("2 problems. Run `assay check`.", "one", "two")
