"""Marks in every text that says something of a host: through a link nobody finds one."""

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES
from agents.contract.reports import Facts
from backend.analysis import stored_headlines
from backend.ids import new_id
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment
from backend.records.imports import ImportText
from backend.records.runs import Run, Trial
from backend.tests.db import builders
from backend.tests.db.sharing.readers import Reader, everything, shared

SHOWN = re.compile(
    r"os|kernel|cpu_model|online_cpus|virtualization|tools\..*|nginx\.(version|flavour|number|base|modules)"
    r"|more\.(governor|smt|isolated_cpus|irqbalance|clock_source)|more\.(caches|numa_nodes|mitigations|sysctl)\..*"
)
"""Facts that are what a result means. All others are found nowhere, also one that nobody has thought of."""
MARK = re.compile(r"mk9\d{3}x")  # too long for an id to have it by chance
NAME, ADDRESS, STRAY, PATH = "mk9000xhost", "10.77.66.55", "203.0.113.9", "/srv/mk9001x/private.conf"
BOOT = "0f3b7d1e-mk9002x"
FACTS: dict[str, Any] = {
    **dict.fromkeys(("hostname", "machine", "namespace", "os", "kernel", "cpu_model", "online_cpus"), ""),
    "nginx_error": "",
    "virtualization": "",
    "cpus": 4,
    "memory_bytes": 1 << 34,
    "nofile": 1024,
    "is_root": True,
    "nginx": {
        "path": "",
        "version": "",
        "arguments": "",
        "flavour": "",
        "number": "",
        "base": "",
        "modules": [""],
    },
    "servers": [
        {
            **dict.fromkeys(("name", "version", "sha256", "compiler", "problem"), ""),
            "libraries": {"": ""},
            "environment": {"LD_PRELOAD": ""},
            "declaration": {"files": {"": ""}},
        }
    ],
    "tools": {"wrk": ""},
    "abilities": {"sysctl": "", "governor": "", "profile": "", "sysctls": [""], "governors": [""]},
    "origins": [""],
    "sandbox": {"user": ""},
    "isolation": {"system_calls": ""},
    "more": {
        **dict.fromkeys(("kernel_command_line", "governor", "smt", "isolated_cpus", "irqbalance"), ""),
        **dict.fromkeys(("clock_source", "boot_id", "thought_of_later"), ""),
        "isolation": {"isolcpus": ""},
        "caches": {"L1d": ""},
        "numa_nodes": {"node0": ""},
        "mitigations": {"meltdown": ""},
        "interrupts": {"eth0": ""},
        "nics": {"eth0": {"driver": "", "speed_mbit": "", "mtu": "", "ring": {"rx": ""}}},
        "sysctl": {"net.core.somaxconn": "", "kernel.hostname": ""},
        "ulimits": {"NOFILE": [1, 2]},
    },
}


def marked(value: Any, numbers: Iterator[int], place: str = "") -> Any:
    """The same with another mark in every text; those that may be shown are called `ok`."""
    if isinstance(value, Mapping):
        return {k: marked(inner, numbers, f"{place}.{k}".strip(".")) for k, inner in value.items()}
    if isinstance(value, list):
        return [marked(inner, numbers, place) for inner in value]
    if isinstance(value, str):
        return f"{'ok' if SHOWN.fullmatch(place) else 'mk'}{next(numbers)}x"
    return value


@pytest.fixture
def marks(session: Session) -> dict[str, str]:
    """Ids of an experiment, a run, a trial and a comparison whose every host says marks."""
    numbers = itertools.count(100)
    said = f"{NAME} at {ADDRESS}:8080 and {STRAY} has {PATH}; boot {BOOT}"
    made, runs = builders.article_c(session, notes=f"## On {NAME}\nsee {ADDRESS}", tags=[NAME])
    made.name = f"On {NAME}"
    for at in ("facts", "facts_after"):
        hosts = {}
        for role in ROLES:
            facts = marked(FACTS, numbers)
            facts["hostname"], facts["machine"], facts["more"]["boot_id"] = NAME, "mk9003xmachine", BOOT
            hosts[role] = {**made.facts[role], "host": NAME, "address": ADDRESS, "facts": facts}
        setattr(made, at, hosts)
    made.definition = {**made.definition, "description": said, "source": f"http://{ADDRESS}/"}
    made.definition_yaml = f"name: x\ntestbed: {NAME}\nhost: {ADDRESS}\n"
    first = next(iter(runs.values()))
    failure = {"code": "nginx_died", "message": said, "host": NAME, "log": "mk9010x"}
    setup = {"key": "s", "failure": failure, "urls": [f"http://{ADDRESS}:8100"], "conf": "mk9011x"}
    setup |= {"argv": [["nginx", "-c", PATH]], "version": "1.22", "effective": {"pid": PATH}}
    window = {"seconds": 10.0, "boot_id": BOOT, "events": [{"at": 0.0, "text": "mk9012x"}], "cores": [0.5]}
    window |= {"others": [{"name": "mk9013x", "session": 1, "cpu_s": 1.0}]}
    change = {
        "setting": {"kind": "sysctl", "name": "net.core.somaxconn", "value": "1"},
        "before": NAME,
        "now": "",
    }
    window |= {"changed": [change]}
    for run in session.scalars(select(Run)):
        run.prepared, run.failure = {role: setup for role in ROLES if role != "load"}, failure
        run.workload = {**run.workload, "host": NAME}
        run.bottlenecks = []
    for trial in session.scalars(select(Trial)):
        trial.argv = ["wrk", "-s", PATH, f"http://{ADDRESS}:8100/"]
        trial.stdout = trial.stderr = f"mk9014x {said}"
        trial.warnings = [said]
        trial.findings = [{"code": "other_cpu", "level": "suspect", "message": f"{said}: mk9017x 9%"}]
        trial.windows = {made.facts[role]["host_id"]: window for role in ROLES}
    session.add(ImportText(id=new_id(), experiment_id=made.id, position=0, name="mk9015x", text="mk9016x"))
    second = list(runs.values())[1]
    saved = Comparison(
        id=new_id(), name=f"{NAME} twice", notes=ADDRESS, state={"a": first.id, "b": second.id}
    )
    session.add(saved)
    stored_headlines.keep(session, made)
    session.commit()
    trial = session.scalars(select(Trial.id).where(Trial.run_id == first.id)).first() or ""
    ids = {
        "experiment": made.id,
        "run": first.id,
        "second": second.id,
        "trial": trial,
        "comparison": saved.id,
    }
    return ids


