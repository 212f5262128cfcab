"""Whatever path somebody asks for, the answer is no accident and nothing of it is in a log.

DYNO_FUZZ=MINUTES looks for new ones for about so long.
"""

import itertools
import logging
import os
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from backend.tests.access import BEARER

MINUTES = float(os.environ.get("DYNO_FUZZ", "0"))
PLACES = (
    *(
        "/",
        "/assets/",
        "/docs/",
        "/docs/files/",
        "/docs/assets/",
        "/api/",
        "/api/docs/",
        "/api/v1/",
        "/agent/",
    ),
    *(
        "/agent/",
        "/agent/wheels/",
        "/experiments/",
        "/runs/",
        "/c/",
        "/s/",
        "/api/v1/experiments/",
        "/api/v1/recipes/",
    ),
    *("/api/v1/shared/", "/api/v1/runs/", "/healthz/", "/metrics/"),
)
ENDINGS = ("", ".md", ".html", ".js", ".css", "/", "/x", "/report", "/export.csv")
pytestmark = pytest.mark.timeout(120 + 120 * MINUTES)


def ask(client: TestClient, path: str, caplog: pytest.LogCaptureFixture) -> list[int]:
    """The answers to a stranger and to the token. HTTP clients log what they ask; the server must not."""
    visitor = TestClient(client.app, raise_server_exceptions=False)
    visitor.portal = client.portal
    with caplog.at_level(logging.INFO):
        caplog.clear()
        url = f"http://127.0.0.1{path}"  # whole: a path of two slashes is no URL to the client
        answers = [visitor.get(url, headers=headers) for headers in ({}, BEARER)]
    own = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]
    assert own == []
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize(
    "letter", ["a", "..%2f", *(pytest.param(x, marks=pytest.mark.exhaustive) for x in ("é", "%00", "%ff"))]
)
def test_a_path_of_three_hundred_letters_is_not_found(
    client: TestClient, caplog: pytest.LogCaptureFixture, letter: str
) -> None:
    for place, ending in itertools.product(PLACES, ("", ".md", "/x")):
        statuses = ask(client, f"{place}{letter * 300}{ending}", caplog)
        assert max(statuses) < 500, (place, ending)
        if letter == "a" and not place.startswith("/api/"):
            assert statuses[1] == 404, (place, ending)


NAMES = st.one_of(
    st.text(max_size=400),
    st.builds(lambda letter, count: letter * count, st.characters(), st.integers(200, 5000)),
    st.lists(st.sampled_from(["..", ".", "a", "\x00", "\\", "%", "con", "~"]), max_size=50).map("/".join),
)


def test_any_path_is_answered_without_a_trace(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    @settings(
        max_examples=100 + int(MINUTES * 3000),
        derandomize=not MINUTES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType]
    )
    @example(place="/", name="", ending="/")
    @given(place=st.sampled_from(PLACES), name=NAMES, ending=st.sampled_from(ENDINGS))
    def ask_any(place: str, name: str, ending: str) -> None:
        path = place + quote(name.encode("utf-8", "surrogatepass"), safe="/") + ending
        assert max(ask(client, path, caplog)) < 500

    ask_any()
