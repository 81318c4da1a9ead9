//! Unit tests of `src/command/check.rs`.

use halfpipe_hdl::net::Builder;
use halfpipe_request::request;

use super::*;

#[test]
fn a_module_that_differs_is_reported_and_not_written() {
    let [add, sub] = ["add.rn.f16", "sub.rn.f16"].map(|name| request::unit(name.parse().unwrap(), Some(1)).unwrap());
    let wrong = Design::from_lane(add.instruction(), 1, sub.lane().clone());
    let mut output = Vec::new();
    assert_eq!(check_all(&[&sub, &wrong], &mut output), Err(Error::Found));
    let output = String::from_utf8(output).unwrap();
    assert!(
        output.starts_with("add.rn.f16: the hardware differs from the model; no file was written\n"),
        "{output}"
    );
    assert!(output.contains("halfpipe eval add.rn.f16 0x"), "{output}");
}

/// neg.f16 with one wrong operand, which no sample contains.
fn nearly_negated() -> Design {
    let n = Builder::new();
    let a = n.input("a", 16);
    let is_nan = n.constant(0x7C00, 15).less_than(a.slice(0, 15));
    let is_missed = a.equals_constant(0x1357).zero_extend(16);
    let negated = a ^ n.constant(0x8000, 16) ^ is_missed;
    n.output("d", is_nan.select(n.constant(0x7FFF, 16), negated));
    Design::from_lane("neg.f16".parse().unwrap(), 0, n.finish())
}

#[test]
fn what_a_sample_misses_is_refused_by_the_proof() {
    let wrong = nearly_negated();
    assert_eq!(check(&wrong).unwrap(), None);
    let mut output = Vec::new();
    assert_eq!(check_all(&[&wrong], &mut output), Err(Error::Found));
    let output = String::from_utf8(output).unwrap();
    assert_eq!(
        output,
        "neg.f16: proof failed: lemma `datapath` does not hold; no file was written\n"
    );
}
