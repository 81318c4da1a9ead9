//! Construction of designs: units, iterative units, cores, streams and custom functions.

use std::sync::Arc;

use halfpipe_isa::Instruction;

use super::error::DesignError;
use super::function::Function;
use super::interface::Interface;
use super::name;
use super::port::Port;
use super::spec::{multiplies, DesignKind, DesignSpec, StreamPorts, MAX_USER_BITS};
use super::{Body, Design};
use crate::datapath::{self, iterative, LaneConfig, Optimisation};
use crate::fpu;
use crate::net::pipeline::{pipeline, PORT_RANKS};
use crate::net::{Module, Net, Netlist, Scope};
use crate::stage::Multiplier;
use crate::unit::LONGEST_LATENCY;

impl Design {
    /// Builds a module as specified.
    ///
    /// The core has each of its instructions once, in the order of the instruction set. An instruction's position is
    /// its `op`. All instructions have the same latency.
    ///
    /// # Errors
    ///
    /// Returns an error if the module cannot have the latency, the tag or the name, or a core has no instruction or
    /// one that does not fit.
    pub fn from_spec(spec: &DesignSpec) -> Result<Design, DesignError> {
        let design = match &spec.kind {
            DesignKind::Unit(instruction) => Design::unit_from_spec(*instruction, spec)?,
            DesignKind::Iterative(instruction) => Design::iterative_from_spec(*instruction, spec)?,
            DesignKind::Core { instructions, tag_bits } => Design::core_from_spec(instructions, *tag_bits, spec)?,
        };
        Ok(match spec.stream {
            Some(ports) => design.with_stream(ports)?,
            None => design,
        })
    }

    /// Builds the module of an instruction with `latency` clock cycles from operands to result; 0 is combinational.
    ///
    /// # Errors
    ///
    /// Returns an error if the instruction has no such latency.
    pub fn unit(instruction: Instruction, latency: u32) -> Result<Design, DesignError> {
        Design::from_spec(&DesignSpec::unit(instruction, latency))
    }

    /// Builds the core of these instructions with a tag of the default width.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no core of these instructions with such a latency.
    pub fn core(instructions: &[Instruction], latency: u32) -> Result<Design, DesignError> {
        Design::from_spec(&DesignSpec::core(instructions, latency))
    }

    fn unit_from_spec(instruction: Instruction, spec: &DesignSpec) -> Result<Design, DesignError> {
        let optimisation = spec.form();
        let spec = &DesignSpec {
            multiplier: optimisation.multiplier(spec.multiplier),
            ..spec.clone()
        };
        let config = LaneConfig {
            multiplier: spec.multiplier,
            optimisation,
            ..LaneConfig::from_instruction(instruction)
        };
        let lane = datapath::build(&config);
        let latency = spec.latency;
        if latency > LONGEST_LATENCY {
            let function = instruction.mnemonic();
            return Err(DesignError::Latency { function, latency });
        }
        let interface = Interface::from_function(&module_name(spec)?, instruction, latency);
        Design::with_registers(interface, spec, lane, config.copies, optimisation)
    }

    fn iterative_from_spec(instruction: Instruction, spec: &DesignSpec) -> Result<Design, DesignError> {
        if !iterative::is_iterative(instruction) {
            return Err(DesignError::NotIterative(instruction.mnemonic()));
        }
        let cycles = iterative::cycles(instruction);
        if spec.latency != cycles {
            let function = instruction.mnemonic();
            return Err(DesignError::IterativeLatency { function, cycles });
        }
        if spec.register_ports {
            return Err(DesignError::IterativePorts);
        }
        let netlist = iterative::build(&LaneConfig::from_instruction(instruction));
        Design::from_iteration(instruction, &module_name(spec)?, netlist)
    }

    /// Builds the iterative unit of an instruction with a given netlist. Tests use it to inject a faulty step.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is invalid for a module.
    pub fn from_iteration(instruction: Instruction, name: &str, netlist: Netlist) -> Result<Design, DesignError> {
        name::check(name)?;
        let interface = Interface::from_function(name, instruction, iterative::cycles(instruction)).iterative();
        Ok(Design::from_pipeline(
            interface,
            Multiplier::default(),
            netlist.clone(),
            netlist,
            1,
        ))
    }

    fn core_from_spec(instructions: &[Instruction], tag_bits: u32, spec: &DesignSpec) -> Result<Design, DesignError> {
        let operations = fpu::operations(instructions)?;
        let netlist = fpu::build(&operations, tag_bits, spec.multiplier)?;
        let latency = spec.latency;
        if latency > LONGEST_LATENCY {
            return Err(DesignError::CoreLatency { latency });
        }
        let interface = Interface::from_operations(&module_name(spec)?, operations, latency, tag_bits);
        Design::with_registers(interface, spec, netlist, 1, Optimisation::default())
    }

    /// Builds the design of a lane netlist with registers where the specification has them.
    fn with_registers(
        interface: Interface,
        spec: &DesignSpec,
        lane: Netlist,
        copies: u32,
        optimisation: Optimisation,
    ) -> Result<Design, DesignError> {
        let latency = spec.latency;
        if spec.register_ports && latency < PORT_RANKS {
            return Err(DesignError::RegisteredPorts { latency });
        }
        let delays = optimisation.delays(&lane);
        let pipelined = if spec.register_ports {
            delays.pipeline_with_registered_ports(&lane, latency)
        } else {
            optimisation.pipeline(&lane, latency)
        };
        Ok(Design {
            has_registered_ports: spec.register_ports,
            optimisation,
            ..Design::from_pipeline(interface, spec.multiplier, lane, pipelined, copies)
        })
    }

