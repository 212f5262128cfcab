"""The decision on an agent, as a table."""

from datetime import UTC, datetime, timedelta

import pytest

from backend.hosts.enrolment.addresses import calls_from_elsewhere
from backend.hosts.enrolment.decision import Admit, Asking, Decision, KnownHost, Refuse, Token, Wait, decide

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ALL = frozenset({"load", "proxy"})
ASKING = Asking("a", frozenset({"load"}))
OWNER = KnownHost("a", ALL)


def token(**changes: object) -> Token:
    usual = {
        "host_name": None,
        "roles": ALL,
        "reusable": False,
        "approves": True,
        "expires_at": NOW + timedelta(hours=1),
        "used_by": None,
    }
    return Token(**usual | changes)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("owner", "brought", "taken", "kind"),
    [
        (OWNER, None, True, Admit),
        (OWNER, token(is_revoked=True), True, Admit),
        (KnownHost("b", ALL), token(), False, Refuse),
        (KnownHost("a", frozenset()), None, True, Wait),
        (None, None, False, Refuse),
        (None, token(), False, Admit),
        (None, token(), True, Wait),
        (None, token(is_revoked=True), False, Refuse),
        (None, token(approves=False), False, Wait),
        (None, token(expires_at=NOW), False, Refuse),
        (None, token(roles=frozenset({"proxy"})), False, Refuse),
        (None, token(host_name="a"), True, Admit),
        (None, token(host_name="a", approves=False), True, Wait),
        (None, token(host_name="a", used_by="a", reusable=True), True, Wait),
        (None, token(host_name="a", used_by="a", reusable=True), False, Admit),
        (None, token(host_name="b"), False, Refuse),
        (None, token(used_by="a"), False, Wait),
        (None, token(used_by="a", expires_at=NOW), True, Wait),
        (None, token(used_by="b"), False, Refuse),
        (None, token(used_by="b", reusable=True), False, Admit),
        (None, token(used_by="a", reusable=True), True, Wait),
        (None, token(used_by="a", reusable=True, expires_at=NOW), True, Refuse),
    ],
)
def test_table(owner: KnownHost | None, brought: Token | None, taken: bool, kind: type[Decision]) -> None:
    assert isinstance(decide(ASKING, owner, brought, taken, was_refused=False, now=NOW), kind)
    refused = decide(ASKING, owner, brought, taken, was_refused=True, now=NOW)
    assert isinstance(refused, Admit if kind is Admit else Refuse)


@pytest.mark.parametrize("owner", [OWNER, None])
def test_a_wrong_address_is_said_to_everybody_but_strangers(owner: KnownHost | None) -> None:
    asking = Asking("a", frozenset({"load"}), wrong_address="no such address")
    assert decide(asking, owner, token(), False, False, NOW) == Refuse("no such address")
    stranger = decide(asking, None, None, False, False, NOW)
    assert isinstance(stranger, Refuse)
    assert stranger.is_stranger
    assert "no such" not in stranger.reason


@pytest.mark.parametrize(
    ("owner", "kind"),
    [(None, Wait), (KnownHost("a", ALL, "10.0.0.9"), Wait), (KnownHost("a", ALL, "10.0.0.5"), Admit)],
)
def test_an_address_that_an_agent_does_not_call_from_is_for_a_person_to_see(
    owner: KnownHost | None, kind: type[Decision]
) -> None:
    """Or its load would go to whomever it names: the dashboard's machine, a router, a neighbour."""
    asking = Asking("a", frozenset({"load"}), "10.0.0.5", calls_from="10.0.0.9")
    decision = decide(asking, owner, token(host_name="a"), False, False, NOW)
    assert isinstance(decision, kind)
    if isinstance(decision, Wait):
        assert decision.reason == "it says that its address is 10.0.0.5, but calls from 10.0.0.9"


def test_an_agent_that_asks_again_waits_for_the_same_reason() -> None:
    asking = Asking("a", frozenset({"load"}), "10.0.0.5", calls_from="10.0.0.9")
    first, again = (
        decide(asking, None, brought, False, False, NOW) for brought in (token(), token(used_by="a"))
    )
    assert first == again == Wait("it says that its address is 10.0.0.5, but calls from 10.0.0.9")


@pytest.mark.parametrize(
    ("address", "peer", "elsewhere"),
    [
        ("10.0.0.5", "10.0.0.5", False),
        ("10.0.0.5", "::ffff:10.0.0.5", False),
        ("127.0.0.1", "127.0.0.9", False),
        ("127.0.0.1", None, False),
        ("fd00::1", "fd00::1", False),
        ("10.0.0.5", "10.0.0.6", True),
        ("10.0.0.1", "127.0.0.1", True),
        ("10.0.0.5", "testclient", True),
    ],
)
def test_where_an_agent_calls_from(address: str, peer: str | None, elsewhere: bool) -> None:
    assert calls_from_elsewhere(address, peer) is elsewhere
