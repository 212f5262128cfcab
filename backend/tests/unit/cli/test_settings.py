"""Settings that are not possible end a program with one line, and without their values."""

from collections.abc import Iterator

import pytest

from backend.settings import get_settings


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
