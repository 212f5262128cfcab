"""Routes of imports."""

from fastapi import APIRouter, Response, status

from backend.database import SessionDep
from backend.experiments import service as experiments
from backend.experiments.schemas import ExperimentDetail
from backend.identity.principal import PrincipalDep
from backend.imports import service
from backend.imports.preview import preview, settings_out
from backend.imports.schemas import (
    ExampleOut,
    ImportIn,
    PreviewIn,
    PreviewOut,
    SettingOut,
    SettingsIn,
    TextOut,
)

router = APIRouter(tags=["imports"])


@router.post("/imports/preview")
def preview_import(body: PreviewIn) -> PreviewOut:
    """Every report and table in the texts, and the import that they suggest; nothing is written."""
    return preview(body)


@router.post("/imports/settings")
def recognise_settings(body: SettingsIn) -> list[SettingOut]:
    """Which settings will be kept as knobs; the others are kept as reported by the source."""
    return settings_out(body.settings)


@router.post("/imports", status_code=status.HTTP_201_CREATED)
def create_import(body: ImportIn, session: SessionDep, principal: PrincipalDep) -> ExperimentDetail:
    """A finished experiment from outputs of load tools, or from a published table."""
    return experiments.detail(session, service.save(session, body, principal))


@router.post("/imports/example", status_code=status.HTTP_201_CREATED)
def open_example(session: SessionDep, principal: PrincipalDep) -> ExampleOut:
    """The example result: made when it is opened first, and again after it was deleted."""
    return ExampleOut(id=service.example(session, principal))


@router.get("/experiments/{experiment_id}/texts")
def list_texts(experiment_id: str, session: SessionDep) -> list[TextOut]:
    """The texts that an experiment was imported from: names and sizes."""
    return service.texts(session, experiment_id)


@router.get(
    "/experiments/{experiment_id}/texts/{number}",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
def get_text(experiment_id: str, number: int, session: SessionDep) -> Response:
    """One of them, as it was given."""
    return Response(service.text(session, experiment_id, number), media_type="text/plain; charset=utf-8")
