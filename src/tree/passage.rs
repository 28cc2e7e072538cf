//! Watches a replay: whether the game passes through the position, and how it continues.
//!
//! It sees only plies that are compared or counted; before that it looks at the game only where the position may be
//! reached.

use super::count::{Done, Root};
use super::goal::{Place, Prepared, Target};
use crate::board::Square;
use crate::board::symmetry::{SAME, Symmetry};
use crate::engine::{Claim, Setting, Step, Visitor};
use crate::game::Position;
use crate::scene::Scene;
use crate::select::Sight;

/// What it has seen of a game.
#[derive(Debug, Default)]
pub(super) struct Passage {
    depth: usize,
    mirrored: bool,
    images: Vec<Image>,
    claim: Option<Claim>,
    /// The position where the first image passed through.
    root: Option<Seen>,
    position: String,
    action: Vec<u8>,
}

/// A position that was passed.
#[derive(Debug)]
struct Seen {
    position: String,
    scene: Option<Scene>,
}

/// A game seen through a symmetry.
#[derive(Debug)]
struct Image {
    symmetry: Symmetry,
    way: Way,
    /// The plies after the position.
    plies: Vec<Done>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The position has not come yet.
    Before,
    /// It has.
    After,
    /// It cannot come any more.
    Lost,
}

/// Watches the replay of a record.
pub(super) struct Watching<'w> {
    passage: &'w mut Passage,
    prepared: &'w mut Prepared,
    wants_root: bool,
}

impl Passage {
    pub(super) fn new(depth: usize, mirrored: bool) -> Passage {
        Passage { depth, mirrored, ..Passage::default() }
    }

    /// Begins with the next record.
    pub(super) fn begin<'w>(&'w mut self, prepared: &'w mut Prepared, wants_root: bool) -> Watching<'w> {
        let mut watching = Watching { passage: self, prepared, wants_root };
        watching.restart();
        watching
    }

    /// What the record claims.
    pub(super) fn claim(&self) -> Option<Claim> {
        self.claim
    }

    /// The plies after the position, if the game passes through it.
    pub(super) fn found(&self) -> Option<&[Done]> {
        let after = self.images.iter().filter(|image| image.way == Way::After);
        let actions = |image: &Image| image.plies.iter().map(|ply| ply.action.clone()).collect::<Vec<_>>();
        let chosen = if self.mirrored { after.min_by_key(|image| actions(image)) } else { { after }.next() };
        chosen.map(|image| &image.plies[..])
    }

    /// The position that counting begins at.
    pub(super) fn root(&mut self, setting: &Setting) -> Option<Root> {
        let Seen { position, scene } = self.root.take()?;
        Root::of(position, scene, setting)
    }
}

impl Visitor for Watching<'_> {
    fn restart(&mut self) {
        let passage = &mut *self.passage;
        passage.images.clear();
        let image = |&symmetry: &Symmetry| Image { symmetry, way: Way::Before, plies: Vec::new() };
        passage.images.extend(self.prepared.symmetries.iter().map(image));
        (passage.claim, passage.root) = (None, None);
        if let Target::Position(places) = &mut self.prepared.target {
            places.iter_mut().for_each(Place::begin);
        }
    }

    fn claimed_result(&mut self, claim: Claim) {
        self.passage.claim = Some(claim).filter(|claim| *claim != Claim::Open);
    }

    /// Plies are seen where they are compared with a line, and where they are counted.
    fn sees_plies(&self) -> bool {
        let Passage { images, depth, .. } = &*self.passage;
        let follows_line = matches!(self.prepared.target, Target::Line(_));
        images.iter().any(|image| match image.way {
            Way::Before => follows_line,
            Way::After => image.plies.len() < *depth,
            Way::Lost => false,
        })
    }

    /// Looks whether the game passes through the position here.
    fn look(&mut self, position: &dyn Position, plies: u32) -> u32 {
        let Passage { images, root, position: text, .. } = &mut *self.passage;
        let mut next = u32::MAX;
        for (place, image) in images.iter_mut().enumerate().filter(|(_, image)| image.way == Way::Before) {
            let sight = match &mut self.prepared.target {
                Target::Start => at(0, plies),
                Target::Line(line) => at(line.len(), plies),
                Target::Position(places) => match places.get_mut(place) {
                    Some(place) => place.look(position, plies, text),
                    None => Sight::NotBefore(u32::MAX),
                },
                Target::Nowhere => Sight::NotBefore(u32::MAX),
            };
            if let Sight::NotBefore(plies) = sight {
                next = next.min(plies);
                continue;
            }
            image.way = Way::After;
            if self.wants_root && root.is_none() {
                let scene = (image.symmetry == SAME).then(|| position.scene());
                *root = Some(Seen { position: position.reflected(image.symmetry), scene });
            }
        }
        next
    }

    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        let Passage { images, depth, action, .. } = &mut *self.passage;
        for image in images.iter_mut() {
            match (image.way, &self.prepared.target) {
                (Way::Before, Target::Line(line)) => {
                    action.clear();
                    step.write_action(image.symmetry, action);
                    if line.get(step.number() as usize - 1) != Some(action) {
                        image.way = Way::Lost;
                    }
                }
                (Way::After, _) if image.plies.len() < *depth => {
                    image.plies.push(done(step, image.symmetry, self.prepared))
                }
                _ => {}
            }
        }
    }
}

/// What is known after `plies` plies about the one position after `wanted` plies.
fn at(wanted: usize, plies: u32) -> Sight {
    match u32::try_from(wanted) {
        Ok(wanted) if wanted == plies => Sight::Fits,
        Ok(wanted) if wanted > plies => Sight::NotBefore(wanted),
        _ => Sight::NotBefore(u32::MAX),
    }
}

/// A ply as the image has it.
fn done(step: &dyn Step, symmetry: Symmetry, prepared: &Prepared) -> Done {
    let (mut action, mut text) = (Vec::new(), String::new());
    step.write_action(symmetry, &mut action);
    step.write_default(&mut text);
    Done::seen(symmetry, prepared, (action, text), squares_of(step))
}

/// The squares where the pieces of a ply end.
pub(super) fn squares_of(step: &dyn Step) -> Vec<Square> {
    step.effect().ways.into_iter().filter_map(|way| way.last().copied()).collect()
}
