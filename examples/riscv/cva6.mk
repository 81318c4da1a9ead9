# CVA6 with 64 bits: its fpu_wrap.sv has the shell in place of fpnew_top. Halfpipe's unit computes halves and, but for F=cvfpu, singles.
# CVFPU computes doubles.
#
#     make cva6 CVA6=FOLDER      the programs rv64uf, rv64uzfh and rv64ud of riscv-tests, and the kernels of `halves` and `singles`
#
# FOLDER is a checkout of https://github.com/openhwgroup/cva6 with its submodules core/cvfpu and core/cache_subsystem/hpdcache. It stays
# as it is: the files that change are copies.

CVA6 ?=
CVA6_FOLDER := $(abspath $(CVA6))
CVA6_TARGET := cv64a6_imafdc_sv39
CVA6_ISA := $(if $(HAS_CVFPU),zfh,f$(COMMA)zfh)
# Registers of addmul: for halves alone CVA6's own number. Singles have 2, and one unit has one latency.
CVA6_ADDMUL := $(if $(HAS_CVFPU),1,2)
CVA6_OUT := $(abspath $(BUILD))/cva6$(if $(HAS_CVFPU),-cvfpu)
CVA6_RTL := $(CVA6_FOLDER)/core/cvfpu/src/fpnew_top.sv
UD := fadd fclass fcmp fcvt fcvt_w fdiv fmadd fmin ldst move recoding structural
UF64 := $(PROGRAMS) recoding

# The divider of CVFPU 0.7 rounds some quotients of singles wrong.
FAULTS_OF_CVFPU := $(if $(HAS_CVFPU),|| echo "CVFPU's singles differ from soft float's")
KERNELS64 := halves-hard halves-soft singles-hard singles-soft
CVA6_SUITES := $(UF64:%=rv64uf-%) $(UF64:%=rv64uzfh-%) $(UD:%=rv64ud-%)

.PHONY: cva6
cva6: $(CVA6_OUT)/made $(CVA6_SUITES:%=$(CVA6_OUT)/%.out) $(KERNELS64:%=$(CVA6_OUT)/%.out)
	$(call passed,$(CVA6_OUT),rv64uf,$(UF64))
	$(call passed,$(CVA6_OUT),rv64uzfh,$(UF64))
	$(call passed,$(CVA6_OUT),rv64ud,$(UD))
	$(PYTHON) check.py cycles Zfh $(CVA6_OUT)/halves-hard.out "soft float" $(CVA6_OUT)/halves-soft.out
	$(PYTHON) check.py cycles "F and Zfh" $(CVA6_OUT)/singles-hard.out "soft float" $(CVA6_OUT)/singles-soft.out $(FAULTS_OF_CVFPU)

$(CVA6_RTL):
	$(error CVA6=$(CVA6) has no core/cvfpu/src/fpnew_top.sv. It is a checkout of https://github.com/openhwgroup/cva6 after \
	    git submodule update --init --recursive core/cvfpu core/cache_subsystem/hpdcache: make cva6 CVA6=FOLDER)

# The version of CVFPU: with early_valid_o that of branch develop; before it 0.8, whose divider is chosen by PulpDivsqrt. 0.7 has no
# choice, so the shell hands none on to it.
$(CVA6_OUT)/made: $(CVA6_RTL) $(wildcard $(shell command -v $(HALFPIPE)))
	@mkdir -p $(CVA6_OUT)
	$(HALFPIPE) generate zfh --isa $(CVA6_ISA) --xlen 64 --flen 64 --latency addmul=$(CVA6_ADDMUL),noncomp=1,conv=2 --divsqrt small \
	    --fpnew $$(grep -q early_valid_o $(CVA6_RTL) && echo openhw || echo openhw-0.8) --name halfpipe_fpnew --out $(CVA6_OUT) \
	    > $(CVA6_OUT)/files
	grep -q 'PulpDivsqrt\|early_valid_o' $(CVA6_RTL) || sed -i '/\.PulpDivsqrt /d' $(CVA6_OUT)/halfpipe_fpnew.sv
	touch $@

