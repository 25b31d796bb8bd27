//! The rows of a title's rule matrix: what a rejection's id stands for, in our own words.

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// Its id: `ARD-6.4-02`.
    pub id: String,
    /// The heading that it stands under: `6.4 Stations`.
    pub section: String,
    /// The rule; for a ruling the doubtful point.
    pub text: String,
    /// An example, or the reading chosen and why.
    pub example: String,
}

/// Reads the rows out of a matrix's tables.
pub(crate) fn rows(matrix: &str) -> Vec<RuleRow> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in matrix.lines() {
        if let Some(heading) = line.strip_prefix("## ").or(line.strip_prefix("### ")) {
            section = heading.trim().to_string();
            continue;
        }
        let Some(cells) = line
            .strip_prefix("| ")
            .and_then(|line| line.strip_suffix(" |"))
        else {
            continue;
        };
        let mut cells = cells.split(" | ");
        if let (Some(id), Some(text)) = (cells.next(), cells.next())
            && crate::scenario::is_id(id)
        {
            found.push(RuleRow {
                id: id.to_string(),
                section: section.clone(),
                // Emphasis is for those who read the matrix itself.
                text: text.trim().replace("**", ""),
                example: cells.collect::<Vec<_>>().join(" | ").trim().to_string(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_section() {
        let found = rows(
            "# T\n\n## 2 Phases\n\n| id | rule | check |\n|---|---|---|\n| ARD-2-01 | Text. | Example. |\n",
        );
        assert_eq!(
            found,
            [RuleRow {
                id: "ARD-2-01".into(),
                section: "2 Phases".into(),
                text: "Text.".into(),
                example: "Example.".into(),
            }]
        );
    }

    #[test]
    fn every_title_has_its_rows() {
        for (title, _) in crate::game::titles() {
            assert!(crate::game::rule_rows(title).len() > 300, "{title}");
        }
        assert!(crate::game::rule_rows("chess").is_empty());
    }
}
