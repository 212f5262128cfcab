"""From who somebody is at the provider to an account here, in the transaction of the sign-in."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.audit.log import Act, record
from backend.fields import mail_address
from backend.ids import new_id
from backend.login import accounts, service
from backend.login.oidc.pending import Pending
from backend.login.oidc.rules import Identity, Refusal, Refused, Rules
from backend.login.principal import Role, Way
from backend.records.access import accounts_queries as queries
from backend.records.access import invitations_queries, sessions_queries
from backend.records.access.accounts import Account, Invitation

TRIES = 20


def link(session: Session, identity: Identity, rules: Rules, pending: Pending) -> None:
    """The account that was signed in when this began is this person's from now on, or Refused."""
    rules.role_of(identity)
    found = queries.by_subject(session, identity.key)
    own = sessions_queries.account_of(session, pending.session_id or "", service.used_since())
    if own is None:
        raise Refused(Refusal.SIGNED_OUT)
    if found and found.id != own.id:
        raise Refused(Refusal.TAKEN, who=own.login)
    own.subject = identity.key
    record(session, accounts.principal_of(own, Way.SESSION), Act.LINKED, own.id, own.login, to=identity.login)


def account_of(session: Session, identity: Identity, rules: Rules, pending: Pending) -> Account:
    """Of who this is, made for whom the rules or an invitation let in. Refused for everybody else."""
    role = rules.role_of(identity)
    found = queries.by_subject(session, identity.key)
    if found is None:
        return _join(session, identity, role or rules.role, pending)
    if found.disabled_at:
        raise Refused(Refusal.DISABLED, who=found.login)
    if role and found.role != role:
        _follow(session, found, role)
    return found


def _follow(session: Session, account: Account, role: Role) -> None:
    """Takes the provider's role over; the last admin stays one, or nobody could let anybody in."""
    if account.role == Role.ADMIN and queries.lock_admins(session) == {account.id}:
        return
    account.role = role
    actor = accounts.principal_of(account, Way.SESSION)
    record(session, actor, Act.RIGHTS_CHANGED, account.id, account.login, role=role, by="provider")


def _join(session: Session, identity: Identity, role: Role | None, pending: Pending) -> Account:
    invitation = _invitation(session, pending)
    invited = Role(invitation.role) if invitation else None
    given = role or invited
    if given is None:
        raise Refused(Refusal.UNKNOWN, who=identity.login)
    made = _made(session, identity, given, invitation)
    made.subject, made.email = identity.key, _mail(identity)
    if invitation:
        invitations_queries.remove(session, invitation.id)
    actor = accounts.principal_of(made, Way.SESSION)
    record(session, actor, Act.JOINED, made.id, made.login, role=given, by="provider")
    return made


def _invitation(session: Session, pending: Pending) -> Invitation | None:
    if pending.invitation_id is None:
        return None
    found = invitations_queries.by_id(session, pending.invitation_id, datetime.now(UTC))
    if found is None:
        raise Refused(Refusal.SPENT)
    return found


def _mail(identity: Identity) -> str | None:
    """Where notices go until the person says otherwise."""
    try:
        return mail_address(identity.email)
    except ValueError:
        return None


def _made(session: Session, identity: Identity, role: Role, invitation: Invitation | None) -> Account:
    """A new account, by a name that nobody has: never one that is there, whoever it says it is."""
    for number in range(1, TRIES):
        login = identity.login if number == 1 else f"{identity.login}-{number}"
        made = Account(
            id=new_id(),
            login=login,
            name=identity.name,
            role=role,
            can_reach_hosts=bool(invitation and invitation.can_reach_hosts),
        )
        found = queries.add_unless_there(session, made)
        if found.id == made.id:
            return found
    raise Refused(Refusal.NOT_BELIEVED, f"{TRIES} accounts are called {identity.login}")
