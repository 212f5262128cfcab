"""Agents that do not fit: another version, messages in another form, two with one credential."""

from typing import Any

from agents.contract.version import CONTRACT
from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import DEFINITION, Farm, enrolment, rows
from backend.tests.db.moments import age_by


def host(farm: Farm, name: str) -> dict[str, Any]:
    return next(h for h in farm.client.get("/api/v1/hosts").json() if h["name"] == name)


def enrol(farm: Farm, name: str, machine: str = "m1", **changes: Any) -> Any:
    return farm.post("enrol", enrolment(name, machine=machine) | changes, farm.tokens[name])


def beat(farm: Farm, name: str, instance: str, **changes: Any) -> Any:
    return farm.post("heartbeat", {"instance": instance} | changes, farm.tokens[name])


# ---- another version -----------------------------------------------------------------------------


def test_no_plan_on_a_host_whose_agent_speaks_another_contract(farm: Farm) -> None:
    enrol(farm, "load", contract=CONTRACT + 1, version="9.0")
    why = host(farm, "load")["unavailable"]
    assert why.startswith(f"load runs agent 9.0 (contract {CONTRACT + 1}), this dashboard is ")
    assert why.endswith("install a newer dashboard")
    answer = farm.client.post("/api/v1/experiments", json={"definition": DEFINITION})
    assert answer.status_code == 422
    assert [(e["place"], e["message"]) for e in answer.json()["errors"]] == [("testbed.load", why)]
    enrol(farm, "load")
    assert host(farm, "load")["unavailable"] == host(farm, "load")["unfit"] == ""  # both until 0.2.0


def test_an_agent_that_says_no_contract_is_too_old(farm: Farm) -> None:
    old = enrolment("load")
    del old["contract"]
    farm.post("enrol", old, farm.tokens["load"])
    assert "install agent" in host(farm, "load")["unavailable"]


def test_an_experiment_ends_when_an_agent_comes_back_in_another_version(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="prepare_proxy")
    enrol(farm, "proxy", contract=0, version="0.0.9")
    beat(farm, "proxy", "older")
    advance(made)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]["code"]) == ("failed", "agent_version")
    assert found["failure"]["message"].startswith("proxy runs agent 0.0.9")


# ---- messages in another form --------------------------------------------------------------------


def test_a_report_that_is_not_understood_fails_its_job_at_once(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="prepare_proxy")
    job = farm.open("prepare_proxy")
    answer = farm.report("proxy", farm.outcome(job) | {"novelty": 1})
    assert answer.status_code == 422
    job = next(j for j in rows(made)[1] if j.id == job.id)
    assert (job.state, job.failure and job.failure["code"]) == ("failed", "bad_report")
    assert "proxy does not fit this dashboard (novelty: Extra inputs are not permitted)" in str(job.failure)
    report_error = host(farm, "proxy")["report_error"]
    assert (report_error["what"], report_error["count"]) == ("report", 1)
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "failed"


def test_a_report_fails_no_job_of_another_host_and_strange_ones_do_no_harm(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="prepare_proxy")
    job = farm.open("prepare_proxy")
    for body in ({"job_id": job.id, "x": 1}, {"job_id": "\x00", "x": 1}, {"job_id": {}}, [], "text", None):
        assert farm.post("reports", body, farm.tokens["load"]).status_code == 422  # pyright: ignore[reportArgumentType]
    assert farm.open("prepare_proxy").id == job.id
    assert host(farm, "load")["report_error"]["count"] == 6


def test_a_heartbeat_that_is_not_understood_is_said_until_the_agent_starts_anew(farm: Farm) -> None:
    assert beat(farm, "load", "in\u202eside out").status_code == 422
    assert beat(farm, "load", "first", active_jobs="many").status_code == 422
    report_error = host(farm, "load")["report_error"]
    assert (report_error["what"], report_error["count"]) == ("heartbeat", 2)
    assert report_error["why"] == "active_jobs: Input should be a valid list"
    assert farm.post("heartbeat", {}, "a stranger's").status_code == 401
    enrol(farm, "load")
    assert host(farm, "load")["report_error"] is None


# ---- two agents with one credential --------------------------------------------------------------


def test_a_copy_on_another_machine_is_refused_and_named_on_both(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    copy = enrol(farm, "proxy", machine="m2-elsewhere", address="127.0.0.9", instance="copy")
    assert copy.status_code == 403
    assert copy.json()["detail"].startswith(
        "Another agent is proxy already, on s2500 (127.0.0.1, machine m1)"
    )
    found = host(farm, "proxy")
    assert (found["address"], found["duplicate_agent"]["machine"]) == ("127.0.0.1", "m2-elsewhere")
    told = beat(farm, "proxy", "first").json()["notice"]
    assert told.startswith("A second agent on s2500 (")
    assert "machine m2-elsew" in told
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert {t["attempt"] for t in farm.trials(made)} == {1}


def test_a_copy_may_take_the_place_of_an_agent_that_went_silent(farm: Farm) -> None:
    age_by(9, "proxy")
    assert enrol(farm, "proxy", machine="m2", instance="moved").status_code == 200
    assert beat(farm, "proxy", "moved").status_code == 200
    refused = beat(farm, "proxy", "first")
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("Another agent is proxy already")


def test_agents_that_alternate_on_one_machine_end_with_one_of_them(farm: Farm) -> None:
    """A, B, A: B could be a restart of A, until A is heard again."""
    assert enrol(farm, "proxy", instance="b").status_code == 200
    assert beat(farm, "proxy", "b").status_code == 200
    for _ in range(3):
        assert beat(farm, "proxy", "first").status_code == 409
        assert enrol(farm, "proxy", instance="first").status_code == 403
        assert beat(farm, "proxy", "b").status_code == 200
    assert host(farm, "proxy")["duplicate_agent"] is not None
    age_by(9, "proxy")  # b has ended
    assert enrol(farm, "proxy", instance="first").status_code == 200
    assert beat(farm, "proxy", "first").status_code == 200
