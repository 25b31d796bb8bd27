//! The short text form of actions that a person reads and types.
//!
//! Canonical text is complete and context-free: verb, printed names, numbers; parsing needs the definition, not the
//! position, and `parse(print(action)) == action`. What players may leave out is resolved by [`read`] against the
//! present choices, and refused with the candidates where that is not clear.

use crate::action::{Action, Lot, Payout, Run, RunStep, Source, TrainSource};
use crate::game::Game;
use crate::ids::{CompanyId, FaceId, HexId, KindId, PrivateId, Seat, TrainId};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject};
use crate::rules::Definition;

/// Prints an action.
pub fn print(definition: &Definition, action: &Action) -> String {
    let company = |id: CompanyId| definition.at(id).id.as_str();
    let private = |id: PrivateId| definition.private_at(id).id.as_str();
    let hex = |id: HexId| definition.map.at(id).name.as_str();
    let train = |id: TrainId| definition.train_name(id);
    let lot = |lot: &Lot| match lot {
        Lot::Company(id) => company(*id).to_string(),
        Lot::Private(id) => private(*id).to_string(),
    };
    let source = |source: &Source| match source {
        Source::Treasury => "treasury",
        Source::Market => "market",
    };
    match action {
        Action::Pass => "pass".into(),
        Action::Bid {
            lot: what,
            amount,
            with: None,
        } => format!("bid {} {amount}", lot(what)),
        Action::Bid {
            lot: what,
            amount,
            with: Some(minor),
        } => {
            format!("bid {} {amount} with {}", lot(what), company(*minor))
        }
        Action::Take(what) => format!("take {}", lot(what)),
        Action::Sell(id, units) => format!("sell {} {units}", company(*id)),
        Action::SellPrivate(id) => format!("sell {}", private(*id)),
        Action::Buy(id, from) => format!("buy {} {}", company(*id), source(from)),
        Action::BuyDirector(id) => format!("buy {} president", company(*id)),
        Action::BuyPrivate(id) => format!("buy {}", private(*id)),
        Action::Form(id, price) => format!("form {} {price}", company(*id)),
        Action::Exchange {
            minor,
            company: id,
            from,
        } => {
            format!(
                "exchange {} {} {}",
                company(*minor),
                company(*id),
                source(from)
            )
        }
        Action::Agree => "agree".into(),
        Action::Refuse => "refuse".into(),
        Action::DeclineToken(at, stop) => format!("decline token {}/{stop}", hex(*at)),
        Action::DeclineTrain(id) => format!("decline train {}", train(*id)),
        Action::KeepForts(count) => format!("keep forts {count}"),
        Action::Discard(id) => format!("discard {}", train(*id)),
        Action::Convert => "convert".into(),
        Action::Issue(units) => format!("issue {units}"),
        Action::Lay(at, face, rot) => {
            format!("lay {} {}@{rot}", hex(*at), definition.map.face(*face).id)
        }
        Action::Token(at, stop) => format!("token {}/{stop}", hex(*at)),
        Action::Fort(at) => format!("fort {}", hex(*at)),
        Action::Run(runs) if runs.is_empty() => "run none".into(),
        Action::Run(runs) => {
            let runs: Vec<String> = runs.iter().map(|run| print_run(definition, run)).collect();
            format!("run {}", runs.join("; "))
        }
        Action::Pay(Payout::Full) => "pay full".into(),
        Action::Pay(Payout::Half) => "pay half".into(),
        Action::Pay(Payout::Nothing) => "pay nothing".into(),
        Action::Train(TrainSource::Stack(kind, None)) => {
            format!("train {} from depot", definition.train(*kind).name)
        }
        Action::Train(TrainSource::Stack(kind, Some(old))) => {
            format!(
                "train {} from depot for {}",
                definition.train(*kind).name,
                train(*old)
            )
        }
        Action::Train(TrainSource::Market(id, None)) => format!("train {} from market", train(*id)),
        Action::Train(TrainSource::Market(id, Some(old))) => {
            format!("train {} from market for {}", train(*id), train(*old))
        }
        Action::Train(TrainSource::Company(id, from, price)) => {
            format!("train {} from {} at {price}", train(*id), company(*from))
        }
        Action::Bankrupt => "bankrupt".into(),
    }
}

/// `3-1 D18/0 D16 D14/0`, with `*` on scored stops.
pub fn print_run(definition: &Definition, run: &Run) -> String {
    let mut text = definition.train_name(run.train);
    for step in &run.steps {
        text.push(' ');
        text.push_str(&definition.map.at(step.hex).name);
        if let Some(stop) = step.stop {
            text.push_str(&format!("/{stop}"));
        }
        if step.scored {
            text.push('*');
        }
    }
    text
}

