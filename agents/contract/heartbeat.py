"""Heartbeat of an agent, and the answer to it."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from agents.contract.jobs import JOB_ID
from agents.contract.reports import MAX_COUNTED, MAX_UNRESTORED, UNRESTORED, UnrestoredSetting
from agents.contract.servers import MAX_SERVERS, MAX_SERVERS_SIZE, ServerFacts
from agents.contract.space import MAX_BYTES
from agents.contract.states import HostCondition

BEAT_EVERY_S = 2.0  # of an agent that was told nothing else


class Claimed(BaseModel):
    """Holder of this host for an experiment that is not this agent's, as the claim itself says."""

    experiment: str = Field(default="", max_length=64)
    control_plane: str = Field(default="", max_length=200)
    agent: str = Field(default="", max_length=64)
    process: str = Field(default="", max_length=200)


def _check_size(servers: list[ServerFacts]) -> list[ServerFacts]:
    if sum(len(server.model_dump_json()) for server in servers) > MAX_SERVERS_SIZE:
        raise ValueError(f"facts of servers of more than {MAX_SERVERS_SIZE:,} bytes")
    return servers


class Heartbeat(BaseModel):
    instance: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")  # new at every start of the agent
    active_jobs: list[Annotated[str, Field(pattern=JOB_ID)]] = Field(default_factory=list, max_length=64)
    condition: HostCondition = HostCondition.CLEAN
    unrestored_settings: list[UnrestoredSetting] = Field(
        default_factory=list, max_length=MAX_UNRESTORED, validation_alias=UNRESTORED
    )
    dropped: int = Field(
        default=0,
        ge=0,
        le=MAX_COUNTED,
        description="messages since its start that the control plane had not signed for it",
    )
    no_space: int | None = Field(
        default=None, ge=0, le=MAX_BYTES, description="free bytes of its disk, where that is too little"
    )
    claimed: Claimed | None = Field(
        default=None, description="by others, while it holds no experiment itself"
    )
    servers: Annotated[list[ServerFacts], AfterValidator(_check_size)] | None = Field(
        default=None,
        max_length=MAX_SERVERS,
        exclude_if=lambda servers: servers is None,
        description="those declared now, once after they were read anew",
    )


class HeartbeatReply(BaseModel):
    server_time: float
    job_keys: dict[str, str]  # as in Enrolled
    held: bool = Field(
        default=True, description="false: this host is changed, and no experiment counts on that any more"
    )
    notice: str = Field(default="", description="what whoever runs this agent should know: for its log")
    watched: bool = Field(
        default=True, description="somebody looks at what runs: readings are wanted as they are taken"
    )
    beat_after_s: float = Field(default=BEAT_EVERY_S, description="when to beat again, should nothing happen")
