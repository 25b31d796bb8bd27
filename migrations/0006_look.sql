-- What a list of games says without folding any: who is awaited for what and since when, and how finished games ended.
-- Written with the change itself; where the head is another than the game's, it is made anew from the log.

CREATE TABLE summaries (
    game   INTEGER PRIMARY KEY REFERENCES games (id),
    head   INTEGER REFERENCES actions (id), -- the position that it tells of
    round  TEXT    NOT NULL,
    moves  INTEGER NOT NULL
) STRICT;

CREATE TABLE awaited (
    game      INTEGER NOT NULL REFERENCES games (id),
    seat      INTEGER NOT NULL,
    decision  TEXT    NOT NULL,
    since     INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;

CREATE TABLE results (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   INTEGER NOT NULL,
    rank   INTEGER NOT NULL,
    worth  INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;

CREATE INDEX members_of_user ON members (user);
