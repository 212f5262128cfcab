"""A redirect is measured in place of the page; most load tools count it as a good answer."""

from types import SimpleNamespace
from typing import Any

import pytest

from agents.contract.probe import Probe, ProbedEntry
from agents.contract.workload import Workload
from backend.validity.answers import answer_status


def messages_of(probe: Probe | None, **workload: Any) -> list[str]:
    load = Workload.model_validate({"duration_s": 1} | workload)
    evidence: Any = SimpleNamespace(workload=load, load=SimpleNamespace(probe=probe))
    return [hit.message for hit in answer_status.check(evidence)]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (200, None),
        (304, None),
        (404, None),
        (301, "/a: answered by a redirect (301), which load tools do not follow"),
        (502, "/a: answered by 502: the proxy's backend is away"),
    ],
)
def test_an_answer_that_is_not_the_page_is_named(status: int, message: str | None) -> None:
    probe = Probe(status=status, bytes=9, sha256="x")
    assert messages_of(probe, path="/a") == ([message] if message else [])


def test_of_a_mix_the_request_is_named() -> None:
    answers = [ProbedEntry(entry=n, status=s, bytes=9, sha256="x") for n, s in enumerate((200, 302))]
    probe = Probe(status=200, bytes=9, sha256="x", mix=answers)
    (message,) = messages_of(probe, mix=[{"path": "/a"}, {"path": "/b", "method": "POST"}])
    assert message.startswith("POST /b: answered by a redirect (302)")
    assert messages_of(None) == []
