"""The key of a launch that can be sent again: whatever is launched with it is launched once."""

from typing import Annotated

from fastapi import Header

LaunchKey = Annotated[str | None, Header(alias="Idempotency-Key", pattern="^[!-~]{1,64}$")]
