"""The load to apply, and the limits that both sides keep."""

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agents.contract.states import ToolName

MAX_DURATION_S = 3600
MAX_CONNECTIONS = 65535
MAX_REQUESTS = 1_000_000_000


class Workload(BaseModel):
    """One load: `wrk` ends by duration, `ab` by a number of requests or by duration."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field("default", min_length=1, max_length=80)
    tool: ToolName = "wrk"
    threads: int = Field(1, ge=1, le=1024)
    connections: int = Field(16, ge=1, le=MAX_CONNECTIONS)
    duration_s: int | None = Field(None, ge=1, le=MAX_DURATION_S, description="whole seconds")
    requests: int | None = Field(None, ge=1, le=MAX_REQUESTS)
    keepalive: bool = True
    path: str = Field("/", pattern=r"^/[!-~]*$", max_length=2000)
    headers: dict[str, str] = Field(default_factory=dict, max_length=30, description="sent with each request")
    host: str | None = Field(None, description="Host header; default: the target's address")
    timeout_s: int = Field(2, ge=1, le=60, description="wrk counts later answers as timeouts")

    @model_validator(mode="after")
    def _fits_its_tool(self) -> "Workload":
        if self.threads > self.connections:
            raise ValueError(
                f"threads ({self.threads}) must not be more than connections ({self.connections})"
            )
        if self.tool == "wrk":
            if self.requests is not None:
                raise ValueError("wrk runs for a duration; give duration, not requests")
            if self.duration_s is None:
                raise ValueError("wrk needs a duration, for example 10s")
            if self.connections % self.threads:
                raise ValueError(
                    f"wrk would drop {self.connections % self.threads} of {self.connections} connections: "
                    f"make connections a multiple of threads ({self.threads})"
                )
        if self.tool == "ab":
            if self.threads != 1:
                raise ValueError("ab has one thread; leave threads at 1")
            if (self.requests is None) == (self.duration_s is None):
                raise ValueError("ab needs either requests or a duration")
            if self.requests is not None and self.requests < self.connections:
                raise ValueError(
                    f"ab needs at least as many requests as connections: {self.requests} < {self.connections}"
                )
        return self
