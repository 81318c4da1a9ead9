//! Enumerations with a name for each variant, from one row for each.

/// Makes an enumeration from a row for each variant: its meaning, its identifier and its name. `ALL`, `name` and
/// [`Display`](std::fmt::Display) come from the same rows.
macro_rules! named_enum {
    (
        $(#[$about:meta])* enum $Enum:ident; $(#[$named:meta])* name;
        $($(#[$meaning:meta])* $variant:ident $name:literal;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Enum {
            $($(#[$meaning])* $variant,)*
        }

        impl $Enum {
            /// Every variant, in order.
            pub const ALL: [$Enum; [$($name),*].len()] = [$($Enum::$variant),*];

            $(#[$named])*
            pub const fn name(self) -> &'static str {
                match self {
                    $($Enum::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.pad(self.name())
            }
        }
    };
}

pub(crate) use named_enum;
