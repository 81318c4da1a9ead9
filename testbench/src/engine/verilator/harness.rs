//! The C++ around Verilated modules.

use std::fmt::Write;

use halfpipe_hdl::design::{Interface, Port, Role};
use halfpipe_isa::RegisterPart;

/// The interface of a unit, `unit.h`.
pub const UNIT_HEADER: &str = include_str!("unit.h");

/// The program that answers requests, `serve.cpp`.
pub const SERVE: &str = include_str!("serve.cpp");

/// The program that runs vectors and dumps every change, `trace.cpp`.
pub const TRACE: &str = include_str!("trace.cpp");

/// Returns the name of Verilator's class for the unit of this index.
pub fn class(index: usize) -> String {
    format!("VUnit{index}")
}

/// Returns the table of all units.
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

/// Returns the C++ that sets a part of a wide port, which Verilator has as an array of 32-bit words.
fn drive_part(position: usize, port: &Port, part: RegisterPart) -> String {
    let word = |number: u32| {
        let (register, place, shift) = (part.register, part.low / 32 + number, 32 * number);
        format!(" model.{register}[{place}] = static_cast<uint32_t>(words[{position}] >> {shift});")
    };
    (0..port.width.div_ceil(32)).map(word).collect()
}

/// Returns the C++ that adapts the module of this index to the interface, with Verilator's own sources for the module
/// included.
pub fn adapter(index: usize, interface: &Interface, sources: &[String]) -> String {
    let class = class(index);
    // Verilator's sources for each unit share one header, which rejects a second inclusion.
    let mut text = String::from("#undef VL_PCH_INCLUDED\n");
    for source in sources {
        let _ = writeln!(text, "#include \"{source}\"");
    }
    let drive = |(position, port): (usize, &Port)| match port.part {
        None => {
            // The bits above a port's width must be 0.
            let (name, ones) = (&port.name, port.ones());
            format!(" model.{name} = words[{position}] & {ones:#x}u;")
        }
        Some(part) => drive_part(position, port, part),
    };
    let read = |(position, port): (usize, &Port)| format!(" words[{position}] = model.{};", port.name);
    let inputs: String = interface.inputs().enumerate().map(drive).collect();
    let outputs: String = interface.outputs().enumerate().map(read).collect();
    let (input_count, output_count) = (interface.inputs().count(), interface.outputs().count());
    let name = |role: Role| interface.port(role).map(|port| port.name.as_str());
    let set = |role: Role, value: &str| {
        let name = name(role);
        name.map(|name| format!(" model.{name} = {value};")).unwrap_or_default()
    };
    let control = [
        (Role::Reset, "reset"),
        (Role::Enable, "enable"),
        (Role::InValid, "in_valid"),
    ];
    let control: String = control.map(|(role, value)| set(role, value)).concat();
    let clock = set(Role::Clock, "level");
    let out_valid = name(Role::OutValid).map_or("false".to_owned(), |name| format!("model.{name}"));
    let [reset_name, enable_name, in_valid_name, level_name] = match name(Role::Clock) {
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
    size_t input_count() const override {{ return {input_count}; }}
    size_t output_count() const override {{ return {output_count}; }}
    void inputs(const uint64_t* words) override {{{inputs} }}
    void outputs(uint64_t* words) const override {{{outputs} }}
    void control(bool {reset_name}, bool {enable_name}, bool {in_valid_name}) override {{{control} }}
    void clock(bool {level_name}) override {{{clock} }}
    void evaluate() override {{ model.eval(); }}
    bool out_valid() const override {{ return {out_valid}; }}
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
