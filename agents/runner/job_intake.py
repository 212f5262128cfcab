"""Takes each message, makes sure that it is worked on once, and sends exactly one report for it.

A message that the control plane did not sign for this host is dropped and counted, and never answered: a
report would be taken as the outcome of the job that it names. One that comes twice does nothing; a job that
is sent again has another nonce, and is answered with its report.
"""

import logging
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from agents.contract.enrolment import Enrolled
from agents.contract.jobs import CancelJob, FinishJob, FireJob, Job
from agents.contract.logs import bound
from agents.contract.reports import AGENT_RESTARTED, AGENT_STOPPED, Report
from agents.failure import Cancelled, JobFailed, is_full, no_space
from agents.runner import admission
from agents.runner.clock import ServerClock
from agents.runner.disks import Disks
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.runner.state_directory import StateDirectory

log = logging.getLogger(__name__)
_STOPPED_KEPT = 256
_NONCES_KEPT = 4096
_REPORT_FIRST_S = 2.0  # a trial waits for the report of a watch, nobody for that of the finish which ends it
_WRITE = ("prepare", "apply", "check", "measure")  # kinds of jobs that need room


class JobIntake:
    """`take` is the body of the Celery task: it never raises, and never loses a job.

    `dropped`: messages since the start of the agent that were not the control plane's. `on_message` is called
    for each of either kind, once it counts.
    """

    def __init__(
        self,
        name: str,
        state: StateDirectory,
        handlers: JobHandlers,
        clock: ServerClock,
        send: Callable[[Report], None],
        disks: Disks,
        on_message: Callable[[], None],
    ) -> None:
        self._name, self._state, self._handlers, self._clock, self._send = name, state, handlers, clock, send
        self._disks, self._on_message = disks, on_message
        self._running: dict[str, RunningJob] = {}
        self._stopped_early: OrderedDict[str, str] = OrderedDict()  # told to stop before they came
        self._nonces: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()
        self.dropped = 0
        self.enrolled: Enrolled | None = None
        self._work: dict[str, Callable[[RunningJob, Any], Report]] = {
            "prepare": handlers.prepare,
            "apply": handlers.apply,
            "check": handlers.check,
            "restore": handlers.restore,
            "facts": handlers.facts,
            "cool": handlers.cool,
            "watch": handlers.watch,
            "measure": handlers.measure,
            "reach": handlers.check_connectivity,
            "cancel": self._cancel,
            "finish": self._finish,
            "fire": self._fire,
        }

    def take(self, payload: object) -> None:
        assert self.enrolled is not None
        try:
            message = admission.open_envelope(payload, self.enrolled.host_id, self.enrolled.job_keys)
        except admission.NotOurs as refusal:
            self._drop(str(refusal))
            return
        job_id = message.address.id
        if not self._is_first(message.address.nonce):
            log.info("a message about job %s came twice", job_id)
            return
        try:
            job = admission.job_of(message)
        except JobFailed as error:
            log.warning("refused job %s (%s): %s", job_id, error.code, error.message)
            self._send(self._failure_report(job_id, error))
            return
        with bound(job_id=job.id, experiment_id=job.experiment_id):
            self._take(job)

    def _drop(self, reason: str) -> None:
        with self._lock:
            self.dropped += 1
            count = self.dropped
        self._on_message()  # the next heartbeat brings a key that it may lack
        if count & (count - 1) == 0:  # the 1st, 2nd, 4th, 8th …: a flood of them fills no log
            log.warning("dropped a message that is not from this dashboard, %d so far: %s", count, reason)

    def _is_first(self, nonce: str) -> bool:
        with self._lock:
            if nonce in self._nonces:
                return False
            self._nonces[nonce] = None
            if len(self._nonces) > _NONCES_KEPT:
                self._nonces.popitem(last=False)
            return True

    def take_keys(self, keys: Mapping[str, str]) -> None:
        """The public keys that jobs are signed with from now on, by their ids."""
        assert self.enrolled is not None
        self.enrolled = self.enrolled.model_copy(update={"job_keys": dict(keys)})

    def active_jobs(self) -> list[str]:
        return sorted(self._running)

    def stop_all(self) -> None:
        """The agent ends: so do its jobs, each with a report."""
        for running in list(self._running.values()):
            running.cancel(Cancelled("The agent was stopped", code=AGENT_STOPPED))

    def _take(self, job: Job) -> None:
        running = RunningJob(job)
        with self._lock:
            if job.id in self._running:
                log.info("came twice; it is being worked on")
                return
            was_begun, report = self._state.read_job(job.id)
            if not was_begun:
                self._running[job.id] = running
        self._on_message()
        if was_begun:
            self._repeat(job, report)
            return
        try:
            report = self._execute(running)
            self._keep(report)
        finally:
            running.report_is_out()
            self._running.pop(job.id, None)

    def _repeat(self, job: Job, report: Report | None) -> None:
        if report is None:
            failure = JobFailed(AGENT_RESTARTED, "The agent was restarted while it worked on this job")
            report = self._failure_report(job.id, failure)
            self._state.note_end(report)
        log.info("came again; its report goes out again")
        self._send(report)

    def _execute(self, running: RunningJob) -> Report:
        job = running.job
        try:
            admission.check_expiry(job, self._clock.now())
            self._begin(job)
            match self._stopped_early.pop(job.id, None):
                case "cancel":
                    raise Cancelled
                case "finish":
                    running.finish()
            log.info("%s", job.work.kind)
            return self._work[job.work.kind](running, job.work)
        except JobFailed as failure:
            failure = running.stopped or failure
            log.info("%s failed (%s): %s", job.work.kind, failure.code, failure.message)
            return self._failure_report(job.id, failure)
        except OSError as error:
            if not is_full(error):
                return self._internal_error(job, error)
            log.error("%s found the disk full: %s", job.work.kind, error)
            return self._failure_report(job.id, no_space(str(error)))
        except Exception as error:
            return self._internal_error(job, error)

    def _begin(self, job: Job) -> None:
        """JobFailed or OSError when there is no room for it; what only ends or reads goes on without."""
        if job.work.kind in _WRITE:
            self._disks.require()
        try:
            self._state.note_start(job.id)
        except OSError as error:
            if job.work.kind in _WRITE:
                raise
            log.error("cannot note its start: %s", error)

    def _internal_error(self, job: Job, error: Exception) -> Report:
        log.exception("%s", job.work.kind)
        failure = JobFailed("agent_error", f"{type(error).__name__}: {error}", traceback.format_exc())
        return self._failure_report(job.id, failure)

    def _keep(self, report: Report) -> None:
        if report.failure and not report.failure.host:
            report.failure.host = self._name
        for setup in report.setups:
            if setup.failure:
                setup.failure.host = self._name
        self._send(report)  # on disk and on its way first; the copy for a repeat can wait
        try:
            self._state.note_end(report)
        except OSError as error:
            log.error("cannot note the end of job %s: %s", report.job_id, error)

    def _failure_report(self, job_id: str, error: JobFailed) -> Report:
        failure = error.as_failure()
        failure.host = self._name
        return Report(job_id=job_id, failure=failure)

    def _cancel(self, running: RunningJob, work: CancelJob) -> Report:
        for job_id in work.job_ids:
            if target := self._running.get(job_id):
                target.cancel(Cancelled())
            else:
                self._remember(job_id, "cancel")
        return Report(job_id=running.job.id)

    def _finish(self, running: RunningJob, work: FinishJob) -> Report:
        if target := self._running.get(work.job_id):
            target.finish()
            target.wait_for_report(_REPORT_FIRST_S)
        else:
            self._remember(work.job_id, "finish")
        return Report(job_id=running.job.id)

    def _fire(self, running: RunningJob, work: FireJob) -> Report:
        if target := self._running.get(work.job_id):
            target.fire(work.at)
        return Report(job_id=running.job.id)

    def _remember(self, job_id: str, reason: str) -> None:
        with self._lock:
            self._stopped_early[job_id] = reason
            while len(self._stopped_early) > _STOPPED_KEPT:
                self._stopped_early.popitem(last=False)
