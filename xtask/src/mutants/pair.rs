//! Equivalence of two modules with the same ports, each as Verilog.

use std::path::Path;

use halfpipe_hdl::design::{Port, Role};
use halfpipe_testbench::engine::EngineError;
use halfpipe_yosys::netlist::YosysModule;
use halfpipe_yosys::Yosys;

use crate::mutants::mutable_module::{read, switch, write};
use crate::mutants::subject::ModulePorts;
use crate::mutants::Error;
use halfpipe_prove::versions::{EquivalenceVerdict, VersionProver};

/// Compares two Verilog texts that each have a module with this name and these ports. It compares `out_valid` over any
/// number of clock cycles and for all inputs, and the data while `out_valid` is 1. The first is taken for the one
/// without a fault.
///
/// # Errors
///
/// [`Error`] when Yosys is missing, or refuses a text.
pub fn compare(module: &str, ports: &ModulePorts, one: &str, other: &str) -> Result<EquivalenceVerdict, Error> {
    let folder = tempfile::tempdir().map_err(Error::file(&std::env::temp_dir()))?;
    let netlist = netlist(folder.path(), module, &text(ports), one, other)?;
    let network = ports.network(&netlist, 1)?;
    Ok(VersionProver::new(&network, ports.latency, 1).prove(1))
}

/// Returns a module with both side by side, in which the second is selected like a mutant.
fn text(ports: &ModulePorts) -> String {
    let control: &[Role] = match ports.latency {
        0 => &[],
        _ => &[Role::Clock, Role::Reset, Role::Enable, Role::InValid],
    };
    let control = control.iter().map(|role| (role.contract_name(), 1));
    let valid = (ports.latency > 0).then_some((Role::OutValid.contract_name(), 1));
    let data =
        |ports: &[Port]| -> Vec<(String, u32)> { ports.iter().map(|port| (port.name.clone(), port.width)).collect() };
    let inputs: Vec<(String, u32)> = control
        .map(|(name, width)| (name.to_owned(), width))
        .chain(data(&ports.inputs))
        .collect();
    let outputs: Vec<(String, u32)> = valid
        .map(|(name, width)| (name.to_owned(), width))
        .into_iter()
        .chain(data(&ports.outputs))
        .collect();
    let choice = switch(1);
    let mut declared = vec![format!("input {choice}")];
    declared.extend(
        inputs
            .iter()
            .map(|(name, width)| format!("input [{}:0] {name}", width - 1)),
    );
    declared.extend(
        outputs
            .iter()
            .map(|(name, width)| format!("output [{}:0] {name}", width - 1)),
    );
    let mut text = format!("module pair ({});\n", declared.join(", "));
    for side in ["one", "other"] {
        let mut connected: Vec<String> = inputs.iter().map(|(name, _)| format!(".{name}({name})")).collect();
        for (name, width) in &outputs {
            text += &format!("    wire [{}:0] {side}_{name};\n", width - 1);
            connected.push(format!(".{name}({side}_{name})"));
        }
        text += &format!("    {side} {side} ({});\n", connected.join(", "));
    }
    for (name, _) in &outputs {
        text += &format!("    assign {name} = {choice} ? other_{name} : one_{name};\n");
    }
    text + "endmodule\n"
}

fn netlist(folder: &Path, module: &str, pair: &str, one: &str, other: &str) -> Result<YosysModule, Error> {
    let file = |name: &str| folder.join(name);
    let mut script = String::new();
    for (side, text) in [("one", one), ("other", other)] {
        write(&file(&format!("{side}.v")), text)?;
        script +=
            &format!("read_verilog {side}.v\nhierarchy -top {module}\nproc -norom\nflatten\ndesign -stash {side}\n");
    }
    for side in ["one", "other"] {
        script += &format!("design -copy-from {side} -as {side} {module}\n");
    }
    write(&file("pair.v"), pair)?;
    script +=
        "read_verilog pair.v\nhierarchy -top pair\nproc\nflatten\ndelete t:$scopeinfo\nopt_clean\ntechmap\nopt_clean\n\
               dfflegalize -cell $_DFF_P_ 01\ntechmap\nopt_clean\nwrite_json pair.json\n";
    Yosys::find()
        .map_err(EngineError::from)?
        .run(folder, "pair.ys", &script)
        .map_err(EngineError::from)?;
    Ok(YosysModule::parse(&read(&file("pair.json"))?, "pair").map_err(EngineError::from)?)
}
