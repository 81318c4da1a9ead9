//! Registers at the ports: no logic stands between a data port and a register.

use halfpipe_hdl::design::{Design, DesignError, DesignKind, DesignSpec};
use halfpipe_hdl::net::pipeline::PORT_RANKS;
use halfpipe_hdl::net::{NetId, Netlist, Op};
use halfpipe_isa::Instruction;

/// Returns the module of a specification with registers at its ports.
fn registered(kind: DesignKind, latency: u32) -> Result<Design, DesignError> {
    Design::from_spec(&DesignSpec {
        register_ports: true,
        ..DesignSpec::new(kind, latency)
    })
}

/// Returns a unit of each datapath, and a core.
fn kinds() -> Vec<DesignKind> {
    let units = [
        "add.rn.f16x2",
        "mul.rn.bf16",
        "fma.rn.relu.f16",
        "fma.rn.f32.f16",
        "fma.rn.e4m3",
        "max.f16",
        "tanh.approx.f16",
        "setp.lt.f16",
        "cvt.rn.f16.s32",
        "neg.bf16x2",
    ];
    let instruction = |name: &str| -> Instruction { name.parse().expect("a legal mnemonic") };
    let core = ["fma.rn.f16", "min.f16"].map(instruction);
    let units = units.into_iter().map(|name| DesignKind::Unit(instruction(name)));
    units.chain([DesignKind::core(&core)]).collect()
}

/// True if a net is a register, a constant, or slices and joins of these.
fn is_held(netlist: &Netlist, id: NetId) -> bool {
    let node = netlist.node(id);
    match node.op {
        Op::Register | Op::Constant(_) => true,
        Op::Slice { .. } | Op::Concat => node.operands.iter().all(|operand| is_held(netlist, *operand)),
        _ => false,
    }
}

/// True if a net is an input or a constant, or slices and joins of these.
fn is_input(netlist: &Netlist, id: NetId) -> bool {
    let node = netlist.node(id);
    match node.op {
        Op::Input | Op::Constant(_) => true,
        Op::Slice { .. } | Op::Concat => node.operands.iter().all(|operand| is_input(netlist, *operand)),
        _ => false,
    }
}

/// True if no logic is beside the ports of a netlist.
fn has_registered_ports(netlist: &Netlist) -> bool {
    let takes_inputs = |id: &NetId| {
        let operands = &netlist.node(*id).operands;
        operands
            .iter()
            .any(|operand| !netlist.node(*operand).is_constant() && is_input(netlist, *operand))
    };
    let is_register_or_wiring = |id: NetId| matches!(netlist.node(id).op, Op::Register | Op::Slice { .. } | Op::Concat);
    netlist.ids().filter(takes_inputs).all(is_register_or_wiring)
        && netlist.outputs.iter().all(|port| is_held(netlist, port.net))
}

#[test]
fn no_logic_is_beside_registered_ports() {
    for kind in kinds() {
        let longest = DesignSpec::new(kind.clone(), 0).max_latency().expect("it has a core");
        for latency in PORT_RANKS..=longest + PORT_RANKS + 1 {
            let design = registered(kind.clone(), latency).expect("it has the latency");
            assert!(design.has_registered_ports());
            assert!(
                has_registered_ports(&design.module().lane),
                "{kind:?} at latency {latency}"
            );
            assert_eq!(design.cuts().len(), latency as usize, "{kind:?}");
        }
    }
}

#[test]
fn logic_is_beside_ports_without_registers() {
    for kind in kinds() {
        let design = Design::from_spec(&DesignSpec::new(kind.clone(), PORT_RANKS)).expect("it has the latency");
        let is_wiring = matches!(&kind, DesignKind::Unit(unit) if unit.module_name() == "neg_bf16x2");
        assert!(is_wiring || !has_registered_ports(&design.module().lane), "{kind:?}");
    }
}

#[test]
fn registered_ports_need_a_cycle_each() {
    let unit = DesignKind::Unit("fma.rn.f16".parse().expect("a legal mnemonic"));
    for latency in 0..PORT_RANKS {
        let error = registered(unit.clone(), latency).expect_err("the latency is too short");
        assert_eq!(error, DesignError::RegisteredPorts { latency });
    }
}
