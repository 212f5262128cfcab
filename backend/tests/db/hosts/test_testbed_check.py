"""Testbeds are changed and checked; what hosts say is held against what they were asked."""

from typing import Any

import pytest

from agents.catalog.roles import ROLES
from backend.records.experiments import JobRow
from backend.tests.db.agents import Farm

Body = dict[str, Any]


def local(farm: Farm) -> Body:
    return farm.client.get("/api/v1/testbeds").json()[0]


def ask(farm: Farm, status: int = 202) -> Body:
    answer = farm.client.post(f"/api/v1/testbeds/{local(farm)['id']}/check")
    assert answer.status_code == status, answer.text
    return answer.json()


def check(farm: Farm) -> Body:
    return farm.client.get(f"/api/v1/testbeds/{local(farm)['id']}/check").json()


def outcome(job: JobRow, **changes: Any) -> Body:
    reached = [
        {"host": peer["host"], "outcome": "reached", "round_trip_s": 0.0001, "bytes_per_s": 1e9}
        for peer in job.work["peers"]
    ]
    found = {"port": job.work["ports"][0], "busy_ports": 0, "clock_offset_s": 0.0, "reached": reached}
    return {"job_id": job.id, "reach": found | changes}


def report(farm: Farm, job: JobRow, **changes: Any) -> Any:
    return farm.report(farm.name_of(job.host_id), outcome(job, **changes))


def test_a_check_passes_when_every_host_has_reached_every_other(farm: Farm) -> None:
    assert check(farm)["state"] == "none"
    assert ask(farm)["state"] == "running"
    jobs = farm.open_jobs()
    assert {job.purpose for job in jobs} == {"testbed_check"}
    assert "being checked already" in ask(farm, 409)["detail"]
    for job in jobs:
        assert check(farm)["state"] == "running"
        assert report(farm, job).json() == {"accepted": True}
    done = check(farm)
    assert done["state"] == "passed"
    assert {(pair["source"], pair["target"]) for pair in done["pairs"]} == {
        (a, b) for a in ROLES for b in ROLES if a != b
    }
    assert {pair["mbit_per_s"] for pair in done["pairs"]} == {8000}


def test_what_failed_is_said_with_what_to_do(farm: Farm) -> None:
    ask(farm)
    for job in farm.open_jobs():
        silent = [{"host": peer["host"], "outcome": "silent"} for peer in job.work["peers"]]
        report(farm, job, **({"reached": silent} if farm.name_of(job.host_id) == "load" else {}))
    done = check(farm)
    assert done["state"] == "failed"
    failed = [pair for pair in done["pairs"] if not pair["ok"]]
    assert {pair["source"] for pair in failed} == {"load"}
    assert all("Open TCP ports" in pair["help"] for pair in failed)


@pytest.mark.parametrize(
    "changes",
    [
        {"port": 22},
        {"busy_ports": -1},
        {"reached": [{"host": "x" * 14, "outcome": "reached"}]},
        {"clock_offset_s": 1e30},
    ],
)
def test_what_was_not_asked_is_refused(farm: Farm, changes: Body) -> None:
    ask(farm)
    job = farm.open_jobs()[0]
    assert report(farm, job, **changes).status_code == 422
    assert job.id not in {one.id for one in farm.open_jobs()}


def test_a_busy_or_absent_host_is_not_asked(farm: Farm) -> None:
    made = farm.launch()
    assert "is held by “workers”" in ask(farm, 409)["detail"]
    assert [job.purpose for job in farm.open_jobs() if job.purpose == "testbed_check"] == []
    farm.work(made)
    farm.client.delete(f"/api/v1/hosts/{farm.ids['proxy']}")
    assert "proxy was removed" in ask(farm, 409)["detail"]


def test_a_testbed_gets_other_hosts_and_a_name(farm: Farm) -> None:
    ask(farm)
    for job in farm.open_jobs():
        report(farm, job)
    path = f"/api/v1/testbeds/{local(farm)['id']}"
    both = {"version": 0, "name": "lab", "roles": {"load": farm.ids["load"], "proxy": farm.ids["proxy"]}}
    changed = farm.client.patch(path, json=both).json()
    assert (changed["name"], [row["role"] for row in changed["roles"]]) == ("lab", ["load", "proxy"])
    assert check(farm)["state"] == "none"  # what was checked is no more
    wrong = farm.client.patch(path, json={"version": 1, "roles": {"load": farm.ids["proxy"]}})
    (error,) = wrong.json()["errors"]
    assert (error["place"], error["message"]) == ("roles.load", "proxy takes only the roles proxy")
    assert farm.client.patch(path, json={"name": "lab"}).status_code == 200
    farm.client.post("/api/v1/testbeds", json={"name": "other", "roles": {"load": farm.ids["load"]}})
    taken = farm.client.patch(path, json={"version": 1, "name": "other"})
    assert (taken.status_code, "choose another name" in taken.json()["detail"]) == (409, True)
