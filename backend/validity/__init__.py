"""Is a trial valid, suspect, or invalid? Pure rules over what the load tool and the hosts reported.

One rule per file, each with its reason; `docs/validity.md` lists them all.
"""

from collections.abc import Mapping
from typing import Any

from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from backend.validity import (
    changed_body,
    clock_offset,
    clock_set,
    connections,
    connections_missing,
    conntrack,
    failed_requests,
    host_restarted,
    latency_counts,
    listen_overflow,
    no_request,
    other_cpu,
    ports,
    request_count,
    server_renewed,
    settings_changed,
    short,
    steal,
    syn_cookies,
)
from backend.validity.cooling import crowded_hosts
from backend.validity.evidence import Evidence, Expected, machines, networks
from backend.validity.finding import Finding
from backend.validity.generators import apart, differs, limited, mix_in_step, overlap, rate_not_kept
from backend.validity.rates import backlog, latency_limit
from backend.validity.rule import Rule

__all__ = ["OF_FIGURES", "RULES", "Expected", "Rule", "crowded_hosts", "judge", "machines"]

RULES: tuple[Rule, ...] = (
    no_request.RULE,
    failed_requests.RULE,
    connections.RULE,
    connections_missing.RULE,
    changed_body.RULE,
    apart.RULE,
    rate_not_kept.RULE,
    backlog.RULE,
    latency_limit.RULE,
    settings_changed.RULE,
    host_restarted.RULE,
    rate_not_kept.LAG,
    limited.RULE,
    differs.RULE,
    overlap.RULE,
    request_count.RULE,
    other_cpu.RULE,
    steal.RULE,
    listen_overflow.RULE,
    syn_cookies.RULE,
    ports.RULE,
    conntrack.RULE,
    clock_set.RULE,
    clock_offset.RULE,
    server_renewed.RULE,
    latency_counts.RULE,
    mix_in_step.RULE,
    short.RULE,
)
OF_FIGURES: tuple[Rule, ...] = (no_request.RULE, failed_requests.RULE, connections.RULE, short.RULE)
"""Those that look at what the load tool printed alone: all that can be asked of an imported trial."""


def judge(
    load: LoadReport,
    workload: Workload,
    windows: Mapping[str, Window],
    machine_of: Mapping[str, str],
    load_cpus: int | None = None,
    network_of: Mapping[str, str] | None = None,
    **context: Any,
) -> list[Finding]:
    """Every finding about a trial; one of level `invalid` takes the trial out.

    Mappings are by host name; without `network_of` each machine has one network. `known`: what else
    Evidence takes (`allowed_failures`, `reference`, `boots`, `readers`).
    """
    evidence = Evidence(
        load=load,
        workload=workload,
        windows=windows,
        machines=machines(windows, machine_of),
        networks=networks(windows, network_of or machine_of),
        load_cpus=load_cpus,
        **context,
    )
    return [finding for rule in RULES for finding in rule.findings(evidence)]
