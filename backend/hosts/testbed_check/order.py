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
    """A host of the testbed: its id, its address, and the first and last port of its agent.

    `only_calls`: a further load host, which calls the servers; nobody calls it.
    """

    id: str
    address: str
    ports: tuple[int, int]
    is_server: bool = True
    only_calls: bool = False


def pairs_of(members: Sequence[Member]) -> list[tuple[str, str]]:
    """Ids of callers and called: both ways, but for further load hosts."""
    return [
        (a.id, b.id)
        for a in members
        for b in members
        if a.id != b.id and not b.only_calls and (b.is_server or not a.only_calls)
    ]


def jobs_for(members: Sequence[Member], now: float, secret: Callable[[], str]) -> dict[str, ReachJob]:
    """Host id → its job. `now`: epoch seconds; `secret` makes 32 hexadecimal digits."""
    ports, secrets = _ports(members), {member.id: secret() for member in members}
    pairs = pairs_of(members)
    load_at = {pair: now + BEGIN_S + SLOT_S * number for number, pair in enumerate(pairs)}
    until = now + BEGIN_S + SLOT_S * len(pairs)
    return {
        member.id: ReachJob(
            ports=ports[member.id],
            secret=secrets[member.id],
            callers=sorted({peer.address for peer in members if (peer.id, member.id) in load_at}),
            peers=[
                ReachPeer(
                    host=peer.id,
                    address=peer.address,
                    ports=ports[peer.id],
                    secret=secrets[peer.id],
                    load_at=load_at[member.id, peer.id],
                )
                for peer in members
                if (member.id, peer.id) in load_at
            ],
            until=until,
        )
        for member in members
    }


def lasts_s(members: Sequence[Member]) -> float:
    """How long the check of these hosts takes."""
    return BEGIN_S + SLOT_S * len(pairs_of(members))


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
