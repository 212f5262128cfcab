"""The API as the command line sees it: JSON in, JSON out, every refusal one readable text."""

import re
import secrets
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

from backend.place_words import place_words, text_at

AWAY = (None, 502, 503, 504)  # no answer, or that of a proxy before a server that starts
UNDONE = ("busy", "no_threads")  # codes of refusals before anything is done
_ERRNO = re.compile(r"^\[Errno -?\d+\] ")
MAX_SILENCE_S, RETRY_S = 600.0, 1.0  # a server that reboots takes minutes
NOT_LAUNCHED = "Nothing was launched"
PERHAPS_LAUNCHED = "It may have been launched all the same: look on the dashboard before you launch it again"
DOWNLOAD_TIMEOUT_S = 300.0  # between two pieces: charts are drawn in between


class ApiProblem(Exception):
    """The API refused or did not answer; the text says why, one line for each thing wrong.

    `is_undone`: although it is away, it is certain that it did nothing. `more` of a refusal: what its code
    promises.
    """

    def __init__(
        self,
        text: str,
        status: int | None = None,
        is_undone: bool = False,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.more = more or {}
        self.status = status  # of the answer; None when there was none
        self.is_undone = is_undone


class Api:
    """The API at `url` with its `token`; `site` is where people open its pages, if that is not `url`.

    `file`: the name of the text that is sent, before the lines that a refusal names.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        timeout_s: float = 30,
        site: str | None = None,
        verify: ssl.SSLContext | bool = True,
        file: str | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.url = url.rstrip("/")
        self.site = (site or url).rstrip("/")
        self.file = file
        is_plain = self.url.startswith("http:")  # no TLS: certificates are not worth 30 ms of reading
        self._client = httpx.Client(
            base_url=self.url,
            headers=headers,
            timeout=timeout_s,
            verify=False if is_plain else verify,
            trust_env=False,
        )

    def get(self, path: str, **query: str | list[str]) -> Any:
        """The JSON at a path below /api/v1; ApiProblem when there is none."""
        return self._call("GET", path, params=query or None)

    def text(self, path: str, **query: str | list[str]) -> str:
        """The text at a path below /api/v1, such as an export."""
        return self._answer("GET", path, params=query or None).text

    @contextmanager
    def download(self, path: str, **query: str | list[str]) -> Iterator[httpx.Response]:
        """The answer at a path below /api/v1 as it arrives; ApiProblem if refused or broken off."""
        try:
            with self._client.stream(
                "GET", f"/api/v1{path}", params=query or None, timeout=DOWNLOAD_TIMEOUT_S
            ) as answer:
                if not answer.is_success:
                    answer.read()
                    raise ApiProblem(problem_text(answer, self.file), answer.status_code)
                yield answer
        except httpx.HTTPError as error:
            raise self._no_answer(error) from None

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """The JSON that answers a body sent to a path below /api/v1; ApiProblem when it is refused."""
        return self._call("POST", path, json=body)

    def launch(self, body: dict[str, Any], path: str = "/experiments") -> Any:
        """Launch a body there, once even where the first answer is lost on its way.

        ApiProblem says whether anything may have been launched.
        """
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        try:
            return self._call("POST", path, json=body, headers=headers)
        except ApiProblem as problem:
            if problem.status not in AWAY:
                raise
            is_undone = problem.is_undone
        time.sleep(RETRY_S)
        try:
            return self._call("POST", path, json=body, headers=headers)
        except ApiProblem as problem:
            if problem.status not in AWAY:
                raise
            outcome = NOT_LAUNCHED if is_undone and problem.is_undone else PERHAPS_LAUNCHED
            raise ApiProblem(f"{problem}\n{outcome}", problem.status) from None

    def patch(self, path: str, body: dict[str, Any]) -> Any:
        """The JSON that answers a change at a path below /api/v1; ApiProblem when it is refused."""
        return self._call("PATCH", path, json=body)

    def delete(self, path: str) -> None:
        """Ask for an end; the answer is empty."""
        self._answer("DELETE", path)

    def _call(self, method: str, path: str, **options: Any) -> Any:
        answer = self._answer(method, path, **options)
        try:
            return answer.json() if answer.content else None
        except ValueError:
            text = f"{self.url} answers, but not as Dynoboard does: check --server or DYNO_SERVER"
            raise ApiProblem(text, answer.status_code) from None

    def _answer(self, method: str, path: str, **options: Any) -> httpx.Response:
        try:
            answer = self._client.request(method, f"/api/v1{path}", **options)
        except httpx.HTTPError as error:
            raise self._no_answer(error) from None
        if not answer.is_success:
            text = problem_text(answer, self.file)
            raise ApiProblem(text, answer.status_code, code_of(answer) in UNDONE, _more(answer))
        return answer

    def _no_answer(self, error: httpx.HTTPError) -> ApiProblem:
        """Say what went wrong, and what to do."""
        reason = _ERRNO.sub("", str(error)) or "it took too long"
        advice = "start it there, or name another one with --server or DYNO_SERVER"
        if "CERTIFICATE_VERIFY_FAILED" in reason:
            reason = "its certificate is of a CA that is not known here"
            advice = "DYNO_TLS_CA names the file of its CA: a copy of tls/ca.pem of its data directory"
        elif "WRONG_VERSION_NUMBER" in reason:
            reason, advice = "it does not speak TLS there", "its address may begin with http://"
        is_undone = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        return ApiProblem(f"no answer from {self.url}: {reason}; {advice}", is_undone=is_undone)


def read_again(api: Api, path: str, say: Callable[[str], None] = lambda _: None) -> Any:
    """The JSON at a path for those who wait for it to change: a server that restarts is waited for.

    `say`: told once that it is waited for.
    """
    until, is_told = time.monotonic() + MAX_SILENCE_S, False
    while True:
        try:
            return api.get(path)
        except ApiProblem as problem:
            if problem.status not in AWAY or time.monotonic() > until:
                raise
        if not is_told:
            say(f"{api.url} does not answer; waiting for it, {MAX_SILENCE_S / 60:.0f} min at most")
            is_told = True
        time.sleep(RETRY_S)


def problem_text(answer: httpx.Response, file: str | None = None) -> str:
    """What problem details say, as text: the detail, then each place on a line of its own."""
    try:
        problem = answer.json()
        detail, errors = problem["detail"], problem.get("errors", [])
        if len(errors) == 1 and errors[0]["message"] == detail and errors[0].get("line"):
            error = errors[0]
            return problem_line(error, file) if file else f"{detail}{_position(error)}"
        lines = [f"  {problem_line(e, file)}" for e in errors if e["message"] != detail or e.get("line")]
        return "\n".join([detail, *lines])
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"{answer.request.url} answered {answer.status_code} {answer.reason_phrase}"


def code_of(answer: httpx.Response) -> str:
    """The code of problem details; empty where somebody else answered."""
    try:
        return answer.json()["code"]
    except (ValueError, KeyError, TypeError):
        return ""


def _more(answer: httpx.Response) -> Mapping[str, Any]:
    try:
        more = answer.json()["more"]
    except (ValueError, KeyError, TypeError):
        return {}
    return more if isinstance(more, Mapping) else {}


def problem_line(item: Mapping[str, Any], file: str | None = None) -> str:
    """Write a problem after its place: `tuning.yaml:3:9: Rounds: …`, as editors and CI services find it."""
    return text_at(_name_place(item, file), item["message"])


def _name_place(item: Mapping[str, Any], file: str | None) -> str:
    words = place_words(item["place"])
    if not item.get("line"):
        return words or "definition"
    if file is None:
        return f"{words or 'definition'}{_position(item)}"
    return f"{file}:{item['line']}:{item['column']}{words and f': {words}'}"


def _position(item: Mapping[str, Any]) -> str:
    return f" (line {item['line']}, column {item['column']})"
