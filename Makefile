# `make` or `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
# Debian keeps server programs out of the path of ordinary users; .node is there where the machine has no Node.
export PATH := $(CURDIR)/.venv/bin:$(CURDIR)/.node/bin:$(PATH):$(HOME)/.local/bin:/usr/local/sbin:/usr/sbin:/sbin

# What each stage's tests took is in .test-results/STAGE.xml.
PYTEST = python -m pytest -q --junitxml=.test-results/$@.xml
CHOSEN = $(if $(WITHOUT),-m "not $(WITHOUT)")
export WORKERS ?= 2
# Where an image sets it, each of a stage's processes would compile and rewrite every test again.
unexport PYTHONDONTWRITEBYTECODE
# The tests of a database are there alone (backend/tests/conftest.py checks it): no stage reads those of another.
ON_DATABASE := backend/tests/cli backend/tests/db
PURE := backend/tests/unit agents/tests/observe agents/tests/parse agents/tests/policy agents/tests/render
SHELL_SCRIPTS := backend/hosts/installing/install.sh .ci/setup .ci/run e2e/compose/run
LOCKS := bootstrap build node agent server dev
step = @printf '\n\033[1m▸ %s\033[0m\n' "$(1)"

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup setup-test
setup: ## Install everything into .venv and frontend/node_modules, and build the UI and the docs site
	@.ci/setup

setup-test:
	@.ci/setup test

.PHONY: demo dev three-hosts build dist release
demo: setup ## Start Dynoboard here, run "pinned against unpinned", print its deltas, stay up (ONCE=1: end then)
	@dyno demo $(if $(filter-out 0,$(ONCE)),--once)

dev: setup ## Start Dynoboard with reload: API on port 8080, UI by Vite on port 5173
	@dyno up --reload

three-hosts: setup ## Start a dashboard with three hosts in network namespaces, and stay up (root; DATA=DIR keeps everything)
	@python -m e2e.hosts $(if $(DATA),--data $(DATA))

build: setup ## Build the UI and the docs site into frontend/dist

# Straight from the checkout, never by way of an sdist, which would lack the built UI.
dist: setup ## Build both wheels into dist/: dynoboard with the UI inside, and dynoboard-agent
	rm -rf dist
	hatchling build --target wheel --directory dist
	cd agents && hatchling build --target wheel --directory ../dist

release: setup-test ## Check, build and test VERSION=x.y.z, and tag it; publishes nothing
	@python requirements/release.py "$(VERSION)"

# One after the other, also under make -j: they share two cores and time things.
.NOTPARALLEL:

.PHONY: check test test-all lint lint-python lint-frontend types types-check
check: setup ## Lint, types and pure tests, for while you work
	@python -m e2e.stages "lint-python" "lint-frontend" "types-check pure"

# Lanes run side by side: much of a browser's scenarios is waiting. No lane waits for another, so that both cores are busy to the end.
# Tests with the mark `exhaustive` are left out; `make test-all` and a stage by itself run them too.
test: export WITHOUT = exhaustive
test: setup-test ## Unit, database, frontend and end-to-end tests, each behaviour by its most telling ones
	@python -m e2e.stages "e2e frontend" "unit db"

# `packages` and `systemd` both build dist/: never side by side. What stages a cause on this machine's CPUs or
# cuts hosts off comes last, with nothing beside it.
test-all: setup-test ## All that CI checks: lint, types, all tests, three hosts, staged causes, packages, systemd
	@python -m e2e.stages "e2e frontend" "e2e-hosts packages" "lint types-check unit" then "db" "systemd containers one-machine" then "hosts causes"

lint: lint-python lint-frontend ## Lint, format, types and import rules

lint-python: setup
	$(call step,Lint of Python and shell)
	ruff check
	ruff format --check
	basedpyright
	lint-imports
	python .ci/names.py
	python .ci/docstrings.py
	if command -v shellcheck >/dev/null; then shellcheck $(wildcard $(SHELL_SCRIPTS)); fi

lint-frontend: setup
	$(call step,Lint of the frontend)
	npm run --silent --prefix frontend lint
	npm run --silent --prefix frontend format:check
	npm run --silent --prefix frontend typecheck

types: setup ## Write the frontend's types from the API's OpenAPI
	npm run --silent --prefix frontend types

types-check:
	$(call step,Generated types are fresh)
	npm run --silent --prefix frontend types:check

