//! Prints a document as text for people, in aligned columns.

use crate::model::{
    Access, Amount, Binding, BitField, CooperativeMatrix, CooperativeVector, EntryPoint, Image, Kind, Literal, Member,
    Order, Payload, PayloadKind, Presence, PushRange, Reflection, Register, Requires, SourceFact, Struct, Type, Use,
    Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// The limit of lines for nested structs.
const MAX_MEMBERS: usize = 10_000;

/// The document as text.
pub fn text(reflection: &Reflection) -> String {
    let mut out = head(reflection);
    for entry in &reflection.entry_points {
        entry_point(&mut out, entry, reflection);
    }
    bindings(&mut out, reflection);
    blocks(&mut out, reflection);
    enumerations(&mut out, reflection);
    spec_constants(&mut out, reflection);
    if !reflection.spirv.is_none() {
        requires(&mut out, &reflection.requires);
    }
    out
}

/// Text without control characters, so that no name can forge lines or colours.
pub(crate) fn shown(name: &str) -> String {
    match name {
        "" => "(unnamed)".to_owned(),
        _ if name.chars().any(char::is_control) => name.escape_debug().to_string(),
        _ => name.to_owned(),
    }
}

fn head(reflection: &Reflection) -> String {
    let spirv = &reflection.spirv;
    let source = reflection.source.as_ref();
    let source = source.map_or(String::new(), |one| format!("{}, {}\n", shown(&one.file), shown(&one.profile)));
    if spirv.is_none() {
        return source;
    }
    let language = spirv.language.as_deref().filter(|name| *name != "Unknown");
    let language = language.map_or(String::new(), |name| format!(", from {name}"));
    format!(
        "{source}SPIR-V {}, {} words{language}, {} {}\n",
        spirv.version, spirv.size_words, spirv.addressing, spirv.memory_model
    )
}

/// Rows with aligned columns; the last column is as wide as it likes.
pub(crate) fn table(out: &mut String, indent: &str, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    for row in rows {
        let mut line = indent.to_owned();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        *out += line.trim_end();
        out.push('\n');
    }
}

pub(crate) fn amount(amount: Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Spec { spec, default } => format!("{default} (constant {spec})"),
        Amount::Runtime { .. } => "runtime".to_owned(),
    }
}

/// A type with its name and dimensions.
fn of_type(ty: &Type) -> String {
    let order = ty.matrix.as_ref().and_then(|matrix| matrix.order);
    let order = match order {
        Some(Order::RowMajor) => "row_major ",
        Some(Order::ColumnMajor) | None => "",
    };
    let target = match (ty.kind, &ty.structure) {
        (Kind::Address, Some(name)) => format!(" of {}", shown(name)),
        _ => String::new(),
    };
    let dims: String = ty.dims.iter().map(|dim| dimension(dim.count)).collect();
    format!("{order}{}{target}{dims}", shown(&ty.name))
}

/// A type as the source spells it, if known.
fn declared(ty: &Type, hlsl: Option<&SourceFact>) -> String {
    let Some(name) = hlsl.and_then(|fact| fact.ty.as_deref()) else { return of_type(ty) };
    let order = ty.matrix.as_ref().and_then(|matrix| matrix.order);
    let order = if order == Some(Order::RowMajor) { "row_major " } else { "" };
    format!("{order}{}", shown(name))
}

fn dimension(count: Amount) -> String {
    match count {
        Amount::Runtime { .. } => "[]".to_owned(),
        Amount::Fixed(_) | Amount::Spec { .. } => format!("[{}]", amount(count)),
    }
}

