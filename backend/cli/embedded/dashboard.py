"""What the embedded stack asks of its own API while it starts."""

import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpx

from backend.cli.client import ApiProblem, problem_text
from backend.errors import NoSpace
from backend.health.crash_loops import CRASH_LOOP
from backend.health.troubles import SPACE

ASK_HEALTH_EVERY_S = 10.0


class Dashboard:
    """The API at `url`, asked with its token."""

    def __init__(self, url: str, token: str, verify: ssl.SSLContext | bool = True) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.url = url
        self._client = httpx.Client(base_url=url, headers=headers, timeout=5, verify=verify, trust_env=False)

    def lacks(self, hosts: Iterable[str]) -> str:
        """What is missing until the API is ready and these hosts are online; empty when nothing is."""
        try:
            self._answer("/readyz", but=NoSpace.status)  # people come to look, and to make room
            online = {host["name"] for host in self._answer("/api/v1/hosts") if host["online"]}
        except httpx.TransportError:
            return "the API does not answer"
        except ApiProblem as problem:
            return f"the API says: {problem}"
        offline = sorted(set(hosts) - online)
        return f"offline: {', '.join(offline)}" if offline else ""

    def missing(self) -> list[str]:
        """What hosts lack, each with the host's name."""
        return [
            f"{host['name']}: {text}" for host in self._answer("/api/v1/hosts") for text in host["missing"]
        ]

    def troubles(self) -> list[str]:
        """What the API says is wrong with Dynoboard; an API that is away says nothing."""
        try:
            rows = self._answer("/api/v1/health")["troubles"]
            return [trouble["text"] for trouble in rows if trouble["code"] not in (SPACE, CRASH_LOOP)]
        except (httpx.TransportError, ApiProblem):
            return []

    def _answer(self, path: str, but: int | None = None) -> Any:
        """ApiProblem when it is refused, `but` not with this status."""
        answer = self._client.get(path)
        if not answer.is_success and answer.status_code != but:
            raise ApiProblem(problem_text(answer))
        return answer.json()


class HealthNews:
    """What there is to say of Dynoboard's health: a trouble once, and once that all is well again."""

    def __init__(self, dashboard: Dashboard) -> None:
        self._dashboard = dashboard
        self._asked, self._said = time.monotonic(), False

    def news(self) -> list[str]:
        """Lines for the terminal, asked for as often as one likes."""
        if time.monotonic() - self._asked < ASK_HEALTH_EVERY_S:
            return []
        self._asked = time.monotonic()
        was_said, troubles = self._said, self._dashboard.troubles()
        self._said = bool(troubles)
        if was_said:
            return [] if troubles else ["Everything works again"]
        return troubles
