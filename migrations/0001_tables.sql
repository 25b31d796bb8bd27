-- Tables of players, their games and what they did. Nothing is ever deleted: actions form a tree, and a game's
-- head names the last action that stands. Taking back moves the head towards the root; what was taken back stays.

CREATE TABLE games (
    id       INTEGER PRIMARY KEY,
    channel  TEXT    NOT NULL,
    guild    TEXT,
    title    TEXT    NOT NULL,
    seed     INTEGER,                       -- draws the seats; NULL: in the order of joining
    options  TEXT    NOT NULL,              -- JSON list of names
    host     TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('lobby', 'playing', 'over', 'ended')),
    version  INTEGER NOT NULL DEFAULT 0,    -- rises with every change; buttons carry it
    head     INTEGER REFERENCES actions (id),
    redo     TEXT    NOT NULL DEFAULT '[]', -- JSON list of former heads, the latest last
    posted   INTEGER NOT NULL DEFAULT 0,    -- actions that the channel has been told of
    engine   TEXT    NOT NULL,              -- version that opened the game
    created  INTEGER NOT NULL,
    changed  INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_game_a_channel ON games (channel) WHERE state IN ('lobby', 'playing');

CREATE TABLE members (
    game   INTEGER NOT NULL REFERENCES games (id),
    user   TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    place  INTEGER NOT NULL,                -- order of joining
    seat   INTEGER,                         -- drawn at the start
    gone   INTEGER NOT NULL DEFAULT 0,      -- left the lobby
    PRIMARY KEY (game, user)
) STRICT;

CREATE TABLE actions (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES games (id),
    parent  INTEGER REFERENCES actions (id),
    number  INTEGER NOT NULL,               -- from 1, along the branch
    kind    TEXT    NOT NULL CHECK (kind IN ('seat', 'host', 'engine')),
    seat    INTEGER NOT NULL,
    text    TEXT    NOT NULL,               -- canonical notation
    digest  TEXT    NOT NULL,               -- of the position after it
    user    TEXT    NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX actions_of_game ON actions (game, id);

CREATE TABLE journal (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES games (id),
    user    TEXT    NOT NULL,
    what    TEXT    NOT NULL,               -- new, join, leave, start, act, undo, redo, end
    detail  TEXT    NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX journal_of_game ON journal (game, id);

CREATE TABLE interactions (
    id     TEXT    PRIMARY KEY,             -- what the adapter calls this request
    game   INTEGER NOT NULL REFERENCES games (id),
    reply  TEXT    NOT NULL,                -- what was answered
    at     INTEGER NOT NULL
) STRICT;

CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL REFERENCES games (id),
    channel  TEXT    NOT NULL,
    body     TEXT    NOT NULL,              -- JSON
    state    TEXT    NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    tries    INTEGER NOT NULL DEFAULT 0,
    error    TEXT,
    message  TEXT,                          -- id of the message it became
    at       INTEGER NOT NULL,
    done     INTEGER
) STRICT;

CREATE INDEX outbox_pending ON outbox (id) WHERE state = 'pending';

CREATE TABLE settings (
    key    TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT;
