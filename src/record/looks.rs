//! What looks like a tag: the one place that knows, for whoever cuts files into records and records into tokens.

/// Whether bytes look like something; unclear if they end too early to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    Yes,
    No,
    Unclear,
}

/// The longest tag name that is recognised, and the longest tag whose end is waited for.
pub(crate) const LONGEST_NAME: usize = 255;
const LONGEST_GLUED: usize = 64 * 1024;

/// Whether `bytes` begin like a tag: `[Name "`.
pub(crate) fn tag_start(bytes: &[u8], last: bool) -> Looks {
    match tag_value(bytes) {
        Ok(_) => Looks::Yes,
        Err(Looks::Unclear) if !last => Looks::Unclear,
        Err(_) => Looks::No,
    }
}

/// Where the value of the tag at the start of `bytes` begins, behind its quotation mark.
fn tag_value(bytes: &[u8]) -> Result<usize, Looks> {
    if bytes.first() != Some(&b'[') {
        return Err(if bytes.is_empty() { Looks::Unclear } else { Looks::No });
    }
    let mut at = 1 + spaces(&bytes[1..]);
    let name = bytes[at..].iter().take(LONGEST_NAME + 1).take_while(|&&byte| is_name(byte)).count();
    if name > LONGEST_NAME {
        return Err(Looks::No);
    }
    at += name;
    let gap = spaces(&bytes[at..]);
    match bytes.get(at + gap) {
        None => Err(Looks::Unclear),
        Some(b'"') if name > 0 && gap > 0 => Ok(at + gap + 1),
        Some(_) => Err(Looks::No),
    }
}

/// The length of the whole tag, `[Name "value"]`, at the start of `bytes`.
pub(crate) fn whole_tag(bytes: &[u8], last: bool) -> Result<usize, Looks> {
    let unclear = if last { Looks::No } else { Looks::Unclear };
    let mut at = tag_value(bytes).map_err(|looks| if looks == Looks::Unclear { unclear } else { looks })?;
    while at <= LONGEST_GLUED {
        match bytes.get(at).ok_or(unclear)? {
            b'\n' => return Err(Looks::No),
            b'\\' if bytes.get(at + 1) == Some(&b'\n') => return Err(Looks::No),
            b'\\' => at += 2,
            b'"' => {
                let behind = at + 1 + spaces(&bytes[at + 1..]);
                return match bytes.get(behind).ok_or(unclear)? {
                    b']' => Ok(behind + 1),
                    _ => Err(Looks::No),
                };
            }
            _ => at += 1,
        }
    }
    Err(Looks::No)
}

/// Whether a byte may stand in the name of a tag.
pub(crate) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Spaces and tabs at the start; of very many only so many that no tag has them.
fn spaces(bytes: &[u8]) -> usize {
    bytes.iter().take(LONGEST_NAME).take_while(|&&byte| matches!(byte, b' ' | b'\t')).count()
}
