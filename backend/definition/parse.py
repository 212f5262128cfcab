"""From YAML or plain data to a definition that can be planned, or to everything that is wrong with it."""

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError

from backend.definition import consistency, error_text, normalize, semantics
from backend.definition.issues import DefinitionErrors, Issue, LocatedIssue, Marks, locate
from backend.definition.model import Definition
from backend.definition.yaml_text import load


def parse_definition(
    text_or_data: str | dict[str, Any], refuse: Callable[[Definition], Sequence[Issue]] | None = None
) -> Definition:
    """A definition that can be planned; DefinitionErrors lists everything that is wrong, with places.

    refuse  what of it whoever asks may not have checked: if anything, no more is done
    """
    marks: Marks = {}
    if isinstance(text_or_data, str):
        data, marks = load(text_or_data)
    else:
        data = text_or_data
    if not isinstance(data, dict):
        raise DefinitionErrors([LocatedIssue("", "a definition is a map with name, workloads and variants")])
    data, issues = normalize.normalize_definition(data)
    definition, wrong_shape = _parse_shape(data)
    issues += wrong_shape
    issues += consistency.check(data)
    if definition is not None and not issues:
        issues = [*(refuse(definition) if refuse else ())] or semantics.check(definition)
    if issues or definition is None:
        raise DefinitionErrors(locate(issues, marks))
    return definition


def _parse_shape(data: dict[str, Any]) -> tuple[Definition | None, list[Issue]]:
    try:
        return Definition.model_validate(data), []
    except ValidationError as error:
        return None, error_text.issues(error, Definition)
