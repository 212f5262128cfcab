"""The setups of an experiment on this host: the complete desired list goes in, what really runs comes out."""

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, Protocol

from agents.contract.jobs import NginxSetup
from agents.contract.reports import NGINX_DIED, NOT_PREPARED, PreparedSetup
from agents.contract.states import HostCondition
from agents.failure import Cancelled, JobFailed, is_full, no_space
from agents.limits import check_limits
from agents.policy import Directive
from agents.processes import check_cpus
from agents.proxy import instance
from agents.proxy.folders import Folders, Place, truncate_logs
from agents.proxy.ports import Lease, OwnPorts, lease_port
from agents.proxy.running_setup import RunningSetup, prepared_of
from agents.servers.protocol import Instance, Launch, NotThere, PortTaken, Server
from agents.servers.registry import Servers
from agents.targets import Targets

log = logging.getLogger(__name__)
# Bytes of all logs of a kind that a trial may keep; looked at once a second.
MAX_LOG_BYTES = {"memory": 192 * 1024**2, "disk": 4 * 1024**3}
_PORT_ATTEMPTS = 3
_START_ATTEMPTS = 3  # a folder made at the root meanwhile can spoil one after another
_STOPPED_AT_ONCE = 8
# All later tries of one job together: a worker touches 430 bytes for each of its worker_connections before
# it answers, and a busy machine may take half a minute for the 0.9 GB of two workers with a million.
LATE_STARTS_S = 60.0


class KernelSettings(Protocol):
    """The kernel settings that a server begins with, and keeps in its sockets."""

    def changed_sysctls(self) -> set[str]: ...

    def sysctls(self, keys: Iterable[str]) -> dict[str, str]: ...

    def same_sysctls(self, a: Mapping[str, str], b: Mapping[str, str]) -> bool: ...


class ServerText(NamedTuple):
    """A setup's server, and the directives of its text as they were checked."""

    server: Server
    tree: list[Directive]


