"""Cut, edited, glued and foreign texts: an error, or nothing but right figures."""

import contextlib
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.parse import MAX_BYTES, NotAReport, ToolReport, decode, parse

pytestmark = pytest.mark.slow
FIXTURES = Path(__file__).parents[1] / "fixtures" / "loadtools"
REPORTS = [
    path
    for path in sorted(FIXTURES.glob("*/*.txt"))
    if not path.name.endswith(".stderr.txt") and '"report": true' in path.with_suffix(".json").read_text()
]
EACH = 1 if os.environ.get("DYNO_FUZZ") else 5
"""Of the places within a line one in so many is tried; reports begin at different ones."""
FIRST = {path.parent: path for path in reversed(REPORTS)}.values()
"""One of each tool."""
whole = pytest.mark.parametrize(
    "path",
    [path if path in FIRST else pytest.param(path, marks=pytest.mark.exhaustive) for path in REPORTS],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)

HEY = """
Summary:
  Total:\t0.0241 secs
  Slowest:\t0.0090 secs
  Fastest:\t0.0001 secs
  Average:\t0.0009 secs
  Requests/sec:\t8291.5000

Response time histogram:
  0.000 [1]\t|
  0.001 [150]\t|■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■

Latency distribution:
  50% in 0.0005 secs
  99% in 0.0086 secs

Status code distribution:
  [200]\t200 responses
"""
SIEGE_JSON = """
{\t"transactions":\t\t\t         100,
\t"availability":\t\t\t      100.00,
\t"elapsed_time":\t\t\t        0.04,
\t"transaction_rate":\t\t     2500.00,
\t"failed_transactions":\t\t\t           0
}
"""
SIEGE_TEXT = """** SIEGE 4.0.7
** Preparing 4 concurrent users for battle.
Transactions:\t\t         100 hits
Availability:\t\t      100.00 %
Transaction rate:\t     2500.00 trans/sec
"""
AUTOCANNON = """Running 10s test @ http://localhost:3000
10 connections

┌─────────┬──────┬──────┬───────┬──────┬─────────┬─────────┬──────────┐
│ Stat    │ 2.5% │ 50%  │ 97.5% │ 99%  │ Avg     │ Stdev   │ Max      │
└─────────┴──────┴──────┴───────┴──────┴─────────┴─────────┴──────────┘
470k requests in 10.02s, 52.1 MB read
"""
GO_WRK = """Running 5s test @ http://192.168.0.1/index.html
  80 goroutine(s) running concurrently
142470 requests in 4.949028953s, 19.57MB read
Requests/sec:\t\t28787.47
Transfer/sec:\t\t3.95MB
"""


def figures(report: ToolReport) -> dict:
    return report.model_dump(exclude={"cautions"})


def right_or_refused(cut: str, full: ToolReport) -> None:
    """A shorter text may say less, with a caution, but never something else."""
    try:
        found = parse(cut)
    except NotAReport:
        return
    # Whether the Lua hook's line was there at all cannot be told.
    missing = [n for n, value in figures(full).items() if n != "exact" and figures(found)[n] != value]
    assert found.exact in (None, full.exact)
    for name in missing:
        assert name in ("latency_s", "warnings"), (name, cut[-80:])
        was, now = figures(full)[name], figures(found)[name]
        assert now is None or all(item in was for item in now), name
        assert now is None or not isinstance(now, dict) or now.items() <= was.items()
    if missing:
        assert found.cautions, cut[-80:]


@whole
def test_a_text_cut_after_any_line_or_character_gives_no_wrong_figure(path):
    text = path.read_bytes().decode()
    full = parse(text)
    lines = text.splitlines(keepends=True)
    for count in range(len(lines)):
        right_or_refused("".join(lines[:count]), full)
    first = max(0, len(text) - 1500) + REPORTS.index(path) % EACH
    for end in range(first, len(text), EACH):
        right_or_refused(text[:end], full)


@whole
def test_a_text_without_its_beginning_is_refused(path):
    lines = path.read_bytes().decode().splitlines(keepends=True)
    start = next(
        i
        for i, line in enumerate(lines)
        if line.startswith(("Running", "Server Soft", "finished", "{", "Requests"))
    )
    # People paste reports of ab from there on: nothing that is compared stands above.
    pasted = next((i for i, line in enumerate(lines) if line.startswith("Document Path:")), start)
    for count in range(pasted + 1, len(lines)):
        with pytest.raises(NotAReport):
            parse("".join(lines[count:]))


@whole
def test_text_around_a_report_is_ignored(path):
    text = path.read_bytes().decode()
    full = parse(text)
    around = f"root@host:~# taskset -c 1 tool http://h/\n\n{text}\nroot@host:~# echo done\ndone\n"
    assert parse(around) == full
    assert parse("\ufeff" + text.replace("\n", "\r\n")) == full
    assert parse("\x1b[0;32m" + text.replace("\n", "\x1b[0m\n")) == full
    assert parse(text.rstrip("\n")) == full
    assert figures(parse("".join(f"    {line}" for line in text.splitlines(keepends=True)))) == figures(full)


@whole
def test_of_two_reports_the_first_is_read_and_the_second_named(path):
    text = path.read_bytes().decode()
    for other in (REPORTS[0], REPORTS[-1]):
        both = parse(text + other.read_bytes().decode())
        assert figures(both) == figures(parse(text))
        assert "2 reports" in both.cautions[-1]


