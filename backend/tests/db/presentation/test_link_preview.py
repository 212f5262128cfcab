"""Links to results carry title, headline and picture; behind a token they say nothing to strangers."""

import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import event
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.database import get_engine
from backend.main import begin, create_app
from backend.records.comparisons import Comparison
from backend.settings import get_settings
from backend.tests.access import BEARER
from backend.tests.db import builders

INDEX = """<!doctype html>
<html lang="en"><head>
<meta name="description" content="Launch, record and chart tuning runs of nginx." />
<title>Dynoboard</title>
</head><body><div id="root"></div></body></html>
"""
NAME = '"><script>alert(1)</script> & “Ω”'


class Head(HTMLParser):
    """Tags as a program that shows links reads them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title = ""
        self.elements: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.elements.append(tag)
        if tag == "meta" and "content" in given:
            self.meta[given.get("property") or given.get("name", "")] = given["content"]
        if tag == "link":
            self.meta[given["rel"]] = given["href"]

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1] == "title" and not self.title:
            self.title = data


@pytest.fixture(scope="module")
def app_with_ui(schema: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """A dashboard with a built UI."""
    folder = tmp_path_factory.mktemp("ui")
    (folder / "index.html").write_text(INDEX)
    (folder / "favicon.svg").write_text("<svg/>")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DYNO_UI_DIR", str(folder))
        get_settings.cache_clear()
        yield create_app()
    get_settings.cache_clear()


@pytest.fixture
def ui(session: Session, app_with_ui: FastAPI) -> TestClient:
    begin(app_with_ui)
    return TestClient(app_with_ui, base_url="http://127.0.0.1:8080", headers=BEARER)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_link_to_an_experiment_shows_headline_and_picture(ui: TestClient, session: Session) -> None:
    experiment, _ = builders.article_c(session, name=NAME)
    for path in (f"/experiments/{experiment.id}", f"/experiments/{experiment.id}/report"):
        answer = ui.get(path)
        head = Head(answer.text)
        assert "<script" not in answer.text
        assert head.meta["og:title"].startswith(NAME)
        assert head.title.startswith(NAME)
        assert head.meta["description"].startswith(
            "pin cores raises throughput against none (+14.5% [+8.3, +21.0])"
        )
        assert head.meta["og:url"] == head.meta["canonical"] == f"http://127.0.0.1:8080{path}"
        assert head.meta["twitter:card"] == "summary_large_image"
        assert NAME in head.meta["og:image:alt"]
        image = head.meta["og:image"]
        assert image.startswith("http://127.0.0.1:8080/api/v1/")
    drawn = ui.get(image)
    assert size_of(drawn.content) == (1200, 630)
    again = ui.get(image, headers={"If-None-Match": drawn.headers["etag"]})
    assert again.status_code == 304


def test_links_to_runs_and_comparisons_show_headline_and_picture(ui: TestClient, session: Session) -> None:
    experiment, runs = builders.article_c(session)
    run, base = runs["22", "cores", "off"], runs["16", "none", "off"]
    session.add(Comparison(id="c1", name="Saved", state={"experiment": experiment.id, "factor": "pin"}))
    session.commit()
    for path, title, sentence in (
        (
            f"/runs/{run.id}",
            f"{run.name} · {experiment.name}",
            "347.5k req/s; +26.7% [+15.9 … +38.5%], better",
        ),
        ("/c/c1", "Saved", "Pinned raises throughput against unpinned over 5 pairs: "),
        (
            f"/compare?a={base.id}&b={run.id}&tables=x",
            None,
            "348.0k req/s (+26.7% [+15.9, +38.5], at least",
        ),
        (f"/compare?experiment={experiment.id}&factor=pin", "Pinned against unpinned", "Pinned raises"),
    ):
        head = Head(ui.get(path).text)
        assert title is None or head.meta["og:title"] == title
        assert sentence in head.meta["og:description"]
        assert size_of(ui.get(head.meta["og:image"]).content) == (1200, 630)


@pytest.mark.parametrize(
    "path",
    ["/", "/experiments/unknown", "/runs/unknown", "/c/unknown", "/compare", "/compare?a=x&b=y", "/hosts",
     "/experiments/../../etc/passwd", "/experiments/%00", "/compare?a=%FF&b=1", "/runs/" + "a" * 200],
)  # fmt: skip
def test_other_pages_stay_as_they_are(ui: TestClient, path: str) -> None:
    answer = ui.get(path)
    assert answer.status_code == 200
    assert answer.text == INDEX
    assert ui.get("/favicon.svg").text == "<svg/>"


def test_an_unfinished_experiment_has_no_headline_yet(ui: TestClient, session: Session) -> None:
    experiment, _ = builders.article_c(session, state=ExperimentState.RUNNING)
    head = Head(ui.get(f"/experiments/{experiment.id}").text)
    assert head.meta["description"] == "running: not measured to its end yet"


def test_the_page_of_an_experiment_costs_one_query(ui: TestClient, session: Session) -> None:
    experiment, _ = builders.article_c(session)
    asked: list[str] = []

    def note(*said: Any) -> None:
        asked.append(said[2])

    event.listen(get_engine(), "before_cursor_execute", note)
    ui.get(f"/experiments/{experiment.id}")
    event.remove(get_engine(), "before_cursor_execute", note)
    assert len([text for text in asked if text.startswith("SELECT")]) == 1


def test_without_a_login_nothing_leaks(ui: TestClient, session: Session) -> None:
    experiment, runs = builders.article_c(session)
    image = urlsplit(Head(ui.get(f"/experiments/{experiment.id}").text).meta["og:image"])
    paths = [f"/experiments/{experiment.id}", f"/runs/{next(iter(runs.values())).id}"]
    stranger = TestClient(ui.app, base_url=ui.base_url)
    for path in paths:
        assert stranger.get(path).text == INDEX
        assert stranger.get(path, headers={"Authorization": "Bearer wrong"}).text == INDEX
    assert stranger.get(f"{image.path}?{image.query}").status_code == 401
    for kind in ("csv", "json", "md", "html"):
        assert stranger.get(f"/api/v1/experiments/{experiment.id}/export.{kind}").status_code == 401
    assert experiment.name in ui.get(paths[0]).text
    assert ui.get(f"{image.path}?{image.query}").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/v1", "/api/nothing", "/metrics/x", "/healthz/x", "/readyz/x", "/docs/nothing"],
)
def test_what_begins_like_a_route_for_programs_is_no_page(ui: TestClient, path: str) -> None:
    assert ui.get(path).status_code == 404
    assert "Launch, record and chart" in ui.get("/healthy").text
