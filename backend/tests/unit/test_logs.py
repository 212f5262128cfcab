"""A line of a log: one event, with what it is about, and without secrets."""

import json
import logging
import sys
import threading
import time
import timeit
from typing import Any

import pytest

from agents.contract.logs import Lines, bound, ids


def line(message: str, *arguments: object, as_json: bool = True, **extra: Any) -> str:
    record = logging.makeLogRecord(
        {"name": "backend.x", "levelno": 20, "levelname": "INFO", "msg": message, "args": arguments} | extra
    )
    return Lines("api", as_json).format(record)


def test_a_line_of_json_says_what_it_is_about() -> None:
    with bound(request_id="r1", experiment_id="e1", job_id=None):
        said = json.loads(line("sent “%s”", "☃", host_id="h1"))
    assert said["time"].endswith("Z")
    assert {name: value for name, value in said.items() if name != "time"} == {
        "level": "info",
        "part": "api",
        "logger": "backend.x",
        "message": "sent “☃”",
        "request_id": "r1",
        "experiment_id": "e1",
        "host_id": "h1",
    }
    assert dict(ids()) == {}


def test_text_says_the_same_for_people() -> None:
    with bound(job_id="j1"):
        text = line("measure", as_json=False)
    assert text.endswith("INFO    measure job=j1")


def test_blocks_of_two_threads_do_not_mix() -> None:
    seen: dict[str, str] = {}
    meet = threading.Barrier(2)

    def work(name: str) -> None:
        with bound(job_id=name):
            meet.wait()
            seen[name] = json.loads(line("x"))["job_id"]

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {"a": "a", "b": "b"}


SECRET = "kJ8s0-dGx3_QwErTy1234567890abcdef"


@pytest.mark.parametrize(
    "said",
    [
        f"Authorization: Bearer {SECRET}",
        f"authorization='bearer {SECRET}'",
        f"headers {{'authorization': 'Bearer {SECRET}'}}",
        f"Cookie: dyno_session={SECRET}; theme=dark",
        f"__Host-dyno_session={SECRET}",
        f"GET /s/{SECRET} was answered with 500",
        f"open http://dyno.localhost:8080/#sign-in={SECRET}",
        f"DYNO_TOKEN={SECRET}",
        f'{{"token": "{SECRET}", "x": 1}}',
        f"postgresql://dynoboard:{SECRET}@postgres/dynoboard does not answer",
        f"rediss://host.1:{SECRET}@10.0.0.1:6379/0",
        f"password = {SECRET}",
    ],
)
@pytest.mark.parametrize("as_json", [True, False])
def test_no_secret_comes_into_a_line(said: str, as_json: bool) -> None:
    assert SECRET not in line(said, as_json=as_json)
    try:
        raise RuntimeError(said)
    except RuntimeError:
        assert SECRET not in line("it failed", exc_info=sys.exc_info(), as_json=as_json)
    assert SECRET not in line("it failed: %s", RuntimeError(said), as_json=as_json)


@pytest.mark.parametrize(
    "plain", ["a sign-in link was used", "no token", "the session ended", "job 06f3k2a8"]
)
def test_other_words_stay(plain: str) -> None:
    assert json.loads(line(plain))["message"] == plain


def test_nobody_writes_a_line_of_his_own() -> None:
    forged = 'x\n2026-01-01 00:00:00 ERROR   all is lost\r\n{"level": "error"}'
    assert len(line(forged).splitlines()) == 1
    assert all(part.startswith("    ") for part in line(forged, as_json=False).splitlines()[1:])


def test_an_exception_writes_no_line_of_its_own_either() -> None:
    try:
        raise RuntimeError("x\n2026-01-01 00:00:00 ERROR   all is lost")
    except RuntimeError:
        text = line("it failed", exc_info=sys.exc_info(), as_json=False)
    assert all(part.startswith("    ") for part in text.splitlines()[1:])


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize("acts", ["\x1b[2J", "\r", "\x9b31m", "\x00", "\u2028", "\x85", "\u202e", "\ud800"])
def test_no_text_acts_on_whoever_reads_it(acts: str, as_json: bool) -> None:
    """A terminal obeys some characters, and some readers end a line at others."""
    text = line(f"a path {acts}b", host_id=f"h{acts}\n", as_json=as_json)
    assert acts not in text
    assert len(text.splitlines()) == 1
    assert acts.encode("unicode_escape").decode() in (json.loads(text)["message"] if as_json else text)


@pytest.mark.parametrize("word", ["a", "token", "session-", "://:", "bearer ", "/s/", "#a"])
def test_a_long_text_holds_nobody_up(word: str) -> None:
    """A path of 16 kB comes into a line before its sender is known: one look at it took ten seconds."""
    times = [timeit.timeit(lambda n=n: line(word * n), number=1, timer=time.thread_time) for n in (400, 6400)]
    assert times[1] < 100 * times[0] + 0.05