@whole
def test_a_cut_report_takes_nothing_from_the_next_one(path):
    text = path.read_bytes().decode()
    lines = text.splitlines(keepends=True)
    for count in range(1, len(lines)):
        right_or_refused("".join(lines[:count]) + "some other line\n" + text, parse(text))


@whole
def test_the_wrong_tool_is_named(path):
    right = path.parent.name
    for tool in {"wrk", "wrk2", "ab", "weighttp", "h2load", "vegeta"} - {right}:
        with pytest.raises(NotAReport) as error:
            parse(path.read_bytes().decode(), tool)  # type: ignore[arg-type]
        assert f"not a report of {tool}" in error.value.reason
        assert f"one of {right}. Say {right} instead" in error.value.reason


@given(st.data())
@settings(max_examples=200)
def test_a_report_with_lines_changed_never_crashes(data):
    lines = data.draw(st.sampled_from(REPORTS)).read_bytes().decode().splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        junk = data.draw(st.text(max_size=30) | st.from_regex(r"[ 0-9.:%{}\"a-z/-]{0,40}", fullmatch=True))
        lines[at] = data.draw(
            st.sampled_from(["", junk + "\n", lines[at][: len(junk)] + "\n", lines[at] * 2])
        )
    with contextlib.suppress(NotAReport):
        parse("".join(lines))


@given(st.text(max_size=200))
def test_any_other_text_is_refused(text):
    with pytest.raises(NotAReport):
        parse(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hey", HEY),
        ("siege", SIEGE_JSON),
        ("siege", SIEGE_TEXT),
        ("autocannon", AUTOCANNON),
        ("go-wrk", GO_WRK),
        ("oha", HEY.replace("Summary:\n", "Summary:\n  Success rate:\t100.00%\n")),
        ("bombardier", "Bombarding http://10.0.0.1 for 10s using 125 connection(s)\n[====] 10s\nDone!\n"),
        ("k6", "     http_req_duration..............: avg=9.44ms min=1ms med=5ms max=1s p(90)=8ms\n"),
        ("Locust", "Type     Name     # reqs      # fails |    Avg     Min     Max    Med\n"),
    ],
)
def test_other_tools_are_refused_by_name(name, text):
    for tool in (None, "wrk", "wrk2", "ab", "weighttp", "vegeta"):
        with pytest.raises(NotAReport) as error:
            parse(text, tool)
        assert f"output of {name}" in error.value.reason


@pytest.mark.parametrize("text", ["", "\n \n", "\t"])
def test_nothing_is_called_empty(text):
    with pytest.raises(NotAReport, match="empty"):
        parse(text)


def test_binary_and_huge_input_is_refused():
    with pytest.raises(NotAReport, match="line 2 has the control character"):
        parse("Running\nx\x00y")
    with pytest.raises(NotAReport, match="byte 25"):
        decode(b"This is ApacheBench, Ver\xff\xfe")
    with pytest.raises(NotAReport, match="larger than 16 MB"):
        decode(b" " * (MAX_BYTES + 1))
    with pytest.raises(NotAReport, match="larger than 16 MB"):
        parse(" " * (MAX_BYTES + 1))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x\n" * 8_000_000, marks=pytest.mark.exhaustive),
        pytest.param("Running 2s test @ h\n" * 200_000, marks=pytest.mark.exhaustive),
        "{\n" * 249_000,
        pytest.param(" " * 15_000_000 + "x", marks=pytest.mark.exhaustive),
        "apr_x for y: " * 10**6,
    ],
    ids=["lines", "headers", "braces", "blanks", "one line"],
)
def test_hostile_text_is_refused_in_seconds(text):
    start = time.thread_time()
    with pytest.raises(NotAReport):
        parse(text)
    assert time.thread_time() - start < 20


def test_utf_16_as_a_windows_shell_saves_it_is_read():
    text = REPORTS[-1].read_bytes().decode()
    assert parse(decode(text.encode("utf-16"))) == parse(text)


def test_errors_name_the_missing_line_and_where():
    text = (FIXTURES / "ab" / "basic_small.txt").read_text()
    with pytest.raises(NotAReport, match=r"line 1 is cut: its line “Requests per second”"):
        parse(text[: text.index("Requests per second")])
    text = (FIXTURES / "wrk" / "tls.txt").read_text()
    with pytest.raises(NotAReport, match=r"line 3 is cut: its line “Transfer/sec”"):
        parse("\n\n" + text[: text.index("Transfer/sec")])
    text = (FIXTURES / "weighttp" / "v05_keepalive_quiet.txt").read_text()
    with pytest.raises(NotAReport, match="“status_codes”"):
        parse(text[: text.index('  "status_codes"')])


def test_the_rest_of_a_report_is_recognised():
    for path in REPORTS:
        text = path.read_bytes().decode()
        if path.parent.name != "weighttp":
            middles = {"ab": "Complete requests", "h2load": "requests: ", "vegeta": "Latencies"}
            text = text[text.index(middles.get(path.parent.name, "  Thread Stats")) :]
            with pytest.raises(NotAReport, match=r"beginning of the report of \w+ is missing"):
                parse(text)