/// Words of a line with the means to read names.
struct Words<'a> {
    definition: &'a Definition,
    verb: &'a str,
    words: Vec<&'a str>,
    at: usize,
}

const HELP: &str = "pass, bid 3 120, bid BE 10 with 14, take 6, sell BE 2, sell GL, buy BE treasury, buy BE market, \
    buy BE president, buy GL, form BE 160, exchange 3 BE treasury, agree, refuse, decline token D18/0, \
    decline train 2-3, keep forts 1, discard 3-1, convert, issue 2, lay F10 57@2, token E9/0, fort J18, \
    run 2-0 D18/0 D16 D14/0, pay full, pay nothing, train 3 from depot, train 4-3 from market, \
    train 4-0 from E at 350, bankrupt";

impl<'a> Words<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, Rejection> {
        match self.words.get(self.at) {
            Some(word) => {
                self.at += 1;
                Ok(word)
            }
            None => reject!("GAME", "after {:?} {what} is missing", self.verb),
        }
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn number(&mut self, what: &str) -> Result<i32, Rejection> {
        let word = self.next(what)?;
        match word.parse::<i32>() {
            Ok(number) if (0..=1_000_000).contains(&number) => Ok(number),
            _ => reject!(
                "GAME",
                "{word:?} is not {what}: a whole number from 0 to 1,000,000 is needed"
            ),
        }
    }

    fn small(&mut self, what: &str) -> Result<u8, Rejection> {
        match u8::try_from(self.number(what)?) {
            Ok(number) => Ok(number),
            Err(_) => reject!("GAME", "{what} can be at most 255"),
        }
    }

    fn company(&mut self) -> Result<CompanyId, Rejection> {
        let word = self.next("a company")?;
        self.company_named(word)
    }

    fn company_named(&self, word: &str) -> Result<CompanyId, Rejection> {
        match self.definition.company(word.trim_start_matches('#')) {
            Some(id) => Ok(id),
            None => {
                let known: Vec<&str> = self
                    .definition
                    .companies
                    .iter()
                    .map(|company| company.id.as_str())
                    .collect();
                reject!(
                    "GAME",
                    "there is no company {word:?}; there are {}",
                    known.join(", ")
                )
            }
        }
    }

    fn hex_named(&self, word: &str) -> Result<HexId, Rejection> {
        match self.definition.map.hex(&word.to_ascii_uppercase()) {
            Some(id) => Ok(id),
            None => reject!(
                "GAME",
                "there is no hex {word:?} on this map; coordinates look like {}",
                self.definition.map.hexes[0].name
            ),
        }
    }

    /// `E9/0`; the stop may be missing only where `sugar` allows it.
    fn stop(&mut self) -> Result<(HexId, u8), Rejection> {
        let word = self.next("a hex and stop such as E9/0")?;
        let (name, stop) = word.split_once('/').unwrap_or((word, "0"));
        let hex = self.hex_named(name)?;
        match stop.parse() {
            Ok(stop) => Ok((hex, stop)),
            Err(_) => reject!(
                "GAME",
                "{word:?} is no stop: write the hex, a slash and the stop's number, such as E9/0"
            ),
        }
    }

    fn train(&mut self) -> Result<TrainId, Rejection> {
        let word = self.next("a train such as 3-1")?;
        self.train_named(word)
    }

    fn train_named(&self, word: &str) -> Result<TrainId, Rejection> {
        let parts = word.rsplit_once('-').and_then(|(kind, number)| {
            let stack = self.definition.kind(kind)?;
            Some(TrainId {
                stack,
                number: number.parse().ok()?,
            })
        });
        match parts {
            Some(id) if self.definition.train(id.stack).same_stack_as.is_none() => Ok(id),
            _ => reject!(
                "GAME",
                "{word:?} is no train card; cards are named by kind and number, such as 3-1"
            ),
        }
    }

    fn kind(&self, word: &str) -> Result<KindId, Rejection> {
        match self.definition.kind(word) {
            Some(kind) => Ok(kind),
            None => {
                let known: Vec<&str> = self
                    .definition
                    .trains
                    .iter()
                    .map(|train| train.name.as_str())
                    .collect();
                reject!(
                    "GAME",
                    "there is no {word:?} train; there are {}",
                    known.join(", ")
                )
            }
        }
    }

    fn lot(&mut self) -> Result<Lot, Rejection> {
        let word = self.next("a lot")?;
        match self.definition.private(word) {
            Some(private) => Ok(Lot::Private(private)),
            None => Ok(Lot::Company(self.company_named(word)?)),
        }
    }

    fn source(&mut self) -> Result<Source, Rejection> {
        match self
            .next("treasury or market")?
            .to_ascii_lowercase()
            .as_str()
        {
            "treasury" | "company" => Ok(Source::Treasury),
            "market" | "pool" => Ok(Source::Market),
            other => reject!(
                "GAME",
                "{other:?} is no source of shares: say treasury or market"
            ),
        }
    }

    fn tile(&mut self) -> Result<(FaceId, u8), Rejection> {
        let word = self.next("a tile and turning such as 57@2")?;
        let Some((tile, rot)) = word.split_once('@') else {
            reject!(
                "GAME",
                "{word:?} lacks the turning: write tile@turning, such as 57@2"
            )
        };
        let Some(face) = self
            .definition
            .map
            .tile(tile.trim_start_matches('#').to_ascii_uppercase().as_str())
        else {
            reject!("GAME", "there is no tile {tile:?} in this title")
        };
        match rot.parse() {
            Ok(rot @ 0..=5) => Ok((face, rot)),
            _ => reject!("GAME", "{rot:?} is no turning: 0 to 5 are"),
        }
    }

    fn runs(&mut self, rest: &str) -> Result<Vec<Run>, Rejection> {
        self.at = self.words.len();
        if rest.trim().eq_ignore_ascii_case("none") {
            return Ok(Vec::new());
        }
        let mut runs = Vec::new();
        for part in rest.split(';') {
            let mut words = part.split_whitespace();
            let Some(name) = words.next() else {
                reject!(
                    "GAME",
                    "a run begins with its train and names its hexes in order, such as 2-0 D18/0 D16 D14/0"
                )
            };
            let train = self.train_named(name)?;
            let mut steps = Vec::new();
            for word in words {
                let (word, scored) = match word.strip_suffix('*') {
                    Some(word) => (word, true),
                    None => (word, false),
                };
                let (name, stop) = match word.split_once('/') {
                    None => (word, None),
                    Some((name, stop)) => match stop.parse::<u8>() {
                        Ok(stop) => (name, Some(stop)),
                        Err(_) => reject!("GAME", "{word:?} is no stop of a run: write D18/0"),
                    },
                };
                steps.push(RunStep {
                    hex: self.hex_named(name)?,
                    stop,
                    scored,
                });
            }
            runs.push(Run { train, steps });
        }
        Ok(runs)
    }
}

