"""Who goes on after a stage of halving, how those left are judged, and the sentences that say so."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents.contract.states import RunState, TrialState
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.halving import choose_remaining, halving_of, sentence
from backend.analysis.precision_schemas import Halving, StageOut
from backend.definition.halving import schedule
from backend.records.trial_rows import TrialRow
from backend.statistics.delta import Group, deltas_together
from backend.statistics.halving import go_on
from backend.statistics.holm import holm
from backend.statistics.rules import RULES_VERSION

STAGES = schedule(7, 8, 1, workloads=2)  # rounds 1 to 3 of seven, 4 to 7 of four, 8 to 13 of two
DEFINITION = {"search": "halving", "trials": 8, "control": False, "workloads": [{}, {}]}
EXPERIMENT: Any = SimpleNamespace(definition=DEFINITION, state="running", rules_version=1, rounds_added=0)


def run(workload: str, number: int, **changes: Any) -> Any:
    base = {"id": f"{workload}{number}", "name": f"v{number} · {workload}", "workload": {"name": workload}}
    flags = {
        "is_baseline": number == 0,
        "is_control": False,
        "position": number,
        "deleted_at": None,
        "eliminated_after": None,
        "last_round": None,
    }
    return SimpleNamespace(
        **base | flags | {"state": RunState.READY, "failure": None, "bottlenecks": []} | changes
    )


RUNS = [run(w, i) for w in "ab" for i in range(8)]


def trial(run_id: str, round: int, value: float | None, state: str = TrialState.DONE) -> TrialRow:
    figures = {"requests_per_s": value}
    return TrialRow(
        f"{run_id}-{round}", "e", run_id, round, round, 1, 1, state, None, [], figures, None, None, None, 1
    )


def measured(best_of_b: int = 7, rounds: int = 3) -> list[TrialRow]:
    """In a, a higher number is better; in b one other is best."""
    rate = {"a": lambda i: 1000 + 10 * i, "b": lambda i: 1000 + 10 * i + (500 if i == best_of_b else 0)}
    return [trial(f"{w}{i}", n, rate[w](i) + n) for w in "ab" for i in range(8) for n in range(1, rounds + 1)]


def test_each_workload_keeps_its_own_better_half_and_its_baseline() -> None:
    assert choose_remaining(EXPERIMENT, RUNS, measured(best_of_b=1), STAGES[1]) == {
        *("a0", "a7", "a6", "a5", "a4"),
        *("b0", "b1", "b7", "b6", "b5"),
    }


def test_one_stalled_round_of_three_decides_nothing() -> None:
    trials = [t._replace(figures={"requests_per_s": 1.0}) if t.id == "a7-2" else t for t in measured()]
    assert "a7" in choose_remaining(EXPERIMENT, RUNS, trials, STAGES[1])


def test_whoever_failed_or_has_no_round_gives_its_place_to_the_next() -> None:
    runs = [run("a", 7, state=RunState.FAILED) if r.id == "a7" else r for r in RUNS]
    trials = [t for t in measured() if t.run_id != "a6"]
    found = choose_remaining(EXPERIMENT, runs, trials, STAGES[1])
    assert {i for i in found if i[0] == "a"} == {"a0", "a5", "a4", "a3", "a2"}


def test_a_workload_whose_candidates_all_failed_is_measured_no_further() -> None:
    trials = [t for t in measured() if t.run_id[0] == "b" or t.run_id == "a0"]
    assert {i[0] for i in choose_remaining(EXPERIMENT, RUNS, trials, STAGES[1])} == {"b"}


def test_later_rounds_do_not_change_what_a_stage_decided() -> None:
    late = [trial("a1", 9, 99_999.0), trial("a0", 9, 1000.0)]
    before = choose_remaining(EXPERIMENT, RUNS, measured(), STAGES[1])
    assert choose_remaining(EXPERIMENT, RUNS, [*measured(), *late], STAGES[1]) == before


def test_of_equals_the_first_in_the_order_of_the_plan_goes_on() -> None:
    assert go_on({"a": [0.1], "b": [0.1, 0.1], "c": [0.2], "d": []}, 2) == ["c", "a"]


def test_the_page_shows_who_left_after_which_stage_and_with_which_figure() -> None:
    gone = {"a1", "a2", "a3"}
    runs = [run(r.id[0], int(r.id[1]), eliminated_after=3 if r.id in gone else None) for r in RUNS]
    found = halving_of(EXPERIMENT, runs, [*measured(), trial("a7", 4, None, TrialState.MEASURING)])
    assert found is not None
    assert [s.state for s in found.stages] == ["ended", "running", "waiting"]
    of_a = [one for one in found.stages[0].ranking if one.run_id[0] == "a"]
    assert [(one.run_id, one.goes_on) for one in of_a[3:5]] == [("a4", True), ("a3", False)]
    assert of_a[0].change == pytest.approx(70 / 1002)
    assert len(found.remaining) == 11


def test_those_that_are_left_are_judged_among_all_that_began() -> None:
    assert holm([0.004, 0.03], began=11).tolist() == pytest.approx([0.044, 0.3])
    assert holm([0.004, 0.03, float("nan")], began=2).tolist()[:2] == pytest.approx([0.008, 0.03])
    rng = np.random.default_rng(3)
    runs = [list(enumerate(rng.normal(middle, 10, 20).tolist())) for middle in (1000, 1012)]
    alone, of_eleven = (
        deltas_together([Group(runs[0], [runs[1]])], direction="higher", began=began, rules=RULES_VERSION)[0][
            0
        ]
        for began in (0, 11)
    )
    assert alone.p is not None
    assert of_eleven.p_adjusted == pytest.approx(min(1.0, 11 * alone.p))
    assert (alone.family, of_eleven.family) == (1, 11)
    assert (of_eleven.low, of_eleven.high) == (alone.low, alone.high)
    assert of_eleven.simultaneous_high is not None
    assert alone.high is not None
    assert of_eleven.simultaneous_high > alone.high


NAMES = {"a": "keepalive", "b": "gzip"}


def stands(*states: Any, remaining: tuple[str, ...] = ("a", "b")) -> Halving:
    stages = [
        StageOut(number=i + 1, first=3 * i + 1, last=3 * i + 3, candidates=7, trials=9, state=s, ranking=[])
        for i, s in enumerate(states)
    ]
    return Halving(stages=stages, entrants=7, remaining=list(remaining))


@pytest.mark.parametrize(
    ("found", "is_open", "words"),
    [
        (
            stands("ended", "ended"),
            False,
            "Halving: of 7 candidates 2 were measured to the end (keepalive, gzip), in 6 rounds. Verdicts "
            "are for these alone, from all their rounds, and count all 7.",
        ),
        (
            stands("running", "waiting"),
            True,
            "Halving, stage 1 of 2: 2 of 7 candidates remain; after round 3 the better half goes on.",
        ),
        (
            stands("ended", "running", remaining=("a",)),
            True,
            "Halving, the last stage: 1 of 7 candidates remains, measured until round 6.",
        ),
        (
            stands("ended", "stopped"),
            False,
            "Halving was stopped in stage 2 of 2: 2 of 7 candidates remain.",
        ),
        (
            stands("ended", "stopped", remaining=()),
            False,
            "Halving ended early: none of 7 candidates could be measured.",
        ),
    ],
)
def test_it_is_said_in_a_sentence(found: Halving, is_open: bool, words: str) -> None:
    assert sentence(found, NAMES, is_open) == words


def test_the_reason_of_an_eliminated_run_does_not_repeat_the_word_above_it() -> None:
    delta = {
        "change": 0.1,
        "low": 0.05,
        "high": 0.15,
        "p": None,
        "n": 3,
        "min_effect": 0.01,
        "verdict": "left_out",
    }
    eliminated_delta = DeltaOut.model_validate(delta | {"reason": "", "method": "paired"})
    assert f"{eliminated_delta.word}, {eliminated_delta.because}" == "eliminated, by halving"
