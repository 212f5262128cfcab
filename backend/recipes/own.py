"""Own recipes: a definition saved under a title, in versions; nothing that was saved is overwritten."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from backend.audit.log import Act, record
from backend.definition import yaml_text
from backend.definition.host_access import missing_rights
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.errors import Conflict, Invalid, TooLarge, require
from backend.identity.principal import Principal
from backend.ids import new_id
from backend.recipes import library
from backend.recipes.needs import differs, on_testbed
from backend.recipes.schemas import OwnVersion, RecipeForm, RecipeIn, RecipeSummary, SavedRecipe
from backend.records.access import accounts_queries
from backend.records.hosts import Host
from backend.records.recipes import own_queries
from backend.records.recipes.own import OwnRecipe
from backend.refs import PersonRef
from backend.testbeds.host_facts import facts_by_role

MAX_LENGTH = 80


def slug_of(title: str) -> str:
    """“Keep-alive, tuned” → `keep-alive-tuned`, in any script; empty where there is no letter or digit."""
    plain = unicodedata.normalize("NFKC", title).lower()
    words = re.findall(r"[^\W_]+", plain)
    return "-".join(words)[:MAX_LENGTH].strip("-")


MAX_RECIPES = 300
"""Own recipes that are not retired: each list plans all of them."""
TOPIC = "Your own"
Owners = Mapping[str, PersonRef]


def find(session: Session, slug: str, version: int | None = None) -> OwnRecipe | None:
    """The newest version, or the one that is named; also of a retired recipe."""
    all_ = own_queries.versions(session, slug)
    return next((row for row in all_ if version in (None, row.version)), None)


def definition_of(row: OwnRecipe) -> Definition:
    """DefinitionErrors where a later version of Dynoboard reads it no more."""
    return parse_definition(row.yaml)


def save(session: Session, body: RecipeIn, principal: Principal) -> SavedRecipe:
    """A new recipe, or the next version of one; Conflict where somebody else has saved it meanwhile."""
    _check(body.yaml, principal)
    slug = slug_of(body.title)
    if not slug:
        raise Invalid.at(
            "title", "give a title with a letter or a digit: it becomes the name to launch it by"
        )
    if library.find(slug):
        raise Invalid.at("title", f"“{slug}” is a recipe that is shipped; choose another title")
    own_queries.hold(session)
    newest = find(session, slug)
    version = newest.version if newest else 0
    if (body.after or 0) != version:
        raise Conflict(_conflict(slug, version, body.after), more={"slug": slug, "version": version})
    if newest is None and len(list_own(session)) >= MAX_RECIPES:
        raise Conflict(f"There are {MAX_RECIPES} own recipes; retire unused ones")
    row = OwnRecipe(
        id=new_id(),
        slug=slug,
        version=version + 1,
        title=body.title,
        yaml=body.yaml,
        owner_id=principal.account_id,
    )
    session.add(row)
    record(session, principal, Act.SAVED, slug, f"recipe {row.title}", version=row.version)
    own_queries.retire(session, slug, None)
    session.flush()
    return SavedRecipe(slug=slug, version=row.version, title=row.title)


def _conflict(slug: str, version: int, after: int | None) -> str:
    if after is None:
        return (
            f"There is a recipe “{slug}” already, in version {version}: save this as version {version + 1}, "
            "or choose another title"
        )
    if version == 0:
        return f"There is no recipe “{slug}” to make a version of; save it as a new one"
    return (
        f"Another person has saved version {version} of “{slug}” meanwhile: look at it, then save yours as "
        f"version {version + 1}"
    )


def _check(yaml: str, principal: Principal) -> None:
    size = len(yaml.encode(errors="replace"))
    if size > yaml_text.MAX_BYTES:
        most = yaml_text.MAX_BYTES // 1024
        raise TooLarge(f"The definition is {size / 1024:,.0f} KiB long; at most {most} KiB are kept")
    try:
        definition = parse_definition(yaml, principal.can_reach_hosts)
    except DefinitionErrors as error:
        message = "Only a definition that can be planned is saved as a recipe: see the errors"
        raise Invalid(message, error.errors) from None
    if missing := missing_rights(definition, principal.can_reach_hosts):
        raise Invalid("This recipe cannot be saved by you: see the errors", missing)


def set_retired(session: Session, slug: str, is_retired: bool, principal: Principal) -> None:
    """Takes it out of the lists, or brings it back; its versions stay."""
    own_queries.hold(session)
    newest = require(find(session, slug), f"There is no recipe of yours called “{slug}”")
    record(session, principal, Act.CHANGED, slug, f"recipe {newest.title}", retired=is_retired)
    own_queries.retire(session, slug, datetime.now(UTC) if is_retired else None)


def list_own(session: Session, is_retired: bool = False) -> list[OwnRecipe]:
    """The newest version of each that is not retired, or that is, by title."""
    return [row for row in own_queries.latest(session) if (row.retired_at is not None) == is_retired]


def versions(session: Session, slug: str) -> list[OwnVersion]:
    rows = own_queries.versions(session, slug)
    owners = owners_of(session, rows)
    return [_version(row, owners) for row in rows]


def owners_of(session: Session, rows: Iterable[OwnRecipe]) -> Owners:
    return accounts_queries.people(session, {row.owner_id for row in rows})


def _version(row: OwnRecipe, owners: Owners) -> OwnVersion:
    owner = owners.get(row.owner_id or "")
    return OwnVersion(version=row.version, title=row.title, created_at=row.created_at, owner=owner)


def summary(row: OwnRecipe, hosts: Mapping[Role, Host], owners: Owners) -> RecipeSummary:
    """As the gallery has it; one that can no longer be read says why."""
    try:
        definition = definition_of(row)
    except DefinitionErrors as error:
        return _summary(row, None, _unread(error), owners)
    return _summary(row, definition, on_testbed("full", definition, facts_by_role(hosts)), owners)


def _unread(error: DefinitionErrors) -> RecipeForm:
    message = f"it cannot be read any more: {error.errors[0].message}"
    return RecipeForm(form="full", seconds=0, runs=0, tools=[], needs=[], problems=[message], left_out=[])


def _summary(
    row: OwnRecipe, definition: Definition | None, form: RecipeForm, owners: Owners
) -> RecipeSummary:
    return RecipeSummary(
        slug=row.slug,
        title=row.title,
        topic=TOPIC,
        summary=(definition.description or "") if definition else "",
        differs=differs(definition) if definition else "",
        why="",
        source=definition.source if definition else None,
        forms=["full"],
        quick_note=None,
        tool=definition.workloads[0].tool if definition else "",
        topology=definition.topology if definition else "",
        kind=definition.kind if definition else "compare",
        on_testbed=[form],
        own=_version(row, owners),
        retired=row.retired_at is not None,
    )
