-- How long decisions took: a row for each that has been made, in seconds and in seconds of the player's waking hours.

CREATE TABLE waits (
    id        INTEGER PRIMARY KEY,
    game      INTEGER NOT NULL REFERENCES games (id),
    user      TEXT    NOT NULL,
    decision  TEXT    NOT NULL,
    since     INTEGER NOT NULL,             -- seconds since 1970
    until     INTEGER NOT NULL,
    awake     INTEGER NOT NULL              -- seconds of these in which he was neither asleep nor away
) STRICT;

CREATE INDEX waits_of_game ON waits (game);
CREATE INDEX waits_of_user ON waits (user);

-- Of games that were played before: from one action to the next, where the next was the seat's own. Moves that came
-- within the same second, as those of a game that was brought in, tell nothing.
INSERT INTO waits (game, user, decision, since, until, awake)
SELECT a.game, a.user, '', p.at, a.at, a.at - p.at
FROM actions a JOIN actions p ON p.id = a.parent JOIN members m ON m.game = a.game AND m.user = a.user
WHERE a.kind = 'seat' AND a.at > p.at;

-- Who lets others see how his finished games ended.
CREATE TABLE shown_records (
    user  TEXT    PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT;

-- When a host called somebody last.
CREATE TABLE nudges (
    game  INTEGER NOT NULL REFERENCES games (id),
    user  TEXT    NOT NULL,                 -- who was called
    at    INTEGER NOT NULL,
    PRIMARY KEY (game, user)
) STRICT;

CREATE INDEX games_of_guild ON games (guild) WHERE state IN ('lobby', 'playing');
