//! How prices move in 1835 and 1826.

use engine::finance::Dir;
use serde_json::Value;

/// Steps of a marker: directions in order of preference, and how often.
pub type Steps = (&'static [Dir], u8);

/// The steps of a line: the line, the company before it, its price, the turn so far, the game's options.
pub type Rule = fn(&Value, &Value, i32, &Turn, &Value) -> Steps;

const STAYS: Steps = (&[], 0);
/// A dividend: to the right, at the end of a row up.
const RISES: Steps = (&[Dir::Right, Dir::Up], 1);
/// None: to the left, at the end of a row down.
const FALLS: Steps = (&[Dir::Left, Dir::Down], 1);

/// What was sold in the present turn.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    actor: String,
    sold: Vec<String>,
}

impl Turn {
    /// Takes a line into account.
    pub fn follow(&mut self, line: &Value) {
        let actor = line["actor"].to_string();
        if actor != self.actor {
            *self = Turn {
                actor,
                sold: Vec::new(),
            };
        }
        match (line["type"].as_str(), line["company"].as_str()) {
            (Some("sell_shares"), Some(company)) => self.sold.push(company.to_string()),
            (Some("done" | "pass"), _) => self.sold.clear(),
            _ => {}
        }
    }

    /// Whether the line is not the first sale of the company in the turn.
    fn again(&self, company: &str) -> bool {
        self.sold.iter().filter(|sold| *sold == company).count() > 1
    }
}

/// The company whose price a line moves.
pub fn company(line: &Value) -> Option<&str> {
    match line["type"].as_str()? {
        "dividend" => line["actor"]["id"].as_str(),
        "sell_shares" => line["company"].as_str(),
        _ => None,
    }
}

/// 1835: up for a dividend, down for none, down once for each sale, however many shares.
pub fn in_1835(line: &Value, _: &Value, _: i32, turn: &Turn, options: &Value) -> Steps {
    if line["type"] == "dividend" {
        let paid = line["kind"] == "payout" && number(&line["revenue"]) > 0;
        return if paid { RISES } else { FALLS };
    }
    // In recorded games further sales of a turn have the first price and move nothing.
    let same_price = options["SeparateSalesAtSamePrice"] == "yes";
    if same_price && turn.again(line["company"].as_str().unwrap_or_default()) {
        STAYS
    } else {
        (&[Dir::Down], 1)
    }
}

/// 1826: up if what is paid out reaches the price of a share, down if nothing is, down for each share sold.
pub fn in_1826(line: &Value, company: &Value, price: i32, _: &Turn, _: &Value) -> Steps {
    if line["type"] == "dividend" {
        // Interest comes out of the treasury if that covers all of it, else out of the earnings.
        let interest = 50 * number(&company["loans"]);
        let spared = number(&company["cash"]) >= interest;
        let earned = number(&line["revenue"]) - if spared { 0 } else { interest };
        let earned = earned.max(0);
        let paid = match line["kind"].as_str() {
            Some("payout") => earned,
            Some("half") => earned - earned / 2 / 10 * 10,
            _ => 0,
        };
        return match paid {
            0 => FALLS,
            _ if paid >= i64::from(price) => RISES,
            _ => STAYS,
        };
    }
    let shares =
        number(&line["pct"]) * number(&line["count"]) / number(&company["share_unit"]).max(1);
    (&[Dir::Down], shares as u8)
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}
