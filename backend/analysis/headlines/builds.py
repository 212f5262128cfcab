"""Servers of a run against those of its reference: what beside the version is not the same. Pure."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pydantic import BaseModel, Field

from agents.catalog.knobs import Value, roles_of
from agents.catalog.roles import Role, Topology
from agents.catalog.server_names import server_of
from agents.contract.servers import ServerFacts

MAX_ROWS = 100
_FLAGS = ("--with-cc-opt=", "--with-ld-opt=")
_PLACES = ("-path=", "--prefix=", "--user=", "--group=", "--build=", "-prefix-map=")
"""Words of arguments that say where things lie or what they are called, and not how the server works."""


class BuildDifference(BaseModel):
    name: str
    reference: str
    value: str


class ServerPair(BaseModel):
    """Two servers that an experiment compares."""

    role: Role
    reference: str = Field(description="name of the server of the baseline")
    server: str
    words: str = Field(description="version against version, build against build or server against server")
    differences: list[BuildDifference] = Field(description="the first hundred; none: it is not known")


def server_pairs(
    variants: Sequence[tuple[Mapping[str, Value], Topology]],
    reference: Mapping[str, Value],
    facts: Mapping[str, Any],
) -> list[ServerPair]:
    """Each server that a variant runs in place of the reference's. `facts`: role → the host at the launch."""
    names: dict[tuple[Role, str, str], None] = dict.fromkeys(
        (role, server_of(reference, role), server_of(knobs, role))
        for knobs, topology in variants
        for role in roles_of(knobs, topology)
        if role != "load" and server_of(knobs, role) != server_of(reference, role)
    )
    return [_pair(role, a, b, facts) for role, a, b in names]


def builds_clause(
    knobs: Mapping[str, Value], topology: Topology, reference: Mapping[str, Value], facts: Mapping[str, Any]
) -> str:
    """`build against build`: what a sentence about a run has to say; empty where both run the same server."""
    words = [pair.words for pair in server_pairs([(knobs, topology)], reference, facts)]
    return next((text for text in ("server against server", "build against build") if text in words), "") or (
        words[0] if words else ""
    )


def _pair(role: Role, a: str, b: str, facts: Mapping[str, Any]) -> ServerPair:
    first, second = _server(facts, role, a), _server(facts, role, b)
    differences = list(differences_of(first, second))[:MAX_ROWS] if first and second else []
    is_version = bool(differences) and {d.name for d in differences} == {"version"}
    kinds = {server.kind for server in (first, second) if server}
    words = "version against version" if is_version else "build against build"
    return ServerPair(
        role=role,
        reference=a,
        server=b,
        words="server against server" if "declared" in kinds else words,
        differences=differences,
    )


def _server(facts: Mapping[str, Any], role: Role, name: str) -> ServerFacts | None:
    servers = facts.get(role, {}).get("facts", {}).get("servers", ())
    return next((ServerFacts.model_validate(s) for s in servers if s.get("name") == name), None)


def differences_of(a: ServerFacts, b: ServerFacts) -> Iterator[BuildDifference]:
    """Version, compiler, flags, modules, libraries and environment that are not the same."""
    if a.version != b.version:
        yield BuildDifference(name="version", reference=a.version, value=b.version)
    if a.compiler != b.compiler:
        yield BuildDifference(name="compiler, TLS library", reference=a.compiler, value=b.compiler)
    if a.kind == b.kind == "declared" and a.sha256 != b.sha256:
        yield BuildDifference(name="program", reference=a.sha256[:12], value=b.sha256[:12])
    first, second = _arguments(a), _arguments(b)
    for word in sorted(first ^ second):
        yield BuildDifference(name=word, reference=_yes(word in first), value=_yes(word in second))
    for name, before, after in _pairs(_by_name(a.libraries), _by_name(b.libraries)):
        yield BuildDifference(name=name, reference=before[:12], value=after[:12])
    for name, before, after in _pairs(a.environment, b.environment):
        yield BuildDifference(name=name, reference=before, value=after)


def _arguments(server: ServerFacts) -> set[str]:
    """Words of `configure`, flags of compiler and linker one by one; without those that only name places."""
    text = server.nginx.arguments if server.nginx else ""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    split = [
        f"{flag}{part}"
        for word in words
        for flag in [next((flag for flag in _FLAGS if word.startswith(flag)), "")]
        for part in (word.removeprefix(flag).split() if flag else [word])
    ]
    return {word for word in split if not any(place in word for place in _PLACES)}


def _by_name(libraries: Mapping[str, str]) -> dict[str, str]:
    return {PurePosixPath(path).name: sha256 for path, sha256 in libraries.items()}


def _pairs(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for name in sorted({*a, *b}):
        if a.get(name) != b.get(name):
            yield name, a.get(name, "–"), b.get(name, "–")


def _yes(is_there: bool) -> str:
    return "yes" if is_there else "–"
