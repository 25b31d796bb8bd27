//! `/game status`.

use super::grid;
use crate::store::State;
use crate::table::Open;
use crate::text;
use engine::finance::Account;

/// How the game stands, and whose decision it is.
pub(crate) fn status(open: &Open) -> String {
    let Some(play) = &open.play else {
        let names: Vec<String> = open
            .members
            .iter()
            .map(|member| text::escape(&member.name))
            .collect();
        return match open.row.state {
            State::Lobby => format!(
                "**{}** · game {} gathers players. Host: {}. At the table: {}.",
                open.row.title,
                open.row.id,
                open.name_of(&open.row.host),
                if names.is_empty() {
                    "nobody".to_string()
                } else {
                    names.join(", ")
                }
            ),
            _ => format!("Game {} ended before it had started.", open.row.id),
        };
    };
    let game = &play.game;
    let money = &game.definition().money;
    let state = match open.row.state {
        State::Over => " · over",
        State::Ended => " · ended by the host",
        _ => "",
    };
    let mut text = format!(
        "**{}** · game {} · **{}** · phase {}{state} · move {}\n",
        game.definition().title,
        open.row.id,
        game.round_name(),
        game.phase_name(),
        play.len()
    );
    if let Some(fault) = &play.fault {
        text.push_str(&format!("{fault}\n"));
    }
    if open.row.state == State::Playing {
        text.push_str(&format!("Waiting for {}.\n", play.waiting()));
    }
    if let Some(absent) = open.absent() {
        text.push_str(&format!("{absent}\n"));
    }
    let mut rows = vec![
        ["", "cash", "certificates", "worth"]
            .map(String::from)
            .to_vec(),
    ];
    let shared = game.shared();
    for seat in &shared.table.order {
        let (held, limit) = game.certificates(*seat);
        let mark = if shared.table.is_out(*seat) {
            " (bankrupt)"
        } else if shared.table.priority == *seat {
            " (priority)"
        } else {
            ""
        };
        rows.push(vec![
            format!("{}{mark}", play.names.raw(*seat)),
            money.print(shared.player_cash(*seat)),
            super::against(held, limit),
            money.print(game.worth(*seat)),
        ]);
    }
    rows.push(vec![
        "Bank".into(),
        if game.definition().bank_unlimited {
            "unlimited".into()
        } else {
            money.print(shared.cash.of(Account::Bank))
        },
    ]);
    text.push_str(&grid(&rows));
    if open.row.state == State::Over {
        text.push('\n');
        text.push_str(&crate::table::score(play));
    }
    text::clip(&text, text::MESSAGE)
}
