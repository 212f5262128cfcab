"""Two testbeds of simulated agents: `local` (load, proxy, backend) and `second` (load-2 and so on)."""

import secrets
from typing import Any

from agents.catalog.roles import ROLES
from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import DEFINITION, Farm, enrolment, new_token


def second(farm: Farm) -> str:
    """The id of the second testbed, whose hosts are of another machine."""
    for role in ROLES:
        name = f"{role}-2"
        credential = farm.tokens[name] = secrets.token_urlsafe(32)
        answer = farm.post("enrol", enrolment(name, new_token(), machine="m2"), credential)
        assert answer.status_code == 200, answer.text
        farm.ids[name], farm.instances[name] = answer.json()["host_id"], "first"
        farm.beat(name)
    roles = {role: farm.ids[f"{role}-2"] for role in ROLES}
    made = farm.client.post("/api/v1/testbeds", json={"name": "second", "roles": roles})
    return made.json()["id"]


def testbeds(farm: Farm) -> dict[str, str]:
    """Name → id."""
    return {one["name"]: one["id"] for one in farm.client.get("/api/v1/testbeds").json()}


testbeds.__test__ = False  # pyright: ignore[reportFunctionMemberAccess] - no test


def change(farm: Farm, name: str, **what: Any) -> Any:
    return farm.client.patch(f"/api/v1/hosts/{farm.ids[name]}", json=what)


def label(farm: Farm, *labels: str, hosts: tuple[str, ...] = ()) -> None:
    for name in hosts or tuple(farm.ids):
        assert change(farm, name, labels=list(labels)).status_code == 200


def launch(farm: Farm, name: str, labels: str = "", testbed: str = "local") -> str:
    """Written, and not yet advanced."""
    where = {"testbed_labels": labels.split(",")} if labels else {"testbed": testbed}
    answer = farm.client.post("/api/v1/experiments", json={"definition": DEFINITION | where | {"name": name}})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def advanced(farm: Farm, *ids: str) -> list[tuple[str, str]]:
    """(state, testbed) of each after all were looked at."""
    for one in ids:
        advance(one)
    found = [farm.experiment(one) for one in ids]
    return [(one["state"], one["testbed"]["name"]) for one in found]


def finish(farm: Farm, experiment: str) -> None:
    """To its end, also where its jobs were done beside those of another."""
    advance(experiment)
    farm.work(experiment)
