//! The records of a page: plain JSON if there is little of it, else compressed.

use std::io::{self, Write};

use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The most JSON that is written uncompressed.
const PLAIN: usize = 128 * 1024;

/// Takes the JSON of records and writes it into a page.
#[derive(Debug)]
pub(super) struct Data<W: Write>(State<W>);

#[derive(Debug)]
enum State<W: Write> {
    /// There is little so far, so the form is not decided yet.
    Held(W, Vec<u8>),
    Packed(Box<GzEncoder<EncoderWriter<'static, GeneralPurpose, W>>>),
    /// Writing has failed.
    Broken,
}

impl<W: Write> Data<W> {
    pub(super) fn new(out: W) -> Data<W> {
        Data(State::Held(out, Vec::new()))
    }

    pub(super) fn write(&mut self, text: &[u8]) -> io::Result<()> {
        match &mut self.0 {
            State::Broken => return Err(broken()),
            State::Packed(packed) => return packed.write_all(text),
            State::Held(_, held) => held.extend_from_slice(text),
        }
        if let State::Held(_, held) = &self.0
            && held.len() <= PLAIN
        {
            return Ok(());
        }
        let State::Held(mut out, held) = std::mem::replace(&mut self.0, State::Broken) else { return Err(broken()) };
        out.write_all(b"<script type=\"application/gzip\" id=\"records\">")?;
        let mut packed = GzEncoder::new(EncoderWriter::new(out, &STANDARD), Compression::new(6));
        packed.write_all(&held)?;
        self.0 = State::Packed(Box::new(packed));
        Ok(())
    }

    /// Writes what is left, and returns the output.
    pub(super) fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            State::Broken => return Err(broken()),
            State::Packed(packed) => packed.finish()?.finish()?,
            State::Held(mut out, held) => {
                out.write_all(b"<script type=\"application/json\" id=\"records\">")?;
                out.write_all(&held)?;
                out
            }
        };
        out.write_all(b"</script>\n")?;
        Ok(out)
    }
}

fn broken() -> io::Error {
    io::Error::other("the page could not be written")
}
