"""Numbers in the terminal."""

import pytest

from backend.cli.figures import count, duration, latency


@pytest.mark.parametrize(
    ("value", "text"),
    [(17123, "17.1k"), (950.4, "950"), (999.9, "1.00k"), (1_234_567, "1.23M"), (9.5, "9.50"), (0, "0")],
)
def test_count(value: float, text: str) -> None:
    assert count(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.00595, "5.95 ms"), (0.0000421, "42.1 µs"), (1.5, "1.50 s"), (0.0999999, "100 ms"), (3e-8, "0.03 µs")],
)
def test_latency(seconds: float, text: str) -> None:
    assert latency(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(42.4, "42 s"), (95, "1 min 35 s"), (-3, "0 s")])
def test_duration(seconds: float, text: str) -> None:
    assert duration(seconds) == text
