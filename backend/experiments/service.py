"""Actions on experiments: show, cancel, delete."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import decision, halving, precision, stored_headlines
from backend.analysis.candidates.second_stage import first_stage, more_offer
from backend.analysis.carried_over import carried_over
from backend.analysis.ceiling_result import ceiling_out
from backend.analysis.headlines.builds import ServerPair, server_pairs
from backend.analysis.headlines.complete import complete_headline, is_resumable
from backend.analysis.headlines.headline import headline_of_rows
from backend.analysis.headlines.question import question_of
from backend.analysis.hosts_at_launch import hosts_of
from backend.analysis.interim_analysis import decision_of
from backend.analysis.precision_schemas import DecisionOut, HalvingOut, PrecisionOut
from backend.analysis.progress import progress_of, tally_of
from backend.analysis.published import read_published
from backend.analysis.run_summaries import run_summaries
from backend.analysis.schemas import Headline, Progress, TrialOut
from backend.analysis.server_starts import servers_of
from backend.definition.explain import is_profiled
from backend.errors import Conflict, Invalid
from backend.events import publish_after_commit
from backend.experiments.schemas import Derived, ExperimentDetail
from backend.experiments.without_nginx import describe_missing
from backend.records import experiments_queries, runs_queries
from backend.records.access import accounts_queries
from backend.records.diagnostics import diagnostics_queries
from backend.records.diagnostics.diagnostics_queries import DiagnosticsTally
from backend.records.experiments import Experiment
from backend.records.facts_flat import changes
from backend.records.lists import queries as lists_queries
from backend.records.origin import DerivedHow
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.refs import ExperimentRef
from backend.scheduling import queue_positions, start_estimate
from backend.statistics.rules import RULES_VERSION
from backend.task_queue import advance_after_commit


class _Material(NamedTuple):
    """The rows that an experiment's detail is made of; `line` is empty once it has ended."""

    session: Session
    experiment: Experiment
    runs: Sequence[Run]
    trials: Sequence[TrialRow]
    line: queue_positions.Line


def detail(session: Session, experiment_id: str) -> ExperimentDetail:
    """One experiment with its runs, progress and headline."""
    experiment = experiments_queries.existing(session, experiment_id)
    is_final = ExperimentState(experiment.state).is_final
    rows = _Material(
        session,
        experiment,
        runs_queries.runs_of(session, [experiment_id]),
        runs_queries.trial_rows(session, experiment_id),
        queue_positions.NOBODY if is_final else queue_positions.read(session),
    )
    fields = _columns(experiment) | _people(session, experiment) | _origin(rows) | _plan(rows)
    return ExperimentDetail.model_validate(fields | _results(rows) | _queue(rows))


def _origin(rows: _Material) -> dict[str, Any]:
    """Origin: where it was launched, what it was made from, and what its definition says about itself."""
    experiment, definition = rows.experiment, rows.experiment.definition
    names = experiments_queries.testbed_names(rows.session, [experiment.testbed_id])
    return {
        "testbed": _testbed(experiment, names),
        "derived": _derivation(rows.session, experiment),
        "made_from_this": experiments_queries.made_from(rows.session, experiment.id),
        "note": definition.get("note"),
        "question": question_of(experiment, rows.runs),
        "description": definition.get("description"),
        "source": definition.get("source"),
        "published": read_published(definition, rows.runs, experiment.rules_version),
        "rules": {"version": experiment.rules_version, "launch": experiment.launch_rules},
        "hosts": hosts_of(experiment.facts),
        "without_nginx": describe_missing([run.knobs for run in rows.runs], experiment.facts),
        "facts_changed": changes(experiment.facts, experiment.facts_after),
    }


