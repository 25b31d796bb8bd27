//! Section 4.8.2: bankruptcy (E26-RUL-32).

use super::s3_sales::SaleIn;
use super::{Frame, Rules, Step, Y1826};
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId, Seat, TrainId};
use crate::rolling_stock::TrainHolder;
use crate::rules::PaperDef;

impl Y1826 {
    /// He sells what he may, his money goes to the company that needed it (E26-4.8.2-06), and he leaves.
    pub(super) fn do_bankrupt(
        &mut self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        events: &mut Vec<Event>,
    ) {
        self.sell_all(rules, seat, SaleIn::Forced(company), events);
        let cash = self.shared.player_cash(seat);
        self.pay(
            events,
            Account::Player(seat),
            Account::Company(company),
            cash,
            Cause::Estate,
        );
        if let Some((
            _,
            Step::Interest {
                revenue,
                due,
                lacking,
                bonds,
            },
            _,
        )) = self.turn()
        {
            self.set_step(Step::Interest {
                revenue,
                due,
                lacking: lacking - cash,
                bonds,
            });
        }
        events.push(Event::Bankrupt { seat });
        if let Some(out) = self.shared.table.out.get_mut(seat.index()) {
            *out = true;
        }
        let headless = self.give_up_papers(rules, seat, events);
        let count = self.bonds.of(seat);
        self.move_bonds(Holder::Player(seat), Holder::Pool, count, events);
        for company in headless {
            self.succeed(rules, company, seat, events);
        }
        if self.shared.table.priority == seat {
            self.shared.table.priority = self.shared.table.after(seat);
        }
        let left = self.shared.table.out.iter().filter(|out| !**out).count();
        if left <= 1 {
            self.end_game(events);
        }
    }

    /// His certificates go to the market, his privates out of the game (E26-4.8.2-02); the companies he presided over.
    fn give_up_papers(
        &mut self,
        rules: &Rules,
        seat: Seat,
        events: &mut Vec<Event>,
    ) -> Vec<CompanyId> {
        let mut headless = Vec::new();
        for index in 0..rules.definition.papers.len() {
            let paper = PaperId::from(index);
            if self.shared.papers.holder(paper) != Holder::Player(seat) {
                continue;
            }
            match rules.definition.papers.get(index) {
                Some(PaperDef::Share {
                    company, director, ..
                }) => {
                    if *director {
                        headless.push(*company);
                    }
                    self.shared.move_paper(events, paper, Holder::Pool);
                }
                _ => self.shared.move_paper(events, paper, Holder::Gone),
            }
        }
        headless
    }

    /// The next eligible player presides; without one the company closes (E26-4.8.2-03 to 05).
    fn succeed(&mut self, rules: &Rules, company: CompanyId, old: Seat, events: &mut Vec<Event>) {
        let national = rules.is_national(company);
        let least = if national { 1 } else { 2 };
        if let Some((next, _)) = self.successor(rules, company, old, least) {
            self.swap_president(rules, company, old, next, Holder::Pool, events);
            return;
        }
        events.push(Event::DirectorChanged {
            company,
            from: Some(old),
            to: None,
        });
        if !national {
            self.close_company(rules, company, events);
        }
    }

    /// Shares out of the game without payment, stations off the map, trains to the market (E26-4.8.2-04).
    fn close_company(&mut self, rules: &Rules, company: CompanyId, events: &mut Vec<Event>) {
        let papers: Vec<PaperId> = self
            .shared
            .papers
            .of_company(&rules.definition, company)
            .map(|(paper, ..)| paper)
            .collect();
        for paper in papers {
            self.shared.move_paper(events, paper, Holder::Gone);
        }
        let trains: Vec<TrainId> = self.shared.trains(company).map(|train| train.id).collect();
        for train in trains {
            self.shared.move_train(events, train, TrainHolder::Pool);
        }
        let cash = self.shared.treasury(company);
        self.pay(
            events,
            Account::Company(company),
            Account::Bank,
            cash,
            Cause::Estate,
        );
        if let Some(loans) = self.loans.get_mut(company.index()) {
            *loans = 0;
        }
        if self.mail.is_some_and(|(owner, _)| owner == company) {
            self.mail = None;
        }
        if self.extra_train == Some(company) {
            self.extra_train = None;
        }
        self.remove_company(company, events);
        let ended =
            matches!(self.frames.last(), Some(Frame::Turn { company: of, .. }) if *of == company);
        if ended {
            self.frames.pop();
        }
    }
}
