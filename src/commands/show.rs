//! `scoresheet show`: draws positions of a record, or replays records as a page.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::files::{self, is_standard};
use super::outputs::{Output, Outputs};
use super::{Common, End, Shown, Stop, complain, fail, missing, replay, say};
use crate::check::Checker;
use crate::diagram::png::Renderer;
use crate::diagram::svg::sheet::Sheet;
use crate::diagram::svg::{self, Style as Drawn};
use crate::diagram::text::{Style, draw};
use crate::diagram::theme::{COLOUR, DARK, PRINT, THEMES, Theme};
use crate::diagram::{Figure, gif, pdf};
use crate::engine::Setting;
use crate::figures::{Frame, Wanted, figures_held, heading, titled};
use crate::game::points_of;
use crate::input;
use crate::page::Opening;
use crate::record::Record;
use crate::report::{Report, human};
use crate::scene::Cell;
use crate::visible::visible;

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The file, folder or archive to read; `-` or none is standard input
    path: Option<PathBuf>,
    #[command(flatten)]
    shown: Shown,
    /// Which record of the file, or of all files of a folder, from 1 (default: the first; for a page that replays, all)
    #[arg(long, value_name = "N", value_parser = super::values::number::<u64>)]
    record: Option<u64>,
    /// The position after this ply, 0 for the start (default: the last)
    #[arg(long, value_name = "N", value_parser = ply, allow_negative_numbers = true)]
    ply: Option<u32>,
    /// Draw a sheet: the positions after every N plies, and the last one
    #[arg(long, value_name = "PLIES", conflicts_with = "ply", value_parser = super::values::number_from_1)]
    every: Option<u32>,
    /// The output format (default: by the ending of the output file's name, else text)
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<PictureForm>,
    /// Show the numbers of plies instead of pieces
    #[arg(long)]
    numbers: bool,
    /// Draw the board as the opponent sees it
    #[arg(long)]
    flip: bool,
    /// A title above the picture, or the title of the page
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Leave out the coordinates around the board; pictures too small for them have none
    #[arg(long)]
    no_coordinates: bool,
    /// The colours of pictures (default: colour, for pdf print)
    #[arg(long, value_parser = theme(), value_name = "THEME")]
    theme: Option<&'static Theme>,
    /// The width of a picture in pixels (default: 40 for each square)
    #[arg(long, value_name = "PIXELS", value_parser = super::values::number_in::<16, 20_000>)]
    size: Option<u32>,
    /// Pixels of a PNG or GIF for each pixel of --size (default: 1)
    #[arg(long, value_name = "FACTOR", value_parser = scale)]
    scale: Option<f32>,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PictureForm {
    /// A board in a frame, coloured on terminals
    Text,
    /// Letters and dots, for mail
    Ascii,
    /// A picture for print and for pages
    Svg,
    /// A picture made of pixels
    Png,
    /// A moving picture: the positions one after the other; with --every after every N plies, with --ply up to that one
    Gif,
    /// Pages of A4 for print, with a heading
    Pdf,
    /// A page that replays records in any browser; with --every a sheet of pictures
    Html,
    /// A JSON object
    Json,
}

impl PictureForm {
    /// The endings of names of files in this format, the usual one first.
    fn endings(self) -> &'static [&'static str] {
        match self {
            PictureForm::Text => &["txt", "text"],
            PictureForm::Ascii => &["ascii", "asc"],
            PictureForm::Svg => &["svg"],
            PictureForm::Png => &["png"],
            PictureForm::Gif => &["gif"],
            PictureForm::Pdf => &["pdf"],
            PictureForm::Html => &["html", "htm"],
            PictureForm::Json => &["json"],
        }
    }

    /// The format for the ending of a file's name: text without an ending.
    ///
    /// # Errors
    /// Fails with what to tell people if the ending is unknown.
    fn named(file: &Path) -> Result<PictureForm, String> {
        let Some(ending) = file.extension().map(|ending| ending.to_string_lossy()) else {
            return Ok(PictureForm::Text);
        };
        let forms = PictureForm::value_variants();
        let is = |form: &&PictureForm| form.endings().iter().any(|known| known.eq_ignore_ascii_case(&ending));
        forms.iter().find(is).copied().ok_or_else(|| {
            let known: Vec<String> = forms.iter().map(|form| format!(".{}", form.endings()[0])).collect();
            let file = file.display();
            format!(
                "{file}: no picture is written to .{ending}; the known endings are {}, or name a format with --as",
                known.join(" ")
            )
        })
    }
}

