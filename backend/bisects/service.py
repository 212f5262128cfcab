"""Bisects: planned, launched, carried on when a step has ended, cancelled."""

import logging
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, RunState
from backend.analysis.deltas import deltas
from backend.analysis.schemas import DeltaRow
from backend.audit.log import Act, record
from backend.bisects import design, steps
from backend.bisects.course import Difference, Outcome, classify, next_measurement, steps_at_most
from backend.bisects.design import metric_of
from backend.bisects.plan import PAIRS, read_bisect
from backend.bisects.schemas import BisectOut, BisectStepOut
from backend.bisects.steps import Step
from backend.database import autocommit, transaction
from backend.definition.model import Definition
from backend.errors import Conflict, DynoError, Forbidden
from backend.events import publish_after_commit
from backend.execution.launching.launch import launch
from backend.execution.launching.schemas import ExperimentIn
from backend.experiments import service as experiments
from backend.identity import accounts, rights
from backend.identity.principal import Principal, Way, owner
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records import experiments_queries, runs_queries
from backend.records.access import accounts_queries
from backend.records.bisects import bisects_queries
from backend.records.bisects.bisect import Bisect, BisectState
from backend.records.experiments import Experiment
from backend.refs import ExperimentRef

log = logging.getLogger(__name__)


def start(
    session: Session, body: ExperimentIn, principal: Principal, launch_key: str | None = None
) -> Bisect:
    """Launch a bisect with its first experiment, which has the key; Invalid with every problem."""
    if launch_key and (earlier_id := experiments_queries.launched_with(session, launch_key)):
        return _bisect_of(session, earlier_id)
    reading, effort, _ = read_bisect(session, body, principal)
    row = Bisect(
        id=new_id(),
        name=reading.definition.name,
        owner_id=principal.account_id,
        testbed_id=reading.bed.row.id,
        definition=reading.definition.model_dump(mode="json", by_alias=True),
        max_rounds=effort.max_rounds,
        likely_rounds=effort.likely_rounds,
        steps=[],
        state="running",
        problem="",
    )
    _launch_next(session, row, principal, launch_key)
    session.add(row)
    session.flush()
    record(session, principal, Act.LAUNCHED, row.id, f"bisect {row.name}", testbed=reading.bed.row.name)
    return row


def advance_due() -> None:
    """Carry on every bisect whose step has ended; each in a transaction of its own."""
    with autocommit() as session:
        ids = bisects_queries.due(session)
    for bisect_id in ids:
        with transaction() as session:
            row = bisects_queries.lock_free(session, bisect_id)
            if row is not None:
                _advance(session, row)


def _advance(session: Session, row: Bisect) -> None:
    """Take the outcome of the step that has ended, and launch the next one."""
    all_steps = _steps(row)
    if all_steps and all_steps[-1].outcome is None:
        step = all_steps[-1]
        experiment = experiments_queries.experiment(session, step.experiment_id)
        if experiment is not None and not ExperimentState(experiment.state).is_final:
            return
        all_steps[-1] = read_outcome(session, step, experiment, Definition.model_validate(row.definition))
        row.steps, row.experiment_id = _dump(all_steps), None
        if all_steps[-1].outcome is Outcome.FAILED:
            _end(session, row, "failed", f"its step {len(all_steps)} failed: {all_steps[-1].reason}")
            return
    try:
        _launch_next(session, row, _principal(session, row))
    except Forbidden as error:
        _end(session, row, "failed", error.detail)
    except DynoError as error:  # a host that is away comes back
        row.problem = "; ".join(item.message for item in error.errors) or error.detail


def _bisect_of(session: Session, experiment_id: str) -> Bisect:
    bisect = bisects_queries.bisect_of(session, experiment_id)
    if bisect is None:
        raise Conflict("This Idempotency-Key launched an experiment that is no bisect: take another one")
    return bisects_queries.existing(session, bisect[0])


def _launch_next(session: Session, row: Bisect, principal: Principal, launch_key: str | None = None) -> None:
    """Launch what comes next, or end."""
    all_steps, definition = _steps(row), Definition.model_validate(row.definition)
    measurement = next_measurement(len(definition.variants), steps.outcomes_of(all_steps))
    if measurement is None:
        _end(session, row, "finished", "")
        return
    data = design.step_definition(definition, measurement, row.max_rounds)
    body = ExperimentIn.model_validate({"definition": data, "testbed_id": row.testbed_id})
    experiment_id = launch(session, body, principal, launch_key)
    step = Step(**vars(measurement), experiment_id=experiment_id)
    row.experiment_id, row.steps, row.problem = experiment_id, _dump([*all_steps, step]), ""


def _end(session: Session, row: Bisect, state: BisectState, problem: str) -> None:
    row.state, row.problem, row.finished_at = state, problem, datetime.now(UTC)
    log.info("bisect “%s” ended: %s %s", row.name, state, problem)
    publish_after_commit(session, {"type": "experiment", "experiment_id": row.id})


