"""Who made, wrote or is mentioned in something is told to no reader of a link, also not with host details."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.access import accounts_queries
from backend.records.access.accounts import Account
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment
from backend.records.sharing.rows import seen_through
from backend.records.sharing.view import View
from backend.tests.db import builders
from backend.tests.db.identity.people import account_of
from backend.tests.db.sharing.readers import Reader, everything, shared

OWNER, AUTHOR, NAMED, STRANGER = "mk-owner", "mk-author", "mk-named", "mk-stranger"


@pytest.fixture
def ids(session: Session) -> dict[str, str]:
    owner, author, named = (account_of(session, login) for login in (OWNER, AUTHOR, NAMED))
    made, runs = builders.article_c(session)
    first, second = list(runs.values())[:2]
    saved = Comparison(id="c" * 14, name="two", state={"a": first.id, "b": second.id})
    session.add(saved)
    for row in (made, saved):
        row.owner_id, row.notes_by, row.mentions = owner.id, author.id, [named.id]
        row.notes, row.notes_at = f"for @{NAMED}, and no @{STRANGER}; `location @fallback`", builders.START
    session.commit()
    return {"experiment": made.id, "run": first.id, "comparison": saved.id, "second": second.id, "trial": ""}


@pytest.mark.parametrize(
    ("of", "with_hosts"),
    [
        ("experiment", True),
        pytest.param("experiment", False, marks=pytest.mark.exhaustive),
        pytest.param("comparison", False, marks=pytest.mark.exhaustive),
        pytest.param("comparison", True, marks=pytest.mark.exhaustive),
    ],
)
def test_no_answer_through_a_link_names_a_person(
    client: TestClient, session: Session, ids: dict[str, str], of: str, with_hosts: bool
) -> None:
    url = f"/api/v1/{of}s/{ids[of]}"
    assert all(login in client.get(url).text for login in (OWNER, AUTHOR, NAMED))
    token, _ = shared(client, kind=of, id=ids[of], with_hosts=with_hosts)
    reader = Reader(client, token)
    # whole names: three letters alone are in the pixels of a picture now and then
    marks = (OWNER, AUTHOR, NAMED, STRANGER, *session.scalars(select(Account.id)))
    for path in everything(of, ids):
        answer = reader.get(path)
        assert not [mark for mark in marks if mark in answer.text.lower()], path
    seen = reader.get(f"{of}s/{ids[of]}").json()
    assert (seen["owner"], seen["notes_by"], seen["mentions"]) == (None, None, [])
    assert seen["notes"] == "for @somebody, and no @somebody; `location @fallback`"


def test_no_list_of_people_is_part_of_a_link(client: TestClient, ids: dict[str, str]) -> None:
    token, _ = shared(client, kind="experiment", id=ids["experiment"], with_hosts=True)
    reader = Reader(client, token)
    for path in ("people", "accounts", "audit", "me", "experiments", "experiments?by=mk-owner"):
        assert reader.get(path).status_code == 404, path


def test_behind_the_table_of_addresses_there_is_nobody_either(session: Session, ids: dict[str, str]) -> None:
    owner_id = session.scalars(select(Experiment.owner_id)).one()
    assert owner_id
    session.expunge_all()
    with seen_through(View(frozenset([ids["experiment"]]), None)):
        assert session.scalars(select(Experiment.owner_id)).one() is None
        assert session.get(Account, owner_id) is None
        assert accounts_queries.people(session, [owner_id]) == {}
        joined = select(Experiment.id, Account.login).outerjoin(Account, Account.id == Experiment.owner_id)
        assert session.execute(joined).all() == [(ids["experiment"], None)]
