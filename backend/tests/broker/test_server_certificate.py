"""What `dyno up` shows to the network, and what it refuses to show."""

import ssl
from pathlib import Path

import pytest
from cryptography import x509
from pydantic import SecretStr

from backend.certificates import fingerprint
from backend.cli.embedded.authority import authority
from backend.cli.embedded.layout import prepare_layout
from backend.cli.embedded.login import token_of, with_login
from backend.cli.embedded.programs import application, local_url
from backend.cli.embedded.server_certificate import ServerCertificate
from backend.cli.embedded.tls import BrokerProxy, prepare
from backend.cli.up import settings_for
from backend.resources import CHECKOUT
from backend.settings import Settings, weakness_of
from backend.tests.access import TOKEN

ADDRESS = "10.11.12.13"


@pytest.fixture(autouse=True)
def settings_of_a_new_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TLS_CERT", "TLS_KEY", "TLS_CA", "TRUSTED_PROXY", "INSECURE_NETWORK"):
        monkeypatch.delenv(f"DYNO_{name}", raising=False)
    monkeypatch.setenv("DYNO_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)


def prepared(data: Path, settings: Settings, proxy: BrokerProxy | None = None) -> ServerCertificate:
    return prepare(prepare_layout(data), settings, proxy)


def arguments(program: str, settings: Settings, shown: ServerCertificate) -> list[str]:
    layout = prepare_layout(Path("data"))
    parts = application(layout, settings.bind, settings.port, ("load",), shown)
    return next(part.argv for part in parts if part.name == program)


def names_in(certificate: Path) -> list[str]:
    extensions = x509.load_pem_x509_certificate(certificate.read_bytes()).extensions
    names = extensions.get_extension_for_class(x509.SubjectAlternativeName)
    return [str(name.value) for name in names.value]


def test_on_loopback_nothing_is_made(tmp_path: Path) -> None:
    settings = settings_for("127.0.0.1", 8080, tmp_path)
    assert prepared(tmp_path, settings) == ServerCertificate()
    assert local_url("127.0.0.1", 8080, ServerCertificate()) == "http://127.0.0.1:8080"
    assert "--ssl-certfile" not in arguments("api", settings, ServerCertificate())
    assert "--insecure-network" not in arguments("agent-load", settings, ServerCertificate())


def test_beyond_loopback_it_has_a_certificate_of_its_own_ca(tmp_path: Path) -> None:
    settings = settings_for(ADDRESS, 8080, tmp_path)
    first = prepared(tmp_path, settings)
    assert first.certificate
    assert ADDRESS in names_in(first.certificate)
    assert settings.tls_ca
    assert first.pin == fingerprint(settings.tls_ca.read_text())
    assert prepared(tmp_path, settings_for(ADDRESS, 8080, tmp_path)).pin == first.pin
    assert local_url(ADDRESS, 8080, first) == f"https://{ADDRESS}:8080"
    assert str(first.certificate) in arguments("api", settings, first)
    agent = arguments("agent-load", settings, first)
    assert agent[agent.index("--ca-sha256") + 1] == first.pin
    assert isinstance(first.context(), ssl.SSLContext)


def test_an_operators_certificate_is_shown_under_its_own_name(tmp_path: Path) -> None:
    certificate, key = authority(tmp_path / "elsewhere").issue(["dyno.example.com", ADDRESS])
    (tmp_path / "c.pem").write_text(certificate)
    (tmp_path / "k.pem").write_text(key)
    given = {"tls_cert": tmp_path / "c.pem", "tls_key": tmp_path / "k.pem"}
    settings = settings_for(ADDRESS, 8080, tmp_path, **given)
    shown = prepared(tmp_path, settings)
    assert shown == ServerCertificate(given["tls_cert"], given["tls_key"], name="dyno.example.com")
    assert not (tmp_path / "tls").exists()
    agent = arguments("agent-load", settings, shown)
    assert "--ca-sha256" not in agent
    assert agent[agent.index("--server") + 1] == "https://dyno.example.com:8080"


def test_uvicorn_believes_no_forwarded_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--no-proxy-headers" in arguments(
        "api", settings_for("127.0.0.1", 1, tmp_path), ServerCertificate()
    )
    monkeypatch.setenv("DYNO_TRUSTED_PROXY", "10.0.0.2")
    settings = settings_for(ADDRESS, 8080, tmp_path)
    shown = prepared(tmp_path, settings)
    assert shown == ServerCertificate()
    assert "--no-proxy-headers" in arguments("api", settings, shown)
    assert '"serve", "api"' in (CHECKOUT / "backend" / "Dockerfile").read_text()  # the same in its image


def test_no_log_has_the_addresses_of_requests(tmp_path: Path) -> None:
    """Some have secrets: /s/TOKEN is the address of a share link."""
    assert "--no-access-log" in arguments("api", settings_for("127.0.0.1", 1, tmp_path), ServerCertificate())


@pytest.mark.parametrize("proxy", ["*", "10.0.0.0/8", "10.0.0.2,10.0.0.3", "proxy.example.com"])
def test_a_trusted_proxy_is_one_address(proxy: str) -> None:
    with pytest.raises(ValueError, match="is neither one IP address"):
        Settings(trusted_proxy=proxy)  # pyright: ignore[reportCallIssue]


def test_the_own_name_is_in_the_certificate_that_is_made_here(tmp_path: Path) -> None:
    settings = settings_for("0.0.0.0", 8080, tmp_path).model_copy(update={"own_name": "dyno-1.localhost"})
    made = prepared(tmp_path, settings).certificate
    assert made
    assert "dyno-1.localhost" in names_in(made)


def test_no_tls_beyond_loopback_is_a_word_of_the_operator(tmp_path: Path) -> None:
    settings = settings_for(ADDRESS, 8080, tmp_path, insecure_network=True)
    assert prepared(tmp_path, settings) == ServerCertificate()


def test_beyond_loopback_it_makes_a_token_where_none_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DYNO_TOKEN")
    settings = settings_for(ADDRESS, 8080, tmp_path)
    assert settings.token is None
    made = token_of(with_login(prepare_layout(tmp_path), settings))
    assert made
    assert not weakness_of(made)


@pytest.mark.parametrize("bind", ["0.0.0.0", ADDRESS, "dyno.example.com"])
def test_the_api_alone_refuses_to_be_open_without_tls(bind: str) -> None:
    with pytest.raises(ValueError, match="DYNO_TLS_CERT and DYNO_TLS_KEY, DYNO_TRUSTED_PROXY"):
        Settings(bind=bind, token=SecretStr(TOKEN))  # pyright: ignore[reportCallIssue]
