"""Names in the query of a request.

One that the route does not take is refused: with `?metrik=latency_p99` the answer would have another metric.
"""

from collections.abc import Iterator

from fastapi import Request
from fastapi.dependencies.models import Dependant
from pydantic import BaseModel

from backend.errors import Invalid


async def check_query_names(request: Request) -> None:
    """Invalid for a name that the route does not take. Async: a thread for each request would cost more."""
    if not request.query_params:
        return
    names = set(_names(request.scope["route"].dependant))
    for name in request.query_params:
        if name not in names:
            name_list = ", ".join(sorted(names)) or "none"
            raise Invalid.at(f"query.{name[:80]}", f"there is no such parameter here; there is: {name_list}")


def _names(dependant: Dependant) -> Iterator[str]:
    for field in dependant.query_params:
        annotation = field.field_info.annotation
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            yield from annotation.model_fields
        else:
            yield field.alias
    for part in dependant.dependencies:
        yield from _names(part)
