"""The latency of every request: what wrk measured, without what it invents, and in what form it is sent."""

import base64
import os
import struct
import subprocess
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.catalog.histogram import (
    CELLS,
    MAX_US,
    Histogram,
    NotAHistogram,
    cell_of,
    decode,
    encode,
    lowest_of,
    middle_of,
)
from agents.catalog.tools import LOAD_TOOLS
from agents.catalog.tools.wrk import latency as wrk_latency
from agents.contract.workload import Workload
from agents.load.driver import Outcome, make_argv, read_outcome, with_latency
from agents.tests.load.odd import odd_server

# Made by HdrHistogram's own library (PyPI hdrhistogram 0.10.8): HdrHistogram(1, 3_600_000_000, 3) with
# record_value(1), (2047), (2048), (2049) and twice (1_000_000), then encode().
FROM_THE_LIBRARY = "HISTFAAAACl4nJNpmSzMwMDAxQABzFCaEURcm7yEwf4DVIDppzwTy/4+RhYAjVcHBA=="


@given(st.integers(0, MAX_US))
def test_a_cell_holds_its_values_and_is_a_thousandth_wide(us: int) -> None:
    cell = cell_of(us)
    assert lowest_of(cell) <= us
    assert cell == CELLS - 1 or us < lowest_of(cell + 1)
    assert abs(middle_of(cell) - us) <= max(us * 0.001, 0)
    assert cell_of(middle_of(cell)) == cell


@given(st.dictionaries(st.integers(0, CELLS - 1), st.integers(1, 10**9), max_size=200))
def test_what_is_encoded_is_decoded(cells: dict[int, int]) -> None:
    histogram = Histogram(dict(sorted(cells.items())))
    assert decode(encode(histogram)) == histogram


def test_it_is_the_encoding_of_hdrhistogram() -> None:
    counts = {1: 1, 2047: 1, 2048: 2, cell_of(1_000_000): 2}
    assert decode(FROM_THE_LIBRARY) == Histogram(counts)
    assert encode(Histogram(counts)).startswith("HISTFA")


def test_percentiles_are_of_all_requests() -> None:
    tail = Histogram({100: 990, 2000: 9, cell_of(1_000_000): 1})
    p50, p99, p99_9, largest = tail.percentiles([0.5, 0.99, 0.999, 1])
    assert (p50, p99, p99_9) == (0.0001, 0.0001, 0.002)
    assert largest == pytest.approx(1.0, rel=0.001)
    assert Histogram({}).percentiles([0.5, 0.99]) == [None, None]
    assert Histogram({7: 1}).percentiles([0.5, 0.9999]) == [7e-6, 7e-6]


def packed(payload: bytes, digits: int = 3, size: int | None = None) -> str:
    head = struct.pack(
        ">iiiiqqd", 0x1C849313, len(payload) if size is None else size, 0, digits, 1, MAX_US, 1.0
    )
    body = zlib.compress(head + payload)
    return base64.b64encode(struct.pack(">ii", 0x1C849314, len(body)) + body).decode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "V2 encoding"),
        ("a" * 70_000, "characters"),
        ("HISTFAAA", "V2 encoding"),
        (base64.b64encode(os.urandom(3000)).decode(), "V2 encoding"),
        (encode(Histogram({1: 1}))[:-8], "V2 encoding|cut"),
        (packed(b"\x02", digits=2), "3 digits"),
        (packed(b"\x02", size=7), "V2 encoding"),
        (packed(b"\x80"), "cut or too large"),
        (packed(b"\xff" * 9 + b"\x01"), "cut or too large"),
        (packed(b"\xfe\xff\xff\xff\xff\x7f"), "requests"),
        (packed(b"\xff\xff\xff\xff\x7f"), "one hour"),
        (packed(b"\x02" * (CELLS + 1)), "one hour"),
        (packed(b"\x00" * 50_000_000), "cut|V2 encoding"),
    ],
)
def test_what_is_no_histogram_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotAHistogram, match=said):
        decode(text)


@given(st.binary(max_size=300))
def test_any_payload_is_a_histogram_or_refused(payload: bytes) -> None:
    try:
        found = decode(packed(payload))
    except NotAHistogram:
        return
    assert all(count > 0 for count in found.cells.values())
    assert list(found.cells) == sorted(found.cells)


