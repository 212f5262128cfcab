"""h2load as a real agent runs it, in its sandbox, on nginx as the knobs render it."""

import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from agents.catalog.histogram import decode
from agents.catalog.knobs import Value
from agents.contract.jobs import MeasureJob, PrepareJob
from agents.contract.reports import LoadReport, Report
from agents.contract.workload import Workload
from agents.render import setups
from agents.tests.agent_process import AgentProcess
from agents.tests.fake_plane import FakePlane

COMMON: dict[str, Value] = {"nginx.keepalive_requests": 1_000_000_000, "nginx.access_log": "off"}
SERVERS: dict[str, Mapping[str, Value]] = {
    "h2": COMMON | {"tls.on": True, "listen.http2": True},
    "tls": COMMON | {"tls.on": True},
    "h2c": COMMON | {"listen.http2": True},
    "closing": {"nginx.keepalive_requests": 3},
    "without keep-alive": {"nginx.keepalive_timeout": 0},
}


@pytest.fixture(scope="module")
def agent(broker_url: str) -> Iterator[tuple[AgentProcess, dict[str, str]]]:
    """An agent, and the address of each server by its name."""
    plane = FakePlane(broker_url)
    plane.host_id = "h2load"
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        agent = AgentProcess(plane, Path(folder) / "s", "--ports", "25100-25199")
        asked_setups = {name: setups(knobs, "proxy_only")["proxy"] for name, knobs in SERVERS.items()}
        prepared = {s.key: s for s in agent.do(PrepareJob(setups=list(asked_setups.values()))).setups}
        yield agent, {name: prepared[setup.key].urls[0] for name, setup in asked_setups.items()}
        agent.stop()
    plane.close()


def measure(agent: AgentProcess, url: str, **more: object) -> Report:
    load = {"tool": "h2load", "connections": 8, "duration_s": 1, "streams": 5} | more
    workload = Workload.model_validate({name: value for name, value in load.items() if value is not None})
    return agent.do(MeasureJob(trial_id="t1", target=url, workload=workload))


def load_of(report: Report) -> LoadReport:
    assert report.failure is None, report.failure
    assert report.load is not None
    return report.load


@pytest.mark.parametrize(
    ("server", "more"),
    [
        ("h2", {}),
        pytest.param("h2", {"protocol": "h1", "streams": None}, marks=pytest.mark.exhaustive),
        pytest.param("h2c", {"protocol": "h2"}, marks=pytest.mark.exhaustive),
    ],
)
def test_each_protocol_is_measured_with_every_latency(
    agent: tuple[AgentProcess, dict[str, str]], server: str, more: dict[str, object]
) -> None:
    load = load_of(measure(agent[0], agent[1][server], **more))
    assert load.latency is not None, (load.warnings, load.stdout)
    assert decode(load.latency.histogram).count == load.figures["requests"]
    assert load.figures["failed_requests"] == 0
    assert (load.figures["latency_p99_9"] or 0) > 0
    assert load.probe is not None
    assert (load.probe.status, load.probe.steady) == (200, True)


@pytest.mark.parametrize("server", ["closing", "without keep-alive"])
def test_a_load_ends_in_time_though_connections_are_opened_anew_all_the_while(
    agent: tuple[AgentProcess, dict[str, str]], server: str
) -> None:
    """h2load before 1.64 goes on for ever when one of its clients is connecting as its duration ends."""
    begin = time.monotonic()
    closing = {"protocol": "h1", "streams": None, "connections": 80, "processes": 4}
    load = load_of(measure(agent[0], agent[1][server], **closing))
    assert time.monotonic() - begin < 20, "not only at its time limit"
    assert load.latency is not None
    assert load.latency.counted == load.figures["requests"]
    assert load.figures["failed_requests"] == 0
    assert load.figures["bytes_per_s"] is None, "h2load does not count what comes with a connection's end"


def test_a_server_without_http2_fails_the_trial_with_the_reason(
    agent: tuple[AgentProcess, dict[str, str]],
) -> None:
    report = measure(agent[0], agent[1]["tls"])
    assert report.failure is not None
    assert report.failure.code == "tool_failed"
    assert "the server chose http/1.1, and the workload asks for HTTP/2" in report.failure.message
    assert report.load is not None
    assert report.load.figures == {}