    /// Builds the module of a custom function. Its `datapath` computes the results from the operands, in the order of
    /// the signature.
    ///
    /// ```
    /// use halfpipe_hdl::design::{Design, Function};
    /// use halfpipe_isa::{ElementType, Operand, Signature};
    ///
    /// let a = Operand::new("a", ElementType::Bits(40));
    /// let p = Operand::new("p", ElementType::Predicate);
    /// let parity = Function::new("parity.b40", Signature::new(&[a], &[p])?)?;
    /// let design = Design::from_function(&parity, 1, |n, operands| {
    ///     let bits = (0..40).map(|place| operands[0].bit(place));
    ///     vec![bits.reduce(|odd, bit| odd ^ bit).expect("there are 40")]
    /// })?;
    /// assert_eq!(design.name(), "parity_b40");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no module has such a latency.
    ///
    /// # Panics
    ///
    /// Panics if the results of the datapath differ from those of the signature.
    pub fn from_function(
        function: &Function,
        latency: u32,
        datapath: impl for<'n> FnOnce(Scope<'n>, &[Net<'n>]) -> Vec<Net<'n>>,
    ) -> Result<Design, DesignError> {
        if latency > LONGEST_LATENCY {
            let function = function.name().to_owned();
            return Err(DesignError::Latency { function, latency });
        }
        let netlist = datapath::build_function(function.signature(), datapath);
        let interface = Interface::from_function(&function.module_name(), function.clone(), latency);
        Ok(Design::from_copies(interface, Multiplier::default(), netlist, 1))
    }

    /// Builds the same module as [`Design::unit`] with a given lane netlist. Tests use it to inject a faulty datapath.
    /// A narrow netlist is repeated to the width of the whole result.
    pub fn from_lane(instruction: Instruction, latency: u32, lane: Netlist) -> Design {
        let interface = Interface::from_function(&instruction.module_name(), instruction, latency);
        let [whole, part]: [u32; 2] = [
            interface.outputs().map(|port| port.width).sum(),
            lane.outputs.iter().map(|port| port.width).sum(),
        ];
        Design::from_copies(interface, Multiplier::default(), lane, whole / part)
    }

    /// Builds a design from as many copies of a lane netlist. It has the data ports of the interface, and each copy gets
    /// its share of them.
    fn from_copies(interface: Interface, multiplier: Multiplier, lane: Netlist, copies: u32) -> Design {
        let pipelined = pipeline(&lane, interface.latency());
        Design::from_pipeline(interface, multiplier, lane, pipelined, copies)
    }

    /// Builds a design from a lane netlist with and without registers.
    fn from_pipeline(
        interface: Interface,
        multiplier: Multiplier,
        lane: Netlist,
        pipelined: Netlist,
        copies: u32,
    ) -> Design {
        let multiplier = if multiplies(&interface.instructions().collect::<Vec<_>>()) {
            multiplier
        } else {
            Multiplier::default()
        };
        let module = Module {
            name: interface.name().to_owned(),
            lane: pipelined,
            lanes: copies,
            latency: interface.latency(),
        };
        let built = module.ports();
        let is_promised = |(built, promised): (&crate::net::ModulePort, &Port)| {
            (&built.name, built.direction, built.width) == (&promised.name, promised.direction, promised.width)
        };
        assert!(
            built.len() == interface.ports().len() && built.iter().zip(interface.ports()).all(is_promised),
            "{} has other ports than its contract says: {built:?}",
            module.name
        );
        Design {
            interface,
            multiplier,
            optimisation: Optimisation::default(),
            has_registered_ports: false,
            in_stream: None,
            body: Body::Nets {
                lane,
                module: Arc::new(module),
            },
        }
    }

    /// Returns the design with AXI4-Stream ports around it, in a module of its own. A stream is returned unchanged.
    pub fn stream(&self) -> Design {
        let stream = self.with_stream(StreamPorts::default());
        stream.expect("without tuser there is no width to refuse")
    }

    /// Returns [`Design::stream`] with optional ports.
    ///
    /// # Errors
    ///
    /// [`DesignError::UserWidth`] if `tuser` is too wide.
    pub fn with_stream(&self, ports: StreamPorts) -> Result<Design, DesignError> {
        if ports.user_bits > MAX_USER_BITS {
            return Err(DesignError::UserWidth(ports.user_bits));
        }
        if self.inner().is_some() {
            return Ok(self.clone());
        }
        let name = format!("{}_stream", self.name());
        Ok(Design {
            interface: Interface::from_inner(&name, &self.interface, ports),
            multiplier: self.multiplier,
            optimisation: self.optimisation,
            has_registered_ports: self.has_registered_ports,
            in_stream: None,
            body: Body::Stream(Box::new(Design {
                in_stream: Some(ports),
                ..self.clone()
            })),
        })
    }
}

/// Returns the requested name, checked, or the usual one.
fn module_name(spec: &DesignSpec) -> Result<String, DesignError> {
    match &spec.name {
        None => Ok(spec.kind.module_name()),
        Some(name) => name::check(name).map(|()| name.clone()),
    }
}
