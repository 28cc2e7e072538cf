//! `scoresheet show`: draws a position of a record.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::files::{self, Output};
use super::{Common, End, complain};
use crate::check::Checker;
use crate::diagram::Scene;
use crate::diagram::text::{Style, draw};
use crate::game::Position;
use crate::input;
use crate::page;
use crate::play::{Step, Visitor};
use crate::report::{Report, human, report};

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The file to read; `-` or none is standard input
    path: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
    /// Which record of the file, from 1
    #[arg(long, value_name = "N")]
    record: Option<u64>,
    /// The position after this ply, 0 for the start (default: the last)
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    /// How to draw it
    #[arg(long = "as", value_enum, default_value_t, value_name = "FORM")]
    form: Form,
    /// Show the numbers of plies instead of pieces
    #[arg(long)]
    numbers: bool,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A board in a frame, coloured on terminals
    #[default]
    Text,
    /// Letters and dots, for mail
    Ascii,
    /// A JSON object
    Json,
    /// A page that replays every record of the file, or the one that `--record` names
    Html,
}

/// Takes the picture of one position as it comes by.
struct Camera {
    /// After which ply; `None` for the last position.
    ply: Option<u32>,
    shot: Option<Shot>,
    /// The squares that plies have filled so far, with their numbers.
    numbers: Vec<(crate::Square, u32)>,
    last: u32,
}

struct Shot {
    ply: u32,
    scene: Scene,
    position: String,
    turn: usize,
    token: Option<String>,
}

impl Camera {
    fn take(&mut self, ply: u32, position: &dyn Position, token: Option<String>) {
        let mut scene = position.scene();
        for (square, number) in &self.numbers {
            if let Some(cell) = scene.cell_mut(*square) {
                cell.number = Some(*number);
            }
        }
        self.shot = Some(Shot { ply, scene, position: position.string(), turn: position.turn().index(), token });
    }
}

impl Visitor for Camera {
    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        if self.ply == Some(0) && step.number() == 1 {
            self.take(0, step.before(), None);
        }
        self.last = step.number();
        self.numbers.extend(step.landing().map(|square| (square, step.number())));
        if self.ply.is_none_or(|ply| ply == step.number()) {
            let mut token = String::new();
            step.write_default(&mut token);
            self.take(step.number(), step.after(), Some(token));
        }
    }

    fn end(&mut self, last: &dyn Position) {
        if self.last == 0 && self.ply.is_none_or(|ply| ply == 0) {
            self.take(0, last, None);
        }
    }
}

