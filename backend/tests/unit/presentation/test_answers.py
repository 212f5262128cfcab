"""Notices, reports, exports, link previews and cards begin with the answer that the page begins with."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from html import unescape
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS
from backend.analysis.headlines import factors
from backend.analysis.headlines.complete import add_trust
from backend.analysis.headlines.headline import headline_of_deltas
from backend.analysis.headlines.lead import MAX_SENTENCES
from backend.analysis.headlines.trust import Conditions, trust_in
from backend.analysis.schemas import DeltaRow, Headline
from backend.analysis.stored_headlines import VERSION
from backend.experiments.schemas import ExperimentDetail, Rules
from backend.notifications.kinds import NoticeKind
from backend.notifications.message_text import word_experiment
from backend.notifications.messages import mail, slack, webhook
from backend.presentation.files.markdown import report_markdown
from backend.presentation.files.page import report_page
from backend.presentation.link_preview.lookup import description_of
from backend.presentation.link_preview.tags import Tags, with_tags
from backend.presentation.pictures import cards
from backend.presentation.report.experiment import ReportInputs, report_of
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.tests.unit.analysis.headlines.test_lead import STATES, count_sentences, deltas, effects

AT, SITE, RATE = datetime(2026, 11, 27, tzinfo=UTC), "https://dyno.test", METRICS["requests_per_s"]

ELLIPTIC = ("better under ", "worse under ", "the mean of all rounds says ")
"""Clauses that are about the subject of their sentence, so that both answers may have them."""


def runs_of(names: Sequence[str], loads: int, has_builds: bool) -> list[Run]:
    return [
        Run(
            id=f"{name} {load}", experiment_id="e", position=0, name=name, variant=name, topology="proxied",
            knobs={"server.name": name} if has_builds and name == "two" else {"nginx.gzip": name},
            workload={"name": f"c{load}"}, is_baseline=name == "base", is_control=name == "control",
        )
        for name in names for load in range(loads)
    ]  # fmt: skip


@st.composite
def results(draw: st.DrawFn) -> tuple[Experiment, Headline]:
    """An ended experiment with any rows of its runs, measured under any conditions."""
    experiment = Experiment(
        id="e", name="workers", state=draw(STATES), origin=Origin.MEASURED, definition={"trials": 12},
        facts={}, is_calibration=False, rules_version=draw(st.integers(1, 2)), rounds_added=0,
        started_at=AT, finished_at=AT,
    )  # fmt: skip
    names = draw(st.sampled_from([("base", "two"), ("base", "two", "three", "control")]))
    runs = runs_of(names, draw(st.integers(1, 2)), draw(st.booleans()))
    pool = [
        delta.model_dump(exclude={"matters"}) for delta in draw(st.lists(deltas(), min_size=2, max_size=4))
    ]
    rows = {
        metric: [
            DeltaRow(**pool[(number * turn) % len(pool)], run_id=run.id, name=run.name)
            for number, run in enumerate(runs, 1)
            if not run.is_baseline
        ]
        for turn, metric in enumerate(("requests_per_s", "cpu_s_per_request", "latency_p99"), 1)
    }
    headline = headline_of_deltas(experiment, runs, lambda metric: rows.get(metric, []))
    headline.cause = draw(st.sampled_from([None, "It spends 5.1 µs less CPU a request."]))
    if draw(st.booleans()):
        experiment.definition["factors"] = {"f0": {"0": {}, "none": {}}, "f1": {"1": {}, "none": {}}}
        of_metric = {name: SimpleNamespace(effects=draw(effects())) for name in rows}
        with (
            patch.object(factors, "main_effects_of", lambda *args: of_metric[args[2]]),
            patch.object(factors, "measured_rows", lambda *args: rows[args[3].name]),
        ):
            factors.answer_factors(Session(), experiment, runs, headline)
    finding = {"code": "other_cpu", "level": "suspect", "value": draw(st.floats(0, 1))}
    trials = [("done", [finding])] * draw(st.integers(0, 2)) + [("failed", [])] * draw(st.integers(0, 2))
    conditions = Conditions(trials, headline.settled, has_alarm=draw(st.booleans()), runs=len(runs))
    add_trust(headline, experiment, trust_in(conditions))
    return experiment, headline


def detail_of(experiment: Experiment, headline: Headline) -> ExperimentDetail:
    values: dict[str, Any] = {
        **dict.fromkeys(ExperimentDetail.model_fields),
        **dict.fromkeys(("tags", "run_list", "interruptions", "facts_changed"), ()),
        **{"id": "e", "name": "workers", "state": experiment.state, "origin": "measured", "factors": {}},
        **{"question": "Do workers help?", "notes": "", "kind": "compare", "order": "interleaved"},
        **{"created_at": AT, "headline": headline, "rounds": 12, "rules": Rules(version=2, launch=2)},
    }
    return ExperimentDetail.model_construct(None, **values)


def clauses(text: str) -> list[str]:
    """Clauses without figures in brackets."""
    split = re.split(r"; |: |(?<=[a-z]{2})\. ", re.sub(r" \([^()]*\)", "", text).removesuffix("."))
    return [clause for clause in split if clause.lower() != "largest" and not clause.startswith(ELLIPTIC)]


def surfaces_of(experiment: Experiment, headline: Headline) -> dict[str, str]:
    """Answer, trust and cause as each surface words them."""
    inputs = ReportInputs(detail_of(experiment, headline), RATE, deltas=(), trials=())
    report, card = report_of(inputs), cards.of_experiment(inputs)
    experiment.headline = headline.model_dump(mode="json") | {"rules": experiment.rules_version}
    experiment.kept_version = VERSION
    notice = word_experiment("e", experiment.name, experiment.state, experiment.headline, [])
    letter: EmailMessage = mail.mail_of(
        NoticeKind.FINISHED, notice, AT, SITE, delivery_id="d", sender="a@b.test", to="c@d.test", card=None
    )
    chat = json.loads(slack.body_of(NoticeKind.FINISHED, notice, SITE))["text"]
    hook = json.loads(webhook.body_of(NoticeKind.FINISHED, "e", notice, AT, SITE))["data"]
    preview = with_tags("<head></head>", Tags("workers", description_of(experiment), "/e"), SITE)
    page = report_page(report, [], SITE, "")
    return {
        "report": " ".join(filter(None, (report.headline, report.trust, report.cause))),
        "Markdown": report_markdown(report, SITE).partition("\n\n\n")[0].replace("\\", ""),
        "page": unescape(" ".join(re.findall(r'<p class="(?:headline|cause)">(.*?)</p>', page, re.DOTALL))),
        "card": f"{card.sentence} {card.cause}",
        "mail": letter.get_content(),
        "chat": unescape(chat),
        "webhook": " ".join(hook[name] for name in ("sentence", "trust", "cause")),
        "preview": unescape(re.findall('description" content="(.*?)"', preview)[0]),
    }  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(results())
def test_every_surface_says_the_answer_once(result: tuple[Experiment, Headline]) -> None:
    experiment, headline = result
    answer = " ".join(headline.lead)
    assert count_sentences(answer) <= MAX_SENTENCES
    assert [clause for clause, count in Counter(clauses(answer)).items() if count > 1] == []
    for surface, text in surfaces_of(experiment, headline).items():
        begin = answer[:280] if surface == "preview" else answer
        assert text.count(begin) == 1, (surface, answer, text)
        is_distrusted = bool(headline.trust and headline.trust.level == "red")
        assert not (is_distrusted and "It spends" in text), surface
