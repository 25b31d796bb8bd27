//! Why something was refused: the rule and one sentence that teaches.

use std::fmt;

/// A refusal. The position is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Id of the rule that decides, from the title's rule rows; `GAME` for what no rulebook says (not the seat's
    /// turn, game over).
    pub rule: &'static str,
    /// What was wrong, with the figures, and what would be right.
    pub text: String,
}

impl Rejection {
    /// A refusal by a rule.
    pub fn new(rule: &'static str, text: impl Into<String>) -> Rejection {
        Rejection {
            rule,
            text: text.into(),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.rule)
    }
}

impl std::error::Error for Rejection {}

/// Refuses with a rule id and a formatted sentence.
macro_rules! reject {
    ($rule:expr, $($text:tt)*) => {
        return Err($crate::rejection::Rejection::new($rule, format!($($text)*)))
    };
}

/// Refuses unless the condition holds.
macro_rules! require {
    ($condition:expr, $rule:expr, $($text:tt)*) => {
        if !$condition {
            $crate::rejection::reject!($rule, $($text)*)
        }
    };
}

pub(crate) use {reject, require};
