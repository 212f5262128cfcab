"""What a host may say of further ports and of held connections: other hosts connect to those addresses."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from agents.contract.jobs import Work
from agents.contract.reports import Report
from backend.execution.jobs.plain_values import ReportError
from backend.execution.jobs.report_checks import JobOrder, check_report

URL = "http://10.0.0.2:21000"
MORE = ["http://10.0.0.2:21001", "http://10.0.0.2:21002"]
SETUP = {"key": "run-proxy-1", "role": "proxy", "conf": "", "ports": 3}
HELD = {"goal": 100, "at_begin": 100, "at_end": 100}


def check(work: dict[str, Any], parts: dict[str, Any]) -> None:
    order = JobOrder(TypeAdapter(Work).validate_python(work), "10.0.0.2", (21000, 21999), {})
    check_report(Report.model_validate({"job_id": "abcdefgh", **parts}), order)


def prepared(more: list[str], urls: list[str] | None = None) -> dict[str, Any]:
    return {"setups": [{"key": "run-proxy-1", "urls": urls or [URL], "more_urls": more}]}


PREPARE = {"kind": "prepare", "setups": [SETUP]}


def test_a_server_on_several_ports_names_them_all():
    check(PREPARE, prepared(MORE))


@pytest.mark.parametrize(
    "more",
    [
        [],
        MORE[:1],
        [*MORE, "http://10.0.0.2:21003"],
        [MORE[0], "http://10.0.0.9:21002"],  # another host
        [MORE[0], "http://10.0.0.2:5432"],  # a port that is not its agent's
        [MORE[0], "https://10.0.0.2:21002"],
        [MORE[0], "http://10.0.0.2:21002/ -X"],
        [MORE[0], MORE[0]],
        [MORE[0], URL],
    ],
)
def test_an_address_that_was_not_asked_for_is_refused(more: list[str]):
    with pytest.raises(ReportError):
        check(PREPARE, prepared(more))


def test_a_setup_that_is_applied_again_stays_on_its_host():
    apply = {"kind": "apply", "settings": [], "setups": ["run-proxy-1"]}
    check(apply, prepared(MORE))
    for more in (["http://10.0.0.9:21001"], [f"http://10.0.0.2:{21001 + i}" for i in range(200)]):
        with pytest.raises(ReportError):
            check(apply, prepared(more))


def test_only_the_load_host_has_held_connections():
    watch = {"kind": "watch", "trial_id": "t", "max_s": 1}
    with pytest.raises(ReportError, match="no load tool ran here"):
        check(watch, {"window": {"seconds": 1, "held_connections": HELD}})


@pytest.mark.parametrize("field", ["at_begin", "at_end", "closes", "requests", "ramp_s"])
def test_counts_that_nothing_can_have_are_refused(field: str):
    for value in (-1, 10**12):
        with pytest.raises(ValidationError):
            Report.model_validate(
                {"job_id": "abcdefgh", "window": {"seconds": 1, "held_connections": HELD | {field: value}}}
            )
