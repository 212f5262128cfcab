"""Whom a provider's word lets in, and as what: decided here, without looking anything up."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from backend.errors import Unauthorized
from backend.identity.names import login_of
from backend.identity.principal import Role

MAX_LOGIN = 60
"""Of a sign-in name, which has 64: where it is taken, a number is added."""


class Refusal(StrEnum):
    """Why somebody did not come in by the provider."""

    NOT_BEGUN = "not_begun"
    USED = "used"
    DENIED = "denied"
    NOT_BELIEVED = "not_believed"
    AWAY = "away"
    UNKNOWN = "unknown"
    DOMAIN = "domain"
    GROUP = "group"
    DISABLED = "disabled"
    TAKEN = "taken"
    SIGNED_OUT = "signed_out"
    SPENT = "spent"
    TOO_MANY = "too_many"


WORDS: Mapping[Refusal, str] = {
    Refusal.NOT_BEGUN: "This sign-in began in another browser or tab, or over 10 minutes ago. Start again",
    Refusal.USED: "This sign-in was finished before. Begin it again",
    Refusal.DENIED: "The provider did not sign you in. Try again, or ask an admin: the audit log says why",
    Refusal.NOT_BELIEVED: "The provider's answer is not valid. Ask an admin: the audit log has the reason",
    Refusal.AWAY: "The provider does not answer. Sign in in another way, or try again in a minute",
    Refusal.UNKNOWN: "You have an account at the provider, but none here. Ask an admin for an invitation",
    Refusal.DOMAIN: "Only verified e-mail addresses of certain domains can sign in here. Ask an admin",
    Refusal.GROUP: "None of your groups at the provider can sign in here. Ask an admin",
    Refusal.DISABLED: "This account was disabled; an admin can enable it on People",
    Refusal.TAKEN: "Your login at the provider belongs to another account here. To use it, sign out first",
    Refusal.SIGNED_OUT: "You were signed out. Sign in, and link your account again",
    Refusal.SPENT: "This invitation was used or withdrawn, or has expired; ask an admin for another one",
    Refusal.TOO_MANY: "Too many sign-ins failed. Wait a minute, then try again",
}


ERRORS = (
    *("access_denied", "account_selection_required", "consent_required", "interaction_required"),
    *("invalid_client", "invalid_grant", "invalid_request", "invalid_scope", "login_required"),
    *("server_error", "temporarily_unavailable", "unauthorized_client", "unsupported_response_type"),
)
"""Codes of RFC 6749 and OpenID Connect; whatever else comes is a stranger's text."""


def known_error(code: object) -> str:
    """The code of an error for the audit log."""
    return str(code) if code in ERRORS else "another error"


class Refused(Unauthorized):
    """Somebody does not come in by the provider; `why` is for the audit log."""

    def __init__(self, refusal: Refusal, reason: str = "", login: str = "") -> None:
        super().__init__(WORDS[refusal])
        self.refusal, self.why, self.who = refusal, reason, login


@dataclass(frozen=True)
class Identity:
    """Who somebody is, by the provider's word."""

    issuer: str
    subject: str
    name: str
    email: str  # verified, in small letters; or empty
    username: str
    groups: frozenset[str]

    @property
    def key(self) -> str:
        """What an account keeps of it: the only thing that a provider never gives to somebody else."""
        return f"{self.issuer} {self.subject}"

    @property
    def login(self) -> str:
        """A sign-in name, with an @: names without are of users of the dashboard's machine (`dyno login`)."""
        host = self.issuer.partition("://")[2].partition("/")[0].partition(":")[0]
        if 0 < len(self.email) <= MAX_LOGIN:
            return login_of(self.email)
        # letters of other scripts are lost: the subject is ASCII, and may have a letter
        names = (login_of(f"{text[:20]}@{host}")[:MAX_LOGIN] for text in (self.username, self.subject))
        return next((name for name in names if "@" in name), f"user@{host}"[:MAX_LOGIN])


@dataclass(frozen=True)
class Rules:
    """What the operator set."""

    domains: frozenset[str]
    role: Role | None
    roles: Mapping[str, Role]

    def role_of(self, identity: Identity) -> Role | None:
        """The role that the provider decides; None: it decides none. Refused for who may not come at all."""
        if self.domains and identity.email.rpartition("@")[2] not in self.domains:
            raise Refused(Refusal.DOMAIN)
        if not self.roles:
            return None
        granted_roles = [role for group, role in self.roles.items() if group in identity.groups]
        best = next((role for role in reversed(Role) if role in granted_roles), self.role)
        if best is None:
            raise Refused(Refusal.GROUP)
        return best


def own_path(text: str) -> str:
    """Where to go on after signing in: a page of this dashboard, or its first one."""
    is_page = text.startswith("/") and not text.startswith(("//", "/api/"))
    is_plain = all("!" <= character <= "~" and character != "\\" for character in text)
    return text if is_page and is_plain else "/"
