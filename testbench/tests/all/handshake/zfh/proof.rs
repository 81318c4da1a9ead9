//! An unbounded SymbiYosys proof of the handshake of a core. The functions of its parts are left open.

use halfpipe_hdl::zfh::{parts, Divider, Extension, Group, Part, Sharing, ZfhSpec, CODES};
use halfpipe_isa::FloatFormat;
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use super::faults::{Fault, FAULTS};
use super::{drawn, verilog};
use halfpipe_testbench::symbiyosys::{self, TaskOutcome};

/// The number of clocks of induction that suffices for the rules with their lemmas.
const INDUCTION: u32 = 2;

/// The number of clocks within which every fault shows.
const SHOWN: u32 = 12;

/// Yosys' complaint about a path from `out_ready` to an output that must not wait for it.
const PATH: &str = "Assertion failed: selection is not empty";

/// The kind of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Combinational,
    Pipeline,
    Iterative,
}

/// A part with its place among the parts of its core.
struct Abstract<'p> {
    part: &'p Part,
    place: usize,
    /// True if all parts move together, in one pipeline of tags.
    moves_together: bool,
    count: usize,
    spec: &'p ZfhSpec,
    /// True if the result is 0 for an operation of another group.
    is_gated: bool,
    /// True if the core keeps the order of several parts of the group, which move on their own.
    has_siblings: bool,
    /// The names of those before it.
    siblings_before: Vec<String>,
}

