"""Small inputs that cost much: bounded by what is looked at, not by how fast the machine is."""

import difflib
from typing import Any

import pytest

from agents.catalog import cpulist
from backend.definition import yaml_text
from backend.definition.issues import MAX_ISSUES, DefinitionErrors
from backend.definition.nginx import policy_check
from backend.definition.parse import parse_definition
from backend.definition.semantics import MAX_OWN_TEXTS

MANY = ", ".join(["*a"] * 90)
DEFINITION: dict[str, Any] = {
    "name": "x",
    "workloads": [{"name": "w", "tool": "wrk", "connections": 8, "duration": "2s"}],
    "variants": [{"name": "a"}, {"name": "b"}],
    "baseline": "a",
}


def problems_of(**changes: Any) -> list[str]:
    with pytest.raises(DefinitionErrors) as refused:
        parse_definition(DEFINITION | changes)
    return [problem.message for problem in refused.value.errors]


@pytest.fixture
def comparisons(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many names each search for a similar one looked at."""
    seen: list[int] = []
    search = difflib.get_close_matches

    def counted(word: str, known: Any, *rest: Any, **options: Any) -> list[str]:
        known = list(known)
        seen.append(len(known))
        assert len(word) <= 200
        return search(word, known, *rest, **options)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    return seen


def test_a_cpu_list_is_counted_once_however_often_it_repeats() -> None:
    last = cpulist.MAX_CPUS - 1
    numbers = list(cpulist._numbers([(0, last)] * 1000))
    assert numbers == list(range(cpulist.MAX_CPUS))
    assert cpulist.parse_cpu_list(",".join(["4-6", "5", "0-1"] * 300)) == {0, 1, 4, 5, 6}


@pytest.mark.parametrize("text", ["0-99999", "8192", "0-8192"])
def test_a_cpu_that_no_linux_has_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Linux numbers them up to 8191"):
        cpulist.parse_cpu_list(text)


def test_digits_of_other_scripts_are_no_cpu_list() -> None:
    with pytest.raises(ValueError, match="not a CPU list"):
        cpulist.parse_cpu_list("\u0661")


def test_many_unknown_parents_are_not_each_compared_with_all_names(comparisons: list[int]) -> None:
    variants = [{"name": f"v{i}", "from": f"w{i}"} for i in range(3000)]
    assert any("more than 500" in said for said in problems_of(variants=variants))
    assert sum(comparisons) < 10_000


def test_many_unknown_knobs_are_told_of_only_so_often(comparisons: list[int]) -> None:
    variants = [
        {"name": f"v{n}", "set": {f"nginx.worker_proces{i}": 1 for i in range(500)}} for n in range(3)
    ]
    assert len(problems_of(variants=variants, baseline="v0")) == MAX_ISSUES
    assert len(comparisons) <= 3 * MAX_ISSUES


def test_many_unknown_keys_and_rows_are_told_of_only_so_often(comparisons: list[int]) -> None:
    said = problems_of(**{f"variantz{i}": 1 for i in range(3000)})
    assert len(said) <= MAX_ISSUES + 1
    rows = [{"variant": f"y{i}", "workload": "q"} for i in range(3000)]
    assert len(problems_of(published={"source": "s", "rows": rows})) <= 2 * MAX_ISSUES + 1
    assert len(comparisons) <= 4 * MAX_ISSUES


def test_a_long_name_is_compared_by_its_beginning(comparisons: list[int]) -> None:
    assert any("there is no variant called" in said for said in problems_of(baseline="a" * 100_000))


def test_own_nginx_text_of_many_variants_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policy_check, "find_refusals", lambda _: pytest.fail("it was read"))
    monkeypatch.setattr("backend.definition.semantics.find_refusals", policy_check.find_refusals)
    text = "# " + "x" * 50_000
    levels = {str(i): {"nginx.worker_processes": i + 1} for i in range(MAX_OWN_TEXTS // 50_000 + 1)}
    changes = {"set": {"nginx.http_extra": text}, "factors": {"workers": levels}}
    said = problems_of(**changes, variants=[], baseline={"workers": "0"})
    assert any("KiB of your own nginx text; at most 1024 KiB are read" in one for one in said)


@pytest.mark.parametrize("text", ["{" * 100_000, "[" * 100_000, "- " * 50_000, "? " * 50_000])
def test_deep_yaml_is_left_at_the_depth_that_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[int] = []
    compose = yaml_text._Loader.compose_node
    monkeypatch.setattr(
        yaml_text._Loader, "compose_node", lambda *given: (composed.append(1), compose(*given))[1]
    )
    with pytest.raises(DefinitionErrors, match="nested deeper than 20 levels"):
        yaml_text.load(text)
    assert len(composed) < 50


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name: "\\ud800"', "half of a character"),
        ('"\\udfff": 1', "half of a character"),
        ('name: "\\U00110000"', "no character"),
        ('name: "\\UFFFFFFFF"', "no character"),
        ("a: " + "!" * 5000, "are not accepted"),
        ("a: &a [x, x, x, x, x, x]\n" + "\n".join(f"b{i}: [{MANY}]" for i in range(99)), "more than"),
    ],
)
def test_yaml_that_means_no_text_or_too_much_of_it_is_refused(text: str, words: str) -> None:
    with pytest.raises(DefinitionErrors, match=words):
        yaml_text.load(text)
