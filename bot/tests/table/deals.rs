//! Deals by two clicks: what the engine asks a second player, and what a player offers to whoever is to move.

use crate::room::Room;
use bot::command::find;
use engine::Game;
use engine::action::{Action, By, TrainSource};
use engine::ids::Seat;
use engine::legal::{Choice, Duty};
use std::sync::OnceLock;

const NAMES: [&str; 3] = ["anna", "ben", "clara"];

/// A position at which somebody may buy another player's train (or mine) and would have to ask him.
struct Stand {
    game: Game,
    entries: usize,
    buyer: Seat,
    owner: Seat,
    third: Seat,
    action: Action,
}

fn stand(title: &str, wanted: impl Fn(&Action) -> bool) -> Option<Stand> {
    for seed in 1..40 {
        let Ok(game) = bot::demo::by_itself(title, seed, 3) else {
            continue;
        };
        let mut now = Game::new(game.setup().clone()).expect("set-up");
        for (entries, entry) in game.log().iter().enumerate() {
            // Only where a live game stands still: behind it the engine acts by itself.
            let live = !matches!(entry.by, By::Engine(_));
            if let Some(ask) = now.decision().filter(|_| live) {
                for choice in now.legal(ask.seat).choices {
                    let Choice::Amount(action, range) = choice else {
                        continue;
                    };
                    if !wanted(&action) {
                        continue;
                    }
                    let action = action.with_amount((range.min + range.max) / 2);
                    let mut after = now.clone();
                    if after.apply(ask.seat, &action).is_err() {
                        continue;
                    }
                    let asks = after.asks();
                    let owner = asks.iter().find(|ask| ask.duty == Duty::Must);
                    if let Some(owner) =
                        owner.filter(|it| it.topic.is_answer() && it.seat != ask.seat)
                    {
                        let third = game
                            .seats()
                            .find(|seat| *seat != ask.seat && *seat != owner.seat)
                            .expect("three play");
                        return Some(Stand {
                            entries,
                            buyer: ask.seat,
                            owner: owner.seat,
                            third,
                            action,
                            game,
                        });
                    }
                }
            }
            now.enter(entry.clone()).expect("it was legal");
        }
    }
    None
}

fn is_train(action: &Action) -> bool {
    matches!(action, Action::Train(TrainSource::Company(..)))
}

fn train() -> &'static Stand {
    static FOUND: OnceLock<Stand> = OnceLock::new();
    FOUND.get_or_init(|| stand("1873", is_train).expect("somebody may buy another's train"))
}

impl Stand {
    fn room(&self, title: &str) -> Room {
        Room::at(title, &NAMES, &self.game, self.entries)
    }

    fn names(&self) -> (&'static str, &'static str, &'static str) {
        let name = |seat: Seat| NAMES[seat.index()];
        (name(self.buyer), name(self.owner), name(self.third))
    }

    fn text(&self) -> String {
        self.game.print(&self.action)
    }

    /// The digest after the deal.
    fn done(&self) -> String {
        let mut game = Game::replay(self.game.setup().clone(), &self.game.log()[..self.entries])
            .expect("it replays");
        game.apply(self.buyer, &self.action).expect("legal");
        game.apply(self.owner, &Action::Agree).expect("agreed");
        game.digest()
    }
}

#[test]
fn what_the_engine_asks_is_shown_with_its_terms_to_both() {
    let stand = train();
    let (buyer, owner, third) = stand.names();
    let room = stand.room("1873");
    // The turn's post is on the channel already: a short message calls the other.
    room.deliver();
    room.done(&format!("@{buyer} {}", stand.text()));
    assert_eq!(room.last_post().kind, bot::store::PostKind::Call);
    let post = room.last_post().body;
    assert_eq!(post.mentions, [owner]);
    assert!(
        post.text.starts_with(&format!(
            "<@{owner}> {buyer} proposes: `{}`. If you accept:",
            stand.text()
        )),
        "{}",
        post.text
    );
    assert!(
        post.text.contains("Afterwards ") && post.text.contains(" instead of "),
        "{}",
        post.text
    );
    let asked = room.digest();
    for (who, label, said) in [
        (buyer, "Accept", format!("Only {owner} is asked here.")),
        (third, "Accept", format!("Only {owner} is asked here.")),
        (third, "Decline", format!("Only {owner} is asked here.")),
        (
            owner,
            "Withdraw",
            format!("Only {buyer} may withdraw this."),
        ),
    ] {
        let reply = room.press(who, &post.buttons, label);
        assert!(reply.is_refusal());
        assert_eq!(reply.text(), said);
    }
    assert_eq!(room.digest(), asked);
    let page = room.done(&format!("@{third} /deal show"));
    assert!(page.text().contains("proposes: `"), "{}", page.text());
    assert!(!room.press(owner, &post.buttons, "Accept").is_refusal());
    assert_eq!(room.digest(), stand.done());
    let late = room.press(owner, &post.buttons, "Decline");
    assert!(
        late.is_refusal() && late.text().contains("it is void"),
        "{}",
        late.text()
    );
}

#[test]
fn what_is_proposed_is_declined_and_withdrawn() {
    let stand = train();
    let (buyer, owner, _) = stand.names();
    let room = stand.room("1873");
    let before = room.digest();
    for (who, label) in [(owner, "Decline"), (buyer, "Withdraw")] {
        room.done(&format!("@{buyer} {}", stand.text()));
        let buttons = room.last_post().body.buttons;
        assert!(!room.press(who, &buttons, label).is_refusal());
        assert_eq!(room.digest(), before, "{label}");
        assert_eq!(room.awaited(), [buyer]);
    }
}

