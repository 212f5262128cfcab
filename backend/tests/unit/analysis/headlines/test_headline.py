"""The sentence that page, report, picture, lists and terminal tell of an experiment, case by case."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from agents.contract.states import ExperimentState, TrialState
from backend.analysis.headlines.headline import headline_of_rows
from backend.analysis.schemas import Headline
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow

BASE = (5790, 5810, 5805, 5795, 5800)
FIGURES = {
    "rate": "requests_per_s",
    "p99": "latency_p99",
    "mean": "latency_mean",
    "failed": "failed_requests",
}
Values = Sequence[float]


def near(value: float) -> list[float]:
    """Five trials around it, half a percent to either side."""
    return [value * (1 + step / 200) for step in (-1, 1, 0.4, 0.5, -0.5)]


def told(
    state: ExperimentState = ExperimentState.FINISHED,
    workloads: Sequence[str] = ("w",),
    definition: Mapping[str, Any] | None = None,
    failure: dict[str, Any] | None = None,
    left_out: Mapping[str, int] | None = None,
    rules: int = 1,
    **variants: Mapping[str, Values],
) -> Headline | None:
    """Trials of each variant by metric; the first is the baseline, one called `control` its copy."""
    experiment = Experiment(
        id="e",
        name="e",
        state=state,
        origin=Origin.MEASURED,
        definition={"order": "interleaved", **(definition or {})},
        failure=failure,
        is_calibration=False,
        rules_version=rules,
    )
    runs, trials = [], []
    for name, figures in variants.items():
        variant, _, workload = name.partition("__")
        run = Run(
            id=name,
            experiment_id="e",
            position=len(runs),
            name=f"{variant} · {workload}" if workload else variant,
            variant=variant.replace("_", " "),
            knobs={} if variant == "base" else {"nginx.worker_processes": 2 + len(runs)},
            topology="proxied",
            workload={"name": workload or workloads[0]},
            is_baseline=variant == "base",
            is_control=variant == "control",
            eliminated_after=(left_out or {}).get(name),
        )
        runs.append(run)
        for number in range(max((len(v) for v in figures.values()), default=0)):
            own: dict[str, float | None] = {FIGURES[key]: v[number] for key, v in figures.items()}
            trials.append(trial(run, number + 1, own))
    return headline_of_rows(experiment, runs, trials)


def trial(run: Run, number: int, figures: dict[str, float | None]) -> TrialRow:
    begun = datetime(2026, 11, 20, tzinfo=UTC)
    found = (number, 100 * number + run.position, 1, 1, TrialState.DONE, None, [], figures, begun, begun)
    return TrialRow(f"{run.id}{number}", "e", run.id, *found, None, 1)


STATE = ExperimentState
NOISY = (4200, 7600, 5900, 4400, 7400)
EQUAL = (5797, 5806, 5811, 5792, 5803)
BASELINE: dict[str, Values] = {"rate": BASE, "p99": near(0.0120)}

CASES: dict[str, tuple[dict[str, Any], str]] = {
    "better": (
        {"base": {"rate": BASE}, "nodelay": {"rate": near(7250)}},
        "nodelay raises throughput: 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]).",
    ),
    "from twice on as a factor, as exact as its noise": (
        {
            "base": BASELINE,
            "keep_alive": {
                "rate": (19100, 14000, 26000, 17000, 22000),
                "p99": (0.01, 0.02, 0.004, 0.011, 0.03),
            },
        },
        "keep alive triples throughput: 5.80k → 19.2k req/s (×3.3 [2.5, 4.4]); p99 not settled.",
    ),
    "p99 better as well": (
        {
            "base": BASELINE,
            "keep_alive": {"rate": near(13000), "p99": (0.0051, 0.005, 0.0049, 0.005, 0.0051)},
        },
        "keep alive doubles throughput: 5.80k → 13.0k req/s (×2.24 [2.23, 2.25]); "
        "p99 falls 12.0 → 5.02 ms (−58.2% [−59.2, −57.1]).",
    ),
    "p99 is the price": (
        {"base": BASELINE, "batch": {"rate": near(7250), "p99": (0.031, 0.03, 0.029, 0.03, 0.031)}},
        "batch raises throughput: 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]); "
        "p99 rises 12.0 → 30.2 ms (×2.5 [2.4, 2.6]).",
    ),
    "best of several": (
        {"base": {"rate": BASE}, "a": {"rate": near(7250)}, "b": {"rate": near(8000)}},
        "b raises throughput: 5.80k → 8.00k req/s (+38.0% [+37.4, +38.5]).",
    ),
    "worse": (
        {"base": {"rate": BASE}, "gzip": {"rate": near(4000)}},
        "gzip lowers throughput: 5.80k → 4.00k req/s (−31.0% [−31.3, −30.7]).",
    ),
    "nothing is better": (
        {"base": {"rate": BASE}, "gzip": {"rate": near(4000)}, "even": {"rate": EQUAL}},
        "Nothing is better; gzip lowers throughput: 5.80k → 4.00k req/s (−31.0% [−31.3, −30.7]).",
    ),
    "what may be better is left": (
        {"base": {"rate": BASE}, "gzip": {"rate": near(4000)}, "wild": {"rate": NOISY}},
        "Nothing is clearly better; gzip lowers throughput: 5.80k → 4.00k req/s (−31.0% [−31.3, −30.7]).",
    ),
    "same": (
        {"base": {"rate": BASE}, "a": {"rate": EQUAL}},
        "a leaves throughput the same: "
        "5.80k → 5.80k req/s (0.0% [−0.1, +0.1], smaller than what matters here, ±1%).",
    ),
    "all the same": (
        {"base": {"rate": BASE}, "a": {"rate": EQUAL}, "b": {"rate": BASE}},
        "No variant changes throughput by more than ±1%; "
        "largest: a, 5.80k → 5.80k req/s (0.0% [−0.1, +0.1]).",
    ),
    "unclear": (
        {"base": {"rate": BASE}, "a": {"rate": NOISY}},
        "Not settled whether a changes throughput: 5.80k → 5.72k req/s (−1% [−30, +39], could be chance).",
    ),
    "none settled": (
        {"base": {"rate": BASE}, "a": {"rate": NOISY}, "b": {"rate": EQUAL}},
        "No change is settled; largest: a, throughput 5.80k → 5.72k req/s (−1% [−30, +39], could be chance).",
    ),
    "clear of chance and too small to matter": (
        {"base": {"rate": BASE}, "a": {"rate": (5838, 5866, 5860, 5839, 5852)}},
        "a leaves throughput the same: "
        "5.80k → 5.85k req/s (+0.9% [+0.8, +1.0], smaller than what matters here, ±1%).",
    ),
    "running": (
        {"state": STATE.RUNNING, "base": BASELINE, "a": {"rate": near(7250), "p99": near(0.01)}},
        "So far, without a verdict: a, throughput 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]); "
        "p99 12.0 → 10.0 ms.",
    ),
    "cancelled": (
        {"state": STATE.CANCELLED, "base": {"rate": BASE}, "a": {"rate": near(7250)}},
        "Cancelled before its end, without a verdict: "
        "a, throughput 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]).",
    ),
    "cancelled before a round": (
        {"state": STATE.CANCELLED, "base": {"rate": BASE}, "a": {}},
        "Cancelled before anything could be compared.",
    ),
    "failed on the way": (
        {"state": STATE.FAILED, "base": {"rate": BASE}, "a": {"rate": near(7250)}},
        "a raises throughput: 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]); "
        "the experiment failed before its end.",
    ),
    "failed at once": (
        {"state": STATE.FAILED, "failure": {"message": "nginx did not start"}, "base": {}, "a": {}},
        "Failed: nginx did not start.",
    ),
    "control alarmed": (
        {"base": {"rate": BASE}, "control": {"rate": near(6400)}, "a": {"rate": near(7250)}},
        "The control moved as well, so nothing is settled: "
        "a, throughput 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]).",
    ),
    "control alone": (
        {"base": {"rate": BASE}, "control": {"rate": EQUAL}},
        "The A/A control leaves throughput the same: "
        "5.80k → 5.80k req/s (0.0% [−0.1, +0.1], smaller than what matters here, ±1%).",
    ),
    "control alone, open": (
        {"base": {"rate": BASE}, "control": {"rate": NOISY}},
        "Not settled whether the A/A control changes throughput: "
        "5.80k → 5.72k req/s (−1% [−30, +39], could be chance).",
    ),
    "halving left the largest out": (
        {
            "base": {"rate": BASE},
            "a": {"rate": near(7250)},
            "b": {"rate": near(9000)},
            "left_out": {"b": 2},
            "definition": {"search": "halving"},
        },
        "a raises throughput: 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]).",
    ),
    "several workloads": (
        {
            "base__c8": {"rate": BASE},
            "a__c8": {"rate": near(6100)},
            "base__c64": {"rate": BASE},
            "a__c64": {"rate": near(11000)},
        },
        "a raises throughput under “c64”: 5.80k → 11.0k req/s (+89.7% [+89.0, +90.5]).",
    ),
    "one trial of an import": (
        {"base": {"rate": BASE[:1]}, "a": {"rate": (19100,)}},
        "Not settled whether a changes throughput: 5.79k → 19.1k req/s (×3.3, one trial).",
    ),
    "an import without trials": (
        {"base": {}, "a": {}},
        "No two runs have valid trials to compare.",
    ),
    "a baseline without a valid trial": (
        {"base": {}, "a": {"rate": BASE}, "b": {"rate": near(6100)}},
        "The baseline has no valid trials to compare with.",
    ),
    "one run": (
        {"base": {"rate": BASE}},
        "There is one run, and nothing to compare it with.",
    ),
    "an import of runs with different workloads": (
        {"base__one": {"rate": BASE}, "a__two": {"rate": near(7250)}},
        "No two runs have the same workload, so nothing is compared here.",
    ),
    "latencies only": (
        {"base": {"p99": near(0.012)}, "a": {"p99": (0.0051, 0.005, 0.0049, 0.005, 0.0051)}},
        "a halves p99 latency: 12.0 → 5.02 ms (−58.2% [−59.2, −57.1]).",
    ),
    "less is better, and it is more": (
        {"base": {"mean": near(0.012)}, "a": {"mean": (0.02, 0.021, 0.02, 0.019, 0.02)}},
        "a raises mean latency: 12.0 → 20.0 ms (+66.5% [+59.5, +73.9]).",
    ),
    "from zero": (
        {"base": {"failed": (0, 0, 0, 0, 0)}, "a": {"failed": (10, 12, 13, 11, 10)}},
        "a raises failed requests: 0 → 11.2 (+11.2 [+9.58, +12.8]).",
    ),
    "a baseline of zero": (
        {"base": {"rate": (0, 0, 0, 0, 0)}, "a": {"rate": BASE}},
        "The baseline has no valid trials to compare with.",
    ),
    "a stall in a few rounds": (
        {"base": {"rate": near(1000) * 3}, "a": {"rate": [*(near(1050) * 3)[:13], 500.0, 20.0]}},
        "a raises throughput in most rounds: 1.00k → 1.05k req/s (+5.0% [+5.0, +5.0]); "
        "the mean of all rounds says −23.3%.",
    ),
    "trials that are all alike": (
        {"base": {"rate": [1000] * 4}, "a": {"rate": [1100] * 4}},
        "Not settled whether a changes throughput: "
        "1.00k → 1.10k req/s (+10.0% [+10.0, +10.0], too few trials, all alike).",
    ),
    "text of a user": (
        {"base": {"rate": BASE}, "<b>x</b> [y](javascript:1) | `z`": {"rate": near(7250)}},
        "<b>x</b> [y](javascript:1) | `z` raises throughput: 5.80k → 7.25k req/s (+25.0% [+24.6, +25.5]).",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_sentence(case: str) -> None:
    given, sentence = CASES[case]
    found = told(**given)
    assert (found and found.sentence) == (sentence or None)


def test_the_page_opens_on_the_workload_and_metric_that_are_told() -> None:
    found = told(**CASES["several workloads"][0])
    assert found is not None
    assert (found.workload, found.metric, found.run_id) == ("c64", "requests_per_s", "a__c64")
    found = told(**CASES["latencies only"][0])
    assert found is not None
    assert (found.workload, found.metric) == ("w", "latency_p99")


@pytest.mark.parametrize(
    ("case", "settled"),
    [("better", True), ("worse", True), ("same", True), ("unclear", False), ("running", False)],
)
def test_only_what_has_a_verdict_is_settled(case: str, settled: bool) -> None:
    found = told(**CASES[case][0])
    assert found is not None
    assert found.settled == settled


@pytest.mark.parametrize("rounds", [1, 2])
def test_two_rounds_say_nothing_before_the_end(rounds: int) -> None:
    first, second = {"rate": BASE[:rounds]}, {"rate": near(7250)[:rounds]}
    assert told(STATE.RUNNING, base=first, a=second) is None
    assert told(STATE.FINISHED, base=first, a=second) is not None


def test_a_watched_headline_stays_with_the_first_workload() -> None:
    figures = CASES["several workloads"][0]
    running, ended = told(STATE.RUNNING, **figures), told(STATE.FINISHED, **figures)
    assert running is not None
    assert ended is not None
    assert (running.workload, ended.workload) == ("c8", "c64")


def test_before_anything_can_be_compared_there_is_no_headline() -> None:
    assert told(STATE.QUEUED, base={}, a={}) is None
    assert told(STATE.RUNNING, base={"rate": BASE[:1]}, a={}) is None


def test_an_answer_under_one_workload_says_where_the_same_variant_is_worse() -> None:
    headline = told(
        workloads=("c1", "c64"),
        rules=2,
        base__c1={"rate": BASE},
        base__c64={"rate": BASE},
        a__c1={"rate": near(4600)},
        a__c64={"rate": near(11000)},
        b__c1={"rate": near(4600)},
        b__c64={"rate": near(6000)},
    )
    assert headline is not None
    assert headline.answers[0].sentence.startswith("a raises throughput under “c64”: ")
    assert headline.answers[0].sentence.endswith("; worse under “c1”.")
    assert headline.answers[0].opposite_workloads == ["c1"]
