"""Which tests may notice a change of a module: those that import it, directly or through others."""

import ast
import json
import re
from collections import deque
from collections.abc import Collection, Mapping
from math import log2
from pathlib import Path

PACKAGES = ("agents", "backend", "worker", "migrations", "e2e")
NEVER = ("e2e/packages", "e2e/hosts", "e2e/faults/tests", "e2e/causes")  # they start whole machines
MAX_CALLERS = 4
NOT_HERE = {"fixtures", "node_modules", "__pycache__"}


class Imports:
    """The import graph of a checkout, by file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = {
            path.relative_to(root).as_posix(): path
            for package in PACKAGES
            for path in sorted((root / package).rglob("*.py"))
            if not NOT_HERE & set(path.parts)
        }
        self.texts = {name: path.read_text() for name, path in self.files.items()}
        self.budgets: dict[str, float] = json.loads((root / "e2e/stages/budgets.json").read_text())
        self.importers: dict[str, set[str]] = {}
        for name in self.files:
            for module in self._imports(name):
                self.importers.setdefault(module, set()).add(name)
            if name.endswith("/conftest.py"):
                below = name.removesuffix("conftest.py")
                self.importers[name] = {file for file in self.files if file.startswith(below)}

    def _imports(self, name: str) -> set[str]:
        """Files that a file imports; a package's `__init__` and the modules named from it.

        A text may name a module, as a command that is imported on use; `iter_modules` finds all beside it.
        """
        names: set[str] = set()
        found: set[str] = set()
        for node in ast.walk(ast.parse(self.texts[name])):
            match node:
                case ast.Import():
                    names |= {alias.name for alias in node.names}
                case ast.ImportFrom(module=str(module)):
                    names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
                case ast.Constant(value=str(text)):
                    names.add(text.partition(":")[0])
                case ast.Name(id="iter_modules"):
                    folder = name.rpartition("/")[0]
                    found |= {file for file in self.files if file.startswith(f"{folder}/")} - {name}
        paths = {
            f"{base}{end}" for n in names for base in [n.replace(".", "/")] for end in (".py", "/__init__.py")
        }
        return found | paths & self.files.keys()

    def tests(self, file: str, function: str) -> list[str]:
        """Test files, the nearest and quickest first: by folders, names that they mention, and imports."""
        distance = distances(self.importers, file)
        stem, name = Path(file).stem, function.rpartition(".")[2]
        folders = {part for path in [file, *self._callers(file, name)] for part in Path(path).parts[1:-1]}
        words = re.compile(rf"\b({'|'.join(map(re.escape, {*folders, stem, name}))})\b")

        def rank(test: str) -> tuple[float, str]:
            path = Path(test)
            far = distance.get(test, 2)  # of the same room, which may reach it by a request
            shared_count = sum(folder in path.parts or folder in path.stem for folder in folders)
            mentions = words.findall(self.texts[test])
            nearness = (
                2 * (stem in path.stem) + 2 * (name in mentions) + shared_count + log2(1 + len(mentions))
            )
            return far + self.budgets.get(test, 0) / 10 - nearness, test

        tests = {name for name in self.files if Path(name).name.startswith("test_")}
        near = {name for name in tests if name in distance or folders & set(Path(name).parts)}
        return sorted((name for name in near if not name.startswith(NEVER)), key=rank)

    def _callers(self, file: str, name: str) -> list[str]:
        """Modules that name a function of another file; none where many do: the name is a common word."""
        whole_name = re.compile(rf"\b{re.escape(name)}\b")
        callers = [
            path
            for path, text in self.texts.items()
            if path != file and "tests" not in path.split("/") and name in text and whole_name.search(text)
        ]
        return callers if len(callers) <= MAX_CALLERS else []


def distances(importers: Mapping[str, Collection[str]], file: str) -> dict[str, int]:
    """How many imports lie between a file and each file that reaches it."""
    distance, queue = {file: 0}, deque([file])
    while queue:
        current = queue.popleft()
        for importer in importers.get(current, ()):
            if importer not in distance:
                distance[importer] = distance[current] + 1
                queue.append(importer)
    return distance
