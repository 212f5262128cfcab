"""The soak's verdict: growth is told from warming up, from noise and from one odd reading."""

from e2e.soak.verdict import Line, judge

MINUTES = [60.0 * n for n in range(61)]


def line(name: str, values: list[float]) -> Line:
    (found,) = judge(MINUTES[: len(values)], [{name: value} for value in values])
    return found


def test_what_only_warms_up_does_not_grow() -> None:
    warming = [150.0 + min(n, 9) * 5 + n % 3 for n in range(61)]
    assert line("api: memory, MB", warming).ok


def test_a_slow_leak_grows() -> None:
    leaking = [150.0 + n * 0.5 + n % 3 for n in range(61)]
    found = line("api: memory, MB", leaking)
    assert not found.ok
    assert found.an_hour is not None
    assert 28 < found.an_hour < 32


def test_one_odd_reading_is_no_growth() -> None:
    assert line("redis: keys", [3.0] * 60 + [40.0]).ok


def test_a_file_that_is_never_closed_grows() -> None:
    assert not line("worker: open files", [40.0 + n // 3 for n in range(61)]).ok


def of_postgres(memory: list[float], connections: float) -> Line:
    readings = [{"postgres: memory, MB": value, "postgres: connections": connections} for value in memory]
    return judge(MINUTES[: len(memory)], readings)[0]


def test_connections_may_fill_their_caches_and_no_more() -> None:
    filling = [20.0 + n for n in range(61)]
    assert of_postgres(filling, connections=12).ok
    assert not of_postgres(filling, connections=8).ok


def test_a_short_soak_finds_what_grows_fast() -> None:
    assert line("api: memory, MB", [150.0 + n * 0.3 for n in range(9)]).ok  # 18 MB an hour, not warm yet
    assert not line("api: memory, MB", [150.0 + n * 4 for n in range(9)]).ok


def test_what_is_left_counts_at_the_end_only() -> None:
    assert line("jobs left", [2.0, 0.0]).ok
    assert not line("jobs left", [0.0, 1.0]).ok
