"""The OpenID provider as this dashboard sees it: where it is, whom it says somebody is."""

import time
from typing import Annotated, Any

from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri, prepare_token_request
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from pydantic import BaseModel, Field, ValidationError

from backend.fields import one_line
from backend.identity.oidc.http import ProviderAway, ask, is_allowed
from backend.identity.oidc.pending import Pending
from backend.identity.oidc.rules import Identity, Refusal, Refused, known_error
from backend.identity.oidc.settings import Oidc
from backend.identity.oidc.tokens import claims_of

SCOPE = "openid profile email"
KNOWN_FOR_S = 300.0
"""What discovery said is believed so long; strangers could have it asked for at will otherwise."""
MAX_GROUPS = 1000

Address = Annotated[str, Field(max_length=2000)]
_metadata_cache: dict[str, tuple[float, "Metadata"]] = {}


class Metadata(BaseModel):
    """What discovery says, as far as it is used."""

    issuer: str
    authorization_endpoint: Address
    token_endpoint: Address
    jwks_uri: Address
    userinfo_endpoint: Address | None = None
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]
    authorization_response_iss_parameter_supported: bool = False


def discover(oidc: Oidc) -> Metadata:
    """Asked for anew. ProviderAway for an answer that is not of this issuer, or leads elsewhere."""
    url_of_document = f"{oidc.issuer.rstrip('/')}/.well-known/openid-configuration"
    status, content = ask(oidc, "GET", url_of_document)
    try:
        metadata = Metadata.model_validate(content)
    except ValidationError:
        raise ProviderAway(
            f"{url_of_document} answered {status}, and not as OpenID Connect discovery does"
        ) from None
    if metadata.issuer != oidc.issuer:
        raise ProviderAway(
            f"{url_of_document} is of another issuer than DYNO_OIDC_ISSUER, which it must equal to the letter"
        )
    for url in (
        metadata.authorization_endpoint,
        metadata.token_endpoint,
        metadata.jwks_uri,
        metadata.userinfo_endpoint,
    ):
        if url is not None and not is_allowed(url, oidc):
            raise ProviderAway(
                f"{url_of_document} names an address of another host; if it is the provider's, name the host "
                "in DYNO_OIDC_HOSTS"
            )
    return metadata


def metadata_of(oidc: Oidc) -> Metadata:
    """What discovery said within the last five minutes."""
    asked_at, metadata = _metadata_cache.get(oidc.issuer, (0.0, None))
    if metadata is None or time.monotonic() - asked_at > KNOWN_FOR_S:
        metadata = discover(oidc)
        _metadata_cache[oidc.issuer] = (time.monotonic(), metadata)
    return metadata


def keys_of(oidc: Oidc, metadata: Metadata) -> dict[str, Any]:
    """The provider's keys of this moment: it may change them whenever it likes."""
    _, keys = ask(oidc, "GET", metadata.jwks_uri)
    if not isinstance(keys.get("keys"), list):
        raise ProviderAway(f"{metadata.jwks_uri} answered without keys")
    return keys


def address_of(oidc: Oidc, pending: Pending) -> str:
    """Where a browser signs in at the provider."""
    return prepare_grant_uri(
        metadata_of(oidc).authorization_endpoint,
        client_id=oidc.client_id,
        response_type="code",
        redirect_uri=pending.redirect_uri,
        scope=SCOPE,
        state=pending.state,
        nonce=pending.nonce,
        code_challenge=create_s256_code_challenge(pending.verifier),
        code_challenge_method="S256",
    )


