"""Refuse system calls to the calling thread, whose children inherit it; and try whether they are refused."""

import ctypes
import errno
import os
import platform

from agents.sandbox.system_calls import CLONE3, MACHINES, NEW_NAMESPACES, REFUSED, program_for

_SET_NO_NEW_PRIVILEGES = 38  # this and what follows: linux/prctl.h, linux/seccomp.h, linux/sched.h
_SET_MODE_FILTER = 1
_ALLOW_SPECULATION = 4
_CLONE_THREAD = 0x00010000
_NO_FAMILY = _NO_POINTER = -1

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def enter() -> None:
    """Take the calls from the calling thread; there is no way back. OSError says why it cannot be.

    Speculation stays as it is: before Linux 5.16 a filter turned it off, which would slow what is measured.
    """
    machine = platform.machine()
    program = program_for(machine)
    if program is None:
        raise OSError(errno.ENOSYS, f"there is no filter of system calls for {machine}")
    text = b"".join(instruction.to_bytes() for instruction in program)
    buffer = ctypes.create_string_buffer(text, len(text))
    filter_program = _Program(len(program), ctypes.cast(buffer, ctypes.c_void_p))
    _check("no_new_privs", _libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    number = ctypes.c_long(MACHINES[machine].seccomp)
    result = _libc.syscall(number, _SET_MODE_FILTER, _ALLOW_SPECULATION, ctypes.byref(filter_program))
    _check("seccomp", result)


def passed_calls() -> list[str]:
    """Try each refused call from this thread, and list those that the kernel did not refuse as agreed.

    All arguments are -1: without the filter every one of the calls is an error, too, and changes nothing.
    """
    machine = platform.machine()
    special = MACHINES[machine]
    attempts = {name: (number, _NO_POINTER, errno.EPERM) for name, number in REFUSED[machine].items()}
    # A thread that shares no signal handlers: no kernel starts one.
    attempts |= {
        f"clone {flag:#x}": (special.clone, flag | _CLONE_THREAD, errno.EPERM)
        for flag in (1 << bit for bit in range(32))
        if flag & NEW_NAMESPACES
    }
    attempts["clone3"] = (CLONE3, _NO_POINTER, errno.ENOSYS)
    attempts["socket"] = (special.socket, _NO_FAMILY, errno.EPERM)
    attempts["socketpair"] = (special.socketpair, _NO_FAMILY, errno.EPERM)
    return [name for name, (number, first, error) in attempts.items() if _errno_of(number, first) != error]


def _errno_of(number: int, first: int) -> int:
    arguments = [ctypes.c_long(value) for value in (number, first, -1, -1, -1, -1, -1)]
    ctypes.set_errno(0)
    return ctypes.get_errno() if _libc.syscall(*arguments) == -1 else 0


def _check(step: str, result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{step}: {os.strerror(number)}")
