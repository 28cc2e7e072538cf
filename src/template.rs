//! An empty record to fill in: the tags of a game, each with a comment that explains it, and no moves yet.
//!
//! A tag that a record needs, or that names a player, is written as a tag. A tag that few records have is commented out
//! with `#` and has an example value.

use crate::check::Checker;
use crate::diagnostic::{Severity, Text};
use crate::engine::{Defaults, Games, Reason};
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::game::{Choice, GameInfo, TagInfo};
use crate::names::same;
use crate::record::escape;
use crate::report::{Report, report};

/// Writes a template for one of `games`, perhaps of a variant and with options (a list with commas), all named as in
/// tags.
///
/// ```
/// use scoresheet::engine::Games;
///
/// let text = scoresheet::template::write(Games::default(), "Connect Four", None, None).expect("a game");
/// assert!(text.contains("[Game \"forza4\"]") && text.contains("[Red \"?\"]"));
/// ```
///
/// # Errors
/// Fails if there is no such game, variant or option, or if they cannot be used together.
pub fn write(games: Games, game: &str, variant: Option<&str>, options: Option<&str>) -> Result<String, Text> {
    let asked = [("Game", Some(game)), ("Variant", variant), ("Options", options)];
    let head = head(games, asked);
    let mut checker = Checker::new(Defaults { games, ..Defaults::default() });
    let judged = judge(&head, &mut checker)?;
    let info = judged.game.and_then(|game| games.named(game)).map(|game| game.info());
    let (Some(info), Some(variant)) = (info, judged.variant) else {
        return Err(Text::new("no game has this name"));
    };
    let (sides, has_fouls) = setting(&head, &mut checker).unwrap_or_default();
    let mut takes = |options: &str| {
        let asked = [("Game", Some(info.id)), ("Variant", Some(variant)), ("Options", Some(options))];
        judge(&self::head(games, asked), &mut checker).is_ok()
    };
    // An option may need another one: four sides play Halma in pairs.
    let mut has_place = |option: &Choice| {
        let mut with = info.options.iter().map(|other| format!("{},{}", other.name, option.name));
        takes(option.name) || with.any(|both| takes(&both))
    };
    let options: Vec<&Choice> = info.options.iter().filter(|option| has_place(option)).collect();
    let lines = Draft(String::new());
    let (options, judged, sides) = (&options[..], &judged, &sides[..]);
    Ok(Template { info, variant, options, judged, sides, has_fouls, lines }.fill())
}

/// The requested tags, and those that they need.
fn head(games: Games, asked: [(&str, Option<&str>); 3]) -> String {
    let mut head: String =
        asked.iter().filter_map(|(name, value)| Some(format!("[{name} \"{}\"]\n", escape((*value)?)))).collect();
    let [game, variant, options] = asked.map(|(_, value)| value);
    if let Some(game) = game.and_then(|game| games.named(game)) {
        let named = |name: &str| {
            let options = options.unwrap_or_default().split(',').map(str::trim);
            variant.is_some_and(|variant| same(variant, name)) || options.into_iter().any(|option| same(option, name))
        };
        for tag in game.info().tags.iter().filter(|tag| tag.needed && tag.of.iter().any(|name| named(name))) {
            head.push_str(&format!("[{} \"{}\"]\n", tag.name, tag.example));
        }
    }
    head
}

/// The report of an empty record with these tags, or the faults of the tags.
fn judge(head: &str, checker: &mut Checker) -> Result<Report, Text> {
    let wrong = |message: String| Text::new(message);
    let mut records =
        Transcripts::new(head.as_bytes(), crate::source::MAX_RECORD).map_err(|error| wrong(error.to_string()))?;
    let record = records.next().map_err(|error| wrong(error.to_string()))?;
    let record = record.ok_or_else(|| wrong("no game is given".to_owned()))?;
    let mut judged = report("", &record, checker);
    match judged.diagnostics.iter().position(|said| said.severity == Severity::Error) {
        None => Ok(judged),
        Some(index) => {
            let said = judged.diagnostics.swap_remove(index);
            Err(Text { message: said.message, help: said.help })
        }
    }
}

/// What only the setting of an empty record shows: the names of the sides, and whether a game can end by a foul.
fn setting(head: &str, checker: &mut Checker) -> Option<(Vec<&'static str>, bool)> {
    let mut records = Transcripts::new(head.as_bytes(), crate::source::MAX_RECORD).ok()?;
    let record = records.next().ok()??;
    let rules = &checker.setting(&record)?.rules;
    Some((rules.sides.iter().map(|side| side.name).collect(), rules.foul.is_some()))
}

/// The lines of a template.
struct Draft(String);

impl Draft {
    /// A comment, broken into lines.
    fn comment(&mut self, text: &str) {
        const WIDTH: usize = 100;
        let mut column = WIDTH;
        for word in text.split_whitespace() {
            let length = word.chars().count() + 1;
            if column + length > WIDTH {
                self.0.push_str(if column == WIDTH && self.0.ends_with('\n') || self.0.is_empty() {
                    "#"
                } else {
                    "\n#"
                });
                column = 1;
            }
            self.0.push(' ');
            self.0.push_str(word);
            column += length;
        }
        self.0.push('\n');
    }

    /// A line of a list within a comment.
    fn item(&mut self, name: &str, about: &str) {
        self.0.push_str(&format!("#   {name}: {about}\n"));
    }

    /// Variants or options, each with a description and the tag that it needs.
    fn choices<'c>(&mut self, info: &GameInfo, choices: impl IntoIterator<Item = &'c Choice>) {
        for choice in choices {
            let tag = info.tags.iter().find(|tag| tag.needed && tag.of.contains(&choice.name));
            match tag.filter(|tag| !choice.about.contains(tag.name)) {
                Some(tag) => self.item(choice.name, &format!("{} (tag {})", choice.about, tag.name)),
                None => self.item(choice.name, choice.about),
            }
        }
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.0.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    }

    /// A tag that has no effect until its `#` is deleted.
    fn spare(&mut self, name: &str, value: &str) {
        self.0.push_str("# ");
        self.tag(name, value);
    }
}

