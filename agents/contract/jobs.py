"""Jobs: what the control plane asks of one agent. JSON through Celery, signed, with an expiry time."""

from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from agents.catalog.roles import Role, SettingKind
from agents.contract.addresses import HOST_PORT, ORIGIN
from agents.contract.connectivity import MAX_PEERS
from agents.contract.diagnostics import DiagnosticOrder
from agents.contract.held import HELD_PER_PORT, MAX_HELD
from agents.contract.mix import MAX_SEQUENCE
from agents.contract.servers import MAX_PARAMS, PARAM_NAME, SERVER_NAME
from agents.contract.site import Site
from agents.contract.states import KeyType
from agents.contract.workload import Workload

LISTEN = "$listen"
"""As the first argument of `listen` in an nginx.conf: the address and port that only the agent can choose."""

TASK_NAME = "agent.job"
JOB_ID = r"^[a-z0-9]{6,40}$"
NONCE = r"^[0-9a-f]{32}$"
SETUP_KEY = r"^[a-z0-9_-]{1,64}$"
MAX_PORTS = 1 + -(-MAX_HELD // HELD_PER_PORT)
MAX_JOB_LENGTH = 64_000_000
"""Characters of a job's text; several times what the largest experiment comes to."""


def queue_of(host_id: str) -> str:
    """The Celery queue that only this host's agent reads."""
    return f"host.{host_id}"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", serialize_by_alias=True)


OptionalDiagnostic = Annotated[
    DiagnosticOrder | None,
    Field(
        validation_alias=AliasChoices("diagnostic", "look"),
        serialization_alias="look",  # until 0.2.0: agents of 0.1.0 know no other name
        exclude_if=lambda order: order is None,
    ),
]


class Setting(BaseModel, extra="forbid", frozen=True):
    """One value of a host that is changed for a run and put back afterwards."""

    kind: SettingKind
    name: str = Field(max_length=200)  # sysctl key, pattern of devices, or what else is set
    value: str = Field(max_length=2000)


class NginxSetup(_Strict):
    """One nginx to keep running for an experiment: the proxy, or the instances of a backend.

    `conf` is the whole nginx.conf; each instance gets its own port where `listen` says LISTEN.
    """

    key: str = Field(pattern=SETUP_KEY)
    role: Role
    conf: str = Field(max_length=1_000_000)
    instances: int = Field(1, ge=1, le=64)
    cpus: str | None = None  # CPU list for master and workers
    pages: dict[str, int] = Field(default_factory=dict)  # file name → size in bytes, under html/
    site: Site = Field(
        default_factory=list,
        exclude_if=lambda site: not site,
        description="bytes of the pages 0, 1, … under html/: pseudo-random, all changed at the same time",
    )
    log_target: Literal["off", "disk", "memory"] = "disk"  # memory: logs/ lies on tmpfs
    workers: int | None = None  # how many workers to see; None: as many as nginx starts
    nofile: int | None = Field(default=None, ge=64)  # limit of open files, soft and hard
    nice: int | None = Field(default=None, ge=-20, le=19)
    tls: KeyType | None = None  # listens with TLS: the agent makes tls/cert.pem and tls/key.pem of this type
    backends: list[Annotated[str, Field(pattern=HOST_PORT)]] | None = Field(
        None, max_length=64, description="host:port that the text may name; None: any allowed target"
    )
    ports: int = Field(
        default=1,
        ge=1,
        le=MAX_PORTS,
        exclude_if=lambda ports: ports == 1,
        description="that each instance listens on",
    )
    under: dict[str, str] = Field(
        default_factory=dict,
        description="sysctls that hold while it starts: sockets keep what they began with",
    )
    server: str | None = Field(
        default=None,
        pattern=SERVER_NAME,
        exclude_if=lambda name: name is None,
        description="which of the host's servers runs it; None: nginx",
    )
    server_digest: str = Field(
        default="",
        pattern=r"^([0-9a-f]{64})?$",
        exclude_if=lambda digest: not digest,
        description="ServerFacts.digest at the launch: another one is refused",
    )
    params: dict[Annotated[str, Field(pattern=PARAM_NAME)], int] = Field(
        default_factory=dict,
        max_length=MAX_PARAMS,
        exclude_if=lambda params: not params,
        description="values of a declared server's parameters",
    )


class PrepareJob(_Strict):
    """The complete list of setups that a host must run: missing ones are started, all others stopped."""

    kind: Literal["prepare"] = "prepare"
    setups: list[NginxSetup]


class ApplyJob(_Strict):
    """The complete list of settings that a host must have: missing ones are applied, all others put back.

    `setups` that were started under other sysctls than they ask for are restarted on the same ports.
    """

    kind: Literal["apply"] = "apply"
    settings: list[Setting]
    setups: list[str] = Field(default_factory=list)


class CoolJob(_Strict):
    """Wait until connections that were closed leave room for new ones, for `max_s` at most."""

    kind: Literal["cool"] = "cool"
    max_s: float = Field(gt=0, le=300)


class MeasureJob(_Strict):
    """Run the load tool once. A warm-up is a measure job without a trial."""

    kind: Literal["measure"] = "measure"
    trial_id: str | None
    target: str = Field(pattern=ORIGIN)  # http://address:port or https://address:port
    workload: Workload
    sequence: list[int] = Field(
        default_factory=list,
        max_length=MAX_SEQUENCE,
        exclude_if=lambda sequence: not sequence,
        description="of a mix: indexes of its requests in the order in which they are sent, again and again",
    )
    cpus: str | None = None  # CPU list for the tool
    nofile: int | None = Field(default=None, ge=64)  # the tool's limit of open files
    nice: int | None = Field(default=None, ge=-20, le=19)
    watch: list[str] = Field(default_factory=list)  # setups on this same host to account for
    stop_after_s: float | None = Field(
        default=None,
        gt=0,
        le=300,
        description="the tool is stopped then, and that is a success: it has no duration",
    )
    diagnostic: OptionalDiagnostic = Field(
        default=None, description="what else to find out; the trial is not measured"
    )
    held_targets: list[Annotated[str, Field(pattern=ORIGIN)]] = Field(
        default_factory=list,
        max_length=MAX_PORTS,
        exclude_if=lambda targets: not targets,
        description="where the workload's held connections go; a warm-up opens them, a trial needs them open",
    )
    is_fired: bool = Field(
        default=False,
        exclude_if=lambda is_fired: not is_fired,
        description="the tool is made ready, and begins when a FireJob says so: other hosts load too",
    )

    @model_validator(mode="after")
    def _sequence_fits_mix(self) -> "MeasureJob":
        count = len(self.workload.mix)
        if bool(self.sequence) != bool(count) or not all(0 <= index < count for index in self.sequence):
            raise ValueError("sequence must name the requests of the workload's mix, and be there with it")
        return self


class WatchJob(_Strict):
    """Sample this host until told to finish, or for max_s at most."""

    kind: Literal["watch"] = "watch"
    trial_id: str
    watch: list[str] = Field(default_factory=list)
    max_s: float = Field(gt=0, le=7200)
    diagnostic: OptionalDiagnostic = None


class FinishJob(_Strict):
    """End a watch job: its trial is over."""

    kind: Literal["finish"] = "finish"
    job_id: str


class FireJob(_Strict):
    """Let a measure job that is ready begin at `at`, epoch seconds of the control plane; at once if late."""

    kind: Literal["fire"] = "fire"
    job_id: str = Field(pattern=JOB_ID)
    at: float


class CancelJob(_Strict):
    """End everything that the named jobs started, within a second."""

    kind: Literal["cancel"] = "cancel"
    job_ids: list[str]


class RestoreJob(_Strict):
    """Stop what the experiment started and put the host back.

    `forget`: what cannot be put back stays as it is because a person said so, and the host is clean.
    """

    kind: Literal["restore"] = "restore"
    forget: bool = False


class FactsJob(_Strict):
    kind: Literal["facts"] = "facts"


class CheckJob(_Strict):
    """Run `nginx -t` over texts before launch; nothing is started."""

    kind: Literal["check"] = "check"
    setups: list[NginxSetup]


class ReachPeer(_Strict):
    """Another host of a testbed, which listens on the first of these ports that is free there."""

    host: str = Field(pattern=JOB_ID)
    address: str = Field(max_length=45)
    ports: list[Annotated[int, Field(ge=1, le=65535)]] = Field(min_length=1, max_length=8)
    secret: str = Field(pattern=NONCE, description="tells its listener that the caller is one of ours")
    load_at: float = Field(description="when to send for a second, so that one does at a time")


class ReachJob(_Strict):
    """Listen for the other hosts of a testbed, call each of them, and say what came of it.

    Times are epoch seconds of the control plane's clock.
    """

    kind: Literal["reach"] = "reach"
    ports: list[Annotated[int, Field(ge=1, le=65535)]] = Field(min_length=1, max_length=8)
    secret: str = Field(pattern=NONCE)
    callers: list[Annotated[str, Field(max_length=45)]] = Field(
        max_length=MAX_PEERS, description="their addresses"
    )
    peers: list[ReachPeer] = Field(max_length=MAX_PEERS)
    until: float = Field(description="so long it listens")


Work = Annotated[
    PrepareJob
    | ApplyJob
    | CoolJob
    | MeasureJob
    | WatchJob
    | FinishJob
    | FireJob
    | CancelJob
    | RestoreJob
    | FactsJob
    | CheckJob
    | ReachJob,
    Field(discriminator="kind"),
]


class Job(_Strict):
    """One job for one host. Times are epoch seconds of the control plane's clock."""

    id: str = Field(pattern=JOB_ID)
    host_id: str
    experiment_id: str | None
    issued_at: float
    expires_at: float
    nonce: str = Field(pattern=NONCE, description="another one each time that the job is sent")
    work: Work


class Envelope(_Strict):
    """A message: the exact text of a job, and an Ed25519 signature over its UTF-8 bytes, in base64.

    `key` names one of the public keys that the agent was given.
    """

    key: str = Field(pattern=r"^[0-9a-f]{16}$")
    body: str = Field(max_length=MAX_JOB_LENGTH)
    signature: str = Field(pattern=r"^[A-Za-z0-9+/]{86}==$")
