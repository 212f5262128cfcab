"""A control plane that falls silent: what it changed on a host is not left there."""

from collections.abc import Callable

from agents import procfs
from agents.contract.jobs import FactsJob, MeasureJob, PrepareJob
from agents.contract.workload import Workload
from agents.tests.agent_process import AgentProcess, wait_until
from agents.tests.confs import setup
from agents.tests.fake_plane import FakePlane

Start = Callable[..., AgentProcess]
LONG = Workload.model_validate({"tool": "wrk", "connections": 4, "duration_s": 60})


def test_an_agent_that_hears_nothing_puts_its_host_back(plane: FakePlane, start_agent: Start) -> None:
    agent = start_agent("--put-back-after", "1")
    url = agent.do(PrepareJob(setups=[setup()])).setups[0].urls[0]
    job_id = agent.send(MeasureJob(trial_id="t", target=url, workload=LONG, watch=["a"]))
    plane.wait_for(lambda: plane.samples)
    started = [*agent.processes(), *procfs.children(agent.pid)]
    before = plane.heartbeats[-1]["instance"]
    plane.close()
    wait_until(lambda: not any(procfs.is_running(pid) for pid in started))
    plane.open()
    plane.wait_for(lambda: plane.heartbeats[-1]["instance"] != before)
    assert plane.heartbeats[-1]["condition"] == "clean"
    failure = plane.report_of(job_id).failure
    assert failure is not None  # the trial does not hang
    assert agent.do(FactsJob()).failure is None


def test_a_host_that_nobody_holds_any_more_puts_itself_back(plane: FakePlane, start_agent: Start) -> None:
    """The job that should have restored it was lost, or its broker is out of reach."""
    agent = start_agent("--put-back-after", "1")
    prepared = agent.do(PrepareJob(setups=[setup()])).setups[0]
    before = plane.heartbeats[-1]["instance"]
    assert plane.wait_for(lambda: plane.heartbeats[-1]["condition"] == "applied")
    plane.held = False
    plane.wait_for(lambda: plane.heartbeats[-1]["condition"] == "clean")
    assert plane.heartbeats[-1]["instance"] != before  # nobody takes it for prepared any more
    assert not any(procfs.is_running(w.pid) for w in prepared.workers)
    assert agent.do(FactsJob()).failure is None


def test_an_agent_with_nothing_to_put_back_only_waits(plane: FakePlane, start_agent: Start) -> None:
    agent = start_agent("--put-back-after", "1")
    before = plane.heartbeats[-1]["instance"]
    plane.close()
    wait_until(lambda: agent.log.read_text().count("does not answer") >= 1)
    heard = len(plane.heartbeats)
    plane.open()
    plane.wait_for(lambda: len(plane.heartbeats) > heard)
    assert plane.heartbeats[-1]["instance"] == before
    assert len(plane.enrolments) == 1
