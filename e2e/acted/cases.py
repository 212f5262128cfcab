"""The staged list as cases: a baseline, a variant that sets more, and which settings are in question."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml

from agents.contract.reports import Facts, NginxFacts

STAGED = Path(__file__).with_name("staged.yaml")
MODULES = [
    f"http_{name}"
    for name in (
        *("ssl", "v2", "stub_status", "realip", "auth_request", "auth_basic", "slice", "addition", "sub"),
        *("gzip", "gunzip", "gzip_static", "limit_req", "limit_conn", "proxy", "empty_gif"),
        *("upstream_ip_hash", "upstream_least_conn", "upstream_hash", "upstream_keepalive"),
    )
]
Kind = Literal["cannot_act", "act"]


@dataclass(frozen=True)
class Case:
    """One setting of the list under its load. `told`: the settings that are in question."""

    kind: Kind
    group: str
    told: tuple[str, ...]
    changes: dict[str, Any]
    base: dict[str, Any] = field(default_factory=dict)
    topology: str = "proxy_only"
    workload: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return f"{self.group}: {', '.join(self.told)}"

    def definition(self, **more: Any) -> dict[str, Any]:
        """A baseline and the variant, under one load."""
        return {
            "name": self.title,
            "topology": self.topology,
            "workloads": [{"tool": "wrk", "connections": 16, "duration": "2s"} | self.workload],
            "set": dict(self.base),
            "variants": [{"name": "baseline"}, {"name": "variant", "set": dict(self.changes)}],
            "baseline": "baseline",
        } | more


def staged_cases() -> list[Case]:
    """Every case, in the order of the list."""
    groups_by_kind = yaml.safe_load(STAGED.read_text("utf-8"))
    return [
        Case(
            kind=kind,
            group=group,
            told=tuple(case.get("told") or case["set"]),
            changes=case["set"],
            base=case.get("base", {}),
            topology=case.get("topology", "proxy_only"),
            workload=case.get("workload", {}),
        )
        for kind, groups in groups_by_kind.items()
        for group, cases in groups.items()
        for case in cases
    ]


def staged_host() -> Facts:
    """Facts of the host that the list speaks of."""
    return Facts(
        hostname="staged",
        machine="staged",
        namespace="staged",
        os="Debian 12",
        kernel="6.1.0",
        cpu_model="a CPU",
        cpus=2,
        online_cpus="0-1",
        memory_bytes=4 << 30,
        nofile=1_048_576,
        is_root=True,
        nginx=NginxFacts(
            path="/usr/sbin/nginx",
            version="nginx/1.22.1",
            number="1.22.1",
            base="1.22.1",
            modules=[*MODULES, "threads", "poll"],
        ),
        more={"sysctl": {"net.core.somaxconn": "4096", "net.ipv4.tcp_fastopen": "1"}},
    )
