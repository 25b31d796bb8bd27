//! Posts to the channel: what happened since the last one, two pictures, and who is next.

use super::open::Open;
use super::play::{Play, Told};
use super::{Refusal, Tables, deal, lock, panel};
use crate::pictures::Caption;
use crate::reply::{Picture, fitting};
use crate::store::{Button, GameId, PostBody, Shot, TurnPost};
use crate::text;
use std::sync::Arc;

/// What a change of position tells the channel: what becomes of the post of the turn, and whether somebody is to be
/// called by a message of his own. `at` is the moment of the change.
pub(super) fn told(
    open: &Open,
    before: Option<&Play>,
    play: &Play,
    at: i64,
) -> (TurnPost, Option<PostBody>) {
    let body = turn(open, play, at);
    let goes_on = before.is_some_and(|before| before.turn == play.turn) && !play.game.is_over();
    if !goes_on {
        // What ended the turn before belongs to its post. After taking back, that post stays as it is.
        let closing = before
            .filter(|before| before.len() <= play.turn.began)
            .map(|before| {
                let began = before.turn.began.min(play.turn.began);
                play.told[began..play.turn.began]
                    .iter()
                    .flat_map(|told| told.lines.iter().cloned())
                    .collect()
            });
        return (TurnPost::Begins(body, closing), None);
    }
    let passed = before.is_some_and(|before| before.awaited_seats() != play.awaited_seats());
    let call = passed.then(|| {
        let mentions = open.users_of(&play.awaited_seats());
        // A deal is called for with its terms.
        deal::asked(open, play).unwrap_or_else(|| PostBody {
            buttons: buttons(open, play),
            ..words(&call_line(play, &mentions), mentions)
        })
    });
    (TurnPost::Goes(body), call)
}

/// The post of the turn once more, as a new message: whoever is awaited is somebody else now.
pub(super) fn anew(open: &Open, play: &Play, at: i64) -> TurnPost {
    let mut turn = told(open, None, play, at).0;
    if let TurnPost::Begins(body, _) = &mut turn
        && let Some(shot) = &mut body.shot
    {
        shot.head = open.row.head;
    }
    turn
}

/// Who is called for what.
fn call_line(play: &Play, mentions: &[String]) -> String {
    let mut questions: Vec<String> = play
        .awaited()
        .iter()
        .map(|ask| play.question(ask))
        .collect();
    questions.dedup();
    // What has just been done says whether a nod will do, or whether it needs thought.
    let said: Vec<&str> = (play.told.last().into_iter())
        .flat_map(|told| told.lines.iter().map(String::as_str))
        .collect();
    let said = match said.join("; ") {
        said if said.is_empty() => String::new(),
        said => format!("{}. ", text::clip(said.trim_end_matches('.'), 600)),
    };
    format!(
        "{} {said}**Your decision**: {}",
        whom(play, mentions),
        questions.join("; ")
    )
}

fn buttons(open: &Open, play: &Play) -> Vec<Button> {
    fitting(match play.awaited_seats().as_slice() {
        [] => Vec::new(),
        [seat] => panel::quick(open.row.id, play.mark(), play, *seat),
        _ => vec![panel::choices(open.row.id, play.mark())],
    })
}

/// The post of the turn that goes on.
fn turn(open: &Open, play: &Play, at: i64) -> PostBody {
    let over = play.game.is_over();
    let mut mentions = open.users_of(&play.awaited_seats());
    let round = play.game.round_name();
    let text = if over {
        mentions = (open.members.iter())
            .filter(|member| !member.is_open())
            .map(|member| member.user.clone())
            .collect();
        format!("{} **The game is over.**", pings(&mentions))
    } else {
        let mut questions: Vec<String> = play
            .awaited()
            .iter()
            .map(|ask| play.question(ask))
            .collect();
        questions.dedup();
        format!(
            "{} **{round}** — your decision: {} · since <t:{at}:R>",
            whom(play, &mentions),
            questions.join("; ")
        ) + &(open.absent()).map_or_else(String::new, |absent| format!("\n{absent}"))
    };
    let whose = play.turn.seat.map_or_else(String::new, |seat| {
        let company = play.turn.company.map_or_else(String::new, |company| {
            let name = crate::narration::company_name(play.game.definition(), company);
            format!(" ({name})")
        });
        format!(" · {}{company}", play.names.seat(seat))
    });
    let since = match play.told.len() > play.turn.began {
        true => play.turn.began,
        false => play.turn.before,
    };
    let (text, buttons) = match deal::asked(open, play) {
        Some(question) => (question.text, question.buttons),
        None => (text, buttons(open, play)),
    };
    PostBody {
        text,
        past: format!("**{}**{whose}", play.turn.round),
        last: summary(&play.told[play.turn.before..play.turn.began]),
        story: play.story(play.turn.began),
        tail: if over { score(play) } else { String::new() },
        mentions,
        buttons,
        shot: Some(Shot { head: None, since }),
        milestone: over || began_round(play),
        ..PostBody::default()
    }
}

/// Whether the turn is the first of its round.
fn began_round(play: &Play) -> bool {
    play.turn.began == 0
        || play
            .told
            .get(play.turn.began - 1)
            .is_some_and(|told| told.round)
}

