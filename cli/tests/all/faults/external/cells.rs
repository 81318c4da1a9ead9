//! FPGA netlists from Yosys, correct and with faults.

use std::path::Path;

use halfpipe_test_support::share;
use halfpipe_yosys::external::CellModels;
use halfpipe_yosys::Yosys;

use super::corpus::{check_all, generated, Expected, Variant, INSTRUCTION, LAST};
use super::judge::{in_verilator, Judge, PowerUp};
use crate::common::{for_each, halfpipe};

/// The netlists of an FPGA family: the synthesis command, and the cells that receive faults.
struct Family {
    name: &'static str,
    synthesis: &'static str,
    table: &'static str,
    parameter: &'static str,
    /// True if the vendor writes the contents of a LUT as a string. The tests replace it by other spellings.
    is_text: bool,
    register: &'static str,
    data: &'static str,
    enable: &'static str,
}

const FAMILIES: [Family; 4] = [
    Family {
        name: "ice40",
        synthesis: "synth_ice40",
        table: "SB_LUT4",
        parameter: "LUT_INIT",
        is_text: false,
        register: "SB_DFFE",
        data: "D",
        enable: "E",
    },
    Family {
        name: "ecp5",
        synthesis: "synth_ecp5",
        table: "LUT4",
        parameter: "INIT",
        is_text: false,
        register: "TRELLIS_FF",
        data: "DI",
        enable: "CE",
    },
    Family {
        name: "nexus",
        synthesis: "synth_nexus -noiopad",
        table: "LUT4",
        parameter: "INIT",
        is_text: true,
        register: "FD1P3IX",
        data: "D",
        enable: "SP",
    },
    Family {
        name: "gowin",
        synthesis: "synth_gowin -noiopads",
        table: "LUT2",
        parameter: "INIT",
        is_text: false,
        register: "DFFE",
        data: "D",
        enable: "CE",
    },
];

/// Returns the netlist that Yosys writes after a synthesis command.
fn synthesised(text: &str, command: &str, module: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("module.v"), text).unwrap();
    let script = format!("read_verilog module.v\n{command} -top {module}\nwrite_verilog netlist.v\n");
    Yosys::find().unwrap().run(folder.path(), "script.ys", &script).unwrap();
    std::fs::read_to_string(folder.path().join("netlist.v")).unwrap()
}

/// Returns the first instance of a kind of cell, up to its semicolon, without attributes.
fn instance<'t>(text: &'t str, kind: &str) -> &'t str {
    let starts = [format!("  {kind} #("), format!("  {kind} ")];
    let start = starts
        .iter()
        .find_map(|start| text.find(start))
        .unwrap_or_else(|| panic!("{kind} in {text}"));
    let end = text[start..].find(";\n").expect("an instance ends");
    &text[start..start + end + 2]
}

/// Returns the connection of a pin or parameter in an instance, brackets included.
fn connection<'t>(instance: &'t str, name: &str) -> &'t str {
    let start = instance
        .find(&format!(".{name}("))
        .unwrap_or_else(|| panic!("{name} in {instance}"));
    let end = instance[start..].find('\n').expect("a connection is a line");
    instance[start..start + end].trim_end_matches(',')
}

/// Returns the netlist with one instance changed.
fn changed(text: &str, kind: &str, change: impl Fn(&str) -> String) -> String {
    let instance = instance(text, kind);
    text.replacen(instance, &change(instance), 1)
}

/// Returns the netlist with one pin or parameter connected to `value`.
fn connected(text: &str, kind: &str, name: &str, value: &str) -> String {
    changed(text, kind, |instance| {
        instance.replacen(connection(instance, name), &format!(".{name}({value})"), 1)
    })
}

