//! A game as text: for checks and for taking it elsewhere.

use super::agreed::Seating;
use super::{Refusal, Tables, lock};
use engine::action::By;

/// A game at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// The round as players name it.
    pub round: String,
    /// Whether it is over.
    pub over: bool,
    /// The score, final once it is over.
    pub score: String,
    /// Digest of the position.
    pub digest: String,
    /// Number of actions.
    pub actions: usize,
    /// Users whose decision is awaited.
    pub awaited: Vec<String>,
}

impl Tables {
    /// The channel's started game at a glance.
    pub fn glance(&self, channel: &str) -> Option<Glance> {
        let open = self.game_in(channel).ok().flatten()?;
        let open = lock(&open);
        let play = open.play.as_ref()?;
        Some(Glance {
            round: play.game.round_name(),
            over: play.game.is_over(),
            score: super::score(play),
            digest: play.digest().to_string(),
            actions: play.len(),
            awaited: open.users_of(&play.awaited_seats()),
        })
    }

    /// Folds a stored game again and says how many actions it has.
    ///
    /// # Errors
    /// A sentence that says where it no longer leads where it led.
    pub fn replays(&self, game: i64) -> Result<usize, String> {
        let open = self.game(game).map_err(|Refusal(why)| why)?;
        let open = lock(&open);
        match &open.play {
            Some(play) => match &play.fault {
                Some(fault) => Err(fault.clone()),
                None => Ok(play.len()),
            },
            None => Ok(0),
        }
    }

    /// A game as lines that the console plays again.
    ///
    /// # Errors
    /// A sentence if there is no such game.
    pub fn script(&self, game: i64) -> Result<String, String> {
        let open = self.game(game).map_err(|Refusal(why)| why)?;
        let open = lock(&open);
        let row = &open.row;
        let mut lines = vec![format!("# Game {} of {}", row.id, row.title)];
        let mut new = format!("@{} /game new title:{}", speaker(&row.host), row.title);
        if !row.options.is_empty() {
            new.push_str(&format!(" options:{}", row.options.join(",")));
        }
        match row.seed {
            Some(seed) => new.push_str(&format!(" seed:{seed}")),
            None => new.push_str(" seating:joined"),
        }
        lines.push(new);
        let host_plays = open
            .members
            .first()
            .is_some_and(|member| member.user == row.host);
        if !host_plays {
            lines.push("/game leave".into());
        }
        for member in open.members.iter().skip(usize::from(host_plays)) {
            lines.push(format!("@{} /game join", speaker(&member.user)));
        }
        if open.agreed().seating == Seating::Set && open.play.is_some() {
            let mut members: Vec<_> = open.members.iter().collect();
            members.sort_by_key(|member| member.seat);
            let order: Vec<String> = members.iter().map(|one| speaker(&one.user)).collect();
            lines.push(format!(
                "@{} /game seats {}",
                speaker(&row.host),
                order.join(" ")
            ));
        }
        if let Some(play) = &open.play {
            lines.push(format!("@{} /game start", speaker(&row.host)));
            for entry in play.game.log() {
                let seat = match entry.by {
                    By::Seat(seat) | By::Host(seat) => seat,
                    // Added by the engine again when the game is played again.
                    By::Engine(_) => continue,
                };
                let user = open
                    .member_at(seat)
                    .map_or("somebody", |member| member.user.as_str());
                lines.push(format!(
                    "@{} {}",
                    speaker(user),
                    super::for_sure(&play.game.print(&entry.action), &entry.action)
                ));
            }
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// A user id as a speaker's name.
fn speaker(user: &str) -> String {
    user.chars()
        .filter(|char| char.is_alphanumeric() || "_.-".contains(*char))
        .take(32)
        .collect()
}
