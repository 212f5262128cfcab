"""The library in docs/recipes.md; `python -m backend.recipes.document` writes it."""

from collections.abc import Iterator

from backend.definition.model import Definition, PublishedTableRow
from backend.definition.units import duration_text
from backend.presentation.words import full_percent, protocol_words
from backend.recipes.library import Form, Recipe, instantiate, recipes
from backend.recipes.needs import on_testbed
from backend.resources import DOCS, fill_page

TARGET = DOCS / "recipes.md"
CPUS = 2  # of the machine that minutes are of


def page() -> str:
    lines = (line for recipe in recipes() for line in _section(recipe))
    return fill_page(TARGET, {"recipes": "\n".join(lines)})


def _section(recipe: Recipe) -> Iterator[str]:
    full, quick = (instantiate(recipe, form, CPUS) for form in ("full", "quick"))
    yield f"## {recipe.title}\n`{recipe.slug}` · {recipe.topic}\n\n{recipe.summary} {recipe.why}\n"
    if recipe.source:
        yield f"Source: {recipe.source}.\n"
    yield "| form | minutes | runs | load | needs |\n| --- | --- | --- | --- | --- |"
    yield _form("full", full)
    yield _form("quick", quick)
    yield ""
    if full.note:
        yield f"Full: {full.note}\n"
    yield f"Quick: {quick.note}\n"
    if full.published:
        yield from _published_lines(full.published.rows)


def _form(form: Form, definition: Definition) -> str:
    form_needs = on_testbed(form, definition, {})
    loads = "; ".join(_load(definition, i) for i in range(len(definition.workloads)))
    minutes = max(1, round(form_needs.seconds / 60))
    return f"| {form} | {minutes} | {form_needs.runs} | {loads} | {', '.join(form_needs.needs)} |"


def _load(definition: Definition, index: int) -> str:
    w, search = definition.workloads[index], definition.ceiling
    range_text = f"{search.start} to {search.to}" if search else ""
    connections = range_text if search and search.of == "connections" else str(w.connections)
    end = f"{w.requests} requests" if w.requests else duration_text(w.duration_s or 0)
    note = "" if w.keepalive else ", a connection for each request"
    threads = f", {w.threads} threads" if w.threads > 1 else ""
    threads += f", {w.processes} processes" if w.processes > 1 else ""
    threads += f", {w.hosts} load hosts" if w.hosts != 1 else ""
    protocol = f", {protocol_words(w.protocol, w.streams)}" if w.protocol or w.streams else ""
    return f"{w.tool}, {connections} connections{threads}{protocol}, {end}{note}"


def _published_lines(rows: list[PublishedTableRow]) -> Iterator[str]:
    yield "| published | req/s | mean latency | change | |\n| --- | --- | --- | --- | --- |"
    for row in rows:
        name = " · ".join(filter(None, (row.variant, row.workload)))
        rate = "" if row.requests_per_s is None else f"{row.requests_per_s:.10g}"
        latency = "" if row.latency_mean is None else duration_text(row.latency_mean)
        change = "" if row.delta is None else full_percent(row.delta, sign=True)
        largest = f"{row.connections} connections; " if row.connections else ""
        yield f"| {name} | {rate} | {latency} | {change} | {largest}{row.note or ''} |"
    yield ""


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