impl Abstract<'_> {
    fn kind(&self) -> Kind {
        match (&self.part.lane.iteration, self.part.module.latency) {
            (Some(_), _) => Kind::Iterative,
            (None, 0) => Kind::Combinational,
            _ => Kind::Pipeline,
        }
    }

    /// Returns the name of its nets in the core.
    fn name(&self) -> String {
        match self.part.format {
            Some(format) => format!("{}_{format}", self.part.group),
            None => self.part.group.to_string(),
        }
    }

    /// Returns the condition that an operation is of its group.
    fn of_group(&self) -> &'static str {
        match self.part.group {
            Group::Addmul => "op <= 4'd3",
            Group::Divsqrt => "op == 4'd4 || op == 4'd5",
            Group::Noncomp => "op >= 4'd6 && op <= 4'd9 || op == 4'd13",
            Group::Conv => "op >= 4'd10 && op <= 4'd12 || op == 4'd14",
        }
    }

    /// Returns the condition that an operation is its own.
    fn selection(&self) -> String {
        let operations = self.spec.operations();
        let own = operations.iter();
        let own = own.filter(|operation| self.spec.computes(self.part, &operation.encoding));
        let alternatives: Vec<String> = own
            .map(|operation| {
                let required = |(port, _): &(&str, u32)| {
                    let value = operation.encoding.required(port)?;
                    Some(format!("{port} == {value}"))
                };
                CODES.iter().filter_map(required).collect::<Vec<_>>().join(" && ")
            })
            .collect();
        alternatives.join(" || ")
    }

    /// Returns the number of bits of its outputs.
    fn bits(&self) -> u32 {
        self.part.module.lane.outputs.iter().map(|output| output.width).sum()
    }

    /// Returns the result and the flags of the core for its outputs, which a net has together.
    fn word(&self, net: &str) -> String {
        let mut high = self.bits();
        let mut sign = String::new();
        let mut slices = std::collections::BTreeMap::new();
        for output in &self.part.module.lane.outputs {
            let low = high - output.width;
            slices.insert(output.name.as_str(), format!("{net}[{}:{low}]", high - 1));
            if output.name == "result" {
                sign = format!("{net}[{}]", high - 1);
            }
            high = low;
        }
        let outputs = &self.part.module.lane.outputs;
        let result = outputs.iter().find(|output| output.name == "result");
        let above = self.spec.width() - result.map_or(0, |result| result.width);
        let bit = match (self.part.group, self.spec.boxes()) {
            _ if above == 0 => None,
            (Group::Conv, _) => None,
            (Group::Noncomp, true) => Some(slices["fill"].clone()),
            (Group::Noncomp, false) => Some(format!("{} && {sign}", slices["fill"])),
            (_, true) => Some("1'b1".to_owned()),
            (_, false) => Some(sign),
        };
        let fill = bit.map_or_else(String::new, |bit| format!("{{{above}{{{bit}}}}}, "));
        format!("{{{fill}{}, {}}}", slices["result"], slices["flags"])
    }

    /// Fills in a text about the part.
    fn filled(&self, text: &str) -> String {
        let name = self.name();
        let word = |net: &str| self.word(net);
        let stages = self.part.module.latency;
        // With one pipeline of tags, each stage has one bit for each part.
        let gated = if self.is_gated {
            format!("all_moving[N*{name}_stage +: N] != 0 && !{name}_moving[{name}_stage]")
        } else {
            "1'b0".to_owned()
        };
        let nets = match self.moves_together {
            true => {
                let bits = (0..stages as usize).rev();
                let bits: Vec<String> = bits
                    .map(|stage| format!("all_moving[{}]", stage * self.count + self.place))
                    .collect();
                format!(
                    "    assign {name}_moving = {{{}}};\n    assign {name}_tags = all_tags;",
                    bits.join(", ")
                )
            }
            false if self.has_siblings => format!("    wire {name}_stops, {name}_moves;"),
            false => String::new(),
        };
        text.replace("WORD(NAME_choice)", &word(&format!("{name}_choice")))
            .replace("WORD(its_choice)", &word("its_choice"))
            .replace(
                "STOPS",
                match (self.moves_together, self.has_siblings) {
                    (true, _) => "out_valid && !out_ready",
                    (false, true) => "NAME_stops",
                    (false, false) => "1'b0",
                },
            )
            .replace("IS_OF_OTHERS", &gated)
            .replace("NETS\n", &format!("{nets}\n"))
            .replace("NAME", &name)
            .replace("BITS", &self.bits().to_string())
            .replace("STAGES", &stages.to_string())
            .replace("WIDTH", &self.spec.width().to_string())
            .replace("PLACE", &self.place.to_string())
    }

    fn rules(&self) -> String {
        let rules = self.filled(match self.kind() {
            Kind::Combinational => include_str!("rules/combinational.v"),
            Kind::Pipeline => include_str!("rules/pipeline.v"),
            Kind::Iterative => include_str!("rules/iterative.v"),
        });
        let of_order = self.siblings_before.iter().map(|other| self.order_after(other));
        rules + &of_order.collect::<String>()
    }

    /// Returns the rule that it and another part of its group keep the order of their operations. Pipelines of one latency
    /// that move together, with one operation in a stage, have one order. An iterative part works alone.
    fn order_after(&self, other: &str) -> String {
        let name = self.name();
        let both = match self.kind() {
            Kind::Combinational => return String::new(),
            Kind::Pipeline => {
                return format!(
                    "    always @* if (rules_apply) begin
        assert (({name}_moving & {other}_moving) == 0);
        assert ({name}_moves == {other}_moves);
    end\n"
                )
            }
            Kind::Iterative => [name.as_str(), other].map(|part| format!("({part}_working || {part}_finished)")),
        };
        format!("    always @* if (rules_apply) assert (!({}));\n", both.join(" && "))
    }

    /// Returns an abstract module that has only the part's contract.
    fn module(&self) -> String {
        let ports = self.part.module.ports_of_part();
        let declarations: Vec<String> = ports
            .iter()
            .map(|port| {
                let direction = if port.is_input() { "input" } else { "output" };
                format!("    {direction} wire [{}:0] {}", port.width - 1, port.name)
            })
            .collect();
        let outputs = &self.part.module.lane.outputs;
        let outputs: Vec<&str> = outputs.iter().map(|output| output.name.as_str()).collect();
        let is_own = if self.is_gated {
            format!("({})", self.of_group())
        } else {
            "1'b1".to_owned()
        };
        let text = match self.kind() {
            Kind::Combinational => include_str!("rules/part_combinational.v"),
            Kind::Pipeline => include_str!("rules/part_pipeline.v"),
            Kind::Iterative => include_str!("rules/part_iterative.v"),
        };
        text.replace("PORTS", &declarations.join(",\n"))
            .replace("OUTPUTS", &outputs.join(", "))
            .replace("IS_OWN", &is_own)
            .replace("module NAME", &format!("module {}", self.part.module.name))
            .replace("BITS", &self.bits().to_string())
            .replace("STAGES", &self.part.module.latency.to_string())
    }

    /// Returns the nets of the rules, and the nets inside the core that they stand for.
    fn connections(&self) -> Vec<(String, String)> {
        let name = self.name();
        let inside = |net: &str, inner: &str| (format!("{name}_{net}"), format!("dut.{name}{inner}"));
        let mut connections = vec![inside("choice", ".choice")];
        match self.kind() {
            Kind::Combinational => {}
            Kind::Pipeline => {
                connections.push(inside("data", ".data"));
                if self.has_siblings {
                    connections.push((format!("{name}_stops"), format!("dut.{}_waits", self.part.group)));
                    connections.push(inside("moves", "_moves"));
                }
                if !self.moves_together {
                    connections.extend([inside("moving", "_moving"), inside("tags", "_tags")]);
                }
            }
            Kind::Iterative => connections.extend([
                inside("held", ".held"),
                inside("working", ".working"),
                inside("finished", ".finished"),
                inside("tags", "_tag"),
            ]),
        }
        connections
    }
}

