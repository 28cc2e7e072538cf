//! The tags of a collated record: those of all witnesses.

use rustc_hash::FxHashMap;

use crate::collate::readings::refutes;
use crate::collate::{Collated, Witness};
use crate::engine::Termination;
use crate::names::same_tag;
use crate::record::MEANINGFUL;

/// Whether a tag is about how plies are spelt; they are spelt anew.
pub(super) fn is_of_spelling(name: &str) -> bool {
    same_tag(name, "Notation") || same_tag(name, "Stands")
}

/// Whether a tag's value says nothing.
fn is_unknown(value: &str) -> bool {
    value.chars().all(|letter| matches!(letter, '?' | '.' | '*' | ' '))
}

/// Tags in their order, and the place of each by its name: a record may have very many. A tag stands together with those that
/// keep other values of it, `Event-B`.
#[derive(Default)]
struct Tags {
    groups: Vec<Vec<(String, String)>>,
    /// By names in small letters: the group, and the place in it.
    places: FxHashMap<String, [usize; 2]>,
}

impl Tags {
    fn place(&self, name: &str) -> Option<[usize; 2]> {
        self.places.get(&name.to_ascii_lowercase()).copied()
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.place(name).map(|[group, at]| &*self.groups[group][at].1)
    }

    /// Adds a tag after all others.
    fn push(&mut self, tag: (String, String)) {
        let keeps_another = |group: &Vec<(String, String)>| tag.0.starts_with(&format!("{}-", group[0].0));
        match self.groups.last().filter(|group| keeps_another(group)) {
            Some(group) => self.insert([self.groups.len() - 1, group.len()], tag),
            None => {
                self.places.insert(tag.0.to_ascii_lowercase(), [self.groups.len(), 0]);
                self.groups.push(vec![tag]);
            }
        }
    }

    /// Adds a tag at a place of a group that is there.
    fn insert(&mut self, [group, at]: [usize; 2], tag: (String, String)) {
        self.groups[group].insert(at, tag);
        for (at, (name, _)) in self.groups[group].iter().enumerate().skip(at) {
            self.places.insert(name.to_ascii_lowercase(), [group, at]);
        }
    }

    /// Adds a tag after those that keep other values of the tag at `place`.
    fn add_beside(&mut self, [group, at]: [usize; 2], tag: (String, String)) {
        let own = format!("{}-", self.groups[group][at].0);
        let after = self.groups[group][at + 1..].iter().take_while(|(name, _)| name.starts_with(&own)).count();
        self.insert([group, at + 1 + after], tag);
    }

    fn into_list(self) -> Vec<(String, String)> {
        self.groups.into_iter().flatten().collect()
    }
}

/// The tags of all witnesses. After a tag stands what other witnesses say instead, in a tag with their name.
pub(super) fn of_all(witnesses: &[&Witness], collated: &Collated) -> Vec<(String, String)> {
    let mut tags = Tags::default();
    for (name, value) in witnesses[0].tags().filter(|(name, _)| !is_of_spelling(name)) {
        if tags.place(name).is_none() {
            tags.push((name.to_owned(), value.to_owned()));
        }
    }
    for (witness, letters) in witnesses.iter().zip(&collated.names).skip(1) {
        for (name, value) in witness.tags().filter(|(name, _)| !is_of_spelling(name)) {
            let Some(place) = tags.place(name) else {
                // A tag with a meaning, such as `Starts`, would change the game of witnesses without it: it gets
                // another name.
                let is_known = MEANINGFUL.iter().any(|meaningful| same_tag(meaningful, name));
                let is_harmless = same_tag(name, "Result")
                    || same_tag(name, "Termination") && matches!(Termination::read(value), Termination::Reason(_));
                if !is_known || is_harmless {
                    tags.push((name.to_owned(), value.to_owned()));
                } else if !is_same_for_all(name)
                    && let Some(other) = of_witness(&tags, name, letters, value)
                {
                    tags.push(other);
                }
                continue;
            };
            let [group, at] = place;
            let known = &mut tags.groups[group][at].1;
            if known == value || is_unknown(value) || same_tag(name, "Result") {
                continue;
            }
            if is_unknown(known) {
                *known = value.to_owned();
                continue;
            }
            if !is_same_for_all(name)
                && let Some(other) = of_witness(&tags, &tags.groups[group][at].0, letters, value)
            {
                tags.add_beside(place, other);
            }
        }
    }
    settle_result(witnesses, collated, &mut tags);
    tags.into_list()
}

