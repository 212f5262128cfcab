"""Answers that are forged, replayed or of others: each refused in words, with its reason in the log."""

import base64
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from joserfc import jws, jwt
from joserfc.jwk import OctKey, RSAKey
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity.oidc import pending
from backend.settings import get_settings
from backend.tests.access import TOKEN
from backend.tests.db.identity.oidc.conftest import Set
from backend.tests.db.identity.oidc.provider import FOREIGN_KEY, KEY, Claims, Provider, running
from backend.tests.db.identity.oidc.visits import (
    START,
    at_provider,
    back,
    came_by_provider,
    refusal,
    refused,
    why,
)
from backend.tests.db.identity.people import OWN_NAME, browser

Sign = Callable[[Claims], str]
NOW = int(time.time())


def _part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _unsigned(claims: Claims) -> str:
    return f"{_part({'alg': 'none'})}.{_part(claims)}."


def _of_another_key(claims: Claims) -> str:
    return jwt.encode({"alg": "RS256", "kid": "first"}, claims, FOREIGN_KEY)


def _of_an_unknown_key(claims: Claims) -> str:
    return jwt.encode({"alg": "RS256", "kid": "second"}, claims, FOREIGN_KEY)


def _brings_its_key(claims: Claims) -> str:
    header = {"alg": "RS256", "jwk": FOREIGN_KEY.as_dict(private=False)}
    return jwt.encode(header, claims, FOREIGN_KEY)


def _by_the_public_key_as_a_secret(claims: Claims) -> str:
    said = f"{_part({'alg': 'HS256', 'kid': 'first'})}.{_part(claims)}"
    mark = hmac.digest(KEY.as_pem(private=False), said.encode(), "sha256")
    return f"{said}.{base64.urlsafe_b64encode(mark).decode().rstrip('=')}"


def _by_the_clients_secret(claims: Claims) -> str:
    key = OctKey.import_key("the client's secret, padded to be long enough")
    return jwt.encode({"alg": "HS256", "kid": "first"}, claims, key)


def _escaped(claims: Claims) -> str:
    """As text that has only ASCII, and so may say halves of characters."""
    text = json.dumps(claims).encode()
    return jws.serialize_compact({"alg": "RS256", "kid": "first"}, text, KEY)


def _tampered(claims: Claims) -> str:
    head, _, signature = jwt.encode({"alg": "RS256", "kid": "first"}, claims, KEY).split(".")
    return f"{head}.{_part({**claims, 'sub': 'admin'})}.{signature}"


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        (_unsigned, "signed in a way that is not taken"),
        (_of_another_key, "signature is not of the provider's key"),
        (_of_an_unknown_key, "a key that the provider does not have"),
        (_brings_its_key, "signature is not of the provider's key"),
        (_by_the_public_key_as_a_secret, "signed in a way that is not taken"),
        (_by_the_clients_secret, "signed in a way that is not taken"),
        (_tampered, "signature is not of the provider's key"),
        (lambda _: "", "cannot be read"),
        (lambda _: "a.b", "cannot be read"),
        (lambda _: "ä.ö.ü", "cannot be read"),
        (lambda _: f"{_part([])}.{_part({})}.x", "cannot be read"),
        (lambda _: f"{_part({'alg': ['RS256']})}.{_part({})}.x", "cannot be read"),
        (lambda _: 7, "no ID token"),
        (lambda _: None, "no ID token"),
    ],
)
def test_a_token_that_is_not_the_providers_is_refused(
    dashboard: TestClient, provider: Provider, session: Session, sign: Sign, said: str
) -> None:
    provider.sign = sign
    assert refused(dashboard) == "not_believed"
    assert said in why(session)


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"nonce": "another"}, "“nonce”"),
        ({"nonce": None}, "“nonce”"),
        ({"nonce": ["x"]}, "“nonce”"),
        ({"aud": "another"}, "“aud”"),
        ({"aud": ["another"]}, "“aud”"),
        ({"aud": None}, "“aud”"),
        ({"aud": ["dynoboard", "another"]}, "“azp”"),
        ({"azp": "another"}, "“azp”"),
        ({"iss": "https://evil.example"}, "“iss”"),
        ({"iss": None}, "“iss”"),
        ({"exp": NOW - 120}, "expired, or the clocks"),
        ({"exp": None}, "“exp”"),
        ({"exp": "never"}, "“exp”"),
        ({"iat": NOW + 3600}, "“iat” is wrong or missing (the clocks"),
        ({"nbf": NOW + 3600}, "“nbf”"),
        ({"sub": None}, "“sub”"),
        ({"sub": 7}, "“sub”"),
        ({"sub": ""}, "“sub”"),
        ({"sub": "a\x00b"}, "“sub”"),
        ({"sub": "ädä"}, "“sub”"),
        ({"sub": "a" * 256}, "“sub”"),
        ({"at_hash": "of-another-token"}, "“at_hash”"),
        ({"at_hash": 7}, ""),
    ],
)
def test_a_token_for_others_or_of_another_time_is_refused(
    dashboard: TestClient, provider: Provider, session: Session, claims: Claims, said: str
) -> None:
    provider.claims = claims
    assert refused(dashboard) == "not_believed"
    assert said in why(session)


