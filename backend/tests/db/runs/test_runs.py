"""A run's permalink: figures, samples, output, and what a deleted run says."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, TrialState
from backend.analysis import stored_headlines
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.records.samples import SampleSeries
from backend.tests.db import builders

SETUP = {
    "key": "abc-proxy-1",
    "urls": ["http://127.0.0.1:40001"],
    "conf": "worker_processes 22;\n",
    "argv": [["nginx", "-p", "x"]],
    "version": "1.22.1",
    "workers": [{"pid": 7, "cpus": "0-21"}],
}


def _window(cores: list[float], **own: float) -> dict[str, object]:
    return {"seconds": 10.0, "cores": cores, "own_cpu_s": own}


def _measured(session: Session, busy: float = 0.5) -> tuple[Run, Run]:
    """A baseline and a pinned run on two CPUs, with windows of both roles."""
    made = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, made, 0, "default", is_baseline=True)
    pins = {"pin.load": "1", "pin.proxy": "0"}
    run = builders.run(session, made, 1, "pinned", knobs=pins, prepared={"proxy": SETUP})
    hosts = {role: found["host_id"] for role, found in made.facts.items()}
    for number in (1, 2, 3):
        figures: dict[str, float | None] = {"requests_per_s": 1000.0 + number, "requests": 10_000.0}
        figures |= {"latency_p50": 0.001, "latency_p99": 0.002 + number / 1e4, "failed_requests": 0.0}
        builders.trial(session, base, number, figures)
        memory = {"idle_bytes": 4_000_000, "end_bytes": 9_000_000}
        windows = {
            hosts["load"]: _window([busy, 0.9], load=5.0) | {"kernel_counts": {"socket_bytes": 7}},
            hosts["proxy"]: _window([busy, 0.9], **{"abc-proxy-1": 9.0})
            | {"servers": {"abc-proxy-1": {"memory": memory}}, "kernel_counts": {"socket_bytes": 4096}},
        }
        faster = figures | {"requests_per_s": 2000.0 + 2 * number, "cpu_s_per_request": 0.0009}
        builders.trial(session, run, number, faster, windows=windows)
    session.commit()
    return base, run


def test_the_permalink_has_everything(session: Session, client: TestClient) -> None:
    base, run = _measured(session)
    found = client.get(f"/api/v1/runs/{run.id}").json()
    figures = {f["metric"]: f for f in found["figures"]}
    rate = figures["requests_per_s"]
    assert rate["mean"] == pytest.approx(2004.0)
    # scipy.stats.t.interval(0.95, 2, 2004, 2 / 3**0.5)
    assert (rate["low"], rate["high"]) == pytest.approx((1999.032, 2008.968), abs=1e-3)
    assert rate["delta"]["change"] == pytest.approx(1.0)
    assert figures["failed_requests"]["delta"]["difference"] == 0.0
    assert found["baseline"]["run_id"] == base.id
    assert found["baseline"]["percentiles"] == pytest.approx({"latency_p50": 0.001, "latency_p99": 0.0022})
    assert found["percentiles"]["latency_p99"] == pytest.approx(0.0022)
    assert found["cpu_per_request"] == pytest.approx({"load": 0.0005, "proxy": 0.0009})
    assert found["memory"] == {"idle_bytes": 4e6, "socket_bytes": 4096}
    assert found["conf"] == found["baseline"]["conf"]  # pins are no lines of nginx.conf
    (setup,) = found["setups"]
    assert setup["conf"] == "worker_processes 22;\n"
    assert (setup["role"], setup["host"], setup["cpus_asked"]) == ("proxy", "s2500-loopback-proxy", "0")
    assert len(found["trials"]) == 3
    assert found["trials"][0]["argv"][0] == "wrk"
    assert len(found["trials"][0]["windows"]) == 2
    assert found["experiment_state"] == "finished"
    assert found["testbed"] == "s2500-loopback"
    assert found["bottlenecks"] == []  # nothing was full, and no mean latency is known


def test_a_baseline_has_no_delta_and_no_baseline(session: Session, client: TestClient) -> None:
    base, _ = _measured(session)
    found = client.get(f"/api/v1/runs/{base.id}").json()
    assert found["baseline"] is None
    assert {f["delta"] for f in found["figures"]} == {None}
    assert "access_log" in found["conf"]


def test_a_run_says_how_far_to_trust_it(session: Session, client: TestClient) -> None:
    _, run = _measured(session)
    trials = session.scalars(select(Trial).where(Trial.run_id == run.id)).all()
    trust = client.get(f"/api/v1/runs/{run.id}").json()["trust"]
    assert (trust["level"], trust["reasons"]) == ("green", [])
    for trial in trials[:2]:
        trial.state = TrialState.INVALID
    session.commit()
    trust = client.get(f"/api/v1/runs/{run.id}").json()["trust"]
    assert "2 of 3 attempts were invalid or failed." in [reason["sentence"] for reason in trust["reasons"]]


def test_trials_of_a_run_that_could_not_be_prepared_are_no_attempts(
    session: Session, client: TestClient
) -> None:
    _, run = _measured(session)
    failure = {"code": "nginx_test", "message": "unknown directive “x”", "host": None, "log": ""}
    values = {"state": TrialState.FAILED, "failure": failure}
    experiment = session.get_one(Experiment, run.experiment_id)
    refused = builders.run(session, experiment, 2, "refused", state="failed", failure=failure)
    lost = builders.trial(session, run, 4, {}, start=1, **values)
    for number in (1, 2, 3):
        builders.trial(session, refused, number, {}, started_at=None, **values)
    lost.failure = failure | {"code": "host_lost"}
    session.commit()
    found = client.get(f"/api/v1/experiments/{run.experiment_id}").json()
    reasons = [reason["sentence"] for reason in found["headline"]["trust"]["reasons"]]
    assert "1 of 7 attempts was invalid or failed." in reasons
    counts = {r["name"]: (r["trials_failed"], r["trials_not_measured"]) for r in found["run_list"]}
    assert counts == {"default": (0, 0), "pinned": (1, 0), "refused": (3, 3)}
    trust = client.get(f"/api/v1/runs/{refused.id}").json()["trust"]
    assert not any("attempt" in reason["sentence"] for reason in trust["reasons"])


def test_busy_cpus_are_named(session: Session, client: TestClient) -> None:
    _, run = _measured(session, busy=0.97)
    found = client.get(f"/api/v1/runs/{run.id}").json()
    (limit,) = found["bottlenecks"]
    assert found["limits"] == [limit]  # until 0.2.0
    assert (limit["code"], limit["role"]) == ("all_workers", "proxy")
    assert limit["sentence"] == "CPU 0 of the proxy was 97% busy."


def test_limits_that_older_code_kept_are_worked_out_anew(session: Session, client: TestClient) -> None:
    _, run = _measured(session, busy=0.97)
    experiment = session.get_one(Experiment, run.experiment_id)
    stored_headlines.keep(session, experiment)
    run.bottlenecks = []  # as a rule of another version left it
    session.commit()
    assert client.get(f"/api/v1/runs/{run.id}").json()["bottlenecks"] == [], "the stored one counts"
    experiment.kept_version = stored_headlines.VERSION - 1
    session.commit()
    (limit,) = client.get(f"/api/v1/runs/{run.id}").json()["bottlenecks"]
    assert limit["code"] == "all_workers"


def test_limits_are_kept_with_the_experiment_and_said_beside_its_verdicts(
    session: Session, client: TestClient
) -> None:
    base, run = _measured(session, busy=0.97)
    stored_headlines.keep(session, session.get_one(Experiment, run.experiment_id))
    session.commit()
    found = client.get(f"/api/v1/experiments/{run.experiment_id}").json()
    limits = {one["id"]: one["bottlenecks"] for one in found["run_list"]}
    assert limits[run.id] == client.get(f"/api/v1/runs/{run.id}").json()["bottlenecks"]
    assert limits[base.id] == []  # nobody watched it
    (row,) = client.get(f"/api/v1/experiments/{run.experiment_id}/deltas").json()
    assert row["limited"] == ""
    base.bottlenecks = [limits[run.id][0] | {"code": "generator", "role": "load", "title": "the load tool"}]
    session.commit()
    (row,) = client.get(f"/api/v1/experiments/{run.experiment_id}/deltas").json()
    assert row["limited"] == "limited by the proxy’s CPUs, the baseline by the load tool"
    pair = client.get(f"/api/v1/compare?a={base.id}&b={run.id}").json()["pairs"][0]
    assert pair["delta"]["limited"] == "limited by the proxy’s CPUs, A by the load tool"


def test_samples_are_on_one_clock(session: Session, client: TestClient) -> None:
    _, run = _measured(session)
    trial = client.get(f"/api/v1/runs/{run.id}").json()["trials"][0]
    host = client.get(f"/api/v1/runs/{run.id}").json()["hosts"][0]["host_id"]
    start = builders.START.timestamp() + 10
    for name, times in (("cpu.0", [start, start + 1, start + 2]), ("net.rx", [start + 1, start + 2])):
        values: list[float | None] = [float(i) for i, _ in enumerate(times)]
        series = SampleSeries(
            trial_id=trial["id"], host_id=host, series=name, seq=0, times=times, values=values
        )
        session.add(series)
    session.commit()
    found = client.get(f"/api/v1/runs/{run.id}/samples").json()
    assert found["trial_id"] == trial["id"]
    assert found["window"] == [0.0, 10.0]
    (one,) = found["hosts"]
    assert one["role"] == "load"
    assert one["times"] == [0.0, 1.0, 2.0]
    assert one["series"] == {"cpu.0": [0.0, 1.0, 2.0], "net.rx": [None, 0.0, 1.0]}
    assert client.get(f"/api/v1/runs/{run.id}/samples?trial=nothing").status_code == 404


def test_output_is_what_the_tool_printed(session: Session, client: TestClient) -> None:
    _, run = _measured(session)
    trial = client.get(f"/api/v1/runs/{run.id}").json()["trials"][0]["id"]
    found = client.get(f"/api/v1/trials/{trial}/output").json()
    assert (found["stdout"], found["exit_code"]) == ("Requests/sec: 1\n", 0)
    assert client.get("/api/v1/trials/nothing/output").status_code == 404


def test_a_deleted_run_says_so(session: Session, client: TestClient) -> None:
    _, run = _measured(session)
    trial = client.get(f"/api/v1/runs/{run.id}").json()["trials"][0]["id"]
    assert client.delete(f"/api/v1/runs/{run.id}").status_code == 204
    for path in (f"runs/{run.id}", f"runs/{run.id}/samples", f"trials/{trial}/output"):
        answer = client.get(f"/api/v1/{path}")
        assert answer.status_code == 410, path
        assert "Pinned against unpinned" in answer.json()["detail"]
    assert client.delete(f"/api/v1/runs/{run.id}").status_code == 410
    listed = client.get(f"/api/v1/experiments/{run.experiment_id}").json()["run_list"]
    assert [r["deleted"] for r in listed] == [False, True]


def test_a_run_is_not_deleted_while_its_experiment_runs(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, state=ExperimentState.RUNNING)
    run = builders.run(session, made, 0, "default")
    session.commit()
    assert client.delete(f"/api/v1/runs/{run.id}").status_code == 409
    assert client.get("/api/v1/runs/nothing").status_code == 404


def test_the_load_tool_has_the_cpu_of_all_its_hosts(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(session)
    run = builders.run(session, experiment, 0, "default", prepared={"proxy": SETUP})
    figures: dict[str, float | None] = {"requests_per_s": 1000.0, "requests": 10_000.0}
    windows = {f"host{n}": _window([0.5], load=2.0 + n) for n in range(3)}
    builders.trial(session, run, 1, figures, windows=windows)
    session.commit()
    assert client.get(f"/api/v1/runs/{run.id}").json()["cpu_per_request"] == {"load": pytest.approx(9e-4)}


def test_cpu_a_request_of_a_search_is_that_at_its_ceiling(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(
        session, definition={"kind": "ceiling", "ceiling": {"from": 64, "to": 128}}
    )
    run = builders.run(session, experiment, 0, "default", prepared={"proxy": SETUP})
    for number, connections in enumerate((64, 128), 1):
        figures: dict[str, float | None] = {"requests_per_s": 1000.0, "requests": 10_000.0}
        windows = {"host": _window([0.5], load=1.0 * number)}
        builders.trial(session, run, number, figures, windows=windows, connections=connections)
    session.commit()
    assert client.get(f"/api/v1/runs/{run.id}").json()["cpu_per_request"] == {"load": pytest.approx(2e-4)}