impl Family {
    /// Returns the netlist with a number in another spelling. `spell` gets its binary and hexadecimal digits.
    fn respelt(&self, text: &str, spell: impl Fn(&str, &str) -> String) -> String {
        let value = connection(instance(text, self.table), self.parameter);
        let inner = value.split_once('(').expect("it has a value").1.trim_end_matches(')');
        let digits = inner.trim_matches('"').trim_start_matches("0x");
        let digits = digits.split_once('h').map_or(digits, |(_, digits)| digits);
        let number = u32::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("{value}"));
        let width = if self.table == "LUT2" { 4 } else { 16 };
        let spelt = spell(&format!("{number:0width$b}"), &format!("{number:x}"));
        connected(text, self.table, self.parameter, &spelt)
    }

    /// Returns the variants of a netlist.
    fn variants(&self, netlist: &str) -> Vec<Variant> {
        let Family {
            table, register, data, ..
        } = *self;
        let held = connection(instance(netlist, register), "Q");
        let held = held.split_once('(').expect("it has a net").1.trim_end_matches(')');
        let twice = |kind: &str| {
            let copy = instance(netlist, kind);
            let name = copy
                .rsplit_once(" (\n")
                .expect("it has pins")
                .0
                .rsplit_once(' ')
                .expect("it has a name")
                .1;
            let copy = copy.replacen(&format!(" {name} (\n"), " another (\n", 1);
            netlist.replacen("endmodule", &format!("{copy}endmodule"), 1)
        };
        let refused = |words: &str| Expected::Refused(words.to_owned());
        let text_number = format!("parameter {} of {table} as text", self.parameter);
        let mut variants = vec![
            ("as it is", netlist.to_owned(), Expected::Holds),
            (
                "x at a register",
                connected(netlist, register, data, "1'bx"),
                Expected::Refuted,
            ),
            (
                "nothing at a register",
                connected(netlist, register, data, ""),
                refused(&format!("missing or unsupported {data}")),
            ),
            (
                "an undriven net at a register",
                connected(netlist, register, data, "nowhere").replacen("endmodule", "wire nowhere;\nendmodule", 1),
                refused("net nowhere has no driver"),
            ),
            ("two tables at one net", twice(table), refused("it has two drivers, ")),
            (
                "two registers at one net",
                twice(register),
                refused("it has two drivers, "),
            ),
            (
                "a table and an assignment",
                netlist.replacen("endmodule", "assign d = 16'd0;\nendmodule", 1),
                refused("it has two drivers"),
            ),
            (
                "a register of itself",
                connected(netlist, register, data, held),
                Expected::Refuted,
            ),
            (
                "a register that is never enabled",
                connected(netlist, register, self.enable, "1'b0"),
                Expected::Refuted,
            ),
            (
                "a table of x",
                connected(netlist, table, self.parameter, "16'bx"),
                refused(&format!("missing or unsupported {}", self.parameter)),
            ),
            (
                "a table that is missing",
                changed(netlist, table, |instance| {
                    let parameter = connection(instance, self.parameter);
                    instance.replacen(parameter, "", 1)
                }),
                // A parser may fill in the value of the model.
                refused(""),
            ),
            (
                "a table as binary text",
                self.respelt(netlist, |binary, _| format!("\"{binary}\"")),
                refused(&text_number),
            ),
            (
                "a table as a decimal number",
                self.respelt(netlist, |_, digits| {
                    u32::from_str_radix(digits, 16).expect("they are digits").to_string()
                }),
                Expected::Holds,
            ),
            (
                "a table in binary",
                self.respelt(netlist, |binary, _| format!("{}'b{binary}", binary.len())),
                Expected::Holds,
            ),
        ];
        variants.push((
            "a table as hexadecimal text",
            self.respelt(netlist, |_, digits| format!("\"0x{digits}\"")),
            if self.is_text {
                Expected::Holds
            } else {
                refused(&text_number)
            },
        ));
        let named = variants.into_iter();
        named
            .map(|(name, text, expected)| variant(&format!("{}: {name}", self.name), text, expected))
            .collect()
    }
}

/// Returns a variant of min.f16 at latency 1.
fn variant(name: &str, text: String, expected: Expected) -> Variant {
    Variant {
        name: name.to_owned(),
        text,
        is_system: false,
        instruction: INSTRUCTION.to_owned(),
        latency: 1,
        is_late: false,
        is_latin1: false,
        files: Vec::new(),
        expected,
    }
}

