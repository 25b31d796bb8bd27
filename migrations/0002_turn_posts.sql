-- A turn is told by one post that stands: it is edited while the turn goes on, and loses its buttons when it is over.
-- The outbox is built anew, for posts that were overtaken before they were sent.

CREATE TABLE posts (
    id       INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL REFERENCES games (id),
    channel  TEXT    NOT NULL,              -- or dm:USER
    body     TEXT    NOT NULL,              -- JSON
    kind     TEXT    NOT NULL DEFAULT 'words' CHECK (kind IN ('words', 'turn', 'call')),
    state    TEXT    NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'overtaken')),
    sending  INTEGER NOT NULL DEFAULT 0,    -- somebody is at it: it can no longer be overtaken
    tries    INTEGER NOT NULL DEFAULT 0,
    error    TEXT,
    message  TEXT,                          -- id of the message it became
    edit     INTEGER NOT NULL DEFAULT 0,    -- rises when the body changes
    shown    INTEGER NOT NULL DEFAULT -1,   -- the edit that the message shows in words
    drawn    INTEGER NOT NULL DEFAULT -1,   -- the edit that its pictures show
    closed   INTEGER NOT NULL DEFAULT 0,    -- over: no buttons, no new pictures
    at       INTEGER NOT NULL,
    done     INTEGER
) STRICT;

INSERT INTO posts (id, game, channel, body, state, tries, error, message, at, done, shown, drawn)
SELECT id, game, channel, body, state, tries, error, message, at, done, 0, 0 FROM outbox;

DROP TABLE outbox;
ALTER TABLE posts RENAME TO outbox;

CREATE INDEX outbox_pending ON outbox (id) WHERE state = 'pending';
CREATE INDEX outbox_stale ON outbox (id) WHERE state = 'delivered' AND (shown < edit OR drawn < edit);
CREATE INDEX outbox_open ON outbox (game) WHERE kind <> 'words' AND closed = 0;

ALTER TABLE games ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;  -- its channel is gone
