"""Rename keys of stored definitions: of their JSON, which keeps its order, and of their YAML."""

import sqlalchemy as sa
from alembic import op

_EXPERIMENTS = sa.table(
    "experiments", sa.column("id"), sa.column("definition", sa.JSON), sa.column("definition_yaml", sa.Text)
)
_RECIPES = sa.table("own_recipes", sa.column("yaml", sa.Text))
_ROWS = sa.select(_EXPERIMENTS.c.id, _EXPERIMENTS.c.definition)


def rename_key(key: str, new_key: str) -> None:
    """Rename a key on the first level of every definition that has it."""
    bind = op.get_bind()
    for id, definition in bind.execute(_ROWS).all():
        if key in definition:
            new_definition = {new_key if name == key else name: value for name, value in definition.items()}
            bind.execute(
                sa.update(_EXPERIMENTS).where(_EXPERIMENTS.c.id == id).values({"definition": new_definition})
            )
    pattern = f"(?n)^{key}:"  # a key of the first level begins its line
    for table, column in ((_EXPERIMENTS, _EXPERIMENTS.c.definition_yaml), (_RECIPES, _RECIPES.c.yaml)):
        text = sa.func.regexp_replace(column, pattern, f"{new_key}:")
        bind.execute(sa.update(table).where(column.regexp_match(pattern)).values({column.name: text}))
