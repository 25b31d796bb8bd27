//! Calls: the first one where the post of the turn has called nobody, those after it, and "not now".

use super::super::due::Handled;
use super::super::{Open, Refusal, Request, Tables, lock, panel, post, vote};
use super::{done, marked, moment, naming};
use crate::people::{DAY, Event, HOUR, MOST, What, zone};
use crate::reply::{Reply, fitting};
use crate::store::{Awaiting, Button, Change, Committed, GameId, PostBody, Step};
use crate::text;
use jiff::Timestamp;
use jiff::civil::time;

/// The evening begins at this hour.
const EVENING: i8 = 19;

/// The morning begins at this hour, or when the quiet hours end.
const MORNING: i8 = 8;

/// Calls somebody, in the channel or by a message of his own.
pub(super) fn call(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
    number: i64,
) -> Result<Handled, Refusal> {
    let (steps, posts) = calling(tables, open, standing, number, None)?;
    done(tables, open, standing, (What::Call, number), steps, posts)
}

/// What goes out with a call: steps, and posts for the channel. `by`: the name, escaped, of whoever asked for it.
pub(super) fn calling(
    tables: &Tables,
    open: &Open,
    standing: &Awaiting,
    number: i64,
    by: Option<&str>,
) -> Result<(Vec<Step>, Vec<PostBody>), Refusal> {
    let body = body(tables, open, standing, number, by)?;
    // The call before it is over.
    let shut = Step::Shut(standing.mark(What::Call));
    Ok(match standing.person.by_message() {
        true => {
            let user = standing.person.user.clone();
            (vec![shut, Step::Direct(user, body)], Vec::new())
        }
        false => (vec![shut], vec![body]),
    })
}

/// What a call says. It can be read in the channel and in a message of its own: one may become the other.
fn body(
    tables: &Tables,
    open: &Open,
    standing: &Awaiting,
    number: i64,
    by: Option<&str>,
) -> Result<PostBody, Refusal> {
    let (user, wait, game) = (&standing.person.user, &standing.wait, open.row.id);
    let play = open.playing()?;
    let still = if number == 0 { "" } else { "still " };
    let most = standing.person.most.unwrap_or(MOST).max(number);
    let count = match (number, by) {
        (_, Some(by)) => format!(" · {by} asks you for it"),
        (0, None) => String::new(),
        (number, None) => format!(" · reminder {number} of {most}"),
    };
    let time = match wait.limit(&standing.rhythm, &standing.terms) {
        Some((_, late)) => {
            let late = standing.rhythm.not_as_he_wakes(late, tables.now(), HOUR);
            format!(" · your time ends {}", moment(late))
        }
        None => String::new(),
    };
    let place = match standing.person.by_message() {
        true => format!(
            "\n**{}**, game {game}: {}",
            play.game.definition().title,
            link(open, tables.store().turn_message(open.row.id)?)
        ),
        false => String::new(),
    };
    let text = format!(
        "<@{user}> It is {still}**your decision**: {} · since <t:{}:R>{count}{time}{place}",
        wait.decision, wait.since
    );
    let mut buttons = buttons(game, wait.stamp);
    if !standing.person.by_message() {
        buttons.insert(0, panel::choices(game, play.mark()));
    }
    let past = format!("{} was called: {}.", open.name_of(user), wait.decision);
    Ok(marked(
        &standing.mark(What::Call),
        &past,
        PostBody {
            buttons: fitting(buttons),
            ..post::words(&text, vec![user.clone()])
        },
    ))
}

/// Where the game is played: a link to a message there, if Discord has one.
pub(super) fn link(open: &Open, message: Option<String>) -> String {
    let digits = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let channel = &open.row.channel;
    match &open.row.guild {
        Some(guild) if digits(guild) && digits(channel) => {
            let message = message.map(|id| format!("/{id}")).unwrap_or_default();
            format!("https://discord.com/channels/{guild}/{channel}{message}")
        }
        _ => text::channel(channel),
    }
}

/// "Not now".
fn buttons(game: GameId, stamp: i64) -> Vec<Button> {
    [
        ("Again in 1 h", "hour"),
        ("This evening", "evening"),
        ("Tomorrow morning", "morning"),
        ("No more for this turn", "off"),
    ]
    .map(|(label, what)| Button::new(label, format!("n:{game}:{stamp}:{what}")))
    .into()
}