fn entry_point(out: &mut String, entry: &EntryPoint, reflection: &Reflection) {
    let _ = write!(out, "\nentry point '{}': {}", shown(&entry.name), entry.stage);
    if let Some(function) = &entry.function {
        let _ = write!(out, ", function {}", shown(function));
    }
    if let Some(size) = entry.local_size {
        let _ = write!(out, ", workgroup {}", size.map(amount).join(" x "));
    }
    if let Some(wave) = entry.wave {
        let range = if wave.min == wave.max { wave.min.to_string() } else { format!("{} to {}", wave.min, wave.max) };
        let preferred = wave.preferred.map_or(String::new(), |size| format!(", preferred {size}"));
        let _ = write!(out, ", waves of {range} lanes{preferred}");
    }
    if let Some(bytes) = entry.groupshared_bytes.filter(|bytes| *bytes > 0) {
        let _ = write!(out, ", {bytes} bytes shared");
    }
    let facts = [
        (entry.uses_derivatives, "uses derivatives"),
        (entry.may_discard, "may discard"),
        (entry.calls_printf, "prints"),
    ];
    facts.iter().filter(|(holds, _)| *holds).for_each(|(_, what)| {
        let _ = write!(out, ", {what}");
    });
    out.push('\n');
    modes(out, entry);
    variables(out, "inputs", &entry.inputs);
    variables(out, "outputs", &entry.outputs);
    payloads(out, &entry.payloads);
    if !entry.resources.is_empty() {
        *out += "  uses\n";
        let rows: Vec<Vec<String>> = entry.resources.iter().map(|one| used(one, reflection)).collect();
        table(out, "    ", &rows);
    }
    if let Some(PushRange { block, offset, size, .. }) = entry.push_constants {
        let name = reflection.push_constants.get(block).map_or("", |block| &block.name);
        let _ = writeln!(out, "  push constants: bytes {offset} to {} of {}", offset + size, shown(name));
    }
    if !entry.spec_constants.is_empty() {
        let ids: Vec<String> = entry.spec_constants.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "  specialization constants: {}", ids.join(", "));
    }
}

fn payloads(out: &mut String, payloads: &[Payload]) {
    if payloads.is_empty() {
        return;
    }
    *out += "  payloads\n";
    let row = |one: &Payload| {
        let kind = match one.kind {
            PayloadKind::Ray => "of rays",
            PayloadKind::IncomingRay => "of the ray",
            PayloadKind::HitAttribute => "of the hit",
            PayloadKind::Callable => "of calls",
            PayloadKind::IncomingCallable => "of the call",
            PayloadKind::Task => "of the task",
        };
        let place = one.location.map_or(String::new(), |location| format!("location {location}"));
        vec![kind.to_owned(), of_type(&one.ty), shown(&one.name), format!("{} bytes", one.size), place]
    };
    table(out, "    ", &payloads.iter().map(row).collect::<Vec<_>>());
}

fn modes(out: &mut String, entry: &EntryPoint) {
    let spelled = |mode: &crate::model::Mode| {
        let operands: Vec<String> = mode.operands.iter().map(|operand| amount(*operand)).collect();
        [&[mode.name.clone()][..], &operands].concat().join(" ")
    };
    let all: Vec<String> = entry.modes.iter().filter(|mode| !mode.name.starts_with("LocalSize")).map(spelled).collect();
    if !all.is_empty() {
        let _ = writeln!(out, "  modes: {}", all.join(", "));
    }
}

fn variables(out: &mut String, what: &str, variables: &[Variable]) {
    if variables.is_empty() {
        return;
    }
    let _ = writeln!(out, "  {what}");
    let rows: Vec<Vec<String>> = variables.iter().map(variable).collect();
    table(out, "    ", &rows);
}

fn variable(one: &Variable) -> Vec<String> {
    let place = match (&one.builtin, one.location) {
        (Some(builtin), _) => builtin.clone(),
        (None, Some(location)) => {
            let component = one.component.map_or(String::new(), |component| format!(".{component}"));
            let index = one.index.map_or(String::new(), |index| format!(" index {index}"));
            format!("location {location}{component}{index}")
        }
        (None, None) => "-".to_owned(),
    };
    let semantic = one.semantic.as_ref().map_or_else(
        || shown(&one.name),
        |semantic| {
            let index = one.semantic_index.filter(|index| *index != 0).map_or(String::new(), |index| index.to_string());
            format!("{}{index}", shown(semantic))
        },
    );
    let mut notes: Vec<String> = one.interpolation.clone();
    notes.extend(one.vertices.map(|count| format!("for {} vertices", amount(count))));
    notes.extend(one.per_patch.then(|| "per patch".to_owned()));
    notes.extend(one.per_primitive.then(|| "per primitive".to_owned()));
    notes.extend(one.format.clone());
    vec![place, declared(&one.ty, one.hlsl.as_ref()), semantic, notes.join(", ")]
}

fn access(access: Access) -> String {
    let parts = [
        (access.read && !access.atomic, "read"),
        (access.write && !access.atomic, "write"),
        (access.atomic, "atomic"),
        (access.query, "query"),
    ];
    let names: Vec<&str> = parts.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name).collect();
    names.join(", ")
}

