-- Private trials: a fork of a game at one of its actions, and what its owner did in it. They belong to one user and
-- never touch the game. Private notes on a game likewise.

CREATE TABLE trials (
    id       INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: a button of a dropped trial stays dead
    game     INTEGER NOT NULL REFERENCES games (id),
    user     TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    head     INTEGER REFERENCES actions (id),   -- the game's action after which it was made; NULL: the start
    moves    INTEGER NOT NULL,                  -- how many actions that were
    steps    TEXT    NOT NULL,                  -- JSON list of jumps and actions
    version  INTEGER NOT NULL DEFAULT 0,        -- rises with every change; buttons carry it
    opened   INTEGER NOT NULL,                  -- the highest of a user and game is the one at hand
    created  INTEGER NOT NULL,
    changed  INTEGER NOT NULL
) STRICT;

CREATE INDEX trials_of_user ON trials (user, game, opened);

CREATE TABLE notes (
    user     TEXT    NOT NULL,
    game     INTEGER NOT NULL REFERENCES games (id),
    lines    TEXT    NOT NULL,                  -- JSON list
    changed  INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) STRICT;
