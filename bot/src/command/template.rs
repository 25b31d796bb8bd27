//! Templates: how a verb's options make notation, and how notation is taken apart again for suggestions.
//!
//! `bid {lot} {amount} [with {minor}]`: words stand as they are, `{option}` is one word, brackets are left out when
//! their option is missing. The only placeholder of a template without brackets after it takes all that is left.

/// A template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template(pub &'static str);

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Text(&'static str),
    Option(&'static str),
    Maybe(&'static str, &'static str),
}

impl Template {
    fn pieces(self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = self.0;
        while !rest.is_empty() {
            // Templates are part of the program and checked by its tests; what is malformed stands as text.
            let Some(start) = rest.find(['{', '[']) else {
                pieces.push(Piece::Text(rest));
                break;
            };
            let (before, tail) = rest.split_at(start);
            let close = if tail.starts_with('{') { '}' } else { ']' };
            let Some(end) = tail.find(close) else {
                pieces.push(Piece::Text(rest));
                break;
            };
            let inner = &tail[1..end];
            rest = &tail[end + 1..];
            if close == '}' {
                pieces.push(Piece::Text(before));
                pieces.push(Piece::Option(inner));
            } else {
                // The space before a bracket belongs to it.
                let text = before.strip_suffix(' ').unwrap_or(before);
                pieces.push(Piece::Text(text));
                let (glue, name) = inner.split_once('{').unwrap_or((inner, ""));
                let name = name.trim_end_matches('}');
                pieces.push(Piece::Maybe(glue, name));
            }
        }
        pieces.retain(|piece| *piece != Piece::Text(""));
        pieces
    }

    /// The options that it names.
    pub fn names(self) -> Vec<&'static str> {
        self.pieces()
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Text(_) => None,
                Piece::Option(name) | Piece::Maybe(_, name) => Some(name),
            })
            .collect()
    }

    /// The verb: its first word, unless that is an option.
    pub fn verb(self) -> Option<&'static str> {
        self.0
            .split_whitespace()
            .next()
            .filter(|word| !word.contains('{'))
    }

    /// The text with the options put in.
    pub fn fill<'v>(self, value: &dyn Fn(&str) -> Option<&'v str>) -> String {
        let mut text = String::new();
        for piece in self.pieces() {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Option(name) => text.push_str(value(name).unwrap_or_default()),
                Piece::Maybe(glue, name) => {
                    if let Some(value) = value(name) {
                        if !glue.starts_with('@') {
                            text.push(' ');
                        }
                        text.push_str(glue);
                        text.push_str(value);
                    }
                }
            }
        }
        text
    }

    /// All ways to read `text` as this template: option and value. Bracketed options may be taken or left.
    pub fn take_apart(self, text: &str) -> Vec<Vec<(&'static str, String)>> {
        let mut found = Vec::new();
        walk(&self.pieces(), text, &mut Vec::new(), &mut found);
        found
    }
}

fn walk(
    pieces: &[Piece],
    text: &str,
    taken: &mut Vec<(&'static str, String)>,
    found: &mut Vec<Vec<(&'static str, String)>>,
) {
    let Some((piece, rest)) = pieces.split_first() else {
        if text.is_empty() {
            found.push(taken.clone());
        }
        return;
    };
    match *piece {
        Piece::Text(part) => {
            if let Some(after) = text.strip_prefix(part) {
                walk(rest, after, taken, found);
            }
        }
        Piece::Option(name) => value(name, rest, text, taken, found),
        Piece::Maybe(glue, name) => {
            let glued = if glue.starts_with('@') {
                text.strip_prefix(glue)
            } else {
                text.strip_prefix(' ')
                    .and_then(|text| text.strip_prefix(glue))
            };
            if let Some(after) = glued {
                value(name, rest, after, taken, found);
            }
            walk(rest, text, taken, found);
        }
    }
}

/// Takes the value of an option: the words up to the end where nothing follows, else one word or its part before a
/// turning.
fn value(
    name: &'static str,
    rest: &[Piece],
    text: &str,
    taken: &mut Vec<(&'static str, String)>,
    found: &mut Vec<Vec<(&'static str, String)>>,
) {
    if text.is_empty() {
        return;
    }
    let mut ends = vec![text.find(' ').unwrap_or(text.len())];
    if rest.is_empty() {
        ends = vec![text.len()];
    } else if matches!(rest.first(), Some(Piece::Maybe("@", _))) {
        ends.extend(text.find('@'));
    }
    for end in ends {
        let (value, after) = text.split_at(end);
        if value.is_empty() {
            continue;
        }
        taken.push((name, value.to_string()));
        walk(rest, after, taken, found);
        taken.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(template: &'static str, values: &[(&str, &str)]) -> String {
        Template(template).fill(&|name| {
            values
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        })
    }

    #[test]
    fn brackets_are_left_out_without_their_option() {
        let bid = "bid {lot} {amount} [with {minor}]";
        assert_eq!(fill(bid, &[("lot", "3"), ("amount", "5")]), "bid 3 5");
        assert_eq!(
            fill(bid, &[("lot", "BE"), ("amount", "5"), ("minor", "14")]),
            "bid BE 5 with 14"
        );
        let lay = "lay {hex} {tile}[@{turning}]";
        assert_eq!(
            fill(lay, &[("hex", "F10"), ("tile", "57@2")]),
            "lay F10 57@2"
        );
        assert_eq!(
            fill(lay, &[("hex", "F10"), ("tile", "57"), ("turning", "2")]),
            "lay F10 57@2"
        );
        let train = "train {train} [from {from}] [at {price}] [for {old}]";
        assert_eq!(fill(train, &[("train", "3")]), "train 3");
        assert_eq!(
            fill(train, &[("train", "4-0"), ("from", "E"), ("price", "350")]),
            "train 4-0 from E at 350"
        );
        assert_eq!(fill("run [{routes}]", &[]), "run");
    }

    #[test]
    fn notation_comes_apart_into_options() {
        let lay = Template("lay {hex} {tile}[@{turning}]");
        let ways = lay.take_apart("lay F10 57@2");
        assert_eq!(
            ways,
            [
                vec![("hex", "F10".into()), ("tile", "57@2".into())],
                vec![
                    ("hex", "F10".into()),
                    ("tile", "57".into()),
                    ("turning", "2".into())
                ],
            ] as [Vec<(&str, String)>; 2]
        );
        let train = Template("train {train} [from {from}] [at {price}] [for {old}]");
        assert_eq!(
            train.take_apart("train 3 from depot for 2-0"),
            [vec![
                ("train", "3".to_string()),
                ("from", "depot".into()),
                ("old", "2-0".into()),
            ]]
        );
        assert_eq!(
            Template("decline {what}").take_apart("decline token D18/0"),
            [vec![("what", "token D18/0".to_string(),)]]
        );
        assert!(Template("pass").take_apart("pay full").is_empty());
        assert_eq!(Template("pass").take_apart("pass"), [vec![]]);
    }
}
