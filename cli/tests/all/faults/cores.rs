//! Cores of other structure than the generated ones, and wrong variants of them with faults that public cores have.

use std::path::Path;

use halfpipe_faults::text::replaced;
use tempfile::TempDir;

use super::foreign::{generated, run, write};
use crate::common::for_each;

/// A fused multiply-add that aligns the addend to the product.
const FMA: &str = include_str!("cores/aligned_fma.v");
/// A multiplier that normalises its operands.
const MUL: &str = include_str!("cores/normalising_mul.v");

/// A variant of a core, and what is said of it.
struct Variant {
    name: &'static str,
    core: &'static str,
    /// Texts of the core and others in their places.
    changes: &'static [(&'static str, &'static str)],
    options: &'static str,
    status: i32,
    /// Lines that are printed.
    lines: &'static [&'static str],
}

const fn variant(name: &'static str, core: &'static str) -> Variant {
    Variant {
        name,
        core,
        changes: &[],
        options: "",
        status: 0,
        lines: &[],
    }
}

/// Subnormal operands count as zeros.
const FLUSH: &[(&str, &str)] = &[
    ("subnormal_a ? {1'b0, a[9:0]} << (zeros_a + 1)", "subnormal_a ? 11'b0"),
    ("subnormal_b ? {1'b0, b[9:0]} << (zeros_b + 1)", "subnormal_b ? 11'b0"),
    ("a[14:0] == 0 | b[14:0] == 0", "subnormal_a | subnormal_b"),
];

/// The NaN of results is that of RISC-V.
const OTHER_NAN: &[(&str, &str)] = &[("16'h7fff", "16'h7e00")];

