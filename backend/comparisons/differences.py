"""Only what differs between two sides: knobs, workload, what was effective, host facts. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from agents.contract.reports import PreparedSetup
from agents.contract.states import ROLES
from backend.comparisons.schemas import Difference
from backend.experiments.models import Experiment
from backend.hosts.facts_flat import flat
from backend.runs.limit import PIN, WHAT
from backend.runs.models import Run

Kind = Literal["knob", "workload", "effective", "fact"]
Pair = tuple[Run, Run]
_ORDER: dict[Kind, int] = {"knob": 0, "workload": 1, "effective": 2, "fact": 3}


def differences(
    pairs: Sequence[Pair], experiments: Mapping[str, Experiment]
) -> tuple[list[Difference], list[Difference]]:
    """(what differs, what is equal) over all pairs; several values of one side stand in one text."""
    collected: dict[tuple[Kind, str], list[tuple[Any, Any]]] = {}
    for pair in pairs:
        a, b = (dict(_settings(run, experiments[run.experiment_id])) for run in pair)
        _collect(collected, a, b)
    for ids in dict.fromkeys((a.experiment_id, b.experiment_id) for a, b in pairs):
        here = [experiments[i] for i in ids]
        together = all(_on_one_machine(e) for e in here)
        _collect(collected, *(dict(_facts(e, together)) for e in here))
    differs, equal = [], []
    for (kind, name), values in sorted(collected.items(), key=lambda item: _ORDER[item[0][0]]):
        same = all(x == y for x, y in values)
        one = Difference(kind=kind, name=name, a=_shown(v[0] for v in values), b=_shown(v[1] for v in values))
        (equal if same else differs).append(one)
    return differs, equal


def _collect(
    into: dict[tuple[Kind, str], list[tuple[Any, Any]]],
    a: Mapping[tuple[Kind, str], Any],
    b: Mapping[tuple[Kind, str], Any],
) -> None:
    for key in {**a, **b}:
        into.setdefault(key, []).append((a.get(key), b.get(key)))


def _on_one_machine(experiment: Experiment) -> bool:
    """Of one kernel and one network, so that every fact of one host is a fact of all."""
    facts = [found["facts"] for found in experiment.facts.values()]
    return len({f.get("namespace") or f.get("machine") for f in facts}) == 1


def _facts(experiment: Experiment, together: bool) -> Iterator[tuple[tuple[Kind, str], Any]]:
    """Facts of each role's host; of one host only where all roles share one machine."""
    for role, found in experiment.facts.items():
        prefix = "" if together else f"{role}: "
        for name, value in flat(found["facts"]):
            yield ("fact", prefix + name), value
        if together:
            return


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
    for name, value in run.described.items():
        yield ("knob", name), value
    for name, value in run.workload.items():
        if name != "name":
            yield ("workload", name), value
    yield ("workload", "topology"), run.topology
    yield from _effective(run, experiment)


def _effective(run: Run, experiment: Experiment) -> Iterator[tuple[tuple[Kind, str], Any]]:
    load = experiment.facts.get("load", {}).get("facts", {})
    if cpus_of_load := run.knobs.get(PIN["load"]) or load.get("online_cpus"):
        yield ("effective", "CPUs of the load tool"), str(cpus_of_load)
    for role in ROLES:
        if role not in run.prepared:
            continue
        setup = PreparedSetup.model_validate(run.prepared[role])
        what = WHAT[role]
        cpus = dict.fromkeys(w.cpus for w in setup.workers)
        yield ("effective", f"CPUs of {what}'s workers"), ", ".join(cpus)
        yield ("effective", f"workers of {what}"), len(setup.workers)
        yield ("effective", f"nginx of {what}"), setup.version
