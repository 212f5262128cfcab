"""Counters of a host's kernel that show whether a setting acted."""

from pydantic import BaseModel, Field

MAX_KERNEL_COUNTERS = 64


class KernelCounts(BaseModel):
    """Counts of a host's kernel that show whether a setting acted."""

    growths: dict[str, float] = Field(
        default_factory=dict, description="by the kernel's names; those that are missing are not known"
    )
    tls: int | None = Field(
        default=None, description="TLS connections that the kernel encrypted; None: not known"
    )
