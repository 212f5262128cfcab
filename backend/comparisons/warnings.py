"""Why two sides may not be comparable, in sentences. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from backend.comparisons.groups import Groups
from backend.comparisons.schemas import Difference
from backend.experiments.models import Experiment
from backend.experiments.origin import Origin
from backend.experiments.probing import is_search

_MOST_NAMES = 4


def warnings_of(
    groups: Groups,
    differs: Sequence[Difference],
    paired: bool,
    experiments: Mapping[str, Experiment],
    suspect: set[str],
    valid: set[str],
) -> list[str]:
    """Empty when like is compared with like. `suspect` and `valid` are ids of runs."""
    return [
        *groups.left_out,
        *_without_trials(groups, valid),
        *_settings(differs),
        *_searches(experiments),
        *_pairing(groups, paired, experiments),
        *_suspect(groups, suspect),
    ]


def _without_trials(groups: Groups, valid: set[str]) -> Iterator[str]:
    missing = dict.fromkeys(r.name for _, a, b in groups.pairs for r in (a, b) if r.id not in valid)
    for name in missing:
        yield f"{name} has no valid trial yet"


def _settings(differs: Sequence[Difference]) -> Iterator[str]:
    workload = [d for d in differs if d.kind == "workload"]
    by_name = {d.name: d for d in workload}
    if "topology" in by_name:
        yield f"The topology differs: {by_name['topology'].a} against {by_name['topology'].b}"
    if "tool" in by_name:
        yield (
            f"The load tool differs: {by_name['tool'].a} against {by_name['tool'].b}; "
            "tools count and time requests in their own ways"
        )
    others = [d.name for d in workload if d.name not in ("topology", "tool")]
    if others:
        yield f"The workload differs: {_few(others)}"
    facts = [d.name for d in differs if d.kind == "fact"]
    if facts:
        yield f"The hosts differ: {_few(facts)}"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _searches(experiments: Mapping[str, Experiment]) -> Iterator[str]:
    for experiment in experiments.values():
        if is_search(experiment.definition):
            yield (
                f"“{experiment.name}” searched for its ceiling: its figures are those at each run's largest "
                "clean number of connections, not at one load"
            )


def _pairing(groups: Groups, paired: bool, experiments: Mapping[str, Experiment]) -> Iterator[str]:
    if paired:
        return
    if any(a.experiment_id != b.experiment_id for _, a, b in groups.pairs):
        yield (
            "The sides were measured in different experiments, so slow drift of the hosts counts as change; "
            "means are compared by Welch's t"
        )
    elif any(e.origin == Origin.IMPORTED for e in experiments.values()):
        yield "The figures were imported: in which order they were measured is not known"
    elif any(e.definition.get("order") == "sequential" for e in experiments.values()):
        yield "The runs were measured one after the other, so slow drift of the hosts counts as change"


def _suspect(groups: Groups, suspect: set[str]) -> Iterator[str]:
    names = list(dict.fromkeys(r.name for _, a, b in groups.pairs for r in (a, b) if r.id in suspect))
    if names:
        yield f"Some trials are marked suspect: {_few(names)}"
