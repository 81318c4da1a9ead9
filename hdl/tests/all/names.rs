//! Names of modules and ports.

use std::collections::BTreeSet;

use halfpipe_hdl::design::{check_name, is_keyword, Function, KEYWORDS, LONGEST_NAME};
use halfpipe_isa::{ElementType, Operand, Signature};

#[test]
fn a_name_is_a_plain_identifier_of_verilog() {
    for name in ["a", "_9", "fma_rn_f16_latency5", "modules", "Logic", "logic_"] {
        assert_eq!(check_name(name), Ok(()));
        assert!(!is_keyword(name), "{name}");
    }
    let long = "a".repeat(LONGEST_NAME + 1);
    for name in ["", "9a", "a-b", "a.v", "../a", "a b", "é", &long] {
        let error = check_name(name).unwrap_err().to_string();
        assert!(error.starts_with(&format!("invalid module name `{name}`: ")), "{error}");
    }
}

#[test]
fn no_keyword_is_a_name() {
    let counts = KEYWORDS.map(|(_, words)| words.split(' ').collect::<BTreeSet<_>>().len());
    // The counts of the standards; SystemVerilog has 248.
    assert_eq!(counts, [124, 248 - 124]);
    for (standard, words) in KEYWORDS {
        for word in words.split(' ') {
            assert!(is_keyword(word), "{word}");
            let error = check_name(word).unwrap_err().to_string();
            let beginning = format!("invalid module name `{word}`: it is a keyword of {standard}; a name has ");
            let ending = format!("; use one such as `{word}_unit`");
            assert!(error.starts_with(&beginning) && error.ends_with(&ending), "{error}");
        }
    }
}

#[test]
fn names_that_a_module_or_a_port_cannot_have_are_refused() {
    let function = |name: &str, operand: &'static str| {
        let bit = |name| Operand::new(name, ElementType::Predicate);
        Function::new(name, Signature::new(&[bit(operand)], &[bit("p")]).unwrap())
    };
    assert_eq!(function("not.pred", "a").unwrap().module_name(), "not_pred");
    let refused = function("not", "a").unwrap_err().to_string();
    assert!(refused.starts_with("invalid module name `not`: "), "{refused}");
    for operand in ["clock", "valid", "wire", "9a"] {
        let refused = function("not.pred", operand).unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!("invalid name `{operand}` of an operand or result: ")),
            "{refused}"
        );
    }
}
