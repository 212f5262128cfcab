"""The agent as a whole: what it owns, how it starts, serves, and ends."""

import logging
import os
import resource
import signal
import threading
import uuid
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from agents.contract.addresses import AGENT_PORTS
from agents.contract.enrolment import Enrolled
from agents.contract.heartbeat import Heartbeat
from agents.contract.reports import MAX_COUNTED, MAX_UNRESTORED, Report, SampleBatch
from agents.contract.servers import ServerFacts
from agents.contract.states import HostCondition
from agents.journal.journal import Journal
from agents.processes import Processes
from agents.proxy.folders import Folders, tag_of
from agents.proxy.setups import Setups
from agents.runner import heard
from agents.runner.api import ControlPlane
from agents.runner.clock import ServerClock
from agents.runner.disks import Disks
from agents.runner.enroller import Enroller
from agents.runner.heartbeat import Heartbeats
from agents.runner.host import Host
from agents.runner.host_lock import HostLock
from agents.runner.job_handlers import JobHandlers
from agents.runner.job_intake import JobIntake
from agents.runner.options import Options
from agents.runner.outbox import Outbox
from agents.runner.state_directory import StateDirectory
from agents.runner.trust import Trust
from agents.runner.worker import JobWorker
from agents.sandbox.sandbox import SandboxIncomplete, set_up_sandbox
from agents.servers.registry import Servers
from agents.settings.changes import Changes
from agents.settings.registry import setting_handlers
from agents.targets import Targets

log = logging.getLogger(__name__)
_DEFAULT_PORTS = {"http": 80, "https": 443, "redis": 6379, "rediss": 6379}
_MAX_SAMPLES = 20_000  # ticks kept while the API is away: over five hours


