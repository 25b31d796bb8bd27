//! Section I: the start packet.

use super::special::Item;
use super::{Y35Rules, Y1835};
use crate::action::Lot;
use crate::event::{Cause, Event};
use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, PaperId, PrivateId, Seat};
use crate::rejection::{Rejection, reject, require};
use crate::shared::Status;
use crate::titles::{PacketItem, PacketState};

impl Y35Rules {
    /// The printed name of an item.
    pub(crate) fn lot_name(&self, lot: Lot) -> String {
        match lot {
            Lot::Private(id) => self.definition.private_at(id).id.clone(),
            Lot::Company(id) if self.is_minor(id) => self.id(id).to_string(),
            Lot::Company(id) => format!("the director's share of {}", self.id(id)),
        }
    }
}

impl Y1835 {
    pub(super) fn packet_paper(&self, rules: &Y35Rules, lot: Lot) -> Option<PaperId> {
        match lot {
            Lot::Private(id) => self.shared.papers.private_paper(&rules.definition, id),
            Lot::Company(id) => self.shared.papers.director_paper(&rules.definition, id),
        }
    }

    /// Whether the item still lies in the packet.
    pub(super) fn in_packet(&self, rules: &Y35Rules, lot: Lot) -> bool {
        rules.special.item(lot).is_some()
            && self
                .packet_paper(rules, lot)
                .is_some_and(|paper| self.shared.papers.holder(paper) == Holder::Initial)
    }

