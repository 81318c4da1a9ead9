//! Nothing: rust-hdl-core 0.46 depends on a crate of this name and uses no item of it.
