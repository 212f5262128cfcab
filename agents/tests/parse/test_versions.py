"""Reports of versions whose lines differ from those of the fixtures, as their sources print them."""

import re
from pathlib import Path

import pytest

from agents.catalog.reading.figures import printed_figures
from agents.parse import NotAReport, parse
from agents.parse.parts import parts

_FIXTURES = Path(__file__).parent.parent / "fixtures" / "loadtools"
_SHORT_NAMES = {"time for request: ": "request     : ", "time for connect: ": "connect     : ",
                "time to 1st byte: ": "TTFB        : ", "req/s           : ": "req/s       : "}  # fmt: skip


def h2load_169(text: str) -> str:
    """The text of an older version as 1.69 prints it: rows with short names and three columns more."""
    for name, short_name in _SHORT_NAMES.items():
        text = text.replace(name, short_name)
    text = text.replace(
        "                     min         max         mean         sd        +/- sd",
        "                 min         max         median     p95        p99        mean       sd    +/- sd",
    )
    row = re.compile(r"((?:request|connect|TTFB) +: +\S+ +\S+)")
    text = row.sub(r"\1      120us      950us     1.20ms", text)
    return re.sub(r"(req/s +: +\S+ +\S+)", r"\1     100.00     110.00     120.00", text)


@pytest.mark.parametrize("case", ["h2_tls", "h2_duration", "h1_clear", "closed_duration"])
def test_h2load_from_1_69_on_prints_the_same_with_percentiles(case: str) -> None:
    text = (_FIXTURES / "h2load" / f"{case}.txt").read_text()
    report = parse(text)
    new_report = parse(h2load_169(text).replace("Failure:", "Failure: "))
    percentiles = {"p50": 0.00012, "p95": 0.00095, "p99": 0.0012}
    assert new_report.latency_s == (report.latency_s or {}) | percentiles
    times = {"latency_s", "connect_s", "ttfb_s"}
    assert new_report.model_dump(exclude=times) == report.model_dump(exclude=times)
    assert printed_figures(new_report)["latency_p95"] == 0.00095


def test_a_cut_report_of_h2load_1_69_is_refused() -> None:
    text = h2load_169((_FIXTURES / "h2load" / "h2_tls.txt").read_text())
    with pytest.raises(NotAReport, match="1st byte"):
        parse(text[: text.index("TTFB")] + text[text.index("req/s       :") :])
    with pytest.raises(NotAReport, match="beginning of the report of h2load is missing"):
        parse(text[text.index("request     :") :])


@pytest.mark.parametrize("case", ["h2_tls", "mixed_status"])
def test_early_h2load_writes_traffic_in_bytes_alone(case: str) -> None:
    text = (_FIXTURES / "h2load" / f"{case}.txt").read_text()
    early_text = re.sub(r"\S+ \((\d+)\) (total|headers|data)", r"\1 bytes \2", text)
    early_text = early_text.replace("req/s           :", "req/s (client)  :")
    assert "bytes headers (space savings" in early_text
    assert parse(early_text) == parse(text)


OLD_VEGETA = """\
Requests      [total, rate]            1200, 120.00
Duration      [total, attack, wait]    10.094965987s, 9.949883921s, 145.082066ms
Latencies     [mean, 50, 95, 99, max]  113.172398ms, 108.272568ms, 140.18235ms, 247.771566ms, 264.815246ms
Bytes In      [total, mean]            3714690, 3095.57
Bytes Out     [total, mean]            0, 0.00
Success       [ratio]                  55.42%
Status Codes  [code:count]             0:535  200:665
Error Set:
"""


def test_vegeta_before_12_6_prints_no_throughput_which_follows_from_its_counts() -> None:
    report = parse(OLD_VEGETA)
    assert (report.requests, report.failures, report.requests_per_s) == (1200, 535, 65.87)
    assert report.latency_s is not None
    assert (report.latency_s["p99"], "min" in report.latency_s) == (0.247771566, False)


@pytest.mark.parametrize(
    ("text", "is_json"),
    [('{"requests": 1}', True), ('[\n  {"a": 1}]', True), ("[2026-11-28 10:00:00] Running", False)],
)
def test_a_line_with_its_time_in_brackets_is_not_called_json(text: str, is_json: bool) -> None:
    with pytest.raises(NotAReport) as error:
        parse(text)
    assert ("this JSON" in error.value.reason) is is_json


def test_the_line_of_watch_is_no_heading() -> None:
    text = (_FIXTURES / "wrk" / "latency_flag.txt").read_text()
    (part,) = parts(f"Every 2.0s: cat out.txt\n\n{text}")
    assert part.headings == ()
