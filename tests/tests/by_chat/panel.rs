//! Finding one's way through the panel: from what is on the screen to a given action, as a player would press.

use tests::standin::Message;

/// What is pressed next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// A button: its id.
    Button(String),
    /// A menu: its id and the value chosen.
    Entry(String, String),
    /// A button that asks for typed text: its id, and what is typed.
    Form(String, String),
}

/// A press, and whether it does the action.
pub struct Step {
    pub press: Press,
    pub does: bool,
    /// It only turns a page.
    pub turns: bool,
}

/// What of an id comes after game and position.
fn path(id: &str) -> &str {
    let id = id.strip_prefix("f:").unwrap_or(id);
    id.splitn(4, ':').nth(3).unwrap_or("")
}

fn leads(from: &str, to: &str) -> bool {
    to == from
        || to
            .strip_prefix(from)
            .is_some_and(|rest| rest.starts_with(' '))
}

/// The next press towards the action `text`, which names the sum `sum` if any. `done` are the ways already gone.
pub fn next(
    message: &Message,
    text: &str,
    sum: Option<i32>,
    done: &mut Vec<String>,
) -> Option<Step> {
    let buttons: Vec<String> = message
        .buttons()
        .into_iter()
        .map(|button| button.custom_id)
        .collect();
    let sum = sum.map(|sum| sum.to_string()).unwrap_or_default();
    let does = buttons
        .iter()
        .find(|id| (id.starts_with("c:") || id.starts_with("m:")) && path(id) == text);
    if let Some(id) = does {
        return Some(Step {
            press: Press::Button(id.clone()),
            does: true,
            turns: false,
        });
    }
    let mut ways: Vec<(String, Press)> = buttons
        .iter()
        .filter(|id| id.starts_with("p:"))
        .map(|id| (path(id).to_string(), Press::Button(id.clone())))
        .collect();
    for menu in message.selects() {
        for (_, value) in menu.options {
            let press = Press::Entry(menu.custom_id.clone(), value.clone());
            ways.push((value, press));
        }
    }
    let onward = ways
        .iter()
        .filter(|(to, _)| {
            let named = to.split(' ').any(|word| word == "_") && to.replace('_', &sum) == text;
            !to.is_empty()
                && !to.contains('#')
                && (leads(to, text) || named)
                && !done.iter().any(|known| known == to)
        })
        .max_by_key(|(to, _)| to.len());
    if let Some((to, press)) = onward {
        done.push(to.clone());
        return Some(Step {
            press: press.clone(),
            does: false,
            turns: false,
        });
    }
    // An amount that is not listed is typed.
    let form = buttons
        .iter()
        .find(|id| id.starts_with("f:") && path(id).replace('_', &sum) == text);
    if let Some(id) = form {
        return Some(Step {
            press: Press::Form(id.clone(), sum),
            does: false,
            turns: false,
        });
    }
    // The next page of what there is.
    let more = message
        .buttons()
        .into_iter()
        .find(|button| button.label.contains("Next") || button.label.contains("More"));
    more.map(|button| Step {
        press: Press::Button(button.custom_id),
        does: false,
        turns: true,
    })
}
