//! What several tests need: a seeded player, whole domains of actions, invariants.
#![allow(dead_code)]

use engine::board::Occupant;
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, FaceId, HexId, KindId, PaperId, PrivateId, Seat, StopRef, TrainId};
use engine::rules::CompanyKind;
use engine::shared::Status;
use engine::{
    Action, BondDeal, Choice, CompanySet, Game, Lot, Parcel, Payout, Setup, Source, Terms, Topic,
    TrainSource,
};

/// A small generator: the tests must give the same games everywhere.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 to `below` - 1.
    pub fn number(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.number(n) == 0
    }
}

/// Set-ups that differ in title, players and options. `ROUNDHOUSE_TITLE` narrows them to one title.
pub fn setups() -> Vec<Setup> {
    let only = std::env::var("ROUNDHOUSE_TITLE").ok();
    let mut list = Vec::new();
    for (title, counts) in [
        ("18ardennes", &[3u8, 4, 5][..]),
        ("1873", &[2, 3, 4, 5]),
        ("1835", &[3, 7]),
        ("1826", &[2, 6]),
    ] {
        if only.as_ref().is_some_and(|only| only != title) {
            continue;
        }
        for &players in counts {
            list.push(Setup::new(title, players));
            let options = ["as-18xx-games", "as-rails"]
                .into_iter()
                .find_map(|name| engine::game::preset(title, name))
                .unwrap();
            list.push(Setup {
                options,
                seed: Some(7),
                ..Setup::new(title, players)
            });
        }
    }
    list
}

/// A choice of the player who is asked: random, but lively enough to see companies, trains and late phases.
pub fn choose(game: &Game, draw: &mut Draw) -> Option<(Seat, Action)> {
    let ask = game.decision()?;
    let mut legal = game.legal(ask.seat);
    // What ruins a player is done, but seldom.
    if !draw.one_in(20) {
        legal
            .choices
            .retain(|choice| *choice != Choice::One(Action::Close));
    }
    let pick = |draw: &mut Draw, list: &[Choice]| list.get(draw.number(list.len())).cloned();
    let lively: Vec<Choice> = legal
        .choices
        .iter()
        .filter(|choice| {
            !matches!(
                choice,
                Choice::One(
                    Action::Pass
                        | Action::Sell(..)
                        | Action::SellPapers(..)
                        | Action::SellPrivate(_)
                        | Action::Refuse
                        | Action::Close
                        | Action::Discard(_)
                        | Action::Swap(..)
                        | Action::Issue(_)
                        | Action::BuyBack(_)
                        | Action::Bond(_)
                        | Action::Pay(Payout::Nothing)
                )
            )
        })
        .cloned()
        .collect();
    let passive = match ask.topic {
        Topic::Bid => 2,
        Topic::CompanyAuction => 3,
        Topic::Token | Topic::Switchers | Topic::Premium => 2,
        _ => 6,
    };
    let lively = if draw.one_in(passive) || lively.is_empty() {
        legal.choices.clone()
    } else {
        lively
    };
    let action = match pick(draw, &lively)? {
        Choice::One(action) => action,
        Choice::Amount(action, range) => {
            let steps = ((range.max - range.min) / range.step.max(1)).clamp(0, 8) as usize;
            action.with_amount(range.min + range.step * draw.number(steps + 1) as i32)
        }
        Choice::Runs => Action::Run(game.best_runs()?.runs),
    };
    Some((ask.seat, action))
}

