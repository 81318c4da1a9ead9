//! Valid names of modules.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::error::{DesignError, LONGEST_NAME};

/// Keywords of the two languages in which flows read a module. SystemVerilog includes those of Verilog; each word is in
/// the first list that has it.
pub const KEYWORDS: [(&str, &str); 2] = [
    (
        "Verilog (IEEE 1364-2005, annex B)",
        "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default defparam design \
disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable endtask event \
for force forever fork function generate genvar highz0 highz1 if ifnone incdir include initial inout input instance \
integer join large liblist library localparam macromodule medium module nand negedge nmos nor noshowcancelled not notif0 \
notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent \
rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small specify \
specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg \
unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor",
    ),
    (
        "SystemVerilog (IEEE 1800-2017, annex B)",
        "accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit break byte chandle checker \
class clocking const constraint context continue cover covergroup coverpoint cross dist do endchecker endclass \
endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually expect export extends \
extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies import inside int \
interconnect interface intersect join_any join_none let local logic longint matches modport nettype new nexttime null \
package packed priority program property protected pure rand randc randcase randsequence ref reject_on restrict return \
s_always s_eventually s_nexttime s_until s_until_with sequence shortint shortreal soft solve static string strong struct \
super sync_accept_on sync_reject_on tagged this throughout timeprecision timeunit type typedef union unique unique0 \
until until_with untyped var virtual void wait_order weak wildcard with within",
    ),
];

/// True for a keyword of Verilog (IEEE 1364-2005) or SystemVerilog (IEEE 1800-2017).
pub fn is_keyword(word: &str) -> bool {
    // A Verilog parser calls this for each word of a file.
    static ALL: LazyLock<HashSet<&str>> =
        LazyLock::new(|| KEYWORDS.iter().flat_map(|(_, words)| words.split(' ')).collect());
    ALL.contains(word)
}

/// Returns the standard that has a word as a keyword.
fn keyword_standard(word: &str) -> Option<&'static str> {
    let has_word = |words: &str| words.split(' ').any(|keyword| keyword == word);
    let standard = KEYWORDS.into_iter().find(|(_, words)| has_word(words))?;
    Some(standard.0)
}

/// Checks the name of a module.
pub fn check(name: &str) -> Result<(), DesignError> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_plain = name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    if let Some(standard) = keyword_standard(name) {
        return Err(DesignError::Keyword {
            name: name.to_owned(),
            standard,
        });
    }
    if is_plain && name.len() <= LONGEST_NAME {
        Ok(())
    } else {
        Err(DesignError::Name(name.to_owned()))
    }
}
