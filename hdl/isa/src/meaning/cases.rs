//! A list of statements.

/// Statements about an instruction, constant or computed.
#[derive(Default)]
pub(super) struct Cases(Vec<String>);

impl Cases {
    /// Adds a statement.
    pub fn push(&mut self, case: impl Into<String>) {
        self.0.push(case.into());
    }

    /// Adds statements.
    pub fn extend<C: Into<String>>(&mut self, cases: impl IntoIterator<Item = C>) {
        self.0.extend(cases.into_iter().map(Into::into));
    }
}

impl<C: Into<String>, const N: usize> From<[C; N]> for Cases {
    fn from(cases: [C; N]) -> Self {
        Self(cases.map(Into::into).into())
    }
}

impl From<Cases> for Vec<String> {
    fn from(cases: Cases) -> Self {
        cases.0
    }
}
