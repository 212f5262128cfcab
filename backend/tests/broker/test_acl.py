"""Rights as words: what the manual asks an operator to grant is what the product gives itself."""

import pytest

from backend.broker.acl import CONTROL_USER, agent_rules, control_rules, digests, lets_anybody_in, with_user
from backend.resources import CHECKOUT


def test_the_manual_says_the_rights_of_the_control_plane() -> None:
    text = (CHECKOUT / "docs/install.md").read_text()
    told = text.partition(f"ACL SETUSER {CONTROL_USER} ")[2].partition("ACL SETUSER default")[0].split()
    assert set(told) - {"on", ">PASSWORD"} == set(control_rules("x")) - {"reset", "on", "#x"}


def test_rights_of_one_host_never_reach_one_whose_id_begins_alike() -> None:
    assert [rule for rule in agent_rules("abc", "x") if rule.startswith("~")] == ["~host.abc"]


def test_what_redis_lists_is_read() -> None:
    listed = ["user default off -@all", "user host.a on #aa #bb ~host.a resetchannels -@all +brpop"]
    assert digests(listed) == {"default": set(), "host.a": {"aa", "bb"}}


@pytest.mark.parametrize(
    ("line", "is_open"),
    [
        ("user default on nopass ~* &* +@all", True),
        ("user default on nopass sanitize-payload ~* &* +@all", True),
        ("user default on nopass resetchannels -@all +ping", True),
        ("user default on nopass resetchannels -@all", False),
        ("user default off nopass ~* &* +@all", False),
        ("user default on #aa ~* &* +@all", False),
    ],
)
def test_an_open_door_is_seen(line: str, is_open: bool) -> None:
    assert lets_anybody_in(["user control on #cc ~* +@all", line]) is is_open


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:1/2", "redis://u:p%2F%40@h:1/2"),
        ("rediss://old:secret@h:1/0", "rediss://u:p%2F%40@h:1/0"),
        ("redis://:secret@[::1]:1/0", "redis://u:p%2F%40@[::1]:1/0"),
        ("redis+socket://control:x@/run/r.sock", "redis+socket://u:p%2F%40@/run/r.sock"),
        (
            "redis+socket:///r.sock?password=secret&virtual_host=1",
            "redis+socket://u:p%2F%40@/r.sock?virtual_host=1",
        ),
    ],
)
def test_an_agents_address_has_its_own_credentials_only(url: str, expected: str) -> None:
    assert with_user(url, "u", "p/@") == expected
