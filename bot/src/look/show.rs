//! `/show`: sheets of the channel's game, words with pictures.

use super::history::{History, after_own, way};
use super::{charts, named, pace, page, sheet, stock};
use crate::command::{Command, ShowVerb};
use crate::narration::company_name;
use crate::pictures::{Caption, Pictures};
use crate::reply::{Picture, Reply};
use crate::store::Button;
use crate::table::{Open, Play, Refusal, Request, Tables, caption, lock, may_look};
use crate::text;
use engine::Game;
use render::{DrawnRun, MapMode};
use std::sync::Arc;

/// A copy of what is shown: drawn from it while others play on.
pub(super) struct Shown {
    pub game: Game,
    pub caption: Caption,
    pub text: String,
    pub buttons: Vec<Button>,
}

impl Shown {
    fn new(open: &Open, play: &Play, text: String) -> Shown {
        Shown {
            game: play.game.clone(),
            caption: caption(open, play, play.len()),
            text,
            buttons: Vec::new(),
        }
    }
}

/// What a picture is drawn of.
enum Of {
    Map(MapMode, Vec<DrawnRun>),
    Sheet,
    Chart(render::Chart),
}

/// Shows something of the channel's game.
pub(crate) fn show(
    tables: &Tables,
    request: &Request,
    verb: ShowVerb,
    command: &Command,
) -> Result<Reply, Refusal> {
    if verb == ShowVerb::Pace {
        return pace::pace(tables, request, command);
    }
    let open = tables.here(request)?;
    let (shown, of) = {
        let open = lock(&open);
        may_look(&open, request)?;
        let play = open.play.as_ref().ok_or_else(|| open.not_started())?;
        words(&open, play, request, verb, command)?
    };
    // Drawn outside the lock: nobody waits for a picture.
    let bytes = draw(tables, &shown, &of, verb, command);
    let name = command.spec.name();
    let alt = format!(
        "{}: {name}, {}",
        shown.game.definition().title,
        shown.game.round_name()
    );
    Ok(Reply::new(&shown.text)
        .with_picture(bytes.map(|bytes| Picture {
            name: format!("{name}.png"),
            alt,
            bytes: Arc::new(bytes),
        }))
        .with_buttons(shown.buttons)
        .shared(&command.line()))
}

fn words(
    open: &Open,
    play: &Play,
    request: &Request,
    verb: ShowVerb,
    command: &Command,
) -> Result<(Shown, Of), Refusal> {
    let shown = |text: String| Shown::new(open, play, text);
    Ok(match verb {
        ShowVerb::Map => return map(open, play, request, command),
        ShowVerb::Market => {
            let caption = caption(open, play, play.last_turn());
            let text = sheet::market(play, &caption.moved);
            let shown = Shown {
                caption,
                ..shown(text)
            };
            (shown, Of::Sheet)
        }
        ShowVerb::Players
        | ShowVerb::Company
        | ShowVerb::Trains
        | ShowVerb::Tiles
        | ShowVerb::Packet
        | ShowVerb::Pace => (shown(sheet_words(open, play, verb, command)?), Of::Sheet),
        ShowVerb::Worth => {
            let history = History::of(&play.game);
            let (chart, text) = charts::worth(open, play, &history);
            (shown(text), Of::Chart(chart))
        }
        ShowVerb::Revenue => {
            let history = History::of(&play.game);
            let company = match command.get("company") {
                Some(_) => Some(named(&play.game, command)?),
                None => None,
            };
            let (chart, text) = charts::revenue(open, play, &history, company)?;
            (shown(text), Of::Chart(chart))
        }
    })
}

fn draw(
    tables: &Tables,
    shown: &Shown,
    of: &Of,
    verb: ShowVerb,
    command: &Command,
) -> Option<Vec<u8>> {
    let pictures = tables.pictures();
    let (game, caption) = (&shown.game, &shown.caption);
    match of {
        Of::Map(mode, runs) => pictures.map_as(game, caption, *mode, runs),
        Of::Chart(chart) => pictures.chart(game.definition(), chart),
        Of::Sheet => sheet_picture(pictures, game, caption, verb, command),
    }
}

