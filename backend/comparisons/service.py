"""Groups of runs side by side: the runs and trials behind a selection, and the answer made from them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from agents.catalog.metrics import Metric
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.analysis.candidates.comparisons import baseline_of
from backend.analysis.probes import at_one_load
from backend.analysis.run_summaries import latency_kind
from backend.analysis.trial_values import metric_named, suspect_runs
from backend.comparisons.caveats import CaveatFacts, caveats_of
from backend.comparisons.compared import Shown, is_paired, overall_of, pairs_of, with_failures_of
from backend.comparisons.compared_trials import ComparedTrials
from backend.comparisons.differences import differences
from backend.comparisons.groups import of_factor
from backend.comparisons.headline import headline
from backend.comparisons.matching import Matched, match
from backend.comparisons.schemas import (
    CandidateOut,
    Caveat,
    CompareOut,
    Config,
    Configs,
    Difference,
    Matching,
)
from backend.comparisons.selection import Selection, check
from backend.comparisons.siblings import experiments_with_siblings
from backend.comparisons.titles import side_titles, title
from backend.definition.ceiling_rules import is_search
from backend.definition.placeholders import placeholder_argv, role_under_test
from backend.errors import Gone, NotFound
from backend.ids import is_id
from backend.records import experiments_queries as experiment_queries
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow, is_attempt
from backend.runs import effective


@dataclass(frozen=True)
class _Chosen:
    """Letter → pairs with A, the experiments they are of, and sentences about runs that no longer exist."""

    sides: dict[str, Matched]
    experiments: dict[str, Experiment]
    missing: list[str]


def compare(session: Session, selection: Selection, metric: str) -> CompareOut:
    """A is the baseline. Invalid, NotFound or Gone say what is wrong with the selection."""
    metric_entry = metric_named(metric)
    check(selection)
    choice = _choose(session, selection)
    runs = list({r.id: r for side in choice.sides.values() for r in side.runs()}.values())
    experiment_ids = {r.experiment_id for r in runs}
    experiments = {i: e for i, e in choice.experiments.items() if i in experiment_ids}
    trial_data = with_failures_of(_load_trials(session, runs, experiments), list(choice.sides.values()))
    side = selection.side if selection.side in choice.sides else next(iter(choice.sides))
    return _answer(session, choice, side, trial_data, metric_entry)


def configs(session: Session, a: str, b: str) -> Configs:
    """nginx.conf of two runs, as it is asked for and as it was read back."""
    runs = runs_queries.runs_by_id(session, set(filter(is_id, (a, b))))
    both_runs = [_require_run(runs, run_id) for run_id in (a, b)]
    experiments = experiment_queries.experiments_by_id(session, {r.experiment_id for r in both_runs})
    config_a, config_b = (_config(r, experiments[r.experiment_id]) for r in both_runs)
    return Configs(a=config_a, b=config_b)


def _answer(
    session: Session, choice: _Chosen, side: str, trial_data: ComparedTrials, metric: Metric
) -> CompareOut:
    matching = choice.sides[side]
    names = _labels(trial_data.experiments.values())
    candidates, differs, equal, caveats = _candidates(choice, side, trial_data, metric, names)
    candidate = candidates[side]
    first_a, first_b = matching.pairs[0].a[0], matching.pairs[0].b[0]
    argv = runs_queries.argv_of_runs(session, [first_a.id, first_b.id])
    a_title, b_title = side_titles(matching, names, _days(trial_data.experiments.values()))
    experiment_ids = {r.experiment_id for r in matching.runs()}
    summary = headline(a_title, b_title, candidate, metric, trial_data.experiments.values())
    return CompareOut(
        title=title(a_title, b_title),
        headline=summary[0],
        settled=summary[1],
        is_untrusted=candidate.is_untrusted,
        a_title=a_title,
        b_title=b_title,
        a_argv=argv.get(first_a.id) or _argv(first_a, trial_data.experiments),
        b_argv=argv.get(first_b.id) or _argv(first_b, trial_data.experiments),
        factor=matching.factor,
        level_a=matching.level_a,
        level_b=matching.level_b,
        experiments=[
            {"id": i, "name": e.name} for i, e in trial_data.experiments.items() if i in experiment_ids
        ],
        rules=trial_data.rules,
        metric=metric,
        side=side,
        matching=candidate.matching,
        a_runs=[
            Shown(trial_data, metric).ref(r) for r in {r.id: r for p in matching.pairs for r in p.a}.values()
        ],
        candidates=list(candidates.values()),
        pairs=candidate.pairs,
        overall=candidate.overall,
        paired=candidate.paired,
        differs=differs,
        equal=len(equal),
        equal_settings=equal,
        caveats=caveats,
        warnings=[c.text for c in caveats if c.level != "note"],
        conf_a=_config(first_a, trial_data.experiments[first_a.experiment_id]).text,
        conf_b=_config(first_b, trial_data.experiments[first_b.experiment_id]).text,
    )


def _candidates(
    choice: _Chosen, side: str, trial_data: ComparedTrials, metric: Metric, names: Mapping[str, str]
) -> tuple[dict[str, CandidateOut], list[Difference], list[Difference], list[Caveat]]:
    """Every side against A; and of the one that was asked for what differs, what is equal, the caveats."""
    sides = list(choice.sides.values())
    overall = overall_of(sides, trial_data, metric.name)
    summaries, days, out = Shown(trial_data, metric), _days(trial_data.experiments.values()), {}
    pairs = pairs_of(sides, trial_data, metric, summaries)
    details: tuple[list[Difference], list[Difference], list[Caveat]] = ([], [], [])
    for (letter, matching), side_pairs, rows in zip(choice.sides.items(), pairs, overall, strict=True):
        experiments = _only(trial_data.experiments, matching)
        differs, equal = differences(matching.pairs, experiments)
        caveats = caveats_of(_caveat_facts(matching, choice.missing, trial_data, differs, metric))
        if letter == side:
            details = (differs, equal, caveats)
        out[letter] = CandidateOut(
            side=letter,
            title=side_titles(matching, names, days)[1],
            paired=is_paired(matching, trial_data),
            matching=_matching(matching),
            runs=[summaries.ref(r) for r in {r.id: r for p in matching.pairs for r in p.b}.values()],
            pairs=side_pairs,
            overall=rows,
            serious=sum(c.level == "serious" for c in caveats),
            is_untrusted=any(experiment.is_untrusted for experiment in experiments.values()),
        )
    return out, *details


def _only(experiments: Mapping[str, Experiment], matching: Matched) -> dict[str, Experiment]:
    return {i: experiments[i] for i in dict.fromkeys(r.experiment_id for r in matching.runs())}


def _matching(matching: Matched) -> Matching:
    pools = sum(not pair.alone for pair in matching.pairs)
    return Matching(how=matching.method, text=matching.text, pooled=pools, left_out=matching.left_out)


def _caveat_facts(
    matching: Matched,
    missing: Sequence[str],
    trial_data: ComparedTrials,
    differs: Sequence[Difference],
    metric: Metric,
) -> CaveatFacts:
    attempts = {
        r.id: [t for t in trial_data.trials.get(r.id, []) if is_attempt(t, r.failure)]
        for r in matching.runs()
    }
    states = {i: [t.state for t in of] for i, of in attempts.items()}
    final_states = {i: [TrialState(s) for s in of if TrialState(s).is_final] for i, of in states.items()}
    bad = (TrialState.INVALID, TrialState.FAILED)
    return CaveatFacts(
        matched_runs=matching,
        experiments=_only(trial_data.experiments, matching),
        differs=differs,
        is_paired=is_paired(matching, trial_data),
        valid={i for i, of in states.items() if TrialState.DONE in of},
        suspect=set(trial_data.suspect),
        bad_trials={i: (sum(s in bad for s in of), len(of)) for i, of in final_states.items()},
        missing=missing,
        latency={run.id: latency_kind(trial_data.trials.get(run.id, [])) for run in matching.runs()}
        if metric.name.startswith("latency")
        else {},
    )


def _choose(session: Session, selection: Selection) -> _Chosen:
    if selection.experiment is not None:
        experiment, split = _split(session, selection, selection.experiment)
        return _Chosen({"b": split}, {experiment.id: experiment}, [])
    sides = selection.sides()
    runs = runs_queries.runs_by_id(session, {i for ids in sides.values() for i in ids if is_id(i)})
    missing = [
        f"Side {letter.upper()}: {sentence[0].lower()}{sentence[1:]}"
        for letter, ids in sides.items()
        for i in ids
        if (sentence := _missing(runs, i)) is not None
    ]
    live_runs = {letter: [runs[i] for i in ids if _missing(runs, i) is None] for letter, ids in sides.items()}
    for letter, ids in sides.items():
        if not live_runs[letter] and letter in "ab":
            _require_run(runs, ids[0])  # raises: with A or B gone nothing is left to compare
    a = live_runs.pop("a")
    experiments = experiment_queries.experiments_by_id(session, {r.experiment_id for r in runs.values()})
    names, by_order = _labels(experiments.values()), selection.match == "order"
    matches = {x: match(a, of, x, names, by_order) for x, of in live_runs.items() if of}
    return _Chosen(matches, experiments, missing)


def _split(session: Session, selection: Selection, experiment_id: str) -> tuple[Experiment, Matched]:
    experiment = experiment_queries.experiment(session, experiment_id) if is_id(experiment_id) else None
    if experiment is None:
        raise NotFound(f"There is no experiment {experiment_id}")
    runs = runs_queries.runs_of(session, [experiment_id])
    factors = experiment.definition.get("factors") or {}
    return experiment, of_factor(runs, factors, selection.factor, selection.level_a, selection.level_b)


def _missing(runs: Mapping[str, Run], run_id: str) -> str | None:
    if run_id not in runs:
        return f"There is no run {run_id}; its experiment may have been deleted"
    run = runs[run_id]
    if run.deleted_at is None:
        return None
    return f"The run “{run.name}” ({run_id}) was deleted on {run.deleted_at:%Y-%m-%d}"


def _require_run(runs: Mapping[str, Run], run_id: str) -> Run:
    sentence = _missing(runs, run_id)
    if sentence is None:
        return runs[run_id]
    raise (Gone if run_id in runs else NotFound)(sentence)


def _labels(experiments: Collection[Experiment]) -> dict[str, str]:
    """Experiment id → its name, with the day and hour where several are called alike."""
    names = [e.name for e in experiments]
    return {
        e.id: e.name if names.count(e.name) == 1 else f"{e.name}, {e.started_at or e.created_at:%d %b %H:%M}"
        for e in experiments
    }


def _days(experiments: Collection[Experiment]) -> dict[str, str]:
    """Experiment id → its day, the oldest first."""
    in_time = sorted(experiments, key=lambda e: e.started_at or e.created_at)
    return {e.id: f"{e.started_at or e.created_at:%d %b}".lstrip("0") for e in in_time}


def _controls(live_runs: Sequence[Run]) -> list[tuple[Run, Run]]:
    """The baseline of each workload and its copy."""
    pairs = []
    for copy in (r for r in live_runs if r.is_control):
        siblings = [r for r in live_runs if r.experiment_id == copy.experiment_id]
        baseline = baseline_of(copy, siblings)
        pairs += [(baseline, copy)] if baseline else []
    return pairs


def _load_trials(
    session: Session, runs: Sequence[Run], experiments: Mapping[str, Experiment]
) -> ComparedTrials:
    at_fixed_load = [i for i, e in experiments.items() if not is_search(e.definition)]
    live_runs = [r for r in runs_queries.runs_of(session, at_fixed_load) if r.deleted_at is None]
    controls = _controls(live_runs)
    with_siblings = experiments_with_siblings(runs, experiments)
    sibling_runs = {i: [r for r in live_runs if r.experiment_id == i] for i in with_siblings}
    ids = {r.id for r in runs} | {r.id for pair in controls for r in pair}
    ids |= {r.id for siblings in sibling_runs.values() for r in siblings}
    rows = at_one_load(runs_queries.trial_rows_of_runs(session, ids))
    trials: dict[str, list[TrialRow]] = {i: [] for i in ids}
    for row in rows:
        trials[row.run_id].append(row)
    return ComparedTrials(experiments, trials, suspect_runs(rows), controls, sibling_runs)


def _config(run: Run, experiment: Experiment) -> Config:
    setup = effective.read_setups(run).get(role_under_test(run.topology))
    text = effective.conf_of(run, experiment)
    return Config(run_id=run.id, name=run.name, text=text, read_back=setup.conf if setup else "")


def _argv(run: Run, experiments: Mapping[str, Experiment]) -> list[str]:
    """As it would be run, for a run that was not measured yet; nothing for an imported one."""
    experiment = experiments[run.experiment_id]
    if experiment.origin == Origin.IMPORTED:
        return []
    addresses = {role: host["address"] for role, host in experiment.facts.items()}
    workload = Workload.model_validate(run.workload)
    return placeholder_argv(workload, run.knobs, run.topology, addresses)  # pyright: ignore[reportArgumentType]
