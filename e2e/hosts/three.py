"""The three hosts as a whole: network, control plane, agents, and the testbed that they make."""

import secrets
import shutil
import ssl
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.catalog.roles import ROLES, Role
from agents.contract.states import ExperimentState
from backend.certificates import fingerprint
from backend.cli.client import Api
from backend.cli.embedded.process import wait_until
from backend.cli.embedded.tls import FOLDER
from e2e.hosts.agent import Agent
from e2e.hosts.network import Network, three_namespaces
from e2e.hosts.plane import control_plane

TESTBED = "three hosts"
ONLINE_WITHIN_S = 120
STUCK_AFTER_S = 150
"""An experiment that says the same for so long hangs: no step of one takes as long, on any machine."""
LOOK_S = 0.3


@dataclass(frozen=True)
class ThreeHosts:
    """Everything is up; `api` may do what a person may."""

    network: Network
    url: str
    token: str
    api: Api
    agents: Mapping[Role, Agent]
    testbed_id: str

    def host(self, role: Role) -> dict[str, Any]:
        """The host of a role as the API shows it."""
        return next(host for host in self.api.get("/hosts") if host["name"] == self.agents[role].name)

    def launch(self, definition: dict[str, Any], seed: int = 1) -> str:
        """The id of a new experiment on the testbed; ApiProblem when it is refused."""
        order = {"definition": definition, "seed": seed, "testbed_id": self.testbed_id}
        return self.api.post("/experiments", order)["id"]

    def experiment(self, experiment_id: str) -> dict[str, Any]:
        return self.api.get(f"/experiments/{experiment_id}")

    def trials(self, experiment_id: str) -> list[dict[str, Any]]:
        return self.api.get(f"/experiments/{experiment_id}/trials")

    def ended(self, experiment_id: str) -> dict[str, Any]:
        """The experiment once it has ended, however long that takes; AssertionError when it hangs."""
        told, moved_at = "", time.monotonic()
        while not ExperimentState((experiment := self.experiment(experiment_id))["state"]).is_final:
            progress = experiment["progress"]
            text = f"{experiment['state']}, {progress['done']} trials done, {progress['step']}"
            if text != told:
                told, moved_at = text, time.monotonic()
            assert time.monotonic() - moved_at < STUCK_AFTER_S, f"nothing has moved since: {told}"
            time.sleep(LOOK_S)
        return experiment

    def until(self, holds: Any, what: str, within_s: float = 100) -> None:
        """Return as soon as `holds()` does; a problem that names `what` when it does not in time."""
        wait_until(holds, what, within_s)

    def conditions(self) -> dict[Role, tuple[bool, str]]:
        """Role → whether the host is online, and its condition."""
        return {role: (host["online"], host["condition"]) for role in ROLES for host in [self.host(role)]}


@contextmanager
def three_hosts(
    port: int | None = None,
    environment: Mapping[str, str] | None = None,
    data: Path | None = None,
    agent_options: Sequence[str] = (),
) -> Iterator[ThreeHosts]:
    """Three hosts for the duration of the block; only `data`, if given, stays."""
    given = dict(environment or {})
    token = given.setdefault("DYNO_TOKEN", secrets.token_urlsafe(24))
    with ExitStack() as stack:
        folder = data or stack.enter_context(_short_folder())
        network = stack.enter_context(three_namespaces())
        url = stack.enter_context(control_plane(network.control, port, folder / "plane", given))
        ca = folder / "plane" / FOLDER / "ca.pem"
        pin = fingerprint(ca.read_text())
        api = Api(url, token, verify=ssl.create_default_context(cafile=ca))
        agents: dict[Role, Agent] = {
            role: Agent(network, role, url, pin, folder / "agents" / role, agent_options) for role in ROLES
        }
        for agent in agents.values():
            stack.callback(agent.stop)
            agent.start(api.post("/enrolment-tokens", {"host_name": agent.name})["token"])
        _await_online(api, agents)
        yield ThreeHosts(network, url, token, api, agents, _testbed(api, agents))


def _await_online(api: Api, agents: Mapping[Role, Agent]) -> None:
    names = {agent.name for agent in agents.values()}
    deadline = time.monotonic() + ONLINE_WITHIN_S
    while missing := names - {host["name"] for host in api.get("/hosts") if host["online"]}:
        if time.monotonic() > deadline:
            logs = [f"{agent.name}: {agent.state.with_suffix('.log')}" for agent in agents.values()]
            raise RuntimeError(f"not online: {', '.join(sorted(missing))}; see {'; '.join(logs)}")
        time.sleep(0.1)


def _testbed(api: Api, agents: Mapping[Role, Agent]) -> str:
    """The testbed's id, made on first use of a data folder."""
    known = next((found for found in api.get("/testbeds") if found["name"] == TESTBED), None)
    if known:
        return known["id"]
    ids = {host["name"]: host["id"] for host in api.get("/hosts")}
    roles = {role: ids[agent.name] for role, agent in agents.items()}
    return api.post("/testbeds", {"name": TESTBED, "roles": roles})["id"]


@contextmanager
def _short_folder() -> Iterator[Path]:
    """In /tmp, with a short name, open to pass: unix sockets are in it, and other users' processes."""
    folder = Path(tempfile.mkdtemp(prefix="dyno-three-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
