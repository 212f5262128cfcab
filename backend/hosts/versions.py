"""How far an agent's release is from the dashboard's: one is tolerated, more is told. Pure."""

import re

from agents import __version__

TOLERATED = 1
_NUMBER = re.compile(r"(\d{1,4})\.(\d{1,4})(?:\.|$)", re.ASCII)


def outdated(host: str, version: str, own: str = __version__) -> str:
    """What is told of an agent more than a release away; empty where it may stay as it is.

    A release is a first and second number: 0.3.2 is of the release 0.3. Where the first numbers differ,
    nobody knows how many releases lie between, and it is more than is tolerated.
    """
    theirs, ours = _release(version), _release(own)
    if ours is None or theirs == ours:
        return ""
    if theirs is None:
        return (
            f"{host} runs an agent of a version that is not known here; this dashboard is {own}: upgrade it"
        )
    is_same_first = theirs[0] == ours[0]
    apart = abs(ours[1] - theirs[1])
    if is_same_first and apart <= TOLERATED:
        return ""
    count = f"{apart} releases" if is_same_first else "more than a release"
    where, what = ("behind", "it") if theirs < ours else ("ahead of", "the dashboard")
    apart_by = f"{count} {where} this dashboard ({own})"
    return f"{host} runs agent {version}, {apart_by}; one is tolerated: upgrade {what}"


def _release(version: str) -> tuple[int, int] | None:
    found = _NUMBER.match(version)
    return (int(found[1]), int(found[2])) if found else None
