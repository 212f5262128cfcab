"""What the terminal says below its table of deltas."""

from io import StringIO
from typing import Any, cast

from rich.console import Console

from backend.cli.client import Api
from backend.cli.launching.follow import print_deltas, print_result


class Deltas:
    """An API that knows the deltas of one experiment."""

    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows = rows
        self.trials: list[dict[str, Any]] = []

    def get(self, path: str, **query: Any) -> list[dict[str, Any]]:
        if path.endswith("/trials"):
            return self.trials
        self.metric = query["metric"]
        return list(self.rows)


def row(name: str, suspect_because: str | None) -> dict[str, Any]:
    return {
        "run_id": name,
        "name": name,
        "verdict": "same",
        "change": 0.0,
        "because": "",
        "limited": "",
        "reason": "",
        "control_alarm": None,
        "min_effect": 0.01,
        "far_rounds": [],
        "suspect": suspect_because is not None,
        "suspect_because": suspect_because,
    }


def print_text(*rows: dict[str, Any]) -> str:
    stream = StringIO()
    experiment = {"id": "e", "name": "e", "run_list": []}
    print_deltas(cast(Api, Deltas(*rows)), experiment, Console(file=stream, width=400))
    return stream.getvalue()


def test_a_suspicion_that_several_changes_share_is_said_once() -> None:
    busy = "other processes used {}% of the CPU on vm: {}"
    text = print_text(
        row("a", busy.format(85, "python 26%")),
        row("b", busy.format(91, "node 40%")),
        row("c", "Steal was 7%."),
        row("d", None),
    )
    assert "2 of 4 changes suspect, such as a: other processes used 85% of the CPU on vm: python 26%" in text
    assert "suspect: c: Steal was 7%." in text
    assert text.count("other processes") == 1


def test_at_a_fixed_rate_the_table_compares_p99() -> None:
    run = {"id": "a", "name": "a", "state": "done", "is_baseline": False, "is_control": False, "means": {}}
    for workload, metric, title in (
        ({"rate": 500}, "latency_p99", "Δ p99"),
        ({}, "requests_per_s", "change"),
    ):
        api, stream = Deltas(), StringIO()
        experiment = {"id": "e", "name": "e", "run_list": [run | {"workload": workload}]}
        print_deltas(cast(Api, api), experiment, Console(file=stream, width=120))
        assert api.metric == metric
        assert title in stream.getvalue()


def print_headline(step_kind: str = "apply", offer: dict[str, Any] | None = None, **more: Any) -> list[str]:
    """Lines above the table, without its title."""
    headline = {
        "sentence": "b raises throughput.",
        "delta": {},
        "settled": True,
        "trust_words": "Trust.",
        "cause": "Less CPU.",
        "next_step": {"kind": step_kind, "label": "Apply it", "sentence": "On the page of its run."},
    } | more
    experiment = {"id": "e", "name": "e", "run_list": [], "failure": None, "headline": headline}
    experiment["more"] = offer
    stream = StringIO()
    print_result(
        cast(Api, Deltas()), experiment | {"question": "Does b help?"}, Console(file=stream, width=99)
    )
    return stream.getvalue().splitlines()


def test_a_result_begins_with_question_answer_trust_cause_and_next_step() -> None:
    assert print_headline()[:5] == [
        "Does b help?",
        "b raises throughput.",
        "Trust.",
        "Less CPU.",
        "Next: Apply it. On the page of its run.",
    ]


def test_more_rounds_are_offered_once() -> None:
    assert not [line for line in print_headline("measure_more") if line.startswith("Next: ")]


def test_nothing_would_settle_what_has_to_be_measured_again() -> None:
    settle = "About 3 min more would settle it."
    assert settle in " ".join(print_headline(settle=settle, trust={"level": "amber"}))
    assert settle not in " ".join(print_headline(settle=settle, trust={"level": "red"}))
    offer = {"rounds": 3, "sentence": settle}
    assert settle in " ".join(print_headline(offer=offer, trust={"level": "amber"}))
    assert settle not in " ".join(print_headline(offer=offer, trust={"level": "red"}))


def test_the_command_that_measures_again_is_named() -> None:
    line = next(line for line in print_headline("measure_again") if line.startswith("Next: "))
    assert line.endswith("“dyno reproduce e” measures again.")


def test_what_has_ended_is_not_paused() -> None:
    gap = {"ended_at": None, "sentence": "Paused since noon."}
    experiment = {"id": "e", "name": "e", "run_list": [], "failure": None, "interruptions": [gap]}
    for state, is_said in (("queued", True), ("failed", False)):
        stream = StringIO()
        print_result(cast(Api, Deltas()), experiment | {"state": state}, Console(file=stream, width=99))
        assert ("Paused since noon." in stream.getvalue()) is is_said


UNCLEAR = {"verdict": "unclear", "because": "nothing to compare", "change": None, "low": None, "high": None}


def test_runs_that_could_not_be_measured_are_named_with_the_reason() -> None:
    failure = {"code": "setting_refused", "message": "default_qdisc cannot be set to fq", "host": "proxy"}
    run = {"state": "failed", "is_baseline": False, "is_control": False, "means": {}, "failure": failure}
    experiment = {"id": "e", "name": "e", "run_list": [run | {"id": name, "name": name} for name in "ab"]}
    stream = StringIO()
    print_deltas(cast(Api, Deltas(row("a", None) | UNCLEAR)), experiment, Console(file=stream, width=120))
    assert "a, b: not measured: default_qdisc cannot be set to fq (on proxy)" in stream.getvalue()
    assert "unclear" not in stream.getvalue()
    assert stream.getvalue().count("not measured") == 3, "once for each run, and in the line with the reason"


def test_runs_without_a_valid_trial_are_invalid_and_say_why() -> None:
    run = {"state": "ready", "is_baseline": False, "is_control": False, "means": {}, "failure": None}
    run |= {"trials_done": 0, "trials_invalid": 3, "trials_failed": 0}
    experiment = {"id": "e", "name": "e", "run_list": [run | {"id": name, "name": name} for name in "ab"]}
    api, stream = Deltas(*(row(name, None) | UNCLEAR for name in "ab")), StringIO()
    findings = [
        {"code": "short", "level": "note", "message": "the load lasted 1 s"},
        {"code": "failed_requests", "level": "invalid", "message": "17 of 90 requests failed"},
    ]
    api.trials = [{"run_id": name, "failure": None, "findings": findings} for name in "aab"]
    print_deltas(cast(Api, api), experiment, Console(file=stream, width=120))
    text = stream.getvalue()
    assert "a, b: no trial is valid: 17 of 90 requests failed" in text
    assert text.count("invalid") == 2
    assert "unclear" not in text


def test_an_example_of_the_reason_is_not_told_of_all() -> None:
    run = {"state": "ready", "is_baseline": False, "is_control": False, "means": {}, "failure": None}
    run |= {"trials_done": 0, "trials_invalid": 1, "trials_failed": 0}
    experiment = {"id": "e", "name": "e", "run_list": [run | {"id": name, "name": name} for name in "ab"]}
    api, stream = Deltas(*(row(name, None) | UNCLEAR for name in "ab")), StringIO()
    kind = {"code": "failed_requests", "level": "invalid"}
    api.trials = [
        {"run_id": name, "failure": None, "findings": [kind | {"message": message}]}
        for name, message in (("a", "17 of 90 failed"), ("b", "90 of 90 failed"))
    ]
    print_deltas(cast(Api, api), experiment, Console(file=stream, width=120))
    assert "a, b: no trial is valid, such as of a: 17 of 90 failed" in stream.getvalue()
