//! Section 3.2.5: forming a public mining company of two mines.

use super::{Frame, Harz, HarzRules};
use crate::action::Action;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::CompanyId;
use crate::ids::Seat;
use crate::ledger::seat_name;
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::CompanyKind;
use crate::shared::Status;

impl Harz {
    pub(super) fn plan_unite(
        &self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        first: CompanyId,
        second: CompanyId,
    ) -> Result<i32, Rejection> {
        let name = rules.name(company);
        require!(
            rules.is_mining(company),
            "H73-3.2.5-04",
            "{name} is no public mining company"
        );
        require!(
            self.shared.company(company).status == Status::Unopened,
            "H73-3.2.5-04",
            "{name} is formed already, each public mining company is formed once"
        );
        let (works, works_mine, _) = rules.special.works;
        let early = self.shared.turn == 1;
        require!(
            !early || company == works,
            "H73-3.2.5-01",
            "{name} can be formed from the second stock round on"
        );
        if early {
            require!(
                self.mine_owner(rules, works_mine) == Some(seat),
                "H73-3.2.5.1-01",
                "in the first stock round only the owner of {} may form {name}",
                rules.name(works_mine)
            );
            require!(
                first == works_mine || second == works_mine,
                "H73-3.2.5.1-01",
                "in the first stock round {} must be in {name}",
                rules.name(works_mine)
            );
        }
        require!(
            first != second,
            "H73-3.2.5-02",
            "{name} needs two mines, not {} twice",
            rules.name(first)
        );
        for mine in [first, second] {
            require!(
                rules.is_mine(mine) && self.mine_owner(rules, mine).is_some(),
                "H73-3.2.5-03",
                "{} is not an open independent mine",
                rules.name(mine)
            );
            let vor_harzer = rules.special.mine(mine).is_some_and(|mine| mine.vor_harzer);
            require!(
                company != works || vor_harzer,
                "H73-3.2.5.1-02",
                "{} is not a Vor-Harzer mine, which {name} needs",
                rules.name(mine)
            );
        }
        if let Some(owner) = self.mine_owner(rules, first)
            && owner != seat
        {
            reject!(
                "H73-3.2.5-02",
                "one of the two mines must be your own, and is named first; {} belongs to {}",
                rules.name(first),
                seat_name(owner)
            )
        }
        Ok(0)
    }

    /// The public mining companies that the seat may form, with each pair of mines.
    pub(super) fn unions(&self, rules: &HarzRules, seat: Seat) -> Vec<Action> {
        let open: Vec<(CompanyId, Seat)> = rules
            .of_kind(CompanyKind::Mine)
            .filter_map(|mine| Some((mine, self.mine_owner(rules, mine)?)))
            .collect();
        let mut unions = Vec::new();
        for company in rules.of_kind(CompanyKind::PublicMine) {
            if self.shared.company(company).status != Status::Unopened {
                continue;
            }
            for (first, _) in open.iter().filter(|(_, owner)| *owner == seat) {
                unions.extend(open.iter().map(|(second, _)| Action::Unite {
                    company,
                    first: *first,
                    second: *second,
                }));
            }
        }
        unions
    }

    /// Unites at once, or asks the owner of the second mine (H73-3.2.5-02, H73-RUL-06).
    pub(super) fn do_unite(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        first: CompanyId,
        second: CompanyId,
        events: &mut Vec<Event>,
    ) {
        match self.mine_owner(rules, second) {
            Some(owner) if owner != seat && !rules.options.consent_assumed => {
                events.push(Event::Asked { seat: owner });
                self.frames.push(Frame::UniteAnswer {
                    company,
                    first,
                    second,
                    by: seat,
                });
            }
            _ => self.unite(rules, seat, company, [first, second], events),
        }
    }

    pub(super) fn plan_unite_answer(
        &self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
    ) -> Result<i32, Rejection> {
        let Some(Frame::UniteAnswer { second, .. }) = self.frames.last() else {
            reject!("GAME", "nobody is asked about a public mining company")
        };
        let owner = self.mine_owner(rules, *second);
        match action {
            Action::Refuse => Ok(0),
            Action::Agree => {
                require!(
                    owner == Some(seat),
                    "H73-3.2.5-02",
                    "the owner of {} must agree; you may only withdraw",
                    rules.name(*second)
                );
                Ok(0)
            }
            _ => reject!(
                "H73-3.2.5-02",
                "agree to the public mining company, or refuse"
            ),
        }
    }

    pub(super) fn do_unite_answer(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        let Some(Frame::UniteAnswer {
            company,
            first,
            second,
            by,
        }) = self.frames.pop()
        else {
            return;
        };
        let yes = *action == Action::Agree;
        events.push(Event::Answered { seat, yes });
        if yes {
            self.unite(rules, by, company, [first, second], events);
        }
    }

    /// H73-3.2.5-05 to 10.
    fn unite(
        &mut self,
        rules: &HarzRules,
        seat: Seat,
        company: CompanyId,
        mines: [CompanyId; 2],
        events: &mut Vec<Event>,
    ) {
        let faces = mines.iter().filter_map(|mine| rules.special.mine(*mine));
        let average = faces.map(|mine| mine.face).sum::<i32>() / 2;
        // H73-3.2.5-05.
        let chart = &rules.definition.chart;
        let cell = chart
            .cells()
            .filter(|(_, cell)| cell.price <= average)
            .max_by_key(|(_, cell)| cell.price)
            .map(|(cell, _)| cell);
        let price = cell.map_or(0, |cell| chart.price(cell));
        events.push(Event::CompanyStarted {
            company,
            seat,
            price,
        });
        // H73-3.2.5-07.
        self.open_company(company, 2);
        let bank = Holder::Initial;
        for mine in mines {
            if let Some(owner) = self.mine_owner(rules, mine) {
                self.move_shares(rules, company, bank, Holder::Player(owner), 1, events);
            }
        }
        if let Some(cell) = cell {
            self.shared.restack_marker(events, company, cell);
        }
        // H73-3.2.5-09: in this order.
        for mine in mines {
            self.join(rules, mine, company, events);
        }
        // H73-3.2.5-08.
        self.set_director(company, Some(seat), events);
        self.end_stock_turn(rules, seat, true, events);
    }

    /// The mine enters the public mining company: certificate, money and switcher go over, the machine stays
    /// (H73-3.2.5-06).
    pub(super) fn join(
        &mut self,
        rules: &HarzRules,
        mine: CompanyId,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let papers = &self.shared.papers;
        if let Some(paper) = papers.director_paper(&rules.definition, mine) {
            self.shared
                .move_paper(events, paper, Holder::Company(company));
        }
        let (from, to) = (Account::Company(mine), Account::Company(company));
        let sum = self.cash(from);
        self.shared.pay(events, from, to, sum, Cause::Merger);
        if let Some(switcher) = self.mine(mine).switcher {
            self.shared
                .move_train(events, switcher, TrainHolder::Company(company));
        }
        if let Some(pits) = self.pits.get_mut(company.index()) {
            pits.push(mine);
        }
        events.push(Event::MineJoined { mine, company });
    }
}
