"""Which tests may notice a change of a module: those that import it, directly or through others."""

import ast
from collections import deque
from functools import cache
from pathlib import Path

PACKAGES = ("agents", "backend", "worker", "migrations", "e2e")
NEVER = ("e2e/packages", "e2e/hosts", "e2e/faults/tests", "e2e/causes")  # they start whole machines
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
        self.importers: dict[str, set[str]] = {}
        for name in self.files:
            for module in self._imports(name):
                self.importers.setdefault(module, set()).add(name)

    def _imports(self, name: str) -> set[str]:
        """Files that a file imports; a package's `__init__` and the modules named from it.

        A text may name a module, as a command that is imported on use; `iter_modules` finds all beside it.
        """
        names: set[str] = set()
        found: set[str] = set()
        for node in ast.walk(ast.parse(self.files[name].read_text())):
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

    @cache  # noqa: B019 - lives as long as the command
    def tests(self, file: str) -> list[str]:
        """Test files, the nearest first: of the same room, then by imports in between."""
        distance, queue = {file: 0}, deque([file])
        while queue:
            current = queue.popleft()
            for importer in self.importers.get(current, ()):
                if importer not in distance:
                    distance[importer] = distance[current] + 1
                    queue.append(importer)
        room, stem = Path(file).parent.name, Path(file).stem

        def rank(test: str) -> tuple[int, str]:
            path = Path(test)
            far = distance.get(test, 2)  # of the same room, which may reach it by a request
            return far - 2 * (stem in path.stem) - (room in path.parts or room in path.stem), test

        tests = {name for name in self.files if Path(name).name.startswith("test_")}
        near = {name for name in tests if name in distance or room in Path(name).parts}
        return sorted((name for name in near if not name.startswith(NEVER)), key=rank)
