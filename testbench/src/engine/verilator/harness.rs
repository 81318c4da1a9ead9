//! The C++ around Verilated units.

use std::fmt::Write;

use halfpipe_hdl::net::{Direction, ModulePort};

/// The interface of a unit, `unit.h`.
pub const UNIT_HEADER: &str = include_str!("unit.h");

/// The program that answers requests, `serve.cpp`.
pub const SERVE: &str = include_str!("serve.cpp");

/// The program that runs vectors and dumps what changes, `trace.cpp`.
pub const TRACE: &str = include_str!("trace.cpp");

/// The class that Verilator makes of the unit of that index.
pub fn class(index: usize) -> String {
    format!("VUnit{index}")
}

/// The table of all units.
pub fn makers(count: usize) -> String {
    let mut text = String::from("#include \"unit.h\"\n\ntypedef Unit* (*Maker)();\n");
    for index in 0..count {
        let _ = writeln!(text, "Unit* make_unit_{index}();");
    }
    let names: Vec<String> = (0..count).map(|index| format!("make_unit_{index}")).collect();
    let _ = writeln!(text, "extern const Maker makers[];\nextern const uint32_t maker_count;");
    let _ = writeln!(text, "const Maker makers[] = {{{}}};", names.join(", "));
    let _ = writeln!(text, "const uint32_t maker_count = {count};");
    text
}

/// The unit or core of that index behind the interface, with Verilator's own sources for it included.
pub fn adapter(index: usize, ports: &[ModulePort], sources: &[String]) -> String {
    let class = class(index);
    // Verilator's sources for a unit share one header, which refuses to be included for a second unit.
    let mut text = String::from("#undef VL_PCH_INCLUDED\n");
    for source in sources {
        let _ = writeln!(text, "#include \"{source}\"");
    }
    let others = ["clock", "reset", "enable", "in_valid", "op", "tag_in"];
    let operands = ports
        .iter()
        .filter(|port| port.direction == Direction::In && !others.contains(&port.name.as_str()));
    let operands: String = operands
        .enumerate()
        .map(|(position, port)| {
            format!(
                " model.{} = static_cast<uint{}_t>(values.words[{position}]);",
                port.name, port.width
            )
        })
        .collect();
    let port = |name: &str| ports.iter().find(|port| port.name == name);
    // The bits above a port's width have to be 0.
    let driven = |name: &str, value: &str| {
        port(name).map(|port| format!(" model.{name} = {value} & {:#x}u;", u64::MAX >> (64 - port.width)))
    };
    let [op, tag_in] = [("op", "op"), ("tag_in", "tag")].map(|(name, value)| driven(name, value));
    let [op_name, tag_name] = if op.is_some() { ["op", "tag"] } else { ["", ""] };
    let [op, tag_in] = [op, tag_in].map(Option::unwrap_or_default);
    let tag = if port("tag_out").is_some() {
        "model.tag_out"
    } else {
        "0"
    };
    let [control, clock, out_valid] = match port("clock") {
        None => ["", "", " return false;"],
        Some(_) => [
            " model.reset = reset; model.enable = enable; model.in_valid = in_valid;",
            " model.clock = level;",
            " return model.out_valid;",
        ],
    };
    let [reset_name, enable_name, in_valid_name, level_name] = match port("clock") {
        None => ["", "", "", ""],
        Some(_) => ["reset", "enable", "in_valid", "level"],
    };
    let _ = write!(
        text,
        "
#include \"unit.h\"
#if VM_TRACE
#include \"verilated_vcd_c.h\"
#endif
namespace {{
class Unit{index} final : public Unit {{
    // Its outputs cannot be read through a constant.
    mutable {class} model;
public:
    void operands(const Operands& values) override {{{operands} }}
    void operation(uint32_t {op_name}, uint64_t {tag_name}) override {{{op}{tag_in} }}
    uint64_t tag() const override {{ return {tag}; }}
    void control(bool {reset_name}, bool {enable_name}, bool {in_valid_name}) override {{{control} }}
    void clock(bool {level_name}) override {{{clock} }}
    void evaluate() override {{ model.eval(); }}
    bool out_valid() const override {{{out_valid} }}
    uint32_t d() const override {{ return model.d; }}
#if VM_TRACE
    // Deeper than any hierarchy.
    void trace(VerilatedVcdC& dump) override {{ model.trace(&dump, 1 << 16); }}
#endif
}};
}}
Unit* make_unit_{index}();
Unit* make_unit_{index}() {{ return new Unit{index}; }}
"
    );
    text
}
