//! Sections 4.6.2 and 4.6.3: two old shares for one new, as a pure function.

/// Who exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Party {
    /// A player, by his place in the order.
    Player(usize),
    /// The treasuries of the merged companies, for the national's.
    Treasury,
    /// The market.
    Pool,
}

/// What a party gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Got {
    /// Who.
    pub(super) party: Party,
    /// Shares of the national.
    pub(super) shares: u8,
    /// Bonds.
    pub(super) bonds: u8,
}

/// The exchange of `old` shares: players in order, treasuries, market; `shares` and `bonds` are there to give out.
///
/// An odd share of a player or of the treasuries goes to the market; the market's is lost, and so is what the shares
/// and bonds do not suffice for (E26-4.6.2-06 to 13, E26-4.6.3-04, 05). With `treasuries_out` the treasuries exchange
/// nothing and their shares are lost (E26-DEP-10).
pub(super) fn exchange(
    players: &[u8],
    treasuries: u8,
    pool: u8,
    (mut shares, mut bonds): (u8, u8),
    treasuries_out: bool,
) -> Vec<Got> {
    let mut got = Vec::new();
    let mut market = pool;
    let mut give = |party: Party, old: u8| {
        let pairs = old / 2;
        let new = pairs.min(shares);
        let more = (pairs - new).min(bonds);
        shares -= new;
        bonds -= more;
        got.push(Got {
            party,
            shares: new,
            bonds: more,
        });
        old % 2
    };
    for (place, &old) in players.iter().enumerate() {
        market += give(Party::Player(place), old);
    }
    if !treasuries_out {
        market += give(Party::Treasury, treasuries);
    }
    give(Party::Pool, market);
    got
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(got: &[Got]) -> Vec<(u8, u8)> {
        got.iter().map(|got| (got.shares, got.bonds)).collect()
    }

    /// E26-4.6.2-14: Nord P1 three, treasury two + five; GC P2 three, P1 one, treasury one + five.
    #[test]
    fn worked_case() {
        let got = exchange(&[4, 3], 13, 0, (10, 0), false);
        assert_eq!(of(&got), [(2, 0), (1, 0), (6, 0), (1, 0)]);
    }

    /// E26-4.6.2-12: P3 four, P4 two, P1 four, P2 five, treasuries 15.
    #[test]
    fn shares_run_out() {
        let got = exchange(&[4, 2, 4, 5], 15, 0, (10, 0), false);
        assert_eq!(of(&got), [(2, 0), (1, 0), (2, 0), (2, 0), (3, 0), (0, 0)]);
    }

    /// E26-4.6.3-05: bonds after the tenth share, in the same order.
    #[test]
    fn bonds_follow() {
        let got = exchange(&[12, 10], 4, 4, (10, 10), false);
        assert_eq!(of(&got), [(6, 0), (4, 1), (0, 2), (0, 2)]);
    }
}
