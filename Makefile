# `make play` and `make test` are all anyone needs: each sets up what it is missing, then runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
HAS_ENGINE = $(BIN)/python -c 'import sapper._engine' 2>/dev/null

.PHONY: play test test-fast coverage lint lint-cpp lint-page page-types types layers pytest system-tools sanitize sanitize-quick portable fuzz soak bench one-step research picture wasm site docs dist clean help

play: $(INSTALLED)  ## let the AI play one game in the terminal
	@$(BIN)/sapper watch $(ARGS)

# The checks mostly use one core each, the tests all there are.
test: $(READY)  ## run every check: style, types, layers, tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint types layers
	@$(MAKE) --no-print-directory pytest

lint: $(READY) lint-cpp lint-page
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

# The page needs no Node: this only checks its JavaScript.
lint-page:  ## check the types and the style of the page's JavaScript
	@if command -v npm >/dev/null; then $(MAKE) -s node_modules/.ready && node_modules/.bin/tsc && node_modules/.bin/eslint .; \
	else echo "!!! SKIPPED: there is no npm on this machine, so the page's JavaScript was NOT checked !!!" >&2; fi

page-types: $(READY)  ## write the page's types from the server's description
	@$(BIN)/python tools/page_types.py

lint-cpp: $(READY)
	@$(BIN)/clang-format --dry-run --Werror engine/*/*.?pp benchmarks/*.cpp training/*.cpp research/*/*.?pp

types: $(READY)
	@$(BIN)/mypy

layers: $(READY)
	@$(BIN)/lint-imports

# Tests that wait for a browser or a process leave a core idle: three of them at a time keep two cores busy.
pytest: $(READY) system-tools
	@$(BIN)/pytest -n 3 --dist worksteal

# Measuring coverage doubles the time of pure Python, so it is not part of `make test`. The quick tests alone must reach the
# code; the slow ones try it on more positions, or in other processes.
coverage: $(READY)  ## run the quick tests and measure what they reach: more than 95 %
	@$(BIN)/pytest -n 3 --dist worksteal --fast --cov --cov-report=term

system-tools:
	@tools/system_tools.sh

test-fast: $(READY)  ## run the quick tests (seven minutes of CPU time: about four on two cores)
	@$(BIN)/pytest -n 3 --dist worksteal --fast

sanitize: $(READY)  ## run the engine's tests on a build that watches memory and arithmetic
	@tools/sanitize.sh

sanitize-quick: $(READY)  ## the same in about two minutes: a selection of the tests
	@tools/sanitize.sh --quick

portable: $(READY)  ## build the engine in standard C++ alone, as other compilers do, and test and time it
	@tools/portable.sh

SECONDS ?= 60
fuzz: $(READY)  ## feed the sanitized engine arbitrary bytes for SECONDS=60
	@SAPPER_FUZZ_SECONDS=$(SECONDS) tools/sanitize.sh tests/engine/test_fuzz.py -rP

# HOURS is how long, SEED which tasks; TASK=12 does one task alone, as a reported fault says. INJECT=crash shows what a
# fault looks like (docs/reliability.md).
HOURS ?= 1
SEED ?= 1
SOAK = PYTHONPATH=tools:tests $(BIN)/python -m soak --hours $(HOURS) --seed $(SEED) $(if $(KINDS),--kinds $(KINDS))
soak: $(READY)  ## use everything at random for HOURS=1, every answer judged
	@$(SOAK) $(if $(INJECT),--inject $(INJECT),$(if $(TASK),--task $(TASK),--document docs/reliability.md))

bench: $(VENV)/.bench  ## measure speed, side by side with peers
	@for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

one-step:  ## build the program that compares two sets of the expert's constants
	@cmake -S . -B build/one-step -DSAPPER_BENCHMARKS=ON -DSAPPER_PYTHON_MODULE=OFF \
		-DSAPPER_WARNINGS_AS_ERRORS=ON >/dev/null
	@cmake --build build/one-step --parallel 2 -- --no-print-directory
	@build/one-step/one_step --help

research:  ## build the program that searches whole small boards (research/README.md)
	@cmake -S . -B build/research -DSAPPER_RESEARCH=ON -DSAPPER_PYTHON_MODULE=OFF -DSAPPER_WARNINGS_AS_ERRORS=ON >/dev/null
	@cmake --build build/research --target whole_board --parallel 2 -- --no-print-directory

# The module is committed: only a change of the engine needs emscripten.
wasm:  ## build the engine for the browser
	@$(PYTHON) tools/wasm.py

picture: $(READY)  ## draw the pictures of the documents anew
	@$(BIN)/sapper watch --level expert --start opening --first 3,3 --seed 22 --pace 0 --svg docs/watch.svg
	@$(BIN)/sapper analyze docs/position.mine --svg docs/analyze.svg
	@for picture in single:4,2 subset:5,2 overlap:1,3 chain:0,1 cases:1,4 total:0,2; do \
		$(BIN)/sapper explain docs/explained.mine $${picture#*:} --svg docs/explain-$${picture%:*}.svg >/dev/null || exit 1; done
	@$(BIN)/python tools/terminal_pictures.py
	@$(BIN)/python tools/window_pictures.py
	@SAPPER_PICTURES=1 $(BIN)/pytest tests/web/test_page_*.py

# Needs the package alone, neither Node nor emscripten: the engine for the browser comes with it.
site: $(INSTALLED)  ## build the page as a site for any static host, in build/site
	@$(BIN)/python tools/site_of_files.py

docs: $(VENV)/.docs  ## build the documentation as a site, in build/docs
	@PYTHONPATH=tools $(BIN)/python -m docs_site

dist: $(READY)  ## build sdist and wheel, and try the wheel in an empty environment elsewhere
	@$(BIN)/python tools/dist.py

clean:  ## remove the environment and everything made
	rm -rf $(VENV) node_modules build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

help:  ## list these commands
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

node_modules/.ready: package.json package-lock.json
	@echo "Installing what checks the page (once) ..."
	@npm ci --silent
	@touch $@

$(VENV)/.bench: $(READY)
	@echo "Installing what the benchmarks compare with (once) ..."
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@

$(VENV)/.docs: $(INSTALLED)
	@echo "Installing what builds the documentation (once) ..."
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --group docs
	@touch $@

# A failed install leaves no stamp, so the next call tries again. Playing needs the package alone; testing needs its tools.
$(INSTALLED): pyproject.toml CMakeLists.txt $(wildcard engine/*/*)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "sapper needs Python 3.11 or newer; run: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@test -x $(BIN)/python || { echo "Making an environment in $(VENV), once ..."; $(PYTHON) -m venv $(VENV); } || { echo "could not make $(VENV); on Debian: apt-get install python3-venv" >&2; rm -rf $(VENV); exit 2; }
	@echo "Installing Sapper there, and building its engine (which may take minutes) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable .
	@$(HAS_ENGINE) || echo "!!! The engine was not built (is there a C++ compiler?): counting in Python, which is much slower !!!" >&2
	@touch $@

# Tests that pass without the engine say nothing of it: it is missing only on request. Without the stamp, the next call
# builds it again.
$(READY): $(INSTALLED)
	@$(HAS_ENGINE) || test -n "$$SAPPER_WITHOUT_ENGINE" || { rm -f $(INSTALLED); \
		SAPPER_NEEDS_ENGINE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .; \
		echo "!!! The engine was not built: see above. To go on without it: SAPPER_WITHOUT_ENGINE=1 make ... !!!" >&2; exit 2; }
	@echo "Installing the test tools (once) ..."
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --group test
	@touch $@
