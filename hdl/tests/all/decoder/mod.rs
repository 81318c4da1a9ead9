//! The decoder of instruction words, proven equal to a table of RISC-V's manual: for all 2^32 words with every value of `frm`.

use std::collections::BTreeSet;
use std::fmt::Write;

use halfpipe_faults::text::replaced;
use halfpipe_hdl::export::riscv::instruction_decoder;
use halfpipe_hdl::zfh::{Divider, Extension, Sharing, ZfhSpec};
use halfpipe_isa::FloatFormat;
use halfpipe_test_support::lint::lint;
use halfpipe_test_support::share;
use halfpipe_yosys::Yosys;
use rayon::prelude::*;

/// The words, with the codes of their operations.
const WORDS: &str = include_str!("words.txt");

/// The outputs besides `illegal`, with their widths.
const OUTPUTS: [(&str, u32); 12] = [
    ("op", 4),
    ("op_mod", 1),
    ("rm", 3),
    ("src_fmt", 3),
    ("dst_fmt", 3),
    ("int_fmt", 2),
    ("reads_rs1", 1),
    ("reads_rs2", 1),
    ("reads_rs3", 1),
    ("rs1_is_fp", 1),
    ("rd_is_fp", 1),
    ("rs1_to_b", 1),
];

/// A row of the table.
struct Row {
    mnemonic: &'static str,
    /// The word from bit 31 on; a digit other than 0 and 1 stands for a register or a rounding.
    bits: String,
    /// True if the word has a rounding.
    is_rounded: bool,
    rd: char,
    sources: &'static str,
    /// The codes; none where the core ignores the port, or where `rm` is the rounding.
    codes: [Option<u32>; 6],
}

/// Reads the table.
fn rows() -> Vec<Row> {
    let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let widths = [7, 5, 5, 3, 5, 7];
        let field = |cell: &str, width: usize| match cell.strip_prefix("rs3,") {
            Some(format) => "?".repeat(width - format.len()) + format,
            None if cell.len() == width && cell.bytes().all(|digit| matches!(digit, b'0' | b'1')) => cell.to_owned(),
            None => "?".repeat(width),
        };
        Row {
            mnemonic: cells[0],
            bits: cells[1..7]
                .iter()
                .zip(widths)
                .map(|(cell, width)| field(cell, width))
                .collect(),
            is_rounded: cells[4] == "rm",
            rd: cells[7].chars().next().unwrap(),
            sources: cells[8],
            codes: [9, 10, 11, 12, 13, 14].map(|place: usize| cells[place].parse().ok()),
        }
    };
    lines.map(row).collect()
}

impl Row {
    /// Returns the value of each output, with 1 in the bits that count. Registers are integer registers in Zhinx.
    fn outputs(&self, has_fp: bool) -> [(String, u32); OUTPUTS.len()] {
        let code = |place: usize| match (self.codes[place], place) {
            (Some(code), _) => (code.to_string(), u32::MAX),
            (None, 2) if self.is_rounded => ("rounding".to_owned(), u32::MAX),
            (None, _) => ("0".to_owned(), 0),
        };
        let bit = |is_set: bool| (u32::from(is_set).to_string(), u32::MAX);
        let source = |place: usize| self.sources.chars().nth(place);
        let is_register = |place: usize| bit(source(place).is_some_and(|source| source != 'i'));
        let is_sum = ["fadd", "fsub"].contains(&self.mnemonic.split('.').next().unwrap());
        [
            code(0),
            code(1),
            code(2),
            code(3),
            code(4),
            code(5),
            is_register(0),
            is_register(1),
            is_register(2),
            bit(has_fp && source(0) == Some('f')),
            bit(has_fp && self.rd == 'f'),
            bit(is_sum),
        ]
    }
}

/// Returns the table of a core as a module, with an output `X_counts` of the bits of each output X that count.
fn reference(spec: &ZfhSpec) -> String {
    let names = mnemonics(spec);
    let has_fp = !spec.is_in_integer_registers();
    let mut text = "module reference(input [31:0] instr, input [2:0] frm, output reg illegal".to_owned();
    for (name, width) in OUTPUTS {
        let _ = write!(
            text,
            ", output reg [{0}:0] {name}, output reg [{0}:0] {name}_counts",
            width - 1
        );
    }
    text += ");\nreg [2:0] rounding;\nalways @* begin\n";
    text += "rounding = instr[14:12];\nif (rounding == 7) rounding = frm;\nillegal = 1;\n";
    for (name, _) in OUTPUTS {
        let _ = writeln!(text, "{name} = 0; {name}_counts = ~0;");
    }
    for row in rows().iter().filter(|row| names.contains(row.mnemonic)) {
        let rounds = if row.is_rounded { " && rounding < 5" } else { "" };
        let mask = row.bits.replace('0', "1").replace('?', "0");
        let value = row.bits.replace('?', "0");
        let _ = writeln!(
            text,
            "if ((instr & 32'b{mask}) == 32'b{value}{rounds}) begin illegal = 0;"
        );
        for ((name, _), (value, counts)) in OUTPUTS.iter().zip(row.outputs(has_fp)) {
            let _ = writeln!(text, "{name} = {value}; {name}_counts = {counts};");
        }
        text += "end\n";
    }
    text + "end\nendmodule\n"
}

