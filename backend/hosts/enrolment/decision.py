"""Whether an agent is let in: what it says and brings, what is known, out comes one of three. Pure."""

from dataclasses import dataclass
from datetime import datetime

NEW_TOKEN = "make one on the Hosts page, or with `dyno enrol-token`"


@dataclass(frozen=True)
class Asking:
    """What the agent asks to be."""

    name: str
    roles: frozenset[str]
    address: str = ""
    wrong_address: str = ""  # why its address cannot be one of a host
    calls_from: str = ""  # where it calls from, if that is not its address


@dataclass(frozen=True)
class KnownHost:
    """The host whose credential the agent brings."""

    name: str
    allowed_roles: frozenset[str]
    address: str = ""


@dataclass(frozen=True)
class Token:
    """The enrolment token that the agent brings."""

    host_name: str | None  # made for this host; None: for any name
    roles: frozenset[str]
    reusable: bool
    approves: bool
    expires_at: datetime
    used_by: str | None  # name of the host that came with it, the last one of a reusable token
    is_revoked: bool = False

    @property
    def is_spent(self) -> bool:
        return self.used_by is not None and not self.reusable


@dataclass(frozen=True)
class Admit:
    """It becomes the host of its name, or is it already."""


@dataclass(frozen=True)
class Wait:
    """A person has to look at it first; until then nothing changes."""

    reason: str


@dataclass(frozen=True)
class Refuse:
    """No, and why; `is_stranger`: it brought nothing that is known."""

    reason: str
    is_stranger: bool = False


Decision = Admit | Wait | Refuse


def is_for(token: Token, name: str, now: datetime) -> bool:
    """An agent that is this host already can use it up: its line was pasted there once more."""
    is_good = not token.is_revoked and not token.is_spent and now < token.expires_at
    return is_good and token.host_name in (None, name)


def decide(
    asking: Asking,
    owner: KnownHost | None,
    token: Token | None,
    name_is_taken: bool,
    was_refused: bool,
    now: datetime,
    other_spelling: str | None = None,
) -> Decision:
    """`owner`: the host whose credential it brings, which needs no token. `name_is_taken`: a host has its
    name; `was_refused`: a person refused the agent with this credential. `other_spelling`: the host whose
    name differs from its name in capital letters alone."""
    if owner:
        decision = _of_known(asking, owner)
    elif token is None or token.is_revoked:
        return Refuse(f"This agent's enrolment token is not known: {NEW_TOKEN}", is_stranger=True)
    else:
        decision = _refusal(asking, token, now)
        if decision is None and other_spelling and not name_is_taken:
            return Refuse(
                f"There is a host {other_spelling} already, and {asking.name} differs in its capital letters "
                "alone: start the agent with another --name"
            )
        decision = decision or _with_token(asking, token, name_is_taken)
    if was_refused and isinstance(decision, Wait):
        return Refuse(f"A person refused this agent ({decision.reason})")
    return decision


def _of_known(asking: Asking, owner: KnownHost) -> Decision:
    if asking.name != owner.name:
        return Refuse(
            f"This agent's state directory is that of the host {owner.name}: start it with "
            f"--name {owner.name}, or with another --state and a token of its own"
        )
    if asking.wrong_address:
        return Refuse(asking.wrong_address)
    if more := asking.roles - owner.allowed_roles:
        return Wait(f"{owner.name} asks for a further role: {_list_roles(more)}")
    return Admit() if asking.address == owner.address else _at_its_address(asking)


def _at_its_address(asking: Asking) -> Decision:
    """Load goes to a host's address: one that the agent does not call from may be somebody else's."""
    if asking.calls_from:
        return Wait(f"it says that its address is {asking.address}, but calls from {asking.calls_from}")
    return Admit()


def _refusal(asking: Asking, token: Token, now: datetime) -> Refuse | None:
    fits = token.host_name or (token.used_by if token.is_spent else None)
    if fits not in (None, asking.name):
        verb = "was used by" if token.is_spent else "is for"
        return Refuse(f"This enrolment token {verb} the host {fits}, not {asking.name}: {NEW_TOKEN}")
    if now >= token.expires_at and not token.is_spent:
        when = token.expires_at.strftime("%Y-%m-%d %H:%M UTC")
        return Refuse(f"This enrolment token expired at {when}: {NEW_TOKEN}")
    if more := asking.roles - token.roles:
        return Refuse(
            f"This enrolment token is for the roles {_list_roles(token.roles)}, not for {_list_roles(more)}: "
            "start the agent with other --roles, or make a token for them"
        )
    return Refuse(asking.wrong_address) if asking.wrong_address else None


def _with_token(asking: Asking, token: Token, name_is_taken: bool) -> Decision:
    """A person who makes a token for a host by its name lets one agent take its place; nothing else does."""
    replaces = token.host_name == asking.name and token.used_by is None
    if name_is_taken and not replaces:
        return Wait(f"there is a host {asking.name} already, and this agent does not have its credential")
    if not token.approves:
        return Wait("its enrolment token does not carry an approval")
    # its first asking spends the token, and it asks again until a person has seen the address
    at = _at_its_address(asking)
    if token.is_spent and isinstance(at, Admit):
        return Wait(f"its enrolment token was used before, by {token.used_by}")
    return at


def _list_roles(roles: frozenset[str]) -> str:
    return ", ".join(sorted(roles))
