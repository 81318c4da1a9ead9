//! The ports of a module of a Verilog source, as Yosys reads it.

use halfpipe_hdl::design::{roles, Direction, Port};
use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_yosys::netlist::YosysModule;
use halfpipe_yosys::Yosys;

use crate::error::Error;

/// Returns the ports of a module of a Verilog source, in the order of their declaration.
///
/// # Errors
///
/// [`Error::Tools`] when Yosys is missing or refuses the source, or the module does not exist. [`Error::Unmeasurable`]
/// when a port is bidirectional.
pub fn ports(verilog: &str, module: &str) -> Result<Vec<Port>, Error> {
    let folder = temporary_folder()?;
    write(&folder.path().join("module.v"), verilog)?;
    let script = format!("read_verilog module.v\nhierarchy -top {module}\nproc\nwrite_json module.json\n");
    Yosys::find()?.run(folder.path(), "script.ys", &script)?;
    let json = read(&folder.path().join("module.json"))?;
    ports_of(module, &YosysModule::parse(&json, module)?)
}

/// Converts the ports of the module `name`.
///
/// # Errors
///
/// [`Error::Unmeasurable`] when a port is bidirectional.
pub fn ports_of(name: &str, module: &YosysModule) -> Result<Vec<Port>, Error> {
    let ports = &module.ports.0;
    let directions = ports.iter().map(|(port, of)| match of.direction.as_str() {
        "input" => Ok(Direction::In),
        "output" => Ok(Direction::Out),
        other => Err(Error::Unmeasurable {
            module: name.to_owned(),
            message: format!("its port {port} is {other}; only input and output are allowed"),
        }),
    });
    let directions = directions.collect::<Result<Vec<_>, _>>()?;
    let roles = roles(module.ports.names().zip(directions.iter().copied()));
    let described = ports.iter().zip(directions).zip(roles);
    Ok(described
        .map(|(((name, port), direction), role)| Port {
            name: name.clone(),
            direction,
            width: port.width(),
            role,
            part: None,
        })
        .collect())
}
