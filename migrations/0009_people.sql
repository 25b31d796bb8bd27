-- What people say about themselves: where they live, when and how they are called, when they are away; and what was done
-- about each decision that somebody is awaited for.

CREATE TABLE people (
    user   TEXT    PRIMARY KEY,
    zone   TEXT,                             -- name of the time zone, if he has said where he lives
    quiet  TEXT,                             -- JSON: for each weekday from Monday, minutes from and to, or null
    every  INTEGER,                          -- seconds from call to call; 0: never; NULL: as the table does
    most   INTEGER,                          -- how often he is called again about one decision
    place  TEXT    NOT NULL DEFAULT 'channel' CHECK (place IN ('channel', 'message')),
    shut   INTEGER NOT NULL DEFAULT 0,       -- 1: Discord has refused a message to him
    next   INTEGER NOT NULL DEFAULT 0,       -- 1: he is told when he is next
    asked  INTEGER NOT NULL DEFAULT 0        -- 1: he has been asked where he lives
) STRICT;

CREATE TABLE absences (
    id     INTEGER PRIMARY KEY,
    user   TEXT    NOT NULL,
    game   INTEGER REFERENCES games (id),    -- NULL: all games
    since  INTEGER NOT NULL,                 -- seconds since 1970
    until  INTEGER NOT NULL,                 -- as he has said
    ended  INTEGER                           -- when he was back
) STRICT;

CREATE INDEX absences_of_user ON absences (user, game);

-- Which decision of the game it is that somebody is awaited for: the game's version when it fell to him.
ALTER TABLE awaited ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;

-- Whose turn it is, and after how many actions it began.
ALTER TABLE summaries ADD COLUMN turn_seat INTEGER;
ALTER TABLE summaries ADD COLUMN turn_began INTEGER;

-- What was done about a decision: never twice the same.
CREATE TABLE said (
    game    INTEGER NOT NULL REFERENCES games (id),
    user    TEXT    NOT NULL,
    stamp   INTEGER NOT NULL,
    what    TEXT    NOT NULL,                -- call, enough, warn, late, silent, answer, more; next (stamp: how the turn began)
    number  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game, user, stamp, what, number)
) STRICT, WITHOUT ROWID;

-- "Not now": the last word of each player in each game.
CREATE TABLE put_offs (
    game   INTEGER NOT NULL REFERENCES games (id),
    user   TEXT    NOT NULL,
    stamp  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    until  INTEGER,                          -- NULL: no more calls for this decision or turn
    turn   INTEGER,                          -- after how many actions that turn began, where it is his own
    PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX due_of_game ON due (game, kind) WHERE done IS NULL;

-- Of games that are being played whoever is awaited has been called by the post of the turn; he is called again a day
-- later, if his game still waits for him then.
INSERT INTO said (game, user, stamp, what, number, at)
SELECT a.game, m.user, 0, 'call', 0, a.since FROM awaited a
JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0;

INSERT INTO due (at, kind, game, user)
SELECT a.since + 86400, 'wait', a.game, m.user FROM awaited a
JOIN games g ON g.id = a.game AND g.state = 'playing'
JOIN members m ON m.game = a.game AND m.seat = a.seat AND m.gone = 0 AND m.user NOT LIKE 'seat:%';
