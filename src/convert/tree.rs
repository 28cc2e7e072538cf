//! The plies of a record as a tree: a variation is a sibling of the ply that it replaces.
//!
//! In a record a variation stands right after that ply; in SGF and in RenLib libraries it stands after everything that
//! follows the ply, and each node bears its own comments.

use crate::canonical::Unsaid;
use crate::canonical::body::Body;
use crate::diagnostic::Text;
use crate::engine::script::{Item, ItemKind};

/// The root, which is no ply, and the plies in the order of the record.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A ply, and what belongs to it.
#[derive(Default)]
pub(super) struct Node {
    /// The ply; nothing in the root.
    pub(super) ply: Option<Item>,
    pub(super) comments: Vec<Item>,
    pub(super) annotations: Vec<Item>,
    parent: usize,
    first_child: Option<usize>,
    last_child: Option<usize>,
    sibling: Option<usize>,
}

/// The place of the root.
pub(super) const ROOT: usize = 0;

impl Tree {
    /// The tree of a record's body. Comments before the first ply belong to the root; those before the first ply of a
    /// variation, to that ply.
    pub(super) fn of(body: &Body<'_>) -> Result<Tree, Unsaid> {
        let mut tree = Tree { nodes: vec![Node::default()] };
        // The lines within which a variation is at hand, each by its last node; and the node at hand.
        let (mut lines, mut at) = (Vec::new(), ROOT);
        // What stands before the first ply of a variation.
        let mut waiting: Option<Vec<Item>> = None;
        for item in body.items {
            match item.kind {
                ItemKind::Ply(_) => {
                    at = tree.add(at, *item);
                    tree.nodes[at].comments.extend(waiting.take().into_iter().flatten());
                }
                ItemKind::Open { .. } => {
                    lines.push(at);
                    at = tree.nodes[at].parent;
                    waiting = Some(Vec::new());
                }
                ItemKind::Close => {
                    // The comments of a variation without plies go to the ply that it would replace.
                    at = lines.pop().unwrap_or_default();
                    tree.nodes[at].comments.extend(waiting.take().into_iter().flatten());
                }
                ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => match &mut waiting {
                    Some(waiting) => waiting.push(*item),
                    None => tree.nodes[at].comments.push(*item),
                },
                ItemKind::Annotation => tree.nodes[at].annotations.push(*item),
                ItemKind::Break => return Err((item.span(), None, Text::new("the format has no place for a break"))),
                ItemKind::Dots | ItemKind::Result => {}
            }
        }
        Ok(tree)
    }

    /// Adds a ply that may follow another.
    fn add(&mut self, parent: usize, ply: Item) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node { ply: Some(ply), parent, ..Node::default() });
        match self.nodes[parent].last_child.replace(index) {
            Some(before) => self.nodes[before].sibling = Some(index),
            None => self.nodes[parent].first_child = Some(index),
        }
        index
    }

    /// A node.
    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// All nodes but the root, in the order of the record.
    pub(super) fn plies(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().skip(1)
    }

    /// The plies that may follow a node, first the one of the main line.
    pub(super) fn children(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[index].first_child, |index| self.nodes[*index].sibling)
    }

    /// The ply that may be played instead of one, after all that follows it.
    pub(super) fn sibling(&self, index: usize) -> Option<usize> {
        self.nodes[index].sibling
    }
}
