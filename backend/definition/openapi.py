"""OpenAPI schema of a definition that crosses the API as plain data.

What comes in is read by `parse_definition` alone: it takes looser forms (60s, 1%) and reports everything that
is wrong at once, in its own sentences. What goes out is normalised, without fields that say nothing.
"""

from typing import Annotated, Any

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from backend.definition.model import Definition


class _DescribedAsDefinition:
    """The component `Definition` in place of a map of anything."""

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema: Any = dict(Definition.__pydantic_core_schema__)
        schema["ref"] = f"{Definition.__module__}.{Definition.__qualname__}:{id(Definition)}"
        return handler(schema)


DefinitionData = Annotated[dict[str, Any], _DescribedAsDefinition()]
"""A definition as plain data, not validated by pydantic."""
