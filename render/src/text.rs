//! Making text fit for drawing: no character without a glyph, no character that steers, no line too long.

use crate::font::{Face, PLACEHOLDER};

/// Escapes `& < > " '` for SVG text and attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Parts of a character drawn before them: joiners, variation selectors, skin tones, combining marks that no face has.
fn continues(character: char) -> bool {
    matches!(character,
        '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}'
        | '\u{20e3}' | '\u{e0100}'..='\u{e01ef}')
}

/// Control characters, and marks that turn the direction of what follows.
fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{61c}' | '\u{fff0}'..='\u{ffff}')
}

/// The text as the face can draw it: what it has no glyph for becomes [`PLACEHOLDER`], one for each character that a
/// reader would see; white space becomes a space, other control characters go. Empty text becomes a placeholder.
pub fn clean(face: Face, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut joined = false;
    for character in text.chars() {
        if character == '\u{200d}' {
            joined = out.ends_with(PLACEHOLDER);
        } else if character.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            joined = false;
        } else if steers(character) || continues(character) {
        } else if face.has(character) {
            out.push(character);
            joined = false;
        } else {
            // What a joiner ties to a placeholder is part of the same picture.
            if !joined {
                out.push(PLACEHOLDER);
            }
            joined = false;
        }
    }
    let trimmed = out.trim();
    if trimmed.is_empty() {
        PLACEHOLDER.to_string()
    } else {
        trimmed.to_string()
    }
}

/// The cleaned text, cut with `…` where it would be wider than `room` at this size, both in pixels.
pub fn fit(face: Face, text: &str, size: f32, room: f32) -> String {
    let text = clean(face, text);
    if face.extent(&text, size).width <= room {
        return text;
    }
    let characters: Vec<char> = text.chars().collect();
    for keep in (0..characters.len()).rev() {
        let mut cut: String = characters.iter().take(keep).collect();
        cut.truncate(cut.trim_end().len());
        cut.push('…');
        if face.extent(&cut, size).width <= room {
            return cut;
        }
    }
    "…".to_string()
}

/// Breaks the cleaned text at spaces into lines no wider than `room` pixels; the last of at most `lines` is cut.
pub fn wrap(face: Face, text: &str, size: f32, room: f32, lines: usize) -> Vec<String> {
    let text = clean(face, text);
    let mut out: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let longer = if line.is_empty() {
            word.to_string()
        } else {
            format!("{line} {word}")
        };
        if face.extent(&longer, size).width <= room || line.is_empty() {
            line = longer;
            rest = after;
        } else if out.len() + 1 >= lines {
            line = format!("{line} {rest}");
            rest = "";
        } else {
            out.push(std::mem::take(&mut line));
        }
    }
    out.push(line);
    out.iter().map(|line| fit(face, line, size, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_escaped() {
        assert_eq!(escape("<script>&\"'"), "&lt;script&gt;&amp;&quot;&#39;");
    }

    #[test]
    fn what_has_no_glyph_leaves_a_placeholder() {
        assert_eq!(clean(Face::Bold, "Ann 🚂🚂"), "Ann □□");
        assert_eq!(clean(Face::Bold, "👩\u{200d}👩\u{200d}👧 Kim"), "□ Kim");
        assert_eq!(clean(Face::Bold, "👍🏽"), "□");
        assert_eq!(clean(Face::Bold, "漢字"), "□□");
        assert_eq!(clean(Face::Bold, ""), "□");
        assert_eq!(clean(Face::Bold, "\u{202e}evil\u{0}\u{7}"), "evil");
        assert_eq!(clean(Face::Bold, "a\n\tb"), "a b");
        assert_eq!(clean(Face::Bold, "שלום"), "שלום");
    }

    #[test]
    fn long_text_is_cut() {
        let cut = fit(Face::Bold, "Compagnie du chemin de fer", 20.0, 120.0);
        assert!(cut.ends_with('…'), "{cut}");
        assert!(Face::Bold.extent(&cut, 20.0).width <= 120.0);
        assert_eq!(fit(Face::Bold, "BE", 20.0, 120.0), "BE");
    }

    #[test]
    fn lines_break_at_spaces() {
        let lines = wrap(
            Face::Bold,
            "Compagnie du chemin de fer des Ardennes et de l'Oise",
            20.0,
            320.0,
            2,
        );
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("Compagnie du"));
        assert!(
            lines
                .iter()
                .all(|line| Face::Bold.extent(line, 20.0).width <= 320.0)
        );
    }
}
