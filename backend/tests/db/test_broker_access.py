"""Each agent gets a Redis user when it enrols, which is cut off and given again as the database says."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis
from fastapi.testclient import TestClient
from pydantic import SecretStr
from redis.backoff import NoBackoff
from redis.exceptions import NoPermissionError
from redis.retry import Retry
from sqlalchemy.orm import Session

from backend import events
from backend.broker import access
from backend.broker.acl import user_of, with_user
from backend.certificates import broker_ca, dashboard_ca, fingerprint
from backend.cli.embedded.authority import authority
from backend.database import transaction
from backend.execution.orchestration.sweep import sweep
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.settings import Settings, get_settings
from backend.tests.access import TOKEN
from backend.tests.db.agents import Farm
from backend.tests.db.commands import until
from backend.tests.db.moments import all_well

Answers = list[dict[str, Any]]


@pytest.fixture
def enrolled(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What agents were answered when they enrolled, from now on."""
    answers: Answers = []
    post = farm.post

    def remember(route: str, body: dict[str, Any], token: str) -> Any:
        answer = post(route, body, token)
        if route == "enrol":
            answers.append(answer.json())
        return answer

    monkeypatch.setattr(farm, "post", remember)
    return answers


@pytest.fixture
def without_acl(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, redis_admin: redis.Redis
) -> Iterator[None]:
    """The control plane's Redis user is one who may do everything but give users."""
    redis_admin.execute_command("ACL SETUSER operator reset on >theirs ~* &* +@all -acl")
    monkeypatch.setenv("DYNO_REDIS_URL", with_user(get_settings().redis_url, "operator", "theirs"))
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    get_settings.cache_clear()
    events.get_redis.cache_clear()


def connected(url: str) -> redis.Redis:
    """As an agent, without retries."""
    url = url.replace("redis+socket://", "unix://")
    return redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=30)


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def queue(farm: Farm, host: str) -> str:
    return user_of(farm.ids[host])


def test_an_agent_gets_a_user_that_takes_its_own_jobs_only(farm: Farm, enrolled: Answers) -> None:
    farm.enrol("load")
    client = connected(enrolled[-1]["broker_url"])
    events.get_redis().lpush(queue(farm, "load"), "job")
    assert client.brpop([queue(farm, "load")], 1)
    with pytest.raises(NoPermissionError):
        client.brpop([queue(farm, "proxy")], 1)
    password = get_settings().redis_url.partition("@")[0].rpartition(":")[2]
    assert password not in enrolled[-1]["broker_url"]


def test_the_database_holds_no_password(farm: Farm, session: Session, enrolled: Answers) -> None:
    farm.enrol("load")
    password = enrolled[-1]["broker_url"].partition("@")[0].rpartition(":")[2]
    kept = session.get_one(Host, farm.ids["load"]).broker_password_digest
    assert len(password) >= 43
    assert len(kept) == 64
    assert kept != password


def test_who_enrols_again_cuts_off_who_had_the_old_password(farm: Farm, enrolled: Answers) -> None:
    farm.enrol("load")
    old = connected(enrolled[-1]["broker_url"])
    assert old.ping()
    farm.enrol("load")
    with pytest.raises(redis.ConnectionError):
        old.ping()
    with pytest.raises(redis.AuthenticationError):
        old.ping()
    assert connected(enrolled[-1]["broker_url"]).ping()


def test_a_host_whose_access_is_revoked_is_cut_off_at_the_commit(farm: Farm, enrolled: Answers) -> None:
    farm.enrol("load")
    client = connected(enrolled[-1]["broker_url"])
    assert client.ping()
    with transaction() as session:
        host = hosts_queries.host(session, farm.ids["load"])
        assert host
        access.revoke(session, host)
        assert client.ping()
    with pytest.raises(redis.ConnectionError):
        client.ping()
    sweep()
    with pytest.raises(redis.AuthenticationError):
        client.ping()


