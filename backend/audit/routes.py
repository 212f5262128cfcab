"""The audit log, for admins: to read, and to take away."""

import csv
import io
import json
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from backend.audit.log import Act
from backend.database import SessionDep
from backend.presentation.rendering import escape_formula
from backend.records.audit import audit_queries

router = APIRouter(tags=["audit"])
MAX_ENTRIES, MAX_EXPORTED = 200, 50_000


class Asked(BaseModel, extra="forbid"):
    """Filters; all that are given must hold."""

    act: Act | None = None
    account_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None


class EntryOut(BaseModel, from_attributes=True):
    """One act."""

    id: int
    at: datetime
    account_id: str | None
    name: str
    act: Act
    subject: str
    words: str
    details: dict[str, Any]


class Page(Asked):
    before: int | None = Field(None, ge=1, le=2**63 - 1, description="id of the last entry that was read")


@router.get("/audit")
def list_audit(page: Annotated[Page, Query()], session: SessionDep) -> list[EntryOut]:
    """What people did, the newest first; `before` an id for more."""
    rows = audit_queries.newest(session, MAX_ENTRIES, **page.model_dump())
    return [EntryOut.model_validate(row) for row in rows]


@router.get(
    "/audit/export.{kind}",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}, "application/json": {}}}},
)
def export_audit(
    kind: Literal["csv", "json"], filters: Annotated[Asked, Query()], session: SessionDep
) -> Response:
    """The newest 50 000 entries for which the filters hold."""
    rows = audit_queries.newest(session, MAX_EXPORTED, None, **filters.model_dump())
    entries = [EntryOut.model_validate(row).model_dump(mode="json") for row in rows]
    if kind == "json":
        return Response(json.dumps(entries, ensure_ascii=False, indent=1), media_type="application/json")
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(EntryOut.model_fields)
    table.writerows([_cell(value) for value in entry.values()] for entry in entries)
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8")


def _cell(value: Any) -> str:
    is_text = isinstance(value, str)
    text = value if is_text else "" if value is None else json.dumps(value, ensure_ascii=False)
    return escape_formula(text)