/// Parses canonical text.
///
/// # Errors
/// `GAME` with what is malformed and how it should look.
pub fn parse(definition: &Definition, text: &str) -> Result<Action, Rejection> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut words = Words {
        definition,
        verb,
        words: rest.split_whitespace().collect(),
        at: 0,
    };
    let action = match verb.to_ascii_lowercase().as_str() {
        "pass" | "done" | "skip" => Action::Pass,
        "bid" => {
            let lot = words.lot()?;
            let amount = words.number("an amount")?;
            let with = if words.skip("with") {
                Some(words.company()?)
            } else {
                None
            };
            Action::Bid { lot, amount, with }
        }
        "take" => Action::Take(words.lot()?),
        "sell" => match words.lot()? {
            Lot::Private(private) => Action::SellPrivate(private),
            Lot::Company(company) => Action::Sell(company, words.small("how many shares")?),
        },
        "buy" => match words.lot()? {
            Lot::Private(private) => Action::BuyPrivate(private),
            Lot::Company(company) if words.skip("president") || words.skip("director") => {
                Action::BuyDirector(company)
            }
            Lot::Company(company) => Action::Buy(company, words.source()?),
        },
        "form" => Action::Form(words.company()?, words.number("a starting value")?),
        "exchange" => Action::Exchange {
            minor: words.company()?,
            company: words.company()?,
            from: words.source()?,
        },
        "agree" | "yes" | "approve" => Action::Agree,
        "refuse" | "no" | "deny" => Action::Refuse,
        "decline" => match words.next("token or train")? {
            "token" => {
                let (hex, stop) = words.stop()?;
                Action::DeclineToken(hex, stop)
            }
            "train" => Action::DeclineTrain(words.train()?),
            other => reject!("GAME", "{other:?} cannot be declined: token or train can"),
        },
        "keep" => {
            words.skip("forts");
            Action::KeepForts(words.small("how many forts")?)
        }
        "discard" => Action::Discard(words.train()?),
        "convert" => Action::Convert,
        "issue" => Action::Issue(words.small("how many shares")?),
        "lay" => {
            let hex = words.next("a hex")?;
            let hex = words.hex_named(hex)?;
            let (face, rot) = words.tile()?;
            Action::Lay(hex, face, rot)
        }
        "token" | "station" => {
            let (hex, stop) = words.stop()?;
            Action::Token(hex, stop)
        }
        "fort" => {
            let hex = words.next("a hex")?;
            Action::Fort(words.hex_named(hex)?)
        }
        "run" => Action::Run(words.runs(rest)?),
        "withhold" => Action::Pay(Payout::Nothing),
        "pay" => match words
            .next("full, half or nothing")?
            .to_ascii_lowercase()
            .as_str()
        {
            "full" | "all" | "out" => Action::Pay(Payout::Full),
            "half" => Action::Pay(Payout::Half),
            "nothing" | "none" => Action::Pay(Payout::Nothing),
            other => reject!("GAME", "{other:?} is no way to pay: full, half or nothing"),
        },
        "train" => {
            let name = words.next("a train")?;
            words.skip("from");
            let from = words.next("where from: depot, market or a company")?;
            match from.to_ascii_lowercase().as_str() {
                "depot" | "stack" | "bank" => {
                    let kind = words.kind(name)?;
                    let old = if words.skip("for") {
                        Some(words.train()?)
                    } else {
                        None
                    };
                    Action::Train(TrainSource::Stack(kind, old))
                }
                "market" | "pool" => {
                    let train = words.train_named(name)?;
                    let old = if words.skip("for") {
                        Some(words.train()?)
                    } else {
                        None
                    };
                    Action::Train(TrainSource::Market(train, old))
                }
                _ => {
                    let train = words.train_named(name)?;
                    let company = words.company_named(from)?;
                    words.skip("at");
                    words.skip("for");
                    Action::Train(TrainSource::Company(
                        train,
                        company,
                        words.number("a price")?,
                    ))
                }
            }
        }
        "bankrupt" => Action::Bankrupt,
        "" => reject!("GAME", "an action is missing; actions look like: {HELP}"),
        _ => reject!("GAME", "{verb:?} is no action; actions look like: {HELP}"),
    };
    if let Some(extra) = words.peek() {
        reject!(
            "GAME",
            "{extra:?} is too much after {:?}",
            print(definition, &action)
        )
    }
    Ok(action)
}

