//! Which trains lie face down.

use serde_json::Value;

/// Trains that came with exchanged minors in their companies' turns: no state says that they lie face down there.
/// In the reference those stay up that were bought in the same operating round (ARD-DEP-06).
#[derive(Default)]
pub(super) struct FaceDown {
    /// The operating round, as a state names it.
    round: (Value, Value),
    /// Trains bought in it.
    bought: Vec<String>,
    /// Company and train.
    trains: Vec<(String, String)>,
}

impl FaceDown {
    fn round(state: &Value) -> (Value, Value) {
        let round = &state["round"];
        (round["turn"].clone(), round["number"].clone())
    }

    /// Trains of the company that may not run.
    pub(super) fn of(&self, state: &Value, company: &str) -> Vec<String> {
        let now = state["round"]["kind"] == "operating" && self.round == FaceDown::round(state);
        let own = self
            .trains
            .iter()
            .filter(|(owner, _)| now && owner == company);
        own.map(|(_, train)| train.clone()).collect()
    }

    /// Takes note of a line; `state` is the one before it.
    pub(super) fn pass(&mut self, state: &Value, line: &Value) {
        if state["round"]["kind"] != "operating" {
            return;
        }
        let round = FaceDown::round(state);
        if self.round != round {
            *self = FaceDown {
                round,
                ..FaceDown::default()
            };
        }
        if line["type"] == "buy_train" {
            self.bought
                .extend(line["train_id"].as_str().map(str::to_string));
        }
        if line["type"] != "exchange_minor" {
            return;
        }
        let (minor, company) = (line["actor"]["id"].as_str(), line["company"].as_str());
        let trains = &state["companies"][minor.unwrap_or("")]["trains"];
        for train in trains.as_array().into_iter().flatten() {
            if let (Some(company), Some(id)) = (company, train["id"].as_str())
                && !self.bought.iter().any(|bought| bought == id)
            {
                self.trains.push((company.to_string(), id.to_string()));
            }
        }
    }
}
