//! What holds in every position of this title besides what holds in all.

use crate::board::Occupant;
use crate::finance::Holder;
use crate::ids::{CompanyId, Seat};
use crate::rolling_stock::TrainHolder;
use crate::rules::{CompanyKind, TrainRun};
use crate::shared::Status;
use crate::titles::harzbahn::{Harz, HarzRules};

/// What is wrong with a position; empty for a sane one.
pub(crate) fn faults(rules: &HarzRules, state: &Harz) -> Vec<String> {
    let mut faults = Vec::new();
    for company in rules.definition.company_ids() {
        match rules.kind(company) {
            CompanyKind::Mine => mine(rules, state, company, &mut faults),
            _ => public(rules, state, company, &mut faults),
        }
    }
    supply(rules, state, &mut faults);
    for right in &state.rights {
        let id = &rules.definition.at(right.company).id;
        let twice = state
            .rights
            .iter()
            .filter(|other| other.company == right.company);
        if twice.count() > 1 {
            faults.push(format!("two players hold the right to {id}"));
        }
        if right.option != state.in_receivership(right.company) && !state.exercising(right.company)
        {
            faults.push(format!("the right to {id} does not fit its receivership"));
        }
    }
    faults
}

fn mine(rules: &HarzRules, state: &Harz, mine: CompanyId, faults: &mut Vec<String>) {
    let now = state.mine(mine);
    let holder = state.mine_holder(rules, mine);
    let mut require = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("{}: {what}", rules.name(mine)));
        }
    };
    require(
        now.open != (holder == Holder::Reserved),
        "closed with a holder, or open with the bank",
    );
    require(
        now.open || now.machine == 1 && now.switcher.is_none(),
        "closed with a machine or switcher",
    );
    require(
        now.open || state.shared.treasury(mine) == 0,
        "closed with money",
    );
    let owner = match holder {
        Holder::Company(company) => {
            require(
                state.pits(company).contains(&mine),
                "not in its company's order of entry",
            );
            require(
                state.shared.treasury(mine) == 0,
                "money apart from its company's",
            );
            company
        }
        _ => mine,
    };
    if let Some(card) = now.switcher {
        let held = state.shared.depot.get(card).map(|train| train.holder);
        require(
            held == Some(TrainHolder::Company(owner)),
            "its switcher is another's",
        );
    }
    let own = state.shared.trains(mine).map(|train| train.id);
    require(
        own.eq(now.switcher.filter(|_| owner == mine)),
        "cards that are not on it",
    );
}

