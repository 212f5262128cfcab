"""From YAML or plain data to a definition that can be planned, or to everything that is wrong with it."""

from typing import Any

from pydantic import ValidationError

from backend.definition import consistency, error_text, normalize, semantics, yaml_text
from backend.definition.host_access import host_access_of
from backend.definition.issues import MAX_ISSUES, DefinitionErrors, Issue, Marks, locate
from backend.definition.model import Definition
from backend.errors import ProblemItem


def parse_definition(text_or_data: str | dict[str, Any], can_reach_hosts: bool = True) -> Definition:
    """A definition that can be planned; DefinitionErrors lists everything that is wrong, with places.

    can_reach_hosts  of whoever asks: without it, nginx text is refused before it is checked
    """
    marks: Marks = {}
    unread: list[ProblemItem] = []
    if isinstance(text_or_data, str):
        data, marks, unread = yaml_text.read(text_or_data)
    else:
        data = text_or_data
    if not isinstance(data, dict):
        raise DefinitionErrors.at("", "a definition is a map with name, workloads and variants")
    data, issues = normalize.normalize_definition(data)
    definition, wrong_shape = _parse_shape(data)
    inconsistent = consistency.check(data)
    issues += [*wrong_shape, *inconsistent]
    is_refused = False
    if definition is not None and not inconsistent:
        reaches = [] if can_reach_hosts else list(host_access_of(definition))
        is_refused = any(field.is_text for field in reaches)
        issues += [field.issue for field in reaches] if is_refused else semantics.check(definition)
    if unread or issues or definition is None:
        problems = _first_in_text([*unread, *locate(issues, marks)])
        raise DefinitionErrors(problems, None if inconsistent or is_refused else definition)
    return definition


def _first_in_text(problems: list[ProblemItem]) -> list[ProblemItem]:
    """Keep as many as people read, in the order of the text, and count the rest."""
    problems = sorted(dict.fromkeys(problems), key=lambda p: (p.line or 0, p.column or 0))
    rest = len(problems) - MAX_ISSUES
    more = [ProblemItem(place="", message=f"and {rest} more")] if rest > 0 else []
    return [*problems[:MAX_ISSUES], *more]


def _parse_shape(data: dict[str, Any]) -> tuple[Definition | None, list[Issue]]:
    try:
        return _model_of(data), []
    except ValidationError as error:
        return _parse_known_keys(data, error), error_text.issues(error, Definition)


def _model_of(data: dict[str, Any]) -> Definition:
    """The model by the keys of the text alone: a field's own name, such as `knobs`, would pass unchecked."""
    return Definition.model_validate(data, by_alias=True, by_name=False)


def _parse_known_keys(data: dict[str, Any], error: ValidationError) -> Definition | None:
    """The definition without its unknown keys, so that the rest is checked; None where more is wrong."""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    if any(item["type"] != "extra_forbidden" for item in errors):
        return None
    for item in errors:
        parts: list[Any] = list(item["loc"])
        key, holder = parts.pop(), data
        for part in parts:  # the tried type of a union is no key
            holder = holder[part] if isinstance(holder, list) or part in holder else holder
        holder.pop(key, None)
    try:
        return _model_of(data)
    except ValidationError:
        return None
