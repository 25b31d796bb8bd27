//! Papers: every share, charter and private has exactly one holder, so that none is made or lost.

use crate::ids::{CompanyId, PaperId, PrivateId, Seat};
use crate::rules::{Definition, PaperDef};

/// Where a paper is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// With a player.
    Player(Seat),
    /// In a company's treasury.
    Company(CompanyId),
    /// In the initial offering, not yet in play.
    Initial,
    /// In the open market (the pool).
    Pool,
    /// Held back until the company grows.
    Reserved,
    /// Out of the game.
    Gone,
}

/// The holders of all papers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Papers {
    holders: Vec<Holder>,
}

impl Papers {
    /// All papers in the initial offering, those marked so in reserve.
    pub fn new(definition: &Definition) -> Papers {
        let holders = definition
            .papers
            .iter()
            .map(|paper| match paper {
                PaperDef::Share { reserve: true, .. } => Holder::Reserved,
                _ => Holder::Initial,
            })
            .collect();
        Papers { holders }
    }

    /// Who holds the paper.
    pub fn holder(&self, paper: PaperId) -> Holder {
        self.holders
            .get(paper.index())
            .copied()
            .unwrap_or(Holder::Gone)
    }

    /// Moves a paper.
    pub fn move_to(&mut self, paper: PaperId, holder: Holder) {
        if let Some(place) = self.holders.get_mut(paper.index()) {
            *place = holder;
        }
    }

    /// Every paper of the company: id, units, whether it is the director's.
    pub fn of_company<'a>(
        &self,
        definition: &'a Definition,
        company: CompanyId,
    ) -> impl Iterator<Item = (PaperId, u8, bool)> + 'a {
        let (first, papers) = definition.papers_about(company);
        (papers.iter().zip(first..)).filter_map(move |(paper, index)| match paper {
            PaperDef::Share {
                company: of,
                units,
                director,
                ..
            } if *of == company => Some((PaperId::from(index), *units, *director)),
            _ => None,
        })
    }

    /// Papers of the company that `holder` has: id, units, whether it is the director's.
    pub fn held<'a>(
        &'a self,
        definition: &'a Definition,
        company: CompanyId,
        holder: Holder,
    ) -> impl Iterator<Item = (PaperId, u8, bool)> + 'a {
        self.of_company(definition, company)
            .filter(move |(paper, _, _)| self.holder(*paper) == holder)
    }

    /// Units of the company that `holder` has.
    pub fn units(&self, definition: &Definition, company: CompanyId, holder: Holder) -> u8 {
        self.held(definition, company, holder)
            .map(|(_, units, _)| units)
            .sum()
    }

    /// Certificates of the company that `holder` has.
    pub fn certificates(&self, definition: &Definition, company: CompanyId, holder: Holder) -> u8 {
        self.held(definition, company, holder).count() as u8
    }

    /// The director's certificate of the company.
    pub fn director_paper(&self, definition: &Definition, company: CompanyId) -> Option<PaperId> {
        self.of_company(definition, company)
            .find(|(_, _, director)| *director)
            .map(|(paper, _, _)| paper)
    }

    /// The player who holds the director's certificate.
    pub fn director(&self, definition: &Definition, company: CompanyId) -> Option<Seat> {
        match self.holder(self.director_paper(definition, company)?) {
            Holder::Player(seat) => Some(seat),
            _ => None,
        }
    }

    /// The paper of a private.
    pub fn private_paper(&self, definition: &Definition, private: PrivateId) -> Option<PaperId> {
        definition
            .papers
            .iter()
            .position(|paper| matches!(paper, PaperDef::Private(of) if *of == private))
            .map(PaperId::from)
    }

    /// Who holds a private.
    pub fn private_holder(&self, definition: &Definition, private: PrivateId) -> Holder {
        self.private_paper(definition, private)
            .map_or(Holder::Gone, |paper| self.holder(paper))
    }
}