def _plan(rows: _Material) -> dict[str, Any]:
    """Plan: what is measured, how often and in which order."""
    definition = rows.experiment.definition
    return {
        "tool": lists_queries.TOOLS_JOINED_BY.join(sorted({run.workload["tool"] for run in rows.runs})),
        "runs": len(rows.runs),
        "rounds": max((t.round for t in rows.trials), default=0),
        "order": definition.get("order", "interleaved"),
        "factors": {factor: list(levels) for factor, levels in (definition.get("factors") or {}).items()},
        "profiled": is_profiled(definition),
        "has_diagnostics": rows.experiment.diagnosing_since is not None,
        "yaml": rows.experiment.definition_yaml,
        "is_resumable": is_resumable(rows.experiment, [(t.failure or {}).get("code") for t in rows.trials]),
    }


def _results(rows: _Material) -> dict[str, Any]:
    """Results so far, and what ended the rounds."""
    session, experiment, runs, trials, line = rows
    stored_headline = stored_headlines.headline_of(experiment)
    headline = stored_headline or _headline(rows)
    return {
        "headline": headline,
        "more": more_offer(experiment, stored_headline, len(runs)),
        "first_stage": first_stage(experiment, headline),
        "progress": _progress(session, experiment, runs, trials, line),
        "run_list": run_summaries(runs, trials, experiment.facts),
        "ceiling": ceiling_out(experiment, runs, trials),
        "precision": _precision(experiment),
        "decision": _decision(experiment, runs, trials),
        "halving": _halving(experiment, runs, trials),
        "servers": servers_of(experiment, runs, trials),
        "builds": _builds(experiment, runs),
        "carried_over": carried_over(experiment, runs, trials),
    }


def _builds(experiment: Experiment, runs: Sequence[Run]) -> list[ServerPair]:
    """Servers that are compared."""
    variants = [(run.knobs, run.topology) for run in runs]
    baseline = next((run for run in runs if run.is_baseline), None)
    return server_pairs(variants, baseline.knobs, experiment.facts) if baseline else []  # pyright: ignore[reportArgumentType]


def _headline(rows: _Material) -> Headline | None:
    """Headline that is not kept: before the end, and by other rules than those that the experiment shows."""
    headline = headline_of_rows(rows.experiment, rows.runs, rows.trials)
    if headline and ExperimentState(rows.experiment.state).is_final:
        complete_headline(rows.session, rows.experiment, rows.runs, headline)
        headline.next_step = None  # it may be a reader of a link, or is stored in a moment
        for delta in (headline.delta, *(answer.delta for answer in headline.answers)):
            if delta:
                delta.dots = []  # as it is kept
    return headline


def _queue(rows: _Material) -> dict[str, Any]:
    """Place in the queue: what it waits for, and when it begins."""
    session, experiment, line = rows.session, rows.experiment, rows.line
    return {
        "matching": start_estimate.matching(line, experiment),
        "queue_behind": queue_positions.behind(line, experiment),
        "queue_start": start_estimate.start_of(session, line, experiment),
    }


def _people(session: Session, experiment: Experiment) -> dict[str, Any]:
    ids = [experiment.owner_id, experiment.notes_by, *experiment.mentions]
    people = accounts_queries.people(session, ids)
    return {
        "owner": people.get(experiment.owner_id or ""),
        "notes_by": people.get(experiment.notes_by or ""),
        "mentions": [people[account_id] for account_id in experiment.mentions if account_id in people],
    }


def _progress(
    session: Session,
    experiment: Experiment,
    runs: Sequence[Run],
    trials: Sequence[TrialRow],
    line: queue_positions.Line,
) -> Progress | None:
    if ExperimentState(experiment.state).is_final:
        return None
    changing = lists_queries.hosts_in_transition(session, [experiment.id]).get(experiment.id, ())
    search = ceiling_out(experiment, runs, trials)
    return progress_of(
        experiment,
        tally_of(runs, trials),
        search,
        queue_positions.sentence(line, experiment),
        changing,
        queue_positions.space_shortage(line, experiment),
        diagnostics=_diagnostics(session, experiment),
    )


def _diagnostics(session: Session, experiment: Experiment) -> DiagnosticsTally | None:
    if experiment.diagnosing_since is None:
        return None
    return diagnostics_queries.tallies(session, [experiment.id]).get(experiment.id)


