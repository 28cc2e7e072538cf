//! Watches a replay: whether the game passes through the position, and how it goes on.

use super::count::{Done, Root};
use super::goal::{Prepared, Target};
use crate::board::symmetry::{SAME, Symmetry};
use crate::board::{Size, Square};
use crate::engine::{Claim, Setting, Step, Visitor};
use crate::game::Position;
use crate::scene::Scene;

/// What was seen of a game.
#[derive(Debug, Default)]
pub(super) struct Passage {
    depth: usize,
    mirrored: bool,
    images: Vec<Image>,
    claim: Option<Claim>,
    /// How many plies of the main line were seen.
    plies: usize,
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
    Behind,
    /// It cannot come any more.
    Lost,
}

/// Watches the replay of a record.
pub(super) struct Watching<'w> {
    passage: &'w mut Passage,
    prepared: &'w Prepared,
    wants_root: bool,
}

impl Passage {
    pub(super) fn new(depth: usize, mirrored: bool) -> Passage {
        Passage { depth, mirrored, ..Passage::default() }
    }

    /// Begins with the next record.
    pub(super) fn begin<'w>(&'w mut self, prepared: &'w Prepared, wants_root: bool) -> Watching<'w> {
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
        let behind = self.images.iter().filter(|image| image.way == Way::Behind);
        let actions = |image: &Image| image.plies.iter().map(|ply| ply.action.clone()).collect::<Vec<_>>();
        let chosen = match self.mirrored {
            true => behind.min_by_key(|image| actions(image)),
            false => { behind }.next(),
        };
        chosen.map(|image| &image.plies[..])
    }

    /// The position that counting begins at.
    pub(super) fn root(&mut self, setting: &Setting) -> Option<Root> {
        let Seen { position, scene } = self.root.take()?;
        Root::of(position, scene, setting)
    }
}

impl Watching<'_> {
    /// Looks at a position that the game passes: the one before its next ply, or its last.
    fn pass(&mut self, position: &dyn Position) {
        let Passage { images, plies, root, position: text, .. } = &mut *self.passage;
        let mut is_written = false;
        for (place, image) in images.iter_mut().enumerate().filter(|(_, image)| image.way == Way::Before) {
            let is_there = match &self.prepared.target {
                Target::Start => *plies == 0,
                Target::Line(line) => line.len() == *plies,
                Target::Position(places) => {
                    if !is_written {
                        text.clear();
                        position.write_string(text);
                        is_written = true;
                    }
                    places.get(place).is_some_and(|place| place.is(text))
                }
                Target::Nowhere => false,
            };
            if !is_there {
                continue;
            }
            image.way = Way::Behind;
            if self.wants_root && root.is_none() {
                let scene = (image.symmetry == SAME).then(|| position.scene());
                *root = Some(Seen { position: position.reflected(image.symmetry), scene });
            }
        }
    }
}

impl Visitor for Watching<'_> {
    fn restart(&mut self) {
        let passage = &mut *self.passage;
        passage.images.clear();
        let image = |&symmetry: &Symmetry| Image { symmetry, way: Way::Before, plies: Vec::new() };
        passage.images.extend(self.prepared.symmetries.iter().map(image));
        (passage.claim, passage.plies, passage.root) = (None, 0, None);
    }

    fn claimed(&mut self, claim: Claim) {
        self.passage.claim = Some(claim).filter(|claim| *claim != Claim::Open);
    }

    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        self.pass(step.before());
        let Passage { images, plies, depth, action, .. } = &mut *self.passage;
        for image in images.iter_mut() {
            match image.way {
                Way::Before => {
                    if let Target::Line(line) = &self.prepared.target {
                        action.clear();
                        step.write_action(image.symmetry, action);
                        if line.get(*plies) != Some(action) {
                            image.way = Way::Lost;
                        }
                    } else if let Target::Start = self.prepared.target {
                        image.way = Way::Lost;
                    }
                }
                Way::Behind if image.plies.len() < *depth => {
                    image.plies.push(done(step, image.symmetry, self.prepared.size))
                }
                Way::Behind | Way::Lost => {}
            }
        }
        *plies += 1;
        // The next ply begins with another position then.
        if step.after().break_due() {
            self.pass(step.after());
        }
    }

    fn end(&mut self, last: &dyn Position) {
        self.pass(last);
    }
}

/// A ply as the image has it.
fn done(step: &dyn Step, symmetry: Symmetry, size: Size) -> Done {
    let mut done = Done { is_own: symmetry == SAME, ..Done::default() };
    step.write_action(symmetry, &mut done.action);
    step.write_default(&mut done.text);
    done.squares = squares_of(step).into_iter().map(|square| symmetry.square(square, size)).collect();
    done
}

/// The squares on which the pieces of a ply end.
pub(super) fn squares_of(step: &dyn Step) -> Vec<Square> {
    step.effect().ways.into_iter().filter_map(|way| way.last().copied()).collect()
}
