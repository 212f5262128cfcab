"""Reports: what an agent posts back about a job; the first one for a job wins.

Times are epoch seconds of the control plane's clock (the agent learns the offset from its heartbeat).
"""

from typing import Any

from pydantic import AliasChoices, BaseModel, Field

from agents.catalog.pace import Pace
from agents.contract.connectivity import ReachReport
from agents.contract.counters import (
    DeviceCounts,
    DiskCounts,
    GeneratorCounts,
    HostEvent,
    ServerCounts,
    ThreadCounts,
)
from agents.contract.crowding import Ports
from agents.contract.diagnostics import HostDiagnostic
from agents.contract.held import HeldReport
from agents.contract.jobs import Setting
from agents.contract.kernel_counts import KernelCounts
from agents.contract.latency import Latency
from agents.contract.probe import Probe
from agents.contract.sandbox_parts import SandboxPart, SandboxParts
from agents.contract.servers import MAX_SERVERS, NginxFacts, ServerFacts
from agents.contract.states import HostCondition

MAX_COUNTED = 2_000_000_000
MAX_MESSAGE_LENGTH = 4_000  # characters of a failure's sentence
MAX_UNRESTORED = 4_096  # a large host has so many interrupts

NGINX_DIED, UNREACHABLE, NOT_PREPARED = "nginx_died", "target_unreachable", "not_prepared"
AGENT_STOPPED, AGENT_RESTARTED = "agent_stopped", "agent_restarted"  # in the middle of a job
HOST_BUSY = "host_busy"  # an experiment of another control plane holds the host
HOLD_FAILED = "hold_failed"  # the connections that a workload holds could not be opened
SERVER_CHANGED = "server_changed"  # a declared server is not the one that the experiment was planned with
TOOL_FAILED = "tool_failed"  # a load tool that was killed, hung, or printed no report
NOT_READY = "generators_not_ready"  # one of several load tools did not reach its start
"""Codes of failures after which an experiment does more than to note them."""

_DIAGNOSTIC = AliasChoices("diagnostic", "look")  # `look` until 0.2.0
UNRESTORED = AliasChoices("unrestored_settings", "leftovers")  # `leftovers` until 0.2.0


class Failure(BaseModel):
    """Reason of a failure: a code for programs, a sentence for people, the end of a log."""

    code: str
    message: str
    host: str | None = None
    log: str = ""


class Worker(BaseModel):
    pid: int
    cpus: str  # CPU list read back from the kernel


class PreparedSetup(BaseModel):
    """One setup as it is: where it listens, what is effective, or why it could not be."""

    key: str
    failure: Failure | None = None
    urls: list[str] = Field(default_factory=list)  # http://address:port, one per instance
    more_urls: list[str] = Field(default_factory=list, exclude_if=lambda urls: not urls)  # of the first one
    conf: str = ""  # as `nginx -T` reads it back
    argv: list[list[str]] = Field(default_factory=list)
    version: str = ""
    workers: list[Worker] = Field(default_factory=list)
    effective: dict[str, str] = Field(
        default_factory=dict, description="what else was read back: nofile, nice, key type"
    )


class AppliedSetting(BaseModel):
    """A setting as the host has it now, read back, and what it had before."""

    setting: Setting
    before: str
    now: str


class UnrestoredSetting(BaseModel):
    """A value that could not be restored, and why. What a person types to undo it: see undo.py."""

    setting: Setting
    before: str
    now: str
    reason: str
    netns: str = Field(default="", description="name by which `ip netns` knows the agent's own network")
    net_of: int | None = Field(default=None, description="a process in the agent's own, nameless network")


class ProcessTime(BaseModel):
    """CPU time of processes that are not the experiment's, summed over one session and name."""

    name: str
    session: int
    cpu_s: float
    of_server: bool = Field(
        default=False, description="parts of the Dynoboard server that runs beside the agent"
    )


class Clock(BaseModel):
    """A host's own clock at the end of a window."""

    offset_s: float | None = Field(default=None, description="own clock minus the control plane's")
    round_trip_s: float | None = Field(default=None, description="of that heartbeat: twice the error")
    step_s: float = Field(default=0.0, description="how far it was set during the window")


