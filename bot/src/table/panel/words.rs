//! What stands on buttons and entries: names of moves, and what follows from them.

use super::papers::{self, train};
use super::tree::{self, Leaf, Node};
use crate::command::find;
use crate::narration::{company_name, hex_name};
use crate::table::Play;
use engine::Game;
use engine::action::{Action, BondDeal, Lot, Payout, Source, TrainSource};
use engine::event::Event;
use engine::ids::Seat;
use engine::legal::Topic;

/// The name of a kind of move.
pub(in crate::table) fn verb(verb: &str) -> &str {
    match verb {
        "pass" => "Pass",
        "bid" => "Bid",
        "take" => "Take a lot",
        "premium" => "Bid for the start premium",
        "sell" => "Sell",
        "buy" => "Buy",
        "form" => "Form a company",
        "exchange" => "Exchange a minor",
        "unite" => "Form a mining company",
        "exercise" => "Use a purchase option",
        "agree" => "Agree",
        "refuse" => "Refuse",
        "decline" => "Decline",
        "keep" => "Keep forts",
        "discard" => "Discard",
        "receive" => "Take for the director's certificate",
        "convert" => "Convert",
        "issue" => "Issue shares",
        "lay" => "Lay a tile",
        "token" => "Place a station",
        "replace" => "Replace a station",
        "fort" => "Take a fort",
        "run" => "Run",
        "pay" => "Pay",
        "train" => "Buy a train",
        "swap" => "Swap switchers",
        "mine" => "Buy a mine",
        "close" => "Close the mine",
        "bankrupt" => "Go bankrupt",
        "use" => "Use a private's power",
        "borrow" => "Take a loan",
        "repay" => "Repay loans",
        "buyback" => "Buy back own shares",
        "bond" => "Deal in bonds",
        "earn" => "Name the earnings",
        other => find(other).map_or(other, |spec| spec.about),
    }
}

/// The kind of move with how much there is to choose from: `Lay a tile (12 hexes)`.
pub(super) fn kind(game: &Game, seat: Seat, leaves: &[Leaf], path: &str) -> String {
    let machines = game
        .asks()
        .iter()
        .any(|ask| ask.seat == seat && ask.topic == Topic::Machines);
    let name = match path {
        "train" if machines => "Buy a machine or switcher",
        other => verb(other),
    };
    let under = tree::under(leaves, path);
    let count = match tree::node(game, leaves, path) {
        Node::Heads(heads) => heads.len(),
        _ => under.len(),
    };
    let what = match path {
        "lay" | "fort" => "hex",
        "token" | "replace" => "place",
        "bid" | "take" => "lot",
        "form" | "unite" | "exercise" => "company",
        "mine" => "mine",
        "premium" => "",
        _ => "way",
    };
    let many = match (what, count) {
        ("", _) => String::new(),
        (_, 1) => format!("1 {what}"),
        ("hex", count) => format!("{count} hexes"),
        ("company", count) => format!("{count} companies"),
        (_, count) => format!("{count} {what}s"),
    };
    // Hundreds of lays are not priced for a label.
    let least = (under.len() <= 40)
        .then(|| {
            let costs = under.iter().filter_map(|leaf| {
                let action = leaf.action()?;
                game.check(seat, &action).ok()
            });
            costs.min().filter(|cost| *cost > 0)
        })
        .flatten()
        .map(|cost| format!("from {}", game.definition().money.print(cost)));
    let parts: Vec<String> = [Some(many), least]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() {
        name.to_string()
    } else {
        format!("{name} ({})", parts.join(", "))
    }
}

