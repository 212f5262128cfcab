"""`dyno recipes`: listed, shown and saved in a terminal."""

from pathlib import Path

from backend.tests.db.commands import dyno


def test_recipes_are_listed_with_what_the_testbed_makes_of_them(server: str, recipe: str) -> None:
    listed = dyno("recipes")
    assert listed.exit_code == 0, listed.output
    assert "pinned-against-unpinned   quick 2 min, full 16 min!" in listed.output
    assert "this testbed cannot run it" in listed.output
    one = dyno("recipes", "pinned-against-unpinned", "--form", "full").output
    assert "cannot run here: weighttp is not installed" in one
    assert "dyno launch pinned-against-unpinned --form full" in one
    text = dyno("recipes", "calibration", "--yaml").output
    assert text.startswith("name: Calibration (A/A)\n")
    assert dyno("recipes", "nothing").exit_code == 1
    assert dyno("recipes", "--yaml").exit_code == 2


def test_a_recipe_of_a_name_that_is_taken_names_the_option_that_replaces_it(
    server: str, tmp_path: Path
) -> None:
    file = tmp_path / "pool.yaml"
    file.write_text(dyno("recipes", "calibration", "--yaml").output)
    save = ("recipes", "Pool, tuned", "--save", str(file))
    early = dyno(*save, "--after", "1")
    assert (early.exit_code, "leave out --after" in early.output) == (1, True)
    assert dyno(*save).exit_code == 0
    again = dyno(*save)
    assert again.exit_code == 1
    assert "There is a recipe “pool-tuned” already" in again.output
    assert "; --after 1 saves it as version 2" in again.output
    assert "Saved version 2" in dyno(*save, "--after", "1").output