def _principal(session: Session, row: Bisect) -> Principal:
    """The principal that launched it, with the rights of today; Forbidden where these no longer suffice."""
    if row.owner_id is None:
        return owner(Way.DASHBOARD_TOKEN)
    account = accounts_queries.account(session, row.owner_id)
    if account is None or account.disabled_at:
        raise Forbidden("the account that launched it is disabled")
    principal = accounts.principal_of(account, Way.SESSION)
    rights.require(principal, rights.Right.OPERATE)
    return principal


def cancel(session: Session, bisect_id: str, principal: Principal) -> Bisect:
    """End it with the experiment that it measures; repeating it changes nothing."""
    row = bisects_queries.existing(session, bisect_id, lock=True)
    if row.state == "running":
        if row.experiment_id is not None:
            experiments.cancel(session, row.experiment_id)
        _end(session, row, "cancelled", "")
        record(session, principal, Act.CANCELLED, row.id, f"bisect {row.name}")
    return row


def bisect_out(session: Session, row: Bisect) -> BisectOut:
    """A bisect as the API shows it."""
    definition, all_steps = Definition.model_validate(row.definition), _steps(row)
    names = [variant.name for variant in definition.variants]
    label = design.metric_of(definition).label
    experiments_by_id = experiments_queries.experiments_by_id(session, {s.experiment_id for s in all_steps})
    testbeds = experiments_queries.testbed_names(session, {row.testbed_id})
    ended_ids = {step.experiment_id for step in all_steps if step.outcome is not None}
    untrusted_ids = {id for id in ended_ids & experiments_by_id.keys() if experiments_by_id[id].is_untrusted}
    return copy_fields(
        BisectOut,
        row,
        sentence=steps.describe_doubt(len(untrusted_ids), len(ended_ids))
        + steps.headline(names, all_steps, row.state, definition.min_effect, label),
        is_trusted=not untrusted_ids,
        variants=names,
        min_effect=definition.min_effect,
        max_steps=steps_at_most(len(names)) + PAIRS,
        steps=[
            BisectStepOut(
                experiment=ExperimentRef(
                    id=step.experiment_id, name=design.step_words(names, step.measurement)
                ),
                is_deleted=step.experiment_id not in experiments_by_id,
                outcome=step.outcome,
                words=steps.describe_outcome(step, names)
                + (", not trustworthy" if step.experiment_id in untrusted_ids else ""),
                rounds=step.rounds,
            )
            for step in all_steps
        ],
        testbed=ExperimentRef(id=row.testbed_id, name=testbeds.get(row.testbed_id, "")),
        owner=accounts_queries.person(session, row.owner_id),
    )


def _steps(row: Bisect) -> list[Step]:
    return [Step.model_validate(step) for step in row.steps]


def _dump(all_steps: list[Step]) -> list[dict[str, Any]]:
    return [step.model_dump(mode="json") for step in all_steps]


def read_outcome(session: Session, step: Step, experiment: Experiment | None, definition: Definition) -> Step:
    """The step with its outcome, by the verdicts of its experiment; None: it was deleted."""
    if experiment is None:
        return _fail(step, "its experiment was deleted")
    if experiment.state == ExperimentState.CANCELLED:
        return _fail(step, "its experiment was cancelled")
    runs = {run.variant: run for run in runs_queries.runs_of(session, [experiment.id])}
    first, last, middle = (
        None if index is None else runs[definition.variants[index].name]
        for index in (step.first, step.last, step.middle)
    )
    for run in (first, last, middle):
        if run is not None and run.state == RunState.FAILED:
            reason = f"{run.variant}: {(run.failure or {}).get('message') or 'it could not be measured'}"
            if run is middle:
                return step.model_copy(update={"outcome": Outcome.SKIPPED, "reason": reason})
            return _fail(step, reason)
    if experiment.state != ExperimentState.FINISHED:
        failure = (experiment.failure or {}).get("message") or f"its experiment was {experiment.state}"
        return _fail(step, failure)
    rows = {row.run_id: row for row in deltas(session, experiment.id, metric_of(definition).name)}
    rounds = (experiment.rounds_ended or {}).get("rounds")
    if first is None or last is None:
        return _fail(step, "its runs were deleted")
    if middle is not None:
        outcome = classify(_difference(rows.get(first.id)), _difference(rows.get(last.id)))
        return step.model_copy(update={"outcome": outcome, "rounds": rounds})
    row = rows.get(last.id)
    outcome = Outcome.DIFFERENT if _difference(row).has_verdict else Outcome.ALIKE
    figures = {"change": row.change, "low": row.low, "high": row.high} if row else {}
    return step.model_copy(update={"outcome": outcome, "rounds": rounds, **figures})


def _fail(step: Step, reason: str) -> Step:
    return step.model_copy(update={"outcome": Outcome.FAILED, "reason": reason})


def _difference(row: DeltaRow | None) -> Difference:
    if row is None or row.change is None or row.change <= -1:
        return Difference(False, None)
    return Difference(row.verdict in ("better", "worse"), row.change)
