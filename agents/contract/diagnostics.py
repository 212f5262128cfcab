"""Diagnostics: what an extra, unmeasured trial found out about the processes on a host."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

MAX_STACKS = 5_000
"""Different stacks of one profile; the rarer ones are put together as OTHER_STACKS."""
MAX_FRAMES = 128
"""Frames of one stack, outermost first; deeper ones lose their inner frames, not their root."""
MAX_STACK_LENGTH = 16_000  # characters
MAX_TEXT = 8_000_000  # characters of all stacks that one host reports of one diagnostic
OTHER_STACKS = "[other stacks]"
KERNEL = "_[k]"
"""Ends the name of a frame that ran in the kernel."""
MAX_CALLS = 500  # names of system calls
MAX_LOST = 1_000_000_000
"""Lost samples or events that are counted; more are told as so many."""

ProfileEvent = Literal["cpu-clock", "cycles"]
DiagnosticKind = Literal[
    "same_load", "fewer_connections", "more_connections", "more_threads", "profile", "system_calls"
]


class DiagnosticOrder(BaseModel, extra="forbid"):
    """Order to find something out beside a load that is not measured."""

    kind: DiagnosticKind = Field(
        description="of a probe only the load differs, and nothing else is found out"
    )
    hz: int = Field(99, ge=1, le=999, description="samples in a second of CPU time; fewer of many processes")
    lead_s: float = Field(
        0.0, ge=0, le=10, description="the load begins so much later: until then other hosts have attached"
    )


class Profile(BaseModel):
    """Samples of one setup's processes, or of the load tool's, while a trial ran.

    `stacks`: folded, outermost frame first, joined by `;` → samples. A frame without a name is its file in
    brackets, `[nginx]`; one of the kernel ends with KERNEL.
    """

    subject: str = Field(max_length=64, description="setup key, or `load`")
    event: ProfileEvent
    hz: int = Field(ge=1, le=10_000, description="samples asked for in a second of CPU time")
    stacks: dict[Annotated[str, Field(max_length=MAX_STACK_LENGTH)], Annotated[int, Field(ge=1)]] = Field(
        max_length=MAX_STACKS + 1
    )
    lost: int = Field(default=0, ge=0, le=MAX_LOST, description="samples that perf says it lost")
    cpu_s: float = Field(ge=0, description="CPU seconds of these processes meanwhile, by exact counters")
    kernel_names: bool = Field(default=True, description="False: the kernel's frames have no names")


class SystemCalls(BaseModel):
    """System calls of one setup's processes while a trial ran, exact."""

    subject: str = Field(max_length=64, description="setup key, or `load`")
    counts: dict[Annotated[str, Field(max_length=64)], Annotated[int, Field(ge=1)]] = Field(
        max_length=MAX_CALLS
    )
    requests: float | None = Field(
        default=None, ge=0, description="that it served meanwhile, by its own count"
    )
    lost: int = Field(
        default=0, ge=0, le=MAX_LOST, description="events that perf says it lost: with any, not exact"
    )


class HostDiagnostic(BaseModel):
    """What one host found out in one diagnostic. `missing`: why it could not, and what to do."""

    profiles: list[Profile] = Field(default_factory=list, max_length=65)
    system_calls: list[SystemCalls] = Field(default_factory=list, max_length=65)
    missing: str | None = Field(default=None, max_length=2_000)

    @model_validator(mode="after")
    def _check_size(self) -> "HostDiagnostic":
        if sum(text_of(profile.stacks) for profile in self.profiles) > MAX_TEXT:
            raise ValueError(f"the stacks of a diagnostic have at most {MAX_TEXT:,} characters")
        return self


def text_of(stacks: Mapping[str, int]) -> int:
    """Characters of all stacks."""
    return sum(map(len, stacks))