/// What passing leads to: `Pass (ends your stock turn)`.
pub(in crate::table) fn pass(game: &Game, seat: Seat) -> String {
    let topic = game
        .asks()
        .iter()
        .find(|ask| ask.seat == seat)
        .map(|ask| ask.topic);
    let mut after = game.clone();
    let events = match after.apply(seat, &Action::Pass) {
        Ok(events) => events,
        Err(_) => return "Pass".into(),
    };
    let ended = after.round_name() != game.round_name();
    let acted = |event: &Event| matches!(event, Event::Passed { seat: other } if *other == seat);
    let what = match topic {
        Some(Topic::StockTurn) if !events.iter().any(acted) => "ends your stock turn",
        Some(Topic::StockTurn) if ended => "ends the stock round",
        Some(Topic::StockTurn) => "ends your stock turn",
        Some(Topic::Bid | Topic::CompanyAuction) if ended => "ends the auction",
        Some(Topic::Bid) => "out of this auction",
        Some(Topic::CompanyAuction) => "out of the auction",
        Some(Topic::Premium) => "no higher premium",
        Some(Topic::TakeLot | Topic::OpenLot | Topic::Concessions) if ended => "ends the auction",
        Some(Topic::TakeLot | Topic::OpenLot) => "take none now",
        Some(Topic::Concessions) => "open none",
        Some(Topic::DeclineTokens | Topic::DeclineTrains) => "keep the rest",
        Some(Topic::Convert) => "do not convert",
        Some(Topic::Acquire) => "no more shares",
        Some(Topic::Issue) => "issue none",
        Some(Topic::Track) => "no more track",
        Some(Topic::Token) => "no station",
        Some(Topic::Forts) => "no more forts",
        Some(Topic::Trains) if ended => "no train, ends the round",
        Some(Topic::Trains) => "no more trains, ends the turn",
        Some(Topic::Switchers) => "go on",
        Some(Topic::BuyMine) => "buy no mine",
        Some(Topic::Machines) => "buy no more",
        Some(Topic::CloseMine) => "keep the mine",
        Some(Topic::Privates) if ended => "ends the round",
        Some(Topic::Privates) => "neither buy nor bid now",
        Some(Topic::Repay) => "repay none",
        Some(Topic::Redeem) => "redeem none",
        Some(Topic::Trade) => "no more trade, ends the turn",
        Some(Topic::Stations) => "take over no more",
        Some(Topic::Packet) if ended => "ends the share round",
        Some(Topic::Packet) => "buy nothing now",
        Some(Topic::JoinPrussian) => "keep the rest",
        _ => return "Pass".into(),
    };
    format!("Pass ({what})")
}

/// A sum, or nothing where there is none to pay.
fn cost(game: &Game, seat: Seat, action: &Action) -> Option<String> {
    match game.check(seat, action) {
        Ok(cost) if cost > 0 => Some(game.definition().money.print(cost)),
        _ => None,
    }
}

