"""CPU time for one request: of the requests that its host saw, where that began to count late."""

import pytest

from agents.contract.counters import ServerCounts
from agents.contract.probe import Probe
from agents.contract.reports import LoadReport, Report, Window
from backend.execution.orchestration.outcome import take_reports
from backend.ids import new_id
from backend.records.experiments import JobRow
from backend.records.job_purpose import JobPurpose
from backend.records.runs import Run, Trial

KEY = "abc-proxy-1"


def _cpu_per_request(counted_requests: float | None) -> float | None:
    load = LoadReport(
        argv=["wrk"],
        version="4.1.0",
        exit_code=0,
        stdout="",
        stderr="",
        started_at=1000.0,
        ended_at=1002.0,
        figures={"requests": 10_000.0},
        probe=Probe(status=200, bytes=2, sha256="0" * 64),
    )
    servers = {KEY: ServerCounts(requests=counted_requests)}
    window = Window(seconds=2.0, cores=[0.5], own_cpu_s={KEY: 0.5}, servers=servers)
    reports = {
        JobPurpose.MEASURE: Report(job_id="m", load=load),
        JobPurpose.WATCH: Report(job_id="w", window=window),
    }
    jobs = [
        JobRow(
            id=new_id(), host_id=purpose, purpose=purpose, created_at=n, report=report.model_dump(mode="json")
        )
        for n, (purpose, report) in enumerate(reports.items())
    ]
    trial = Trial()
    take_reports(trial, Run(topology="proxy_only", prepared={"proxy": {"key": KEY}}), jobs, [])
    return trial.figures["cpu_s_per_request"]


@pytest.mark.parametrize(
    ("counted_requests", "expected"),
    [
        (10_016.0, 5e-5),  # with those under way, and those that see the answer
        (8_000.0, 6.25e-5),
        (4_000.0, None),  # too little was seen
        (0.0, None),
        (None, 5e-5),  # a server that does not count
    ],
)
def test_cpu_time_is_of_the_requests_of_the_same_time(
    counted_requests: float | None, expected: float | None
) -> None:
    assert _cpu_per_request(counted_requests) == (None if expected is None else pytest.approx(expected))