@pytest.mark.parametrize("broken", ["a\x00b", "\ud800", "a\nb", "\u202eada", " ", 7, ["x"], {"a": 1}])
def test_broken_names_do_no_harm(dashboard: TestClient, provider: Provider, broken: Any) -> None:
    provider.sign = _escaped
    provider.person |= {"name": broken, "preferred_username": broken, "email": broken, "groups": [broken]}
    found = came_by_provider(dashboard).get("/api/v1/me").json()
    assert (found["name"], found["login"]) == ("ada-1", "ada-1@127.0.0.1")


def test_an_answer_works_once(dashboard: TestClient, session: Session) -> None:
    visitor = browser(dashboard)
    address = at_provider(visitor)
    kept = visitor.cookies["dyno_provider"]
    assert back(visitor, address) == "/"
    assert "dyno_provider" not in visitor.cookies
    assert back(browser(dashboard), address) == "/#refused=not_begun"
    thief = browser(dashboard)
    thief.cookies.set("dyno_provider", kept)
    assert refusal(thief, address) == "used"
    assert why(session) == "it was used before"


def test_an_answer_is_for_the_browser_that_began(dashboard: TestClient, session: Session) -> None:
    """Or somebody could be made to sign in to the account of who sends the link."""
    address = at_provider(browser(dashboard))
    assert refusal(browser(dashboard), address) == "not_begun"
    victim = browser(dashboard)
    at_provider(victim)
    assert refusal(victim, address) == "not_begun"
    assert why(session) == "its state is not of this browser"


def test_an_answer_in_an_older_tab_leaves_the_newer_one_its_own(dashboard: TestClient) -> None:
    visitor = browser(dashboard)
    older, newer = at_provider(visitor), at_provider(visitor)
    assert refusal(visitor, older) == "not_begun"
    assert back(visitor, newer) == "/"
    assert visitor.get("/api/v1/me").status_code == 200