pub(super) fn run(args: &ShowArgs) -> io::Result<End> {
    if args.form == Form::Html {
        return replay(args);
    }
    let wanted = args.record.unwrap_or(1);
    let path = args.path.clone().unwrap_or_else(|| PathBuf::from("-"));
    let input = match files::open(&path, args.common.from) {
        Ok(input) => input,
        Err(message) => return Ok(fail(&message)),
    };
    let name = input.name.clone();
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    let mut records =
        input::records_given(input.reader, input.format, args.common.max_record, &args.common.given(), &mut checker)?;
    let mut seen = 0;
    let record = loop {
        if !records.advance()? {
            let held = if seen == 1 { "1 record".to_owned() } else { format!("{seen} records") };
            return Ok(fail(&format!("{name}: there is no record {wanted}: it holds {held}")));
        }
        seen += 1;
        if seen == wanted {
            break records.record();
        }
    };
    let mut camera = Camera { ply: args.ply, shot: None, numbers: Vec::new(), last: 0 };
    let report = report(&name, &record, &mut checker, false);
    checker.check(&record, &mut (), Some(&mut camera));
    let setting = checker.setting(&record);
    if !report.valid {
        io::stderr().write_all(human::full(&report, &record, setting, false).as_bytes())?;
    }
    let end = if report.valid { End::Good } else { End::Invalid };
    let Some(mut shot) = camera.shot else {
        if report.position.is_none() {
            return Ok(end);
        }
        let ply = args.ply.unwrap_or_default();
        return Ok(fail(&format!("{name}: record {wanted} has no ply {ply}: its last is {}", report.plies)));
    };
    if !args.numbers {
        shot.scene.cells.iter_mut().for_each(|cell| cell.number = None);
    }
    let mut out = Output::open(args.output.as_deref())?;
    let sides = setting.map_or(&[][..], |setting| setting.rules.sides);
    let turn = sides.get(shot.turn).map(|side| side.name);
    match args.form {
        Form::Ascii => {
            out.write_all(draw(&shot.scene, Style::Ascii).as_bytes())?;
            out.write_all(caption(&report).as_bytes())?;
        }
        Form::Text => {
            let colour = args.output.is_none() && args.common.color.on();
            let style = if colour { Style::Coloured } else { Style::Boxed };
            out.write_all(draw(&shot.scene, style).as_bytes())?;
            out.write_all(caption(&report).as_bytes())?;
        }
        Form::Html => {}
        Form::Json => {
            let rows: Vec<Vec<_>> = shot
                .scene
                .rows()
                .map(|(_, cells)| {
                    cells
                        .iter()
                        .map(|cell| cell.piece.map(|(side, _)| sides.get(side.index()).map(|side| side.name)))
                        .collect()
                })
                .collect();
            let mut object = json!({
                "file": name, "record": wanted, "game": report.game, "board": report.board, "ply": shot.ply,
                "move": shot.token, "position": shot.position, "to_move": turn, "rows": rows,
                "numbers": args.numbers.then(|| shot.scene.rows().map(|(_, cells)| cells.iter().map(|cell| cell.number).collect::<Vec<_>>()).collect::<Vec<_>>()),
            });
            if let Some(opening) = report.opening {
                object["opening"] = json!(opening);
            }
            writeln!(out, "{object}")?;
        }
    }
    out.finish()?;
    Ok(end)
}

/// Writes a page that replays records.
fn replay(args: &ShowArgs) -> io::Result<End> {
    let path = args.path.clone().unwrap_or_else(|| PathBuf::from("-"));
    let input = match files::open(&path, args.common.from) {
        Ok(input) => input,
        Err(message) => return Ok(fail(&message)),
    };
    let name = input.name.clone();
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    let mut records =
        input::records_given(input.reader, input.format, args.common.max_record, &args.common.given(), &mut checker)?;
    let title = path.file_name().map_or_else(|| "Records".to_owned(), |name| name.to_string_lossy().into_owned());
    let mut page = page::Writer::new(Output::open(args.output.as_deref())?, &title)?;
    let (mut seen, mut end) = (0, End::Good);
    while records.advance()? {
        seen += 1;
        if args.record.is_some_and(|wanted| wanted != seen) {
            continue;
        }
        let record = records.record();
        let report = report(&name, &record, &mut checker, false);
        if !report.valid {
            end = End::Invalid;
        }
        page.record(&page::Recorded::new(&report, &record, &checker), None)?;
        if args.record.is_some() {
            break;
        }
    }
    if let Some(wanted) = args.record.filter(|wanted| seen < *wanted) {
        let held = if seen == 1 { "1 record".to_owned() } else { format!("{seen} records") };
        return Ok(fail(&format!("{name}: there is no record {wanted}: it holds {held}")));
    }
    page.finish("")?.finish()?;
    Ok(end)
}

/// What is to be told of the game below its position: the opening, and who has which side after a swap.
fn caption(report: &Report) -> String {
    let mut lines = String::new();
    if let Some(opening) = report.opening {
        lines.push_str(&format!("opening: {opening}\n"));
    }
    if !report.players.is_empty() {
        let players: Vec<_> = report.players.iter().map(|(side, player)| format!("{side} {player}")).collect();
        lines.push_str(&format!("after the swap: {}\n", players.join(", ")));
    }
    lines
}

fn fail(message: &str) -> End {
    complain(message);
    End::Failed
}
