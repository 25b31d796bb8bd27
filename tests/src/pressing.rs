//! Finding one's way through the panel: from what is on the screen to a given action, as a player would press.

use crate::standin::Message;
use bot::reply::Reply;

/// What can be pressed: buttons with their labels, and entries of menus.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    /// Id and label.
    pub buttons: Vec<(String, String)>,
    /// Id of the menu and value of the entry.
    pub entries: Vec<(String, String)>,
}

impl Screen {
    /// A message as a player sees it.
    pub fn of_message(message: &Message) -> Screen {
        let buttons = message.buttons().into_iter();
        let entry = |menu: &str, value: &str| (menu.to_string(), value.to_string());
        Screen {
            buttons: buttons
                .map(|button| (button.custom_id, button.label))
                .collect(),
            entries: (message.selects().iter())
                .flat_map(|menu| {
                    let entries = menu.options.iter();
                    entries.map(|(_, value)| entry(&menu.custom_id, value))
                })
                .collect(),
        }
    }

    /// An answer of the table service.
    pub fn of_reply(reply: &Reply) -> Screen {
        let button = |button: &bot::store::Button| (button.id.clone(), button.label.clone());
        Screen {
            buttons: reply.buttons().into_iter().map(button).collect(),
            entries: (reply.menus().iter())
                .flat_map(|menu| {
                    let entries = menu.entries.iter();
                    entries.map(|entry| (menu.id.clone(), entry.value.clone()))
                })
                .collect(),
        }
    }

    /// Buttons of a post.
    pub fn of_buttons(buttons: &[bot::store::Button]) -> Screen {
        let buttons = buttons.iter();
        Screen {
            buttons: buttons
                .map(|button| (button.id.clone(), button.label.clone()))
                .collect(),
            entries: Vec::new(),
        }
    }
}

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

/// A press, and what it is for.
pub struct Step {
    /// What is pressed.
    pub press: Press,
    /// It does the action.
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
pub fn next(screen: &Screen, text: &str, sum: Option<i32>, done: &mut Vec<String>) -> Option<Step> {
    let buttons: Vec<&String> = screen.buttons.iter().map(|(id, _)| id).collect();
    let sum = sum.map(|sum| sum.to_string()).unwrap_or_default();
    let does = buttons
        .iter()
        .find(|id| (id.starts_with("c:") || id.starts_with("m:")) && path(id) == text);
    if let Some(id) = does {
        return Some(Step {
            press: Press::Button((*id).clone()),
            does: true,
            turns: false,
        });
    }
    // What is asked of another owner stands on a button of the deal.
    let word = match text {
        "agree" => "Accept",
        "refuse" => "Decline",
        _ => "\0",
    };
    let deal =
        (screen.buttons.iter()).find(|(id, label)| id.starts_with("d:") && label.contains(word));
    if let Some((id, _)) = deal {
        return Some(Step {
            press: Press::Button(id.clone()),
            does: true,
            turns: false,
        });
    }
    let mut ways: Vec<(String, Press)> = buttons
        .iter()
        .filter(|id| id.starts_with("p:"))
        .map(|id| (path(id).to_string(), Press::Button(id.to_string())))
        .collect();
    for (menu, value) in &screen.entries {
        let press = Press::Entry(menu.clone(), value.clone());
        ways.push((value.clone(), press));
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
            press: Press::Form((*id).clone(), sum),
            does: false,
            turns: false,
        });
    }
    // Runs of one's own are typed, too; a long one is confirmed by a short name.
    let form = buttons.iter().find(|id| path(id) == "run?");
    if done.iter().any(|way| way == "run?") {
        if let Some(id) = buttons.iter().find(|id| id.starts_with("c:")) {
            return Some(Step {
                press: Press::Button(id.to_string()),
                does: true,
                turns: false,
            });
        }
        // Too long even for a short name: the player is told to send them again with the sign.
        let routes = text.strip_prefix("run ")?;
        return form.map(|id| Step {
            press: Press::Form(id.to_string(), format!("{routes}!")),
            does: true,
            turns: false,
        });
    }
    if let (Some(routes), Some(id)) = (
        text.strip_prefix("run ").filter(|text| *text != "auto"),
        form,
    ) {
        done.push("run?".into());
        return Some(Step {
            press: Press::Form(id.to_string(), routes.to_string()),
            does: false,
            turns: false,
        });
    }
    // The next page of what there is.
    let more =
        (screen.buttons.iter()).find(|(_, label)| label.contains("Next") || label.contains("More"));
    more.map(|(id, _)| Step {
        press: Press::Button(id.clone()),
        does: false,
        turns: true,
    })
}
