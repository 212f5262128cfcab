"""Only what differs between two sides: knobs, workload, kernel settings, what was effective, facts."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agents.catalog.knobs.values import value_text
from agents.catalog.roles import ROLES
from agents.contract.jobs import Setting
from agents.contract.mix import MixEntry
from agents.contract.reports import AppliedSetting, PreparedSetup
from agents.contract.workload import RateShare
from backend.comparisons.matching import Pair
from backend.comparisons.schemas import Difference, Kind
from backend.diagnostics.bottlenecks.roles import PIN, WHAT
from backend.records.experiments import Experiment
from backend.records.facts_flat import flat
from backend.records.runs import Run
from backend.shown_workload import mix_words, rate_words

Key = tuple[Kind, str]
Values = Mapping[Key, Any]
Collected = dict[Key, list[tuple[Any, Any]]]

_ORDER: dict[Kind, int] = {
    kind: n for n, kind in enumerate(("knob", "described", "workload", "kernel", "host", "effective", "fact"))
}
_SYSCTL = "sysctl."


def differences(
    pairs: Sequence[Pair], experiments: Mapping[str, Experiment]
) -> tuple[list[Difference], list[Difference]]:
    """(what differs, what is equal) over all pairs; several values of one side stand in one text."""
    runs = {r.id: r for pair in pairs for r in (*pair.a, *pair.b)}
    settings_of_run = {r.id: dict(_applied_settings(r)) for r in runs.values()}
    setting_keys = {key for changes in settings_of_run.values() for key in changes}
    hosts = {i: _Hosts(experiments[i], _on_one_machine(experiments)) for i in _experiments(pairs)}
    settings = {
        r.id: dict(_settings(r)) | _of_hosts(hosts[r.experiment_id], settings_of_run[r.id], setting_keys)
        for r in runs.values()
    }
    effective = {r.id: dict(_effective(r, experiments[r.experiment_id])) for r in runs.values()}
    both_known = [
        (a, b) for a, b in _across(pairs) if hosts[a.experiment_id].known and hosts[b.experiment_id].known
    ]
    return _sorted_out(
        _by_name((settings[a.id], settings[b.id]) for a, b in _across(pairs))
        | _by_name((effective[a.id], effective[b.id]) for a, b in both_known)
        | _by_name(
            (hosts[a].without(setting_keys), hosts[b].without(setting_keys))
            for a, b in dict.fromkeys((a.experiment_id, b.experiment_id) for a, b in both_known)
        )
    )


def _sorted_out(by_name: Collected) -> tuple[list[Difference], list[Difference]]:
    differs, equal = [], []
    for (kind, name), values in sorted(by_name.items(), key=lambda item: _ORDER[item[0][0]]):
        is_equal = all(x == y for x, y in values)
        difference = Difference(
            kind=kind, name=name, a=_summary(v[0] for v in values), b=_summary(v[1] for v in values)
        )
        (equal if is_equal else differs).append(difference)
    return differs, equal


def _across(pairs: Sequence[Pair]) -> Iterator[tuple[Run, Run]]:
    """Every run of a pair at least once, each beside the first of the other side."""
    for pair in pairs:
        yield from dict.fromkeys([*((a, pair.b[0]) for a in pair.a), *((pair.a[0], b) for b in pair.b)])


def _experiments(pairs: Sequence[Pair]) -> set[str]:
    return {r.experiment_id for pair in pairs for r in (*pair.a, *pair.b)}


def _by_name(both_sides: Iterable[tuple[Values, Values]]) -> Collected:
    """Name → its values on both sides of each pair; None where a run does not have it."""
    pairs = list(both_sides)
    names = dict.fromkeys(name for a, b in pairs for name in (*a, *b))
    return {name: [(a.get(name), b.get(name)) for a, b in pairs] for name in names}


def _on_one_machine(experiments: Mapping[str, Experiment]) -> bool:
    """Each of one kernel and one network, so that every fact of one host is a fact of all."""
    fact_lists = [[f["facts"] for f in e.facts.values()] for e in experiments.values() if e.facts]
    return all(len({f.get("namespace") or f.get("machine") for f in facts}) == 1 for facts in fact_lists)


class _Hosts:
    """Facts of an experiment's hosts by role; of one host only where all roles share one machine."""

    def __init__(self, experiment: Experiment, together: bool) -> None:
        self.known = bool(experiment.facts)
        self.together = together
        self.facts: dict[Key, Any] = {}
        for role, host in list(experiment.facts.items())[: 1 if together else None]:
            self.facts |= {self.key(role, name): value for name, value in flat(host["facts"])}

    def key(self, role: str, name: str) -> Key:
        prefix = "" if self.together else f"{role}: "
        if name.startswith(_SYSCTL):
            return "kernel", prefix + name.removeprefix(_SYSCTL)
        return "fact", prefix + name

    def without(self, setting_keys: set[tuple[str, Setting]]) -> Values:
        keys = {
            self.key(role, _SYSCTL + setting.name)
            for role, setting in setting_keys
            if setting.kind == "sysctl"
        }
        return {key: value for key, value in self.facts.items() if key not in keys}


