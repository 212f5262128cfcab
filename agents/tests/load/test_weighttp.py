"""weighttp as a real agent runs it: a stand-in on its PATH replays what 0.4 and 0.5 printed."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from agents.catalog.tools import LOAD_TOOLS
from agents.contract.jobs import FactsJob, MeasureJob, PrepareJob
from agents.contract.reports import LoadReport, Report
from agents.contract.workload import Workload
from agents.load.driver import version_of
from agents.observe.host_text import output_of
from agents.tests.agent_process import AgentProcess
from agents.tests.confs import setup
from agents.tests.fake_plane import FakePlane

STAND_IN = Path(__file__).parents[1] / "fake_weighttp.sh"
FIXTURES = Path(__file__).parents[1] / "fixtures/loadtools/weighttp"


@pytest.fixture(scope="module")
def path() -> Iterator[pytest.MonkeyPatch]:
    """PATH with a weighttp."""
    with tempfile.TemporaryDirectory(prefix="dyno") as folder, pytest.MonkeyPatch.context() as patch:
        Path(folder).chmod(0o755)  # the tool runs as a user of its own
        tool = Path(folder) / "weighttp"
        shutil.copyfile(STAND_IN, tool)
        shutil.copytree(FIXTURES, tool.with_name("fixtures"))
        tool.chmod(0o755)
        patch.setenv("PATH", folder, prepend=":")
        yield patch


class Load(NamedTuple):
    """An agent with weighttp, and an nginx that answers it."""

    agent: AgentProcess
    url: str

    def measure(self, does: str, stop_after_s: float | None = None, **more: object) -> Report:
        asked = {"tool": "weighttp", "connections": 8, "threads": 2, "requests": 20_000, "path": f"/{does}"}
        workload = Workload.model_validate(asked | more)
        trial = None if stop_after_s else "t1"
        return self.agent.do(
            MeasureJob(trial_id=trial, target=self.url, workload=workload, stop_after_s=stop_after_s)
        )


@pytest.fixture(scope="module")
def load(broker_url: str, path: pytest.MonkeyPatch) -> Iterator[Load]:
    plane = FakePlane(broker_url)
    plane.host_id = "weighttp"
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        agent = AgentProcess(plane, Path(folder) / "s", "--ports", "25000-25099")
        prepared = agent.do(PrepareJob(setups=[setup()]))
        yield Load(agent, prepared.setups[0].urls[0])
        agent.stop()
    plane.close()


def told(report: Report) -> LoadReport:
    assert report.failure is None, report.failure
    assert report.load is not None
    return report.load


def test_facts_name_its_version(load: Load) -> None:
    facts = load.agent.do(FactsJob()).facts
    assert facts is not None
    assert facts.tools["weighttp"] == "0.4"
    assert {"wrk", "ab"} <= facts.tools.keys()


def test_later_versions_have_another_option_for_it(path: pytest.MonkeyPatch) -> None:
    path.setenv("WEIGHTTP_DIALECT", "0.5")
    assert version_of(LOAD_TOOLS["weighttp"], output_of) == "0.5"
    path.delenv("WEIGHTTP_DIALECT")
    assert version_of(LOAD_TOOLS["weighttp"], output_of) == "0.4"
    with path.context() as patch:
        patch.setenv("PATH", "/nowhere")
        assert version_of(LOAD_TOOLS["weighttp"], output_of) is None


def test_the_text_of_0_4_has_a_rate_and_no_latency(load: Load) -> None:
    report = told(load.measure("v04_keepalive", headers={"X-Test": "a b"}))
    figures = report.figures
    assert (figures["requests_per_s"], figures["requests"], figures["failed_requests"]) == (72842, 20_000, 0)
    assert {name for name in figures if name.startswith("latency") and figures[name] is not None} == set()
    address = load.url.removeprefix("http://")
    assert report.argv == [
        *["weighttp", "-n", "20000", "-c", "8", "-t", "2", "-k"],
        *["-H", f"Host: {address}", "-H", "X-Test: a b", f"{load.url}/v04_keepalive"],
    ]
    assert report.version == "0.4"
    assert report.probe is not None
    assert report.probe.status == 200


def test_the_json_of_0_5_has_latencies(load: Load) -> None:
    figures = told(load.measure("v05_default_banner")).figures
    assert (figures["requests_per_s"], figures["latency_p50"]) == (12781, 0.000294)
    assert (figures["latency_p99"], figures["latency_max"]) == (0.000759, 0.000913)
    assert figures["latency_p99_9"] is None


@pytest.mark.parametrize("name", ["v04_refused", "v05_refused"])
def test_refused_connections_are_failed_requests_not_a_fast_server(load: Load, name: str) -> None:
    figures = told(load.measure(name)).figures
    assert figures["failed_requests"] == figures["requests"] == 50
    assert figures["latency_mean"] is None


def test_answers_with_an_error_are_failed_requests(load: Load) -> None:
    figures = told(load.measure("v04_mixed_status")).figures
    assert (figures["requests"], figures["failed_requests"]) == (1000, 200)


@pytest.mark.parametrize(
    ("does", "part"),
    [
        ("v04_bad_args", "exit status 1: error: insane arguments"),
        ("v04_dns_failure", "could not resolve hostname"),
        ("dies", "signal 6"),
        ("silent", "weighttp gave no report"),
    ],
)
def test_its_end_without_figures_is_a_failure_with_its_words(load: Load, does: str, part: str) -> None:
    report = load.measure(does)
    assert report.failure is not None
    assert report.failure.code == "tool_failed"
    assert part in report.failure.message
    assert report.load is not None
    assert report.load.figures == {}


def test_a_warm_up_is_stopped_when_its_seconds_are_over(load: Load) -> None:
    report = told(load.measure("hangs", stop_after_s=0.5))
    assert (report.signal, report.figures) == (15, {})
    assert 0.5 <= report.ended_at - report.started_at < 30


def test_a_warm_up_that_ends_by_itself_counts_and_one_that_dies_does_not(load: Load) -> None:
    assert told(load.measure("v04_keepalive", stop_after_s=30)).exit_code == 0
    assert load.measure("dies", stop_after_s=30).failure is not None
