"""How often agents beat, and from when on their silence means something. Pure.

A heartbeat costs a few milliseconds of one process. A host that works tells what happens by reports, at once,
and besides is heard every four seconds, because it measures; those that rest share what is left, so
that their number does not decide how fast Dynoboard answers.
"""

from agents.contract.heartbeat import BEAT_EVERY_S, Heartbeat
from agents.contract.states import HostCondition

WORKING_S = 4.0
"""Between heartbeats of a host that works or is held."""
RESTING_A_SECOND = 100
"""Heartbeats of hosts at rest, of all together."""
MAX_S = 10.0
SPREAD = 0.2
"""A rest is shorter by up to this share, by chance: agents that came together do not come together again."""


def is_busy(beat: Heartbeat) -> bool:
    """Whether what this agent says may change soon, or has to be answered soon."""
    return bool(beat.active_jobs) or beat.condition == HostCondition.APPLIED or beat.no_space is not None


def rest_s(hosts: int, chance: float) -> float:
    """Until the next heartbeat of a host at rest, one of so many. `chance` is in 0..1."""
    longest = min(hosts / RESTING_A_SECOND, MAX_S)
    return max(BEAT_EVERY_S, longest * (1 - SPREAD * chance))


def silent_after_s(usual_s: float, told_s: float) -> float:
    """A host that was told to beat less often is missed that much later than after the `usual_s`."""
    return usual_s + max(0.0, told_s - BEAT_EVERY_S)