#[test]
fn netlists_of_cells_are_read_as_the_vendors_flow_reads_them() {
    let generated = generated();
    let netlists = for_each(&FAMILIES, |family| synthesised(&generated, family.synthesis, "min_f16"));
    let both = FAMILIES.iter().zip(&netlists).enumerate();
    // The families take turns in the variants of a commit.
    let tried = both.flat_map(|(turn, (family, netlist))| {
        let variants = family.variants(netlist).into_iter().enumerate();
        variants.filter(move |(place, _)| *place == 0 || share::is_tried(place + turn, 3))
    });
    let variants: Vec<Variant> = tried.map(|(_, variant)| variant).collect();
    check_all(&variants);
}

/// The result times a factor that is 1, but not for an optimiser.
const MULTIPLIED: &str = "    wire [1:0] is_one;
    assign is_one[0] = (a[1:0] ^ b[1:0]) == ((a[1:0] | b[1:0]) & ~(a[1:0] & b[1:0]));
    assign is_one[1] = (a[3:2] ^ b[3:2]) == ((a[3:2] | b[3:2]) & ~(a[3:2] & b[3:2]));
    wire [31:0] product = choose_result * {{7{~is_one}}, ~is_one[1], is_one[0]};
    assign d = product[15:0];
";

/// A synthesis command whose netlists have multiplier blocks: the block, a setting or pin of it, a value that computes
/// something else, and the verdict on this.
struct BlockFlow {
    synthesis: &'static str,
    block: &'static str,
    changed: &'static str,
    value: &'static str,
    expected: Expected,
}

#[test]
fn multiplier_blocks_are_read_as_synthesis_writes_them() {
    let refused = |words: &str| Expected::Refused(words.to_owned());
    let flows = [
        BlockFlow {
            synthesis: "synth_ice40 -dsp",
            block: "SB_MAC16",
            changed: "B_SIGNED",
            value: "32'd1",
            expected: refused("parameter B_SIGNED of SB_MAC16"),
        },
        BlockFlow {
            synthesis: "synth_ecp5",
            block: "MULT18X18D",
            changed: "SIGNEDB",
            value: "1'h1",
            expected: refused("pin SIGNEDB of MULT18X18D"),
        },
        BlockFlow {
            synthesis: "synth_xilinx -noiopad -noclkbuf",
            block: "DSP48E1",
            changed: "ALUMODE",
            value: "4'h3",
            expected: Expected::Refuted,
        },
        BlockFlow {
            synthesis: "synth_xilinx -noiopad -noclkbuf",
            block: "DSP48E1",
            changed: "OPMODE",
            value: "7'h25",
            expected: Expected::Refuted,
        },
        BlockFlow {
            synthesis: "synth_xilinx",
            block: "DSP48E1",
            changed: "USE_SIMD",
            value: "\"ONE48\"), .IS_ALUMODE_INVERTED(4'h3",
            expected: refused("parameter IS_ALUMODE_INVERTED of DSP48E1: the model of the cell has 0 only"),
        },
        BlockFlow {
            synthesis: "synth_nexus",
            block: "MULT18X18",
            changed: "A",
            value: "18'h00003",
            expected: Expected::Refuted,
        },
        BlockFlow {
            synthesis: "synth_gowin -noiopads",
            block: "MULT18X18",
            changed: "B",
            value: "18'h00003",
            expected: Expected::Refuted,
        },
    ];
    let generated = generated();
    assert!(generated.contains(LAST), "{generated}");
    let multiplied = generated.replacen(LAST, MULTIPLIED, 1);
    let variants: Vec<Vec<Variant>> = for_each(&flows, |flow| {
        let netlist = synthesised(&multiplied, flow.synthesis, "min_f16");
        let wrong = connected(&netlist, flow.block, flow.changed, flow.value);
        let wrong_name = format!("{} with {} {}", flow.block, flow.changed, flow.value);
        vec![
            variant(flow.synthesis, netlist, Expected::Holds),
            variant(&wrong_name, wrong, flow.expected.clone()),
        ]
    });
    check_all(&variants.concat());
}

