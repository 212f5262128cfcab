"""What a calibration says, in simulated worlds whose truth is known."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from backend.analysis.calibration.calibrate import Planned, build_calibration, compare_equals
from backend.analysis.calibration.disturbances import disturbances
from backend.analysis.calibration.lengths import at_length, noise_by_length
from backend.analysis.calibration.schemas import CalibrationOut
from backend.analysis.calibration.trials import Around, EqualTrial, by_run
from backend.definition.parse import parse_definition
from backend.recipes import library
from backend.statistics.rules import RULES_VERSION
from backend.statistics.starts import start_spread

RUNS, ROUNDS, EVERY, APART_S = 6, 20, 2, 6.0
pytestmark = pytest.mark.slow
HERE = "one"


@dataclass
class World:
    """Spreads on logs. `others`: of the time in seconds → (name, share, slowed by)."""

    between: float = 0.0
    within: float = 0.01
    second: float = 0.0
    rounds: int = ROUNDS
    drift: float = 0.0
    seed: int = 1
    others: Any = None
    steal: Any = None
    beside: dict[str, float] = field(default_factory=lambda: {"sshd": 0.001})


def trials_of(world: World) -> list[EqualTrial]:
    rng = np.random.default_rng(world.seed)
    luck = rng.normal(0, world.between, (RUNS, world.rounds // EVERY + 1))
    shared = np.cumsum(rng.normal(0, world.drift, world.rounds))
    found = []
    for number in range(world.rounds):
        for place, run in enumerate(rng.permutation(RUNS).tolist()):
            at = (number * RUNS + place) * APART_S
            name, share, slower = world.others(at) if world.others else ("", 0.0, 0.0)
            stolen, lost = world.steal(at) if world.steal else (0.0, 0.0)
            level = luck[run, number // EVERY] + shared[number] + rng.normal(0, world.within) - slower - lost
            rates = 1000 * np.exp(level + rng.normal(0, world.second, 4))
            processes = world.beside | ({name: share} if name else {})
            found.append(
                EqualTrial(
                    id=f"t{number}-{run}",
                    run=f"r{run}",
                    round=number + 1,
                    position=number * RUNS + place + 1,
                    start=number // EVERY + 1,
                    value=float(rates.mean()),
                    at=1e9 + at,
                    rates=rates.tolist(),
                    machines={HERE: Around(share, stolen, 0.15, 20_000, processes)},
                )
            )
    return found


def page(
    trials: list[EqualTrial], state: str = "finished", left_out: int = 0, rules: int = RULES_VERSION
) -> CalibrationOut:
    return build_calibration(trials, planned(state, left_out, rules))


def planned(state: str = "finished", left_out: int = 0, rules: int = RULES_VERSION) -> Planned:
    recipe = library.find("calibration")
    assert recipe
    definition = library.instantiate(recipe, "full", 2)
    names = {f"r{i}": f"equal {i + 1}" for i in range(RUNS)}
    final = state not in ("running", "cancelling")
    return Planned(definition, names, ROUNDS, state, final, left_out, rules)


# ---- spreads -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("between", "within"),
    [
        (0.03, 0.02),
        *(pytest.param(*case, marks=pytest.mark.exhaustive) for case in ((0.0, 0.02), (0.01, 0.03))),
    ],
)
def test_intervals_of_both_spreads_hold_the_truth(between: float, within: float) -> None:
    held = np.zeros(2)
    worlds = 60
    for seed in range(worlds):
        world = World(between=between, within=within, drift=0.02, seed=seed)
        found = start_spread([by_run(trials_of(world))])
        assert found.between_range
        assert found.within_range
        held[0] += found.between_range[0] <= between <= found.between_range[1]
        held[1] += found.within_range[0] <= within <= found.within_range[1]
    assert (held >= 0.9 * worlds).all()


def test_starts_and_trials_are_told_apart_and_said() -> None:
    found = page(trials_of(World(between=0.03, within=0.02)))
    assert found.between == pytest.approx(0.03, rel=0.3)
    assert found.within == pytest.approx(0.02, rel=0.3)
    assert found.sentence.startswith("Starts of a server differ by ")
    assert (found.starts, found.trials, found.rounds, found.cautions) == (60, 120, 20, [])
    assert any("new servers for each round" in one for one in found.todo)


def test_equal_starts_are_said_to_be_equal_with_how_much_they_may_differ() -> None:
    found = page(trials_of(World(within=0.02, seed=6)))
    assert found.between == 0
    assert found.sentence.startswith("Starts of a server differ no more than trials of one start")


# ---- lengths -------------------------------------------------------------------------------------


def test_shorter_trials_scatter_more_by_what_changes_within_them() -> None:
    within, second = 0.01, 0.06
    trials = trials_of(World(within=within, second=second, seed=2))
    spread = start_spread([by_run(trials)])
    found = noise_by_length(trials, 5.0, spread.within)
    assert [one.seconds for one in found] == [1, 2, 3, 5]
    assert [one.is_measured for one in found] == [False, False, False, True]
    for one in found[:3]:
        truth = (within**2 + second**2 / one.seconds) ** 0.5
        assert one.within == pytest.approx(truth, rel=0.2)
    assert found[0].within > found[1].within > found[2].within


def test_what_changes_between_trials_is_not_less_with_longer_ones() -> None:
    trials = trials_of(World(within=0.03, second=0.001))
    found = noise_by_length(trials, 5.0, start_spread([by_run(trials)]).within)
    assert found[0].within == pytest.approx(found[-1].within, rel=0.05)
    best = page(trials).lengths
    assert min(best, key=lambda one: one.total_s or 1e9).seconds == 1
    assert any(one.startswith("Take trials of 1 s instead of 5 s") for one in page(trials).todo)


def test_without_samples_only_the_measured_length_is_known() -> None:
    trials = [replace(t, rates=()) for t in trials_of(World())]
    assert [one.seconds for one in page(trials).lengths] == [5]
    assert noise_by_length(trials, None, 0.01) == []


def test_other_lengths_count_with_the_nearest_that_is_known() -> None:
    found = noise_by_length(trials_of(World(second=0.05)), 5.0, 0.02)
    assert at_length(found, 60) == found[-1]
    assert at_length(found, 4) == found[2]
    assert at_length(found, 0.5) == found[0]


# ---- how often equals were called, and what they need --------------------------------------------


def test_equals_are_counted_beside_what_chance_lets_expect() -> None:
    found = page(trials_of(World(between=0.01, within=0.02))).equals
    assert found is not None
    assert (found.candidates, found.pairs, found.pairs_expected) == (5, 15, 0.75)
    assert found.pairs_called == len(found.called_pairs)
    assert f"{found.pairs_called} ha" in found.sentence


def test_equals_are_called_by_the_rules_of_their_experiment() -> None:
    trials = [
        replace(trial, value=trial.value * (1.009 if trial.run == "r3" else 1.0))
        for trial in trials_of(World(within=0.003))
    ]
    called = [page(trials, rules=rules).equals for rules in (1, 2)]
    assert [equals.called for equals in called if equals] == [0, 1], "clear of chance, and less than matters"


@pytest.mark.exhaustive
def test_equals_are_called_as_seldom_as_is_promised() -> None:
    plan = planned()
    worlds = [trials_of(World(between=0.01, within=0.02, seed=s)) for s in range(60)]
    called = [equals for world in worlds if (equals := compare_equals(world, plan))]
    assert len(called) == 60
    assert sum(one.called > 0 for one in called) <= 8  # 5% of 60 are 3
    assert sum(one.pairs_called for one in called) / 60 < 1.5  # 0.75 expected


def test_a_run_that_really_differs_is_named_among_the_pairs() -> None:
    trials = [replace(t, value=t.value * (1.1 if t.run == "r3" else 1.0)) for t in trials_of(World())]
    found = page(trials)
    assert found.equals
    assert found.equals.called == 1
    assert {p.b if p.a != "equal 4" else p.a for p in found.equals.called_pairs} >= {"equal 4"}
    assert any("Calibrate once more" in one for one in found.todo)


def test_rounds_needed_grow_with_the_noise_and_fall_with_the_change() -> None:
    calm, noisy = page(trials_of(World(within=0.01))), page(trials_of(World(between=0.02, within=0.03)))
    assert [one.effect for one in calm.needs] == [0.01, 0.02, 0.05]
    for one, other in zip(calm.needs, noisy.needs, strict=True):
        assert (one.rounds or 0) < (other.rounds or 2000)
        assert one.chance >= other.chance
    rounds = [one.rounds or 2000 for one in noisy.needs]
    assert rounds[0] > rounds[1] > rounds[2]
    two = calm.needs[1]
    assert two.rounds
    assert two.seconds is not None
    assert two.seconds > two.rounds * 3 * 5


# ---- what disturbs -------------------------------------------------------------------------------


def backup(at: float) -> tuple[str, float, float]:
    """Every two minutes, for twenty seconds."""
    return ("backup", 0.4, 0.2) if at % 120 < 20 else ("", 0.0, 0.0)


def test_a_process_that_comes_periodically_is_named_with_its_period() -> None:
    found = page(trials_of(World(within=0.02, others=backup)))
    (worst,) = found.disturbances
    assert (worst.kind, worst.name, worst.machine) == ("process", "backup", HERE)
    assert worst.change == pytest.approx(-0.18, abs=0.02)
    assert worst.period_s == pytest.approx(120, abs=7)
    assert worst.sentence.startswith("backup on one: 40% of the CPU in ")
    assert "about every 2 min" in worst.sentence
    assert "Stop backup while measuring, or keep it off the measured CPUs." in found.todo
    assert len(found.far) == worst.trials
    assert all("backup on one at 40%" in one.sentence for one in found.far)


def test_steal_is_told_from_a_process() -> None:
    def steal(at: float) -> tuple[float, float]:
        return (0.1, 0.1) if 200 < at < 300 else (0.0, 0.0)

    (found,) = page(trials_of(World(steal=steal))).disturbances
    assert (found.kind, found.name) == ("steal", "")
    assert found.sentence.startswith("Steal on one: 10% of the CPU in 16 trials")


def test_a_bystander_is_not_named_beside_what_takes_the_time() -> None:
    trials = [
        replace(
            t,
            machines={
                HERE: replace(
                    t.machines[HERE],
                    processes=dict(t.machines[HERE].processes)
                    | ({"logger": 0.03} if backup(t.at - 1e9)[0] else {}),
                )
            },
        )
        for t in trials_of(World(others=backup))
    ]
    assert [one.name for one in page(trials).disturbances] == ["backup"]


def test_what_does_not_slow_trials_is_not_named() -> None:
    def harmless(at: float) -> tuple[str, float, float]:
        return ("indexer", 0.3, 0.0) if at % 120 < 20 else ("", 0.0, 0.0)

    worlds = [trials_of(World(others=harmless, seed=seed)) for seed in range(40)]
    assert sum(bool(disturbances(world)) for world in worlds) <= 6  # 5% of 40 are 2


def test_part_of_dynoboard_is_not_to_be_stopped() -> None:
    def own(at: float) -> tuple[str, float, float]:
        return ("python agents.runner", 0.3, 0.2) if at % 120 < 20 else ("", 0.0, 0.0)

    found = page(trials_of(World(others=own)))
    assert any("without a dashboard" in one for one in found.todo)
    assert not any("Stop" in one for one in found.todo)


def test_one_slow_trial_is_marked_with_nothing_beside_it() -> None:
    trials = trials_of(World())
    trials[50] = replace(trials[50], value=trials[50].value * 0.7)
    found = page(trials)
    far = min(found.far, key=lambda one: one.change)
    assert far.change == pytest.approx(-0.3, abs=0.03)
    assert far.sentence.endswith("nothing on the machines was unusual")
    assert far.trial_id == trials[50].id
    assert found.timeline.far[found.timeline.trial_ids.index(far.trial_id)]
    assert found.timeline.at_s == sorted(found.timeline.at_s)


# ---- what is left when something went wrong ------------------------------------------------------


@pytest.mark.parametrize("state", ["running", "cancelled", "failed"])
def test_before_the_end_and_after_a_broken_one_nothing_is_called(state: str) -> None:
    found = page(trials_of(World(rounds=6)), state)
    assert found.equals is None
    assert found.rounds == 6
    assert found.within is not None
    assert any("6 of 20 rounds" in one for one in found.cautions)
    assert any("intervals of the spreads are wide" in one for one in found.cautions)


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_single_round_and_none_say_what_is_missing(rounds: int) -> None:
    found = page(trials_of(World(rounds=rounds)), "cancelled")
    assert (found.between, found.within, found.needs, found.lengths) == (None, None, [], [])
    assert "too few trials" in found.sentence
    assert any("two rounds each" in one for one in found.cautions)
    assert found.disturbances == found.far == []


def test_many_failed_trials_are_a_caution() -> None:
    trials = trials_of(World())[:90]
    cautions = " ".join(page(trials, left_out=30).cautions)
    assert "30 of 120 attempts were invalid or failed" in cautions


def test_trials_that_end_by_requests_have_no_lengths() -> None:
    names = {f"r{i}": f"equal {i + 1}" for i in range(RUNS)}
    definition = parse_definition(
        {
            "name": "by requests",
            "workloads": [{"name": "w", "tool": "ab", "connections": 10, "requests": 1000}],
            "trials": 20,
            "servers": {"every": 2},
            "control": False,
            "variants": [{"name": name} for name in names.values()],
        }
    )
    found = build_calibration(
        trials_of(World()), Planned(definition, names, ROUNDS, "finished", True, 0, RULES_VERSION)
    )
    assert found.lengths == []
    assert found.length_s is None
    assert len(found.needs) == 3
