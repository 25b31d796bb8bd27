-- What a table agrees on: its settings, votes, offers, invitations, onlookers; and what falls due.

ALTER TABLE games ADD COLUMN agreed TEXT NOT NULL DEFAULT '{}';  -- JSON object, settings by name
ALTER TABLE games ADD COLUMN former TEXT NOT NULL DEFAULT '[]';  -- JSON list of [seat, last action, name] of who sat there before

ALTER TABLE journal ADD COLUMN stands INTEGER;  -- after taking back, restoring or a change of seats: how many actions stand

CREATE TABLE votes (
    game    INTEGER NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL,                -- from 1, in the game
    user    TEXT    NOT NULL,                -- who asked
    motion  TEXT    NOT NULL,                -- JSON: what is asked
    bound   INTEGER NOT NULL,                -- 1: void as soon as the position changes
    state   TEXT    NOT NULL CHECK (state IN ('open', 'carried', 'refused', 'withdrawn', 'void', 'expired')),
    at      INTEGER NOT NULL,
    done    INTEGER,
    PRIMARY KEY (game, number)
) STRICT;

CREATE TABLE ballots (
    game    INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    user    TEXT    NOT NULL,
    yes     INTEGER,                         -- NULL: has not answered
    at      INTEGER,
    PRIMARY KEY (game, number, user),
    FOREIGN KEY (game, number) REFERENCES votes (game, number)
) STRICT;

CREATE TABLE offers (
    game    INTEGER NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL,                -- from 1, in the game
    user    TEXT    NOT NULL,                -- who offers
    giver   INTEGER NOT NULL,                -- his seat
    taker   INTEGER NOT NULL,                -- the seat whose action it is
    text    TEXT    NOT NULL,                -- that action in canonical notation
    state   TEXT    NOT NULL CHECK (state IN ('open', 'carried', 'refused', 'withdrawn', 'void', 'expired')),
    at      INTEGER NOT NULL,
    done    INTEGER,
    PRIMARY KEY (game, number)
) STRICT;

-- Posts of words that are edited later (a vote's tally) or closed carry a mark.
CREATE INDEX outbox_marked ON outbox (game, json_extract(body, '$.mark')) WHERE kind = 'words' AND closed = 0;

CREATE TABLE invitations (
    game  INTEGER NOT NULL REFERENCES games (id),
    user  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (game, user)
) STRICT;

CREATE TABLE followers (
    game  INTEGER NOT NULL REFERENCES games (id),
    user  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (game, user)
) STRICT;

CREATE INDEX followers_of_user ON followers (user);

-- Whatever happens at a time: asked for by the minute, done once, also over a restart.
CREATE TABLE due (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,               -- seconds since 1970
    kind     TEXT    NOT NULL,
    game     INTEGER REFERENCES games (id),
    user     TEXT,
    payload  TEXT    NOT NULL DEFAULT '{}',  -- JSON, as the kind needs
    done     INTEGER                         -- when it was carried out or dropped
) STRICT;

CREATE INDEX due_next ON due (at) WHERE done IS NULL;
