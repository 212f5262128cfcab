"""The right that each route asks for, as one table; what is not in it is refused."""

import re
from collections.abc import Mapping
from enum import StrEnum

from backend.errors import Forbidden
from backend.identity.principal import Principal, Role, Way


class Right(StrEnum):
    """What a request needs."""

    PUBLIC = "public"  # anybody: the route checks what it is given, or says nothing that is secret
    AGENT = "agent"  # an agent, by a credential of its own (agent_auth.py)
    VIEW = "view"
    SCRAPE = "scrape"  # view; or DYNO_METRICS_TOKEN, which opens nothing else
    OPERATE = "operate"
    HOSTS = "hosts"  # operate, and reach into hosts
    ADMIN = "admin"
    OWN = "own"  # one's own account: somebody who is signed in, and no program with an API token
    OWNER = "owner"  # the dashboard's token itself, as a bearer


Operation = tuple[str, str]
"""Method, and path with its parameters in braces, as FastAPI writes it."""

RIGHTS: dict[Operation, Right] = {
    ("GET", "/api/v1/agent/ca"): Right.PUBLIC,
    ("POST", "/api/v1/agent/heartbeat"): Right.AGENT,
    ("POST", "/api/v1/agent/ready"): Right.AGENT,
    ("POST", "/api/v1/agent/reports"): Right.AGENT,
    ("POST", "/api/v1/agent/samples"): Right.AGENT,
    ("GET", "/api/v1/session"): Right.PUBLIC,
    ("POST", "/api/v1/session"): Right.PUBLIC,
    ("POST", "/api/v1/session/oidc"): Right.PUBLIC,
    ("GET", "/api/v1/session/oidc"): Right.PUBLIC,
    ("DELETE", "/api/v1/session"): Right.OWN,
    ("POST", "/api/v1/join"): Right.PUBLIC,
    ("POST", "/api/v1/join/check"): Right.PUBLIC,
    ("GET", "/api/v1/me"): Right.VIEW,
    ("PUT", "/api/v1/me/password"): Right.OWN,
    ("GET", "/api/v1/me/tokens"): Right.OWN,
    ("POST", "/api/v1/me/tokens"): Right.OWN,
    ("DELETE", "/api/v1/me/tokens/{token_id}"): Right.OWN,
    ("GET", "/api/v1/me/notices"): Right.VIEW,
    ("PUT", "/api/v1/me/notices"): Right.OWN,
    ("GET", "/api/v1/receivers"): Right.ADMIN,
    ("POST", "/api/v1/receivers"): Right.ADMIN,
    ("PATCH", "/api/v1/receivers/{receiver_id}"): Right.ADMIN,
    ("DELETE", "/api/v1/receivers/{receiver_id}"): Right.ADMIN,
    ("POST", "/api/v1/receivers/{receiver_id}/test"): Right.ADMIN,
    ("GET", "/api/v1/deliveries"): Right.ADMIN,
    ("POST", "/api/v1/deliveries/{delivery_id}/again"): Right.ADMIN,
    ("GET", "/api/v1/people"): Right.VIEW,
    ("GET", "/api/v1/accounts"): Right.ADMIN,
    ("PATCH", "/api/v1/accounts/{account_id}"): Right.ADMIN,
    ("POST", "/api/v1/accounts/{account_id}/password-links"): Right.ADMIN,
    ("GET", "/api/v1/audit"): Right.ADMIN,
    ("GET", "/api/v1/audit/export.{kind}"): Right.ADMIN,
    ("GET", "/api/v1/invitations"): Right.ADMIN,
    ("POST", "/api/v1/invitations"): Right.ADMIN,
    ("DELETE", "/api/v1/invitations/{invitation_id}"): Right.ADMIN,
    ("POST", "/api/v1/session/links"): Right.OWNER,
    ("GET", "/api/v1/sessions"): Right.OWN,
    ("DELETE", "/api/v1/sessions"): Right.OWN,
    ("DELETE", "/api/v1/sessions/{session_id}"): Right.OWN,
    ("GET", "/api/v1/health"): Right.VIEW,
    ("POST", "/api/v1/plans"): Right.OPERATE,
    ("POST", "/api/v1/definitions/from-nginx-conf"): Right.OPERATE,
    ("POST", "/api/v1/workloads/from-log"): Right.OPERATE,
    ("POST", "/api/v1/checks"): Right.OPERATE,
    ("GET", "/api/v1/checks/{check_id}"): Right.VIEW,
    ("POST", "/api/v1/experiments"): Right.OPERATE,
    ("GET", "/api/v1/experiments"): Right.VIEW,
    ("GET", "/api/v1/trend"): Right.VIEW,
    ("GET", "/api/v1/bisects"): Right.VIEW,
    ("POST", "/api/v1/bisects"): Right.OPERATE,
    ("POST", "/api/v1/bisects/plan"): Right.OPERATE,
    ("GET", "/api/v1/bisects/{bisect_id}"): Right.VIEW,
    ("POST", "/api/v1/bisects/{bisect_id}/cancel"): Right.OPERATE,
    ("GET", "/api/v1/experiments/{experiment_id}"): Right.VIEW,
    ("DELETE", "/api/v1/experiments/{experiment_id}"): Right.OPERATE,
    ("PATCH", "/api/v1/experiments/{experiment_id}"): Right.OPERATE,
    ("GET", "/api/v1/experiments/{experiment_id}/trials"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/deltas"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/accounting"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/profile-difference"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/steps"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/calibration"): Right.VIEW,
    ("GET", "/api/v1/testbeds/{testbed_id}/noise"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/pivot"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/main-effects"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/diagnostics"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/looks"): Right.VIEW,  # until 0.2.0
    ("GET", "/api/v1/experiments/{experiment_id}/definition.yaml"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/retest"): Right.VIEW,
    ("POST", "/api/v1/experiments/{experiment_id}/retest"): Right.OPERATE,
    ("GET", "/api/v1/experiments/{experiment_id}/retested"): Right.VIEW,
    ("POST", "/api/v1/experiments/{experiment_id}/cancel"): Right.OPERATE,
    ("POST", "/api/v1/experiments/{experiment_id}/resume"): Right.OPERATE,
    ("POST", "/api/v1/experiments/{experiment_id}/more"): Right.OPERATE,
    ("POST", "/api/v1/experiments/{experiment_id}/rules"): Right.OPERATE,
    ("GET", "/api/v1/experiments/{experiment_id}/reproduce"): Right.VIEW,
    ("GET", "/api/v1/tags"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}"): Right.VIEW,
    ("DELETE", "/api/v1/runs/{run_id}"): Right.OPERATE,
    ("GET", "/api/v1/runs/{run_id}/samples"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/latency"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/profile"): Right.VIEW,
    ("GET", "/api/v1/trials/{trial_id}/output"): Right.VIEW,
    ("GET", "/api/v1/metrics"): Right.VIEW,
    ("GET", "/api/v1/compare"): Right.VIEW,
    ("GET", "/api/v1/compare/configs"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/report"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/export.{kind}"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/charts/{name}.{kind}"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/export.{kind}"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/latency.{kind}"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/profile.{kind}"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/profile-difference.svg"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/charts/{name}.{kind}"): Right.VIEW,
    ("GET", "/api/v1/compare/report"): Right.VIEW,
    ("GET", "/api/v1/compare/export.{kind}"): Right.VIEW,
    ("GET", "/api/v1/compare/charts/{name}.{kind}"): Right.VIEW,
    ("GET", "/api/v1/comparisons/{comparison_id}/report"): Right.VIEW,
    ("GET", "/api/v1/comparisons/{comparison_id}/export.{kind}"): Right.VIEW,
    ("GET", "/api/v1/comparisons/{comparison_id}/charts/{name}.{kind}"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/card.png"): Right.VIEW,
    ("GET", "/api/v1/runs/{run_id}/card.png"): Right.VIEW,
    ("GET", "/api/v1/compare/card.png"): Right.VIEW,
    ("GET", "/api/v1/comparisons/{comparison_id}/card.png"): Right.VIEW,
    ("POST", "/api/v1/imports/preview"): Right.OPERATE,
    ("POST", "/api/v1/imports/settings"): Right.OPERATE,
    ("POST", "/api/v1/imports"): Right.OPERATE,
    ("POST", "/api/v1/imports/example"): Right.OPERATE,
    ("GET", "/api/v1/experiments/{experiment_id}/texts"): Right.VIEW,
    ("GET", "/api/v1/experiments/{experiment_id}/texts/{number}"): Right.VIEW,
    ("GET", "/api/v1/comparisons"): Right.VIEW,
    ("POST", "/api/v1/comparisons"): Right.OPERATE,
    ("GET", "/api/v1/comparisons/{comparison_id}"): Right.VIEW,
    ("PATCH", "/api/v1/comparisons/{comparison_id}"): Right.OPERATE,
    ("DELETE", "/api/v1/comparisons/{comparison_id}"): Right.OPERATE,
    ("GET", "/api/v1/share-links"): Right.VIEW,
    ("POST", "/api/v1/share-links"): Right.OPERATE,
    ("DELETE", "/api/v1/share-links/{link_id}"): Right.OPERATE,
    ("POST", "/api/v1/shared"): Right.PUBLIC,
    ("GET", "/api/v1/shared/{link_id}/{path:path}"): Right.PUBLIC,  # sharing/requests.py looks
    ("GET", "/api/v1/recipes"): Right.VIEW,
    ("POST", "/api/v1/recipes"): Right.OPERATE,
    ("GET", "/api/v1/recipes/{slug}"): Right.VIEW,
    ("PATCH", "/api/v1/recipes/{slug}"): Right.OPERATE,
    ("GET", "/api/v1/recipes/{slug}/versions"): Right.VIEW,
    ("GET", "/api/v1/knobs"): Right.VIEW,
    ("GET", "/api/v1/tools"): Right.VIEW,
    ("GET", "/api/v1/queue"): Right.VIEW,
    ("POST", "/api/v1/queue/{experiment_id}/move"): Right.OPERATE,
    ("GET", "/api/v1/hosts"): Right.VIEW,
    ("GET", "/api/v1/hosts/{host_id}"): Right.VIEW,
    ("PATCH", "/api/v1/hosts/{host_id}"): Right.ADMIN,
    ("DELETE", "/api/v1/hosts/{host_id}"): Right.ADMIN,
    ("POST", "/api/v1/hosts/{host_id}/restore"): Right.HOSTS,
    ("GET", "/api/v1/enrolment-tokens"): Right.VIEW,
    ("POST", "/api/v1/enrolment-tokens"): Right.ADMIN,
    ("DELETE", "/api/v1/enrolment-tokens/{token_id}"): Right.ADMIN,
    ("GET", "/api/v1/waiting-agents"): Right.VIEW,
    ("POST", "/api/v1/waiting-agents/{request_id}/approve"): Right.ADMIN,
    ("POST", "/api/v1/waiting-agents/{request_id}/refuse"): Right.ADMIN,
    ("GET", "/api/v1/reach"): Right.VIEW,
    ("GET", "/api/v1/testbeds"): Right.VIEW,
    ("POST", "/api/v1/testbeds"): Right.HOSTS,
    ("GET", "/api/v1/testbeds/{testbed_id}"): Right.VIEW,
    ("PATCH", "/api/v1/testbeds/{testbed_id}"): Right.HOSTS,
    ("DELETE", "/api/v1/testbeds/{testbed_id}"): Right.HOSTS,
    ("POST", "/api/v1/testbeds/{testbed_id}/check"): Right.OPERATE,
    ("GET", "/api/v1/testbeds/{testbed_id}/check"): Right.VIEW,
    ("POST", "/api/v1/agent/enrol"): Right.PUBLIC,
    ("GET", "/api/v1/version"): Right.VIEW,
    ("GET", "/api/v1/events"): Right.VIEW,
    ("GET", "/agent/install.sh"): Right.PUBLIC,
    ("GET", "/agent/wheels/{name}"): Right.PUBLIC,
    ("GET", "/api/v1/openapi.json"): Right.VIEW,
    ("GET", "/api/docs"): Right.VIEW,
    ("GET", "/api/docs/{name}"): Right.VIEW,
    ("GET", "/metrics"): Right.SCRAPE,
    ("GET", "/healthz"): Right.PUBLIC,
    ("GET", "/readyz"): Right.PUBLIC,
    ("GET", "/docs"): Right.PUBLIC,
    ("GET", "/docs/search"): Right.PUBLIC,
    ("GET", "/docs/{path:path}"): Right.PUBLIC,
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLE_OF: Mapping[Right, Role] = {
    Right.VIEW: Role.VIEWER,
    Right.SCRAPE: Role.VIEWER,
    Right.OPERATE: Role.OPERATOR,
    Right.HOSTS: Role.OPERATOR,
    Right.ADMIN: Role.ADMIN,
    Right.OWN: Role.VIEWER,
    Right.OWNER: Role.ADMIN,
}


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"(\{[a-z_]+(?::path)?\})", path)
    return re.compile(
        "".join(
            (".*" if part.endswith(":path}") else "[^/]+") if part.startswith("{") else re.escape(part)
            for part in parts
        ),
        re.DOTALL,
    )


_EXACT = {operation: right for operation, right in RIGHTS.items() if "{" not in operation[1]}
_PATTERNS = [(method, _pattern(path), right) for (method, path), right in RIGHTS.items() if "{" in path]


def right_of(method: str, path: str) -> Right | None:
    """What a request needs; None where no route is listed for it. HEAD asks for what GET does."""
    asked_method = "GET" if method == "HEAD" else method
    if exact_right := _EXACT.get((asked_method, path)):
        return exact_right
    return next(
        (right for m, pattern, right in _PATTERNS if m == asked_method and pattern.fullmatch(path)), None
    )


def require(principal: Principal, right: Right) -> None:
    """Forbidden, with what is missing and who can give it."""
    if refusal := _refusal(principal, right):
        raise Forbidden(refusal)


def _refusal(principal: Principal, right: Right) -> str:
    needed_role = ROLE_OF[right]
    if right is Right.OWNER and principal.came_from is not Way.DASHBOARD_TOKEN:
        return (
            "only the dashboard's token may do this: run `dyno login` without DYNO_TOKEN, as the user that "
            "runs the dashboard on its machine; others sign in by a password or a link of an admin"
        )
    if right is Right.OWN and principal.came_from is Way.API_TOKEN:
        return "an API token may not do this; sign in in a browser"
    if not principal.role.covers(needed_role):
        return f"this needs the role {needed_role}, and {_too_little(principal, needed_role)}"
    if right is Right.HOSTS and not principal.can_reach_hosts:
        change = "an admin gives it on People, and an API token needs it as its scope"
        return f"this reaches into hosts, which needs the right “hosts” as well; {change}"
    return ""


def _too_little(principal: Principal, needed_role: Role) -> str:
    if principal.came_from is not Way.API_TOKEN:
        return f"you are {principal.role}; an admin can change that on People"
    if needed_role is Role.ADMIN:
        return "no API token has it; sign in in a browser, or use the dashboard's token"
    acts_as = f"this API token acts as {principal.role}"
    if principal.account_role and not principal.account_role.covers(needed_role):
        return f"{acts_as}, as its account is; an admin can change that on People"
    return f"{acts_as}; make one with a wider scope"
