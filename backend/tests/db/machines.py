"""Agents that ask to be hosts, as the API sees them."""

import secrets
from typing import Any

from backend.tests.db.agents import Farm, enrolment


class Machine:
    """An agent with a state directory of its own: one credential for good."""

    def __init__(self, farm: Farm) -> None:
        self.farm, self.credential = farm, secrets.token_urlsafe(32)

    def asks(self, name: str, token: str = "", **changes: Any) -> Any:
        return self.farm.post("enrol", enrolment(name, token) | changes, self.credential)

    def is_let_in(self) -> bool:
        return self.farm.post("heartbeat", {"instance": "i"}, self.credential).status_code == 200


def hosts(farm: Farm) -> dict[str, dict[str, Any]]:
    return {host["name"]: host for host in farm.client.get("/api/v1/hosts").json()}


def waiting(farm: Farm) -> list[dict[str, Any]]:
    return farm.client.get("/api/v1/waiting-agents").json()


def said(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    return answer.json()["detail" if status >= 400 else "waiting"]
