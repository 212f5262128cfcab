"""Overrides of a definition by name, as `dyno launch --set trials=3` gives them."""

from typing import Any

from agents.contract.knobs import find_knob
from backend.experiments.problems import DefinitionErrors, Problem

_TOP = (
    "name",
    "kind",
    "trials",
    "order",
    "control",
    "on_failure",
    "allowed_failures",
    "seed",
    "topology",
    "testbed",
    "baseline",
)
_WARMUP = ("prepared", "trial")
_CEILING = ("from", "to", "resolution", "confirm")
_WORKLOAD = (
    "tool",
    "threads",
    "connections",
    "duration",
    "requests",
    "keepalive",
    "path",
    "timeout",
    "host",
)


def apply(data: dict[str, Any], overrides: dict[str, str]) -> dict[str, Any]:
    """A copy of a definition's data with overrides; DefinitionErrors names those that are not known.

    `trials`, `warmup.trial`, `workload.duration` (of all workloads), or a knob that all variants share.
    """
    data, problems = dict(data), []
    for name, text in overrides.items():
        if not _put(data, name, _value(text)):
            inner = {"workload": _WORKLOAD, "warmup": _WARMUP, "ceiling": _CEILING}
            names = (f"{head}.{tail}" for head, tails in inner.items() for tail in tails)
            known = ", ".join((*_TOP, *names))
            message = f"“{name[:80]}” cannot be set; known are {known}, and knobs"
            problems.append(Problem(f"set.{name[:80]}", message))
    if problems:
        raise DefinitionErrors(problems)
    return data


def _put(data: dict[str, Any], name: str, value: int | float | str | bool) -> bool:
    head, _, tail = name.partition(".")
    if name in _TOP:
        data[name] = value
    elif (head == "warmup" and tail in _WARMUP) or (head == "ceiling" and tail in _CEILING):
        old = data.get(head)
        data[head] = {**(old if isinstance(old, dict) else {}), tail: value}
    elif head in ("workload", "workloads") and tail in _WORKLOAD:
        data["workloads"] = [_workload(w, tail, value) for w in data.get("workloads") or []]
    elif find_knob(name):
        shared = data.get("set")
        data["set"] = {**(shared if isinstance(shared, dict) else {}), name: value}
    else:
        return False
    return True


def _workload(workload: Any, key: str, value: int | float | str | bool) -> Any:
    """With one value changed; a duration replaces a number of requests and the other way round."""
    if not isinstance(workload, dict):
        return workload
    other = {"duration": ("requests", "duration_s"), "requests": ("duration", "duration_s")}.get(key, ())
    written = {"timeout": ("timeout_s",)}.get(key, other)
    return {k: v for k, v in workload.items() if k not in written} | {key: value}


def _value(text: str) -> int | float | str | bool:
    """As YAML 1.2 reads it: true and false, numbers, else text."""
    text = text.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
