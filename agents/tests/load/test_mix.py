"""A mix of requests as real wrk sends it to a real nginx, and what is refused before."""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from agents.catalog.tools import LOAD_TOOLS
from agents.catalog.tools.wrk.mix import data_of
from agents.catalog.wire import UnsafeRequestError, request_bytes
from agents.contract.jobs import MeasureJob
from agents.contract.mix import MixEntry
from agents.contract.reports import Failure
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.load.driver import make_argv
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.confs import conf, setup
from agents.tests.jobs import job_of

URL = "http://127.0.0.1:81/"
MIX = [
    {"path": "/a?x=1", "weight": 3, "headers": {"X-Kind": "own", "Accept": "text/css"}},
    {"method": "POST", "path": "/form", "body": "a=1&b=2", "weight": 2},
    {"method": "PUT", "path": "/file", "body": {"bytes": 65536}},
    {"method": "OPTIONS", "path": "/a"},
    {"method": "DELETE", "path": "/file"},
]
SEQUENCE = [0, 1, 0, 2, 1, 3, 0, 4]
LOG = "$connection $request_method $request_uri $content_length $request_length $http_x_kind|$http_accept"


def workload(mix: list[dict[str, object]], **more: object) -> Workload:
    return Workload.model_validate({"duration_s": 1, "connections": 2, "threads": 2, "mix": mix, **more})


def test_wrk_walks_the_sequence_each_thread_from_its_own_place(handlers: JobHandlers) -> None:
    (origin,) = handlers.setups.prepare([setup("b")], lambda: False)
    http = f"log_format mix '{LOG}'; client_body_buffer_size 128k; keepalive_requests 1000000;"
    server = f"access_log logs/mix.log mix; proxy_pass {origin.urls[0]};"
    origin, proxy = handlers.setups.prepare(
        [setup("b"), setup(text=conf(http=http, server=server))], lambda: False
    )
    assert proxy.failure is None
    load = workload(MIX, headers={"accept": "*/*"})
    work = MeasureJob(trial_id=None, target=proxy.urls[0], workload=load, sequence=SEQUENCE)
    report = handlers.measure(RunningJob(job_of(work)), work)
    assert report.failure is None
    assert report.load is not None
    (log,) = handlers.folders.root.rglob("mix.log")
    by_connection: dict[str, list[str]] = {}
    for line in log.read_text().splitlines():
        connection, _, request = line.partition(" ")
        by_connection.setdefault(connection, []).append(request)
    walks = [requests for requests in by_connection.values() if len(requests) > 16]
    assert len(walks) == 2, "one connection of each thread; the probes have theirs"
    kinds = [("GET /a?x=1 - ", " own|text/css"), ("POST /form 7 ", " -|*/*"), ("PUT /file 65536 ", " -|*/*")]
    kinds += [("OPTIONS /a - ", " -|*/*"), ("DELETE /file 0 ", " -|*/*")]
    starts = set()
    for requests in walks:
        start = 0 if requests[0].startswith("GET") else 4
        starts.add(start)
        for at, request in enumerate(requests):
            head, tail = kinds[SEQUENCE[(start + at) % len(SEQUENCE)]]
            assert request.startswith(head), (at, request)
            assert request.endswith(tail), (at, request)
        put = next(request for request in requests if request.startswith("PUT"))
        assert int(put.split()[3]) > 65536, "nginx got the whole body"
    assert starts == {0, 4}
    assert report.load.figures["failed_requests"] == 0
    probe = report.load.probe
    assert probe is not None
    assert [(answer.entry, answer.status, answer.bytes) for answer in probe.mix] == [
        (entry, 200, 6) for entry in (0, 1, 2, 3, 4)
    ]
    answered = sum(len(requests) for requests in walks)
    assert 0 <= answered - (report.load.figures["requests"] or 0) <= 2