/// An action in words: `Tile 57, turning 2`, `BE from the treasury`.
pub(in crate::table) fn action(game: &Game, action: &Action) -> String {
    let definition = game.definition();
    let money = |sum: i32| definition.money.print(sum);
    let co = |company| company_name(definition, company);
    let lot = |lot: &Lot| match lot {
        Lot::Company(company) => co(*company),
        Lot::Private(private) => definition.private_at(*private).name.clone(),
    };
    let from = |source: &Source| match source {
        Source::Treasury => "from the treasury",
        Source::Market => "from the market",
    };
    match action {
        Action::Bid {
            lot: what,
            amount,
            with,
        } => {
            let with = with.map_or(String::new(), |minor| format!(", pledging {}", co(minor)));
            format!("{} for {}{with}", money(*amount), lot(what))
        }
        Action::Take(what) => lot(what),
        Action::Premium(amount) => money(*amount),
        Action::Sell(company, 1) => format!("1 share of {}", co(*company)),
        Action::Sell(company, units) => format!("{units} shares of {}", co(*company)),
        Action::SellPrivate(private) | Action::BuyPrivate(private) => {
            definition.private_at(*private).name.clone()
        }
        Action::Buy(company, source) => format!("{} {}", co(*company), from(source)),
        Action::BuyDirector(company) => format!("{}, president's certificate", co(*company)),
        Action::Form(company, price) => format!("{} at {}", co(*company), money(*price)),
        Action::SellPapers(company, parcel) => papers::parcel(&co(*company), *parcel),
        Action::BuyPaper(company, percent, from) => papers::paper(&co(*company), *percent, *from),
        Action::Receive(parcel) => papers::parcel("the company", *parcel),
        Action::Fold(what) => format!("{} for a Prussian share", lot(what)),
        Action::Exchange {
            minor,
            company,
            from: source,
        } => format!("{} for {} {}", co(*minor), co(*company), from(source)),
        Action::Unite {
            company,
            first,
            second,
        } => format!("{} of {} and {}", co(*company), co(*first), co(*second)),
        Action::Exercise(company, units) => format!("{units} of {}", co(*company)),
        Action::DeclineToken(hex, _) => format!("the station in {}", hex_name(definition, *hex)),
        Action::DeclineTrain(train) | Action::Discard(train) => {
            format!("train {}", definition.train_name(*train))
        }
        Action::KeepForts(count) => format!("{count} forts"),
        Action::Issue(units) => format!("{units} shares"),
        Action::Lay(_, face, rot) | Action::LayBy(_, _, face, rot) => {
            let tile = &definition.map.face(*face).id;
            format!("Tile {tile}, turning {rot}{}", by(game, action))
        }
        Action::Token(hex, stop) | Action::TokenBy(_, hex, stop) => {
            format!("{}{}", place(game, *hex, *stop), by(game, action))
        }
        Action::Use(private, None) => definition.private_at(*private).name.clone(),
        Action::Use(private, Some(hex)) => format!(
            "{} in {}",
            definition.private_at(*private).name,
            hex_name(definition, *hex)
        ),
        Action::Repay(1) => "1 loan".into(),
        Action::Repay(count) => format!("{count} loans"),
        Action::BuyBack(1) => "1 share from the market".into(),
        Action::BuyBack(units) => format!("{units} shares from the market"),
        Action::Bond(deal) => bonds(deal),
        Action::Earn(sum) => money(*sum),
        Action::Replace(hex, stop, company) => {
            format!("{} of {}", place(game, *hex, *stop), co(*company))
        }
        Action::Fort(hex) => hex_name(definition, *hex),
        Action::Pay(Payout::Full) => "Pay out".into(),
        Action::Pay(Payout::Half) => "Pay out half".into(),
        Action::Pay(Payout::Nothing) => "Keep".into(),
        Action::Train(source) => train(game, source),
        Action::Swap(a, b) => format!("{} and {}", co(*a), co(*b)),
        Action::Mine(mine, price) => format!("{} for {}", co(*mine), money(*price)),
        Action::Rules(revision) => format!("Revision {revision} of the rules"),
        Action::Pass
        | Action::Agree
        | Action::Refuse
        | Action::Convert
        | Action::Run(_)
        | Action::Borrow
        | Action::Close
        | Action::Bankrupt => {
            let text = game.print(action);
            verb(text.split(' ').next().unwrap_or_default()).to_string()
        }
    }
}

/// A deal in bonds: `sell 2 bonds to the market`.
fn bonds(deal: &BondDeal) -> String {
    let some = |count: &u8| match count {
        1 => "1 bond".to_string(),
        count => format!("{count} bonds"),
    };
    match deal {
        BondDeal::Buy => "buy 1 bond".into(),
        BondDeal::Sell(count) => format!("sell {} to the market", some(count)),
        BondDeal::Issue(count) => format!("issue {}", some(count)),
        BondDeal::Redeem(None, count) => format!("redeem {} from the market", some(count)),
        BondDeal::Redeem(Some(seat), count) => {
            // As the engine names seats; whoever has the names puts them in.
            format!("redeem {} from seat{}", some(count), seat.0 + 1)
        }
    }
}

/// By whose power it is done: `, by OBB`.
pub(super) fn by(game: &Game, action: &Action) -> String {
    action.by_private().map_or(String::new(), |private| {
        format!(", by {}", game.definition().private_at(private).id)
    })
}