/// A cell of ECP5 has the same name and pins, but the contents of its table are a number.
#[test]
fn tables_of_nexus_without_other_cells_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("generate min.f16 --latency 0 --no-check");
    command.current_dir(folder.path()).assert().success();
    let text = std::fs::read_to_string(folder.path().join("min_f16.v")).unwrap();
    let netlist = synthesised(&text, "synth_nexus -noiopad -nowidelut -noccu2", "min_f16");
    let inverted = connected(&netlist, "LUT4", "INIT", "\"0xffff\"");
    let mut variants = [
        variant("tables of Nexus", netlist, Expected::Holds),
        variant("tables of Nexus, one of ones", inverted, Expected::Refuted),
    ];
    variants.iter_mut().for_each(|variant| variant.latency = 0);
    check_all(&variants);
}

/// For these families, Icarus Verilog 11 can read no form of Yosys' models.
const VERILATOR_ONLY: [&str; 2] = ["ecp5", "nexus"];

#[test]
fn simulators_find_nothing_wrong_in_netlists_that_are_proven() {
    let generated = generated();
    let judge = Judge::new("min.f16", 1);
    let netlists = for_each(&FAMILIES, |family| synthesised(&generated, family.synthesis, "min_f16"));
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for (family, netlist) in FAMILIES.iter().zip(&netlists) {
        if VERILATOR_ONLY.contains(&family.name) {
            let file = folder.path().join(family.name).with_extension("v");
            std::fs::write(&file, netlist).unwrap();
            files.push(file);
            continue;
        }
        let own = halfpipe_fpga::FAMILIES.iter();
        let own = own
            .into_iter()
            .find(|own| own.title.to_lowercase() == family.name)
            .unwrap();
        let models = CellModels::for_family(own).unwrap();
        let fault = judge.in_icarus(netlist, Some(&models.text), PowerUp::Unknown, false);
        assert_eq!(fault, None, "{}", family.name);
    }
    let judged: Vec<(&Path, &Judge)> = files.iter().map(|file| (file.as_path(), &judge)).collect();
    assert_eq!(in_verilator(&judged), [None, None]);
}

/// Returns true if `prove` accepts a netlist of tanh with block RAM, and the output.
fn proves_tanh(text: &str) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("variant.v"), text).unwrap();
    let mut command = halfpipe("prove tanh.approx.bf16 --latency 2 --verilog variant.v");
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.success(), said)
}

#[test]
fn a_memory_shows_what_was_read_and_what_it_was_filled_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("generate tanh.approx.bf16 --latency 2 --no-check");
    command.current_dir(folder.path()).assert().success();
    let text = std::fs::read_to_string(folder.path().join("tanh_approx_bf16.v")).unwrap();
    let rams = [
        ("synth_ice40", "SB_RAM40_4K", "RE", "RCLKE", "RCLK", "INIT_0"),
        ("synth_ecp5", "DP16KD", "CEA", "OCEA", "CLKA", "INITVAL_00"),
    ];
    for (synthesis, ram, enable, other, clock, contents) in rams.into_iter().take(share::count(1, 2)) {
        let netlist = synthesised(&text, synthesis, "tanh_approx_bf16");
        let never = connected(&netlist, ram, enable, "1'b0");
        let open = connected(&netlist, ram, contents, "320'bx");
        let written = connected(&netlist, ram, if ram == "DP16KD" { "WEA" } else { "WCLKE" }, "1'b1");
        let both = connected(&never, ram, other, "1'b0");
        let as_text = connected(&netlist, ram, contents, "\"0101\"");
        let clocked = connected(&netlist, ram, clock, "enable");
        let verdicts = for_each(&[netlist, never, both, open, written, as_text, clocked], |text| {
            proves_tanh(text)
        });
        let [right, others @ ..] = &verdicts[..] else {
            panic!("{verdicts:?}")
        };
        assert!(right.0, "{}", right.1);
        for (place, (is_proven, said)) in others.iter().enumerate() {
            let is_told = said.contains("actual ") || said.contains("error: variant.v:");
            assert!(!is_proven && is_told, "{ram} {place}: {said}");
        }
    }
}
