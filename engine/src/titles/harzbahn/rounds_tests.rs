//! The opening of a game of four, from the premium to the first operating round.

use crate::action::{Action, Lot, Source};
use crate::finance::{Account, Holder};
use crate::game::{Game, Setup};
use crate::ids::{CompanyId, Seat};

const P1: Seat = Seat(0);
const P2: Seat = Seat(1);
const P3: Seat = Seat(2);
const P4: Seat = Seat(3);

/// Mine `number`; mine n is company n - 1.
fn mine(number: u8) -> CompanyId {
    CompanyId(number - 1)
}

fn take(number: u8) -> Action {
    Action::Take(Lot::Company(mine(number)))
}

/// Acts; every action that is accepted must be listed.
fn act(game: &mut Game, seat: Seat, action: Action) {
    assert!(game.legal(seat).contains(&action), "{action:?} of {seat:?}");
    game.apply(seat, &action)
        .unwrap_or_else(|no| panic!("{action:?} of {seat:?}: {no:?}"));
}

fn opening() -> Game {
    let mut game = Game::new(Setup::new("1873", 4)).expect("a game");
    let game_ref = &mut game;
    for (seat, bid) in [(P1, 0), (P2, -1), (P3, 70), (P4, 80), (P1, -1), (P3, -1)] {
        let action = if bid < 0 {
            Action::Pass
        } else {
            Action::Premium(bid)
        };
        act(game_ref, seat, action);
    }
    assert_eq!(game_ref.shared().table.order, [P4, P3, P1, P2]);
    assert!(game_ref.check(P4, &Action::Pass).is_err());
    for (seat, number) in [(P4, 12), (P3, 15), (P1, 10)] {
        act(game_ref, seat, take(number));
    }
    game
}

#[test]
fn the_premium_falls_when_all_pass_in_succession() {
    let mut game = opening();
    assert_eq!(game.shared().player_cash(P4), 1050 - 320);
    for _ in 0..4 {
        let seat = game.decision().expect("a question").seat;
        act(&mut game, seat, Action::Pass);
    }
    // The turn goes on with the next player.
    assert_eq!(game.decision().map(|ask| ask.seat), Some(P2));
    assert_eq!(game.check(P2, &take(9)), Ok(190 + 70));
}

#[test]
fn the_opening_leads_to_the_first_operating_round() {
    let mut game = opening();
    // Everybody passes until the premium is 0 and the auction ends: the mines left close.
    while game.round_name() == "Start auction" {
        let seat = game.decision().expect("a question").seat;
        act(&mut game, seat, Action::Pass);
    }
    let (rules, state) = game.harzbahn().expect("Harzbahn 1873");
    assert_eq!(state.mine_holder(rules, mine(8)), Holder::Reserved);
    assert!(!state.mine(mine(8)).open);
    assert_eq!(game.round_name(), "SR 1");
    let definition = game.definition();
    let id = |name: &str| definition.company(name).expect("a company");
    let (hw, mhe) = (id("HW"), id("MHE"));
    // P4 owns but one mine, P1 the other of the Vor-Harzer two: he is asked.
    act(
        &mut game,
        P4,
        Action::Unite {
            company: hw,
            first: mine(12),
            second: mine(10),
        },
    );
    assert_eq!(game.decision().map(|ask| ask.seat), Some(P1));
    act(&mut game, P1, Action::Refuse);
    act(
        &mut game,
        P4,
        Action::Unite {
            company: hw,
            first: mine(12),
            second: mine(10),
        },
    );
    act(&mut game, P1, Action::Agree);
    let (rules, state) = game.harzbahn().expect("Harzbahn 1873");
    assert_eq!(state.value(rules, hw), 220);
    assert_eq!(state.director(rules, hw), Some(P4));
    assert_eq!(state.shares(rules, hw, Holder::Player(P1)), 1);
    assert_eq!(state.pits(hw), [mine(12), mine(10)]);
    act(&mut game, P3, Action::Buy(mhe, Source::Market));
    for _ in 0..4 {
        let seat = game.decision().expect("a question").seat;
        act(&mut game, seat, Action::Pass);
    }
    assert_eq!(game.round_name(), "OR 1.1");
    assert_eq!(game.operating_order(), [mine(15), hw, mhe]);
    // Most cash first; equal cash keeps the order.
    let cash = |seat| game.shared().cash.of(Account::Player(seat));
    let order = &game.shared().table.order;
    assert!(order.windows(2).all(|pair| cash(pair[0]) >= cash(pair[1])));
}
