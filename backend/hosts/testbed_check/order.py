"""Who calls whom in the check of a testbed, where, and when. Pure."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agents.contract.jobs import ReachJob, ReachPeer

BEGIN_S = 3.0
"""Until then everybody listens, also one whose job came later."""
SLOT_S = 1.5
"""Each pair has the network for itself for so long: a second of load, and the end of it."""
_CANDIDATES = 3


@dataclass(frozen=True)
class Member:
    """A host of the testbed: its id, its address, and the first and last port of its agent."""

    id: str
    address: str
    ports: tuple[int, int]


def jobs_for(members: Sequence[Member], now: float, secret: Callable[[], str]) -> dict[str, ReachJob]:
    """Host id → its job. `now`: epoch seconds; `secret` makes 32 hexadecimal digits."""
    ports, secrets = _ports(members), {member.id: secret() for member in members}
    pairs = [(a.id, b.id) for a in members for b in members if a.id != b.id]
    load_at = {pair: now + BEGIN_S + SLOT_S * number for number, pair in enumerate(pairs)}
    until = now + BEGIN_S + SLOT_S * len(pairs)
    return {
        member.id: ReachJob(
            ports=ports[member.id],
            secret=secrets[member.id],
            callers=sorted({peer.address for peer in members if peer.id != member.id}),
            peers=[
                ReachPeer(
                    host=peer.id,
                    address=peer.address,
                    ports=ports[peer.id],
                    secret=secrets[peer.id],
                    load_at=load_at[member.id, peer.id],
                )
                for peer in members
                if peer.id != member.id
            ],
            until=until,
        )
        for member in members
    }


def lasts_s(members: int) -> float:
    """How long the check of so many hosts takes."""
    return BEGIN_S + SLOT_S * members * (members - 1)


def _ports(members: Sequence[Member]) -> Mapping[str, list[int]]:
    """Some of each one's own; no two hosts are given the same, for they may be one machine."""
    busy_ports: set[int] = set()
    candidates = {}
    for member in members:
        first, last = member.ports
        free = [port for port in range(first, last + 1) if port not in busy_ports]
        candidates[member.id] = random.sample(free or [first], min(_CANDIDATES, max(1, len(free))))
        busy_ports.update(candidates[member.id])
    return candidates
