"""What the four dialects of weighttp print in rarer runs."""

from pathlib import Path

import pytest

from agents.parse import NotAReport, parse

FIXTURES = Path(__file__).parents[1] / "fixtures" / "loadtools" / "weighttp"
TEXT = (FIXTURES / "v04_keepalive.txt").read_text()
REWRITE = (FIXTURES / "rewrite_keepalive.txt").read_text()
V05 = (FIXTURES / "v05_keepalive_quiet.txt").read_text()


def test_times_are_not_zero_padded():
    text = TEXT.replace("0 sec, 274 millisec and 564 microsec", "2 sec, 1 millisec and 171 microsec")
    assert parse(text).duration_s == 2.001171


def test_version_0_3_prints_none():
    assert parse(TEXT.replace("weighttp 0.4 - a", "weighttp - a")).version is None


def test_blanks_for_zeros_are_zeros():
    text = REWRITE.replace("740000,", "      ,").replace("           55000", "                ")
    report = parse(text)
    assert report.json_valid is False
    assert report.header_bytes == 0
    assert report.body_bytes == 0
    assert report.bytes == 795000


def test_a_csv_before_the_object_is_skipped():
    csv = "Percentage served,Time in us\n" + "".join(f"{i},{i * 10}\n" for i in range(101))
    assert parse(csv + V05) == parse(V05)


def test_a_count_below_zero_is_left_out():
    report = parse(V05.replace('"keep-alive": 19984', f'"keep-alive": {2**64 - 16}'))
    assert report.counts is not None
    assert report.counts["keep_alive"] is None


def test_failures_make_their_times_suspect():
    report = parse(V05.replace('"fail": 0', '"fail": 7'))
    assert report.failed_requests() == 7
    assert report.latency_s is not None
    assert "times" in report.cautions[0]


def test_an_interrupted_run_says_so():
    report = parse(REWRITE.replace('"retired": 5000', '"retired": 4000'))
    assert report.requests == 4000
    assert "4000 of 5000" in report.cautions[0]


def test_no_object_with_exit_status_0_is_an_error():
    banner = "\nweighttp 0.5 - lightweight and simple webserver benchmarking tool\n\nstarting benchmark...\n"
    with pytest.raises(NotAReport, match=r"poll\(\) failed: \(22\)") as error:
        parse(banner, stderr="poll() failed: (22)\nerror: request_count 0\n")
    assert error.value.seen is not None
    assert error.value.seen.version == "0.5"


def test_a_key_that_is_missing_or_no_number_is_refused():
    with pytest.raises(NotAReport, match="retired"):
        parse(V05.replace('"retired"', '"retried"'))
    with pytest.raises(NotAReport, match="cannot be read"):
        parse(V05.replace('"avg":       221', '"avg": "221"'))
    with pytest.raises(NotAReport, match="cannot be read"):
        parse(V05.replace("0.236592", "NaN"))


def test_times_in_another_unit_are_refused():
    with pytest.raises(NotAReport, match="times in ms"):
        parse(V05.replace('"us"', '"ms"'))