fn used(one: &Use, reflection: &Reflection) -> Vec<String> {
    let ranges: Vec<String> = one
        .ranges
        .iter()
        .map(|range| match range.size.number() {
            Some(size) => format!("{} to {}", range.offset, range.offset.saturating_add(size)),
            None => format!("from {}", range.offset),
        })
        .collect();
    let with: Vec<String> = one
        .sampled_with
        .iter()
        .filter_map(|at| reflection.bindings.get(*at))
        .map(|sampler| shown(&sampler.name))
        .collect();
    let mut notes = Vec::new();
    if !ranges.is_empty() {
        notes.push(format!("bytes {}", ranges.join(", ")));
    }
    if one.nonuniform {
        notes.push("indexed nonuniformly".to_owned());
    }
    if !with.is_empty() {
        notes.push(format!("sampled with {}", with.join(", ")));
    }
    vec![shown(&one.name), access(one.access), notes.join("; ")]
}

fn bindings(out: &mut String, reflection: &Reflection) {
    if reflection.bindings.is_empty() {
        return;
    }
    *out += "\nbindings\n";
    let heads = ["set", "binding", "register", "name", "descriptor", "count", "stages", "contents"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(reflection.bindings.iter().map(|one| binding(one, reflection)));
    if rows[1..].iter().all(|row| row[2].is_empty()) {
        rows.iter_mut().for_each(|row| drop(row.remove(2)));
    }
    table(out, "  ", &rows);
}

fn binding(one: &Binding, reflection: &Reflection) -> Vec<String> {
    let count = match one.dims.as_slice() {
        [] => "1".to_owned(),
        dims => dims.iter().map(|dim| dimension(*dim)).collect(),
    };
    let descriptor = crate::json::text(&one.descriptor).trim_matches('"').to_owned();
    let Presence { referenced, kept, .. } = one.presence;
    let stages = match (kept, referenced) {
        _ if !one.stages.is_empty() => one.stages.join(", "),
        (false, _) if one.combined_with.is_some() => "none, part of the texture's descriptor".to_owned(),
        (false, Some(true)) => "none, removed".to_owned(),
        (false, _) => "none, declared only".to_owned(),
        (true, _) => "none".to_owned(),
    };
    vec![
        one.set.to_string(),
        one.binding.to_string(),
        one.hlsl.as_ref().and_then(|fact| fact.register.as_ref()).map_or(String::new(), register),
        shown(&one.name),
        descriptor,
        count,
        stages,
        contents(one, reflection),
    ]
}

fn register(register: &Register) -> String {
    let number = register.number.map_or(String::new(), |number| number.to_string());
    let name = register.class.as_ref().map_or(String::new(), |class| format!("{class}{number}"));
    match register.space {
        0 => name,
        space if name.is_empty() => format!("space{space}"),
        space => format!("{name}, space{space}"),
    }
}

fn contents(one: &Binding, reflection: &Reflection) -> String {
    let mut notes: Vec<String> = one.image.as_ref().map(image).into_iter().collect();
    if !one.presence.kept {
        notes.extend(one.hlsl.as_ref().and_then(|fact| fact.ty.as_deref()).map(shown));
    }
    match (&one.element, &one.block) {
        (Some(element), _) => {
            let stride = one.stride.map_or(String::new(), |stride| format!(", stride {stride}"));
            notes.push(format!("{}[]{stride}", of_type(element)));
        }
        (None, Some(block)) => {
            let size = reflection.structure(block).map(|block| block.size);
            let size = size.map_or(String::new(), |size| format!(", {} bytes", amount(size)));
            notes.push(format!("{}{size}", shown(block)));
        }
        (None, None) => {}
    }
    let flags = [
        (one.readonly, "read only"),
        (one.writeonly, "write only"),
        (one.coherent, "coherent"),
        (one.volatile, "volatile"),
    ];
    notes.extend(flags.iter().filter(|(holds, _)| *holds).map(|(_, name)| (*name).to_owned()));
    let name_of = |at: Option<usize>| at.and_then(|at| reflection.bindings.get(at)).map(|other| shown(&other.name));
    notes.extend(name_of(one.counter).map(|name| format!("counter {name}")));
    notes.extend(name_of(one.counter_of).map(|name| format!("counter of {name}")));
    notes.extend(name_of(one.combined_with).map(|name| format!("with {name}")));
    notes.extend(name_of(one.alias_of).map(|name| format!("overlaps {name}")));
    notes.extend(one.input_attachment_index.map(|index| format!("attachment {index}")));
    notes.join(", ")
}

fn image(image: &Image) -> String {
    let mut text = image.dim.clone();
    if image.arrayed {
        text += " array";
    }
    if image.multisampled {
        text += " multisampled";
    }
    if image.depth == Some(true) {
        text += " depth";
    }
    let _ = write!(text, " of {}", image.sampled_type.name());
    if let Some(count) = image.components.filter(|count| *count > 1) {
        let _ = write!(text, "{count}");
    }
    if let Some(format) = &image.format {
        let _ = write!(text, ", {format}");
    }
    text
}

/// The structs that no other one contains, with nested ones expanded.
fn blocks(out: &mut String, reflection: &Reflection) {
    let by_name: FxHashMap<&str, &Struct> = reflection.types.iter().map(|one| (one.name.as_str(), one)).collect();
    let members = reflection.types.iter().filter(|one| !is_wrapper(one)).flat_map(|one| &one.members);
    let nested: FxHashSet<&str> = members
        .filter(|member| member.ty.kind == Kind::Struct)
        .filter_map(|member| member.ty.structure.as_deref())
        .collect();
    let push = reflection.push_constants.iter().map(|one| (one.block.as_str(), "push constants"));
    let records = reflection.shader_records.iter().map(|one| (one.block.as_str(), "shader record"));
    let kinds: FxHashMap<&str, &str> = push.chain(records).collect();
    let mut left = MAX_MEMBERS;
    let is_shown = |one: &&Struct| !nested.contains(one.name.as_str()) && !is_wrapper(one);
    for one in reflection.types.iter().filter(is_shown) {
        let what = kinds.get(one.name.as_str()).copied().unwrap_or("struct");
        let shared = if one.tail_shared { ", members in the padding of others" } else { "" };
        let size = match one.size {
            Amount::Runtime { .. } => "unsized".to_owned(),
            Amount::Fixed(_) | Amount::Spec { .. } => format!("{} bytes", amount(one.size)),
        };
        let rule = one.hlsl.as_ref().and_then(|fact| fact.rule.as_deref());
        let rule = rule.map_or(String::new(), |rule| format!(", {rule}"));
        let _ = writeln!(out, "\n{what} {}: {size}{rule}{shared}", shown(&one.name));
        let mut rows = vec![["offset", "size", "type", "member", ""].map(str::to_owned).to_vec()];
        let mut walk = Walk { by_name: &by_name, rows: &mut rows, left: &mut left };
        walk.structure(one, 0, 0);
        table(out, "  ", &rows);
    }
}

/// Returns whether a struct only wraps the array of a buffer: the table of bindings shows its element.
fn is_wrapper(one: &Struct) -> bool {
    matches!(one.members.as_slice(), [only] if only.name.is_empty() && only.size == Amount::RUNTIME)
}

/// The members of a struct as rows.
struct Walk<'a> {
    by_name: &'a FxHashMap<&'a str, &'a Struct>,
    rows: &'a mut Vec<Vec<String>>,
    left: &'a mut usize,
}

