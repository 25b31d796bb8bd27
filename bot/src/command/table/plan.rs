//! Commands under `/plan`.

use super::{may, must, mute, plan};
use crate::command::spec::{Kind, OptionSpec, PlanVerb, Spec};

const TRIAL: OptionSpec = may(
    "trial",
    "Which trial; the one at hand by default",
    Kind::Text,
);

pub(super) static PLAN: &[Spec] = &[
    plan(
        "plan start",
        "Begin a private trial: at anybody's next turn, or at what is awaited now",
        PlanVerb::Start,
        &[
            may(
                "turn",
                "A company, or a player for his stock turn; what is awaited now by default",
                Kind::Text,
            ),
            mute(may("name", "A name for the trial", Kind::Text)),
        ],
    ),
    plan(
        "plan try",
        "Do something in your trial; you decide for everybody",
        PlanVerb::Try,
        &[must(
            "action",
            "In short notation, such as: lay F10 57@2",
            Kind::Text,
        )],
    ),
    plan(
        "plan jump",
        "Run your trial ahead to somebody's next turn",
        PlanVerb::Jump,
        &[must(
            "turn",
            "A company, or a player for his stock turn",
            Kind::Text,
        )],
    ),
    plan(
        "plan undo",
        "Take back steps of your trial",
        PlanVerb::Undo,
        &[mute(may("count", "How many steps", Kind::Integer(1, 1000)))],
    ),
    plan(
        "plan show",
        "How your trial stands, or a sheet of it",
        PlanVerb::Show,
        &[
            may(
                "what",
                "Which sheet; the steps by default",
                Kind::Choice(&["steps", "players", "company", "trains", "tiles"]),
            ),
            may("company", "Which company", Kind::Text),
        ],
    ),
    plan("plan map", "The map of your trial", PlanVerb::Map, &[]),
    plan(
        "plan market",
        "The stock market of your trial",
        PlanVerb::Market,
        &[],
    ),
    plan(
        "plan runs",
        "The best runs in your trial, compared with the game",
        PlanVerb::Runs,
        &[may(
            "company",
            "Whose; the company at hand by default",
            Kind::Text,
        )],
    ),
    plan(
        "plan compare",
        "Two trials side by side: revenue, money, prices, tiles",
        PlanVerb::Compare,
        &[
            must("first", "A trial", Kind::Text),
            must("second", "Another trial", Kind::Text),
        ],
    ),
    plan(
        "plan rebase",
        "Replay your trial on the present position",
        PlanVerb::Rebase,
        &[TRIAL],
    ),
    plan("plan list", "Your trials of this game", PlanVerb::List, &[]),
    plan(
        "plan open",
        "Go on with another of your trials",
        PlanVerb::Open,
        &[must("trial", "Which trial", Kind::Text)],
    ),
    plan(
        "plan name",
        "Give your trial another name",
        PlanVerb::Name,
        &[mute(must("name", "The new name", Kind::Text))],
    ),
    plan(
        "plan drop",
        "Throw one of your trials away",
        PlanVerb::Drop,
        &[must("trial", "Which trial", Kind::Text)],
    ),
    plan(
        "plan note",
        "Your private notes on this game: read them or add a line",
        PlanVerb::Note,
        &[mute(may("text", "A line to add", Kind::Text))],
    ),
    plan(
        "plan strike",
        "Strike a line of your private notes",
        PlanVerb::Strike,
        &[mute(must("line", "Its number", Kind::Integer(1, 100)))],
    ),
    plan(
        "plan queue",
        "Moves made ahead: see them, or add one or those of a trial",
        PlanVerb::Queue,
        &[
            may(
                "action",
                "In short notation, such as: lay F10 57@2",
                Kind::Text,
            ),
            may("trial", "All moves of yours in this trial", Kind::Text),
            may(
                "company",
                "In whose turn; by default the company in turn, if it is yours",
                Kind::Text,
            ),
            may(
                "only",
                "Only if it is legal, or if price, bid and owner are still the same, too",
                Kind::Choice(&["legal", "same"]),
            ),
            mute(may(
                "most",
                "Only if it costs this or less",
                Kind::Integer(1, 1_000_000),
            )),
        ],
    ),
    plan(
        "plan unqueue",
        "Drop moves made ahead",
        PlanVerb::Unqueue,
        &[mute(may(
            "move",
            "Its number; all by default",
            Kind::Integer(1, 100),
        ))],
    ),
    plan(
        "plan requeue",
        "Move one of your moves made ahead to another place",
        PlanVerb::Requeue,
        &[
            mute(must("move", "Its number", Kind::Integer(1, 100))),
            mute(must("to", "Its new number", Kind::Integer(1, 100))),
        ],
    ),
];
