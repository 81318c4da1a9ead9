//! Units as fields of a user's `#[derive(LogicBlock)]` struct.

use halfpipe_isa::Instruction;
use rust_hdl_core::prelude::{Bit, Bits, Block, Clock, In, Logic, Out, Probe, Signal, Verilog};

use super::error::{HostError, PortWidths};
use super::hosted::Hosted;
use crate::design::ControlInputs;
use crate::design::Design;

/// Defines the block for instructions with the given operands and result.
macro_rules! typed_unit {
    (
        $(#[$doc:meta])*
        $name:ident $(<const $parameter:ident>)? ($($operand:ident: $width:tt),+) -> $result:tt
    ) => {
        $(#[$doc])*
        ///
        /// At latency 0 the block is combinational: it has the operands and `d` only, and the fields of the other
        /// ports stay unused.
        pub struct $name $(<const $parameter: usize>)? {
            /// The registers take their values at its rising edge.
            pub clock: Signal<In, Clock>,
            /// Synchronous: clears the valid pipeline, not the data.
            pub reset: Signal<In, Bit>,
            /// 0 holds the whole pipeline.
            pub enable: Signal<In, Bit>,
            /// The operands are valid in this cycle.
            pub in_valid: Signal<In, Bit>,
            $(
                /// An operand, under the name PTX gives it.
                pub $operand: Signal<In, Bits<$width>>,
            )+
            /// `in_valid`, as many enabled cycles later as the latency says.
            pub out_valid: Signal<Out, Bit>,
            /// The result.
            pub d: Signal<Out, Bits<$result>>,
            hosted: Hosted,
        }

        impl $(<const $parameter: usize>)? $name $(<$parameter>)? {
            /// The block of an instruction with `latency` clock cycles from operands to result; 0 is combinational.
            ///
            /// Refuses an instruction whose operands and result have other names or widths than the block's, and a
            /// latency that the instruction does not have.
            pub fn new(instruction: Instruction, latency: u32) -> Result<Self, HostError> {
                check_fit(instruction, Self::described())?;
                Ok(Self {
                    clock: Signal::default(),
                    reset: Signal::default(),
                    enable: Signal::default(),
                    in_valid: Signal::default(),
                    $($operand: Signal::default(),)+
                    out_valid: Signal::default(),
                    d: Signal::default(),
                    hosted: Hosted::new(&Design::unit(instruction, latency)?),
                })
            }

            /// The block in words, and the instructions it is for.
            fn described() -> (String, PortWidths) {
                let block = [stringify!($name).to_owned() $(, format!("<{}>", $parameter))?].concat();
                let ports = [$((stringify!($operand), $width),)+ ("d", $result)];
                let widths = ports.map(|(name, width)| (name.to_owned(), width as u32));
                (block, PortWidths(widths.to_vec()))
            }
        }

        impl $(<const $parameter: usize>)? Logic for $name $(<$parameter>)? {
            fn update(&mut self) {
                let operands = [$(u64::from(self.$operand.val())),+];
                for (position, value) in operands.into_iter().enumerate() {
                    self.hosted.set_input(position, value);
                }
                if self.hosted.is_pipelined() && self.clock.pos_edge() {
                    self.hosted.tick(ControlInputs {
                        reset: self.reset.val(),
                        enable: self.enable.val(),
                        in_valid: self.in_valid.val(),
                    });
                }
                self.hosted.settle();
                self.out_valid.next = self.hosted.out_valid();
                self.d.next = self.hosted.output(0).into();
            }

            fn connect(&mut self) {
                self.out_valid.connect();
                self.d.connect();
            }

            fn hdl(&self) -> Verilog {
                self.hosted.hdl()
            }
        }

        impl $(<const $parameter: usize>)? Block for $name $(<$parameter>)? {
            fn connect_all(&mut self) {
                self.connect();
            }

            fn update_all(&mut self) {
                self.update();
                self.clock.update_all();
                self.reset.update_all();
                self.enable.update_all();
                self.in_valid.update_all();
                $(self.$operand.update_all();)+
                self.out_valid.update_all();
                self.d.update_all();
            }

            fn has_changed(&self) -> bool {
                self.clock.has_changed()
                    || self.reset.has_changed()
                    || self.enable.has_changed()
                    || self.in_valid.has_changed()
                    $(|| self.$operand.has_changed())+
                    || self.out_valid.has_changed()
                    || self.d.has_changed()
            }

            fn accept(&self, name: &str, probe: &mut dyn Probe) {
                let is_pipelined = self.hosted.is_pipelined();
                probe.visit_start_scope(name, self);
                if is_pipelined {
                    self.clock.accept("clock", probe);
                    self.reset.accept("reset", probe);
                    self.enable.accept("enable", probe);
                    self.in_valid.accept("in_valid", probe);
                }
                $(self.$operand.accept(stringify!($operand), probe);)+
                if is_pipelined {
                    self.out_valid.accept("out_valid", probe);
                }
                self.d.accept("d", probe);
                self.hosted.accept(self, probe);
                probe.visit_end_scope(name, self);
            }
        }
    };
}

typed_unit! {
    /// An instruction of one operand, `W` bits wide like its result: neg, abs, tanh and ex2.
    UnaryUnit<const W>(a: W) -> W
}

typed_unit! {
    /// An instruction of two operands, `W` bits wide like its result: add, sub, mul, min and max.
    BinaryUnit<const W>(a: W, b: W) -> W
}

typed_unit! {
    /// An instruction of three operands, `W` bits wide like its result: fma.
    TernaryUnit<const W>(a: W, b: W, c: W) -> W
}

typed_unit! {
    /// add or sub in mixed precision: a 16-bit operand and a single-precision one.
    MixedAddUnit(a: 16, c: 32) -> 32
}

typed_unit! {
    /// fma in mixed precision: the factors 16 bits wide, addend and result in single precision.
    MixedFmaUnit(a: 16, b: 16, c: 32) -> 32
}

/// Refuses an instruction whose operands and result are not those of the block.
fn check_fit(instruction: Instruction, (block, present): (String, PortWidths)) -> Result<(), HostError> {
    let needed = PortWidths::from_instruction(instruction);
    if needed == present {
        return Ok(());
    }
    let fitting = fitting(&needed);
    Err(HostError::Operands {
        instruction,
        block,
        needed,
        present,
        fitting,
    })
}

/// Returns the typed block for operands and result, or the block of any design if none fits.
fn fitting(needed: &PortWidths) -> String {
    let blocks = [
        UnaryUnit::<16>::described(),
        UnaryUnit::<32>::described(),
        BinaryUnit::<16>::described(),
        BinaryUnit::<32>::described(),
        TernaryUnit::<16>::described(),
        TernaryUnit::<32>::described(),
        MixedAddUnit::described(),
        MixedFmaUnit::described(),
    ];
    let found = blocks.into_iter().find(|(_, widths)| widths == needed);
    found.map_or("DesignBlock".to_owned(), |(block, _)| block)
}
