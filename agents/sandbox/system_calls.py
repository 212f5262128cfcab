"""System calls that children are refused, and the program that refuses them (classic BPF). Pure.

Refused calls end with EPERM. `clone3` takes its flags from memory, which no filter can read: it ends with
ENOSYS, and libc falls back to `clone`. So do calls that are newer than this list.
"""

import errno
import functools
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_BY_MACHINE = {  # number on x86_64, on aarch64; None: that architecture has no such call
    # namespaces and mounts
    "chroot": (161, 51),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "listmount": (458, 458),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "open_tree_attr": (467, 467),
    "pivot_root": (155, 41),
    "setns": (308, 268),
    "statmount": (457, 457),
    "umount2": (166, 39),
    "unshare": (272, 97),
    # other processes
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    # keys, and parts of the kernel with many faults
    "add_key": (248, 217),
    "bpf": (321, 280),
    "fanotify_init": (300, 262),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "lookup_dcookie": (212, 18),
    "modify_ldt": (154, None),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "request_key": (249, 218),
    "uselib": (134, None),
    "userfaultfd": (323, 282),
    # the machine itself
    "acct": (163, 89),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "init_module": (175, 105),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "settimeofday": (164, 170),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
}
_MACHINES = ("x86_64", "aarch64")
REFUSED: Mapping[str, Mapping[str, int]] = {
    machine: {name: number for name, numbers in _BY_MACHINE.items() if (number := numbers[index]) is not None}
    for index, machine in enumerate(_MACHINES)
}
NEW_NAMESPACES = 0x7E020000  # flags CLONE_NEW* of clone(2)
FAMILIES = (1, 2, 10, 16)  # of socket(2): unix, IPv4, IPv6, netlink
NEWEST = 469  # file_setattr of Linux 6.17, on both architectures
CLONE3 = 435
X32 = 0x40000000  # x32's calls have this bit, and the architecture of x86_64


class Machine(NamedTuple):
    """An architecture's name for the kernel (linux/audit.h) and the numbers of calls that are special."""

    audit_name: int
    seccomp: int
    clone: int
    socket: int
    socketpair: int


MACHINES = {
    "x86_64": Machine(0xC000003E, seccomp=317, clone=56, socket=41, socketpair=53),
    "aarch64": Machine(0xC00000B7, seccomp=277, clone=220, socket=198, socketpair=199),
}

_NUMBER, _ARCHITECTURE, _ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; the first argument's low half
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06


class Instruction(NamedTuple):
    """struct sock_filter: `if_true` and `if_false` count the instructions that are skipped."""

    code: int
    if_true: int
    if_false: int
    operand: int

    def to_bytes(self) -> bytes:
        return struct.pack("=HBBI", *self)


def _load(offset: int) -> Instruction:
    return Instruction(_LOAD, 0, 0, offset)


def _refuse(number: int) -> Instruction:
    return Instruction(_RETURN, 0, 0, 0x00050000 | number)


_ALLOW = Instruction(_RETURN, 0, 0, 0x7FFF0000)
_NOT_PERMITTED, _NO_SUCH_CALL = _refuse(errno.EPERM), _refuse(errno.ENOSYS)
Block = tuple[Instruction, ...]


@functools.cache
def program_for(machine: str) -> list[Instruction] | None:
    """The filter for an architecture as `uname -m` names it; None: there is none.

    Calls are found by a binary search, and only `clone` and `socket` depend on an argument: the kernel
    caches the answer for each other number.
    """
    if machine not in MACHINES:
        return None
    special = MACHINES[machine]
    families = tuple(
        Instruction(_IF_EQUAL, len(FAMILIES) - index, 0, family) for index, family in enumerate(FAMILIES)
    )
    by_family = (_load(_ARGUMENT), *families, _NOT_PERMITTED, _ALLOW)
    without_namespaces = (
        _load(_ARGUMENT),
        Instruction(_IF_ANY_BIT, 0, 1, NEW_NAMESPACES),
        _NOT_PERMITTED,
        _ALLOW,
    )
    blocks: dict[int, Block] = dict.fromkeys(REFUSED[machine].values(), (_NOT_PERMITTED,))
    blocks |= {special.clone: without_namespaces, CLONE3: (_NO_SUCH_CALL,)}
    blocks |= dict.fromkeys((special.socket, special.socketpair), by_family)
    return [
        _load(_ARCHITECTURE),
        Instruction(_IF_EQUAL, 1, 0, special.audit_name),
        _NOT_PERMITTED,
        _load(_NUMBER),
        *_search(_ranges(blocks)),
    ]


def _ranges(blocks: Mapping[int, Block]) -> list[tuple[int, Block]]:
    """The first number of each range of calls with the same block."""
    starts: list[tuple[int, Block]] = []
    for number in range(NEWEST + 1):
        block = blocks.get(number, (_ALLOW,))
        if not starts or starts[-1][1] != block:
            starts.append((number, block))
    return [*starts, (NEWEST + 1, (_NO_SUCH_CALL,)), (X32, (_NOT_PERMITTED,))]


def _search(ranges: Sequence[tuple[int, Block]]) -> list[Instruction]:
    if len(ranges) == 1:
        return [*ranges[0][1]]
    middle = len(ranges) // 2
    below, above = _search(ranges[:middle]), _search(ranges[middle:])
    return [Instruction(_IF_AT_LEAST, len(below), 0, ranges[middle][0]), *below, *above]
