"""Facts of hosts as flat rows, and what changed between two readings of them. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, Field

from agents.contract.servers import ServerFacts

_IDENTITY = {"machine", "namespace", "boot_id", "abilities"}
"""New at every boot, or about the agent and not the host."""

_READINGS = ("nf_conntrack_count", "clock_offset_s")
"""Not settings, though they stand among them: never twice the same."""

_UNKNOWN = {"speed_mbit": ("", "-1")}
"""What says of a fact that it is not known; agents of 0.1.0 send the kernel's -1."""

_RESTARTED = "boot_id"


class FactChange(BaseModel):
    """A fact that had changed when the experiment ended. None: it was not there."""

    host: str
    name: str = Field(examples=["sysctl.net.core.somaxconn"])
    before: Any
    after: Any


def flat(facts: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """`sysctl.net.core.somaxconn` → value; what `more` holds stands beside the fixed ones.

    Left out is what is no fact: identities, readings, and what is not known.
    """
    for name, value in facts.items():
        if name in _IDENTITY or name.endswith(_READINGS) or value in _UNKNOWN.get(name, ()):
            continue
        if isinstance(value, Mapping):
            yield from flat(value, "" if name == "more" else f"{prefix}{name}.")
        elif name == "servers":
            for server in map(ServerFacts.model_validate, value):
                yield f"servers.{server.name}", server.problem or f"{server.version} ({server.digest[:12]})"
        else:
            yield f"{prefix}{name}", value


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[FactChange]:
    """List what differs on each host between launch and end; both role → {host, facts}.

    Hosts without a second reading are left out: what they are now is not known. What changed on
    several hosts alike, because they are one machine, is listed once.
    """
    rows_by_host: dict[str, list[tuple[str, Any, Any]]] = {}
    for role, now in after.items():
        then = before.get(role)
        if then and then["host"] == now["host"]:
            rows_by_host.setdefault(now["host"], list(_changes_of(then["facts"], now["facts"])))
    alike: list[tuple[list[str], list[tuple[str, Any, Any]]]] = []
    for host, rows in rows_by_host.items():
        hosts_alike = next((hosts for hosts, other_rows in alike if other_rows == rows), None)
        hosts_alike.append(host) if hosts_alike else alike.append(([host], rows))
    return [
        FactChange(host=" = ".join(hosts), name=name, before=then, after=now)
        for hosts, rows in alike
        for name, then, now in rows
    ]


def _changes_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    boots = [facts.get("more", {}).get(_RESTARTED) for facts in (before, after)]
    if all(boots) and boots[0] != boots[1]:
        yield "restarted", "no", "yes"
    yield from _cards(before, after)
    cards = [set(facts.get("more", {}).get("nics", {})) for facts in (before, after)]
    a, b = (_without_cards(facts, cards[0] ^ cards[1]) for facts in _without_equal(before, after))
    for name in {**a, **b}:
        is_declared_since = name.startswith("servers.") and name not in a  # no run can have it
        if a.get(name) != b.get(name) and not is_declared_since:
            yield name, a.get(name), b.get(name)


def _cards(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """A network card that came or went is one change, not one for each of its facts. One without a driver
    is made of software: those come and go with containers, and not while they carry a trial."""
    then, now = (facts.get("more", {}).get("nics", {}) for facts in (before, after))
    yield from ((f"nics.{name}", "there", None) for name in then.keys() - now.keys() if _driver(then[name]))
    yield from ((f"nics.{name}", None, "there") for name in now.keys() - then.keys() if _driver(now[name]))


def _driver(card: Any) -> Any:
    return isinstance(card, Mapping) and card.get("driver")


def _without_equal(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both, without what is the same in both: most is, and making it flat costs more than comparing it."""
    a = {name: value for name, value in before.items() if name not in after or after[name] != value}
    b = {name: value for name, value in after.items() if name not in before or before[name] != value}
    for name in a.keys() & b.keys():
        if isinstance(a[name], Mapping) and isinstance(b[name], Mapping):
            a[name], b[name] = _without_equal(a[name], b[name])
    return a, b


def _without_cards(facts: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    prefixes = tuple(f"nics.{name}." for name in names)
    return {name: value for name, value in flat(facts) if not prefixes or not name.startswith(prefixes)}