/// The words of a sheet of a position: players, a company, trains, tiles; also of one that is only tried out.
pub(crate) fn sheet_words(
    open: &Open,
    play: &Play,
    verb: ShowVerb,
    command: &Command,
) -> Result<String, Refusal> {
    Ok(match verb {
        ShowVerb::Players => stock::players(open, play),
        ShowVerb::Company => sheet::company(play, named(&play.game, command)?),
        ShowVerb::Trains => sheet::trains(play),
        ShowVerb::Packet => super::packet::words(play),
        ShowVerb::Tiles => sheet::tiles(play),
        ShowVerb::Market => sheet::market(play, &[]),
        ShowVerb::Map | ShowVerb::Worth | ShowVerb::Revenue | ShowVerb::Pace => sheet::map(play),
    })
}

/// A sheet's picture, where it has one.
pub(crate) fn sheet_picture(
    pictures: &dyn Pictures,
    game: &Game,
    caption: &Caption,
    verb: ShowVerb,
    command: &Command,
) -> Option<Vec<u8>> {
    match verb {
        ShowVerb::Market => pictures.market(game, caption),
        ShowVerb::Company => {
            let company = named(game, command).ok()?;
            pictures.company(game, company, caption)
        }
        ShowVerb::Trains => pictures.trains(game, caption),
        ShowVerb::Packet => pictures.packet(game, caption),
        ShowVerb::Players => pictures.players(game, caption),
        ShowVerb::Tiles => pictures.manifest(game, caption),
        ShowVerb::Map => pictures.map(game, caption),
        ShowVerb::Worth | ShowVerb::Revenue | ShowVerb::Pace => None,
    }
}

fn map(
    open: &Open,
    play: &Play,
    request: &Request,
    command: &Command,
) -> Result<(Shown, Of), Refusal> {
    let of_runs = command.get("company").is_some();
    let since = command
        .number("since")
        .and_then(|at| usize::try_from(at).ok());
    let standard = match (of_runs, since) {
        (true, _) => "routes",
        (_, Some(_)) => "changes",
        _ => "plain",
    };
    let mode = command.get("mode").unwrap_or(standard);
    let head = format!("{} (move {})", play.game.round_name(), play.len());
    let plain =
        |text: String, mode: MapMode| (Shown::new(open, play, text), Of::Map(mode, Vec::new()));
    let (mut shown, of) = match mode {
        "names" => plain(format!("Coordinates and names, {head}."), MapMode::Names),
        "owners" => plain(
            format!(
                "Whose stations these are, {head}: colour, shape and letter stand for the player who decides for the company."
            ),
            MapMode::Owners,
        ),
        "changes" => changes(open, play, request, since)?,
        "routes" => routes(open, play, command)?,
        "start" => start(open, play)?,
        _ => plain(sheet::map(play), MapMode::Plain),
    };
    let modes = ["plain", "names", "owners", "changes", "routes", "start"];
    let others = modes.iter().filter(|other| **other != mode);
    shown.buttons.extend(
        others.map(|other| page::link(mode_label(other), &format!("/show map mode:{other}"))),
    );
    Ok((shown, of))
}

fn mode_label(mode: &str) -> &'static str {
    match mode {
        "names" => "Names",
        "owners" => "Owners",
        "changes" => "Last changes",
        "routes" => "Last runs",
        "start" => "At the start",
        _ => "Plain map",
    }
}

