//! The present choices as a tree: kinds of move, then their options one after the other.
//!
//! A place in the tree is a path: the beginning of the notation, such as `lay F10`. So it says itself what it means, and
//! whoever makes one up is only told that there is no such choice.

use crate::command::{Body, Template, find};
use engine::Game;
use engine::action::Action;
use engine::ids::Seat;
use engine::legal::{Choice, Range};

/// Entries of a page: what a menu holds.
pub(super) const PAGE: usize = crate::reply::ENTRIES;

/// Stands for an amount that is still to be named.
pub(super) const BLANK: &str = "_";

/// An amount that no game knows: where it is printed, the blank goes.
const MARK: i32 = 987_654_321;

/// A choice with its notation: an amount at its least; of runs only the verb.
#[derive(Clone, Debug)]
pub(in crate::table) struct Leaf {
    /// The notation.
    pub text: String,
    /// The choice.
    pub choice: Choice,
    /// How much of the text is verb and first option.
    head: usize,
}

/// A choice with nothing left open.
#[derive(Clone, Debug)]
pub(in crate::table) struct Offer {
    /// The notation.
    pub text: String,
    /// The action.
    pub action: Action,
}

impl Leaf {
    fn new(game: &Game, choice: Choice) -> Leaf {
        let text = match &choice {
            Choice::Runs => "run".to_string(),
            Choice::One(action) => game.print(action),
            Choice::Amount(action, range) => game.print(&action.with_amount(range.min)),
        };
        let head = head(&text);
        Leaf { text, choice, head }
    }

    /// The kind of move.
    pub fn verb(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    /// Verb and first option.
    pub fn head(&self) -> &str {
        self.text.get(..self.head).unwrap_or(&self.text)
    }

    /// The action, its amount at its least; none for runs.
    pub fn action(&self) -> Option<Action> {
        match &self.choice {
            Choice::Runs => None,
            Choice::One(action) => Some(action.clone()),
            Choice::Amount(action, range) => Some(action.with_amount(range.min)),
        }
    }

    /// The amounts that may be named.
    pub fn range(&self) -> Option<Range> {
        match &self.choice {
            Choice::Amount(_, range) => Some(*range),
            _ => None,
        }
    }

    /// The notation with a blank for the amount.
    pub fn blank(&self, game: &Game) -> Option<String> {
        match &self.choice {
            Choice::Amount(action, _) => {
                let text = game.print(&action.with_amount(MARK));
                Some(text.replace(&MARK.to_string(), BLANK))
            }
            _ => None,
        }
    }

    /// The choice with sensible amounts.
    pub fn offers(&self, game: &Game) -> Vec<Offer> {
        let offer = |action: Action| Offer {
            text: game.print(&action),
            action,
        };
        match &self.choice {
            Choice::Runs => Vec::new(),
            Choice::One(action) => vec![offer(action.clone())],
            Choice::Amount(action, range) => amounts(*range)
                .into_iter()
                .map(|sum| offer(action.with_amount(sum)))
                .collect(),
        }
    }

    /// Whether the path leads to this choice.
    fn lies_under(&self, path: &str) -> bool {
        self.text
            .strip_prefix(path)
            .is_some_and(|rest| path.is_empty() || rest.is_empty() || rest.starts_with(' '))
    }
}

/// How much of a notation is verb and first option, as the verb's template has it.
fn head(text: &str) -> usize {
    let verb = text.split(' ').next().unwrap_or_default();
    let template = match find(verb).map(|spec| spec.body) {
        Some(Body::Move(template)) => template,
        _ => Template(""),
    };
    let ways = template.take_apart(text);
    let first = ways.first().and_then(|way| way.first());
    let rest = text.get(verb.len()..).unwrap_or_default();
    first
        .and_then(|(_, value)| rest.find(value.as_str()).map(|at| at + value.len()))
        .map_or(text.len(), |end| verb.len() + end)
}

/// Whether an amount is still to be named at the path.
pub(super) fn is_open(path: &str) -> bool {
    path.split(' ').any(|word| word == BLANK)
}

/// Everything that the seat may do, in the engine's order.
pub(in crate::table) fn leaves(game: &Game, seat: Seat) -> Vec<Leaf> {
    let choices = game.legal(seat).choices;
    choices
        .into_iter()
        .map(|choice| Leaf::new(game, choice))
        .collect()
}

/// The choices under a path.
pub(super) fn under<'l>(leaves: &'l [Leaf], path: &str) -> Vec<&'l Leaf> {
    leaves.iter().filter(|leaf| leaf.lies_under(path)).collect()
}

/// The kinds of move, each once, what ends the step last.
pub(super) fn verbs(leaves: &[Leaf]) -> Vec<&str> {
    let mut verbs: Vec<&str> = Vec::new();
    for leaf in leaves {
        if !verbs.contains(&leaf.verb()) {
            verbs.push(leaf.verb());
        }
    }
    verbs.sort_by_key(|verb| *verb == "pass");
    verbs
}

