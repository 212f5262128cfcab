"""Mistakes of tuning articles are said before launch, and good configurations get no advice."""

from typing import Any

import pytest

from agents.contract.reports import NginxFacts
from backend.advice import security
from backend.advice.advise import advise
from backend.advice.schemas import AdviceOut
from backend.definition.parse import parse_definition
from backend.tests.unit.advice.definition_parts import ALONE, host, load, vegeta
from backend.tests.unit.advice.good import GOOD, Good
from backend.tests.unit.advice.mistakes import HTTP2, MISTAKES, Mistake, in_location

ROLES = ("load", "proxy", "backend")


@pytest.fixture(autouse=True)
def no_gixy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules of our own alone: the analyser is a process for each text."""
    monkeypatch.setattr(security, "MAX_LENGTH", 0)


def advice_on(case: Mistake | Good) -> list[AdviceOut]:
    """A baseline that has what is shared, and the variant."""
    definition = {
        "name": "x",
        "set": case.shared,
        "workloads": [{"connections": 64, "duration": 5}],
        "variants": [{"name": "default"}, {"name": "tuned", "set": case.knobs}],
    }
    facts: Any = dict.fromkeys(ROLES, case.facts) if case.facts else {}
    return advise(parse_definition(definition | case.more), facts)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: f"{m.code}-{'-'.join(m.knobs)}")
def test_a_mistake_is_said_at_the_variant_that_makes_it(mistake: Mistake):
    advice = advice_on(mistake)
    hits = [a for a in advice if a.code == mistake.code]
    assert hits, [(a.code, a.text) for a in advice]
    assert all(a.text and a.example and a.source for a in hits)


@pytest.mark.parametrize("good", GOOD, ids=lambda g: g.name)
def test_a_good_configuration_gets_no_advice(good: Good):
    advice = [a for a in advice_on(good) if not a.place.startswith("variants[0]")]
    assert [(a.code, a.text) for a in advice] == []


@pytest.mark.parametrize(
    ("base", "is_old"),
    [("1.26.3", True), ("1.25.1", True), ("1.25.0", False), ("1.9.15", False), ("", False), (None, False)],
)
def test_http2_of_listen_is_old_where_the_host_is_known_to_say_so(base: str | None, is_old: bool) -> None:
    nginx = NginxFacts(path="nginx", version=f"nginx/{base}", base=base or "")
    facts = None if base is None else host(nginx=nginx)
    case = Good("", {"nginx.conf": HTTP2}, more=ALONE, facts=facts)
    assert ("listen_http2_old" in {a.code for a in advice_on(case)}) == is_old


def test_a_return_behind_that_of_the_testbed_changes_no_answer() -> None:
    advice = advice_on(Mistake("", in_location("return 302 /there;"), more=ALONE))
    assert "payload_differs" not in {a.code for a in advice}
    (hit,) = [a for a in advice if a.code == "return_first"]
    assert hit.text.startswith("return has no turn: that of the testbed's “hello” stands before it")


def test_a_limit_near_a_fixed_rate_refuses_some_answers() -> None:
    texts = {
        "nginx.http_extra": "limit_req_zone $server_name zone=z:1m rate=190r/s;",
        "nginx.location_extra": "limit_req zone=z;",
    }
    advice = advice_on(Mistake("", texts, {"origin.kind": "static"}, vegeta(rate=200) | ALONE))
    assert [": some answers are refusals" in a.text for a in advice if a.code == "refuses_load"] == [True]


@pytest.mark.parametrize("pattern", ["^/(a+)+$", "^/a?a?a?a?a?aaaaa", "^/(a|aa)*b", "^/(.*)\\1\\1$"])
def test_a_pattern_that_could_take_for_ever_is_not_tried(pattern: str):
    text = f'location ~ "{pattern}" {{ expires 30d; }}'
    path = "/" + "a" * 150 + "!"
    hostile = Mistake("", {"nginx.server_extra": text}, more=load(path=path))
    assert "location_not_asked" not in {a.code for a in advice_on(hostile)}
