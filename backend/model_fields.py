"""Models of the API that mostly repeat the fields of a row or a computed result. Pure."""

from typing import Any, TypeVar

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)


def copy_fields(model: type[M], source: object, /, **own_fields: Any) -> M:
    """A model with `own_fields`, and every further field as the attribute of its name in `source`."""
    copied_fields = {name: getattr(source, name) for name in model.model_fields if name not in own_fields}
    return model.model_validate(copied_fields | own_fields)
