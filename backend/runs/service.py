"""What can be done with runs: show everything behind a permalink, delete."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from sqlalchemy.orm import Session

from agents.contract.probe import Probe
from agents.contract.states import ExperimentState, TrialState
from backend.analysis import deltas, run_summaries, stored_headlines
from backend.analysis.candidates.comparisons import reference_of
from backend.analysis.ceiling_result import ceiling_of_run
from backend.analysis.headlines.builds import server_pairs
from backend.analysis.hosts_at_launch import hosts_of
from backend.analysis.probes import at_one_load
from backend.analysis.server_starts import servers_of
from backend.definition.explain import is_profiled
from backend.diagnostics.results.run_bottlenecks import bottlenecks_of_run, windows_of
from backend.errors import Conflict, Gone, NotFound, require
from backend.events import publish_after_commit
from backend.model_fields import copy_fields
from backend.records import experiments_queries as experiment_queries
from backend.records import runs_queries
from backend.records import samples_queries as sample_queries
from backend.records.experiments import Experiment
from backend.records.facts_flat import changes
from backend.records.origin import Origin
from backend.records.runs import Run, Trial
from backend.records.trial_rows import TrialRow
from backend.refs import ExperimentRef
from backend.runs import effective
from backend.runs.figures import figures_of, percentiles_of
from backend.runs.parts import parts_of
from backend.runs.schemas import BaselineCurve, RunDetail, TrialDetail, TrialOutput, TrialSamples
from backend.runs.series import events_of, host_series
from backend.runs.trust import trust_of_run
from backend.validity import OF_FIGURES, RULES


def row(session: Session, run_id: str) -> tuple[Run, Experiment]:
    """A run with its experiment; Gone for a run that was deleted."""
    run = runs_queries.run(session, run_id)
    experiment = experiment_queries.experiment(session, run.experiment_id) if run else None
    if run is None or experiment is None:
        raise NotFound(f"There is no run {run_id}; check the link")
    if run.deleted_at is not None:
        raise Gone(
            f"The run “{run.name}” of the experiment “{experiment.name}” ({experiment.id}) was deleted on "
            f"{run.deleted_at:%Y-%m-%d}; the experiment's other runs are still there"
        )
    return run, experiment


def detail(session: Session, run_id: str) -> RunDetail:
    run, experiment = row(session, run_id)
    siblings = runs_queries.runs_of(session, [experiment.id])
    trials = runs_queries.trials_of_run(session, run_id)
    rows = runs_queries.trial_rows(session, experiment.id)
    run_trials = [t for t in rows if t.run_id == run_id]
    summary = run_summaries.run_summary(run, run_trials)
    if not stored_headlines.is_kept(experiment):
        summary.bottlenecks = bottlenecks_of_run(run, experiment, trials)
    names = experiment_queries.testbed_names(session, [experiment.testbed_id])
    hosts = hosts_of(experiment.facts)
    is_imported = experiment.origin == Origin.IMPORTED
    figures = figures_of(at_one_load(run_trials), deltas.deltas_of_run(experiment, run, siblings, rows))
    trust = trust_of_run(experiment, run, trials, figures)
    return RunDetail(
        **dict(summary),
        experiment=ExperimentRef(id=experiment.id, name=experiment.name),
        experiment_state=experiment.state,
        origin=Origin(experiment.origin),
        source=experiment.definition.get("source"),
        has_diagnostics=experiment.diagnosing_since is not None,
        testbed=names.get(experiment.testbed_id or "", ""),
        figures=figures,
        trust=trust,
        is_untrusted=experiment.is_untrusted or bool(trust and trust.level == "red"),
        trials=[_trial(run, t) for t in trials],
        percentiles=percentiles_of(summary.means),
        baseline=_baseline(run, siblings, experiment, rows),
        setups=effective.setups_of(run, hosts),
        applied=effective.read_settings(run),
        conf=effective.conf_of(run, experiment),
        ceiling=ceiling_of_run(run, experiment, siblings, rows),
        servers=servers_of(experiment, siblings, rows, run),
        probe=Probe.model_validate(run.probe) if run.probe else None,
        hosts=hosts,
        facts={host_facts["host"]: host_facts["facts"] for host_facts in experiment.facts.values()},
        facts_changed=changes(experiment.facts, experiment.facts_after) if experiment.facts_after else None,
        rules=[rule.describe() for rule in (OF_FIGURES if is_imported else RULES)],
        profiled=is_profiled(experiment.definition),
        cpu_per_request=effective.cpu_per_request(run, at_one_load(trials)),
        memory=effective.memory_of(run, at_one_load(trials)),
    )


def _baseline(
    run: Run, siblings: Sequence[Run], experiment: Experiment, rows: Sequence[TrialRow]
) -> BaselineCurve | None:
    baseline = reference_of(experiment, run, siblings)
    if baseline is None or baseline is run or baseline.deleted_at is not None:
        return None
    summary = run_summaries.run_summary(baseline, [t for t in rows if t.run_id == baseline.id])
    return BaselineCurve(
        run_id=baseline.id,
        name=baseline.name,
        percentiles=percentiles_of(summary.means),
        conf=effective.conf_of(baseline, experiment),
        builds=server_pairs([(run.knobs, run.topology)], baseline.knobs, experiment.facts),  # pyright: ignore[reportArgumentType]
    )


def _trial(run: Run, trial: Trial) -> TrialDetail:
    windows = windows_of(trial)
    for window in windows.values():
        window.own_cpu_s = {effective.of_last_start(run, k): v for k, v in window.own_cpu_s.items()}
        window.servers = {effective.of_last_start(run, k): v for k, v in window.servers.items()}
    return copy_fields(TrialDetail, trial, windows=windows)


def samples(session: Session, run_id: str, trial_id: str | None) -> TrialSamples:
    """The time series of every host during one trial; by default of the run's first valid trial."""
    run, experiment = row(session, run_id)
    trials = runs_queries.trials_of_run(session, run_id)
    trial = _choose_trial(trials, run_id, trial_id)
    started_s = trial.started_at.timestamp() if trial.started_at else None
    ended_s = trial.ended_at.timestamp() if trial.ended_at else None
    rows = sample_queries.series_of(session, trial.id)
    start = started_s if started_s is not None else min((r.times[0] for r in rows if r.times), default=0.0)
    return TrialSamples(
        trial_id=trial.id,
        round=trial.round,
        window=(0.0, ended_s - started_s) if started_s is not None and ended_s is not None else None,
        hosts=host_series(rows, hosts_of(experiment.facts), start, partial(effective.of_last_start, run)),
        events=events_of(windows_of(trial), hosts_of(experiment.facts), start),
    )