/// Proves the rules for a core, given as text, within so many clocks. Returns the outcome and the log.
fn prove(spec: &ZfhSpec, text: &str, depth: u32) -> (TaskOutcome, String) {
    let parts = parts(spec).unwrap();
    let latency = parts[0].module.latency;
    let moves_together = parts
        .iter()
        .all(|part| part.lane.iteration.is_none() && part.module.latency == latency);
    let of_group = |group: Group| parts.iter().filter(move |part| part.group == group);
    let has_siblings = |part: &Part| !moves_together && part.module.latency > 0 && of_group(part.group).count() > 1;
    let before = |place: usize| -> Vec<String> {
        let others = parts[..place].iter().filter(|part| part.group == parts[place].group);
        others
            .filter(|part| has_siblings(part))
            .filter_map(|part| Some(format!("{}_{}", part.group, part.format?)))
            .collect()
    };
    let parts: Vec<Abstract> = parts
        .iter()
        .enumerate()
        .map(|(place, part)| Abstract {
            has_siblings: has_siblings(part),
            siblings_before: before(place),
            part,
            place,
            moves_together,
            count: parts.len(),
            spec,
            is_gated: moves_together
                && matches!(part.group, Group::Noncomp | Group::Conv)
                && parts.iter().filter(|other| other.group == part.group).count() == 1,
        })
        .collect();
    let mut texts = text.split("\n// Part of the core");
    let (top, decoder) = (
        texts.next().unwrap(),
        texts.next().expect("the decoder follows the core"),
    );
    let modules: String = parts.iter().map(Abstract::module).collect();
    let each = |line: &dyn Fn(&Abstract) -> String| parts.iter().map(line).collect::<String>();
    let has_arbiter = !moves_together && parts.len() > 1;
    let arbiter = match (has_arbiter, moves_together && latency > 0) {
        (true, _) => include_str!("rules/arbiter.v").to_owned(),
        (false, true) => include_str!("rules/together.v").replace("STAGES", &latency.to_string()),
        _ => String::new(),
    };
    let (before, after) = if has_arbiter {
        (String::new(), arbiter)
    } else {
        (arbiter, String::new())
    };
    let rules = include_str!("rules/rules.v")
        .replace(
            "PLACES\n",
            &each(&|part| format!("        if ({}) place = {};\n", part.selection(), part.place)),
        )
        .replace(
            "COMBINATIONAL\n",
            &each(&|part| match part.kind() {
                Kind::Combinational => format!("        if (place == {}) is_comb = 1'b1;\n", part.place),
                _ => String::new(),
            }),
        )
        .replace(
            "CHOICES\n",
            &each(&|part| {
                format!(
                    "        if (place == {}) choice = {}_choice;\n",
                    part.place,
                    part.name()
                )
            }),
        )
        .replace("PARTS\n", &(before + &each(&|part| part.rules())))
        .replace("ARBITER\n", &after)
        .replace("WIDTH", &spec.width().to_string())
        .replace("COUNT", &parts.len().to_string())
        .replace("CORE", spec.name());
    let mut connections: Vec<(String, String)> = parts.iter().flat_map(Abstract::connections).collect();
    let inner = |outer: &str, inner: &str| (outer.to_owned(), format!("dut.{inner}"));
    if has_arbiter {
        connections.extend(["waiting", "behind", "valid"].map(|net| inner(net, net)));
    } else if moves_together && latency > 0 {
        connections.extend([inner("all_moving", "moving"), inner("all_tags", "tags")]);
    }
    let connections: String = connections
        .iter()
        .map(|(net, inside)| format!("connect -nounset -set {net} {inside}\n"))
        .collect();
    let task = format!(
        "[options]
mode prove
depth {depth}

[engines]
smtbmc z3

[script]
read_verilog core.v parts.v
read_verilog -formal rules.v
hierarchy -top rules
proc
flatten
select -module rules
{connections}select -clear
# No path leads from out_ready to an output that must not wait for it.
select -assert-none rules/w:dut.out_valid rules/w:dut.busy rules/w:dut.tag_out rules/w:dut.result %u %u %u %ci*:-$dff,$adff rules/w:out_ready %i
prep -top rules

[files]
core.v
parts.v
rules.v
"
    );
    let files = [
        ("core.v", format!("{top}\n// Decoder{decoder}\n")),
        ("parts.v", modules),
        ("rules.v", rules),
        ("rules.sby", task),
    ];
    match symbiyosys::prove(&files).unwrap() {
        (TaskOutcome::Unknown, log) if log.contains(PATH) => (TaskOutcome::Refuted, log),
        found => found,
    }
}

