"""Profiles of a real nginx, recorded once: sendfile off and on, and TLS, four rounds of each."""

import json
from pathlib import Path

from agents.contract.diagnostics import Profile
from backend.diagnostics.profiles.costs import Diagnostic

_FILE = Path(__file__).parents[2] / "fixtures" / "profiles" / "nginx.json"


def diagnostics(name: str) -> list[Diagnostic]:
    """`sendfile off`, `sendfile on` or `tls`, in the order of the rounds."""
    kept = json.loads(_FILE.read_text("utf-8"))
    stacks: list[str] = []
    before: list[str] = []
    for shared, rest in kept["stacks"]:
        before = [*before[:shared], *rest.split(";")]
        stacks.append(";".join(before))
    return [
        Diagnostic(
            found["round"],
            found["requests"],
            profile({stacks[int(i)]: n for i, n in found["samples"].items()}, found["cpu_s"]),
        )
        for found in kept["diagnostics"]
        if found["name"] == name
    ]


def profile(stacks: dict[str, int], cpu_s: float = 1.0) -> Profile:
    return Profile(subject="proxy", event="cpu-clock", hz=399, stacks=stacks, cpu_s=cpu_s)


def exact(found: list[Diagnostic]) -> dict[int, float]:
    """Round → µs of CPU a request, as if these had been the measured trials."""
    return {diagnostic.round: 1e6 * diagnostic.profile.cpu_s / diagnostic.requests for diagnostic in found}
