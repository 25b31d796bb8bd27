//! Time that runs out, and answers for whoever is away: by the clock, with the table's word beforehand.

use super::super::due::Handled;
use super::super::orders::{by_default, default_answer};
use super::super::{Open, Refusal, Request, Tables, lock, post, vote};
use super::{done, marked, moment, naming, vanished};
use crate::people::{Overtime, What};
use crate::reply::{Reply, fitting};
use crate::store::{Awaiting, Button, GameId, How, PostBody, Step};
use engine::action::Action;
use engine::ids::Seat;

/// More answers than one turn can need.
const MOST: usize = 40;

/// What happens when the time is up, as a sentence.
fn then(overtime: Overtime) -> &'static str {
    match overtime {
        Overtime::Nothing => "Then the table is told.",
        Overtime::Pass => "Then the clock passes for you where that is legal.",
        Overtime::Play => {
            "Then the clock passes for you where that is legal, and else runs best and pays."
        }
        Overtime::Host => "Then the host decides whether the clock moves for you.",
    }
}

/// His time is nearly up.
pub(super) fn warn(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
) -> Result<Handled, Refusal> {
    let user = &standing.person.user;
    let Some((_, late)) = standing.wait.limit(&standing.rhythm, &standing.terms) else {
        return Ok(Handled::Nothing);
    };
    let late = (standing.rhythm).not_as_he_wakes(late, tables.now(), crate::people::HOUR);
    let text = format!(
        "<@{user}> Your time to decide in {} ends {}: {}. {}",
        crate::text::channel(&open.row.channel),
        moment(late),
        standing.wait.decision,
        then(standing.terms.overtime)
    );
    let past = format!(
        "{} was told that his time ends <t:{late}:f>.",
        open.name_of(user)
    );
    let body = marked(
        &standing.mark(What::Warn),
        &past,
        post::words(&text, vec![user.clone()]),
    );
    let (steps, posts) = match standing.person.by_message() {
        true => (vec![Step::Direct(user.clone(), body)], Vec::new()),
        false => (Vec::new(), vec![body]),
    };
    done(tables, open, standing, (What::Warn, 0), steps, posts)
}

/// His time is up.
pub(super) fn late(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
) -> Result<Handled, Refusal> {
    let user = standing.person.user.clone();
    let name = open.name_of(&user);
    let number = standing
        .wait
        .last(What::Late)
        .map_or(0, |said| said.number + 1);
    let said = (What::Late, number);
    let up = format!("The time of {name} is up: {}.", standing.wait.decision);
    let seat = Seat(standing.wait.seat);
    match standing.terms.overtime {
        Overtime::Nothing => {
            let body = naming(&format!("{up} The game waits on."));
            done(tables, open, standing, said, Vec::new(), vec![body])
        }
        Overtime::Host => {
            let body = ask_host(open, standing, &up)?;
            done(tables, open, standing, said, Vec::new(), vec![body])
        }
        Overtime::Pass | Overtime::Play => {
            let passes = standing.terms.overtime == Overtime::Pass;
            let body = post::words(
                &format!("<@{user}> {up} The clock moves."),
                vec![user.clone()],
            );
            let steps = vec![
                Step::Said(user, standing.wait.stamp, said.0, said.1),
                Step::Tell(body),
            ];
            match moves(tables, open, seat, (How::Clock, passes), steps)? {
                true => Ok(Handled::Done),
                false => {
                    let body = naming(&format!("{up} {}", nothing_fits(open, passes)));
                    done(tables, open, standing, said, Vec::new(), vec![body])
                }
            }
        }
    }
}

/// Why nothing was done, and what can be done.
fn nothing_fits(open: &Open, passes: bool) -> String {
    let why = match passes {
        true => "Passing is not legal here, so the clock leaves the decision open.",
        false => {
            "There is a choice here that nobody can make for him, so the clock leaves it open."
        }
    };
    format!(
        "{why} The host, {}, may go on with /game act or /game substitute.",
        open.name_of(&open.row.host)
    )
}

/// Answers for a seat, and for as long as its turn goes on; false if there is no answer that can be given for him.
fn moves(
    tables: &Tables,
    open: &mut Open,
    seat: Seat,
    (how, passes): (How, bool),
    steps: Vec<Step>,
) -> Result<bool, Refusal> {
    let mut steps = steps;
    let turn = open.playing()?.turn.clone();
    for count in 0..MOST {
        let Ok(play) = open.playing() else {
            return Ok(count > 0);
        };
        let fits = match default_answer(play, seat) {
            Some(Action::Pass) => true,
            Some(_) => !passes,
            None => false,
        };
        let same = play.turn.began == turn.began && play.turn.seat == turn.seat;
        // What he was late for is answered; in somebody else's turn one answer is all.
        let own = turn.seat == Some(seat);
        if !fits || (count > 0 && !(same && own)) {
            return Ok(count > 0);
        }
        if by_default(tables, open, seat, how, std::mem::take(&mut steps))?.is_none() {
            return Ok(count > 0);
        }
    }
    Ok(true)
}

