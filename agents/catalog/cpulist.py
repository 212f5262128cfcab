"""CPU lists as `taskset -c` takes them: `0`, `0-3`, `0,2,4-7`."""

import re
from collections.abc import Iterator, Sequence

MAX_CPUS = 8192
"""What Linux can be built for; CPUs are numbered from 0."""
_PART = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?", re.ASCII)


def parse_cpu_list(text: str) -> frozenset[int]:
    """The CPU numbers that a list names; ValueError says what is wrong with it."""
    ranges: list[tuple[int, int]] = []
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if not match:
            raise ValueError(f"“{text}” is not a CPU list; write for example 0-3 or 0,2,4")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise ValueError(f"“{part.strip()}” runs backwards; write {last}-{first}")
        if last >= MAX_CPUS:
            raise ValueError(f"there is no CPU {last}; Linux numbers them up to {MAX_CPUS - 1}")
        ranges.append((first, last))
    return frozenset(_numbers(ranges))


def _numbers(ranges: list[tuple[int, int]]) -> Iterator[int]:
    """Each number once, however often the ranges repeat it."""
    following = 0
    for first, last in sorted(ranges):
        yield from range(max(first, following), last + 1)
        following = max(following, last + 1)


def format_cpu_list(cpus: frozenset[int] | set[int]) -> str:
    """The shortest list for a set of CPU numbers: {0, 1, 2, 5} → `0-2,5`."""
    ranges: list[list[int]] = []
    for cpu in sorted(cpus):
        if ranges and cpu == ranges[-1][1] + 1:
            ranges[-1][1] = cpu
        else:
            ranges.append([cpu, cpu])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def pin_command(argv: Sequence[str], cpus: str | None) -> list[str]:
    """The argument list that keeps a command on these CPUs; unchanged where none are given."""
    return ["taskset", "-c", cpus, *argv] if cpus else list(argv)
