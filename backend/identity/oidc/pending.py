"""A sign-in that waits for the provider's answer: kept by its browser alone, in a cookie that is signed.

So nobody fills a table by beginning sign-ins, and every API process knows every one. Pure but for the clock.
"""

import hashlib
import hmac
import secrets
import time
from datetime import UTC, datetime, timedelta

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey
from pydantic import BaseModel, ValidationError

from backend.settings import Settings

LIFE = timedelta(minutes=10)
ALGORITHM = "HS256"


class Pending(BaseModel):
    """What was begun, and for what."""

    issuer: str
    redirect_uri: str
    state: str
    nonce: str
    verifier: str
    to: str  # a page of ours
    session_id: str | None = None  # of this browser, when it began: it ends, or is what is linked
    link: bool = False
    invitation_id: str | None = None
    exp: int

    @property
    def expires_at(self) -> datetime:
        return datetime.fromtimestamp(self.exp, UTC)


def begin_sign_in(issuer: str, redirect_uri: str, to: str) -> Pending:
    """A new one."""
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    exp = int(time.time() + LIFE.total_seconds())
    return Pending(
        issuer=issuer, redirect_uri=redirect_uri, to=to, state=state, nonce=nonce, verifier=verifier, exp=exp
    )


def seal(pending: Pending, settings: Settings) -> str:
    """The cookie's value."""
    return jwt.encode({"alg": ALGORITHM}, pending.model_dump(exclude_none=True), _key(settings))


def unseal(cookie: str, settings: Settings) -> Pending | None:
    """None for what we did not sign, or too long ago."""
    try:
        claims = jwt.decode(cookie, _key(settings), algorithms=[ALGORITHM]).claims
        pending = Pending.model_validate(claims)
    except (JoseError, ValidationError, ValueError):
        return None
    return pending if pending.exp > time.time() else None


def _key(settings: Settings) -> OctKey:
    """Goes back to the dashboard's token, which every API process has; another one ends what was begun."""
    if settings.token is None:
        raise RuntimeError("without the dashboard's token nobody is signed in")
    token = settings.token.get_secret_value().encode()
    return OctKey.import_key(hmac.new(token, b"dynoboard provider", hashlib.sha256).digest())
