//! The core of the page: it answers requests in JSON with the functions of the command.
//!
//! A request is an object such as `{"call": "generate", "words": ["fma.rn.f16", "--latency", "3"]}`. The words are those
//! behind `halfpipe generate`. An answer is `{"value": …}`, or `{"error": …}` with the sentence of the command.
//!
//! - [`answer`] dispatches, [`abi`] lets JavaScript call it;
//! - `names` finds modules, `choices` lists options with the reasons why some do not apply;
//! - `modules` explains and writes modules, `pipeline` shows their stages;
//! - `evaluation` computes, `proof` decides lemmas.

#[cfg(target_arch = "wasm32")]
pub mod abi;
mod answer;
mod choices;
mod evaluation;
mod modules;
mod names;
mod pipeline;
mod proof;
mod words;

pub use answer::answer;
