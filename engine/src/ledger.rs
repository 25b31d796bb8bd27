//! The position as text in printed names, and its digest. Facts at their default are left out, so that a new kind
//! of fact does not change the digests of old games.

use crate::board::Occupant;
use crate::finance::{Account, Holder};
use crate::ids::{Seat, StopRef};
use crate::rolling_stock::TrainHolder;
use crate::rules::{Definition, PaperDef};
use crate::shared::{Ending, Shared, Status};

/// `B8/0`: hex and stop.
pub(crate) fn stop_name(definition: &Definition, at: StopRef) -> String {
    format!("{}/{}", definition.map.at(at.hex).name, at.stop)
}

/// `seat1` … as players have no names in the engine.
pub(crate) fn seat_name(seat: Seat) -> String {
    format!("seat{}", seat.0 + 1)
}

pub(crate) fn holder_name(definition: &Definition, holder: Holder) -> String {
    match holder {
        Holder::Player(seat) => seat_name(seat),
        Holder::Company(company) => definition.at(company).id.clone(),
        Holder::Initial => "initial".into(),
        Holder::Pool => "market".into(),
        Holder::Reserved => "reserve".into(),
        Holder::Gone => "gone".into(),
    }
}

/// The lines that all titles have.
pub(crate) fn shared(definition: &Definition, state: &Shared) -> Vec<String> {
    let mut lines = vec![format!("bank {}", state.cash.of(Account::Bank))];
    for &seat in &state.table.order {
        let out = if state.table.is_out(seat) {
            " bankrupt"
        } else {
            ""
        };
        lines.push(format!(
            "{} cash {}{out}",
            seat_name(seat),
            state.player_cash(seat)
        ));
    }
    lines.push(format!("priority {}", seat_name(state.table.priority)));
    let phase = definition
        .phases
        .get(usize::from(state.phase))
        .map_or("", |phase| phase.name.as_str());
    lines.push(format!("phase {phase}"));
    lines.push(format!("turn {}", state.turn));
    for company in definition.company_ids() {
        let facts = state.company(company);
        let id = &definition.at(company).id;
        match facts.status {
            Status::Unopened => {}
            Status::Closed => lines.push(format!("{id} closed")),
            Status::Open => {
                let operated = if facts.operated { " operated" } else { "" };
                let director = match facts.director {
                    Some(seat) => format!(" director {}", seat_name(seat)),
                    None => String::new(),
                };
                lines.push(format!(
                    "{id} cash {} units {} tokens {}{operated}{director}",
                    state.treasury(company),
                    facts.units,
                    facts.tokens_left
                ));
            }
        }
        // Papers as counts by holder: equal papers are interchangeable.
        let mut counts: Vec<(String, u8, bool, u8)> = Vec::new();
        for (paper, units, director) in state.papers.of_company(definition, company) {
            let holder = state.papers.holder(paper);
            if matches!(holder, Holder::Initial | Holder::Reserved) {
                continue;
            }
            let name = holder_name(definition, holder);
            match counts.iter_mut().find(|(holder, size, top, _)| {
                *holder == name && *size == units && *top == director
            }) {
                Some((_, _, _, count)) => *count += 1,
                None => counts.push((name, units, director, 1)),
            }
        }
        counts.sort();
        for (holder, units, director, count) in counts {
            let top = if director { " director" } else { "" };
            lines.push(format!("{id} {count} x {units}{top} {holder}"));
        }
    }
    for paper in &definition.papers {
        if let PaperDef::Private(private) = paper {
            let holder = state.papers.private_holder(definition, *private);
            if holder != Holder::Initial {
                lines.push(format!(
                    "{} {}",
                    definition.private_at(*private).id,
                    holder_name(definition, holder)
                ));
            }
        }
    }
    for (cell, data) in definition.chart.cells() {
        let stack: Vec<&str> = state
            .markers
            .stack(cell)
            .map(|company| definition.at(company).id.as_str())
            .collect();
        if !stack.is_empty() {
            lines.push(format!(
                "chart {} ({},{}): {}",
                data.price,
                data.row,
                data.column,
                stack.join(" ")
            ));
        }
    }
    let map = &definition.map;
    for hex in map.hex_ids() {
        let placed = state.board.placed(hex);
        if map.is_tile(placed.face) {
            lines.push(format!(
                "{} {}@{}",
                map.at(hex).name,
                map.face(placed.face).id,
                placed.rot
            ));
        }
        let mut tokens: Vec<_> = state.board.tokens_on(hex).copied().collect();
        tokens.sort();
        for token in tokens {
            let what = match token.what {
                Occupant::Station(company) => definition.at(company).id.clone(),
                Occupant::Inactive(company) => format!("{} inactive", definition.at(company).id),
                Occupant::Bonus(bonus) => bonus.name().into(),
            };
            lines.push(format!(
                "{} slot {} {what}",
                stop_name(definition, token.at),
                token.slot
            ));
        }
    }
    let mut trains: Vec<_> = state.depot.all().to_vec();
    trains.sort_by_key(|train| train.id);
    for train in trains {
        let holder = match train.holder {
            TrainHolder::Company(company) => definition.at(company).id.clone(),
            TrainHolder::Pool => "market".into(),
            TrainHolder::Gone => "gone".into(),
        };
        let marks = format!(
            "{}{}",
            if train.obsolete { " obsolete" } else { "" },
            if train.face_down { " face-down" } else { "" }
        );
        lines.push(format!(
            "train {} {} {holder}{marks}",
            definition.train_name(train.id),
            definition.train(train.kind).name
        ));
    }
    match state.ending {
        Ending::Open => {}
        Ending::Last => lines.push("last set".into()),
        Ending::Over => lines.push("over".into()),
    }
    lines
}

/// 128 bits in hexadecimal: two FNV-1a hashes with different starts.
pub(crate) fn digest(text: &str) -> String {
    let hash = |start: u64| {
        text.bytes().fold(start, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    format!(
        "{:016x}{:016x}",
        hash(0xcbf2_9ce4_8422_2325),
        hash(0x6c62_272e_07bb_0142)
    )
}