.PHONY: pure unit db hosts one-machine causes packages systemd containers frontend e2e e2e-hosts
pure: setup ## Tests of decisions: without a database, other programs or long simulations
	$(call step,Pure tests)
	$(PYTEST) -n $(WORKERS) --dist loadfile -m "not slow" $(PURE)

unit: setup ## Tests without a database, and the agents' on real nginx, wrk and ab
	$(call step,Unit and agent tests)
	$(PYTEST) -n $(WORKERS) --dist loadfile $(CHOSEN) $(ON_DATABASE:%=--ignore=%)

# These wait for servers and measurements much of the time; those that start whole stacks come first, and
# those that share one run in one process (backend/tests/cli/conftest.py).
db: setup ## Tests on a real PostgreSQL, which also check that migrations and models are in step
	$(call step,Database tests)
	$(PYTEST) -n $$((1 + $(WORKERS))) --dist loadfile --no-loadscope-reorder $(CHOSEN) $(ON_DATABASE)

hosts: setup ## Tests on three hosts in network namespaces, one of them cut off and killed (skipped without root)
	$(call step,Tests on three hosts)
	$(PYTEST) e2e/hosts/tests

one-machine: setup ## On one real stack: faults, failures, servers, settings that act
	$(call step,Tests on one real stack)
	$(PYTEST) -m "not quiet" e2e/causes e2e/faults/tests

causes: setup ## On one real stack: is what limited a run named (a slow disk only with root)
	$(call step,Tests of staged causes)
	$(PYTEST) -m quiet e2e/causes

packages: dist ## Tests of both wheels, installed into empty environments
	$(call step,Tests of the packages)
	$(PYTEST) e2e/packages

containers: setup ## Build and run docker-compose.yml, where Docker Compose and its base images are at hand
	$(call step,Containers)
	e2e/compose/run short

systemd: dist ## Tests of server and agent on a machine that systemd boots, in a container (skipped without root)
	$(call step,Tests of a machine that systemd boots)
	$(PYTEST) e2e/systemd

frontend: setup ## Tests of the frontend
	$(call step,Frontend tests)
	npm run --silent --prefix frontend test -- --reporter=default --reporter=junit \
	  --outputFile.junit=../.test-results/$@.xml

e2e: setup-test ## End-to-end tests in a real Chromium on a real stack
	$(call step,End-to-end tests)
	npm run --silent --prefix frontend size
	npm run --silent --prefix e2e typecheck
	npm run --silent --prefix e2e test$(if $(WITHOUT), -- --grep-invert @$(WITHOUT))

e2e-hosts: setup-test ## End-to-end tests on three hosts in network namespaces (skipped without root)
	$(call step,End-to-end tests on three hosts)
	npm run --silent --prefix e2e test:hosts

.PHONY: security faults bench soak screenshots compose-test lock
security: setup-test ## Attack every route, the nginx policy, the broker and the sandbox; FUZZ=MINUTES for each fuzzer
	$(call step,Attacks)
	DYNO_FUZZ=$(or $(FUZZ),5) $(PYTEST) agents/tests/policy agents/tests/parse/test_damage.py agents/tests/sandbox agents/tests/load/test_targets.py \
	  agents/tests/load/test_mix.py agents/tests/load/test_hold.py backend/tests/unit/access_logs backend/tests/unit/definition/test_mixes.py \
	  agents/tests/test_runner.py agents/tests/contact/test_hostile_messages.py backend/tests/broker backend/tests/db/security backend/tests/db/identity \
	  backend/tests/db/http backend/tests/db/hosts backend/tests/db/orchestration/test_forged_reports.py

faults: setup ## Inject faults into running experiments; writes docs/reliability.md (ONLY="words": those, printed)
	python -m e2e.faults $(if $(ONLY),--only "$(ONLY)")

bench: setup ## Measure Dynoboard itself; writes docs/benchmarks.md
	python -m e2e.bench

soak: setup ## Short experiments for MINUTES (60) while 199 browsers watch: does anything grow? (JSON=FILE: every reading)
	python -m e2e.soak --minutes $(or $(MINUTES),60) $(if $(JSON),--json $(JSON))

screenshots: setup-test ## Take the pictures of docs/screenshots anew, with the words that are on them
	npm run --silent --prefix e2e screenshots

compose-test: setup ## Build and run docker-compose.yml with a real engine, and launch a recipe over its three agents
	e2e/compose/run

lock: ## Recompile requirements/*.lock from the .in files
	for name in $(LOCKS); do uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-emit-index-url --no-annotate requirements/$$name.in -o requirements/$$name.lock; done
