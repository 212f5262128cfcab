from typing import get_args

import pytest

from backend.analysis.published import read_published
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.planning.plan import make_plan
from backend.recipes.library import Form, find, instantiate, recipes, words_of
from backend.statistics.rules import RULES_VERSION

SLUGS = [
    "pinned-against-unpinned",
    "stepwise",
    "nginx-alone",
    "placement",
    "default-against-isolated",
    "ceiling-of-connections",
    "https",
    "upstream-keepalive",
    "short-against-long",
    "kernel-network",
    "sendfile",
    "buffers-timeouts-gzip",
    "calibration",
    "log-profiles",
    "reuseport-profiles",
    "protocols",
    "many-connections",
    "latency-at-rate",
    "your-traffic",
    "nginx-builds",
    "compilers",
    "malloc",
    "proxies",
]
PUBLISHED = ["pinned-against-unpinned", "stepwise", "nginx-alone", "placement", "kernel-network"]
SIZES = [1, 2, 4, 64]
TOOLS_OF = {"protocols": ("h2load",), "latency-at-rate": ("vegeta",)}


def get(slug: str):
    recipe = find(slug)
    assert recipe
    return recipe


def test_the_recipes_shipped():
    assert [recipe.slug for recipe in recipes()] == SLUGS
    assert find("nothing") is None


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("form", ["full", "quick"])
@pytest.mark.parametrize(
    "cpus", [SIZES[0], 3, *(pytest.param(size, marks=pytest.mark.exhaustive) for size in SIZES[1:])]
)
def test_every_form_is_a_definition_on_any_machine(slug, form, cpus):
    definition = instantiate(get(slug), form, cpus)
    assert "$" not in to_yaml(definition)
    assert parse_definition(to_yaml(definition)) == definition
    assert parse_definition(definition.model_dump(exclude_none=True)) == definition


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("cpus", SIZES)
def test_quick_forms_take_minutes_on_any_machine(slug, cpus):
    definition = instantiate(get(slug), "quick", cpus)
    plan = make_plan(definition, 1)
    is_demo = slug == "pinned-against-unpinned"
    assert plan.rounds >= (8 if is_demo else 10)  # from eight on the control is a second reference
    diagnostics_s = sum(diagnostic.seconds for diagnostic in plan.diagnostics)
    assert plan.seconds - diagnostics_s < (150 if is_demo else 240), "until the verdicts"
    assert diagnostics_s < (1 if is_demo else 420)
    tools = TOOLS_OF.get(slug, ("wrk", "ab"))
    assert all(w.tool in tools for w in definition.workloads)
    assert not definition.require
    assert definition.note


def test_pinned_takes_half_of_the_cpus_each():
    cores = instantiate(get("pinned-against-unpinned"), "quick", 4).factors["pin"]["cores"]
    assert cores == {"pin.load": "2-3", "pin.proxy": "0-1"}
    alone = instantiate(get("pinned-against-unpinned"), "quick", 1).factors["pin"]["cores"]
    assert alone == {"pin.load": "0", "pin.proxy": "0"}


def test_a_role_is_sized_to_its_own_host():
    cpus = {"load": frozenset({4, 5, 6, 7}), "proxy": "0-1", "backend": 16}
    cores = instantiate(get("pinned-against-unpinned"), "quick", cpus).factors["pin"]["cores"]
    assert cores == {"pin.load": "6-7", "pin.proxy": "0"}


def test_words():
    assert words_of(frozenset({0, 1, 2})) == {
        "cpus": 3,
        "half": 1,
        "twice_half": 2,
        "double": 6,
        "first_half": "0",
        "second_half": "1-2",
        "first": "0",
        "last": "2",
    }


def test_published_figures_stand_beside_variants():
    for slug in PUBLISHED:
        for form in get_args(Form):
            definition = instantiate(get(slug), form, 2)
            names = {run.variant for run in make_plan(definition, 1).runs}
            assert definition.published
            beside = [row for row in definition.published.rows if row.variant in names]
            assert len(beside) >= 2, slug


def test_published_means_are_those_of_their_trials():
    published = instantiate(get("pinned-against-unpinned"), "full", 2).published
    assert published
    for row in published.rows:
        mean = sum(row.trials) / len(row.trials)
        printed = float(row.note.split()[-1]) if row.note else row.requests_per_s
        assert printed == pytest.approx(mean, abs=1.0), row.variant


def test_published_deltas_follow_from_their_rates():
    for slug in ("stepwise", "nginx-alone", "kernel-network"):
        published = instantiate(get(slug), "full", 4).published
        assert published
        base = next(r.requests_per_s for r in published.rows if r.variant == "default")
        for row in published.rows:
            if row.delta is not None and base and row.requests_per_s:
                assert row.delta == pytest.approx(row.requests_per_s / base - 1, abs=0.001), row.variant


def test_the_full_forms_keep_the_articles_load():
    stepwise = instantiate(get("stepwise"), "full", 2).workloads[0]
    assert (stepwise.threads, stepwise.connections, stepwise.duration_s) == (4, 100, 60)
    pinned = instantiate(get("pinned-against-unpinned"), "full", 2).workloads[0]
    assert (pinned.tool, pinned.threads, pinned.connections) == ("weighttp", 50, 100)
    assert pinned.requests == 3_000_000
    isolated = instantiate(get("default-against-isolated"), "full", 2).workloads[0]
    assert (isolated.tool, isolated.connections, isolated.requests) == ("ab", 3000, 50_000)


def test_cpu_words_are_only_replaced_where_they_are_known():
    with pytest.raises(DefinitionErrors):
        instantiate(
            get("calibration").model_copy(update={"quick": {"set": {"pin.load": "$all"}}}), "quick", 2
        )


@pytest.mark.parametrize("form", get_args(Form))
def test_recipes_that_compare_cpu_profile_it(form):
    slugs = ("nginx-alone", "default-against-isolated", "https", "upstream-keepalive", "sendfile")
    for slug in (*slugs, "log-profiles", "reuseport-profiles"):
        definition = instantiate(get(slug), form, 4)
        assert definition.diagnostics.profile >= 5, slug
        assert definition.diagnostics.system_calls, slug


def test_recipes_of_causes_say_what_perf_printed():
    for slug in ("log-profiles", "reuseport-profiles"):
        for form in get_args(Form):
            definition = instantiate(get(slug), form, 4)
            assert definition.diagnostics.profile >= 3
            assert definition.diagnostics.system_calls
            assert definition.published
            assert definition.published.functions
    told = read_published(
        instantiate(get("log-profiles"), "quick", 4).model_dump(mode="json"), [], RULES_VERSION
    )
    assert told
    assert [(one.function, one.variant) for one in told.functions] == [("osq_lock", "log on disk")]
