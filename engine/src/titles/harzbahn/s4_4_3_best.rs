//! Section 4.4.3: the best-paying runs among those that the rules allow.

use super::s4_4_3_routes::{Lines, Net};
use super::{Harz, HarzRules};
use crate::action::{Run, RunStep};
use crate::ids::{CompanyId, HexId};
use crate::network::{Crew, Item, Optimum, Packed, Packing, Proof, Worth, pack};

/// No train runs so many routes.
const NO_LIMIT: usize = 1000;

impl Harz {
    /// The best-paying runs that are as many and as long as possible (H73-4.4.3-15), with the option `any_routes` of
    /// all that are legal. The total is without what a built-in local train earns.
    pub fn best(&self, rules: &HarzRules, company: CompanyId, budget: u64) -> Optimum {
        self.best_without(rules, company, None, budget)
    }

    /// The same among the runs that stay away from the stops of a hex; concession routes are run nevertheless.
    pub(super) fn best_without(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        without: Option<HexId>,
        budget: u64,
    ) -> Optimum {
        let mut nodes = budget;
        let net = Net::new(self, rules, company);
        let (standard, diesel) = self.runners(rules, company);
        let most = !rules.options.any_routes;
        let mut runs = Vec::new();
        let mut bound = 0i32;
        if !standard.is_empty() {
            let lines = net.lines(false).without(without);
            let sizes: Vec<u8> = standard.iter().map(|(_, size)| *size).collect();
            let due = self.due_routes(rules, company).len();
            let mut packed = net.pack_standard(&lines, &sizes, due, most, &mut nodes);
            bound = if lines.cut { i32::MAX } else { packed.bound };
            if most {
                lengthen(&lines, &mut packed);
            }
            for ((train, _), set) in standard.iter().zip(&packed.sets) {
                let routes = set.iter().filter_map(|&index| lines.lines.get(index));
                runs.extend(routes.map(|line| Run {
                    train: *train,
                    steps: line.steps.clone(),
                }));
            }
        }
        if let Some(diesel) = diesel {
            let (more, routes) = net.diesel_routes(without, most, &mut nodes);
            bound = bound.saturating_add(more);
            runs.extend(routes.into_iter().map(|steps| Run {
                train: diesel,
                steps,
            }));
        }
        let mut total = self.paid(rules, company, &runs);
        let options = &rules.options;
        if (options.village_pays_first_route || options.diesel_circles) && total < bound {
            total = self.put_richer_circles_first(rules, company, &mut runs, total);
        }
        Optimum {
            runs,
            total,
            proof: if bound <= total {
                Proof::Proven
            } else {
                Proof::AtMost(bound)
            },
        }
    }

    /// What the runs earn without a built-in local train.
    fn paid(&self, rules: &HarzRules, company: CompanyId, runs: &[Run]) -> i32 {
        self.rides(rules, runs).map_or(0, |rides| {
            self.earnings(rules, company, &rides).revenues.iter().sum()
        })
    }

    /// With the options `village_pays_first_route` and `diesel_circles` the order of the runs matters: each is brought
    /// forward where that pays.
    fn put_richer_circles_first(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &mut Vec<Run>,
        mut total: i32,
    ) -> i32 {
        for from in 0..runs.len() {
            for to in 0..from {
                let mut other = runs.clone();
                let run = other.remove(from);
                other.insert(to, run);
                let paid = self.paid(rules, company, &other);
                if paid > total {
                    total = paid;
                    *runs = other;
                }
            }
        }
        total
    }
}

