"""Two agents with one credential, as after a copy of a state directory: which one is listened to. Pure.

A restarted agent has the credential of the one before, too. It differs in two ways: it is on the same
machine, and the one before is never heard again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MAX_DISPLACED = 16
WHAT_TO_DO = (
    "Its state directory is a copy: stop one of the two, and start it with a --name, a --state and "
    "an enrolment token of its own"
)


@dataclass(frozen=True)
class KnownAgent:
    """The agent that is listened to as a host."""

    instance: str
    machine: str
    is_alive: bool  # was heard within the time after which a host counts as offline
    displaced_instances: Sequence[str]  # instances whose place it or those before it took


def is_duplicate(agent: KnownAgent, instance: str, machine: str | None = None) -> bool:
    """Whether this agent has to stay outside while the other one lives. `machine`: where it says to be."""
    if not instance or instance == agent.instance or not agent.is_alive:
        return False
    return instance in agent.displaced_instances or (
        machine is not None and agent.machine not in ("", machine)
    )


def displaced_by(agent: KnownAgent) -> list[str]:
    """Instances that are not listened to once another one has taken its place."""
    instances = (
        [*agent.displaced_instances, agent.instance] if agent.instance else [*agent.displaced_instances]
    )
    return instances[-MAX_DISPLACED:]
