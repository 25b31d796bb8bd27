//! Fields of recorded actions, and what both titles of the Ruby engine say in the same way.

use super::trace::Move;
use engine::Definition;
use engine::event::Event;
use engine::ids::{CompanyId, HexId};

/// Field access with a sentence for what is missing.
pub(super) struct Fields<'a> {
    pub definition: &'a Definition,
    pub play: &'a Move,
}

impl Fields<'_> {
    pub fn text(&self, key: &str) -> Result<&str, String> {
        self.play
            .text(key)
            .ok_or_else(|| format!("the field {key} is missing"))
    }

    pub fn number(&self, key: &str) -> Result<i32, String> {
        self.play
            .number(key)
            .and_then(|number| i32::try_from(number).ok())
            .ok_or_else(|| format!("the field {key} is missing"))
    }

    pub fn small(&self, key: &str) -> Result<u8, String> {
        u8::try_from(self.number(key)?).map_err(|_| format!("the field {key} is out of range"))
    }

    pub fn company(&self, key: &str) -> Result<CompanyId, String> {
        company_named(self.definition, self.text(key)?)
    }

    pub fn hex(&self) -> Result<HexId, String> {
        let name = self.text("hex")?;
        self.definition
            .map
            .hex(name)
            .ok_or_else(|| format!("there is no hex {name}"))
    }
}

/// A company by its id.
pub(super) fn company_named(definition: &Definition, id: &str) -> Result<CompanyId, String> {
    definition
        .company(id)
        .ok_or_else(|| format!("there is no company {id}"))
}

/// What each run earned, and what stands outside them; `None` if none was run.
pub(super) fn ran(events: &[Event]) -> Option<(&[i32], i32)> {
    events.iter().find_map(|event| match event {
        Event::Ran {
            revenues, extra, ..
        } => Some((revenues.as_slice(), *extra)),
        _ => None,
    })
}

/// What differs between the recorded revenue of a run and ours; `with_extra` counts what stands outside the runs.
pub(super) fn other_revenue(play: &Move, events: &[Event], with_extra: bool) -> Option<String> {
    let total = play.number("revenue_total")?;
    let (revenues, extra) = ran(events)?;
    let ours = revenues.iter().sum::<i32>() + if with_extra { extra } else { 0 };
    (i64::from(ours) != total).then(|| {
        format!(
            "revenue_total: ours {ours} ({revenues:?} and {extra}), theirs {total}: {}",
            play.show()
        )
    })
}
