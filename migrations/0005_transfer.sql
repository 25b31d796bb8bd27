-- Each game keeps the revision of the rules that it began with; games of before revisions have the first. A game that
-- was brought in from elsewhere says from where.

ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN origin TEXT;
