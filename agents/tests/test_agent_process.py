"""The agent as a real process, against a real Redis, nginx, wrk and ab."""

import base64
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from agents import procfs
from agents.contract.jobs import CancelJob, FactsJob, FinishJob, MeasureJob, PrepareJob, RestoreJob, WatchJob
from agents.contract.states import HostCondition
from agents.contract.workload import Workload
from agents.tests.agent_process import AgentProcess, start_redis, wait_until
from agents.tests.confs import conf, setup
from agents.tests.fake_plane import ENROLMENT_TOKEN, FakePlane
from agents.tests.jobs import KEY_ID, job_of, message_of
from agents.tests.ports import free_port

Start = Callable[..., AgentProcess]


def wrk(seconds: int) -> Workload:
    return Workload.model_validate({"tool": "wrk", "connections": 4, "duration_s": seconds})


WRK_1S, WRK_LONG = wrk(1), wrk(60)


def test_prepares_measures_watches_and_restores(agent: AgentProcess) -> None:
    prepared = agent.do(PrepareJob(setups=[setup("proxy", conf("worker_processes 2;"))]))
    assert prepared.failure is None
    assert prepared.setups[0].failure is None
    assert prepared.condition == HostCondition.APPLIED

    watch_id = agent.send(WatchJob(trial_id="t1", watch=["proxy"], max_s=30))
    measured = agent.do(MeasureJob(trial_id="t2", target=prepared.setups[0].urls[0], workload=WRK_1S))
    agent.do(FinishJob(job_id=watch_id))
    watched = agent.plane.report_of(watch_id)

    assert measured.load is not None
    printed = re.search(r"Requests/sec:\s+(\S+)", measured.load.stdout)
    assert printed is not None
    assert measured.load.figures["requests_per_s"] == float(printed[1])
    assert measured.load.figures["latency_p99_99"] is not None
    assert measured.load.probe is not None
    assert measured.load.probe.bytes == len("hello\n")
    assert measured.window is not None
    assert measured.window.started_at is not None
    assert measured.window.started_at <= measured.load.started_at
    assert 0 < measured.window.own_cpu_s["load"] < 2, "CPU seconds of one thread in one second"
    assert watched.window is not None
    assert watched.window.own_cpu_s["proxy"] > 0
    assert watched.window.seconds >= 1

    def rates() -> list[float]:
        series = [s["series"] for s in agent.plane.samples if s["trial_id"] == "t1"]
        return [rate or 0.0 for each in series for rate in each["nginx.proxy.requests_per_s"]]

    agent.plane.wait_for(lambda: any(s["trial_id"] == "t2" for s in agent.plane.samples))
    agent.plane.wait_for(lambda: max(rates(), default=0.0) > 100)

    restored = agent.do(RestoreJob())
    assert restored.condition == HostCondition.CLEAN
    assert agent.processes() == []


def test_takes_jobs_as_an_ordinary_user(plane: FakePlane, start_agent: Start, state: Path) -> None:
    if os.geteuid() == 0:
        state.mkdir()
        os.chown(state, 65534, -1)
        os.chown(state.parent, 65534, -1)
    agent = start_agent(user="nobody" if os.geteuid() == 0 else None)
    prepared = agent.do(PrepareJob(setups=[setup("proxy", log_target="memory")]))
    assert prepared.setups[0].failure is None
    ab = Workload.model_validate({"tool": "ab", "connections": 4, "requests": 5000})
    measured = agent.do(MeasureJob(trial_id=None, target=prepared.setups[0].urls[0], workload=ab))
    assert measured.load is not None
    printed = re.search(r"Requests per second:\s+(\S+)", measured.load.stdout)
    assert printed is not None
    assert measured.load.figures["requests_per_s"] == float(printed[1])
    assert measured.load.figures["latency_p99"] is not None
    assert plane.samples == []  # a warm-up has no trial


def test_cancel_ends_the_load_tool_long_before_its_time(agent: AgentProcess) -> None:
    url = agent.do(PrepareJob(setups=[setup()])).setups[0].urls[0]
    job_id = agent.send(MeasureJob(trial_id="long", target=url, workload=WRK_LONG, watch=["a"]))
    agent.plane.wait_for(lambda: any(s["trial_id"] == "long" for s in agent.plane.samples))
    (tool,) = tools_of(agent)
    begun = time.monotonic()
    agent.send(CancelJob(job_ids=[job_id]))
    failure = agent.plane.report_of(job_id).failure
    assert failure is not None
    assert failure.code == "cancelled"
    assert not procfs.is_running(tool)
    assert time.monotonic() - begun < (WRK_LONG.duration_s or 0) / 2


