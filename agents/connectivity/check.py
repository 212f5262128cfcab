"""A host's part in the check of a testbed: listen, call the others, look at its own ports and clock."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from agents.connectivity.caller import call
from agents.connectivity.listener import Listener
from agents.contract.connectivity import ReachReport
from agents.contract.jobs import ReachJob
from agents.proxy.ports import OwnPorts
from agents.runner.clock import ServerClock
from agents.targets import Targets

MAX_S = 600.0
"""However far away `until` is: clocks may be wrong."""


def check_connectivity(
    work: ReachJob, own_ports: OwnPorts, targets: Targets, clock: ServerClock, wait: Callable[[float], bool]
) -> ReachReport:
    """`wait` sleeps, and returns True when the job is over."""
    last = time.monotonic() + MAX_S

    def seconds_until(at: float) -> float:
        return min(at - clock.now(), last - time.monotonic())

    busy, lease = own_ports.busy(), own_ports.lease_one(work.ports)
    listener = Listener(own_ports.address, lease.port, work.secret, work.callers) if lease else None
    try:
        if listener:
            listener.start()
        with ThreadPoolExecutor(max(1, len(work.peers)), thread_name_prefix="reach") as pool:
            outcomes = list(pool.map(lambda peer: call(peer, targets, seconds_until, wait), work.peers))
        wait(max(0.0, seconds_until(work.until)))
    finally:
        if listener:
            listener.stop()
        if lease:
            lease.release()
    reading = clock.reading()
    return ReachReport(
        port=lease.port if lease else None,
        busy_ports=busy,
        clock_offset_s=reading.offset_s,
        clock_error_s=reading.round_trip_s and reading.round_trip_s / 2,
        reached=outcomes,
    )