def identity_of(oidc: Oidc, pending: Pending, code: str, issuer: str | None) -> Identity:
    """Who the answer says somebody is.

    issuer  that the answer itself names (RFC 9207), so that no other provider's answer is taken for it
    Refused for one that is not believed, ProviderAway when the provider cannot be asked.
    """
    metadata = metadata_of(oidc)
    is_needed = metadata.authorization_response_iss_parameter_supported
    if pending.issuer != oidc.issuer or (issuer != oidc.issuer and (issuer is not None or is_needed)):
        raise Refused(Refusal.NOT_BELIEVED, "it is of another issuer")
    tokens = _tokens(oidc, metadata, pending, code)
    keys, access_token = keys_of(oidc, metadata), tokens.get("access_token")
    claims = claims_of(tokens.get("id_token"), keys, oidc.issuer, oidc.client_id, pending.nonce, access_token)
    if metadata.userinfo_endpoint and isinstance(access_token, str) and _lacks(oidc, claims):
        claims = _with_userinfo(oidc, metadata.userinfo_endpoint, access_token, claims)
    return _identity(oidc, claims)


def _tokens(oidc: Oidc, metadata: Metadata, pending: Pending, code: str) -> dict[str, Any]:
    secret = oidc.client_secret.get_secret_value() if oidc.client_secret else None
    methods = metadata.token_endpoint_auth_methods_supported
    by_secret = "client_secret_post" if "client_secret_basic" not in methods else "client_secret_basic"
    auth = ClientAuth(oidc.client_id, secret, by_secret if secret else "none")
    body = prepare_token_request(
        "authorization_code",
        "",
        redirect_uri=pending.redirect_uri,
        code=code,
        code_verifier=pending.verifier,
    )
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    url, headers, body = auth.prepare("POST", metadata.token_endpoint, headers, body)
    status, answer = ask(oidc, "POST", url, headers, body)
    error = known_error(answer.get("error"))
    if status >= 500 or error == "temporarily_unavailable":
        raise ProviderAway(f"{metadata.token_endpoint} answered {status} ({error})")
    if error == "invalid_client":
        error += ": DYNO_OIDC_CLIENT_ID or its secret is wrong"
    if status != 200 or "error" in answer:
        raise Refused(Refusal.NOT_BELIEVED, f"the provider does not take its code ({error})")
    return answer


def _lacks(oidc: Oidc, claims: dict[str, Any]) -> bool:
    names = ["email", "name", *([oidc.groups_claim] if oidc.roles else [])]
    return any(name not in claims for name in names)


def _with_userinfo(oidc: Oidc, url: str, access_token: str, claims: dict[str, Any]) -> dict[str, Any]:
    """The claims, with what many providers say only there; of nobody else than the ID token."""
    header = "Bearer " + access_token
    if not header.isascii() or not header.isprintable():
        raise Refused(Refusal.NOT_BELIEVED, "its access token is no text")
    status, userinfo = ask(oidc, "GET", url, {"Authorization": header})
    if status != 200 or userinfo.get("sub") != claims["sub"]:
        raise Refused(Refusal.NOT_BELIEVED, "userinfo is of another person, or unavailable")
    if "email" in claims:  # one place's address must not be verified by the word about another
        userinfo = {name: value for name, value in userinfo.items() if not name.startswith("email")}
    return userinfo | claims


def _identity(oidc: Oidc, claims: dict[str, Any]) -> Identity:
    subject = claims["sub"]
    if not 0 < len(subject) <= 255 or not subject.isascii() or not subject.isprintable():
        raise Refused(Refusal.NOT_BELIEVED, "its “sub” is not 1 to 255 characters of ASCII")
    groups = claims.get(oidc.groups_claim)
    group_list = [groups] if isinstance(groups, str) else groups if isinstance(groups, list) else []
    username = _text(claims, "preferred_username") or subject
    email = _text(claims, "email").lower() if claims.get("email_verified") is True else ""
    return Identity(
        issuer=oidc.issuer,
        subject=subject,
        name=(_text(claims, "name") or email or username)[:120],
        email=email if email.isascii() and "@" in email and len(email) <= 254 else "",
        username=username,
        groups=frozenset(group for group in group_list[:MAX_GROUPS] if isinstance(group, str)),
    )


def _text(claims: dict[str, Any], name: str) -> str:
    """A claim that is one line of text; empty for anything else."""
    value = claims.get(name)
    try:
        return one_line(value.strip()) if isinstance(value, str) and value.strip() else ""
    except ValueError:
        return ""
