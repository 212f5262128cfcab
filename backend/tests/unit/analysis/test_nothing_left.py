"""When nothing is left to compare, and in which words experiments say why."""

from typing import Any

import pytest

from agents.contract.states import RunState
from backend.analysis.candidates.unmeasurable import runs_compared_with_nothing, why_nothing_is_left
from backend.analysis.failures.reasons import Loss, failure_of_trials, list_reasons
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.tests.unit.analysis.test_context import HTTP11, STEPWISE, experiment_of, run_of

REFUSED = {
    "code": "nginx_test",
    "message": "unknown directive “x”. The log has more.",
    "host": "p",
    "log": "l",
}
MISSING = {"code": "nginx_test", "message": "unknown directive “brotli”", "host": "p"}
ERRORS = {"code": "failed_requests", "level": "invalid", "message": "17 requests failed; what failed is none"}


def copy(run: Run, **more: Any) -> Run:
    more |= {"is_baseline": run.is_baseline, "is_control": run.is_control}
    return run_of(run.position, run.name, run.knobs, run.topology, **more)


def failing(runs: list[Run], *names: str) -> list[Run]:
    """The runs, of which some cannot be measured."""
    failed: dict[str, Any] = {"state": RunState.FAILED, "failure": REFUSED}
    return [copy(run, **failed if run.name in names else {"state": RunState.READY}) for run in runs]


def left_of(runs: list[Run], *measured: str, **experiment: Any) -> str:
    failure = why_nothing_is_left(_changed(**experiment), runs, measured)
    return failure.message if failure else ""


def _changed(**fields: Any) -> Experiment:
    experiment = experiment_of()
    experiment.is_calibration = False
    for name, value in fields.items():
        setattr(experiment, name, value)
    return experiment


BASE, CONTROL = run_of(0, "one", {}), run_of(9, "control", {}, is_control=True)
TWO, THREE = run_of(1, "two", {"nginx.worker_processes": 2}), run_of(2, "three", HTTP11)


def test_the_only_candidate_and_the_last_of_several() -> None:
    message = "nothing is left to compare: two: unknown directive “x”"
    assert left_of(failing([BASE, TWO, CONTROL], "two")) == message
    assert left_of(failing([BASE, TWO, THREE, CONTROL], "two")) == ""
    assert left_of(failing([BASE, TWO, THREE], "two", "three")) == message.replace("two:", "two, three:")


def test_a_control_alone_is_what_is_compared() -> None:
    assert left_of(failing([BASE, CONTROL], "control")).endswith("control: unknown directive “x”")
    assert left_of(failing([BASE, TWO, CONTROL], "control")) == ""
    assert left_of(failing([BASE])) == ""


@pytest.mark.parametrize(
    "changes",
    [{"is_calibration": True}, {"definition": {"kind": "ceiling", "ceiling": {}}}],
    ids=["calibration", "search"],
)
def test_what_answers_for_each_run_goes_on(changes: dict[str, Any]) -> None:
    assert left_of(failing([BASE, TWO], "two"), **changes) == ""


def test_a_candidate_needs_the_run_of_its_context() -> None:
    """Runs that are context are no candidates: measured alone they answer nothing."""
    candidates = ("http11", "two backends, http11")
    assert left_of(failing(STEPWISE, *candidates))
    assert left_of(failing(STEPWISE, "http11", "two backends"))
    assert left_of(failing(STEPWISE, "http11", "direct")) == ""


def test_run_after_run_what_was_measured_is_compared_with_what_comes() -> None:
    assert left_of(failing([BASE, TWO], "two"), "two") == ""


def test_candidates_that_were_left_out_are_not_waited_for() -> None:
    failed = failing([BASE, TWO, THREE], "two")
    failed[2].eliminated_after = 4
    assert left_of(failed)
    failed[2].eliminated_after, failed[2].last_round = None, 4
    assert left_of(failed) == ""  # it has its verdict
    assert left_of(failed, rounds_added=3)
    nobody = failing([BASE, TWO])
    nobody[1].eliminated_after = 4
    assert left_of(nobody) == ""


def test_a_workload_ends_with_its_last_candidate() -> None:
    runs = failing([BASE, TWO, CONTROL], "two")
    other_runs = failing([BASE, TWO, CONTROL])
    for run in other_runs:
        run.workload = {"name": "other"}
    both = [*runs, *other_runs]
    assert runs_compared_with_nothing(_changed(), both) == [runs[0], runs[2]]
    assert why_nothing_is_left(_changed(), both) is None
    assert runs_compared_with_nothing(_changed(), other_runs) == []
    assert runs_compared_with_nothing(_changed(is_calibration=True), both) == []


def test_each_reason_is_told_once_with_its_variants() -> None:
    losses = [
        Loss("a", REFUSED),
        Loss("b", ERRORS),
        Loss("c", MISSING),
        Loss("a", REFUSED),
        Loss("d", ERRORS | {"message": "4 requests failed"}),
    ]
    words = "a: unknown directive “x”; b, d: for example 17 requests failed; c: unknown directive “brotli”"
    assert list_reasons(losses) == words
    failure = failure_of_trials(losses)
    assert failure is not None
    assert (failure.code, failure.message) == ("no_trial", f"no trial counts: {words}")
    many = [Loss(f"v{n}", {"code": "c", "message": f"reason {n}"}) for n in range(6)]
    assert list_reasons(many).endswith("v3: reason 3; and 2 more")


def test_a_server_that_closes_is_one_reason_whatever_ports_its_starts_took() -> None:
    losses = [
        Loss(
            "a",
            {"code": "target_unreachable", "message": f"http://10.0.0.1:{port}/x does not answer: closed"},
        )
        for port in (21453, 21280)
    ]
    assert list_reasons(losses) == "a: http://10.0.0.1:21453/x does not answer: closed"
    assert failure_of_trials(losses) is None


def test_one_reason_stays_that_of_its_trials() -> None:
    assert failure_of_trials([Loss("a", REFUSED), Loss("b", REFUSED)]) is None
    assert (
        failure_of_trials([Loss("a", ERRORS), Loss("b", ERRORS | {"message": "4 requests failed"})]) is None
    )
