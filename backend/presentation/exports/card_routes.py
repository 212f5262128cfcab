"""Routes of the pictures of links (Open Graph)."""

from fastapi import APIRouter, Request, Response

from backend.database import SessionDep
from backend.presentation.exports import comparison_files, service
from backend.presentation.exports.addresses import PageState
from backend.presentation.exports.comparison_files import ComparisonQuery, saved_query
from backend.presentation.exports.picture_response import picture_response
from backend.presentation.exports.routes import PICTURES
from backend.presentation.pictures import cards
from backend.presentation.pictures.cards import HEADLINE
from backend.records import runs_queries
from backend.runs import service as runs

router = APIRouter(tags=["exports"])


@router.get("/experiments/{experiment_id}/card.png", response_class=Response, responses=PICTURES)
def card_of_experiment(experiment_id: str, session: SessionDep, request: Request) -> Response:
    """The picture of a link to an experiment, 1200 × 630: title, headline, deltas of the top variants."""
    card = cards.of_experiment(service.report_inputs(session, experiment_id))
    return picture_response(request, cards.picture(card), card.title, "png")


@router.get("/runs/{run_id}/card.png", response_class=Response, responses=PICTURES)
def card_of_run(run_id: str, session: SessionDep, request: Request) -> Response:
    """The picture of a link to a run: its figure and its trials."""
    detail = runs.detail(session, run_id)
    trials = runs_queries.trial_rows_of_runs(session, [run_id])
    card = cards.of_run(detail, trials, HEADLINE)
    return picture_response(request, cards.picture(card), card.title, "png")


@router.get("/compare/card.png", response_class=Response, responses=PICTURES)
def card_of_comparison(session: SessionDep, request: Request, state: PageState) -> Response:
    """The picture of a link to a comparison; its query is that of the Compare page."""
    return _card(session, request, ComparisonQuery(state))


@router.get("/comparisons/{comparison_id}/card.png", response_class=Response, responses=PICTURES)
def card_of_saved(comparison_id: str, session: SessionDep, request: Request) -> Response:
    """The picture of a link to a saved comparison."""
    return _card(session, request, saved_query(session, comparison_id))


def _card(session: SessionDep, request: Request, query: ComparisonQuery) -> Response:
    card = cards.of_comparison(comparison_files.compare(session, query), query.name)
    return picture_response(request, cards.picture(card), card.title, "png")