# ---- copies of CVA6's files: the unit, halves and no coprocessor; the memory within the reach of Clang's soft float, and devices below it,
# ---- which take no access twice
$(CVA6_OUT)/Flist: cva6.mk $(CVA6_OUT)/made
	sed -e 's/fpnew_top #(/halfpipe_fpnew #(/' $(CVA6_FOLDER)/core/fpu_wrap.sv > $(CVA6_OUT)/fpu_wrap.sv
	sed -e "s/\(LAT_COMP_FP16 = 'd\)1;/\1$(CVA6_ADDMUL);/" $(CVA6_FOLDER)/core/include/ariane_pkg.sv > $(CVA6_OUT)/ariane_pkg.sv
	sed -e 's/\(CVA6ConfigF16En = \)0;/\11;/' -e 's/\(CVA6ConfigCvxifEn = \)1;/\10;/' -e 's/\(CVA6ConfigRvfiTrace = \)1;/\10;/' \
	    -e "s/64'h8000_0000/64'h4000_0000/" -e "s/\(NonIdempotentLength: 1024'({64'b0, \)64'b0/\164'h40000000/" \
	    $(CVA6_FOLDER)/core/include/$(CVA6_TARGET)_config_pkg.sv > $(CVA6_OUT)/config_pkg.sv
	grep -q 'halfpipe_fpnew #(' $(CVA6_OUT)/fpu_wrap.sv
	grep -q "LAT_COMP_FP16 = 'd$(CVA6_ADDMUL);" $(CVA6_OUT)/ariane_pkg.sv
	grep -q "NonIdempotentLength: 1024'({64'b0, 64'h40000000" $(CVA6_OUT)/config_pkg.sv
	sed -e 's|^.*/core/fpu_wrap.sv$$|$(CVA6_OUT)/halfpipe_zfh.v\n$(CVA6_OUT)/halfpipe_fpnew.sv\n$(CVA6_OUT)/fpu_wrap.sv|' \
	    -e 's|^.*/core/include/ariane_pkg.sv$$|$(CVA6_OUT)/ariane_pkg.sv|' -e 's|^.*TARGET_CFG}_config_pkg.sv$$|$(CVA6_OUT)/config_pkg.sv|' \
	    $(CVA6_FOLDER)/core/Flist.cva6 > $@

$(CVA6_OUT)/simulate: verilog/processor64.sv simulate.cpp $(CVA6_OUT)/Flist
	CVA6_REPO_DIR=$(CVA6_FOLDER) TARGET_CFG=$(CVA6_TARGET) HPDCACHE_DIR=$(CVA6_FOLDER)/core/cache_subsystem/hpdcache \
	verilator --cc --exe --build -j 2 -O3 --x-assign fast --top-module processor -Wno-fatal -Wno-lint -Wno-style -CFLAGS -O1 \
	    --Mdir $(CVA6_OUT)/model -o ../simulate -f $(CVA6_OUT)/Flist verilog/processor64.sv $(abspath simulate.cpp) \
	    > $(CVA6_OUT)/simulate.log 2>&1 || { grep -A 3 '%Error' $(CVA6_OUT)/simulate.log | head -40; exit 1; }

# ---- programs ----
SOFT64 := -target riscv64-freestanding-none -mcpu=generic_rv64+m+a+zicsr -mabi=lp64 -mcmodel=medany -Wno-unused-command-line-argument
SOFT64 += -DMACHINE=0x10000000
RV64 := $(SOFT64:%zicsr=%zicsr+f+d+zfh)
CVA6_HEX := $(CVA6_SUITES:%=$(CVA6_OUT)/%.hex) $(KERNELS64:%=$(CVA6_OUT)/%.hex)
$(CVA6_HEX): ORIGIN := 0x40000000
$(CVA6_HEX): MEMORY := 0x40100000
$(CVA6_HEX): cva6.mk

$(CVA6_SUITES:%=$(CVA6_OUT)/%.hex): $(CVA6_OUT)/%.hex: directives.py programs/riscv_test.h $(PROGRAM)
	@mkdir -p $(CVA6_OUT)
	$(call assembled,$(RV64),$*)

$(CVA6_OUT)/%-hard.hex: programs/%.c $(PROGRAM)
	@mkdir -p $(CVA6_OUT)
	$(call linked,$(RV64:%lp64=%lp64d),$<)

$(CVA6_OUT)/%-soft.hex: programs/%.c $(PROGRAM)
	@mkdir -p $(CVA6_OUT)
	$(call linked,$(SOFT64) $(EACH),$<)

# CVA6 writes a trace into the folder that it runs in.
$(CVA6_OUT)/%.out: $(CVA6_OUT)/%.hex $(CVA6_OUT)/simulate
	cd $(CVA6_OUT) && ./simulate +program=$< > $@
