//! Compressed files and archives, built in memory.

use std::io::Write;

/// As gzip.
pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

/// As zstd, with a checksum.
pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut out = zstd::stream::write::Encoder::new(Vec::new(), 3).expect("memory");
    out.include_checksum(true).expect("known");
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

/// As bzip2.
pub(crate) fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

/// As xz.
pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut out = liblzma::write::XzEncoder::new(Vec::new(), 6);
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

/// A tar of files with those names.
pub(crate) fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        if name.len() <= 100 {
            // The crate's own way refuses names that climb out.
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            out.append(&header, *bytes).expect("memory");
        } else {
            out.append_data(&mut header, name, *bytes).expect("memory");
        }
    }
    out.into_inner().expect("memory")
}

/// A member of a zip: name, method, flags and bytes as they stand in it, and the text for size and checksum.
pub(crate) type Packed<'p> = (&'p str, u16, u16, &'p [u8], &'p [u8]);

/// A zip written by hand.
pub(crate) fn zip_of(members: &[Packed<'_>]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, method, flags, packed, text) in members {
        let mut sum = flate2::Crc::new();
        sum.update(text);
        let mut common = Vec::new();
        for short in [20, *flags, *method, 0, 0] {
            common.extend_from_slice(&u16::to_le_bytes(short));
        }
        for long in [sum.sum(), packed.len() as u32, text.len() as u32] {
            common.extend_from_slice(&long.to_le_bytes());
        }
        common.extend_from_slice(&(name.len() as u16).to_le_bytes());
        directory.extend_from_slice(b"PK\x01\x02\x14\0");
        directory.extend_from_slice(&common);
        directory.extend_from_slice(&[0; 12]);
        directory.extend_from_slice(&(out.len() as u32).to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&common);
        out.extend_from_slice(&[0; 2]);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(packed);
    }
    let (start, size, count) = (out.len() as u32, directory.len() as u32, members.len() as u16);
    out.extend_from_slice(&directory);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&[count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend_from_slice(&[size.to_le_bytes(), start.to_le_bytes()].concat());
    out.extend_from_slice(&[0; 2]);
    out
}

/// As bare deflate.
pub(crate) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

/// A zip of files with those names, compressed.
pub(crate) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let packed: Vec<_> = members.iter().map(|(_, text)| deflated(text)).collect();
    let members = members.iter().zip(&packed).map(|((name, text), packed)| (*name, 8, 0, &packed[..], *text));
    zip_of(&members.collect::<Vec<_>>())
}

/// Text that does not compress to nothing.
pub(crate) fn noise(length: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..length).map(|_| b'a' + random.u8(..16)).collect()
}
