"""`--fail-if`: what it takes, and what it makes of deltas."""

from xml.etree import ElementTree

import pytest

from backend.cli.launching.gates import Gate, Judgement, judge, junit, parse_gate, sentences


def _delta(change: float | None, verdict: str = "worse", **more: object) -> dict[str, object]:
    shown = {"change": change, "difference": None, "low": None, "high": None, "reason": "No valid trial."}
    return shown | {"verdict": verdict, "p": 0.001} | more


def _of(gate: Gate, *deltas: tuple[str, dict[str, object]]) -> list[Judgement]:
    return judge([gate], {gate.metric: deltas})


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("worse", Gate("worse")),
        ("worse:latency_p99", Gate("worse", "latency_p99")),
        ("worse::5", Gate("worse", "requests_per_s", 0.05)),
        ("fails-more", Gate("fails-more")),
        (" unclear : latency_p99 : 2.5% ", Gate("unclear", "latency_p99", 0.025)),
    ],
)
def test_a_gate_is_a_verdict_with_metric_and_percent(text: str, gate: Gate) -> None:
    assert parse_gate(text) == gate


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "VERDICT"),
        ("slower", "worse, better"),
        ("worse:p99", "there is no metric “p99”; there is: requests_per_s"),
        ("worse:latency_p99:x", "not a percentage"),
        ("worse:latency_p99:-1", "not a percentage"),
        ("worse:latency_p99:nan", "not a percentage"),
        ("worse:failed_requests:5", "has no percent"),
        ("worse:latency_p99:5:6", "VERDICT"),
        ("fails-more:latency_p99", "takes no metric"),
    ],
)
def test_a_wrong_gate_says_what_it_takes(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_gate(text)


def test_only_the_verdict_from_its_percentage_on_trips() -> None:
    gate = Gate("worse", min_change=0.05)
    deltas = [("a", _delta(-0.08)), ("b", _delta(-0.03)), ("c", _delta(0.2, "better"))]
    assert [j.is_tripped for j in _of(gate, *deltas)] == [True, False, False]
    assert [j.is_tripped for j in _of(Gate("worse"), *deltas)] == [True, True, False]


def test_gates_on_several_metrics_are_judged_together() -> None:
    by_metric = {
        "requests_per_s": [("a", _delta(-0.08, p=0.03))],
        "latency_p99": [("a", _delta(0.3, p=0.2, verdict="unclear"))],
    }
    gates = [Gate("worse"), Gate("worse", "latency_p99"), Gate("unclear")]
    assert [j.is_tripped for j in judge(gates[:1], {"requests_per_s": by_metric["requests_per_s"]})] == [True]
    assert [j.is_tripped for j in judge(gates, by_metric)] == [False, False, True]
    by_metric["requests_per_s"] = [("a", _delta(-0.08, p=0.02))]
    assert [j.is_tripped for j in judge(gates, by_metric)] == [True, False, False]


def test_a_candidate_that_fails_more_trips_its_gate_even_without_a_valid_trial() -> None:
    gate, clause = Gate("fails-more"), "fails more: 0.12% of requests, baseline 0%"
    failing = _delta(None, "unclear", failures={"word": "fails more", "clause": clause})
    fine = _delta(-0.2, "worse", failures={"word": "", "clause": ""})
    judgements = _of(gate, ("a", failing), ("b", fine), ("c", _delta(0.1, failures=None)))
    assert [j.is_tripped for j in judgements] == [True, False, None]
    assert sentences(judgements)[0] == f"fails: fails more: a: {clause}"


def test_deltas_of_a_family_are_adjusted_together() -> None:
    gate = Gate("worse")
    deltas = {"requests_per_s": [("a", _delta(-0.1, p=0.04)), ("all pairs together", _delta(-0.1, p=0.03))]}
    assert [j.is_tripped for j in judge([gate], deltas)] == [True, True]
    assert [j.is_tripped for j in judge([gate], deltas, is_family=True)] == [False, False]


def test_failures_are_no_metric_that_gates_are_judged_together_with() -> None:
    delta = _delta(-0.08, p=0.03, failures={"word": "", "clause": ""})
    gates = [Gate("worse", "latency_p99"), Gate("fails-more")]
    judgements = judge(gates, {"latency_p99": [("a", delta)], "requests_per_s": [("a", _delta(0.0, p=0.9))]})
    assert judgements[0].is_tripped


def test_what_a_control_spoils_is_no_pass() -> None:
    spoilt = _delta(-0.08, "unclear", reason="The control came out different.", control_alarm="It differed.")
    [judged] = _of(Gate("worse"), ("a", spoilt))
    assert judged.is_tripped is None


def test_figures_from_before_the_end_are_no_pass() -> None:
    [judged] = _of(Gate("worse"), ("a", _delta(-0.08, "interim", reason="Cancelled.")))
    assert judged.is_tripped is None
    assert sentences([judged]) == ["no result: a: nothing to judge. Cancelled."]


def test_a_candidate_without_valid_trials_is_no_pass() -> None:
    [judged] = _of(Gate("worse"), ("a", _delta(None, "unclear")))
    assert judged.is_tripped is None
    assert sentences([judged]) == ["no result: a: nothing to judge. No valid trial."]


def test_a_difference_is_judged_where_a_metric_can_be_zero() -> None:
    delta = _delta(None, difference=12.0, low=2.0, high=22.0)
    [judged] = _of(Gate("worse", "failed_requests"), ("a", delta))
    assert judged.is_tripped
    assert "+12 " in judged.sentence
    assert "[+2, +22], worse" in judged.sentence


def test_junit_names_each_gate_and_candidate() -> None:
    deltas = [("a <b>", _delta(-0.08, low=-0.1, high=-0.06)), ("c", _delta(0.2, "better"))]
    suite = ElementTree.fromstring(junit("Ünïcode", _of(Gate("worse"), *deltas)))
    assert suite.attrib == {"name": "Ünïcode", "tests": "2", "failures": "1", "errors": "0"}
    assert [case.attrib["name"] for case in suite] == ["a <b>: not worse in req/s", "c: not worse in req/s"]
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.text == "a <b>: −8.0% req/s [−10.0%, −6.0%], worse"


def test_a_gate_asks_about_its_metric_and_not_about_all_that_are_exploratory() -> None:
    gate = Gate("worse", "latency_p99", 0.05)
    rows = [
        ("clear by itself", _delta(0.3, "unclear", p=0.01, p_adjusted=0.11, exploratory=True)),
        ("chance", _delta(0.3, "unclear", p=0.06, p_adjusted=0.6, exploratory=True)),
        ("faster", _delta(-0.3, "unclear", p=0.01, p_adjusted=0.11, exploratory=True)),
    ]
    assert [j.is_tripped for j in _of(gate, *rows)] == [True, False, False]
