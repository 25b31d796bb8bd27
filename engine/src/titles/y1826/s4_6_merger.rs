//! Sections 4.6.2 and 4.6.3: the Etat and the SNCF form by merger.

use super::s4_6_exchange::{Party, exchange};
use super::{Frame, Rules, Y1826};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId, Seat};
use crate::shared::Status;

/// Loans that the Etat takes over at most (E26-4.6.2-18, E26-RUL-14).
const ETAT_LOANS: u8 = 2;

impl Y1826 {
    /// Companies that must merge: they have operated, own no train, and are not Belgian (E26-4.6.2-01, E26-4.6.3-01).
    fn merging(&self, rules: &Rules, national: CompanyId) -> Vec<CompanyId> {
        rules
            .definition
            .company_ids()
            .filter(|&company| {
                company != national
                    && company != rules.special.belgian
                    && self.is_floated(company)
                    && self.shared.company(company).operated
                    && self.shared.trains(company).next().is_none()
            })
            .collect()
    }

    /// Forms the national if two or more must merge (E26-4.6.2-02 to 04, E26-4.6.3-02, 03).
    pub(super) fn try_merger(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        if self.shared.company(national).status != Status::Unopened {
            return;
        }
        let merging = self.merging(rules, national);
        if merging.len() >= 2 {
            self.merge(rules, national, &merging, buyer, events);
        }
    }

    fn merge(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        merging: &[CompanyId],
        buyer: CompanyId,
        events: &mut Vec<Event>,
    ) {
        let definition = &rules.definition;
        let Some(facts) = rules.special.national(national) else {
            return;
        };
        let is_sncf = national == rules.special.sncf.company;
        let value = self.start_value(rules, merging, facts.floor);
        if let Some(company) = self.shared.company_mut(national) {
            company.status = Status::Open;
            company.units = 10;
            company.tokens_left = facts.tokens;
        }
        self.floated = self.floated.with(national);
        let top_row = definition
            .chart
            .cells()
            .find(|(_, cell)| cell.row == 0 && cell.price == value)
            .map(|(cell, _)| cell);
        if let Some(cell) = top_row {
            self.shared.move_marker(events, national, cell);
        }
        // E26-4.6.2-05: shares still in reserve belong to the treasuries.
        for &company in merging {
            self.release_reserve(rules, company, Holder::Company(company), events);
        }
        let left = self.exchange_shares(rules, national, merging, buyer, is_sncf, events);
        self.take_over(rules, national, merging, events);
        let loans: u8 = merging.iter().map(|&old| self.loans_of(old)).sum();
        for &old in merging {
            if let Some(loans) = self.loans.get_mut(old.index()) {
                *loans = 0;
            }
        }
        let lapsed = if is_sncf {
            loans
        } else {
            loans.saturating_sub(ETAT_LOANS)
        };
        self.left(
            rules,
            national,
            if is_sncf { loans } else { loans - lapsed },
            events,
        );
        if is_sncf {
            // E26-4.6.3-09, 10.
            let to_market = loans.min(self.bonds.treasury);
            self.move_bonds(Holder::Company(national), Holder::Pool, to_market, events);
        } else if let Some(taken) = self.loans.get_mut(national.index()) {
            *taken = loans - lapsed;
        }
        if lapsed > 0 {
            events.push(Event::LoansGone {
                company: national,
                count: lapsed,
            });
        }
        self.place_left(rules, national, left, is_sncf, events);
        self.check_president(rules, national, events);
        self.operate_now(national, merging);
        self.take_stations(rules, national, merging, facts.picks, events);
    }

    /// The average of the two highest prices, down to one of the top row (E26-4.6.2-15, E26-4.6.3-06).
    fn start_value(&self, rules: &Rules, merging: &[CompanyId], floor: i32) -> i32 {
        let mut prices: Vec<i32> = merging.iter().map(|&id| self.price(rules, id)).collect();
        prices.sort_unstable_by_key(|price| -price);
        let sum: i32 = prices.iter().take(2).sum();
        let cells = rules.definition.chart.cells();
        let top = cells
            .filter(|(_, cell)| cell.row == 0)
            .map(|(_, cell)| cell.price);
        top.filter(|price| price * 2 <= sum)
            .max()
            .unwrap_or(0)
            .max(floor)
    }

