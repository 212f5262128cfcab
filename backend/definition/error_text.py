"""Pydantic's errors as sentences for engineers."""

import difflib
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from agents.catalog.knobs import find_knob
from agents.catalog.knobs.values import quote
from agents.catalog.problem_words import BOUNDS, type_words
from agents.contract.mix import FILLED_TAG, PATH, TEXT_TAG
from backend.definition.issues import MAX_ISSUES, Issue, Path
from backend.definition.model import DECIDED_TAG, FIXED_TAG

# Written shorter than the field is called.
_WRITTEN = {"duration_s": "duration", "timeout_s": "timeout", "every_s": "every"}
_ELSEWHERE = {
    "script": "scripts of load tools are not run: mix lists the requests",
    "pipeline": "requests are not pipelined; with protocol: h2 and streams several are open at once",
    "method": "mix has it, for each request",
    "body": "mix has it, for each request",
}
_BRANCHES = ("str", "int", "bool", "[key]", FIXED_TAG, DECIDED_TAG, FILLED_TAG, TEXT_TAG)


def issues(error: ValidationError, model: type[BaseModel]) -> list[Issue]:
    """One issue for each place; of a union's several errors the first."""
    messages: dict[Path, str] = {}
    for item in error.errors(include_url=False):
        path = tuple(_WRITTEN.get(str(p), p) for p in item["loc"] if not _is_branch(p))
        if path not in messages:
            messages[path] = _sentence(item, path, model)
        if len(messages) >= MAX_ISSUES:
            break
    return list(messages.items())


def _is_branch(part: str | int) -> bool:
    """Pydantic puts the tried type of a union into the path."""
    return part in _BRANCHES or (isinstance(part, str) and part.startswith("dict["))


def _sentence(item: Any, path: Path, model: type[BaseModel]) -> str:
    name = next((str(part) for part in reversed(path) if isinstance(part, str)), "definition")
    context = item.get("ctx", {})
    kind = item["type"]
    type_text = "a smaller number" if kind == "int_parsing_size" else type_words(kind)
    if type_text:
        return f"{name} must be {type_text}; got {quote(item['input'])}"
    if kind in BOUNDS:
        words, key = BOUNDS[kind]
        return f"{name} must be {words} {context[key]:.15g}; got {quote(item['input'])}"
    if kind == "string_pattern_mismatch" and context["pattern"] == PATH:
        return f"{name} must begin with / and be printable ASCII without blanks; got {quote(item['input'])}"
    match kind:
        case "missing" if path == ("trials", "until"):
            return "until is missing: say until: decided"
        case "missing":
            return f"{name} is missing"
        case "extra_forbidden":
            return _unknown_key(name, path, model)
        case "literal_error":
            return _not_a_choice(name, item["input"], context["expected"])
        case "string_too_short" | "too_short":
            return f"{name} must not be empty"
        case "string_too_long" | "too_long":
            return f"{name} is too long; at most {context['max_length']}"
        case "value_error":
            text = str(context["error"])
            return f"{name} {text}" if text.startswith("must ") else text
        case _:
            return f"{name}: {item['msg']}"


def _not_a_choice(name: str, value: Any, allowed_text: str) -> str:
    choices = allowed_text.replace("'", "")
    return f"{name} must be {choices}; got {quote(value)}"


def _unknown_key(name: str, path: Path, model: type[BaseModel]) -> str:
    keys = sorted(_known_keys(path[:-1], model))
    if path[:1] == ("workloads",) and name in _ELSEWHERE:
        return f"unknown key “{name}”; {_ELSEWHERE[name]}"
    if "set" in keys and find_knob(name):
        return f"“{name}” is a setting: write it below set"
    near = difflib.get_close_matches(name, keys, n=1, cutoff=0.6)
    return f"unknown key “{name}”" + (
        f"; did you mean {near[0]}?" if near else f"; known keys are {', '.join(keys)}"
    )


def _known_keys(path: Path, model: type[BaseModel]) -> set[str]:
    """The keys of the model at a path, as they are written."""
    for part in path:
        if isinstance(part, int):
            continue
        field = next((f for n, f in model.model_fields.items() if part in (n, f.alias)), None)
        inner = next(_models(field.annotation), None) if field else None
        model = inner or model
    return {_WRITTEN.get(n, field.alias or n) for n, field in model.model_fields.items()}


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)
