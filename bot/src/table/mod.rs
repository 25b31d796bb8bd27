//! The table service: who sits where, whose word counts, and what is told to whom.
//!
//! A [`Request`] with a [`Command`] goes in, a [`Reply`] comes out; what the whole channel should hear is left in the
//! store's outbox. Requests about one game are carried out one after another; an answer is given only when what it
//! says is durable.

mod acting;
mod agreed;
mod deal;
mod due;
mod effects;
mod ending;
mod facts;
mod home;
mod lobby;
mod motion;
mod moves;
mod open;
mod opening;
mod orders;
mod panel;
mod play;
mod post;
mod press;
mod preview;
mod reach;
mod request;
mod rules;
mod script;
mod seats;
mod settings;
mod substitute;
mod takeback;
mod terms;
mod time;
mod transfer;
mod turning;
mod vote;

pub(crate) use acting::may_look;
pub use agreed::{Agreed, Onlookers};
pub(crate) use deal::concerning;
pub use moves::for_sure;
pub use open::Open;
pub(crate) use orders::{choices as lots, mine as order_numbers};
pub(crate) use panel::amounts;
pub use play::{Play, Told};
pub(crate) use post::{caption, score};
pub(crate) use reach::recent;
pub(crate) use request::Refusal;
pub use request::Request;
pub use script::Glance;
pub(crate) use seats::user as user_typed;

use crate::command::{Body, Command, LobbyVerb, PlanVerb, Spec};
use crate::look;
use crate::pictures::Pictures;
use crate::plan;
use crate::reply::{Picture, Reply};
use crate::store::{Change, Committed, Fault, GameId, PostRow, Store};
use crate::suggest::{self, Suggestion};
use engine::{Game, Setup};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Games kept in memory; others are folded again from their log when they are needed.
const KEPT: usize = 640;

/// Requests whose answers are kept in memory.
const RECENT: usize = 4096;

/// The table service.
pub struct Tables {
    store: Store,
    pictures: Box<dyn Pictures>,
    games: Mutex<Cache>,
    blank: Mutex<HashMap<String, Arc<Game>>>,
    recent: Mutex<VecDeque<(String, Reply)>>,
    pub(crate) bases: plan::Bases,
    /// Orders of some game may have something to do that nobody has looked for.
    unsettled: AtomicBool,
    /// When what is due was last asked for.
    ticked: AtomicI64,
}

#[derive(Default)]
struct Cache {
    slots: HashMap<GameId, (Arc<Mutex<Open>>, u64)>,
    clock: u64,
}

