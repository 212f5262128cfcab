"""The path from a posted definition to the first jobs is counted, and does not grow."""

from pathlib import Path

import pytest

from backend.tests.unit.structure.call_path import Counts, counts_of, walk

MAX_COUNTS = Counts(functions=68, files=31, returns=21)
PYPROJECT = """
[[tool.importlinter.contracts]]
name = "Rooms of the backend"
type = "layers"
layers = ["backend.app", "backend.queue : backend.shared"]
[[tool.importlinter.contracts]]
name = "Pure rooms reach no I/O"
type = "forbidden"
source_modules = ["backend.pure"]
"""
APP = """
from backend import pure, queue, rows
from backend.models import Body, Store

def start(body: Body, store: Store):
    if body.recipe is not None:
        return from_recipe(body)
    if not body.definition:
        raise ValueError(complaint())
    pure.plan(body)
    pure.check(body)
    rows.write(store, [item for item in store.items])
    queue.later("app.advance")

def from_recipe(body): ...
def complaint(): ...
"""
FILES = {
    "app": APP,
    "models": """
class Item:
    def __init__(self): ...
    @property
    def size(self) -> int: ...
    def unused(self): ...
class Store:
    items: dict[str, Item]
class Body:
    recipe: str | None = None
    definition: dict | None = None
""",
    "pure": "def plan(body): inside()\ndef check(body): ...\ndef inside(): ...\n",
    "shared": "def word(): deeper()\ndef deeper(): ...\n",
    "queue": "def later(name): helper()\ndef helper(): ...\n",
    "rows": """
from backend.models import Item, Store
from backend.shared import word
def write(store: Store, names):
    for item in store.items.values():
        item.size
    list(map(to_row, names))
    Item()
    word()
def to_row(item): ...
""",
    "worker": "from backend.work import advance\napp.task(advance, name='app.advance')\n",
    "work": "def advance(): hand_over()\ndef hand_over(): after()\ndef after(): ...\n",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "backend").mkdir()
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    for name, text in FILES.items():
        (tmp_path / "backend" / f"{name}.py").write_text(text)
    return tmp_path


def names_on(root: Path) -> list[str]:
    path = walk(root, "backend.app.start", "hand_over")
    return [f"{function.module.path.stem}.{function.name}" for _, function in path.stays]


def test_the_path_of_a_definition_does_not_grow() -> None:
    counts = counts_of(walk())
    assert all(count <= most for count, most in zip(counts, MAX_COUNTS, strict=True)), counts


def test_calls_are_followed_in_order_and_rooms_are_one_visit(repository: Path) -> None:
    assert names_on(repository) == [
        "app.start",
        "pure.plan",
        "rows.write",
        "models.Item.size",
        "rows.to_row",
        "models.Item.__init__",
        "shared.word",
        "queue.later",
        "work.advance",
        "work.hand_over",
    ]


def test_returns_count_files_that_the_path_enters_again(repository: Path) -> None:
    assert counts_of(walk(repository, "backend.app.start", "hand_over")) == Counts(10, 7, 2)


def test_a_helper_behind_any_call_is_counted(repository: Path) -> None:
    rows = repository / "backend" / "rows.py"
    rows.write_text(
        rows.read_text().replace("def to_row(item): ...", "def to_row(item): plant()\ndef plant(): ...")
    )
    assert "rows.plant" in names_on(repository)


def test_a_path_that_never_arrives_is_an_error(repository: Path) -> None:
    with pytest.raises(LookupError):
        walk(repository, "backend.app.start", "nowhere")
