"""A hostile program in the sandbox that asks the kernel for what no server needs: all of it is refused."""

import errno
import os
import platform
import subprocess
import sys
from collections.abc import Callable

import pytest

from agents.contract.sandbox_parts import OFF
from agents.sandbox import attempts, seccomp
from agents.sandbox.sandbox import Sandbox, set_up_sandbox
from agents.sandbox.spawn import spawn
from agents.sandbox.system_calls import MACHINES, REFUSED, Instruction, program_for
from agents.tests.sandbox.conftest import Inside, skip_without_means
from agents.tests.sandbox.test_call_filter import NAMES

MACHINE = platform.machine()
NUMBERS = REFUSED.get(MACHINE, {})
CALL = """
buffer = ctypes.create_string_buffer
def call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    padded = (numbers[name], *arguments, 0, 0, 0, 0, 0, 0)[:7]
    padded = [ctypes.c_long(a) if isinstance(a, int) else a for a in padded]
    result = libc.syscall(*padded)
    return ctypes.get_errno() if result == -1 else 0
"""
ATTEMPTS = {  # most of them work for an ordinary user of a common Linux
    "a user namespace": "call('unshare', 0x10000000)",
    "a child in a user namespace": "call('clone', 0x10000000 | 17)",
    "a child in one, by clone3": "call('clone3', buffer(bytes([0, 0, 0, 16]) + bytes(60)), 64)",
    "its own namespace again": "call('setns', os.open('/proc/self/ns/net', 0), 0)",
    "a file system": "call('fsopen', b'tmpfs', 0)",
    "a key": "call('add_key', b'user', b'dynoboard', b'x', 1, -2)",
    "a keyring": "call('keyctl', 0, -2, 1)",
    "a key of others": "call('request_key', b'user', b'dynoboard', None, -2)",
    "to be traced": "call('ptrace', 0)",
    "the memory of a process": "call('process_vm_readv', os.getpid(), None, 0, None, 0, 0)",
    "to write into a process": "call('process_vm_writev', os.getpid(), None, 0, None, 0, 0)",
    "to compare processes": "call('kcmp', os.getpid(), os.getpid(), 1)",
    "a file of a process": "call('pidfd_getfd', os.pidfd_open(os.getpid()), 0, 0)",
    "io_uring": "call('io_uring_setup', 1, buffer(120))",
    "events of the CPU": "call('perf_event_open', buffer(bytes([1, 0, 0, 0, 112]), 128), 0, -1, -1, 0)",
    "faults of memory": "call('userfaultfd', 1)",
    "a program in the kernel": "call('bpf', 0, buffer(128), 128)",
    "addresses that can be guessed": "call('personality', 0x0040000)",
    "all events of files": "call('fanotify_init', 0x200, 0)",
    "the kernel's log": "call('syslog', 10)",
    "a socket of the hypervisor": "call('socket', 40, 1, 0)",
    "ciphers of the kernel": "call('socket', 38, 5, 0)",
    "packets as they are": "call('socket', 17, 3, 0)",
    "a call of x32": "call('getpid of x32')",
}


@pytest.fixture(autouse=True)
def _has_filter(sandbox: Sandbox) -> None:
    skip_without_means(sandbox, "system_calls")


@pytest.fixture
def call(inside: Inside) -> Callable[[str], int]:
    special = {name: number for name, number in MACHINES[MACHINE]._asdict().items() if name != "audit_name"}
    numbers = {**NUMBERS, **special, "clone3": 435, "getpid of x32": 0x40000000 + 39}
    return lambda attempt: inside(f"{CALL}\nfound = {attempt}", numbers=numbers)


@pytest.mark.parametrize("what", ATTEMPTS)
def test_it_is_refused(call: Callable[[str], int], what: str) -> None:
    expected = errno.ENOSYS if "clone3" in what else errno.EPERM
    assert call(ATTEMPTS[what]) == expected


def test_every_call_of_the_list_is_refused_to_a_child(call: Callable[[str], int]) -> None:
    attempt = f"{{name: call(name, *[-1] * 6) for name in {NAMES}}}"
    assert call(attempt) == dict.fromkeys(NAMES, errno.EPERM)


def test_what_programs_do_passes(inside: Inside) -> None:
    work = (
        "import socket, subprocess, threading\n"
        "threading.Thread(target=print, args=('',), kwargs={'end': ''}).start()\n"
        "families = [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK]\n"
        "for family in families: socket.socket(family, socket.SOCK_DGRAM).close()\n"
        "socket.socketpair()\n"
        "found = [subprocess.run(['true']).returncode, os.sched_getaffinity(0) != set(), os.nice(1) > 0]"
    )
    assert inside(work) == [0, True, True]


@pytest.mark.skipif(MACHINE != "x86_64", reason="the calls of i386 are those of x86_64")
def test_the_calls_of_another_architecture_are_refused(inside: Inside) -> None:
    """int 0x80 with i386's number of getuid."""
    statements = (
        "import mmap\n"
        "page = mmap.mmap(-1, 4096, prot=7)\n"
        "page.write(bytes.fromhex('53b818000000cd805bc3'))\n"
        "address = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
        "found = ctypes.CFUNCTYPE(ctypes.c_int)(address)()"
    )
    outside = subprocess.run([sys.executable, "-c", f"import ctypes\n{statements}"], check=False)
    if outside.returncode != 0:
        pytest.skip("this kernel has no calls of i386")
    assert inside(statements) == -errno.EPERM


def without_refusal(rule: str) -> Callable[[str], list[Instruction] | None]:
    """The filter with the calls of one rule taken out of it."""

    def program(machine: str) -> list[Instruction] | None:
        rules = {name: number for name, number in NUMBERS.items() if name != rule}
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(REFUSED, machine, rules)  # pyright: ignore[reportArgumentType]
            return program_for.__wrapped__(machine)

    return program


def test_an_agent_notices_at_its_start_whichever_rule_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert attempts.passing_calls(seccomp.enter, 5) == ""
    for rule in NAMES:
        monkeypatch.setattr(seccomp, "program_for", without_refusal(rule))
        assert attempts.passing_calls(seccomp.enter, 5) == f"the kernel takes {rule}"


def test_an_agent_says_that_its_children_have_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "enter", lambda: None)
    sandbox = set_up_sandbox(f"unfiltered-{os.getpid()}", refuses_calls=True)
    sandbox.close()
    assert sandbox.why_not["system_calls"].startswith("the kernel takes ")


def test_an_architecture_without_a_filter_is_named(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(OSError, match="no filter of system calls for riscv64"):
        spawn(seccomp.enter, ["true"])
    unfiltered = set_up_sandbox(f"riscv-{os.getpid()}", refuses_calls=True)
    unfiltered.close()
    assert "riscv64" in unfiltered.why_not["system_calls"]
    assert unfiltered.why_not.keys() - sandbox.why_not.keys() == {"system_calls"}


def test_calls_are_refused_where_the_agent_is_asked_to(caplog: pytest.LogCaptureFixture) -> None:
    """It is the one part that slows what is measured."""
    sandbox = set_up_sandbox(f"best-{os.getpid()}", refuses_calls=False)
    sandbox.close()
    assert sandbox.why_not["system_calls"] == OFF
    assert "system_calls" not in caplog.text
