"""Routes of recipes, and of what definitions are made of: knobs and load tools."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, status

from agents.catalog.knobs import KNOBS, Knob
from agents.catalog.tool import ToolInfo
from agents.catalog.tools import TOOLS
from backend.access_logs.workload import LogWorkload
from backend.database import SessionDep
from backend.identity.principal import PrincipalDep
from backend.own_conf.schemas import ConvertedConf, PastedConf
from backend.recipes import own, service
from backend.recipes.log_upload import LOG_BODY, read_upload
from backend.recipes.own_conf import convert_paste
from backend.recipes.schemas import (
    OwnVersion,
    RecipeChange,
    RecipeDetail,
    RecipeIn,
    RecipeSummary,
    SavedRecipe,
)

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
