//! Unit tests of `src/foreign/port_map.rs`.

use super::*;

#[test]
fn mappings_are_read_and_written() {
    let same = [
        "a=opa",
        "a=operands_i[15:0]",
        "NV=status[3]",
        "reset=!rst_ni",
        "a={sign,exponent[4:0],fraction}",
        "rounding=rm:onehot",
        "flags=status[4:0]:{NX,UF,OF,DZ,NV}",
        "DZ=0",
    ];
    for text in same {
        assert_eq!(text.parse::<PortMapping>().unwrap().to_string(), text);
    }
    let others = [
        (" a = opa [ 3 : 3 ] ", "a=opa[3]"),
        ("reset=~rst_ni", "reset=!rst_ni"),
        ("start=go_i", "in_valid=go_i"),
        ("done=done_o", "out_valid=done_o"),
    ];
    for (text, written) in others {
        assert_eq!(text.parse::<PortMapping>().unwrap().to_string(), written);
    }
    let list = PortMapping::parse_list("a={x,y},b=z,flags=s:{NV,NX}").unwrap();
    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
    assert_eq!(list, ["a={x,y}", "b=z", "flags=s:{NV,NX}"]);
}

#[test]
fn ties_have_numbers_in_three_forms() {
    let ties = [
        ("mode=5", "mode=0x5"),
        ("mode[2:1]=0x1F", "mode[2:1]=0x1f"),
        ("mode=4'b01_01", "mode=0x5"),
        ("mode='h1f", "mode=0x1f"),
        ("mode=8'sd12", "mode=0xc"),
        ("mode=3'o7", "mode=0x7"),
    ];
    for (text, written) in ties {
        assert_eq!(text.parse::<TiedInput>().unwrap().to_string(), written);
    }
}

#[test]
fn other_texts_are_refused() {
    let error = |text: &str| PortMapping::parse_list(text).unwrap_err().to_string();
    let bits = "names no bits of a port; write opa, opa[15:0], !rst_n or {sign,exponent,fraction}";
    let mapping = "maps no port; write the contract's port and the file's, such as a=opa";
    for text in ["", "opa", "=opa", "a b=opa", "a=opa,"] {
        assert!(error(text).ends_with(mapping), "{}", error(text));
    }
    for text in ["a=", "a=x[0:3]", "a=x[", "a=x]", "a=1x", "a={x,}", "a={x,{y}}", "a=x+y"] {
        assert!(error(text).ends_with(bits), "{}", error(text));
    }
    assert_eq!(
        error("rounding=rm:gray"),
        "`gray` is no code; write onehot, or an order such as {NV,DZ,OF,UF,NX}"
    );
    for text in [
        "mode",
        "mode=",
        "mode=x",
        "mode=2'b12",
        "mode=0'd1",
        "mode=-1",
        "!mode=1",
        "mode=0x",
    ] {
        assert!(text.parse::<TiedInput>().is_err(), "{text}");
    }
    assert_eq!(parse_output("!").unwrap_err().to_string(), "`!` is no name of a port");
}
