//! One interface to the libraries that decompress: some bytes in, some bytes out, and is it the end?

use std::fmt;
use std::io;

use flate2::{Decompress, FlushDecompress};
use liblzma::stream as xz;
use zstd::stream::raw::{self as zst, DParameter, InBuffer, Operation, OutBuffer};

/// The largest window of a zstd stream, as a power of two, and the memory that an xz stream may need: 128 MiB.
const WINDOW: u32 = 27;

/// How bytes are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
    /// Bare, as in a zip.
    Deflate,
    /// Not at all, as in a zip.
    Stored,
}

impl Method {
    /// What messages call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Method::Gzip => "gzip",
            Method::Zstd => "zstd",
            Method::Bzip2 => "bzip2",
            Method::Xz => "xz",
            Method::Deflate => "deflate",
            Method::Stored => "stored",
        }
    }

    /// The ending of a compressed file, and of a compressed tar.
    pub(super) fn endings(self) -> Option<(&'static str, &'static str)> {
        match self {
            Method::Gzip => Some(("gz", "tgz")),
            Method::Zstd => Some(("zst", "tzst")),
            Method::Bzip2 => Some(("bz2", "tbz2")),
            Method::Xz => Some(("xz", "txz")),
            Method::Deflate | Method::Stored => None,
        }
    }
}

/// Why a library went no further.
pub(super) enum Refusal {
    /// It would need too much memory.
    Window,
    Damaged(String),
}

/// What one call of a library did.
pub(super) struct Turn {
    /// How many bytes were used.
    pub(super) taken: usize,
    /// How many came out; they count even if something is wrong.
    pub(super) given: usize,
    /// Whether the stream has ended.
    pub(super) end: Result<bool, Refusal>,
}

/// The state of a library.
pub(super) enum Codec {
    Stored,
    Inflate(Decompress),
    Bzip2(bzip2::Decompress),
    Xz(xz::Stream),
    Zstd(zst::Decoder<'static>),
}

impl Codec {
    /// The state before the first byte.
    pub(super) fn new(method: Method) -> io::Result<Codec> {
        Ok(match method {
            Method::Stored => Codec::Stored,
            Method::Gzip => Codec::Inflate(Decompress::new_gzip(15)),
            Method::Deflate => Codec::Inflate(Decompress::new(false)),
            Method::Bzip2 => Codec::Bzip2(bzip2::Decompress::new(false)),
            Method::Xz => Codec::Xz(xz::Stream::new_stream_decoder(1 << WINDOW, 0)?),
            Method::Zstd => {
                let mut decoder = zst::Decoder::new()?;
                decoder.set_parameter(DParameter::WindowLogMax(WINDOW))?;
                Codec::Zstd(decoder)
            }
        })
    }

    /// Gets ready for a text that `method` compresses, from its first byte on; `None` if it has to be made anew.
    pub(super) fn reused(self, method: Method) -> Option<Codec> {
        match (self, method) {
            (Codec::Inflate(mut state), Method::Deflate) => {
                state.reset(false);
                Some(Codec::Inflate(state))
            }
            _ => None,
        }
    }

    /// Gets ready for another stream that begins with `byte`; `false` if no stream begins so.
    pub(super) fn again(&mut self, byte: u8) -> bool {
        match self {
            Codec::Inflate(state) if byte == 0x1f => *state = Decompress::new_gzip(15),
            Codec::Bzip2(state) if byte == b'B' => *state = bzip2::Decompress::new(false),
            Codec::Xz(state) if byte == 0xfd => match xz::Stream::new_stream_decoder(1 << WINDOW, 0) {
                Ok(next) => *state = next,
                Err(_) => return false,
            },
            Codec::Zstd(_) => return matches!(byte, 0x28 | 0x50..=0x5f),
            _ => return false,
        }
        true
    }

    /// Turns some of `input` into some of `out`; `last`: no more input follows.
    pub(super) fn run(&mut self, input: &[u8], out: &mut [u8], last: bool) -> Turn {
        match self {
            Codec::Stored => {
                let count = input.len().min(out.len());
                out[..count].copy_from_slice(&input[..count]);
                Turn { taken: count, given: count, end: Ok(last && input.is_empty()) }
            }
            Codec::Inflate(state) => {
                let (taken, given) = (state.total_in(), state.total_out());
                let end = state.decompress(input, out, FlushDecompress::None);
                let (taken, given) = (state.total_in() - taken, state.total_out() - given);
                let end = end.map(|status| status == flate2::Status::StreamEnd).map_err(damaged);
                Turn { taken: taken as usize, given: given as usize, end }
            }
            Codec::Bzip2(state) => {
                let (taken, given) = (state.total_in(), state.total_out());
                let end = state.decompress(input, out);
                let (taken, given) = (state.total_in() - taken, state.total_out() - given);
                let end = end.map(|status| status == bzip2::Status::StreamEnd).map_err(damaged);
                Turn { taken: taken as usize, given: given as usize, end }
            }
            Codec::Xz(state) => {
                let (taken, given) = (state.total_in(), state.total_out());
                let end = state.process(input, out, if last { xz::Action::Finish } else { xz::Action::Run });
                let (taken, given) = (state.total_in() - taken, state.total_out() - given);
                let end = match end {
                    Ok(status) => Ok(status == xz::Status::StreamEnd),
                    Err(xz::Error::MemLimit) => Err(Refusal::Window),
                    Err(error) => Err(damaged(error)),
                };
                Turn { taken: taken as usize, given: given as usize, end }
            }
            Codec::Zstd(state) => {
                let (mut from, mut to) = (InBuffer::around(input), OutBuffer::around(out));
                let end = state.run(&mut from, &mut to);
                let (taken, given) = (from.pos(), to.pos());
                let end = match end {
                    Ok(hint) => Ok(hint == 0 && taken + given > 0),
                    Err(error) => match error.to_string() {
                        text if text.contains("too much memory") => Err(Refusal::Window),
                        text => Err(Refusal::Damaged(text)),
                    },
                };
                Turn { taken, given, end }
            }
        }
    }
}

fn damaged(error: impl fmt::Display) -> Refusal {
    Refusal::Damaged(error.to_string())
}
