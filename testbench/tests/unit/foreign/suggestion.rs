//! Unit tests of `src/foreign/suggestion.rs`.

use super::*;

/// Returns the options for ports, written as `in NAME WIDTH, out NAME WIDTH`.
fn suggested(ports: &str) -> String {
    let ports = ports.split(", ").map(|port| {
        let words: Vec<&str> = port.split(' ').collect();
        PortFact {
            name: words[1].to_owned(),
            direction: format!("{}put", words[0]),
            width: words[2].parse().unwrap(),
            enumeration: None,
        }
    });
    let add: halfpipe_isa::Instruction = "add.f16".parse().unwrap();
    let add = add.with_flags().unwrap();
    let pipelined = Interface::from_function("add_rn_f16", add, 1);
    suggest(&ports.collect::<Vec<_>>(), &pipelined).unwrap_or_default()
}

#[test]
fn ports_are_guessed_from_names_and_widths() {
    let cases = [
        ("in a 16, in b 16, out d 16, out flags 5", ""),
        ("in x 16, in y 16, out z 16, out flags 5", "--port a=x,b=y,d=z"),
        ("in x 32, out z 16, out flags 5", "--port 'd=z,a=x[15:0],b=x[31:16]'"),
        ("in x 16, out d 16, out flags 5, in mode 2", "--port a=x,b=NAME"),
        (
            "in a 16, in b 16, out d 16, out flags 5, in x 1, in y 1, out z 1",
            "--tie x=0,y=0 --ignore z",
        ),
        (
            "in a 16, in b 16, out d 16, out class 5, out status_o 5",
            "--port flags=status_o --ignore class",
        ),
        (
            "in clk 1, in ce 1, in a 16, in b 16, out q 16, out flags 5, in mode 2, out busy 1",
            "--port clock=clk,enable=ce,d=q --tie mode=0 --ignore busy --latency N",
        ),
        (
            "in clk_i 1, in rst_ni 1, in valid_i 1, out valid_o 1, in a 16, in b 16, out d 16, out flags 5",
            "--port 'clock=clk_i,reset=!rst_ni,in_valid=valid_i,out_valid=valid_o' --no-enable",
        ),
        (
            "in clock 1, in reset 1, in in_valid 1, out out_valid 1, in ready_i 1, out ready_o 1, in a 16, in b 16, out d 16, out flags 5",
            "--port in_ready=ready_o,out_ready=ready_i",
        ),
        (
            "in clock 1, in reset 1, in in_valid 1, out out_valid 1, in stall 1, in a 16, in b 16, out d 16, out flags 5",
            "--port 'enable=!stall'",
        ),
    ];
    for (ports, options) in cases {
        assert_eq!(suggested(ports), options, "{ports}");
    }
}
