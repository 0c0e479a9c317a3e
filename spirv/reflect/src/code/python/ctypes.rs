//! Structs as classes of ctypes: fields without gaps, each offset and size asserted when the module is loaded.

use super::{RESERVED, bindings, doc, enumerations, quoted};
use crate::code::bits::Word;
use crate::code::names::Scope;
use crate::code::plan::{Content, Plan, Plans, Shape, Unsayable};
use crate::model::{Reflection, Scalar, Struct};
use std::fmt::Write;

/// A function for bit-fields, where a class has any.
const BITS: &str = "
def _bits(word, offset, width, signed):
    mask, sign = (1 << width) - 1, (1 << width - 1) if signed else 0

    def get(self):
        return ((getattr(self, word) >> offset & mask) ^ sign) - sign

    def put(self, value):
        setattr(self, word, getattr(self, word) & ~(mask << offset) | (value & mask) << offset)

    return property(get, put)
";

/// A function for members that are not aligned, where a class has any.
const VIEW: &str = "
def _view(type, offset):
    is_number = issubclass(type, ctypes._SimpleCData)

    def get(self):
        view = type.from_buffer(self, offset)
        return view.value if is_number else view

    def put(self, value):
        view = type.from_buffer(self, offset)
        if is_number:
            view.value = value
        else:
            ctypes.pointer(view)[0] = value

    return property(get, put)
";

/// A Python module with a class of ctypes for each of a module's structs, and its bindings.
///
/// # Errors
/// When a member has no form in memory; the error names it.
pub fn ctypes(reflection: &Reflection) -> Result<String, Unsayable> {
    let plans = Plans::new(reflection)?;
    let mut scope = Scope::new(RESERVED);
    let names: Vec<String> = plans.structs.iter().map(|plan| scope.take(&plan.name, "Struct")).collect();
    let enums = enumerations(&plans, &mut scope);
    let mut writer = Writer { plans: &plans, names, scope, out: String::new() };
    for at in 0..plans.structs.len() {
        writer.structure(at);
    }
    let classes = writer.out;
    let mut out = "# Made by `hlsl2spirv reflect --format ctypes`.\nimport ctypes\n".to_owned();
    out += if enums.is_empty() { "" } else { "import enum\n" };
    out += if classes.contains("= _bits(") { BITS } else { "" };
    out += if classes.contains("= _view(") { VIEW } else { "" };
    Ok(out + &enums + &classes + &bindings(reflection))
}

struct Writer<'a> {
    plans: &'a Plans<'a>,
    /// Those of the structs.
    names: Vec<String>,
    scope: Scope,
    out: String,
}

