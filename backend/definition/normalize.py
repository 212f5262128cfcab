"""From what was written to canonical values: knobs, times, level names; each problem with its place.

Works on plain data of any shape: what is not a map or list where one belongs is left to the model.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeVar

from agents.catalog.knobs import find_knob, parse_knob
from agents.contract.workload import MAX_DURATION_S
from backend.definition import ceiling_rules, fresh_servers
from backend.definition.issues import MAX_ISSUES, Issue, Path
from backend.definition.model import (
    DEFAULT_MIN_EFFECT,
    MAX_MIN_EFFECT,
    MAX_WAIT_FOR_HOSTS_S,
    MIN_MIN_EFFECT,
    MIN_WAIT_FOR_HOSTS_S,
    decided_instead,
)
from backend.definition.units import fraction_of, seconds_of, share_of, whole_seconds
from backend.definition.workloads import rate_shares
from backend.definition.workloads.mix_text import parse_lines
from backend.definition.workloads.splitting import split_workloads
from backend.fields import split_labels

V = TypeVar("V")
OLD_KEYS = {"explain": "diagnostics", "matters": "min_effect"}
"""Keys of definitions as they were named in 0.1.0 → now; read until 0.2.0."""
_WORKLOAD_TIMES = {"duration": MAX_DURATION_S, "timeout": 60}
_HOLD_TIMES = {"every": MAX_DURATION_S}


def normalize_definition(data: dict[str, Any]) -> tuple[dict[str, Any], list[Issue]]:
    """A canonical copy and what was wrong; wrong values are replaced by ones that raise no second error."""
    data = rename_old_keys(deepcopy(data))
    issues: list[Issue] = []
    _level_names(data)
    issues += split_workloads(data)
    if isinstance(data.get("testbed_labels"), str):
        data["testbed_labels"] = split_labels(data["testbed_labels"])
    if data.get("kind") == ceiling_rules.CEILING:
        issues += ceiling_rules.normalize(data)
    for path, knobs in knob_maps(data):
        issues += _knobs(path, knobs, MAX_ISSUES - len(issues))
    for i, workload in enumerate(maps_in(data.get("workloads"))):
        issues += _workload(("workloads", i), workload)
    warmup = data.get("warmup")
    if isinstance(warmup, dict):
        for key in ("prepared", "trial"):
            issues += _convert(warmup, key, ("warmup",), lambda raw: whole_seconds(raw, 0, 300), 0)
    options = data.get("diagnostics")
    if isinstance(options, dict):
        issues += _convert(options, "duration", ("diagnostics",), lambda raw: whole_seconds(raw, 1, 60), 5)
    issues += _convert(data, "wait_for_hosts", (), _wait_seconds, None)
    data |= {"trials": decided_instead(data["trials"])} if "trials" in data else {}
    if isinstance(data.get("decide_on"), str):
        data["decide_on"] = [data["decide_on"]]
    fresh_servers.normalize(data)
    issues += _convert(data, "allowed_failures", (), share_of, 0.0)
    issues += _convert(
        data,
        "min_effect",
        (),
        lambda raw: share_of(raw, MIN_MIN_EFFECT, MAX_MIN_EFFECT),
        DEFAULT_MIN_EFFECT,
    )
    table = data.get("published")
    rows = maps_in(table.get("rows")) if isinstance(table, dict) else []
    for i, row in enumerate(rows):
        path = ("published", "rows", i)
        issues += _convert(row, "latency_mean", path, seconds_of, 0.0)
        issues += _convert(row, "delta", path, fraction_of, 0.0)
    return data, issues


def _wait_seconds(raw: Any) -> int:
    return whole_seconds(raw, MIN_WAIT_FOR_HOSTS_S, MAX_WAIT_FOR_HOSTS_S, "hosts report every few seconds")


def rename_old_keys(data: Mapping[str, V]) -> dict[str, V]:
    """A copy with today's keys; an old key beside its new one stays, to be refused."""
    new_keys = {old: key for old, key in OLD_KEYS.items() if key not in data}
    return {new_keys.get(name, name): value for name, value in data.items()}


def knob_maps(data: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every map of knobs with its path: shared, of each level, of each variant."""
    if isinstance(data.get("set"), dict):
        yield ("set",), data["set"]
    for factor, levels in items_of(data.get("factors")):
        for level, knobs in items_of(levels):
            if isinstance(knobs, dict):
                yield ("factors", factor, level), knobs
    for i, variant in enumerate(maps_in(data.get("variants"))):
        if isinstance(variant.get("set"), dict):
            yield ("variants", i, "set"), variant["set"]


def items_of(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def maps_in(value: Any) -> list[dict[str, Any]]:
    """The list with a map at each index, so that indexes stay those of the text."""
    return [item if isinstance(item, dict) else {} for item in value] if isinstance(value, list) else []


def _level_names(data: dict[str, Any]) -> None:
    """Levels without knobs may be left empty; a baseline may name levels by numbers."""
    for _, levels in items_of(data.get("factors")):
        for level, knobs in items_of(levels):
            if knobs is None:
                levels[level] = {}
    for variant in maps_in(data.get("variants")):
        if "set" in variant and variant["set"] is None:
            variant["set"] = {}
    baseline = data.get("baseline")
    if isinstance(baseline, dict):
        data["baseline"] = {factor: _text(level) for factor, level in baseline.items()}
    elif isinstance(baseline, int | float) and not isinstance(baseline, bool):
        data["baseline"] = str(baseline)


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _knobs(path: Path, knobs: dict[str, Any], most: int) -> list[Issue]:
    """The values become canonical; what comes after the last issue that is told is left out."""
    issues: list[Issue] = []
    for name, raw in list(knobs.items()):
        if len(issues) >= most:
            del knobs[name]
            continue
        if raw is None and find_knob(name):
            continue  # back to the default
        try:
            knobs[name] = parse_knob(name, raw)
        except ValueError as error:
            issues.append(((*path, name), str(error)))
            del knobs[name]
    return issues


def _workload(path: Path, workload: dict[str, Any]) -> list[Issue]:
    issues = _times(path, workload, _WORKLOAD_TIMES)
    if isinstance(workload.get("mix"), str):
        issues += _convert(workload, "mix", path, parse_lines, [])
    issues += rate_shares.normalize(path, workload)
    if isinstance(hold := workload.get("hold"), dict):
        issues += _times((*path, "hold"), hold, _HOLD_TIMES)
    return issues


def _times(path: Path, holder: dict[str, Any], max_of: Mapping[str, int]) -> list[Issue]:
    """Durations become whole seconds under their names with _s."""
    issues: list[Issue] = []
    for key, most in max_of.items():
        if key in holder and f"{key}_s" in holder:
            issues.append(((*path, key), f"give either {key} or {key}_s, not both"))
            del holder[key]
        given_key = key if key in holder else f"{key}_s"
        issues += _convert(holder, given_key, path, lambda raw, most=most: whole_seconds(raw, 1, most), 1)
        if key in holder:
            holder[f"{key}_s"] = holder.pop(key)
    return issues


def _convert(
    holder: dict[str, Any], key: str, path: Path, parse: Callable[[Any], Any], instead: Any
) -> list[Issue]:
    if holder.get(key) is None:
        return []
    try:
        holder[key] = parse(holder[key])
    except ValueError as error:
        holder[key] = instead
        return [((*path, key), f"{key.removesuffix('_s')} {error}")]
    return []
