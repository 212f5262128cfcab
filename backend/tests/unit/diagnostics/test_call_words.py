"""What differs between two sides' system calls, in words."""

import pytest

from backend.diagnostics.system_call_words import sentence
from backend.diagnostics.system_calls import CallRow, CallTable


def table(*differences: tuple[str, float | None], is_exact: bool = True) -> CallTable:
    rows = [CallRow(name, 1.0, None if d is None else 1.0 - d, d) for name, d in differences]
    return CallTable("proxy", CallRow("all", 1.0, None, None), rows, is_exact)


OPENING = (("openat", -1.0), ("newfstatat", -0.998), ("close", -1.004), ("epoll_wait", -0.9))
CASES = [
    (table(*OPENING), "The proxy makes three system calls a request fewer (close, newfstatat, openat)."),
    (
        table(("pread64", -1.0), ("sendfile", 1.0), ("writev", -1.0), ("recvfrom", 0.3)),
        "The proxy makes two system calls a request fewer (pread64, writev) and one more (sendfile).",
    ),
    (table(("write", 1.0)), "The proxy makes one system call a request more (write)."),
    (table(("connect", -0.72)), "The proxy makes 0.7 system calls a request fewer (connect)."),
    (
        table(*((f"c{i}", 3.0) for i in range(6))),
        "The proxy makes 18 system calls a request more (c0, c1, c2, c3, 2 others).",
    ),
    (table(("writev", 0.02), ("epoll_wait", -3.0)), ""),
    (table(*OPENING, is_exact=False), ""),
    (table(("openat", None)), ""),
]


@pytest.mark.parametrize(("found", "said"), CASES)
def test_the_sentence(found: CallTable, said: str) -> None:
    assert sentence("The proxy", found) == said
