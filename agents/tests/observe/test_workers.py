"""Workers that end and are replaced while a trial is measured."""

import os
import signal

from agents.observe.observer import Observer
from agents.observe.workers import changes, workers_of
from agents.proxy.setups import Setups
from agents.tests.agent_process import wait_until
from agents.tests.confs import conf, setup


def test_each_worker_that_ended_or_began_is_named() -> None:
    assert changes([1, 2, 3], [1, 4, 5], "the proxy") == [
        "a worker of the proxy ended (pid 2), another took its place (pid 4)",
        "a worker of the proxy ended (pid 3), another took its place (pid 5)",
    ]
    assert changes([1, 2], [2], "the proxy") == ["a worker of the proxy ended (pid 1)"]
    assert changes([], [7], "the backend") == ["a worker of the backend began (pid 7)"]


def test_a_worker_that_dies_in_the_window_is_an_event(setups: Setups) -> None:
    (done,) = setups.prepare([setup(text=conf("worker_processes 2;"))], lambda: False)
    assert done.failure is None
    (running,) = setups.running_setups(["a"])
    observer = Observer([running])
    observer.start()
    first, second = (worker.pid for worker in done.workers)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len(set(workers_of(running.masters)) - {first, second}) == 1)
    (new,) = set(workers_of(running.masters)) - {first, second}
    window, _ = observer.stop()
    assert [(e.kind, e.text) for e in window.events if e.kind == "worker"] == [
        ("worker", f"a worker of the server ended (pid {first}), another took its place (pid {new})")
    ]
