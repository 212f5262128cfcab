"""A synthetic site: pages of given sizes, which a workload asks for and its backend serves. Pure."""

from typing import Annotated

from pydantic import AfterValidator, Field

from agents.catalog.whole import Whole

MAX_PAGES = 10_000
MAX_PAGE_BYTES = 256 * 1024**2
MAX_SITE_BYTES = 2 * 1000**3
CHANGED_AT = 1_600_000_000  # epoch seconds
LAST_MODIFIED = "Sun, 13 Sep 2020 12:26:40 GMT"
"""CHANGED_AT as nginx says it: a request with it in If-Modified-Since is answered with 304."""


def check_site(sizes: list[int]) -> list[int]:
    """The sizes, where all pages together are small enough; else ValueError."""
    total = sum(sizes)
    if total > MAX_SITE_BYTES:
        raise ValueError(f"must have at most {MAX_SITE_BYTES} bytes of pages together; got {total}")
    return sizes


PageSize = Annotated[Whole, Field(ge=0, le=MAX_PAGE_BYTES)]
Site = Annotated[list[PageSize], Field(max_length=MAX_PAGES), AfterValidator(check_site)]


def page_name(number: int) -> str:
    """File name of a page, and its path below the root."""
    return str(number)
