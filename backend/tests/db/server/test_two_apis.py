"""Two API processes behind the proxy are one dashboard: what one knows, the other knows."""

import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from backend.events import get_redis, publish
from backend.http.rate_limiter import EACH
from backend.http.shared_attempts import CHANNEL
from backend.tests.access import BEARER
from backend.tests.db.commands import until
from backend.tests.db.identity.people import OWN_NAME
from backend.tests.db.server.front import Front, front

WRONG = {"Authorization": "Bearer wrong"}
FAR = "203.0.113.7"


@pytest.fixture(scope="module")
def dashboard(schema: None, postgres_url: str, redis_url: str, server_directory: Path) -> Iterator[Front]:
    folder = server_directory / "front"
    folder.mkdir(mode=0o755)
    with front(folder, postgres_url, redis_url) as made:
        yield made


def link(dashboard: Front) -> str:
    return dashboard.browser().post("/api/v1/session/links", headers=BEARER).json()["url"]


def test_http_is_sent_on_and_takes_no_token(dashboard: Front) -> None:
    answer = httpx.get(f"{dashboard.plain}/experiments/1?x=2", headers={"Host": "evil.example"})
    port = httpx.URL(dashboard.url).port
    assert (answer.status_code, answer.headers["location"]) == (
        301,
        f"https://{OWN_NAME}:{port}/experiments/1?x=2",
    )
    assert httpx.get(f"{dashboard.plain}/api/v1/hosts", headers=BEARER).status_code == 403


def test_a_session_is_of_both_and_its_cookie_is_for_tls_alone(dashboard: Front) -> None:
    browser, (site, code) = dashboard.browser(), link(dashboard).split("/#sign-in=")
    assert site == f"https://{OWN_NAME}:{httpx.URL(dashboard.url).port}"
    answer = browser.post("/api/v1/session", json={"code": code})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-dyno_session=")
    assert "; Secure" in cookie
    kept = {"Cookie": cookie.partition(";")[0], "Host": OWN_NAME}
    both = [dashboard.beside(number, **kept) for number in (1, 2)]
    assert [one.get("/api/v1/hosts").status_code for one in both] == [200, 200]
    assert both[0].delete("/api/v1/session").status_code in (200, 204)
    assert [one.get("/api/v1/hosts").status_code for one in both] == [401, 401]
    assert browser.post("/api/v1/session", json={"code": code}).status_code == 401  # used, wherever


def test_wrong_tries_at_one_count_at_the_other(dashboard: Front) -> None:
    one, other = (dashboard.beside(number, **{"X-Forwarded-For": FAR}) for number in (1, 2))
    assert other.get("/api/v1/hosts", headers=BEARER).status_code == 200
    for strange in (b"\xff", b"not json", b"[]", b'{"limiter": 1}'):  # and nobody stops listening for it
        get_redis().publish(CHANNEL, strange)
    assert [one.get("/api/v1/hosts", headers=WRONG).status_code for _ in range(EACH)] == [401] * EACH
    until(lambda: other.get("/api/v1/hosts", headers=BEARER).status_code == 429)


def test_nobody_outside_says_where_he_comes_from(dashboard: Front) -> None:
    browser = dashboard.browser(**WRONG)
    said = [{"X-Forwarded-For": f"198.51.100.{n}", "X-Forwarded-Proto": "http"} for n in range(2 * EACH + 2)]
    asked = [browser.get("/api/v1/hosts", headers=headers).status_code for headers in said]
    assert asked[0] == 401
    assert asked[-1] == 429  # all of them came from here


def test_events_reach_streams_of_both_at_once(dashboard: Front) -> None:
    heard: list[str] = []

    def listen(client: httpx.Client) -> None:
        with client.stream("GET", "/api/v1/events", headers=BEARER) as stream:
            for line in stream.iter_lines():
                heard.append(line)
                if line == "event: host":
                    return

    clients = (dashboard.beside(1), dashboard.beside(2), dashboard.browser())
    threads = [threading.Thread(target=listen, args=(client,), daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    until(lambda: heard.count("event: ready") == len(clients))
    publish({"type": "host", "host_id": "1"})  # as a worker does
    for thread in threads:
        thread.join(60)
    assert heard.count("event: host") == len(clients)


def test_a_body_is_refused_by_who_sends_it_and_by_its_size(dashboard: Front) -> None:
    browser = dashboard.browser()
    large, larger = b"x" * (20 << 20), b"x" * (34 << 20)
    assert browser.post("/api/v1/imports", content=large).status_code == 401
    assert browser.post("/api/v1/imports", content=larger).status_code == 413
    assert browser.post("/api/v1/workloads/from-log", content=larger).status_code == 401


def test_who_still_sends_when_the_answer_comes_can_read_it(dashboard: Front) -> None:
    """As the proxy does, whose next write may come before its next read: it had 502 to tell for 401."""
    head = "POST /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8388608\r\n\r\n"
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(60)
        one.connect(str(dashboard.folder / "1.sock"))
        one.sendall(head.encode())
        one.recv(1, socket.MSG_PEEK)  # it has answered
        for _ in range(8):
            one.sendall(b"x" * (1 << 20))
        answer = b"".join(iter(partial(one.recv, 1 << 16), b""))
    assert answer.startswith(b"HTTP/1.1 401 ")
    assert answer.endswith(b"}")


def test_each_process_is_scraped_by_itself(dashboard: Front) -> None:
    browser = dashboard.browser(**BEARER)
    assert [browser.get(f"/metrics/{number}").status_code for number in (1, 2)] == [200, 200]
    mixed = browser.get("/metrics")
    assert (mixed.status_code, mixed.text) == (
        404,
        "Each API process has its own figures: /metrics/1 and /metrics/2\n",
    )


def test_one_that_ends_is_not_missed_and_nothing_tells_addresses(dashboard: Front) -> None:
    """The last: it ends them."""
    first, second = dashboard.processes
    first.terminate()
    first.wait(60)
    with dashboard.browser(**BEARER) as browser:
        link_page = "/s/0123456789secret"
        assert {browser.get("/api/v1/hosts").status_code for _ in range(8)} == {200}
        assert {browser.post("/api/v1/session/links").status_code for _ in range(4)} == {201}
        second.terminate()
        second.wait(60)
        away = browser.get(link_page)
    assert (away.status_code, away.headers["retry-after"]) == (503, "5")
    assert "0123456789secret" not in dashboard.said()
