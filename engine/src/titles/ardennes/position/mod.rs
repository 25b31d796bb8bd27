//! Positions of scenarios, built from lines of text; see `engine/tests/rules/README.md`.

mod companies;
mod round;
mod things;

use super::{ArdRules, Ardennes, FortPlace, Frame, Standing};
use crate::finance::{Account, Holder};
use crate::game::{Game, Setup};
use crate::ids::{CompanyId, KindId, Seat, StopRef, TrainId};
use crate::rolling_stock::TrainHolder;
use crate::scenario::{Built, Names, number};
use crate::shared::{Ending, Shared, Status};

/// Cash of a player of whom nothing else is said.
const CASH: i32 = 500;

/// A fact: its verb and the words after it. A later fact with the same key takes the place of an earlier one.
struct Fact {
    key: String,
    line: usize,
    verb: String,
    words: Vec<String>,
}

impl Fact {
    fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }
}

/// Splits lists into single facts and lets later ones replace earlier ones.
fn gather(lines: &[(usize, &str)]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for (line, text) in lines {
        let text = text.replace(':', " : ");
        let mut words = text.split_whitespace().map(str::to_string);
        let verb = words.next().unwrap_or_default();
        let words: Vec<String> = words.collect();
        let pieces: Vec<(String, Vec<String>)> = match verb.as_str() {
            "cash" | "treasury" | "tile" => words
                .chunks(2)
                .map(|pair| {
                    let first = pair.first().cloned().unwrap_or_default();
                    (format!("{verb} {first}"), pair.to_vec())
                })
                .collect(),
            "minor" | "pc" => {
                let first = words.first().cloned().unwrap_or_default();
                vec![(format!("company {first}"), words)]
            }
            "start" | "initial" | "discount" | "sr" | "or" => vec![("round".into(), words)],
            "token" | "right" | "fort" | "train" | "owed" | "sold" | "refused" | "formed"
            | "closed" | "declined" | "out" => {
                vec![(format!("{verb} {} {}", line, words.join(" ")), words)]
            }
            _ => vec![(verb.clone(), words)],
        };
        for (key, words) in pieces {
            let fact = Fact {
                key,
                line: *line,
                verb: verb.clone(),
                words,
            };
            match facts.iter_mut().find(|known| known.key == fact.key) {
                Some(known) => *known = fact,
                None => facts.push(fact),
            }
        }
    }
    facts
}

/// Order in which facts are taken: what others build on comes first.
const STAGES: &[&[&str]] = &[
    &["phase", "minor", "pc", "gl", "closed"],
    &["tile"],
    &["token", "right", "fort"],
    &["train", "stack"],
    &["cash", "treasury"],
    &[
        "owed",
        "sold",
        "refused",
        "formed",
        "declined",
        "out",
        "restricted",
        "unrestricted",
        "ending",
        "priority",
        "freetoken",
        "bank",
    ],
];

/// Builds the game of a scenario's facts.
///
/// # Errors
/// The first fact that is malformed or does not fit.
pub(crate) fn build(lines: &[(usize, &str)]) -> Result<Built, String> {
    let facts = gather(lines);
    let find = |verb: &str| facts.iter().find(|fact| fact.verb == verb);
    let players = match find("players") {
        Some(fact) => number(&fact.words.concat())?,
        None => 3,
    };
    let mut setup = Setup::new("18ardennes", players);
    if let Some(fact) = find("options") {
        setup.options = match fact.words().as_slice() {
            ["as-18xx-games"] => {
                crate::game::preset("18ardennes", "as-18xx-games").unwrap_or_default()
            }
            _ => fact.words.clone(),
        };
    }
    let rules = ArdRules::new(&setup).map_err(|rejection| rejection.to_string())?;
    let start = find("start").is_some();
    let mut place = Place {
        state: Ardennes::new(&rules),
        names: Names {
            definition: &rules.definition,
            players,
        },
        rules: &rules,
        cards: Vec::new(),
        stack: None,
        pcs: false,
        bank: None,
        restricted: None,
    };
    if !start {
        place.clear();
    }
    for (stage, verbs) in STAGES.iter().enumerate() {
        for fact in facts
            .iter()
            .filter(|fact| verbs.contains(&fact.verb.as_str()))
        {
            place
                .take(&fact.verb, &fact.words())
                .map_err(|fault| at(fact, &fault))?;
        }
        match stage {
            1 => place.homes()?,
            2 if !start => {
                let opening = find("initial").or(find("discount")).is_some();
                place.fill_bonus_circles(opening);
            }
            3 => place.deal_trains()?,
            _ => {}
        }
    }
    if let Some(fact) = facts.iter().find(|fact| {
        let general = [
            "players", "options", "auto", "start", "initial", "discount", "sr", "or",
        ];
        !general.contains(&fact.verb.as_str())
            && fact.verb != "done"
            && !STAGES
                .iter()
                .any(|verbs| verbs.contains(&fact.verb.as_str()))
    }) {
        return Err(at(fact, "there is no such fact"));
    }
    let money = place.settle_money();
    place.state.pc_won = !place.restricted.unwrap_or(!place.pcs);
    if !start {
        let round = facts
            .iter()
            .find(|fact| fact.key == "round")
            .ok_or("the round is missing: start, initial, discount, sr or or")?;
        let done = find("done").map(Fact::words);
        place
            .round(&round.verb, &round.words(), done.as_deref())
            .map_err(|fault| at(round, &fault))?;
    }
    let state = place.state;
    Ok(Built {
        game: Game::at_position(setup, rules, state),
        auto: find("auto").is_some(),
        money,
    })
}

