//! The table of commands.

use super::spec::{Body, Entry, Kind, Spec};
use super::template::Template;

mod auto;
mod build;
mod game;
mod look;
mod me;
mod plan;

use auto::AUTO;
use build::{COUNT, PAGE, SUM, TITLE, auto, lobby, look, may, must, mute, plan, show, verb};
use game::{DEAL, GAME};
use look::{REF, SHOW};
use me::ME;
use plan::PLAN;

/// Every command with its path.
pub fn all() -> impl Iterator<Item = &'static Spec> {
    TABLE.iter().flat_map(|entry| match entry {
        Entry::Single(spec) => std::slice::from_ref(spec),
        Entry::Group(_, _, specs) => *specs,
    })
}

/// The command of that path: `pass`, `game new`.
pub fn find(path: &str) -> Option<&'static Spec> {
    all().find(|spec| spec.path.eq_ignore_ascii_case(path))
}

/// All commands.
pub static TABLE: &[Entry] = &[
    Entry::Group("game", "Open, join, start, follow and end a game", GAME),
    Entry::Single(Spec {
        path: "play",
        about: "What is awaited now, and everything that you may do",
        options: &[],
        body: Body::Play,
    }),
    Entry::Single(Spec {
        path: "do",
        about: "Any action in short notation, such as: lay F10 57@2",
        options: &[must("action", "The action", Kind::Text)],
        body: Body::Move(Template("{action}")),
    }),
    verb("pass", "Pass, or end this step", "pass", &[]),
    verb(
        "bid",
        "Bid for something",
        "bid {lot} {amount} [with {minor}]",
        &[
            must("lot", "What for", Kind::Text),
            must("amount", "How much", SUM),
            may("minor", "The minor that you pledge", Kind::Text),
        ],
    ),
    verb(
        "take",
        "Take a lot for its price",
        "take {lot}",
        &[must("lot", "Which one", Kind::Text)],
    ),
    verb(
        "buy",
        "Buy a share, a certificate or a private company",
        "buy {paper} [{from}]",
        &[
            must("paper", "Of which company", Kind::Text),
            may(
                "from",
                "Where from: treasury, market, 10% market, or the president's certificate",
                Kind::Text,
            ),
        ],
    ),
    verb(
        "sell",
        "Sell shares or a private company",
        "sell {paper} [{shares}]",
        &[
            must("paper", "Of which company", Kind::Text),
            may(
                "shares",
                "How many shares, or which certificates: 10% 10% 5%",
                Kind::Text,
            ),
        ],
    ),
    verb(
        "form",
        "Form a company",
        "form {company} {price}",
        &[
            must("company", "Which company", Kind::Text),
            must("price", "Its starting value", SUM),
        ],
    ),
    verb(
        "exchange",
        "Exchange a minor or private company for a share",
        "exchange {minor} [{company}] [{from}]",
        &[
            must("minor", "Your minor", Kind::Text),
            may("company", "For a share of which company", Kind::Text),
            may("from", "Where from: treasury or market", Kind::Text),
        ],
    ),
    verb(
        "premium",
        "Bid for the start premium",
        "premium {amount}",
        &[must("amount", "How much", SUM)],
    ),
    verb(
        "unite",
        "Form a public mining company of two mines",
        "unite {company} {mine} {second}",
        &[
            must("company", "Which company", Kind::Text),
            must("mine", "A mine of yours", Kind::Text),
            must("second", "The other mine", Kind::Text),
        ],
    ),
    verb(
        "exercise",
        "Buy shares on your purchase option",
        "exercise {company} {shares}",
        &[
            must("company", "Which company", Kind::Text),
            must("shares", "How many shares", COUNT),
        ],
    ),
    verb(
        "receive",
        "Take ordinary certificates for the president's",
        "receive {certificates}",
        &[must(
            "certificates",
            "Which ones: 20%, or 10% 10%",
            Kind::Text,
        )],
    ),
    verb("agree", "Say yes to what you are asked", "agree", &[]),
    verb("refuse", "Say no to what you are asked", "refuse", &[]),
    verb(
        "decline",
        "Decline a token or train that a minor brings",
        "decline {what}",
        &[must(
            "what",
            "token and its city, or train and its card",
            Kind::Text,
        )],
    ),
    verb(
        "keep",
        "Keep so many of the forts that a minor brings",
        "keep forts {forts}",
        &[must("forts", "How many", COUNT)],
    ),
    verb(
        "discard",
        "Discard a train, or scrap a switcher",
        "discard {train}",
        &[must("train", "Which card", Kind::Text)],
    ),
    verb(
        "convert",
        "Turn your company into one of more shares",
        "convert",
        &[],
    ),
    verb(
        "issue",
        "Issue shares of your company",
        "issue {shares}",
        &[must("shares", "How many", COUNT)],
    ),
    verb(
        "lay",
        "Lay or upgrade a tile",
        "lay {hex} {tile}[@{turning}] [by {private}]",
        &[
            must("hex", "Where", Kind::Text),
            must("tile", "Which tile, with its turning: 57@2", Kind::Text),
            may(
                "turning",
                "Turning, if not named with the tile",
                Kind::Integer(0, 5),
            ),
            may(
                "private",
                "By the power of which private company",
                Kind::Text,
            ),
        ],
    ),
    verb(
        "token",
        "Place a station",
        "token {city} [by {private}]",
        &[
            must("city", "Where", Kind::Text),
            may(
                "private",
                "By the power of which private company",
                Kind::Text,
            ),
        ],
    ),
    verb(
        "replace",
        "Place a station where another company's inactive one stands",
        "replace {city} {company}",
        &[
            must("city", "Where", Kind::Text),
            must("company", "Whose station", Kind::Text),
        ],
    ),
    verb(
        "swap",
        "Exchange the switchers of two mines",
        "swap {mine} {second}",
        &[
            must("mine", "A mine", Kind::Text),
            must("second", "Another mine", Kind::Text),
        ],
    ),
    verb(
        "mine",
        "Buy a mine for your public mining company",
        "mine {mine} at {price}",
        &[
            must("mine", "Which mine", Kind::Text),
            must("price", "Its price", SUM),
        ],
    ),
    verb("close", "Close your mine", "close", &[]),
    verb(
        "fort",
        "Take a fort",
        "fort {hex}",
        &[must("hex", "Where", Kind::Text)],
    ),
    verb(
        "run",
        "Run your trains",
        "run [{routes}]",
        &[may(
            "routes",
            "auto for the best runs, or trains with their hexes",
            Kind::Text,
        )],
    ),
    verb(
        "pay",
        "Pay out or keep the earnings",
        "pay {how}",
        &[must(
            "how",
            "How much is paid out",
            Kind::Choice(&["full", "half", "nothing"]),
        )],
    ),
    verb(
        "train",
        "Buy a train, machine or switcher",
        "train {train} [from {from}] [at {price}] [for {old}] [seller {seller}] [on {mines}]",
        &[
            must("train", "Which kind or card", Kind::Text),
            may("from", "Where from: depot, market or a company", Kind::Text),
            may("price", "Price, if it comes from a company", SUM),
            may("old", "A train handed in for it", Kind::Text),
            may(
                "seller",
                "The seller pays the maintenance due",
                Kind::Choice(&["pays"]),
            ),
            may("mines", "Which of your mines get it", Kind::Text),
        ],
    ),
    verb("bankrupt", "Declare bankruptcy", "bankrupt", &[]),
    verb(
        "use",
        "Use the power of a private company",
        "use {private} [{hex}]",
        &[
            must("private", "Which one", Kind::Text),
            may("hex", "Where, if it is a power for a place", Kind::Text),
        ],
    ),
    verb("borrow", "Take a loan for your company", "borrow", &[]),
    verb(
        "repay",
        "Repay loans of your company",
        "repay {loans}",
        &[must("loans", "How many", COUNT)],
    ),
    verb(
        "buyback",
        "Let your company buy its own shares from the market",
        "buyback {shares}",
        &[must("shares", "How many shares", COUNT)],
    ),
    verb(
        "bond",
        "Buy or sell bonds; for your company, issue or redeem them",
        "bond {deal} [{count}] [from {from}]",
        &[
            must(
                "deal",
                "What to do",
                Kind::Choice(&["buy", "sell", "issue", "redeem"]),
            ),
            may("count", "How many bonds", COUNT),
            may(
                "from",
                "Redeemed from which player; else from the market",
                Kind::Text,
            ),
        ],
    ),
    verb(
        "earn",
        "Name the earnings, where the table plays so",
        "earn {amount}",
        &[must("amount", "How much", SUM)],
    ),
    Entry::Group("deal", "Offer something to another player", DEAL),
    Entry::Group(
        "plan",
        "Try things out in private, under the real rules",
        PLAN,
    ),
    Entry::Group(
        "auto",
        "Standing orders: what is done for you, when, and until what",
        AUTO,
    ),
    Entry::Group("show", "See the game of this channel", SHOW),
    Entry::Group(
        "me",
        "Your time zone, quiet hours, reminders and absence",
        ME,
    ),
    Entry::Group("ref", "Look things up, with or without a game", REF),
];