def test_what_is_too_old_or_not_ours_was_never_begun(
    dashboard: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = browser(dashboard)
    monkeypatch.setattr(pending, "LIFE", -pending.LIFE)
    address = at_provider(visitor)
    assert refusal(visitor, address) == "not_begun"
    for cookie in ("x", "a.b.c", _unsigned({"state": "x"}), "=", _part({})):
        visitor = browser(dashboard)
        visitor.headers["Cookie"] = f"dyno_provider={cookie}"
        assert refusal(visitor, address) == "not_begun"


def test_another_token_of_the_dashboard_ends_what_was_begun(
    dashboard: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = browser(dashboard)
    address = at_provider(visitor)
    monkeypatch.setenv("DYNO_TOKEN", TOKEN[::-1])
    get_settings.cache_clear()
    assert refusal(visitor, address) == "not_begun"


def test_an_answer_of_another_provider_is_not_taken_for_ours(
    dashboard: TestClient, provider: Provider, session: Session
) -> None:
    provider.answer = {"iss": "https://evil.example"}
    assert refused(dashboard) == "not_believed"
    assert why(session) == "it is of another issuer"
    assert "/realm/token" not in provider.asked  # which never gets the code


def test_a_provider_that_names_itself_in_answers_always_does(
    dashboard: TestClient, provider: Provider
) -> None:
    provider.discovery = {"authorization_response_iss_parameter_supported": True}
    provider.answer = {"iss": None}
    assert refused(dashboard) == "not_believed"


def test_an_issuer_that_was_changed_meanwhile_does_not_finish_the_old_ones(
    dashboard: TestClient, provider: Provider, setting: Set
) -> None:
    visitor = browser(dashboard)
    address = at_provider(visitor)
    with running() as other:
        setting(issuer=other.issuer)
        assert refusal(visitor, address) == "not_believed"
        assert other.asked == ["/realm/.well-known/openid-configuration"]


def test_a_code_of_somebody_else_is_not_traded(dashboard: TestClient, session: Session) -> None:
    """PKCE: the provider wants the verifier of the browser for which it made the code."""
    foreign = at_provider(browser(dashboard))
    visitor = browser(dashboard)
    address = at_provider(visitor)
    code, own = (
        foreign.partition("code=")[2].partition("&")[0],
        address.partition("code=")[2].partition("&")[0],
    )
    assert refusal(visitor, address.replace(own, code)) == "not_believed"
    assert "invalid_grant" in why(session)


def test_a_wrong_secret_is_named_in_the_log(dashboard: TestClient, session: Session, setting: Set) -> None:
    setting(client_secret="wrong")
    assert refused(dashboard) == "not_believed"
    assert "invalid_client" in why(session)


def test_userinfo_of_somebody_else_is_refused(dashboard: TestClient, provider: Provider) -> None:
    provider.claims = {"email": None}
    for said in ({"sub": "admin", "email": "admin@team.example"}, {}):
        provider.userinfo = said
        assert refused(dashboard) == "not_believed"


def test_one_address_is_not_verified_by_the_word_about_another(
    dashboard: TestClient, provider: Provider, setting: Set
) -> None:
    setting(domains="team.example")
    provider.claims = {"email": "boss@team.example", "email_verified": None, "name": None}
    provider.userinfo = {"sub": "ada-1", "email": "ada@evil.example", "email_verified": True}
    assert refused(dashboard) == "domain"


@pytest.mark.parametrize(
    ("error", "reason"), [("access_denied", "access_denied"), ("<script>", "another error")]
)
def test_what_the_person_or_the_provider_refuses(
    dashboard: TestClient, provider: Provider, session: Session, error: str, reason: str
) -> None:
    provider.answer = {"error": error, "error_description": "<script>", "code": None}
    assert refused(dashboard) == "denied"
    assert why(session) == reason


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\r\nLocation: https://evil.example",
        "javascript:alert(1)",
        "evil.example",
        "",
        "/api/v1/audit/export.csv",
        "/ä",
    ],
)
def test_nobody_is_led_elsewhere_after_signing_in(dashboard: TestClient, to: str) -> None:
    visitor = browser(dashboard)
    assert back(visitor, at_provider(visitor, to=to)) == "/"


def test_another_site_begins_nothing(dashboard: TestClient) -> None:
    answer = browser(dashboard).post(START, json={}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403


def test_wrong_answers_are_throttled_and_not_all_written_down(
    dashboard: TestClient, session: Session
) -> None:
    visitor = browser(dashboard, address="203.0.113.7")
    found = [back(visitor, f"{START}?state=x&code={n}") for n in range(15)]
    assert found == ["/#refused=not_begun"] * 10 + ["/#refused=too_many"] * 5
    assert session.scalar(text("select count(*) from audit")) == 10
    assert back(browser(dashboard), at_provider(browser(dashboard))) == "/#refused=not_begun"


def test_at_a_name_that_other_users_share_it_is_not_offered(dashboard: TestClient) -> None:
    visitor = browser(dashboard, "http://127.0.0.1:8080")
    assert visitor.get("/api/v1/session").json()["provider"] is None
    answer = visitor.post(START, json={})
    assert answer.status_code == 404
    assert OWN_NAME not in answer.text


def test_a_key_of_a_kind_that_nobody_knows_does_not_hide_the_others(
    dashboard: TestClient, provider: Provider
) -> None:
    provider.keys = [{"kty": "FUTURE", "kid": "x"}, 7, {}, *provider.keys]
    came_by_provider(dashboard)


def test_a_new_key_of_the_provider_is_taken_at_once(dashboard: TestClient, provider: Provider) -> None:
    came_by_provider(dashboard)
    new = RSAKey.generate_key(2048, {"kid": "new"})
    provider.keys = [new.as_dict(private=False)]
    provider.sign = lambda claims: jwt.encode({"alg": "RS256", "kid": "new"}, claims, new)
    came_by_provider(dashboard)