def test_the_sweep_gives_again_what_redis_forgot_and_takes_what_it_kept_too_long(
    farm: Farm, enrolled: Answers, redis_admin: redis.Redis
) -> None:
    farm.enrol("load")
    client = connected(enrolled[-1]["broker_url"])
    redis_admin.acl_deluser(*(queue(farm, name) for name in farm.ids))
    with pytest.raises(redis.ConnectionError):
        client.ping()
    sweep()
    assert client.ping()  # the same password
    redis_admin.acl_setuser(queue(farm, "load"), enabled=True, reset=True, passwords=["+an older one"])
    sweep()
    until(lambda: _answers(client))  # Redis closes what came under the older password a moment later
    with pytest.raises(redis.AuthenticationError):
        connected(with_user(enrolled[-1]["broker_url"], queue(farm, "load"), "an older one")).ping()


def test_a_sweep_gives_no_rights_again_that_are_as_they_were(
    farm: Farm, enrolled: Answers, redis_admin: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    farm.enrol("load")
    given: list[str] = []
    rules = access.agent_rules
    monkeypatch.setattr(access, "agent_rules", lambda host, *more: given.append(host) or rules(host, *more))
    sweep()
    assert given == []
    redis_admin.execute_command("ACL SETUSER", queue(farm, "load"), "+get", "~*")  # wider than it was given
    sweep()
    assert given == [farm.ids["load"]]
    with pytest.raises(NoPermissionError):
        connected(enrolled[-1]["broker_url"]).get("any")


@pytest.mark.usefixtures("farm", "without_acl")
def test_the_sweep_goes_on_without_rights_to_give_users(caplog: pytest.LogCaptureFixture) -> None:
    sweep()
    assert "cannot be kept in step" in caplog.text


@pytest.fixture
def ready(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr("backend.health.routes.check_schema", lambda _: None)
    all_well(client)
    assert client.get("/readyz").json() == {"status": "ready"}
    access._looked_at.clear()  # as if a minute had gone by
    return client


def test_readyz_says_what_to_grant(ready: TestClient, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("without_acl")
    assert "grant it +acl|setuser +acl|deluser +acl|list" in access.problem(events.get_redis())
    assert ready.get("/readyz").status_code == 503


def test_readyz_says_that_a_redis_is_open_to_anybody(
    ready: TestClient, redis_admin: redis.Redis, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: redis_admin.execute_command("ACL SETUSER default off"))
    redis_admin.execute_command("ACL SETUSER default on nopass ~* +@read")
    answer = ready.get("/readyz")
    assert answer.status_code == 503
    assert "accepts connections without a password" in answer.json()["detail"]


def test_agents_get_the_ca_of_the_broker_and_can_ask_for_that_of_the_dashboard(
    farm: Farm, enrolled: Answers, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    assert farm.client.get("/api/v1/agent/ca").status_code == 404
    ca = authority(tmp_path / "tls").certificate
    for name in ("DYNO_TLS_CA", "DYNO_BROKER_CA"):
        monkeypatch.setenv(name, str(ca))
    monkeypatch.setenv("DYNO_AGENT_BROKER_URL", "rediss://10.0.0.1:6390/0")
    get_settings.cache_clear()
    farm.enrol("load")
    user = queue(farm, "load")
    assert enrolled[-1]["broker_url"].startswith(f"rediss://{user}:")
    assert enrolled[-1]["broker_url"].endswith("@10.0.0.1:6390/0")
    assert enrolled[-1]["ca"] == broker_ca(get_settings()) == dashboard_ca(get_settings())
    shown = farm.client.get("/api/v1/agent/ca").text
    assert fingerprint(shown) == fingerprint(ca.read_text())


@pytest.mark.parametrize(
    "more",
    [
        {"tls_cert": "c.pem", "tls_key": "k.pem"},
        {"trusted_proxy": "10.0.0.2"},
        {"insecure_network": True},
    ],
)
def test_beyond_loopback_takes_tls_or_a_proxy_or_a_word_for_it(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="without TLS lets the network read tokens"):
        Settings(bind="10.0.0.1", token=SecretStr(TOKEN))  # pyright: ignore[reportCallIssue]
    assert Settings(bind="10.0.0.1", token=SecretStr(TOKEN), **more).bind == "10.0.0.1"
