"""Many agents at once: more requests than there are threads, and more threads than connections."""

import asyncio
import time

import httpx

from backend.database import CONNECTIONS
from backend.tests.db.agents import Farm

THREADS = 40  # that work on requests
AT_ONCE = THREADS + CONNECTIONS + 10


def test_many_requests_of_agents_at_once_do_not_stop_each_other(farm: Farm) -> None:
    """Some once held a connection while they waited for a thread, which others had that waited for one."""
    made = farm.launch()
    farm.work(made, until="measure")
    trial_id = farm.open("measure").trial_id
    headers = {"Authorization": f"Bearer {farm.tokens['load']}"}
    batch = {"trial_id": trial_id, "seq": 0, "times": [time.time()], "series": {"cpu.0": [0.5]}}

    async def send() -> set[int]:
        inside = httpx.ASGITransport(farm.client.app)  # pyright: ignore[reportArgumentType]
        async with httpx.AsyncClient(transport=inside, base_url="http://127.0.0.1", headers=headers) as api:
            asked = (api.post("/api/v1/agent/samples", json=batch) for _ in range(AT_ONCE))
            return {answer.status_code for answer in await asyncio.gather(*asked)}

    assert asyncio.run(send()) == {204}
