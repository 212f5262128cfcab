"""The few words beside a verdict."""

import pytest

from backend.analysis.delta_schemas import DeltaOut

FIGURES = {"change": 2.1, "low": None, "high": None, "p": None, "n": 1, "min_effect": 0.01, "reason": ""}


@pytest.mark.parametrize(
    ("method", "verdict", "words"),
    [
        ("paired", "unclear", "only one round has both"),
        ("welch", "unclear", "one trial"),
        ("paired", "interim", ""),
    ],
)
def test_a_change_of_one_round_is_not_that_of_the_means_beside_it(
    method: str, verdict: str, words: str
) -> None:
    assert DeltaOut.model_validate(FIGURES | {"method": method, "verdict": verdict}).because == words
