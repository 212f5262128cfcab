"""wrk's own way of writing numbers, written down again here, is read back within its rounding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.catalog.reading import units
from agents.parse import parse

TEMPLATE = """Running {header} test @ http://127.0.0.1:8080/
  2 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   {mean}{stdev}{max}{within:8.2f}%
    Req/Sec   {rate_mean}{rate_stdev}{rate_max}{within:8.2f}%
  Latency Distribution
     50%{p50}
     75%{p75}
     90%{p90}
     99%{p99}
  {requests} requests in {duration}, {size}B read
Requests/sec: {rate:9.2f}
Transfer/sec: {transfer:>10}B
"""


def stepped(value: float, base: str, names: list[str], scale: float) -> str:
    """The next unit is taken at 0.85 of its size."""
    for name in names:
        if value < 0.85 * scale:
            break
        value, base = value / scale, name
    return f"{value:.2f}{base}"


def time(us: float) -> str:
    if us >= 1e6:
        return stepped(us / 1e6, "s", ["m"], 60)
    return f"{us:.2f}us" if us < 850 else f"{us / 1000:.2f}ms"


def metric(value: float) -> str:
    return stepped(value, "", ["k", "M", "G", "T"], 1000)


def binary(value: float) -> str:
    return stepped(value, "", ["K", "M", "G", "T"], 1024)


def column(text: str, width: int) -> str:
    """Units of fewer than two letters are padded on the right, and what is too long is cut."""
    pad = 2 - sum(letter.isalpha() for letter in text[-2:])
    return f"{text:>{width - pad}}"[: width - pad] + " " * pad


us = st.floats(min_value=0.01, max_value=50_000_000) | st.floats(min_value=0.01, max_value=5e10)


@given(us)
def test_a_time_is_read_within_half_of_its_last_digit(value):
    printed = time(value)
    step = {"us": 1e-8, "ms": 1e-5, "s": 1e-2, "m": 0.6}[printed.lstrip("0123456789.")]
    assert units.seconds(printed) == pytest.approx(value / 1e6, abs=step * 0.5001, rel=1e-9)


@given(st.floats(min_value=0, max_value=1e16))
def test_a_rate_is_read_within_its_rounding(value):
    assert units.rate(metric(value)) == pytest.approx(value, rel=0.006, abs=0.00501)


@given(st.integers(min_value=0, max_value=1 << 55))
def test_a_size_is_read_within_its_rounding(value):
    assert units.binary_bytes(binary(value) + "B") == pytest.approx(value, rel=0.006, abs=0.00501)


@pytest.mark.parametrize(
    ("printed", "value"),
    [("802.86us", 0.00080286), ("0.90ms", 0.0009), ("0.92m", 55.2), ("120.00m", 7200), ("1.50h", 5400)],
)
def test_times(printed, value):
    assert units.seconds(printed) == value


@pytest.mark.parametrize("printed", ["-nanus", "-nan", "1000.00", "1.5ms", "12", "", "1.00xs"])
def test_what_is_no_time_is_none(printed):
    assert units.seconds(printed) is None


@pytest.mark.parametrize("printed", ["5.28M", "5.28", "5.28QB", "B"])
def test_what_is_no_size_is_none(printed):
    assert units.binary_bytes(printed) is None


@given(
    times=st.lists(st.floats(min_value=0.01, max_value=5e9), min_size=4, max_size=4).map(sorted),
    rates=st.lists(st.floats(min_value=0.01, max_value=1e12), min_size=3, max_size=3),
    requests=st.integers(1, 10**12),
    seconds=st.floats(1, 1e6),
    size=st.integers(1, 1 << 52),
)
def test_a_whole_report_is_read_back(times, rates, requests, seconds, size):
    mean, p90, p99, maximum = times
    text = TEMPLATE.format(
        header="2s", mean=column(time(mean), 8), stdev=column(time(p90), 10), max=column(time(maximum), 9),
        within=66.0, rate_mean=column(metric(rates[0]), 8), rate_stdev=column(metric(rates[1]), 10),
        rate_max=column(metric(rates[2]), 9), p50=column(time(mean), 10), p75=column(time(mean), 10),
        p90=column(time(p90), 10), p99=column(time(p99), 10), requests=requests,
        duration=time(seconds * 1e6), size=binary(size), rate=requests / seconds, transfer=binary(size),
    )  # fmt: skip
    report = parse(text)
    assert report.requests == requests
    assert report.duration_s == pytest.approx(seconds, rel=0.02)
    assert report.bytes == pytest.approx(size, rel=0.006)
    assert report.thread_req_per_s is not None
    assert report.thread_req_per_s["max"] == pytest.approx(rates[2], rel=0.02, abs=0.005)
    assert report.latency_s is not None
    assert report.latency_s["max"] == pytest.approx(maximum / 1e6, rel=0.02, abs=6e-9)
    if report.latency_s["mean"] is None:
        assert column(time(mean), 8) == "1000.00m"
    else:
        assert report.latency_s["mean"] == pytest.approx(mean / 1e6, rel=0.02, abs=6e-9)
