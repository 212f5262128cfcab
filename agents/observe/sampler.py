"""Interface of samplers: read counters, and turn two readings into values. One file per sampler."""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Protocol

Reading = Mapping[str, float]
"""Name → cumulative counter, or a gauge as it is."""


class ParsedLater(Mapping[str, float]):
    """A reading whose texts were read and are parsed when somebody asks: that takes longer than to read them,
    and can wait for the end of what is measured."""

    def __init__(self, parse: Callable[[], Reading]) -> None:
        self._parse = parse

    @cached_property
    def _values(self) -> Reading:
        return self._parse()

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class Sampler(Protocol):
    def read(self) -> Reading:
        """Counters now; what cannot be read is left out."""
        ...

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        """Series name → value for the `dt` seconds between two readings. Pure."""
        ...

    def close(self) -> None: ...


class FileSampler:
    """Read one file of /proc, which stays open."""

    def __init__(self, path: str, parse: Callable[[str], Reading]) -> None:
        self._file, self._parse = ProcFile(path), parse

    def read(self) -> Reading:
        return ParsedLater(partial(self._parse, self._file.text()))

    def close(self) -> None:
        self._file.close()


def difference(before: Reading, after: Reading, name: str) -> float | None:
    """Growth of a counter; None when a reading lacks it or the counter was reset in between."""
    if name not in before or name not in after or after[name] < before[name]:
        return None
    return after[name] - before[name]


def growth(before: Reading, after: Reading, name: str) -> float:
    return difference(before, after, name) or 0.0


def per_second(before: Reading, after: Reading, name: str, dt: float) -> float | None:
    growth = difference(before, after, name)
    return None if growth is None or dt <= 0 else growth / dt


_PIECE = 1 << 16  # more than most files of /proc have


class ProcFile:
    """One file of /proc, kept open and read again from its start."""

    def __init__(self, path: str) -> None:
        try:
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = None

    def text(self) -> str:
        """The whole text; empty when this kernel has no such file."""
        if self._file is None:
            return ""
        try:
            content = b""
            while piece := os.pread(self._file, _PIECE, len(content)):  # the kernel gives what it has at hand
                content += piece
            return content.decode(errors="replace")
        except OSError:
            return ""

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
