//! Yosys' netlists as text.

use halfpipe_yosys::netlist::{YosysModule, YosysNetlist, YosysPort};

const TEXT: &str = r#"{"modules":{"top":{"ports":{"b":{"direction":"input","bits":[2,"0"]},"a":{"direction":"output","bits":["x"]}},"cells":{"one":{"type":"$_NOT_","parameters":{},"attributes":{"src":"top.v:3.1"},"port_directions":{"A":"input"},"connections":{"A":[2]}}},"netnames":{"held":{"bits":[2]}}}}}"#;

#[test]
fn a_netlist_is_written_as_it_was_read() {
    assert_eq!(YosysNetlist::parse(TEXT).unwrap().to_json(), TEXT);
}

#[test]
fn ports_keep_the_order_of_their_declaration() {
    let module = YosysModule::parse(TEXT, "top").unwrap();
    assert_eq!(module.ports.names().collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(module.ports.get("b").map(YosysPort::width), Some(2));
}

#[test]
fn what_is_no_netlist_and_a_module_that_is_not_there_are_refused() {
    let missing = YosysModule::parse(TEXT, "other").unwrap_err().to_string();
    assert_eq!(missing, "Yosys' netlist: no module other");
    let error = YosysNetlist::parse("[]").unwrap_err().to_string();
    assert!(error.starts_with("Yosys' netlist: "), "{error}");
}
