"""How far an agent's release is from the dashboard's: one is tolerated, more is told. Pure."""

import re

from agents import __version__

TOLERATED = 1
_NUMBER = re.compile(r"(\d{1,4})\.(\d{1,4})(?:\.|$)", re.ASCII)


def upgrade_advice(host: str, version: str, own_version: str = __version__) -> str:
    """What is told of an agent more than a release away; empty where it may stay as it is.

    A release is a first and second number: 0.3.2 is of the release 0.3. Where the first numbers differ,
    nobody knows how many releases lie between, and it is more than is tolerated.
    """
    agent_release, own_release = _release(version), _release(own_version)
    if own_release is None or agent_release == own_release:
        return ""
    if agent_release is None:
        return (
            f"{host} runs an agent of a version that is not known here; "
            f"this dashboard is {own_version}: upgrade it"
        )
    is_same_first = agent_release[0] == own_release[0]
    apart = abs(own_release[1] - agent_release[1])
    if is_same_first and apart <= TOLERATED:
        return ""
    count = f"{apart} releases" if is_same_first else "more than a release"
    direction, target = ("behind", "it") if agent_release < own_release else ("ahead of", "the dashboard")
    apart_by = f"{count} {direction} this dashboard ({own_version})"
    return f"{host} runs agent {version}, {apart_by}; one is tolerated: upgrade {target}"


def _release(version: str) -> tuple[int, int] | None:
    match = _NUMBER.match(version)
    return (int(match[1]), int(match[2])) if match else None