/// Returns the mnemonics of a core's instructions.
fn mnemonics(spec: &ZfhSpec) -> BTreeSet<String> {
    spec.instructions()
        .iter()
        .map(|instruction| instruction.mnemonic())
        .collect()
}

/// Returns a module whose output `differs` is 1 if a decoder and the table differ.
fn miter(decoder: &str) -> String {
    let mut text =
        "module miter(input [31:0] instr, input [2:0] frm, output differs);\nwire [1:0] illegal;\n".to_owned();
    let mut ports = [String::new(), String::new()];
    let mut differences = "illegal[0] != illegal[1]".to_owned();
    for (name, width) in OUTPUTS {
        let _ = writeln!(text, "wire [{}:0] {name}, {name}_expected, {name}_counts;", width - 1);
        ports[0] += &format!(", .{name}({name})");
        ports[1] += &format!(", .{name}({name}_expected), .{name}_counts({name}_counts)");
        differences += &format!(" || (({name} ^ {name}_expected) & {name}_counts) != 0");
    }
    let [made, expected] = ports;
    text + &format!(
        "{decoder} made (.instr(instr), .frm(frm), .illegal(illegal[0]){made});\n\
         reference expected (.instr(instr), .frm(frm), .illegal(illegal[1]){expected});\n\
         assign differs = {differences};\nendmodule\n"
    )
}

/// True if a solver proves that a core's decoder and the table are equal. False if it has a word on which they differ.
fn is_equal(spec: &ZfhSpec, decoder: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let name = spec.decoder_name();
    std::fs::write(folder.path().join("decoder.sv"), decoder).unwrap();
    std::fs::write(folder.path().join("reference.v"), reference(spec) + &miter(&name)).unwrap();
    let script = "read_verilog -sv decoder.sv; read_verilog reference.v\n\
         hierarchy -check -top miter; proc; check -assert; select -assert-none t:$dlatch\n\
         flatten; opt; sat -prove differs 0 -show instr,frm\n";
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    let log = yosys.run(folder.path(), "equal.ys", script).unwrap();
    assert!(log.warnings.is_empty(), "{:?}", log.warnings);
    let has = |mark: &str| log.text.contains(mark);
    let (is_proven, is_refuted) = (
        has("SAT proof finished - no model found: SUCCESS!"),
        has("model found: FAIL!"),
    );
    assert_ne!(is_proven, is_refuted, "{}", log.text);
    is_proven
}

fn default() -> ZfhSpec {
    ZfhSpec::default()
}

/// A core with all instructions.
fn whole() -> ZfhSpec {
    ZfhSpec {
        extensions: vec![Extension::F, Extension::Zfh, Extension::Zfbfmin, Extension::Zfa],
        formats: Some(vec![
            FloatFormat::RISCV_H,
            FloatFormat::RISCV_BF16,
            FloatFormat::RISCV_S,
        ]),
        xlen: 64,
        flen: 64,
        divider: Divider::Small,
        ..default()
    }
}

/// Cores of each kind.
fn specs() -> Vec<ZfhSpec> {
    use Extension::{Zfa, Zfbfmin, Zfh, Zfhmin, Zfinx, Zhinx, Zhinxmin, F};
    let of = |extensions: &[Extension]| ZfhSpec {
        extensions: extensions.to_vec(),
        divider: Divider::Small,
        ..default()
    };
    let narrow = ZfhSpec { flen: 16, ..default() };
    let bfloat = ZfhSpec {
        formats: Some(vec![FloatFormat::RISCV_BF16]),
        ..default()
    };
    let without_single = ZfhSpec {
        extensions: vec![Zfh, Zfbfmin],
        ..whole()
    };
    let apart = ZfhSpec {
        sharing: Sharing::None,
        ..of(&[F, Zfh, Zfa])
    };
    let long = |extensions: &[Extension]| ZfhSpec {
        xlen: 64,
        ..of(extensions)
    };
    let wide = ZfhSpec {
        flen: 64,
        ..of(&[F, Zfhmin, Zfa])
    };
    let lists: [&[Extension]; 11] = [
        &[F],
        &[Zfh],
        &[Zfhmin],
        &[Zfbfmin],
        &[Zfinx],
        &[Zhinx],
        &[Zhinxmin],
        &[F, Zfa],
        &[Zfh, Zfa],
        &[F, Zfh, Zfbfmin, Zfa],
        &[Zfinx, Zhinx],
    ];
    let mut all: Vec<ZfhSpec> = lists.into_iter().map(of).collect();
    all.extend([default(), whole(), narrow, bfloat, without_single, apart, wide]);
    all.extend([long(&[F, Zfa]), long(&[Zfinx, Zhinxmin])]);
    all
}