class Setups:
    """Owns every nginx of this agent. One change at a time."""

    def __init__(
        self,
        servers: Servers,
        folders: Folders,
        address: str,
        ports: tuple[int, int],
        targets: Targets,
        kernel: KernelSettings | None = None,
    ) -> None:
        self.servers, self._folders = servers, folders
        self.ports, self._targets = OwnPorts(address, *ports), targets
        self._kernel = kernel
        self._running: dict[str, RunningSetup] = {}
        self._lock = threading.RLock()
        self._patient_until = 0.0  # monotonic
        self.condition = HostCondition.CLEAN

    def prepare(self, setups: list[NginxSetup], is_cancelled: Callable[[], bool]) -> list[PreparedSetup]:
        """Start what is missing, stop the rest, keep what runs with the same content.

        What ended by itself is started anew, in its folder and on its port.
        """
        with self._lock:
            self._patient_until = time.monotonic() + LATE_STARTS_S
            self._stop_all_but({s.key: s for s in setups})
            before = dict(self._running)
            self.condition = HostCondition.APPLIED if setups else HostCondition.CLEAN
            with ThreadPoolExecutor(2, thread_name_prefix="prepare") as pool:
                reports = list(pool.map(lambda setup: self._ensure(setup, is_cancelled), setups))
            if is_cancelled():
                self._stop_all_but({key: running.setup for key, running in before.items()})
                raise Cancelled
            return reports

    def renew(self, keys: list[str], is_cancelled: Callable[[], bool]) -> list[PreparedSetup]:
        """These setups; those that were started under other sysctls are restarted on the same ports."""
        with self._lock:
            self._patient_until = time.monotonic() + LATE_STARTS_S
            return [self._renew(running, is_cancelled) for running in self.running_setups(keys)]

    def check(self, setups: list[NginxSetup]) -> list[PreparedSetup]:
        """`nginx -T` over configs, each in its own folder; nothing is started."""
        return [self._guard(setup, self._check) for setup in setups]

    def running_setups(self, keys: list[str]) -> list[RunningSetup]:
        missing = [key for key in keys if key not in self._running]
        if missing:
            raise JobFailed(NOT_PREPARED, f"This host does not run {', '.join(missing)}")
        setups = [self._running[key] for key in keys]
        if dead := [running for running in setups if not running.is_alive]:
            names = ", ".join(running.key for running in dead)
            raise JobFailed(NGINX_DIED, f"nginx of {names} has ended by itself", dead[0].last_words)
        return setups

    def stop_all(self) -> None:
        """Stop every instance and remove what it left on disk."""
        with self._lock:
            self._stop_all_but({})
            self._folders.clear()
            self.condition = HostCondition.CLEAN

    def close(self) -> None:
        """The agent ends: nothing stays in shared places."""
        self.stop_all()
        self._folders.remove()

    def limit_logs(self) -> None:
        """Called while a trial runs: no access log may fill the disk, or memory."""
        for kind, limit in MAX_LOG_BYTES.items():
            places = [
                server.place
                for running in list(self._running.values())
                if (running.setup.log_target == "memory") == (kind == "memory")
                for server in running.instances
            ]
            for place in places:
                truncate_logs(place, beyond=limit // len(places), errors_too=True)

    def empty_logs(self) -> None:
        for running in list(self._running.values()):
            for server in running.instances:
                truncate_logs(server.place)

    def _stop_all_but(self, setups: dict[str, NginxSetup]) -> None:
        """Side by side: a round's servers end together, and each takes its time."""
        outdated_setups = [r for key, r in self._running.items() if setups.get(key) != r.setup]
        with ThreadPoolExecutor(_STOPPED_AT_ONCE, thread_name_prefix="stop") as pool:
            list(pool.map(RunningSetup.stop, outdated_setups))
        for running in outdated_setups:
            del self._running[running.key]
            self._folders.remove_setup(running.key)

    def _ensure(self, setup: NginxSetup, is_cancelled: Callable[[], bool]) -> PreparedSetup:
        running = self._running.get(setup.key)
        if running and running.is_alive:
            return running.report
        if is_cancelled():
            return PreparedSetup(key=setup.key, failure=Cancelled().as_failure())
        if running:
            log.warning("nginx of %s ended by itself; starting it again", setup.key)
            return self._begun_again(running)
        return self._guard(setup, self._start)

    def _guard(
        self, setup: NginxSetup, work: Callable[[NginxSetup, ServerText], PreparedSetup]
    ) -> PreparedSetup:
        try:
            check_cpus(setup.cpus, f"CPU list of {setup.key}")
            check_limits(setup.nofile, setup.nice, setup.key)
            server = self.servers.server_for(setup)
            server.check_unchanged(setup.server_digest)
            tree = server.read_text(setup, partial(self._may_talk, setup))
            return work(setup, ServerText(server, tree))
        except JobFailed as job_error:
            return PreparedSetup(key=setup.key, failure=job_error.as_failure())
        except OSError as error:
            job_error = no_space(str(error)) if is_full(error) else JobFailed("agent_io", str(error))
            return PreparedSetup(key=setup.key, failure=job_error.as_failure())

    def _may_talk(self, setup: NginxSetup, host: str, port: int) -> bool:
        is_backend = setup.backends is None or f"{host}:{port}" in setup.backends
        return is_backend and self._targets.why_not(host.strip("[]"), port) is None

    def _start(self, setup: NginxSetup, text: ServerText) -> PreparedSetup:
        started_under = self._sysctls_now(setup)
        instances: list[Instance] = []
        try:
            self._folders.make_setup(setup)
            for number in range(setup.instances):
                instances.append(self._start_one(setup, text, number))
        except BaseException:
            for server in instances:
                server.stop()
            self._folders.remove_setup(setup.key)
            raise
        return self._keep(setup, text.server, instances, started_under)

    def _keep(
        self, setup: NginxSetup, server: Server, instances: list[Instance], started_under: dict[str, str]
    ) -> PreparedSetup:
        report = prepared_of(setup, instances, server.version)
        running = RunningSetup(setup, instances, report, started_under)
        running.note_idle()
        self._running[setup.key] = running
        return report

    def _renew(self, running: RunningSetup, is_cancelled: Callable[[], bool]) -> PreparedSetup:
        if self._kernel is None or self._kernel.same_sysctls(
            running.started_under, self._kernel.sysctls(running.started_under)
        ):
            return running.report
        if is_cancelled():
            raise Cancelled
        log.info("%s is restarted: the kernel settings are not those it was started under", running.key)
        return self._begun_again(running)

    def _begun_again(self, running: RunningSetup) -> PreparedSetup:
        del self._running[running.key]
        report = self._guard(running.setup, lambda setup, text: self._restart(running, text))
        if report.failure:
            running.stop()
            self._folders.remove_setup(running.key)
        return report

    def _restart(self, running: RunningSetup, text: ServerText) -> PreparedSetup:
        """Every instance again, in its folder and on its port."""
        started_under = self._sysctls_now(running.setup)
        for number, old in enumerate(running.instances):
            old.end()
            running.instances[number] = self._start_at(running.setup, text, old.place, old.lease)
        return self._keep(running.setup, text.server, running.instances, started_under)

    def _sysctls_now(self, setup: NginxSetup) -> dict[str, str]:
        kernel = self._kernel
        return kernel.sysctls({*setup.under, *kernel.changed_sysctls()}) if kernel else {}

    def _start_one(self, setup: NginxSetup, text: ServerText, number: int) -> Instance:
        """Another program can take a port between our look and nginx's bind: try another port then."""
        place = self._folders.make_place(setup, number)
        for attempt in range(1, _PORT_ATTEMPTS + 1):
            lease = lease_port(*self.ports.lease_arguments, setup.ports)
            try:
                return self._start_at(setup, text, place, lease)
            except PortTaken:
                lease.release()
                if attempt == _PORT_ATTEMPTS:
                    raise
            except BaseException:
                lease.release()
                raise
        raise AssertionError

    def _start_at(self, setup: NginxSetup, text: ServerText, place: Place, lease: Lease) -> Instance:
        """A try after a failed one waits longer, as long as the job has time for it."""
        launch = Launch(setup, text.tree, place, lease)
        wait_s = instance.START_S
        for _ in range(_START_ATTEMPTS - 1):
            try:
                return text.server.start(launch, wait_s)
            except NotThere as missing:
                wait_s = self._patient_until - time.monotonic()
                if wait_s < instance.START_S:
                    raise
                log.warning("%s; it is tried again for %.0f s", missing.message, wait_s)
        return text.server.start(launch, wait_s)

    def _check(self, setup: NginxSetup, text: ServerText) -> PreparedSetup:
        check_setup = setup.model_copy(update={"key": f"check-{uuid.uuid4().hex[:8]}", "log_target": "disk"})
        self._folders.make_setup(check_setup)
        place = self._folders.make_place(check_setup, 0)
        lease = lease_port(*self.ports.lease_arguments, setup.ports)
        try:
            effective = text.server.validate(Launch(setup, text.tree, place, lease))
            return PreparedSetup(key=setup.key, conf=effective.replace(f"{place.folder}/", ""))
        finally:
            lease.release()
            self._folders.remove_setup(check_setup.key)
