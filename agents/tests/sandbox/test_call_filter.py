"""The filter of system calls as a program: what it answers to each call on each architecture."""

import errno
import re
from pathlib import Path

import pytest

from agents.sandbox.system_calls import (
    CLONE3,
    FAMILIES,
    MACHINES,
    NEW_NAMESPACES,
    NEWEST,
    REFUSED,
    X32,
    Instruction,
    program_for,
)

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
NAMES = [
    *("acct", "add_key", "adjtimex", "bpf", "chroot", "clock_adjtime", "clock_settime"),
    *("delete_module", "fanotify_init", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick"),
    *("init_module", "io_uring_enter", "io_uring_register", "io_uring_setup", "kcmp"),
    *("kexec_file_load", "kexec_load", "keyctl", "listmount", "lookup_dcookie", "migrate_pages"),
    *("mount", "mount_setattr", "move_mount", "move_pages", "open_by_handle_at", "open_tree"),
    *("open_tree_attr", "perf_event_open", "personality", "pidfd_getfd", "pivot_root"),
    *("process_madvise", "process_mrelease", "process_vm_readv", "process_vm_writev", "ptrace"),
    *("quotactl", "quotactl_fd", "reboot", "request_key", "setdomainname", "sethostname", "setns"),
    *("settimeofday", "statmount", "swapoff", "swapon", "syslog", "umount2", "unshare"),
    "userfaultfd",
]
ONLY_X86 = ["ioperm", "iopl", "modify_ldt", "uselib"]
MANY = range(2048)


def answer(program: list[Instruction], number: int, argument: int = 0, audit_name: int = 0) -> int:
    """Run the program as the kernel does; 0: the call passes, otherwise the error that it ends with."""
    data = {0: number, 4: audit_name, 16: argument & 0xFFFFFFFF}
    value, position = 0, 0
    while True:
        code, if_true, if_false, operand = program[position]
        position += 1
        if code == 0x06:
            assert operand >> 16 in (0x7FFF, 0x0005)
            return operand & 0xFFFF
        if code == 0x20:
            value = data[operand]
        else:
            holds = {0x15: value == operand, 0x35: value >= operand, 0x45: bool(value & operand)}[code]
            position += if_true if holds else if_false


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def program(machine: str) -> list[Instruction]:
    made = program_for(machine)
    assert made
    return made


def test_it_refuses_what_is_named_and_nothing_else_that_is_there(
    machine: str, program: list[Instruction]
) -> None:
    assert REFUSED[machine].keys() == {*NAMES, *(ONLY_X86 if machine == "x86_64" else [])}
    audit_name = MACHINES[machine].audit_name
    answers = {number: answer(program, number, 2, audit_name) for number in MANY}
    assert {number for number in MANY if answers[number] == errno.EPERM} == {*REFUSED[machine].values()}
    assert {n for n in MANY if answers[n] == errno.ENOSYS} == {CLONE3, *range(NEWEST + 1, len(MANY))}


def test_other_architectures_have_no_calls(machine: str, program: list[Instruction]) -> None:
    for audit_name in (0x40000003, 0x40000028, 0, *(m.audit_name for m in MACHINES.values())):
        if audit_name != MACHINES[machine].audit_name:
            assert {answer(program, number, 2, audit_name) for number in MANY} == {errno.EPERM}
    audit_name = MACHINES[machine].audit_name
    assert {answer(program, X32 + number, 2, audit_name) for number in MANY} == {errno.EPERM}
    assert answer(program, 0xFFFFFFFF, 2, audit_name) == errno.EPERM


def test_a_process_is_made_in_the_namespaces_that_are_there(machine: str, program: list[Instruction]) -> None:
    special = MACHINES[machine]

    def clone(flags: int) -> int:
        return answer(program, special.clone, flags, special.audit_name)

    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert clone(flag) == clone(flag | 0x11) == clone(1 << 40 | flag) == errno.EPERM
    thread, child, vfork = 0x003D0F00, 0x01200011, 0x4111  # as glibc asks for them
    assert [clone(flags) for flags in (thread, child, vfork)] == [0, 0, 0]
    assert NEW_NAMESPACES & (thread | child | vfork) == 0


def test_sockets_are_of_the_families_that_servers_use(machine: str, program: list[Instruction]) -> None:
    special = MACHINES[machine]
    for number in (special.socket, special.socketpair):
        passing = {n for n in range(64) if answer(program, number, n, special.audit_name) == 0}
        assert passing == {*FAMILIES} == {1, 2, 10, 16}


def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("no headers of Linux here")
    text = HEADERS[machine].read_text()
    numbers = {name: int(n) for name, n in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
    special = MACHINES[machine]._asdict() | {"clone3": CLONE3}
    for name, number in {**REFUSED[machine], **special}.items():
        if name != "audit_name":
            assert numbers.get(name, number) == number, name


def test_another_architecture_has_no_filter() -> None:
    assert program_for("riscv64") is None
