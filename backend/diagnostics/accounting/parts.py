"""Parts of the time a request in one trial. Pure.

Time a request is 1 ÷ throughput, as the workers of the server under test spend it: at each moment a worker
runs, or is kept from it (by the hypervisor, by whoever else has its CPU), or sleeps. Workers count by the
work that each did, so one without connections says nothing. While they sleep, requests wait where the
connections are: in the proxy, at the backend, or outside, which is the load tool as far as that was busy,
else the network. What counters do not tell is the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from backend.diagnostics.bottlenecks.evidence import Evidence, Part

PartName = Literal["cpu", "proxy", "backend", "load", "network", "steal", "others", "rest"]
Shares = dict[PartName, float]

NO_COUNT = "the server does not tell how many requests it works on"
NO_BACKEND = "the backend does not tell how many requests it works on"
NO_LOAD = "the load host was not watched"
ONE_NETWORK = "load tool and servers share one host"


@dataclass(frozen=True)
class TrialParts:
    """µs a request by part, which add up to 1 ÷ throughput; `missing`: parts in the rest, and why."""

    round: int
    start: int
    costs: Mapping[PartName, float]
    missing: Mapping[PartName, str]


def split_trial(evidence: Evidence, other_cpus: float, number: int, start: int) -> TrialParts | None:
    """Split round `number`; None where the workers of the server under test were not watched.

    other_cpus  CPUs' worth that other programs use on the machine of the server under test
    """
    server = evidence.target
    if server is None or not evidence.rate or sum(w.used_share for w in server.workers) <= 0:
        return None
    used_share, wait = _by_work(server)
    steal_share = min(used_share * _steal_ratio(evidence, server), 1 - used_share)
    wait = min(wait, 1 - used_share - steal_share)
    shares: Shares = {"cpu": used_share, "steal": steal_share, "others": 0.0}
    _add(shares, _owners(evidence, server, other_cpus), wait)
    places, missing = _places(evidence, server)
    _add(shares, places, 1 - used_share - steal_share - wait)
    total = 1e6 / evidence.rate
    costs: Shares = {name: total * share for name, share in shares.items() if name not in missing}
    costs["rest"] = total - sum(costs.values())
    return TrialParts(number, start, costs, missing)


def _add(shares: Shares, more: Shares, factor: float) -> None:
    for name, share in more.items():
        shares[name] = shares.get(name, 0.0) + factor * share


def _by_work(part: Part) -> tuple[float, float]:
    """Share of the time that workers ran, and that they were ready without a CPU, weighted by their work."""
    work = sum(w.used_share for w in part.workers)
    if work <= 0:
        return 0.0, 0.0
    used_share = sum(w.used_share * min(1.0, w.used_share) for w in part.workers) / work
    return used_share, sum(w.used_share * w.wait_share for w in part.workers) / work


def _steal_ratio(evidence: Evidence, server: Part) -> float:
    """CPU time that the hypervisor took for each second that programs of the machine ran."""
    machine = next((m for m in evidence.machines if server.host in m.hosts), None)
    if machine is None or not machine.cores or sum(machine.cores) <= 0:
        return 0.0
    return machine.steal * len(machine.cores) / sum(machine.cores)


def _owners(evidence: Evidence, server: Part, other_cpus: float) -> Shares:
    """Shares of the wait for a CPU by who had it: as much CPU as each used where the workers may run."""
    rivals: Shares = {"cpu": server.used_cpus * (1 - 1 / len(server.workers)), "others": other_cpus}
    for part in (evidence.load, *evidence.servers.values()):
        if part is None or part is server or part.machine != server.machine:
            continue
        if part.cpus & server.cpus:
            _add(rivals, {part.role: part.used_cpus}, 1.0)
    whole = sum(rivals.values())
    return {name: cpus / whole for name, cpus in rivals.items()} if whole > 0 else {}


def _places(evidence: Evidence, server: Part) -> tuple[Shares, dict[PartName, str]]:
    """Shares of the connections by place, as they are while the workers sleep; and the unmeasured places."""
    connections = evidence.workload.connections
    if server.in_progress is None or connections < 1:
        inner: list[PartName] = ["proxy", "backend"] if evidence.topology == "proxied" else [server.role]
        return {}, dict.fromkeys((*inner, "load", "network"), NO_COUNT)
    inside = min(1.0, server.in_progress / connections)
    places, missing = _outside(evidence, 1 - inside)
    if evidence.topology != "proxied":
        return {**places, server.role: inside}, missing
    backend = evidence.servers.get("backend")
    if backend is None or backend.in_progress is None:
        return places, {**missing, "proxy": NO_BACKEND, "backend": NO_BACKEND}
    # what the proxy sent waits in the sockets of a busy backend, which does not count it yet
    backend_share = min(inside, backend.in_progress / connections)
    queue_share = (inside - backend_share) * min(1.0, sum(_by_work(backend)))
    return {
        **places,
        "backend": backend_share + queue_share,
        "proxy": inside - backend_share - queue_share,
    }, missing


def _outside(evidence: Evidence, share: float) -> tuple[Shares, dict[PartName, str]]:
    load = evidence.load
    if load is None or not load.workers:
        return {}, {"load": NO_LOAD, "network": NO_LOAD}
    busy = min(1.0, sum(_by_work(load)))
    if len(evidence.networks) < 2:
        return {"load": share * busy}, {"network": ONE_NETWORK}
    return {"load": share * busy, "network": share * (1 - busy)}, {}
