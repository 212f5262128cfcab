"""Overrides of a definition by name, as `dyno launch --set trials=3` gives them."""

from typing import Any

from agents.catalog.knobs import find_knob
from backend.definition import yaml_text
from backend.definition.issues import DefinitionErrors
from backend.definition.normalize import rename_old_keys
from backend.errors import ProblemItem

_TOP = (
    "name",
    "kind",
    "trials",
    "search",
    "order",
    "control",
    "on_failure",
    "wait_for_hosts",
    "allowed_failures",
    "min_effect",
    "decide_on",
    "seed",
    "topology",
    "testbed",
    "testbed_labels",
    "baseline",
)
_TESTBED = {"testbed": "testbed_labels", "testbed_labels": "testbed"}
_TRIALS = ("min", "max", "until")
_WARMUP = ("prepared", "trial")
_SERVERS = ("fresh", "every")
_CEILING = ("of", "latency", "from", "to", "resolution", "confirm")
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
    "protocol",
    "streams",
    "hold.connections",
    "hold.every",
    "hold.per_second",
    "processes",
    "rate",
)


def apply(data: dict[str, Any], overrides: dict[str, str]) -> dict[str, Any]:
    """A copy of a definition's data with overrides; DefinitionErrors names those that are not known.

    `trials`, `trials.max`, `trials.until.latency_p99`, `warmup.trial`, `workload.duration` of all workloads,
    a knob that all variants share, or `variants.NAME.KNOB` of one.
    """
    data, overrides, problems = rename_old_keys(data), rename_old_keys(overrides), []
    for name, text in overrides.items():
        if not _put(data, name, _value(text)):
            inner = {"trials": _TRIALS, "workload": _WORKLOAD, "warmup": _WARMUP, "ceiling": _CEILING}
            inner["servers"] = _SERVERS
            names = [f"{head}.{tail}" for head, tails in inner.items() for tail in tails]
            names.append("variants.NAME.KNOB")
            names_text = ", ".join((*_TOP, *names))
            message = f"“{name[:80]}” cannot be set; these can: {names_text}, and knobs"
            problems.append(ProblemItem(place=f"set.{name[:80]}", message=message))
    if overrides.keys() >= _TESTBED.keys():
        message = "set either testbed or testbed_labels, not both"
        problems.append(ProblemItem(place="set.testbed_labels", message=message))
    if problems:
        raise DefinitionErrors(problems)
    return data


def _put(data: dict[str, Any], name: str, value: int | float | str | bool) -> bool:
    head, _, tail = name.partition(".")
    if name == "trials":
        data[name] = _written_map(value)
    elif head == "trials" and tail.partition(".")[0] in _TRIALS:
        data[head] = _rule(data.get(head), tail, value)
    elif name in _TESTBED:
        data[name] = value
        data.pop(_TESTBED[name], None)  # one excludes the other
    elif name in _TOP:
        data[name] = value
    elif (head == "warmup" and tail in _WARMUP) or (head == "ceiling" and tail in _CEILING):
        old = data.get(head)
        data[head] = {**(old if isinstance(old, dict) else {}), tail: _written_map(value)}
    elif head == "servers" and tail in _SERVERS:
        data[head] = {tail: value}  # one excludes the other
    elif head in ("workload", "workloads") and tail in _WORKLOAD:
        data["workloads"] = _workloads(data.get("workloads") or [], tail, value)
    elif head == "variants":
        return _put_in_variant(data, tail, value)
    elif find_knob(name):
        common_knobs = data.get("set")
        data["set"] = {**(common_knobs if isinstance(common_knobs, dict) else {}), name: value}
    else:
        return False
    return True


def _put_in_variant(data: dict[str, Any], place: str, value: int | float | str | bool) -> bool:
    """`NAME.KNOB` of a listed variant; its name may have dots of its own."""
    variants = data.get("variants") or []
    for i, variant in enumerate(variants):
        start = f"{variant.get('name')}." if isinstance(variant, dict) else place
        knob = place.removeprefix(start)
        if place.startswith(start) and find_knob(knob):
            variant_knobs = variant.get("set")
            new_variant = variant | {
                "set": {**(variant_knobs if isinstance(variant_knobs, dict) else {}), knob: value}
            }
            data["variants"] = [*variants[:i], new_variant, *variants[i + 1 :]]
            return True
    return False


def _rule(old: Any, tail: str, value: int | float | str | bool) -> dict[str, Any]:
    """Trials until decided with one part changed; a fixed number makes room for it."""
    rule = dict(old) if isinstance(old, dict) else {}
    part, _, metric = tail.partition(".")
    old_until = rule.get("until")
    shares = old_until if isinstance(old_until, dict) else {}
    return rule | {part: {**shares, metric: value} if metric else value}


def _written_map(value: int | float | str | bool) -> Any:
    """`{min: 8, max: 20, until: decided}`, as in a definition."""
    if isinstance(value, str) and value.startswith("{"):
        return yaml_text.load(value)[0]
    return value


def _workloads(workloads: list[Any], name: str, value: int | float | str | bool) -> list[Any]:
    """With one value changed in all; a field of hold in those that hold, or in all where none does."""
    group, _, key = name.rpartition(".")
    if not group:
        return [_workload(workload, key, value) for workload in workloads]
    parts = [workload.get(group) if isinstance(workload, dict) else None for workload in workloads]
    return [
        _workload(workload, group, _workload(part or {}, key, value)) if part or not any(parts) else workload
        for workload, part in zip(workloads, parts, strict=True)
    ]


def _workload(workload: Any, key: str, value: Any) -> Any:
    """With one value changed; a duration replaces a number of requests and the other way round."""
    if not isinstance(workload, dict):
        return workload
    replaced_keys = {"duration": ("requests", "duration_s"), "requests": ("duration", "duration_s")}.get(
        key, ()
    )
    dropped_keys = {"timeout": ("timeout_s",), "every": ("every_s",)}.get(key, replaced_keys)
    return {k: v for k, v in workload.items() if k not in dropped_keys} | {key: value}


def _value(text: str) -> int | float | str | bool:
    """Read a value like YAML 1.2: true and false, numbers, else text."""
    text = text.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
