"""The sandbox of an agent: tried once at its start, entered by each child, and read back from each.

At the start what it forbids is tried from inside, and has to fail.
"""

import logging
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents import procfs
from agents.contract.sandbox_parts import OFF, SandboxPart
from agents.sandbox import attempts, mounts, proof, seccomp
from agents.sandbox.account import Account, account_for, own_account
from agents.sandbox.cgroups import Groups, make_groups
from agents.sandbox.hidden import parts_of
from agents.sandbox.spawn import spawn
from agents.sandbox.spec import MAX_BYTES, SandboxSpec, environment, gate_command, limits, privileges

log = logging.getLogger(__name__)
_OOM_SCORE_ADJ = 500  # of 1000: the tool dies before a database, and after nothing that asked to go first
_PROBE_S = 5.0
_POLL_S = 0.005
_ORDINARY = "the agent runs as an ordinary user"
_SEALED: tuple[SandboxPart, ...] = ("read_only", "private_tmp", "hidden_files", "hidden_processes")


class SandboxIncomplete(Exception):
    """The sandbox is required, but this host lacks parts of it."""

    def __init__(self, why_not: Mapping[SandboxPart, str]) -> None:
        reasons = "".join(f"\n  {name}: {reason}" for name, reason in why_not.items())
        super().__init__(f"--sandbox required, but this host lacks parts of it:{reasons}")


class Sandbox:
    """Sandbox of child processes. What `why_not` names is not available, and not asked of any child."""

    def __init__(self, account: Account, groups: Groups | None, why_not: dict[SandboxPart, str]) -> None:
        self.account, self._groups, self.why_not = account, groups, why_not
        self._unavailable = frozenset(why_not)

    def facts(self) -> dict[SandboxPart, str]:
        names: tuple[SandboxPart, ...] = SandboxPart.__args__
        return {name: self.why_not.get(name, "") for name in names}

    def start(
        self,
        argv: Sequence[str],
        spec: SandboxSpec,
        *,
        on_agent_death: str = "KILL",
        around: Callable[[list[str]], list[str]] = list,
        **options: Any,
    ) -> subprocess.Popen[bytes]:
        """Start a child in its spec. `around` adds to its command what takes privileges.

        `options` are Popen's. OSError when it cannot be started, or not as it should be.
        """
        visible_spec = replace(spec, readable=(*spec.readable, *_program_parts(argv[0])))
        command = [*privileges(*self._user(), on_agent_death, spec.capabilities), *argv]
        popen = spawn(
            lambda: self._begin(visible_spec),
            gate_command([*limits(self.account.is_separate, _most_bytes()), *around(command)]),
            stdin=subprocess.PIPE,
            env=environment(os.environ),
            **options,
        )
        assert popen.stdin
        try:
            if self._groups:
                self._groups.take(popen.pid)
            Path(f"/proc/{popen.pid}/oom_score_adj").write_text(str(_OOM_SCORE_ADJ))
            with popen.stdin as gate:
                gate.write(b"\n")
            popen.stdin = None
        except OSError as error:
            popen.kill()
            code = popen.wait()
            if isinstance(error, BrokenPipeError):
                end = f"signal {-code}" if code < 0 else f"status {code}"
                raise ChildProcessError(f"it ended with {end} before its sandbox was complete") from error
            raise
        return popen

    def forbid_files(self, pid: int) -> None:
        """Let a child open no file or connection more; those that it has stay open. Nothing, if it has ended.

        Only its own user may without a capability that a container's root lacks.
        """
        command = [*privileges(*self._user(), "KILL"), "prlimit", f"--pid={pid}", "--nofile=0:"]
        devices = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        spawn(lambda: None, command, env=environment(os.environ), **devices).wait()

    def _user(self) -> tuple[int, int] | tuple[None, None]:
        return (self.account.uid, self.account.gid) if self.account.is_separate else (None, None)

    def _begin(self, spec: SandboxSpec) -> None:
        if self._groups:
            self._groups.take_thread()  # before they are read-only to it
        self.enter(spec)

    def enter(self, spec: SandboxSpec) -> None:
        """Restrict the calling thread, which starts a child."""
        if "read_only" not in self._unavailable:
            mounts.enter(spec, has_own_proc="hidden_processes" not in self._unavailable)
        if "system_calls" not in self._unavailable:
            seccomp.enter()

    def missing(self, pid: int, spec: SandboxSpec) -> str | None:
        """Explain what a started child's sandbox lacks; None: nothing, or the child is ending."""
        evidence = proof.look(pid)
        if evidence is None:
            return None
        problems = proof.missing(evidence, spec, self.account)
        if self._groups and "memory" not in self.why_not and (outside := self._groups.without(pid)):
            problems["memory"] = f"it is not in {outside}"
        lacking = {name: problem for name, problem in problems.items() if name not in self.why_not}
        if procfs.is_ending(pid):
            return None
        return "; ".join(f"{name}: {problem}" for name, problem in lacking.items()) or None

    def close(self) -> None:
        if self._groups:
            self._groups.remove()


