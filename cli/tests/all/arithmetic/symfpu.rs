//! Units of SymFPU, which Yosys makes for any format, against the model and the specification: results and flags.
//!
//! SymFPU has RISC-V's canonical NaN. `verify` gets it as that of PTX, and `prove` takes any NaN.

use std::path::Path;

use halfpipe_isa::{FloatFormat, Rounding};
use halfpipe_test_support::{seed, share};
use halfpipe_yosys::Yosys;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::Rng;

use crate::common::{for_each, halfpipe};

/// SymFPU's roundings, in the order of [`Rounding::ALL`].
const ROUNDINGS: [&str; 5] = ["RNE", "RTZ", "RTN", "RTP", "RNA"];

/// The fewest fraction bits of a format that SymFPU builds.
const LEAST_FRACTION_BITS: u32 = 3;

/// An operation of SymFPU.
struct Operation {
    name: &'static str,
    /// The start of the mnemonic.
    mnemonic: &'static str,
    operands: usize,
    rounds: bool,
    /// The most exponent and fraction bits of its format. Yosys unrolls quotients and roots: in wide formats the files are long.
    most_bits: [u32; 2],
    is_proven: bool,
}

impl Operation {
    const fn new(name: &'static str, mnemonic: &'static str, operands: usize) -> Operation {
        Operation {
            name,
            mnemonic,
            operands,
            rounds: true,
            most_bits: [8, 23],
            is_proven: false,
        }
    }
}

/// The operations, each with a format of its own. Two are proven, in a format with a short proof.
const OPERATIONS: [Operation; 10] = [
    Operation {
        most_bits: [5, 6],
        is_proven: true,
        ..Operation::new("add", "add", 2)
    },
    Operation {
        most_bits: [4, 4],
        is_proven: true,
        ..Operation::new("muladd", "fma", 3)
    },
    Operation {
        most_bits: [8, 6],
        ..Operation::new("div", "div", 2)
    },
    Operation {
        most_bits: [8, 12],
        ..Operation::new("sqrt", "sqrt", 1)
    },
    Operation::new("sub", "sub", 2),
    Operation::new("mul", "mul", 2),
    Operation::new("mul", "mul", 2),
    Operation::new("muladd", "fma", 3),
    Operation {
        rounds: false,
        ..Operation::new("min", "min", 2)
    },
    Operation {
        rounds: false,
        ..Operation::new("max", "max", 2)
    },
];

/// A unit: an operation in a format and a rounding.
struct Unit {
    operation: &'static Operation,
    format: FloatFormat,
    rounding: Rounding,
}