    /// What is left of the packet, by rows that still have something.
    pub(crate) fn packet_left<'a>(&self, rules: &'a Y35Rules) -> Vec<Vec<&'a Item>> {
        rules
            .special
            .packet
            .iter()
            .map(|row| {
                row.iter()
                    .filter(|item| self.in_packet(rules, item.lot))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// The packet as laid out at the start, with what is sold.
    pub(super) fn laid_out(&self, rules: &Y35Rules) -> Vec<Vec<PacketItem>> {
        let open = self.packet_open(rules);
        let state = |lot| match self.packet_paper(rules, lot) {
            _ if open.contains(&lot) => PacketState::Open,
            _ if self.in_packet(rules, lot) => PacketState::Waiting,
            Some(paper) => PacketState::Sold(self.shared.papers.holder(paper)),
            None => PacketState::Sold(Holder::Gone),
        };
        let with = |item: &Item| {
            let company = item.with?;
            let wanted = self.comes_with_director(rules, item.lot);
            let (_, units, _) = (self.shared.papers)
                .of_company(&rules.definition, company)
                .find(|(_, _, director)| *director == wanted)?;
            Some((company, units * 5))
        };
        (rules.special.packet.iter())
            .map(|row| {
                let item = |item: &Item| PacketItem {
                    lot: item.lot,
                    price: self.packet_price(rules, item),
                    with: with(item),
                    state: state(item.lot),
                };
                row.iter().map(item).collect()
            })
            .collect()
    }

    /// Whether the director's certificate comes with the item (E35-PREP-07).
    fn comes_with_director(&self, rules: &Y35Rules, lot: Lot) -> bool {
        lot == Lot::Private(rules.special.privates[super::special::LD])
    }

    /// Whether nothing is left of it.
    pub(crate) fn packet_sold(&self, rules: &Y35Rules) -> bool {
        self.packet_left(rules).iter().all(Vec::is_empty)
    }

    /// The items that may be bought now (E35-I-03 to 05).
    pub(crate) fn packet_open(&self, rules: &Y35Rules) -> Vec<Lot> {
        let rows = self.packet_left(rules);
        if rules.options.clemens_start {
            return rows.iter().flatten().map(|item| item.lot).collect();
        }
        let Some(top) = rows.iter().position(|row| !row.is_empty()) else {
            return Vec::new();
        };
        let mut open: Vec<Lot> = rows
            .get(top)
            .into_iter()
            .flatten()
            .map(|item| item.lot)
            .collect();
        if open.len() == 1 {
            open.extend(
                rows.get(top + 1)
                    .and_then(|row| row.first())
                    .map(|item| item.lot),
            );
        }
        open
    }

    /// The price of an item (E35-PREP-06, E35-OPT-02).
    pub(crate) fn packet_price(&self, rules: &Y35Rules, item: &Item) -> i32 {
        match item.lot {
            Lot::Private(id) if rules.options.privates_get_cheaper => {
                let income = self.income_of(rules, id);
                (item.price - income * i32::from(self.unsold_rounds)).max(0)
            }
            _ => item.price,
        }
    }

    /// Income of a private (E35-II.1-02, E35-OPT-01).
    pub(crate) fn income_of(&self, rules: &Y35Rules, private: PrivateId) -> i32 {
        if rules.options.leipzig_income_30 && private == rules.special.privates[super::special::LD]
        {
            return 30;
        }
        rules.definition.private_at(private).income
    }

    pub(super) fn plan_take(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        lot: Lot,
    ) -> Result<i32, Rejection> {
        let Some(item) = rules.special.item(lot) else {
            reject!(
                "E35-PREP-05",
                "{} is no item of the start packet",
                rules.lot_name(lot)
            )
        };
        let name = rules.lot_name(lot);
        require!(
            self.in_packet(rules, lot),
            "E35-I-03",
            "{name} is sold already"
        );
        let open = self.packet_open(rules);
        if !open.contains(&lot) {
            let names: Vec<String> = open.iter().map(|&lot| rules.lot_name(lot)).collect();
            let rule = if open.len() > 1 && self.top_row(rules) == 1 {
                "E35-I-04"
            } else if open.len() == 1 {
                "E35-I-05"
            } else {
                "E35-I-03"
            };
            reject!(
                rule,
                "{name} is not open yet; these are: {}",
                names.join(", ")
            )
        }
        let (held, limit) = self.certificates_and_limit(rules, seat);
        let needs = if item.with.is_some() { 2 } else { 1 };
        require!(
            held + needs <= limit,
            if needs == 2 {
                "E35-RUL-38"
            } else {
                "E35-XV.4-01"
            },
            "you hold {held} certificates, {name} brings {needs}, the limit is {limit}"
        );
        let price = self.packet_price(rules, item);
        let cash = self.shared.player_cash(seat);
        require!(
            cash >= price,
            "E35-I-06",
            "{name} costs {}, you have {}",
            rules.money(price),
            rules.money(cash)
        );
        Ok(price)
    }

    /// Items in the uppermost row that has any.
    fn top_row(&self, rules: &Y35Rules) -> usize {
        self.packet_left(rules)
            .iter()
            .map(Vec::len)
            .find(|len| *len > 0)
            .unwrap_or(0)
    }

    pub(super) fn do_take(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        lot: Lot,
        events: &mut Vec<Event>,
    ) {
        let Some(item) = rules.special.item(lot).copied() else {
            return;
        };
        let price = self.packet_price(rules, &item);
        let cause = match lot {
            Lot::Company(id) if !rules.is_minor(id) => Cause::Share,
            _ => Cause::Private,
        };
        self.pay(events, Account::Player(seat), Account::Bank, price, cause);
        events.push(Event::LotWon {
            seat,
            lot,
            amount: price,
        });
        if let Some(paper) = self.packet_paper(rules, lot) {
            self.shared.move_paper(events, paper, Holder::Player(seat));
        }
        match lot {
            Lot::Company(id) if rules.is_minor(id) => {
                self.start_minor(rules, id, item.price, events)
            }
            Lot::Company(id) => {
                events.push(Event::DirectorChanged {
                    company: id,
                    from: None,
                    to: Some(seat),
                });
                self.after_new_share(rules, id, events);
            }
            Lot::Private(_) => {}
        }
        // E35-PREP-07.
        if let Some(company) = item.with
            && let Some((paper, _, director)) = self.next_new(rules, company, lot)
        {
            self.shared.move_paper(events, paper, Holder::Player(seat));
            if director {
                events.push(Event::DirectorChanged {
                    company,
                    from: None,
                    to: Some(seat),
                });
            }
            self.after_new_share(rules, company, events);
        }
    }

    /// The companion of an item: the director's certificate for the Leipzig-Dresdner, else an ordinary one.
    fn next_new(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        lot: Lot,
    ) -> Option<(PaperId, u8, bool)> {
        let wants = self.comes_with_director(rules, lot);
        self.shared
            .papers
            .held(&rules.definition, company, Holder::Initial)
            .find(|(_, _, director)| *director == wants)
    }

    /// E35-I-13, E35-III-01: a minor starts.
    fn start_minor(
        &mut self,
        rules: &Y35Rules,
        minor: CompanyId,
        capital: i32,
        events: &mut Vec<Event>,
    ) {
        if let Some(facts) = self.shared.company_mut(minor) {
            facts.status = Status::Open;
            facts.units = super::setup::UNITS;
        }
        if let Some(seat) = self.director(rules, minor) {
            events.push(Event::CompanyStarted {
                company: minor,
                seat,
                price: capital,
            });
        }
        self.pay(
            events,
            Account::Bank,
            Account::Company(minor),
            capital,
            Cause::Capital,
        );
        self.place_home(rules, minor, events);
    }
}