class Window(BaseModel):
    """Activity of a host while a trial was measured: differences of exact counters."""

    seconds: float
    started_at: float | None = Field(default=None, exclude_if=lambda at: at is None)
    cores: list[float] = Field(default_factory=list, description="busy share of each CPU, 0..1")
    softirq: float = 0.0  # share of all CPUs
    steal: float = 0.0  # share of all CPUs
    own_cpu_s: dict[str, float] = Field(default_factory=dict, description="setup key or `load` → CPU seconds")
    other_cpu_s: float = 0.0  # all busy CPU time minus every process of Dynoboard's agent
    rx_bytes: float = 0.0
    tx_bytes: float = 0.0
    listen_overflows: float = 0.0
    context_switches: float = 0.0
    time_wait: int | None = None  # sockets at the start
    listen_drops: float = 0.0  # connection requests dropped for any reason, overflows among them
    syn_cookies: float = 0.0
    retransmits: float = 0.0  # TCP segments retransmitted
    sockets: dict[str, int] = Field(default_factory=dict, description="TCP sockets by state at the end")
    ports: Ports | None = None  # at the start
    ports_after: Ports | None = None  # at the end
    kernel: list[float] = Field(
        default_factory=list, description="share of each CPU in interrupts, hard and soft: part of `cores`"
    )
    interrupts: list[float] = Field(default_factory=list, description="on each CPU, all kinds")
    reschedules: list[float] = Field(default_factory=list, description="RES interrupts on each CPU")
    own_sessions: list[int] = Field(default_factory=list, description="sessions of setups and load tool")
    others: list[ProcessTime] = Field(default_factory=list, description="the busiest ones, busiest first")
    measured_cpus: str | None = None  # CPU list that setups and tool here are pinned to; None: any
    changed: list["AppliedSetting"] = Field(
        default_factory=list, description="settings that no longer held at the end"
    )
    boot_id: str = ""
    clock: Clock | None = None
    softirqs: list[float] = Field(
        default_factory=list, description="share of each CPU in soft interrupts: part of `kernel`"
    )
    pressure: dict[str, float] = Field(
        default_factory=dict, description="cpu, io, memory → seconds in which something waited for it"
    )
    servers: dict[str, ServerCounts] = Field(default_factory=dict, description="by setup key")
    load_threads: ThreadCounts | None = None
    generators: list[GeneratorCounts] = Field(
        default_factory=list,
        exclude_if=lambda counts: not counts,
        description="where several loaded together",
    )
    devices: list[DeviceCounts] = Field(default_factory=list, description="the busiest ones, busiest first")
    disks: list[DiskCounts] = Field(default_factory=list, description="the busiest ones, busiest first")
    events: list[HostEvent] = Field(
        default_factory=list,
        description="what the kernel said of network, memory and processes, and workers that ended",
    )
    kernel_counts: KernelCounts | None = None
    held_connections: HeldReport | None = Field(default=None, exclude_if=lambda report: report is None)


class Cooled(BaseModel):
    """Wait of a host for closed connections to go: how long, and for what."""

    waited_s: float
    before: Ports
    after: Ports


class LoadReport(BaseModel):
    """One execution of the load tool."""

    argv: list[str]
    version: str
    exit_code: int | None
    signal: int | None = None
    stdout: str
    stderr: str
    started_at: float
    ended_at: float
    figures: dict[str, float | None] = Field(default_factory=dict, description="metric name → SI value")
    errors: dict[str, int | None] = Field(default_factory=dict)
    warnings: list[str] = Field(default_factory=list)
    probe: Probe | None = None
    latency: Latency | None = None
    held_connections: HeldReport | None = Field(default=None, exclude_if=lambda report: report is None)
    pace: Pace | None = Field(default=None, exclude_if=lambda pace: pace is None)
    late_s: float = Field(default=0.0, exclude_if=lambda s: not s, description="began after a FireJob said")


