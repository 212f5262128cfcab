"""The recipes shipped: YAML files in library/, each with the write-up's form and a quick one.

In the quick form words such as $half stand for numbers of CPUs and CPU lists of the machine at hand.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.catalog.knobs import find_knob
from agents.catalog.roles import Role
from backend.definition import yaml_text
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.recipes.left_out import Hosts, fit_to_hosts

Form = Literal["full", "quick"]
Topic = Literal["CPUs and noise", "Whole tunings", "Connections and kernel", "Content and TLS"]
Cpus = int | str | frozenset[int]
"""The CPUs of a host: how many (0 to n-1), a CPU list, or their numbers."""

_WORD = re.compile(r"\$(cpus|half|twice_half|double|first_half|second_half|first|last)\b")


class Recipe(BaseModel, extra="forbid", frozen=True):
    """`full` is a definition, `quick` the top-level keys that differ from it (null takes one away)."""

    slug: str
    title: str
    topic: Topic
    question: str
    summary: str
    why: str
    source: str | None = None
    full: dict[str, Any]
    quick: dict[str, Any]


@cache
def recipes() -> tuple[Recipe, ...]:
    """All of them, in the order of a gallery: the file names' order."""
    folder = resources.files("backend.recipes") / "library"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".yaml")), key=lambda f: f.name)
    return tuple(Recipe.model_validate(yaml_text.load(f.read_text("utf-8"))[0]) for f in files)


def find(slug: str) -> Recipe | None:
    return next((recipe for recipe in recipes() if recipe.slug == slug), None)


def instantiate(
    recipe: Recipe, form: Form, cpus: Mapping[Any, Cpus] | Cpus, hosts: Hosts | None = None
) -> Definition:
    """The definition to launch. `cpus` are those of each role's host, or of the one host for all roles.

    A quick form leaves out what the `hosts` cannot do, where they are known.
    """
    texts = {"question": recipe.question, "description": recipe.summary, "source": recipe.source}
    data = texts | recipe.full
    if form == "quick":
        data |= recipe.quick
    by_role = dict(cpus) if isinstance(cpus, Mapping) else dict.fromkeys(("load", "proxy", "backend"), cpus)
    words = {role: words_of(cpu_set(host)) for role, host in by_role.items()}
    definition = parse_definition(_fill({k: v for k, v in data.items() if v is not None}, words, "proxy"))
    return fit_to_hosts(definition, hosts) if hosts and form == "quick" else definition


def cpu_set(cpus: Cpus) -> frozenset[int]:
    if isinstance(cpus, int):
        return frozenset(range(max(1, cpus)))
    return parse_cpu_list(cpus) if isinstance(cpus, str) else cpus


def words_of(cpus: frozenset[int]) -> dict[str, int | str]:
    """What the words stand for. With one CPU both halves are that CPU.

    {0, 1, 2, 3} → half 2, first_half "0-1", second_half "2-3"; counts are int, CPU lists text.
    """
    numbers = sorted(cpus)
    half = max(1, len(numbers) // 2)
    return {
        "cpus": len(numbers),
        "half": half,
        "twice_half": 2 * half,
        "double": 2 * len(numbers),
        "first_half": format_cpu_list(set(numbers[:half])),
        "second_half": format_cpu_list(set(numbers[half:] or numbers)),
        "first": str(numbers[0]),
        "last": str(numbers[-1]),
    }


def _fill(value: Any, words: Mapping[str, Mapping[str, int | str]], role: str) -> Any:
    """With every word replaced; the value of a knob speaks of the CPUs of that knob's host."""
    if isinstance(value, dict):
        return {
            _text(key, words, role): _fill(child, words, _role_of(key) or role)
            for key, child in value.items()
        }
    if isinstance(value, list):
        return [_fill(child, words, role) for child in value]
    if not isinstance(value, str):
        return value
    whole = _WORD.fullmatch(value)
    return _word(whole[1], words, role) if whole else _text(value, words, role)


def _role_of(key: str) -> Role | None:
    knob = find_knob(key)
    return knob.role if knob else None


def _text(text: str, words: Mapping[str, Mapping[str, int | str]], role: str) -> str:
    return _WORD.sub(lambda match: str(_word(match[1], words, role)), text)


def _word(word: str, words: Mapping[str, Mapping[str, int | str]], role: str) -> int | str:
    # A testbed without this role does not use the knob; any host's CPUs give a valid number.
    return (words.get(role) or next(iter(words.values())))[word]
