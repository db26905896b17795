# Three commands: `make serve`, `make test`, `make check`; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/sh

.DEFAULT_GOAL := help
.PHONY: help serve test check fmt bench long chaos screenshots schemas languages clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

$(VENV)/.serve: pyproject.toml constraints.txt tools/environment.sh
	sh tools/environment.sh "$(PYTHON)" "$(VENV)" plot
	@touch $@

$(VENV)/.test: $(VENV)/.serve tools/browser.sh tools/postgres.sh
	sh tools/environment.sh "$(PYTHON)" "$(VENV)" plot,test,check,bench
	sh tools/browser.sh
	sh tools/postgres.sh
	@touch $@

serve: $(VENV)/.serve ## run the server on http://127.0.0.1:8765 with its data in ./polemos-data
	@exec $(BIN)/polemos serve $(SERVE)

test: $(VENV)/.test ## install what the tests need and run all of them
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(TEST)

check: $(VENV)/.test ## lint, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fmt: $(VENV)/.test ## format the code
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(VENV)/.test ## measure what the README says, side by side in one run
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/audit.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/postgres.py
	$(BIN)/python benchmarks/bus.py
	$(BIN)/python benchmarks/nodes.py
	$(BIN)/python benchmarks/fanout.py
	$(BIN)/python benchmarks/lightning.py
	$(BIN)/python benchmarks/replay.py
	$(BIN)/python benchmarks/page.py

long: $(VENV)/.test ## the long forms of the expensive tests
	TEST_ORACLE_DEALS=1000 TEST_KILLS=1000 TEST_RESTARTS=100 TEST_VERIFY_GAMES=1000 \
		TEST_VERIFY_FORGERIES=10000 TEST_VERIFY_STOPPED=1 \
		TEST_COMPANIES=1000 TEST_COMPANY_STEPS=80 \
		$(BIN)/python -m pytest -n auto tests/rules tests/log tests/verify \
		tests/hub/test_company_machine.py

chaos: $(VENV)/.test ## thirty minutes of everything that can go wrong with three nodes
	TEST_CHAOS_SECONDS=1800 TEST_CHAOS_GAMES=200 \
		$(BIN)/python -m pytest tests/chaos

screenshots: $(VENV)/.test ## take the pictures in docs/screenshots anew
	PYTHONPATH=tests $(BIN)/python tests/browser/screenshots.py

schemas: $(VENV)/.serve ## write schemas/ anew
	$(BIN)/polemos schemas schemas

languages: $(VENV)/.serve ## write the texts that the page loads anew, from the Fluent files
	$(BIN)/python -m polemos_demo.locales client_demo/polemos_demo/web/language

clean: ## remove the environment
	rm -rf $(VENV) build dist
