"""What the renderer makes, this agent runs: both are held together here."""

import http.client

import pytest

from agents.proxy.setups import Setups
from agents.render import setups as render


def never() -> bool:
    return False


def get(url: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=2)
    connection.request("GET", "/")
    answer = connection.getresponse()
    return answer.status, answer.read()


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        {"nginx.worker_processes": 2, "nginx.worker_cpu_affinity": "auto", "nginx.access_log": "memory"},
        {"nginx.worker_processes": "auto", "listen.reuseport": True, "pin.proxy": "0"},
        {"upstream.keepalive": 8, "upstream.use_upstream": True, "origin.instances": 2, "pin.origin": "1"},
    ],
)
def test_a_rendered_pair_answers_through_the_proxy(setups: Setups, knobs: dict) -> None:
    backend = render(knobs, "proxied")["backend"]
    (origin,) = setups.prepare([backend], never)
    assert origin.failure is None
    addresses = [url.removeprefix("http://") for url in origin.urls]
    proxy = render(knobs, "proxied", addresses)["proxy"]
    (again, front) = setups.prepare([backend, proxy], never)
    assert front.failure is None
    assert again.urls == origin.urls  # kept, not started again
    status, body = get(front.urls[0])
    assert (status, body) == get(origin.urls[0])
    assert status == 200


def test_rendered_texts_pass_the_check_before_anything_runs(setups: Setups) -> None:
    rendered = list(render({"nginx.worker_processes": 1}, "proxied", ["127.0.0.1:8101"]).values())
    checked = setups.check(rendered)
    assert [c.failure for c in checked] == [None, None]
    assert all("stub_status" in c.conf for c in checked)
    assert all(c.urls == [] for c in checked)
