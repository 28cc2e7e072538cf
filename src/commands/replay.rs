//! `scoresheet show --as html`: writes a page that replays the records of a file.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::files;
use super::outputs::{Output, Outputs};
use super::{Common, End, complain, missing};
use crate::check::Checker;
use crate::counted::counted;
use crate::diagnostic::Shortlist;
use crate::input;
use crate::page::{Composer, Opening, Writer};

/// Writes a page that replays every record of `path`, or only the one that `wanted` names; the file's name is its title if
/// it has no other.
pub(super) fn run(
    path: &Path,
    common: &Common,
    (wanted, title, opening): (Option<u64>, Option<&str>, Opening),
    (outputs, output, mut held): (&Outputs, impl Fn() -> io::Result<Output>, Shortlist),
) -> io::Result<End> {
    let mut checker = Checker::new(common.defaults()).strict(common.strict);
    let file = path.file_name().filter(|name| *name != "-").map(|name| name.to_string_lossy());
    let title = title.or(file.as_deref()).unwrap_or("Records");
    let begin = || -> io::Result<_> { Ok(Writer::new(output()?, title)?.opening(opening)) };
    let mut composer = Composer::new(common.defaults());
    // Nothing is written before it is known that there is something to write.
    let mut page = None;
    let (mut seen, mut shown, mut invalid) = (0, 0, 0);
    let paths = [path.to_owned()];
    let all_read = files::each(
        &paths,
        common,
        |path| outputs.holds(path),
        |files::Text { input, .. }| {
            let (name, most) = (&input.name, common.max_record);
            let mut records =
                input::records_given(input.reader, input.format, most, &common.given(name), &mut checker)?;
            while wanted.is_none_or(|wanted| seen < wanted) && records.advance()? {
                seen += 1;
                if wanted.is_some_and(|wanted| seen < wanted) {
                    continue;
                }
                let (recorded, valid) = composer.record(name, &records.record(), &mut checker, &mut held);
                shown += 1;
                invalid += u64::from(!valid);
                match &mut page {
                    Some(page) => page,
                    None => page.insert(begin()?),
                }
                .record(&recorded, within(path, name))?;
            }
            let is_found = wanted.is_some_and(|wanted| seen >= wanted);
            Ok(if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    if !all_read {
        return Ok(End::Failed);
    }
    let name = path.display();
    if let Some(wanted) = wanted.filter(|wanted| seen < *wanted) {
        return Ok(missing(&name.to_string(), wanted, seen));
    }
    let Some(page) = page else { return Ok(missing(&name.to_string(), 1, 0)) };
    page.finish("")?.finish()?;
    if invalid == 0 {
        return Ok(End::Good);
    }
    if !common.quiet {
        complain(&format!("{name}: {invalid} of {} invalid; the page says why", counted(shown, "record")));
    }
    Ok(End::Invalid)
}

/// The name of an input, if it is one of those within a folder or an archive.
fn within<'n>(path: &Path, name: &'n str) -> Option<&'n str> {
    let path = path.to_string_lossy();
    (name.len() > path.len() && name.starts_with(&*path)).then_some(name)
}
