"""Messages of enrolment: what an agent says of itself to become a host, and what it is given."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from agents.catalog.roles import ROLES, Role
from agents.contract.addresses import AGENT_PORTS
from agents.contract.reports import AppliedSetting, Facts

MAX_FACTS = 256 * 1024  # bytes of JSON; a machine with 2 CPUs has 18 KB
HOST_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"

Port = Annotated[int, Field(ge=1, le=65535)]


def _small(facts: Facts) -> Facts:
    if len(facts.model_dump_json()) > MAX_FACTS:
        raise ValueError(f"facts of more than {MAX_FACTS:,} bytes")
    return facts


class Enrolment(BaseModel):
    """An agent asks to be let in. Its credential is the bearer: made by itself, 256 random bits."""

    name: str = Field(pattern=HOST_NAME)
    roles: list[Role] = Field(min_length=1, max_length=len(ROLES))
    address: str = Field(max_length=64)
    ports: tuple[Port, Port] = AGENT_PORTS
    version: str = Field(pattern=r"^[A-Za-z0-9.+!-]{1,32}$")
    contract: int = Field(0, ge=0, le=9999, description="see agents/contract/version.py; 0: none was said")
    instance: str = Field("", pattern=r"^[A-Za-z0-9_-]{0,64}$", description="as in heartbeats")
    facts: Annotated[Facts, AfterValidator(_small)]
    token: str = Field("", max_length=200, description="enrolment token: lets in a credential not yet known")
    pasted: str = Field(
        "",
        max_length=200,
        description="that of the line which started an agent that is in: it lets nobody in",
    )
    takes_over: bool = Field(
        default=False,
        description="its state directory is new: it restores what an agent before it applied on this host",
    )


class Enrolled(BaseModel):
    host_id: str
    token: str  # bearer for the agent's routes: the credential that it came with
    job_keys: dict[str, str] = Field(
        default_factory=dict,
        description="key id → Ed25519 public key that jobs are signed with, base64 of its 32 bytes; "
        "empty in credentials of older agents, until their first heartbeat",
    )
    broker_url: str  # with this host's own user and password
    ca: str = ""  # PEM of the CA that signs the certificate of a rediss:// broker; empty: the system's
    lost_changes: list[AppliedSetting] = Field(
        default_factory=list,
        description="what an agent before this one applied on this machine, and nobody has restored",
    )


class Waiting(BaseModel):
    """Not let in yet: a person has to approve it. The agent asks again with the same credential."""

    waiting: str  # for what, in a sentence
