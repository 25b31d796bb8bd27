//! Commands under `/show` and `/ref`.

use super::{PAGE, TITLE, look, may, must, mute, show};
use crate::command::spec::{Kind, RefVerb, ShowVerb, Spec};

pub(super) static SHOW: &[Spec] = &[
    show(
        "show map",
        "The map",
        ShowVerb::Map,
        &[
            may(
                "mode",
                "What it shows first",
                Kind::Choice(&["plain", "names", "owners", "changes", "routes", "start"]),
            ),
            may("company", "Whose last runs; all by default", Kind::Text),
            mute(may(
                "since",
                "Changes since this move; of the last turn by default",
                Kind::Integer(0, 100_000),
            )),
        ],
    ),
    show(
        "show market",
        "The stock market: prices, order, what moves a price",
        ShowVerb::Market,
        &[],
    ),
    show(
        "show packet",
        "The start packet: what is for sale, what waits, what is sold",
        ShowVerb::Packet,
        &[],
    ),
    show(
        "show players",
        "Cash, shares, worth, limits, what each could raise now",
        ShowVerb::Players,
        &[],
    ),
    show(
        "show company",
        "A company's sheet",
        ShowVerb::Company,
        &[must("company", "Which company", Kind::Text)],
    ),
    show("show trains", "Trains and phases", ShowVerb::Trains, &[]),
    show("show tiles", "Tiles left in the box", ShowVerb::Tiles, &[]),
    show(
        "show worth",
        "A chart of what players were worth, round by round",
        ShowVerb::Worth,
        &[],
    ),
    show(
        "show revenue",
        "A chart of what companies earned, round by round",
        ShowVerb::Revenue,
        &[may("company", "Which company; all by default", Kind::Text)],
    ),
    show(
        "show pace",
        "How much time decisions took, in players' waking hours",
        ShowVerb::Pace,
        &[
            may(
                "of",
                "This table, or your own time in all games",
                Kind::Choice(&["table", "me"]),
            ),
            PAGE,
        ],
    ),
];

pub(super) static REF: &[Spec] = &[
    look(
        "ref tile",
        "A tile in its turnings, and its upgrades as a chart",
        RefVerb::Tile,
        &[
            must("tile", "Its number", Kind::Text),
            mute(may(
                "turning",
                "One turning; all by default",
                Kind::Integer(0, 5),
            )),
            TITLE,
        ],
    ),
    look(
        "ref train",
        "A kind of train",
        RefVerb::Train,
        &[must("train", "Its name", Kind::Text), TITLE],
    ),
    look(
        "ref hex",
        "A hex: what is printed and lies there, what it pays",
        RefVerb::Hex,
        &[must("hex", "Its coordinate", Kind::Text), TITLE],
    ),
    look(
        "ref company",
        "A company",
        RefVerb::Company,
        &[must("company", "Its name", Kind::Text), TITLE],
    ),
    look(
        "ref phase",
        "The phases: what begins them and what they bring",
        RefVerb::Phase,
        &[may("phase", "Its name; all by default", Kind::Text), TITLE],
    ),
    look(
        "ref rule",
        "A rule, by id, section, topic or words",
        RefVerb::Rule,
        &[
            may(
                "about",
                "An id such as ARD-6.4-02, a section, a topic, or words",
                Kind::Text,
            ),
            TITLE,
            PAGE,
        ],
    ),
    look(
        "ref title",
        "A title on one screen",
        RefVerb::Title,
        &[TITLE],
    ),
];
