"""Of a mix the answers to its heaviest requests are compared, each with that of the same request."""

from types import SimpleNamespace
from typing import Any

import pytest

from agents.contract.probe import Probe, ProbedEntry
from agents.contract.workload import Workload
from backend.validity import Expected
from backend.validity.answers import changed_body

LOAD = Workload.model_validate(
    {"duration_s": 1, "mix": [{"path": "/a"}, {"path": "/b", "method": "POST"}, {"path": "/c"}]}
)


def probe(**digests: str) -> Probe:
    """The answers to entries `e0`, `e1`, …; `-` where the answer changes by itself."""
    answers = [
        ProbedEntry(entry=int(name[1:]), status=200, bytes=9, sha256=digest, steady=digest != "-")
        for name, digest in digests.items()
    ]
    return Probe(status=200, bytes=9, sha256="first", mix=answers)


@pytest.mark.parametrize(
    ("answers", "place"),
    [
        ({"e0": "x", "e1": "y"}, None),
        ({"e1": "y", "e0": "x", "e2": "new"}, None),
        ({"e0": "-", "e1": "y"}, None),
        ({"e0": "x", "e1": "other"}, "POST /b: "),
        ({"e0": "other", "e1": "other"}, "GET /a: "),
    ],
)
def test_the_first_request_with_another_answer_is_named(answers: dict[str, str], place: str | None) -> None:
    evidence: Any = SimpleNamespace(
        workload=LOAD,
        load=SimpleNamespace(probe=probe(**answers)),
        reference=Expected("default", probe(e0="x", e1="y")),
    )
    messages = [hit.message for hit in changed_body.check(evidence)]
    assert len(messages) == (place is not None)
    assert all(message.startswith(place or "") and "“default” was given" in message for message in messages)


def test_an_entry_that_the_mix_does_not_have_is_no_error() -> None:
    """An agent may say anything: the index is of its own making."""
    evidence: Any = SimpleNamespace(
        workload=LOAD,
        load=SimpleNamespace(probe=probe(e9999="x")),
        reference=Expected("default", probe(e9999="y")),
    )
    (hit,) = changed_body.check(evidence)
    assert hit.message.startswith("the answer is not")
