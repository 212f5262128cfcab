"""Every mistake of a text in one answer, each with its line; a bounded number of them."""

from time import thread_time

import pytest

from backend.definition.issues import MAX_ISSUES, DefinitionErrors
from backend.definition.parse import parse_definition


def problems_of(text: str) -> dict[str, tuple[int | None, str]]:
    with pytest.raises(DefinitionErrors) as refused:
        parse_definition(text)
    return {p.place: (p.line, p.message) for p in refused.value.errors}


def test_repeated_keys_unknown_keys_wrong_values_and_rules_are_told_together() -> None:
    problems = problems_of("""
name: x
trails: 5
workloads:
- {tool: wrk, connections: 8, connections: 9, duration: 1s, pth: /}
variants:
- {name: a, set: {nginx.gzip: maybe}}
- {name: b, set: {nginx.http_extra: load_module x;, nginx.worker_proceses: 2}}
baseline: a
trials: {until: decided, min: 50, max: 20}
""")
    assert {place: line for place, (line, _) in problems.items()} == {
        "trails": 3,
        "workloads[0].connections": 5,
        "workloads[0].pth": 5,
        "variants[0].set.nginx.gzip": 7,
        "variants[1].set.nginx.http_extra": 8,
        "variants[1].set.nginx.worker_proceses": 8,
        "trials.max": 10,
    }
    assert "did you mean trials?" in problems["trails"][1]
    assert "did you mean path?" in problems["workloads[0].pth"][1]
    assert "did you mean nginx.worker_processes?" in problems["variants[1].set.nginx.worker_proceses"][1]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("script", "mix lists the requests"),
        ("pipeline", "protocol: h2 and streams"),
        ("method", "mix has it"),
    ],
)
def test_what_other_tools_call_otherwise_is_told_where_it_stands(key: str, words: str) -> None:
    problems = problems_of(f"name: x\nworkloads:\n- {{tool: wrk, {key}: x}}\nvariants: [{{name: a}}]\n")
    assert words in problems[f"workloads[0].{key}"][1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("variants: [{name: a, nginx.gzip: on}]", "variants[0].nginx.gzip"),
        ("variants: [{name: a, sysctl.net.core.somaxconn: 8}]", "variants[0].sysctl.net.core.somaxconn"),
        ("variants: [{name: a}]\nserver.name: caddy", "server.name"),
    ],
)
def test_a_setting_beside_set_is_told_where_it_goes(text: str, place: str) -> None:
    problems = problems_of(f"name: x\nworkloads: [{{duration: 1s}}]\n{text}")
    assert problems[place][1].endswith("is a setting: write it below set")


@pytest.mark.parametrize(
    ("field", "written", "message"),
    [
        ("connections", "''", "connections must be a whole number; got nothing"),
        ("duration", "''", "duration must be a time such as 10s or 2m; got nothing"),
        ("duration", "abc", "duration must be a time such as 10s or 2m; got “abc”"),
        ("hosts", "''", "must be all, or a whole number from 1 to 64; got nothing"),
        ("hosts", "some", "must be all, or a whole number from 1 to 64; got “some”"),
    ],
)
def test_a_refusal_quotes_what_was_written(field: str, written: str, message: str) -> None:
    load = {"tool": "wrk", "connections": "8", "duration": "1s"} | {field: written}
    row = ", ".join(f"{key}: {value}" for key, value in load.items())
    problems = problems_of(f"name: x\nworkloads: [{{{row}}}]\nvariants: [{{name: a}}]\nbaseline: a")
    assert [text for _, text in problems.values() if text.endswith(message)]


@pytest.mark.parametrize(
    "text",
    [
        "name: x\n" * 10_000,
        pytest.param(
            "name: x\n" + "".join(f"key{i}: 1\n" for i in range(10_000)), marks=pytest.mark.exhaustive
        ),
        pytest.param(
            "name: x\nworkloads:\n" + "- {name: a, tol: wrk}\n" * 5_000, marks=pytest.mark.exhaustive
        ),
        "name: x\nvariants:\n" + "".join(f"- {{name: v, set: {{nginx.w{i}: 1}}}}\n" for i in range(4_000)),
        "a: 2020-01-01\n" + "".join(f"k{i}: !!binary aa\n" for i in range(9_000)),
    ],
    ids=["repeated", "unknown", "workloads", "knobs", "types"],
)
def test_ten_thousand_mistakes_are_a_bounded_answer_in_bounded_time(text: str) -> None:
    began = thread_time()
    with pytest.raises(DefinitionErrors) as refused:
        parse_definition(text)
    assert len(refused.value.errors) <= MAX_ISSUES + 1
    assert len(str(refused.value)) < 100_000
    assert thread_time() - began < 60, "a hundred times what it takes"


@pytest.mark.parametrize(
    "text", ["\x00", "\x1b[31m", "name: \ud800", "{" * 9_000, "x" * 1_000_000, "&a [*a, *a]", "🦄"]
)
def test_hostile_texts_are_one_clear_answer(text: str) -> None:
    with pytest.raises(DefinitionErrors) as refused:
        parse_definition(text)
    assert len(refused.value.errors) == 1
    assert 10 < len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        "set: {}\nknobs: {listen.backlog: '1; } server { listen 81'}\nvariants: [{name: a}]",
        "variants: [{name: a, knobs: {listen.backlog: '1; } server { listen 81'}}]",
    ],
)
def test_the_own_name_of_a_field_is_no_way_around_the_checks_of_values(text: str) -> None:
    problems = problems_of(f"name: x\nworkloads: [{{duration: 1s}}]\n{text}")
    assert [message for _, message in problems.values() if "unknown key “knobs”" in message]
