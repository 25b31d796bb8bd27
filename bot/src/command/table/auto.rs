//! Commands under `/auto`.

use super::{auto, may, must, mute};
use crate::command::spec::{AutoVerb, Kind, OptionSpec, Spec};

/// An amount of money in an order.
const SUM: Kind = Kind::Integer(1, 1_000_000);

const OTHERWISE: OptionSpec = may(
    "otherwise",
    "What happens where it cannot be done: you are asked, or it passes",
    Kind::Choice(&["ask", "pass"]),
);

pub(super) static AUTO: &[Spec] = &[
    auto(
        "auto pass",
        "Pass this stock round (or the next), until …",
        AutoVerb::Pass,
        &[may(
            "until",
            "Until a trade in a company of yours, a start, the priority lost; any by default",
            Kind::Choice(&["anything", "trade", "start", "priority", "always"]),
        )],
    ),
    auto(
        "auto bid",
        "Bid for a lot by the least bid, up to an amount",
        AutoVerb::Bid,
        &[
            must("lot", "What for", Kind::Text),
            mute(must("amount", "Up to how much", SUM)),
            OTHERWISE,
            may("minor", "The minor that you pledge", Kind::Text),
        ],
    ),
    auto(
        "auto auction",
        "Pass in this auction (or the next), unless …",
        AutoVerb::Auction,
        &[
            may(
                "lots",
                "Unless one of these can be had: names with commas",
                Kind::Text,
            ),
            mute(may(
                "below",
                "Unless something can be had for less than this",
                SUM,
            )),
        ],
    ),
    auto(
        "auto buy",
        "Buy a share when it can be had, one a turn, until you hold so much",
        AutoVerb::Buy,
        &[
            must("company", "Of which company", Kind::Text),
            mute(must(
                "percent",
                "Until you hold so many percent of it",
                Kind::Integer(1, 100),
            )),
            may(
                "from",
                "Only from the treasury or the market",
                Kind::Choice(&["treasury", "market"]),
            ),
            mute(may("most", "For this or less", SUM)),
            OTHERWISE,
        ],
    ),
    auto(
        "auto run",
        "Run the best routes of your company and pay, turn after turn",
        AutoVerb::Run,
        &[
            must("company", "Which company or mine", Kind::Text),
            may(
                "pay",
                "What is paid out; all by default",
                Kind::Choice(&["full", "half", "nothing"]),
            ),
            may(
                "until",
                "What ends it: another train, route or phase; any of them by default",
                Kind::Choice(&["any", "trains", "routes", "phase"]),
            ),
            may(
                "rest",
                "Everything else in its turn: passed by default, or you are asked",
                Kind::Choice(&["pass", "ask"]),
            ),
        ],
    ),
    auto(
        "auto answer",
        "Accept or refuse offers of a kind",
        AutoVerb::Answer,
        &[
            must(
                "what",
                "Which offers",
                Kind::Choice(&[
                    "exchange", "train", "mine", "company", "consent", "deal", "all",
                ]),
            ),
            must("say", "Your answer", Kind::Choice(&["accept", "refuse"])),
            may("from", "Only those of this player", Kind::User),
            mute(may("least", "Accept only at this or more", SUM)),
        ],
    ),
    auto(
        "auto list",
        "Your standing orders, and what became of those that ended",
        AutoVerb::List,
        &[],
    ),
    auto(
        "auto cancel",
        "Cancel a standing order",
        AutoVerb::Cancel,
        &[must("order", "Its number, or all", Kind::Text)],
    ),
];
