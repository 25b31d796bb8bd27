//! Look-ups that lead to others: pages and links by buttons. All that such a button needs is the line in its id.

use crate::command::{Body, Command, Line, LobbyVerb, ShowVerb, read_line};
use crate::store::Button;
use crate::table::Refusal;
use crate::text;

/// How the id of a button that looks something else up begins; a line of the console follows. In menus the chosen value
/// is added to it.
pub(crate) const LOOK: &str = "w:";

/// A button that looks something else up.
pub(crate) fn link(label: impl Into<String>, line: &str) -> Button {
    Button::new(label.into(), format!("{LOOK}{line}"))
}

/// The look-up of a pressed button: whatever the id says, only what changes nothing is carried out.
pub(crate) fn pressed(line: &str, value: Option<&str>) -> Result<Command, Refusal> {
    let unknown = || Refusal::new("This button is not one of ours, or from another version.");
    let line = match value {
        Some(value) => format!("{line}{value}"),
        None => line.to_string(),
    };
    match read_line(&line) {
        Ok(Line::Command(command)) if is_look(&command) => Ok(command),
        _ => Err(unknown()),
    }
}

/// Whether a command looks something up that may be shown to all: a user's list of games and the time that he takes in
/// all of them are his own matter.
pub(crate) fn is_public(command: &Command) -> bool {
    let own = match command.spec.body {
        Body::Lobby(LobbyVerb::List) => true,
        Body::Show(ShowVerb::Pace) => command.get("of") == Some("me"),
        _ => false,
    };
    is_look(command) && !own
}

/// Whether a command only looks something up.
fn is_look(command: &Command) -> bool {
    match command.spec.body {
        Body::Show(_) | Body::Ref(_) => true,
        Body::Lobby(verb) => matches!(
            verb,
            LobbyVerb::Status | LobbyVerb::Log | LobbyVerb::List | LobbyVerb::Record
        ),
        _ => false,
    }
}

/// Items on pages, in their order: as many on each as its room holds, one at least.
pub(crate) fn pages<T>(items: Vec<T>, room: usize, length: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
    let mut pages: Vec<Vec<T>> = Vec::new();
    let mut free = 0;
    for item in items {
        let need = length(&item) + 1;
        match pages.last_mut() {
            Some(page) if need <= free => page.push(item),
            _ => {
                pages.push(vec![item]);
                free = room;
            }
        }
        free = free.saturating_sub(need);
    }
    pages
}

/// Lines on pages that messages can carry with a head of 200 characters.
pub(crate) fn of_lines(lines: Vec<String>) -> Vec<Vec<String>> {
    let most = text::MESSAGE - 250;
    let lines = lines
        .into_iter()
        .map(|line| text::clip(&line, most))
        .collect();
    pages(lines, most, |line| text::length(line))
}

/// The page that a command asks for, from 0: `standard` where it asks for none, the nearest where there is none such.
pub(crate) fn asked(command: &Command, count: usize, standard: usize) -> usize {
    let last = count.saturating_sub(1);
    match command
        .number("page")
        .and_then(|page| usize::try_from(page).ok())
    {
        Some(page) => page.saturating_sub(1).min(last),
        None => standard.min(last),
    }
}

/// Buttons to the pages before and after.
pub(crate) fn turning(
    command: &Command,
    page: usize,
    count: usize,
    words: [&str; 2],
) -> Vec<Button> {
    let to = |label: &str, page: usize| {
        let line = command.line_with(&[("page", &(page + 1).to_string())]);
        link(label, &line)
    };
    let before = (page > 0).then(|| to(words[0], page - 1));
    let after = (page + 1 < count).then(|| to(words[1], page + 1));
    before.into_iter().chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_what_fits() {
        let of = |lengths: &[usize]| {
            pages(lengths.to_vec(), 10, |length| *length)
                .iter()
                .map(Vec::len)
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), [0usize; 0]);
        assert_eq!(of(&[4, 4, 4]), [2, 1]);
        assert_eq!(of(&[30, 1, 1]), [1, 2]);
    }

    #[test]
    fn only_look_ups_can_be_pressed() {
        assert!(pressed("/ref title title:1873", None).is_ok());
        assert!(pressed("/ref rule title:1873 about:", Some("H73-5-04")).is_ok());
        for line in [
            "/pass",
            "/game end confirm:yes",
            "pass",
            "/do pass",
            "",
            "/ref",
            "/game undo",
        ] {
            assert!(pressed(line, None).is_err(), "{line}");
        }
        assert!(pressed("/ref rule about:x ", Some("page:-4")).is_err());
    }
}
