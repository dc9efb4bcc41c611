# Everything a developer needs; each target sets up by itself what it lacks.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup tools demo ftpd quick test lint format bench bench-ftpd fuzz fuzz-ftpd other-compilers mutants editors embedded vsix web site man docs clean

# Bytecode is made at once, and kept: without it every command and every run of the tests would compile anew.
export PYTHONDONTWRITEBYTECODE :=
setup: $(STAMP)
	@$(BIN)/python -m compileall -q src

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "penstock needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { scripts/install-tools venv && $(PYTHON) -m venv $(VENV); }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

# SPIN and C compilers are installed where they are missing and the user may install them.
tools:
	@scripts/install-tools spin gcc tcc curl lftp tnftp tmux openssl /usr/include/openssl/ssl.h

# An FTP server out of a verified model: build/ftpd/ftpd --help
ftpd: setup tools
	examples/ftpd/build $(BIN)/penstock build/ftpd

demo: setup tools
	@scripts/demo $(BIN)/penstock

# All that needs no compiler and no SPIN, except slow tests: for the moments between two edits.
quick: setup
	$(BIN)/python -m pytest -m "not needs and not slow"

# A page that cannot be built is a failure; where npm may fetch nothing, its tests are left out.
test: setup tools
	@scripts/install-tools node npm chromium
	@if $(MAKE) --no-print-directory $(NODE_MODULES); then $(MAKE) --no-print-directory web site; \
		else echo "note: npm cannot fetch what the page is made of; tests of the page are left out."; fi
	$(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup tools
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	-@$(MAKE) --no-print-directory web site
	@scripts/install-tools go
	$(BIN)/python -m benchmarks

# ProFTPD, vsftpd and Pure-FTPd are fetched and run beside ours; this needs root.
bench-ftpd: ftpd
	$(BIN)/python -m benchmarks.ftpd build/ftpd/ftpd

# Random systems against independent judges, more than an hour of them; `make -j2 fuzz` uses two processors,
# `make fuzz-bounds` is one of the judges, `make fuzz-bounds ARGUMENTS_bounds='--count 20000 --seed 7'` asks it for more.
ARGUMENTS_acceptance := --count 2000 --seed 1
ARGUMENTS_states := --count 2000 --seed 1
ARGUMENTS_control := --count 500 --seed 1
ARGUMENTS_bounds := --count 5000 --seed 1 --spin 100
ARGUMENTS_refinement := --count 3000 --seed 1 --spin 50
ARGUMENTS_crowds := --count 5000 --seed 1
ARGUMENTS_order := --count 5000 --seed 1
ARGUMENTS_families := --count 2000 --seed 1
ARGUMENTS_exclusions := --count 4000 --seed 1
ARGUMENTS_searches := --count 3000 --seed 1 --spin 30
ARGUMENTS_certificates := --count 5000 --seed 1
ARGUMENTS_second_opinion := --count 300 --seed 1
ARGUMENTS_published := --count 2000 --seed 1
ARGUMENTS_actors := --count 2000 --seed 1
ARGUMENTS_timers := --count 3000 --seed 1 --spin 300
ARGUMENTS_deadlines := --count 500 --seed 1
ARGUMENTS_programs-1 := --judged 300 --seed 1 --spin 50 --shapes
ARGUMENTS_programs-2 := --judged 300 --seed 2 --runtime processes --shapes
ARGUMENTS_programs-3 := --judged 300 --seed 3 --runtime threads --make 'CFLAGS=-O1 -g -fsanitize=address,undefined'
ARGUMENTS_programs-4 := --judged 300 --seed 4 --runtime threads --make 'CFLAGS=-O1 -g -fsanitize=thread'
ARGUMENTS_programs-5 := --examples
ARGUMENTS_programs-6 := --judged 300 --seed 6 --shapes --make 'CFLAGS=-O1 -g -fsanitize=address,undefined'
ARGUMENTS_programs-7 := --examples --runtime threads
ARGUMENTS_programs-8 := --judged 300 --seed 8 --make 'CFLAGS=-O1 -g -fsanitize=thread'
ARGUMENTS_programs-9 := --judged 300 --seed 9 --shapes --make CC=clang CFLAGS=-O1
ARGUMENTS_programs-10 := --judged 300 --seed 10 --shapes --make CC=musl-gcc CFLAGS=-O1
ARGUMENTS_programs-11 := --judged 300 --seed 11 --shapes --make 'CFLAGS=-O1 -m32'
ARGUMENTS_programs-12 := --judged 300 --seed 12 --runtime embedded --shapes --make 'CFLAGS=-O1 -g -fsanitize=address,undefined'
ARGUMENTS_groups-1 := --count 300 --seed 1 --spin
ARGUMENTS_groups-2 := --count 300 --seed 2 --make 'CFLAGS="-O1 -g -fsanitize=thread"'
ARGUMENTS_groups-3 := --count 300 --seed 3 --make 'CFLAGS="-O1 -g -fsanitize=address,undefined"'
ARGUMENTS_groups-4 := --count 300 --seed 4 --make 'CC=clang CFLAGS=-O1'
ARGUMENTS_groups-5 := --count 300 --seed 5 --make 'CC=musl-gcc CFLAGS=-O1'
ARGUMENTS_groups-6 := --count 300 --seed 6 --make 'CFLAGS="-O1 -m32"'
ARGUMENTS_specifications-1 := --count 200 --seed 1
ARGUMENTS_specifications-2 := --count 50 --seed 2 --compiler clang
ARGUMENTS_closing := --count 2000 --seed 1 --spin 50
ARGUMENTS_contracts := --count 1000 --seed 1
ARGUMENTS_stuck := --count 1500 --seed 1
ARGUMENTS_layouts := --count 1000 --seed 1 --spin 200
ARGUMENTS_liveness := --count 300 --seed 1
JUDGES := acceptance states control bounds refinement crowds exclusions families order searches certificates second_opinion \
	published actors timers deadlines programs-1 programs-2 programs-3 programs-4 programs-5 programs-6 programs-7 programs-8 programs-9 \
	programs-10 programs-11 programs-12 groups-1 groups-2 groups-3 groups-4 groups-5 groups-6 \
	specifications-1 specifications-2 closing contracts stuck layouts liveness
fuzz: fuzz-ftpd $(JUDGES:%=fuzz-%)

fuzz-ftpd: ftpd
	@scripts/install-tools clang
	examples/ftpd/tests/fuzz build/ftpd 600

# Other compilers, another library, another size of `int *`.
fuzz-programs-9 fuzz-programs-10 fuzz-programs-11 fuzz-groups-4 fuzz-groups-5 fuzz-groups-6: other-compilers
other-compilers:
	@scripts/install-tools clang musl-gcc gcc-multilib

fuzz-specifications-2: fuzz-ftpd
fuzz-%: setup tools
	$(BIN)/python -m tests.judge.fuzz_$(firstword $(subst -, ,$*)) $(ARGUMENTS_$*)

# Faults are planted one at a time; who finds them is written down.
mutants: setup tools
	$(BIN)/python -m tests.mutants --out docs/mutants.md

# Real editors without a screen: Neovim, Emacs, VS Code in Chromium, and the client that adapters of VS Code are tested
# with.  They are fetched here, and used by `make test` where they are; build/editors/pictures shows what was seen.
CODE_SERVER := build/editors/node_modules/code-server/lib/vscode
NPM_INSTALL := npm install --silent --no-fund --no-audit --no-package-lock --ignore-scripts
editors: setup tools vsix
	@scripts/install-tools nvim emacs node npm chromium
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,editors]'
	$(NPM_INSTALL) --prefix tests/debugger
	cd editors/vscode && npm run --silent test:grammar
	$(NPM_INSTALL) --prefix build/editors code-server@4.100.3
	cd $(CODE_SERVER) && $(NPM_INSTALL) --omit=dev
	$(BIN)/python -m pytest tests/test_editors.py tests/test_dap_node.py tests/test_vscode.py