class Agent:
    """Owns every part. `run` serves until `stop`; what the last start left behind is ended before that."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._state = StateDirectory(options.state)
        self._sandbox = set_up_sandbox(tag_of(self._state.root), refuses_calls=options.sandbox != "best")
        if options.sandbox == "required" and self._sandbox.why_not:
            raise SandboxIncomplete(self._sandbox.why_not)
        self._processes = Processes(self._state.root / "processes", self._sandbox)
        folders = Folders(self._state.root, self._sandbox.account)
        handlers = setting_handlers(options.allow_sysctls)
        changes = Changes(Journal(self._state.root), handlers.by_kind())
        targets = Targets(
            options.allow_targets, (options.ports, AGENT_PORTS), options.origins, self._control_plane
        )
        self._servers = Servers(options.nginx, folders, self._processes, options.servers)
        self._setups = Setups(
            self._servers,
            folders,
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
            self._send_samples,
            lambda: self._heartbeats is None or self._heartbeats.is_watched,
            self._say_ready,
        )
        self._disks = Disks((self._state.root, folders.root))
        self._intake = JobIntake(
            options.name, self._state, handlers, self._clock, self._send, self._disks, self._hurry
        )
        self._heartbeats: Heartbeats | None = None
        self._instance = uuid.uuid4().hex
        self._stopping = threading.Event()
        self._declarations_changed = threading.Event()
        self._new_servers: list[ServerFacts] | None = None  # until the control plane has them
        self._sent_servers: list[ServerFacts] | None = None
        self._worker: JobWorker | None = None
        self._enroller = Enroller(
            options, self._state, self._api, self._host, self._setups, handlers.read_facts, self._stopping
        )

    def run(self) -> None:
        """Serve until stopped: enrol, work; enrol again when the control plane forgot this agent."""
        if self._options.insecure_network:
            log.warning("--insecure-network: what goes to the control plane may be read on its way")
        allow_many_files()
        self._host.put_back()  # what a killed agent left, before any job
        self._servers.load()
        self._reports.start()
        self._samples.start()
        threading.Thread(target=self._end_jobs_on_stop, name="stopper", daemon=True).start()
        threading.Thread(target=self._read_servers_anew, name="servers", daemon=True).start()
        while not self._stopping.is_set():
            credentials = self._enroller.enrol(self._instance)
            if credentials:
                self._serve(credentials)
                self._host.put_back()  # stopped, forgotten or deserted: nobody will ask for it any more
        self._leave()

    def stop(self, *_: object) -> None:
        """Safe in a signal handler."""
        self._stopping.set()
        if self._worker:
            self._worker.stop()

    def read_servers(self, *_: object) -> None:
        """Read the declared servers anew. Safe in a signal handler."""
        self._declarations_changed.set()

    def _read_servers_anew(self) -> None:
        """Tell the control plane the new facts; what runs goes on meanwhile."""
        while self._declarations_changed.wait():
            self._declarations_changed.clear()
            self._servers.load()
            log.info("%d servers are declared", max(0, len(self._servers.facts) - 1))
            self._new_servers = self._servers.facts
            self._hurry()

    def _control_plane(self) -> Iterable[tuple[str, int]]:
        """Host and port of the dashboard and of the broker, as this agent reaches them."""
        credentials = self._intake.enrolled
        for url in (self._options.server, credentials.broker_url if credentials else ""):
            parts = urlsplit(url)
            if parts.hostname:
                yield parts.hostname, parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)

    def _send(self, report: Report) -> None:
        self._reports.put(report.model_dump_json().encode(), report.job_id)

    def _send_samples(self, batch: SampleBatch) -> None:
        """A live batch comes again to be stored: the disk need not have it."""
        self._samples.put(batch.model_dump_json().encode(), batch.trial_id, in_memory=batch.is_live)

    def _serve(self, credentials: Enrolled) -> None:
        """Take jobs until stopped, or until the control plane no longer knows these credentials."""
        self._api.token = credentials.token
        self._intake.enrolled = credentials
        self._worker = worker = JobWorker(credentials, self._intake.take)

        def on_unknown() -> None:
            self._intake.stop_all()  # nobody waits for these jobs any more
            worker.stop()

        def begin_anew() -> None:
            self._instance = uuid.uuid4().hex  # as after a restart: what was asked of this agent is void
            on_unknown()

        def on_deserted(reason: str) -> None:
            if self._host.condition != HostCondition.CLEAN:
                log.error("%s: it is put back", reason)
                begin_anew()

        def on_keys(keys: Mapping[str, str]) -> None:
            self._remember_keys(keys)
            if self._enroller.has_moved():
                log.warning("this host has another address now: it enrols again")
                begin_anew()

        self._heartbeats = heartbeats = Heartbeats(
            self._api,
            self._clock,
            self._heartbeat,
            on_keys=on_keys,
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
        if self._state.is_lost() and not self._stopping.is_set():
            log.error("%s is gone: this agent restores its host and restarts", self._state.root)
            self.stop()
        self._sent_servers = self._new_servers
        return Heartbeat(
            instance=self._instance,
            active_jobs=self._intake.active_jobs(),
            condition=self._host.condition,
            unrestored_settings=self._host.unrestored_settings[:MAX_UNRESTORED],
            dropped=min(self._intake.dropped, MAX_COUNTED),
            no_space=self._disks.free(),
            claimed=self._host.foreign_claim(),
            servers=self._sent_servers,
        )

    def _say_ready(self, job_id: str) -> None:
        """Tell the control plane; whose clock has to be known well, for it answers with a moment."""
        if self._heartbeats:
            self._heartbeats.read_clock()
        self._api.post_ready(job_id)

    def _hurry(self) -> None:
        if self._heartbeats:
            self._heartbeats.hurry()

    def _remember_keys(self, keys: Mapping[str, str]) -> None:
        heard.note(self._state.root)
        if self._sent_servers is self._new_servers:
            self._new_servers = None
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
        if self._state.is_lost() and self._intake.enrolled:
            self._state.make_anew(self._intake.enrolled)
        self._state.close()
        log.info("stopped; the host is %s", self._host.condition.value)


def allow_many_files() -> None:
    """Raise the soft limit of open files to the hard one: load tool and nginx inherit it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def run_agent(options: Options) -> None:
    """Run in this process until TERM or INT; HUP reads the declared servers anew."""
    os.umask(0o077)
    agent = Agent(options)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, agent.stop)
    signal.signal(signal.SIGHUP, agent.read_servers)
    agent.run()
