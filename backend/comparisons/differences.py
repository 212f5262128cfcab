"""Only what differs between two sides: knobs, workload, what was effective, host facts. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from agents.contract.reports import PreparedSetup
from agents.contract.states import ROLES
from backend.comparisons.schemas import Difference
from backend.experiments.models import Experiment
from backend.runs.limit import PIN, WHAT
from backend.runs.models import Run

Kind = Literal["knob", "workload", "effective", "fact"]
Pair = tuple[Run, Run]
_CHANGING = ("memory_available", "clock_offset", "load_average", "uptime")  # readings, not settings


def differences(
    pairs: Sequence[Pair], experiments: Mapping[str, Experiment]
) -> tuple[list[Difference], list[Difference]]:
    """(what differs, what is equal) over all pairs; several values of one side stand in one text."""
    collected: dict[tuple[Kind, str], list[tuple[Any, Any]]] = {}
    for pair in pairs:
        a, b = (dict(_settings(run, experiments[run.experiment_id])) for run in pair)
        for key in a | b:
            collected.setdefault(key, []).append((a.get(key), b.get(key)))
    differs, equal = [], []
    for (kind, name), values in collected.items():
        same = all(x == y for x, y in values)
        one = Difference(kind=kind, name=name, a=_shown(v[0] for v in values), b=_shown(v[1] for v in values))
        (equal if same else differs).append(one)
    order = {kind: i for i, kind in enumerate(("knob", "workload", "effective", "fact"))}
    return sorted(differs, key=lambda d: order[d.kind]), sorted(equal, key=lambda d: order[d.kind])


def fact_names(differs: Sequence[Difference]) -> list[str]:
    return [d.name for d in differs if d.kind == "fact"]


def _shown(values: Iterator[Any]) -> Any:
    unique: list[Any] = []
    for value in values:
        if value not in unique:
            unique.append(value)
    if len(unique) == 1:
        return unique[0]
    return ", ".join("not set" if v is None else str(v) for v in unique)


def _settings(run: Run, experiment: Experiment) -> Iterator[tuple[tuple[Kind, str], Any]]:
    for name, value in run.knobs.items():
        yield ("knob", name), value
    for name, value in run.workload.items():
        if name != "name":
            yield ("workload", name), value
    yield ("workload", "topology"), run.topology
    yield from _effective(run, experiment)
    for role, found in experiment.facts.items():
        for name, value in _flat(found["facts"]):
            yield ("fact", f"{role}: {name}"), value


def _effective(run: Run, experiment: Experiment) -> Iterator[tuple[tuple[Kind, str], Any]]:
    load = experiment.facts.get("load", {}).get("facts", {})
    yield (
        ("effective", "CPUs of the load tool"),
        str(run.knobs.get(PIN["load"]) or load.get("online_cpus", "")),
    )
    for role in ROLES:
        if role not in run.prepared:
            continue
        setup = PreparedSetup.model_validate(run.prepared[role])
        what = WHAT[role]
        cpus = dict.fromkeys(w.cpus for w in setup.workers)
        yield ("effective", f"CPUs of {what}'s workers"), ", ".join(cpus)
        yield ("effective", f"workers of {what}"), len(setup.workers)
        yield ("effective", f"nginx of {what}"), setup.version


def _flat(facts: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in facts.items():
        if name in _CHANGING:
            continue
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
