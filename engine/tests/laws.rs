//! Laws that hold in every position of every title.

mod support;

use engine::ids::{CompanyId, FaceId, HexId, KindId, PrivateId, Seat, TrainId};
use engine::{
    Action, BondDeal, By, CompanySet, Entry, Game, Lot, Parcel, Payout, Run, RunStep, Setup,
    Source, Terms, Topic, TrainSource,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use support::{Draw, choose, domain, invariants, lays, setups};

/// Plays a game of the seed and calls `look` before each action.
fn play(setup: Setup, seed: u64, steps: usize, mut look: impl FnMut(&Game, &mut Draw)) -> Game {
    let mut draw = Draw::new(seed);
    let mut game = Game::new(setup).expect("a set-up of the list");
    for _ in 0..steps {
        look(&game, &mut draw);
        let Some((seat, action)) = choose(&game, &mut draw) else {
            assert!(
                game.is_over(),
                "dead end in {}:\n{}",
                game.round_name(),
                game.ledger()
            );
            break;
        };
        let text = game.print(&action);
        game.apply(seat, &action)
            .unwrap_or_else(|refused| panic!("listed but refused: {text}: {refused}"));
    }
    game
}

/// An action is accepted if and only if `legal()` lists it, over whole domains.
#[test]
fn listed_if_and_only_if_accepted() {
    let mut looked = 0;
    for (index, setup) in setups().into_iter().enumerate() {
        play(setup, 11 + index as u64, 1500, |game, draw| {
            let Some(ask) = game.decision() else { return };
            let rare = !matches!(
                ask.topic,
                Topic::Track
                    | Topic::Trains
                    | Topic::Run
                    | Topic::Bid
                    | Topic::OpenLot
                    | Topic::Token
                    | Topic::Dividend
            );
            if !draw.one_in(if rare { 4 } else { 25 }) {
                return;
            }
            looked += 1;
            let mut all = domain(game);
            if matches!(
                ask.topic,
                Topic::Track | Topic::HomeTile | Topic::ConcessionRoute
            ) && draw.one_in(3)
            {
                all.extend(lays(game));
            }
            for ask in game.asks() {
                let legal = game.legal(ask.seat);
                for action in &all {
                    if matches!(action, Action::Run(_)) {
                        continue;
                    }
                    let checked = game.check(ask.seat, action);
                    assert_eq!(
                        legal.contains(action),
                        checked.is_ok(),
                        "{} in {} ({} for {:?}): {checked:?}\n{}",
                        game.print(action),
                        game.round_name(),
                        ask.topic.name(),
                        ask.company.map(|company| &game.definition().at(company).id),
                        game.ledger()
                    );
                }
            }
            // Nobody else may do anything.
            for seat in game
                .seats()
                .filter(|&seat| !game.asks().iter().any(|ask| ask.seat == seat))
            {
                assert!(game.legal(seat).choices.is_empty());
                assert!(game.check(seat, &Action::Pass).is_err());
            }
        });
    }
    assert!(looked > 300, "only {looked} positions were looked at");
}

/// What is taken back and entered again leads to the same position.
fn there_and_back(game: &Game) {
    let own = game.log().iter();
    let own = own.filter(|entry| !matches!(entry.by, By::Engine(_)));
    let most = own.count();
    for count in [1, 2, 7].into_iter().filter(|count| *count <= most) {
        let mut trial = game.clone();
        let taken = trial.undo(count).expect("there are enough actions");
        assert!(trial.log().len() < game.log().len());
        for entry in taken {
            trial.enter(entry).expect("what was taken back goes again");
        }
        assert_eq!(trial.ledger(), game.ledger());
        assert_eq!(trial.log(), game.log());
    }
}

/// Invariants hold after every action; the log folds to the same position; undo and redo come back to it.
#[test]
fn conservation_fold_undo() {
    for (index, setup) in setups().into_iter().enumerate() {
        let mut game = play(setup.clone(), 100 + index as u64, 4000, |game, draw| {
            invariants(game);
            // On the way, too: also amid what is taken back whole.
            let route = game
                .decision()
                .is_some_and(|ask| ask.topic == Topic::ConcessionRoute);
            if draw.one_in(if route { 2 } else { 200 }) && !game.log().is_empty() {
                there_and_back(game);
            }
        });
        invariants(&game);
        let folded = Game::replay(setup, game.log()).expect("a log folds");
        assert_eq!(folded.ledger(), game.ledger());
        assert_eq!(folded.digest(), game.digest());
        let before = game.digest();
        there_and_back(&game);
        assert!(game.undo(1_000_000).is_err());
        assert_eq!(game.digest(), before);
    }
}

/// A refused action changes nothing.
#[test]
fn refusal_changes_nothing() {
    let mut refused = 0;
    for (index, setup) in setups().into_iter().enumerate() {
        play(setup, 200 + index as u64, 600, |game, draw| {
            if !draw.one_in(40) {
                return;
            }
            let before = game.ledger();
            let all = domain(game);
            for seat in game.seats() {
                for _ in 0..20 {
                    let action = &all[draw.number(all.len())];
                    let mut trial = game.clone();
                    if trial.apply(seat, action).is_err() {
                        refused += 1;
                        assert_eq!(trial.ledger(), before);
                        assert_eq!(trial.log().len(), game.log().len());
                    }
                }
            }
        });
    }
    assert!(refused > 1000);
}

/// Every action prints to a text that parses back.
#[test]
fn notation_round_trip() {
    for (index, setup) in setups().into_iter().enumerate() {
        let mut late = None;
        play(setup, 300 + index as u64, 1200, |game, draw| {
            if late.is_none() || draw.one_in(300) {
                late = Some(game.clone());
            }
            if let Some(best) = game.best_runs().filter(|_| draw.one_in(30)) {
                let action = Action::Run(best.runs);
                assert_eq!(game.parse(&game.print(&action)), Ok(action));
            }
        });
        let game = late.expect("a position");
        for action in domain(&game)
            .into_iter()
            .chain(lays(&game).into_iter().step_by(7))
        {
            let sized = !matches!(
                action,
                Action::SellPapers(_, parcel) | Action::Receive(parcel) if parcel.is_empty()
            ) && !matches!(action, Action::Receive(parcel) if parcel.director)
                && !matches!(action, Action::LayBy(_, _, _, 6..));
            let rot_known = sized
                && !matches!(action, Action::Lay(_, face, rot) | Action::LayBy(_, _, face, rot) if rot > 5 || !game.definition().map.is_tile(face));
            if rot_known && action.amount().is_none_or(|amount| amount >= 0) {
                assert_eq!(
                    game.parse(&game.print(&action)).as_ref(),
                    Ok(&action),
                    "{}",
                    game.print(&action)
                );
            }
        }
    }
}

fn any_action() -> impl Strategy<Value = Action> {
    let company = || any::<u8>().prop_map(CompanyId);
    let hex = || any::<u8>().prop_map(HexId);
    let train = || {
        (any::<u8>(), 0u16..20).prop_map(|(kind, number)| TrainId {
            stack: KindId(kind % 16),
            number,
        })
    };
    let lot = || {
        prop_oneof![
            company().prop_map(Lot::Company),
            any::<u8>().prop_map(|id| Lot::Private(PrivateId(id)))
        ]
    };
    let source = || prop_oneof![Just(Source::Treasury), Just(Source::Market)];
    let parcel = || {
        (any::<u8>(), any::<u8>(), any::<u8>(), any::<bool>()).prop_map(
            |(fives, tens, twenties, director)| Parcel {
                fives,
                tens,
                twenties,
                director,
            },
        )
    };
    let step = (any::<u8>(), proptest::option::of(0u8..9), any::<bool>()).prop_map(
        |(hex, stop, scored)| RunStep {
            hex: HexId(hex),
            stop,
            scored,
        },
    );
    let run = (train(), proptest::collection::vec(step, 0..12))
        .prop_map(|(train, steps)| Run { train, steps });
    prop_oneof![
        Just(Action::Pass),
        (lot(), any::<i32>(), proptest::option::of(company()))
            .prop_map(|(lot, amount, with)| Action::Bid { lot, amount, with }),
        lot().prop_map(Action::Take),
        (company(), any::<u8>()).prop_map(|(id, units)| Action::Sell(id, units)),
        any::<u8>().prop_map(|id| Action::SellPrivate(PrivateId(id))),
        (company(), source()).prop_map(|(id, from)| Action::Buy(id, from)),
        company().prop_map(Action::BuyDirector),
        any::<u8>().prop_map(|id| Action::BuyPrivate(PrivateId(id))),
        (company(), any::<i32>()).prop_map(|(id, price)| Action::Form(id, price)),
        (company(), company(), source()).prop_map(|(minor, company, from)| Action::Exchange {
            minor,
            company,
            from
        }),
        prop_oneof![
            Just(Action::Agree),
            Just(Action::Refuse),
            Just(Action::Convert),
            Just(Action::Close),
            Just(Action::Bankrupt)
        ],
        prop_oneof![
            any::<i32>().prop_map(Action::Premium),
            (company(), any::<i32>()).prop_map(|(id, price)| Action::Mine(id, price)),
            (company(), any::<u8>()).prop_map(|(id, units)| Action::Exercise(id, units)),
            (company(), company()).prop_map(|(a, b)| Action::Swap(a, b)),
            (company(), company(), company()).prop_map(|(company, first, second)| {
                Action::Unite {
                    company,
                    first,
                    second,
                }
            }),
            (hex(), any::<u8>(), company())
                .prop_map(|(hex, stop, company)| Action::Replace(hex, stop, company)),
            (any::<u8>(), proptest::collection::vec(company(), 0..6)).prop_map(|(kind, set)| {
                let set: CompanySet = set.into_iter().collect();
                Action::Train(TrainSource::Onto(KindId(kind), set))
            }),
        ],
        prop_oneof![
            (company(), parcel()).prop_map(|(id, parcel)| Action::SellPapers(id, parcel)),
            parcel().prop_map(Action::Receive),
            lot().prop_map(Action::Fold),
            (
                company(),
                any::<u8>(),
                proptest::option::of(any::<u8>().prop_map(Seat))
            )
                .prop_map(|(id, percent, from)| Action::BuyPaper(id, percent, from)),
            (any::<u8>(), hex(), any::<u8>()).prop_map(|(id, hex, stop)| Action::TokenBy(
                PrivateId(id),
                hex,
                stop
            )),
        ],
        prop_oneof![
            (any::<u8>(), hex(), any::<u16>(), any::<u8>()).prop_map(
                |(private, hex, face, rot)| {
                    Action::LayBy(PrivateId(private), hex, FaceId(face), rot)
                }
            ),
            (any::<u8>(), proptest::option::of(hex()))
                .prop_map(|(private, hex)| Action::Use(PrivateId(private), hex)),
            Just(Action::Borrow),
            any::<u8>().prop_map(Action::Repay),
            any::<u8>().prop_map(Action::BuyBack),
            any::<i32>().prop_map(Action::Earn),
            (proptest::option::of(any::<u8>()), any::<u8>()).prop_map(|(seat, count)| {
                Action::Bond(BondDeal::Redeem(seat.map(Seat), count))
            }),
            any::<u8>().prop_map(|count| Action::Bond(BondDeal::Sell(count))),
            any::<u8>().prop_map(|count| Action::Bond(BondDeal::Issue(count))),
        ],
        (hex(), any::<u8>()).prop_map(|(hex, stop)| Action::DeclineToken(hex, stop)),
        train().prop_map(Action::DeclineTrain),
        any::<u8>().prop_map(Action::KeepForts),
        train().prop_map(Action::Discard),
        any::<u8>().prop_map(Action::Issue),
        (hex(), any::<u16>(), any::<u8>()).prop_map(|(hex, face, rot)| Action::Lay(
            hex,
            FaceId(face),
            rot
        )),
        (hex(), any::<u8>()).prop_map(|(hex, stop)| Action::Token(hex, stop)),
        hex().prop_map(Action::Fort),
        proptest::collection::vec(run, 0..4).prop_map(Action::Run),
        prop_oneof![
            Just(Payout::Full),
            Just(Payout::Half),
            Just(Payout::Nothing)
        ]
        .prop_map(Action::Pay),
        (any::<u8>(), proptest::option::of(train()))
            .prop_map(|(kind, old)| Action::Train(TrainSource::Stack(KindId(kind), old))),
        (train(), proptest::option::of(train()))
            .prop_map(|(id, old)| Action::Train(TrainSource::Market(id, old))),
        (
            train(),
            company(),
            any::<i32>(),
            any::<bool>(),
            proptest::option::of(company())
        )
            .prop_map(|(id, from, price, seller_pays, on)| {
                let terms = Terms { seller_pays, on };
                Action::Train(TrainSource::Company(id, from, price, terms))
            }),
    ]
}

/// Games at many moments, to throw things at.
fn moments() -> Vec<Game> {
    let mut list = Vec::new();
    for (index, setup) in setups().into_iter().enumerate() {
        play(setup, 400 + index as u64, 1500, |game, draw| {
            if draw.one_in(60) {
                list.push(game.clone());
            }
        });
    }
    list
}

/// Every look-up answers, also about what there is not.
fn look_up(game: &Game, search: bool) {
    for seat in (0..8).map(Seat) {
        let _ = (game.worth(seat), game.certificates(seat), game.legal(seat));
    }
    for company in (0..=u8::MAX).map(CompanyId) {
        let _ = game.train_limit(company);
        if search || usize::from(company.0) >= game.definition().companies.len() {
            let _ = game.best_runs_of(company);
        }
    }
    let lists = (game.marks(), game.hex_notes(), game.operating_order());
    let texts = (game.market_notes(), game.phase_notes(), game.round_name());
    assert_eq!(game.ranking().len(), game.seats().count());
    // 1835 and 1826 write nothing into hexes that need no note.
    assert!(!lists.1.is_empty() || game.y1835().is_some() || game.y1826().is_some());
    assert!(!texts.0.is_empty());
}

/// Whatever is thrown at a game, it answers and does not panic; ids may be out of every range.
#[test]
fn no_panic_on_any_action_or_text() {
    let moments = moments();
    assert!(moments.len() > 50);
    for (index, game) in moments.iter().enumerate() {
        look_up(game, index % 16 == 0);
    }
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = (any_action(), 0..moments.len(), 0u8..8, ".{0,60}");
    for _ in 0..20_000 {
        let (action, moment, seat, text) =
            strategy.new_tree(&mut runner).expect("a value").current();
        let game = &moments[moment];
        let _ = game.check(Seat(seat), &action);
        let mut trial = game.clone();
        let _ = trial.enter(Entry {
            by: By::Host(Seat(seat)),
            action: action.clone(),
        });
        let _ = game.print(&action);
        let _ = game.read(Seat(seat), &text);
        let _ = game.parse(&text);
        let _ = game.legal(Seat(seat));
    }
    // Words of the notation in any order.
    let words = [
        "bid",
        "3",
        "BE",
        "with",
        "lay",
        "F10",
        "57@2",
        "@",
        "run",
        "auto",
        "2-0",
        "D18/0",
        ";",
        "*",
        "train",
        "from",
        "depot",
        "market",
        "at",
        "350",
        "-1",
        "99999999999",
        "token",
        "E9/",
        "sell",
        "GL",
        "exchange",
        "treasury",
        "/",
        "pay",
        "full",
        "premium",
        "unite",
        "HW",
        "exercise",
        "SHE",
        "replace",
        "3M",
        "on",
        "seller",
        "pays",
        "scrap",
        "2S-3",
        "swap",
        "mine",
        "close",
        "bond",
        "redeem",
        "seat3",
        "use",
        "Mail",
        "G19",
        "by",
        "Bridge",
        "borrow",
        "repay",
        "buyback",
        "20%",
        "president",
        "seat2",
        "receive",
        "by",
        "OBB",
    ];
    let mut draw = Draw::new(5);
    for _ in 0..20_000 {
        let count = 1 + draw.number(6);
        let text: Vec<&str> = (0..count)
            .map(|_| words[draw.number(words.len())])
            .collect();
        let game = &moments[draw.number(moments.len())];
        let _ = game.read(Seat(0), &text.join(" "));
    }
}

/// The same set-up and entries give the same position, and the seed alone decides the seating.
#[test]
fn determinism() {
    let setup = Setup {
        seed: Some(42),
        ..Setup::new("18ardennes", 5)
    };
    assert_eq!(setup.seating(), setup.clone().seating());
    let seatings: std::collections::BTreeSet<Vec<usize>> = (0..50)
        .map(|seed| {
            Setup {
                seed: Some(seed),
                ..setup.clone()
            }
            .seating()
        })
        .collect();
    assert!(seatings.len() > 20, "seeds seat the players differently");
    for setup in [
        setup.clone(),
        Setup {
            title: "1873".into(),
            ..setup.clone()
        },
        Setup {
            title: "1835".into(),
            ..setup
        },
    ] {
        let one = play(setup.clone(), 9, 800, |_, _| {});
        let two = play(setup, 9, 800, |_, _| {});
        assert_eq!(one.digest(), two.digest());
    }
}
