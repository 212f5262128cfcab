"""Who becomes a host: tokens, credentials, approvals, addresses; through the API, on a real database."""

import secrets
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from backend.database import get_engine, transaction
from backend.hosts.enrolment import tokens
from backend.records.access.enrolment import EnrolmentToken
from backend.security import token_hash
from backend.settings import get_settings
from backend.tests.db.agents import Farm, enrolment, new_token
from backend.tests.db.machines import Machine, hosts, said, waiting

# ---- a host that exists ---------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [{}, {"reusable": True}, {"approves": False}])
def test_a_token_does_not_make_somebody_else_a_host_that_exists(
    farm: Farm, machine: Machine, wanted: dict[str, Any]
) -> None:
    before = hosts(farm)["proxy"]
    text = said(machine.asks("proxy", new_token(**wanted), address="127.0.0.9"), 202)
    assert "there is a host proxy already" in text
    assert not machine.is_let_in()
    farm.beat("proxy")
    after = hosts(farm)["proxy"]
    assert (after["address"], after["id"]) == (before["address"], before["id"]) == ("127.0.0.1", before["id"])


def test_a_name_that_differs_in_capital_letters_alone_is_refused(farm: Farm, machine: Machine) -> None:
    token = new_token()
    refusal = said(machine.asks("Proxy", token, roles=["proxy"]), 403)
    assert "There is a host proxy already" in refusal
    assert "Proxy" not in hosts(farm)
    said(machine.asks("Proxy", "a token that nobody made, of some length", roles=["proxy"]), 401)
    machine.asks("third", token, roles=["proxy"])
    assert machine.is_let_in(), "the refusal has not used the token up"


def test_a_known_agent_comes_back_with_its_credential_alone(farm: Farm) -> None:
    before = hosts(farm)["load"]["id"]
    farm.enrol("load")
    assert hosts(farm)["load"]["id"] == before


def test_a_line_pasted_once_more_renews_the_agent_and_uses_its_token_up(farm: Farm, machine: Machine) -> None:
    made = farm.client.post("/api/v1/enrolment-tokens", json={}).json()
    again = enrolment("load") | {"pasted": made["token"]}
    answer = farm.post("enrol", again, farm.tokens["load"])
    assert answer.status_code == 200
    token = next(t for t in farm.client.get("/api/v1/enrolment-tokens").json() if t["id"] == made["id"])
    assert (token["host_id"], token["used_by"], token["host_was_there"]) == (farm.ids["load"], "load", True)
    assert "was used" in said(machine.asks("other", made["token"], roles=["load"]), 403)


def test_a_revoked_credential_is_not_let_in_by_a_pasted_token(farm: Farm, machine: Machine) -> None:
    made = farm.client.post("/api/v1/enrolment-tokens", json={}).json()
    asks = enrolment("load") | {"pasted": made["token"]}
    assert farm.post("enrol", asks, "a credential that was revoked, of some length").status_code == 401


def test_a_token_for_another_host_stays_unused_by_one_that_is_in(farm: Farm) -> None:
    made = farm.client.post("/api/v1/enrolment-tokens", json={"host_name": "new"}).json()
    again = enrolment("load") | {"pasted": made["token"]}
    assert farm.post("enrol", again, farm.tokens["load"]).status_code == 200
    token = next(t for t in farm.client.get("/api/v1/enrolment-tokens").json() if t["id"] == made["id"])
    assert (token["host_id"], token["used_at"]) == (None, None)


def test_an_id_without_its_credential_is_nothing(farm: Farm, machine: Machine) -> None:
    forged = {"host_id": farm.ids["load"]}
    said(machine.asks("load", **forged), 401)
    said(machine.asks("load", new_token(), **forged), 202)
    assert not machine.is_let_in()


def test_a_host_does_not_become_another_one(farm: Farm) -> None:
    answer = farm.post("enrol", enrolment("proxy", new_token()), farm.tokens["load"])
    reason = said(answer, 403)
    assert "state directory is that of the host load: start it with --name load" in reason


def test_a_person_approves_and_the_agent_before_is_locked_out_at_once(farm: Farm, machine: Machine) -> None:
    token = new_token()
    said(machine.asks("proxy", token, address="127.0.0.9"), 202)
    (asked,) = waiting(farm)
    assert (asked["name"], asked["is_known"], asked["replaces"]) == ("proxy", False, farm.ids["proxy"])
    assert (asked["address"], asked["peer"], asked["same_machine"]) == ("127.0.0.9", "127.0.0.1", True)
    farm.beat("proxy")
    assert farm.client.post(f"/api/v1/waiting-agents/{asked['id']}/approve").status_code == 204
    assert farm.post("heartbeat", {"instance": "first"}, farm.tokens["proxy"]).status_code == 401
    assert machine.asks("proxy", token, address="127.0.0.9").json()["host_id"] == farm.ids["proxy"]
    assert machine.is_let_in()
    assert waiting(farm) == []
    assert farm.client.post(f"/api/v1/waiting-agents/{asked['id']}/approve").status_code == 404