    /// Gives out the shares and bonds; gives back how many shares nobody got.
    fn exchange_shares(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        merging: &[CompanyId],
        buyer: CompanyId,
        is_sncf: bool,
        events: &mut Vec<Event>,
    ) -> u8 {
        let definition = &rules.definition;
        // E26-4.6.2-07.
        let first = self
            .president(rules, buyer)
            .unwrap_or(self.shared.table.priority);
        let seats: Vec<Seat> = self.shared.table.from(first);
        let old = |holder: Holder| -> u8 {
            merging
                .iter()
                .map(|&company| self.units(rules, company, holder))
                .sum()
        };
        let players: Vec<u8> = seats
            .iter()
            .map(|&seat| old(Holder::Player(seat)))
            .collect();
        let treasuries: u8 = merging
            .iter()
            .map(|&company| self.units(rules, company, Holder::Company(company)))
            .sum();
        let bonds = if is_sncf { self.bonds.treasury } else { 0 };
        let given = exchange(
            &players,
            treasuries,
            old(Holder::Pool),
            (10, bonds),
            rules.options.merger_leaves_treasuries_out,
        );
        for &company in merging {
            let papers: Vec<PaperId> = self
                .shared
                .papers
                .of_company(definition, company)
                .map(|(paper, ..)| paper)
                .collect();
            for paper in papers {
                self.shared.move_paper(events, paper, Holder::Gone);
            }
        }
        let mut left = 10;
        let certificate = self.shared.papers.director_paper(definition, national);
        let players_get = given
            .iter()
            .any(|got| matches!(got.party, Party::Player(_)) && got.shares > 0);
        let mut placed = false;
        for got in given {
            let to = match got.party {
                Party::Player(place) => seats.get(place).map(|&seat| Holder::Player(seat)),
                Party::Treasury => Some(Holder::Company(national)),
                Party::Pool => Some(Holder::Pool),
            };
            let Some(to) = to else { continue };
            let mut singles = got.shares;
            // E26-4.6.2-08; E26-RUL-23: never to the market.
            let takes = players_get || got.party == Party::Treasury;
            if singles > 0
                && !placed
                && takes
                && let Some(paper) = certificate
            {
                placed = true;
                singles -= 1;
                self.shared.move_paper(events, paper, to);
                if let Holder::Player(seat) = to {
                    events.push(Event::DirectorChanged {
                        company: national,
                        from: None,
                        to: Some(seat),
                    });
                }
            }
            left -= got.shares;
            self.move_singles(rules, national, Holder::Reserved, to, singles, events);
            let treasury = Holder::Company(national);
            if got.bonds > 0 && to != treasury {
                self.move_bonds(treasury, to, got.bonds, events);
            }
        }
        if !placed && let Some(paper) = certificate {
            self.shared
                .move_paper(events, paper, Holder::Company(national));
            // Where all ten were given out, the market got one single less.
            left = left.saturating_sub(1);
        }
        left
    }

    /// Money and special tokens of the merged pass on (E26-4.6.2-17, E26-4.6.3-08).
    fn take_over(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        merging: &[CompanyId],
        events: &mut Vec<Event>,
    ) {
        for &old in merging {
            let cash = self.shared.treasury(old);
            self.pay(
                events,
                Account::Company(old),
                Account::Company(national),
                cash,
                Cause::Merger,
            );
            events.push(Event::Merged {
                company: old,
                into: national,
            });
            let heir = (!rules.options.tokens_lost_in_merger).then_some(national);
            if let Some((owner, hex)) = self.mail
                && owner == old
            {
                self.mail = heir.map(|heir| (heir, hex));
            }
            if self.extra_train == Some(old) {
                self.extra_train = heir;
            }
        }
    }

    /// Shares that nobody got: the Etat keeps them, the SNCF is paid for them and they go to the market
    /// (E26-4.6.2-13, E26-4.6.3-11).
    fn place_left(
        &mut self,
        rules: &Rules,
        national: CompanyId,
        left: u8,
        is_sncf: bool,
        events: &mut Vec<Event>,
    ) {
        if is_sncf {
            let sum = self.price(rules, national) * i32::from(left);
            self.pay(
                events,
                Account::Bank,
                Account::Company(national),
                sum,
                Cause::Capital,
            );
        }
        let to = if is_sncf {
            Holder::Pool
        } else {
            Holder::Company(national)
        };
        self.move_singles(rules, national, Holder::Reserved, to, left, events);
    }

    /// It operates in this round unless a merged company has had its turn (E26-4.6.2-24, E26-4.6.3-13).
    fn operate_now(&mut self, national: CompanyId, merging: &[CompanyId]) {
        for frame in &mut self.frames {
            if let Frame::Operating { done, .. } = frame
                && merging.iter().any(|company| done.contains(company))
            {
                done.push(national);
            }
        }
    }

    /// Whether the company may have a turn: the Etat needs five shares outside its treasury (E26-4.6.2-25,
    /// E26-RUL-16), and nobody runs one whose certificate was never given out (E26-RUL-23).
    pub(super) fn may_operate(&self, rules: &Rules, company: CompanyId) -> bool {
        if !self.is_floated(company) {
            return false;
        }
        if !rules.is_national(company) {
            return true;
        }
        let own = Holder::Company(company);
        let paper = self
            .shared
            .papers
            .director_paper(&rules.definition, company);
        let kept = paper.is_some_and(|paper| self.shared.papers.holder(paper) == own);
        let outside = 10 - self.units(rules, company, own);
        !kept && (company != rules.special.etat.company || outside >= 5)
    }
}
