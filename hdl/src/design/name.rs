//! Names that a module can have.

use super::DesignError;

/// The longest name, in characters: with what is put behind it for the files beside the module it stays a file name.
pub const LONGEST: usize = 200;

/// The words of Verilog-2005 (IEEE 1364-2005, annex B), which are no names.
const WORDS: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default \
defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable \
endtask event for force forever fork function generate genvar highz0 highz1 if ifnone incdir include initial inout input \
instance integer join large liblist library localparam macromodule medium module nand negedge nmos nor noshowcancelled not \
notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup pulsestyle_ondetect \
pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled \
signed small specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand \
trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor";

/// Checks the name of a module.
pub fn check(name: &str) -> Result<(), DesignError> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_plain = name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    let is_word = WORDS.split(' ').any(|word| word == name);
    match is_plain && !is_word && name.len() <= LONGEST {
        true => Ok(()),
        false => Err(DesignError::Name(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_plain_identifier_of_verilog() {
        for name in ["a", "_9", "fma_rn_f16_latency5", "modules"] {
            assert_eq!(check(name), Ok(()));
        }
        let long = "a".repeat(LONGEST + 1);
        for name in ["", "9a", "a-b", "a.v", "../a", "a b", "é", "module", "wire", &long] {
            let error = check(name).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("`{name}` is no name of a module: ")),
                "{error}"
            );
        }
    }
}
