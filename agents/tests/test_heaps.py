"""Threads share few heaps, so that an agent does not grow with the number of them."""

import platform
import subprocess
import sys

import pytest

THREADS = 12
COUNT = f"""
import re, sys, threading
if sys.argv[1] == "shared":
    from agents.runner.heaps import share_heaps
    share_heaps()
kept, there = [], threading.Barrier({THREADS} + 1)
def work():
    kept.append([bytearray(5000) for _ in range(20)])
    there.wait()
    there.wait()
for _ in range({THREADS}):
    threading.Thread(target=work).start()
there.wait()
private = [line for line in open("/proc/self/maps") if re.search(r"rw-p 0+ 00:00 0 *$", line)]
begins = [int(line.split("-")[0], 16) for line in private]
print(sum(begin % (64 << 20) == 0 for begin in begins))  # a heap of a thread begins there
there.wait()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="heaps of threads are glibc's")
def test_threads_share_few_heaps() -> None:
    assert _heaps("shared") < 3 <= _heaps("own")


def _heaps(how: str) -> int:
    done = subprocess.run([sys.executable, "-c", COUNT, how], capture_output=True, text=True, check=True)
    return int(done.stdout)
