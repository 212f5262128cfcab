"""Pages of a synthetic site on disk: pseudo-random, all changed at the same time, once for equal sites."""

import os
import random
import shutil
import threading
from pathlib import Path

from agents.contract.site import CHANGED_AT, page_name
from agents.failure import no_space
from agents.sandbox.account import Account

_BLOCK = 1024**2
_ROOM = 512 * 1024**2
"""Bytes that stay free on the disk."""


class SyntheticSites:
    """Remembers the folder of each site, whose files other setups with the same site share."""

    def __init__(self) -> None:
        self._folders: dict[tuple[int, ...], Path] = {}
        self._block = b""
        self._lock = threading.Lock()  # setups start two at a time, and the second shares what the first made

    def make(self, folder: Path, sizes: list[int], account: Account) -> None:
        """Put the pages into a folder; JobFailed where the disk has no room for them."""
        with self._lock:
            self._make(folder, sizes, account)

    def _make(self, folder: Path, sizes: list[int], account: Account) -> None:
        self._folders = {site: place for site, place in self._folders.items() if place.is_dir()}
        twin = self._folders.get(tuple(sizes))
        if twin is None:
            _check_room(folder, sum(sizes))
        self._block = self._block or random.Random(CHANGED_AT).randbytes(_BLOCK)
        for number, size in enumerate(sizes):
            page = folder / page_name(number)
            if twin is None or not _link(twin / page.name, page):
                self._write(page, size)
                account.lend(page)
        self._folders[tuple(sizes)] = folder

    def _write(self, page: Path, size: int) -> None:
        with page.open("wb") as file:
            while size > 0:
                size -= file.write(self._block[:size])
        os.utime(page, (CHANGED_AT, CHANGED_AT))


def _link(existing_page: Path, page: Path) -> bool:
    try:
        os.link(existing_page, page)
    except OSError:  # it was removed, or has too many links
        return False
    return True


def _check_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + _ROOM:
        raise no_space(f"the pages of the workload have {size} bytes, {free} are free")