impl ShowArgs {
    /// The format that the caller chose, or else the one that the name of the output suggests.
    fn form(&self) -> Result<PictureForm, String> {
        match (self.form, self.output.as_deref()) {
            (Some(form), _) => Ok(form),
            (None, Some(file)) if is_regular(file) => PictureForm::named(file),
            (None, _) => Ok(PictureForm::Text),
        }
    }

    /// Whether the output is a page that replays records.
    fn replays(&self, form: PictureForm) -> bool {
        form == PictureForm::Html && self.every.is_none()
    }

    /// An option that has no effect on the chosen format: an error, because otherwise nobody would notice.
    fn idle(&self, form: PictureForm) -> Option<&'static str> {
        let sized = matches!(form, PictureForm::Svg | PictureForm::Png | PictureForm::Gif);
        let drawn = sized || matches!(form, PictureForm::Pdf | PictureForm::Html);
        let idle = [
            (
                self.numbers && self.replays(form),
                "--numbers cannot be used for a page that replays: its moves are numbered",
            ),
            (
                self.no_coordinates && self.replays(form),
                "--no-coordinates cannot be used for a page that replays: its moves name squares",
            ),
            (self.theme.is_some() && !drawn, "--theme can be used only for svg, png, gif, pdf and html"),
            (self.title.is_some() && !drawn, "--title can be used only for svg, png, gif, pdf and html"),
            (self.no_coordinates && !drawn, "--no-coordinates can be used only for svg, png, gif, pdf and html"),
            (self.size.is_some() && !sized, "--size can be used only for svg, png and gif"),
            (
                self.scale.is_some() && !matches!(form, PictureForm::Png | PictureForm::Gif),
                "--scale can be used only for png and gif",
            ),
        ];
        idle.into_iter().find(|(is_idle, _)| *is_idle).map(|(_, why)| why)
    }
}

/// Whether a name means a file, not standard output or a device, whose names suggest no format.
fn is_regular(file: &Path) -> bool {
    !is_standard(file) && file.metadata().map_or(true, |known| known.is_file())
}

/// Reads the number of a ply.
fn ply(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a ply is a number: 0 for the start, 1 for the position after the first ply".to_owned())
}

/// A positive number.
fn scale(text: &str) -> Result<f32, String> {
    let factor: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if factor.is_finite() && factor > 0.0 { Ok(factor) } else { Err("not a positive number".to_owned()) }
}

/// The names of the themes, each with a description.
fn theme() -> impl TypedValueParser<Value = &'static Theme> {
    let names = THEMES.map(|theme| PossibleValue::new(theme.name).help(theme.about));
    PossibleValuesParser::new(names).map(|name| THEMES.into_iter().find(|theme| theme.name == name).unwrap_or(&COLOUR))
}