/// A city; its circles are told apart where there are several cities in the hex.
fn place(game: &Game, hex: engine::ids::HexId, stop: u8) -> String {
    let definition = game.definition();
    let face = game.shared().board.face(&definition.map, hex);
    let name = hex_name(definition, hex);
    if face.stops.len() > 1 {
        format!("{name}, city {}", stop + 1)
    } else {
        name
    }
}

/// A whole action with its verb: `Buy: BE from the treasury · f.160`.
pub(in crate::table) fn whole(play: &Play, seat: Seat, deed: &Action) -> String {
    let text = play.game.print(deed);
    let name = verb(text.split(' ').next().unwrap_or_default());
    let words = match deed {
        Action::Lay(hex, ..) | Action::LayBy(_, hex, ..) => format!(
            "{name}: {} on {}",
            action(&play.game, deed),
            hex_name(play.game.definition(), *hex)
        ),
        Action::Pay(_) => action(&play.game, deed),
        Action::Pass => pass(&play.game, seat),
        _ => {
            let words = play.names.in_words(&action(&play.game, deed));
            if words == name {
                words
            } else {
                format!("{name}: {words}")
            }
        }
    };
    match cost(&play.game, seat, deed).filter(|_| deed.amount().is_none()) {
        Some(cost) => format!("{words} · {cost}"),
        None => words,
    }
}

/// What an entry says of an action besides its name: the cost, and for trains what follows.
pub(super) fn about(play: &Play, seat: Seat, action: &Action) -> String {
    let mut parts: Vec<String> = Vec::new();
    if action.amount().is_none() {
        parts.extend(cost(&play.game, seat, action));
    }
    if let Some((_, face, _)) = action.lay()
        && let Some(left) = play.game.shared().board.left(face)
    {
        parts.push(format!("{left} left"));
    }
    if matches!(action, Action::Train(_)) {
        parts.extend(super::super::preview::train_in_short(
            &play.game, seat, action,
        ));
    }
    parts.join(" · ")
}

/// The label of a first option: a hex with its name, a company with its price.
pub(super) fn head(game: &Game, head: &str, under: &[&Leaf]) -> (String, String) {
    let definition = game.definition();
    let (name, value) = head.split_once(' ').unwrap_or((head, ""));
    let value = value.replace(&format!(" at {}", tree::BLANK), "");
    let value = value.as_str();
    let card = under.first().and_then(|leaf| leaf.action());
    let label = if let Some(Action::Train(source)) = &card {
        // Kinds of trains are named like companies.
        match source {
            TrainSource::Company(train, from, ..) => {
                let terms = value.split_once(&format!(" from {}", definition.at(*from).id));
                let terms = terms.map_or("", |(_, terms)| terms);
                let (card, from) = (
                    definition.train_name(*train),
                    company_name(definition, *from),
                );
                format!("{card} from {from}{terms}")
            }
            _ if under.len() == 1 => train(game, source),
            _ => value.to_string(),
        }
    } else if let Some(hex) = definition.map.hex(value) {
        hex_name(definition, hex)
    } else if let Some(private) = definition.private(value) {
        definition.private_at(private).name.clone()
    } else if let Some(company) = definition.company(value) {
        let price = game.shared().price(definition, company);
        let price = price.map_or(String::new(), |price| {
            format!(" (price {})", definition.money.print(price))
        });
        let data = definition.at(company);
        format!(
            "{} — {}{price}",
            company_name(definition, company),
            data.name
        )
    } else {
        value.to_string()
    };
    let about = match under {
        [only] => only
            .action()
            .map_or(String::new(), |one| match only.range() {
                Some(range) => format!(
                    "from {} to {}",
                    definition.money.print(range.min),
                    definition.money.print(range.max)
                ),
                None => action(game, &one),
            }),
        several if name == "lay" => {
            let mut faces: Vec<&str> = several
                .iter()
                .filter_map(|leaf| leaf.text.split(' ').nth(2))
                .filter_map(|tile| tile.split('@').next())
                .collect();
            faces.dedup();
            format!("{} ways: tiles {}", several.len(), faces.join(", "))
        }
        several => format!("{} ways", several.len()),
    };
    (label, about)
}