#[test]
fn an_offer_from_the_other_side_needs_one_click() {
    let stand = train();
    let (buyer, owner, third) = stand.names();
    let room = stand.room("1873");
    let before = room.digest();
    let offer = format!("@{owner} /deal offer {}", stand.text());
    for (line, said) in [
        (
            format!("@zoe /deal offer {}", stand.text()),
            "You do not sit at this table.",
        ),
        (
            format!("@{third} /deal offer {}", stand.text()),
            "That is no deal with you",
        ),
        (
            format!("@{owner} /deal offer pass"),
            "That is no deal with you",
        ),
        (
            format!("@{owner} /deal offer dance"),
            "\"dance\" is no action",
        ),
    ] {
        let text = room.refused(&line);
        assert!(text.starts_with(said), "{line}: {text}");
    }
    let text = room.refused(&format!("@{buyer} /deal offer {}", stand.text()));
    assert!(
        text.starts_with("A deal is offered to whoever is to move"),
        "{text}"
    );
    // It is suggested while one types.
    let spec = find("deal offer").expect("a command");
    let values = room
        .tables
        .suggest(&Room::request(owner), spec, &[], "action", "");
    assert!(
        !values.is_empty() && values.iter().all(|one| one.name.starts_with(buyer)),
        "{values:?}"
    );
    for value in values.iter().take(3) {
        let reply = room.say(&format!("@{owner} /deal offer {}", value.value));
        assert!(!reply.is_refusal(), "{}: {}", value.value, reply.text());
        room.press_post(owner, "Withdraw");
    }

    room.done(&offer);
    let post = room.last_post().body;
    assert_eq!(post.mentions, [buyer]);
    assert!(post.text.contains("offers you: `"), "{}", post.text);
    assert!(post.text.contains(" instead of "), "{}", post.text);
    assert_eq!(
        room.refused(&offer),
        "You have offered exactly that already."
    );
    for (who, label, said) in [
        (owner, "Accept", format!("Only {buyer} is asked here.")),
        (third, "Decline", format!("Only {buyer} is asked here.")),
        (
            buyer,
            "Withdraw",
            format!("Only {owner} may withdraw this."),
        ),
    ] {
        let reply = room.press(who, &post.buttons, label);
        assert!(reply.is_refusal());
        assert_eq!(reply.text(), said);
    }
    assert_eq!(room.digest(), before);
    assert!(!room.press(buyer, &post.buttons, "Accept").is_refusal());
    assert_eq!(room.digest(), stand.done());
    assert_eq!(
        room.press(buyer, &post.buttons, "Accept").text(),
        "This offer is over: it was accepted."
    );
    // Both have sent their part, and the channel knows.
    let (row, _) = room.tables.store().game(1).expect("store").expect("a game");
    let branch = room.tables.store().branch(1, row.head).expect("branch");
    let part = |text: &str| {
        let mut found = branch.iter().skip(stand.entries);
        found
            .find(|row| row.action.text == text)
            .map(|row| row.user.clone())
    };
    assert_eq!(part(&stand.text()).as_deref(), Some(buyer));
    assert_eq!(part("agree").as_deref(), Some(owner));
    let said = format!("{buyer} accepts the offer of {owner}: `{}`.", stand.text());
    assert!(room.pending().iter().any(|post| post.body.text == said));
}

#[test]
fn an_offer_ends_by_word_or_by_a_move() {
    let stand = train();
    let (buyer, owner, _) = stand.names();
    let room = stand.room("1873");
    let offer = format!("@{owner} /deal offer {}", stand.text());
    room.done(&offer);
    let buttons = room.last_post().body.buttons;
    assert!(!room.press(buyer, &buttons, "Decline").is_refusal());
    assert!(
        room.last_post()
            .body
            .text
            .starts_with(&format!("<@{owner}> {buyer} declines"))
    );
    assert_eq!(
        room.press(buyer, &buttons, "Accept").text(),
        "This offer is over: it was declined."
    );
    room.done(&offer);
    let buttons = room.last_post().body.buttons;
    assert!(!room.press(owner, &buttons, "Withdraw").is_refusal());
    assert_eq!(
        room.press(buyer, &buttons, "Accept").text(),
        "This offer is over: it was withdrawn."
    );
    room.done(&offer);
    let buttons = room.last_post().body.buttons;
    room.done(&format!("@{buyer} {}", stand.text()));
    assert_eq!(
        room.press(buyer, &buttons, "Accept").text(),
        "This offer is over: the game has moved on since."
    );
    for id in [
        "d:1:99:yes",
        "d:1:x:yes",
        "d:1:1",
        "d:1:a:1",
        "d:9:1:yes",
        "d:1:1:steal",
    ] {
        assert!(
            room.say(&format!("@{buyer} /press {id}")).is_refusal(),
            "{id}"
        );
    }
}

#[test]
fn mines_are_offered_as_trains_are() {
    let stand = stand("1873", |action| matches!(action, Action::Mine(..)))
        .expect("somebody may buy another's mine");
    let (buyer, owner, _) = stand.names();
    let room = stand.room("1873");
    room.done(&format!("@{owner} /deal offer {}", stand.text()));
    assert!(!room.press_post(buyer, "Accept").is_refusal());
    assert_eq!(room.digest(), stand.done());
}

#[test]
fn trains_of_18ardennes_are_offered_too() {
    let stand = stand("18ardennes", is_train).expect("somebody may buy another's train");
    let (buyer, owner, _) = stand.names();
    let room = stand.room("18ardennes");
    room.done(&format!("@{owner} /deal offer {}", stand.text()));
    assert!(!room.press_post(buyer, "Accept").is_refusal());
    assert_eq!(room.digest(), stand.done());
}