/// What a turn came to, in one line: its first and last words where it was a long one.
fn summary(told: &[Arc<Told>]) -> String {
    const MOST: usize = 500;
    let lines: Vec<&str> = (told.iter())
        .flat_map(|told| told.lines.iter().map(String::as_str))
        .map(|line| line.trim_end_matches('.'))
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let mut kept = (lines.len(), 0);
    let said = loop {
        let (head, tail) = kept;
        let said = if tail == 0 {
            lines[..head].join("; ")
        } else {
            [
                lines[..head].join("; "),
                "…".into(),
                lines[lines.len() - tail..].join("; "),
            ]
            .join("; ")
        };
        if text::length(&said) <= MOST || head <= 1 {
            break said;
        }
        // The end of a turn says most: a phase, a train, who rusts.
        kept = match kept {
            (all, 0) if all > 4 => (3, all.min(5) - 3),
            (head, tail) => (head - 1, tail.max(1)),
        };
    };
    format!("Last turn: {}.", text::clip(&said, MOST))
}

/// A post of words only.
pub(super) fn words(text: &str, mentions: Vec<String>) -> PostBody {
    PostBody {
        text: mentioning(text, &mentions),
        mentions,
        ..PostBody::default()
    }
}

/// A post of words that asks these users something: who sleeps is called for it when he wakes.
pub(super) fn asking(text: &str, users: Vec<String>) -> PostBody {
    PostBody {
        asked: users.clone(),
        ..words(text, users)
    }
}

/// The text with a mention of everybody who is to be pinged: Discord pings nobody who is not named.
fn mentioning(text: &str, mentions: &[String]) -> String {
    let missing: Vec<String> = (mentions.iter())
        .filter(|user| !text.contains(&format!("<@{user}>")))
        .cloned()
        .collect();
    if missing.is_empty() {
        return text::clip(text, text::MESSAGE);
    }
    let end = format!(" {}", pings(&missing));
    let room = text::MESSAGE.saturating_sub(text::length(&end));
    format!("{}{end}", text::clip(text, room))
}

/// Mentions of users.
pub(super) fn pings(users: &[String]) -> String {
    let pings: Vec<String> = users.iter().map(|user| format!("<@{user}>")).collect();
    pings.join(" ")
}

/// Who is awaited: mentions, or names where nobody has taken the seat yet.
fn whom(play: &Play, mentions: &[String]) -> String {
    if !mentions.is_empty() {
        return pings(mentions);
    }
    let names = play.awaited_seats().into_iter();
    let names: Vec<String> = names.map(|seat| play.names.seat(seat)).collect();
    names.join(", ")
}

/// The final score, best first.
pub(crate) fn score(play: &Play) -> String {
    let money = &play.game.definition().money;
    let lines: Vec<String> = play
        .game
        .ranking()
        .into_iter()
        .map(|(rank, seat, worth)| {
            format!("{rank}. {} {}", play.names.seat(seat), money.print(worth))
        })
        .collect();
    format!("Final score: {}", lines.join(", "))
}

/// The caption of a position's pictures, with what changed after the first `since` entries.
pub(crate) fn caption(open: &Open, play: &Play, since: usize) -> Caption {
    let changed = play.told.iter().skip(since);
    Caption {
        line: match play.last_at() {
            Some(at) => format!(
                "game {} · move {} · {}",
                open.row.id,
                play.len(),
                text::moment(at)
            ),
            None => format!("game {} · move 0", open.row.id),
        },
        trial: false,
        names: play.names.all().to_vec(),
        hexes: changed
            .clone()
            .flat_map(|told| told.hexes.iter().copied())
            .collect(),
        stops: changed
            .clone()
            .flat_map(|told| told.stops.iter().copied())
            .collect(),
        companies: changed
            .clone()
            .flat_map(|told| told.companies.iter().copied())
            .collect(),
        since: None,
        moved: changed.flat_map(|told| told.moved.iter().copied()).fold(
            Vec::new(),
            |mut first, (company, from)| {
                // Each once, where it stood before the first move.
                if first.iter().all(|(known, _)| *known != company) {
                    first.push((company, from));
                }
                first
            },
        ),
    }
}

/// Draws the pictures of a post, of the position that it told of even if the game has moved on.
pub(super) fn draw(tables: &Tables, id: GameId, shot: Shot) -> Result<Vec<Picture>, Refusal> {
    let open = tables.game(id)?;
    let (game, caption, moves) = {
        let open = lock(&open);
        match &open.play {
            Some(play) if play.ids.last().copied() == shot.head && play.fault.is_none() => {
                let caption = caption(&open, play, shot.since);
                (play.game.clone(), caption, play.len())
            }
            _ => {
                let actions = tables.store().branch(id, shot.head)?;
                let play = Play::fold(&open.row, &open.members, &actions)?;
                let caption = caption(&open, &play, shot.since);
                let moves = play.len();
                (play.game, caption, moves)
            }
        }
    };
    let title = &game.definition().title;
    let round = game.round_name();
    let map = tables.pictures().map(&game, &caption).map(|bytes| Picture {
        name: "map.png".into(),
        alt: format!("{title}: the map, {round}, move {moves}"),
        bytes: Arc::new(bytes),
    });
    // While the packet is sold the packet is looked at, and next to nothing lies on the market.
    let asked = |ask: &engine::Ask| ask.topic == engine::Topic::Packet;
    let packet = (game.asks().iter().any(asked))
        .then(|| tables.pictures().packet(&game, &caption))
        .flatten()
        .map(|bytes| Picture {
            name: "packet.png".into(),
            alt: format!("{title}: the start packet, {round}, move {moves}"),
            bytes: Arc::new(bytes),
        });
    let market = || {
        let bytes = tables.pictures().market(&game, &caption)?;
        Some(Picture {
            name: "market.png".into(),
            alt: format!("{title}: the stock market, {round}, move {moves}"),
            bytes: Arc::new(bytes),
        })
    };
    Ok(map.into_iter().chain(packet.or_else(market)).collect())
}
