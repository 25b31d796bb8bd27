//! The fold of the stored log, kept beside the bot's live game and compared with it.

use bot::store::{ActionId, ActionRow, ByKind, GameId};
use bot::table::Tables;
use engine::ids::Seat;
use engine::{By, Entry, Game, Setup};

/// The fold of what is stored.
pub struct Mirror<'t> {
    tables: &'t Tables,
    channel: &'static str,
    id: GameId,
    version: i64,
    game: Game,
    digest: String,
    ids: Vec<ActionId>,
}

impl<'t> Mirror<'t> {
    /// The channel's game, at its start.
    pub fn new(tables: &'t Tables, channel: &'static str) -> Mirror<'t> {
        let store = tables.store();
        let id = store
            .game_in(channel)
            .expect("the store answers")
            .expect("a game was begun");
        let (row, members) = store
            .game(id)
            .expect("the store answers")
            .expect("it is stored");
        let setup = Setup {
            title: row.title,
            players: members.len() as u8,
            seed: row.seed,
            options: row.options,
            revision: row.revision,
        };
        let mut mirror = Mirror {
            tables,
            channel,
            id,
            version: -1,
            game: Game::new(setup).expect("the set-up is right"),
            digest: String::new(),
            ids: Vec::new(),
        };
        mirror.digest = mirror.game.digest();
        mirror.follow("the start");
        mirror
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Its digest.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Takes over what the line changed, compares with the live game, and says whether anything changed.
    pub fn follow(&mut self, line: &str) -> bool {
        let (row, _) = self
            .tables
            .store()
            .game(self.id)
            .expect("the store answers")
            .expect("nothing is deleted");
        let changed = row.version != self.version;
        if changed {
            let branch = self
                .tables
                .store()
                .branch(self.id, row.head)
                .expect("the store answers");
            self.take(&branch, line);
            self.version = row.version;
        }
        let live = self
            .tables
            .glance(self.channel)
            .expect("the channel has a game");
        assert_eq!(
            live.digest, self.digest,
            "after {line:?} the live game is not the fold of the stored log"
        );
        assert_eq!(live.actions, self.ids.len(), "after {line:?}");
        changed
    }

    /// Folds the whole log once more.
    pub fn fold_again(&mut self) {
        let digest = self.digest.clone();
        let (row, _) = self
            .tables
            .store()
            .game(self.id)
            .expect("the store answers")
            .expect("nothing is deleted");
        let branch = self
            .tables
            .store()
            .branch(self.id, row.head)
            .expect("the store answers");
        self.ids.clear();
        self.game = Game::new(self.game.setup().clone()).expect("it was one");
        self.take(&branch, "all lines");
        assert_eq!(self.digest, digest, "a second fold differs");
    }

    fn take(&mut self, branch: &[ActionRow], line: &str) {
        let same = self
            .ids
            .iter()
            .zip(branch)
            .take_while(|(id, row)| **id == row.id)
            .count();
        if same < self.ids.len() {
            self.ids.clear();
            self.game = Game::new(self.game.setup().clone()).expect("it was one");
            self.digest = self.game.digest();
        }
        for row in &branch[self.ids.len()..] {
            let seat = Seat(row.action.seat);
            let by = match row.action.kind {
                ByKind::Seat => By::Seat(seat),
                ByKind::Host => By::Host(seat),
                ByKind::Engine => By::Engine(seat),
            };
            let text = &row.action.text;
            let action = self
                .game
                .parse(text)
                .unwrap_or_else(|why| panic!("{text} was stored after {line:?}: {why}"));
            assert_eq!(self.game.print(&action), *text, "canonical notation");
            self.game
                .enter(Entry { by, action })
                .unwrap_or_else(|why| panic!("{text} was stored after {line:?}: {why}"));
            self.ids.push(row.id);
            self.digest = self.game.digest();
            assert_eq!(
                self.digest, row.action.digest,
                "digest of {text} after {line:?}"
            );
        }
    }
}
