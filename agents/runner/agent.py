"""The agent as a whole: what it owns, how it starts, serves, and ends."""

import logging
import os
import resource
import signal
import threading
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from agents import __version__
from agents.contract.addresses import AGENT_PORTS
from agents.contract.enrolment import Enrolled, Enrolment
from agents.contract.heartbeat import Heartbeat
from agents.contract.reports import MAX_COUNTED, MAX_UNRESTORED, Report
from agents.contract.states import HostCondition
from agents.contract.version import CONTRACT
from agents.journal.journal import Journal
from agents.processes import Processes
from agents.proxy.folders import Folders, tag_of
from agents.proxy.setups import Setups
from agents.runner import heard
from agents.runner.api import ControlPlane, RequestRefused, Unreachable
from agents.runner.clock import ServerClock
from agents.runner.disks import Disks
from agents.runner.heartbeat import Heartbeats
from agents.runner.host import Host
from agents.runner.host_lock import HostLock
from agents.runner.job_handlers import JobHandlers
from agents.runner.job_intake import JobIntake
from agents.runner.options import Options, local_address
from agents.runner.outbox import Outbox
from agents.runner.state_directory import StateDirectory
from agents.runner.trust import Trust, Untrusted, refuse_overheard
from agents.runner.worker import JobWorker
from agents.sandbox.sandbox import SandboxIncomplete, set_up_sandbox
from agents.settings.changes import Changes
from agents.settings.registry import setting_handlers
from agents.targets import Targets

log = logging.getLogger(__name__)
_RETRY_S = (0.25, 0.25, 0.5, 0.5, 0.5, 1, 1, 1, 2, 2, 5)
_DEFAULT_PORTS = {"http": 80, "https": 443, "redis": 6379, "rediss": 6379}
_WAITING_S = (2, 2, 2, 5)
_REFUSED_S = (5, 10, 30)
_MAX_SAMPLES = 20_000  # ticks kept while the API is away: over five hours