/// Every action of the vocabulary with every parameter that the definition knows, amounts at the edges of what is
/// listed; without runs.
pub fn domain(game: &Game) -> Vec<Action> {
    let definition = game.definition();
    let map = &definition.map;
    let companies: Vec<CompanyId> = definition.company_ids().collect();
    let hexes: Vec<HexId> = map.hex_ids().collect();
    let trains: Vec<TrainId> = game
        .shared()
        .depot
        .all()
        .iter()
        .map(|train| train.id)
        .collect();
    let kinds: Vec<KindId> = (0..definition.trains.len()).map(KindId::from).collect();
    let mut all = vec![
        Action::Pass,
        Action::Agree,
        Action::Refuse,
        Action::Convert,
        Action::Bankrupt,
        Action::Run(Vec::new()),
    ];
    let privates: Vec<PrivateId> = (0..definition.privates.len())
        .map(PrivateId::from)
        .collect();
    let lots = companies
        .iter()
        .map(|&id| Lot::Company(id))
        .chain(privates.iter().map(|&id| Lot::Private(id)));
    for lot in lots {
        all.push(Action::Take(lot));
        for amount in [0, 3, 5, 95, 100, 105, 110, 200] {
            all.push(Action::Bid {
                lot,
                amount,
                with: None,
            });
            for &minor in companies.iter().take(6) {
                all.push(Action::Bid {
                    lot,
                    amount,
                    with: Some(minor),
                });
            }
        }
    }
    for &private in &privates {
        all.push(Action::SellPrivate(private));
        all.push(Action::BuyPrivate(private));
    }
    for &company in &companies {
        all.extend((0..=11).map(|units| Action::Sell(company, units)));
        all.push(Action::Buy(company, Source::Treasury));
        all.push(Action::Buy(company, Source::Market));
        all.push(Action::BuyDirector(company));
        all.extend(
            [120, 140, 150, 160, 180, 200, 220, 240].map(|price| Action::Form(company, price)),
        );
        for &other in &companies {
            for from in [Source::Treasury, Source::Market] {
                all.push(Action::Exchange {
                    minor: company,
                    company: other,
                    from,
                });
            }
        }
    }
    all.extend((0..=11).map(Action::Issue));
    all.extend((0..=6).map(Action::KeepForts));
    all.extend([Payout::Full, Payout::Half, Payout::Nothing].map(Action::Pay));
    for &hex in &hexes {
        all.push(Action::Fort(hex));
        for stop in 0..3 {
            all.push(Action::Token(hex, stop));
            all.push(Action::DeclineToken(hex, stop));
        }
    }
    for &kind in &kinds {
        all.push(Action::Train(TrainSource::Stack(kind, None)));
        all.extend(
            trains
                .iter()
                .map(|&old| Action::Train(TrainSource::Stack(kind, Some(old)))),
        );
    }
    harzbahn(game, &companies, &mut all);
    y1826(game, &mut all);
    y1835(game, &companies, &privates, &mut all);
    for &train in &trains {
        all.push(Action::Discard(train));
        all.push(Action::DeclineTrain(train));
        all.push(Action::Train(TrainSource::Market(train, None)));
        for &company in &companies {
            for price in [0, 1, 50, 400] {
                all.push(Action::Train(TrainSource::Company(
                    train,
                    company,
                    price,
                    Default::default(),
                )));
            }
        }
    }
    // Amounts at both edges of every range, and just beyond.
    for ask in game.asks() {
        for choice in game.legal(ask.seat).choices {
            if let Choice::Amount(action, range) = choice {
                for amount in [
                    range.min,
                    range.max,
                    range.min - range.step,
                    range.max + range.step,
                    range.min + 1,
                ] {
                    all.push(action.with_amount(amount));
                }
            }
        }
    }
    all
}

/// What only 1835 has; nothing of it is ever legal in another title.
fn y1835(game: &Game, companies: &[CompanyId], privates: &[PrivateId], all: &mut Vec<Action>) {
    let mut parcels = Vec::new();
    for director in [false, true] {
        for twenties in 0..=3 {
            for tens in 0..=4 {
                for fives in 0..=3 {
                    parcels.push(Parcel {
                        fives,
                        tens,
                        twenties,
                        director,
                    });
                }
            }
        }
    }
    all.extend(parcels.iter().map(|&parcel| Action::Receive(parcel)));
    for &company in companies {
        all.push(Action::Fold(Lot::Company(company)));
        all.extend(
            parcels
                .iter()
                .map(|&parcel| Action::SellPapers(company, parcel)),
        );
        for percent in [5, 10, 20] {
            all.push(Action::BuyPaper(company, percent, None));
            for seat in game.seats() {
                all.push(Action::BuyPaper(company, percent, Some(seat)));
            }
        }
    }
    let map = &game.definition().map;
    for &private in privates {
        all.push(Action::Fold(Lot::Private(private)));
        for hex in map.hex_ids() {
            for stop in 0..3 {
                all.push(Action::TokenBy(private, hex, stop));
            }
            if map.face(map.at(hex).printed).upgrades.len() > 5 || map.at(hex).cost == 50 {
                for &face in &map.face(map.at(hex).printed).upgrades {
                    for rot in 0..=6 {
                        all.push(Action::LayBy(private, hex, face, rot));
                    }
                }
            }
        }
    }
}

