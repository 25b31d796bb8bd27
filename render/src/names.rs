//! Shorter forms of place names, for hexes with little room.

/// Ways to write a name, best first: lines of text.
pub fn variants(name: &str) -> Vec<Vec<String>> {
    let mut out = vec![vec![name.to_string()]];
    let parts = parts(name);
    if let [head, tail @ ..] = parts.as_slice()
        && !tail.is_empty()
    {
        out.push(vec![head.clone(), tail.concat()]);
        let bare = head.trim_end_matches(['-', '/', ' ']);
        if parts
            .iter()
            .any(|part| part.chars().next().is_some_and(char::is_lowercase))
        {
            // Frankfurt-am-Main is Frankfurt to everybody.
            out.push(vec![bare.to_string()]);
            out.push(vec![short(bare, 8)]);
        } else {
            out.push(vec![short(head, 9), short(&tail.concat(), 9)]);
            if bare.chars().count() <= 3 {
                out.push(vec![tail.concat()]);
            }
            let initial: String = tail.iter().filter_map(|part| part.chars().next()).collect();
            if matches!(bare, "Saint" | "Sankt") {
                out.push(vec![format!("St-{}", tail.concat())]);
            }
            out.push(vec![format!("{head}{initial}.")]);
            out.push(vec![format!("{}{initial}.", short(head, 9))]);
            out.push(vec![format!("{}{initial}.", short(head, 7))]);
            out.push(vec![bare.to_string()]);
        }
    } else {
        out.push(vec![short(name, 10)]);
        out.push(vec![short(name, 8)]);
    }
    let mut seen = Vec::new();
    out.retain(|lines| {
        let new = !seen.contains(lines);
        seen.push(lines.clone());
        new
    });
    out
}

/// The words of a name, each with the mark that ties it to the next.
fn parts(name: &str) -> Vec<String> {
    name.split_inclusive(['-', '/', ' '])
        .map(str::to_string)
        .collect()
}

/// The word, cut to at most `length` characters with a full stop, after a consonant.
fn short(word: &str, length: usize) -> String {
    let bare = word.trim_end_matches(['-', '/', ' ']);
    if bare.chars().count() <= length {
        return word.to_string();
    }
    let cut: String = bare.chars().take(length.saturating_sub(1)).collect();
    let end = cut.trim_end_matches(|letter: char| "aeiouyäöüéèêàâôûAEIOU".contains(letter));
    let tie = &word[bare.len()..];
    format!("{}.{}", if end.is_empty() { &cut } else { end }, tie)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(name: &str) -> Vec<String> {
        variants(name).iter().map(|lines| lines.join("|")).collect()
    }

    #[test]
    fn two_cities_keep_both_as_long_as_they_can() {
        assert_eq!(
            joined("Mannheim-Ludwigshafen"),
            [
                "Mannheim-Ludwigshafen",
                "Mannheim-|Ludwigshafen",
                "Mannheim-|Ludwigsh.",
                "Mannheim-L.",
                "Mannh.-L.",
                "Mannheim"
            ]
        );
        assert_eq!(joined("Charleville-Mézières")[2], "Charlev.-|Mézières");
        assert!(joined("Saint-Quentin").contains(&"St-Quentin".to_string()));
    }

    #[test]
    fn a_river_or_a_region_is_dropped_first() {
        assert_eq!(
            joined("Freiburg-im-Breisgau"),
            ["Freiburg-im-Breisgau", "Freiburg-|im-Breisgau", "Freiburg"]
        );
    }

    #[test]
    fn an_article_goes_before_its_noun() {
        assert!(joined("The Ruhr").contains(&"Ruhr".to_string()));
    }

    #[test]
    fn one_word_is_cut_after_a_consonant() {
        assert_eq!(
            joined("Mönchengladbach"),
            ["Mönchengladbach", "Mönchengl.", "Mönchen."]
        );
    }
}
