"""Formats, kinds of lines, rates: what is read from a log."""

import pytest

from backend.access_logs.problems import UnusableLog
from backend.access_logs.sample import SampledRequest
from backend.tests.unit.access_logs.logs import combined_line, read

JSON_LINE = (
    '{"time_iso8601":"2026-11-26T15:45:00+00:00","request":"GET /a?b=1 HTTP/2.0","status":"200",'
    '"body_bytes_sent":1000,"connection_requests":"1"}\n'
)
URI_AND_ARGS = '{"method":"GET","uri":"/a","args":"b=1","status":200,"bytes_sent":"1000"}\n'
CADDY = (
    '{"level":"info","ts":1764171900.5,"request":{"proto":"HTTP/2.0","method":"GET","uri":"/a?b=1"},'
    '"size":1000,"status":200}\n'
)
HAPROXY_LINE = (
    "Nov 28 20:10:01 web haproxy[1234]: 10.0.0.1:33317 [28/Nov/2026:20:10:01.655] http-in static/srv1 "
    '10/0/30/69/109 200 1000 - - ---- 1/1/1/1/0 0/0 {} {} "GET /a?b=1 HTTP/1.1"\n'
)
HAPROXY = '$from [$time_local] $frontend $backend $timers $status $bytes_sent $rest "$request"'
MAIN = combined_line("/a?b=1").rstrip("\n") + ' "198.51.100.7" 0.004\n'
OWN = "$msec|$connection_requests|$request_method|$request_uri|$status|$bytes_sent"


@pytest.mark.parametrize(
    ("line", "format_name", "expected"),
    [
        (combined_line("/a?b=1"), "auto", "combined"),
        (combined_line("/a?b=1").replace("\n", "\r\n"), "auto", "combined"),
        (MAIN, "auto", "combined"),
        (combined_line("/a?b=1").partition(' "-"')[0] + "\n", "auto", "common"),
        (JSON_LINE, "auto", "json"),
        (JSON_LINE, "json", "json"),
        (URI_AND_ARGS, "auto", "json"),
        (CADDY, "auto", "json"),
        (HAPROXY_LINE, HAPROXY, "log_format"),
        ("1764171900.123|1|GET|/a?b=1|200|1000\n", OWN, "log_format"),
        ('x GET /a?b=1 HTTP/1.1" 200 1000\n', 'x $request" $status $body_bytes_sent', "log_format"),
    ],
)
def test_each_format_gives_target_status_and_size(line: str, format_name: str, expected: str) -> None:
    sample = read(line * 3, format_name, piece=7)

    assert sample.format == expected
    assert sample.requests == [SampledRequest(b"/a?b=1", False, 1000)] * 3
    assert (sample.lines, sample.usable_requests, sample.left_out) == (3, 3, {})


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (combined_line(method="HEAD"), "head"),
        (combined_line(method="POST"), "body"),
        (combined_line(method="DELETE"), "body"),
        (combined_line(method="PROPFIND"), "other_method"),
        (combined_line(method="CONNECT"), "upgrade"),
        (combined_line(status=101), "upgrade"),
        (combined_line(status=204), "other_success"),
        (combined_line(status=301), "redirect"),
        (combined_line(status=404), "client_error"),
        (combined_line(status=502), "server_error"),
        (combined_line(status=999), "other_status"),
        (combined_line().replace("GET / HTTP/1.1", r"\x16\x03\x01"), "no_request"),
        (combined_line("http://example.org/"), "no_target"),
        (combined_line("/" + "a" * 2000), "no_target"),
        (combined_line(r"/a\x0D\x0AHost:b"), "no_target"),
        (combined_line(r"/a\x00"), "no_target"),
        (combined_line("/a\x1b[2J"), "no_target"),
        ("cut\n", "unreadable"),
        ("\x00\xff\n", "unreadable"),
        ("x" * 200_000 + "\n", "unreadable"),
    ],
)
def test_every_other_line_is_counted_by_its_kind(line: str, kind: str) -> None:
    usual = combined_line() * 20

    sample = read(usual + line + usual)

    assert (sample.lines, sample.usable_requests, sample.left_out) == (41, 40, {kind: 1})


def test_a_line_without_end_is_read_too_and_blank_ones_do_not_count() -> None:
    sample = read("\n\n" + combined_line("/a") + "\n" + combined_line("/b").rstrip("\n"))

    assert [request.target for request in sample.requests] == [b"/a", b"/b"]
    assert sample.lines == 2


def test_targets_are_as_the_client_sent_them() -> None:
    sample = read(combined_line(r"/\x22\xD0\x9F\x5C") + combined_line("/\xe9"))

    assert [request.target for request in sample.requests] == [b'/"%D0%9F\\', b"/%E9"]


def test_only_whole_answers_have_a_size() -> None:
    sample = read(
        combined_line(size=5)
        + combined_line(status=206, size=2)
        + combined_line(status=304, size=0)
        + combined_line(size="-")
    )

    assert [(r.is_unchanged, r.size) for r in sample.requests] == [
        (False, 5),
        (False, None),
        (True, None),
        (False, None),
    ]


def test_rate_is_the_mean_over_the_span_and_the_busiest_second() -> None:
    sample = read("".join(combined_line(second=second) for second in (0, 3, 3, 3, 9)))

    assert sample.rate == (0.5, 3)


def test_connections_are_counted_only_where_the_format_has_their_requests() -> None:
    line = "1764171900.123|{}|GET|/|200|1000\n"

    assert read("".join(line.format(n) for n in (1, 2, 3, 1)), OWN).requests_per_connection == 2
    assert read(combined_line()).requests_per_connection is None


@pytest.mark.parametrize(
    ("log", "format_name", "message"),
    [
        ("", "auto", "no lines"),
        ("\n \n", "auto", "no lines"),
        ("hello\n" * 5, "auto", "5 of the first 5 lines are not of format json or combined or common"),
        (HAPROXY_LINE, "auto", "of another server write one"),
        (combined_line() * 8 + "\x1b]0;owned\x07\u0080\n" * 2, "auto", r"line 9: \x1b]0;owned\x07\x80"),
        (
            combined_line(status=404) * 3,
            "auto",
            "no line is a GET that was answered 200, 206 or 304. Left out: 3 × answers 4xx",
        ),
        (combined_line(), "apache", "must be auto, combined"),
        (combined_line(), "$request$status", "no character between $request and $status"),
        (combined_line(), "$status", "needs $request"),
        (combined_line(), '"$request"', "needs $status"),
        (combined_line(), "$status " * 100 + "$request", "101 variables"),
        (combined_line(), "$request $status" + "x" * 5000, "5016 characters"),
        ("[" * 100_000 + "\n", "json", "not of format json"),
        ('{"request":' * 5000 + "\n", "json", "not of format json"),
        ("\x00" * 5_000_000, "auto", "1 of the first 1 lines"),
    ],
)
def test_a_log_that_cannot_be_used_is_an_error_that_says_why(
    log: str, format_name: str, message: str
) -> None:
    with pytest.raises(UnusableLog) as caught:
        read(log, format_name, piece=100_000)

    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700