#[test]
fn the_decoder_of_each_core_is_equal_to_the_table() {
    // A commit has half of the cores.
    let specs = specs();
    let tried = specs
        .par_iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, 2));
    tried.for_each(|(_, spec)| {
        let text = instruction_decoder(spec, None).unwrap();
        assert!(is_equal(spec, &text), "{}", spec.describe_function());
        assert_eq!(lint(&[(format!("{}.sv", spec.decoder_name()), text)]), "");
    });
}

/// Faults of the decoder of [`whole`].
const FAULTS: [(&str, &str); 25] = [
    ("rounding > 3'd4", "rounding > 3'd5"),
    // The variant of fltq is 5, which as a rounding is reserved.
    ("(rounds && is_reserved)", "is_reserved"),
    ("instr[14:12] == 3'd7 ?", "instr[14:12] >= 3'd6 ?"),
    ("? frm :", "? 3'd0 :"),
    ("(rounds && is_reserved)", "1'b0"),
    ("!is_known ||", ""),
    ("illegal ? 22'd0 : row[21:0]", "row[21:0]"),
    ("rounds && !illegal ? rounding", "rounds ? rounding"),
    // fadd of double precision, and of any format.
    ("00000_10_?????_?????_???", "00000_01_?????_?????_???"),
    ("00000_10_?????_?????_???", "00000_1?_?????_?????_???"),
    // A square root whose rs2 has any value, and one that has a variant in place of its rounding.
    ("01011_10_00000", "01011_10_?????"),
    ("2'b11, 4'd5, ", "2'b10, 4'd5, "),
    // fmv.x.h with a rounding.
    ("2'b10, 4'd6,  1'd1, 3'd3", "2'b11, 4'd6,  1'd1, 3'd3"),
    // fsgnjx that is fsgnjn, and fmax that is fmin.
    ("4'd6,  1'd0, 3'd2", "4'd6,  1'd0, 3'd1"),
    ("4'd7,  1'd0, 3'd1", "4'd7,  1'd0, 3'd0"),
    // fsub that adds, and a sum whose rs1 goes to a.
    ("4'd2,  1'd1", "4'd2,  1'd0"),
    ("3'b110, 2'b11, 1'b1", "3'b110, 2'b11, 1'b0"),
    // A comparison with a floating-point result, and fcvt.wu.h that is fcvt.w.h: the first row that fits counts.
    ("3'b110, 2'b10", "3'b110, 2'b11"),
    ("11000_10_00000", "11000_10_0000?"),
    // fli that reads a register, and one with another rs2 too.
    (
        "4'd13, 1'd0, 3'd0, 3'd2, 3'd2, 2'd2, 3'b000",
        "4'd13, 1'd0, 3'd0, 3'd2, 3'd2, 2'd2, 3'b100",
    ),
    ("11110_10_00001", "11110_10_000?1"),
    // fleq that is fle, fminm that is fmin, and froundnx that is fround.
    ("4'd8,  1'd0, 3'd4", "4'd8,  1'd0, 3'd0"),
    ("4'd7,  1'd0, 3'd2", "4'd7,  1'd0, 3'd0"),
    ("4'd14, 1'd1", "4'd14, 1'd0"),
    // fadd.s of halves.
    ("4'd2,  1'd0, 3'd0, 3'd0", "4'd2,  1'd0, 3'd0, 3'd2"),
];

#[test]
fn faults_of_the_decoder_are_found() {
    let spec = whole();
    let text = instruction_decoder(&spec, None).unwrap();
    FAULTS.par_iter().for_each(|(right, wrong)| {
        assert!(!is_equal(&spec, &replaced(&text, right, wrong)), "{right} as {wrong}");
    });
}

#[test]
fn every_instruction_that_a_manual_encodes_is_in_the_table() {
    let rows = rows();
    let named: BTreeSet<&str> = rows.iter().map(|row| row.mnemonic).collect();
    assert_eq!(named.len(), rows.len());
    // No manual encodes arithmetic on bfloat16, and conversions from and to other formats than single precision.
    let is_encoded = |name: &&String| !name.contains("bf16") || ["fcvt.bf16.s", "fcvt.s.bf16"].contains(&name.as_str());
    let names = mnemonics(&whole());
    let missing: Vec<&String> = names
        .iter()
        .filter(is_encoded)
        .filter(|name| !named.contains(name.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (place, one) in rows.iter().enumerate() {
        assert_eq!(one.bits.len(), 32, "{}", one.mnemonic);
        for other in &rows[..place] {
            let differs = |(one, other): (u8, u8)| one != b'?' && other != b'?' && one != other;
            let is_distinct = one.bits.bytes().zip(other.bits.bytes()).any(differs);
            assert!(is_distinct, "{} and {}", one.mnemonic, other.mnemonic);
        }
    }
}

#[test]
fn the_decoder_has_the_name_of_its_core() {
    let named = ZfhSpec {
        name: Some("fpu".to_owned()),
        ..default()
    };
    assert_eq!(named.decoder_name(), "fpu_decode");
    assert!(instruction_decoder(&named, None)
        .unwrap()
        .contains("\nmodule fpu_decode ("));
    assert_eq!(default().decoder_name(), "halfpipe_decode");
}
