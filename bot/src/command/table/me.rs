//! Commands under `/me`.

use super::{may, must};
use crate::command::spec::{Body, Kind, MeVerb, OptionSpec, Spec};

const fn me(
    path: &'static str,
    about: &'static str,
    verb: MeVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Me(verb),
    }
}

const GAME: OptionSpec = may(
    "game",
    "One game by its number, or here; all by default",
    Kind::Text,
);

pub(super) static ME: &[Spec] = &[
    me(
        "me show",
        "What I know of you, and when you are called",
        MeVerb::Show,
        &[],
    ),
    me(
        "me zone",
        "Where you live, so that nobody calls you at night",
        MeVerb::Zone,
        &[must(
            "place",
            "A city, or a time zone such as Europe/Berlin",
            Kind::Text,
        )],
    ),
    me(
        "me quiet",
        "Hours in which nobody calls you",
        MeVerb::Quiet,
        &[
            must(
                "hours",
                "From when to when by your clock, such as 22:00-07:30, or none",
                Kind::Text,
            ),
            may(
                "days",
                "On which weekdays they begin; every day by default",
                Kind::Text,
            ),
        ],
    ),
    me(
        "me remind",
        "How you are called when a game waits for you",
        MeVerb::Remind,
        &[
            may(
                "interval",
                "Called again after: 1 h to 7 days, never, or as each table does",
                Kind::Text,
            ),
            may(
                "most",
                "How often at most about one decision",
                Kind::Integer(1, 20),
            ),
            may(
                "where",
                "By a mention in the game's channel, or by a message of your own",
                Kind::Choice(&["channel", "message"]),
            ),
            may(
                "next",
                "Whether you are told when you are next",
                Kind::Choice(&["yes", "no"]),
            ),
        ],
    ),
    me(
        "me away",
        "Say once that you are away: every table of yours knows",
        MeVerb::Away,
        &[
            must(
                "until",
                "A number of days, a weekday or a date, such as 5 Dec",
                Kind::Text,
            ),
            GAME,
        ],
    ),
    me(
        "me record",
        "Whether others may see how your finished games ended",
        MeVerb::Record,
        &[must(
            "shown",
            "Your wins by title, and how you fared against others who show theirs",
            Kind::Choice(&["yes", "no"]),
        )],
    ),
    me("me back", "You are back", MeVerb::Back, &[GAME]),
];
