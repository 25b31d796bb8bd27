//! `/show worth` and `/show revenue`: history as a chart and in figures.

use super::grid;
use super::history::History;
use crate::narration::company_name;
use crate::table::{Open, Play, Refusal};
use crate::text;
use engine::ids::{CompanyId, Seat};
use render::{Chart, ChartLine, Subject};

fn caption(open: &Open, play: &Play) -> String {
    format!("game {} · move {}", open.row.id, play.len())
}

/// What players were worth at the end of each round.
pub(super) fn worth(open: &Open, play: &Play, history: &History) -> (Chart, String) {
    let game = &play.game;
    let money = &game.definition().money;
    let names = play.names.all();
    let letters = render::letters(names);
    let order = &game.shared().table.order;
    let lines = order
        .iter()
        .map(|seat| ChartLine {
            subject: Subject::Player(
                *seat,
                letters.get(seat.index()).cloned().unwrap_or_default(),
                play.names.raw(*seat).to_string(),
            ),
            values: (history.rounds.iter())
                .map(|round| round.worth.get(seat.index()).copied())
                .collect(),
        })
        .collect();
    let chart = Chart {
        title: format!("{} · worth", game.definition().title),
        caption: caption(open, play),
        columns: history
            .rounds
            .iter()
            .map(|round| round.name.clone())
            .collect(),
        lines,
    };
    // In figures: the last rounds, as many as a narrow screen shows.
    let shown = &history.rounds[history.rounds.len().saturating_sub(4)..];
    let mut rows: Vec<Vec<String>> = vec![
        std::iter::once(String::new())
            .chain(shown.iter().map(|round| round.name.clone()))
            .collect(),
    ];
    let mut seats: Vec<Seat> = order.clone();
    seats.sort_by_key(|seat| std::cmp::Reverse(game.worth(*seat)));
    for seat in seats {
        let values = shown.iter().map(|round| {
            let worth = round.worth.get(seat.index()).copied().unwrap_or(0);
            money.print(worth)
        });
        let name = text::clip(play.names.raw(seat), 12);
        rows.push(std::iter::once(name).chain(values).collect());
    }
    let head = format!(
        "Worth as in the final score, at the end of each round; the last is the present of {}.",
        game.round_name()
    );
    (
        chart,
        text::clip(&format!("{head}\n{}", grid(&rows)), text::MESSAGE),
    )
}

/// What companies earned in each operating round: one, or all that have a price.
pub(super) fn revenue(
    open: &Open,
    play: &Play,
    history: &History,
    only: Option<CompanyId>,
) -> Result<(Chart, String), Refusal> {
    let game = &play.game;
    let definition = game.definition();
    let rounds: Vec<_> = (history.rounds.iter())
        .filter(|round| !round.revenue.is_empty())
        .collect();
    let of = |company: CompanyId| -> Vec<Option<i32>> {
        let value = |round: &&super::history::Round| {
            let found = round.revenue.iter().find(|(of, _)| *of == company);
            found.map(|(_, sum)| *sum)
        };
        rounds.iter().map(value).collect()
    };
    let has_price = |company: CompanyId| history.priced.contains(&company);
    let mut companies: Vec<CompanyId> = match only {
        Some(only) => vec![only],
        None => definition
            .company_ids()
            .filter(|id| has_price(*id))
            .collect(),
    };
    companies.retain(|company| of(*company).iter().any(Option::is_some));
    if companies.is_empty() {
        return Err(Refusal::new(match only {
            Some(company) => format!(
                "{} has not earned anything yet.",
                company_name(definition, company)
            ),
            None => "No company has operated yet.".into(),
        }));
    }
    // Who is gone is left to the figures, unless nobody else is there.
    let open_now = |company: &&CompanyId| game.shared().is_open(**company);
    let alive = companies.iter().any(|company| open_now(&company));
    let lines = companies
        .iter()
        .filter(|company| only.is_some() || !alive || open_now(company))
        .map(|company| ChartLine {
            subject: Subject::Company(*company),
            values: of(*company),
        })
        .collect();
    let chart = Chart {
        title: format!("{} · revenue", definition.title),
        caption: caption(open, play),
        columns: rounds.iter().map(|round| round.name.clone()).collect(),
        lines,
    };
    let shown = rounds.len().saturating_sub(4);
    let mut rows: Vec<Vec<String>> = vec![
        std::iter::once(String::new())
            .chain(rounds[shown..].iter().map(|round| round.name.clone()))
            .collect(),
    ];
    companies.sort_by_key(|company| {
        let last = of(*company).last().copied().flatten();
        std::cmp::Reverse(last)
    });
    for company in companies {
        let values = of(company)
            .into_iter()
            .skip(shown)
            .map(|value| value.map_or(String::from("–"), |value| definition.money.print(value)));
        let id = definition.at(company).id.clone();
        rows.push(std::iter::once(id).chain(values).collect());
    }
    let head = "What companies earned in the last operating rounds, before it was paid out or kept. The chart shows those in play; /show revenue company:… shows any.";
    Ok((
        chart,
        text::clip(&format!("{head}\n{}", grid(&rows)), text::MESSAGE),
    ))
}