def _choose_trial(trials: Sequence[Trial], run_id: str, trial_id: str | None) -> Trial:
    if trial_id is not None:
        trial = next((t for t in trials if t.id == trial_id), None)
    else:
        done_trials = (t for t in trials if t.state == TrialState.DONE)
        started_trials = (t for t in trials if t.started_at is not None)
        trial = next(done_trials, None) or next(started_trials, None) or next(iter(trials), None)
    if trial is None:
        raise NotFound(f"The run {run_id} has no trial {trial_id}" if trial_id else "The run has no trials")
    return trial


def output(session: Session, trial_id: str) -> TrialOutput:
    """What the load tool printed in one trial."""
    trial = require(runs_queries.trial(session, trial_id), f"There is no trial {trial_id}")
    row(session, trial.run_id)
    stdout = trial.stdout or ""
    return TrialOutput(
        argv=trial.argv,
        exit_code=trial.exit_code,
        stdout=stdout,
        stderr=trial.stderr or "",
        is_gone=trial.stdout is None and trial.exit_code is not None,
        times=parts_of(stdout),
    )


def delete(session: Session, run_id: str) -> Run:
    """Take a run out of an ended experiment; its permalink says so from then on."""
    run, experiment = row(session, run_id)
    if not ExperimentState(experiment.state).is_final:
        raise Conflict(f"“{experiment.name}” is {experiment.state}; a run can be deleted when it has ended")
    run.deleted_at = datetime.now(UTC)
    stored_headlines.keep(session, experiment)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment.id})
    return run