impl Writer<'_> {
    fn structure(&mut self, at: usize) {
        let (plan, source) = (&self.plans.structs[at], &self.plans.reflection.types[at]);
        let name = self.names[at].clone();
        if !plan.fields.is_empty() {
            let (fields, properties) = self.fields(&name, plan, source);
            let _ = write!(self.out, "\n{}", doc(source.hlsl.as_ref(), ""));
            self.item(&name, plan.size, &fields);
            self.out += &properties;
            for ((field, _), planned) in fields.iter().zip(&plan.fields) {
                let _ = writeln!(self.out, "assert {name}.{field}.offset == {}", planned.offset);
            }
        }
        if let Some((member, shape, stride)) = &plan.tail {
            let padding = stride - self.plans.size(shape);
            let wanted = format!("{name}_{member}");
            let text = if padding == 0 { self.spelled(shape, &wanted) } else { self.padded(shape, padding, &wanted) };
            let item = self.scope.take(&format!("{name}_item"), "item");
            let _ = write!(self.out, "\n{item} = {text}\n");
        }
    }

    /// The names and types of fields, and assignments of properties to their class.
    fn fields(&mut self, owner: &str, plan: &Plan, source: &Struct) -> (Vec<(String, String)>, String) {
        let mut members = Scope::new(RESERVED);
        let (mut fields, mut properties, mut paddings) = (Vec::new(), String::new(), 0);
        for field in &plan.fields {
            let bytes = format!("ctypes.c_uint8 * {}", field.size);
            fields.push(match &field.content {
                Content::Padding => {
                    paddings += 1;
                    (members.take(&format!("pad{}", paddings - 1), "pad"), bytes)
                }
                Content::Member { name, shape } => {
                    let name = members.take(name, "member");
                    let word = field.member.and_then(|at| Word::of(&source.members[at]));
                    properties += &word.map_or(String::new(), |word| bits(owner, &name, &word));
                    let ty = self.spelled(shape, &format!("{owner}_{name}"));
                    (name, ty)
                }
                Content::Bytes { name, shape } => {
                    let name = members.take(name, "member");
                    let ty = self.spelled(shape, &format!("{owner}_{name}"));
                    let _ = writeln!(properties, "{owner}.{name} = _view({ty}, {})", field.offset);
                    let word = field.member.and_then(|at| Word::of(&source.members[at]));
                    properties += &word.map_or(String::new(), |word| bits(owner, &name, &word));
                    (members.take(&format!("{name}_bytes"), "member"), bytes)
                }
            });
        }
        (fields, properties)
    }

    fn item(&mut self, name: &str, size: u64, fields: &[(String, String)]) {
        let fields: String = fields.iter().map(|(name, ty)| format!("        ({}, {ty}),\n", quoted(name))).collect();
        let _ = write!(
            self.out,
            "class {name}(ctypes.Structure):\n    _fields_ = [\n{fields}    ]\nassert ctypes.sizeof({name}) == {size}\n"
        );
    }

    fn spelled(&mut self, shape: &Shape, wanted: &str) -> String {
        match shape {
            Shape::Number(scalar) | Shape::Enum(_, scalar) => format!("ctypes.{}", number(*scalar)),
            Shape::Address => "ctypes.c_uint64".to_owned(),
            Shape::Struct(at) => self.names[*at].clone(),
            Shape::Array { element, count, padding } => {
                let inner = match padding {
                    0 => self.spelled(element, wanted),
                    _ => self.padded(element, *padding, wanted),
                };
                match **element {
                    Shape::Array { .. } if *padding == 0 => format!("({inner}) * {count}"),
                    _ => format!("{inner} * {count}"),
                }
            }
        }
    }

    /// A class for the elements of an array that padding follows.
    fn padded(&mut self, element: &Shape, padding: u64, wanted: &str) -> String {
        let value = self.spelled(element, wanted);
        let name = self.scope.take(&format!("{wanted}_element"), "element");
        let fields = [("value".to_owned(), value), ("pad0".to_owned(), format!("ctypes.c_uint8 * {padding}"))];
        self.out.push('\n');
        self.item(&name, self.plans.size(element) + padding, &fields);
        name
    }
}

/// Properties for the bit-fields of a field.
fn bits(owner: &str, field: &str, word: &Word<'_>) -> String {
    let sign = if word.is_signed { "True" } else { "False" };
    let all = word.bits(RESERVED).into_iter();
    all.map(|one| format!("{owner}.{} = _bits({}, {}, {}, {sign})\n", one.name, quoted(field), one.offset, one.width))
        .collect()
}

fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float32 => "c_float",
        Scalar::Float64 => "c_double",
        Scalar::Int8 => "c_int8",
        Scalar::Int16 => "c_int16",
        Scalar::Int32 => "c_int32",
        Scalar::Int64 => "c_int64",
        // The bits of those that ctypes has no type for.
        Scalar::Uint8 | Scalar::Float8E4m3 | Scalar::Float8E5m2 | Scalar::Unknown => "c_uint8",
        Scalar::Uint16 | Scalar::Float16 | Scalar::Bfloat16 => "c_uint16",
        Scalar::Uint32 | Scalar::Bool => "c_uint32",
        Scalar::Uint64 => "c_uint64",
    }
}