@pytest.mark.parametrize("generator_count", [1, 2])
def test_a_script_that_wrk_does_not_load_fails_the_trial_with_the_reason(
    generator_count: int, handlers: JobHandlers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """wrk would go on without it and ask for / alone."""
    broken_hook = tmp_path / "mix.lua"
    broken_hook.write_text("this is no Lua")
    monkeypatch.setattr("agents.catalog.tools.wrk.mix.MIX_HOOK", broken_hook)
    (origin,) = handlers.setups.prepare([setup("b")], lambda: False)
    load = workload(MIX[:1], threads=1, processes=generator_count)
    work = MeasureJob(trial_id=None, target=origin.urls[0], workload=load, sequence=[0])
    try:
        failure = handlers.measure(RunningJob(job_of(work)), work).failure
    except JobFailed as error:
        failure = Failure(code=error.code, message=error.message)
    assert failure is not None
    assert re.search(r"its script did not run, so it did not send the mix: .*done\.lua", failure.message)


@pytest.mark.parametrize(
    ("place", "entry"),
    [
        (("weight",), {"weight": 0}),
        (("weight",), {"weight": -1}),
        (("weight",), {"weight": float("nan")}),
        (("weight",), {"weight": 1e308}),
        (("weight",), {"weight": "3"}),
        (("weight",), {"weight": True}),
        (("path",), {"path": "/ HTTP/1.1\r\nX: y"}),
        (("path",), {"path": "/a\x00"}),
        (("path",), {"path": "/ä"}),
        (("path",), {"path": "http://elsewhere/"}),
        (("path",), {"path": "/" + "a" * 2000}),
        (("method",), {"method": "get"}),
        (("method",), {"method": "CONNECT"}),
        (("method",), {"method": "GET /x HTTP/1.1\r\n"}),
        (("headers", "A"), {"headers": {"A": "b\r\nHost: elsewhere"}}),
        (("headers", "A\n", "[key]"), {"headers": {"A\n": "b"}}),
        (("headers", "Content-Length", "[key]"), {"headers": {"Content-Length": "5"}}),
        (("headers", "Transfer-Encoding", "[key]"), {"headers": {"Transfer-Encoding": "chunked"}}),
        (("headers",), {"headers": {"A": "1", "a": "2"}}),
        (("body", "[text]"), {"method": "POST", "body": "a\r\nb"}),
        (("body", "[text]"), {"method": "POST", "body": "\x00"}),
        (("body", "[filled]", "bytes"), {"method": "POST", "body": {"bytes": -1}}),
        (("body", "[filled]", "bytes"), {"method": "POST", "body": {"bytes": 1e9}}),
        ((), {"body": "a GET has none"}),
    ],
)
def test_an_entry_that_would_not_be_one_request_is_refused_with_its_place(
    place: tuple[str, ...], entry: dict[str, object]
) -> None:
    with pytest.raises(ValidationError) as refusal:
        workload([{"path": "/"}, {"path": "/", **entry}])
    assert refusal.value.errors()[0]["loc"] == ("mix", 1, *place)


@pytest.mark.parametrize(
    ("mix", "more", "words"),
    [
        ([{"path": "/"}] * 10_001, {}, "at most 10000"),
        ([{"method": "POST", "path": "/", "body": {"bytes": 9_000_000}}] * 2, {}, "at most 16000000 bytes"),
        ([{"path": "/"}, {"method": "HEAD", "path": "/"}], {}, "mix[1] must not be a HEAD: wrk waits"),
        (
            [{"path": "/"}],
            {"tool": "ab", "requests": 100, "duration_s": None, "threads": 1},
            "ab asks for one URL",
        ),
        (
            [{"path": "/"}],
            {"tool": "weighttp", "requests": 100, "duration_s": None},
            "weighttp asks for one URL",
        ),
        ([{"path": "/"}], {"path": "/x"}, "give only one"),
        ([], {"order": "given"}, "give mix too"),
    ],
)
def test_a_mix_that_cannot_be_sent_is_refused_with_the_reason(
    mix: list[dict[str, object]], more: dict[str, object], words: str
) -> None:
    with pytest.raises(ValidationError, match=re.escape(words)):
        workload(mix, **more)


HOSTILE: list[dict[str, Any]] = [
    {"path": "/ HTTP/1.1\r\nHost: b\r\n\r\nGET /evil"},
    {"path": "/\n"},
    {"path": "//\x00"},
    {"path": "/ä"},
    {"path": "/a b"},
    {"path": "x"},
    {"method": "GET / HTTP/1.1\r\n\r\nGET"},
    {"headers": {"A": "b\r\nContent-Length: 0"}},
    {"headers": {"A": "b\r\n\r\nGET /evil HTTP/1.1"}},
    {"headers": {"A\r\nB": "c"}},
    {"headers": {"Content-Length": "3"}},
    {"headers": {"content-length": "3"}, "method": "POST"},
    {"headers": {"Transfer-Encoding": "chunked"}, "method": "POST", "body": "0"},
    {"headers": {"host": "elsewhere"}},
    {"headers": {"Connection": "upgrade"}},
    {"body": "GET /evil HTTP/1.1"},
]


@pytest.mark.parametrize("tool", ["wrk", "h2load", "vegeta"])
@pytest.mark.parametrize("entry", HOSTILE)
def test_what_was_not_checked_before_is_not_written_for_a_tool(
    tool: str, entry: dict[str, Any], tmp_path: Path
) -> None:
    attack = MixEntry.model_construct(
        **{"method": "GET", "weight": 1, "headers": {}, "body": None, "path": "/", **entry}
    )
    safe_load = workload([{"path": "/"}], tool=tool, **({"rate": 5} if tool == "vegeta" else {}))
    load = safe_load.model_copy(update={"mix": [*safe_load.mix, attack]})
    with pytest.raises(UnsafeRequestError):
        request_bytes(load, attack, URL)
    with pytest.raises(JobFailed, match="the mix is not sent"):
        make_argv(LOAD_TOOLS[tool], load, URL, tmp_path, [0, 1])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sequence", [[], [0, 2], [-1], [0] * 65_537])
def test_a_sequence_names_requests_of_its_mix(sequence: list[int]) -> None:
    load = workload([{"path": "/"}, {"path": "/b"}])
    with pytest.raises(ValidationError):
        MeasureJob(trial_id=None, target=URL.rstrip("/"), workload=load, sequence=sequence)
    if len(sequence) < 3:
        with pytest.raises(ValueError, match="must name its requests"):
            data_of(load, URL, sequence)


def test_a_request_of_a_mix_says_what_the_workload_says_for_all() -> None:
    load = workload(MIX, headers={"accept": "*/*", "A": "b"}, host="example.org", keepalive=False)
    assert request_bytes(load, load.mix[0], URL).decode().split("\r\n") == [
        "GET /a?x=1 HTTP/1.1",
        "Host: example.org",
        "Connection: close",
        "A: b",
        "X-Kind: own",
        "Accept: text/css",
        "",
        "",
    ]
    assert request_bytes(load, load.mix[1], URL).endswith(b"\r\n\r\na=1&b=2")
    assert b"Content-Length: 0\r\n" in request_bytes(load, load.mix[4], URL)


def test_messages_without_a_mix_are_those_of_before() -> None:
    work = MeasureJob(trial_id=None, target=URL.rstrip("/"), workload=workload([]))
    assert not {"mix", "order", "sequence"} & {*work.model_dump(), *work.workload.model_dump()}
