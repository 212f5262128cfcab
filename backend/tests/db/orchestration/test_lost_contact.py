"""Agents that die, a broker that is away, messages that come twice or never: nothing is lost or doubled."""

from datetime import UTC, datetime
from typing import Any

import pytest

from agents.catalog.roles import ROLES
from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.settings import get_settings
from backend.tests.db.agents import Farm, rows
from backend.tests.db.moments import age_by, api_up_for, at_once, no_broker, queue_length

# ---- agents that die -------------------------------------------------------------------------------


def test_a_trial_whose_agent_was_restarted_is_repeated_after_preparing_again(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.restart("proxy")
    farm.work(made)
    trials = farm.trials(made)
    assert [(t["attempt"], t["state"]) for t in trials[:2]] == [(1, "failed"), (2, "done")]
    assert trials[0]["failure"]["code"] == "agent_restarted"
    assert trials[0]["failure"]["message"] == "the agent on proxy was restarted"
    assert farm.experiment(made)["state"] == "finished"
    experiment, jobs = rows(made)
    assert experiment.generation == 1
    assert [j.purpose for j in jobs].count("prepare_proxy") == 2


@pytest.mark.parametrize(
    "purpose",
    [
        pytest.param("prepare_backend", marks=pytest.mark.exhaustive),
        "prepare_proxy",
        pytest.param("warm", marks=pytest.mark.exhaustive),
        "measure",
    ],
)
def test_what_the_end_of_an_agent_breaks_off_is_done_again(farm: Farm, purpose: str) -> None:
    made = farm.launch()
    farm.work(made, until=purpose)
    job = farm.open(purpose)
    name = farm.name_of(job.host_id)
    stopped = {"code": "agent_stopped", "message": "The agent was stopped"}
    farm.report(name, {"job_id": job.id, "failure": stopped})
    farm.restart(name)
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert {t["state"] for t in farm.trials(made) if t["attempt"] == 1} <= {"done", "failed"}
    counts = [t["state"] for t in farm.trials(made)].count("done")
    assert counts == len({(t["run_id"], t["round"]) for t in farm.trials(made)})


def test_lost_contact_is_tried_again_at_most_twice(farm: Farm) -> None:
    made = farm.launch(trials=1)
    for _ in range(3):
        farm.work(made, until="measure")
        farm.restart("proxy")
        farm.report("load", farm.outcome(farm.open("measure")))
        advance(made)
    farm.work(made)
    trials = farm.trials(made)
    first = [(t["attempt"], t["state"]) for t in trials if t["position"] == 1]
    assert first == [(1, "failed"), (2, "failed"), (3, "failed")]
    assert [t["state"] for t in trials if t["position"] == 2] == ["done"]
    assert farm.experiment(made)["state"] == "finished"


def test_an_agent_that_dies_of_every_preparation_ends_the_experiment(farm: Farm) -> None:
    made = farm.launch()
    for _ in range(5):
        farm.work(made, until="prepare_proxy")
        if farm.experiment(made)["state"] != "running":
            break
        farm.restart("proxy")
        advance(made)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]["code"]) == ("failed", "agent_restarted")
    assert {t["state"] for t in farm.trials(made)} == {"cancelled"}


