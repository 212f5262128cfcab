"""Hosts that an experiment of another control plane holds: a launch waits for them and says so."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from backend.database import get_engine
from backend.execution.jobs import wakeups_queries
from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import Farm, rows

CLAIM = {
    "experiment": "06other",
    "control_plane": "http://192.0.2.7:8080",
    "agent": "proxy",
    "process": "process 17",
}
HOLDER = "another dashboard at http://192.0.2.7:8080 (experiment 06other, agent proxy, process 17)"


def next_in_line() -> list[str]:
    """What the sweep would wake."""
    with Session(get_engine()) as session:
        return list(wakeups_queries.next_in_line(session))


def held_elsewhere(report: dict[str, Any]) -> dict[str, Any]:
    failure = Failure(code="host_busy", message="This host is held by experiment 06other")
    return report | {"setups": [], "failure": failure.model_dump()}


def test_a_launch_waits_for_a_host_that_another_dashboard_holds(farm: Farm) -> None:
    farm.beat("proxy", claimed=CLAIM)
    hosts = {h["name"]: h["claimed_by"] for h in farm.client.get("/api/v1/hosts").json()}
    assert hosts == {"proxy": HOLDER, "load": "", "backend": ""}
    (testbed,) = farm.client.get("/api/v1/testbeds").json()
    assert {r["role"]: r["claimed_by"] for r in testbed["roles"]} == hosts

    made = farm.launch()
    assert next_in_line() == []
    waiting = farm.experiment(made)
    assert waiting["state"] == "queued"
    assert waiting["progress"]["step"] == f"waiting behind {HOLDER} for proxy"
    farm.beat("proxy")
    assert next_in_line() == [made]
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


@pytest.mark.exhaustive
def test_what_is_refused_in_the_last_moment_goes_back_into_the_line(farm: Farm) -> None:
    """The other dashboard was quicker by less than a heartbeat: nothing is lost but a moment."""
    farm.answers["prepare_proxy"] = held_elsewhere
    made = farm.launch()
    farm.work(made)
    waiting = farm.experiment(made)
    assert (waiting["state"], waiting["failure"], waiting["started_at"]) == ("queued", None, None)
    assert waiting["progress"]["step"] == "waiting behind another dashboard for proxy"
    assert {h["held_by"] for h in farm.client.get("/api/v1/hosts").json()} == {None}

    farm.answers.clear()
    for name in farm.ids:
        farm.beat(name)
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    purposes = [job.purpose for job in rows(made)[1]]
    assert (purposes.count("hand_back"), purposes.count("restore")) == (3, 3)


def test_one_that_waits_like_this_can_be_cancelled(farm: Farm) -> None:
    farm.answers["prepare_proxy"] = held_elsewhere
    made = farm.launch()
    farm.work(made)
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    assert farm.experiment(made)["state"] == "cancelled"


def test_the_claim_of_an_experiment_of_our_own_is_no_stranger(farm: Farm) -> None:
    """Agents of one machine see each other's claims."""
    made = farm.launch()
    farm.beat("load", claimed=CLAIM | {"experiment": made})
    assert {h["claimed_by"] for h in farm.client.get("/api/v1/hosts").json()} == {""}


def test_what_a_claim_says_cannot_break_a_page(farm: Farm) -> None:
    farm.beat("proxy", claimed={"control_plane": "http://x\n\u202eevil\x00", "agent": "a" * 64})
    said = next(h["claimed_by"] for h in farm.client.get("/api/v1/hosts").json() if h["name"] == "proxy")
    assert said == f"another dashboard at http://xevil (agent {'a' * 64})"
