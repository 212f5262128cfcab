"""Answers of a grid, about its factors."""

import pytest

from agents.catalog.metrics import METRICS
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.grids.grid_schemas import EffectOut
from backend.analysis.headlines.factors import effects_sentence

RATE = METRICS["requests_per_s"]


def effect(factor: str, level: str, change: float | None, verdict: str) -> EffectOut:
    low, high = (None, None) if change is None else (change - 0.02, change + 0.02)
    figures = {"change": change, "low": low, "high": high, "p": 0.5, "n": 8, "min_effect": 0.01}
    delta = DeltaOut.model_validate(figures | {"verdict": verdict, "reason": "", "method": ""})
    pairs = 0 if change is None else 3
    return EffectOut(
        factor=factor, level=level, against="none", pairs=pairs, delta=delta, spread=None, left_out=[]
    )


@pytest.mark.parametrize(
    ("effects", "has_alarm", "sentence"),
    [
        (
            [
                effect("workers", "22", 0.012, "unclear"),
                effect("pin", "cores", 0.145, "better"),
                effect("log", "off", 0.002, "same"),
            ],
            False,
            "pin cores raises throughput against none (+14.5% [+12.5, +16.5]); no change: log; "
            "not settled: workers.",
        ),
        (
            [effect("pin", "cores", 0.05, "better"), effect("log", "disk", -0.3, "worse")],
            False,
            "pin cores raises throughput against none (+5.0% [+3.0, +7.0]); "
            "log disk lowers it against none (−30.0% [−32.0, −28.0]).",
        ),
        (
            [effect("pin", "cores", 0.03, "unclear"), effect("log", "off", 0.001, "same")],
            False,
            "No factor’s effect on throughput is settled; largest: pin cores against none, "
            "+3.0% [+1.0, +5.0].",
        ),
        (
            [effect("pin", "cores", 0.003, "same"), effect("log", "off", 0.001, "same")],
            False,
            "No factor changes throughput by more than ±1%; largest: pin cores against none, "
            "+0.3% [−1.7, +2.3].",
        ),
        (
            [effect("pin", "cores", 0.2, "unclear")],
            True,
            "The control moved as well, so nothing is settled; largest: pin cores against none, "
            "+20.0% [+18.0, +22.0].",
        ),
        (
            [effect("pin", "cores", 0.2, "better"), effect("pin", "spread", 0.01, "unclear")],
            False,
            "pin cores raises throughput against none (+20.0% [+18.0, +22.0]); not settled: pin spread.",
        ),
        (
            [effect("pin", "cores", None, "unclear")],
            False,
            "No two cells tell what a factor does to throughput.",
        ),
    ],
)
def test_the_sentence_is_about_factors(effects, has_alarm, sentence) -> None:
    assert effects_sentence(effects, RATE, has_alarm) == sentence


def test_a_long_list_of_effects_is_cut() -> None:
    effects = [effect("size", str(i), 0.1 * i, "better") for i in range(1, 8)]
    text = effects_sentence(effects, RATE)
    assert text.count("raises") == 3
    assert text.endswith("; 4 more effects are in the table.")
