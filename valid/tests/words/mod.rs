//! An assembler for tests: one instruction per line, in the spelling of the specification without `Op`. Ids are names
//! such as `%main`; the grammar says which words are enumerants.

use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::sync::LazyLock;

static NAMES: LazyLock<FxHashMap<String, Op>> =
    LazyLock::new(|| (0..8000).filter_map(Op::from_u32).map(|op| (format!("{op:?}"), op)).collect());

/// The words of a module of this minor version.
pub(crate) fn assemble(minor: u32, text: &str) -> Vec<u32> {
    let mut ids = FxHashMap::default();
    let mut words = vec![spirv::MAGIC_NUMBER, 1 << 16 | minor << 8, 0, 0, 0];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';')) {
        instruction(line, &mut ids, &mut words);
    }
    words[3] = ids.len() as u32 + 1;
    words
}

fn id(name: &str, ids: &mut FxHashMap<String, u32>) -> u32 {
    let next = ids.len() as u32 + 1;
    *ids.entry(name.to_owned()).or_insert(next)
}

fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(inner) => inner.find('"').expect("text ends") + 2,
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        found.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    found
}

fn instruction(line: &str, ids: &mut FxHashMap<String, u32>, words: &mut Vec<u32>) {
    let (result, rest) = match line.split_once(" = ") {
        Some((result, rest)) => (Some(result), rest),
        None => (None, line),
    };
    let mut tokens = tokens(rest).into_iter();
    let name = tokens.next().expect("a name");
    let op = *NAMES.get(&name).unwrap_or_else(|| panic!("no instruction {name}"));
    let row = ops::by_opcode(op as u32).expect("a row");
    let start = words.len();
    words.push(0);
    if row.has_type {
        words.push(id(&tokens.next().expect("a type"), ids));
    }
    words.extend(result.map(|result| id(result, ids)));
    // The operands of an enumerated value follow it, before the instruction's own.
    let (mut params, mut next) = (Vec::new(), 0);
    for token in tokens {
        let kind = params.pop().unwrap_or_else(|| {
            next += 1;
            row.operands.get(next - 1).or(row.operands.last()).and_then(|operand| Kind::of(operand.kind))
        });
        match kind.filter(|_| !token.starts_with(['%', '"']) && token.parse::<i64>().is_err()) {
            Some(kind) => {
                let value = kind.table().parse(&token).unwrap_or_else(|| panic!("{token} in '{line}'"));
                words.push(value);
                let parts = kind.table().parts(value).into_iter().flatten();
                params = parts.flat_map(|part| part.params.iter().map(|operand| Kind::of(operand.kind))).collect();
                params.reverse();
            }
            None => word(&token, ids, words),
        }
    }
    words[start] = ((words.len() - start) as u32) << 16 | op as u32;
}

fn word(token: &str, ids: &mut FxHashMap<String, u32>, words: &mut Vec<u32>) {
    if token.starts_with('%') {
        return words.push(id(token, ids));
    }
    if let Some(text) = token.strip_prefix('"') {
        let mut bytes = text.trim_end_matches('"').as_bytes().to_vec();
        bytes.resize(bytes.len() / 4 * 4 + 4, 0);
        return words.extend(bytes.chunks(4).map(|one| u32::from_le_bytes([one[0], one[1], one[2], one[3]])));
    }
    words.push(token.parse::<i64>().unwrap_or_else(|_| panic!("{token} is no number")) as u32);
}
