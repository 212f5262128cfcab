"""Trust in a result."""

from dataclasses import replace

import pytest

from agents.contract.states import ExperimentState
from backend.analysis.headlines.complete import add_trust
from backend.analysis.headlines.headline import without_result
from backend.analysis.headlines.trust import MAX_REASONS, Conditions, trust_in
from backend.records.experiments import Experiment
from backend.records.facts_flat import FactChange

QUIET = [("done", [])] * 10
FORWARDING = FactChange(host="box", name="sysctl.net.ipv4.ip_forward", before="0", after="1")
UPGRADE = FactChange(host="box", name="nginx.version", before="nginx/1.22.1", after="nginx/1.26.3")


def suspect(code: str, value: float | None = None) -> list[dict]:
    return [{"code": code, "level": "suspect", "value": value}]


def busy(share: float) -> list[tuple[str, list[dict]]]:
    return [("done", suspect("other_cpu", share))] * 10


def test_nothing_weakens_a_quiet_measurement() -> None:
    trust = trust_in(Conditions(QUIET, is_settled=True, runs=3))
    assert (trust.level, trust.reasons, trust.words()) == ("green", [], "Trustworthy.")


@pytest.mark.parametrize(("code", "is_busy"), [("rate_not_kept", True), ("failed_requests", False)])
def test_a_busy_host_is_named_where_it_spoiled_every_trial(code: str, is_busy: bool) -> None:
    findings = [{"code": code, "level": "invalid", "value": 0.006}, *suspect("other_cpu", 0.9)]
    trust = trust_in(Conditions([("invalid", findings)] * 6))
    assert [reason.code for reason in trust.reasons] == [*(["busy_host"] if is_busy else []), "lost_trials"]


@pytest.mark.parametrize(
    ("conditions", "level", "sentence"),
    [
        (
            Conditions(busy(0.9)),
            "red",
            "The machine was too busy to tell: other programs took 90% of its CPU.",
        ),
        (
            Conditions(busy(0.9), is_settled=True),
            "red",
            "The machine was busy: other programs took 90% of its CPU.",
        ),
        (
            Conditions(busy(0.3), is_settled=True),
            "amber",
            "The host was busy: other programs took 30% of its CPU.",
        ),
        (
            Conditions(QUIET, has_alarm=True),
            "red",
            "The control, equal to the baseline, came out different from it.",
        ),
        (
            Conditions([], has_stopped_search=True),
            "amber",
            "The search stopped before it had its answer.",
        ),
        (Conditions([*QUIET, *[("invalid", [])] * 12]), "red", "12 of 22 attempts were invalid or failed."),
        (
            Conditions([*QUIET, ("failed", []), ("invalid", [])]),
            "amber",
            "2 of 12 attempts were invalid or failed.",
        ),
        (
            Conditions([*QUIET[:4], ("failed", [])]),
            "amber",
            "1 of 5 attempts was invalid or failed.",
        ),
        (
            Conditions([("done", suspect("latency_counts"))]),
            "amber",
            "1 of 1 trial is suspect, most by the check “Latencies”.",
        ),
        (
            Conditions([*QUIET[:5], *[("done", suspect("steal", 0.01))] * 5]),
            "amber",
            "5 of 10 trials are suspect, most by the check “CPU taken by the hypervisor”.",
        ),
        (
            Conditions([*QUIET[:5], *[("done", suspect("latency_counts"))] * 5]),
            "amber",
            "5 of 10 trials are suspect, most by the check “Latencies”.",
        ),
        (
            Conditions(QUIET, runs=4, limited_runs=3),
            "amber",
            "The load tool limited 3 of 4 runs: the server may do more.",
        ),
        (Conditions(QUIET, runs=4, limited_runs=2), "green", ""),
        (
            Conditions(QUIET, changed_facts=[FORWARDING]),
            "amber",
            "1 setting of the hosts changed while it was measured.",
        ),
        (
            Conditions(QUIET, changed_facts=[FORWARDING, UPGRADE]),
            "red",
            "nginx/1.22.1 of box became nginx/1.26.3 while it was measured.",
        ),
        (Conditions(QUIET, failed_requests=0.05), "amber", "5% of the baseline’s requests failed."),
        (
            Conditions(QUIET, is_sequential=True),
            "amber",
            "Runs were measured one after the other: drift looks like a change.",
        ),
        (Conditions(QUIET, interrupted_s=720), "amber", "It was interrupted for 12 min."),
        (Conditions(QUIET, is_imported=True), "amber", "It was imported: nobody watched the hosts."),
        (Conditions([]), "green", ""),
    ],
)
def test_each_condition_has_its_level_and_its_words(conditions, level, sentence) -> None:
    trust = trust_in(conditions)
    assert trust.level == level
    assert [reason.sentence for reason in trust.reasons] == ([sentence] if sentence else [])


def test_the_gravest_come_first_and_there_are_at_most_three() -> None:
    everything = Conditions(
        busy(0.3),
        is_settled=True,
        has_alarm=True,
        changed_facts=[FORWARDING],
        is_sequential=True,
        interrupted_s=60,
        is_imported=True,
    )
    trust = trust_in(everything)
    assert trust.level == "red"
    assert trust.reasons[0].code == "control"
    assert len(trust.reasons) == MAX_REASONS
    assert trust_in(replace(everything, has_alarm=False)).level == "amber"


def test_what_the_answer_begins_with_is_not_said_again() -> None:
    trust = trust_in(Conditions(busy(0.9), is_sequential=True))
    busy_reason, order = (reason.sentence for reason in trust.reasons)
    assert trust.words() == f"Not trustworthy: {busy_reason} {order}"
    assert trust.words(busy_reason) == f"Not trustworthy: {order}"


@pytest.mark.parametrize("state", [ExperimentState.CANCELLED, ExperimentState.FAILED])
def test_nothing_is_trustworthy_where_nothing_was_compared(state: ExperimentState) -> None:
    experiment = Experiment(state=state, rules_version=2)
    headline = without_result("Cancelled before anything could be compared.")
    add_trust(headline, experiment, trust_in(Conditions([])))
    assert (headline.trust, headline.trust_words) == (None, "")
    add_trust(headline, experiment, trust_in(Conditions([("failed", [])])))
    assert headline.is_untrusted


def test_a_redirect_is_said_once_with_what_to_do() -> None:
    finding = {"code": "answer_status", "level": "note", "value": 301.0, "message": "x"}
    trust = trust_in(Conditions([("done", [finding])] * 6, is_settled=True, runs=3))
    (reason,) = trust.reasons
    assert (trust.level, reason.code) == ("amber", "redirect")
    assert reason.sentence.startswith("Requests are answered by a redirect (301), which load tools do not")
    partly = trust_in(Conditions([*QUIET, ("done", [finding])], is_settled=True, runs=3))
    assert partly.reasons[0].sentence.startswith("Requests of 1 trial are answered by a redirect")
