"""An nginx text costs little to refuse: rights come first, then its length, and then a deadline."""

from time import thread_time
from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents import policy
from agents.policy import reading, rules
from agents.render.lexer import MAX_STATEMENTS
from backend.definition import semantics
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.identity.principal import Role
from backend.tests.db.agents import Farm
from backend.tests.db.identity.people import person

REWRITE = "rewrite ^/a$ /b break;\n"


def definition(*texts: str) -> dict[str, Any]:
    return {
        "name": "expensive",
        "workloads": [{"tool": "wrk", "connections": 8, "duration": "5s"}],
        "variants": [{"name": str(i), "set": {"nginx.server_extra": text}} for i, text in enumerate(texts)],
    }


def refusals(*texts: str) -> str:
    with pytest.raises(DefinitionErrors) as refused:
        parse_definition(definition(*texts))
    return " ".join(problem.message for problem in refused.value.errors)


@pytest.mark.parametrize("path", ["plans", "checks", "experiments", "recipes"])
def test_whose_text_it_may_not_be_gets_it_read_by_nobody(
    client: TestClient, session: Session, farm: Farm, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def check(*_: object) -> None:
        raise AssertionError("the text was checked")

    monkeypatch.setattr(semantics, "check", check)
    operator = person(client, session, Role.OPERATOR)
    operator.headers["Host"] = "127.0.0.1"
    title = {"title": "Mine"} if path == "recipes" else {}
    body = title | {"yaml": yaml.safe_dump(definition(REWRITE * 3800, REWRITE))}
    answer = operator.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == (200 if path == "plans" else 422)
    places = ["variants[0].set.nginx.server_extra", "variants[1].set.nginx.server_extra"]
    assert [error["place"] for error in answer.json()["errors"]] == places
    assert all("the right “hosts”" in error["message"] for error in answer.json()["errors"])


LINES = (REWRITE, "add_header X-A b;\n", "set $a $uri;\n", "if ($uri) { return 200; }\n")


@pytest.mark.parametrize("line", LINES)
def test_a_text_of_too_many_directives_is_refused_before_it_is_checked(line: str) -> None:
    message = refusals(line * (MAX_STATEMENTS + 1), REWRITE)
    assert "more than 2,000 directives" in message


@pytest.mark.parametrize("inside", ["main", "http", "server", "location"])
def test_so_it_is_by_agents(inside: policy.Inside) -> None:
    text = "add_header X-A b;\n" * (MAX_STATEMENTS + 1)
    _, refused = policy.check(text, policy.may_reach_only(()), inside)
    assert ["more than 2,000 directives" in str(refusal) for refusal in refused] == [True]


def test_the_values_of_a_map_count() -> None:
    lines = "".join(f"k{i} v;" for i in range(MAX_STATEMENTS))
    _, (refusal,) = policy.check(f"map $uri $x {{ {lines} }}", policy.may_reach_only(()), "http")
    assert "more than 2,000 directives and values" in str(refusal)


def test_a_block_of_rewrites_is_read_once_for_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was read again for each: 3,800 of them, which fit into 89 kB, took seconds."""
    reads: list[int] = []

    class Counted(list[policy.Directive]):
        def __iter__(self):  # pyright: ignore[reportMissingSuperCall]
            reads.append(1)
            return super().__iter__()

    def read(text: str) -> tuple[list[policy.Directive], None]:
        tree, _ = reading.read(text)
        return [{**d, "block": Counted(d["block"])} for d in tree], None

    monkeypatch.setattr(rules, "read", read)
    _, refused = policy.check(
        f"server {{ listen $listen; {REWRITE * 1000} }}", policy.may_reach_only(()), "http"
    )
    assert not [refusal for refusal in refused if refusal.directive != "rewrite"]
    assert len(reads) < 20


def test_many_texts_are_checked_until_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantics, "MAX_CHECK_S", 0.2)
    texts = [f"add_header X-A b{i};\n" * 1000 for i in range(50)]
    begun_at = thread_time()
    assert "takes more than 0 s" in refusals(*texts)
    assert thread_time() - begun_at < 5