impl Unit {
    /// Draws a format for each operation, and a rounding.
    fn draw(random: &mut impl Rng) -> Vec<Unit> {
        let mut formats: Vec<FloatFormat> = FloatFormat::ieee()
            .filter(|format| format.fraction_bits >= LEAST_FRACTION_BITS)
            .collect();
        formats.shuffle(random);
        let unit = |operation: &'static Operation| {
            let [exponent_bits, fraction_bits] = operation.most_bits;
            let fits =
                |format: &FloatFormat| format.exponent_bits <= exponent_bits && format.fraction_bits <= fraction_bits;
            let place = formats.iter().position(fits).expect("a format is left");
            Unit {
                operation,
                format: formats.remove(place),
                rounding: *Rounding::ALL.choose(random).expect("a rounding"),
            }
        };
        OPERATIONS.iter().map(unit).collect()
    }

    /// Returns the instruction's name in a rounding.
    fn mnemonic_in(&self, rounding: Rounding) -> String {
        let rounding = if self.operation.rounds {
            format!(".{}", rounding.modifier().name())
        } else {
            String::new()
        };
        format!("{}{rounding}.{}", self.operation.mnemonic, self.format)
    }

    /// Writes SymFPU's netlist. Cells that divide become gates, because a quotient by 0 has no value in Verilog.
    fn write_netlist(&self, folder: &Path) {
        let rounding = if self.operation.rounds {
            format!("-rm {}", ROUNDINGS[self.rounding as usize])
        } else {
            String::new()
        };
        let script = format!(
            "symfpu -eb {} -sb {} -op {} {rounding}\nchformal -remove\ntechmap t:$div t:$mod\nopt_expr -fine\nclean -purge\n\
             write_verilog -noattr symfpu.v\n",
            self.format.exponent_bits,
            self.format.significand_bits(),
            self.operation.name
        );
        Yosys::find().unwrap().run(folder, "script.ys", &script).unwrap();
    }

    /// Writes a module around the netlist with the ports of the contract and PTX's NaN.
    fn write_module(&self, folder: &Path) {
        let names = &["a", "b", "c"][..self.operation.operands];
        let FloatFormat {
            exponent_bits,
            fraction_bits,
            ..
        } = self.format;
        let top = exponent_bits + fraction_bits;
        let operand = |name: &&str| {
            let value = if names.contains(name) { name } else { "0" };
            format!(".{name}({value}), ")
        };
        let text = format!(
            "module unit(input [{top}:0] {inputs}, output [{top}:0] d, output [4:0] flags);
    wire [{top}:0] o;
    symfpu symfpu({operands}.rm(1), .o(o), .NV(flags[4]), .DZ(flags[3]), .OF(flags[2]), .UF(flags[1]), .NX(flags[0]));
    assign d = &o[{exponent}:{fraction_bits}] && |o[{fraction}:0] ? ~(1 << {top}) : o;
endmodule
",
            inputs = names.join(", "),
            operands = ["a", "b", "c"].iter().map(operand).collect::<String>(),
            exponent = top - 1,
            fraction = fraction_bits - 1,
        );
        std::fs::write(folder.join("unit.v"), text).unwrap();
    }

    /// Returns the output and the status of `verify` in a rounding.
    fn verify(&self, folder: &Path, rounding: Rounding) -> (String, Option<i32>) {
        let vectors = share::count(5_000, 100_000);
        run(
            folder,
            &format!(
                "verify {} --flags --verilog unit.v --verilog symfpu.v --top unit --engine gates --vectors {vectors}",
                self.mnemonic_in(rounding)
            ),
        )
    }

    /// Returns the output and the status of `prove`.
    fn prove(&self, folder: &Path) -> (String, Option<i32>) {
        let unused: String = ["a", "b", "c"][self.operation.operands..]
            .iter()
            .map(|name| format!(",{name}=0"))
            .collect();
        run(
            folder,
            &format!(
                "prove {} --flags --verilog symfpu.v --nan any --port d=o,NV=NV,DZ=DZ,OF=OF,UF=UF,NX=NX --tie rm=1{unused}",
                self.mnemonic_in(self.rounding)
            ),
        )
    }
}

/// Runs a command in a folder.
fn run(folder: &Path, command: &str) -> (String, Option<i32>) {
    let output = halfpipe(command).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        format!("{command}\n{}", String::from_utf8_lossy(&said)),
        output.status.code(),
    )
}

#[test]
fn units_of_symfpu_are_right_in_drawn_formats_at_any_seed() {
    let units = Unit::draw(&mut seed::random());
    for_each(&units, |unit| {
        let folder = tempfile::tempdir().unwrap();
        unit.write_netlist(folder.path());
        unit.write_module(folder.path());
        let (said, status) = unit.verify(folder.path(), unit.rounding);
        assert!(status == Some(0) && said.contains("no mismatch"), "{said}");
        if unit.operation.is_proven {
            let (said, status) = unit.prove(folder.path());
            assert!(status == Some(0) && said.contains(", any NaN: holds, "), "{said}");
        }
    });
}

#[test]
fn a_unit_of_symfpu_in_another_rounding_is_wrong() {
    let unit = Unit {
        operation: &OPERATIONS[0],
        format: FloatFormat::new(3, 4),
        rounding: Rounding::NearestEven,
    };
    let folder = tempfile::tempdir().unwrap();
    unit.write_netlist(folder.path());
    unit.write_module(folder.path());
    let (said, status) = unit.verify(folder.path(), Rounding::TowardPositive);
    assert!(status == Some(1) && said.contains("mismatches, the first"), "{said}");
}
