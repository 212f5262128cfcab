"""The command line's way to the API."""

from collections.abc import Callable
from typing import Any, cast

import httpx
import pytest

from backend.cli import client
from backend.cli.client import Api, ApiProblem, problem_text, read_again


@pytest.mark.parametrize(
    ("path", "query", "asked"),
    [
        ("/experiments?limit=50", {}, "limit=50"),
        ("/experiments", {"limit": "50"}, "limit=50"),
        ("/compare", {"a": ["1", "2"]}, "a=1&a=2"),
        ("/experiments", {}, ""),
    ],
)
def test_a_query_is_sent_however_it_is_given(
    monkeypatch: pytest.MonkeyPatch, path: str, query: dict[str, str | list[str]], asked: str
) -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.query.decode())
        return httpx.Response(200, json=[])

    api = Api("http://127.0.0.1:1")
    monkeypatch.setattr(api, "_client", httpx.Client(base_url=api.url, transport=httpx.MockTransport(answer)))
    api.get(path, **query)
    assert seen == [asked]


def test_a_refusal_says_nothing_twice() -> None:
    detail = "there is no recipe “x”"
    errors = [{"place": "recipe", "message": detail}, {"place": "form", "message": "is quick or full"}]
    answer = httpx.Response(422, json={"detail": detail, "errors": errors})
    assert problem_text(answer) == f"{detail}\n  form: is quick or full"
    place = {"place": "trials", "message": detail, "line": 5, "column": 9}
    answer = httpx.Response(422, json={"detail": detail, "errors": [place]})
    assert problem_text(answer) == f"{detail} (line 5, column 9)"
    assert problem_text(answer, "tuning.yaml") == f"tuning.yaml:5:9: Rounds: {detail}"


def test_an_answer_of_something_else_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    api = Api("http://127.0.0.1:1")
    page = httpx.MockTransport(lambda _: httpx.Response(200, text="<h1>Welcome to nginx!</h1>"))
    monkeypatch.setattr(api, "_client", httpx.Client(base_url=api.url, transport=page))
    with pytest.raises(ApiProblem, match="answers, but not as Dynoboard does"):
        api.get("/experiments")


class Restarting:
    """An API that gives these answers, one a request."""

    url = "http://127.0.0.1:1"

    def __init__(self, *answers: str | ApiProblem) -> None:
        self.answers = iter(answers)

    def get(self, _path: str) -> str:
        answer = next(self.answers)
        if isinstance(answer, ApiProblem):
            raise answer
        return answer


def read(*answers: str | ApiProblem, say: Callable[[str], None] = print) -> Any:
    return read_again(cast(Api, Restarting(*answers)), "/experiments/e", say)


def test_a_server_that_restarts_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "RETRY_S", 0)
    away = [ApiProblem("no answer"), ApiProblem("bad gateway", 502)]
    lines: list[str] = []
    assert read(*away, "ended", say=lines.append) == "ended"
    assert lines == ["http://127.0.0.1:1 does not answer; waiting for it, 10 min at most"]
    with pytest.raises(ApiProblem):
        read(ApiProblem("there is no experiment", 404), "ended")
    monkeypatch.setattr(client, "MAX_SILENCE_S", -1)
    with pytest.raises(ApiProblem):
        read(*away, "ended")


@pytest.mark.parametrize("loss", [httpx.ReadError("reset"), 502])
def test_a_launch_whose_answer_was_lost_is_asked_for_again_with_its_key(
    monkeypatch: pytest.MonkeyPatch, loss: httpx.ReadError | int
) -> None:
    keys: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) > 1:
            return httpx.Response(201, json={"id": "one"})
        if isinstance(loss, int):
            return httpx.Response(loss)
        raise loss

    api = Api("http://127.0.0.1:1")
    monkeypatch.setattr(api, "_client", httpx.Client(base_url=api.url, transport=httpx.MockTransport(answer)))
    monkeypatch.setattr(client, "RETRY_S", 0.0)
    assert api.launch({"recipe": "calibration"}) == {"id": "one"}
    assert keys[0] == keys[1] != ""


BUSY = httpx.Response(503, json={"detail": "The database does not answer", "code": "busy"})


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ([BUSY, BUSY], client.NOT_LAUNCHED),
        ([httpx.ConnectError("refused"), BUSY], client.NOT_LAUNCHED),
        ([httpx.ReadError("reset"), BUSY], client.PERHAPS_LAUNCHED),
        ([BUSY, httpx.Response(503, text="Dynoboard is starting")], client.PERHAPS_LAUNCHED),
        ([BUSY, httpx.Response(503, json={"detail": "", "code": "in_doubt"})], client.PERHAPS_LAUNCHED),
    ],
)
def test_a_launch_that_fails_says_whether_anything_was_launched(
    monkeypatch: pytest.MonkeyPatch, answers: list[httpx.Response | httpx.ConnectError], outcome: str
) -> None:
    next_answers = iter(answers)

    def answer(_: httpx.Request) -> httpx.Response:
        next_answer = next(next_answers)
        if isinstance(next_answer, httpx.HTTPError):
            raise next_answer
        return next_answer

    api = Api("http://127.0.0.1:1")
    monkeypatch.setattr(api, "_client", httpx.Client(base_url=api.url, transport=httpx.MockTransport(answer)))
    monkeypatch.setattr(client, "RETRY_S", 0.0)
    with pytest.raises(ApiProblem) as problem:
        api.launch({"recipe": "calibration"}, "/bisects")
    assert str(problem.value).splitlines()[-1] == outcome


def test_a_refused_launch_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[httpx.Request] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(422, json={"detail": "there is no recipe “x”"})

    api = Api("http://127.0.0.1:1")
    monkeypatch.setattr(api, "_client", httpx.Client(base_url=api.url, transport=httpx.MockTransport(refuse)))
    with pytest.raises(ApiProblem, match="there is no recipe"):
        api.launch({"recipe": "x"})
    assert len(requests) == 1
