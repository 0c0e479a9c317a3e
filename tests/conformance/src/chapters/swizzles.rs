//! Swizzles of vectors and matrices as values and as places, indices, and scalars as vectors.
//!
//! Sections: \[Expr.Post.Swizzle.Vector\], \[Expr.Post.Swizzle.Matrix\], \[Expr.Post.Subscript\] of the language's
//! specification.

use super::random::Random;
use crate::case::{Probe, Table};
use crate::oracle::{Allowed, Scalar};

const LETTERS: [[char; 4]; 2] = [['x', 'y', 'z', 'w'], ['r', 'g', 'b', 'a']];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for size in 1..=4 {
        for letters in LETTERS {
            for length in 1..=4 {
                let selections = selections(size, length);
                all.extend(selections.chunks(32).enumerate().map(|(part, chunk)| vectors(size, letters, chunk, part)));
            }
        }
    }
    for rows in 1..=4 {
        for columns in 1..=4 {
            for seed in 0..3 {
                all.push(matrices(rows, columns, seed));
            }
        }
    }
    all
}

/// All lists of components, of a length.
fn selections(size: usize, length: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer = |known: &Vec<usize>| (0..size).map(|last| [&known[..], &[last]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn is_place(selection: &[usize]) -> bool {
    (1..selection.len()).all(|at| !selection[..at].contains(&selection[at]))
}

fn check(probe: &mut Probe, expression: &str, value: usize, label: &str) {
    probe.check(Scalar::U32, expression, Allowed::Bits(value as u64));
    if let Some(output) = probe.outputs.last_mut() {
        output.label = label.to_owned();
    }
}

/// The values before, which differ from each other and from those that are assigned.
fn before(index: usize) -> usize {
    10 + 3 * index
}

fn assigned(index: usize) -> usize {
    100 + 7 * index
}

fn vectors(size: usize, letters: [char; 4], chunk: &[Vec<usize>], part: usize) -> Probe {
    let length = chunk[0].len();
    let name = format!("{length} of {size} components, by {}, part {part}", letters.iter().collect::<String>());
    let mut probe = Probe::new(name, "HLSL [Expr.Post.Swizzle.Vector]");
    probe.table = Table::new(vec![
        (0..size).map(|index| before(index) as u32).chain((0..4).map(|index| assigned(index) as u32)).collect(),
    ]);
    let ty = if size == 1 { "uint".to_owned() } else { format!("uint{size}") };
    let loads: Vec<_> = (0..size).map(|index| format!("$[{index}]")).collect();
    let given: Vec<_> = (0..length).map(|index| format!("$[{}]", size + index)).collect();
    let component =
        |count: usize, index: usize| if count == 1 { String::new() } else { format!(".{}", LETTERS[0][index]) };
    for selection in chunk {
        let swizzle: String = selection.iter().map(|&index| letters[index]).collect();
        let declared = format!("{ty} v = {ty}({});", loads.join(", "));
        let wide = if length == 1 { "uint".to_owned() } else { format!("uint{length}") };
        probe.body.push_str(&format!("{{ {declared} {wide} s = v.{swizzle};\n"));
        // One component says what was selected; all of them do, in turn, over the selections.
        for (at, &index) in selection.iter().enumerate() {
            check(&mut probe, &format!("s{}", component(length, at)), before(index), &format!("v.{swizzle}"));
        }
        if is_place(selection) && size > 1 {
            probe.body.push_str(&format!("v.{swizzle} = {wide}({}); v.{swizzle} += 1u;\n", given.join(", ")));
            for index in 0..size {
                let value = selection.iter().position(|&at| at == index).map_or(before(index), |at| assigned(at) + 1);
                check(&mut probe, &format!("v{}", component(size, index)), value, &format!("v.{swizzle} ="));
            }
        }
        probe.body.push_str("}\n");
    }
    probe
}

fn matrices(rows: usize, columns: usize, seed: u64) -> Probe {
    let mut random = Random::new(seed * 100 + (rows * 10 + columns) as u64);
    let size = rows * columns;
    let mut probe = Probe::new(format!("{rows} x {columns} matrices, {seed}"), "HLSL [Expr.Post.Swizzle.Matrix]");
    let words = (0..size).map(before).chain((0..size.max(4)).map(assigned)).chain([1]);
    probe.table = Table::new(vec![words.map(|word| word as u32).collect()]);
    let (ty, one) = (format!("uint{rows}x{columns}"), size + size.max(4));
    let loads: Vec<_> = (0..size).map(|index| format!("$[{index}]")).collect();
    let element = |index: usize| format!("m._m{}{}", index / columns, index % columns);
    let declared = format!("{{ {ty} m = {ty}({});\n", loads.join(", "));
    for turn in 0..10 {
        let length = 1 + random.below(4.min(size));
        let mut selection: Vec<usize> = Vec::new();
        while selection.len() < length {
            let index = random.below(size);
            // Every other turn reads alone, and may repeat an element.
            if turn % 2 == 1 || !selection.contains(&index) {
                selection.push(index);
            }
        }
        let zero_based = random.once_in(2);
        let name = |index: usize| match zero_based {
            true => format!("_m{}{}", index / columns, index % columns),
            false => format!("_{}{}", index / columns + 1, index % columns + 1),
        };
        let swizzle: String = selection.iter().map(|&index| name(index)).collect();
        let wide = if length == 1 { "uint".to_owned() } else { format!("uint{length}") };
        probe.body.push_str(&format!("{declared}{wide} s = m.{swizzle};\n"));
        for (at, &index) in selection.iter().enumerate() {
            let component = if length == 1 { String::new() } else { format!(".{}", LETTERS[0][at]) };
            check(&mut probe, &format!("s{component}"), before(index), &format!("m.{swizzle}"));
        }
        if turn % 2 == 0 {
            let given: Vec<_> = (0..length).map(|index| format!("$[{}]", size + index)).collect();
            probe.body.push_str(&format!("m.{swizzle} = {wide}({});\n", given.join(", ")));
            for index in 0..size {
                let value = selection.iter().position(|&at| at == index).map_or(before(index), assigned);
                check(&mut probe, &element(index), value, &format!("m.{swizzle} ="));
            }
        }
        probe.body.push_str("}\n");
    }
    rows_of(&mut probe, (rows, columns), &declared, one);
    probe
}

/// Rows by index: as values, as places, with indices known at run time, and with a swizzle of the row.
fn rows_of(probe: &mut Probe, (rows, columns): (usize, usize), declared: &str, one: usize) {
    let size = rows * columns;
    let element = |index: usize| format!("m._m{}{}", index / columns, index % columns);
    for row in 0..rows {
        for at_run_time in [false, true] {
            let index = if at_run_time { format!("$[{one}] * {row}u") } else { row.to_string() };
            let last = columns - 1;
            probe.body.push_str(declared);
            check(probe, &format!("m[{index}][{last}]"), before(row * columns + last), "m[r][c]");
            let given: Vec<_> = (0..columns).map(|index| format!("$[{}]", size + index)).collect();
            let wide = if columns == 1 { "uint1".to_owned() } else { format!("uint{columns}") };
            probe.body.push_str(&format!("m[{index}] = {wide}({}); m[{index}][0] += 1u;\n", given.join(", ")));
            for at in 0..size {
                let changed = assigned(at % columns) + usize::from(at % columns == 0);
                check(probe, &element(at), if at / columns == row { changed } else { before(at) }, "m[r] =");
            }
            if columns > 1 {
                probe.body.push_str(&format!("m[{index}].yx = uint2($[0], $[{}]);\n", size));
                check(probe, &element(row * columns), assigned(0), "m[r].yx =");
                check(probe, &element(row * columns + 1), before(0), "m[r].yx =");
            }
            probe.body.push_str("}\n");
        }
    }
}
