# What to do with this project on a machine that has just met it. Cargo does the work; this adds what it needs.

CARGO ?= cargo
FUZZ_SECONDS ?= 60

.PHONY: help setup demo test lint bench fuzz peers competition

help:
	@echo 'make demo   build the solver and run it on an example (installs m4 if it is missing)'
	@echo 'make test   run all tests, with the internal checks of the engine on'
	@echo 'make lint   check formatting and lints'
	@echo 'make bench  run the micro-benchmarks'
	@echo 'make fuzz   run the fuzz targets, $(FUZZ_SECONDS) s each (FUZZ_SECONDS=n; needs cargo-fuzz)'
	@echo 'make peers  install other solvers into target/peers, to measure against with cfp-bench'
	@echo 'make competition  pack a static binary with a script for each track into target/competition'

setup:
	@scripts/setup.sh

demo: setup
	$(CARGO) build --release -p cfp-smtlib --bin cfp-solve
	@echo && sed -n '1,2s/^; //p' examples/demo.smt2 && echo
	@$(CARGO) run --quiet --release -p cfp-smtlib --bin cfp-solve -- examples/demo.smt2

test: setup
	$(CARGO) test --workspace

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

bench: setup
	$(CARGO) bench --workspace --benches

# Coverage instrumentation is a nightly feature; RUSTC_BOOTSTRAP lets the stable compiler use it.
fuzz: setup
	@$(CARGO) fuzz --version >/dev/null 2>&1 || { echo 'fuzz: this needs cargo-fuzz: cargo install cargo-fuzz' >&2; exit 1; }
	@cd smtlib && for target in script dimacs; do RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run "$$target" -- \
		-max_total_time=$(FUZZ_SECONDS) -dict=fuzz/words.dict || exit 1; done

peers:
	@scripts/peers.sh

competition: setup
	@scripts/competition.sh
