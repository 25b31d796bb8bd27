//! Section 4.4.3: whether runs are as many and as long as possible.

use super::s4_4_3_best::longer;
use super::s4_4_3_routes::{Lines, Net};
use super::s4_4_3_runs::ride;
use super::s4_4_4_revenue::Ride;
use super::{Harz, HarzRules};
use crate::action::Run;
use crate::ids::{CompanyId, StopRef};
use crate::network::trace;
use crate::rejection::{Rejection, reject, require};

/// Nodes of the search for as many routes as possible: recorded games need a few hundred.
const DEMAND_BUDGET: u64 = 2_000_000;

impl Harz {
    /// H73-4.4.3-15, H73-RUL-16: as many routes as possible, each as far as possible.
    pub fn demand_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<(), Rejection> {
        if rules.options.any_routes {
            return Ok(());
        }
        let net = Net::new(self, rules, company);
        let (standard, diesel) = self.runners(rules, company);
        let mut nodes = DEMAND_BUDGET;
        if !standard.is_empty() {
            let lines = net.lines(false);
            let sizes: Vec<u8> = standard.iter().map(|(_, size)| *size).collect();
            let due = self.due_routes(rules, company).len();
            let most = net.most_routes(&lines, Some((&sizes, due)), &mut nodes);
            self.demand_of(rules, company, &net, &lines, most, runs, false)?;
        }
        if diesel.is_some() {
            let lines = net.lines(true);
            let most = net.most_routes(&lines, None, &mut nodes);
            self.demand_of(rules, company, &net, &lines, most, runs, true)?;
        }
        Ok(())
    }

    /// The same for the standard trains or the diesel railcar.
    #[allow(clippy::too_many_arguments)]
    fn demand_of(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        net: &Net,
        lines: &Lines,
        most: usize,
        runs: &[Run],
        diesel: bool,
    ) -> Result<(), Rejection> {
        let mut now: Vec<usize> = Vec::new();
        let mut count = 0;
        for run in runs {
            if diesel != (ride(rules, run.train) == Some(Ride::Diesel)) {
                continue;
            }
            count += 1;
            let Ok(route) = trace(&rules.definition.map, &self.shared.board, &run.steps) else {
                continue;
            };
            let sides = net.sides(&route.sides);
            now.extend(lines.lines.iter().position(|line| line.item.sides == sides));
        }
        let name = rules.name(company);
        let who = if diesel {
            "diesel railcar"
        } else {
            "standard trains"
        };
        require!(
            count >= most,
            "H73-4.4.3-15",
            "as many routes as possible must be run: the {who} of {name} can run {most}, not only {count}"
        );
        for &route in &now {
            let others = now.iter().copied().filter(|other| *other != route);
            if let Some(line) =
                longer(lines, route, others).and_then(|index| lines.lines.get(index))
                && let Some(old) = lines.lines.get(route)
            {
                let place =
                    |at: Option<StopRef>| at.map_or(String::from("?"), |at| rules.place(at.hex));
                let [from, to] = old.ends().map(place);
                let [long_from, long_to] = line.ends().map(place);
                reject!(
                    "H73-4.4.3-15",
                    "routes must be run as far as possible: the one from {from} to {to} can go on, from {long_from} to \
                     {long_to}"
                );
            }
        }
        Ok(())
    }
}