/// How the choices under a path are shown.
pub(super) enum Node<'l> {
    /// There are none.
    Nothing,
    /// Runs are chosen in their own way.
    Runs,
    /// One by one.
    Whole(Vec<&'l Leaf>),
    /// By their first option: the path of each with what lies under it.
    Heads(Vec<(String, Vec<&'l Leaf>)>),
}

/// How the choices under a path are shown: whole if a page holds them, else by first option.
pub(super) fn node<'l>(game: &Game, leaves: &'l [Leaf], path: &str) -> Node<'l> {
    let under = under(leaves, path);
    let Some(first) = under.first() else {
        return Node::Nothing;
    };
    if under.iter().any(|leaf| leaf.choice == Choice::Runs) {
        return Node::Runs;
    }
    let heads = heads(game, &under);
    let offers: usize = under.iter().map(|leaf| leaf.offers(game).len()).sum();
    let open = under.iter().filter(|leaf| leaf.range().is_some()).count();
    let by_picture = first.verb() == "lay";
    if heads.len() < 2 || path.contains(' ') || (offers <= PAGE && open <= 2 && !by_picture) {
        Node::Whole(under)
    } else {
        Node::Heads(heads)
    }
}

/// Choices by their first option; those with an amount and many terms each by itself.
pub(super) fn heads<'l>(game: &Game, list: &[&'l Leaf]) -> Vec<(String, Vec<&'l Leaf>)> {
    let mut heads: Vec<(String, Vec<&Leaf>)> = Vec::new();
    for &leaf in list {
        let path = path_to(game, list, leaf);
        match heads.iter_mut().find(|(head, _)| *head == path) {
            Some((_, list)) => list.push(leaf),
            None => heads.push((path, vec![leaf])),
        }
    }
    heads
}

/// The path of the page that shows a choice with its amounts and what else shares its first option.
pub(super) fn path_to(game: &Game, list: &[&Leaf], leaf: &Leaf) -> String {
    let open = |other: &&&Leaf| other.range().is_some() && other.head() == leaf.head();
    match leaf.blank(game) {
        Some(blank) if list.iter().filter(open).count() > 2 => blank,
        _ => leaf.head().to_string(),
    }
}

/// Amounts worth offering: the least, the next few steps, round sums on the way, the most.
pub(crate) fn amounts(range: Range) -> Vec<i32> {
    let step = range.step.max(1);
    let room = range.max.saturating_sub(range.min) / step;
    let most = range.min + room * step;
    let mut values: Vec<i32> = if room <= 9 {
        (0..=room.max(0))
            .map(|count| range.min + count * step)
            .collect()
    } else {
        (0..4).map(|count| range.min + count * step).collect()
    };
    if room > 9 {
        // Round sums, about six of them.
        let mut unit = step;
        'unit: for power in 0..6 {
            for factor in [1, 2, 5] {
                unit = factor * 10i32.pow(power);
                if unit % step == 0 && (most - range.min) / unit <= 6 {
                    break 'unit;
                }
            }
        }
        let first = range.min / unit + 1;
        values.extend(
            (first..)
                .map(|count| count * unit)
                .take_while(|sum| *sum < most),
        );
        values.push(most);
    }
    values.retain(|value| range.contains(*value));
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Setup;

    #[test]
    fn amounts_are_few_legal_and_hold_both_ends() {
        for (min, max, step) in [
            (100, 400, 5),
            (1, 349, 1),
            (0, 0, 5),
            (105, 112, 5),
            (3, 9999, 1),
            (0, 70, 10),
        ] {
            let range = Range { min, max, step };
            let values = amounts(range);
            assert!(values.len() <= 13, "{values:?}");
            assert!(
                values.iter().all(|value| range.contains(*value)),
                "{values:?}"
            );
            assert_eq!(values.first(), Some(&min));
            assert_eq!(values.last(), Some(&(min + (max - min) / step * step)));
        }
    }

    #[test]
    fn the_tree_holds_every_choice() {
        let game = Game::new(Setup::new("18ardennes", 3)).expect("a game");
        let all = leaves(&game, Seat(0));
        assert_eq!(verbs(&all), ["bid"]);
        let Node::Heads(heads) = node(&game, &all, "bid") else {
            panic!("15 lots at 10 amounts are no page");
        };
        assert_eq!(heads.len(), 15);
        assert_eq!(heads[0].0, "bid 1");
        let Node::Whole(list) = node(&game, &all, "bid 1") else {
            panic!("one lot is a page");
        };
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].blank(&game).as_deref(), Some("bid 1 _"));
        assert!(matches!(node(&game, &all, "bid 99"), Node::Nothing));
    }
}