class Agent:
    """Owns every part. `run` serves until `stop`; what the last start left behind is ended before that."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._state = StateDirectory(options.state)
        self._sandbox = set_up_sandbox(tag_of(self._state.root))
        if options.sandbox == "required" and self._sandbox.why_not:
            raise SandboxIncomplete(self._sandbox.why_not)
        self._processes = Processes(self._state.root / "processes", self._sandbox)
        folders = Folders(self._state.root, self._sandbox.account)
        handlers = setting_handlers(options.allow_sysctls)
        changes = Changes(Journal(self._state.root), handlers.by_kind())
        targets = Targets(
            options.allow_targets, (options.ports, AGENT_PORTS), options.origins, self._control_plane
        )
        self._setups = Setups(
            options.nginx,
            folders,
            self._processes,
            options.address,
            options.ports,
            targets,
            changes,
        )
        lock = HostLock(options.lock, options.name, control_plane=options.server)
        self._host = Host(self._processes, self._setups, handlers, changes, lock)
        self._clock = ServerClock()
        trust = Trust(options.server, options.ca_sha256, self._state.ca)
        self._api = ControlPlane(options.server, trust)
        spool = self._state.spool
        self._samples = Outbox(spool / "samples", self._api.post_samples, max_messages=_MAX_SAMPLES)
        self._reports = Outbox(
            spool / "reports", self._api.post_report, durable=True, make_room=self._samples.drop_some
        )
        handlers = JobHandlers(
            self._host,
            self._processes,
            self._setups,
            self._clock,
            folders,
            targets,
            lambda batch: self._samples.put(batch.model_dump_json().encode(), batch.trial_id),
            lambda: self._heartbeats is None or self._heartbeats.is_watched,
        )
        self._handlers = handlers
        self._disks = Disks((self._state.root, folders.root))
        self._intake = JobIntake(
            options.name, self._state, handlers, self._clock, self._send, self._disks, self._hurry
        )
        self._heartbeats: Heartbeats | None = None
        self._instance = uuid.uuid4().hex
        self._stopping = threading.Event()
        self._worker: JobWorker | None = None

    def run(self) -> None:
        """Serve until stopped: enrol, work; enrol again when the control plane forgot this agent."""
        if self._options.insecure_network:
            log.warning("--insecure-network: what goes to the control plane may be read on its way")
        allow_many_files()
        self._host.put_back()  # what a killed agent left, before any job
        self._reports.start()
        self._samples.start()
        threading.Thread(target=self._end_jobs_on_stop, name="stopper", daemon=True).start()
        while not self._stopping.is_set():
            credentials = self._enrol()
            if credentials:
                self._serve(credentials)
                self._host.put_back()  # stopped, forgotten or deserted: nobody will ask for it any more
        self._leave()

    def stop(self, *_: object) -> None:
        """Safe in a signal handler."""
        self._stopping.set()
        if self._worker:
            self._worker.stop()

    def _control_plane(self) -> Iterable[tuple[str, int]]:
        """Host and port of the dashboard and of the broker, as this agent reaches them."""
        credentials = self._intake.enrolled
        for url in (self._options.server, credentials.broker_url if credentials else ""):
            parts = urlsplit(url)
            if parts.hostname:
                yield parts.hostname, parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)

    def _send(self, report: Report) -> None:
        self._reports.put(report.model_dump_json().encode(), report.job_id)

    def _enrol(self) -> Enrolled | None:
        """Credentials from the control plane, waiting for it as long as it takes; None when stopped.

        Known ones are presented as they are. An enrolment token is only for an agent that has none, or whose
        credentials are not known any more: with it a revoked credential would be let in again.
        """
        credentials = self._state.credentials()
        attempt, last_reason = 0, ""
        while not self._stopping.is_set():
            credential = credentials.token if credentials else self._state.new_credential()
            try:
                answer = self._api.enrol(self._enrolment(is_known=credentials is not None), credential)
                if isinstance(answer, Enrolled):
                    if not self._options.insecure_network:
                        refuse_overheard(answer.broker_url)
                    self._state.keep_credentials(answer)
                    log.info("enrolled as %s, host %s", self._options.name, answer.host_id)
                    return answer
                reason, delays = f"waiting for approval on the Hosts page: {answer.waiting}", _WAITING_S
            except RequestRefused as error:
                if credentials and error.status == 401:
                    log.warning("the credentials in %s are not known any more", self._state.root)
                    credentials = None
                    continue
                reason, delays = f"the control plane refuses this agent, {error}", _REFUSED_S
            except Untrusted as error:
                reason, delays = str(error), _REFUSED_S
            except (Unreachable, ValueError) as error:
                reason, delays = f"no control plane at {self._options.server} yet: {error}", _RETRY_S
            if reason != last_reason or attempt % 12 == 11:
                log.warning("%s; asking again", reason)
                last_reason = reason
            self._stopping.wait(delays[min(attempt, len(delays) - 1)])
            attempt += 1
        return None

    def _enrolment(self, is_known: bool) -> Enrolment:
        return Enrolment(
            name=self._options.name,
            roles=list(self._options.roles),
            address=self._own_address(),
            ports=self._options.ports,
            version=__version__,
            contract=CONTRACT,
            instance=self._instance,
            facts=self._handlers.read_facts(),
            token="" if is_known else self._options.token,
            pasted=self._options.token if is_known else "",
        )

    def _own_address(self) -> str:
        """The one that faces the server where none was given: at the start its name may not be known yet."""
        address = self._options.address or local_address(self._options.server)
        self._setups.ports = replace(self._setups.ports, address=address)
        return address

    def _serve(self, credentials: Enrolled) -> None:
        """Take jobs until stopped, or until the control plane no longer knows these credentials."""
        self._api.token = credentials.token
        self._intake.enrolled = credentials
        self._worker = worker = JobWorker(credentials, self._intake.take)

        def on_unknown() -> None:
            self._intake.stop_all()  # nobody waits for these jobs any more
            worker.stop()

        def on_deserted(reason: str) -> None:
            if self._host.condition == HostCondition.CLEAN:
                return
            log.error("%s: it is put back", reason)
            self._instance = uuid.uuid4().hex  # as after a restart: what was asked of this agent is void
            on_unknown()

        self._heartbeats = heartbeats = Heartbeats(
            self._api,
            self._clock,
            self._heartbeat,
            on_keys=self._remember_keys,
            on_back=self._deliver_now,
            on_unknown=on_unknown,
            on_deserted=on_deserted,
            silence_s=self._options.put_back_after_s,
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
            unrestored_settings=self._host.unrestored_settings[:MAX_UNRESTORED],
            dropped=min(self._intake.dropped, MAX_COUNTED),
            no_space=self._disks.free(),
            claimed=self._host.foreign_claim(),
        )

    def _hurry(self) -> None:
        if self._heartbeats:
            self._heartbeats.hurry()

    def _remember_keys(self, keys: Mapping[str, str]) -> None:
        heard.note(self._state.root)
        self._intake.take_keys(keys)

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
        self._sandbox.close()
        self._state.close()
        log.info("stopped; the host is %s", self._host.condition.value)


def allow_many_files() -> None:
    """Raise the soft limit of open files to the hard one: load tool and nginx inherit it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def run_agent(options: Options) -> None:
    """Run in this process until TERM or INT."""
    os.umask(0o077)
    agent = Agent(options)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, agent.stop)
    agent.run()
