"""Somebody who has nothing but a share link, and every address that one may ask for."""

import re
from collections.abc import Iterator
from typing import Any

from fastapi.testclient import TestClient
from httpx import Response

from backend.sharing import scope
from backend.tests.db.identity.people import browser

CHOICES = {
    "experiment": ("delta", "trials", "percentiles", "grid"),
    "run": ("trials", "percentiles"),
    "comparison": ("pairs", "delta", "percentiles"),
    "view": ("pairs", "delta", "percentiles"),
}
KINDS = {"export": ("csv", "json", "md", "html"), "charts": ("svg", "png"), "latency": ("csv", "hlog")}
KINDS["profile"] = ("folded", "svg")


def shared(owner: TestClient, **asked: Any) -> tuple[str, dict[str, Any]]:
    """The token of a new link, and what is said of it."""
    made = owner.post("/api/v1/share-links", json=asked)
    assert made.status_code == 201, made.text
    return made.json()["url"].rpartition("/s/")[2], made.json()["link"]


class Reader:
    """A browser without an account that has opened a link."""

    def __init__(self, owner: TestClient, token: str) -> None:
        self.browser, self.token = browser(owner, "http://127.0.0.1:8080"), token
        self.opened: Response = self.browser.post("/api/v1/shared", json={"token": token})
        self.id: str = self.opened.json().get("id", "")

    def get(self, path: str, **more: Any) -> Response:
        """`path`: below /api/v1/."""
        return self.browser.get(f"/api/v1/shared/{self.id}/{path}", **more)


def addresses(template: str, ids: dict[str, str], of: str) -> Iterator[str]:
    """Every address of a template: with each name and kind that there is."""
    path = re.sub(r"\{(experiment|run|trial|comparison)\}", lambda found: ids[found[1]], template)
    path = path.replace("{number}", "0")
    first = re.search(r"/(export|latency|profile|charts)[./]", path)
    kinds = KINDS[first[1]] if first and "{kind}" in path else ("",)
    if "/runs/" in f"/{path}" and "export" in path:
        kinds = ("csv", "json")
    names = CHOICES[of if not path.startswith("runs/") else "run"] if "{name}" in path else ("",)
    for name in names:
        for kind in kinds:
            yield path.replace("{name}", name).replace("{kind}", kind)


def everything(of: str, ids: dict[str, str]) -> list[str]:
    """All addresses that a link of one kind opens: experiment, run, comparison (saved), view (of Compare)."""
    templates = {
        "experiment": (*scope.OF_EXPERIMENT, *scope.OF_RUN),
        "run": scope.OF_RUN,
        "comparison": (*scope.OF_SAVED, *scope.OF_RUN),
        "view": (*scope.OF_VIEW, *scope.OF_RUN),
    }[of]
    return [path for template in (*scope.EVERYWHERE, *templates) for path in addresses(template, ids, of)]
