"""What wrk and wrk2 print in rarer runs."""

from pathlib import Path

import pytest

from agents.parse import NotAReport, parse

FIXTURES = Path(__file__).parents[1] / "fixtures" / "loadtools"
PLAIN = (FIXTURES / "wrk" / "latency_flag.txt").read_text()
LUA = (FIXTURES / "wrk" / "lua_json_line.txt").read_text()
WRK2 = (FIXTURES / "wrk2" / "calibrated_latency.txt").read_text()


def latency(row: str, text: str = PLAIN):
    old = next(line for line in text.splitlines() if line.startswith("    Latency"))
    return parse(text.replace(old, "    Latency " + row))


def test_a_mean_cut_to_its_column_is_left_out():
    report = latency("  1000.00m    1.18ms   1.20s    84.57%")
    assert report.latency_s is not None
    assert report.latency_s["mean"] is None
    assert report.latency_s["max"] == 1.2
    assert report.raw["latency"][0] == "1000.00m"
    assert "1000.00m" in report.cautions[0]


def test_columns_that_touch():
    report = latency("  812.00us  123.45ms1000.00ms   84.57%")
    assert report.latency_s is not None
    assert report.latency_s["stdev"] == 0.12345
    assert report.latency_s["max"] == 1.0


def test_no_sample_is_no_latency():
    report = latency("    0.00us    0.00us   0.00us    -nan%")
    assert report.latency_s is None
    assert "percentiles" not in report.raw
    assert report.requests == 61059


def test_percentiles_of_zero_in_a_pipelined_run_are_left_out():
    report = parse(PLAIN.replace("99%    4.58ms", "99%    0.00us"))
    assert report.latency_s is not None
    assert report.latency_s["p99"] is None
    assert report.latency_s["p90"] == 0.00264
    assert report.raw["percentiles"]["p99"] == "0.00us"
    assert "p99" in report.cautions[0]


def test_hours_are_minutes_and_the_header_is_rounded():
    report = parse(PLAIN.replace("Running 2s", "Running 120m").replace("in 2.01s", "in 120.02m"))
    assert report.duration_s == pytest.approx(7201.2)
    assert report.raw["header_duration"] == "120m"


def test_mega_rates():
    report = parse(PLAIN.replace("30.63k     7.74k   45.94k ", "1.05M     0.87M    1.20M  "))
    assert report.thread_req_per_s is not None
    assert report.thread_req_per_s["mean"] == 1_050_000


def test_all_socket_errors_and_statuses_are_failures():
    errors = "  Socket errors: connect 40, read 3, write 2, timeout 1\n  Non-2xx or 3xx responses: 7\n"
    report = parse(PLAIN.replace("Requests/sec", errors + "Requests/sec"))
    e = report.errors
    assert (e.connect, e.read, e.write, e.timeout, e.status) == (40, 3, 2, 1, 7)
    assert report.failed_requests() == 53
    assert "40 connect errors, 3 read errors, 2 write errors, 1 timeouts" in report.failures_summary()
    assert "fewer than 8 connections" in report.cautions[0]


def test_a_server_that_never_answers_is_no_success():
    report = parse(PLAIN.replace("61059 requests in", "0 requests in"))
    assert report.failures_summary() == "no request was answered"


def test_connections_that_are_dropped_are_named():
    report = parse(PLAIN.replace("1 threads and 8 connections", "3 threads and 10 connections"))
    assert "9 were opened" in report.cautions[0]


def test_a_script_that_did_not_load_is_named():
    report = parse(PLAIN, stderr="no.lua: cannot open no.lua\nno.lua: cannot open no.lua\n")
    assert "no.lua: cannot open no.lua" in report.cautions[0]


def test_a_damaged_or_foreign_hook_line_is_not_used():
    assert parse(LUA[:-20]).exact is None
    assert "damaged" in parse(LUA[:-20]).cautions[0]
    other = parse(LUA.replace('"requests":44929', '"requests":1'))
    assert other.exact is None
    assert "does not fit" in other.cautions[0]


def test_lines_of_a_script_after_the_report_are_ignored():
    assert parse(PLAIN + "Requests/sec: 1.00\n  5 requests in 1.00s, 1.00B read\n") == parse(PLAIN)


def block(name: str) -> str:
    start, end = WRK2.index("  Latency Distribution"), WRK2.index("-----")
    return WRK2[start:end].replace("Recorded Latency", name)


def test_the_second_block_of_wrk2_does_not_replace_the_first():
    name = "Uncorrected Latency (measured without taking delayed starts into account)"
    second = block(name).replace("2.56ms", "1.00ms").replace("0.839", "0.500")
    rule = "-" * 58 + "\n"
    report = parse(WRK2.replace(rule, f"{rule}\n{second}{rule}"))
    assert report.latency_s is not None
    assert report.latency_s["p99.999"] == 0.00256
    assert report.hdr is not None
    assert [histogram["mean_s"] for histogram in report.hdr] == [0.000839, 0.0005]
    assert report.spectrum_rows == 94


def test_wrk2_without_a_sample():
    text = WRK2[: WRK2.index("  Latency Distribution")] + WRK2[WRK2.index("  5498 requests") :]
    report = latency("  -nanus    -nanus   0.00us    0.00%", text)
    assert report.tool == "wrk2"
    assert report.latency_s is None


def test_wrk2_calibrates_every_thread_and_garbage_is_left_out():
    line = "  Thread calibration: mean lat.: 9223372036854776.000ms, rate sampling interval: 10ms\n"
    report = parse(WRK2.replace("  Thread Stats", line + "  Thread Stats"))
    assert report.calibration == [
        {"mean_s": 0.000931, "interval_s": 0.01},
        {"mean_s": None, "interval_s": 0.01},
    ]


def test_a_short_wrk2_run_says_that_it_is_uncalibrated():
    report = parse((FIXTURES / "wrk2" / "uncalibrated_short.txt").read_text())
    assert "calibrated" in report.cautions[0]


def test_a_percentile_that_is_no_time_is_refused():
    with pytest.raises(NotAReport, match=r"4\.58xx for p99"):
        parse(PLAIN.replace("99%    4.58ms", "99%    4.58xx"))
