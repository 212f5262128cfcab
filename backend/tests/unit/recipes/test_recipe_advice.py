"""The shipped recipes linted: flaws of the write-ups fire where they were copied, and nothing else does."""

import pytest

from backend.advice.advise import advise
from backend.recipes.library import instantiate, recipes

KERNEL = {"somaxconn_without_backlog", "fastopen_half"}
EXPECTED: dict[tuple[str, str], set[str]] = {
    # its step 9 set keepalive without HTTP/1.1, its step 14 the kernel without nginx
    ("stepwise", "full"): {"keepalive_without_http11"} | KERNEL,
    ("stepwise", "quick"): {"keepalive_without_http11"} | KERNEL,
    # twice as many workers as CPUs is a level of the grid
    ("pinned-against-unpinned", "quick"): {"more_workers_than_cpus"},
    # proxy and backend on one half stand for the article's shared host
    ("placement", "quick"): {"overlapping_pins"},
    # the default fails most requests at 3000 connections, and somaxconn 262144 meets a queue of 511
    ("default-against-isolated", "full"): {"too_few_worker_connections", "somaxconn_without_backlog"},
    ("default-against-isolated", "quick"): {"somaxconn_without_backlog"},
    # kEDH is there to be compared
    ("https", "full"): {"obsolete_tls"},
    # pools that are too small or do nothing are there to be compared
    ("upstream-keepalive", "full"): {
        "keepalive_without_http11",
        "keepalive_pool_small",
        "keepalive_requests_low",
    },
    ("upstream-keepalive", "quick"): {"keepalive_without_http11", "keepalive_pool_small"},
    # sendfile and tcp_nopush for an answer from memory
    ("short-against-long", "full"): {"no_files_served"},
    ("reuseport-profiles", "full"): {"no_files_served"},
    ("kernel-network", "full"): KERNEL,
    ("kernel-network", "quick"): KERNEL,
    ("buffers-timeouts-gzip", "full"): {"keepalive_requests_low", "gzip_level"},
    ("buffers-timeouts-gzip", "quick"): {"gzip_level"},
}


@pytest.mark.parametrize("form", ["full", "quick"])
@pytest.mark.parametrize("recipe", recipes(), ids=lambda r: r.slug)
def test_a_recipe_gets_the_advice_that_its_write_up_needed(recipe, form):
    found = {a.code for a in advise(instantiate(recipe, form, 4))}
    assert found == EXPECTED.get((recipe.slug, form), set())
