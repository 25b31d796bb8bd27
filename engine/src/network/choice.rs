//! The best choice of one route a train from lists, no two with track in common.

use super::bits::SideSet;
use super::single::Found;
use super::walks::SCALE;

/// What is chosen from.
pub(super) struct Choice<'a> {
    /// Routes by kind of train, the best net of prices first.
    pub lists: &'a [Vec<Found>],
    /// Kind of each train.
    pub trains: &'a [usize],
    /// The best net worth by kind; 0 if no route is worth its price.
    pub heads: &'a [i32],
    /// Scaled price by side.
    pub prices: &'a [i32],
    /// All totals are multiples of this, scaled.
    pub unit: i32,
    /// Scaled bound of all totals at these prices.
    pub bound: i32,
    /// Scaled total that a choice must reach to be of interest.
    pub target: i32,
}

/// A choice: a route or none for each train.
type Set = Vec<Option<Found>>;

/// The best choice that reaches the target, and whether the budget cut the search off.
///
/// A choice earns the bound less what its routes are worse than the heads, and less the prices of all sides that
/// nobody uses. Both losses only grow as routes are chosen.
pub(super) fn choose(choice: Choice, nodes: &mut u64) -> (Option<Set>, bool) {
    let mut order: Vec<usize> = (0..choice.trains.len()).collect();
    order.sort_by_key(|&train| {
        let kind = choice.trains.get(train).copied().unwrap_or(0);
        (choice.lists.get(kind).map_or(0, Vec::len), kind)
    });
    let kinds: Vec<usize> = order
        .iter()
        .filter_map(|&train| choice.trains.get(train).copied())
        .collect();
    let whole: Vec<Part> = choice.lists.iter().map(|list| Part::of(list)).collect();
    let target = choice.target;
    let mut search = Search {
        set: vec![None; kinds.len()],
        levels: vec![whole.clone(); kinds.len() + 1],
        choice,
        kinds,
        nodes,
        best: None,
        target,
        cut: false,
    };
    if let Some(level) = search.levels.first_mut() {
        *level = whole;
    }
    search.go(0, 0, 0, SideSet::EMPTY, 0, i32::MAX / (4 * SCALE));
    let best = search.best.map(|best| {
        let mut set: Set = vec![None; order.len()];
        for (index, found) in best.into_iter().enumerate() {
            let kind = search.kinds.get(index).copied().unwrap_or(0);
            let route = found
                .and_then(|found| search.choice.lists.get(kind)?.get(found as usize))
                .cloned();
            if let Some(place) = order.get(index).and_then(|&train| set.get_mut(train)) {
                *place = route;
            }
        }
        set
    });
    (best, search.cut)
}

/// Routes of a list that are still open, by their numbers.
#[derive(Clone, Debug, Default)]
struct Part {
    open: Vec<u32>,
    /// Net worth of the first, 0 if it is less.
    net: i32,
    /// Greatest worth, in francs.
    worth: i32,
    /// All sides that they use.
    sides: SideSet,
}

impl Part {
    /// The whole list.
    fn of(list: &[Found]) -> Part {
        let numbers: Vec<u32> = (0..list.len() as u32).collect();
        let mut part = Part::default();
        part.fill(list, &numbers, &SideSet::EMPTY, i32::MIN);
        part
    }

    /// Those of the numbers, which are in the order of the list, whose routes do without the `taken` sides and whose
    /// net worth reaches `least`.
    fn fill(&mut self, list: &[Found], numbers: &[u32], taken: &SideSet, least: i32) {
        self.open.clear();
        self.worth = 0;
        self.sides = SideSet::EMPTY;
        let net = |number: &u32| {
            list.get(*number as usize)
                .map_or(i32::MIN, |found| found.net)
        };
        let end = numbers.partition_point(|number| net(number) >= least);
        for &number in numbers.get(..end).unwrap_or_default() {
            if let Some(found) = list.get(number as usize)
                && !found.sides.meets(taken)
            {
                self.open.push(number);
                self.worth = self.worth.max(found.worth);
                self.sides = self.sides.or(&found.sides);
            }
        }
        self.net = self.open.first().map_or(0, |first| net(first).max(0));
    }
}

struct Search<'a> {
    choice: Choice<'a>,
    /// Kind of train by depth.
    kinds: Vec<usize>,
    /// By depth and kind: what is open.
    levels: Vec<Vec<Part>>,
    set: Vec<Option<u32>>,
    best: Option<Vec<Option<u32>>>,
    nodes: &'a mut u64,
    target: i32,
    cut: bool,
}