/// Flags, with UF for exact results below the least normal number.
const EARLY_TININESS: &[(&str, &str)] = &[
    ("output reg [15:0] d);", "output reg [15:0] d, output [4:0] flags);"),
    (
        "    wire zero = ",
        "    wire finite = ~(nan_a | nan_b | infinite_a | infinite_b);
         wire over = finite & ~zero & rounded >= 18'h07c00;
         wire inexact = over | finite & ~zero & shifted[34:0] != 0;
         wire invalid = nan_a & ~a[9] | nan_b & ~b[9] | ~nan_a & ~nan_b & (infinite_a | infinite_b) & zero;
         assign flags = {invalid, 1'b0, over, inexact & low, inexact};
         wire zero = ",
    ),
];

const VARIANTS: &[Variant] = &[
    Variant {
        lines: &["mul.rn.f16 at latency 0 is correct for all 2^32 operands of each lane:"],
        ..variant("the multiplier", MUL)
    },
    Variant {
        lines: &["fma.rn.f16 at latency 0 is correct for all 2^48 operands of each lane:"],
        ..variant("the fused multiply-add", FMA)
    },
    Variant {
        changes: FLUSH,
        status: 1,
        lines: &[
            "  4616 of 31030 vectors with an infinite operand",
            " vectors with a subnormal operand",
            "  no mismatch with --flush in\n",
        ],
        ..variant("flushed operands", MUL)
    },
    Variant {
        changes: FLUSH,
        options: "--flush in",
        lines: &[" of each lane, with subnormal operands as zeros:"],
        ..variant("flushed operands by convention", MUL)
    },
    Variant {
        options: "--flush out",
        status: 1,
        lines: &["  1163581 of 1163581 vectors with a subnormal result", "  a         0x", "  expected  0x", "  again: halfpipe eval mul.rn.f16 0x"],
        ..variant("kept results", MUL)
    },
    Variant {
        changes: &[("else d = {sign, rounded[14:0]};", "else d = {sign, rounded < 1024 ? 15'b0 : rounded[14:0]};")],
        options: "--flush both --assume no-subnormal",
        lines: &[" of each lane without subnormal numbers, with subnormal operands as zeros, with subnormal results as zeros:"],
        ..variant("flushed results by convention", MUL)
    },
    Variant {
        changes: OTHER_NAN,
        status: 1,
        lines: &[
            "  no mismatch with a subnormal operand, an infinite result, a subnormal result, a zero result, normal",
            "  no mismatch with --nan any\n",
        ],
        ..variant("another NaN", MUL)
    },
    Variant {
        changes: OTHER_NAN,
        options: "--nan any",
        lines: &[" of each lane, with any encoding of NaN:"],
        ..variant("another NaN by convention", MUL)
    },
    Variant {
        changes: OTHER_NAN,
        options: "--assume no-nan,no-infinity",
        lines: &[" of each lane without NaN and without infinities:"],
        ..variant("another NaN without NaN", MUL)
    },
    Variant {
        changes: EARLY_TININESS,
        options: "--flags --tininess before",
        lines: &[" of each lane, with tininess before rounding:"],
        ..variant("tininess before rounding", MUL)
    },
    Variant {
        changes: EARLY_TININESS,
        options: "--flags --tininess after",
        status: 1,
        lines: &["lemma simulation", "  no mismatch with --tininess before\n"],
        ..variant("tininess of the other convention", MUL)
    },
    Variant {
        changes: &[("+ up;", ";")],
        options: "--within 1ulp",
        lines: &[" of each lane, within 1 ulp:"],
        ..variant("a truncated result within 1 ulp", MUL)
    },
    Variant {
        changes: &[("+ up;", "+ 1'b1;")],
        options: "--within 1ulp",
        status: 1,
        lines: &["lemma simulation"],
        ..variant("an exact result that is not exact", MUL)
    },
    Variant {
        changes: &[("rounded >= 18'h07c00) d = {sign, 15'h7c00}", "rounded >= 18'h07c00) d = {sign, 15'h7bff}")],
        status: 1,
        lines: &["expected  0x7C00 + = inf (infinity)", "actual    0x7BFF"],
        ..variant("a largest number in the place of infinity", MUL)
    },
    Variant {
        changes: &[("shifted[33:0] != 0", "shifted[33:24] != 0")],
        status: 1,
        lines: &["lemma simulation"],
        ..variant("a sticky bit lost", MUL)
    },
    Variant {
        changes: &[
            (
                "wire odd = shifted[37] & (shifted[36:0] != 0 | shifted[38]);",
                "wire [13:0] once = shifted[48:36] + (shifted[35] & (shifted[34:0] != 0 | shifted[36]));
                 wire odd = once[1] & (once[0] | once[2]);",
            ),
            ("shifted[48:38] + odd", "once[13:2] + odd"),
        ],
        status: 1,
        lines: &["lemma simulation", " vectors with normal operands and result"],
        ..variant("double rounding", FMA)
    },
    Variant {
        changes: &[("lags ? 6'd37", "lags ? 6'd31")],
        status: 1,
        lines: &["lemma simulation", "424 mismatches"],
        ..variant("a narrow alignment", FMA)
    },
    Variant {
        changes: &[(
            "minus = sum == 0",
            "minus = a == 16'h1234 & b == 16'h4321 & c == 16'h3c01 ? ~sign : sum == 0",
        )],
        status: 1,
        lines: &["lemma generic alignment -20", "a         0x1234", "b         0x4321", "c         0x3C01"],
        ..variant("a Trojan on one triple", FMA)
    },
    Variant {
        changes: &[("digits_a * digits_b;", "digits_a * digits_b ^ (a[14:0] == 15'h5234 & b[14:0] == 15'h4321);")],
        status: 1,
        lines: &["a         0x5234", "b         0x4321"],
        ..variant("one wrong product", FMA)
    },
    Variant {
        options: "--assume a=nan,no-nan",
        status: 2,
        lines: &["error: no operands satisfy all assumptions; leave one out"],
        ..variant("impossible assumptions", FMA)
    },
];

impl Variant {
    /// Returns the complaint about what is said of the variant, if there is one.
    fn complaint(&self, folder: &Path) -> Option<String> {
        let change = |text: String, (from, to): &(&str, &str)| replaced(&text, from, to);
        let text = self.changes.iter().fold(self.core.to_owned(), change);
        let file = self.name.replace(' ', "_") + ".v";
        write(folder, &file, &text);
        let instruction = if self.core == FMA { "fma.rn.f16" } else { "mul.rn.f16" };
        let command = format!("prove {instruction} --latency 0 --verilog {file} {}", self.options);
        let (said, status) = run(folder, &command);
        let has_all = self.lines.iter().all(|line| said.contains(line));
        (status != self.status || !has_all).then(|| format!("{}: status {status}\n{said}", self.name))
    }
}

#[test]
fn cores_of_another_structure_are_proven_and_their_faults_are_refuted() {
    let folder = TempDir::new().unwrap();
    let complaints = for_each(VARIANTS, |variant| variant.complaint(folder.path()));
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A pipeline around the generated datapath, with what its clock edges do.
const PIPELINE: &str = "
module add_rn_f16(input clock, input reset, input enable, input in_valid, input [15:0] a, input [15:0] b,
                  output reg out_valid, output reg [15:0] d);
    wire [15:0] sum;
    core unit(.a(a), .b(b), .d(sum));
    always EDGE
endmodule
";

#[test]
fn data_may_be_cleared_by_reset_or_loaded_with_valid_and_never_stall() {
    let (folder, core) = generated("add.f16 --latency 0 --name core", "core");
    let cases = [
        (
            "if (reset) begin out_valid <= 1'b0; d <= 16'd0; end else if (enable) begin out_valid <= in_valid; d <= sum; end",
            "",
            0,
            ": holds, ",
        ),
        (
            "if (reset) out_valid <= 1'b0; else if (enable) begin out_valid <= in_valid; if (in_valid) d <= sum; end",
            "",
            0,
            ": holds, ",
        ),
        (
            "begin out_valid <= in_valid & ~reset; d <= sum; end",
            "",
            1,
            "  --no-enable proves a file that never stalls, with enable always 1\n",
        ),
        (
            "begin out_valid <= in_valid & ~reset; d <= sum; end",
            " --no-enable",
            0,
            ", if enable is always 1: holds, ",
        ),
        (
            "begin out_valid <= in_valid & ~reset; if (enable) d <= sum; end",
            " --no-enable",
            0,
            ", if enable is always 1: holds, ",
        ),
        (
            "@(posedge clock or posedge reset) if (reset) begin out_valid <= 1'b0; d <= 16'd0; end
             else if (enable) begin out_valid <= in_valid; d <= sum; end",
            "",
            0,
            ", out_valid 0 during reset: holds, ",
        ),
        (
            "if (reset) out_valid <= 1'b0; else if (enable) begin out_valid <= in_valid; if (a[0]) d <= sum; end",
            "",
            1,
            ": fails, ",
        ),
    ];
    for (edge, options, status, words) in cases {
        let edge = if edge.starts_with('@') {
            edge.to_owned()
        } else {
            format!("@(posedge clock) {edge}")
        };
        write(
            folder.path(),
            "file.v",
            &(core.clone() + &PIPELINE.replace("EDGE", &edge)),
        );
        let command = format!("prove add.f16 --latency 1 --verilog file.v --top add_rn_f16{options}");
        let (said, found) = run(folder.path(), &command);
        assert!(
            found == status && said.contains(words),
            "{edge}: status {found}\n{said}"
        );
    }
}

#[test]
fn the_lemmas_about_a_file_have_certificates() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "mul.v", MUL);
    let command = "prove mul.rn.f16 --latency 0 --verilog mul.v --certificates proofs";
    assert_eq!(run(folder.path(), command).1, 0);
    for lemma in ["factor_a", "special_operands", "finite_operands"] {
        for ending in ["cnf", "drat"] {
            let file = folder
                .path()
                .join(format!("proofs/mul_rn_f16/generic_{lemma}.{ending}"));
            assert!(file.exists(), "{}", file.display());
        }
    }
}

#[test]
fn a_proof_without_a_verdict_has_a_status_of_its_own() {
    let folder = TempDir::new().unwrap();
    // All sums of this one have 82 bits. Its proof takes more than three minutes.
    write(folder.path(), "fma.v", include_str!("cores/fixed_point_fma.v"));
    let (said, status) = run(
        folder.path(),
        "prove fma.rn.f16 --latency 0 --verilog fma.v --time-limit 5",
    );
    assert_eq!(status, 3, "{said}");
    let words = [
        ": could not be proven within 5 s",
        " left: ",
        "give more time with --time-limit SECONDS",
    ];
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
}
