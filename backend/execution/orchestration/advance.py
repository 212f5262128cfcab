"""The driver of one experiment: load the view, ask `step`, carry its effects out, until none is left."""

import logging
from typing import assert_never

from sqlalchemy.exc import OperationalError

from agents.contract.logs import bound
from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.database import is_held_up, transaction
from backend.events import publish_after_commit
from backend.execution.jobs.wakeups import wake_next_in_line
from backend.execution.orchestration import (
    diagnostic_trials,
    interruptions,
    lifecycle,
    measurement,
    preparation,
)
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.load_view import load_view
from backend.execution.orchestration.rows import ExperimentRows
from backend.execution.orchestration.step import step
from backend.notifications import outbox
from backend.records.experiments import UNFINISHED, Experiment
from backend.scheduling.assignment import queue_queries, testbed_choice

log = logging.getLogger(__name__)
MAX_STEPS = 10_000  # effects that lead to effects; far above anything real


def advance(experiment_id: str) -> None:
    """Bring one experiment as far as it can go now. Safe to call at any time, any number of times.

    Its jobs are handed to their hosts' queues once the transaction is on disk. One whose row somebody else
    keeps is left to the next sweep: it must not keep a thread of the worker as well.
    """
    try:
        with bound(experiment_id=experiment_id):
            _advance(experiment_id)
    except OperationalError as error:
        if not is_held_up(error):
            raise
        log.warning("experiment %s is held by somebody else, it waits for the sweep", experiment_id)


def _advance(experiment_id: str) -> None:
    with transaction() as session:
        experiment = queue_queries.lock_begun(session, experiment_id)
        if experiment is None:
            queue_queries.lock(session)  # two that are to begin at once see each other
            experiment = session.get(Experiment, experiment_id, with_for_update=True)
            testbed_choice.settle(session)
        if experiment is None or experiment.state not in UNFINISHED:
            return
        if experiment.state == ExperimentState.QUEUED and experiment.stranded:
            return
        for number in range(MAX_STEPS):
            rows = ExperimentRows(session, experiment)
            effects = step(load_view(session, experiment, rows.testbed))
            for effect in effects:
                apply(rows, effect)
            if rows.failed_ids:
                lifecycle.stop_without_candidates(rows)
            if number == 0 and not all(isinstance(effect, e.UNSEEN) for effect in effects):
                publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
            if all(isinstance(effect, e.SENDING) for effect in effects):
                break  # nothing more to do until a report comes
        if experiment.state not in UNFINISHED:
            log.info("“%s” ended: %s", experiment.name, experiment.state)
            stored_headlines.keep(session, experiment)
            outbox.experiment_ended(session, experiment)
            event = {"type": "experiment", "experiment_id": experiment_id, "state": experiment.state}
            publish_after_commit(session, event)  # browsers that were asked to say so look only then
            wake_next_in_line(session)


def apply(rows: ExperimentRows, effect: e.Effect) -> None:  # noqa: C901, PLR0915 - one case per effect
    """Carry one effect out, as rows and jobs. Nothing else changes a running experiment."""
    match effect:
        case e.LeaseHosts():
            lifecycle.lease_hosts(rows)
        case e.HandBack() | e.Restore() | e.ReadFacts():
            lifecycle.ask_host(rows, effect)
        case e.TakeHostsAgain():
            lifecycle.take_hosts_again(rows)
        case e.Interrupt():
            interruptions.begin(rows.experiment, effect.failure)
        case e.BackInLine():
            lifecycle.back_in_line(rows, effect)
        case e.NewGeneration():
            lifecycle.new_generation(rows)
        case e.FreshServers():
            preparation.fresh_servers(rows)
        case e.Prepare():
            preparation.prepare(rows, effect)
        case e.TakePrepared():
            preparation.take_prepared(rows, effect)
        case e.Apply():
            preparation.apply_settings(rows, effect)
        case e.TakeApplied():
            preparation.take_applied(rows, effect)
        case e.MeasureCeiling():
            preparation.measure_ceiling(rows, effect)
        case e.TakeCeiling():
            preparation.take_ceiling(rows, effect)
        case e.Warm():
            preparation.warm(rows, effect)
        case e.Warmed():
            preparation.mark_warm(rows, effect)
        case e.FailRun():
            preparation.fail_run(rows, effect)
        case e.Cool():
            measurement.cool(rows, effect)
        case e.WarmTrial():
            measurement.warm_trial(rows, effect)
        case e.Requeue():
            measurement.requeue(rows, effect)
        case e.Measure():
            measurement.measure(rows, effect)
        case e.Fire():
            measurement.fire(rows, effect)
        case e.Finish():
            measurement.finish(rows, effect)
        case e.Judge():
            measurement.judge(rows, effect)
        case e.FailTrial():
            measurement.fail_trial(rows, effect)
        case e.AnalyseRounds():
            measurement.analyse_rounds(rows, effect)
        case e.BeginDiagnostics():
            diagnostic_trials.begin(rows)
        case e.Cancel():
            lifecycle.cancel(rows, effect)
        case e.GiveUpJob():
            lifecycle.give_up_job(rows, effect)
        case e.DropRest():
            lifecycle.drop_rest(rows, effect)
        case e.StartCancelling():
            lifecycle.start_cancelling(rows)
        case e.MarkNeedsRestore():
            lifecycle.mark_needs_restore(rows, effect)
        case e.End():
            lifecycle.end(rows, effect)
        case _:
            assert_never(effect)
