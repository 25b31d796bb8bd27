//! What was typed too short, or does not fit: the actions that may have been meant.

use super::Leaf;
use super::{Id, Page, leaves, lists, one, pages, tree, words};
use crate::reply::Reply;
use crate::store::Button;
use crate::table::{Open, Play, Refusal};
use engine::Game;
use engine::ids::Seat;

/// Actions that may have been meant by what was typed: those with every word of it, in short or in any case; of tiles
/// at least those for the hex.
pub(in crate::table) fn meant(game: &Game, seat: Seat, typed: &str) -> Vec<Leaf> {
    let typed = typed.to_lowercase();
    let words: Vec<&str> = typed
        .split([' ', '@', '/', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let Some((verb, rest)) = words.split_first() else {
        return Vec::new();
    };
    let all = leaves(game, seat);
    let mine: Vec<&Leaf> = all
        .iter()
        .filter(|leaf| leaf.verb().starts_with(verb))
        .collect();
    // Without a known verb all words are looked for, as a hex or a company alone.
    let (among, sought) = match mine.is_empty() {
        true => (all.iter().collect(), words.as_slice()),
        false => (mine, rest),
    };
    if sought.is_empty() {
        return Vec::new();
    }
    let pick = |sought: &[&str], fits: fn(&str, &str) -> bool| -> Vec<Leaf> {
        let holds = |leaf: &&&Leaf| {
            let text = leaf.text.to_lowercase();
            let parts: Vec<&str> = text
                .split([' ', '@', '/', '-'])
                .chain(text.split(' '))
                .collect();
            sought
                .iter()
                .all(|word| parts.iter().skip(1).any(|part| fits(part, word)))
        };
        among
            .iter()
            .filter(holds)
            .map(|leaf| (*leaf).clone())
            .collect()
    };
    let exact = |part: &str, word: &str| part == word;
    let short = |part: &str, word: &str| part.starts_with(word);
    let found = [pick(sought, exact), pick(sought, short)];
    let lays = || match sought.split_first() {
        Some((hex, _)) if among.iter().all(|leaf| leaf.verb() == "lay") => pick(&[*hex], exact),
        _ => Vec::new(),
    };
    found
        .into_iter()
        .find(|list| !list.is_empty())
        .unwrap_or_else(lays)
}

/// The page of a kind of move that was typed alone, with what is missing.
pub(in crate::table) fn kind_alone(
    open: &Open,
    play: &Play,
    seat: Seat,
    typed: &str,
    why: &str,
) -> Option<Page> {
    let verb = typed.trim().to_lowercase();
    let leaves = leaves(&play.game, seat);
    if !tree::verbs(&leaves).contains(&verb.as_str()) {
        return None;
    }
    let page = pages::at(open, play, seat, &verb).ok()?;
    Some(Page {
        reply: page.reply.headed(why).refused(),
        ..page
    })
}

/// A refusal with the actions that may have been meant, as text and as buttons.
pub(in crate::table) fn offer(
    open: &Open,
    play: &Play,
    seat: Seat,
    meant: &[Leaf],
    why: &str,
) -> Result<Page, Refusal> {
    let id = Id::of(open);
    let listed: Vec<String> = meant
        .iter()
        .take(8)
        .map(|leaf| {
            let text = match leaf.blank(&play.game) {
                Some(blank) => blank.replace(tree::BLANK, "amount"),
                None => leaf.text.clone(),
            };
            format!("`{text}`")
        })
        .collect();
    let more = match meant.len() {
        count if count > 8 => format!(" and {} more", count - 8),
        _ => String::new(),
    };
    let text = format!("{why} Did you mean {}{more}?", listed.join(", "));
    let list: Vec<&Leaf> = meant.iter().collect();
    let lays = meant
        .first()
        .map(|leaf| leaf.head().to_string())
        .filter(|head| head.starts_with("lay ") && meant.iter().all(|leaf| leaf.head() == head));
    if let Some(path) = lays {
        let mut page = lists::whole_page(open, play, seat, &path, &list, 0, Some(&text))?;
        page.reply = page.reply.refused();
        return Ok(page);
    }
    let buttons = list
        .iter()
        .take(20)
        .map(|leaf| match (leaf.action(), leaf.range()) {
            (Some(action), None) => one(play, seat, id, &leaf.text, &action),
            _ => Button::new(words::verb(leaf.verb()), id.panel(leaf.head())),
        });
    Ok(Page::plain(Reply::refusal(text).with_buttons(buttons)))
}