fn at(fact: &Fact, fault: &str) -> String {
    format!("line {}: {}: {fault}", fact.line, fact.verb)
}

/// A position under construction.
struct Place<'a> {
    state: Ardennes,
    rules: &'a ArdRules,
    names: Names<'a>,
    /// Train cards that somebody has: card, face, holder, marks.
    cards: Vec<(TrainId, KindId, TrainHolder, Option<String>)>,
    /// Kind on top of the stack, where it does not follow from the phase.
    stack: Option<KindId>,
    /// A public company is in play.
    pcs: bool,
    /// The bank's cash, where it is not what is left.
    bank: Option<i32>,
    /// Whether qualifying cities bind, where it does not follow from the companies in play.
    restricted: Option<bool>,
}

impl Place<'_> {
    /// The printed map without any token, nothing in play, all players with [`CASH`].
    fn clear(&mut self) {
        let definition = &self.rules.definition;
        let players = usize::from(self.rules.players);
        self.state.shared = Shared::new(definition, players);
        self.state.waiting.clear();
        for seat in (0..players).map(Seat::from) {
            let cash = &mut self.state.shared.cash;
            cash.pay(Account::Bank, Account::Player(seat), CASH);
        }
        let private = crate::ids::PrivateId(0);
        if let Some(paper) = self.state.shared.papers.private_paper(definition, private) {
            let takes_part = self
                .rules
                .special
                .private_players
                .contains(&self.rules.players);
            let holder = if takes_part {
                Holder::Initial
            } else {
                Holder::Gone
            };
            self.state.shared.papers.move_to(paper, holder);
        }
    }

    fn take(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("minor", _) => self.minor(words),
            ("pc", _) => self.pc(words),
            ("gl", [holder]) => {
                let holder = self.names.holder(holder, CompanyId(0))?;
                let private = crate::ids::PrivateId(0);
                let papers = &mut self.state.shared.papers;
                if let Some(paper) = papers.private_paper(&self.rules.definition, private) {
                    papers.move_to(paper, holder);
                }
                Ok(())
            }
            ("closed", _) => {
                for word in words {
                    let company = self.names.company(word)?;
                    if let Some(facts) = self.state.shared.company_mut(company) {
                        facts.status = Status::Closed;
                        facts.tokens_left = 0;
                    }
                    let papers = &mut self.state.shared.papers;
                    if let Some(paper) = papers.director_paper(&self.rules.definition, company) {
                        papers.move_to(paper, Holder::Gone);
                    }
                }
                Ok(())
            }
            ("phase", [name]) => {
                let phases = &self.rules.definition.phases;
                let index = phases.iter().position(|phase| phase.name == *name);
                self.state.shared.phase = index.ok_or("no such phase")? as u8;
                Ok(())
            }
            ("tile", [hex, tile]) => {
                let hex = self.names.hex(hex)?;
                let (face, rot) = self.names.tile(tile)?;
                let map = &self.rules.definition.map;
                self.state.shared.board.place_tile(map, hex, face, rot);
                Ok(())
            }
            ("token", [company, stops @ ..]) => {
                let company = self.names.company(company)?;
                for stop in stops {
                    let at = self.names.stop(stop)?;
                    self.station(company, at)?;
                }
                Ok(())
            }
            ("right", [company, hexes @ ..]) => {
                let company = self.names.company(company)?;
                for hex in hexes {
                    let hex = self.names.hex(hex)?;
                    self.station(company, StopRef { hex, stop: 0 })?;
                    self.right(company, hex)?;
                }
                Ok(())
            }
            ("fort", [to, hexes @ ..]) => {
                let to = match *to {
                    "gone" => FortPlace::Gone,
                    company => FortPlace::Company(self.names.company(company)?),
                };
                for word in hexes {
                    let from = FortPlace::Map(self.names.hex(word)?);
                    let fort = self.state.forts.iter_mut().find(|fort| **fort == from);
                    *fort.ok_or(format!("no fort lies on {word}"))? = to;
                }
                Ok(())
            }
            ("train", [holder, cards @ ..]) => self.train(holder, cards),
            ("stack", [kind]) => {
                self.stack = Some(self.names.kind(kind)?);
                Ok(())
            }
            ("cash" | "treasury", [who, sum]) => {
                let account = self.names.account(who)?;
                let has = self.state.shared.cash.of(account);
                let sum: i32 = number(sum)?;
                self.state
                    .shared
                    .cash
                    .pay(Account::Bank, account, sum - has);
                Ok(())
            }
            _ => self.memory(verb, words),
        }
    }

    /// Facts of the round, and what is remembered from before.
    fn memory(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("bank", [sum]) => self.bank = Some(number(sum)?),
            ("priority", [who]) => self.state.shared.table.priority = self.names.seat(who)?,
            ("owed", [company, who, "with", minor]) => {
                let owed = Standing {
                    company: self.names.company(company)?,
                    seat: self.names.seat(who)?,
                    amount: 0,
                    minor: self.names.company(minor)?,
                };
                self.state.owed.push(owed);
                self.pcs = true;
            }
            ("sold", [who, what]) => {
                let seat = self.names.seat(who)?;
                match self.rules.definition.private(what) {
                    Some(private) => self.state.sold_private.push((seat, private)),
                    None => self.state.sold.push((seat, self.names.company(what)?)),
                }
            }
            ("refused", [minor, company]) => {
                let pair = (self.names.company(minor)?, self.names.company(company)?);
                self.state.refused.push(pair);
            }
            ("formed", [company]) => self.state.formed.push(self.names.company(company)?),
            ("declined", [hex]) => {
                let hex = self.names.hex(hex)?;
                let bonus = self.bonus_of(hex).ok_or("neither port nor mine")?;
                self.state.declined.push((hex, bonus));
            }
            ("out", [who]) => {
                let seat = self.names.seat(who)?;
                if let Some(out) = self.state.shared.table.out.get_mut(seat.index()) {
                    *out = true;
                }
                let cash = &mut self.state.shared.cash;
                cash.pay(
                    Account::Player(seat),
                    Account::Bank,
                    cash.of(Account::Player(seat)),
                );
            }
            ("restricted", []) => self.restricted = Some(true),
            ("unrestricted", []) => self.restricted = Some(false),
            ("ending", ["last"]) => self.state.shared.ending = Ending::Last,
            ("freetoken", [company]) => {
                let company = self.names.company(company)?;
                self.state.free_tokens.push(company);
            }
            _ => return Err("it is malformed".into()),
        }
        Ok(())
    }

    /// The bank has what is left, or what is said; gives the sum of all money.
    fn settle_money(&mut self) -> i64 {
        if let Some(bank) = self.bank {
            let cash = &self.state.shared.cash;
            let others = i32::try_from(cash.total()).unwrap_or(0) - cash.of(Account::Bank);
            // A new box with another sum; everybody else keeps his.
            let kept = self.state.shared.cash.clone();
            let definition = &self.rules.definition;
            let players = usize::from(self.rules.players);
            let mut fresh =
                crate::finance::Cash::new(bank + others, players, definition.companies.len());
            for seat in (0..players).map(Seat::from).map(Account::Player) {
                fresh.pay(Account::Bank, seat, kept.of(seat));
            }
            for company in definition.company_ids().map(Account::Company) {
                fresh.pay(Account::Bank, company, kept.of(company));
            }
            self.state.shared.cash = fresh;
        }
        self.state.shared.cash.total()
    }

    /// Companies named by a list.
    fn companies(&self, words: &[&str]) -> Result<Vec<CompanyId>, String> {
        words.iter().map(|word| self.names.company(word)).collect()
    }

    /// The frames of the round.
    fn stand(&mut self, frames: Vec<Frame>) {
        self.state.frames = frames;
        self.state.settle(self.rules, &mut Vec::new());
    }
}

/// Mark for a minor whose home station waits for the tiles.
const HOME_DUE: u8 = 99;
