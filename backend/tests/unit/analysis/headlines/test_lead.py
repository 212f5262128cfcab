"""Answers have two sentences at most, whatever came out, and say nothing twice."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.catalog.metrics import METRICS
from agents.contract.states import ExperimentState
from backend.analysis.calibration.sentences import spread
from backend.analysis.ceiling_result import headline_of_search
from backend.analysis.ceiling_schemas import CeilingOut, CeilingRun, SearchState
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.grids.grid_schemas import EffectOut
from backend.analysis.headlines.factors import effects_sentence
from backend.analysis.headlines.lead import (
    CONTROL_MOVED,
    MAX_SENTENCES,
    first_sentence,
    lead_of,
    name_quantity,
)
from backend.analysis.headlines.sentences import (
    Change,
    answer_sentence,
    context_sentence,
    finding,
    same_settings_sentence,
)
from backend.analysis.headlines.trust import Conditions, trust_in
from backend.bisects.course import Measurement, Outcome, next_measurement
from backend.bisects.steps import Step, headline, outcomes_of
from backend.statistics.starts import StartSpread

RATE, CPU = METRICS["requests_per_s"], METRICS["cpu_s_per_request"]
MANY = "nginx ended by itself. Its error log says: bind() failed. Stop what listens on 80."


def count_sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?=\s|$)", text))


@st.composite
def deltas(draw: st.DrawFn) -> DeltaOut:
    change = draw(st.none() | st.floats(-0.9, 9))
    middle = change or 0.0
    return DeltaOut.model_validate(
        {
            "change": change,
            "low": None if change is None else middle - 0.02,
            "high": None if change is None else middle + 0.02,
            "verdict": draw(st.sampled_from(["better", "worse", "same", "unclear", "interim"])),
            "size": draw(st.sampled_from([None, "at_least", "open", "small"])),
            "mean_change": draw(st.none() | st.floats(-0.9, 2)),
            "baseline_mean": 8910.0,
            "candidate_mean": 8910.0 * (1 + middle),
            "control_alarm": draw(st.sampled_from([None, "The control moved. Why is not known."])),
            "never_acted": draw(st.sampled_from(["", "reuseport never acted: one socket listened"])),
            "is_idle": draw(st.booleans()),
            "context": draw(st.sampled_from(["", "topology direct"])),
            "against": draw(st.sampled_from(["", "two backends"])),
            "suspect": draw(st.booleans()),
            "suspect_because": draw(st.sampled_from([None, "the clock moved. It may matter."])),
            "limited": draw(st.sampled_from(["", "limited by the load tool"])),
            "reason": "Few rounds. More would do.",
            "method": "",
            "p": 0.5,
            "n": draw(st.integers(1, 40)),
            "min_effect": draw(st.sampled_from([0.0, 0.01])),
            "trials_needed": draw(st.none() | st.integers(2, 400)),
        }
    )


@st.composite
def effects(draw: st.DrawFn) -> list[EffectOut]:
    places = {"against": "none", "pairs": 3, "spread": None, "left_out": []}
    rows = draw(st.lists(deltas(), max_size=6))
    return [EffectOut(factor=f"f{n}", level=str(n), delta=row, **places) for n, row in enumerate(rows)]


STATES = st.sampled_from([ExperimentState.FINISHED, ExperimentState.FAILED, ExperimentState.CANCELLED])


@settings(max_examples=40, deadline=None)
@given(deltas(), deltas(), st.lists(st.sampled_from(["better", "worse", "same", "unclear"])), STATES)
def test_words_of_a_change_are_one_sentence(
    delta: DeltaOut, tail: DeltaOut, verdicts: Sequence[str], state: ExperimentState
) -> None:
    change = Change("two", RATE, delta, (METRICS["latency_p99"], tail), " under “c64”")
    texts = [finding(change, verdicts, state), answer_sentence(change, verdicts, state)]
    texts += [context_sentence(change), same_settings_sentence(change)]
    assert [count_sentences(text) for text in texts] == [1, 1, 1, 1], texts


@settings(max_examples=40, deadline=None)
@given(effects(), st.booleans())
def test_words_of_a_grid_are_one_sentence(rows: list[EffectOut], has_alarm: bool) -> None:
    for metric in (RATE, CPU):
        assert count_sentences(effects_sentence(rows, metric, has_alarm)) == 1


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["found", "no_failure", "fails_at_first", "stopped"]), st.sampled_from([0.5, None]),
    st.integers(1, 2),
)  # fmt: skip
def test_words_of_a_search_are_one_sentence(state: SearchState, change: float | None, runs: int) -> None:
    rows = [
        CeilingRun(
            run_id=name, name=name, state=state, clean=size, failing=size + 16, unsteady=True,
            sentence=f"clean up to {size} connections so far when it stopped: {first_sentence(MANY)}",
            change=change, requests_per_s=None, latency_p99=None, published=None, most_left=0, probes=[],
        )
        for name, size in (("base", 512), ("two", 1024))[:runs]
    ]  # fmt: skip
    search = CeilingOut(of="connections", limit="", first=64, to=4096, resolution=16, confirm=True, runs=rows)
    assert count_sentences(headline_of_search(search, {"base": "base", "two": "base"})[1]) == 1


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ({"base": 128, "two": 128}, "base, two: up to 128."),
        ({"base": 64, "two": 128, "four": 128}, "two, four: up to 128; base: up to 64."),
        ({"base": 128, "two": 64, "four": 96}, "base: up to 128; four: up to 96."),
    ],
)
def test_a_search_names_all_that_hold_as_much_and_what_holds_less(
    sizes: dict[str, int], sentence: str
) -> None:
    rows = [
        CeilingRun(
            run_id=name, name=name, state="no_failure", clean=size, failing=None, unsteady=False,
            sentence=f"up to {size}", change=None, requests_per_s=None, latency_p99=None, published=None,
            most_left=0, probes=[],
        )
        for name, size in sizes.items()
    ]  # fmt: skip
    search = CeilingOut(of="connections", limit="", first=64, to=128, resolution=16, confirm=True, runs=rows)
    assert headline_of_search(search, dict.fromkeys(sizes, "base"))[1] == sentence


def test_the_answer_of_a_search_compares_with_the_baseline_of_the_same_workload() -> None:
    rows = [
        CeilingRun(
            run_id=name, name=name, state="found", clean=size, failing=size + 16, unsteady=False,
            sentence="", change=1.0 if name == "two, long" else None, requests_per_s=None, latency_p99=None,
            published=None, most_left=0, probes=[],
        )
        for name, size in (("base, short", 100), ("base, long", 300), ("two, long", 600))
    ]  # fmt: skip
    search = CeilingOut(of="connections", limit="", first=64, to=4096, resolution=16, confirm=True, runs=rows)
    baseline_of = {"base, short": "base, short", "base, long": "base, long", "two, long": "base, long"}
    assert headline_of_search(search, baseline_of)[1] == (
        "two, long holds more connections without a failure: 300 → 600 (×2.0); it fails at 616."
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(Outcome), max_size=24), st.sampled_from(["running", "finished", "cancelled"]))
def test_words_of_a_bisect_are_two_sentences(outcomes: Sequence[Outcome], state: str) -> None:
    names, steps = [f"b{n}" for n in range(1, 10)], list[Step]()
    for outcome in [Outcome.DIFFERENT, *outcomes]:
        measurement = next_measurement(len(names), outcomes_of(steps))
        if measurement is None:
            break
        place = {"first": measurement.first, "last": measurement.last, "middle": measurement.middle}
        steps.append(
            Step(**place, is_confirmation=measurement.is_confirmation, experiment_id="e", outcome=outcome)
        )
    assert 1 <= count_sentences(headline(names, steps, state, 0.03, "req/s")) <= MAX_SENTENCES


def test_two_changes_of_a_bisect_are_one_sentence() -> None:
    def step(first: int, last: int, outcome: Outcome, middle: int | None = None) -> Step:
        return Step(first=first, last=last, middle=middle, experiment_id="e", outcome=outcome)

    steps = [step(0, 2, Outcome.DIFFERENT), step(0, 2, Outcome.BETWEEN, 1)]
    assert next_measurement(3, outcomes_of(steps)) == Measurement(0, 1, is_confirmation=True)
    for first in (0, 1):
        row = step(first, first + 1, Outcome.DIFFERENT)
        steps.append(row.model_copy(update={"is_confirmation": True, "change": -0.02}))
    assert headline(["a", "b", "c"], steps, "finished", 0.03, "req/s") == (
        "2 changes: b made the difference: −2.0% req/s against a, measured once more; "
        "c made the difference: −2.0% req/s against b, measured once more."
    )


@pytest.mark.parametrize("between", [None, 0.0, 0.03])
def test_words_of_a_calibration_are_one_sentence(between: float | None) -> None:
    text = spread(StartSpread(between, 0.02, 4, 20, (0.0, 0.1), (0.01, 0.03)))
    assert count_sentences(text) == 1


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 1), st.booleans())
def test_a_red_answer_is_its_reason_and_the_first_answer(share: float, is_settled: bool) -> None:
    findings = [{"code": "other_cpu", "level": "suspect", "value": share}]
    trust = trust_in(Conditions([("done", findings)], is_settled=is_settled, runs=1))
    for reason in trust.reasons:
        assert count_sentences(reason.sentence) == 1
        texts = ["pin cores raises throughput (+3%).", "No factor’s effect on CPU a request is settled."]
        assert lead_of(reason.sentence, texts) == [reason.sentence, texts[0]]


@pytest.mark.parametrize(
    ("answers", "second"),
    [
        (
            ["Nothing is better; a lowers throughput.", "Nothing is better; a raises CPU a request."],
            "a raises CPU a request.",
        ),
        (
            ["Nothing is better; a lowers throughput.", "Nothing is clearly better; a raises CPU a request."],
            "a raises CPU a request.",
        ),
        (
            ["No change is settled; largest: a, throughput.", "No change is settled; largest: b, CPU."],
            "Largest: b, CPU.",
        ),
        (
            [f"{CONTROL_MOVED}: a, throughput.", f"{CONTROL_MOVED}: a, CPU a request."],
            "a, CPU a request.",
        ),
        (
            ["Nothing is better; a lowers throughput.", "No change is settled; largest: b, CPU."],
            "No change is settled; largest: b, CPU.",
        ),
    ],
)
def test_what_both_answers_begin_with_is_said_once(answers: Sequence[str], second: str) -> None:
    assert lead_of("", answers) == [answers[0], second]


@pytest.mark.parametrize(
    ("text", "other", "named"),
    [
        ("No change is settled; largest: a", "worse", "No change of throughput is settled; largest: a"),
        ("No change is settled; largest: a", "same", "No change is settled; largest: a"),
        ("Nothing is better; a lowers it", "better", "Nothing is better in throughput; a lowers it"),
        ("Nothing is clearly better; a", "better", "Nothing is clearly better in throughput; a"),
        ("Nothing is better; a lowers it", "worse", "Nothing is better; a lowers it"),
        ("a raises throughput", "better", "a raises throughput"),
    ],
)
def test_an_answer_does_not_speak_for_the_other_question(text: str, other: str, named: str) -> None:
    assert name_quantity(text, "throughput", [other]) == named


def test_a_message_of_several_sentences_gives_its_first() -> None:
    assert first_sentence(MANY) == "nginx ended by itself"
    assert first_sentence("open() 1.2.3 failed (2: No such file)") == "open() 1.2.3 failed (2: No such file)"