def test_a_silent_host_fails_its_trial_and_may_come_back(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    api_up_for(60)
    age_by(9, "proxy")
    sweep()
    hosts = {h["name"]: h["online"] for h in farm.client.get("/api/v1/hosts").json()}
    assert hosts == {"load": True, "proxy": False, "backend": True}
    advance(made)
    assert farm.open("cancel").covers == [farm.open("measure").id]
    farm.silent.add("proxy")
    farm.work(made)
    first = farm.trials(made)[0]
    assert (first["state"], first["failure"]["code"], first["failure"]["host"]) == (
        "failed",
        "host_lost",
        "proxy",
    )
    assert farm.experiment(made)["state"] == "running"
    farm.silent.clear()
    farm.beat("proxy")
    advance(made)
    lost = next(j for j in rows(made)[1] if j.state == "lost")
    assert farm.open("cancel").covers == [lost.id]  # it may still be at it
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert [t["attempt"] for t in farm.trials(made)[:2]] == [1, 2]
    assert rows(made)[0].generation == 0  # what it had prepared was still there


def test_a_host_that_was_away_when_its_experiment_gave_it_back_is_put_back_when_it_comes(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    api_up_for(600)
    age_by(61, "proxy")
    sweep()
    farm.silent.add("proxy")
    farm.work(made)
    assert farm.experiment(made)["state"] == "queued"
    for _ in range(2):  # asked once, and in no state to take an experiment until it has answered
        farm.beat("proxy", condition="applied", active_jobs=["watching"])
        assert _condition(farm, "proxy") == "needs_restore"
        asked = [j for j in farm.open_jobs() if j.host_id == farm.ids["proxy"]]
        assert [(j.purpose, j.work.get("job_ids")) for j in asked] == [
            ("cancel", ["watching"]),
            ("restore", None),
        ]
    farm.report("proxy", farm.outcome(farm.open("restore")))
    farm.beat("proxy")
    assert _condition(farm, "proxy") == "clean"


def test_a_job_that_never_left_is_lost_with_its_host(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker and host die together: nobody will ever report."""
    made = farm.launch()
    with monkeypatch.context() as away:
        away.setattr("backend.execution.jobs.sending.send_job", no_broker)
        farm.work(made, until="prepare_proxy")
    assert farm.open("prepare_proxy").state == "pending"
    api_up_for(60)
    age_by(9, "proxy")
    sweep()
    assert [j.purpose for j in farm.open_jobs()] == []


@pytest.mark.parametrize("up_for", [None, 3.0])
def test_a_silent_api_proves_nothing_about_hosts(farm: Farm, up_for: float | None) -> None:
    if up_for is not None:
        api_up_for(up_for)
    age_by(1000, *ROLES)
    sweep()
    assert all(h["online"] for h in farm.client.get("/api/v1/hosts").json())


def test_an_agent_that_says_nothing_about_a_job_loses_it(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.beat("load", active_jobs=[farm.open("measure").id])
    age_by(52 + 59)
    sweep()
    assert farm.open("measure").state == "sent"
    age_by(2)
    sweep()
    advance(made)
    farm.work(made, until="measure")
    assert farm.trials(made)[0]["failure"]["message"] == "no report within 52 s"


# ---- a broker that is away, messages that get lost -------------------------------------------------


def test_jobs_wait_for_the_broker(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setattr("backend.execution.jobs.sending.send_job", no_broker)
        made = farm.launch()
    assert (farm.open("prepare_backend").state, farm.open("prepare_backend").sends) == ("pending", 0)
    assert queue_length(farm, "backend") == 0
    age_by(7)
    sweep()
    assert (farm.open("prepare_backend").state, farm.open("prepare_backend").sends) == ("sent", 1)
    assert queue_length(farm, "backend") == 1
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


def test_a_broker_that_is_away_costs_no_launch_and_little_time(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    """A real connection that is refused: the request is answered, and the sweep finds the experiment."""
    from backend import task_queue

    with monkeypatch.context() as away:
        away.setenv("DYNO_REDIS_URL", f"unix://{tmp_path}/nobody.sock")
        get_settings.cache_clear()
        task_queue.get_celery.cache_clear()
        begun = datetime.now(UTC)
        made = farm.launch()
        assert (datetime.now(UTC) - begun).total_seconds() < 5
    get_settings.cache_clear()
    task_queue.get_celery.cache_clear()
    assert farm.experiment(made)["state"] == "running"
    assert farm.open("prepare_backend").state == "pending"


def test_a_job_that_its_host_does_not_know_is_sent_again_at_most_twice(farm: Farm) -> None:
    farm.launch()
    sends = []
    for _ in range(5):
        age_by(7)
        sweep()
        sends.append(farm.open("prepare_backend").sends)
    assert sends == [2, 3, 3, 3, 3]
    assert queue_length(farm, "backend") == 3


def test_sweeps_of_two_workers_at_once_do_their_work_once(farm: Farm) -> None:
    made = farm.launch()
    age_by(7)
    at_once(4, sweep)
    assert farm.open("prepare_backend").sends == 2
    assert queue_length(farm, "backend") == 2
    farm.work(made, until="measure")
    api_up_for(60)
    age_by(9, "proxy")
    at_once(4, sweep)
    at_once(2, lambda: advance(made))
    assert [job.purpose for job in farm.open_jobs()].count("cancel") == 1
    farm.silent.add("proxy")
    farm.work(made)
    assert [t["state"] for t in farm.trials(made)].count("failed") == 1


def test_a_job_that_its_host_works_on_is_not_sent_again(farm: Farm) -> None:
    farm.launch()
    farm.beat("backend", active_jobs=[farm.open("prepare_backend").id])
    age_by(7)
    sweep()
    assert farm.open("prepare_backend").sends == 1


def test_an_agent_that_reports_before_the_send_is_noted_is_heard(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent next door answers within milliseconds, while the sender still writes down that it sent."""

    def quick(job: Any) -> None:
        found = next(j for j in farm.open_jobs() if j.id == job.id)
        assert farm.report(farm.name_of(found.host_id), farm.outcome(found)).json()["accepted"]

    with monkeypatch.context() as fast:
        fast.setattr("backend.execution.jobs.sending.send_job", quick)
        made = farm.launch()
    assert {j.state for j in rows(made)[1]} == {"done"}


def test_the_sweep_finds_an_experiment_that_nobody_woke(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    made = farm.launch()
    job = farm.open("prepare_backend")
    farm.report("backend", farm.outcome(job))
    woken: list[str] = []
    monkeypatch.setattr("backend.execution.jobs.wakeups.advance_after_commit", lambda _, id: woken.append(id))
    sweep()
    assert woken == [made]


# ---- samples ---------------------------------------------------------------------------------------


def test_samples_are_kept_once(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    job = farm.open("measure")
    trial, begun = job.trial_id, int(job.created_at.timestamp())
    batches = [
        {"trial_id": trial, "seq": n, "times": [begun + n], "series": {"cpu.0": [0.1 * n], "cpu.1": [None]}}
        for n in range(3)
    ]
    for batch in (batches[0], batches[1], batches[1], batches[0], batches[2]):
        assert farm.post("samples", batch, farm.tokens["load"]).status_code == 204
    at_once(4, lambda: farm.post("samples", batches[2], farm.tokens["load"]))
    with get_engine().connect() as connection:
        found = connection.exec_driver_sql("select series, times, values from sample_series order by series")
        assert [(name, times, [v and round(v, 3) for v in values]) for name, times, values in found] == [
            ("cpu.0", [begun, begun + 1, begun + 2], [0.0, 0.1, 0.2]),
            ("cpu.1", [begun, begun + 1, begun + 2], [None, None, None]),
        ]


@pytest.mark.parametrize(
    "series",
    [{"x" * 200: [1.0]}, {"a\x00b": [1.0]}, {"cpu.0": [1.0, 2.0]}, {"cpu.0": [1e300]}],
    ids=["name too long", "NUL", "unlike the times", "beyond a float"],
)
def test_samples_that_cannot_be_kept_are_refused_for_good(farm: Farm, series: dict[str, Any]) -> None:
    """An answer of 500 would make the agent resend them forever."""
    made = farm.launch()
    farm.work(made, until="measure")
    body = {"trial_id": farm.open("measure").trial_id, "seq": 0, "times": [1.0], "series": series}
    assert farm.post("samples", body, farm.tokens["load"]).status_code == 422


def test_samples_of_a_trial_that_is_gone_are_refused(farm: Farm) -> None:
    body = {"trial_id": "nothing", "seq": 0, "times": [], "series": {}}
    assert farm.post("samples", body, farm.tokens["load"]).status_code == 404


def _condition(farm: Farm, name: str) -> str:
    return farm.client.get(f"/api/v1/hosts/{farm.ids[name]}").json()["condition"]
