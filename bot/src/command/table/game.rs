//! Commands under `/game` and `/deal`.

use super::{PAGE, lobby, may, must, mute};
use crate::command::spec::{Body, DealVerb, Kind, LobbyVerb, Spec};

pub(super) static GAME: &[Spec] = &[
    lobby(
        "game new",
        "Open a table in this channel",
        LobbyVerb::New,
        &[
            may("title", "Which title", Kind::Title),
            may("options", "Variants, by name", Kind::Text),
            may(
                "seating",
                "Seats drawn by lot, or in the order of joining",
                Kind::Choice(&["drawn", "joined"]),
            ),
            may(
                "entry",
                "Who may sit down",
                Kind::Choice(&["open", "invited"]),
            ),
            mute(may(
                "seed",
                "Number that draws the seats, to repeat a start",
                Kind::Integer(0, (1 << 53) - 1),
            )),
        ],
    ),
    lobby(
        "game join",
        "Sit down at the table",
        LobbyVerb::Join,
        &[mute(may(
            "seat",
            "In a game brought in: whose seat you take",
            Kind::Text,
        ))],
    ),
    lobby(
        "game leave",
        "Leave the table; in a running game, ask for a substitute",
        LobbyVerb::Leave,
        &[],
    ),
    lobby(
        "game start",
        "Draw the seats and begin",
        LobbyVerb::Start,
        &[],
    ),
    lobby(
        "game status",
        "How the game stands, and whose decision it is",
        LobbyVerb::Status,
        &[],
    ),
    lobby(
        "game log",
        "What happened, round by round",
        LobbyVerb::Log,
        &[
            may(
                "round",
                "Which round; the present one by default",
                Kind::Text,
            ),
            mute(may(
                "count",
                "Or so many of the last actions",
                Kind::Integer(1, 100),
            )),
            PAGE,
        ],
    ),
    lobby(
        "game list",
        "Your games, those that wait for you first; for hosts also all games of the server",
        LobbyVerb::List,
        &[
            may(
                "of",
                "Your own games, or all of this server by how long somebody is awaited",
                Kind::Choice(&["me", "server"]),
            ),
            PAGE,
        ],
    ),
    lobby(
        "game record",
        "Finished games: how they ended, won, and against whom",
        LobbyVerb::Record,
        &[
            may("title", "Of which title; all by default", Kind::Title),
            may("player", "Of whom, if he lets others see it", Kind::User),
            may("against", "Against whom alone", Kind::User),
            PAGE,
        ],
    ),
    lobby(
        "game undo",
        "Take back moves: your own, or others' if they agree",
        LobbyVerb::Undo,
        &[
            mute(may("count", "How many actions", Kind::Integer(1, 100))),
            may(
                "to",
                "turn, for the start of your turn, or the number of a move",
                Kind::Text,
            ),
        ],
    ),
    lobby(
        "game redo",
        "Restore what was taken back last",
        LobbyVerb::Redo,
        &[],
    ),
    lobby(
        "game bring",
        "Go on with a game of yours in this channel",
        LobbyVerb::Bring,
        &[mute(must(
            "game",
            "Its number",
            Kind::Integer(1, 1_000_000_000),
        ))],
    ),
    lobby(
        "game end",
        "End the game for all, if all agree",
        LobbyVerb::End,
        &[may("confirm", "Say yes", Kind::Choice(&["yes"]))],
    ),
    lobby(
        "game export",
        "The whole game as a file, to be kept or brought in elsewhere",
        LobbyVerb::Export,
        &[],
    ),
    lobby(
        "game import",
        "Go on with a game from a file: of /game export, or copied at 18xx.games",
        LobbyVerb::Import,
        &[
            must("file", "The game's file (JSON)", Kind::File),
            mute(may("seat", "Whose seat you take", Kind::Text)),
        ],
    ),
    lobby(
        "game rules",
        "Which version of the rules this game is played by, and what changed since",
        LobbyVerb::Rules,
        &[may(
            "adopt",
            "Play by the newest version from now on",
            Kind::Choice(&["newest"]),
        )],
    ),
    lobby(
        "game settings",
        "What the table has agreed on",
        LobbyVerb::Settings,
        &[
            may("setting", "Which one", Kind::Text),
            may("value", "What holds from now on", Kind::Text),
        ],
    ),
    lobby(
        "game options",
        "The options of the title, and which are on",
        LobbyVerb::Options,
        &[],
    ),
    lobby(
        "game invite",
        "Invite somebody to the table",
        LobbyVerb::Invite,
        &[must("user", "Whom", Kind::User)],
    ),
    lobby(
        "game seats",
        "Who sits where: by lot, as joined, or as the host sets it",
        LobbyVerb::Seats,
        &[mute(may("order", "Names in table order", Kind::Text))],
    ),
    lobby(
        "game host",
        "Pass on the host's role",
        LobbyVerb::Host,
        &[must("to", "To whom", Kind::Text)],
    ),
    lobby(
        "game votes",
        "What the table is asked, and whose word is missing",
        LobbyVerb::Votes,
        &[],
    ),
    lobby(
        "game watch",
        "Follow this game without playing, or no longer",
        LobbyVerb::Watch,
        &[],
    ),
    lobby(
        "game substitute",
        "Let somebody take over a seat, if the table agrees",
        LobbyVerb::Substitute,
        &[
            must("out", "Whose seat", Kind::Text),
            must("in", "Who takes it", Kind::User),
        ],
    ),
    lobby(
        "game nudge",
        "Call whoever is awaited once more; for the host",
        LobbyVerb::Nudge,
        &[],
    ),
    lobby(
        "game act",
        "Move for a player who is away, where the table allows it",
        LobbyVerb::Act,
        &[
            must("for", "For whom", Kind::Text),
            must("action", "The action, in short notation", Kind::Text),
        ],
    ),
];

pub(super) static DEAL: &[Spec] = &[
    Spec {
        path: "deal offer",
        about: "Propose a deal to whoever is to move: he needs one click",
        options: &[must(
            "action",
            "The action that he would take, such as: train 4-1 from BE at 200",
            Kind::Text,
        )],
        body: Body::Deal(DealVerb::Offer),
    },
    Spec {
        path: "deal show",
        about: "The offers that are open",
        options: &[],
        body: Body::Deal(DealVerb::Show),
    },
];
