"""What OpenAPI says of a definition, from which the browser's types are made."""

from typing import Any

import pytest

from backend.execution.launching.schemas import ExperimentIn, PlanOut
from backend.fields import one_line
from backend.main import app


def test_a_definition_has_its_types_wherever_it_crosses_the_api() -> None:
    schemas: dict[str, Any] = app.openapi()["components"]["schemas"]
    for name in ("ExperimentIn", "PlanOut", "RetestOffer"):
        kinds = schemas[name]["properties"]["definition"]["anyOf"]
        assert {"$ref": "#/components/schemas/Definition"} in kinds
    assert schemas["RecipeDetail"]["properties"]["definition"] == {"$ref": "#/components/schemas/Definition"}
    assert schemas["Variant"]["properties"]["from"]["type"] == "string"  # left out, never null


def test_looser_forms_still_reach_our_own_reading() -> None:
    loose = {"name": 7, "workloads": [{"duration": "60s"}], "what": None}
    assert ExperimentIn.model_validate({"definition": loose}).definition == loose
    assert PlanOut.model_validate({"errors": [], "definition": loose}).model_dump()["definition"] == loose


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "a\u0085b", "a\u2028b", "a\x00b", "a\ud800b", "a\u202eb"])
def test_a_name_is_one_line_that_shows_as_it_is_stored(text: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        one_line(text)


def test_names_in_any_script_are_taken() -> None:
    assert one_line("größer · 測試 👩\u200d💻") == "größer · 測試 👩\u200d💻"