def test_kill_of_the_agent_leaves_nothing_running(plane: FakePlane, start_agent: Start) -> None:
    agent = start_agent()
    url = agent.do(PrepareJob(setups=[setup(text=conf("worker_processes 2;"))])).setups[0].urls[0]
    job_id = agent.send(MeasureJob(trial_id="t", target=url, workload=WRK_LONG, watch=["a"]))
    plane.wait_for(lambda: plane.samples)
    started = [*tools_of(agent), *agent.processes()]
    assert len(started) >= 2
    credential = plane.credential
    agent.kill()
    wait_until(lambda: not any(procfs.is_running(pid) for pid in started))

    agent.start()
    assert plane.heartbeats[-1]["condition"] == "clean"
    assert plane.heartbeats[-1]["instance"] != plane.heartbeats[0]["instance"]
    assert [enrolment["token"] for enrolment in plane.enrolments] == [ENROLMENT_TOKEN, ""]
    assert plane.enrolments[1]["pasted"] == ENROLMENT_TOKEN
    assert plane.credential == credential
    assert agent.do(FactsJob()).failure is None  # and it works on
    agent.send_payload(_repeat_of(agent, job_id))
    failure = plane.report_of(job_id).failure
    assert failure is not None
    assert failure.code == "agent_restarted"


def _reports_of(agent: AgentProcess, job_id: str) -> int:
    return [report.job_id for report in agent.plane.reports].count(job_id)


def _repeat_of(agent: AgentProcess, job_id: str) -> dict:
    """A job sent once more, as the control plane does when its host does not seem to know of it."""
    return message_of(job_of(FactsJob(), agent.plane.host_id, now=agent.plane.now(), job_id=job_id))


def tools_of(agent: AgentProcess) -> list[int]:
    return [p for p in procfs.children(agent.pid) if procfs.command_line(p).startswith("wrk")]


def test_delivers_a_report_once_when_the_api_was_away(agent: AgentProcess) -> None:
    url = agent.do(PrepareJob(setups=[setup()])).setups[0].urls[0]
    agent.plane.away_after = "samples"
    # A watched server's readings go out each second: the first of them long before the report.
    job_id = agent.send(MeasureJob(trial_id="away", target=url, workload=wrk(5), watch=["a"]))
    agent.plane.wait_for(lambda: agent.plane.status)
    agent.plane.close()
    agent.plane.away_after, agent.plane.status = "", None
    spool = agent.state / "spool" / "reports"
    try:
        wait_until(lambda: list(spool.glob("*.json")))
    finally:
        agent.plane.open()  # for the tests that share this agent, too
    assert agent.plane.report_of(job_id).load is not None
    wait_until(lambda: not list(spool.glob("*.json")))
    agent.do(FactsJob())
    assert [r.job_id for r in agent.plane.reports].count(job_id) == 1
    mine = [s["seq"] for s in agent.plane.samples if s["trial_id"] == "away" and "is_live" not in s]
    assert mine == list(range(len(mine)))


def test_what_the_control_plane_did_not_sign_is_dropped_and_counted(
    plane: FakePlane, start_agent: Start
) -> None:
    agent = start_agent()
    url = agent.do(PrepareJob(setups=[setup()])).setups[0].urls[0]
    job_id = agent.send(MeasureJob(trial_id=None, target=url, workload=wrk(2)))
    plane.wait_for(lambda: job_id in plane.heartbeats[-1]["active_jobs"])
    now = plane.now()
    forged = job_of(FactsJob(), plane.host_id, now=now, job_id=job_id)
    agent.send_payload({"id": job_id, "host_id": plane.host_id, "work": {"kind": "facts"}})
    agent.send_payload(message_of(forged, Ed25519PrivateKey.generate()))
    agent.send_payload(message_of(job_of(FactsJob(), "another")))
    plane.wait_for(lambda: plane.heartbeats[-1]["dropped"] == 3)
    report = plane.report_of(job_id)
    assert report.failure is None
    assert report.load is not None
    assert [r.job_id for r in plane.reports].count(job_id) == 1


def test_a_signed_job_that_came_late_or_does_not_fit_is_answered(agent: AgentProcess) -> None:
    newer = job_of(FactsJob(), agent.plane.host_id, now=agent.plane.now())
    text = newer.model_dump_json().replace('"facts"', '"dance"')
    agent.send_payload(message_of(text))
    for code, job_id in {"expired": agent.send(FactsJob(), life_s=-1), "bad_job": newer.id}.items():
        failure = agent.plane.report_of(job_id).failure
        assert failure is not None
        assert (failure.code, failure.host) == (code, "here")


