"""What the containers of a server get at their start: made once or given, and each its reader's alone."""

import re
import ssl
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509

from backend.cli.embedded.authority import authority
from backend.cli.server.certificate import BadCertificate
from backend.cli.server.secrets import (
    OWNER,
    BadSecret,
    Place,
    Volumes,
    give,
    write_front,
    write_login,
    write_secrets,
)
from backend.settings import weakness_of

GOOD = "x-marks-the-spot-0123456789-abcdefgh"
DER = b"0\x82\x03\xb4"  # the beginning of a certificate that is not in PEM


@pytest.fixture
def volumes(tmp_path: Path) -> Volumes:
    names = ("server", "postgres", "redis", "proxy", "authority", "given")
    agents = {role: tmp_path / role for role in ("load", "backend")}
    made = Volumes(*(tmp_path / name for name in names), agents=agents)
    for name in (*names, *agents):
        (tmp_path / name).mkdir()
    return made


def password_of(volumes: Volumes) -> Path:
    assert volumes.postgres
    return volumes.postgres / "postgres_password"


def start(volumes: Volumes, place: Place | None = None) -> bool:
    write_login(volumes)
    write_secrets(volumes)
    return write_front(volumes, place or Place())


def names_in(volumes: Volumes) -> set[str]:
    shown = x509.load_pem_x509_certificate((volumes.proxy / "cert.pem").read_bytes())
    stands = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in stands}


def test_they_are_made_once_and_kept_apart(volumes: Volumes) -> None:
    assert write_secrets(volumes)
    url = (volumes.server / "dyno_database_url").read_text()
    assert password_of(volumes).read_text() in url
    assert "user control reset on #" in (volumes.redis / "redis.conf").read_text()
    tokens = {role: (folder / "token").read_text() for role, folder in volumes.agents.items()}
    assert len(set(tokens.values())) == 2
    kept = "".join(file.read_text() for file in volumes.server.iterdir())
    assert not any(token in kept for token in tokens.values())
    assert all(sha256(token.encode()).hexdigest() in kept for token in tokens.values())
    assert not write_secrets(volumes)
    assert (volumes.server / "dyno_database_url").read_text() == url


def test_each_file_belongs_to_its_reader(volumes: Volumes) -> None:
    start(volumes)
    for name in ("postgres_password", "redis.conf"):  # an older version kept them together
        (volumes.server / name).write_text("old")
    kept = password_of(volumes).read_text()
    write_secrets(volumes)
    owners: dict[str, int] = {}
    give(volumes, lambda file, owner, _: owners.update({f"{file.parent.name}/{file.name}": owner}))
    assert password_of(volumes).read_text() == kept
    assert {name for name, owner in owners.items() if owner == 0} == {
        "postgres/postgres_password",
        "redis/redis.conf",
    }
    assert set(owners.values()) == {0, OWNER}
    assert not [name for name in owners if name.startswith("authority") or ".new" in name]
    given = [file for folder in (volumes.server, volumes.proxy) for file in folder.iterdir()]
    assert {file.stat().st_mode & 0o777 for file in given} == {0o600}


def test_the_dashboard_has_a_token_and_a_name(volumes: Volumes) -> None:
    (volumes.server / "made").touch()  # by an older version, which made neither
    write_login(volumes)
    token, name = ((volumes.server / file).read_text() for file in ("dyno_token", "dyno_own_name"))
    assert weakness_of(token) == ""
    assert re.fullmatch(r"dyno-[0-9a-f]{20}\.localhost", name)
    write_login(volumes)
    assert (volumes.server / "dyno_token").read_text() == token
    assert (volumes.server / "dyno_own_name").read_text() == name


