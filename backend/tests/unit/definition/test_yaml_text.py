import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from backend.definition.issues import DefinitionErrors
from backend.definition.yaml_text import Flow, dump, load


def problem_of(text: str):
    with pytest.raises(DefinitionErrors) as error:
        load(text)
    return error.value.errors[0]


def test_types_are_those_of_yaml_1_2():
    text = (
        "{a: off, b: no, c: none, d: true, e: 012, f: 1:30, g: 2024-01-01, h: 1e3, i: ~, 5: x, off: y, j: -3}"
    )
    assert load(text)[0] == {
        "a": "off",
        "b": "no",
        "c": "none",
        "d": True,
        "e": "012",
        "f": "1:30",
        "g": "2024-01-01",
        "h": 1000.0,
        "i": None,
        "5": "x",
        "off": "y",
        "j": -3,
    }


def test_marks_name_every_place():
    _, marks = load("a: 1\nb:\n  - x\n  - c: 2\n")
    assert marks[("a",)] == (1, 1)
    assert marks[("b", 0)] == (3, 5)
    assert marks[("b", 1, "c")] == (4, 5)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: [1\nb: 2", 2, 2),
        ("a: 1\n\tb: 2", 2, 1),
        ("a: 'x", 1, 6),
        ("a: 1\n---\nb: 2", 2, 1),
        ("a: *b", 1, 4),
    ],
)
def test_bad_yaml_has_line_and_column(text, line, column):
    problem = problem_of(text)
    assert (problem.line, problem.column) == (line, column)
    assert f"line {line}, column {column}" in problem.message


def test_a_control_character_has_its_place():
    problem = problem_of("a: 1\nb: \x01")
    assert (problem.line, problem.column) == (2, 4)


def test_a_key_given_twice():
    problem = problem_of("a: 1\nb: 2\na: 3\n")
    assert (problem.place, problem.line) == ("a", 3)
    assert "on line 1" in problem.message


@pytest.mark.parametrize(
    "text", ["a: !!python/object/apply:os.system [x]", "a: !!binary aGk=", "a: !x y", "? [1]\n: 2"]
)
def test_foreign_types_are_refused(text):
    if "[x]" not in text:
        assert problem_of(text).line == 1
    else:
        assert load(text)[0] == {"a": ["x"]}


def test_five_megabytes_are_refused_by_size_before_they_are_read(monkeypatch):
    monkeypatch.setattr(yaml, "compose", None)  # calling it would be another error
    problem = problem_of("a: " + "x" * 5_000_000)
    assert "4.8 MiB" in problem.message
    assert "1024 KiB" in problem.message


def test_an_alias_bomb_is_bounded():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    assert "more than 40000 values once aliases" in problem_of("\n".join(lines)).message


def test_the_most_expensive_text_is_given_up_early():
    assert "more than 40000 values" in problem_of("a: [" + "1," * 130_000 + "1]").message


@pytest.mark.parametrize("text", ["a: &a [*a]", "[" * 300 + "]" * 300, "[" * 50_000])
def test_deep_nesting_is_bounded(text):
    assert problem_of(text).message


_scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.text(st.characters(codec="utf-8"), max_size=150)
)
_keys = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12)


@given(
    st.dictionaries(
        _keys,
        st.recursive(
            _scalars, lambda x: st.lists(x, max_size=3) | st.dictionaries(_keys, x, max_size=3), max_leaves=8
        ),
        min_size=1,
        max_size=4,
    )
)
def test_what_is_written_reads_back(data):
    text = dump(data)
    assert load(text)[0] == data


def test_text_of_several_lines_stands_as_it_is_also_where_a_line_was_enough_before():
    data = {"variants": [Flow(name="raw", set=Flow({"nginx.http_extra": "gzip_vary on;\nexpires 1h;\n"}))]}
    text = dump(data)
    assert "nginx.http_extra: |\n        gzip_vary on;\n        expires 1h;\n" in text
    assert load(text)[0] == data


def test_other_readers_of_our_yaml_see_the_same_numbers_and_text():
    data = {"a": "0101", "b": "1:30", "c": "1e3", "d": "null", "e": "12", "f": 12}
    assert yaml.safe_load(dump(data)) == data