def _applied_settings(run: Run) -> Iterator[tuple[tuple[str, Setting], str]]:
    """(role, setting without its value) → what the host had for this run, read back."""
    for role, raw_settings in run.applied.items():
        for entry in map(AppliedSetting.model_validate, raw_settings):
            yield (role, entry.setting.model_copy(update={"value": ""})), entry.now


def _of_hosts(
    hosts: _Hosts, run_settings: Mapping[tuple[str, Setting], str], setting_keys: set[tuple[str, Setting]]
) -> dict[Key, Any]:
    """What any run of the comparison changed on a host: as this run had it, else as the host has it."""
    values: dict[Key, Any] = {}
    for role, setting in sorted(setting_keys, key=lambda t: (t[0], t[1].kind, t[1].name)):
        if setting.kind == "sysctl":
            key = hosts.key(role, _SYSCTL + setting.name)
        else:
            kind = setting.kind.replace("_", " ")
            key = ("host", ("" if hosts.together else f"{role}: ") + f"{kind} {setting.name}".strip())
        usual = hosts.facts.get(key) if hosts.known else None
        values[key] = run_settings.get((role, setting), usual)
    return values


def _summary(values: Iterator[Any]) -> Any:
    unique: list[Any] = []
    for value in values:
        if value not in unique:
            unique.append(value)
    if len(unique) == 1:
        return unique[0]
    return ", ".join("not set" if value is None else value_text(value) for value in unique)


def _settings(run: Run) -> Iterator[tuple[Key, Any]]:
    for name, value in run.knobs.items():
        yield ("knob", name), value
    for name, value in (run.described or {}).items():
        yield ("described", name), value
    for name, value in run.workload.items():
        if name == "mix":
            yield ("workload", name), _mix_with_digest(value)
        elif name == "rate_share":
            words = rate_words(RateShare.model_validate(value), run.workload.get("rate"))
            yield ("workload", name), words
        elif name != "name":
            yield ("workload", name), value
    yield ("workload", "topology"), run.topology


def _mix_with_digest(mix: list[dict[str, Any]]) -> str:
    """The mix in words, and a digest, since different ones can have the same words."""
    digest = hashlib.sha256(json.dumps(mix, sort_keys=True).encode()).hexdigest()[:8]
    return f"{mix_words([MixEntry.model_validate(entry) for entry in mix])}, digest {digest}"


def _effective(run: Run, experiment: Experiment) -> Iterator[tuple[Key, Any]]:
    load = experiment.facts.get("load", {}).get("facts", {})
    yield (
        ("effective", "CPUs of the load tool"),
        str(run.knobs.get(PIN["load"]) or load.get("online_cpus", "")),
    )
    for role in ROLES:
        if role not in run.prepared:
            continue
        setup = PreparedSetup.model_validate(run.prepared[role])
        label = WHAT[role]
        cpus = dict.fromkeys(w.cpus for w in setup.workers)
        yield ("effective", f"CPUs of {label}'s workers"), ", ".join(cpus)
        yield ("effective", f"workers of {label}"), len(setup.workers)
        yield ("effective", f"nginx of {label}"), setup.version
        for name, value in setup.effective.items():
            yield ("effective", f"{name} of {label}"), value
