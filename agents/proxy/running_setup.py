"""A running setup: what samplers watch, and what is reported about it."""

import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.contract.jobs import NginxSetup
from agents.contract.reports import PreparedSetup
from agents.contract.states import KeyType
from agents.observe.nginx import NginxSampler, pss_of
from agents.observe.sampler import Reading
from agents.proxy.certificates import CERTIFICATE
from agents.proxy.ports import Lease
from agents.servers.protocol import Instance
from agents.tls import lenient_context

_PATIENCE_S = 2.0


def seen_by_client(address: str, port: int, kind: KeyType, certificate: Path) -> dict[str, str]:
    """`tls`: the kind of key if its certificate was served; `handshake`: version and cipher, or why not."""
    try:
        with (
            socket.create_connection((address, port), timeout=_PATIENCE_S) as plain,
            lenient_context().wrap_socket(plain) as secure,
        ):
            served_der, cipher = secure.getpeercert(binary_form=True), secure.cipher()
    except OSError as error:
        return {"tls": "", "handshake": f"failed: {error}"}
    our_der = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    summary = f"{cipher[1]} {cipher[0]}" if cipher else ""
    return {"tls": kind if served_der == our_der else "another certificate", "handshake": summary}


@dataclass
class RunningSetup:
    setup: NginxSetup
    instances: list[Instance]
    report: PreparedSetup
    started_under: dict[str, str] = field(default_factory=dict)  # sysctls at its start
    idle: Reading = field(default_factory=dict)  # its counters when it was last known idle
    idle_bytes: int | None = None  # its memory after its start

    @property
    def key(self) -> str:
        return self.setup.key

    @property
    def is_alive(self) -> bool:
        return all(i.is_alive for i in self.instances)

    @property
    def last_words(self) -> str:
        """The end of the logs of those that have ended."""
        return "\n".join(i.last_words for i in self.instances if not i.is_alive)

    @property
    def masters(self) -> list[int]:
        return [i.child.pid for i in self.instances]

    @property
    def workers(self) -> list[int]:
        return [worker.pid for i in self.instances for worker in i.counted_workers]

    def pids(self) -> list[int]:
        return [pid for i in self.instances for pid in i.pids()]

    def cpu_s(self) -> float:
        return sum(i.cpu_s() for i in self.instances)

    @property
    def ports(self) -> list[int]:
        """Those of the measured load: what is only held has others."""
        return [i.lease.port for i in self.instances]

    def statuses(self) -> Sequence[dict[str, int]]:
        return [counters for i in self.instances if (counters := i.counters())]

    def note_idle(self) -> None:
        """Read counters and memory of servers that have just begun."""
        self.idle, self.idle_bytes = NginxSampler(self).read(), pss_of(self.pids())

    def stop(self) -> None:
        for instance in self.instances:
            instance.stop()


def prepared_of(setup: NginxSetup, instances: Sequence[Instance], version: str) -> PreparedSetup:
    return PreparedSetup(
        key=setup.key,
        urls=[_url(setup, i.lease) for i in instances],
        more_urls=[_url(setup, lease) for lease in instances[0].lease.more],
        conf=instances[0].effective,
        argv=[i.child.argv for i in instances],
        version=version,
        workers=[w for i in instances for w in i.workers],
        effective=_effective(instances) | _tls(setup, instances[0]),
    )


def _url(setup: NginxSetup, lease: Lease) -> str:
    return f"{'https' if setup.tls else 'http'}://{lease.host_port}"


def _tls(setup: NginxSetup, instance: Instance) -> dict[str, str]:
    if setup.tls is None:
        return {}
    certificate = instance.place.folder / "tls" / CERTIFICATE
    return seen_by_client(instance.lease.address, instance.lease.port, setup.tls, certificate)


def _effective(instances: Sequence[Instance]) -> dict[str, str]:
    """Limits of the workers; several values where they are not alike."""
    limits = [process_limits for i in instances for process_limits in i.limits]
    values = {
        "nofile": {process_limits.nofile_soft for process_limits in limits},
        "nice": {process_limits.nice for process_limits in limits},
    }
    return {name: ", ".join(map(str, sorted(values_of))) for name, values_of in values.items() if values_of}
