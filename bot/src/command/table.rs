//! The table of commands.

use super::spec::{
    Body, DealVerb, Entry, Kind, LobbyVerb, OptionSpec, PlanVerb, RefVerb, ShowVerb, Spec,
};
use super::template::Template;

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

const fn must(name: &'static str, about: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        name,
        about,
        kind,
        required: true,
        suggests: matches!(kind, Kind::Text | Kind::Integer(..)),
    }
}

const fn may(name: &'static str, about: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        required: false,
        ..must(name, about, kind)
    }
}

/// An option for which nothing is suggested.
const fn mute(option: OptionSpec) -> OptionSpec {
    OptionSpec {
        suggests: false,
        ..option
    }
}

const SUM: Kind = Kind::Integer(0, 1_000_000);
const COUNT: Kind = Kind::Integer(0, 255);
const TITLE: OptionSpec = may(
    "title",
    "Which title; the channel's by default",
    Kind::Title,
);

/// Which page of a long answer.
const PAGE: OptionSpec = mute(may("page", "Which page", Kind::Integer(1, 999)));

const fn verb(
    path: &'static str,
    about: &'static str,
    template: &'static str,
    options: &'static [OptionSpec],
) -> Entry {
    Entry::Single(Spec {
        path,
        about,
        options,
        body: Body::Move(Template(template)),
    })
}

const fn lobby(
    path: &'static str,
    about: &'static str,
    verb: LobbyVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Lobby(verb),
    }
}

const fn plan(
    path: &'static str,
    about: &'static str,
    verb: PlanVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Plan(verb),
    }
}

const fn show(
    path: &'static str,
    about: &'static str,
    verb: ShowVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Show(verb),
    }
}

const fn look(
    path: &'static str,
    about: &'static str,
    verb: RefVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Ref(verb),
    }
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
                "Where from: treasury, market, or the president's certificate",
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
            may("shares", "How many shares", COUNT),
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
        "Offer a minor in exchange for a share",
        "exchange {minor} {company} [{from}]",
        &[
            must("minor", "Your minor", Kind::Text),
            must("company", "For a share of which company", Kind::Text),
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
        "lay {hex} {tile}[@{turning}]",
        &[
            must("hex", "Where", Kind::Text),
            must("tile", "Which tile, with its turning: 57@2", Kind::Text),
            may(
                "turning",
                "Turning, if not named with the tile",
                Kind::Integer(0, 5),
            ),
        ],
    ),
    verb(
        "token",
        "Place a station",
        "token {city}",
        &[must("city", "Where", Kind::Text)],
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
    Entry::Group("deal", "Offer something to another player", DEAL),
    Entry::Group(
        "plan",
        "Try things out in private, under the real rules",
        PLAN,
    ),
    Entry::Group("show", "See the game of this channel", SHOW),
    Entry::Group("ref", "Look things up, with or without a game", REF),
];

static GAME: &[Spec] = &[
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
        "Your games in all channels, those that wait for you first",
        LobbyVerb::List,
        &[PAGE],
    ),
    lobby(
        "game record",
        "Your finished games: won, and against whom",
        LobbyVerb::Record,
        &[may("title", "Of which title; all by default", Kind::Title)],
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
        "game act",
        "Move for a player who is away, where the table allows it",
        LobbyVerb::Act,
        &[
            must("for", "For whom", Kind::Text),
            must("action", "The action, in short notation", Kind::Text),
        ],
    ),
];

static DEAL: &[Spec] = &[
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

const TRIAL: OptionSpec = may(
    "trial",
    "Which trial; the one at hand by default",
    Kind::Text,
);

static PLAN: &[Spec] = &[
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
];

static SHOW: &[Spec] = &[
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
];

static REF: &[Spec] = &[
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