impl Search<'_> {
    /// Chooses for the train at this depth. `rest` is what is lost at least besides this train: by those to come, and
    /// over sides that nobody can use any more; `hope` is what those to come earn at most, in francs.
    fn go(&mut self, depth: usize, lost: i32, worth: i32, used: SideSet, rest: i32, hope: i32) {
        let Some(&kind) = self.kinds.get(depth) else {
            return;
        };
        let lists = self.choice.lists;
        let (Some(list), Some(&head)) = (lists.get(kind), self.choice.heads.get(kind)) else {
            return;
        };
        let open = std::mem::take(&mut self.levels[depth][kind].open);
        let last = depth + 1 == self.kinds.len();
        if last {
            self.finish(depth, list, &open, worth);
        } else {
            for (place, &number) in open.iter().enumerate() {
                let Some(found) = list.get(number as usize) else {
                    continue;
                };
                let lost = lost + head - found.net;
                if self.choice.bound - lost - rest < self.target {
                    break;
                }
                if (worth + found.worth + hope) * SCALE < self.target {
                    continue;
                }
                if let Some(slot) = self.set.get_mut(depth) {
                    *slot = Some(number);
                }
                let behind = open.get(place + 1..).unwrap_or_default();
                self.next(
                    depth,
                    Some((found, behind)),
                    lost,
                    worth + found.worth,
                    used,
                );
            }
            if let Some(slot) = self.set.get_mut(depth) {
                *slot = None;
            }
            self.next(depth, None, lost + head, worth, used);
        }
        self.levels[depth][kind].open = open;
    }

    /// The last train takes the route that earns most.
    fn finish(&mut self, depth: usize, list: &[Found], open: &[u32], worth: i32) {
        let mut best: (i32, Option<u32>) = (0, None);
        for &number in open {
            if let Some(found) = list.get(number as usize)
                && found.worth > best.0
            {
                best = (found.worth, Some(number));
            }
        }
        let total = (worth + best.0) * SCALE;
        if total >= self.target {
            self.target = total + self.choice.unit;
            if let Some(slot) = self.set.get_mut(depth) {
                *slot = best.1;
            }
            self.best = Some(self.set.clone());
        }
    }

    /// Narrows the lists by the route chosen (with what comes after it in its list), or by none, and goes on if the
    /// rest can still reach the target.
    fn next(
        &mut self,
        depth: usize,
        chosen: Option<(&Found, &[u32])>,
        lost: i32,
        worth: i32,
        used: SideSet,
    ) {
        if *self.nodes == 0 {
            self.cut = true;
            return;
        }
        // A node is as much work as looking at some 64 routes.
        let work = 1 + self.levels.get(depth).map_or(0, |level| {
            level.iter().map(|part| part.open.len() as u64).sum::<u64>() / 64
        });
        *self.nodes -= work.min(*self.nodes);
        let kind = self.kinds.get(depth).copied().unwrap_or(0);
        let later = self.kinds.get(depth + 1..).unwrap_or_default();
        let used = chosen.map_or(used, |(found, _)| used.or(&found.sides));
        let (mut most_net, mut most_worth) = (0, 0);
        let mut usable = used;
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (Some(now), Some(next)) = (before.last(), after.first_mut()) else {
            return;
        };
        for (other, (part, list)) in next.iter_mut().zip(self.choice.lists).enumerate() {
            let count = later.iter().filter(|later| **later == other).count() as i32;
            if count == 0 {
                continue;
            }
            // A route that loses more than is left to lose is of no use.
            let head = self.choice.heads.get(other).copied().unwrap_or(0);
            let least = head - (self.choice.bound - lost - self.target);
            let taken = chosen.map_or(SideSet::EMPTY, |(found, _)| found.sides);
            // Equal trains take their routes in the order of the list, and if one stays at home so do those after it.
            let open = match (chosen, other == kind) {
                (Some((_, behind)), true) => behind,
                (None, true) => &[],
                (_, false) => now.get(other).map_or(&[][..], |part| part.open.as_slice()),
            };
            part.fill(list, open, &taken, least);
            most_net += count * (head - part.net);
            most_worth += count * part.worth;
            usable = usable.or(&part.sides);
        }
        if (worth + most_worth) * SCALE < self.target
            || self.choice.bound - lost - most_net < self.target
        {
            return;
        }
        let idle: i32 = self
            .choice
            .prices
            .iter()
            .enumerate()
            .filter(|&(side, price)| *price > 0 && !usable.has(side))
            .map(|(_, price)| *price)
            .sum();
        if self.choice.bound - lost - most_net - idle < self.target {
            return;
        }
        let (own_net, own_worth) = later
            .first()
            .and_then(|&kind| {
                let head = self.choice.heads.get(kind)?;
                let part = next.get(kind)?;
                Some((head - part.net, part.worth))
            })
            .unwrap_or((0, 0));
        let rest = most_net - own_net + idle;
        self.go(depth + 1, lost, worth, used, rest, most_worth - own_worth);
    }
}
