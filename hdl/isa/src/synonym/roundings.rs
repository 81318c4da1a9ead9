//! Words for roundings in other systems, in the place of a modifier of PTX or RISC-V.

use crate::error::ParseError;
use crate::modifier::Rounding;
use crate::parse::quote;

/// Words for roundings that are no modifiers of PTX, in any case: those of CUDA, RISC-V, OpenCL and
/// SoftFloat.
const ROUNDING_WORDS: [(&str, Rounding); 13] = [
    ("rd", Rounding::TowardNegative),
    ("ru", Rounding::TowardPositive),
    ("rne", Rounding::NearestEven),
    ("rtz", Rounding::TowardZero),
    ("rdn", Rounding::TowardNegative),
    ("rup", Rounding::TowardPositive),
    ("rmm", Rounding::NearestAway),
    ("rte", Rounding::NearestEven),
    ("rtn", Rounding::TowardNegative),
    ("rtp", Rounding::TowardPositive),
    ("near_even", Rounding::NearestEven),
    ("minmag", Rounding::TowardZero),
    ("near_maxmag", Rounding::NearestAway),
];

/// Words for roundings in PTX, in place of those of RISC-V. `rm` is missing: it is an input of RISC-V's instructions too.
const PTX_WORDS: [(&str, Rounding); 4] = [
    ("rn", Rounding::NearestEven),
    ("rz", Rounding::TowardZero),
    ("rp", Rounding::TowardPositive),
    ("rna", Rounding::NearestAway),
];

impl Rounding {
    /// Returns the rounding of a word that other systems have in place of a modifier of PTX, in any case: `rd` and `ru`
    /// of CUDA, `RNE` of RISC-V, `rte` of OpenCL.
    pub fn from_foreign_word(word: &str) -> Option<Rounding> {
        let is_word = |(name, _): &&(&str, Rounding)| name.eq_ignore_ascii_case(word);
        ROUNDING_WORDS.iter().find(is_word).map(|(_, rounding)| *rounding)
    }
}

/// Refuses a rounding of RISC-V that is no fixed one, or two roundings.
pub(super) fn check(mnemonic: &str, parts: &[&str]) -> Result<(), ParseError> {
    let [operation, rest @ ..] = parts else { return Ok(()) };
    let Some(last) = rest.last().filter(|_| is_riscv(operation)) else {
        return Ok(());
    };
    let port = parts[..parts.len() - 1].join(".");
    let open = |reason: String, choices: Vec<String>| {
        Err(ParseError::OpenName {
            name: quote(mnemonic),
            reason,
            choices,
        })
    };
    let is_instruction = port
        .parse::<crate::Instruction>()
        .is_ok_and(|one| one.has_rounding_port());
    match *last {
        _ if !is_instruction => Ok(()),
        "rm" => open(
            "is the input of RISC-V or the suffix of PTX".to_owned(),
            vec![port.clone(), format!("{port}.rdn")],
        ),
        last if last.eq_ignore_ascii_case("dyn") => open(
            "takes the rounding from the register frm, which a module replaces by its input rm".to_owned(),
            vec![port],
        ),
        _ => Ok(()),
    }
}

fn is_riscv(operation: &str) -> bool {
    let mut all = crate::Operation::ALL.into_iter();
    all.any(|one| one.riscv_name() == Some(operation))
}

/// Returns the mnemonics in which a rounding of PTX or RISC-V is in place of a word for it.
pub(super) fn translations(parts: &[&str]) -> impl Iterator<Item = String> {
    let operation = parts.first().copied().unwrap_or_default();
    let translate = |word_of: fn(Rounding) -> &'static str, own: &'static [(&'static str, Rounding)]| {
        let part = |(place, part): (usize, &&str)| {
            let own = own.iter().find(|(name, _)| name == part).map(|(_, rounding)| *rounding);
            let rounding = Rounding::from_foreign_word(part).or(own).filter(|_| place > 0);
            (
                rounding.map_or((*part).to_owned(), |rounding| word_of(rounding).to_owned()),
                rounding,
            )
        };
        let (words, roundings): (Vec<String>, Vec<Option<Rounding>>) = parts.iter().enumerate().map(part).unzip();
        roundings.iter().any(Option::is_some).then(|| words.join("."))
    };
    let translated = match is_riscv(operation) {
        true => vec![translate(Rounding::riscv_name, &PTX_WORDS)],
        false => vec![
            translate(|rounding| rounding.modifier().name(), &[]),
            translate(|rounding| rounding.modifier_to_integer().name(), &[]),
        ],
    };
    translated.into_iter().flatten()
}
