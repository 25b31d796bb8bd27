//! Sections XIV and XV.1: the share round and a player's turn in it.

use super::xv_sales::SaleIn;
use super::{Frame, Round, Todo, Y35Rules, Y1835};
use crate::action::{Action, Lot, Source};
use crate::event::{Event, RoundKind};
use crate::finance::{Dir, Holder};
use crate::ids::{PrivateId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::shared::Ending;

impl Y1835 {
    /// A share round begins.
    pub(super) fn begin_share_round(&mut self, events: &mut Vec<Event>) {
        self.sold.clear();
        self.sold_now.clear();
        self.last_buyer = None;
        events.push(Event::RoundBegan {
            kind: RoundKind::Stock,
            turn: self.shared.turn,
            number: 0,
        });
        self.frames.push(Frame::Share {
            turn: self.shared.table.priority,
            passes: Vec::new(),
            bought: false,
            sold: false,
            turns: 0,
        });
    }

    pub(super) fn plan_share(
        &self,
        rules: &Y35Rules,
        seat: Seat,
        bought: bool,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::SellPapers(company, parcel) => {
                return self
                    .plan_sale(rules, seat, company, parcel, SaleIn::Share)
                    .map(|_| 0);
            }
            Action::Sell(company, _) => {
                require!(
                    !rules.is_minor(company),
                    "E35-III-07",
                    "minors cannot be sold"
                );
                reject!(
                    "E35-XV.7-05",
                    "name the certificates: sell {} 10%",
                    rules.id(company)
                )
            }
            Action::SellPrivate(private) => reject!(
                "E35-II.1-03",
                "privates cannot be sold, {} neither",
                rules.definition.private_at(private).id
            ),
            _ => {}
        }
        let (held, limit) = self.certificates_and_limit(rules, seat);
        if held > limit && !self.sales(rules, seat, SaleIn::Share).is_empty() {
            reject!(
                "E35-XV.7-08",
                "you hold {held} certificates, the limit is {limit}: sell shares first"
            )
        }
        match *action {
            Action::Pass => Ok(0),
            Action::Take(_) | Action::Buy(..) | Action::BuyPaper(..) | Action::BuyDirector(_)
                if bought =>
            {
                reject!(
                    "E35-XV.1-01",
                    "you have bought a certificate in this turn: one a turn"
                )
            }
            Action::Take(lot) => self.plan_take(rules, seat, lot),
            Action::LayBy(..) | Action::TokenBy(..) => reject!(
                "E35-II.2-06",
                "the powers of privates are used in operating rounds"
            ),
            Action::Fold(_) => reject!(
                "E35-II.2-19",
                "an exchange for Prussian shares is asked before the round"
            ),
            _ => self.plan_purchase(rules, seat, action),
        }
    }

    pub(super) fn legal_share(&self, rules: &Y35Rules, seat: Seat, bought: bool) -> Vec<Choice> {
        let definition = &rules.definition;
        let mut domain = self.sales(rules, seat, SaleIn::Share);
        domain.extend(
            definition
                .company_ids()
                .map(|id| Action::Take(Lot::Company(id))),
        );
        domain.extend(
            (0..definition.privates.len())
                .map(|index| Action::Take(Lot::Private(PrivateId::from(index)))),
        );
        for company in rules.majors() {
            domain.push(Action::Buy(company, Source::Treasury));
            domain.push(Action::BuyDirector(company));
            for percent in [5, 10, 20] {
                domain.push(Action::BuyPaper(company, percent, None));
                for other in 0..rules.players {
                    domain.push(Action::BuyPaper(company, percent, Some(Seat(other))));
                }
            }
        }
        domain.push(Action::Pass);
        domain
            .into_iter()
            .filter(|action| self.plan_share(rules, seat, bought, action).is_ok())
            .map(Choice::One)
            .collect()
    }

    fn share_frame(
        &mut self,
    ) -> Option<(&mut Seat, &mut Vec<Seat>, &mut bool, &mut bool, &mut u8)> {
        self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Share {
                turn,
                passes,
                bought,
                sold,
                turns,
            } => Some((turn, passes, bought, sold, turns)),
            _ => None,
        })
    }

    pub(super) fn do_share(
        &mut self,
        rules: &Y35Rules,
        seat: Seat,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Pass => self.end_share_turn(rules, seat, events),
            Action::SellPapers(company, parcel) => {
                if let Some((_, _, _, sold, _)) = self.share_frame() {
                    *sold = true;
                }
                self.sold.push((seat, company));
                self.do_sale(rules, seat, company, parcel, events);
            }
            _ => {
                if let Some((_, _, bought, _, _)) = self.share_frame() {
                    *bought = true;
                }
                self.last_buyer = Some(seat);
                // E35-I-10, E35-XIV.2-02.
                let turns = self.share_frame().map_or(0, |(_, _, _, _, turns)| *turns);
                let next = if self.runs_backwards(rules, turns) {
                    Seat((seat.0 + rules.players - 1) % rules.players)
                } else {
                    self.shared.table.after(seat)
                };
                if self.shared.table.priority != next {
                    self.shared.table.priority = next;
                    events.push(Event::Priority { seat: next });
                }
                match *action {
                    Action::Take(lot) => self.do_take(rules, seat, lot, events),
                    _ => self.do_purchase(rules, seat, action, events),
                }
                // E35-I-01: in the first round a purchase ends the turn.
                if self.shared.turn == 1 {
                    self.end_share_turn(rules, seat, events);
                }
            }
        }
    }

    /// Whether the turn of that number belongs to a cycle that runs backwards (start variants).
    fn runs_backwards(&self, rules: &Y35Rules, turns: u8) -> bool {
        let players = rules.players;
        self.shared.turn == 1
            && (rules.options.clemens_start && turns < players
                || rules.options.snake_start && (players..2 * players).contains(&turns))
    }

    /// Whose turn comes after the turn number `turns` of a round (start variants: the first round only).
    pub(super) fn next_seat(&self, rules: &Y35Rules, seat: Seat, turns: u8) -> Seat {
        let players = rules.players;
        if self.shared.turn == 1 {
            if rules.options.clemens_start && turns <= players {
                return Seat(players.saturating_sub(turns + 1) * u8::from(turns < players));
            }
            if rules.options.snake_start && turns >= players && turns <= 2 * players {
                return Seat((2 * players).saturating_sub(turns + 1));
            }
        }
        self.shared.table.after(seat)
    }

    /// The turn goes on to the next player, or the round ends (E35-I-09, E35-XIV.2-01, E35-RUL-46).
    fn end_share_turn(&mut self, rules: &Y35Rules, seat: Seat, events: &mut Vec<Event>) {
        let all = self.shared.table.from(seat);
        let sale_passes = rules.options.sale_turn_passes;
        let Some((_, passes, bought, sold, turns)) = self.share_frame() else {
            return;
        };
        let dealt = *bought || *sold && !sale_passes;
        if dealt {
            passes.clear();
        } else if !passes.contains(&seat) {
            passes.push(seat);
        }
        let silent = !*bought && !*sold;
        *bought = false;
        *sold = false;
        *turns = turns.saturating_add(1);
        let count = *turns;
        let over = all.iter().all(|seat| passes.contains(seat));
        if silent {
            events.push(Event::Passed { seat });
        }
        self.sold_now.clear();
        if over {
            self.end_share_round(rules, events);
            return;
        }
        let next = self.next_seat(rules, seat, count);
        if let Some((turn, ..)) = self.share_frame() {
            *turn = next;
        }
    }

    pub(super) fn end_share_round(&mut self, rules: &Y35Rules, events: &mut Vec<Event>) {
        self.frames
            .retain(|frame| !matches!(frame, Frame::Share { .. }));
        // E35-XIV.4-01 to 04.
        for company in self.shared.markers.in_order(&rules.definition.chart) {
            let left = self
                .shared
                .units(&rules.definition, company, Holder::Initial)
                + self.shared.units(&rules.definition, company, Holder::Pool);
            if left == 0 {
                self.move_price(rules, company, &[Dir::Up], events);
            }
        }
        let unsold = (0..rules.definition.privates.len())
            .any(|index| self.in_packet(rules, Lot::Private(PrivateId::from(index))));
        if unsold {
            self.unsold_rounds = self.unsold_rounds.saturating_add(1);
        }
        self.sold.clear();
        self.sold_now.clear();
        self.floated.clear();
        // E35-XIV.5-01, E35-XVI-03.
        self.rounds_in_set = if self.shared.ending == Ending::Last {
            1
        } else {
            rules
                .definition
                .phases
                .get(usize::from(self.shared.phase))
                .map_or(1, |phase| phase.operating_rounds)
        };
        self.frames.push(Frame::After {
            todo: vec![Todo::Questions, Todo::Begin(Round::Operating(1))],
        });
    }
}
