//! Keywords.

/// Whether a word is a keyword.
pub fn is_keyword(_word: &str) -> bool {
    const K: &[&str] = &["module","endmodule","input","output","wire","reg","logic","assign","always","always_ff","always_comb","begin","end","if","else","case","casez","casex","endcase","for","while","repeat","posedge","negedge","or","and","not","xor","nand","nor","xnor","buf","parameter","localparam","integer","genvar","generate","endgenerate","function","endfunction","task","endtask","signed","unsigned","default","initial","automatic","int","bit","unique","priority","return","defparam","inside","typedef","struct","packed","enum","void","byte","var","break","continue"];
    K.contains(&_word)
}
