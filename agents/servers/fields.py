"""Types of fields that declarations of every kind share."""

from typing import Annotated

from pydantic import Field

PROGRAM = r"^/[^=\x00-\x1f\x7f]{1,254}$"
"""An absolute path; without “=”, which env(1) would take for a variable."""

VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]
VariableValue = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]{0,4000}$")]
Environment = Annotated[dict[VariableName, VariableValue], Field(max_length=64)]
