//! The clock cycles of a wave and the required outputs in each.

use halfpipe_hdl::design::Dut;
use halfpipe_hdl::design::Port;

use crate::contract::Contract;
use crate::model::{Model, NoModel};
use crate::{vector, Vector};
use crate::{CycleIn, CycleOut};

/// Clock cycles of a module; the first is a reset, unless the module is combinational.
pub struct WaveScenario {
    /// The inputs of each cycle.
    pub inputs: Vec<CycleIn>,
    /// The data inputs whose results each cycle must show, if any.
    pub shown: Vec<Option<Vector>>,
    /// The data outputs that each cycle must show, if any.
    pub expected: Vec<Option<Vector>>,
}

impl WaveScenario {
    /// Returns these cycles. Bits above a port's width are dropped.
    ///
    /// # Errors
    ///
    /// When the device's function has no model.
    pub fn new(device: &dyn Dut, mut inputs: Vec<CycleIn>) -> Result<WaveScenario, NoModel> {
        let (interface, model) = (device.interface(), Model::from_dut(device)?);
        let ones = vector(interface.inputs().map(Port::ones));
        for input in &mut inputs {
            let words = ones.iter().enumerate();
            input.data = vector(words.map(|(position, ones)| input.data.word(position) & ones));
        }
        let mut contract = Contract::from_interface(interface);
        let shown = inputs
            .iter()
            .map(|input| contract.cycle(input.controls, &input.data).cloned());
        let shown: Vec<Option<Vector>> = shown.collect();
        let expected = shown.iter().map(|shown| Some(model.expected(shown.as_ref()?)));
        Ok(WaveScenario {
            expected: expected.collect(),
            shown,
            inputs,
        })
    }

    /// Returns a cycle of reset, one vector a cycle, as many cycles as the last result takes, and one more. A
    /// combinational module has only the vectors.
    ///
    /// # Errors
    ///
    /// As for [`WaveScenario::new`].
    pub fn consecutive(device: &dyn Dut, vectors: &[Vector]) -> Result<WaveScenario, NoModel> {
        let cycle = |data: &Vector| CycleIn::running(Some(data.clone()));
        // An iterative unit takes a vector once it has the result of the one before. Until then, it is offered.
        let interval = device.interface().interval() as usize;
        let repeated = vectors.iter().enumerate().flat_map(|(number, data)| {
            let times = if number == 0 { 1 } else { interval };
            std::iter::repeat_n(cycle(data), times)
        });
        let mut inputs: Vec<CycleIn> = repeated.collect();
        if device.latency() > 0 {
            // The last vector stays at the ports, but is not valid.
            let mut idle = cycle(vectors.last().unwrap_or(&Vector::ZERO));
            idle.controls.in_valid = false;
            inputs.extend(vec![idle; device.latency() as usize + 1]);
            let mut reset = CycleIn::running(None);
            reset.controls.reset = true;
            inputs.insert(0, reset);
        }
        WaveScenario::new(device, inputs)
    }

    /// True if a cycle shows wrong outputs. Before the reset the pipeline may show anything.
    pub fn is_wrong(&self, cycle: usize, output: &CycleOut) -> bool {
        match &self.expected[cycle] {
            Some(expected) => !output.out_valid || output.data != *expected,
            None => output.out_valid && cycle > 0,
        }
    }
}
