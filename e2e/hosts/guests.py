"""Further load hosts beside the three, for as long as a test or a benchmark needs them."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from e2e.hosts.agent import Agent
from e2e.hosts.network import Guest
from e2e.hosts.three import ThreeHosts


@contextmanager
def load_guests(hosts: ThreeHosts, guests: Sequence[Guest]) -> Iterator[str]:
    """The id of a testbed whose load hosts are the usual one and these guests."""
    load = hosts.agents["load"]
    agents = [
        Agent(hosts.network, guest, load.server, load.ca_sha256, load.state.with_name(guest))
        for guest in guests
    ]
    names = {agent.name for agent in agents}
    with ExitStack() as stack:
        for agent in agents:
            stack.callback(agent.stop)
            agent.start(hosts.api.post("/enrolment-tokens", {"host_name": agent.name})["token"])
        hosts.until(lambda: names <= _online_hosts(hosts).keys(), "the guests are online")
        ids = _online_hosts(hosts)
        roles = {role: [ids[agent.name]] for role, agent in hosts.agents.items()}
        roles["load"] += [ids[agent.name] for agent in agents]
        name = f"{len(roles['load'])} load hosts"
        yield hosts.api.post("/testbeds", {"name": name, "roles": roles})["id"]


def _online_hosts(hosts: ThreeHosts) -> dict[str, str]:
    return {host["name"]: host["id"] for host in hosts.api.get("/hosts") if host["online"]}
