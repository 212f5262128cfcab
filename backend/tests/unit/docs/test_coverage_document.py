"""docs/coverage.md names only what exists: tests, recipes and variants, knobs and values, published rows."""

import re
from functools import cache
from pathlib import Path

import pytest

from agents.catalog.knobs import KNOBS, find_knob, parse_knob
from agents.catalog.knobs.host import OTHER_ROLES
from backend.planning.plan import make_plan
from backend.recipes.library import instantiate, recipes

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "docs/coverage.md").read_text("utf-8")
TABLE_ROWS = [line for line in TEXT.splitlines() if line.startswith("| ")]
ROWS = [line.strip("| ").split(" | ") for line in TABLE_ROWS if not line.startswith("| ---")]
TESTS = sorted(set(re.findall(r"`([\w./-]+)::([^`]+)`", TEXT)))
VARIANTS = sorted(set(re.findall(r"`([a-z-]+)` “([^”]+)”", TEXT)))
FAMILIES = {name.partition(".")[0] for name in KNOBS} | set(OTHER_ROLES)
KNOB = re.compile(rf"`((?:{'|'.join(sorted(FAMILIES))})\.[\w./-]+)(?:: ([^`]+))?`")
FULL = {recipe.slug: instantiate(recipe, "full", 64).published for recipe in recipes()}
PUBLISHED = [(slug, row) for slug, published in FULL.items() if published for row in published.rows]


@cache
def text_of(name: str) -> str:
    """The text of the one file whose path ends like that."""
    folders = ("agents", "backend", "e2e/hosts", "e2e/scenarios", "e2e/three-hosts", "frontend/src")
    found = [path for folder in folders for path in (ROOT / folder).rglob(Path(name).name)]
    (path,) = [path for path in found if str(path).endswith(f"/{name}")]
    return path.read_text("utf-8")


@cache
def names_in(slug: str) -> set[str]:
    """Variants of a recipe in either form, and published ones that need a testbed of their own."""
    recipe = next(recipe for recipe in recipes() if recipe.slug == slug)
    forms = [instantiate(recipe, form, 64) for form in ("full", "quick")]
    published = [row for form in forms if form.published for row in form.published.rows]
    elsewhere = {row.variant for row in published if "testbed of its own" in (row.note or "")}
    return elsewhere | {run.variant for form in forms for run in make_plan(form, 1).runs}


def numbers(text: str) -> set[float]:
    return {float(found) for found in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", text)}


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_each_named_test_is_there(file: str, name: str):
    text = text_of(file)
    assert f"def {name}(" in text or f"'{name}'" in text or f'"{name}"' in text or f"`{name}`" in text


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_each_named_variant_is_in_its_recipe(slug: str, variant: str):
    assert variant in names_in(slug)


def test_each_named_knob_takes_the_value_that_is_shown():
    named = KNOB.findall(TEXT)
    assert len(named) > 80
    for name, value in named:
        assert find_knob(name), name
        if value:
            parse_knob(name, value)


def test_every_published_row_has_one_here():
    assert len(PUBLISHED) > 40
    for slug, row in PUBLISHED:
        rows = [line for line in TABLE_ROWS if f"`{slug}` “{row.variant}”" in line]
        assert any(row.requests_per_s in numbers(line) for line in rows), (slug, row.variant)


def test_every_recipe_with_a_source_is_named():
    assert {r.slug for r in recipes() if r.source and f"`{r.slug}`" not in TEXT} == set()


def test_what_no_test_runs_says_why():
    for row in ROWS:
        if row[-1] == "–":
            assert re.search(r"not possible|not there", row[1]), row
