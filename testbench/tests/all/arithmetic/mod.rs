//! Results of instructions, of the core and of custom functions, against the model.

mod any_format;
mod comparisons;
mod conversions;
mod copysign;
mod core;
mod custom_functions;
mod dots;
mod eight_bits;
mod every_instruction;
mod exhaustive;
mod flags;
mod ml_dtypes;
mod one_operand;
mod properties;
mod python;
mod roundings;
mod silicon;
mod softfloat;
mod stochastic_rounding;
mod transcendental;
