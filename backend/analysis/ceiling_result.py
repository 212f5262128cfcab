"""Result of a search for the ceiling: last passing and first failing per run, in numbers and a sentence."""

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from agents.contract.states import ExperimentState, TrialState
from agents.contract.workload import Workload
from backend.analysis.ceiling_schemas import UNITS, CeilingOut, CeilingRun, ProbeOut, SearchState
from backend.analysis.headlines.lead import first_sentence
from backend.analysis.probes import is_clean, probes_of
from backend.analysis.trial_values import is_suspect
from backend.definition.ceiling_rules import is_search, limit_words, search_of
from backend.definition.ceiling_search import (
    Search,
    SearchResult,
    is_repeat,
    max_left,
    next_probe,
    search_result,
)
from backend.definition.model import Ceiling
from backend.presentation.changes import share_amount
from backend.presentation.words import few
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow, probe_size


def ceiling_out(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> CeilingOut | None:
    """None for an experiment that compares at fixed load."""
    if not is_search(experiment.definition):
        return None
    ceiling = Ceiling.model_validate(experiment.definition["ceiling"])
    is_final = ExperimentState(experiment.state).is_final
    live_runs = [r for r in runs if r.deleted_at is None]
    results = [_run(r, ceiling, [t for t in trials if t.run_id == r.id], is_final) for r in live_runs]
    ceilings = _published_ceilings(experiment.definition)
    for run, out in zip(live_runs, results, strict=True):
        out.change = _change(out, _baseline_of(run, live_runs, results))
        out.published = None if run.is_control else ceilings.get(run.variant)
    return CeilingOut(
        of=ceiling.of,
        limit=limit_words(ceiling),
        first=ceiling.start,
        to=ceiling.to,
        resolution=ceiling.resolution,
        confirm=ceiling.confirm,
        runs=results,
    )


def ceiling_of_run(
    run: Run, experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> CeilingRun | None:
    """The result of one run beside its experiment's others."""
    out = ceiling_out(experiment, runs, trials)
    return next((r for r in out.runs if r.run_id == run.id), None) if out else None


def _run(run: Run, ceiling: Ceiling, trials: Sequence[TrialRow], is_final: bool) -> CeilingRun:
    trials = sorted(trials, key=lambda t: (t.round, t.attempt))
    search = search_of(ceiling, Workload.model_validate(run.workload))
    probes = probes_of(trials)
    result = search_result(probes)
    state = _state(search, result, trials, is_final)
    at_ceiling = [t for t in trials if t.state == TrialState.DONE and probe_size(t) == result.clean]
    return CeilingRun(
        run_id=run.id,
        name=run.name,
        of=ceiling.of,
        state=state,
        clean=result.clean,
        failing=result.failing,
        unsteady=result.unsteady,
        sentence=_sentence(state, result, UNITS[ceiling.of], limit_words(ceiling))
        + (f": {first_sentence(_stop_reason(trials))}" if state == "stopped" else ""),
        change=None,
        requests_per_s=_mean(at_ceiling, "requests_per_s"),
        latency_p99=_mean(at_ceiling, "latency_p99"),
        published=None,
        most_left=max_left(search, probes) if state in ("waiting", "searching") else 0,
        probes=_probes(trials, run.workload["connections"]),
    )


def _state(search: Search, result: SearchResult, trials: Sequence[TrialRow], is_final: bool) -> SearchState:
    probes = probes_of(trials)
    if next_probe(search, probes) is None:
        if result.clean is None:
            return "fails_at_first"
        return "no_failure" if result.failing is None else "found"
    if is_final or all(TrialState(t.state).is_final for t in trials):
        return "stopped"
    return "searching" if probes else "waiting"


def _sentence(state: SearchState, result: SearchResult, unit: str, limit: str) -> str:
    unsteady = ", unsteady" if result.unsteady else ""
    match (state, result.clean, result.failing):
        case ("found", clean, failing):
            largest = f"largest with {limit}" if limit else "largest clean"
            return f"{largest}: {clean:,} {unit} (fails at {failing:,}{unsteady})"
        case ("no_failure", clean, _):
            within = f"{limit}" if limit else "no failure"
            return f"{within} up to {clean:,} {unit}{unsteady}"
        case ("fails_at_first", _, failing):
            return f"already failing at {failing:,} {unit}{unsteady}"
    return f"{_so_far(result, unit)}{unsteady}{' when it stopped' if state == 'stopped' else ''}"


def _so_far(result: SearchResult, unit: str) -> str:
    if result.clean is not None and result.failing is not None:
        return f"between {result.clean:,} and {result.failing:,} {unit} so far"
    if result.clean is not None:
        return f"clean up to {result.clean:,} {unit} so far"
    return "no probe yet" if result.failing is None else f"failing at {result.failing:,} {unit} so far"


def _stop_reason(trials: Sequence[TrialRow]) -> str:
    last = trials[-1] if trials else None
    return (_reason(last) if last else None) or "the experiment ended first"


def _probes(trials: Sequence[TrialRow], connections: int) -> list[ProbeOut]:
    """`connections`: of the workload, where the rate is searched."""
    probe_trials = [t for t in trials if is_clean(t) is not None and probe_size(t) is not None]
    probes = probes_of(probe_trials)
    repeats = {t.id for i, t in enumerate(probe_trials) if is_repeat(probes, i)}
    return [_probe(t, t.id in repeats, connections) for t in trials]


def _probe(trial: TrialRow, repeat: bool, connections: int) -> ProbeOut:
    names = ("requests_per_s", "latency_p99", "requests", "failed_requests")
    return ProbeOut(
        trial_id=trial.id,
        number=trial.round,
        attempt=trial.attempt,
        connections=trial.connections or connections,
        rate=trial.rate,
        state=TrialState(trial.state),
        clean=is_clean(trial),
        repeat=repeat,
        suspect=is_suspect(trial.findings),
        reason=_reason(trial),
        **{name: trial.figures.get(name) for name in names},
    )


def _reason(trial: TrialRow) -> str | None:
    if trial.failure:
        return str(trial.failure["message"])
    return next((str(f["message"]) for f in trial.findings if f.get("level") == "invalid"), None)


def _mean(trials: Sequence[TrialRow], metric: str) -> float | None:
    values = [v for t in trials if (v := t.figures.get(metric)) is not None]
    return mean(values) if values else None


def _published_ceilings(definition: Mapping[str, Any]) -> dict[str, int]:
    rows = (definition.get("published") or {}).get("rows", [])
    return {row["variant"]: row["connections"] for row in rows if row.get("connections") is not None}


def _baseline_of(run: Run, runs: Sequence[Run], results: Sequence[CeilingRun]) -> CeilingRun | None:
    """The baseline under the same workload; None for the baseline itself."""
    name = run.workload["name"]
    pairs = zip(runs, results, strict=True)
    return next((f for r, f in pairs if r.is_baseline and r is not run and r.workload["name"] == name), None)


def _change(run: CeilingRun, baseline: CeilingRun | None) -> float | None:
    """Only between two results: a search that met no failure has no ceiling to compare."""
    if baseline is None or run.state != "found" or baseline.state != "found":
        return None
    return run.clean / baseline.clean - 1 if run.clean and baseline.clean else None


def headline_of_search(out: CeilingOut, baseline_of: Mapping[str, str]) -> tuple[CeilingRun | None, str]:
    """The run with the highest ceiling, and a sentence about it, its equals, and the baseline or the next.

    `baseline_of`: id of a run → id of the baseline under its workload.
    """
    best = max(out.runs, key=_height, default=None)
    if best is None:
        return None, "No run is left."
    baseline = next((r for r in out.runs if r.run_id == baseline_of.get(best.run_id)), None)
    equals = [r for r in out.runs if r.sentence == best.sentence]
    lower_runs = [r for r in out.runs if r not in equals]
    next_run = baseline if baseline in lower_runs else max(lower_runs, key=_height, default=None)
    if baseline and best.change is not None and baseline.clean and best.clean and best.failing:
        change = share_amount(best.change)
        move = f"{baseline.clean:,} → {best.clean:,} ({change})"
        more = "carries a higher rate" if out.of == "rate" else "holds more connections"
        within = f"with {out.limit}" if out.limit else "without a failure"
        unsteady = ", unsteady" if best.unsteady or baseline.unsteady else ""
        ending = f"it fails at {best.failing:,}{unsteady}"
        return best, f"{best.name} {more} {within}: {move}; {ending}."
    ending = f"; {next_run.name}: {next_run.sentence}" if next_run else ""
    return best, f"{few([r.name for r in equals])}: {best.sentence}{ending}."


def _height(run: CeilingRun) -> tuple[int, bool]:
    return (run.clean or 0, run.state == "no_failure")