def test_a_person_refuses_and_everything_stays(farm: Farm, machine: Machine) -> None:
    token = new_token()
    said(machine.asks("proxy", token), 202)
    (asked,) = waiting(farm)
    assert farm.client.post(f"/api/v1/waiting-agents/{asked['id']}/refuse").status_code == 204
    assert "A person refused" in said(machine.asks("proxy", token), 403)
    farm.beat("proxy")
    assert waiting(farm) == []


def test_what_was_looked_at_is_what_is_approved(farm: Farm) -> None:
    """Two agents ask to be one host: each is a request of its own."""
    first, second = Machine(farm), Machine(farm)
    token = new_token(reusable=True)
    said(first.asks("proxy", token), 202)
    said(second.asks("proxy", token, address="127.0.0.9"), 202)
    asked = waiting(farm)
    assert [each["address"] for each in asked] == ["127.0.0.1", "127.0.0.9"]
    farm.client.post(f"/api/v1/waiting-agents/{asked[0]['id']}/approve")
    assert first.is_let_in()
    assert not second.is_let_in()


def test_a_token_for_a_host_by_its_name_replaces_its_agent_once(farm: Farm, machine: Machine) -> None:
    token = new_token(host_name="proxy", reusable=True)
    assert machine.asks("proxy", token).json()["host_id"] == farm.ids["proxy"]
    assert farm.post("heartbeat", {"instance": "first"}, farm.tokens["proxy"]).status_code == 401
    said(Machine(farm).asks("proxy", token), 202)


def test_a_known_agent_gets_a_further_role_only_from_a_person(farm: Farm) -> None:
    def ask(*roles: str) -> Any:
        return farm.post("enrol", enrolment("proxy") | {"roles": list(roles)}, farm.tokens["proxy"])

    assert "a further role: load" in said(ask("proxy", "load"), 202)
    assert hosts(farm)["proxy"]["roles"] == ["proxy"]
    (asked,) = waiting(farm)
    farm.client.post(f"/api/v1/waiting-agents/{asked['id']}/approve")
    assert ask("proxy", "load").status_code == 200
    assert hosts(farm)["proxy"]["roles"] == ["proxy", "load"]


# ---- tokens ---------------------------------------------------------------------------------------


def test_a_token_works_once(farm: Farm, machine: Machine) -> None:
    token = new_token()
    assert machine.asks("load-2", token).status_code == 200
    assert "was used by the host load-2" in said(Machine(farm).asks("load-3", token), 403)
    assert "there is a host load-2 already" in said(Machine(farm).asks("load-2", token), 202)
    assert machine.is_let_in()


def test_an_answer_that_got_lost_is_asked_for_again(machine: Machine) -> None:
    token = new_token()
    first = machine.asks("load-2", token).json()
    again = machine.asks("load-2", token).json()
    assert (again["host_id"], again["token"]) == (first["host_id"], machine.credential)


def test_a_reusable_token_lets_several_new_hosts_in(farm: Farm) -> None:
    token = new_token(reusable=True, roles=["load"])
    for name in ("load-2", "load-3"):
        assert Machine(farm).asks(name, token).status_code == 200
    said(Machine(farm).asks("load-2", token), 202)


def test_two_agents_with_one_token_at_once_are_one_host(farm: Farm) -> None:
    token, begin = new_token(), threading.Barrier(6)
    answers: list[int] = []

    def enrol(number: int) -> None:
        own = Machine(farm)
        begin.wait()
        answers.append(own.asks(f"load-{number}", token).status_code)

    threads = [threading.Thread(target=enrol, args=(n,)) for n in range(6)]
    with farm.client:  # one event loop for all of them, as in a server
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(answers) == [200, 403, 403, 403, 403, 403]
    assert len(hosts(farm)) == 4


def test_a_name_is_taken_once_also_by_different_tokens_at_once(farm: Farm) -> None:
    begin, answers = threading.Barrier(4), list[int]()

    def enrol() -> None:
        own, token = Machine(farm), new_token()
        begin.wait()
        answers.append(own.asks("load-2", token).status_code)

    threads = [threading.Thread(target=enrol) for _ in range(4)]
    with farm.client:  # one event loop for all of them, as in a server
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(answers) == [200, 202, 202, 202]


