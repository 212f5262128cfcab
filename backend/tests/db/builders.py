"""Rows as an experiment leaves them, with article C's trials for numbers that are known."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES
from agents.contract.states import ExperimentState, RunState, TrialState
from agents.contract.version import CONTRACT
from backend.ids import new_id
from backend.records.experiments import Experiment, names_of_runs
from backend.records.hosts import Host
from backend.records.runs import Diagnostic, Run, Trial
from backend.records.testbeds import Testbed, TestbedRole
from backend.tests.db import stored_results

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

# (workers, pin, log) → req/s of five trials, as published
ARTICLE_C: dict[tuple[str, str, str], tuple[int, ...]] = {
    ("16", "none", "off"): (248677, 279867, 290159, 270982, 283741),
    ("16", "none", "memory"): (277621, 258456, 260107, 252588, 253443),
    ("16", "none", "disk"): (240303, 254572, 266540, 229249, 242094),
    ("16", "cores", "off"): (285713, 282235, 286919, 285477, 289397),
    ("16", "cores", "memory"): (274568, 278908, 283300, 274235, 277759),
    ("16", "cores", "disk"): (266764, 269377, 264932, 267018, 268114),
    ("22", "none", "off"): (300276, 285604, 219688, 283422, 295507),
    ("22", "none", "memory"): (282196, 300277, 259707, 198777, 247318),
    ("22", "cores", "off"): (354322, 343963, 346928, 349629, 342861),
    ("22", "cores", "memory"): (334128, 323585, 328500, 329572, 329261),
}
FACTORS = {
    "workers": {"16": {"nginx.worker_processes": 16}, "22": {"nginx.worker_processes": 22}},
    "pin": {"none": {}, "cores": {"pin.load": "32-63"}},
    "log": {x: {"nginx.access_log": x} for x in ("off", "memory", "disk")},
}
WORKLOAD = {"name": "keepalive", "tool": "wrk", "threads": 50, "connections": 100, "duration_s": 10}
WORKLOAD |= {"requests": None, "keepalive": True, "path": "/", "timeout_s": 2}
FACTS: dict[str, Any] = {
    "hostname": "s2500",
    "machine": "m1",
    "os": "Debian 12",
    "kernel": "6.1.0",
    "cpu_model": "S2500",
    "cpus": 128,
    "online_cpus": "0-127",
    "memory_bytes": 1 << 38,
    "nofile": 65536,
    "is_root": True,
    "origins": ["10.0.0.9:8080"],
    "nginx": {"path": "/usr/sbin/nginx", "version": "1.22.1"},
    "tools": {"wrk": "4.1.0", "ab": "2.3"},
}


def host(session: Session, name: str, **facts: Any) -> Host:
    row = Host(
        id=new_id(),
        name=name,
        roles=list(ROLES),
        allowed_roles=list(ROLES),
        address="127.0.0.1",
        version="0.1.0",
        contract=CONTRACT,
        token_hash=new_id(),
        facts=FACTS | facts,
    )
    session.add(row)
    session.flush()
    return row


def a_testbed(session: Session, name: str = "s2500-loopback", **facts: Any) -> Testbed:
    row = Testbed(id=new_id(), name=name)
    row.roles = [TestbedRole(role=r, host_id=host(session, f"{name}-{r}", **facts).id) for r in ROLES]
    session.add(row)
    session.flush()
    return row


def experiment(
    session: Session,
    bed: Testbed | None = None,
    state: ExperimentState = ExperimentState.FINISHED,
    definition: dict[str, Any] | None = None,
    **columns: Any,
) -> Experiment:
    bed = bed or a_testbed(session)
    hosts = {r.role: session.get_one(Host, r.host_id) for r in bed.roles}
    row = Experiment(
        **{
            "id": new_id(),
            "name": "Pinned against unpinned × workers × log target",
            "testbed_id": bed.id,
            "definition": {"order": "interleaved", "factors": FACTORS} | (definition or {}),
            "definition_yaml": "name: test\n",
            "seed": 1,
            "estimate_s": 600.0,
            "state": state,
            "started_at": START,
            "measuring_at": START,
            "finished_at": START if state.is_final else None,
            "facts": {
                role: {"host_id": h.id, "host": h.name, "address": h.address, "facts": h.facts}
                for role, h in hosts.items()
            },
        }
        | columns
    )
    session.add(row)
    session.flush()
    return row


def run(session: Session, of: Experiment, position: int, name: str, **columns: Any) -> Run:
    row = Run(
        **{
            "id": new_id(),
            "experiment_id": of.id,
            "position": position,
            "name": name,
            "variant": name,
            "knobs": {},
            "variant_hash": name,
            "workload": WORKLOAD,
            "topology": "proxy_only",
            "state": RunState.READY,
        }
        | columns
    )
    session.add(row)
    of.run_names = names_of_runs([*(of.run_names or "").splitlines(), name])
    session.flush()
    return row


def trial_row(of: Run, round_: int, figures: dict[str, float | None], **columns: Any) -> Trial:
    """A trial that is not in the database yet."""
    begun = START + timedelta(seconds=10 * round_)
    return Trial(
        **{
            "id": new_id(),
            "experiment_id": of.experiment_id,
            "run_id": of.id,
            "round": round_,
            "position": 100 * round_ + of.position,
            "state": TrialState.DONE,
            "figures": figures,
            "argv": ["wrk", "-t50", "-c100", "http://127.0.0.1:8100/"],
            "tool_version": "4.1.0",
            "exit_code": 0,
            "stdout": "Requests/sec: 1\n",
            "stderr": "",
            "started_at": begun,
            "ended_at": begun + timedelta(seconds=10),
        }
        | columns
    )


def trial(session: Session, of: Run, round_: int, figures: dict[str, float | None], **columns: Any) -> Trial:
    row = trial_row(of, round_, figures, **columns)
    session.add(row)
    session.flush()
    return row


def diagnostic(session: Session, of: Run, round_: int, kind: str, **columns: Any) -> Diagnostic:
    begun = START + timedelta(seconds=10 * round_)
    row = Diagnostic(
        **{
            "id": new_id(),
            "experiment_id": of.experiment_id,
            "run_id": of.id,
            "diagnostic": kind,
            "round": round_,
            "position": 100 * round_ + of.position,
            "state": TrialState.DONE,
            "figures": {"requests": 1000.0, "requests_per_s": 100.0},
            "started_at": begun,
            "ended_at": begun + timedelta(seconds=10),
        }
        | columns
    )
    session.add(row)
    session.flush()
    return row


def article_c(session: Session, **columns: Any) -> tuple[Experiment, dict[tuple[str, str, str], Run]]:
    """The whole of article C as one finished experiment; baseline: 16 workers, unpinned, no log."""
    made = experiment(session, **columns)
    runs: dict[tuple[str, str, str], Run] = {}
    trials: list[Trial] = []
    for position, (cell, rates) in enumerate(ARTICLE_C.items()):
        workers, pin, log = cell
        levels = dict(zip(FACTORS, cell, strict=True))
        knobs = {k: v for factor, level in levels.items() for k, v in FACTORS[factor][level].items()}
        name = f"workers {workers} · {'pin none' if pin == 'none' else pin} · log {log}"
        is_baseline = cell == ("16", "none", "off")
        runs[cell] = run(
            session,
            made,
            position,
            name,
            knobs=knobs,
            factors=levels,
            is_baseline=is_baseline,
        )
        for number, rate in enumerate(rates, start=1):
            figures: dict[str, float | None] = {"requests_per_s": float(rate), "failed_requests": 0.0}
            figures |= {"latency_mean": 100 / rate, "latency_p99": 300 / rate, "requests": 10.0 * rate}
            trials.append(trial_row(runs[cell], number, figures))
    session.add_all(trials)
    if ExperimentState(made.state).is_final:
        session.flush()
        stored_results.keep(session, made, list(runs.values()), trials)
    session.commit()
    return made, runs
