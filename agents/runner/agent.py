"""The agent as a whole: what it owns, how it starts, serves, and ends."""

import logging
import os
import resource
import signal
import threading
import uuid
from functools import partial

from agents import __version__
from agents.contract.reports import Enrolled, Enrolment, Heartbeat, Report
from agents.journal.journal import Journal
from agents.load.target import is_allowed
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.runner.api import ControlPlane, RequestRefused, Unreachable
from agents.runner.clock import ServerClock
from agents.runner.heartbeat import Heartbeats
from agents.runner.host import Host
from agents.runner.host_lock import HostLock
from agents.runner.job_handlers import JobHandlers
from agents.runner.job_intake import JobIntake
from agents.runner.options import Options
from agents.runner.outbox import Outbox
from agents.runner.state_directory import StateDirectory
from agents.runner.worker import JobWorker
from agents.settings.changes import Changes
from agents.settings.registry import setting_handlers

log = logging.getLogger(__name__)
_RETRY_S = (0.25, 0.25, 0.5, 0.5, 0.5, 1, 1, 1, 2, 2, 5)
_MAX_SAMPLES = 20_000  # ticks kept while the API is away: over five hours


class Agent:
    """Owns every part. `run` serves until `stop`; what the last start left behind is ended before that."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._state = StateDirectory(options.state)
        self._processes = Processes(self._state.root / "processes")
        handlers = setting_handlers(options.allow_sysctls)
        changes = Changes(Journal(self._state.root), handlers.by_kind())
        self._setups = Setups(
            options.nginx,
            Folders(self._state.root),
            self._processes,
            options.address,
            options.ports,
            partial(is_allowed, networks=options.allow_targets),
            changes,
        )
        lock = HostLock(options.lock, options.name)
        self._host = Host(self._processes, self._setups, handlers, changes, lock)
        self._clock = ServerClock()
        self._api = ControlPlane(options.server)
        spool = self._state.spool
        self._reports = Outbox(spool / "reports", self._api.post_report, durable=True)
        self._samples = Outbox(spool / "samples", self._api.post_samples, max_messages=_MAX_SAMPLES)
        handlers = JobHandlers(
            self._host,
            self._processes,
            self._setups,
            self._clock,
            self._state.work,
            options.allow_targets,
            lambda batch: self._samples.put(batch.model_dump_json().encode(), batch.trial_id),
        )
        self._handlers = handlers
        self._intake = JobIntake(options.name, self._state, handlers, self._clock, self._send)
        self._instance = uuid.uuid4().hex
        self._stopping = threading.Event()
        self._worker: JobWorker | None = None

    def run(self) -> None:
        """Serve until stopped: enrol, work; enrol again when the control plane forgot this agent."""
        allow_many_files()
        self._host.put_back()  # what a killed agent left, before any job
        self._reports.start()
        self._samples.start()
        threading.Thread(target=self._end_jobs_on_stop, name="stopper", daemon=True).start()
        while not self._stopping.is_set():
            enrolled = self._enrol()
            if enrolled:
                self._serve(enrolled)
                self._host.put_back()  # stopped, or forgotten: nobody will ask for it any more
        self._leave()

    def stop(self, *_: object) -> None:
        """Safe in a signal handler."""
        self._stopping.set()
        if self._worker:
            self._worker.stop()

    def _send(self, report: Report) -> None:
        self._reports.put(report.model_dump_json().encode(), report.job_id)

    def _enrol(self) -> Enrolled | None:
        """Credentials from the control plane, waiting for it as long as it takes; None when stopped."""
        known = self._state.credentials()
        attempt = 0
        while not self._stopping.is_set():
            try:
                enrolled = self._api.enrol(
                    self._enrolment(known.host_id if known else None), self._options.enrolment_token
                )
                self._state.keep_credentials(enrolled)
                log.info("enrolled as %s, host %s", self._options.name, enrolled.host_id)
                return enrolled
            except RequestRefused as error:
                if known and error.status in (404, 409, 410):
                    known = None  # that host is gone: come as a new one
                    continue
                if known and attempt == 0 and self._is_known(known):
                    return known
                why = f"the control plane refuses this agent, {error}"
            except (Unreachable, ValueError) as error:
                why = f"no control plane at {self._options.server} yet: {error}"
            if attempt == 0 or attempt % 12 == 11:
                log.warning("%s; trying again", why)
            self._stopping.wait(_RETRY_S[min(attempt, len(_RETRY_S) - 1)])
            attempt += 1
        return None

    def _is_known(self, known: Enrolled) -> bool:
        """A one-time enrolment token does not work twice, but the credentials it gave still may."""
        self._api.token = known.token
        try:
            self._api.heartbeat(self._heartbeat())
        except (Unreachable, RequestRefused, ValueError):
            return False
        return True

    def _enrolment(self, host_id: str | None) -> Enrolment:
        return Enrolment(
            name=self._options.name,
            roles=list(self._options.roles),
            address=self._options.address,
            version=__version__,
            facts=self._handlers.read_facts(),
            host_id=host_id,
        )

    def _serve(self, enrolled: Enrolled) -> None:
        """Take jobs until stopped, or until the control plane no longer knows these credentials."""
        self._api.token = enrolled.token
        self._intake.enrolled = enrolled
        self._worker = worker = JobWorker(enrolled, self._intake.take)

        def forgotten() -> None:
            self._intake.stop_all()  # nobody waits for these jobs any more
            worker.stop()

        heartbeats = Heartbeats(
            self._api, self._clock, self._heartbeat, on_back=self._deliver_now, on_unknown=forgotten
        )
        heartbeats.start()
        self._deliver_now()
        if not self._stopping.is_set():
            worker.run()
        heartbeats.stop()
        self._stopping.wait(1.0)

    def _heartbeat(self) -> Heartbeat:
        return Heartbeat(
            instance=self._instance,
            active_jobs=self._intake.active_jobs(),
            condition=self._host.condition,
            leftovers=self._host.leftovers,
        )

    def _deliver_now(self) -> None:
        self._reports.retry_now()
        self._samples.retry_now()

    def _end_jobs_on_stop(self) -> None:
        self._stopping.wait()
        self._intake.stop_all()

    def _leave(self) -> None:
        """Put the host back, and hand over what is still to be said."""
        self._host.close()
        self._samples.drain(1.0)
        self._reports.drain(1.0)
        for part in (self._reports, self._samples):
            part.stop()
        self._state.close()
        log.info("stopped; the host is %s", self._host.condition.value)


def allow_many_files() -> None:
    """Raise the soft limit of open files to the hard one: load tool and nginx inherit it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def run_agent(options: Options) -> None:
    """Run in this process until TERM or INT."""
    os.umask(0o022)
    agent = Agent(options)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, agent.stop)
    agent.run()
