//! How an action came about: by the player's own hand, or in his name without it.

/// How an action came about. Whose it is does not depend on it: it counts as a move of its seat, is taken back as
/// such, and leads where the same move by hand would lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// He (or the host, or the engine) did it himself.
    #[default]
    Hand,
    /// A standing order of the player (`/auto`).
    Order,
    /// A move that the player had made ahead (`/plan queue`).
    Queue,
    /// His time had run out.
    Clock,
    /// He is away, and the table has agreed on what is done then.
    Away,
}

impl How {
    /// All of them.
    pub const ALL: [How; 5] = [How::Hand, How::Order, How::Queue, How::Clock, How::Away];

    /// As stored, and as written in files of games.
    pub fn name(self) -> &'static str {
        match self {
            How::Hand => "hand",
            How::Order => "order",
            How::Queue => "queue",
            How::Clock => "clock",
            How::Away => "away",
        }
    }

    /// From what is stored.
    pub fn read(text: &str) -> How {
        let known = How::ALL.into_iter().find(|how| how.name() == text);
        known.unwrap_or_default()
    }

    /// Whether it was done without the player.
    pub fn is_automatic(self) -> bool {
        self != How::Hand
    }

    /// Whose move it is, in a list of moves.
    pub fn who(self, name: &str) -> String {
        match self {
            How::Hand => name.to_string(),
            How::Order => format!("{name} (by order)"),
            How::Queue => format!("{name} (made ahead)"),
            How::Clock => format!("the clock for {name}"),
            How::Away => format!("{name} (away)"),
        }
    }

    /// How the story of such a move begins.
    pub fn begins(self, name: &str) -> Option<String> {
        match self {
            How::Hand => None,
            How::Order => Some(format!("By {name}'s order: ")),
            How::Queue => Some(format!("Made ahead by {name}: ")),
            How::Clock => Some("By the clock: ".into()),
            How::Away => Some(format!("For {name}, who is away: ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_comes_back_from_its_name() {
        for how in How::ALL {
            assert_eq!(How::read(how.name()), how);
            assert_eq!(how.begins("anna").is_some(), how.is_automatic());
            assert!(how.who("anna").contains("anna"));
        }
        assert_eq!(How::read("by moonlight"), How::Hand);
    }
}
