"""Address of the dashboard, and the state of the Compare page in a query."""

from fastapi import Request

from backend.comparisons.selection import SIDES

STATE = (*SIDES, "experiment", "factor", "level_a", "level_b", "side", "match", "metric")


def site_of(request: Request) -> str:
    """The address of this dashboard as the request saw it, such as https://dyno.example."""
    return str(request.base_url).rstrip("/")


def state_of(request: Request) -> dict[str, str]:
    """The query of /compare, of the page (ids with commas) as well as of the API (repeated)."""
    parameters = {name: [v for v in request.query_params.getlist(name) if v] for name in STATE}
    return {name: ",".join(values) for name, values in parameters.items() if values}
