//! Lines of the console: `@name /command options`, `@name notation`, `@name` alone.

use super::table::{TABLE, all, find};
use super::{Command, Entry, Kind, Spec};

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Line {
    /// A command.
    Command(Command),
    /// A button pressed: its id. With a value: the entry chosen from a menu, or the text that the button asks for.
    Press(String, Option<String>),
    /// From here on another channel.
    Channel(String),
    /// A list of commands.
    Help,
}

/// Reads what follows the speaker's name.
///
/// # Errors
/// One sentence that says what is wrong, and what would be right.
pub fn read_line(text: &str) -> Result<Line, String> {
    let text = text.trim();
    let Some(text) = text.strip_prefix('/') else {
        let spec = find("do").ok_or("there is no /do")?;
        return Command::new(spec, &[("action".into(), text.into())]).map(Line::Command);
    };
    let (word, rest) = split(text);
    match word.to_ascii_lowercase().as_str() {
        "help" => return Ok(Line::Help),
        "press" if !rest.is_empty() => {
            let (id, value) = match rest.split_once(" = ") {
                Some((id, value)) => (id.trim(), Some(value.trim().to_string())),
                None => (rest, None),
            };
            // What asks for typed text is pressed together with the text.
            let id = id.strip_prefix(crate::store::FORM).unwrap_or(id);
            return Ok(Line::Press(id.into(), value));
        }
        "channel" if !rest.is_empty() => return Ok(Line::Channel(rest.into())),
        _ => {}
    }
    let (spec, rest) = pick(word, rest)?;
    let given = options(spec, rest)?;
    Command::new(spec, &given).map(Line::Command)
}

fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

fn pick<'t>(word: &str, rest: &'t str) -> Result<(&'static Spec, &'t str), String> {
    if let Some(spec) = find(word) {
        return Ok((spec, rest));
    }
    let group = TABLE.iter().find_map(|entry| match entry {
        Entry::Group(name, _, specs) if name.eq_ignore_ascii_case(word) => Some((*name, *specs)),
        _ => None,
    });
    match group {
        Some((name, specs)) => {
            let (sub, after) = split(rest);
            match specs
                .iter()
                .find(|spec| spec.name().eq_ignore_ascii_case(sub))
            {
                Some(spec) => Ok((spec, after)),
                None => {
                    let known: Vec<&str> = specs.iter().map(Spec::name).collect();
                    Err(format!("/{name} needs one of: {}", known.join(", ")))
                }
            }
        }
        None => {
            let mut known: Vec<&str> = all()
                .filter_map(|spec| spec.path.split(' ').next())
                .collect();
            known.dedup();
            Err(format!(
                "there is no command /{}; there are /{}",
                crate::text::clip(word, 40),
                known.join(" /")
            ))
        }
    }
}

/// `name:value` options and, without names, values in the order of the table. The last text option takes all that is
/// left.
fn options(spec: &'static Spec, rest: &str) -> Result<Vec<(String, String)>, String> {
    let mut given: Vec<(String, String)> = Vec::new();
    let mut open = spec.options.iter();
    let mut named = false;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let key = word.split_once(':').filter(|(key, _)| {
            !key.is_empty() && key.chars().all(|char| char.is_ascii_alphabetic())
        });
        if let Some((key, value)) = key {
            if spec.option(key).is_none() {
                return Err(format!(
                    "/{} has no option {key:?}; {}",
                    spec.path,
                    spec.usage()
                ));
            }
            named = true;
            given.push((key.to_ascii_lowercase(), value.to_string()));
            continue;
        }
        if named {
            // A word without a name goes on with the value before it.
            if let Some((_, value)) = given.last_mut() {
                value.push(' ');
                value.push_str(word);
            }
            continue;
        }
        let Some(option) = open.next() else {
            return Err(format!("{word:?} is too much; {}", spec.usage()));
        };
        let mut value = (*word).to_string();
        if open.as_slice().is_empty() && matches!(option.kind, Kind::Text) {
            while let Some(more) = words.get(at) {
                value.push(' ');
                value.push_str(more);
                at += 1;
            }
        }
        given.push((option.name.to_string(), value));
    }
    Ok(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notation(line: &str) -> String {
        match read_line(line) {
            Ok(Line::Command(command)) => command.notation().unwrap_or_default(),
            Ok(other) => format!("{other:?}"),
            Err(why) => format!("error: {why}"),
        }
    }

    #[test]
    fn options_are_named_or_in_order() {
        assert_eq!(notation("/bid 3 120"), "bid 3 120");
        assert_eq!(notation("/bid amount:120 lot:3"), "bid 3 120");
        assert_eq!(notation("/bid BE 10 14"), "bid BE 10 with 14");
        assert_eq!(notation("/lay F10 57@2"), "lay F10 57@2");
        assert_eq!(notation("/lay hex:F10 tile:57 turning:2"), "lay F10 57@2");
        assert_eq!(notation("/do lay F10 57@2"), "lay F10 57@2");
        assert_eq!(notation("/do action:lay F10 57@2"), "lay F10 57@2");
        assert_eq!(
            notation("/run 2-0 D18/0 D16; 3-1 D18/0 E9"),
            "run 2-0 D18/0 D16; 3-1 D18/0 E9"
        );
        assert_eq!(notation("/run"), "run");
        assert_eq!(notation("bid 3 120"), "bid 3 120");
        assert_eq!(notation("/train 3"), "train 3");
        assert_eq!(notation("/PASS"), "pass");
    }

    #[test]
    fn mistakes_get_one_sentence() {
        let wrong = [
            ("/fly", "there is no command /fly; there are /game "),
            ("/game", "/game needs one of: new, join"),
            ("/game dance", "/game needs one of: new, join"),
            (
                "/bid 3",
                "/bid lacks \"amount\"; it is typed /bid lot amount [minor]",
            ),
            ("/bid 3 many", "\"many\" is no amount: a whole number"),
            ("/bid 3 1 14 5 6", ""),
            ("/pass now", "\"now\" is too much; it is typed /pass"),
            ("/bid colour:red", "/bid has no option \"colour\""),
            (
                "/bid lot:3 lot:4 amount:5",
                "the option \"lot\" is given twice",
            ),
            (
                "/pay everything",
                "\"everything\" is no how; there are full, half, nothing",
            ),
            (
                "/game new chess",
                "\"chess\" is no title; there are 18ardennes, 1873, 1835, 1826",
            ),
            ("/", "there is no command /"),
        ];
        for (line, start) in wrong {
            let said = notation(line);
            if !start.is_empty() {
                assert!(
                    said.starts_with(&format!("error: {start}")),
                    "{line}: {said}"
                );
            }
            assert!(!said.contains('\n'));
        }
    }
}