/// What only Harzbahn 1873 has; nothing of it is ever legal in another title.
fn harzbahn(game: &Game, companies: &[CompanyId], all: &mut Vec<Action>) {
    let definition = game.definition();
    let of = |kind| {
        let list = companies.iter().copied();
        list.filter(move |&id| definition.at(id).kind == kind)
    };
    all.push(Action::Close);
    all.extend([0, 5, 10, 80, 100, 200, 1300].map(Action::Premium));
    for &company in companies {
        all.extend((0..=5).map(|units| Action::Exercise(company, units)));
        all.extend([119, 300].map(|price| Action::Form(company, price)));
    }
    let mines: Vec<CompanyId> = of(CompanyKind::Mine).collect();
    for &first in &mines {
        all.extend([0, 1, 150, 300, 600].map(|price| Action::Mine(first, price)));
        for &second in &mines {
            all.push(Action::Swap(first, second));
            for company in of(CompanyKind::PublicMine) {
                all.push(Action::Unite {
                    company,
                    first,
                    second,
                });
            }
        }
    }
    // Every set of the mines of a company, and single ones.
    let mut sets: Vec<CompanySet> = mines
        .iter()
        .map(|&mine| CompanySet::default().with(mine))
        .collect();
    if let Some((_, state)) = game.harzbahn() {
        for company in of(CompanyKind::PublicMine) {
            let pits = state.pits(company);
            for chosen in 1u32..1 << pits.len() {
                sets.push(
                    (0..pits.len())
                        .filter(|index| chosen & (1 << index) != 0)
                        .map(|index| pits[index])
                        .collect(),
                );
            }
        }
    }
    for kind in (0..definition.trains.len()).map(KindId::from) {
        all.extend(
            sets.iter()
                .map(|&set| Action::Train(TrainSource::Onto(kind, set))),
        );
    }
    for hex in definition.map.hex_ids() {
        for stop in 0..3 {
            let railways = of(CompanyKind::Major).take(7);
            all.extend(railways.map(|company| Action::Replace(hex, stop, company)));
        }
    }
    for train in game.shared().depot.all() {
        let engine::rolling_stock::TrainHolder::Company(holder) = train.holder else {
            continue;
        };
        let face = definition.train(train.kind).price;
        for price in [0, 1, face, 2 * face, 2 * face + 1] {
            for seller_pays in [false, true] {
                for on in mines.iter().copied().map(Some).chain([None]) {
                    let terms = Terms { seller_pays, on };
                    all.push(Action::Train(TrainSource::Company(
                        train.id, holder, price, terms,
                    )));
                }
            }
        }
    }
}

/// What only 1826 has.
fn y1826(game: &Game, all: &mut Vec<Action>) {
    let definition = game.definition();
    let hexes = || definition.map.hex_ids();
    for private in (0..definition.privates.len()).map(PrivateId::from) {
        all.push(Action::Use(private, None));
        all.extend(hexes().map(|hex| Action::Use(private, Some(hex))));
    }
    for company in definition.company_ids() {
        all.extend([70, 75, 82, 90, 100, 110].map(|value| Action::Form(company, value)));
        for hex in hexes() {
            all.extend((0..6).map(|stop| Action::Replace(hex, stop, company)));
        }
    }
    all.push(Action::Borrow);
    all.extend((0..=3).map(Action::Repay));
    all.extend((0..=11).map(Action::BuyBack));
    all.extend([0, 5, 10, 300, 5000, 5010].map(Action::Earn));
    all.push(Action::Bond(BondDeal::Buy));
    for count in 0..=11 {
        all.push(Action::Bond(BondDeal::Sell(count)));
        all.push(Action::Bond(BondDeal::Issue(count)));
        let seats = game.seats().map(Some).chain([None, Some(Seat(7))]);
        all.extend(seats.map(|from| Action::Bond(BondDeal::Redeem(from, count))));
    }
    for hex in hexes() {
        all.extend((3..6).map(|stop| Action::Token(hex, stop)));
    }
}

