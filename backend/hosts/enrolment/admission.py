"""Agents become hosts: asked, decided, carried out. Their credentials begin and end here, nowhere else."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.enrolment import Enrolled, Enrolment, Waiting
from agents.contract.reports import Facts
from backend.broker import access
from backend.certificates import broker_ca
from backend.errors import NotFound, TooMany
from backend.events import publish_after_commit
from backend.execution.jobs.signing import public_keys
from backend.hosts import active_agent
from backend.hosts.duplicate_agents import is_duplicate
from backend.hosts.enrolment import handover, wrong_tokens
from backend.hosts.enrolment.addresses import calls_from_elsewhere, wrong_address
from backend.hosts.enrolment.decision import Admit, Asking, KnownHost, Refuse, Token, Wait, decide, is_for
from backend.hosts.enrolment.schemas import WaitingAgent
from backend.hosts.stored_text import plain
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records import hosts_queries
from backend.records.access import enrolment_queries
from backend.records.access.enrolment import EnrolmentRequest, EnrolmentToken
from backend.records.hosts import Host
from backend.security import token_hash
from backend.settings import Settings
from backend.testbeds import service as testbeds

_GONE_AFTER = timedelta(minutes=1)  # an agent that waits asks every few seconds
_FORGOTTEN_AFTER = timedelta(days=1)  # so long it stays refused
_MAX_REQUESTS = 100
_ASK_AGAIN_S = 60


def enrol(
    session: Session, asks: Enrolment, key: str, peer: str | None, settings: Settings
) -> Enrolled | Waiting | Refuse:
    """Let an agent in, let it wait, or say why not. `key`: its credential; `peer`: where it calls from.

    TooManyAttempts after too many wrong tokens from there. A refusal is returned, not raised: what it changes
    stays.
    """
    enrolment_queries.lock(session)
    now, digest = datetime.now(UTC), token_hash(key)
    owner = hosts_queries.by_token_hash(session, digest)
    token = None
    if owner and is_duplicate(active_agent.known_agent(owner), asks.instance, asks.facts.machine):
        return Refuse(active_agent.note_duplicate(session, owner, asks.facts, peer))
    if owner is None:
        wrong_tokens.check(peer)
        token = enrolment_queries.token_of(session, token_hash(asks.token))
    pasted_token = token or (_pasted_again(session, asks, now) if owner else None)
    namesake = hosts_queries.by_name(session, asks.name)
    open_request = enrolment_queries.request_of(session, digest)
    decision = decide(
        _asking(asks, peer, settings),
        owner and KnownHost(owner.name, frozenset(owner.allowed_roles), owner.address),
        token and _token(token),
        name_is_taken=namesake is not None and namesake.removed_at is None,
        was_refused=open_request is not None and open_request.refused,
        now=now,
        other_spelling=None if owner else hosts_queries.other_spelling(session, asks.name),
    )
    if isinstance(decision, Refuse) and decision.is_stranger:
        wrong_tokens.count(peer)
        return decision
    if pasted_token:
        _note_use(session, pasted_token, decision, asks.name, now)
    match decision:
        case Refuse():
            return decision
        case Wait(reason):
            _keep_waiting(session, open_request, asks, digest, pasted_token, peer, reason)
            return Waiting(waiting=reason)
        case Admit():
            facts = plain(asks.facts.model_dump(mode="json"), "facts")
            allowed_roles = token.roles if token else owner.allowed_roles if owner else []
            takes_over = owner is None and handover.may_take_over(asks, namesake)
            host = _take_in(session, owner or namesake, asks, facts, digest, allowed_roles)
            lost_changes = handover.lost_changes(session, host) if takes_over else []
            if not lost_changes:
                handover.note_lost_changes(session, host)
            if pasted_token:
                pasted_token.host_id = host.id
            if open_request:
                session.delete(open_request)
            host.ports, host.report_error = list(asks.ports), None
            host.duplicate_agent = None
            host.displaced = [instance for instance in host.displaced or () if instance != asks.instance]
            enrolment = Enrolled(
                host_id=host.id,
                token=key,
                job_keys=public_keys(session),
                broker_url=access.issue(session, host, settings),
                ca=broker_ca(settings),
            )
            return enrolment.model_copy(update={"lost_changes": lost_changes})


def _pasted_again(session: Session, asks: Enrolment, now: datetime) -> EnrolmentToken | None:
    """The token of a line that was pasted where its agent is in already; the agent needs it no more."""
    row = enrolment_queries.token_of(session, token_hash(asks.pasted)) if asks.pasted else None
    return row if row and is_for(_token(row), asks.name, now) else None


def _asking(asks: Enrolment, peer: str | None, settings: Settings) -> Asking:
    wrong = wrong_address(asks.address, settings.address_networks, peer)
    is_elsewhere = not wrong and calls_from_elsewhere(asks.address, peer)
    calls_from = peer or "" if is_elsewhere else ""
    return Asking(asks.name, frozenset(asks.roles), asks.address, wrong, calls_from)


def _token(row: EnrolmentToken) -> Token:
    return Token(
        row.host_name,
        frozenset(row.roles),
        row.reusable,
        row.approves,
        row.expires_at,
        row.used_by,
        row.revoked_at is not None,
    )


def _note_use(
    session: Session, token: EnrolmentToken, decision: Admit | Wait | Refuse, name: str, now: datetime
) -> None:
    refusal = decision.reason if isinstance(decision, Refuse) else None
    if token.refusal != refusal or (refusal is None and token.used_by != name):
        publish_after_commit(session, {"type": "host"})
    token.refusal = refusal
    if refusal is None and token.used_by != name:
        token.used_by, token.used_at, token.host_id = name, now, None


def _keep_waiting(
    session: Session,
    request: EnrolmentRequest | None,
    asks: Enrolment,
    digest: str,
    token: EnrolmentToken | None,
    peer: str | None,
    reason: str,
) -> None:
    now = datetime.now(UTC)
    if request is None:
        enrolment_queries.forget_requests(session, now - _FORGOTTEN_AFTER)
        if enrolment_queries.count_requests(session) >= _MAX_REQUESTS:
            raise TooMany(
                f"{_MAX_REQUESTS} agents wait for approval already; approve or refuse them first",
                _ASK_AGAIN_S,
            )
        request = EnrolmentRequest(id=new_id(), key_hash=digest)
        session.add(request)
        publish_after_commit(session, {"type": "host"})
    request.token_id = token.id if token else None
    request.name, request.roles, request.reason = asks.name, list(asks.roles), reason
    request.address, request.peer = asks.address, peer or "this machine"
    request.version, request.contract = asks.version, asks.contract
    request.facts, request.asked_at = plain(asks.facts.model_dump(mode="json"), "facts"), now


def _take_in(
    session: Session,
    host: Host | None,
    asks: Enrolment | EnrolmentRequest,
    facts: dict[str, Any],
    digest: str,
    allowed_roles: Sequence[str],
) -> Host:
    """The host of this name, made or brought up to date; a credential other than `digest` stops working."""
    if host is None:
        host = Host(id=new_id(), name=asks.name)
        session.add(host)
    elif host.token_hash not in (None, digest):
        revoke(session, host)
    host.token_hash, host.allowed_roles, host.removed_at = digest, list(allowed_roles), None
    host.roles, host.address, host.facts = list(asks.roles), asks.address, facts
    host.version, host.contract = asks.version, asks.contract
    host.online, host.last_seen = True, datetime.now(UTC)
    session.flush()
    testbeds.ensure_local(session)
    publish_after_commit(session, {"type": "host", "host_id": host.id})
    return host


def revoke(session: Session, host: Host) -> None:
    """From now on the agent that was this host is nobody: everything that it was given stops working."""
    host.token_hash = None
    access.revoke(session, host)
    session.flush()


def waiting(session: Session) -> list[WaitingAgent]:
    """Agents that ask for approval now, oldest first."""
    rows = enrolment_queries.waiting(session, datetime.now(UTC) - _GONE_AFTER)
    hosts = {host.name: host for host in hosts_queries.all_hosts(session)}
    return [_out(row, hosts.get(row.name)) for row in rows]


def _out(row: EnrolmentRequest, host: Host | None) -> WaitingAgent:
    facts = Facts.model_validate(row.facts)
    is_known = host is not None and host.token_hash == row.key_hash
    return copy_fields(
        WaitingAgent,
        row,
        hostname=facts.hostname,
        system=f"{facts.os}, kernel {facts.kernel}",
        is_known=is_known,
        replaces=host.id if host and not is_known else None,
        same_machine=facts.machine == host.facts.get("machine") if host else None,
        since=row.created_at,
    )


def approve(session: Session, request_id: str) -> str:
    """The agent becomes the host of its name, which is returned; the one that was it before is locked out at
    once."""
    enrolment_queries.lock(session)
    request = _request(session, request_id)
    namesake = hosts_queries.by_name(session, request.name)
    host = _take_in(session, namesake, request, request.facts, request.key_hash, request.roles)
    handover.note_lost_changes(session, host)
    host.online = False  # until it asks again
    if request.token_id and (token := enrolment_queries.token(session, request.token_id)):
        token.host_id = host.id
    session.delete(request)
    return host.name


def refuse(session: Session, request_id: str) -> str:
    """The agent is told no, however often it asks; the name that it said."""
    enrolment_queries.lock(session)
    request = _request(session, request_id)
    request.refused = True
    publish_after_commit(session, {"type": "host"})
    return request.name


def _request(session: Session, request_id: str) -> EnrolmentRequest:
    request = enrolment_queries.request(session, request_id)
    if request is None or request.refused:
        raise NotFound("This agent no longer waits; reload the Hosts page")
    return request
