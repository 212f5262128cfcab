"""Tries come back with time, addresses count by network, and memory is bounded."""

import pytest

from backend.http import rate_limiter
from backend.http.rate_limiter import EACH, MAX_ADDRESSES, PERIOD_S, TOTAL, RateLimiter, network_of


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def be_wrong(found: RateLimiter, address: str, times: int) -> None:
    for _ in range(times):
        found.record_failure(address)


def test_tries_come_back_one_by_one() -> None:
    clock = Clock()
    found = RateLimiter(clock)
    be_wrong(found, "10.0.0.1", EACH - 1)
    assert found.wait_s("10.0.0.1") == 0
    found.record_failure("10.0.0.1")
    assert found.wait_s("10.0.0.1") == PERIOD_S / EACH
    clock.now += PERIOD_S / EACH
    assert found.wait_s("10.0.0.1") == 0
    found.record_failure("10.0.0.1")
    assert found.wait_s("10.0.0.1") > 0
    clock.now += 10 * PERIOD_S
    be_wrong(found, "10.0.0.1", EACH)
    assert found.wait_s("10.0.0.1") > 0  # waiting longer saves up no more than a period's tries


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "TOTAL", 10 * MAX_ADDRESSES)
    found = RateLimiter(Clock())
    for n in range(MAX_ADDRESSES + 100):
        found.record_failure(f"a{n}")
        found.record_success(f"b{n}")
    assert len(found._failures) == len(found._successes) == MAX_ADDRESSES  # pyright: ignore[reportPrivateUsage]


def test_all_together_have_a_limit_that_known_addresses_do_not_need() -> None:
    clock = Clock()
    found = RateLimiter(clock)
    found.record_success("10.0.0.1")
    for n in range(TOTAL):
        found.record_failure(f"10.1.{n // 250}.{n % 250}")
    assert found.wait_s("10.0.0.2") == 1
    assert found.wait_s("10.0.0.1") == 0
    clock.now += 1
    assert found.wait_s("10.0.0.2") == 0


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::9", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::1", "2001:db8:0:2::/64"),
        ("a socket", "a socket"),
    ],
)
def test_what_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network
