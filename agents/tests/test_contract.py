"""What an agent that is one release older sends is still read."""

from agents.contract.reports import Facts

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
