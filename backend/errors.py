"""One error tree: each class carries its status and code. error_handlers.py turns it into responses."""

import ssl
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self, TypeVar

from pydantic import BaseModel, computed_field

from backend.place_words import place_words

T = TypeVar("T")


class ProblemItem(BaseModel, frozen=True):
    """What is wrong and where, e.g. `variants[2].set.nginx.worker_processes`; line and column if YAML.

    `label`: the place as the form names it, e.g. “Variant 3, nginx.worker_processes”.
    """

    place: str
    message: str
    line: int | None = None
    column: int | None = None

    @computed_field
    @property
    def label(self) -> str:
        return place_words(self.place)


class DynoError(Exception):
    """Base of every error that a user may see."""

    status = 500
    code = "error"
    title = "Error"
    headers: Mapping[str, str] = MappingProxyType({})  # of the answer

    def __init__(
        self, detail: str, errors: list[ProblemItem] | None = None, more: dict[str, Any] | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors or []
        self.more = more or {}


class NotFound(DynoError):
    status, code, title = 404, "not_found", "Not found"


def require(row: T | None, problem: str) -> T:
    """The row that somebody asked for; NotFound says the problem where there is none."""
    if row is None:
        raise NotFound(problem)
    return row


class NotAllowed(DynoError):
    status, code, title = 405, "method_not_allowed", "Method not allowed"

    def __init__(self, method: str, methods: Sequence[str]) -> None:
        """`methods`: those that the address takes."""
        super().__init__(f"{method} is not possible here; use {' or '.join(methods)}")
        self.headers = {"Allow": ", ".join(methods)}


class Gone(DynoError):
    status, code, title = 410, "deleted", "Deleted"


class Conflict(DynoError):
    status, code, title = 409, "conflict", "Not possible now"


class Invalid(DynoError):
    status, code, title = 422, "invalid", "Invalid values"

    @classmethod
    def at(cls, place: str, message: str) -> Self:
        """The one thing that is wrong, and where."""
        return cls(message, [ProblemItem(place=place, message=message)])


class Unauthorized(DynoError):
    status, code, title = 401, "unauthorized", "Token needed"


class Forbidden(DynoError):
    status, code, title = 403, "forbidden", "Refused"


class TooLarge(DynoError):
    status, code, title = 413, "too_large", "Too large"


class TooLong(DynoError):
    """The address of a request, or its headers."""

    status, code, title = 414, "too_long", "Too long"


class TooSlow(DynoError):
    status, code, title = 408, "too_slow", "Too slow"


class NoSpace(DynoError):
    """The disk has too little room for anything new."""

    status, code, title = 507, "no_space", "No space left"


class TooMany(DynoError):
    """One caller has too much open at once; `wait_s` from now it may have more."""

    status, code, title = 429, "too_many", "Too many at once"

    def __init__(self, detail: str, wait_s: int) -> None:
        super().__init__(f"{detail}; try again in {wait_s} s")
        self.headers = {"Retry-After": str(wait_s)}


class TooManyAttempts(TooMany):
    """Wrong credentials came too often; `wait_s` from now another try is looked at."""

    code, title = "too_many_attempts", "Too many attempts"


class Busy(TooMany):
    """All callers together ask for too much at once, or the database is away; nothing was done."""

    status, code, title = 503, "busy", "Busy"


class InDoubt(TooMany):
    """The database was lost during the commit: what was asked for may be done."""

    status, code, title = 503, "in_doubt", "Lost"


class NoThreads(Busy):
    """The operating system lets this process start no more threads."""

    code, title = "no_threads", "No threads"


def is_without_threads(error: BaseException) -> bool:
    """Whether an error says that no thread could be started; Python has no class of its own for it."""
    return isinstance(error, RuntimeError) and "can't start new thread" in str(error)


def reason_of(error: BaseException) -> str:
    """Name the reason why a server cannot be reached: certificate, TLS, time, or what the system says."""
    return next(filter(None, map(_cause_words, _causes(error))), str(error) or type(error).__name__)[:200]


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _cause_words(error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not good: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "it speaks no TLS that this server knows: check its port"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(getattr(error, "strerror", None) or "")
