"""What an agent that is one release older sends is still read."""

import json
from typing import get_args

import pytest
from pydantic import ValidationError

from agents.contract.diagnostics import DiagnosticOrder
from agents.contract.heartbeat import Heartbeat
from agents.contract.jobs import WatchJob
from agents.contract.reports import Facts, Report
from agents.contract.sandbox_parts import SandboxPart
from agents.contract.states import HostCondition
from agents.observe.facts import read_facts

FACTS = {
    "hostname": "h",
    "machine": "x86_64",
    "os": "Debian 12",
    "kernel": "6.1",
    "cpu_model": "x",
    "cpus": 2,
    "online_cpus": "0-1",
    "memory_bytes": 1,
    "nofile": 1024,
    "is_root": True,
}


def test_the_sandbox_of_an_older_agent_is_read_by_its_old_name() -> None:
    facts = Facts.model_validate(FACTS | {"walls": {"user": "", "memory": "no cgroup"}})
    assert facts.sandbox == {"user": "", "memory": "no cgroup"}
    assert facts.model_dump()["sandbox"] == facts.sandbox


def test_parts_of_the_sandbox_that_older_dashboards_refuse_are_apart() -> None:
    parts = dict.fromkeys(get_args(SandboxPart), "")
    facts = read_facts("no-nginx", {}, lambda _: "", sandbox=parts)
    assert facts.sandbox.keys() | facts.isolation.keys() == parts.keys() == facts.sandbox_parts.keys()
    assert facts.isolation.keys() == {"system_calls", "hidden_files", "hidden_processes"}


def test_parts_of_the_sandbox_that_a_newer_agent_has_are_left_out() -> None:
    facts = Facts.model_validate(FACTS | {"sandbox": {"user": "", "later": ""}, "isolation": {"other": "no"}})
    assert facts.sandbox_parts == {"user": ""}


def test_a_diagnostic_is_sent_and_read_by_the_name_that_older_agents_know() -> None:
    job = WatchJob(trial_id="t", max_s=1, diagnostic=DiagnosticOrder.model_validate({"kind": "profile"}))
    assert job.model_dump(mode="json")["look"]["kind"] == "profile"
    assert WatchJob.model_validate(job.model_dump(mode="json")) == job
    assert "look" not in WatchJob(trial_id="t", max_s=1).model_dump()
    assert "diagnostic" not in json.loads(job.model_dump_json())


def test_the_diagnostic_of_an_older_agent_is_read_by_its_old_name() -> None:
    report = Report.model_validate({"job_id": "j", "look": {"missing": "no perf"}})
    assert report.diagnostic is not None
    assert report.diagnostic.missing == "no perf"


def test_unrestored_settings_of_an_older_agent_are_read_by_their_old_name() -> None:
    setting = {
        "setting": {"kind": "sysctl", "name": "net.core.somaxconn", "value": "65535"},
        "before": "4096",
        "now": "65535",
        "reason": "read-only",
    }
    report = Report.model_validate({"job_id": "j", "leftovers": [setting]})
    beat = Heartbeat.model_validate({"instance": "i", "leftovers": [setting]})
    assert [entry.before for entry in (*report.unrestored_settings, *beat.unrestored_settings)] == [
        "4096"
    ] * 2


def test_the_condition_of_an_older_agent_is_read_by_its_old_name() -> None:
    beat = Heartbeat.model_validate_json('{"instance": "i", "condition": "dirty"}')
    assert beat.condition == HostCondition.NEEDS_RESTORE
    with pytest.raises(ValidationError):
        Heartbeat.model_validate({"instance": "i", "condition": "filthy"})
