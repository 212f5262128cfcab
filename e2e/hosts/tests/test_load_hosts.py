"""Two load hosts in one trial: real load tools, each in its own network, that begin at one moment."""

from collections.abc import Iterator

import pytest

from e2e.hosts.guests import load_guests
from e2e.hosts.tests.definitions import definition
from e2e.hosts.three import ThreeHosts

pytestmark = [pytest.mark.root, pytest.mark.timeout(600)]

SECONDS = 3
MAX_DIFFERENCE = 0.001


@pytest.fixture
def testbed_id(hosts: ThreeHosts) -> Iterator[str]:
    """A testbed whose load hosts are the usual one and a guest."""
    with load_guests(hosts, ["guest"]) as testbed_id:
        yield testbed_id


def test_two_load_hosts_begin_together_and_count_what_the_server_counts(
    hosts: ThreeHosts, testbed_id: str
) -> None:
    work = definition(seconds=SECONDS)
    work["workloads"][0] |= {"hosts": "all", "connections": 10}
    order = {"definition": work, "seed": 1, "testbed_id": testbed_id}
    experiment_id = hosts.api.post("/experiments", order)["id"]
    experiment = hosts.ended(experiment_id)
    assert (experiment["state"], experiment["failure"]) == ("finished", None)
    run = hosts.api.get(f"/runs/{experiment['run_list'][0]['id']}")
    trial = run["trials"][-1]
    load_ids = [host["host_id"] for host in run["hosts"] if host["role"] == "load"]
    assert len(load_ids) == 2
    (first,), (second,) = (trial["windows"][host_id]["generators"] for host_id in load_ids)
    assert [first["connections"], second["connections"]] == [5, 5]
    requests = first["figures"]["requests"] + second["figures"]["requests"]
    assert trial["figures"]["requests"] == requests
    assert trial["figures"]["latency_p99"] is not None, "of all requests, from the histograms of both"
    served = max(s["requests"] or 0 for w in trial["windows"].values() for s in w["servers"].values())
    assert abs(requests - served) <= MAX_DIFFERENCE * served + 10 + 4
    both_s = min(first["ended_at"], second["ended_at"]) - max(first["started_at"], second["started_at"])
    assert both_s > 0
    for host_id in load_ids:
        assert hosts.api.get(f"/hosts/{host_id}")["condition"] == "clean"
