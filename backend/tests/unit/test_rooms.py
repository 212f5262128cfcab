"""The structure of the repository, read from files and imports. import-linter checks the layers."""

import ast
import re
from collections import Counter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("backend", "worker", "agents", "migrations", "e2e")
CODE = (*FOLDERS, "frontend/src")
IO = ("sqlalchemy", "fastapi", "starlette", "celery", "redis", "psycopg", "httpx", "sse_starlette")
MAX_LINES = 300
MAX_TEST_LINES = 350
MAX_FILES = 25
SQL = {"select", "update", "insert", "delete", "func", "text", "exists"}
SQL_METHODS = {"execute", "scalars", "scalar"}
MAY_HOLD_SQL = re.compile(
    r"^backend/(records/.*|.*queries|database|main|schema_version|cli/.*"
    r"|execution/orchestration/(load_view|rows))\.py$"
)


def python_files(*folders: str) -> list[Path]:
    found = (p for folder in folders for p in (ROOT / folder).rglob("*.py"))
    return sorted(p for p in found if "node_modules" not in p.parts)


def is_test(path: Path) -> bool:
    return "tests" in path.parts


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Every import in the code, those for types only included."""
    return grimp.build_graph("backend", "worker", "agents", include_external_packages=True, cache_dir=None)


def test_modules_that_say_they_are_pure_reach_no_io(graph: grimp.ImportGraph) -> None:
    chains = []
    for path in python_files("backend", "worker", "agents"):
        doc = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        if is_test(path) or not re.search(r"\bpure\b", doc, re.IGNORECASE):
            continue
        module = name_of(path).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        for package in set(IO) & graph.modules:
            chain = graph.find_shortest_chain(module, package)
            chains += [" → ".join(chain)] if chain else []
    assert not chains, "\n".join(sorted(chains))


def test_no_files_import_each_other_in_a_circle(graph: grimp.ImportGraph) -> None:
    code = {m for m in graph.modules if m.split(".")[0] in FOLDERS and ".tests" not in m}
    left = {m: {i for i in graph.find_modules_directly_imported_by(m) if i in code} for m in code}
    while free := {m for m, imports in left.items() if not imports}:
        left = {m: imports - free for m, imports in left.items() if m not in free}
    while unused := set(left) - {i for imports in left.values() for i in imports}:
        left = {m: imports for m, imports in left.items() if m not in unused}
    assert not left, f"in or between circles: {sorted(left)}"


def sql_in(path: Path) -> list[str]:
    """Lines that build or send SQL."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "sqlalchemy":
            names = sorted(SQL & {a.name for a in node.names})
            found += [f"{name_of(path)}:{node.lineno}: imports {', '.join(names)}"] if names else []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if node.func.attr in SQL_METHODS and owner.endswith("session"):
                found.append(f"{name_of(path)}:{node.lineno}: {owner}.{node.func.attr}")
    return found


def test_sql_stands_only_where_queries_are_looked_for() -> None:
    files = [p for p in python_files("backend", "worker") if not is_test(p)]
    found = [line for p in files if not MAY_HOLD_SQL.match(name_of(p)) for line in sql_in(p)]
    assert not found, "\n".join(found)


def test_transactions_are_committed_at_the_edge_only() -> None:
    files = [p for p in python_files("backend", "worker") if not is_test(p)]
    found = [name_of(p) for p in files if ".commit(" in p.read_text("utf-8")]
    assert [name for name in found if name != "backend/database.py"] == []


def test_files_are_short_enough_to_read() -> None:
    long = []
    for path in python_files(*FOLDERS):
        lines = len(path.read_text("utf-8").splitlines())
        if lines > (MAX_TEST_LINES if is_test(path) else MAX_LINES):
            long.append(f"{name_of(path)}: {lines} lines")
    assert not long, "\n".join(long)


def test_folders_of_code_have_few_enough_files() -> None:
    files = (p for folder in CODE for p in (ROOT / folder).rglob("*") if p.suffix in (".py", ".ts", ".tsx"))
    counts = Counter(name_of(p.parent) for p in files if "node_modules" not in p.parts)
    assert {folder: n for folder, n in counts.items() if n > MAX_FILES} == {}
