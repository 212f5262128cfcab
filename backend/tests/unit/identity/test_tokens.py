"""A token that can be guessed is refused at the start, and the refusal does not repeat it."""

import secrets

import pytest
from pydantic import ValidationError

from backend.identity.browsers import browser_words
from backend.settings import Settings, weakness_of


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("secret-of-the-lab", "has 17 characters, 32 are the least"),
        ("x" * 31, "has 31 characters"),
        ("x" * 64, "has only 1 different characters"),
        ("abcabcab" * 8, "has only 3 different characters"),
        ("a token that has blanks inside it, too", "has blanks"),
        ("ein-schlüssel-mit-zeichen-jenseits-von-ascii", "not ASCII"),
    ],
)
def test_weak_tokens_are_refused(token: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNO_TOKEN", token)
    with pytest.raises(ValidationError) as refused:
        Settings()  # pyright: ignore[reportCallIssue]
    words = str(refused.value)
    assert says in words
    assert "openssl rand -base64 32" in words
    assert token not in words


def test_generated_tokens_are_not() -> None:
    for make in (secrets.token_urlsafe, secrets.token_hex):
        assert [token for _ in range(200) if weakness_of(token := make(32))] == []


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/143.0 Safari/537.36 Edg/143.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/143.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15",
            "Safari on macOS",
        ),
        ("curl/8.5.0", "curl"),
        ("", "Another program"),
        ("<script>" * 1000, "Another program"),
    ],
)
def test_browsers_by_name(user_agent: str, words: str) -> None:
    assert browser_words(user_agent) == words
