"""Children start from a thread of their own: what is sealed before the start is that thread alone.

The thread lives as long as its child, because the kernel sends the death signal when the thread that
started a process ends.
"""

import os
import select
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any


def spawn(enter: Callable[[], None], command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """`options` are Popen's. OSError when `enter` or the start fails."""
    future: Future[subprocess.Popen[bytes]] = Future()
    threading.Thread(
        target=_live, args=(future, enter, command, options), name="spawner", daemon=True
    ).start()
    return future.result()


def _live(
    future: Future[subprocess.Popen[bytes]],
    enter: Callable[[], None],
    command: Sequence[str],
    options: dict[str, Any],
) -> None:
    try:
        enter()
        popen = subprocess.Popen[bytes](command, start_new_session=True, **options)
        pidfd = os.pidfd_open(popen.pid)
    except BaseException as error:
        future.set_exception(error)
        return
    future.set_result(popen)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.poll()
    os.close(pidfd)