/// The limit of depth for nested structs.
const MAX_DEPTH: usize = 16;

impl Walk<'_> {
    fn structure(&mut self, one: &Struct, base: u64, depth: usize) {
        let indent = "  ".repeat(depth);
        let mut order: Vec<&Member> = one.members.iter().collect();
        order.sort_by_key(|member| member.offset);
        for member in order {
            if *self.left == 0 || depth == MAX_DEPTH {
                self.rows.push(vec![String::new(), String::new(), format!("{indent}...")]);
                return;
            }
            *self.left -= 1;
            let at = base.saturating_add(member.offset);
            if member.padding_before > 0 {
                let start = at - member.padding_before;
                let padding = member.padding_before.to_string();
                self.rows.push(vec![start.to_string(), padding, format!("{indent}(padding)")]);
            }
            let ty = format!("{indent}{}", declared(&member.ty, member.hlsl.as_ref()));
            self.rows.push(vec![at.to_string(), amount(member.size), ty, shown(&member.name), notes(member)]);
            let inner = member.ty.structure.as_deref().filter(|_| member.ty.kind == Kind::Struct);
            if let Some(inner) = inner.and_then(|name| self.by_name.get(name)) {
                self.structure(inner, at, depth + 1);
            }
        }
    }
}

/// Notes about the layout of a member's parts.
fn notes(member: &Member) -> String {
    let mut notes: Vec<String> = Vec::new();
    let strides: Vec<String> =
        member.ty.dims.iter().filter_map(|dim| dim.stride).map(|stride| stride.to_string()).collect();
    if !strides.is_empty() {
        notes.push(format!("stride {}", strides.join(", ")));
    }
    if let Some(matrix) = &member.ty.matrix {
        let what = match matrix.order {
            Some(Order::RowMajor) => "rows",
            Some(Order::ColumnMajor) => "columns",
            None => "vectors",
        };
        let stride = matrix.stride.map_or(String::new(), |stride| format!(", {stride} bytes apart"));
        notes.push(format!("{} {what} of {}{stride}", matrix.count, matrix.length));
    }
    let bits = |one: &BitField| match one.width {
        1 => format!("bit {} {}", one.offset, shown(&one.name)),
        width => format!("bits {} to {} {}", one.offset, one.offset + width - 1, shown(&one.name)),
    };
    notes.extend(member.bit_fields.iter().filter(|one| one.width > 0).map(bits));
    notes.extend(member.hlsl.as_ref().and_then(|fact| fact.semantic.as_deref()).map(shown));
    notes.extend(member.overlaps.then(|| "overlaps the previous member".to_owned()));
    notes.join("; ")
}

