"""docs/recipes.md from the library; `python -m backend.recipes.document` writes it."""

from collections.abc import Iterator
from pathlib import Path

from backend.definition.model import Definition, PublishedTableRow
from backend.definition.units import duration_text
from backend.presentation.words import full_percent, protocol_words
from backend.recipes.library import Form, Recipe, instantiate, recipes
from backend.recipes.needs import on_testbed

TARGET = Path(__file__).parents[2] / "docs" / "recipes.md"
CPUS = 2
HEAD = f"""# Recipes

Ready-made experiments, the files of `backend/recipes/library`. **Full** repeats a write-up: its load, tool
and settings. **Quick** is sized to your machine, takes under four minutes on two CPUs, and leaves out what
a host does not let its agent change. Minutes are those of a machine with {CPUS} CPUs.

`dyno recipes` lists them, `dyno launch NAME [--form full]` launches one, `dyno lint NAME` gives advice on
it.

**Your own.** *Save as recipe* keeps a definition under a title, from which its name is made. Saving again
makes the next version; earlier ones stay. If somebody else has saved a version meanwhile, yours is refused
(409) and stays in the form. A retired recipe is not listed or launched; its experiments stay.

```
dyno recipes pool-tuned --save pool.yaml            # a new one; --after 1: the version after 1
dyno recipes pool-tuned --yaml [--version 1] > pool.yaml
dyno recipes pool-tuned --retire                    # --bring-back
```
"""


def page() -> str:
    """The whole page; the library is its only source."""
    return "\n".join([HEAD, *(line for recipe in recipes() for line in _section(recipe))])


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
