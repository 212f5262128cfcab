"""Fresh starts of a run's servers: what a definition says of them, checked and filled in. Pure.

A server that is started once carries its luck (where its memory lies, on which CPUs its connections end)
through all rounds, so that no number of rounds takes it out. A new start for each round does.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from backend.definition.halving import last_round
from backend.definition.issues import Issue
from backend.definition.model import Definition, UntilDecided

FRESH_EACH_ROUND = {"fresh": "round"}
MIN_STARTS = 3
"""Of a run whose servers are kept for several rounds: t over fewer says nothing."""


def rounds_per_start(definition: Mapping[str, Any]) -> int:
    """Rounds that one start is measured in; 0: all. A stored definition that does not say kept one start."""
    servers = definition.get("servers") or {}
    return 1 if servers.get("fresh") == "round" else int(servers.get("every") or 0)


def per_start(definition: Definition) -> int:
    """The same of a parsed definition."""
    return rounds_per_start({"servers": definition.servers.model_dump()} if definition.servers else {})


def start_of(round: int, rounds_per_start: int) -> int:
    """Number of the start that a run's servers have in a round; both count from 1."""
    return (round - 1) // rounds_per_start + 1 if rounds_per_start else 1


def next_start(round: int, rounds_per_start: int) -> int:
    """The first later round that has another start; the next round where there is one start for all."""
    return start_of(round, rounds_per_start) * rounds_per_start + 1 if rounds_per_start else round + 1


def starts_in(definition: Definition) -> int:
    """Count the starts of a run's servers, at most."""
    return start_of(last_round(definition), per_start(definition))


def starts_between(first: int, last: int, rounds_per_start: int) -> int:
    """Count the new starts of a run's servers after the round `first`, until the round `last`."""
    return start_of(last, rounds_per_start) - start_of(first, rounds_per_start)


def normalize(data: dict[str, Any]) -> None:
    """Normalise plain data: a new definition gets new servers each round; a search has no rounds, keeps
    one."""
    if data.get("kind") == "ceiling":
        data.pop("servers", None)
    elif data.get("servers") is None:
        data["servers"] = dict(FRESH_EACH_ROUND)


def check(definition: Definition) -> Iterator[Issue]:
    """Find what is wrong with it as a whole."""
    servers = definition.servers
    if servers is None:
        return
    if (servers.fresh is None) == (servers.every is None):
        yield (("servers",), "give either fresh: round, fresh: once, or every: N")
    elif servers.every is not None:
        rule = definition.trials
        rounds = rule.min if isinstance(rule, UntilDecided) else rule
        if rounds < MIN_STARTS * servers.every:
            text = (
                f"with every: {servers.every} an interval needs at least {MIN_STARTS} starts, which are "
                f"{MIN_STARTS * servers.every} rounds; got {rounds}: measure more, or say fresh: round"
            )
            yield (("servers", "every"), text)
