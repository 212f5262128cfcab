"""Settings that are not possible end a program with one line; those of a .env reach every part."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.identity.oidc.settings import Oidc
from backend.settings import Settings, environment_of, get_settings

ROOT = Path(__file__).parents[4]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DYNO_BIND", "0.0.0.0", "binding to 0.0.0.0 without TLS lets the network read tokens"),
        ("DYNO_TOKEN", "short-secret", "DYNO_TOKEN has 12 characters, 32 are the least"),
        ("DYNO_TRUSTED_PROXY", "proxy", "DYNO_TRUSTED_PROXY: “proxy” is neither one IP address"),
        ("DYNO_PORT", "many", "DYNO_PORT: Input should be a valid integer"),
        ("DYNO_ALLOWED_HOSTS", "dyno.example", "allowed_hosts"),
    ],
)
def test_it_is_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        get_settings()
    line = str(ended.value)
    assert line.startswith("Dynoboard cannot start: ")
    assert said in line
    assert "\n" not in line
    assert "short-secret" not in line


def test_a_secret_file_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "oidc-secret"
    monkeypatch.setenv("DYNO_OIDC_CLIENT_SECRET_FILE", str(file))
    with pytest.raises(ValueError, match=f"{file} cannot be read: No such file or directory"):
        Oidc(_env_file=None)  # pyright: ignore[reportCallIssue]


def test_what_a_file_sets_is_handed_on_as_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text(
        'DYNO_ALLOWED_ADDRESSES=10.0.0.0/8\nDYNO_ALLOWED_HOSTS=["dyno.example"]\n'
        "DYNO_INSECURE_NETWORK=1\nDYNO_SMTP_PASSWORD=secret\nDYNO_TLS_CA=/etc/ca.pem\n"
        "DYNO_OIDC_ISSUER=https://login.example\nDYNO_OIDC_CLIENT_ID=dyno\n"
        'DYNO_OIDC_ROLES=\'{"ops": "admin"}\'\n'
    )
    settings, oidc = Settings(_env_file=file), Oidc(_env_file=file)  # pyright: ignore[reportCallIssue]
    variables = environment_of(settings) | environment_of(oidc)
    assert "DYNO_PORT" not in variables
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Settings(_env_file=None) == settings  # pyright: ignore[reportCallIssue]
    assert Oidc(_env_file=None) == oidc  # pyright: ignore[reportCallIssue]


def test_the_containers_get_each_setting_that_the_example_offers_them() -> None:
    paragraphs = (ROOT / ".env.example").read_text().split("\n\n")
    offered = {
        name
        for paragraph in paragraphs
        if not paragraph.startswith("# `dyno up`")
        for name in re.findall(r"^#(DYNO_\w+)=", paragraph, re.MULTILINE)
    }
    assert len(offered) > 30
    compose = (ROOT / "docker-compose.yml").read_text()
    assert offered - set(re.findall(r"\$\{(DYNO_\w+):-", compose)) == set()