fn enumerations(out: &mut String, reflection: &Reflection) {
    for one in &reflection.enums {
        let _ = writeln!(out, "\nenum {}", shown(&one.name));
        let rows: Vec<Vec<String>> =
            one.enumerators.iter().map(|one| vec![shown(&one.name), format!("= {}", one.value)]).collect();
        table(out, "  ", &rows);
    }
}

fn spec_constants(out: &mut String, reflection: &Reflection) {
    if reflection.spec_constants.is_empty() {
        return;
    }
    *out += "\nspecialisation constants\n";
    let rows: Vec<Vec<String>> = reflection
        .spec_constants
        .iter()
        .map(|one| {
            let default = match &one.default {
                Literal::Bool(value) => value.to_string(),
                Literal::Int(value) => value.to_string(),
                Literal::Uint(value) => value.to_string(),
                Literal::Float { text, .. } => text.clone(),
            };
            vec![one.id.to_string(), one.ty.name().to_owned(), shown(&one.name), format!("= {default}")]
        })
        .collect();
    table(out, "  ", &rows);
}

fn requires(out: &mut String, requires: &Requires) {
    let api = requires.api.as_deref().unwrap_or("no Vulkan version");
    let _ = writeln!(out, "\nrequires {api}");
    let mut rows = Vec::new();
    for one in &requires.features {
        let mut from: Vec<String> = vec![one.structure.clone()];
        from.extend(one.extension.clone());
        let or: String = one.alternatives.iter().map(|other| format!(", or {other}")).collect();
        rows.push(vec![
            "feature".to_owned(),
            one.name.clone(),
            because(&one.because),
            format!("{}{or}", from.join(", ")),
        ]);
    }
    for one in &requires.properties {
        let what = format!("{} {}", one.name, one.value);
        rows.push(vec!["property".to_owned(), what, because(&one.because), one.structure.clone()]);
    }
    for one in &requires.extensions {
        let core = one.core.as_ref().map_or(String::new(), |core| format!("not since {core}"));
        let or: String = one.alternatives.iter().map(|other| format!(", or {other}")).collect();
        rows.push(vec!["extension".to_owned(), format!("{}{or}", one.name), because(&one.because), core]);
    }
    for one in requires.limits.iter().filter(|one| one.value > one.guaranteed) {
        let what = format!("{} {}", one.name, one.value);
        rows.push(vec![
            "limit".to_owned(),
            what,
            because(std::slice::from_ref(&one.because)),
            format!("every device has {}", one.guaranteed),
        ]);
    }
    rows.extend(requires.cooperative_matrices.iter().map(matrix_row));
    rows.extend(requires.cooperative_vectors.iter().map(vector_row));
    for one in &requires.unsupported {
        rows.push(vec!["no Vulkan features".to_owned(), shown(one)]);
    }
    table(out, "  ", &rows);
}

/// A product of cooperative matrices.
fn matrix_row(one: &CooperativeMatrix) -> Vec<String> {
    let size = [one.m, one.n, one.k].map(amount).join(" x ");
    let types = format!("{} * {} + {} = {}", one.a, one.b, one.c, one.result);
    let saturates = if one.saturating_accumulation { ", saturating" } else { "" };
    vec!["cooperative matrix".to_owned(), size, format!("{types}{saturates}"), one.scope.clone()]
}

/// A product of a cooperative vector.
fn vector_row(one: &CooperativeVector) -> Vec<String> {
    let bias = one.bias_interpretation.as_ref().map_or(String::new(), |bias| format!(" + {bias}"));
    let transposed = if one.transpose { ", transposed" } else { "" };
    let types =
        format!("{}{transposed} * {}{bias} = {}", one.matrix_interpretation, one.input_interpretation, one.result);
    vec!["cooperative vector".to_owned(), one.input.clone(), types]
}

fn because(reasons: &[String]) -> String {
    shown(&reasons.join(", "))
}