/// An answer is due in his place: he is away, or the table has agreed to it.
pub(super) fn answer(
    tables: &Tables,
    open: &mut Open,
    standing: &Awaiting,
) -> Result<Handled, Refusal> {
    let user = standing.person.user.clone();
    let said = Step::Said(user.clone(), standing.wait.stamp, What::Answer, 0);
    let seat = Seat(standing.wait.seat);
    if moves(tables, open, seat, (How::Away, false), vec![said])? {
        return Ok(Handled::Done);
    }
    let name = open.name_of(&user);
    let text = format!(
        "The game waits for {name}, who is not here: {}. {}",
        standing.wait.decision,
        nothing_fits(open, false)
    );
    done(
        tables,
        open,
        standing,
        (What::Answer, 0),
        Vec::new(),
        vec![naming(&text)],
    )
}

/// The host is asked what is to be done.
fn ask_host(open: &Open, standing: &Awaiting, up: &str) -> Result<PostBody, Refusal> {
    let (host, game) = (open.row.host.clone(), open.row.id);
    let play = open.playing()?;
    let id = |what: &str| format!("k:{game}:{}:{what}", standing.wait.stamp);
    let mut buttons = Vec::new();
    if let Some(action) = default_answer(play, Seat(standing.wait.seat)) {
        let label = format!("Let the clock move: {}", play.game.print(&action));
        buttons.push(Button::main(label, id("act")));
    }
    buttons.push(Button::new("Give 24 hours more", id("more")));
    let past = format!("{up} The host was asked.");
    Ok(marked(
        &standing.mark(What::Late),
        &past,
        PostBody {
            buttons: fitting(buttons),
            // The host is not called at night either: he is when he wakes.
            ..post::asking(&format!("<@{host}> {up} What is to be done?"), vec![host])
        },
    ))
}

/// A press under such a post: what follows the game's number.
pub(in crate::table) fn press(
    tables: &Tables,
    request: &Request,
    game: GameId,
    rest: &str,
) -> Result<Reply, Refusal> {
    let (stamp, what) = rest.split_once(':').ok_or_else(vote::unknown)?;
    let stamp: i64 = stamp.parse().map_err(|_| vote::unknown())?;
    let open = tables.game(game)?;
    let open = &mut *lock(&open);
    if open.row.channel != request.channel {
        return Err(Refusal::new(
            "This button belongs to a game in another channel.",
        ));
    }
    if what == "here" {
        return match vanished::go_on(tables, open, request)? {
            true => Ok(Reply::new("Welcome back: you decide for yourself again.")),
            false => Err(Refusal::new(
                "This button is for whoever answers are given for.",
            )),
        };
    }
    let standings = tables.store().standings(game)?;
    let Some(standing) = standings.into_iter().find(|one| one.wait.stamp == stamp) else {
        return Err(Refusal::new("That decision is made; nothing was changed."));
    };
    if matches!(what, "answers" | "seek") {
        return vanished::propose(tables, open, request, &standing, what == "answers");
    }
    if request.user != open.row.host && !request.moderator {
        return Err(Refusal::new(format!(
            "The host, {}, decides this.",
            open.name_of(&open.row.host)
        )));
    }
    let user = standing.person.user.clone();
    let name = open.name_of(&user);
    // Each time that it ran out is answered once: with more time, or by a move.
    let number = (standing.wait.last(What::More)).map_or(0, |said| said.number + 1);
    if (standing.wait.last(What::Late)).is_none_or(|late| late.number < number) {
        return Err(Refusal::new(format!(
            "The time of {name} is not up now; nothing was changed."
        )));
    }
    match what {
        "more" => {
            let steps = vec![
                Step::Said(user, stamp, What::More, number),
                Step::Shut(standing.mark(What::Late)),
            ];
            let said = format!("{name} gets 24 hours more.");
            vote::still(tables, open, request, steps, &said, "He has 24 hours more.")
        }
        "act" => {
            let by = crate::text::escape(&crate::text::clean_name(&request.name));
            let body = post::words(
                &format!("<@{user}> {by} lets the clock move for {name}, whose time is up."),
                vec![user],
            );
            let seat = Seat(standing.wait.seat);
            match moves(
                tables,
                open,
                seat,
                (How::Clock, false),
                vec![Step::Tell(body)],
            )? {
                true => Ok(Reply::new("The clock has moved.")),
                false => Err(Refusal::new(nothing_fits(open, false))),
            }
        }
        _ => Err(vote::unknown()),
    }
}
