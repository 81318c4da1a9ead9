//! Words that some tools or all tools know. Each list separates them by blanks.

/// True if a list has a word.
pub fn has_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// Macros that a tool or a common flow defines by itself, in capital letters.
pub const TOOL_MACROS: &str = "\
    SYNTHESIS SYNTH YOSYS FORMAL VERILATOR VERILATOR3 SYSTEMC SYSTEMVERILOG ICARUS __ICARUS__ __ICARUS_SYNTH__ \
    IVERILOG SIMULATION SIMULATOR SIM COCOTB_SIM MODEL_TECH MODELTECH QUESTA VCS XCELIUS INCA NCVERILOG CADENCE XSIM \
    XILINX_SIMULATOR VIVADO __VIVADO__ XILINX QUARTUS ALTERA ALTERA_RESERVED_QIS SYNPLIFY SYNPLIFY_PRO LATTICE \
    RADIANT DIAMOND ICECUBE ICECUBE2 GOWIN SLANG SPYGLASS DC VERIFIC EFINIX COVERAGE COVERAGE_BLOCK_OFF \
    COVERAGE_BLOCK_ON SURELOG";

/// The beginnings of further such macros.
pub const TOOL_MACRO_PREFIXES: &str = "SV_COV_ VERILATOR_ __SLANG YOSYS_ __VERILATOR";

/// Directives that are left to the tools. Nothing but a comment may follow one on its line, because tools differ about
/// the rest of the line.
pub const PLAIN_DIRECTIVES: &str = "timescale resetall celldefine endcelldefine default_nettype include undef";

/// Directives of macros and conditionals.
pub const MACRO_DIRECTIVES: &str = "define ifdef ifndef elsif else endif";

/// Attributes that make a tool read another circuit than the text.
pub const REFUSED_ATTRIBUTES: &str = "\
    blackbox black_box syn_black_box whitebox lib_whitebox noblackbox anyconst anyseq allconst allseq gclk nolatches \
    via_celltype defaultvalue translate_off translate_on init reprocess_after replaced_by_gclk cells_not_processed \
    initial_top";

/// Words at the start of a comment that address a tool.
pub const TOOL_WORDS: &str = "rtl_synthesis synopsys synthesis pragma cadence ambit exemplar altera xilinx verilator";

/// Words behind one of [`TOOL_WORDS`] that make a tool skip text.
pub const SKIPPING_WORDS: &str = "\
    translate_off translate_on synthesis_off synthesis_on compile_off compile_on translate coverage_block_off \
    coverage_block_on protect";

/// System functions and tasks that all tools read alike. A task that prints does not affect the circuit.
pub const SYSTEM_CALLS: &str = "\
    $signed $unsigned $clog2 $bits $size $left $right $low $high $increment $dimensions $unpacked_dimensions \
    $countones $onehot $onehot0 $readmemh $readmemb $display $write $monitor $strobe $finish $stop $error $fatal \
    $warning $info $dumpfile $dumpvars $dumpon $dumpoff";
