-- What is done in a player's name without his hand: how each action came about, his standing orders, and the moves that
-- he has made ahead.

ALTER TABLE actions ADD COLUMN how TEXT NOT NULL DEFAULT 'hand'
    CHECK (how IN ('hand', 'order', 'queue', 'clock', 'away'));

CREATE TABLE orders (
    game    INTEGER NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL,                -- from 1, in the game
    user    TEXT    NOT NULL,
    seat    INTEGER NOT NULL,
    terms   TEXT    NOT NULL,                -- JSON: what is done, when, until what
    head    INTEGER REFERENCES actions (id), -- the action after which it was set: nothing before it counts
    state   TEXT    NOT NULL CHECK (state IN ('open', 'done', 'stopped', 'cancelled')),
    acts    INTEGER NOT NULL DEFAULT 0,      -- how often it has acted
    why     TEXT    NOT NULL DEFAULT '',     -- why it ended, as a sentence
    seen    INTEGER NOT NULL DEFAULT 0,      -- its owner has seen how it ended
    at      INTEGER NOT NULL,
    done    INTEGER,
    PRIMARY KEY (game, number)
) STRICT;

CREATE INDEX orders_open ON orders (game) WHERE state = 'open';