# Cross compilers, emulators and a checker of MISRA's rules for `generate --target embedded`; `make test` uses them where
# they are.
embedded: setup tools
	@scripts/install-tools arm-none-eabi-gcc qemu-system-arm avr-gcc simavr cppcheck
	$(BIN)/python -m pytest tests/test_embedded.py

# The extension for VS Code: code --install-extension editors/vscode/penstock.vsix
vsix:
	@scripts/install-tools node npm
	cd editors/vscode && npm ci --silent --no-fund --no-audit --ignore-scripts && npm run --silent package

# The page of `penstock serve`, from web/; built again when its sources change.
PAGE := src/penstock/faces/web/static/index.html
NODE_MODULES := web/node_modules/.installed
web: $(PAGE)

$(NODE_MODULES): web/package-lock.json
	@scripts/install-tools node npm
	cd web && npm ci --silent --no-fund --no-audit --ignore-scripts
	@touch $@

$(PAGE): $(NODE_MODULES) $(shell find web -path web/node_modules -prune -o -type f -print)
	cd web && npm run --silent check && npm run --silent build
	@touch $@

# The same page as static files, with Python and a solver as WebAssembly: any server of files can offer build/site.
SITE := build/site
site: setup $(SITE)/index.html
	@echo "open it with: python3 -m http.server --bind 127.0.0.1 --directory $(SITE) 8080"

$(SITE)/index.html: $(PAGE) $(shell find src/penstock -path '*/__pycache__' -prune -o -path '*/web/static' -prune -o -type f -print)
	cd web && node site.mjs ../$(SITE) ../$(BIN)/python
	@touch $@

# A page for each command: man -l build/man/penstock-verify.1
man: setup
	$(BIN)/python scripts/manual-pages build/man

# The manual as a site, with search and a reference made from the code.  Models of lessons run in it where `make site`
# was there before.  Nothing is loaded from other hosts.
docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "open build/site/docs/index.html, or, to search: $(BIN)/python -m http.server -b 127.0.0.1 -d build/site, and docs/ there"

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
