//! Section 4.3: powers of privates; and whatever needs the consent of others (4.3, 4.7.9, 4.10).

use super::{Frame, Rules, Step, Y1826};
use crate::action::{Action, TrainSource};
use crate::board::{Colour, StopKind};
use crate::event::Event;
use crate::finance::Holder;
use crate::ids::{CompanyId, HexId, PrivateId, Seat};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};

impl Y1826 {
    /// The player who holds a private.
    pub(super) fn owner(&self, rules: &Rules, private: PrivateId) -> Option<Seat> {
        match self
            .shared
            .papers
            .private_holder(&rules.definition, private)
        {
            Holder::Player(seat) => Some(seat),
            _ => None,
        }
    }

    /// The private whose power belongs to the step (E26-4.7-06).
    pub(super) fn power_of(&self, rules: &Rules, step: Step) -> Option<PrivateId> {
        let power = match step {
            Step::Track { .. } => rules.special.bridge,
            Step::Token { .. } => rules.special.mail,
            Step::Trains { .. } => rules.special.algerian,
            _ if rules.options.convert_and_algerie_any_time => rules.special.algerian,
            _ => return None,
        };
        self.owner(rules, power).map(|_| power)
    }

    /// A private leaves the game (E26-4.3-05).
    pub(super) fn close_private(
        &mut self,
        rules: &Rules,
        private: PrivateId,
        events: &mut Vec<Event>,
    ) {
        if let Some(paper) = self
            .shared
            .papers
            .private_paper(&rules.definition, private)
            .filter(|&paper| self.shared.papers.holder(paper) != Holder::Gone)
        {
            self.shared.move_paper(events, paper, Holder::Gone);
        }
    }

    /// Whether the seat may use the private at all: it is his, or he presides over the company that it would serve.
    pub(super) fn judge_power(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        private: PrivateId,
    ) -> Result<(), Rejection> {
        require!(
            private.index() < rules.definition.privates.len(),
            "E26-4.3-04",
            "there is no such private"
        );
        let id = &rules.definition.private_at(private).id;
        let Some(owner) = self.owner(rules, private) else {
            reject!("E26-4.3-05", "{id} is closed or nobody's")
        };
        require!(
            owner == seat || self.president(rules, company) == Some(seat),
            "E26-4.3-04",
            "the power of {id} is asked for by its owner"
        );
        Ok(())
    }

    /// Mail and Train-Limit token (E26-4.3-08, E26-4.3-11).
    pub(super) fn plan_use(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
        (private, hex): (PrivateId, Option<HexId>),
    ) -> Result<i32, Rejection> {
        self.judge_power(rules, seat, company, private)?;
        let special = &rules.special;
        let id = &rules.definition.private_at(private).id;
        if private == special.mail {
            require!(
                matches!(step, Step::Token { .. }),
                "E26-4.7-06",
                "{id} is used in the step of stations"
            );
            let map = &rules.definition.map;
            let city = hex
                .filter(|hex| hex.index() < map.hexes.len())
                .is_some_and(|hex| {
                    let stops = &self.shared.board.face(map, hex).stops;
                    stops.iter().any(|stop| stop.kind == StopKind::City)
                });
            require!(
                city,
                "E26-4.3-08",
                "{id} marks a city: name the hex of one, not a town or a place off the map"
            );
            return Ok(0);
        }
        if private == special.algerian {
            require!(
                matches!(step, Step::Trains { .. }) || rules.options.convert_and_algerie_any_time,
                "E26-4.7-06",
                "{id} is used in the step of trains"
            );
            require!(hex.is_none(), "E26-4.3-11", "{id} needs no hex");
            return Ok(0);
        }
        if private == special.bridge {
            reject!(
                "E26-4.3-06",
                "{id} is used with a lay: lay HEX TILE by {id}"
            )
        }
        reject!("E26-4.3-04", "{id} has no power to use")
    }

