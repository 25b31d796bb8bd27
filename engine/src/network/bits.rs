//! Sets of small numbers in a few machine words.

/// A set of numbers below 64 · N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const N: usize>([u64; N]);

/// Sides of the map that a route uses; no map has more than 384 with track.
pub type SideSet = Bits<6>;

/// Vertices of a graph, or their places.
pub type PlaceSet = Bits<4>;

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Bits::EMPTY
    }
}

impl<const N: usize> Bits<N> {
    /// No number.
    pub const EMPTY: Bits<N> = Bits([0; N]);

    /// How many numbers there are.
    pub const CAPACITY: usize = 64 * N;

    /// Adds a number; one beyond the capacity is left out.
    pub fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// The set with one number only.
    pub fn one(number: usize) -> Bits<N> {
        let mut set = Bits::EMPTY;
        set.insert(number);
        set
    }

    /// Whether the number is in it.
    pub fn has(&self, number: usize) -> bool {
        self.0
            .get(number / 64)
            .is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Whether the two have a number in common.
    pub fn meets(&self, other: &Bits<N>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether all numbers of `other` are in it.
    pub fn covers(&self, other: &Bits<N>) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
    }

    /// Both together.
    pub fn or(&self, other: &Bits<N>) -> Bits<N> {
        let mut sum = *self;
        for (a, b) in sum.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
        sum
    }

    /// What the two have in common.
    pub fn and(&self, other: &Bits<N>) -> Bits<N> {
        let mut both = *self;
        for (a, b) in both.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        both
    }

    /// What is not in `other`.
    pub fn without(&self, other: &Bits<N>) -> Bits<N> {
        let mut rest = *self;
        for (a, b) in rest.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        rest
    }

    /// Whether there is no number in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many numbers are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers, least first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)))
                .take_while(|left| *left != 0)
                .map(move |left| index * 64 + left.trailing_zeros() as usize)
        })
    }
}