class Report(BaseModel, extra="forbid"):
    """The outcome of one job. Which parts are filled depends on the kind of job."""

    job_id: str
    failure: Failure | None = None
    setups: list[PreparedSetup] = Field(default_factory=list)
    load: LoadReport | None = None
    window: Window | None = None
    cooled: Cooled | None = None
    condition: HostCondition | None = None
    unrestored_settings: list[UnrestoredSetting] = Field(default_factory=list, validation_alias=UNRESTORED)
    applied: list[AppliedSetting] = Field(default_factory=list)
    facts: "Facts | None" = None
    reach: ReachReport | None = None
    diagnostic: HostDiagnostic | None = Field(default=None, validation_alias=_DIAGNOSTIC)


_TOO_OLD_FOR_MIX = "its agent is older than mixes of requests: install the one of this dashboard"
_TOO_OLD_FOR_SITE = "its agent is older than synthetic sites: install the one of this dashboard"
_TOO_OLD_TO_HOLD = "its agent is older than held connections: install the one of this dashboard"
_TOO_OLD = "its agent is older than profiles: install the one of this dashboard"


class Abilities(BaseModel):
    """Abilities of an agent to change and see its host. A text says why it may not; empty: it may."""

    sysctl: str = ""
    sysctls: list[str] = Field(default_factory=list, description="keys that exist here and may be written")
    irq_affinity: str = ""
    irqbalance: str = ""
    governor: str = ""
    governors: list[str] = Field(default_factory=list)
    nice: str = ""  # a nice value below 0
    nofile: int = 0  # the highest limit of open files that a process can be given
    profile: str = _TOO_OLD
    system_calls: str = _TOO_OLD
    mix: str = _TOO_OLD_FOR_MIX
    site: str = _TOO_OLD_FOR_SITE
    generators: str = "its agent is older than several generators: install the one of this dashboard"
    hold: str = _TOO_OLD_TO_HOLD
    servers: str = "its agent is older than declared servers: install the one of this dashboard"
    fire: str = "its agent is older than several load hosts: install the one of this dashboard"


class Facts(BaseModel):
    """Facts of a host. Fixed fields are used by checks; `more` is shown and compared as it comes."""

    hostname: str
    machine: str  # the same for agents that share one kernel: CPUs, memory
    namespace: str = ""  # the same for agents that share one network: addresses, ports, net.* settings
    os: str
    kernel: str
    cpu_model: str
    cpus: int
    online_cpus: str  # CPU list
    memory_bytes: int
    virtualization: str = ""
    nofile: int
    is_root: bool
    nginx: NginxFacts | None = None
    nginx_error: str = Field(default="", exclude_if=lambda text: not text, description="of a broken one")
    tools: dict[str, str] = Field(default_factory=dict, description="tool → version, only those installed")
    abilities: Abilities = Abilities()
    origins: list[str] = Field(default_factory=list, description="host:port of servers allowed as backends")
    sandbox: SandboxParts = Field(
        default_factory=dict,
        validation_alias=AliasChoices("sandbox", "walls"),  # `walls` until 0.2.0
        description="of nginx under test and load tools: each part, empty where it holds, else why not",
    )
    isolation: SandboxParts = Field(
        default_factory=dict,
        description="parts that 0.1.0 does not have: its dashboards refuse them among the others",
    )
    more: dict[str, Any] = Field(default_factory=dict)
    servers: list[ServerFacts] = Field(
        default_factory=list,
        max_length=MAX_SERVERS,
        exclude_if=lambda servers: not servers,
        description="declared by its operator, and beside them the one named nginx",
    )

    @property
    def sandbox_parts(self) -> dict[SandboxPart, str]:
        return {**self.sandbox, **self.isolation}


class SampleBatch(BaseModel):
    """Readings of one host for one trial: one array per series, all as long as `times`.

    `seq` counts up within trial and host; a batch that was stored before is ignored.
    `is_live`: for pages that look now; its readings come again with the rest, to be stored.
    """

    trial_id: str
    seq: int = Field(ge=0)
    is_live: bool = Field(default=False, exclude_if=lambda is_live: not is_live)
    times: list[float] = Field(max_length=3600)  # epoch seconds
    series: dict[str, list[float | None]] = Field(max_length=2000)
