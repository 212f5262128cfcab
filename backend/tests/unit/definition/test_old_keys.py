"""Keys of definitions as they were named in 0.1.0 are read until 0.2.0, and variants keep their hashes."""

import hashlib

import pytest

from backend.definition import overrides
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.variants import resolve_variants
from backend.definition.writer import to_yaml
from backend.recipes.library import instantiate, recipes

YAML = """
name: x
workloads: [{tool: wrk, connections: 16, duration: 1s}]
factors: {sendfile: {on: {nginx.sendfile: on}, off: {nginx.sendfile: off}}}
"""
OLD = ("explain: {probe: true, duration: 3s}", "matters: 2%")
NEW = ("diagnostics: {probe: true, duration: 3s}", "min_effect: 2%")
RECIPES_OF_BEFORE = 15  # later ones come behind them
HASHES_OF_RECIPES = (181, "5711c1d51a39a1ce")
"""Of all variants of these recipes with 4 CPUs, as 0.1.0 has them but for HTTPS without session tickets."""


def test_old_keys_are_read_and_written_by_their_new_names() -> None:
    old, new = (parse_definition(YAML + "\n".join(keys)) for keys in (OLD, NEW))
    assert old == new
    assert parse_definition(to_yaml(old)) == new
    assert not any(key.partition(":")[0] in to_yaml(old) for key in OLD)


@pytest.mark.parametrize(("old", "new"), list(zip(OLD, NEW, strict=True)))
def test_an_old_key_beside_its_new_one_is_refused(old: str, new: str) -> None:
    with pytest.raises(DefinitionErrors) as caught:
        parse_definition(YAML + f"{old}\n{new}\n")
    assert old.partition(":")[0] in [problem.place for problem in caught.value.errors]


def test_variants_of_recipes_have_the_hashes_of_before() -> None:
    hashes = [
        variant.hash
        for recipe in recipes()[:RECIPES_OF_BEFORE]
        for form in ("full", "quick")
        for variant in resolve_variants(instantiate(recipe, form, 4))
    ]
    digest = hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16]
    assert (len(hashes), digest) == HASHES_OF_RECIPES


def test_an_override_by_an_old_key_changes_the_new_one() -> None:
    assert overrides.apply({"matters": "1%"}, {"matters": "3%"}) == {"min_effect": "3%"}
    assert overrides.apply({"min_effect": "1%"}, {"matters": "3%"}) == {"min_effect": "3%"}
