"""Folders of declarations on a host, and of what `add` has unpacked or built for them."""

import os
import shutil
from pathlib import Path

from agents.servers.adding.bounded import CannotAdd
from agents.servers.adding.texts import EXAMPLES
from agents.servers.declarations import (
    SHARED_SERVERS,
    SUFFIX,
    BadDeclaration,
    NginxDeclaration,
    read_declaration,
    why_no_name,
)
from agents.servers.registry import Entry, read_folders

_TREES_OF_ROOT = Path("/opt/dynoboard-servers")


def default_folder() -> Path:
    """Folder of declarations that every agent of this user reads."""
    return SHARED_SERVERS[0 if os.geteuid() == 0 else 1]


class Place:
    """One folder of declarations. Programs of root lie below /opt, others beside their declarations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().absolute()
        self._trees = _TREES_OF_ROOT if self.folder == SHARED_SERVERS[0] else self.folder

    def declarations(self) -> dict[str, Entry | str]:
        return read_folders([self.folder])

    def file_of(self, name: str) -> Path:
        """The declaration's path; CannotAdd for a name that no server may have."""
        if reason := why_no_name(name):
            raise CannotAdd(f"“{name[:100]}”: {reason}")
        return self.folder / f"{name}{SUFFIX}"

    def tree_of(self, name: str) -> Path:
        return self._trees / name

    def log_of(self, name: str) -> Path:
        return self._trees / f"{name}.log"

    def make_tree(self, name: str) -> Path:
        """A new folder for what a server consists of; FileExistsError where there is one."""
        tree = self.tree_of(name)
        tree.parent.mkdir(parents=True, exist_ok=True)
        tree.mkdir()
        return tree

    def write(self, name: str, text: str) -> None:
        """Write a new declaration: CannotAdd if its reader refuses it, FileExistsError if there is one."""
        try:
            declaration = read_declaration(text)
        except BadDeclaration as error:
            raise CannotAdd(str(error)) from None
        self.folder.mkdir(parents=True, exist_ok=True)
        conf = None if isinstance(declaration, NginxDeclaration) else declaration.conf
        if conf and not (self.folder / conf).exists():  # the operator's own stays
            shutil.copyfile(EXAMPLES / conf, self.folder / conf)
        with self.file_of(name).open("x") as file:
            file.write(text)

    def remove(self, name: str) -> None:
        """Remove a declaration and what was unpacked or built for it; the log of a build stays."""
        self.file_of(name).unlink(missing_ok=True)
        shutil.rmtree(self.tree_of(name), ignore_errors=True)
