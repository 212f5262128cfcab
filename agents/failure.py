"""The one way a job ends early: a code for programs, a sentence for people, the end of a log."""

import errno
import re

from agents.contract.reports import MAX_MESSAGE_LENGTH, Failure
from agents.contract.space import NO_SPACE

LOG_TAIL = 8_000  # characters kept of a log
_FULL = (errno.ENOSPC, errno.EDQUOT)
_SAYS_FULL = re.compile(rf"failed \((?:{'|'.join(map(str, _FULL))}): [^()]*\)$", re.MULTILINE)


class JobFailed(Exception):
    def __init__(self, code: str, message: str, log: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.log = code, message, log

    def as_failure(self) -> Failure:
        return Failure(code=self.code, message=self.message[:MAX_MESSAGE_LENGTH], log=self.log[-LOG_TAIL:])


class Cancelled(JobFailed):
    def __init__(self, message: str = "The job was cancelled", code: str = "cancelled") -> None:
        super().__init__(code, message)


def no_space(detail: str) -> JobFailed:
    """The job is repeated once there is room."""
    return JobFailed(NO_SPACE, f"No space left on this host: {detail}")


def is_full(error: OSError) -> bool:
    """Whether a disk, or the share of it that this user may have, has no room for what was written."""
    return error.errno in _FULL


def says_full(text: str) -> str:
    """The line in which nginx says the same: `… failed (28: No space left on device)`; empty: it does not."""
    return next((line for line in text.splitlines() if _SAYS_FULL.search(line)), "")
