//! One pump for every compression: bytes in, bytes out, counted on both sides.
//!
//! The libraries' own readers differ at a fault: some drop what they had decoded just before it. This one hands out
//! everything first and then reports the fault, and again at each further read. Other data after the end of a text is
//! no fault of the text: reads end there, and the failure is kept. Streams one after the other in one file (`cat a.gz
//! b.gz`) are one text in all four compressions.

use std::fmt;
use std::io::{self, Read};
use std::ops::Deref;

use flate2::Crc;

use super::codec::{Codec, Method, Refusal};
use super::failure::{Failure, FailureKind};
use super::usage::{SLACK, Usage, allowed};

/// How much is read of the compressed bytes at once.
const BLOCK: usize = 128 * 1024;

/// The size and checksum that a zip declares for a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    pub(super) crc: u32,
    pub(super) size: u64,
}

/// A decompressed stream.
pub(super) struct Decoder<'d, U> {
    source: Box<dyn Read + Send + 'd>,
    usage: U,
    name: String,
    method: Method,
    codec: Codec,
    /// Whether the end of one stream is the end: in a zip.
    single: bool,
    claim: Option<Claim>,
    sum: Crc,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    drained: bool,
    taken: u64,
    given: u64,
    finished: bool,
    failed: Option<Failure>,
    /// The failure after the end of a whole text.
    beyond: Option<Failure>,
    /// Whether `failed` came from the source, which reports it itself.
    told: bool,
}

/// The memory of a decoder that is done, for the next one: a zip may hold very many small members.
#[derive(Default)]
pub(super) struct Spare {
    buffer: Vec<u8>,
    codec: Option<Codec>,
}

impl<U> fmt::Debug for Decoder<'_, U> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Decoder").field("name", &self.name).field("method", &self.method).finish_non_exhaustive()
    }
}

impl<'d, U: Deref<Target = Usage>> Decoder<'d, U> {
    /// Decompresses a whole file. `name` is its name in failures.
    pub(super) fn new(source: impl Read + Send + 'd, method: Method, name: &str, usage: U) -> Self {
        Decoder::with(Spare::default(), source, method, name, usage)
    }

    /// [`Decoder::new`], with the memory of another one.
    pub(super) fn with(spare: Spare, source: impl Read + Send + 'd, method: Method, name: &str, usage: U) -> Self {
        let again = spare.codec.and_then(|codec| codec.reused(method));
        let (codec, failed) = match again.map_or_else(|| Codec::new(method), Ok) {
            Ok(codec) => (codec, None),
            Err(error) => (Codec::Stored, Some(Failure::io(name, &error))),
        };
        Decoder {
            source: Box::new(source),
            usage,
            name: name.to_owned(),
            method,
            codec,
            single: false,
            claim: None,
            sum: Crc::new(),
            buffer: spare.buffer,
            start: 0,
            end: 0,
            drained: false,
            taken: 0,
            given: 0,
            finished: false,
            failed,
            beyond: None,
            told: false,
        }
    }

    /// Decompresses a member of a zip: one stream, which should match what the zip declares.
    pub(super) fn single(self, claim: Option<Claim>) -> Self {
        Decoder { single: true, claim, ..self }
    }

    /// What went wrong in this layer, if anything did. The layers below report their own failures.
    pub(super) fn failure(&mut self) -> Option<Failure> {
        if self.told { None } else { self.failed.take().or(self.beyond.take()) }
    }

    /// Its memory, for the next one.
    pub(super) fn spare(self) -> Spare {
        Spare { buffer: self.buffer, codec: Some(self.codec) }
    }

    /// How many compressed bytes were used.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// Runs until something came out, the stream ends or something is wrong. Both may come at once: some bytes, and
    /// then a failure.
    fn pump(&mut self, out: &mut [u8]) -> (usize, Option<Fault>) {
        // A failing zstd does not say how much it has written. Small pieces at first: little of a small file is lost.
        let piece = if self.given < SLACK { 4 * 1024 } else { BLOCK };
        let most = out.len().min(piece);
        loop {
            if self.start == self.end
                && !self.drained
                && let Err(fault) = self.refill()
            {
                return (0, Some(fault));
            }
            let input = &self.buffer[self.start..self.end];
            let turn = self.codec.run(input, &mut out[..most], self.drained);
            self.start += turn.taken;
            self.taken += turn.taken as u64;
            self.given += turn.given as u64;
            let fault = match turn.end {
                Ok(true) => self.end_stream().err(),
                Ok(false) if turn.given > 0 => None,
                Ok(false) if turn.taken > 0 => continue,
                Ok(false) if self.drained => Some(self.damaged("ends too early")),
                Ok(false) if self.start == self.end => continue,
                Ok(false) => Some(self.damaged("is damaged")),
                Err(Refusal::Window) => Some(Fault::Here(Failure {
                    help: Some("compress it again with a smaller window".into()),
                    ..Failure::new(&self.name, FailureKind::Limit, "it needs more than 128 MiB of memory to decompress")
                })),
                Err(Refusal::Damaged(what)) => Some(self.damaged(&format!("is damaged: {what}"))),
            };
            if turn.given > 0 || fault.is_some() || self.finished {
                return (turn.given, fault);
            }
        }
    }

