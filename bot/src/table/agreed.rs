//! What a table agrees on: settings by name, each with a few values, each value a sentence.
//!
//! They are kept with the game as one JSON object. What is missing has its default, which is the first value; what
//! this version does not know is kept as it stands.

use crate::people::{Clock, DAY, HOUR, Overtime, Terms};
use serde_json::{Map, Value};

/// A value of a setting, as the page shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// As stored and typed.
    pub name: &'static str,
    /// What holds if it is chosen, as a sentence.
    pub sentence: &'static str,
    /// What stands on its button.
    pub label: &'static str,
}

/// A setting with its present value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// As stored and typed.
    pub name: &'static str,
    /// What it is about, in a word or two.
    pub about: &'static str,
    /// The present value.
    pub value: &'static str,
    /// All values.
    pub values: &'static [Offered],
}

impl Setting {
    /// The sentence of the present value.
    pub fn sentence(&self) -> &'static str {
        self.values
            .iter()
            .find(|one| one.name == self.value)
            .map_or("", |one| one.sentence)
    }
}

macro_rules! settings {
    ($(
        $(#[$doc:meta])*
        $field:ident: $kind:ident, $about:literal {
            $($(#[$note:meta])* $variant:ident = $name:literal, $sentence:literal, $label:literal;)+
        }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $kind {
                $($(#[$note])* $variant,)+
            }

            impl $kind {
                const ALL: &'static [$kind] = &[$($kind::$variant),+];
                const OFFERED: &'static [Offered] =
                    &[$(Offered { name: $name, sentence: $sentence, label: $label }),+];

                fn name(self) -> &'static str {
                    match self { $($kind::$variant => $name,)+ }
                }

                fn read(text: &str) -> Option<$kind> {
                    $kind::ALL.iter().copied().find(|one| one.name() == text)
                }
            }

            impl Default for $kind {
                fn default() -> $kind {
                    $kind::ALL[0]
                }
            }
        )+

        /// What a table has agreed on.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Agreed {
            $($(#[$doc])* pub $field: $kind,)+
            /// Seats set by the host: users in table order.
            pub order: Vec<String>,
            /// Users who look for a substitute.
            pub leaving: Vec<String>,
            /// Users in whose place answers are given, as the table has voted.
            pub answered: Vec<String>,
            /// What other versions have stored.
            rest: Map<String, Value>,
        }

        impl Agreed {
            /// Reads what is stored. A value that this version does not know leaves the default in force, and is
            /// kept until somebody chooses another.
            pub fn read(json: &str) -> Agreed {
                let mut rest: Map<String, Value> = serde_json::from_str(json).unwrap_or_default();
                let mut agreed = Agreed::default();
                $(
                    let known = rest.get(stringify!($field)).and_then(Value::as_str).and_then($kind::read);
                    if let Some(known) = known {
                        agreed.$field = known;
                        rest.remove(stringify!($field));
                    }
                )+
                let mut users = |name| {
                    let list = rest.remove(name)?;
                    serde_json::from_value::<Vec<String>>(list).ok()
                };
                agreed.order = users("order").unwrap_or_default();
                agreed.leaving = users("leaving").unwrap_or_default();
                agreed.answered = users("answered").unwrap_or_default();
                agreed.rest = rest;
                agreed
            }

            /// As stored.
            pub fn write(&self) -> String {
                let mut all = self.rest.clone();
                $(
                    if self.$field != $kind::default() {
                        all.insert(stringify!($field).into(), self.$field.name().into());
                    }
                )+
                for (name, users) in [
                    ("order", &self.order),
                    ("leaving", &self.leaving),
                    ("answered", &self.answered),
                ] {
                    if !users.is_empty() {
                        all.insert(name.into(), users.clone().into());
                    }
                }
                Value::Object(all).to_string()
            }

            /// All settings, in the order of the page.
            pub fn settings(&self) -> Vec<Setting> {
                vec![$(Setting {
                    name: stringify!($field),
                    about: $about,
                    value: self.$field.name(),
                    values: $kind::OFFERED,
                }),+]
            }

            /// Chooses a value; false if there is no such setting or value.
            pub fn choose(&mut self, name: &str, value: &str) -> bool {
                match name {
                    $(
                        stringify!($field) => match $kind::read(value) {
                            Some(value) => {
                                self.$field = value;
                                self.rest.remove(stringify!($field));
                                true
                            }
                            None => false,
                        },
                    )+
                    _ => false,
                }
            }
        }
    };
}

settings! {
    /// Own steps back.
    takeback: Takeback, "own moves" {
        /// At will.
        Free = "free", "Whoever moved last takes his own moves back at will, until somebody else has moved.", "At will";
        /// Only with the word of all others.
        Ask = "ask", "Own moves are taken back only if all other players agree.", "If all agree";
        /// Not at all.
        Never = "never", "What is done is done: no move is taken back.", "Never";
    }
    /// Moves of others back.
    beyond: Beyond, "moves of others" {
        /// Those whose moves go.
        Vote = "vote", "Moves of others are taken back if everybody whose moves would go agrees.", "Those concerned agree";
        /// The host.
        Host = "host", "The host decides alone whether moves of others are taken back.", "The host decides";
    }
    /// Acting for another.
    acting: Acting, "acting for others" {
        /// Nobody may.
        Nobody = "nobody", "Nobody moves for another.", "Nobody";
        /// The host.
        Host = "host", "The host may move for a player who is away; everybody sees it.", "The host";
        /// The host and moderators.
        Moderators = "moderators", "The host and the server's moderators may move for a player who is away; everybody sees it.", "Host and moderators";
    }
    /// Who takes over a seat.
    substitutes: Substitutes, "substitutes" {
        /// All other players.
        Vote = "vote", "A player is replaced if all other players agree.", "All others agree";
        /// The host.
        Host = "host", "The host decides alone who replaces a player.", "The host decides";
    }
    /// The end before the end.
    ending: EarlyEnd, "early end" {
        /// All players.
        Vote = "vote", "The game ends early only if all players agree.", "All agree";
        /// The host.
        Host = "host", "The host may end the game early.", "The host decides";
    }
    /// Who may sit down.
    entry: Admission, "who may sit down" {
        /// Everybody.
        Open = "open", "Everybody may sit down.", "Everybody";
        /// Who is invited.
        Invited = "invited", "Only who is invited may sit down.", "Who is invited";
    }
    /// How seats are given.
    seating: Seating, "seats" {
        /// By lot.
        Lot = "lot", "Seats are drawn by lot when the game starts.", "By lot";
        /// As joined.
        Joined = "joined", "Seats are in the order of joining.", "As joined";
        /// By the host.
        Set = "set", "The host has set the seats.", "Set by the host";
    }
    /// Onlookers.
    onlookers: Onlookers, "onlookers" {
        /// Welcome.
        Welcome = "welcome", "Everybody in the channel may look at the game and follow it.", "Welcome";
        /// Players only.
        Closed = "closed", "Only players look at the game through the bot.", "Players only";
    }
    /// Typed moves asked back.
    confirm: Confirm, "typed moves" {
        /// Where it matters.
        Slips = "slips", "A typed move is asked back only where it cannot be taken back alone.", "Ask where it matters";
        /// Always.
        Always = "always", "Every typed move is asked back before it counts.", "Always ask";
        /// Never.
        Never = "never", "Typed moves count at once.", "Never ask";
    }
    /// Standing orders.
    orders: Orders, "standing orders" {
        /// Their owners alone see them.
        Private = "private", "Standing orders (/auto) are seen by their owners alone until they act.", "Private";
        /// Everybody does.
        Open = "open", "Everybody sees who has set which standing order.", "Open to all";
        /// There are none.
        Never = "never", "Everybody makes his own moves: no standing orders, no moves made ahead.", "None";
    }
    /// How often whoever is awaited is called again.
    reminders: Reminders, "reminders" {
        /// After a day.
        Day = "day", "Whoever is awaited is called again every 24 hours; each may choose otherwise with /me remind.", "Every 24 hours";
        /// After half a day.
        Half = "half-day", "Whoever is awaited is called again every 12 hours; each may choose otherwise with /me remind.", "Every 12 hours";
        /// After two days.
        Two = "two-days", "Whoever is awaited is called again every 48 hours; each may choose otherwise with /me remind.", "Every 48 hours";
        /// Only once.
        Never = "never", "Whoever is awaited is called once; he may choose otherwise with /me remind.", "Never again";
    }
    /// How much time there is.
    time: Time, "time to decide" {
        /// As much as anybody needs.
        Off = "off", "Nobody is pressed for time.", "No limit";
        /// Half a day a decision.
        Half = "12h", "Each decision has 12 hours; nobody's time ends in his quiet hours, or while he is away.", "12 hours each";
        /// A day a decision.
        Day = "24h", "Each decision has 24 hours; nobody's time ends in his quiet hours, or while he is away.", "24 hours each";
        /// Two days a decision.
        Two = "48h", "Each decision has 48 hours; nobody's time ends in his quiet hours, or while he is away.", "48 hours each";
        /// Three days a decision.
        Three = "72h", "Each decision has 72 hours; nobody's time ends in his quiet hours, or while he is away.", "72 hours each";
        /// A week a decision.
        Week = "week", "Each decision has 7 days; nobody's time ends in his quiet hours, or while he is away.", "7 days each";
        /// A small bank.
        Bank60 = "bank-60", "Each player has 60 waking hours for the whole game, then 4 for each decision.", "Bank of 60 waking hours";
        /// A bank.
        Bank120 = "bank-120", "Each player has 120 waking hours for the whole game, then 4 for each decision.", "Bank of 120 waking hours";
        /// A large bank.
        Bank240 = "bank-240", "Each player has 240 waking hours for the whole game, then 4 for each decision.", "Bank of 240 waking hours";
    }
    /// What happens when the time is up.
    overtime: Late, "when time is up" {
        /// The table is told.
        Nothing = "nothing", "When somebody's time is up, the table is told, and waits.", "Nothing but a word";
        /// The clock passes.
        Pass = "pass", "When somebody's time is up, the clock passes for him where that is legal.", "Pass where legal";
        /// The clock plays.
        Play = "play", "When somebody's time is up, the clock passes for him where that is legal, and else runs best and pays.", "Pass, or run and pay";
        /// The host is asked.
        Host = "host", "When somebody's time is up, the host decides whether the clock moves for him or he gets more time.", "Ask the host";
    }
    /// What happens while somebody is away.
    absence: Absent, "absence" {
        /// The game waits.
        Wait = "wait", "While a player is away, the game waits for him and his time stands still.", "Wait";
        /// Answers are given for him.
        Answers = "answers", "While a player is away, the clock passes for him where that is legal, and else runs best and pays.", "Pass, or run and pay";
    }
    /// When the table may go on without somebody.
    silence: Silence, "silence" {
        /// After a week.
        Week = "week", "If whoever is awaited does nothing for 7 days, the table may vote on going on without him.", "7 days";
        /// After three days.
        Three = "three-days", "If whoever is awaited does nothing for 3 days, the table may vote on going on without him.", "3 days";
        /// After two weeks.
        Two = "two-weeks", "If whoever is awaited does nothing for 14 days, the table may vote on going on without him.", "14 days";
        /// After a month.
        Month = "month", "If whoever is awaited does nothing for 30 days, the table may vote on going on without him.", "30 days";
        /// Never.
        Never = "never", "However long whoever is awaited does nothing, the table waits.", "Never";
    }
    /// Who changes the settings while the game is played.
    changes: Changes, "changes" {
        /// The host.
        Host = "host", "The host changes these settings.", "The host";
        /// All players.
        Vote = "vote", "During the game these settings change only if all players agree.", "All agree";
    }
}

impl Agreed {
    /// What this means for those who are awaited.
    pub fn terms(&self) -> Terms {
        Terms {
            every: match self.reminders {
                Reminders::Day => DAY,
                Reminders::Half => DAY / 2,
                Reminders::Two => 2 * DAY,
                Reminders::Never => 0,
            },
            clock: match self.time {
                Time::Off => Clock::Off,
                Time::Half => Clock::Each(DAY / 2),
                Time::Day => Clock::Each(DAY),
                Time::Two => Clock::Each(2 * DAY),
                Time::Three => Clock::Each(3 * DAY),
                Time::Week => Clock::Each(7 * DAY),
                Time::Bank60 => Clock::Bank(60 * HOUR),
                Time::Bank120 => Clock::Bank(120 * HOUR),
                Time::Bank240 => Clock::Bank(240 * HOUR),
            },
            overtime: match self.overtime {
                Late::Nothing => Overtime::Nothing,
                Late::Pass => Overtime::Pass,
                Late::Play => Overtime::Play,
                Late::Host => Overtime::Host,
            },
            answers: self.absence == Absent::Answers,
            silence: match self.silence {
                Silence::Week => Some(7 * DAY),
                Silence::Three => Some(3 * DAY),
                Silence::Two => Some(14 * DAY),
                Silence::Month => Some(30 * DAY),
                Silence::Never => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_has_its_default_and_what_is_unknown_is_kept() {
        let mut agreed =
            Agreed::read(r#"{"pace":{"hours":24},"acting":"host","takeback":"by-moonlight"}"#);
        assert_eq!(
            (agreed.acting, agreed.takeback),
            (Acting::Host, Takeback::Free)
        );
        assert!(agreed.choose("beyond", "host"));
        assert!(!agreed.choose("beyond", "cat"));
        assert!(!agreed.choose("pace", "host"));
        let written = agreed.write();
        assert_eq!(
            written,
            r#"{"acting":"host","beyond":"host","pace":{"hours":24},"takeback":"by-moonlight"}"#
        );
        assert_eq!(Agreed::read(&written), agreed);
        assert!(agreed.choose("takeback", "never"));
        assert!(!agreed.write().contains("moonlight"));
        assert_eq!(Agreed::read("nonsense"), Agreed::default());
        assert_eq!(Agreed::default().write(), "{}");
    }

    #[test]
    fn every_value_has_a_sentence_and_a_short_label() {
        for setting in Agreed::default().settings() {
            assert_eq!(setting.value, setting.values[0].name);
            for one in setting.values {
                assert!(one.sentence.ends_with('.') && one.label.chars().count() < 40);
                let mut agreed = Agreed::default();
                assert!(agreed.choose(setting.name, one.name));
                assert_eq!(Agreed::read(&agreed.write()), agreed);
            }
        }
    }
}
