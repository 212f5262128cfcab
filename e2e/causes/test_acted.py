"""Settings that act and settings that cannot, on a real stack: what only counters of a run can tell.

`python -m e2e.acted` measures the whole list.
"""

import os
import shutil

import pytest

from e2e.acted.cases import Case, staged_cases
from e2e.acted.measure import Outcome, measure
from e2e.conftest import Work

pytestmark = [
    pytest.mark.timeout(600),  # a stack on a busy machine
    pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="a variant starts two workers"),
    pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("wrk")), reason="needs nginx and wrk"),
]
TOLD = {
    "cannot_act": ("ssl_conf_command", "gzip_static", "proxy_cache"),
    "act": ("listen.reuseport", "proxy_cache", "nginx.gzip"),
}


def is_picked(case: Case) -> bool:
    return case.told[0] in TOLD[case.kind] and case.workload.get("connections") is None


@pytest.fixture(scope="module")
def outcomes(on_one_machine: Work) -> list[Outcome]:
    return on_one_machine(lambda lab: list(measure(lab, [c for c in staged_cases() if is_picked(c)])))


def test_what_cannot_act_is_told(outcomes: list[Outcome]) -> None:
    wrong = [o for o in outcomes if o.case.kind == "cannot_act" and not o.is_idle]
    assert wrong == []


def test_what_acts_is_shown_by_its_counter_and_never_told_as_idle(outcomes: list[Outcome]) -> None:
    states = {o.case.told[0]: o.states.get(o.case.told[0]) for o in outcomes if o.case.kind == "act"}
    assert states == dict.fromkeys(TOLD["act"], "acted")
