"""The shipped recipes linted: flaws of the write-ups fire where they were copied, and nothing else does."""

import pytest

from backend.advice.advise import advise
from backend.recipes.library import instantiate, recipes

KERNEL = {"somaxconn_without_backlog", "fastopen_half", "kernel_idle"}
CLIENTS = {"idle_timeouts", "request_settings_unused"}
ISOLATED = {"priority", "same_as_default"}  # one worker is the default
ROOM = {"new_connections_only", "room_not_needed"}
EXPECTED: dict[tuple[str, str], set[str]] = {
    # its step 9 set keepalive without HTTP/1.1, its step 14 the kernel without nginx, and other steps
    # settings of connections that its load opens once
    ("stepwise", "full"): {"keepalive_without_http11"} | KERNEL | ROOM,
    ("stepwise", "quick"): {"keepalive_without_http11", "new_connections_only"} | KERNEL,
    # 65535 connections of a worker for a load of 100
    ("nginx-alone", "full"): ROOM,
    ("nginx-alone", "quick"): ROOM,
    # twice as many workers as CPUs is a level of the grid
    ("pinned-against-unpinned", "quick"): {"more_workers_than_cpus"},
    # proxy and backend on one half stand for the article's shared host
    ("placement", "quick"): {"overlapping_pins"},
    # the default fails most requests at 3000 connections, somaxconn 262144 meets a queue of 511, and bbr an
    # answer of 11 bytes
    ("default-against-isolated", "full"): {
        "too_few_worker_connections",
        "somaxconn_without_backlog",
        "kernel_idle",
    }
    | ISOLATED,
    ("default-against-isolated", "quick"): {"somaxconn_without_backlog", "kernel_idle", "room_not_needed"}
    | ISOLATED,
    # its switches have tcp_nodelay, which is on anyway
    ("sendfile", "full"): {"same_as_default"},
    # its ceilings are 15/16 of worker_connections
    ("ceiling-of-connections", "quick"): {"connections_near_limit"},
    # kEDH is there to be compared; keys and a session cache meet connections that ab keeps
    ("https", "full"): {"obsolete_tls", "handshake_only"},
    ("https", "quick"): {"handshake_only"},
    # pools that are too small or do nothing are there to be compared
    ("upstream-keepalive", "full"): {
        "keepalive_without_http11",
        "keepalive_pool_small",
        "keepalive_requests_low",
    },
    ("upstream-keepalive", "quick"): {"keepalive_without_http11", "keepalive_pool_small"},
    # sendfile and tcp_nopush for an answer from memory; its other target is a page of counters
    ("short-against-long", "full"): {"no_files_served", "payload_differs"},
    ("short-against-long", "quick"): {"new_connections_only"},
    # keepalive_timeout acts on held connections: not on the load alone, which is there to be compared
    ("many-connections", "full"): {"idle_timeouts"},
    ("many-connections", "quick"): {"idle_timeouts"},
    ("reuseport-profiles", "full"): {"no_files_served"},
    ("kernel-network", "full"): KERNEL | {"new_connections_only", "fastopen_without_client"},
    ("kernel-network", "quick"): KERNEL,
    # timeouts, buffers and headers of clients that a load tool is not
    ("buffers-timeouts-gzip", "full"): {
        "keepalive_requests_low",
        "gzip_level",
        "gzip_conditions",
        "client_side_only",
    }
    | CLIENTS,
    ("buffers-timeouts-gzip", "quick"): {"gzip_level"} | CLIENTS,
}


@pytest.mark.parametrize("form", ["full", "quick"])
@pytest.mark.parametrize("recipe", recipes(), ids=lambda r: r.slug)
def test_a_recipe_gets_the_advice_that_its_write_up_needed(recipe, form):
    found = {a.code for a in advise(instantiate(recipe, form, 4))}
    assert found == EXPECTED.get((recipe.slug, form), set())