    /// What a seat may use in the step by itself.
    pub(super) fn legal_powers(
        &self,
        rules: &Rules,
        seat: Seat,
        company: CompanyId,
        step: Step,
    ) -> Vec<Choice> {
        let mut domain: Vec<Action> = Vec::new();
        for private in Self::privates(rules) {
            domain.push(Action::Use(private, None));
            let hexes = rules.definition.map.hex_ids();
            domain.extend(hexes.map(|hex| Action::Use(private, Some(hex))));
        }
        domain
            .into_iter()
            .filter(|action| {
                matches!(action, Action::Use(private, hex)
                    if self.plan_use(rules, seat, company, step, (*private, *hex)).is_ok())
            })
            .map(Choice::One)
            .collect()
    }

    pub(super) fn do_use(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        private: PrivateId,
        hex: Option<HexId>,
        events: &mut Vec<Event>,
    ) {
        match hex {
            Some(hex) => self.mail = Some((company, hex)),
            None => self.extra_train = Some(company),
        }
        events.push(Event::PowerUsed {
            private,
            company,
            hex,
        });
        self.close_private(rules, private, events);
    }

    /// The company that guards a hex still without a tile, if it is in the game (E26-4.10-06, E26-RUL-12).
    pub(super) fn guard(&self, rules: &Rules, hex: HexId) -> Option<CompanyId> {
        let old = self.shared.board.face(&rules.definition.map, hex);
        let mut guarded = rules.special.guarded.iter();
        let found = guarded.find(|(place, _)| *place == hex)?;
        let closed = self.shared.company(found.1).status == crate::shared::Status::Closed;
        (old.colour == Colour::White && !closed).then_some(found.1)
    }

    /// Everybody who must agree to the action besides the `asker`, in order of being asked.
    fn consents(
        &self,
        rules: &Rules,
        company: CompanyId,
        action: &Action,
        asker: Seat,
    ) -> Vec<Seat> {
        let mut all: Vec<Option<Seat>> = Vec::new();
        match *action {
            Action::LayBy(private, ..) | Action::Use(private, _) => {
                all.push(self.owner(rules, private));
                all.push(self.president(rules, company));
            }
            Action::Train(TrainSource::Company(_, seller, ..)) => {
                all.push(self.president(rules, seller));
            }
            _ => {}
        }
        if let Action::Lay(hex, ..) | Action::LayBy(_, hex, ..) = *action
            && let Some(guard) = self.guard(rules, hex)
        {
            all.push(self.president(rules, guard));
        }
        let mut waiting: Vec<Seat> = Vec::new();
        for seat in all.into_iter().flatten() {
            if seat != asker && !waiting.contains(&seat) {
                waiting.push(seat);
            }
        }
        waiting
    }

    /// Asks whoever must agree; whether anybody must.
    pub(super) fn ask_consent(
        &mut self,
        rules: &Rules,
        company: CompanyId,
        action: &Action,
        asker: Seat,
        events: &mut Vec<Event>,
    ) -> bool {
        let waiting = self.consents(rules, company, action, asker);
        if waiting.is_empty() {
            return false;
        }
        events.extend(waiting.iter().map(|&seat| Event::Asked { seat }));
        self.frames.push(Frame::Consent {
            company,
            action: action.clone(),
            asker,
            waiting,
        });
        true
    }

    pub(super) fn plan_consent(
        &self,
        seat: Seat,
        asker: Seat,
        waiting: &[Seat],
        action: &Action,
    ) -> Result<i32, Rejection> {
        match action {
            Action::Agree if waiting.contains(&seat) => Ok(0),
            Action::Refuse if waiting.contains(&seat) || seat == asker => Ok(0),
            Action::Agree => reject!(
                "E26-4.3-04",
                "the other side must agree; you may take back what you asked for by refusing"
            ),
            _ => reject!("E26-4.3-04", "a question is open: agree or refuse"),
        }
    }

    pub(super) fn do_consent(
        &mut self,
        rules: &Rules,
        seat: Seat,
        yes: bool,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Answered { seat, yes });
        if !yes {
            self.frames.pop();
            return;
        }
        let Some(Frame::Consent { waiting, .. }) = self.frames.last_mut() else {
            return;
        };
        waiting.retain(|&other| other != seat);
        if !waiting.is_empty() {
            return;
        }
        if let Some(Frame::Consent {
            company,
            action,
            asker,
            ..
        }) = self.frames.pop()
        {
            self.perform(rules, asker, company, &action, events);
        }
    }
}
