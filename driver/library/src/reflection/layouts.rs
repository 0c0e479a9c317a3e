//! One struct under several rules, side by side: a table of its members and a map of its bytes.

use sema::facts::{Laid, Value};
use sema::hir::ty::MatrixOrder;
use sema::layout::Rule;
use std::fmt::Write;

/// Maps are this many rows long at most, and a struct has this many parts at most: arrays can be of any length.
const MAX_ROWS: usize = 1024;

/// The mark of places and sizes that are not those of the first rule.
const MARK: &str = " *";

/// A number, vector, or row or column of a matrix: what has no gap in it.
struct Part {
    name: String,
    ty: String,
    offset: u32,
    size: u32,
}

/// The struct under each rule as text.
pub fn text(name: &str, laid: &[(Rule, Laid)]) -> String {
    let parts: Vec<Vec<Part>> = laid.iter().map(|(_, laid)| parts(laid)).collect();
    let mut out = format!("struct {name}\n");
    let heads = laid.iter().map(|(rule, _)| rule.name().to_owned());
    let mut rows = vec![["member".to_owned(), "type".to_owned()].into_iter().chain(heads).collect::<Vec<_>>()];
    for (at, part) in parts.first().into_iter().flatten().enumerate() {
        let places = parts.iter().map(|parts| match parts.get(at) {
            Some(there) => marked(place(there), there.offset != part.offset),
            None => String::new(),
        });
        rows.push([part.name.clone(), part.ty.clone()].into_iter().chain(places).collect());
    }
    let first = laid.first().map(|(rule, laid)| (rule.name(), laid.size));
    let sizes = laid
        .iter()
        .map(|(_, laid)| marked(format!("{} bytes", laid.size), first.is_some_and(|(_, size)| size != laid.size)));
    rows.push(["(whole)".to_owned(), String::new()].into_iter().chain(sizes).collect());
    table(&mut out, &rows);
    if let Some((rule, _)) = first.filter(|_| rows.iter().flatten().any(|cell| cell.ends_with(MARK))) {
        let _ = writeln!(out, " {MARK} not as under {rule}");
    }
    out.push('\n');
    map(&mut out, laid, &parts);
    out
}

/// Marks what differs from the first rule.
fn marked(text: String, differs: bool) -> String {
    if differs { text + MARK } else { text }
}

fn place(part: &Part) -> String {
    format!("{} to {}", part.offset, part.offset.saturating_add(part.size))
}

/// A row for every few bytes, with what lies there under each rule.
fn map(out: &mut String, laid: &[(Rule, Laid)], parts: &[Vec<Part>]) {
    let is_fine = parts.iter().flatten().any(|part| part.size % 4 != 0 || part.offset % 4 != 0);
    let step: u32 = if is_fine { 2 } else { 4 };
    let end = laid.iter().map(|(_, laid)| laid.size).max().unwrap_or_default();
    let heads = laid.iter().map(|(rule, _)| rule.name().to_owned());
    let mut rows = vec![std::iter::once("byte".to_owned()).chain(heads).collect::<Vec<_>>()];
    for byte in (0..end).step_by(step as usize).take(MAX_ROWS) {
        let cells = laid.iter().zip(parts).map(|((_, laid), parts)| cell(byte, laid.size, parts));
        rows.push(std::iter::once(byte.to_string()).chain(cells).collect());
    }
    table(out, &rows);
    let shown = step.saturating_mul(MAX_ROWS as u32);
    if shown < end {
        let _ = writeln!(out, "... and {} bytes more", end - shown);
    }
}

/// The mark of a byte: the part that begins there, a mark where one continues, a dot for padding.
fn cell(byte: u32, size: u32, parts: &[Part]) -> String {
    // Offsets written in the source may be in any order, and structs are small.
    match parts.iter().find(|part| (part.offset..part.offset.saturating_add(part.size)).contains(&byte)) {
        Some(part) if part.offset == byte => part.name.clone(),
        Some(_) => "|".to_owned(),
        None if byte < size => ".".to_owned(),
        None => String::new(),
    }
}

fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or_default()).collect();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "  {}", cells.join("  ").trim_end());
    }
}

/// The parts of a struct in the order of declaration.
fn parts(laid: &Laid) -> Vec<Part> {
    let mut parts = Vec::new();
    structure(laid, laid.root, "", 0, &mut parts);
    parts
}

fn structure(laid: &Laid, at: usize, prefix: &str, base: u32, parts: &mut Vec<Part>) {
    for member in &laid.structs[at].members {
        let bits: Vec<&str> = member.bit_fields.iter().map(|one| one.name.as_str()).collect();
        let name = if bits.is_empty() { member.name.clone() } else { bits.join("+") };
        let path = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
        value(laid, &member.value, &member.value.dims, &path, base.saturating_add(member.offset), parts);
    }
}

fn value(laid: &Laid, held: &Value, dims: &[(u32, u32)], path: &str, base: u32, parts: &mut Vec<Part>) {
    if parts.len() >= MAX_ROWS {
        return;
    }
    if let Some((&(count, stride), rest)) = dims.split_first() {
        for at in 0..count.min(MAX_ROWS as u32) {
            value(laid, held, rest, &format!("{path}[{at}]"), base.saturating_add(at.saturating_mul(stride)), parts);
        }
        return;
    }
    if let Some(at) = held.structure {
        return structure(laid, at, path, base, parts);
    }
    let ty = held.ty.split('[').next().unwrap_or_default().to_owned();
    // Addresses are numbers of 64 bits.
    let width = held.scalar.map_or(8, |(_, bits)| bits / 8);
    let Some((rows, columns, stride, order)) = held.matrix else {
        parts.push(Part { name: path.to_owned(), ty, offset: base, size: width * held.components });
        return;
    };
    let (count, length, what) = match order {
        MatrixOrder::RowMajor => (rows, columns, "row"),
        MatrixOrder::ColumnMajor => (columns, rows, "column"),
    };
    for at in 0..u32::from(count) {
        let (name, offset) = (format!("{path} {what} {at}"), base.saturating_add(at * stride));
        parts.push(Part { name, ty: ty.clone(), offset, size: width * u32::from(length) });
    }
}
