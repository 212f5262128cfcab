"""What changed on hosts between launch and end."""

from typing import Any

from backend.records.facts_flat import changes, flat


def facts(**more: Any) -> dict[str, Any]:
    found = {"kernel": "6.1", "machine": "m", "abilities": {"nofile": 9}, "more": {"boot_id": "b1"}}
    sysctl = {"net.core.somaxconn": "4096", "net.netfilter.nf_conntrack_count": more.pop("conntrack", "1")}
    found["more"] |= {"sysctl": sysctl | more.pop("sysctl", {}), "clock_offset_s": 0.001} | more
    return found


def of(role: str, host: str, **more: Any) -> dict[str, Any]:
    return {role: {"host": host, "facts": facts(**more)}}


def found(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, str, Any, Any]]:
    return [(c.host, c.name, c.before, c.after) for c in changes(before, after)]


def test_readings_and_the_identity_of_a_boot_are_no_facts() -> None:
    assert dict(flat(facts())) == {"kernel": "6.1", "sysctl.net.core.somaxconn": "4096"}
    assert found(of("proxy", "p"), of("proxy", "p", conntrack="70", clock_offset_s=0.2)) == []


def test_a_value_that_stayed_changed_is_named() -> None:
    after = of("proxy", "p", sysctl={"net.core.somaxconn": "65535"}, irqbalance="running")
    assert found(of("proxy", "p"), after) == [
        ("p", "sysctl.net.core.somaxconn", "4096", "65535"),
        ("p", "irqbalance", None, "running"),
    ]


def test_a_restart_in_between_is_said() -> None:
    assert found(of("load", "l"), of("load", "l", boot_id="b2")) == [("l", "restarted", "no", "yes")]


def test_hosts_of_one_machine_say_it_once() -> None:
    before = of("load", "a") | of("proxy", "b") | of("backend", "c")
    after = of("load", "a", smt="off") | of("proxy", "b", smt="off")
    assert found(before, after) == [("a = b", "smt", None, "off")]


def test_a_host_that_was_not_read_again_is_left_out() -> None:
    assert found(of("load", "a"), {}) == []


def test_a_network_card_that_came_is_one_change() -> None:
    card = {"mtu": "1500", "driver": "ixgbe"}
    before, after = of("load", "a", nics={"eth0": card}), of("load", "a", nics={"eth0": card, "eth1": card})
    assert found(before, after) == [("a", "nics.eth1", None, "there")]
    assert found(after, before) == [("a", "nics.eth1", "there", None)]


def test_a_bridge_of_containers_may_come_and_go_but_not_change() -> None:
    def with_bridge(mtu: str) -> dict[str, Any]:
        return of("load", "a", nics={"br-1f": {"mtu": mtu, "driver": ""}})

    assert found(of("load", "a", nics={}), with_bridge("1500")) == []
    assert found(with_bridge("1500"), of("load", "a", nics={})) == []
    assert found(with_bridge("1500"), with_bridge("9000")) == [("a", "nics.br-1f.mtu", "1500", "9000")]


def test_a_declared_server_is_one_fact_with_what_tells_it_from_another() -> None:
    server = {"name": "haproxy", "kind": "declared", "version": "HAProxy 2.6", "sha256": "a" * 64}
    ((name, text),) = flat({"servers": [server]})
    assert (name, text[:13]) == ("servers.haproxy", "HAProxy 2.6 (")
    ((_, other),) = flat({"servers": [server | {"sha256": "b" * 64}]})
    assert other != text
    ((_, problem),) = flat({"servers": [server | {"problem": "it is gone"}]})
    assert problem == "it is gone"


def test_a_server_that_was_declared_since_is_no_change_of_conditions() -> None:
    old, new = {"name": "a", "version": "1.28"}, {"name": "b", "version": "1.29"}
    assert found(of("proxy", "p", servers=[old]), of("proxy", "p", servers=[old, new])) == []
    ((_, name, _, now),) = found(of("proxy", "p", servers=[old]), of("proxy", "p"))
    assert (name, now) == ("servers.a", None)


def test_a_speed_that_is_not_known_is_no_fact_however_an_agent_says_so() -> None:
    def card(speed: str) -> Any:
        return of("load", "a", nics={"eth0": {"driver": "virtio_net", "speed_mbit": speed}})

    assert found(card("-1"), card("")) == []
    assert found(card("-1"), card("10000")) == [("a", "nics.eth0.speed_mbit", None, "10000")]
    assert "nics.eth0.speed_mbit" not in dict(flat(card("-1")["load"]["facts"]))