/// What a template says of a game.
struct Template<'t> {
    info: &'static GameInfo,
    variant: &'t str,
    /// The options that the variant may have.
    options: &'t [&'t Choice],
    /// The report of an empty record.
    judged: &'t Report,
    /// The names of the sides.
    sides: &'t [&'static str],
    /// Whether a game can end by a foul.
    has_fouls: bool,
    lines: Draft,
}

impl Template<'_> {
    /// Writes it.
    fn fill(mut self) -> String {
        self.lines.comment(&format!("A record of {} to fill in.", self.info.name));
        self.lines.comment(
            "A # begins a comment. To use a tag that is commented out, delete its #. Delete the tags and comments that you do not need.",
        );
        self.game();
        self.options();
        self.board_and_start();
        self.notation();
        self.result();
        self.event_and_players();
        self.moves();
        self.lines.0
    }

    fn game(&mut self) {
        self.lines.comment("The game.");
        self.lines.tag("Game", self.info.id);
        if self.info.variants.len() > 1 {
            self.lines.comment("The variant, one of these:");
            self.lines.choices(self.info, self.info.variants);
            self.lines.tag("Variant", self.variant);
        }
    }

    fn options(&mut self) {
        let [first, ..] = self.options else { return };
        if self.options.len() == self.info.options.len() {
            self.lines.comment("Options, separated by commas:");
        } else {
            self.lines.comment(&format!("Options of the variant {}, separated by commas:", self.variant));
        }
        self.lines.choices(self.info, self.options.iter().copied());
        match &self.judged.options[..] {
            [] => self.lines.spare("Options", first.name),
            options => self.lines.tag("Options", &options.join(",")),
        }
    }

    /// The board, the side that begins, the position, and the tags that only this game has.
    fn board_and_start(&mut self) {
        let (boards, others): (Vec<_>, Vec<_>) = self.info.tags.iter().partition(|tag| tag.name == "Board");
        boards.into_iter().for_each(|tag| self.own_tag(tag));
        if self.info.any_side_begins {
            let first = self.sides.first().copied().unwrap_or_default();
            let sides = self.sides.join(", ");
            self.lines.comment(&format!("The side that begins: {sides}; without this tag {first}."));
            self.lines.spare("Starts", self.sides.last().copied().unwrap_or_default());
        }
        self.lines.comment("The position at the start of the game, if it is not the usual one, which is shown here.");
        self.lines.spare("Setup", self.judged.position.as_deref().unwrap_or_default());
        others.into_iter().for_each(|tag| self.own_tag(tag));
    }

    /// A tag of the game, unless only variants and options have it that cannot be used here.
    fn own_tag(&mut self, tag: &TagInfo) {
        let used = |name: &&str| *name == self.variant || self.judged.options.contains(name);
        let is_option = |name: &&str| self.options.iter().any(|option| option.name == *name);
        if !tag.of.is_empty() && !tag.of.iter().any(|name| used(name) || is_option(name)) {
            return;
        }
        let needed = tag.needed && tag.of.iter().any(used);
        let of: Vec<_> = tag.of.iter().filter(|name| is_option(name)).copied().collect();
        let of = if of.is_empty() { String::new() } else { format!("For the option {}. ", of.join(", ")) };
        self.lines.comment(&format!("{of}{}", tag.about));
        if needed { self.lines.tag(tag.name, tag.example) } else { self.lines.spare(tag.name, tag.example) }
    }

    /// Which plies stood, and in which notation plies are written.
    fn notation(&mut self) {
        self.lines.comment(
            "The numbers of illegal plies that nobody noticed, so that the game went on, separated by commas. The plies of all sides are counted together.",
        );
        self.lines.spare("Stands", "7");
        if self.info.systems().count() > 1 {
            self.lines.comment("The notation of the moves, one of these; without this tag it is detected.");
            for system in self.info.systems().map(|system| system.info()) {
                self.lines.item(system.name, &format!("{}, for instance {}", system.token, system.example));
            }
            self.lines.spare("Notation", self.info.default_system.name());
        }
    }

    fn result(&mut self) {
        let sides = self.sides.join(", ");
        self.lines.comment(&format!("The result: the winner ({sides}), draw, or * if there is no result."));
        self.lines.tag("Result", "*");
        let foul = if self.has_fouls { "; foul if the winner pointed out a forbidden ply" } else { "" };
        self.lines.comment(&format!(
            "Why the game ended, if the board does not show it: {}; illegal if the last ply was illegal and lost the game{foul}.",
            Reason::names()
        ));
        self.lines.spare("Termination", "resignation");
    }

    fn event_and_players(&mut self) {
        self.lines.comment("The event, the place, the date (year.month.day) and the round; ? is unknown.");
        self.lines.tag("Event", "?");
        self.lines.tag("Site", "?");
        self.lines.tag("Date", "????.??.??");
        self.lines.tag("Round", "?");
        self.lines.comment("Who played.");
        for side in self.sides {
            self.lines.tag(side, "?");
        }
    }

    fn moves(&mut self) {
        let turn = vec!["ply"; self.sides.len()].join(", ");
        self.lines.0.push('\n');
        self.lines.comment(&format!(
            "The moves go here: 1. {turn}; 2. {turn}; and so on, in the order {}; {}. Write a remark in braces: {{like this}}.",
            self.sides.join(", "),
            self.info.default_system.info().usage()
        ));
    }
}
