"""Reasons that an experiment waits for: those before it, hosts that are away or in no state to work."""

from collections.abc import Iterator, Sequence

from agents.contract.states import ExperimentState, HostCondition
from backend.records.host_availability import who_claims, why_unavailable
from backend.records.hosts import Host
from backend.refs import ExperimentRef


def sentence(
    state: ExperimentState,
    hosts: Sequence[Host],
    return_s: float,
    ahead: Sequence[ExperimentRef] = (),
    shared_names: Sequence[str] = (),
) -> str:
    """“waiting behind “first” for load and for proxy, which is offline”; empty where nothing holds it up.

    `hosts`: its testbed's; `ahead`: who comes before it, and `shared_names` what the first of them needs too.
    """
    if state not in (ExperimentState.QUEUED, ExperimentState.RUNNING):
        return ""
    parts = [*_behind(ahead, shared_names), *_for_hosts(state, hosts, return_s)]
    return f"waiting {' and '.join(parts)}" if parts else ""


def _behind(ahead: Sequence[ExperimentRef], shared_names: Sequence[str]) -> Iterator[str]:
    if ahead:
        more = f" and {len(ahead) - 1} more" if len(ahead) > 1 else ""
        yield f"behind “{ahead[0].name}”{more}" + (f" for {', '.join(shared_names)}" if shared_names else "")


def _for_hosts(state: ExperimentState, hosts: Sequence[Host], return_s: float) -> Iterator[str]:
    if state == ExperimentState.QUEUED:
        yield from _held_elsewhere(hosts)
    for host in hosts:
        if reason := _why_not_ready(host, state, return_s):
            yield f"for {host.name}{reason}"


def _held_elsewhere(hosts: Sequence[Host]) -> Iterator[str]:
    """All agents of a machine meet the same claim: it is told once."""
    holders = dict.fromkeys(filter(None, map(who_claims, hosts)))
    for holder in holders:
        names = ", ".join(host.name for host in hosts if who_claims(host) == holder)
        yield f"behind {holder} for {names}"


def _why_not_ready(host: Host, state: ExperimentState, return_s: float) -> str:
    if host.removed_at:
        return ", which was removed"
    if not host.online:
        return ", which is offline" + (f" ({return_s:.0f} s at most)" if state == "running" else "")
    if state == ExperimentState.QUEUED and host.drained_at:
        return ", which is drained: nothing new starts on it"
    if state == ExperimentState.QUEUED and host.condition == HostCondition.NEEDS_RESTORE:
        return ", which was left changed by an earlier experiment"
    return f": {unavailable}" if (unavailable := why_unavailable(host)) else ""