/// Reads what a player types: canonical text, or less where the present choices make it clear.
///
/// # Errors
/// `GAME` with what is malformed, or the candidates where several fit.
pub fn read(game: &Game, seat: Seat, text: &str) -> Result<Action, Rejection> {
    let definition = game.definition();
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.to_ascii_lowercase())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["run"] | ["run", "auto" | "best"] => {
            return match game.best_runs() {
                Some(best) => Ok(Action::Run(best.runs)),
                None => reject!("GAME", "no company is to run its trains now"),
            };
        }
        ["pay"] => return Ok(Action::Pay(Payout::Full)),
        _ => {}
    }
    let parsed = parse(definition, text);
    if let Ok(action) = &parsed
        && game.check(seat, action).is_ok()
    {
        return parsed;
    }
    // Less than canonical: every listed action that begins with the words, in any spelling of case, fits.
    let fits: Vec<Action> = game
        .legal(seat)
        .choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::One(action) => Some(action.clone()),
            _ => None,
        })
        .filter(|action| begins_with(&print(definition, action), &words))
        .collect();
    match fits.as_slice() {
        [only] => Ok(only.clone()),
        [] => parsed,
        [_, _, ..] if parsed.is_ok() => parsed,
        several => {
            let list: Vec<String> = several
                .iter()
                .take(8)
                .map(|action| print(definition, action))
                .collect();
            reject!("GAME", "several actions fit: {}", list.join(", "))
        }
    }
}

/// Whether the canonical words begin with those typed; a name may lack its `/stop`, `-number` or `@turning`.
fn begins_with(canonical: &str, typed: &[&str]) -> bool {
    if typed.is_empty() {
        return false;
    }
    let canonical = canonical.to_ascii_lowercase();
    let words: Vec<&str> = canonical.split_whitespace().collect();
    typed.len() <= words.len()
        && typed.iter().zip(&words).all(|(typed, word)| {
            typed == word
                || ['/', '-', '@'].iter().any(|mark| {
                    word.split_once(*mark)
                        .is_some_and(|(head, _)| head == *typed)
                })
        })
}