def _precision(experiment: Experiment) -> PrecisionOut | None:
    outcome = precision.stored_precision(experiment.rounds_ended)
    return PrecisionOut(**dict(outcome), sentence=precision.sentence(outcome)) if outcome else None


def _decision(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> DecisionOut | None:
    outcome = decision_of(experiment, runs, trials)
    if outcome is None:
        return None
    is_open = not ExperimentState(experiment.state).is_final
    return DecisionOut(**dict(outcome), sentence=decision.sentence(outcome, is_open))


def _halving(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> HalvingOut | None:
    outcome = halving.halving_of(experiment, runs, trials)
    if outcome is None:
        return None
    is_open, names = not ExperimentState(experiment.state).is_final, {r.id: r.name for r in runs}
    return HalvingOut(**dict(outcome), sentence=halving.sentence(outcome, names, is_open))


def _columns(experiment: Experiment) -> dict[str, Any]:
    names = (
        "id name kind state recipe form origin tags starred created_at started_at finished_at failure notes "
        "notes_version notes_at interruptions seed estimate_s is_calibration testbed_labels"
    )
    is_archived = experiment.archived_at is not None
    return {name: getattr(experiment, name) for name in names.split()} | {"archived": is_archived}


def _derivation(session: Session, experiment: Experiment) -> Derived | None:
    if experiment.derived_from is None or experiment.derived_how is None:
        return None
    source = experiments_queries.experiment(session, experiment.derived_from)
    if source is None:  # not there for who sees this one through a link
        return None
    ref = ExperimentRef(id=source.id, name=source.name)
    return Derived(how=DerivedHow(experiment.derived_how), experiment=ref)


def _testbed(experiment: Experiment, names: dict[str, str]) -> ExperimentRef | None:
    if experiment.testbed_id is None:
        return None
    return ExperimentRef(id=experiment.testbed_id, name=names.get(experiment.testbed_id, ""))


def trials(session: Session, experiment_id: str) -> list[TrialOut]:
    """All trials in the order of the plan."""
    experiments_queries.existing(session, experiment_id)
    return [trial_out(t) for t in runs_queries.trial_rows(session, experiment_id)]


def trial_out(trial: TrialRow) -> TrialOut:
    return TrialOut.model_validate(trial._asdict())


def cancel(session: Session, experiment_id: str) -> bool:
    """Ask for the end; False where that changes nothing: it was asked for before, or has ended."""
    experiment = experiments_queries.existing(session, experiment_id, lock=True)
    if ExperimentState(experiment.state).is_final or experiment.cancel_requested:
        return False
    experiment.cancel_requested, experiment.state = True, ExperimentState.CANCELLING
    advance_after_commit(session, experiment_id)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    return True


def judge_again(session: Session, experiment_id: str, version: int) -> Experiment:
    """Show the verdicts of today's rules, or again those of the rules that it was launched under.

    Neither changes what was shared, and what is stored of the others stays.
    """
    experiment = experiments_queries.existing(session, experiment_id, lock=True)
    if not ExperimentState(experiment.state).is_final:
        raise Conflict(f"“{experiment.name}” is {experiment.state}; it can be judged again when it has ended")
    if version not in (experiment.launch_rules, RULES_VERSION):
        choice = " or ".join(str(number) for number in sorted({experiment.launch_rules, RULES_VERSION}))
        raise Invalid.at("version", f"“{experiment.name}” can be judged by rules {choice}")
    if version != experiment.rules_version:
        experiment.rules_version = version
        stored_headlines.judge_again(session, experiment)
        publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    return experiment


def delete(session: Session, experiment_id: str) -> None:
    """Delete an ended experiment with its runs, trials and samples."""
    experiment = experiments_queries.existing(session, experiment_id, lock=True)
    state = ExperimentState(experiment.state)
    if not state.is_final:
        advice = "wait for its end" if state is ExperimentState.CANCELLING else "cancel it first"
        raise Conflict(f"“{experiment.name}” is {state}; {advice}")
    session.delete(experiment)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