def set_up_sandbox(tag: str, *, refuses_calls: bool) -> Sandbox:
    """Set up each part of the sandbox on this host; `tag` tells agents apart.

    `refuses_calls`: whether system calls are refused, the one part that costs what is measured.
    """
    why_not: dict[SandboxPart, str] = {}
    account = _account(tag, why_not)
    why_not |= _why_not_sealed()
    if reason := _refusal(["true"], seccomp.enter) if refuses_calls else OFF:
        why_not["system_calls"] = reason
    groups = None
    try:
        groups = make_groups(tag)
    except (OSError, ValueError) as error:
        why_not["memory"] = f"no control group can be made: {error}"
    sandbox = Sandbox(account, groups, why_not)
    why_not |= _missing_during_a_trial(sandbox)
    for name, reason in why_not.items():
        if reason != OFF:
            log.warning("the sandbox lacks %s: %s", name, reason)
    return sandbox


def _account(tag: str, why_not: dict[SandboxPart, str]) -> Account:
    account = account_for(tag)
    if not account.is_separate:
        why_not["user"] = _ORDINARY
    elif reason := _refusal([*privileges(account.uid, account.gid, "KILL"), "true"]):
        why_not["user"] = f"setpriv: {reason}"
        return own_account()
    return account


def _program_parts(program: str) -> tuple[Path, ...]:
    path = shutil.which(program)
    return parts_of(Path(path).resolve()) if path else ()


def _most_bytes() -> int:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    return MAX_BYTES if hard == resource.RLIM_INFINITY else min(hard, MAX_BYTES)


def _refusal(command: Sequence[str], enter: Callable[[], None] = lambda: None) -> str:
    """Run a command that only has to end well; return what it says when it does not."""
    try:
        popen = spawn(
            enter, command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        _, output = popen.communicate(timeout=_PROBE_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if popen.returncode == 0 else output.decode(errors="replace").strip()


def _why_not_sealed() -> dict[SandboxPart, str]:
    """Reasons for the parts that mounts are for. In some containers only a /proc of one's own is refused."""
    if os.geteuid() != 0:
        return dict.fromkeys(_SEALED, _ORDINARY)
    reason = _refusal(["true"], lambda: mounts.enter(SandboxSpec(), has_own_proc=True))
    if not reason:
        return {}
    other_reason = _refusal(["true"], lambda: mounts.enter(SandboxSpec(), has_own_proc=False))
    return dict.fromkeys(_SEALED, other_reason) if other_reason else {"hidden_processes": reason}


def _missing_during_a_trial(sandbox: Sandbox) -> dict[SandboxPart, str]:
    """Start children that try what is forbidden, and one that only waits, and read back what surrounds it."""
    with tempfile.TemporaryDirectory(prefix="dynoboard-") as folder:
        path = Path(folder).resolve()
        sandbox.account.give(path)
        spec = SandboxSpec(writable=(path,))
        try:
            evident = attempts.sights(sandbox.start, spec, _PROBE_S)
            if "system_calls" not in sandbox.why_not and (
                calls := attempts.passing_calls(lambda: sandbox.enter(spec), _PROBE_S)
            ):
                evident["system_calls"] = calls
            popen = sandbox.start(["sleep", str(_PROBE_S)], spec, stderr=subprocess.DEVNULL, cwd="/")
        except (OSError, subprocess.TimeoutExpired) as error:
            raise OSError(f"no child can be started in the sandbox: {error}") from error
        try:
            lacking = sandbox.why_not.keys() | evident.keys()
            problems = _lasting_problems(popen.pid, spec, sandbox.account, lacking) | evident
            os.kill(popen.pid, 0)
        finally:
            popen.kill()
            popen.wait()
    return {name: problem for name, problem in problems.items() if name not in sandbox.why_not}


def _lasting_problems(
    pid: int, spec: SandboxSpec, account: Account, lacking: Set[SandboxPart]
) -> dict[SandboxPart, str]:
    """Read what a child lacks, once it has had the time to become what it was started as."""
    deadline = time.monotonic() + _PROBE_S / 2
    problems: dict[SandboxPart, str] = {}
    while time.monotonic() < deadline:
        evidence = proof.look(pid)
        problems = proof.missing(evidence, spec, account) if evidence else {}
        if not problems.keys() - lacking:
            break
        time.sleep(_POLL_S)
    return problems
