"""The same definition once more: what has changed since is said before, and the launch is the usual one."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.origin import Origin
from backend.records.testbeds import TestbedRole
from backend.tests.db import builders

SMALL = {"cpus": 2, "online_cpus": "0-1", "nofile": 1024}


def _launch(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/experiments", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.fixture
def made(session: Session, client: TestClient) -> dict[str, Any]:
    """A recipe launched on a testbed of two CPUs."""
    builders.a_testbed(session, "lab", **SMALL)
    session.commit()
    return _launch(client, recipe="calibration", seed=7)


def _asked(client: TestClient, id_: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1/experiments/{id_}/reproduce", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _host(session: Session, name: str) -> Host:
    return session.query(Host).filter_by(name=name).one()


def test_the_same_again_with_the_same_seed(client: TestClient, made: dict[str, Any]) -> None:
    found = _asked(client, made["id"], same_seed=True)
    assert (found["errors"], found["facts_changed"], found["same_testbed"]) == ([], [], True)
    assert (found["runs"], found["rounds"]) == (len(made["run_list"]), made["rounds"])
    assert found["seconds"] == pytest.approx(made["estimate_s"])
    assert [e["id"] for e in found["queue_behind"]] == [made["id"]]
    again = _launch(client, **found["launch"])
    assert (again["seed"], again["recipe"], again["form"]) == (7, "calibration", "quick")
    assert again["derived"] == {"how": "reproduce", "experiment": {"id": made["id"], "name": made["name"]}}
    for one, other in zip(made["run_list"], again["run_list"], strict=True):
        assert one["name"] == other["name"]
        assert one["knobs"] == other["knobs"]
        assert one["workload"] == other["workload"]
    order = [
        [(t["round"], names[t["run_id"]]) for t in client.get(f"/api/v1/experiments/{e['id']}/trials").json()]
        for e in (made, again)
        if (names := {r["id"]: r["name"] for r in e["run_list"]})
    ]
    assert order[0] == order[1]
    assert client.get(f"/api/v1/experiments/{made['id']}").json()["made_from_this"] == 1


def test_a_new_seed_is_another_one(client: TestClient, made: dict[str, Any]) -> None:
    found = _asked(client, made["id"])
    assert found["seed"] == 7
    assert _launch(client, **found["launch"])["seed"] == found["launch"]["seed"] != 7


def test_what_has_changed_in_the_facts_is_said_once_for_one_machine(
    session: Session, client: TestClient, made: dict[str, Any]
) -> None:
    for role in ("load", "proxy", "backend"):
        host = _host(session, f"lab-{role}")
        nginx = {"path": "/usr/sbin/nginx", "version": "1.27.0"}
        host.facts = {**host.facts, "kernel": "6.9.1", "nginx": nginx, "more": {"sysctl": {"a": "1"}}}
    session.commit()
    found = _asked(client, made["id"])["facts_changed"]
    assert {(f["name"], f["before"], f["after"]) for f in found} == {
        ("kernel", "6.1.0", "6.9.1"),
        ("nginx.version", "1.22.1", "1.27.0"),
        ("sysctl.a", None, "1"),
    }
    assert {f["host"] for f in found} == {"lab-load = lab-proxy = lab-backend"}


def test_a_host_that_is_offline_or_unrestored_stands_in_the_way(
    session: Session, client: TestClient, made: dict[str, Any]
) -> None:
    _host(session, "lab-proxy").online = False
    _host(session, "lab-load").condition = "needs_restore"
    session.commit()
    found = _asked(client, made["id"])
    assert {e["place"] for e in found["errors"]} == {"testbed.proxy", "testbed.load"}
    states = {h["role"]: (h["online"], h["condition"]) for h in found["hosts"]}
    assert states["proxy"] == (False, "clean")
    assert states["load"] == (True, "needs_restore")
    assert client.post("/api/v1/experiments", json=found["launch"]).status_code == 422


def test_what_a_host_can_no_longer_do_is_an_error_of_the_plan(
    session: Session, client: TestClient, made: dict[str, Any]
) -> None:
    host = _host(session, "lab-load")
    host.facts = {**host.facts, "tools": {"ab": "2.3"}}
    session.commit()
    found = _asked(client, made["id"])
    assert any("wrk" in e["message"] for e in found["errors"])


def test_another_testbed_names_both_hosts(session: Session, client: TestClient, made: dict[str, Any]) -> None:
    other = builders.a_testbed(session, "other", **SMALL | {"kernel": "6.9.1"})
    session.query(TestbedRole).filter_by(testbed_id=other.id, role="backend").delete()
    session.commit()
    found = _asked(client, made["id"], testbed_id=other.id)
    assert (found["testbed"]["name"], found["same_testbed"]) == ("other", False)
    assert {h["role"]: (h["then"], h["now"]) for h in found["hosts"]}["backend"] == ("lab-backend", None)
    assert [(f["host"], f["name"]) for f in found["facts_changed"]] == [
        ("lab-load → other-load = lab-proxy → other-proxy", "kernel")
    ]
    assert found["launch"]["testbed_id"] == other.id
    wrong = client.get(f"/api/v1/experiments/{made['id']}/reproduce", params={"testbed_id": "nothing"})
    assert wrong.status_code == 404


def test_imported_results_cannot_be_measured_again(session: Session, client: TestClient) -> None:
    row = builders.experiment(session, testbed_id=None, origin=Origin.IMPORTED.value, facts={})
    session.commit()
    answer = client.get(f"/api/v1/experiments/{row.id}/reproduce")
    assert answer.status_code == 409
    assert "clone it" in answer.json()["detail"]
    assert client.get("/api/v1/experiments/nothing/reproduce").status_code == 404


def test_what_it_was_made_from_may_be_deleted(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    source = builders.experiment(session, bed)
    made = builders.experiment(session, bed, derived_from=source.id, derived_how="clone")
    session.commit()
    assert client.get(f"/api/v1/experiments/{made.id}").json()["derived"]["how"] == "clone"
    assert client.delete(f"/api/v1/experiments/{source.id}").status_code == 204
    assert client.get(f"/api/v1/experiments/{made.id}").json()["derived"] is None
    session.expire_all()
    assert session.get_one(Experiment, made.id).derived_how == "clone"
