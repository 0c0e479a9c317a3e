//! Structs by the names of their members: conversion of values to the bytes of a buffer and back, by the module's
//! layout.
//!
//! `{dt: 0.1, count: 64}` is the content of a block, `[{...}, {...}]` of a buffer of structs. Members that are not named are
//! zero. Names, sizes and types that the layout does not have are errors that show it.

mod text;

use super::element::Element;
use reflect::{Dimension, Kind, Order, Reflection, Scalar, Struct, Type};
use serde_json::Value;
use std::fmt::Write;

pub(crate) use text::parse;

/// The limit in bytes of contents written by name.
const MOST_BYTES: u64 = 1 << 28;

/// The content of a buffer.
pub(crate) enum Content<'r> {
    /// Members.
    Block(&'r Struct),
    /// Elements with a stride.
    Elements(&'r Type, u64),
}

type Result<T> = std::result::Result<T, String>;

/// A buffer's layout, with the structs in it.
pub struct Members<'r> {
    reflection: &'r Reflection,
    content: Content<'r>,
    /// The name of the block, which identifies buffers of bytes.
    block: &'r str,
}

impl<'r> Members<'r> {
    /// The layout of the buffer at a set and binding; `None` if there is no buffer of numbers.
    pub fn of_binding(reflection: &'r Reflection, set: u32, binding: u32) -> Option<Self> {
        let mut here = reflection.bindings.iter().filter(|one| (one.set, one.binding) == (set, binding));
        let (content, block) = here.find_map(|one| {
            let block = one.block.as_deref();
            let content = match (&one.element, one.stride) {
                (Some(element), Some(stride)) => Content::Elements(element, stride),
                _ => Content::Block(reflection.structure(block?)?),
            };
            Some((content, block.unwrap_or_default()))
        })?;
        Some(Members { reflection, content, block })
    }

    /// The layout of the push constants, if the module has any.
    pub(crate) fn of_push_constants(reflection: &'r Reflection) -> Option<Self> {
        let block = reflection.structure(&reflection.push_constants.first()?.block)?;
        Some(Members { reflection, content: Content::Block(block), block: "" })
    }

    /// Returns whether elements have several scalars.
    pub fn has_parts(&self) -> bool {
        match &self.content {
            Content::Block(_) => true,
            Content::Elements(element, _) => element.kind != Kind::Scalar || !element.dims.is_empty(),
        }
    }

    /// The type of the numbers in an array of numbers, vectors or matrices. In a `ByteAddressBuffer` it is that of the access.
    pub fn element(&self) -> Option<Element> {
        match &self.content {
            Content::Elements(one, _) if !self.block.contains("ByteAddressBuffer") => element(one.scalar?),
            Content::Elements(..) | Content::Block(_) => None,
        }
    }

    /// The bytes of a value.
    ///
    /// # Errors
    /// When the value has members, lengths or types that the layout lacks.
    pub(crate) fn bytes(&self, value: &Value) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let write = Writer { reflection: self.reflection };
        match &self.content {
            Content::Block(block) => {
                grow(&mut bytes, block.size.number().unwrap_or_default())?;
                write.structure(&mut bytes, value, block, 0, "")?;
            }
            Content::Elements(element, stride) => {
                let list = list(value, "the buffer")?;
                for (at, value) in list.iter().enumerate() {
                    let base = stride.saturating_mul(at as u64);
                    grow(&mut bytes, base.saturating_add(*stride))?;
                    write.value(&mut bytes, value, element, &element.dims, base, &format!("[{at}]"))?;
                }
            }
        }
        Ok(bytes)
    }

    /// The bytes as text: the members of a block, or a line for each element.
    pub fn lines(&self, bytes: &[u8]) -> Vec<String> {
        let read = Reader { reflection: self.reflection, bytes };
        match &self.content {
            Content::Block(block) => read.members(block, 0).into_iter().map(|line| line + "\n").collect(),
            Content::Elements(element, stride) => {
                let count = bytes.len() as u64 / (*stride).max(1);
                (0..count).map(|at| read.value(element, &element.dims, at * stride) + "\n").collect()
            }
        }
    }
}

/// The type of the numbers in the buffer at a set and binding, if it has numbers of one type alone.
pub fn element_of(reflection: &Reflection, set: u32, binding: u32) -> Option<Element> {
    Members::of_binding(reflection, set, binding)?.element()
}

