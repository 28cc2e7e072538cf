//! The fonts of pictures: Noto Sans with its signs, which is bundled, and the system's fonts for letters that it lacks.
//! The files, what is in them and how they were made: `README.md` in this folder.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::usvg::FontResolver;
use resvg::usvg::fontdb::{Database, FaceInfo, Family, ID, Query, Source, Stretch, Style, Weight};

/// The bundled fonts, in the order of search.
static BUNDLED: [&[u8]; 4] = [
    include_bytes!("NotoSans-Regular.ttf"),
    include_bytes!("NotoSans-Bold.ttf"),
    include_bytes!("NotoSansMath.ttf"),
    include_bytes!("NotoSansSymbols2.ttf"),
];

/// The family that replaces every family that a picture names and that is missing.
const FAMILY: &str = "Noto Sans";

/// The bundled fonts, and all fonts once a letter needs them.
#[derive(Debug)]
pub(super) struct Fonts {
    bundled: Arc<Database>,
    /// Looked for at most once: it takes a while.
    all: OnceLock<Arc<Database>>,
    /// The letters that no font has.
    missing: Mutex<BTreeSet<char>>,
}

impl Fonts {
    /// The bundled fonts.
    pub(super) fn new() -> Fonts {
        let mut fonts = Database::new();
        for font in BUNDLED {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        fonts.set_sans_serif_family(FAMILY);
        fonts.set_serif_family(FAMILY);
        fonts.set_monospace_family(FAMILY);
        fonts.set_cursive_family(FAMILY);
        fonts.set_fantasy_family(FAMILY);
        Fonts { bundled: Arc::new(fonts), all: OnceLock::new(), missing: Mutex::default() }
    }

    /// The fonts that a picture starts with.
    pub(super) fn known(&self) -> Arc<Database> {
        self.all.get().unwrap_or(&self.bundled).clone()
    }

    /// Chooses the font of each text and, for the letters it lacks, others.
    pub(super) fn resolver(&self) -> FontResolver<'_> {
        FontResolver {
            select_font: FontResolver::default_font_selector(),
            select_fallback: Box::new(|letter, used, fonts| {
                let found = other(letter, used, fonts).or_else(|| {
                    let all = self.all.get_or_init(|| Arc::new(with_system(&self.bundled)));
                    if fonts.len() == all.len() {
                        return None;
                    }
                    // This changes no font's id: the others were added after the bundled ones.
                    *fonts = all.clone();
                    other(letter, used, fonts)
                });
                if found.is_none() {
                    self.missing.lock().unwrap_or_else(PoisonError::into_inner).insert(letter);
                }
                found
            }),
        }
    }

    /// The letters so far that no font has.
    pub(super) fn missing(&self) -> Vec<char> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    #[cfg(test)]
    pub(super) fn asked_the_system(&self) -> bool {
        self.all.get().is_some()
    }
}

/// A font that has the letter and is not in use already; in its family the one that is as bold as the text.
fn other(letter: char, used: &[ID], fonts: &mut Arc<Database>) -> Option<ID> {
    let found = FontResolver::default_fallback_selector()(letter, used, fonts)?;
    let text = fonts.face(*used.first()?)?;
    let (family, _) = fonts.face(found)?.families.first()?;
    let families = [Family::Name(family)];
    let alike = Query { families: &families, weight: text.weight, stretch: text.stretch, style: text.style };
    fonts.query(&alike).filter(|alike| !used.contains(alike)).or(Some(found))
}

/// The system's fonts after the bundled ones, plain fonts first: a letter gets the first font that has it, and the
/// system lists its fonts in any order.
fn with_system(bundled: &Database) -> Database {
    let mut system = Database::new();
    system.load_system_fonts();
    let mut faces: Vec<FaceInfo> = system.faces().cloned().collect();
    faces.sort_by_cached_key(rank);
    let mut all = bundled.clone();
    for face in faces {
        all.push_face_info(face);
    }
    all
}

fn rank(face: &FaceInfo) -> impl Ord + use<> {
    let name = face.families.first().map_or("", |(name, _)| name).to_owned();
    // Such a font shows the script of a letter, not the letter.
    let last_resort = name.contains("LastResort") || name.contains("Last Resort");
    let plain = (face.style == Style::Normal, face.stretch == Stretch::Normal, !face.monospaced, name.contains("Sans"));
    let weight = face.weight.0.abs_diff(Weight::NORMAL.0);
    (last_resort, Reverse(plain), weight, name, face.post_script_name.clone(), face.index)
}
