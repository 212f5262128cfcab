"""What a stack holds at one moment: memory, open files, connections, keys, and rows left unfinished."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import psutil
import redis

from e2e.bench.stack import Stack

_LEFT = {
    "experiments left": "select count(*) from experiments where state in ('queued', 'running', 'cancelling') "
    "and created_at < now() - interval '5 minutes'",
    "trials left": "select count(*) from trials t join experiments e on e.id = t.experiment_id "
    "where t.state in ('queued', 'preparing', 'warming', 'measuring') and e.finished_at is not null",
    "jobs left": "select count(*) from jobs j join experiments e on e.id = j.experiment_id "
    "where j.state in ('pending', 'sent') and e.finished_at < now() - interval '1 minute'",
    "leases left": "select count(*) from leases l join experiments e on e.id = l.experiment_id "
    "where e.finished_at is not null",
}
READER = "soak"
MEMORY, FILES = "memory, MB", "open files"


def take(stack: Stack) -> dict[str, float]:
    """Name of a figure → its value now. Taken between two experiments, so that nothing is on its way."""
    found: dict[str, float] = {}
    for part, pids in stack.parts().items():
        found[f"{part}: {MEMORY}"] = sum(_of(pids, _own_memory)) / 1e6
        found[f"{part}: {FILES}"] = sum(_of(pids, psutil.Process.num_fds))
    found["postgres: connections"] = stack.query("select count(*) from pg_stat_activity")[0][0]
    found |= _of_redis(stack.redis_url)
    return found | {name: stack.query(text)[0][0] for name, text in _LEFT.items()}


def _of_redis(url: str) -> dict[str, float]:
    """The control plane may make users, but not look around: so it makes one that may, for this moment."""
    with redis.Redis.from_url(url) as control:
        control.execute_command("ACL", "SETUSER", READER, "reset", "on", "nopass", "+info")
        try:
            path = urlsplit(url).path
            with redis.Redis(unix_socket_path=path, username=READER, password="any") as client:
                info: Any = client.info()
        finally:
            control.execute_command("ACL", "DELUSER", READER)
    return {
        "redis: clients": info["connected_clients"],
        "redis: keys": sum(database["keys"] for name, database in info.items() if name.startswith("db")),
        "redis: data, MB": info["used_memory"] / 1e6,
    }


def _own_memory(process: psutil.Process) -> float:
    """What no other process shares: the database's pages count once for all of it otherwise."""
    return process.memory_full_info().uss


def _of(pids: Iterable[int], ask: Callable[[psutil.Process], float]) -> list[float]:
    values = []
    for pid in pids:
        with suppress(psutil.Error):  # ended meanwhile
            values.append(ask(psutil.Process(pid)))
    return values