/// The path of a member, for messages.
fn path(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

fn list<'v>(value: &'v Value, what: &str) -> Result<&'v [Value]> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("{what}: expected a list, found {value}"))
}

fn grow(bytes: &mut Vec<u8>, size: u64) -> Result<()> {
    if size > MOST_BYTES {
        return Err(format!("size of {size} bytes exceeds the limit"));
    }
    bytes.resize(bytes.len().max(size as usize), 0);
    Ok(())
}

/// The members of a struct with their offsets, for messages.
fn shown(structure: &Struct) -> String {
    let mut text = format!("'{}' has these members:", structure.name);
    for member in &structure.members {
        let dims: String = member.ty.dims.iter().map(dimension).collect();
        let _ = write!(text, "\n  {:>5}  {} {}{dims}", member.offset, member.ty.name, member.name);
    }
    text
}

fn dimension(dim: &Dimension) -> String {
    dim.count.number().map_or("[]".to_owned(), |count| format!("[{count}]"))
}

/// The type of a scalar on the command line, if it has one.
pub(super) fn element(scalar: Scalar) -> Option<Element> {
    Some(match scalar {
        Scalar::Bool | Scalar::Uint32 => Element::Uint(4),
        Scalar::Uint8 => Element::Uint(1),
        Scalar::Uint16 => Element::Uint(2),
        Scalar::Uint64 => Element::Uint(8),
        Scalar::Int8 => Element::Sint(1),
        Scalar::Int16 => Element::Sint(2),
        Scalar::Int32 => Element::Sint(4),
        Scalar::Int64 => Element::Sint(8),
        Scalar::Float16 => Element::Float(2),
        Scalar::Float32 => Element::Float(4),
        Scalar::Float64 => Element::Float(8),
        _ => return None,
    })
}

/// The offset in memory of a matrix element, by row and column as the source counts them.
fn matrix_offset(ty: &Type, row: u64, column: u64, width: u64) -> Option<u64> {
    let matrix = ty.matrix.as_ref()?;
    let (vector, component) = match matrix.order? {
        Order::RowMajor => (row, column),
        _ => (column, row),
    };
    Some(vector * matrix.stride? + component * width)
}

struct Writer<'r> {
    reflection: &'r Reflection,
}

impl Writer<'_> {
    fn structure(&self, bytes: &mut Vec<u8>, value: &Value, of: &Struct, base: u64, outer: &str) -> Result<()> {
        let what = if outer.is_empty() { of.name.as_str() } else { outer };
        let Some(fields) = value.as_object() else {
            return Err(format!("'{what}': expected an object such as {{name: value}}, found {value}; {}", shown(of)));
        };
        for (name, value) in fields {
            let Some(member) = of.members.iter().find(|member| member.name == *name) else {
                return Err(format!("unknown member '{}'; {}", path(outer, name), shown(of)));
            };
            let at = base.saturating_add(member.offset);
            self.value(bytes, value, &member.ty, &member.ty.dims, at, &path(outer, name)).map_err(|error| {
                if error.contains("has these members") { error } else { format!("{error}; {}", shown(of)) }
            })?;
        }
        Ok(())
    }

    fn value(
        &self,
        bytes: &mut Vec<u8>,
        value: &Value,
        ty: &Type,
        dims: &[Dimension],
        at: u64,
        path: &str,
    ) -> Result<()> {
        let Some((dim, inner)) = dims.split_first() else { return self.single(bytes, value, ty, at, path) };
        let list = list(value, &format!("'{path}'"))?;
        if let Some(count) = dim.count.number().filter(|count| *count != list.len() as u64) {
            return Err(format!("'{path}': expected {count} elements, found {}", list.len()));
        }
        let stride = dim.stride.unwrap_or_default();
        for (number, value) in list.iter().enumerate() {
            let at = at.saturating_add(stride.saturating_mul(number as u64));
            if dim.count.number().is_none() {
                grow(bytes, at.saturating_add(stride))?;
            }
            self.value(bytes, value, ty, inner, at, &format!("{path}[{number}]"))?;
        }
        Ok(())
    }

    fn single(&self, bytes: &mut Vec<u8>, value: &Value, ty: &Type, at: u64, path: &str) -> Result<()> {
        if ty.kind == Kind::Struct {
            let inner = ty.structure.as_deref().and_then(|name| self.reflection.structure(name));
            let inner = inner.ok_or_else(|| format!("'{path}': unknown struct type"))?;
            return self.structure(bytes, value, inner, at, path);
        }
        let scalar = if ty.kind == Kind::Address { Some(Scalar::Uint64) } else { ty.scalar };
        let element = scalar.and_then(element).ok_or_else(|| format!("'{path}': type is not numeric"))?;
        let width = element.bytes() as u64;
        let parts = |value, count: u32| -> Result<&[Value]> {
            let list = list(value, &format!("'{path}' ({})", ty.name))?;
            let fits = list.len() == count as usize;
            fits.then_some(list)
                .ok_or_else(|| format!("'{path}' ({}): expected {count} values, found {}", ty.name, list.len()))
        };
        match (&ty.matrix, ty.components) {
            (Some(matrix), _) => {
                for (row, values) in parts(value, matrix.rows)?.iter().enumerate() {
                    for (column, value) in parts(values, matrix.columns)?.iter().enumerate() {
                        let offset = matrix_offset(ty, row as u64, column as u64, width);
                        let offset = offset.ok_or_else(|| format!("'{path}' has no layout"))?;
                        put(bytes, at + offset, element, value, path)?;
                    }
                }
                Ok(())
            }
            (None, Some(count)) => {
                let parts = parts(value, count)?.iter().enumerate();
                parts
                    .into_iter()
                    .try_for_each(|(index, value)| put(bytes, at + index as u64 * width, element, value, path))
            }
            (None, None) => put(bytes, at, element, value, path),
        }
    }
}

