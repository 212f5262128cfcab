"""Every route of the API against generated requests, as each kind of caller: no answer is an accident.

DYNO_FUZZ=MINUTES asks each route often instead of a few times (`make security`).
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from backend.identity.guard import address_limiter
from backend.tests.db.agents import Farm
from backend.tests.db.security.callers import Callers, accident

MINUTES = float(os.environ.get("DYNO_FUZZ", "0"))
EACH = 2 + int(MINUTES * 10)
ENDLESS = "/api/v1/events"
pytestmark = pytest.mark.timeout(300 + 60 * EACH)


def operations(app: FastAPI) -> Iterator[Any]:
    """All but the stream of events, which has no end."""
    schema = schemathesis.openapi.from_dict(app.openapi())
    schema.app = app
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # pyright: ignore[reportAttributeAccessIssue]
        if operation.path != ENDLESS:
            yield operation


def requests_to(operation: Any, known: dict[str, str]) -> st.SearchStrategy[Any]:
    """Requests that fit the schema, and some that break it where they can; half name things that exist."""
    modes = [GenerationMode.POSITIVE]
    if operation.body or operation.query:
        modes.append(GenerationMode.NEGATIVE)

    def named(case: Any, is_real: bool) -> Any:
        if is_real and case.path_parameters:
            case.path_parameters |= {name: known[name] for name in case.path_parameters if name in known}
        return case

    cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes])
    return st.builds(named, cases, st.booleans())


@pytest.mark.exhaustive
@pytest.mark.parametrize("caller", ["nobody", "dashboard", "agent"])
def test_no_request_meets_an_accident(farm: Farm, caller: str) -> None:
    made = farm.launch()
    farm.work(made)
    callers = Callers(farm)
    known, headers = callers.known(made), callers.headers(caller)
    accidents: list[str] = []

    def ask(case: Any) -> None:
        address_limiter.clear()  # whoever is refused so often would be told to wait
        answer = case.call(base_url="http://127.0.0.1", headers=headers)
        if why := accident(caller, case.operation.path, answer):
            accidents.append(
                f"{case.operation.label}: {why}\n{case.as_curl_command()[:400]}\n{answer.text[:300]}"
            )

    for operation in operations(farm.client.app):  # pyright: ignore[reportArgumentType]
        often = settings(
            max_examples=EACH,
            derandomize=not MINUTES,
            database=None,
            suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType]
        )
        often(given(case=requests_to(operation, known))(ask))()
    assert not accidents, "\n".join(accidents[:20])
