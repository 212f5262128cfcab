"""Counters of one run put together over all of its valid trials: means, by host and by what hosts share."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from statistics import fmean

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.knobs import roles_of
from agents.catalog.roles import Role
from agents.contract.counters import DeviceCounts, ServerCounts, WorkerCounts
from agents.contract.reports import Window
from agents.render import role_of_key
from backend.diagnostics.bottlenecks.evidence import (
    FULL,
    Busy,
    Evidence,
    HostAt,
    Link,
    Machine,
    Measured,
    MeasuredTrial,
    Network,
    Part,
)
from backend.diagnostics.bottlenecks.roles import PIN
from backend.validity.evidence import join

_WIRE_BYTES = 24  # that Ethernet adds to each packet that Linux counts: checksum, preamble, gap
_MOSTLY = 0.5
_OWN_WORK = 0.75  # of the busy time on shared CPUs: less, and somebody else is the reason


def evidence_of(run: Measured) -> Evidence | None:
    """None where no valid trial was watched, as of an import."""
    trials = [t for t in run.trials if t.windows]
    if not trials:
        return None
    # one host may have every role of its testbed; what this run does not use did not run there
    roles = roles_of(run.knobs, run.topology)
    run = replace(run, hosts=[host for host in run.hosts if host.role in roles])
    pool = _Pool(run, trials)
    parts = list(filter(None, map(pool.part, run.hosts)))
    servers: dict[Role, Part] = {part.role: part for part in parts if part.role != "load"}
    return Evidence(
        workload=run.workload,
        topology=run.topology,
        knobs=run.knobs,
        rate=_mean(t.figures.get("requests_per_s") for t in trials),
        latency=_mean(t.figures.get("latency_mean") for t in trials),
        nofile=run.nofile,
        load=max((p for p in parts if p.role == "load"), key=lambda part: part.used_cpus, default=None),
        servers=servers,
        machines=[pool.machine(name, ids) for name, ids in pool.groups(lambda h: h.machine)],
        links=[link for host in run.hosts for link in pool.links(host)],
        networks=[pool.network(name, ids) for name, ids in pool.groups(lambda h: h.network)],
        rules=run.rules,
    )


class _Pool:
    """Means over trials, by host and by what hosts share."""

    def __init__(self, run: Measured, trials: Sequence[MeasuredTrial]) -> None:
        self._run = run
        self._trials = [{i: _while_loaded(w, t.load_s) for i, w in t.windows.items()} for t in trials]
        self._by_id = {host.id: host for host in run.hosts}
        count = {h.machine: max(len(w.cores) for w in self._of(h.id)) for h in run.hosts if self._of(h.id)}
        self._allowed = {h.role: self._cpus(h, count.get(h.machine, h.cpus)) for h in run.hosts}

    def _of(self, host_id: str) -> list[Window]:
        return [w for t in self._trials if (w := t.get(host_id)) is not None and w.seconds > 0]

    def _cpus(self, host: HostAt, count: int) -> frozenset[int]:
        all_cpus, pin = frozenset(range(count)), self._run.knobs.get(PIN[host.role])
        return (parse_cpu_list(str(pin)) & all_cpus) or all_cpus if pin is not None else all_cpus

    def groups(self, of: Callable[[HostAt], str]) -> list[tuple[str, list[str]]]:
        """Names and ids of hosts that share something, where they were watched."""
        first_windows = {h.id: w[0] for h in self._run.hosts if (w := self._of(h.id))}
        ids = join(first_windows, {h.id: of(h) for h in self._run.hosts})
        return [(" = ".join(dict.fromkeys(self._by_id[i].name for i in group)), group) for group in ids]

    # ---- machines and networks

    def machine(self, name: str, ids: Sequence[str]) -> Machine:
        windows = self._of(ids[0])
        disks = {d.name for w in windows for d in w.disks}
        return Machine(
            name=name,
            hosts=tuple(self._by_id[i].name for i in ids),
            cores=_columns([w.cores for w in windows]),
            softirqs=_columns([w.softirqs for w in windows]),
            steal=fmean(w.steal for w in windows),
            pressure={
                kind: fmean(w.pressure[kind] / w.seconds for w in windows if kind in w.pressure)
                for kind in {k for w in windows for k in w.pressure}
            },
            disks={
                disk: (
                    fmean(sum(d.busy for d in w.disks if d.name == disk) for w in windows),
                    fmean(
                        sum(d.written_bytes for d in w.disks if d.name == disk) / w.seconds for w in windows
                    ),
                )
                for disk in disks
            },
        )

    def network(self, name: str, ids: Sequence[str]) -> Network:
        windows = self._of(ids[0])
        after = [w.ports_after for w in windows if w.ports_after]
        tables = [p.tracked for p in after if p.tracked]
        return Network(
            name=name,
            roles=tuple(self._by_id[i].role for i in ids),
            seconds=fmean(w.seconds for w in windows),
            overflows=fmean(w.listen_overflows for w in windows),
            retransmits=fmean(w.retransmits for w in windows),
            ports=max(after, key=lambda p: p.in_use / p.range, default=None),
            connection_table=max(tables, key=lambda table: table.share, default=None),
        )

    def links(self, host: HostAt) -> list[Link]:
        first = next(h for h in self._run.hosts if h.network == host.network)
        if first.id != host.id or len({h.network for h in self._run.hosts}) == 1:
            return []  # counted there, or no packet of this run left its machine
        windows = self._of(host.id)
        names = dict.fromkeys(d.name for w in windows for d in w.devices)
        return [_link(name, host.name, windows) for name in names]

    # ---- load tool and servers

    def part(self, host: HostAt) -> Part | None:
        windows = self._of(host.id)
        if not windows:
            return None
        cores, allowed_cpus = _columns([w.cores for w in windows]), self._allowed[host.role]
        counts = [c for w in windows if (c := _server(w, host.role)) is not None]
        more = self._charge_factor(host, windows)
        if host.role == "load":
            workers = _threads(windows, more)
        else:
            workers = _workers(counts, [w.seconds for w in windows], more, self._alone(host, cores))
        return Part(
            role=host.role,
            host=host.name,
            machine=host.machine,
            cpus=allowed_cpus,
            cores=tuple(cores[c] for c in sorted(allowed_cpus) if c < len(cores)),
            used_cpus=fmean(_own_s(w, host.role) / w.seconds for w in windows) * more,
            workers=workers,
            is_contended=self._is_contended(host, cores),
            in_progress=_mean(c.in_progress for c in counts),
            accept_queue=max((c.accept_queue for c in counts if c.accept_queue is not None), default=None),
            backlog=next((c.backlog for c in counts if c.backlog is not None), None),
        )

    def _mates(self, host: HostAt) -> list[HostAt]:
        return [h for h in self._run.hosts if h.machine == host.machine]

    def _charge_factor(self, host: HostAt, windows: Sequence[Window]) -> float:
        """Some kernels charge no process for interrupts: each then did so many times what is said of it."""
        mates = {h.id: self._of(h.id) for h in self._mates(host)}
        busy = sum(w.seconds * sum(w.cores) for w in windows)
        kernel = sum(w.seconds * sum(w.kernel) for w in windows)
        own_s = sum(sum(w.own_cpu_s.values()) for window_list in mates.values() for w in window_list)
        sessions = {s for window_list in mates.values() for w in window_list for s in w.own_sessions}
        others_s = sum(p.cpu_s for w in windows for p in w.others if p.session not in sessions)
        hidden_s = min(kernel, max(0.0, busy - own_s - others_s))
        return busy / (busy - hidden_s) if busy > hidden_s else 1.0

    def _alone(self, host: HostAt, cores: Sequence[float]) -> list[float | None]:
        """For each worker that has a CPU to itself: how busy that one was."""
        other_cpus = [self._allowed[h.role] for h in self._mates(host) if h.role != host.role]
        lists = [_read_back(text) for text in self._run.cpus.get(host.role, ())]
        shares: list[float | None] = []
        for number, worker_cpus in enumerate(lists):
            rest = [*other_cpus, *lists[:number], *lists[number + 1 :]]
            is_own = len(worker_cpus) == 1 and not any(worker_cpus & cpus for cpus in rest)
            cpu = next(iter(worker_cpus), 0)
            shares.append(cores[cpu] if is_own and cpu < len(cores) else None)
        return shares

    def _is_contended(self, host: HostAt, cores: Sequence[float]) -> bool:
        """Its CPUs were full, with the work of several parts of this experiment."""
        allowed_cpus = self._allowed[host.role]
        sharing = [h for h in self._mates(host) if self._allowed[h.role] & allowed_cpus]
        if len(sharing) < 2 or min((cores[c] for c in allowed_cpus if c < len(cores)), default=0.0) < FULL:
            return False
        own_share = sum(
            fmean(_own_s(w, h.role) / w.seconds for w in self._of(h.id)) for h in sharing if self._of(h.id)
        )
        everywhere = frozenset[int]().union(*(self._allowed[h.role] for h in sharing))
        return own_share >= _OWN_WORK * sum(cores[c] for c in everywhere if c < len(cores))


def _read_back(text: str) -> frozenset[int]:
    """The CPUs of a worker as its host reports them; none where that is no list of CPUs."""
    try:
        return parse_cpu_list(text)
    except ValueError:
        return frozenset()


def _while_loaded(window: Window, load_s: float | None) -> Window:
    """The same counts over the time of the load: a window is some tenths of a second longer, idle ones."""
    if not load_s or not window.seconds / 2 <= load_s < window.seconds:
        return window
    # what runs at rest in the tail counts, too: shares are too high by tail / load_s of the share at rest
    shares = {
        name: [min(1.0, share * window.seconds / load_s) for share in getattr(window, name)]
        for name in ("cores", "kernel", "softirqs")
    }
    return window.model_copy(update={"seconds": load_s, **shares})


def _own_s(window: Window, role: Role) -> float:
    """CPU seconds of the load tool, or of the setups of a role."""
    return sum(s for key, s in window.own_cpu_s.items() if _role(key) == role)


def _role(key: str) -> Role | None:
    return "load" if key == "load" else role_of_key(key)


def _server(window: Window, role: Role) -> ServerCounts | None:
    return next((counts for key, counts in window.servers.items() if _role(key) == role), None)


def _threads(windows: Sequence[Window], more: float) -> tuple[Busy, ...]:
    """Threads by rank, which changes from trial to trial: the busiest in any case, and others that worked."""
    counts = [t for w in windows if (t := w.load_threads) is not None and t.seconds > 0]
    ranking = [
        [
            Busy(min(1.0, cpu * more / age), wait_s / age)
            for cpu, wait_s, age in zip(t.cpu_s, t.waited_s, t.ages_s or repeat(t.seconds), strict=False)
            if age > 0
        ]
        for t in counts
    ]
    return tuple(t for rank, t in enumerate(_by_rank(ranking)) if rank == 0 or t.used_share >= 0.01)


def _workers(
    counts: Sequence[ServerCounts], seconds: Sequence[float], more: float, alone: Sequence[float | None]
) -> tuple[Busy, ...]:
    rankings: list[list[Busy]] = []
    for count, length in zip(counts, seconds, strict=False):
        cores = alone if len(alone) == len(count.workers) else repeat(None)
        workers = [_worker(w, length, more, core) for w, core in zip(count.workers, cores, strict=False)]
        rankings.append(sorted(workers, key=lambda worker: -worker.used_share))
    return _by_rank(rankings)


def _worker(worker: WorkerCounts, seconds: float, more: float, core: float | None) -> Busy:
    share = worker.cpu_s / seconds
    busy_share = max(share, core) if core is not None and share >= _MOSTLY else share * more
    return Busy(min(1.0, busy_share), worker.waited_s / seconds, worker.connections)


def _by_rank(rankings: Sequence[Sequence[Busy]]) -> tuple[Busy, ...]:
    return tuple(
        Busy(
            used_share=fmean(p.used_share for p in peers),
            wait_share=fmean(p.wait_share for p in peers),
            connections=_mean(p.connections for p in peers),
        )
        for peers in zip(*rankings, strict=False)
    )


def _link(name: str, host: str, windows: Sequence[Window]) -> Link:
    devices = [(w.seconds, d) for w in windows for d in w.devices if d.name == name]
    seconds, all_ = sum(s for s, _ in devices), [d for _, d in devices]
    ways = [(_sum(all_, f"{way}_bytes"), _sum(all_, f"{way}_packets")) for way in ("rx", "tx")]
    count, most = max(ways)
    speed = all_[0].bits_per_s
    packets = sum(n for _, n in ways)
    return Link(
        name=name,
        host=host,
        fill=None if not speed else 8 * (count + _WIRE_BYTES * most) / seconds / speed,
        bits_per_s=8 * count / seconds,
        packets_per_s=most / seconds,
        drop_share=(_sum(all_, "rx_dropped") + _sum(all_, "tx_dropped")) / packets if packets else 0.0,
    )


def _sum(devices: Iterable[DeviceCounts], name: str) -> float:
    return sum(getattr(d, name) for d in devices)


def _mean(values: Iterable[float | None]) -> float | None:
    numbers = [v for v in values if v is not None]
    return fmean(numbers) if numbers else None


def _columns(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*rows, strict=False))