/// A lock that a panic elsewhere does not break: what it guards is only replaced as a whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tables {
    /// A service over a store and somebody who draws.
    pub fn new(store: Store, pictures: Box<dyn Pictures>) -> Tables {
        Tables {
            store,
            pictures,
            games: Mutex::default(),
            blank: Mutex::default(),
            recent: Mutex::default(),
            bases: plan::Bases::default(),
            unsettled: AtomicBool::new(true),
            ticked: AtomicI64::new(0),
        }
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The time, in seconds since 1970.
    pub fn now(&self) -> i64 {
        self.store.now()
    }

    /// Carries out a command.
    pub fn handle(&self, request: &Request, command: &Command) -> Reply {
        self.once(request, || {
            let lobby = match command.spec.body {
                Body::Lobby(verb) => Some(verb),
                _ => None,
            };
            let tells = matches!(command.spec.body, Body::Move(_) | Body::Lobby(_));
            match request.lack().filter(|_| tells) {
                // A game whose turns cannot be told is not begun.
                Some(why) if matches!(lobby, Some(LobbyVerb::New | LobbyVerb::Bring)) => {
                    Err(Refusal(why))
                }
                // One that goes on is not held up: the posts wait until they may be sent.
                Some(why) => Ok(self.carry_out(request, command)?.with_line(&why)),
                None => self.carry_out(request, command),
            }
        })
    }

    /// Carries out what a pressed button says, or a menu of which an entry was chosen: `value` is the entry's, or the
    /// text that the button asked for.
    pub fn press(&self, request: &Request, id: &str, value: Option<&str>) -> Reply {
        self.once(request, || press::press(self, request, id, value))
    }

    /// Values for the option that is being typed, best first, 25 at most.
    pub fn suggest(
        &self,
        request: &Request,
        spec: &'static Spec,
        filled: &[(String, String)],
        focused: &str,
        typed: &str,
    ) -> Vec<Suggestion> {
        if let Body::Plan(verb) = spec.body {
            return plan::suggest(self, request, verb, spec, focused, typed);
        }
        if matches!(spec.body, Body::Me(_)) {
            return time::suggest(self, request, spec, focused, typed);
        }
        let open = self.game_in(&request.channel).ok().flatten();
        let open = open.as_ref().map(|open| lock(open));
        // Look-ups: the title named, else the channel's, else every one.
        let named = filled.iter().find(|(name, _)| name == "title");
        let titles: Vec<&str> = match (named, &open) {
            (Some((_, title)), _) => vec![title.as_str()],
            (None, Some(open)) => vec![open.row.title.as_str()],
            (None, None) => (engine::game::titles().iter())
                .map(|(name, _)| *name)
                .collect(),
        };
        let books: Vec<Arc<Game>> = match spec.body {
            Body::Ref(_) => titles
                .into_iter()
                .filter_map(|title| self.blank(Some(title), None).ok())
                .collect(),
            _ => Vec::new(),
        };
        let wish = suggest::Wish {
            user: &request.user,
            spec,
            filled,
            focused,
            typed,
        };
        suggest::suggest(open.as_deref(), &books, &wish)
    }

    /// The pictures of a post: map and market of the position that it tells of.
    pub fn draw(&self, post: &PostRow) -> Vec<Picture> {
        match post.body.shot {
            Some(shot) => post::draw(self, post.game, shot).unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// The channel is gone: the hosts of its games are told by a message of their own how they go on.
    pub fn channel_gone(&self, channel: &str) {
        let games = match self.store.channel_gone(channel) {
            Ok(games) => games,
            Err(fault) => {
                tracing::error!(%fault, "a lost channel could not be noted");
                return;
            }
        };
        for game in games {
            if let Err(Refusal(why)) = home::lost(self, game) {
                tracing::error!(game, %why, "the host of a lost channel could not be told");
            }
        }
    }

    /// Carries out a request unless it was answered before: what changed something is known from the store, what was
    /// refused or only looked at from memory, so that a late repetition is not judged by a later position.
    fn once(&self, request: &Request, work: impl FnOnce() -> Result<Reply, Refusal>) -> Reply {
        match self.answered(request) {
            Ok(Some(reply)) => return reply,
            Ok(None) => {}
            Err(Refusal(text)) => return Reply::refusal(text),
        }
        let reply = work().unwrap_or_else(|Refusal(text)| Reply::refusal(text));
        if let Some(id) = &request.id {
            let words = if reply.is_refusal() {
                Reply::refusal(reply.text())
            } else {
                Reply::new(reply.text())
            };
            let mut recent = lock(&self.recent);
            if recent.len() >= RECENT {
                recent.pop_front();
            }
            recent.push_back((id.clone(), words));
        }
        reply
    }

    fn answered(&self, request: &Request) -> Result<Option<Reply>, Refusal> {
        let Some(id) = &request.id else {
            return Ok(None);
        };
        let recent = lock(&self.recent)
            .iter()
            .find(|(known, _)| known == id)
            .map(|(_, reply)| reply.clone());
        match recent {
            Some(reply) => Ok(Some(reply)),
            None => Ok(self.store.answered(id)?.map(Reply::new)),
        }
    }

    fn carry_out(&self, request: &Request, command: &Command) -> Result<Reply, Refusal> {
        match command.spec.body {
            Body::Move(_) => {
                let text = command.notation().unwrap_or_default();
                let open = self.here(request)?;
                let page = moves::act(self, &mut lock(&open), request, &text, moves::Sure::Typed)?;
                Ok(page.drawn(self))
            }
            Body::Play => {
                let open = self.here(request)?;
                acting::may_look(&lock(&open), request)?;
                let (page, news) = {
                    let mut open = lock(&open);
                    let page = panel::panel(&open, request)?;
                    (page, orders::news(self, &mut open, request))
                };
                let reply = page.drawn(self);
                Ok(match news {
                    Some(news) => reply.headed(&news),
                    None => reply,
                })
            }
            Body::Deal(verb) => {
                let open = self.here(request)?;
                deal::deal(self, &mut lock(&open), request, command, verb)
            }
            Body::Plan(PlanVerb::Queue) => {
                // Read before the game is locked: a trial looks at it, too.
                let trial = match command.get("trial") {
                    Some(name) => Some(plan::moves_of(self, request, name)?),
                    None => None,
                };
                let open = self.here(request)?;
                orders::queue(self, &mut lock(&open), request, command, trial)
            }
            Body::Plan(PlanVerb::Unqueue) => {
                let open = self.here(request)?;
                orders::unqueue(self, &mut lock(&open), request, command)
            }
            Body::Plan(PlanVerb::Requeue) => {
                let open = self.here(request)?;
                orders::requeue(self, &mut lock(&open), request, command)
            }
            Body::Auto(verb) => {
                let open = self.here(request)?;
                orders::auto(self, &mut lock(&open), request, command, verb)
            }
            Body::Plan(verb) => plan::plan(self, request, command, verb),
            Body::Lobby(verb) => lobby::lobby(self, request, command, verb),
            Body::Show(verb) => look::show(self, request, verb, command),
            Body::Ref(verb) => look::reference(self, request, verb, command),
            Body::Me(verb) => time::me(self, request, command, verb),
        }
    }

    pub(crate) fn pictures(&self) -> &dyn Pictures {
        self.pictures.as_ref()
    }

    /// A game of a title at its start, for its definition.
    pub(crate) fn blank(
        &self,
        named: Option<&str>,
        channel: Option<&str>,
    ) -> Result<Arc<Game>, Refusal> {
        let first = engine::game::titles().first().map_or("", |(name, _)| name);
        let title = named.or(channel).unwrap_or(first).to_string();
        let mut blank = lock(&self.blank);
        if let Some(game) = blank.get(&title) {
            return Ok(game.clone());
        }
        // The number of players that a title takes stands in its definition: try from the usual one.
        let game = [3u8, 4, 5, 2, 6]
            .into_iter()
            .find_map(|players| Game::new(Setup::new(&title, players)).ok())
            .ok_or_else(|| Refusal::new(format!("There is no title {title:?}.")))?;
        let game = Arc::new(game);
        blank.insert(title, game.clone());
        Ok(game)
    }

    /// The game of the request's channel.
    pub(crate) fn here(&self, request: &Request) -> Result<Arc<Mutex<Open>>, Refusal> {
        self.game_in(&request.channel)?
            .ok_or_else(|| Refusal::new("This channel has no game; /game new opens one."))
    }

    pub(crate) fn game_in(&self, channel: &str) -> Result<Option<Arc<Mutex<Open>>>, Refusal> {
        match self.store.game_in(channel)? {
            Some(id) => Ok(Some(self.game(id)?)),
            None => Ok(None),
        }
    }

    /// A game by its number, from memory or folded from its log.
    pub(crate) fn game(&self, id: GameId) -> Result<Arc<Mutex<Open>>, Refusal> {
        if let Some(open) = lock(&self.games).touch(id) {
            return Ok(open);
        }
        let open = Arc::new(Mutex::new(Open::load(&self.store, id)?));
        Ok(lock(&self.games).keep(id, open))
    }

    /// Makes a change durable. When the store knows a newer state, the copy in memory is dropped.
    pub(crate) fn commit(&self, change: Change) -> Result<Committed, Refusal> {
        let id = change.game.map(|(id, _)| id);
        match self.store.commit(change) {
            Ok(committed) => Ok(committed),
            Err(fault) => {
                if let (Fault::Moved, Some(id)) = (&fault, id) {
                    lock(&self.games).slots.remove(&id);
                }
                Err(fault.into())
            }
        }
    }
}

impl Cache {
    fn touch(&mut self, id: GameId) -> Option<Arc<Mutex<Open>>> {
        self.clock += 1;
        let clock = self.clock;
        self.slots.get_mut(&id).map(|(open, used)| {
            *used = clock;
            open.clone()
        })
    }

    /// Keeps a game unless another thread was quicker; the one used longest ago goes.
    fn keep(&mut self, id: GameId, open: Arc<Mutex<Open>>) -> Arc<Mutex<Open>> {
        if let Some(known) = self.touch(id) {
            return known;
        }
        if self.slots.len() >= KEPT {
            let oldest = self
                .slots
                .iter()
                .filter(|(_, (open, _))| Arc::strong_count(open) == 1)
                .min_by_key(|(_, (_, used))| *used)
                .map(|(id, _)| *id);
            if let Some(oldest) = oldest {
                self.slots.remove(&oldest);
            }
        }
        self.slots.insert(id, (open.clone(), self.clock));
        open
    }
}
