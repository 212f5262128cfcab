"""Where a webhook may go: one spelling of addresses, public ones, and what the setting lists."""

import ipaddress

import pytest

from backend.notifications.web.addresses import allowed_by
from backend.notifications.web.urls import BadUrl, read
from backend.settings import Settings

NOTHING = allowed_by("")
PUBLIC = ("93.184.216.34", "2606:4700::1111")
A_SERVER = {"smtp_host": "mail.test", "mail_from": "d@x.test"}
INNER = (
    *("127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.3.4", "192.168.1.1", "0.0.0.0", "255.255.255.255"),
    *("169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "198.18.0.1", "240.0.0.1"),
    *("224.0.0.1", "239.255.255.250", "::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1"),
    *("::ffff:127.0.0.1", "::ffff:93.184.216.34", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    *("2001:0:7f00:1::", "64:ff9b:1::a9fe:a9fe", "2001:db8::1", "fec0::1"),
)
EXAMPLES = ("192.0.2.1", "198.51.100.255", "203.0.113.7", "2001:db8:1::1", "3fff::1")


def why_not(address: str, listed: str = "", host: str = "hook.test") -> str:
    return allowed_by(listed).why_not(ipaddress.ip_address(address), host)


@pytest.mark.parametrize("address", INNER)
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    assert why_not(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert why_not(address) == ""


@pytest.mark.parametrize("address", EXAMPLES)
def test_addresses_for_examples_are_no_targets_also_by_a_listed_name(address: str) -> None:
    assert "for examples" in why_not(address)
    assert "for examples" in why_not(address, "hook.test")


def test_a_listed_network_is_allowed_and_nothing_beside_it() -> None:
    assert why_not("10.1.2.3", "10.1.0.0/16") == ""
    assert why_not("10.2.2.3", "10.1.0.0/16")
    assert why_not("127.0.0.1", "10.1.0.0/16,127.0.0.1") == ""
    assert why_not("::ffff:10.1.2.3", "10.1.0.0/16"), "another spelling of a listed one is none"


def test_a_listed_name_may_be_inside_but_is_never_where_clouds_tell_secrets() -> None:
    assert why_not("10.1.2.3", "hook.test") == ""
    assert why_not("127.0.0.1", "hook.test") == ""
    assert why_not("10.1.2.3", "other.test")
    for address in (
        "169.254.169.254",
        "100.100.100.200",
        "fd00:ec2::254",
        "fe80::1",
        "192.0.0.192",
        "224.0.0.1",
    ):
        assert why_not(address, "hook.test"), address
    assert why_not("169.254.169.254", "169.254.0.0/16") == "", "unless the network itself is listed"


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/x",
        "ftp://hooks.example.org/x",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_",
        "//hooks.example.org/x",
        "hooks.example.org",
        "https://",
        "https://user@hooks.example.org/",
        "https://user:password@hooks.example.org/",
        "https://hooks.example.org@127.0.0.1/",
        "https://127.0.0.1\\@hooks.example.org/",
        "https://hooks.example.org#@127.0.0.1/",
        "https://hooks.example.org/x#y",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nX: y",
        "https://hooks.example.org/\tx",
        "https://hooks.exаmple.org/",
        "https://ｈooks.example.org/",
        "https://127。0。0。1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://127.0.0.1./",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1%25eth0]/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[10.0.0.1]/",
        "https://[::1/",
        "https://::1/",
        "https://hooks.example.org:0/",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org:٣/",
        "https://./",
        "https://hooks.example.org/" + "a" * 2000,
    ],
)
def test_every_other_spelling_is_refused_when_it_is_entered(url: str) -> None:
    with pytest.raises(BadUrl):
        read(url, NOTHING)


def test_what_is_read_is_what_is_sent_to() -> None:
    found = read("https://Hooks.Example.org:8443/services/T0/B0?a=%2F", NOTHING)
    assert (found.host, found.port, found.path) == ("hooks.example.org", 8443, "/services/T0/B0?a=%2F")
    assert found.place == "https://hooks.example.org:8443", "the rest may be a secret"
    assert read("https://[2606:4700::1111]", NOTHING).place == "https://[2606:4700::1111]"


def test_http_only_goes_to_what_is_listed() -> None:
    assert read("http://hook.lan/x", allowed_by("hook.lan")).port == 80
    assert read("http://10.0.0.5/x", allowed_by("10.0.0.0/24")).host == "10.0.0.5"
    with pytest.raises(BadUrl, match="must be https"):
        read("http://93.184.216.34/x", allowed_by("hook.lan,10.0.0.0/24"))


@pytest.mark.parametrize("text", ["10.0.0.1/8", "http://a", "a b", "*.example.org", "300.1.1.1", "a,,b/c"])
def test_a_wrong_list_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ValueError):
        Settings.model_validate({"webhook_hosts": text})


def test_mail_needs_a_sender_and_keeps_its_password() -> None:
    with pytest.raises(ValueError, match="DYNO_MAIL_FROM"):
        Settings.model_validate({"smtp_host": "mail.test"})
    with pytest.raises(ValueError, match="in clear"):
        Settings.model_validate(A_SERVER | {"smtp_tls": "none", "smtp_password": "p"})
    with pytest.raises(ValueError, match="mail address"):
        Settings.model_validate({"mail_from": "a@b.test\r\nBcc: c@d.test"})


@pytest.mark.parametrize("site", ["dyno.test", "https://dyno.test/x", "https://u@dyno.test", "javascript:1"])
def test_a_wrong_site_is_refused(site: str) -> None:
    with pytest.raises(ValueError, match="of the form"):
        Settings.model_validate({"public_url": site})
    good = Settings.model_validate({"public_url": "https://dyno.test:8443/"})
    assert good.public_url == "https://dyno.test:8443"