/// A tag about which witnesses disagree: its values, each with the numbers of its witnesses.
pub(in crate::collate) struct Difference<'w> {
    pub(in crate::collate) name: &'w str,
    pub(in crate::collate) values: Vec<(&'w str, Vec<usize>)>,
}

/// The tags whose values differ between witnesses. A tag that some of them lack does not differ for that reason.
pub(in crate::collate) fn differences<'w>(witnesses: &[&'w Witness]) -> Vec<Difference<'w>> {
    let (mut all, mut places): (Vec<Difference<'_>>, FxHashMap<String, usize>) = Default::default();
    for (index, witness) in witnesses.iter().enumerate() {
        let is_told = |name: &str, value: &str| !is_of_spelling(name) && !is_same_for_all(name) && !is_unknown(value);
        for (name, value) in witness.tags().filter(|(name, value)| is_told(name, value)) {
            let place = *places.entry(name.to_ascii_lowercase()).or_insert_with(|| {
                all.push(Difference { name, values: Vec::new() });
                all.len() - 1
            });
            let values = &mut all[place].values;
            // Of a tag that stands twice in a copy the first counts.
            if values.iter().any(|(_, said_by)| said_by.last() == Some(&index)) {
                continue;
            }
            // `White` and `0-1` are the same result.
            let claim = witness.claim.filter(|_| same_tag(name, "Result"));
            let is_same = |(known, said_by): &&mut (&str, Vec<usize>)| {
                *known == value || claim.is_some() && said_by.iter().any(|&other| witnesses[other].claim == claim)
            };
            match values.iter_mut().find(is_same) {
                Some((_, said_by)) => said_by.push(index),
                None => values.push((value, vec![index])),
            }
        }
    }
    all.retain(|difference| difference.values.len() > 1);
    all
}

/// Whether records that belong together have the same value of a tag, whether they say so or not.
fn is_same_for_all(name: &str) -> bool {
    ["Game", "Variant", "Board"].iter().any(|kind| same_tag(kind, name))
}

/// The tag that keeps a witness's value of the tag `name`: `Event-B`. If that name is taken, as in a copy that was
/// collated before, it gets a number, `Event-B2`. `None` if such a tag has the same value already.
fn of_witness(tags: &Tags, name: &str, letters: &str, value: &str) -> Option<(String, String)> {
    let own = format!("{name}-{letters}");
    let names = std::iter::once(own.clone()).chain((2..).map(|number| format!("{own}{number}")));
    for name in names {
        match tags.value(&name) {
            Some(known) if known == value => return None,
            Some(_) => {}
            None => return Some((name, value.to_owned())),
        }
    }
    None
}

/// The result of the text is the first claimed one that the board does not refute. If the board refutes all of them,
/// the text has the first, or none if a witness claims none. Each other result is added after it, with the name of its
/// witness.
fn settle_result(witnesses: &[&Witness], collated: &Collated, tags: &mut Tags) {
    let Some([group, at]) = tags.place("Result") else { return };
    let said = witnesses.iter().zip(&collated.names).filter_map(|(witness, letters)| {
        let is_result = |(name, value): &(&str, &str)| same_tag(name, "Result") && !is_unknown(value);
        let (_, value) = witness.tags().find(is_result)?;
        Some((*witness, letters, value))
    });
    let said: Vec<_> = said.collect();
    // `*` in all copies stays.
    if said.is_empty() {
        return;
    }
    let is_refuted = |witness: &Witness| collated.text.outcome.is_some_and(|outcome| refutes(outcome, witness));
    let stands = said.iter().find(|(witness, ..)| !is_refuted(witness));
    let is_claimed_by_all = said.len() == witnesses.len();
    let Some((first, _, value)) = stands.or(said.first().filter(|_| is_claimed_by_all)) else {
        // The first of the others stands in its place.
        let (name, _) = tags.groups[group].remove(at);
        tags.places.remove(&name.to_ascii_lowercase());
        for (_, letters, value) in &said {
            if let Some(other) = of_witness(tags, &name, letters, value) {
                tags.insert([group, at], other);
            }
        }
        return;
    };
    // `White` and `0-1` are the same result.
    let differs = |witness: &Witness, other: &str| match (first.claim, witness.claim) {
        (Some(claim), Some(other)) => claim != other,
        _ => other != *value,
    };
    let others = said.iter().filter(|(witness, _, other)| differs(witness, other));
    let name = tags.groups[group][at].0.clone();
    tags.groups[group][at].1 = (*value).to_owned();
    let mut end = at + 1;
    for (_, letters, value) in others {
        if let Some(other) = of_witness(tags, &name, letters, value) {
            tags.insert([group, end], other);
            end += 1;
        }
    }
}