/// What changed in the last turn, or after a move.
fn changes(
    open: &Open,
    play: &Play,
    request: &Request,
    asked: Option<usize>,
) -> Result<(Shown, Of), Refusal> {
    let count = play.len();
    if let Some(asked) = asked
        && asked >= count
    {
        return Err(Refusal::new(format!(
            "The game has {count} moves: nothing can have changed since move {asked}."
        )));
    }
    let since = asked.unwrap_or_else(|| play.last_turn());
    let mut lines: Vec<String> = Vec::new();
    for told in play.told.iter().skip(since) {
        let visible =
            !told.hexes.is_empty() || !told.stops.is_empty() || !told.companies.is_empty();
        if visible {
            lines.extend(told.lines.iter().cloned());
        }
    }
    if lines.is_empty() {
        lines.push("Nothing on the map or the stock market.".into());
    }
    let what = match asked {
        Some(asked) => format!("Changed since move {asked}"),
        None => "Changed in the last turn".to_string(),
    };
    let head = format!("{what}, up to move {count}:");
    let mut shown = Shown::new(open, play, text::fit(&head, &lines, "", text::MESSAGE));
    shown.caption = caption(open, play, since);
    shown.caption.since = asked;
    let own = open
        .seat_of(&request.user)
        .and_then(|seat| after_own(&play.game, seat))
        .filter(|own| *own < count && *own != since);
    if let Some(own) = own {
        let line = format!("/show map mode:changes since:{own}");
        shown.buttons.push(page::link("Since my last move", &line));
    }
    Ok((shown, Of::Map(MapMode::Plain, Vec::new())))
}

/// The last runs of a company, or of all that ran in the last operating round.
fn routes(open: &Open, play: &Play, command: &Command) -> Result<(Shown, Of), Refusal> {
    let game = &play.game;
    let definition = game.definition();
    let history = History::of(game);
    let only = match command.get("company") {
        Some(_) => Some(named(game, command)?),
        None => None,
    };
    let latest = history.runs.iter().map(|(_, last)| last.round).max();
    let wanted = history.runs.iter().filter(|(company, last)| match only {
        Some(only) => *company == only,
        None => Some(last.round) == latest,
    });
    let mut lines: Vec<String> = Vec::new();
    let mut drawn: Vec<DrawnRun> = Vec::new();
    let mut round = String::new();
    for (company, last) in wanted {
        let name = company_name(definition, *company);
        round = (history.rounds.get(last.round)).map_or(String::new(), |round| round.name.clone());
        let sum = last.runs.iter().map(|(_, sum)| sum).sum::<i32>() + last.extra;
        lines.push(format!("**{name}** {}", definition.money.print(sum)));
        for (run, sum) in &last.runs {
            let kind = game.shared().depot.get(run.train);
            let train = kind.map_or(String::from("?"), |train| {
                definition.train(train.kind).name.clone()
            });
            lines.push(format!(
                "{train}: {} = {}",
                way(game, &run.steps),
                definition.money.print(*sum)
            ));
            drawn.push(DrawnRun {
                train: match only {
                    Some(_) => train,
                    None => format!("{} {train}", definition.at(*company).id),
                },
                run: run.clone(),
                revenue: *sum,
            });
        }
        if last.extra != 0 {
            let extra = definition.money.print(last.extra);
            lines.push(format!("besides {extra}"));
        }
    }
    if lines.is_empty() {
        return Err(Refusal::new(match only {
            Some(company) => format!(
                "{} has not run any train yet.",
                company_name(definition, company)
            ),
            None => "No train has run yet.".into(),
        }));
    }
    let head = format!("Last runs, {round}:");
    let text = text::fit(&head, &lines, "", text::MESSAGE);
    Ok((Shown::new(open, play, text), Of::Map(MapMode::Plain, drawn)))
}

/// The map as it was at the start.
fn start(open: &Open, play: &Play) -> Result<(Shown, Of), Refusal> {
    let game = Game::new(play.game.setup().clone())?;
    let mut shown = Shown::new(open, play, "The map at the start of the game.".into());
    shown.caption.line = format!("game {} · at the start", open.row.id);
    shown.game = game;
    Ok((shown, Of::Map(MapMode::Plain, Vec::new())))
}