fn public(rules: &HarzRules, state: &Harz, company: CompanyId, faults: &mut Vec<String>) {
    let definition = &rules.definition;
    let id = &definition.at(company).id;
    let facts = state.shared.company(company);
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(format!("{id}: {what}"));
        }
    };
    let count = |wanted: &dyn Fn(Holder) -> bool| {
        state
            .shared
            .papers
            .of_company(definition, company)
            .filter(|(paper, _, _)| wanted(state.shared.papers.holder(*paper)))
            .count()
    };
    let out = count(&|holder| !matches!(holder, Holder::Reserved | Holder::Initial));
    let seats = || (0..rules.players).map(Seat);
    let with = |seat| state.shares(rules, company, Holder::Player(seat));
    if facts.status != Status::Open {
        require(out == 0, format!("{out} shares out, and not in play"));
        require(
            state.shared.trains(company).count() == 0 && state.shared.treasury(company) == 0,
            "not in play, with trains or money".into(),
        );
        return;
    }
    require(
        out == usize::from(facts.units) && [2, 5, 10].contains(&facts.units),
        format!("{out} shares out of {}", facts.units),
    );
    require(
        count(&|holder| holder == Holder::Initial) == 0,
        "shares that are not in being".into(),
    );
    require(
        state.value(rules, company) >= 50,
        "its value is below 50".into(),
    );
    trains(rules, state, company, &mut require);
    if company == rules.special.external {
        require(facts.director.is_none(), "it has a director".into());
        return;
    }
    let most = seats().map(with).max().unwrap_or(0);
    if state.in_receivership(company) {
        require(
            facts.director.is_none() && most == 0,
            "in receivership with a director or shareholders".into(),
        );
    } else {
        match facts.director {
            None => require(false, "no director".into()),
            // H73-3.2.1-04: the owner of the concession directs whatever others have.
            Some(director) => require(
                with(director) == most || state.line(company).pending && rules.is_railway(company),
                format!("its director has {} shares, another {most}", with(director)),
            ),
        }
        let pool = state.shares(rules, company, Holder::Pool);
        require(
            // An option exercised share by share leaves more there.
            u32::from(pool) * 5 <= u32::from(facts.units) * 4
                || rules.options.option_share_by_share,
            format!("{pool} shares in the pool"),
        );
    }
    if rules.is_railway(company) {
        let concession = rules.special.concession(company);
        let more = concession.map_or(0, |concession| concession.more_tokens);
        let all = definition.at(company).tokens + if facts.units == 10 { more } else { 0 };
        let markers = state.shared.board.markers(company).count();
        require(
            markers + usize::from(facts.tokens_left) == usize::from(all),
            format!("{markers} markers and {} left", facts.tokens_left),
        );
    }
    if rules.is_mining(company) {
        let pits = state.pits(company);
        let slots = match facts.units {
            2 => 2,
            5 => 4,
            _ => 5,
        };
        require(
            (2..=slots).contains(&pits.len()),
            format!("{} mines", pits.len()),
        );
        let owned = rules.of_kind(CompanyKind::Mine).filter(|mine| {
            state.mine_holder(rules, *mine) == Holder::Company(company) && state.mine(*mine).open
        });
        require(owned.count() == pits.len(), "mines not in order".into());
        let placed = pits
            .iter()
            .filter(|mine| state.mine(**mine).switcher.is_some());
        require(
            placed.count() == state.shared.trains(company).count(),
            "switchers that are on no mine".into(),
        );
    }
}

/// H73-4.1-01, H73-4.1-09.
fn trains(
    rules: &HarzRules,
    state: &Harz,
    company: CompanyId,
    require: &mut impl FnMut(bool, String),
) {
    let mut diesels = 0;
    let mut units = 0;
    for train in state.shared.trains(company) {
        let run = rules.definition.train(train.kind).run;
        let fits = match run {
            TrainRun::Switcher(_) => company != rules.special.external,
            TrainRun::Diesel => {
                diesels += 1;
                rules.is_railway(company)
            }
            TrainRun::Machine(_) => false,
            _ => {
                units += 1;
                !rules.is_mining(company)
            }
        };
        require(
            fits,
            format!("it owns {}", rules.definition.train_name(train.id)),
        );
    }
    require(diesels <= 1, "two diesel railcars".into());
    require(
        units == 1 || company != rules.special.external,
        format!("{units} trains"),
    );
}

/// Copies of tiles: in the box, on the map, reserved.
fn supply(rules: &HarzRules, state: &Harz, faults: &mut Vec<String>) {
    let map = &rules.definition.map;
    let board = &state.shared.board;
    for face in map.tile_ids() {
        let lie = map.hex_ids().filter(|hex| board.placed(*hex).face == face);
        let kept = state.reserved.iter().filter(|kept| kept.face == face);
        let used = lie.count() + kept.count();
        if let (Some(count), Some(left)) = (map.face(face).count, board.left(face))
            && usize::from(left) + used != usize::from(count)
        {
            let id = &map.face(face).id;
            faults.push(format!(
                "{left} copies of {id} left, {used} used of {count}"
            ));
        }
    }
    // H73-4.4.2-06.
    for hex in map.hex_ids() {
        let mut owners: Vec<CompanyId> = board
            .tokens_on(hex)
            .filter_map(|token| match token.what {
                Occupant::Station(company) | Occupant::Inactive(company) => Some(company),
                Occupant::Bonus(_) => None,
            })
            .collect();
        owners.sort();
        if owners.windows(2).any(|pair| pair.first() == pair.last()) {
            faults.push(format!(
                "two stations of one railway on {}",
                map.at(hex).name
            ));
        }
    }
}