/// Every lay that the definition knows.
pub fn lays(game: &Game) -> Vec<Action> {
    let map = &game.definition().map;
    let mut all = Vec::new();
    for hex in map.hex_ids() {
        for face in (0..map.faces.len()).map(FaceId::from) {
            for rot in 0..=6 {
                all.push(Action::Lay(hex, face, rot));
                if !game.definition().privates.is_empty() {
                    all.push(Action::LayBy(PrivateId(0), hex, face, rot));
                }
            }
        }
    }
    all
}

/// What holds after every action in every title: money, papers, tiles and tokens are neither made nor lost.
pub fn invariants(game: &Game) {
    let definition = game.definition();
    let shared = game.shared();
    let faults = engine::scenario::faults(game, i64::from(definition.bank));
    assert!(faults.is_empty(), "{faults:?} in:\n{}", game.ledger());
    if game.harzbahn().is_some() || game.y1835().is_some() || game.y1826().is_some() {
        return;
    }
    assert_eq!(shared.cash.total(), i64::from(definition.bank), "money");
    for seat in game.seats() {
        assert!(shared.player_cash(seat) >= 0, "{seat:?} owes money");
    }
    for company in definition.company_ids() {
        let data = definition.at(company);
        let facts = shared.company(company);
        assert!(
            shared.cash.of(Account::Company(company)) >= 0,
            "{} owes money",
            data.id
        );
        let stations = shared.board.stations(company).count();
        if facts.status == Status::Open {
            assert_eq!(
                stations + usize::from(facts.tokens_left),
                usize::from(data.tokens),
                "tokens of {}",
                data.id
            );
            assert!(
                shared.markers.cell(company).is_some(),
                "{} has no marker",
                data.id
            );
            // Nobody holds more than the director.
            if let Some(director) = shared.director(definition, company) {
                let top = shared.units(definition, company, Holder::Player(director));
                for seat in game.seats() {
                    assert!(
                        shared.units(definition, company, Holder::Player(seat)) <= top,
                        "director of {}",
                        data.id
                    );
                }
            }
        } else {
            assert_eq!(
                shared.treasury(company),
                0,
                "{} is not in play and has money",
                data.id
            );
            assert_eq!(stations, 0, "{} is not in play and has stations", data.id);
            assert_eq!(
                shared.trains(company).count(),
                0,
                "{} is not in play and has trains",
                data.id
            );
        }
    }
    for paper in (0..definition.papers.len()).map(PaperId::from) {
        if let Holder::Player(seat) = shared.papers.holder(paper) {
            assert!(!shared.table.is_out(seat), "a bankrupt holds papers");
        }
    }
    let map = &definition.map;
    for (index, face) in map
        .faces
        .iter()
        .enumerate()
        .skip(usize::from(map.first_tile))
    {
        let id = FaceId::from(index);
        let on_map = map
            .hex_ids()
            .filter(|&hex| shared.board.placed(hex).face == id)
            .count() as u16;
        if let (Some(count), Some(left)) = (face.count, shared.board.left(id)) {
            assert_eq!(left + on_map, count, "copies of tile {}", face.id);
        }
    }
    let mut circles: Vec<(StopRef, u8)> = Vec::new();
    for token in shared.board.tokens() {
        let stop = shared
            .board
            .face(map, token.at.hex)
            .stops
            .get(usize::from(token.at.stop));
        assert!(
            stop.is_some_and(|stop| token.slot < stop.slots),
            "token outside a circle: {token:?}"
        );
        assert!(
            !circles.contains(&(token.at, token.slot)),
            "two tokens in a circle: {token:?}"
        );
        circles.push((token.at, token.slot));
        if let Occupant::Station(company) = token.what {
            assert!(shared.is_open(company), "station of a company out of play");
        }
    }
}
