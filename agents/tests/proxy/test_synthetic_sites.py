"""Pages of a synthetic site, served by a real nginx through the rendered setups."""

import gzip
import http.client
from pathlib import Path

import pytest

from agents.contract.site import LAST_MODIFIED
from agents.proxy import synthetic_sites
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.render import setups as render

SITE = [0, 11, 300_000, 2_500_000]


def get(url: str, path: str, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


@pytest.mark.parametrize("topology", ["direct", "proxied", "proxy_only"])
def test_pages_have_their_sizes_whoever_serves_them(setups: Setups, topology: str) -> None:
    rendered = render({}, topology, site=SITE)  # pyright: ignore[reportArgumentType]
    server = rendered["proxy" if topology == "proxy_only" else "backend"]
    (done,) = setups.prepare([server], lambda: False)
    if topology == "proxied":
        proxy = render({}, "proxied", [done.urls[0].removeprefix("http://")], site=SITE)["proxy"]
        _, done = setups.prepare([server, proxy], lambda: False)

    assert done.failure is None
    for number, size in enumerate(SITE):
        status, body = get(done.urls[0], f"/{number}?xxxx")
        assert (status, len(body)) == (200, size)
    assert get(done.urls[0], "/1", If_Modified_Since=LAST_MODIFIED) == (304, b"")
    assert get(done.urls[0], "/4")[0] == 404


def test_pages_cannot_be_compressed(setups: Setups) -> None:
    (done,) = setups.prepare([render({}, "direct", site=SITE)["backend"]], lambda: False)

    assert len(gzip.compress(get(done.urls[0], "/2")[1])) > 0.99 * SITE[2]


def test_equal_sites_share_their_files_until_the_last_is_gone(setups: Setups, folders: Folders) -> None:
    first, second = (render({}, "direct", key_prefix=key, site=SITE)["backend"] for key in ("a", "b"))
    setups.prepare([first, second], lambda: False)
    pages = [folders.nginx / setup.key / "html" / "3" for setup in (first, second)]
    assert pages[0].stat().st_ino == pages[1].stat().st_ino

    (done,) = setups.prepare([second], lambda: False)

    assert not pages[0].exists()
    assert len(get(done.urls[0], "/3")[1]) == SITE[3]
    setups.stop_all()
    assert not pages[1].exists()


def test_a_disk_without_room_is_said_before_anything_is_written(
    setups: Setups, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthetic_sites, "_ROOM", 1 << 60)
    setup = render({}, "direct", site=SITE)["backend"]

    (done,) = setups.prepare([setup], lambda: False)

    assert done.failure
    assert done.failure.code == "no_space"
    assert not Path(folders.nginx / setup.key).exists()