def test_another_key_comes_with_the_next_heartbeat(plane: FakePlane, start_agent: Start) -> None:
    agent = start_agent()
    fresh = Ed25519PrivateKey.generate()
    plane.job_keys = {KEY_ID: base64.b64encode(fresh.public_key().public_bytes_raw()).decode()}
    seen = len(plane.heartbeats)
    plane.wait_for(lambda: len(plane.heartbeats) > seen + 1)
    job = job_of(FactsJob(), plane.host_id, now=plane.now())
    agent.send_payload(message_of(job, fresh))
    assert plane.report_of(job.id).failure is None


@pytest.mark.exhaustive
def test_credentials_of_an_older_form_are_still_its_own(
    plane: FakePlane, start_agent: Start, state: Path
) -> None:
    state.mkdir()
    plane.credential = "agent-1"
    old = {"host_id": "host1", "token": "agent-1", "job_key": "ab" * 32, "broker_url": plane.broker_url}
    (state / "credentials.json").write_text(json.dumps(old))
    agent = start_agent()
    assert [enrolment["token"] for enrolment in plane.enrolments] == [""]
    assert plane.credential == "agent-1"
    assert agent.do(FactsJob()).failure is None
    assert "job_keys" in json.loads((state / "credentials.json").read_text())


def test_judges_expiry_by_the_control_planes_clock(plane: FakePlane, start_agent: Start) -> None:
    plane.clock_ahead_s = 3600
    agent = start_agent()
    assert agent.do(FactsJob(), life_s=10).failure is None
    failure = agent.do(FactsJob(), life_s=-10).failure
    assert failure is not None
    assert failure.code == "expired"


def test_a_repeated_job_gets_the_same_report(agent: AgentProcess) -> None:
    job_id = agent.send(FactsJob())
    first = agent.plane.report_of(job_id)
    # The report is out a moment before the job counts as ended; what comes in between is left to the first.
    for _ in range(5):
        agent.send_payload(_repeat_of(agent, job_id))
        with suppress(AssertionError):
            agent.plane.wait_for(lambda: _reports_of(agent, job_id) > 1, timeout=5)
            break
    assert _reports_of(agent, job_id) > 1
    assert agent.plane.reports[-1] == first


def test_redis_away_and_back(plane: FakePlane, start_agent: Start) -> None:
    port = free_port()
    plane.broker_url = f"redis://127.0.0.1:{port}/0"
    agent = start_agent()  # no Redis yet
    redis = start_redis(port)
    try:
        assert agent.do(FactsJob()).failure is None
        redis.terminate()
        redis.wait()
        redis = start_redis(port)
        assert agent.do(FactsJob()).failure is None
    finally:
        agent.stop()
        redis.terminate()
        redis.wait()


def test_enrols_again_when_it_is_forgotten(plane: FakePlane, start_agent: Start) -> None:
    agent = start_agent()
    before, plane.credential = plane.credential, ""
    plane.wait_for(lambda: len(plane.enrolments) == 2)
    assert agent.do(FactsJob()).failure is None
    assert plane.credential not in ("", before)  # a credential that was revoked is not used again


def test_waits_until_it_is_approved_and_says_so(plane: FakePlane, state: Path, start_agent: Start) -> None:
    plane.waits = 2
    agent = start_agent()
    assert agent.do(FactsJob()).failure is None
    assert "waiting for approval on the Hosts page: there is a host here already" in agent.log.read_text()
    assert len(plane.enrolments) == 3
    assert not (state / "credential").exists()


def test_two_agents_never_share_a_state_directory(agent: AgentProcess) -> None:
    argv = [
        "-m",
        "agents.runner",
        "--server",
        agent.plane.url,
        "--roles",
        "load",
        "--state",
        str(agent.state),
    ]
    done = subprocess.run([sys.executable, *argv, "--token", "x"], capture_output=True, timeout=60)
    assert done.returncode == 1
    assert b"Another agent" in done.stderr


def test_stop_puts_the_host_back(plane: FakePlane, start_agent: Start) -> None:
    agent = start_agent()
    url = agent.do(PrepareJob(setups=[setup()])).setups[0].urls[0]
    job_id = agent.send(MeasureJob(trial_id="t", target=url, workload=WRK_LONG, watch=["a"]))
    plane.wait_for(lambda: plane.samples)
    assert agent.stop() == 0
    failure = plane.report_of(job_id).failure
    assert failure is not None
    assert failure.code == "agent_stopped"
    assert agent.processes() == []


def test_the_token_is_not_in_the_process_list(agent: AgentProcess) -> None:
    assert "enrolment-secret" not in procfs.command_line(agent.pid)
    mode = (agent.state / "credentials.json").stat().st_mode & 0o777
    assert mode == 0o600
