"""Lines of the product in each room, without tests and what is generated."""

from pathlib import Path

from e2e.bench.row import Row, at_most

CHECKOUT = Path(__file__).parents[2]
ROOMS = ("agents", "backend", "worker", "frontend/src", "migrations")
CODE = {".py", ".ts", ".tsx", ".css", ".jinja"}
TESTS = {"tests", "test"}
"""Folders."""
GENERATED = "schema.d.ts"
GOAL = 113_000


def measure() -> list[Row]:
    lines = {room: count_lines(CHECKOUT / room) for room in ROOMS}
    total = sum(lines.values())
    return [
        Row(
            name="size",
            what="Lines of code of the product, without tests and generated types",
            text=f"{total:,}",
            goal=f"≤ {GOAL:,}",
            verdict=at_most(total, GOAL),
            note=", ".join(f"{room} {count:,}" for room, count in lines.items()),
            figures=lines | {"total": total},
        )
    ]


def count_lines(folder: Path) -> int:
    """Lines of all code below a folder."""
    return sum(
        path.read_bytes().count(b"\n") for path in folder.rglob("*") if is_product(path.relative_to(folder))
    )


def is_product(path: Path) -> bool:
    """Whether a file is code that ships, by its path below a room."""
    is_test = bool(TESTS & set(path.parts[:-1])) or path.stem.endswith(".test")
    return path.suffix in CODE and not is_test and path.name != GENERATED