def test_secrets_may_come_from_files(volumes: Volumes) -> None:
    for name, text in (
        ("dashboard-token", GOOD),
        ("postgres-password", "p@ss/w:rd"),
        ("redis-password", "r#"),
    ):
        (volumes.operator_files / name).write_text(f"{text}\n")
    start(volumes)
    assert (volumes.server / "dyno_token").read_text() == GOOD
    assert password_of(volumes).read_text() == "p@ss/w:rd"
    assert "p%40ss%2Fw%3Ard@postgres" in (volumes.server / "dyno_database_url").read_text()
    assert sha256(b"r#").hexdigest() in (volumes.redis / "redis.conf").read_text()
    (volumes.operator_files / "dashboard-token").write_text("short")
    with pytest.raises(BadSecret, match="dashboard-token has 5 characters"):
        write_login(volumes)


def test_the_certificate_is_of_its_own_ca_which_agents_get(volumes: Volumes) -> None:
    assert not start(volumes, Place(name="dyno.example.com", bind="10.0.0.5"))
    own_name = (volumes.server / "dyno_own_name").read_text()
    assert names_in(volumes) >= {"dyno.example.com", "dynoboard", "10.0.0.5", "127.0.0.1", own_name}
    ca = (volumes.server / "ca.pem").read_text()
    assert {(folder / "ca.pem").read_text() for folder in volumes.agents.values()} == {ca}
    ssl.create_default_context(cadata=ca)
    assert "PRIVATE" not in "".join(file.read_text() for file in volumes.server.iterdir())
    broker = (volumes.server / "dyno_agent_broker_url").read_text()
    assert broker == "rediss://dyno.example.com:6380/0"


def test_it_stays_over_restarts_and_follows_the_name(volumes: Volumes) -> None:
    start(volumes)
    first, ca = ((volumes.proxy / "cert.pem").read_text(), (volumes.server / "ca.pem").read_text())
    start(volumes)
    assert (volumes.proxy / "cert.pem").read_text() == first
    start(volumes, Place(name="other.example.com"))
    assert "other.example.com" in names_in(volumes)
    assert (volumes.server / "ca.pem").read_text() == ca  # hosts know it


def test_a_given_certificate_is_shown_and_no_ca_is_told(volumes: Volumes, tmp_path: Path) -> None:
    start(volumes)
    certificate, key = authority(tmp_path / "elsewhere").issue(["dyno.example.com"])
    (volumes.operator_files / "cert.pem").write_text(certificate)
    with pytest.raises(BadCertificate, match=r"cert\.pem is there alone"):
        start(volumes)
    (volumes.operator_files / "key.pem").write_text(key)
    assert start(volumes, Place(name="dyno.example.com"))
    assert names_in(volumes) == {"dyno.example.com"}
    assert not (volumes.server / "ca.pem").exists()
    assert not (volumes.server / "dyno_tls_ca").exists()
    assert not any((folder / "ca.pem").exists() for folder in volumes.agents.values())
    _, other = authority(tmp_path / "elsewhere").issue(["dyno.example.com"])
    (volumes.operator_files / "key.pem").write_text(other)
    with pytest.raises(BadCertificate, match=r"key\.pem is not the key of cert\.pem"):
        start(volumes)
    for content in (b"nonsense", DER):
        (volumes.operator_files / "key.pem").write_bytes(content)
        with pytest.raises(BadCertificate, match="is no PEM"):
            start(volumes)


def test_the_ca_of_a_given_certificate_is_told_where_systems_do_not_know_it(
    volumes: Volumes, tmp_path: Path
) -> None:
    company = authority(tmp_path / "company")
    for name, text in zip(("cert.pem", "key.pem"), company.issue(["dyno.example.com"]), strict=True):
        (volumes.operator_files / name).write_text(text)
    ca_file = volumes.operator_files / "ca.pem"
    for content in (b"nonsense", DER):
        ca_file.write_bytes(content)
        with pytest.raises(BadCertificate, match=r"ca\.pem is no PEM"):
            start(volumes)
    ca_file.write_text(company.certificate.read_text())
    assert start(volumes, Place(name="dyno.example.com"))
    assert names_in(volumes) == {"dyno.example.com"}
    host_cas = {(folder / "ca.pem").read_text() for folder in (volumes.server, *volumes.agents.values())}
    assert host_cas == {ca_file.read_text()}
    assert (volumes.server / "dyno_broker_ca").read_text() == "/run/dynoboard/ca.pem"
