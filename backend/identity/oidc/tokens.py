"""Is an ID token one of this provider, for us, now, and for this sign-in?"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import (
    BadSignatureError,
    ExpiredTokenError,
    InvalidClaimError,
    InvalidKeyIdError,
    JoseError,
    MissingClaimError,
    UnsupportedAlgorithmError,
)
from joserfc.jwk import Key, KeySet, import_key
from joserfc.jws import JWSRegistry

from backend.identity.oidc.rules import Refusal, Refused

# None by a shared secret, which would be the client's own, and so not the provider's alone.
ALGORITHMS = [f"{kind}{bits}" for kind in ("RS", "PS", "ES") for bits in (256, 384, 512)] + [
    "EdDSA",
    "Ed25519",
]
MAX_HEADER_BYTES = 8 * 1024
"""Some providers put a chain of certificates there."""
LEEWAY_S = 60
"""What clocks may differ by."""
CLOCKS = "the clocks of this machine and of the provider differ"
_BROKEN = (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError)


class _Registry(JWSRegistry):
    max_header_length = MAX_HEADER_BYTES


def claims_of(
    id_token: object, keys: Mapping[str, Any], issuer: str, client_id: str, nonce: str, access_token: object
) -> dict[str, Any]:
    """What it says. Refused, with the reason for the audit log, for one that is not believed.

    keys  the provider's JSON Web Key Set, as it came
    """
    if not isinstance(id_token, str):
        raise _no("the answer has no ID token")
    try:
        registry = _Registry(algorithms=ALGORITHMS, strict_check_header=False)
        read = jwt.decode(id_token, KeySet(_readable(keys)), registry=registry)
        options: Any = {
            "iss": {"essential": True, "value": issuer},
            "aud": {"essential": True, "value": client_id},
        }
        parameters = {"nonce": nonce, "client_id": client_id, "access_token": access_token}
        claims = CodeIDToken(read.claims, read.header, options, parameters)
        claims.validate(leeway=LEEWAY_S)
    except BadSignatureError:
        raise _no("its signature is not of the provider's key") from None
    except InvalidKeyIdError:
        raise _no("it is signed by a key that the provider does not have") from None
    except UnsupportedAlgorithmError:
        raise _no("it is signed in a way that is not taken") from None
    except ExpiredTokenError:
        raise _no(f"it has expired, or {CLOCKS}") from None
    except (InvalidClaimError, MissingClaimError) as error:
        reason = f" ({CLOCKS})" if error.claim in ("iat", "nbf") else ""
        raise _no(f"its “{error.claim}” is wrong or missing{reason}") from None
    except _BROKEN as error:
        raise _no(f"it cannot be read ({type(error).__name__})") from None
    return dict(claims)


def _readable(keys: Mapping[str, Any]) -> list[Key]:
    """Those of a kind that is known; a provider may have others beside them."""
    readable_keys: list[Key] = []
    for key in keys["keys"]:
        with suppress(*_BROKEN):
            readable_keys.append(import_key(key))
    return readable_keys


def _no(reason: str) -> Refused:
    return Refused(Refusal.NOT_BELIEVED, reason)
