"""What the renderer makes, this agent runs: both are held together here."""

import http.client
import os
import time
from pathlib import Path
from typing import Any

import pytest

from agents.contract.reports import PreparedSetup
from agents.proxy import instance
from agents.proxy.instance import NginxInstance
from agents.proxy.setups import Setups
from agents.render import setups as render
from agents.render.lexer import read_conf
from agents.sandbox import hidden, mounts


def never() -> bool:
    return False


def get(url: str, path: str = "/") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def addresses(prepared: PreparedSetup) -> list[str]:
    return [url.removeprefix("http://") for url in prepared.urls]


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
    proxy = render(knobs, "proxied", addresses(origin))["proxy"]
    (again, front) = setups.prepare([backend, proxy], never)
    assert front.failure is None
    assert again.urls == origin.urls  # kept, not started again
    status, body = get(front.urls[0])
    assert (status, body) == get(origin.urls[0])
    assert status == 200


@pytest.mark.parametrize(("limit", "status"), [({}, 413), ({"nginx.client_max_body_size": "2m"}, 200)])
def test_the_proxy_alone_limits_the_body_of_a_request(setups: Setups, limit: dict, status: int) -> None:
    backend = render({}, "proxied")["backend"]
    (origin,) = setups.prepare([backend], never)
    proxy = render(limit, "proxied", addresses(origin))["proxy"]
    (_, front) = setups.prepare([backend, proxy], never)
    address = front.urls[0].removeprefix("http://")
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("POST", "/", b"x" * 1_500_000)
    assert connection.getresponse().status == status
    connection.close()


def test_rendered_texts_pass_the_check_before_anything_runs(setups: Setups) -> None:
    rendered = list(render({"nginx.worker_processes": 1}, "proxied", ["127.0.0.1:8101"]).values())
    checked = setups.check(rendered)
    assert [c.failure for c in checked] == [None, None]
    assert all("stub_status" in c.conf for c in checked)
    assert all(c.urls == [] for c in checked)


@pytest.mark.parametrize(
    ("kind", "start"), [("empty_gif", b"GIF89a"), ("status", b"Active connections"), ("static", b"Dynoboard")]
)
def test_each_kind_of_answer(setups: Setups, kind: str, start: bytes) -> None:
    (origin,) = setups.prepare([render({"origin.kind": kind}, "direct")["backend"]], never)
    assert origin.failure is None
    status, body = get(origin.urls[0])
    assert status == 200
    assert body.startswith(start)


@pytest.mark.parametrize("kind", ["hello", "static"])
def test_a_delayed_answer_comes_late_and_is_the_same(setups: Setups, kind: str) -> None:
    knobs = {"origin.kind": kind, "origin.body_bytes": 5000 if kind == "static" else 11}
    pair = [render(knobs | more, "direct")["backend"] for more in ({}, {"origin.delay": "150ms"})]
    prompt, late = setups.prepare(pair, never)
    begun = time.monotonic()
    assert get(late.urls[0]) == get(prompt.urls[0])
    assert time.monotonic() - begun >= 0.15
    log = (setups._folders.nginx / pair[1].key / "0/logs/error.log").read_text()
    assert log == ""  # nothing is written for each request


def test_delayed_answers_wait_side_by_side(setups: Setups) -> None:
    (late,) = setups.prepare([render({"origin.delay": "300ms"}, "direct")["backend"]], never)
    connections = [http.client.HTTPConnection(addresses(late)[0], timeout=60) for _ in range(20)]
    begun = time.monotonic()
    for connection in connections:
        connection.request("GET", "/")
    assert {c.getresponse().read() for c in connections} == {b"hello world"}
    assert time.monotonic() - begun < 20 * 0.3
    for connection in connections:
        connection.close()


WHOLE = """events {}
http {
  upstream mine { server $backend; }
  server {
    listen 80;
    location / { proxy_pass http://mine; }
    location /direct { proxy_pass http://$backend/; }
    location /page { root html; try_files /index.html =404; }
  }
}
"""


def test_a_text_of_ones_own_runs_with_its_backends(setups: Setups) -> None:
    knobs = {"nginx.conf": WHOLE, "origin.instances": 2, "origin.body_bytes": 50}
    backend = render(knobs, "proxied")["backend"]
    (origin,) = setups.prepare([backend], never)
    proxy = render(knobs, "proxied", addresses(origin))["proxy"]
    _, front = setups.prepare([backend, proxy], never)
    assert front.failure is None
    assert len(front.workers) == 1
    answers = [get(front.urls[0], path) for path in ("/", "/direct", "/page")]
    assert answers[0] == answers[1] == get(origin.urls[0])
    assert len(answers[2][1]) == 50


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"nginx.conf": WHOLE.replace("http://mine", "http://127.0.0.1:6379")}, "line 6: `proxy_pass`"),
        ({"nginx.location_extra": "root /etc;"}, "`root` is not allowed"),
        ({"nginx.http_extra": "lua_package_path x;"}, "`lua_package_path` is not allowed"),
        ({"origin.address": "192.0.2.1:80"}, "“192.0.2.1:80” is not an address"),
    ],
)
def test_an_agent_refuses_what_a_text_may_not_say_whoever_asks(
    setups: Setups, knobs: dict, said: str
) -> None:
    (front,) = setups.prepare([render(knobs, "proxied", ["127.0.0.1:8101"])["proxy"]], never)
    assert front.failure
    assert front.failure.code == "policy"
    assert said in front.failure.message


def test_servers_of_ones_own_are_passed_to_as_they_are(setups: Setups) -> None:
    (theirs,) = setups.prepare([render({}, "direct")["backend"]], never)
    assert theirs.failure is None
    knobs = {"origin.address": addresses(theirs)[0]}
    assert set(render(knobs, "proxied")) == {"proxy"}
    assert render(knobs, "direct") == {}
    kept = render({}, "direct")["backend"]
    _, front = setups.prepare([kept, render(knobs, "proxied")["proxy"]], never)
    assert get(front.urls[0]) == (200, b"hello world")


@pytest.mark.skipif(os.geteuid() != 0, reason="the sandbox of a root agent")
def test_folders_made_at_the_root_while_a_server_starts_do_not_stop_it(
    setups: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, starts, list_real = instance.start, list[float](), hidden.hidden_folders

    def start(*given: Any) -> NginxInstance:
        starts.append(given[-1])
        return real(*given)

    def list_folders() -> list[Path]:
        return [folder for folder in list_real() if len(starts) == 3 or folder != Path("/var")]

    monkeypatch.setattr(instance, "start", start)
    monkeypatch.setattr(mounts, "hidden_folders", list_folders)
    (backend,) = setups.prepare([render({}, "direct")["backend"]], never)
    assert backend.failure is None
    assert len(starts) == 3
    assert get(backend.urls[0]) == (200, b"hello world")


WORDS = [
    "'a;b {'",
    '"it\'s"',
    "'a\\'b'",
    'x"y',
    "a\\;b",
    '"\\t|\\\\"',
    "a#b",
    "''",
    "\\x\\y",
    "a\\\nb",
]


def test_words_are_read_as_nginx_itself_reads_them(setups: Setups) -> None:
    """The policy rests on this."""
    text = "\n".join(f"location /{i} {{ return 200 {word}; }}" for i, word in enumerate(WORDS))
    (front,) = setups.prepare([render({"nginx.server_extra": text}, "proxy_only")["proxy"]], never)
    assert front.failure is None, front.failure
    for i, location in enumerate(read_conf(text)):
        assert get(front.urls[0], f"/{i}")[1].decode() == (location.block or [])[0].args[1]
