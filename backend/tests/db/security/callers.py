"""Who calls the API, and what no answer to them may be."""

from dataclasses import dataclass
from typing import Any

from backend.http.error_handlers import PROBLEM, Problem
from backend.tests.access import BEARER
from backend.tests.db.agents import Farm

AGENT_ROUTES = "/api/v1/agent/"
PUBLIC = (
    "/api/v1/session",
    "/api/v1/session/oidc",
    "/api/v1/join",
    "/api/v1/join/check",
    "/api/v1/agent/enrol",
    "/api/v1/agent/ca",
    "/agent/install.sh",
    "/agent/wheels/{name}",
    "/api/v1/shared",
    "/api/v1/shared/{link_id}/{path}",
)


@dataclass
class Callers:
    """Nobody, the dashboard's people, and the agent of the proxy's host."""

    farm: Farm

    def headers(self, caller: str) -> dict[str, str]:
        """By what a caller is known."""
        agent = {"Authorization": f"Bearer {self.farm.tokens['proxy']}"}
        return {"nobody": {}, "dashboard": BEARER, "agent": agent}[caller]

    def known(self, experiment_id: str) -> dict[str, str]:
        """Ids that exist, by the name of the parameter that takes them."""
        run = self.farm.experiment(experiment_id)["run_list"][0]["id"]
        return {
            "experiment_id": experiment_id,
            "run_id": run,
            "trial_id": self.farm.trials(experiment_id)[0]["id"],
            "host_id": self.farm.ids["load"],
            "testbed_id": self.farm.client.get("/api/v1/testbeds").json()[0]["id"],
        }


def accident(caller: str, path: str, answer: Any) -> str | None:
    """What is wrong with an answer; None where it is as it should be."""
    status = answer.status_code
    if status >= 500:
        return f"status {status}"
    if status >= 400:
        if PROBLEM not in str(answer.headers.get("content-type")):
            return f"status {status} is not {PROBLEM}"
        Problem.model_validate(answer.json())
    is_own = path.startswith(AGENT_ROUTES) == (caller == "agent")
    may_ask = caller != "nobody" and is_own
    if path not in PUBLIC and not may_ask and status not in (401, 413, 414):
        return f"status {status} for {caller}"
    return None
