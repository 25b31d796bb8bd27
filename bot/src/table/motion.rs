//! What a table votes on, and the post of a vote: what is asked, who has agreed, who has not answered.

use super::open::Open;
use super::{post, settings};
use crate::store::{ActionId, Button, PostBody, Step, VoteRow};
use crate::text;
use serde::{Deserialize, Serialize};

/// What a table votes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Motion {
    /// Taking moves back: the head that would stand.
    Undo {
        head: Option<ActionId>,
        moves: String,
    },
    /// Restoring moves: the head that would stand.
    Redo { head: ActionId, moves: String },
    /// Somebody takes a seat: who goes, who comes, and his name once he has said yes.
    Substitute {
        out: String,
        into: String,
        name: Option<String>,
    },
    /// The game ends as it stands.
    End,
    /// Answers are given for somebody who has not been heard of.
    Answers { out: String },
    /// Somebody is sought who takes the seat of one who has not been heard of.
    Seek { out: String },
    /// A setting changes.
    Setting { name: String, value: String },
}

impl Motion {
    /// Void as soon as the position changes.
    pub(super) fn bound(&self) -> bool {
        matches!(self, Motion::Undo { .. } | Motion::Redo { .. })
    }

    /// What it is called in a sentence.
    pub(super) fn about(&self) -> &'static str {
        match self {
            Motion::Undo { .. } => "taking back",
            Motion::Redo { .. } => "restoring",
            Motion::Substitute { .. } => "a substitute",
            Motion::End => "ending the game",
            Motion::Answers { .. } => "answers by the clock",
            Motion::Seek { .. } => "looking for a substitute",
            Motion::Setting { .. } => "a setting",
        }
    }

    /// What stands on the button of whoever agrees.
    fn agree(&self) -> &'static str {
        match self {
            Motion::Undo { .. } => "Agree (they are taken back)",
            Motion::Redo { .. } => "Agree (they come back)",
            Motion::Substitute { .. } => "Agree (the seat passes on)",
            Motion::End => "Agree (the game ends)",
            Motion::Answers { .. } => "Agree (the clock answers for him)",
            Motion::Seek { .. } => "Agree (the seat is offered)",
            Motion::Setting { .. } => "Agree",
        }
    }
}

/// A motion with the words it was put in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) motion: Motion,
    /// Goes on after the asker's name.
    pub(super) said: String,
    /// The asker's name, escaped.
    pub(super) name: String,
}

pub(super) fn buttons(open: &Open, vote: &VoteRow, motion: &Motion) -> Vec<Button> {
    let (game, number) = (vote.game, vote.number);
    let asker = text::plain(&open.name_of(&vote.user));
    crate::reply::fitting([
        Button::main(motion.agree(), format!("v:{game}:{number}:yes")),
        Button::new("Refuse", format!("v:{game}:{number}:no")),
        Button::new(
            format!("Withdraw ({asker})"),
            format!("v:{game}:{number}:back"),
        ),
    ])
}

/// The post of a vote: what is asked, who has agreed, who has not answered.
pub(super) fn body(open: &Open, vote: &VoteRow, kept: &Kept) -> PostBody {
    let left = waiting(vote);
    let agreed: Vec<String> = vote
        .ballots
        .iter()
        .filter(|(user, yes)| *yes == Some(true) && *user != vote.user)
        .map(|(user, _)| user.clone())
        .collect();
    let tally = if agreed.is_empty() {
        format!("It needs the word of {}.", open.names_of(&left))
    } else {
        format!(
            "Agreed: {}. It waits for {}.",
            open.names_of(&agreed),
            open.names_of(&left)
        )
    };
    let ending = if kept.motion.bound() {
        "As soon as somebody moves, the question is void."
    } else {
        "The game goes on meanwhile."
    };
    let text = format!(
        "{} {} {}\n{tally} {ending}",
        post::pings(&left),
        kept.name,
        kept.said
    );
    PostBody {
        past: past(kept, "Void: the game has moved on since."),
        mark: mark(vote.number),
        buttons: buttons(open, vote, &kept.motion),
        ..post::asking(&text, left)
    }
}

/// What is left of the post when the vote is over.
pub(super) fn past(kept: &Kept, outcome: &str) -> String {
    let first = kept.said.lines().next().unwrap_or_default();
    format!(
        "{} {}\n**{outcome}**",
        kept.name,
        first.trim_end_matches(':')
    )
}

pub(super) fn mark(number: i64) -> String {
    format!("vote:{number}")
}

/// The post of a vote that is over.
pub(super) fn over_post(open: &Open, vote: &VoteRow, kept: &Kept, outcome: &str) -> Step {
    let body = PostBody {
        past: past(kept, outcome),
        ..body(open, vote, kept)
    };
    Step::Repost(body, true)
}

pub(super) fn keep(vote: &VoteRow) -> Option<Kept> {
    serde_json::from_str(&vote.motion).ok()
}

pub(super) fn read(vote: &VoteRow) -> Option<Motion> {
    keep(vote).map(|kept| kept.motion)
}

/// Who has not answered.
pub(super) fn waiting(vote: &VoteRow) -> Vec<String> {
    let open = vote.ballots.iter().filter(|(_, yes)| yes.is_none());
    open.map(|(user, _)| user.clone()).collect()
}

pub(super) fn describe(open: &Open, motion: &Motion) -> String {
    match motion {
        Motion::Undo { moves, .. } => format!("taking back {moves}"),
        Motion::Redo { moves, .. } => format!("restoring {moves}"),
        Motion::Substitute { out, into, .. } => format!(
            "a substitute: {} for {}",
            open.user_named(into),
            open.name_of(out)
        ),
        Motion::End => "ending the game as it stands".into(),
        Motion::Answers { out } => format!("answers by the clock for {}", open.name_of(out)),
        Motion::Seek { out } => format!("looking for a substitute for {}", open.name_of(out)),
        Motion::Setting { name, value } => {
            format!("a setting: {}", settings::sentence(name, value))
        }
    }
}
