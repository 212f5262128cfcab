"""How often agents are asked to beat, and when their silence counts."""

from typing import Any

import pytest
from sqlalchemy import JSON, event, update
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.execution.orchestration.sweep import sweep
from backend.hosts import heartbeats
from backend.records.hosts import Host
from backend.tests.db.agents import Farm
from backend.tests.db.moments import age_by, api_up_for


@pytest.fixture
def crowd(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> Farm:
    """As if there were a thousand hosts more; chance is left out."""
    monkeypatch.setattr(heartbeats.hosts, "count", lambda _: 1000)
    monkeypatch.setattr(heartbeats.random, "random", lambda: 0.0)
    return farm


def told(farm: Farm, name: str, **beat: Any) -> float:
    body = {"instance": farm.instances[name]} | beat
    answer = farm.post("heartbeat", body, farm.tokens[name])
    assert answer.status_code == 200, answer.text
    return answer.json()["beat_after_s"]


def online(farm: Farm) -> dict[str, bool]:
    return {h["name"]: h["online"] for h in farm.client.get("/api/v1/hosts").json()}


def test_a_few_hosts_beat_as_ever(farm: Farm) -> None:
    assert told(farm, "load") == 2


def test_of_many_hosts_those_at_rest_beat_less_often_and_those_at_work_do_not(crowd: Farm) -> None:
    assert told(crowd, "load") == 10
    assert told(crowd, "load", active_jobs=["checking"]) == 4
    made = crowd.launch()
    assert told(crowd, "load") == 4  # held
    crowd.work(made)
    assert told(crowd, "load") == 10
    assert told(crowd, "load", no_space=1) == 4


def test_a_host_that_was_told_to_rest_is_not_missed_meanwhile(crowd: Farm) -> None:
    for name in crowd.ids:
        told(crowd, name)
    api_up_for(60)
    age_by(15, "proxy")
    sweep()
    assert online(crowd) == {"load": True, "proxy": True, "backend": True}
    age_by(17, "proxy")
    sweep()
    assert online(crowd) == {"load": True, "proxy": False, "backend": True}
    told(crowd, "proxy")
    assert online(crowd)["proxy"]


def test_servers_that_were_declared_anew_are_known_with_the_next_heartbeat(farm: Farm) -> None:
    servers = [{"name": "new", "version": "nginx/1.28.3"}, {"name": "typo", "problem": "kind: missing"}]
    told(farm, "proxy", servers=servers)
    told(farm, "proxy")
    (proxy,) = [h for h in farm.client.get("/api/v1/hosts").json() if h["name"] == "proxy"]
    assert [(s["name"], s["problem"]) for s in proxy["facts"]["servers"]] == [
        ("new", ""),
        ("typo", "kind: missing"),
    ]
    for hostile in ([{"name": "x" * 101}], [{"name": "a"}] * 33, [{"name": "a", "version": "v" * 200_000}]):
        body = {"instance": farm.instances["proxy"], "servers": hostile}
        assert farm.post("heartbeat", body, farm.tokens["proxy"]).status_code == 422
    told(farm, "proxy", servers=[])
    (proxy,) = [h for h in farm.client.get("/api/v1/hosts").json() if h["name"] == "proxy"]
    assert "servers" not in proxy["facts"]


def test_silence_counts_only_while_the_api_listens(crowd: Farm) -> None:
    """It was away for a minute, and agents at rest have not come yet."""
    for name in crowd.ids:
        told(crowd, name)
    age_by(75, "proxy")
    api_up_for(15)
    sweep()
    assert online(crowd)["proxy"]
    api_up_for(17)
    sweep()
    assert not online(crowd)["proxy"]


def test_a_heartbeat_that_brings_nothing_new_costs_one_statement_and_no_transaction(farm: Farm) -> None:
    farm.restart("load")
    with Session(get_engine()) as session, session.begin():
        session.execute(update(Host).values(last_seen=Host.created_at, duplicate_agent=JSON.NULL))
    said: list[str] = []

    def note(*args: Any) -> None:
        said.append(args[2])

    event.listen(get_engine(), "before_cursor_execute", note)
    try:
        told(farm, "load")
    finally:
        event.remove(get_engine(), "before_cursor_execute", note)
    assert [text.split()[0] for text in said] == ["UPDATE"]
    found = farm.client.get(f"/api/v1/hosts/{farm.ids['load']}").json()
    assert found["last_seen"] > found["created_at"]