def wanted(of: str, ids: dict[str, str]) -> dict[str, Any]:
    if of == "view":
        return {"kind": "comparison", "state": {"a": ids["run"], "b": ids["second"]}}
    return {"kind": of, "id": ids[of]}


def asked(path: str, of: str, ids: dict[str, str]) -> str:
    more = {"export": "output=true&samples=true"}
    more |= dict.fromkeys(("profile-difference", "accounting"), f"b={ids['second']}")
    found = next((query for word, query in more.items() if word in path), "")
    if path.startswith("compare"):
        found = f"a={ids['run']}&b={ids['second']}"
    return f"{path}?{found}" if found else path


def left_in(text: str) -> set[str]:
    stray = [one for one in (NAME, ADDRESS, STRAY, PATH, BOOT, "private.conf") if one in text]
    return {*MARK.findall(text), *stray}


KINDS = ("experiment", "run", "comparison", "view")
MISSING = re.compile(r"calibration|retested|profile|steps|pivot|main-effects|grid|latency|texts|percentiles")
"""What this experiment does not have, or only in part."""


@pytest.mark.parametrize(
    "of", ["experiment", *(pytest.param(kind, marks=pytest.mark.exhaustive) for kind in KINDS[1:])]
)
def test_no_answer_through_a_link_has_a_mark(client: TestClient, marks: dict[str, str], of: str) -> None:
    token, _ = shared(client, **wanted(of, marks))
    reader, found, status = Reader(client, token), {}, {}
    for path in everything(of, marks):
        answer = reader.get(asked(path, of, marks))
        status[path] = answer.status_code
        if left := left_in(answer.text):
            found[path] = left
    head = reader.browser.get(f"/s/{token}/")
    assert found == {}
    assert not left_in(head.text)
    odd = {path: code for path, code in status.items() if code != 200 and not MISSING.search(path)}
    assert odd == {}


def test_the_same_answers_have_marks_for_who_is_signed_in_or_asked_for_them(
    client: TestClient, marks: dict[str, str]
) -> None:
    """So the marks are where they can be seen, and a link with host details shows them."""
    reader = Reader(client, shared(client, **wanted("experiment", marks), with_hosts=True)[0])
    for path in (
        f"runs/{marks['run']}",
        f"trials/{marks['trial']}/output",
        f"experiments/{marks['experiment']}",
    ):
        for answer in (client.get(f"/api/v1/{path}"), reader.get(path)):
            assert {NAME, ADDRESS} <= left_in(answer.text), path
    page = reader.get(f"experiments/{marks['experiment']}/export.html").text
    assert NAME in page


def test_every_fact_that_an_agent_reads_is_in_the_marks() -> None:
    assert Facts.model_fields.keys() <= FACTS.keys()


def test_what_is_left_reads_well(client: TestClient, marks: dict[str, str]) -> None:
    reader = Reader(client, shared(client, **wanted("experiment", marks))[0])
    detail = reader.get(f"experiments/{marks['experiment']}").json()
    assert [(h["host"], h["address"], h["machine"]) for h in detail["hosts"]] == [
        ("load-host", "load-address", "machine 1")
    ] * 3
    run = reader.get(f"runs/{marks['run']}").json()
    assert run["trials"][0]["argv"] == ["wrk", "-s", "hidden-path", "http://load-address:8100/"]
    output = reader.get(f"trials/{marks['trial']}/output").json()
    assert output["stdout"] == "left out: this link was made without host details"


def test_figures_and_verdicts_are_those_of_the_dashboard(client: TestClient, marks: dict[str, str]) -> None:
    """A run's delta is judged among all its siblings, also where the link shows this run alone."""
    for of, path in (
        ("run", f"runs/{marks['run']}"),
        ("experiment", f"experiments/{marks['experiment']}/deltas"),
    ):
        mine = client.get(f"/api/v1/{path}").json()
        theirs = Reader(client, shared(client, **wanted(of, marks))[0]).get(path).json()
        if of == "run":
            mine, theirs = ([f["delta"] or {} for f in one["figures"]] for one in (mine, theirs))
        wanted_of = ("change", "low", "high", "p_adjusted", "verdict", "family")
        told = [[[delta.get(name) for name in wanted_of] for delta in one] for one in (mine, theirs)]
        assert told[0] == told[1]


def test_the_record_stays_as_it_was(client: TestClient, marks: dict[str, str], session: Session) -> None:
    reader = Reader(client, shared(client, **wanted("experiment", marks))[0])
    reader.get(f"experiments/{marks['experiment']}")
    session.expire_all()
    assert NAME in session.get_one(Experiment, marks["experiment"]).name
