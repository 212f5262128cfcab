"""What made the difference in CPU time, in words."""

import pytest

from backend.diagnostics.profiles.changes import Changes, changes
from backend.diagnostics.profiles.cpu_change import Spent, compare_cpu
from backend.diagnostics.profiles.figures import ChangePart, CpuChange
from backend.diagnostics.profiles.sentence import explained_share, sentence
from backend.diagnostics.system_calls import CallRow, CallTable
from backend.tests.unit.diagnostics.measured import diagnostics, exact

LESS = Spent("proxy", 17.0, 11.9, -5.1, -5.8, -4.4, clear=True)
MORE = Spent("backend", 30.0, 151.2, 121.2, 110.0, 132.4, clear=True)
SMALL = Spent("load", 2.0, 2.31, 0.31, 0.2, 0.42, clear=True)
EQUAL = Spent("proxy", 17.0, 16.9, -0.1, -0.5, 0.3, clear=False)
APART = Spent("proxy", 17.0, 19.1, 2.1, 0.24, 3.96, clear=False)
ONCE = Spent("proxy", 17.0, 12.0, -5.0, None, None, clear=False)


def change(d: float, is_clear: bool) -> CpuChange:
    return CpuChange(a=9.0, b=9.0 + d, change=d, low=d - 1, high=d + 1, clear=is_clear)


def found(*parts: tuple[str, float, bool], rounds: int = 4) -> Changes:
    rows = [ChangePart(name=name, kind="call", change=change(d, c)) for name, d, c in parts]
    return Changes(rounds, change(0.0, False), sorted(rows, key=lambda p: -abs(p.change.change)), [], [])


CASES = [
    (
        LESS,
        found(("openat", -3.1, True), ("close", -1.9, True), ("writev", 0.9, False)),
        "The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 5.0 µs less in openat and close.",
    ),
    (
        LESS,
        found(("openat", -3.0, True), ("writev", 0.4, True)),
        "The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 3.0 µs less in openat, 0.4 µs more in "
        "writev, 2.5 µs less not explained.",
    ),
    (
        LESS,
        found(("openat", -7.0, True)),
        "The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 7.0 µs less in openat, 1.9 µs more "
        "not explained.",
    ),
    (
        MORE,
        found(*((name, 24.0 - i, True) for i, name in enumerate(("a", "[libssl.so]", "c", "d", "e")))),
        "The backend spends 121 µs [110, 132] more CPU a request: 110 µs more in a, libssl.so, c "
        "and 2 others, 11 µs more not explained.",
    ),
    (SMALL, None, "The load tool spends 0.31 µs [0.20, 0.42] more CPU a request."),
    (
        LESS,
        found(("openat", -3.0, False)),
        "The proxy spends 5.1 µs [4.4, 5.8] less CPU a request; no function or system call stands out in "
        "4 profiles of each side.",
    ),
    (
        LESS,
        found(rounds=1),
        "The proxy spends 5.1 µs [4.4, 5.8] less CPU a request; no function or system call stands out in "
        "1 profile of each side.",
    ),
    (EQUAL, found(), "The proxy’s CPU a request does not differ clearly: −0.10 µs [−0.50, 0.30]."),
    (
        EQUAL,
        found(("writev", -3.0, True), ("sendfile", 2.8, True)),
        "The proxy’s CPU a request does not differ clearly: −0.1 µs [−0.5, 0.3]; 3.0 µs less in writev, "
        "2.8 µs more in sendfile.",
    ),
    (
        APART,
        found(),
        "The proxy’s CPU a request does not differ clearly, counting all hosts: +2.10 µs [0.24, 3.96].",
    ),
    (ONCE, None, "The proxy’s CPU a request does not differ clearly: −5.00 µs."),
]


@pytest.mark.parametrize(("difference", "profiles", "said"), CASES)
def test_the_sentence(difference: Spent, profiles: Changes | None, said: str) -> None:
    assert sentence(difference, profiles) == said


def test_exact_system_calls_are_named() -> None:
    rows = [CallRow(name, 0.0, 1.0, -1.0) for name in ("openat", "newfstatat", "close")]
    counts = CallTable("proxy", CallRow("all", 3.0, 6.0, -3.0), rows, is_exact=True)
    assert sentence(LESS, found(("openat", -5.1, True)), counts) == (
        "The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 5.1 µs less in openat. "
        "The proxy makes three system calls a request fewer (close, newfstatat, openat)."
    )


def test_without_pairs_every_trial_counts() -> None:
    a = {r: 17.0 + 0.1 * (-1) ** r for r in range(1, 9)}
    b = {r: 12.0 + 0.1 * (-1) ** r for r in range(20, 26)}
    assert compare_cpu({"proxy": (a, b)}) == {}
    told = compare_cpu({"proxy": (a, b)}, is_paired=False)["proxy"]
    assert (told.a, told.b, told.change) == pytest.approx((17.0, 12.0, -5.0))
    assert told.low is not None
    assert -5.2 < told.low < -5.05
    assert told.clear


def test_how_much_is_explained() -> None:
    assert explained_share(LESS, found(("openat", -4.59, True), ("close", -1.0, False))) == pytest.approx(0.9)
    assert explained_share(EQUAL, found(("openat", -4.0, True))) is None
    assert explained_share(LESS, None) is None


def test_the_difference_is_exact_paired_and_counts_every_host() -> None:
    a = {r: 17.0 + r for r in range(1, 7)}
    b = {r: 12.0 + r + 0.1 * (-1) ** r for r in range(1, 7)}
    told = compare_cpu({"proxy": (a, b), "load": ({1: 2.0}, {2: 3.0})})
    assert told.keys() == {"proxy"}, "no round has both"
    assert told["proxy"].change == pytest.approx(-5.0)
    assert told["proxy"].low == pytest.approx(-5.115, abs=0.01)
    assert told["proxy"].clear


def test_real_profiles() -> None:
    off, on = diagnostics("sendfile off"), diagnostics("sendfile on")
    difference = compare_cpu({"proxy": (exact(off), exact(on))})["proxy"]
    told = sentence(difference, changes({"proxy": (off, on)})["proxy"])
    assert told == (
        "The proxy’s CPU a request does not differ clearly: −0.8 µs [−2.2, 0.6]; 5.9 µs less in writev "
        "and pread64, 4.5 µs more in sendfile."
    )
