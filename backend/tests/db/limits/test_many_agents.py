"""Many agents at once: more requests than there are threads, and more threads than connections."""

import time

import httpx

from backend.database import CONNECTIONS
from backend.tests.db.agents import Farm
from backend.tests.db.moments import at_once

THREADS = 40  # that work on requests
AT_ONCE = THREADS + CONNECTIONS + 10


def test_many_requests_of_agents_at_once_do_not_stop_each_other(farm: Farm, server: str) -> None:
    """Each of them once held a connection while it waited for a thread that waited for a connection."""
    made = farm.launch()
    farm.work(made, until="measure")
    trial_id = farm.open("measure").trial_id
    headers = {"Authorization": f"Bearer {farm.tokens['load']}"}

    def send() -> int:
        batch = {"trial_id": trial_id, "seq": 0, "times": [time.time()], "series": {"cpu.0": [0.5]}}
        url = f"{server}/api/v1/agent/samples"
        return httpx.post(url, json=batch, headers=headers, timeout=120, trust_env=False).status_code

    assert set(at_once(AT_ONCE, send)) == {204}