fn put(bytes: &mut Vec<u8>, at: u64, element: Element, value: &Value, path: &str) -> Result<()> {
    let bits = match value {
        Value::Bool(value) if !matches!(element, Element::Float(_)) => u64::from(*value),
        Value::Number(number) => element.parse(&number.to_string()).map_err(|error| format!("'{path}': {error}"))?,
        // Strings represent numbers that JSON lacks: "nan", "-inf", "0xff".
        Value::String(text) => element.parse(text).map_err(|error| format!("'{path}': {error}"))?,
        other => return Err(format!("'{path}': expected a number, found {other}")),
    };
    grow(bytes, at.saturating_add(element.bytes() as u64))?;
    bytes[at as usize..][..element.bytes()].copy_from_slice(&bits.to_le_bytes()[..element.bytes()]);
    Ok(())
}

struct Reader<'r> {
    reflection: &'r Reflection,
    bytes: &'r [u8],
}

impl Reader<'_> {
    /// A text `name: value` for each member.
    fn members(&self, of: &Struct, base: u64) -> Vec<String> {
        let one = |member: &reflect::Member| {
            format!("{}: {}", member.name, self.value(&member.ty, &member.ty.dims, base.saturating_add(member.offset)))
        };
        of.members.iter().map(one).collect()
    }

    fn value(&self, ty: &Type, dims: &[Dimension], at: u64) -> String {
        let Some((dim, inner)) = dims.split_first() else { return self.single(ty, at) };
        let stride = dim.stride.unwrap_or_default();
        let left = (self.bytes.len() as u64).saturating_sub(at);
        let count = dim.count.number().unwrap_or_else(|| left / stride.max(1));
        // The bound buffer may be shorter than the declared one.
        let count = count.min(left.div_ceil(stride.max(1)));
        let parts: Vec<String> = (0..count).map(|number| self.value(ty, inner, at + number * stride)).collect();
        format!("[{}]", parts.join(", "))
    }

    fn single(&self, ty: &Type, at: u64) -> String {
        if let (Kind::Struct, Some(name)) = (ty.kind, ty.structure.as_deref()) {
            let members = self.reflection.structure(name).map(|inner| self.members(inner, at));
            return format!("{{{}}}", members.unwrap_or_default().join(", "));
        }
        let scalar = if ty.kind == Kind::Address { Some(Scalar::Uint64) } else { ty.scalar };
        let Some(element) = scalar.and_then(element) else { return "?".to_owned() };
        let width = element.bytes() as u64;
        let number = |at: u64| self.number(element, at);
        match (&ty.matrix, ty.components) {
            (Some(matrix), _) => {
                let cell =
                    |row, column| matrix_offset(ty, row, column, width).map_or("?".to_owned(), |it| number(at + it));
                let row = |row| {
                    let cells: Vec<String> = (0..matrix.columns.into()).map(|column| cell(row, column)).collect();
                    format!("[{}]", cells.join(", "))
                };
                let rows: Vec<String> = (0..matrix.rows.into()).map(row).collect();
                format!("[{}]", rows.join(", "))
            }
            (None, Some(count)) => {
                let parts: Vec<String> = (0..u64::from(count)).map(|index| number(at + index * width)).collect();
                format!("[{}]", parts.join(", "))
            }
            (None, None) => number(at),
        }
    }

    fn number(&self, element: Element, at: u64) -> String {
        let bytes = self.bytes.get(at as usize..).unwrap_or_default();
        element.split(bytes).next().map_or("?".to_owned(), |bits| element.show(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::{Compiler, NoIncludes};

    const SHADER: &str = "struct Body { float3 place; uint kind; row_major float2x3 turn; };
        cbuffer Sim { float dt; uint count; float2 sizes[2]; float2x2 m; bool on; };
        RWStructuredBuffer<Body> bodies;
        [numthreads(1, 1, 1)] void main() { bodies[0].kind = count + (uint)(dt + sizes[1].x + m[0][1]) + on; }";

    fn reflection() -> Reflection {
        let compiler = Compiler::new().profile("cs_6_0".parse().unwrap());
        compiler.compile("sim.hlsl", SHADER, &NoIncludes).unwrap().reflection().unwrap()
    }

    fn round_trip(binding: u32, given: &str) -> Result<String> {
        let reflection = reflection();
        let members = Members::of_binding(&reflection, 0, binding).unwrap();
        assert!(members.has_parts());
        Ok(members.lines(&members.bytes(&parse(given)?)?).concat())
    }

    #[test]
    fn values_come_back_by_their_names() {
        let given = "{dt: 0.1, 'count': 64, sizes: [[1, 2], [3, 4]], m: [[1, 2], [3, 4]], on: true}";
        let expected = "dt: 0.1\ncount: 64\nsizes: [[1.0, 2.0], [3.0, 4.0]]\nm: [[1.0, 2.0], [3.0, 4.0]]\non: 1\n";
        assert_eq!(round_trip(0, given).as_deref(), Ok(expected));
        let given = "[{place: [1, 2, 3], turn: [[1, 2, 3], [4, 5, 6]]}, {kind: 0xff, place: [nan, -inf, 0]}]";
        let expected = "{place: [1.0, 2.0, 3.0], kind: 0, turn: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}\n\
                        {place: [NaN, -inf, 0.0], kind: 255, turn: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]}\n";
        assert_eq!(round_trip(1, given).as_deref(), Ok(expected));
    }

    #[test]
    fn columns_lie_where_the_layout_has_them() {
        let reflection = reflection();
        let members = Members::of_binding(&reflection, 0, 0).unwrap();
        let bytes = members.bytes(&parse("{m: [[1, 2], [3, 4]]}").unwrap()).unwrap();
        let at = |offset: usize| f32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap());
        assert_eq!([at(48), at(52), at(64), at(68)], [1.0, 3.0, 2.0, 4.0]);
    }

    #[test]
    fn mistakes_show_the_layout() {
        let cases = [
            (0, "{dd: 1}", "unknown member 'dd'"),
            (0, "{count: -1}", "invalid u32 '-1'"),
            (0, "{sizes: [[1, 2]]}", "'sizes': expected 2 elements, found 1"),
            (0, "{sizes: [[1, 2], [3]]}", "expected 2 values, found 1"),
            (0, "{m: 1}", "expected a list, found 1"),
            (0, "{dt: {x: 1}}", "expected a number"),
            (0, "[1]", "expected an object"),
        ];
        for (binding, given, expected) in cases {
            let error = round_trip(binding, given).unwrap_err();
            assert!(error.contains(expected) && error.contains("    4  uint count"), "{given}: {error}");
        }
        assert!(round_trip(1, "[{kind: 1.5}]").unwrap_err().contains("   12  uint kind"));
        assert!(round_trip(1, "{kind: 1}").unwrap_err().contains("expected a list"));
    }
}
