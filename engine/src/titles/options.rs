//! How a title declares its options: name, rule or departure, what it does. All off is the rulebook.

/// One option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionDef {
    /// Name as in set-ups.
    pub name: &'static str,
    /// The departure that it reproduces, or the rule that it varies.
    pub rule: &'static str,
    /// What it does.
    pub text: &'static str,
    /// A departure of the reference, part of the preset that plays as it does; else a variant for the table to choose.
    pub departure: bool,
}

/// Declares `Options` and `OPTIONS` of a title: departures of the reference, then variants.
macro_rules! options {
    (
        departures { $($field:ident, $rule:literal, $text:literal;)* }
        variants { $($variant:ident, $variant_rule:literal, $variant_text:literal;)* }
    ) => {
        /// The options in use; all off is the rulebook.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = $text] pub $field: bool,)*
            $(#[doc = $variant_text] pub $variant: bool,)*
        }

        /// All options of the title.
        pub const OPTIONS: &[$crate::titles::OptionDef] = &[
            $($crate::titles::OptionDef {
                name: stringify!($field), rule: $rule, text: $text, departure: true,
            },)*
            $($crate::titles::OptionDef {
                name: stringify!($variant), rule: $variant_rule, text: $variant_text, departure: false,
            },)*
        ];

        impl Options {
            /// The options of these names switched on.
            ///
            /// # Errors
            /// `GAME` for a name that the title does not have.
            pub fn read(title: &str, names: &[String]) -> Result<Options, $crate::Rejection> {
                let mut options = Options::default();
                for name in names {
                    match name.as_str() {
                        $(stringify!($field) => options.$field = true,)*
                        $(stringify!($variant) => options.$variant = true,)*
                        _ => {
                            let known: Vec<&str> = OPTIONS.iter().map(|def| def.name).collect();
                            $crate::rejection::reject!(
                                "GAME",
                                "{title} has no option {name:?}; it has: {}",
                                known.join(", ")
                            )
                        }
                    }
                }
                Ok(options)
            }

            /// Every departure of the reference switched on.
            #[allow(dead_code)]
            pub fn as_18xx_games() -> Options {
                Options { $($field: true,)* $($variant: false,)* }
            }
        }
    };
}

pub(crate) use options;
