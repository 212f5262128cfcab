"""Counts of a host's kernel: counters that show whether a setting acted, and the memory of sockets."""

from pydantic import BaseModel, Field

MAX_KERNEL_COUNTERS = 64


class KernelCounts(BaseModel):
    """Counts of a host's kernel over a window."""

    growths: dict[str, float] = Field(
        default_factory=dict, description="by the kernel's names; those that are missing are not known"
    )
    tls: int | None = Field(
        default=None, description="TLS connections that the kernel encrypted; None: not known"
    )
    socket_bytes: int | None = Field(
        default=None,
        description="buffers of the TCP sockets of the whole machine: the most at a reading; None: not known",
    )
