//! Orders after a change of the game: as long as one acts or ends, the next is looked for. What they do is stored with
//! the change itself, so that nothing is done twice and nobody is called for what his order does.

use super::terms::Terms;
use super::verdict::{self, Verdict};
use crate::store::{Ended, How, ORDER, OrderRow, OrderStep, PostBody, Step};
use crate::table::moves::Carried;
use crate::table::{Open, Play, Refusal, post};
use crate::text;
use engine::action::By;
use engine::ids::Seat;

/// Automatic actions in one change; more follow in changes of their own.
const MOST: usize = 40;

/// Automatic actions after one request of a player: orders that never come to rest are left alone.
pub(super) const ROUNDS: usize = 25;

/// What orders have done after a change.
#[derive(Default)]
pub(in crate::table) struct Followed {
    /// What is to be stored of the orders.
    pub steps: Vec<Step>,
    /// What their owners are told in private.
    pub whispers: Vec<(String, PostBody)>,
    /// For the journal.
    pub also: Vec<(String, &'static str, String)>,
    /// There were more than one change takes.
    pub more: bool,
}

/// An order while it is followed.
struct Live {
    row: OrderRow,
    terms: Terms,
    acted: i64,
    ended: bool,
}

/// Somebody took moves back or restored some.
pub(in crate::table) struct Turned {
    /// Who: where an order of his would act at once, he wants to decide himself.
    pub user: String,
    /// Moves made ahead of which one was taken back, by the number of their order.
    pub torn: Vec<i64>,
}

/// Lets orders act and end on what was carried out, or after moves were taken back.
pub(in crate::table) fn follow(
    open: &Open,
    orders: &[OrderRow],
    carried: &mut Carried,
    at: i64,
    turned: Option<&Turned>,
) -> Result<Followed, Refusal> {
    let mut followed = Followed::default();
    let mut live: Vec<Live> = orders
        .iter()
        .filter_map(|row| {
            Some(Live {
                terms: Terms::read(&row.terms)?,
                row: row.clone(),
                acted: 0,
                ended: false,
            })
        })
        .collect();
    for order in &mut live {
        if turned.is_some_and(|turned| turned.torn.contains(&order.row.number)) {
            let why = "One of its moves was taken back.";
            end(
                open,
                &carried.trial,
                order,
                Ended::Stopped,
                why,
                &mut followed,
            );
        }
    }
    let mut acted = 0;
    // Each round one order acts or ends; it ends but once.
    while let Some((index, verdict)) = first(&carried.trial, &live) {
        if carried.trial.game.is_over() {
            break;
        }
        let Some(order) = live.get_mut(index) else {
            break;
        };
        match verdict {
            Verdict::Wait(_) => break,
            Verdict::End(ended, why) => {
                end(open, &carried.trial, order, ended, &why, &mut followed)
            }
            Verdict::Act(_) if turned.is_some_and(|turned| turned.user == order.row.user) => {
                let why = "You took moves back or restored them: now you decide yourself.";
                end(
                    open,
                    &carried.trial,
                    order,
                    Ended::Stopped,
                    why,
                    &mut followed,
                );
            }
            Verdict::Act(_) if acted == MOST => {
                followed.more = true;
                break;
            }
            Verdict::Act(action) => {
                acted += 1;
                let queue = matches!(order.terms, Terms::Queue { .. });
                let how = if queue { How::Queue } else { How::Order };
                let text = carried.trial.game.print(&action);
                let by = By::Seat(Seat(order.row.seat));
                if let Err(Refusal(why)) = carried.add(by, &order.row.user, &action, how, at) {
                    if carried.broken {
                        return Err(Refusal(why));
                    }
                    // The engine was asked before: this is a fault of ours, and no reason to ask it again and again.
                    let why = format!(
                        "`{}` was refused: {why}",
                        text::in_code(&text::clip(&text, 100))
                    );
                    end(
                        open,
                        &carried.trial,
                        order,
                        Ended::Stopped,
                        &why,
                        &mut followed,
                    );
                    continue;
                }
                if let Terms::Queue { items } = &mut order.terms {
                    items.remove(0);
                }
                order.acted += 1;
                followed.also.push((
                    order.row.user.clone(),
                    how.name(),
                    format!("{}: {text}", order.row.number),
                ));
            }
        }
    }
    for order in live {
        if order.acted > 0 && !order.ended {
            followed.steps.push(Step::Order(OrderStep::Acted(
                order.row.number,
                order.acted,
                order.terms.write(),
            )));
        }
    }
    Ok(followed)
}

/// The first order that does not wait; moves made ahead come before standing orders.
fn first(play: &Play, live: &[Live]) -> Option<(usize, Verdict)> {
    let mut list: Vec<(usize, &Live)> = live.iter().enumerate().collect();
    list.retain(|(_, order)| !order.ended);
    list.sort_by_key(|(_, order)| !matches!(order.terms, Terms::Queue { .. }));
    list.into_iter().find_map(|(index, order)| {
        match verdict::verdict(play, &order.row, &order.terms) {
            Verdict::Wait(_) => None,
            other => Some((index, other)),
        }
    })
}

fn end(
    open: &Open,
    play: &Play,
    order: &mut Live,
    ended: Ended,
    why: &str,
    followed: &mut Followed,
) {
    order.ended = true;
    let (number, user) = (order.row.number, order.row.user.clone());
    if order.acted > 0 {
        followed.steps.push(Step::Order(OrderStep::Acted(
            number,
            order.acted,
            order.terms.write(),
        )));
    }
    followed
        .steps
        .push(Step::Order(OrderStep::End(number, ended, why.into())));
    followed.also.push((
        user.clone(),
        "order",
        format!("{number} {}: {why}", ended.name()),
    ));
    let acts = order.row.acts + order.acted;
    // What came to its end without a deed is worth no message; the list shows it.
    if acts > 0 || ended == Ended::Stopped {
        let line = last_words(play, &order.terms, number, acts, ended, why);
        let text = format!(
            "{} Game {}, {}",
            line,
            open.row.id,
            text::channel(&open.row.channel)
        );
        let body = PostBody {
            mark: format!("{ORDER}{user}"),
            ..post::words(&text, Vec::new())
        };
        followed.whispers.push((user, body));
    }
}

/// What an order did and why it ended, in one line.
pub(super) fn last_words(
    play: &Play,
    terms: &Terms,
    number: i64,
    acts: i64,
    ended: Ended,
    why: &str,
) -> String {
    let what = match ended {
        Ended::Done => "is done",
        Ended::Stopped => "has stopped",
        Ended::Cancelled => "was cancelled",
    };
    let times = match acts {
        0 => "did nothing".to_string(),
        1 => "acted once".to_string(),
        times => format!("acted {times} times"),
    };
    let said = match terms {
        Terms::Queue { items } if items.is_empty() => "moves made ahead".into(),
        terms => terms.words(play),
    };
    format!("**Order {number}** ({said}) {what}; it {times}. {why}")
}
