//! A list that allocates no memory while it is short.

/// Items in their order; the first `N` lie in the list itself.
#[derive(Debug)]
pub(crate) struct Few<T, const N: usize> {
    first: [T; N],
    count: usize,
    /// All items, once there are more than `N`.
    all: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    #[inline]
    fn default() -> Self {
        Few { first: [T::default(); N], count: 0, all: Vec::new() }
    }
}

impl<T: Copy, const N: usize> Few<T, N> {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        match self.first.get_mut(self.count) {
            Some(place) => *place = item,
            None => self.push_more(item),
        }
        self.count += 1;
    }

    #[cold]
    fn push_more(&mut self, item: T) {
        if self.count == N {
            self.all.clear();
            self.all.extend_from_slice(&self.first);
        }
        self.all.push(item);
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        self.first.get(..self.count).unwrap_or(&self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_order_wherever_they_lie() {
        let mut few = Few::<usize, 3>::default();
        for count in [0, 2, 3, 4, 10, 1, 4] {
            few.clear();
            (0..count).for_each(|item| few.push(item));
            assert_eq!(few.as_slice(), (0..count).collect::<Vec<_>>());
        }
    }
}
