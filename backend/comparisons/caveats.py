"""Why two sides may not be comparable, in sentences, and what to do about it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.contract.states import ExperimentState
from backend.analysis.schemas import LatencyKind
from backend.comparisons.matching import Matched
from backend.comparisons.schemas import Caveat, Difference
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving
from backend.definition.stopping_rule import rule_of
from backend.presentation.words import few
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run

Level = Literal["serious", "caution", "note"]
_ORDER: tuple[Level, ...] = ("serious", "caution", "note")
_SEE_BELOW = "See under “Only what differs”."


@dataclass(frozen=True)
class CaveatFacts:
    """What the caveats are made from. The sets are ids of runs.

    valid    have a valid trial
    suspect  have a valid trial that something was found about
    spoilt   run id → (trials that do not count, all that ended)
    gone     sentences about chosen runs that no longer exist
    latency  of a metric of latency: run id → kind, as in RunSummary
    """

    matched_runs: Matched
    experiments: Mapping[str, Experiment]
    differs: Sequence[Difference]
    is_paired: bool
    valid: set[str] = field(default_factory=set)
    suspect: set[str] = field(default_factory=set)
    bad_trials: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    missing: Sequence[str] = ()
    latency: Mapping[str, LatencyKind] = field(default_factory=dict)


def caveats_of(facts: CaveatFacts) -> list[Caveat]:
    """Empty when like is compared with like; the serious ones first."""
    parts = (
        _itself,
        _missing_runs,
        _left_out,
        _trials,
        _workload,
        _searches,
        _hosts,
        _untrusted_results,
        _imported_runs,
        _latency,
        _pairing,
        _analyses,
        _halved_runs,
        _suspect,
        _open,
    )
    caveats = [caveat for part in parts for caveat in part(facts)]
    caveats += _several_settings(facts)
    return sorted(caveats, key=lambda caveat: _ORDER.index(caveat.level))


def _say(level: Level, code: str, text: str, advice: str) -> Caveat:
    return Caveat(level=level, code=code, text=text, advice=advice)


def _itself(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [a.name for pair in facts.matched_runs.pairs for a in pair.a if a in pair.b]
    if names:
        advice = (
            "Choose another run for one of the sides; an A/A control shows what two equal runs differ by."
        )
        yield _say("serious", "itself", f"The same run is on both sides: {few(names)}", advice)


def _missing_runs(facts: CaveatFacts) -> Iterator[Caveat]:
    advice = "The rest is compared. Choose other runs, or save the comparison without it."
    for sentence in facts.missing:
        yield _say("caution", "gone", sentence, advice)


def _left_out(facts: CaveatFacts) -> Iterator[Caveat]:
    advice = "Choose its partner, or pair the runs in the order in which you chose them."
    if facts.matched_runs.factor is not None or facts.matched_runs.method == "pins":
        advice = "It does not count here; choose runs by hand to compare it with another."
    for sentence in facts.matched_runs.left_out:
        yield _say("caution", "left_out", sentence, advice)


def _trials(facts: CaveatFacts) -> Iterator[Caveat]:
    for run in _run_names(facts, lambda r: r.id not in facts.valid):
        yield _say(
            "serious",
            "no_trial",
            f"{run} has no valid trial yet",
            "Its page says what happened to its trials.",
        )
    for run in facts.matched_runs.runs():
        bad, all_ = facts.bad_trials.get(run.id, (0, 0))
        if run.id in facts.valid and bad * 4 >= all_ > 0:
            text = f"{bad} of {all_} attempts at trials of {run.name} were left out as failed or invalid"
            yield _say(
                "caution",
                "validity",
                text,
                "What remains may be its better trials; its page has the reasons.",
            )


def _workload(facts: CaveatFacts) -> Iterator[Caveat]:
    by_name = {d.name: d for d in facts.differs if d.kind == "workload"}
    if "topology" in by_name:
        difference = by_name.pop("topology")
        advice = "With more or fewer hops it is another system under test: no setting explains the change."
        yield _say(
            "serious", "topology", f"The topology differs: {difference.a} against {difference.b}", advice
        )
    if "tool" in by_name:
        difference = by_name.pop("tool")
        yield _say(
            "serious",
            "tool",
            f"The load tool differs: {difference.a} against {difference.b}; "
            "tools count and time requests differently",
            "Measure both sides with one tool before you trust the change.",
        )
    protocol = by_name.pop("protocol", None)
    if protocol:
        by_name.pop("streams", None)  # only HTTP/2 has them
        yield _say(
            "note",
            "protocol",
            f"The protocol differs: {protocol.a or 'h2'} against {protocol.b or 'h2'}",
            "One tool asked over both, so the change is that of the protocol and of its streams.",
        )
    if by_name:
        advice = "The change comes from load and settings together: launch both under one workload. "
        yield _say("serious", "workload", f"The workload differs: {few(list(by_name))}", advice + _SEE_BELOW)


def _searches(facts: CaveatFacts) -> Iterator[Caveat]:
    for experiment in facts.experiments.values():
        if is_search(experiment.definition):
            yield _say(
                "serious",
                "search",
                f"“{experiment.name}” searched for its ceiling: its figures are those at each run's largest "
                "clean load, not at one load",
                "Compare the ceilings on its own page; for rates at one load launch an experiment of trials.",
            )


def _hosts(facts: CaveatFacts) -> Iterator[Caveat]:
    hosts = [d.name for d in facts.differs if d.kind == "fact"]
    kernel = [d.name for d in facts.differs if d.kind == "kernel"]
    changed_runs = [r for r in facts.matched_runs.runs() if r.applied]
    if hosts:
        advice = "The change may come from the hosts: launch both in one experiment. " + _SEE_BELOW
        yield _say("caution", "hosts", f"The hosts differ: {few(hosts)}", advice)
    if kernel and not changed_runs:
        advice = "No variant sets this: set it as a knob, or configure the hosts alike. " + _SEE_BELOW
        yield _say("caution", "kernel", f"Kernel settings of the hosts differ: {few(kernel)}", advice)


def _untrusted_results(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [f"“{e.name}”" for e in facts.experiments.values() if e.is_untrusted]
    if names:
        yield _say(
            "caution",
            "trust",
            f"Not trustworthy by its conditions: {few(names)}",
            "Its page says why. Verdicts here are grey: measure it again before you rely on a change.",
        )


def _imported_runs(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [f"“{e.name}”" for e in facts.experiments.values() if e.origin == Origin.IMPORTED and not e.facts]
    if names:
        verb = "were" if len(names) > 1 else "was"
        yield _say(
            "caution",
            "imported",
            f"{few(names)} {verb} imported: the hosts, and what was effective on them, are not on record",
            "Only what its source reports is compared; check that source before you rely on a small change.",
        )


def _latency(facts: CaveatFacts) -> Iterator[Caveat]:
    kinds = {facts.latency.get(run.id, "none") for run in facts.matched_runs.runs()} - {"none"}
    if len(kinds) > 1 or "mixed" in kinds:
        names = list(_run_names(facts, lambda r: facts.latency.get(r.id) in ("printed", "mixed")))
        yield _say(
            "serious",
            "latency_kind",
            f"Latency is as measured in some trials and as the tool printed it in others: {few(names)}",
            "What such a tool prints has requests that it invents for slow ones; measure those runs again.",
        )


def _pairing(facts: CaveatFacts) -> Iterator[Caveat]:
    if facts.is_paired:
        return
    pools = [p for p in facts.matched_runs.pairs if not p.alone]
    if pools:
        fewest = min(len(side) for p in pools for side in (p.a, p.b))
        text = "Repeats of one variant are grouped: each counts as one value, the mean of its trials"
        advice = "The interval then includes slow drift between experiments; more repeats narrow it."
        if fewest < 2:
            text += ", and a side with a single one has no interval"
            advice = "Add another repeat to the side that has one."
        yield _say("note", "repeats", text, advice)
    if any(a.experiment_id != b.experiment_id for p in facts.matched_runs.pairs for a in p.a for b in p.b):
        yield _say(
            "caution",
            "experiments",
            "The sides were measured in different experiments, so slow drift of the hosts counts as change; "
            "means are compared by Welch's t",
            "Launch both as variants of one interleaved experiment, where drift hits both alike.",
        )
    elif any(_is_sequential(e) for e in facts.experiments.values()):
        yield _say(
            "caution",
            "sequential",
            "The runs were measured one after the other, so slow drift of the hosts counts as change",
            "Launch it again with order: interleaved.",
        )


def _analyses(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [
        f"“{e.name}”"
        for e in facts.experiments.values()
        if rule_of(e.definition) and e.origin != Origin.IMPORTED
    ]
    if names:
        yield _say(
            "note",
            "interim_analyses",
            f"The rounds of {few(names)} ended when {'they were' if len(names) > 1 else 'it was'} decided; "
            "intervals here do not count their interim analyses, so they are a little too narrow",
            "Read a change within one experiment on its own page.",
        )


def _halved_runs(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [f"“{e.name}”" for e in facts.experiments.values() if is_halving(e.definition)]
    if names:
        yield _say(
            "note",
            "halving",
            f"Halving chose by their figures which runs of {few(names)} were measured on; intervals here do "
            "not count that choice",
            "Read a change within one experiment on its own page.",
        )


def _is_sequential(experiment: Experiment) -> bool:
    """Nobody knows the order of an import; another sentence says that it was imported."""
    return experiment.definition.get("order") == "sequential" and experiment.origin != Origin.IMPORTED


def _suspect(facts: CaveatFacts) -> Iterator[Caveat]:
    names = list(_run_names(facts, lambda r: r.id in facts.suspect))
    if names:
        advice = "Each run's page says what was found and what it does to the figures."
        yield _say("caution", "suspect", f"Some trials are marked suspect: {few(names)}", advice)


def _open(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [f"“{e.name}”" for e in facts.experiments.values() if not ExperimentState(e.state).is_final]
    if names:
        yield _say(
            "note", "open", f"Still being measured: {few(names)}", "The figures change with every round."
        )


def _several_settings(facts: CaveatFacts) -> Iterator[Caveat]:
    names = [d.name for d in facts.differs if d.kind in ("knob", "described")]
    families = {"pin" if name.startswith("pin.") else name for name in names}
    if len(families) > 1:
        text = f"More than one setting differs: {few(names)}"
        advice = "The change comes from all of them together; vary one at a time to tell them apart."
        yield _say("note", "settings", text, advice)


def _run_names(facts: CaveatFacts, is_chosen: Callable[[Run], bool]) -> Iterator[str]:
    yield from dict.fromkeys(r.name for r in facts.matched_runs.runs() if is_chosen(r))
