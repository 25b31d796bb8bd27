//! The text of scenarios, line by line.

use super::is_id;

/// One scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Rule ids of the heading.
    pub ids: Vec<String>,
    /// The rest of the heading.
    pub name: String,
    /// Line of the heading, from 1.
    pub line: usize,
    /// Lines below it, with their numbers.
    pub steps: Vec<(usize, Step)>,
}

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A fact of the position.
    Position(String),
    /// Back to the position of the scenario's head; facts that follow amend it.
    Again,
    /// A seat acts and is accepted; seat from 0.
    Act(u8, String),
    /// The engine acts where nobody has a choice.
    Engine,
    /// A seat acts and is refused by a rule, perhaps with a part of the sentence.
    Refuse(u8, String, String, Option<String>),
    /// A game of so many players with these options can't be made.
    RefuseGame(String, String),
    /// Something that must hold.
    Assert(String),
}

/// Reads the scenarios of a text.
///
/// # Errors
/// The first malformed line.
pub fn parse(text: &str) -> Result<Vec<Scenario>, String> {
    let mut found: Vec<Scenario> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let number = index + 1;
        let line = without_comment(raw);
        if line.is_empty() {
            continue;
        }
        let fault = |what: &str| Err(format!("line {number}: {what}: {raw}"));
        if let Some(heading) = line.strip_prefix('#') {
            let (ids, name) = heading.split_once('—').unwrap_or((heading, ""));
            let ids: Vec<String> = ids.split_whitespace().map(str::to_string).collect();
            if ids.is_empty() || !ids.iter().all(|id| is_id(id)) {
                return fault("a heading is `# ID ID … — text`");
            }
            found.push(Scenario {
                ids,
                name: name.trim().to_string(),
                line: number,
                steps: Vec::new(),
            });
            continue;
        }
        let Some(scenario) = found.last_mut() else {
            return fault("the first line must be a heading");
        };
        match steps(line) {
            Ok(list) => {
                let facts = matches!(list.first(), Some(Step::Position(_)));
                let head = scenario
                    .steps
                    .last()
                    .is_none_or(|(_, last)| matches!(last, Step::Position(_) | Step::Again));
                if facts && !head {
                    return fault("facts of the position come before actions, or after `again`");
                }
                scenario
                    .steps
                    .extend(list.into_iter().map(|step| (number, step)));
            }
            Err(what) => return fault(&what),
        }
    }
    Ok(found)
}

fn without_comment(line: &str) -> &str {
    let end = if line.starts_with("//") {
        0
    } else {
        line.find(" //").unwrap_or(line.len())
    };
    line.get(..end).unwrap_or("").trim()
}

fn steps(line: &str) -> Result<Vec<Step>, String> {
    if let Some(rest) = line.strip_prefix('>') {
        let rest = rest.trim();
        if rest == "engine" {
            return Ok(vec![Step::Engine]);
        }
        let (seat, action) = actor(rest)?;
        return Ok(vec![Step::Act(seat, action)]);
    }
    if let Some(rest) = line.strip_prefix('!') {
        let (action, reason) = rest
            .rsplit_once(" = ")
            .ok_or("a refusal ends with `= RULE`")?;
        let (rule, part) = match reason.trim().split_once(char::is_whitespace) {
            None => (reason.trim(), None),
            Some((rule, part)) => {
                let part = part
                    .trim()
                    .strip_prefix('"')
                    .and_then(|part| part.strip_suffix('"'))
                    .ok_or("after the rule only a part of the sentence in quotes may stand")?;
                (rule, Some(part.to_string()))
            }
        };
        if rule != "GAME" && !is_id(rule) {
            return Err(format!("{rule} is no rule id"));
        }
        if let Some(setup) = action.trim().strip_prefix("game ") {
            return Ok(vec![Step::RefuseGame(setup.to_string(), rule.to_string())]);
        }
        let (seat, action) = actor(action.trim())?;
        return Ok(vec![Step::Refuse(seat, action, rule.to_string(), part)]);
    }
    if let Some(rest) = line.strip_prefix('=') {
        return Ok(parts(rest)
            .map(|part| Step::Assert(part.to_string()))
            .collect());
    }
    let mut list = Vec::new();
    for part in parts(line) {
        let head = list.is_empty();
        match part.strip_prefix("again") {
            Some(rest) if head && (rest.is_empty() || rest.starts_with(':')) => {
                list.push(Step::Again);
                let rest = rest.trim_start_matches(':').trim();
                if !rest.is_empty() {
                    list.push(Step::Position(rest.to_string()));
                }
            }
            _ => list.push(Step::Position(part.to_string())),
        }
    }
    Ok(list)
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

fn actor(text: &str) -> Result<(u8, String), String> {
    let (who, action) = text
        .split_once(':')
        .ok_or("an action is `P1: …`".to_string())?;
    let seat = who
        .trim()
        .strip_prefix('P')
        .and_then(|number| number.parse::<u8>().ok())
        .filter(|number| (1..=9).contains(number))
        .ok_or(format!("{who:?} is no player: P1 to P5 are"))?;
    Ok((seat - 1, action.trim().to_string()))
}
