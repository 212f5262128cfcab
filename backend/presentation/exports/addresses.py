"""Address of the dashboard, and the state of the Compare page in a query."""

from typing import Annotated

from fastapi import Depends, Query, Request
from pydantic import BaseModel, Field

_Side = Annotated[
    list[str], Field(description="run ids of one side, repeated or with commas; A is the baseline")
]


class PageQuery(BaseModel):
    """The query of the Compare page; what else the page has in its address is ignored."""

    a: _Side = []
    b: _Side = []
    c: _Side = []
    d: _Side = []
    e: _Side = []
    f: _Side = []
    g: _Side = []
    h: _Side = []
    experiment: str = Field("", description="split this experiment by a factor")
    factor: str = ""
    level_a: str = ""
    level_b: str = ""
    side: str = Field("", description="the side that stands beside A; default: b")
    match: str = Field("", description="order: pair runs in the order given; else by what is equal")
    metric: str = Field("", description="a name of GET /api/v1/metrics; default: requests_per_s")


STATE = tuple(PageQuery.model_fields)


def site_of(request: Request) -> str:
    """The address of this dashboard as the request saw it, such as https://dyno.example."""
    return str(request.base_url).rstrip("/")


def _state_of(query: Annotated[PageQuery, Query()]) -> dict[str, str]:
    """The query of /compare, of the page (ids with commas) as well as of the API (repeated)."""
    values = ((name, getattr(query, name)) for name in STATE)
    texts = {name: ",".join(filter(None, v)) if isinstance(v, list) else v for name, v in values}
    return {name: text for name, text in texts.items() if text}


PageState = Annotated[dict[str, str], Depends(_state_of)]