impl Net<'_> {
    /// The best routes of standard trains of these sizes, the greatest first, which have to run the first `due`
    /// concession routes; with `most` the best of those with most routes.
    pub(super) fn pack_standard(
        &self,
        lines: &Lines,
        sizes: &[u8],
        due: usize,
        most: bool,
        nodes: &mut u64,
    ) -> Packed {
        let items = lines.items();
        pack(
            &Packing {
                items: &items,
                worths: &lines.worths,
                crews: &crews(sizes, due, &items),
                ports: self.ports,
                two_tips: false,
                most_routes: most,
            },
            nodes,
        )
    }

    /// The same for a diesel railcar (H73-4.4.3-12, H73-4.4.9-05).
    pub(super) fn pack_diesel(&self, lines: &Lines, most: bool, nodes: &mut u64) -> Packed {
        let items = lines.items();
        let crew = Crew {
            size: 0,
            most: NO_LIMIT,
            must: (0..lines.concessions).collect(),
            one_of: self.needed_end.map(|hex| {
                (0..lines.lines.len())
                    .filter(|&index| {
                        (lines.lines.get(index)).is_some_and(|line| {
                            line.ends().iter().flatten().any(|at| at.hex == hex)
                        })
                    })
                    .collect()
            }),
        };
        pack(
            &Packing {
                items: &items,
                worths: &lines.worths,
                crews: &[vec![crew]],
                ports: self.ports,
                two_tips: true,
                most_routes: most,
            },
            nodes,
        )
    }

    /// The best ways of a diesel railcar, and no more than what they earn.
    pub(super) fn diesel_routes(
        &self,
        without: Option<HexId>,
        most: bool,
        nodes: &mut u64,
    ) -> (i32, Vec<Vec<RunStep>>) {
        let lines = self.lines(true).without(without);
        let mut packed = self.pack_diesel(&lines, most, nodes);
        let bound = if lines.cut { i32::MAX } else { packed.bound };
        if most {
            lengthen(&lines, &mut packed);
        }
        let routes = packed
            .sets
            .iter()
            .flatten()
            .filter_map(|&index| lines.lines.get(index))
            .map(|line| line.steps.clone())
            .collect();
        (bound, routes)
    }

    /// How many routes standard trains of these sizes can run at most, and a diesel railcar, as far as is known.
    pub(super) fn most_routes(
        &self,
        lines: &Lines,
        sizes: Option<(&[u8], usize)>,
        nodes: &mut u64,
    ) -> usize {
        let worthless = Lines {
            worths: vec![Worth::default(); lines.worths.len()],
            lines: lines.lines.clone(),
            ..*lines
        };
        match sizes {
            Some((sizes, due)) => self.pack_standard(&worthless, sizes, due, true, nodes),
            None => self.pack_diesel(&worthless, true, nodes),
        }
        .count
    }
}

/// The trains for each way to share out the first `due` routes among them (H73-4.4.3-09, 10).
fn crews(sizes: &[u8], due: usize, items: &[Item]) -> Vec<Vec<Crew>> {
    let plain: Vec<Crew> = sizes
        .iter()
        .map(|&size| Crew {
            size: i32::from(size),
            most: usize::from(size),
            must: Vec::new(),
            one_of: None,
        })
        .collect();
    let mut ways = vec![plain];
    for route in 0..due {
        ways = ways
            .into_iter()
            .flat_map(|crews| {
                let mut more: Vec<Vec<Crew>> = Vec::new();
                for (index, crew) in crews.iter().enumerate() {
                    let joined = crew.must.iter().all(|&other| {
                        (items.get(other).zip(items.get(route)))
                            .is_some_and(|(a, b)| a.joins.meets(&b.joins))
                    });
                    // Of equal trains with equal duties the first.
                    let again = (index.checked_sub(1))
                        .and_then(|before| crews.get(before))
                        .is_some_and(|before| {
                            before.size == crew.size
                                && before.must.is_empty()
                                && crew.must.is_empty()
                        });
                    if joined && !again && crew.must.len() < crew.most {
                        let mut way = crews.clone();
                        if let Some(crew) = way.get_mut(index) {
                            crew.must.push(route);
                        }
                        more.push(way);
                    }
                }
                more
            })
            .collect();
    }
    ways
}

/// H73-4.4.3-15: lengthens routes at their ends until none can be lengthened further. It never earns less, nor are
/// there fewer routes.
fn lengthen(lines: &Lines, packed: &mut Packed) {
    loop {
        let all: Vec<usize> = packed.sets.iter().flatten().copied().collect();
        let Some((old, new)) = all.iter().find_map(|&old| {
            longer(
                lines,
                old,
                all.iter().copied().filter(|other| *other != old),
            )
            .map(|new| (old, new))
        }) else {
            return;
        };
        for slot in packed.sets.iter_mut().flatten() {
            if *slot == old {
                *slot = new;
            }
        }
    }
}

/// A route that is one of those run lengthened, and shares no track with the others. Concession routes are run exactly.
pub(super) fn longer(
    lines: &Lines,
    route: usize,
    others: impl Iterator<Item = usize>,
) -> Option<usize> {
    let line = lines.lines.get(route)?;
    if route < lines.concessions {
        return None;
    }
    let mut taken = crate::network::SideSet::EMPTY;
    for other in others {
        if let Some(other) = lines.lines.get(other) {
            taken = taken.or(&other.item.sides);
        }
    }
    lines
        .lines
        .iter()
        .position(|other| line.grows_to(other) && !other.item.sides.meets(&taken))
}
