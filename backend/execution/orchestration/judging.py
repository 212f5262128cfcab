"""A trial before its rules: what else has to be known of its hosts and of the experiment's other runs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.knobs import Value
from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from agents.render import raw
from backend import validity
from backend.definition.server_facts import find_declaration
from backend.events import count_readers
from backend.execution.orchestration.equal_work import expected_probe
from backend.records import jobs_queries
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.runs import Run
from backend.validity.finding import Finding

_LIMIT = re.compile(r"#.*|\b(limit_req|limit_conn)\s")


def judge(
    session: Session,
    run: Run,
    workload: Workload,
    load: LoadReport,
    windows: Mapping[str, Window],
    hosts: Sequence[Host],
) -> list[Finding]:
    """Every finding about a trial; `windows` by host id, `hosts` are the testbed's, as its roles."""
    names = {h.id: h.name for h in hosts}
    pin = run.knobs.get("pin.load")
    experiment = session.get_one(Experiment, run.experiment_id)
    under_test = "backend" if run.topology == "direct" else "proxy"
    declaration = find_declaration(run.knobs, experiment.facts, under_test)
    return validity.judge(
        load,
        workload,
        {h.name: windows[h.id] for h in hosts if h.id in windows},
        machine_of={h.name: h.facts.get("machine", h.id) for h in hosts},
        network_of={h.name: h.facts.get("namespace") or h.facts.get("machine", h.id) for h in hosts},
        load_cpus=len(parse_cpu_list(str(pin))) if pin is not None else None,
        allowed_failures=experiment.definition.get("allowed_failures", 0.0),
        reference=expected_probe(session, run),
        boots={h.name: h.facts.get("more", {}).get("boot_id", "") for h in hosts},
        latency_limits=_latency_limits(experiment.definition),
        readers=count_readers(load.started_at),
        limits=limits_of(run.knobs) if load.errors.get("status") else (),
        counts_requests=(declaration or {}).get("counts_requests", True),
        server_key=run.prepared.get(under_test, {}).get("key"),
        renewed_hosts=_renewed_hosts(session, run, names) if experiment.generation else (),
    )


def limits_of(knobs: Mapping[str, Value]) -> list[str]:
    """The directives of raw texts that may refuse requests, without those in comments."""
    text = "\n".join(str(knobs[name]) for name in (raw.WHOLE, *raw.EXTRAS) if name in knobs)
    return sorted({*_LIMIT.findall(text)} - {""})


def _latency_limits(definition: Mapping[str, Any]) -> dict[str, float]:
    """Metric → the most seconds that a probe of a search may have."""
    limits = (definition.get("ceiling") or {}).get("latency", {})
    return {f"latency_{percentile.replace('.', '_')}": limit for percentile, limit in limits.items()}


def _renewed_hosts(session: Session, run: Run, names: Mapping[str, str]) -> list[str]:
    """Hosts whose server ended since this run was last measured."""
    host_ids = jobs_queries.ended_since_measured(session, run.experiment_id, run.id)
    return sorted({names[host_id] for host_id in host_ids})
