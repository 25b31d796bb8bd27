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
}

/// Declares `Options` and `OPTIONS` of a title.
macro_rules! options {
    ($($field:ident, $rule:literal, $text:literal;)*) => {
        /// The options in use; all off is the rulebook.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = $text] pub $field: bool,)*
        }

        /// All options of the title.
        pub const OPTIONS: &[$crate::titles::OptionDef] = &[
            $($crate::titles::OptionDef { name: stringify!($field), rule: $rule, text: $text },)*
        ];

        impl Options {
            /// Switches an option on or off by name; `false` if there is none of that name.
            pub fn set(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $(stringify!($field) => self.$field = on,)*
                    _ => return false,
                }
                true
            }

            /// Whether the option of that name is on.
            pub fn get(&self, name: &str) -> bool {
                match name {
                    $(stringify!($field) => self.$field,)*
                    _ => false,
                }
            }

            /// Everything as the Ruby engine of 18xx.games plays it.
            pub fn as_18xx_games() -> Options {
                Options { $($field: true,)* }
            }
        }
    };
}

pub(crate) use options;
