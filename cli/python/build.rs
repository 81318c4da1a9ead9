//! Options of the linker: on macOS the module takes the interpreter's symbols from the process that loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
