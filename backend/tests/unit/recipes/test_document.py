from backend.recipes.document import TARGET, page


def test_the_page_lists_every_recipe_as_it_is():
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.recipes.document"
