"""From who somebody is at the provider to an account here, in the transaction of the sign-in."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.audit.log import Act, record
from backend.fields import mail_address
from backend.identity import accounts, service
from backend.identity.names import is_taken
from backend.identity.oidc.pending import Pending
from backend.identity.oidc.rules import Identity, Refusal, Refused, Rules
from backend.identity.principal import Role, Way
from backend.ids import new_id
from backend.records.access import accounts_queries as queries
from backend.records.access import invitations_queries, sessions_queries
from backend.records.access.accounts import Account, Invitation

TRIES = 20


def link(session: Session, identity: Identity, rules: Rules, pending: Pending) -> None:
    """The account that was signed in when this began is this person's from now on, or Refused."""
    rules.role_of(identity)
    linked_account = queries.by_subject(session, identity.key)
    own_account = sessions_queries.account_of(session, pending.session_id or "", service.used_since())
    if own_account is None:
        raise Refused(Refusal.SIGNED_OUT)
    if linked_account and linked_account.id != own_account.id:
        raise Refused(Refusal.TAKEN, login=own_account.login)
    own_account.subject = identity.key
    record(
        session,
        accounts.principal_of(own_account, Way.SESSION),
        Act.LINKED,
        own_account.id,
        own_account.login,
        to=identity.login,
    )


def account_of(session: Session, identity: Identity, rules: Rules, pending: Pending) -> Account:
    """Of who this is, made for whom the rules or an invitation let in. Refused for everybody else."""
    role = rules.role_of(identity)
    account = queries.by_subject(session, identity.key)
    if account is None:
        return _join(session, identity, role or rules.role, pending)
    if account.disabled_at:
        raise Refused(Refusal.DISABLED, login=account.login)
    if role and account.role != role:
        _follow(session, account, role)
    return account


def _follow(session: Session, account: Account, role: Role) -> None:
    """Takes the provider's role over; the last admin stays one, or nobody could let anybody in."""
    if account.role == Role.ADMIN and queries.lock_admins(session) == {account.id}:
        return
    account.role = role
    actor = accounts.principal_of(account, Way.SESSION)
    record(session, actor, Act.RIGHTS_CHANGED, account.id, account.login, role=role, by="provider")


def _join(session: Session, identity: Identity, role: Role | None, pending: Pending) -> Account:
    invitation = _invitation(session, pending)
    invited_role = Role(invitation.role) if invitation else None
    granted_role = role or invited_role
    if granted_role is None:
        raise Refused(Refusal.UNKNOWN, login=identity.login)
    account = _make_account(session, identity, granted_role, invitation)
    account.subject, account.email = identity.key, _mail(identity)
    if invitation:
        invitations_queries.remove(session, invitation.id)
    actor = accounts.principal_of(account, Way.SESSION)
    record(session, actor, Act.JOINED, account.id, account.login, role=granted_role, by="provider")
    return account


def _invitation(session: Session, pending: Pending) -> Invitation | None:
    if pending.invitation_id is None:
        return None
    invitation = invitations_queries.by_id(session, pending.invitation_id, datetime.now(UTC))
    if invitation is None:
        raise Refused(Refusal.SPENT)
    return invitation


def _mail(identity: Identity) -> str | None:
    """Where notices go until the person says otherwise."""
    try:
        return mail_address(identity.email)
    except ValueError:
        return None


def _make_account(session: Session, identity: Identity, role: Role, invitation: Invitation | None) -> Account:
    """A new account, by a name that nobody has: never one that is there, whoever it says it is."""
    names = accounts.reserved_names(session)
    for number in range(1, TRIES):
        login = identity.login if number == 1 else f"{identity.login}-{number}"
        if is_taken(login, names):
            continue
        new_account = Account(
            id=new_id(),
            login=login,
            name=login if is_taken(identity.name, names) else identity.name,
            role=role,
            can_reach_hosts=bool(invitation and invitation.can_reach_hosts),
        )
        session.add(new_account)
        session.flush()
        return new_account
    raise Refused(Refusal.NOT_BELIEVED, f"{TRIES} accounts are called {identity.login}")