def test_a_token_that_expired_lets_nobody_in(machine: Machine, session: Session) -> None:
    token = new_token()
    past = datetime.now(UTC) - timedelta(seconds=1)
    with get_engine().begin() as connection:
        connection.execute(update(EnrolmentToken).values(expires_at=past))
    assert "expired at" in said(machine.asks("load-2", token), 403)
    assert not machine.is_let_in()


@pytest.mark.parametrize(
    ("wanted", "asks", "text"),
    [
        ({"roles": ["load"]}, {"roles": ["proxy"]}, "is for the roles load, not for proxy"),
        ({"roles": ["load"]}, {"roles": ["load", "proxy"]}, "not for proxy"),
        ({"host_name": "load-9"}, {"roles": ["load"]}, "is for the host load-9, not load-2"),
    ],
)
def test_a_token_gives_no_more_than_it_says(
    farm: Farm, machine: Machine, wanted: dict[str, Any], asks: dict[str, Any], text: str
) -> None:
    token = new_token(**wanted)
    assert text in said(machine.asks("load-2", token, **asks), 403)
    (shown,) = [each for each in farm.client.get("/api/v1/enrolment-tokens").json() if each["refusal"]]
    assert text in shown["refusal"]  # the page says why


def test_a_token_without_approval_makes_a_new_host_wait(farm: Farm, machine: Machine) -> None:
    token = new_token(approves=False)
    said(machine.asks("load-2", token), 202)
    assert "load-2" not in hosts(farm)
    (asked,) = waiting(farm)
    farm.client.post(f"/api/v1/waiting-agents/{asked['id']}/approve")
    host = hosts(farm)["load-2"]
    assert (host["online"], host["unavailable"]) == (False, "")
    assert machine.asks("load-2", token).status_code == 200
    assert hosts(farm)["load-2"]["online"]


def test_tokens_are_made_shown_without_their_secret_and_revoked(farm: Farm, machine: Machine) -> None:
    made = farm.client.post("/api/v1/enrolment-tokens", json={"roles": ["load"], "expires_in_s": 600}).json()
    listed = farm.client.get("/api/v1/enrolment-tokens")
    assert made["id"] in {each["id"] for each in listed.json()}
    assert made["token"] not in listed.text
    said(machine.asks("load", made["token"]), 202)
    assert farm.client.delete(f"/api/v1/enrolment-tokens/{made['id']}").status_code == 204
    assert waiting(farm) == []
    said(machine.asks("load", made["token"]), 401)
    assert made["id"] not in {each["id"] for each in farm.client.get("/api/v1/enrolment-tokens").json()}
    assert farm.client.delete(f"/api/v1/enrolment-tokens/{made['id']}").status_code == 404


def test_tokens_of_containers_are_registered_once_and_never_come_back(farm: Farm, machine: Machine) -> None:
    hashes = {"load": token_hash("a-token")}

    def start() -> None:
        with transaction() as session:
            tokens.register(session, hashes)

    start()
    start()
    assert machine.asks("load", "a-token").status_code == 200
    start()
    said(Machine(farm).asks("load", "a-token"), 202)


def test_the_shared_token_of_earlier_versions_lets_nobody_in(
    farm: Farm, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DYNO_AGENT_TOKEN", "shared")
    get_settings.cache_clear()
    said(machine.asks("load-2", "shared"), 401)
    assert farm.post("enrol", enrolment("load-2"), "shared").status_code == 401


def test_wrong_tokens_are_throttled_and_known_agents_are_not(farm: Farm) -> None:
    answers = [Machine(farm).asks("load-2", secrets.token_urlsafe(32)) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429] * 2
    assert "try again in" in said(answers[-1], 429)
    farm.enrol("load")


def test_an_agent_cannot_have_load_sent_to_somebody_else(farm: Farm) -> None:
    """Such as to the machine of the dashboard: a person sees first what address it gives."""
    before = farm.post("enrol", enrolment("proxy") | {"address": "10.0.0.1"}, farm.tokens["proxy"])
    assert "calls from 127.0.0.1" in said(before, 202)
    assert hosts(farm)["proxy"]["address"] == "127.0.0.1"
    (asked,) = waiting(farm)
    assert (asked["is_known"], asked["replaces"]) == (True, None)
    assert farm.client.post(f"/api/v1/waiting-agents/{asked['id']}/approve").status_code == 204
    again = farm.post("enrol", enrolment("proxy") | {"address": "10.0.0.1"}, farm.tokens["proxy"])
    assert again.json()["host_id"] == farm.ids["proxy"]
    assert hosts(farm)["proxy"]["address"] == "10.0.0.1"
