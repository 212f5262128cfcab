"""Routes of recipes, and of what definitions are made of: knobs and load tools."""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from time import thread_time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, status
from starlette.concurrency import run_in_threadpool

from agents.catalog.knobs import KNOBS, Knob
from agents.catalog.roles import Role
from agents.catalog.tool import ToolInfo
from agents.catalog.tools import TOOLS
from agents.contract.reports import Facts, NginxFacts
from backend.access_logs.problems import UnusableLog
from backend.access_logs.reader import LogReader
from backend.access_logs.workload import LogWorkload, convert_sample
from backend.database import SessionDep
from backend.definition.issues import DefinitionErrors
from backend.definition.nginx.needs import needs_of
from backend.definition.semantics import MAX_CHECK_S
from backend.errors import Invalid, ProblemItem
from backend.identity.principal import PrincipalDep
from backend.own_conf.experiment import convert_conf
from backend.own_conf.reading import UnreadableConf
from backend.own_conf.schemas import ConvertedConf, DirectiveFate, PastedConf, UnknownDirective
from backend.planning.nginx_texts import why_unknown
from backend.recipes import own, service
from backend.recipes.schemas import (
    OwnVersion,
    RecipeChange,
    RecipeDetail,
    RecipeIn,
    RecipeSummary,
    SavedRecipe,
)


def convert_paste(body: PastedConf, facts: Mapping[Role, Facts]) -> ConvertedConf:
    """The answer to a paste; Invalid names the line of what cannot be read. `facts` are the testbed's."""
    try:
        answer = convert_conf(body.text, body.server)
    except UnreadableConf as error:
        item = ProblemItem(place=error.file, message=error.reason, line=error.line or None)
        raise Invalid(str(error), [item]) from None
    except DefinitionErrors as error:
        raise Invalid(error.errors[0].message, error.errors) from None
    nginx = facts["proxy"].nginx if "proxy" in facts else None
    if nginx is not None:
        answer.lacks = list(_read_lacks(answer.directives, nginx))
    return answer


def _read_lacks(fates: Iterable[DirectiveFate], nginx: NginxFacts) -> Iterator[UnknownDirective]:
    """Directives of the baseline that the nginx does not know; the plan says what time leaves out."""
    ends_at = thread_time() + MAX_CHECK_S
    for fate in fates:
        if thread_time() > ends_at:
            return
        for _, need in needs_of(fate.text) if fate.kind in ("knob", "kept") else ():
            if reason := why_unknown(need, nginx):
                text = f"`{need.subject}` {reason}"
                yield UnknownDirective(file=fate.file, line=fate.line, text=fate.text, reason=text)


LOG_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_PIECE = 256 * 1024


async def read_upload(
    pieces: AsyncIterator[bytes], log_format: str, keep_paths: bool, mask: bool
) -> LogWorkload:
    """The workload of a log; Invalid if it cannot be used."""
    try:
        reader = LogReader(log_format)
        waiting = bytearray()
        async for piece in pieces:
            waiting += piece
            if len(waiting) >= _PIECE:
                await run_in_threadpool(reader.feed, bytes(waiting))
                waiting.clear()
        await run_in_threadpool(reader.feed, bytes(waiting))
        return await run_in_threadpool(_convert, reader, keep_paths, mask)
    except UnusableLog as error:
        async for _ in pieces:
            pass  # a browser reads the answer only when it has sent everything
        raise Invalid(str(error)) from None


def _convert(reader: LogReader, keep_paths: bool, mask: bool) -> LogWorkload:
    return convert_sample(reader.finish(), keep_paths, mask)


router = APIRouter(tags=["recipes"])


@router.get("/recipes")
def list_recipes(
    session: SessionDep,
    testbed_id: Annotated[str | None, Query(description="default: the only testbed")] = None,
    retired: Annotated[
        bool, Query(description="own recipes that were retired, in place of all others")
    ] = False,
) -> list[RecipeSummary]:
    """Own recipes and those shipped, with the minutes each takes on a testbed and what stands in its way."""
    return service.list_recipes(session, testbed_id, retired)


@router.get("/recipes/{slug}")
def get_recipe(
    slug: str,
    session: SessionDep,
    form: Literal["quick", "full"] = "quick",
    testbed_id: Annotated[str | None, Query(description="size the quick form to this testbed")] = None,
    version: Annotated[
        int | None, Query(ge=1, le=2**31 - 1, description="of an own recipe; default: the newest")
    ] = None,
) -> RecipeDetail:
    """One form of a recipe, sized to the CPUs of a testbed."""
    return service.get_recipe(session, slug, form, testbed_id, version)


@router.post("/recipes", status_code=status.HTTP_201_CREATED)
def save_recipe(body: RecipeIn, session: SessionDep, principal: PrincipalDep) -> SavedRecipe:
    """Save a definition as a recipe, or as the next version of one; 409 when that version is there."""
    return own.save(session, body, principal)


@router.patch("/recipes/{slug}", status_code=status.HTTP_204_NO_CONTENT)
def change_recipe(slug: str, body: RecipeChange, session: SessionDep, principal: PrincipalDep) -> None:
    """Retire an own recipe, or bring it back. Experiments that were launched from it stay as they are."""
    own.set_retired(session, slug, body.retired, principal)


@router.get("/recipes/{slug}/versions")
def list_versions(slug: str, session: SessionDep) -> list[OwnVersion]:
    """All versions of an own recipe, the newest first; none of one that is shipped."""
    return own.versions(session, slug)


@router.post("/definitions/from-nginx-conf")
def start_from_conf(body: PastedConf, session: SessionDep) -> ConvertedConf:
    """A definition whose baseline is a pasted nginx.conf, and what becomes of each of its directives.

    Nothing is stored. 422 names file and line of what cannot be read. `lacks` lists what the testbed's
    nginx does not know.
    """
    return convert_paste(body, service.facts_on(session, body.testbed_id))


@router.post("/workloads/from-log", openapi_extra=LOG_BODY)
async def start_from_log(
    request: Request,
    log_format: Annotated[
        str, Query(description="auto, combined, common, json, or the text of a log_format")
    ] = "auto",
    keep_paths: Annotated[
        bool, Query(description="ask for the paths of the log, of a backend of your own")
    ] = False,
    mask: Annotated[bool, Query(description="with x for the values of queries")] = False,
) -> LogWorkload:
    """A workload with the mix of requests of an access log, which is the body, and what was left out.

    Nothing is stored. Without `keep_paths` no text of the log comes back: the workload brings pages of the
    sizes seen. 422 names the first line that does not fit.
    """
    return await read_upload(request.stream(), log_format, keep_paths, mask)


@router.get("/knobs")
def list_knobs() -> list[Knob]:
    """Every setting that can be put under test, with an entry of its own.

    Beside these there are two kinds of names that are built, and that a definition takes as well:

    - each other kernel setting by its key, `sysctl.` and a key below net, fs, vm or kernel; the role is
      `proxy`. Many have a range (docs/knobs.md); the rest needs the word of the host's operator.
      Which keys a host has and lets its agent write is in its facts, `abilities.sysctls`.
    - each knob of the families sysctl, irq, cpu and limits for another host than the proxy's: `load.` or
      `backend.` before the name.

    `flavour`, `since`, `until` and `module` say what the server must be (its facts: `nginx.flavour`,
    `number` or `base`, `modules`); a knob with `answers` acts on the proxy where the proxy answers itself.
    """
    return list(KNOBS.values())


@router.get("/tools")
def list_tools() -> list[ToolInfo]:
    """The load tools: what each can do, and where its figures end. Which ones a host has is in its facts."""
    return list(TOOLS.values())
