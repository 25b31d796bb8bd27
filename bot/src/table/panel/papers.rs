//! Certificates of several sizes and train cards in words.

use crate::narration::company_name;
use engine::Game;
use engine::action::{Parcel, TrainSource};
use engine::ids::Seat;

/// `2 × 10% and 5% of PR`; the director's certificate goes by its name.
pub(super) fn parcel(company: &str, parcel: Parcel) -> String {
    let sizes = [(20, parcel.twenties), (10, parcel.tens), (5, parcel.fives)];
    let mut parts: Vec<String> = Vec::new();
    if parcel.director {
        parts.push("the president's certificate".into());
    }
    for (percent, count) in sizes {
        match count {
            0 => {}
            1 => parts.push(format!("{percent}%")),
            count => parts.push(format!("{count} × {percent}%")),
        }
    }
    let all = match parts.as_slice() {
        [head @ .., last] if !head.is_empty() => format!("{} and {last}", head.join(", ")),
        _ => parts.concat(),
    };
    format!("{all} of {company}")
}

/// `10% of BA from the market`; of another player by his seat, whose name [`Names::in_words`] puts in.
///
/// [`Names::in_words`]: crate::narration::Names::in_words
pub(super) fn paper(company: &str, percent: u8, from: Option<Seat>) -> String {
    match from {
        None => format!("{percent}% of {company} from the market"),
        Some(seat) => format!("{percent}% of {company} from seat{}", seat.0 + 1),
    }
}

/// A train and where it comes from: `3 from the depot`.
pub(super) fn train(game: &Game, source: &TrainSource) -> String {
    let definition = game.definition();
    let kind = |kind| definition.train(kind).name.clone();
    let old = |old: &Option<engine::ids::TrainId>| match old {
        Some(old) => format!(", handing in {}", definition.train_name(*old)),
        None => String::new(),
    };
    match source {
        TrainSource::Stack(id, traded) => format!("{} from the depot{}", kind(*id), old(traded)),
        TrainSource::Market(train, traded) => format!(
            "{} from the market{}",
            definition.train_name(*train),
            old(traded)
        ),
        TrainSource::Onto(id, mines) => {
            let mines: Vec<&str> = mines
                .iter()
                .map(|mine| definition.at(mine).id.as_str())
                .collect();
            format!("{} for mines {}", kind(*id), mines.join(", "))
        }
        TrainSource::Company(train, from, price, terms) => {
            let pays = if terms.seller_pays {
                ", the seller pays the maintenance"
            } else {
                ""
            };
            let on = terms.on.map_or(String::new(), |mine| {
                format!(", for {}", company_name(definition, mine))
            });
            format!(
                "{} from {} for {}{pays}{on}",
                definition.train_name(*train),
                company_name(definition, *from),
                definition.money.print(*price)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_are_told_by_size() {
        let mixed = Parcel {
            fives: 1,
            tens: 2,
            twenties: 0,
            director: false,
        };
        assert_eq!(parcel("PR", mixed), "2 × 10% and 5% of PR");
        let director = Parcel {
            director: true,
            ..Parcel::default()
        };
        assert_eq!(parcel("BA", director), "the president's certificate of BA");
        assert_eq!(paper("BA", 10, Some(Seat(1))), "10% of BA from seat2");
    }
}
