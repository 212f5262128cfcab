"""An agent whose state directory was lost while its host was changed: it says clean, and is not believed."""

from typing import Any

import pytest

from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import Farm, enrolment, new_token
from backend.tests.db.machines import Machine

KEY = "net.core.somaxconn"
TWO: list[dict[str, Any]] = [{"name": "one"}, {"name": "two", "set": {f"sysctl.{KEY}": "1024"}}]


def facts(value: str) -> dict[str, Any]:
    return {"more": {"sysctl": {KEY: value}}}


def come_back(farm: Farm, value: str) -> dict[str, Any]:
    """A new start of the proxy's agent: it reads this value, and knows of no change."""
    farm.instances["proxy"] += "-again"
    farm.enrol("proxy", **facts(value))
    farm.beat("proxy")
    return shown(farm)


def shown(farm: Farm) -> dict[str, Any]:
    return farm.client.get(f"/api/v1/hosts/{farm.ids['proxy']}").json()


@pytest.fixture
def changed(farm: Farm) -> Farm:
    """The proxy has what a run asked for."""
    made = farm.launch(variants=TWO)
    farm.work(made, until="apply")
    farm.report("proxy", farm.outcome(farm.open("apply")))
    return farm


def test_it_needs_a_restore_with_the_command_while_the_value_stands(changed: Farm) -> None:
    host = come_back(changed, "1024")
    assert host["condition"] == "needs_restore"
    [left] = host["unrestored_settings"]
    assert (left["before"], left["now"]) == ("4096", "1024")
    assert left["command"] == f"sysctl -w {KEY}=4096"
    assert "lost its state directory" in left["reason"]
    changed.beat("proxy")
    assert shown(changed)["condition"] == "needs_restore"


def test_an_agent_that_put_it_back_is_believed(changed: Farm) -> None:
    host = come_back(changed, "4096")
    assert (host["condition"], host["unrestored_settings"]) == ("clean", [])


def test_it_needs_a_restore_over_restarts_until_the_value_is_back(changed: Farm) -> None:
    come_back(changed, "1024")
    assert come_back(changed, "1024")["condition"] == "needs_restore"
    assert come_back(changed, "4096")["condition"] == "clean"


def come_anew(farm: Farm, machine: Machine, value: str, **changes: Any) -> dict[str, Any]:
    """The proxy's new agent, let in by a token for this host, with an empty state directory: its answer."""
    farm.instances["proxy"] += "-anew"
    token = new_token(host_name="proxy", roles=["proxy"])
    body = {"facts": enrolment("proxy", **facts(value))["facts"]} | changes
    enrolled = machine.asks("proxy", token, **body).json()
    farm.tokens["proxy"] = machine.credential
    return enrolled


def test_a_new_agent_is_told_what_to_restore_and_its_host_needs_nobody(changed: Farm) -> None:
    enrolled = come_anew(changed, Machine(changed), "1024", takes_over=True)
    [change] = enrolled["lost_changes"]
    assert (change["setting"]["name"], change["before"], change["now"]) == (KEY, "4096", "1024")
    assert shown(changed)["condition"] != "needs_restore"
    changed.enrol("proxy", **facts("4096"))
    changed.beat("proxy")
    assert (shown(changed)["condition"], shown(changed)["unrestored_settings"]) == ("clean", [])


def test_what_a_new_agent_could_not_restore_needs_a_person(changed: Farm) -> None:
    come_anew(changed, Machine(changed), "1024", takes_over=True)
    changed.enrol("proxy", **facts("1024"))
    changed.beat("proxy")
    assert shown(changed)["condition"] == "needs_restore"
    assert shown(changed)["unrestored_settings"][0]["command"] == f"sysctl -w {KEY}=4096"


ELSEWHERE = enrolment("proxy", machine="another", **facts("1024"))["facts"]


@pytest.mark.parametrize("changes", [{}, {"takes_over": True, "facts": ELSEWHERE}])
def test_an_older_agent_and_one_on_another_machine_are_told_nothing(
    changed: Farm, changes: dict[str, Any]
) -> None:
    assert come_anew(changed, Machine(changed), "1024", **changes)["lost_changes"] == []


def test_a_known_agent_has_its_own_journal(changed: Farm) -> None:
    asks = enrolment("proxy", **facts("1024")) | {"takes_over": True}
    answer = changed.post("enrol", asks, changed.tokens["proxy"])
    assert (answer.status_code, answer.json()["lost_changes"]) == (200, [])
    assert shown(changed)["condition"] == "needs_restore"


def ended(farm: Farm) -> None:
    """Nobody holds the host any more."""
    [running] = farm.client.get("/api/v1/experiments").json()
    farm.client.post(f"/api/v1/experiments/{running['id']}/cancel")
    advance(running["id"])
    farm.work(running["id"])


@pytest.mark.parametrize(("value", "condition"), [("4096", "clean"), ("1024", "needs_restore")])
def test_try_again_looks_whether_a_person_undid_it(changed: Farm, value: str, condition: str) -> None:
    come_back(changed, "1024")
    ended(changed)
    assert (
        shown(changed)["condition"] == "needs_restore"
    )  # its agent could not put back what it does not know
    changed.client.post(f"/api/v1/hosts/{changed.ids['proxy']}/restore", json={})
    known = shown(changed)["facts"] | facts(value)
    changed.answers["facts"] = lambda report: report | {"facts": known}
    for purpose in ("restore", "facts"):
        changed.report("proxy", changed.outcome(changed.open(purpose)))
    changed.beat("proxy")
    assert shown(changed)["condition"] == condition


def test_leave_as_it_is_forgets_it(changed: Farm) -> None:
    come_back(changed, "1024")
    ended(changed)
    changed.client.post(f"/api/v1/hosts/{changed.ids['proxy']}/restore", json={"forget": True})
    changed.report("proxy", changed.outcome(changed.open("restore")))
    changed.beat("proxy")
    assert (shown(changed)["condition"], shown(changed)["unrestored_settings"]) == ("clean", [])
    assert come_back(changed, "1024")["condition"] == "clean"