def wrk(tmp_path: Path, port: int, hook: str | None = None, **more: object) -> Outcome:
    """One run of wrk itself, as an agent starts it; `hook` is put before done.lua."""
    (tmp_path / "out").mkdir()
    workload = Workload.model_validate({"tool": "wrk", "connections": 7, "duration_s": 1} | more)
    argv = make_argv(LOAD_TOOLS["wrk"], workload, f"http://127.0.0.1:{port}/", tmp_path)
    if hook is not None:
        lua = tmp_path / "done.lua"
        lua.write_text(
            lua.read_text().partition("\n")[2].replace("local threads = 0", f"{hook}\nlocal threads = 0")
        )
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=True)
    return read_outcome(LOAD_TOOLS["wrk"], done.stdout, done.stderr, tmp_path, workload)


@pytest.mark.parametrize(
    "connections",
    [pytest.param(1, marks=pytest.mark.exhaustive), 7, pytest.param(64, marks=pytest.mark.exhaustive)],
)
def test_what_wrk_invents_for_a_stall_is_taken_out_and_each_request_stays(
    tmp_path: Path, connections: int
) -> None:
    with odd_server("stall") as port:
        found = wrk(tmp_path, port, connections=connections)
    assert found.latency is not None
    assert found.latency.negative == 0
    assert found.latency.counted == found.figures["requests"]
    assert decode(found.latency.histogram).count == found.latency.counted
    # What wrk adds lies above its usual latency, so it can only raise a mean.
    assert (found.figures["latency_mean"] or 0) < (found.latency.printed["latency_mean"] or 0)
    assert found.figures["latency_max"] == found.latency.printed["latency_max"]
    assert not any("histogram" in warning for warning in found.warnings)


ASKED = "connections, timeout_us = 7, 2000000"


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        ("connections, timeout_us = 7, 1000", "its counters have another size"),
        pytest.param("connections, timeout_us = nil, 2000000", "nil", marks=pytest.mark.exhaustive),
        (f"{ASKED}\npackage.preload.ffi = function() error('no ffi')end\npackage.loaded.ffi = nil", "no ffi"),
    ],
)  # fmt: skip
def test_where_the_counters_cannot_be_read_latency_is_as_printed_and_says_so(
    tmp_path: Path, hook: str, said: str
) -> None:
    with odd_server("page:100") as port:
        found = wrk(tmp_path, port, hook=hook)
    assert found.latency is None
    assert (found.figures["latency_p99"] or 0) > 0
    (warning,) = found.warnings
    assert warning.startswith("latency is as wrk prints it")
    assert said in warning


def test_requests_that_timed_out_have_no_latency_and_all_others_have_one(tmp_path: Path) -> None:
    with odd_server("late") as port:
        found = wrk(tmp_path, port, connections=16, duration_s=3, timeout_s=1)
    timeouts = found.errors["timeout"] or 0
    assert timeouts > 0
    assert found.latency is not None
    assert found.latency.counted == (found.figures["requests"] or 0) - timeouts
    assert found.latency.fits(found.figures["requests"], timeouts)


def test_connections_that_break_change_nothing(tmp_path: Path) -> None:
    with odd_server("reset") as port:
        found = wrk(tmp_path, port)
    assert found.latency is not None
    assert found.latency.fits(found.figures["requests"], found.errors["timeout"])


PRINTED = Outcome({"requests": 10.0, "latency_p50": 5.0, "latency_mean": 5.0}, {"timeout": 1})


def test_a_histogram_that_does_not_fit_the_requests_leaves_latency_as_printed() -> None:
    whole = wrk_latency.read("wrk-latency/1 9 0 900 100 100\n100 9\n")
    assert whole is not None
    found = with_latency(PRINTED, whole)
    assert found.latency is not None
    assert (found.figures["latency_p50"], found.latency.printed["latency_p50"]) == (0.0001, 5.0)
    for short in ("wrk-latency/1 8 0 800 100 100\n100 8\n", "wrk-latency/1 9 2 900 100 100\n100 9\n"):
        less = wrk_latency.read(short)
        assert less is not None
        found = with_latency(PRINTED, less)
        assert found.latency is not None
        assert found.figures == PRINTED.figures


@pytest.mark.parametrize(
    "text",
    [
        "",
        "wrk-latency/1 9 0 900 100 100",
        "wrk-latency/1 9 0 900 100 100\n100 8\n",
        "wrk-latency/2 1 0 1 1 1\n1 1\n",
        "wrk-latency/1 2 0 2 1 1\n2 1\n1 1\n",
        "wrk-latency/1 1 0 1 1 1\n99999999 1\n",
        "wrk-latency/1 1 0 1 1 1\n1 x\n",
    ],
)
def test_a_file_that_is_not_whole_is_not_read(text: str) -> None:
    assert wrk_latency.read(text) is None
