//! Instructions: their operands and results, and their evaluation.

use halfpipe_arrays::Evaluator;
use halfpipe_isa::{synonym, Instruction, Modifier, NamedInstruction, ParseError, Rounding};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Slice, Words, WordsMut};
use crate::parallel::{Call, Parts};

/// The vectors that are evaluated at once. Their words stay in the nearest cache.
const BLOCK: usize = 256;

/// An instruction with the ports that a call asks for.
#[pyclass(frozen, name = "Instruction", module = "halfpipe._halfpipe")]
pub struct PyInstruction {
    evaluator: Evaluator,
}

/// A register: its name, the type of a lane, and the bits and number of lanes.
type Register = (&'static str, String, u32, u32);

fn registers(all: impl Iterator<Item = halfpipe_isa::Operand>) -> Vec<Register> {
    all.map(|register| {
        let element_type = register.element_type;
        (
            register.name,
            element_type.to_string(),
            element_type.bits(),
            register.lanes,
        )
    })
    .collect()
}

#[pymethods]
impl PyInstruction {
    /// Reads the name of an instruction in any spelling that the command takes. `rm` replaces its rounding, and `flags`
    /// asks for the exceptions.
    #[new]
    #[pyo3(signature = (name, rm=None, flags=false))]
    fn new(name: &str, rm: Option<&str>, flags: bool) -> PyResult<PyInstruction> {
        let instruction = parse(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let instruction = with_rounding(instruction, rm)?;
        let instruction = if flags {
            instruction.with_flags().ok_or_else(|| {
                PyValueError::new_err(format!("{instruction} raises no exceptions, so flags does not apply"))
            })?
        } else {
            instruction.without_flags()
        };
        Ok(PyInstruction {
            evaluator: Evaluator::new(instruction),
        })
    }

    /// Reads the name of an instruction of a module's manifest: its rounding is an operand unless the name has it, as
    /// are its flags a result if the module has them.
    #[staticmethod]
    fn at_ports(name: &str, flags: bool) -> PyResult<PyInstruction> {
        let instruction = parse(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let named = instruction.modifiers().find_map(Modifier::rounding);
        let with_port = instruction
            .with_rounding_port()
            .filter(|_| !has_named_rounding(name, named));
        let instruction = with_port.unwrap_or(instruction);
        let with_flags = instruction.with_flags().filter(|_| flags);
        Ok(PyInstruction {
            evaluator: Evaluator::new(with_flags.unwrap_or(instruction)),
        })
    }

    /// The canonical name.
    #[getter]
    fn mnemonic(&self) -> String {
        self.evaluator.instruction().mnemonic()
    }

    /// The registers that are read, in order: name, type of a lane, bits of a lane, lanes.
    #[getter]
    fn operands(&self) -> Vec<Register> {
        registers(self.evaluator.instruction().signature().operand_registers())
    }

    /// The registers that are written, in order, the flags last.
    #[getter]
    fn results(&self) -> Vec<Register> {
        registers(self.evaluator.instruction().signature().results().iter().copied())
    }

    /// Evaluates vectors. `operands` has an array for each 64 bits of each register, of as many elements as `results`
    /// or of one. `results` has the arrays to write.
    #[pyo3(signature = (operands, results, threads=None, progress=None))]
    fn evaluate<'py>(
        &self,
        python: Python<'py>,
        operands: Vec<Bound<'py, PyAny>>,
        results: Vec<Bound<'py, PyAny>>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let call = Call::new(python, threads, progress)?;
        let operands: Vec<Words> = operands.iter().map(Words::borrow).collect::<PyResult<_>>()?;
        let operands: Vec<Slice> = operands.iter().map(Words::slice).collect::<PyResult<_>>()?;
        let mut results: Vec<WordsMut> = results.iter().map(WordsMut::borrow).collect::<PyResult<_>>()?;
        let results: Vec<_> = results.iter_mut().map(WordsMut::slice).collect::<PyResult<_>>()?;
        let signature = self.evaluator.instruction().signature();
        let is_complete = (operands.len(), results.len()) == (signature.operands().len(), signature.results().len());
        if !is_complete {
            return Err(PyValueError::new_err("an array for each operand and result"));
        }
        let count = results[0].len();
        let has_count = |length: usize| length == count || length == 1;
        if !(operands.iter().all(|array| has_count(array.len())) && results.iter().all(|array| array.len() == count)) {
            return Err(PyValueError::new_err("arrays of one length"));
        }
        let parts = if self.evaluator.asks_model() {
            Parts {
                step: 1 << 13,
                task: 1 << 9,
            }
        } else {
            Parts {
                step: 1 << 21,
                task: 1 << 14,
            }
        };
        call.fill(parts, results, |start, results| {
            let mut words = vec![[0; BLOCK]; operands.len()];
            let mut found = vec![[0; BLOCK]; results.len()];
            let count = results[0].len();
            for first in (0..count).step_by(BLOCK) {
                let length = BLOCK.min(count - first);
                for (array, words) in operands.iter().zip(&mut words) {
                    array.read(start + first, &mut words[..length]);
                }
                let words: Vec<&[u64]> = words.iter().map(|words| &words[..length]).collect();
                let mut places: Vec<&mut [u64]> = found.iter_mut().map(|words| &mut words[..length]).collect();
                self.evaluator.evaluate(&words, &mut places);
                for (array, words) in results.iter_mut().zip(&found) {
                    array.write(first, &words[..length]);
                }
            }
        })
    }
}

/// True if a name has its rounding as one of its words.
fn has_named_rounding(name: &str, rounding: Option<Rounding>) -> bool {
    let names = rounding.map(|rounding| {
        let modifiers = [rounding.modifier(), rounding.modifier_to_integer()].map(Modifier::name);
        [modifiers[0], modifiers[1], rounding.riscv_name()]
    });
    names.is_some_and(|names| name.split('.').any(|word| names.contains(&word)))
}

/// Parses an instruction as the command does: a mnemonic, the name of its module, or a name of another system.
fn parse(word: &str) -> Result<Instruction, ParseError> {
    // A mnemonic has no underscore, and a module name has no dot.
    let is_module = word.contains('_') && !word.contains('.') && synonym(word).is_none();
    let named = if is_module {
        NamedInstruction::parse(&word.replace('_', "."))
    } else {
        NamedInstruction::parse(word)
    };
    named.map(|named| named.instruction)
}

/// Returns the rounding of a name of PTX or of RISC-V. `argument` is what has the name.
pub fn find_rounding(argument: &str, name: &str) -> PyResult<Rounding> {
    let is_named = |rounding: &Rounding| [rounding.modifier().name(), rounding.riscv_name()].contains(&name);
    Rounding::ALL.into_iter().find(is_named).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{argument} is `{name}`; it takes rn, rz, rm, rp or rna, or RISC-V's rne, rtz, rdn, rup or rmm"
        ))
    })
}

/// Returns the instruction with the rounding of a name of PTX or of RISC-V. An instruction whose rounding is an operand
/// rounds to nearest even without one.
fn with_rounding(instruction: Instruction, rm: Option<&str>) -> PyResult<Instruction> {
    let Some(name) = rm else {
        return Ok(instruction.with_fixed_rounding(Rounding::NearestEven));
    };
    let refuse = |message: String| Err(PyValueError::new_err(message));
    let rounding = find_rounding("rm", name)?;
    let Some(with_port) = instruction.with_rounding_port() else {
        return refuse(format!(
            "{instruction} is not available with rm, which applies to add, sub, mul, fma, div, rcp and sqrt, and to cvt \
             from and to integers, between f16 and bf16, and from f32 to them"
        ));
    };
    let has_own =
        !instruction.has_rounding_port() && (instruction.rounding() != Rounding::NearestEven || instruction.is_riscv());
    if has_own && instruction.rounding() != rounding {
        return refuse(format!(
            "rm replaces the rounding of {instruction}: write {}",
            with_port.mnemonic()
        ));
    }
    Ok(with_port.with_fixed_rounding(rounding))
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyInstruction>()
}
