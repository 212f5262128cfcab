"""A mix of requests in a definition: as a list, as lines, back to YAML, and what is wrong with one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.contract.mix import MAX_WEIGHT, MixEntry
from agents.contract.site import LAST_MODIFIED
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.workloads.mix_text import parse_lines, to_lines
from backend.definition.writer import to_yaml

HEAD = """\
name: n
variants: [{name: a}, {name: b, set: {nginx.gzip: on}}]
workloads:
"""
LINES = "\n      3 /index.html?a=b\n      POST /form 2000 bytes\n\n      0.5 DELETE /x\n"


def definition(mix: str, more: str = "") -> Definition:
    return parse_definition(f"{HEAD}  - {{connections: 4, duration: 1s, {more}mix: {mix}}}\n")


def messages(mix: Any, **more: Any) -> dict[str, str]:
    workload = {"connections": 4, "duration": "1s", "mix": mix} | more
    variants = [{"name": "a"}, {"name": "b", "set": {"nginx.gzip": "on"}}]
    with pytest.raises(DefinitionErrors) as refusal:
        parse_definition({"name": "n", "variants": variants, "workloads": [workload]})
    return {problem.place: problem.message for problem in refusal.value.errors}


def test_lines_say_the_same_as_a_list() -> None:
    by_list = definition(
        "[{path: '/index.html?a=b', weight: 3}, {method: POST, path: /form, body: {bytes: 2000}}, "
        "{method: DELETE, path: /x, weight: 0.5}]"
    )
    by_lines = parse_definition(f"{HEAD}  - connections: 4\n    duration: 1s\n    mix: |{LINES}")
    assert by_lines.workloads == by_list.workloads
    assert "    mix: |\n      3 /index.html?a=b\n      POST /form 2000 bytes\n" in to_yaml(by_lines)


@pytest.mark.parametrize(
    "mix",
    [
        "[{path: /a}]",
        "[{path: /a, weight: 3}, {path: '/b?c={d}', headers: {A: 'b: c'}}]",
        "[{method: POST, path: /a, body: '{\"a\": 1}'}, {method: PUT, path: /b, body: {bytes: 0}}]",
    ],
)
def test_a_mix_survives_yaml(mix: str) -> None:
    parsed_definition = definition(mix, "order: given, headers: {X: y}, ")
    assert parse_definition(to_yaml(parsed_definition)) == parsed_definition


ENTRIES = st.builds(
    lambda method, path, weight, size: MixEntry.model_validate(
        {"method": method, "path": "/" + path, "weight": weight}
        | ({"body": {"bytes": size}} if method in ("POST", "PUT") else {})
        | ({"headers": {"If-Modified-Since": LAST_MODIFIED}} if size % 2 else {})
    ),
    st.sampled_from(["GET", "HEAD", "POST", "PUT", "OPTIONS"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=20),
    st.integers(1, MAX_WEIGHT).map(float) | st.sampled_from([0.5, 0.1, 2.25]),
    st.integers(0, 100),
)


@given(st.lists(ENTRIES, min_size=1, max_size=10))
@settings(max_examples=200, deadline=None)
def test_what_lines_can_say_is_read_back_as_it_was(mix: list[MixEntry]) -> None:
    assert [MixEntry.model_validate(entry) for entry in parse_lines(to_lines(mix) or "")] == mix


@pytest.mark.parametrize(
    ("mix", "place", "words"),
    [
        (
            [{"path": "/"}, {"path": "x"}],
            "[1].path",
            "path must begin with / and be printable ASCII without blanks; got “x”",
        ),
        ([{"path": "/", "weight": 0}], "[0].weight", "weight must be above 0; got “0”"),
        ([{"path": "/", "weight": -3}], "[0].weight", "weight must be above 0; got “-3”"),
        ([{"path": "/", "weight": float("nan")}], "[0].weight", "weight must be a number"),
        ([{"path": "/", "weight": 1e308}], "[0].weight", "weight must be at most 1000000000"),
        ([{"path": "/", "weight": "3"}], "[0].weight", "weight must be a number"),
        ([{"path": "/", "weight": "9" * 20}], "[0].weight", "weight must be at most 1000000000; got “999"),
        ([{"path": "/", "weight": 10**400}], "[0].weight", "weight must be at most 1000000000; got “100"),
        (f"{'9' * 20} /a", "[0].weight", "weight must be at most 1000000000"),
        ([{"path": "/", "method": "FETCH"}], "[0].method", "method must be GET, HEAD, POST"),
        ([{"path": "/", "method": "POST", "body": "ä"}], "[0].body", "body must be printable ASCII"),
        ([{"path": "/", "method": "POST", "body": {"bytes": "many"}}], "[0].body.bytes", "a whole number"),
        ([{"path": "/", "body": "a"}], "[0]", "body must not be given: a GET has none"),
        ([{"path": "/", "headers": {"Host": "a"}}], "[0].headers.Host", "set host instead"),
        ([{"path": "/", "wieght": 3}], "[0].wieght", "did you mean weight?"),
        ([{}], "[0].path", "path is missing"),
        ([{"path": "/"}] * 10_001, "", "at most 10000"),
        ("3 /a\nfetch /b", "", "mix line 2 must be like “3 POST /form 2000 bytes”; got “fetch /b”"),
        ("/a /b", "", "line 1"),
        ("-1 /a", "", "line 1"),
        ("/a unchanged 3 bytes", "", "line 1"),
        ("nan /a", "", "line 1"),
        ("/a\n" * 10_001, "", "has more than 10000 requests"),
        (7, "", "mix must be a list; got “7”"),
    ],
)
def test_what_is_wrong_with_a_mix_is_told_with_its_place(mix: Any, place: str, words: str) -> None:
    assert words in messages(mix)[f"workloads[0].mix{place}"]


def test_a_head_is_refused_for_wrk_and_a_mix_for_ab() -> None:
    assert "wrk waits" in messages([{"path": "/", "method": "HEAD"}])["workloads[0]"]
    problems = messages([{"path": "/"}], tool="ab", duration=None, requests=100)
    assert "ab asks for one URL and cannot send a mix" in problems["workloads[0]"]


def test_mixes_of_all_runs_together_are_bounded() -> None:
    variants = "".join(
        f"  - {{name: v{i}, set: {{nginx.worker_connections: {i + 100}}}}}\n" for i in range(40)
    )
    paths = "".join(f"      /{i}\n" for i in range(6000))
    text = (
        f"name: n\nvariants:\n{variants}workloads:\n  - connections: 4\n    duration: 1s\n    mix: |\n{paths}"
    )
    with pytest.raises(DefinitionErrors, match="6000 requests for each of 40 variants"):
        parse_definition(text)