/// Returns cores with latencies, and each with a small divider too.
fn cores(latencies: &[[u32; 3]]) -> Vec<ZfhSpec> {
    let with = |latencies: [u32; 3]| {
        [Divider::None, Divider::Small].map(|divider| ZfhSpec {
            latencies,
            divider,
            ..ZfhSpec::default()
        })
    };
    latencies.iter().copied().flat_map(with).collect()
}

fn assert_proved(cores: &[ZfhSpec]) {
    cores.par_iter().with_max_len(1).for_each(|core| {
        let (outcome, log) = prove(core, &verilog(core), INDUCTION);
        assert!(outcome == TaskOutcome::Proved, "{core:?}: {log}");
    });
}

#[test]
fn the_rules_of_the_handshake_hold() {
    let cores = cores(&[[0, 0, 0], [3, 3, 3], [3, 1, 2], [1, 0, 2]]);
    assert_proved(
        &cores
            .into_iter()
            .skip(1)
            .step_by(share::count(4, 2))
            .collect::<Vec<_>>(),
    );
    assert_proved(&[ZfhSpec {
        latencies: [3, 3, 3],
        ..ZfhSpec::default()
    }]);
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_rules_of_the_handshake_hold_in_every_form_of_core() {
    const BOTH: [FloatFormat; 2] = [FloatFormat::RISCV_H, FloatFormat::RISCV_BF16];
    let few = [[0, 0, 0], [3, 3, 3], [3, 1, 2], [1, 0, 2]];
    let more = [[1, 1, 1], [4, 4, 4], [0, 1, 0], [5, 2, 3]];
    let mut all = if share::all() {
        cores(&[few, more].concat())
    } else {
        cores(&few)
    };
    // Several parts in a group, and groups with a part of their operations.
    for latencies in [[3, 1, 2], [2, 2, 2]] {
        for divider in [Divider::Small, Divider::Fast(2)] {
            all.push(ZfhSpec {
                formats: Some(BOTH.into()),
                latencies,
                divider,
                ..ZfhSpec::default()
            });
        }
        for sharing in [Sharing::Formats, Sharing::None] {
            all.push(ZfhSpec {
                extensions: vec![Extension::F, Extension::Zfh, Extension::Zfa],
                latencies,
                divider: Divider::Small,
                sharing,
                ..ZfhSpec::default()
            });
        }
        for extension in [Extension::Zfhmin, Extension::Zfbfmin] {
            all.push(ZfhSpec {
                extensions: vec![extension],
                latencies,
                ..ZfhSpec::default()
            });
        }
    }
    assert_proved(&all);
}

/// The number of drawn cores whose rules are proven.
const DRAWN: usize = 1;

#[test]
fn the_rules_of_the_handshake_hold_in_drawn_cores_at_any_seed() {
    let mut random = seed::random();
    assert_proved(&(0..DRAWN).map(|_| drawn(&mut random)).collect::<Vec<_>>());
}

/// The number of faults that are tried, unless all are.
const TRIED_FAULTS: usize = 2;

#[test]
fn faults_of_the_handshake_are_refuted_at_any_seed() {
    let all: Vec<_> = FAULTS.iter().collect();
    refute(&share::drawn(&all, TRIED_FAULTS, &mut seed::random()));
}

#[test]
#[ignore = "of processors: make test-processor"]
fn every_fault_of_the_handshake_is_refuted() {
    refute(&FAULTS.iter().collect::<Vec<_>>());
}

/// Asserts that the rules are refuted with each of the faults.
fn refute(faults: &[&Fault]) {
    let failure = |fault: &&Fault| {
        let spec = fault.form.spec();
        let (outcome, log) = prove(&spec, &fault.text.inject(&verilog(&spec)), SHOWN);
        (outcome != TaskOutcome::Refuted).then(|| format!("{}: {log}", fault.text.wrong))
    };
    let failures: Vec<String> = faults.par_iter().with_max_len(1).filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "of processors: make test-processor"]
fn formats_of_a_group_that_move_apart_are_refuted() {
    let spec = ZfhSpec {
        formats: Some(vec![FloatFormat::RISCV_H, FloatFormat::RISCV_BF16]),
        divider: Divider::Small,
        ..ZfhSpec::default()
    };
    let text = verilog(&spec);
    for (right, wrong) in [
        (
            "wire addmul_bf16_moves = !addmul_waits;",
            "wire addmul_bf16_moves = !addmul_bf16_valid || addmul_bf16_taken;",
        ),
        (
            "wire divsqrt_bf16_ready = divsqrt_free && !divsqrt_waits;",
            "wire divsqrt_bf16_ready = divsqrt_bf16_free && !divsqrt_waits;",
        ),
    ] {
        assert!(text.contains(right), "{right}");
        let (outcome, log) = prove(&spec, &text.replace(right, wrong), SHOWN);
        assert!(outcome == TaskOutcome::Refuted, "{wrong}: {log}");
    }
}