    /// Reads the next block of compressed bytes.
    fn refill(&mut self) -> Result<(), Fault> {
        if self.buffer.is_empty() {
            self.buffer = vec![0; BLOCK];
        }
        (self.start, self.end) = (0, 0);
        match self.source.read(&mut self.buffer) {
            Ok(count) => {
                self.end = count;
                self.drained = count == 0;
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(match Failure::of(&error) {
                Some(failure) => Fault::Below(failure.clone()),
                None if error.kind() == io::ErrorKind::UnexpectedEof => self.damaged("ends too early"),
                None => Fault::Here(Failure::io(&self.name, &error)),
            }),
        }
    }

    /// At the end of a stream: is there another?
    fn end_stream(&mut self) -> Result<(), Fault> {
        if self.single {
            self.finished = true;
            return Ok(());
        }
        loop {
            if self.start == self.end && !self.drained {
                self.refill()?;
                continue;
            }
            return match self.buffer[self.start..self.end].first() {
                None => {
                    self.finished = true;
                    Ok(())
                }
                // Tapes and some file systems fill up with zeros.
                Some(0) => {
                    self.start += 1;
                    continue;
                }
                Some(&byte) if self.codec.again(byte) => Ok(()),
                Some(_) => {
                    // The text is whole, and its last record is not lost.
                    self.beyond = Some(self.damage("is followed by other data"));
                    self.finished = true;
                    Ok(())
                }
            };
        }
    }

    fn damaged(&self, what: &str) -> Fault {
        Fault::Here(self.damage(what))
    }

    fn damage(&self, what: &str) -> Failure {
        let place = if self.given > 0 { format!(" (after byte {} of its text)", self.given) } else { String::new() };
        Failure::damaged(&self.name, format!("the {} data {what}{place}", self.method.name()))
    }

    /// Counts the bytes that came out, and returns how many of them may be handed on.
    fn account(&mut self, out: &[u8]) -> (usize, Option<Failure>) {
        if self.claim.is_some() {
            self.sum.update(out);
        }
        let ratio = self.usage.limits.ratio;
        if self.given > allowed(ratio, self.taken, SLACK) {
            let message = format!("it expands to more than {ratio} times its size");
            return (0, Some(Failure::limit(&self.name, message, "--max-ratio")));
        }
        let (count, failure) = self.usage.give(out.len() as u64);
        (count as usize, failure)
    }

    /// Whether the bytes are those that the zip declared.
    fn judge(&self) -> Option<Failure> {
        let claim = self.claim?;
        let what = match () {
            () if self.given != claim.size => format!("has {} bytes, but {} were declared", self.given, claim.size),
            () if self.sum.sum() != claim.crc => "differs from its checksum".to_owned(),
            () => return None,
        };
        Some(Failure::damaged(&self.name, format!("the text is damaged: it {what}")))
    }
}

impl<U: Deref<Target = Usage>> Read for Decoder<'_, U> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        if let Some(failure) = &self.failed {
            return Err(failure.clone().into());
        }
        if self.finished {
            return Ok(0);
        }
        if self.usage.spent() {
            // The stream that used up the limit has reported it.
            self.told = true;
            return Err(self.failed.insert(self.usage.end()).clone().into());
        }
        let (count, fault) = self.pump(out);
        let (count, limit) = self.account(&out[..count]);
        self.told = limit.is_none() && matches!(fault, Some(Fault::Below(_)));
        self.failed = limit.or(match fault {
            Some(Fault::Here(failure) | Fault::Below(failure)) => Some(failure),
            None if self.finished => self.judge(),
            None => None,
        });
        if count > 0 || self.finished && self.failed.is_none() {
            return Ok(count);
        }
        self.read(out)
    }
}

/// Where something went wrong.
#[derive(Debug)]
enum Fault {
    Here(Failure),
    Below(Failure),
}
