//! Dot products.
use halfpipe_prove::unit::datapath;
use crate::common::instruction;
#[test]
fn list() {
    for name in ["dot4.volta.f32.f16", "dot8.volta.f32.f16", "dot2.hopper.f16.e4m3"] {
        let netlist = datapath(instruction(name));
        println!("{name} {} nets", netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            if let Some(path) = netlist.path(id) { println!("  {} {path} {} {:?}", id.index(), node.width, node.op); }
        }
    }
}
