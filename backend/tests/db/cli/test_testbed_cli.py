"""`dyno testbed`: made, changed, shown, checked and retired in a terminal."""

import json
import threading

from sqlalchemy import update
from sqlalchemy.orm import Session

from agents.contract.states import HostCondition
from backend.records.hosts import Host
from backend.scheduling.assignment import fleet
from backend.tests.db.agents import Farm
from backend.tests.db.commands import dyno, until
from backend.tests.db.hosts.test_testbed_check import report


def test_a_testbed_from_its_making_to_its_end(farm: Farm, server: str) -> None:
    assert "load: load 127.0.0.1" in dyno("testbed", "create", "lab", "--load", "load").stdout
    changed = dyno("testbed", "set", "lab", "--name", "rack", "--proxy", "proxy", "--json").stdout
    made = json.loads(changed)
    assert (made["name"], [row["role"] for row in made["roles"]]) == ("rack", ["load", "proxy"])
    assert "proxy:" not in dyno("testbed", "set", "rack", "--proxy", "").stdout
    listed = dyno("testbed", "list").stdout
    assert "rack" in listed
    assert "local" in listed
    assert dyno("testbed", "retire", "rack").stdout == "“rack” is retired\n"
    assert "rack" not in dyno("testbed", "list").stdout
    assert dyno("testbed", "retire", "rack", "--back").stdout == "“rack” is back\n"


def test_the_list_says_why_nothing_can_start(farm: Farm, server: str, session: Session) -> None:
    """In the words of the queue: one sentence, wherever it is asked."""
    hosts = update(Host).where(Host.name == "load")
    session.execute(hosts.values(condition=HostCondition.NEEDS_RESTORE))
    session.commit()
    (bed,) = fleet.in_use(session)
    assert bed.now == "load was left changed by an earlier experiment"
    assert bed.now in dyno("testbed", "list").stdout
    session.execute(hosts.values(condition=HostCondition.CLEAN))
    session.commit()
    for change, state in (("drain", "is drained"), ("retire", "was removed")):
        dyno("hosts", change, "load")
        for listed in (dyno("testbed", "list").stdout, dyno("testbed", "show", "local").stdout):
            assert f"load {state}" in listed


def test_names_that_are_not_there_are_answered_with_those_that_are(farm: Farm, server: str) -> None:
    wrong = dyno("testbed", "show", "lab")
    assert (wrong.exit_code, "There is no testbed “lab”; there is: local" in wrong.output) == (1, True)
    wrong = dyno("testbed", "create", "lab", "--load", "nobody")
    assert "There is no host “nobody”; there is: backend, load, proxy" in wrong.output
    assert dyno("testbed", "create", "lab").exit_code == 2


def test_a_check_ends_with_status_3_where_something_is_in_the_way(farm: Farm, server: str) -> None:
    def answer() -> None:
        until(lambda: len(farm.open_jobs()) == 3)
        for job in farm.open_jobs():
            silent = [{"host": peer["host"], "outcome": "silent"} for peer in job.work["peers"]]
            report(farm, job, **({"reached": silent} if farm.name_of(job.host_id) == "load" else {}))

    agents = threading.Thread(target=answer)
    agents.start()
    done = dyno("testbed", "check", "local")
    agents.join()
    assert done.exit_code == 3
    assert "load → proxy: 127.0.0.1 does not answer. Open TCP ports 21000 to 21999 on proxy" in done.output
    assert "8,000 Mbit/s" in dyno("testbed", "show", "local").stdout