/// He has been called often enough: the table is told, once.
pub(super) fn enough(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
) -> Result<Handled, Refusal> {
    let times = standing.wait.last(What::Call).map_or(0, |said| said.number) + 1;
    let name = open.name_of(&standing.person.user);
    let said = format!(
        "{name} has been called {times} times since <t:{}:f> and is called no more. The game still waits for {name}: {}.",
        standing.wait.since, standing.wait.decision
    );
    let steps = vec![Step::Shut(standing.mark(What::Call))];
    done(
        tables,
        open,
        standing,
        (What::Enough, 0),
        steps,
        // Not told any more once he has moved.
        vec![marked(&standing.mark(What::Enough), &said, naming(&said))],
    )
}

/// A press under a call: what follows the game's number.
pub(in crate::table) fn press(
    tables: &Tables,
    request: &Request,
    game: GameId,
    rest: &str,
) -> Result<Reply, Refusal> {
    let (stamp, what) = rest.split_once(':').ok_or_else(vote::unknown)?;
    let stamp: i64 = stamp.parse().map_err(|_| vote::unknown())?;
    let open = tables.game(game)?;
    let mut open = lock(&open);
    let standings = tables.store().standings(game)?;
    let own = standings
        .into_iter()
        .find(|one| one.person.user == request.user);
    let Some(standing) = own else {
        return Err(match open.seat_of(&request.user) {
            None => Refusal::new("This button is for whoever is called."),
            Some(_) => Refusal::new("The game does not wait for you any more."),
        });
    };
    if standing.wait.stamp != stamp {
        return Err(Refusal::new(
            "This button belongs to an earlier decision; nothing was changed.",
        ));
    }
    let now = tables.now();
    let until = match what {
        "off" => None,
        "hour" => Some(now + HOUR),
        "evening" | "morning" => {
            let Some(name) = standing.person.zone.clone() else {
                return Ok(super::me::ask_zone(
                    "To know when that is I have to know where you live.",
                )
                .refused());
            };
            Some(part_of_day(&name, what == "evening", now))
        }
        _ => return Err(vote::unknown()),
    };
    put_off(tables, &mut open, request, &standing, until)
}

/// The next evening or morning in a zone; where the evening has begun, two hours on.
fn part_of_day(name: &str, evening: bool, now: i64) -> i64 {
    let zone = zone(name).unwrap_or(jiff::tz::TimeZone::UTC);
    let Ok(at) = Timestamp::from_second(now) else {
        return now + DAY;
    };
    let today = at.to_zoned(zone.clone()).date();
    let (day, hour) = match evening {
        true => (today, EVENING),
        false => (today.tomorrow().unwrap_or(today), MORNING),
    };
    let found = day.to_datetime(time(hour, 0, 0, 0)).to_zoned(zone);
    match found.map(|zoned| zoned.timestamp().as_second()) {
        Ok(at) if at > now => at,
        _ => now + 2 * HOUR,
    }
}

fn put_off(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    standing: &Awaiting,
    until: Option<i64>,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let (user, stamp) = (request.user.clone(), standing.wait.stamp);
    // Of his own turn he is spared all that is left; of an answer within another's, this one.
    let own = play
        .turn
        .seat
        .is_some_and(|seat| seat.0 == standing.wait.seat);
    let turn = (until.is_none() && own).then_some(play.turn.began);
    let mut after = standing.clone();
    after.wait.put_off = Some(crate::people::PutOff {
        at: tables.now(),
        until,
    });
    let reply = match (until, after.next(tables.now())) {
        (None, _) => "You are not called again for this turn. The game still waits for you.".into(),
        (_, Some((at, Event::Call(_)))) => format!("You are called again {}.", moment(at)),
        (Some(until), _) => format!("You are not called before {}.", moment(until)),
    };
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: user.clone(),
        what: "time",
        detail: text::plain(&reply),
        still: true,
        steps: vec![
            Step::PutOff(user, stamp, until, turn),
            Step::Shut(standing.mark(What::Call)),
        ],
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evenings_and_mornings_are_those_of_whoever_presses() {
        let at = |time: &str| time.parse::<Timestamp>().expect(time).as_second();
        let noon = at("2026-10-24T10:00:00Z");
        // Summer time ends in that night.
        assert_eq!(
            part_of_day("Europe/Berlin", true, noon),
            at("2026-10-24T17:00:00Z")
        );
        assert_eq!(
            part_of_day("Europe/Berlin", false, noon),
            at("2026-10-25T07:00:00Z")
        );
        let late = at("2026-10-24T18:30:00Z");
        assert_eq!(part_of_day("Europe/Berlin", true, late), late + 2 * HOUR);
        assert_eq!(
            part_of_day("Asia/Kathmandu", true, noon),
            at("2026-10-24T13:15:00Z")
        );
    }
}
