//! Errors in the text of options about ports.

/// A text that maps no port.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PortSyntaxError {
    /// A mapping without an equals sign, or without a name before it.
    #[error("`{0}` maps no port; write the contract's port and the file's, such as a=opa")]
    Mapping(String),

    /// Bits that no port has.
    #[error("`{0}` names no bits of a port; write opa, opa[15:0], !rst_n or {{sign,exponent,fraction}}")]
    Term(String),

    /// An unknown code.
    #[error("`{0}` is no code; write onehot, or an order such as {{NV,DZ,OF,UF,NX}}")]
    Code(String),

    /// A tied input without a value.
    #[error("`{0}` fixes no input; write its name and a number, such as mode=0, mode=0x3 or mode=2'b01")]
    Tie(String),

    /// A name that is no identifier.
    #[error("`{0}` is no name of a port")]
    Name(String),
}
