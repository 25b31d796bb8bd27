//! Text that goes out: limits, and what people wrote made harmless.

/// Most characters of a message, in UTF-16 units as the strictest way to count them.
pub const MESSAGE: usize = 2000;

/// Length as Discord may count it at worst.
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The text, cut to `most` with a sign that something is missing.
pub fn clip(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_string();
    }
    let mut out = String::new();
    let mut used = 0;
    for char in text.chars() {
        if used + char.len_utf16() + 1 > most {
            break;
        }
        used += char.len_utf16();
        out.push(char);
    }
    out.push('…');
    out
}

/// Head, then as many of the last lines as fit, then tail; what was left out is counted.
pub fn fit(head: &str, lines: &[String], tail: &str, most: usize) -> String {
    let note = |left: usize| format!("… and {left} lines before, see /game log");
    let fixed = length(head) + length(tail) + 2 + length(&note(99_999)) + 1;
    let mut room = most.saturating_sub(fixed);
    let mut first = lines.len();
    while first > 0 {
        let need = length(&lines[first - 1]) + 1;
        if need > room {
            break;
        }
        room -= need;
        first -= 1;
    }
    let mut parts: Vec<String> = Vec::new();
    if !head.is_empty() {
        parts.push(head.to_string());
    }
    if first > 0 {
        parts.push(note(first));
    }
    parts.extend(lines[first..].iter().cloned());
    if !tail.is_empty() {
        parts.push(tail.to_string());
    }
    clip(&parts.join("\n"), most)
}

/// A moment in words, for pictures: day, month, hour and minute in UTC.
pub fn moment(at: i64) -> String {
    match jiff::Timestamp::from_second(at) {
        Ok(time) => time.strftime("%-d %b %H:%M UTC").to_string(),
        Err(_) => String::new(),
    }
}

/// What somebody wrote as one line, without control or direction characters.
pub fn one_line(text: &str) -> String {
    let hidden = |char: char| {
        (char.is_control() && !char.is_whitespace())
            || matches!(char, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let kept: String = text.chars().filter(|&char| !hidden(char)).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join(" ")
}

/// A name as kept: one line, no control or direction characters, 32 characters at most.
pub fn clean_name(name: &str) -> String {
    let name: String = one_line(name).chars().take(32).collect();
    let name = name.trim().to_string();
    if name.is_empty() {
        "somebody".into()
    } else {
        name
    }
}

/// What somebody wrote, so that it is shown as it stands: no markup, no mention, no link.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for char in text.chars() {
        match char {
            '\n' | '\r' => out.push(' '),
            '.' | ',' | '\'' | '!' | '?' | '&' | ';' => out.push(char),
            char if char.is_ascii_punctuation() => {
                out.push('\\');
                out.push(char);
            }
            char => out.push(char),
        }
    }
    out
}

/// What somebody asked for and is not there, in quotation marks.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(&clip(text, 40)))
}

/// The same inside a code block, where nothing can be escaped.
pub fn in_code(text: &str) -> String {
    text.chars()
        .map(|char| match char {
            '`' => '\'',
            '\n' | '\r' => ' ',
            char => char,
        })
        .collect()
}

/// A channel, so that Discord shows it as a link; one that is none of Discord's by its name.
pub fn channel(id: &str) -> String {
    if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("<#{id}>")
    } else {
        format!("#{}", escape(id))
    }
}

/// A time, so that every reader sees how long ago it was; in seconds since 1970.
pub fn when(time: i64) -> String {
    format!("<t:{time}:R>")
}

/// Text as a terminal shows it: escapes, emphasis and fences gone, mentions as `@name`.
pub fn plain(text: &str) -> String {
    let text = text.replace("```\n", "").replace("\n```", "");
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' if chars.peek().is_some_and(char::is_ascii_punctuation) => {
                out.extend(chars.next());
            }
            '<' if chars.peek() == Some(&'t') => {
                // Discord's mark of a moment, `<t:1700000000:R>`; anything else stays as it is.
                let mark: String = chars.clone().take_while(|char| *char != '>').collect();
                let seconds = mark.split(':').nth(1).and_then(|part| part.parse().ok());
                match seconds.filter(|_| mark.starts_with("t:")) {
                    Some(at) => {
                        out.push_str(&moment(at));
                        chars.by_ref().find(|char| *char == '>');
                    }
                    None => out.push('<'),
                }
            }
            '<' if chars.peek() == Some(&'@') => {
                for char in chars.by_ref() {
                    if char == '>' {
                        break;
                    }
                    out.push(char);
                }
            }
            '<' if chars.peek() == Some(&'#') => {
                for char in chars.by_ref() {
                    if char == '>' {
                        break;
                    }
                    out.push(char);
                }
            }
            '<' if chars.clone().take(2).eq(['t', ':']) => {
                let inner: String = chars.by_ref().take_while(|char| *char != '>').collect();
                let time = inner.split(':').nth(1).and_then(|time| time.parse().ok());
                out.push_str(&time.map_or(inner, moment));
            }
            '*' if chars.peek() == Some(&'*') => {
                chars.next();
            }
            '`' => {}
            char => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_by_people() {
        assert_eq!(moment(1_796_034_720), "30 Nov 10:32 UTC");
        assert_eq!(
            plain("since <t:1796034720:R>, <top>"),
            "since 30 Nov 10:32 UTC, <top>"
        );
    }

    #[test]
    fn a_clipped_text_keeps_to_its_limit() {
        assert_eq!(clip("abc", 3), "abc");
        assert_eq!(clip("abcd", 3), "ab…");
        assert!(length(&clip(&"🚂".repeat(2000), MESSAGE)) <= MESSAGE);
    }

    #[test]
    fn the_last_lines_are_kept_and_the_rest_counted() {
        let lines: Vec<String> = (0..500).map(|line| format!("line {line}")).collect();
        let text = fit("head", &lines, "tail", MESSAGE);
        assert!(length(&text) <= MESSAGE);
        assert!(text.starts_with("head\n… and "));
        assert!(text.ends_with("line 499\ntail"));
    }

    #[test]
    fn names_do_not_speak_markup() {
        let name = clean_name("  @everyone\u{202e}\n**boss** <@1>  ");
        assert_eq!(name, "@everyone **boss** <@1>");
        assert_eq!(escape(&name), r"\@everyone \*\*boss\*\* \<\@1\>");
        assert_eq!(plain(&escape(&name)), name);
        assert_eq!(clean_name("\u{200b}\n"), "somebody");
    }

    #[test]
    fn a_terminal_shows_mentions_by_name() {
        assert_eq!(plain("<@anna>: **pass** or `bid`"), "@anna: pass or bid");
        assert_eq!(plain(&channel("1234")), "#1234");
        assert_eq!(plain(&channel("attic_2")), "#attic_2");
        assert_eq!(plain(&when(1_796_031_690)), "30 Nov 09:41 UTC");
        assert_eq!(plain(&when(951_782_400)), "29 Feb 00:00 UTC");
    }
}
