"""Errors as responses: RFC 9457 problem details for our errors, the framework's and anything unexpected."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from sqlalchemy.exc import DataError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Scope

from agents.contract.logs import ids
from backend.database import is_held_up, may_be_committed
from backend.errors import Busy, DynoError, InDoubt, Invalid, NoThreads, ProblemItem, is_without_threads
from backend.http.count_answers import mark_fault
from backend.http.request_limits import RETRY_S
from backend.http.request_words import list_problems

LOG = logging.getLogger(__name__)


class Problem(BaseModel):
    """RFC 9457 problem details."""

    type: str = "about:blank"
    code: str = Field(examples=["not_found"])
    title: str = Field(examples=["Not found"])
    status: int = Field(examples=[404])
    detail: str = Field(examples=["There is no run 06f3k2a8d1xq9z; check the link"])
    errors: list[ProblemItem] = Field(default_factory=list)
    more: dict[str, Any] = Field(default_factory=dict, description="what its code promises")
    request_id: str = Field(default="", description="under which the log has it")


RESPONSES: dict[int | str, dict[str, Any]] = {
    "default": {"model": Problem, "description": "Problem details (RFC 9457)"}
}


PROBLEM = "application/problem+json"


def with_problems(document: dict[str, Any]) -> dict[str, Any]:
    """OpenAPI with the media type that errors have; the framework writes that of the other answers."""
    for path in document["paths"].values():
        for operation in path.values():
            content = operation["responses"]["default"]["content"]
            for kind in [kind for kind in content if kind != PROBLEM]:
                content[PROBLEM] = content.pop(kind)
    return document


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    problem_with_id = problem.model_copy(update={"request_id": ids().get("request_id", "")})
    return JSONResponse(
        problem_with_id.model_dump(mode="json"),
        status_code=problem.status,
        headers=dict(headers or {}),
        media_type=PROBLEM,
    )


def problem_of(error: DynoError) -> JSONResponse:
    """The response that an error is, for those who answer with it instead of raising it."""
    return problem_response(
        Problem(
            code=error.code,
            title=error.title,
            status=error.status,
            detail=error.detail,
            errors=error.errors,
            more=error.more,
        ),
        error.headers,
    )


def no_answer(error: SQLAlchemyError, scope: Scope) -> Busy | InDoubt:
    """What a database that is slow or away is for agents and browsers, who try again."""
    mark_fault(scope)
    LOG.warning("the database did not answer: %s", error)
    if is_held_up(error):
        return Busy("The database is busy with something else", RETRY_S)
    if may_be_committed(error):
        return InDoubt(
            "The database was lost while it stored this, so it may be done: look before you repeat it",
            RETRY_S,
        )
    return Busy("The database does not answer; the log of the API says why", RETRY_S)


def no_threads(request: Request) -> NoThreads:
    """What a thread that cannot be started is for agents and browsers, who try again."""
    request.app.state.answers.note(refusals=1)
    LOG.error("%s %s is refused: no thread can be started", request.method, request.url.path)
    return NoThreads("This server can start no more threads; the log of the API says why", RETRY_S)


def install(app: FastAPI) -> None:
    """Register the handlers for our errors, framework errors and anything unexpected.

    None of them needs a thread of its own, which there may not be.
    """

    @app.exception_handler(DynoError)
    async def _answer_dyno_error(_: Request, error: DynoError) -> JSONResponse:
        return problem_of(error)

    @app.exception_handler(RequestValidationError)
    async def _validation(_: Request, error: RequestValidationError) -> JSONResponse:
        items = [ProblemItem(place=place, message=text) for place, text in list_problems(error.errors())]
        return problem_of(Invalid("The request is invalid: see the errors", items))

    @app.exception_handler(DataError)
    async def _unstorable(_: Request, error: DataError) -> JSONResponse:
        """Such as NUL in an id or a text: whoever sent it can fix it, so it is not the server's fault."""
        return problem_of(Invalid(f"The database cannot store a value of this request: {error.orig}"))

    @app.exception_handler(PoolTimeout)
    @app.exception_handler(OperationalError)
    async def _no_answer(request: Request, error: SQLAlchemyError) -> JSONResponse:
        return problem_of(no_answer(error, request.scope))

    @app.exception_handler(ClientDisconnect)
    async def _broken_off(_: Request, error: ClientDisconnect) -> JSONResponse:
        """Such as an upload that was cancelled: nobody reads this."""
        return problem_of(Invalid("The request broke off before its end"))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        title = {404: "Not found", 405: "Method not allowed"}.get(error.status_code, "Error")
        code = title.lower().replace(" ", "_")
        return problem_response(
            Problem(code=code, title=title, status=error.status_code, detail=str(error.detail))
        )

    @app.exception_handler(RuntimeError)
    async def _no_threads(request: Request, error: RuntimeError) -> JSONResponse:
        if not is_without_threads(error):
            raise error
        return problem_of(no_threads(request))

    @app.exception_handler(Exception)
    async def _answer_unexpected(_: Request, error: Exception) -> JSONResponse:
        detail = f"The server failed ({type(error).__name__}); its log has the details"
        return problem_response(Problem(code="internal", title="Server error", status=500, detail=detail))