pub(super) fn run(args: &ShowArgs) -> Result<End, Stop> {
    let path = args.path.clone().unwrap_or_else(|| PathBuf::from("-"));
    let form = args.form()?;
    if let Some(why) = args.idle(form) {
        return Err(why.into());
    }
    let outputs = Outputs::new([("-o", args.output.as_deref())], [&path])?;
    if args.replays(form) {
        let theme = args.theme.map(|theme| if theme.name == DARK.name { "dark" } else { "light" });
        let opening = Opening { ply: args.ply, flipped: args.flip, theme };
        let output = || outputs.open(args.output.as_deref());
        let page = (args.record, args.title.as_deref(), opening);
        return Ok(replay::run(&path, &args.common, page, (&outputs, output, args.shown.held()))?);
    }
    let number = args.record.unwrap_or(1);
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    let (mut seen, mut end) = (0, None);
    let paths = [path];
    let all_read = files::each(
        &paths,
        &args.common,
        |path| outputs.holds(path),
        |files::Text { input, .. }| {
            let (name, most) = (&input.name, args.common.max_record);
            let mut records =
                input::records_given(input.reader, input.format, most, &args.common.given(name), &mut checker)?;
            while records.advance()? {
                seen += 1;
                if seen == number {
                    end = Some(draw_record((args, form), &outputs, name, &records.record(), &mut checker)?);
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(match end {
        Some(end) => end,
        None if !all_read => End::Failed,
        None => missing(&paths[0].display().to_string(), number, seen),
    })
}

/// How many positions of a record can be drawn: all are held until the last is known.
const MOST_POSITIONS: u32 = 10_000;

/// Draws the requested positions of a record.
fn draw_record(
    (args, form): (&ShowArgs, PictureForm),
    outputs: &Outputs,
    name: &str,
    record: &Record<'_>,
    checker: &mut Checker,
) -> io::Result<End> {
    let number = args.record.unwrap_or(1);
    let mut held = args.shown.held();
    let wanted = match (args.every, args.ply) {
        (Some(plies), _) => Wanted::Every(plies),
        (None, _) if form == PictureForm::Gif => Wanted::Every(1),
        (None, Some(ply)) => Wanted::After(ply),
        (None, None) => Wanted::Last,
    };
    if let Wanted::Every(plies) = wanted
        && let Some(all) = too_many(plies, name, record, checker, args)
    {
        let every = all / MOST_POSITIONS + 1;
        return Ok(fail(&format!(
            "{name}: record {number} has {all} plies, and at most {MOST_POSITIONS} positions are drawn; write --every {every}"
        )));
    }
    let (report, mut frames) = figures_held(name, record, checker, &mut held, wanted, args.numbers);
    if form == PictureForm::Gif {
        move_from_start(args, &mut frames, || {
            figures_held(name, record, checker, &mut args.shown.held(), Wanted::After(0), args.numbers).1
        });
    }
    let setting = checker.setting(record);
    if !report.valid {
        say(&args.common.words()(&report, record, setting));
    }
    if args.common.verbose {
        say(&human::verdict(&report));
    }
    let end = if report.valid { End::Good } else { End::Invalid };
    let (false, Some(setting)) = (frames.is_empty(), setting) else {
        if report.position.is_none() {
            return Ok(end);
        }
        let ply = args.ply.unwrap_or_default();
        return Ok(fail(&format!("{name}: record {number} has no ply {ply}; its last ply is {}", report.plies)));
    };
    if args.flip {
        frames.iter_mut().for_each(|frame| frame.figure.scene.flip());
    }
    if matches!(form, PictureForm::Png | PictureForm::Gif | PictureForm::Pdf)
        && args.output.is_none()
        && io::stdout().is_terminal()
    {
        return Ok(fail("a terminal cannot show such a picture; name a file with -o"));
    }
    let numbered = |frame: &Frame| frame.figure.scene.cells.iter().any(|cell| cell.number.is_some());
    let numbers_are_missed = args.numbers && !args.common.quiet;
    if numbers_are_missed && report.plies > 0 && !frames.iter().any(numbered) && args.ply != Some(0) {
        complain("no numbers are shown, because in this game the pieces move");
    }
    if !args.common.quiet && frames.iter().flat_map(|frame| &frame.figure.scene.cells).any(Cell::has_number) {
        tell_small((args, form), &report, setting, &frames);
    }
    let mut out = outputs.open(args.output.as_deref())?;
    write((args, form), &report, setting, &frames, &mut out)?;
    out.finish()?;
    Ok(end)
}

/// Reports that a picture is too small for the numbers on its pieces.
fn tell_small((args, form): (&ShowArgs, PictureForm), report: &Report, setting: &Setting, frames: &[Frame]) {
    let style = drawn(args, &COLOUR);
    let figures: Vec<&Figure> = frames.iter().map(|frame| &frame.figure).collect();
    let least = match form {
        PictureForm::Svg | PictureForm::Png if args.every.is_some() => {
            sheet(args, report, setting, frames).width_for_numbers(style)
        }
        PictureForm::Svg | PictureForm::Png | PictureForm::Gif => svg::width_for_numbers(&figures, style),
        _ => None,
    };
    if let Some(least) = least {
        complain(&format!("no numbers are shown, because they would be too small to read; --size {least} shows them"));
    }
}

/// How many plies a record has, if the positions after every `plies` of them are too many.
fn too_many(plies: u32, name: &str, record: &Record<'_>, checker: &mut Checker, args: &ShowArgs) -> Option<u32> {
    // No record of so few bytes has too many.
    if record.text.len() <= MOST_POSITIONS as usize {
        return None;
    }
    let (report, _) = figures_held(name, record, checker, &mut args.shown.held(), Wanted::Last, false);
    (report.plies / plies.max(1) > MOST_POSITIONS).then_some(report.plies)
}

/// Puts the start before the positions of a moving picture, and ends it after the requested ply.
fn move_from_start(args: &ShowArgs, frames: &mut Vec<Frame>, start: impl FnOnce() -> Vec<Frame>) {
    if let Some(ply) = args.ply {
        let known = frames.iter().any(|frame| frame.ply >= ply) || ply == 0;
        frames.retain(|frame| known && frame.ply <= ply);
    }
    let is_missing = frames.first().map_or(args.ply == Some(0), |frame| frame.ply > 0);
    if is_missing {
        frames.splice(0..0, start());
    }
}

fn write(
    (args, form): (&ShowArgs, PictureForm),
    report: &Report,
    setting: &Setting,
    frames: &[Frame],
    out: &mut Output,
) -> io::Result<()> {
    match form {
        PictureForm::Text | PictureForm::Ascii => {
            let style = match form {
                PictureForm::Ascii => Style::Ascii,
                _ if args.output.is_none() && args.common.color.on() => Style::Coloured,
                _ => Style::Boxed,
            };
            for (index, frame) in frames.iter().enumerate() {
                if args.every.is_some() {
                    let gap = if index > 0 { "\n" } else { "" };
                    writeln!(out, "{gap}{}", visible(&said_of(frame, setting)))?;
                }
                out.write_all(draw(&frame.figure.scene, style).as_bytes())?;
            }
            out.write_all(caption(report, setting, frames).as_bytes())
        }
        PictureForm::Svg => out.write_all(picture(args, report, setting, frames).as_bytes()),
        PictureForm::Png => {
            let renderer = Renderer::new();
            let png = renderer.render(&picture(args, report, setting, frames), args.scale.unwrap_or(1.0));
            tell_missing(&renderer, args);
            out.write_all(&png.map_err(io::Error::other)?)
        }
        PictureForm::Gif => {
            let figures: Vec<&Figure> = frames.iter().map(|frame| &frame.figure).collect();
            let drawings = svg::draw_all(&figures, drawn(args, &COLOUR));
            let renderer = Renderer::new();
            let gif = gif::animate(&renderer, &drawings, args.scale.unwrap_or(1.0));
            tell_missing(&renderer, args);
            out.write_all(&gif.map_err(io::Error::other)?)
        }
        PictureForm::Pdf => {
            let sheet = sheet(args, report, setting, frames);
            let pages: Vec<String> = sheet.pages().iter().map(|page| page.draw(drawn(args, &PRINT))).collect();
            let renderer = Renderer::new();
            let pdf = pdf::pages(&renderer, &pages, &sheet.title);
            tell_missing(&renderer, args);
            out.write_all(&pdf.map_err(io::Error::other)?)
        }
        PictureForm::Html => out.write_all(sheet(args, report, setting, frames).html(drawn(args, &COLOUR)).as_bytes()),
        PictureForm::Json => {
            frames.iter().try_for_each(|frame| writeln!(out, "{}", object(args, report, setting, frame)))
        }
    }
}

/// Reports which letters of a picture are empty boxes; of each run of them only the first is known.
fn tell_missing(renderer: &Renderer, args: &ShowArgs) {
    const SHOWN: usize = 8;
    let missing = renderer.missing();
    if missing.is_empty() || args.common.quiet {
        return;
    }
    let letters: Vec<String> = missing.iter().take(SHOWN).map(|letter| format!("`{letter}`")).collect();
    let more = if missing.len() > SHOWN { " …" } else { "" };
    complain(&format!(
        "no font on this machine has letters such as {}{more}: empty boxes stand for them in the picture; SVG and HTML use the reader's fonts",
        visible(&letters.join(", "))
    ));
}

fn drawn<'a>(args: &'a ShowArgs, usual: &'static Theme) -> Drawn<'a> {
    Drawn {
        theme: args.theme.unwrap_or(usual),
        width: args.size,
        scale: args.scale.unwrap_or(1.0).into(),
        coordinates: !args.no_coordinates,
        heading: args.title.as_deref(),
    }
}

/// The requested position, or all of them on a sheet, as SVG.
fn picture(args: &ShowArgs, report: &Report, setting: &Setting, frames: &[Frame]) -> String {
    match frames {
        [frame] if args.every.is_none() => svg::draw(&frame.figure, drawn(args, &COLOUR)),
        _ => sheet(args, report, setting, frames).draw(drawn(args, &COLOUR)),
    }
}

/// The sheet of all positions taken.
fn sheet<'s>(args: &ShowArgs, report: &Report, setting: &Setting, frames: &'s [Frame]) -> Sheet<'s> {
    let about: Vec<String> = ["Event", "Site", "Date", "Round"]
        .into_iter()
        .filter_map(|name| report.tags.get(name).map(titled))
        .filter(|value| !value.is_empty() && value != "?")
        .collect();
    let (game, players) = (setting.info().name, heading(report, setting));
    let mut lines = vec![about.join(", ")];
    if players != game {
        lines.insert(
            0,
            [game, setting.rules.variant].into_iter().filter(|name| *name != "standard").collect::<Vec<_>>().join(", "),
        );
    }
    if args.title.is_some() {
        lines.insert(0, players.clone());
    }
    lines.push(if report.valid { String::new() } else { "invalid".to_owned() });
    lines.push(report.outcome_in_words());
    lines.retain(|line| !line.is_empty());
    Sheet {
        title: args.title.clone().unwrap_or(players),
        lines,
        figures: frames.iter().map(|frame| (&frame.figure, said_of(frame, setting))).collect(),
    }
}

/// What stands beside one of several positions: `after ply 9: c1; points Red 3, Blue 0`.
fn said_of(frame: &Frame, setting: &Setting) -> String {
    let mut text = frame.caption();
    if !frame.points.is_empty() {
        text.push_str(&format!("; points {}", points_of(setting.rules.sides, &frame.points)));
    }
    text
}

fn object(args: &ShowArgs, report: &Report, setting: &Setting, frame: &Frame) -> serde_json::Value {
    let sides = setting.rules.sides;
    let name = |index: usize| sides.get(index).map(|side| side.name);
    let scene = &frame.figure.scene;
    let rows: Vec<Vec<_>> = scene
        .rows()
        .map(|(_, cells)| cells.iter().map(|cell| cell.piece.and_then(|(side, _)| name(side.index()))).collect())
        .collect();
    let numbers: Option<Vec<Vec<_>>> =
        args.numbers.then(|| scene.rows().map(|(_, cells)| cells.iter().map(|cell| cell.number).collect()).collect());
    let mut object = json!({
        "file": report.file, "record": report.record, "game": report.game, "board": report.board, "ply": frame.ply,
        "move": frame.token, "position": frame.position, "to_move": name(frame.turn), "rows": rows, "numbers": numbers,
    });
    if !frame.points.is_empty() {
        let points = sides.iter().zip(&frame.points).map(|(side, points)| (side.name.to_owned(), json!(points)));
        object["points"] = points.collect::<serde_json::Map<_, _>>().into();
    }
    if let Some(opening) = report.opening {
        object["opening"] = json!(opening);
    }
    object
}

/// The schema of that object.
pub(super) fn json_schema() -> serde_json::Value {
    use crate::report::schema::{count, described, document, number, object, text_or_null};
    let rows = |cell: serde_json::Value| json!({"type": "array", "items": {"type": "array", "items": cell}});
    let position = object(
        json!({
            "file": {"type": "string"},
            "record": number(),
            "game": {"type": "string"},
            "board": {"type": "string", "pattern": "^[0-9]+x[0-9]+$", "description": "columns x rows"},
            "ply": described(count(), "how many plies were played; 0 is the start"),
            "move": described(text_or_null(), "the last of them; null at the start"),
            "position": {"type": "string", "description": "position string"},
            "to_move": described(text_or_null(), "the side to move, after the end too"),
            "rows": described(rows(text_or_null()), "the sides that have a piece on each square, from the top row"),
            "numbers": {"anyOf": [rows(json!({"type": ["integer", "null"]})), {"type": "null"}],
                        "description": "which ply brought the piece, with --numbers"},
        }),
        json!({
            "points": {"type": "object", "additionalProperties": {"type": "integer"}},
            "opening": {"type": "string"},
        }),
    );
    document("A position, by scoresheet show", position)
}

/// The lines below a position: the points, the opening, and who has which side after a swap.
fn caption(report: &Report, setting: &Setting, frames: &[Frame]) -> String {
    let mut lines = String::new();
    if let Some(points) = frames.last().map(|frame| &frame.points).filter(|points| !points.is_empty()) {
        lines.push_str(&format!("points: {}\n", points_of(setting.rules.sides, points)));
    }
    if let Some(opening) = report.opening {
        lines.push_str(&format!("opening: {opening}\n"));
    }
    if !report.players.is_empty() {
        let players: Vec<_> =
            report.players.iter().map(|(side, player)| format!("{side} {}", visible(player))).collect();
        lines.push_str(&format!("after the swap: {}\n", players.join(", ")));
    }
    lines
}
