"""One error tree: each class carries its status and code. error_handlers.py turns it into responses."""

from typing import Any, Self

from pydantic import BaseModel


class ProblemItem(BaseModel):
    """What is wrong and where, e.g. `variants[2].set.nginx.worker_processes`; line and column if YAML."""

    place: str
    message: str
    line: int | None = None
    column: int | None = None


class DynoError(Exception):
    """Base of every error that a user may see."""

    status = 500
    code = "error"
    title = "Error"

    def __init__(
        self, detail: str, errors: list[ProblemItem] | None = None, more: dict[str, Any] | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors or []
        self.more = more or {}


class NotFound(DynoError):
    status, code, title = 404, "not_found", "Not found"


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
