//! Structs, bindings and entry points as Rust: fields without gaps, each offset and size asserted when it is compiled.

mod facts;

use super::api::{Api, layouts};
use super::bits::Word;
use super::constants::constants;
use super::names::Scope;
use super::plan::{Content, Field, Plan, Plans, Shape, Unsayable};
use crate::model::{Reflection, Scalar, Struct};
use std::fmt::Write;

/// The traits that generated structs derive besides `Clone`, `Copy`, `Debug` and `PartialEq`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Derive {
    /// `bytemuck::Pod` and `bytemuck::Zeroable`, of bytemuck 1 with its features `derive` and `min_const_generics`.
    #[default]
    Bytemuck,
    /// None: the code depends on nothing.
    Nothing,
}

/// The options of the generated code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RustOptions {
    /// The traits that structs derive.
    pub derive: Derive,
    /// The library whose layouts are written as well.
    pub api: Option<Api>,
}

impl RustOptions {
    /// Chooses what structs derive.
    #[must_use]
    pub fn derive(mut self, derive: Derive) -> Self {
        self.derive = derive;
        self
    }

    /// Writes layouts for a graphics library as well.
    #[must_use]
    pub fn api(mut self, api: Api) -> Self {
        self.api = Some(api);
        self
    }
}

/// Numbers that are not aligned have methods up to this size: each byte is spelled in them.
const MAX_BYTES: u64 = 4096;

/// Words that are no names in Rust, and names that the code itself has.
const RESERVED: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "bindings",
    "entry_points",
    "layouts",
    "SpecConstants",
    "u8",
    "u16",
    "u32",
    "u64",
    "i8",
    "i16",
    "i32",
    "i64",
    "f32",
    "f64",
    "usize",
    "new",
    "ZERO",
    "Deref",
    "Default",
    "Clone",
    "Copy",
    "Debug",
    "PartialEq",
    "bytemuck",
    "core",
    "size_for",
];

/// Returns whether a word is no name in Rust, or one that the code itself has.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// The code of a module's structs, bindings and entry points: items, to be included in a module of their own.
///
/// # Errors
/// When a member has no form in Rust; the error names it.
pub fn rust(reflection: &Reflection, options: RustOptions) -> Result<String, Unsayable> {
    let plans = Plans::new(reflection)?;
    let mut scope = Scope::new(RESERVED);
    let names: Vec<String> = plans.structs.iter().map(|plan| scope.take(&plan.name, "Struct")).collect();
    let mut writer = Writer { plans: &plans, names, enums: Vec::new(), scope, options, out: String::new() };
    writer.out.push_str("// Made by `hlsl2spirv reflect --format rust`. Needs Rust 1.77.\n");
    writer.enumerations();
    for at in 0..plans.structs.len() {
        writer.structure(at)?;
    }
    let mut out = writer.out;
    bindings(&mut out, reflection);
    entry_points(&mut out, reflection);
    out += &constants(reflection, RESERVED);
    if let Some(api) = options.api {
        out += &layouts(reflection, api)?;
    }
    Ok(out)
}

struct Writer<'a> {
    plans: &'a Plans<'a>,
    /// Those of the structs.
    names: Vec<String>,
    /// Those of the enumerations, which are empty where no member has them.
    enums: Vec<String>,
    scope: Scope,
    options: RustOptions,
    out: String,
}

/// A type in Rust, and a value of zeros.
struct Spelled {
    ty: String,
    zero: String,
}

impl Writer<'_> {
    fn enumerations(&mut self) {
        self.enums = vec![String::new(); self.plans.reflection.enums.len()];
        for (at, one, held) in self.plans.enums() {
            self.enums[at] = self.scope.take(&one.name, "Enum");
            self.out += &facts::enumeration(&self.enums[at], one, held, self.options.derive);
        }
    }

    fn structure(&mut self, at: usize) -> Result<(), Unsayable> {
        let (plan, source) = (&self.plans.structs[at], &self.plans.reflection.types[at]);
        let name = self.names[at].clone();
        let mut members = Scope::new(RESERVED);
        let mut fields = Vec::with_capacity(plan.fields.len());
        let mut paddings = 0;
        for field in &plan.fields {
            let mut made = self.field(&name, field, &mut members, &mut paddings);
            let member = field.member.map(|at| &source.members[at]);
            made.doc = facts::doc(member.and_then(|member| member.hlsl.as_ref()), "    ");
            fields.push(made);
        }
        if !plan.fields.is_empty() || plan.tail.is_none() {
            self.item(&name, plan.size, &fields, &facts::doc(source.hlsl.as_ref(), ""));
            self.constructor(&name, &fields);
            self.asserts(&name, plan, &fields);
            self.accessors(&name, plan, source, &fields)?;
        }
        self.tail(&name, plan);
        Ok(())
    }

    fn field(&mut self, owner: &str, field: &Field, members: &mut Scope, paddings: &mut u32) -> Made {
        let size = field.size;
        let bytes = || Spelled { ty: format!("[u8; {size}]"), zero: format!("[0; {size}]") };
        match &field.content {
            Content::Padding => {
                *paddings += 1;
                Made { name: format!("_pad{}", *paddings - 1), spelled: bytes(), is_padding: true, doc: String::new() }
            }
            Content::Member { name, shape } => {
                let name = members.take(name, "member");
                let spelled = self.spelled(shape, &format!("{owner}{}", camel(&name)));
                Made { name, spelled, is_padding: false, doc: String::new() }
            }
            Content::Bytes { name, .. } => {
                Made { name: members.take(name, "member"), spelled: bytes(), is_padding: false, doc: String::new() }
            }
        }
    }

    fn spelled(&mut self, shape: &Shape, wanted: &str) -> Spelled {
        match shape {
            Shape::Number(scalar) => {
                let (ty, zero) = number(*scalar);
                Spelled { ty: ty.to_owned(), zero: zero.to_owned() }
            }
            Shape::Enum(at, _) => {
                let name = &self.enums[*at];
                Spelled { ty: name.clone(), zero: format!("{name}(0)") }
            }
            Shape::Address => Spelled { ty: "u64".to_owned(), zero: "0".to_owned() },
            Shape::Struct(at) => {
                let name = &self.names[*at];
                Spelled { ty: name.clone(), zero: format!("{name}::ZERO") }
            }
            Shape::Array { element, count, padding } => {
                let inner = self.spelled(element, wanted);
                let inner = if *padding == 0 { inner } else { self.padded(inner, element, *padding, wanted) };
                Spelled { ty: format!("[{}; {count}]", inner.ty), zero: format!("[{}; {count}]", inner.zero) }
            }
        }
    }

    /// A type for the elements of an array that padding follows.
    fn padded(&mut self, value: Spelled, element: &Shape, padding: u64, wanted: &str) -> Spelled {
        let name = self.scope.take(&format!("{wanted}Element"), "Element");
        let size = self.plans.size(element) + padding;
        let ty = value.ty.clone();
        let fields = [
            Made { name: "value".to_owned(), spelled: value, is_padding: false, doc: String::new() },
            Made {
                name: "_pad0".to_owned(),
                spelled: Spelled { ty: format!("[u8; {padding}]"), zero: format!("[0; {padding}]") },
                is_padding: true,
                doc: String::new(),
            },
        ];
        self.item(&name, size, &fields, "");
        self.constructor(&name, &fields);
        let _ = write!(
            self.out,
            "const _: () = assert!(core::mem::size_of::<{name}>() == {size});\n\
             impl core::ops::Deref for {name} {{\n    type Target = {ty};\n    fn deref(&self) -> &{ty} {{\n        &self.value\n    }}\n}}\n\
             impl core::ops::DerefMut for {name} {{\n    fn deref_mut(&mut self) -> &mut {ty} {{\n        &mut self.value\n    }}\n}}\n\
             impl From<{ty}> for {name} {{\n    fn from(value: {ty}) -> Self {{\n        Self::new(value)\n    }}\n}}\n"
        );
        Spelled { ty: name.clone(), zero: format!("{name}::ZERO") }
    }

    fn item(&mut self, name: &str, size: u64, fields: &[Made], doc: &str) {
        let derive = match self.options.derive {
            Derive::Bytemuck => ", bytemuck::Pod, bytemuck::Zeroable",
            Derive::Nothing => "",
        };
        let gap = if doc.is_empty() { "" } else { "///\n" };
        let _ = write!(
            self.out,
            "\n{doc}{gap}/// {size} bytes.\n#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq{derive})]\n\
             #[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]\npub struct {name} {{\n"
        );
        for field in fields {
            let hidden = if field.is_padding { "    #[doc(hidden)]\n" } else { "" };
            let doc = &field.doc;
            let _ = writeln!(self.out, "{doc}{hidden}    pub {}: {},", field.name, field.spelled.ty);
        }
        self.out.push_str("}\n");
    }

    fn constructor(&mut self, name: &str, fields: &[Made]) {
        let real = || fields.iter().filter(|field| !field.is_padding);
        let parameters: Vec<String> = real().map(|field| format!("{}: {}", field.name, field.spelled.ty)).collect();
        let list = |value: fn(&Made) -> String| fields.iter().map(value).collect::<Vec<_>>().join(", ");
        let zeros = list(|field| format!("{}: {}", field.name, field.spelled.zero));
        let given = list(|field| match field.is_padding {
            true => format!("{}: {}", field.name, field.spelled.zero),
            false => field.name.clone(),
        });
        let _ = write!(
            self.out,
            "#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]\n\
             impl {name} {{\n    /// All bytes are zero.\n    \
             pub const ZERO: Self = Self {{ {zeros} }};\n\n    /// All members, the padding left out.\n    #[must_use]\n    \
             pub const fn new({}) -> Self {{\n        Self {{ {given} }}\n    }}\n}}\n\
             impl Default for {name} {{\n    fn default() -> Self {{\n        Self::ZERO\n    }}\n}}\n",
            parameters.join(", ")
        );
    }

    fn asserts(&mut self, name: &str, plan: &Plan, fields: &[Made]) {
        let _ = write!(self.out, "const _: () = {{\n    assert!(core::mem::size_of::<{name}>() == {});\n", plan.size);
        for (field, made) in plan.fields.iter().zip(fields) {
            let _ =
                writeln!(self.out, "    assert!(core::mem::offset_of!({name}, {}) == {});", made.name, field.offset);
        }
        self.out.push_str("};\n");
    }

    /// Bit-fields, members that are bytes, and arrays that are split, by the type that they have.
    fn accessors(&mut self, name: &str, plan: &Plan, source: &Struct, fields: &[Made]) -> Result<(), Unsayable> {
        let (mut methods, mut taken) = (String::new(), Scope::new(RESERVED));
        for (field, made) in plan.fields.iter().zip(fields) {
            let is_aligned = match &field.content {
                Content::Padding => continue,
                Content::Member { .. } => true,
                Content::Bytes { name: member, shape } => {
                    methods += &self.of_bytes(&plan.name, member, shape, made)?;
                    ["get_", "set_"].iter().for_each(|verb| drop(taken.take(&format!("{verb}{}", made.name), "")));
                    false
                }
            };
            let word = field.member.and_then(|at| Word::of(&source.members[at]));
            methods += &word.map_or(String::new(), |word| facts::accessors(&made.name, is_aligned, &word, &mut taken));
        }
        for split in &plan.splits {
            methods += &self.split(plan, fields, &split.name, split.count);
        }
        if !methods.is_empty() {
            let _ = write!(self.out, "#[allow(dead_code, non_snake_case)]\nimpl {name} {{\n{methods}}}\n");
        }
        Ok(())
    }

    /// Access to a member that is bytes, by the type that it has.
    fn of_bytes(&mut self, owner: &str, member: &str, shape: &Shape, made: &Made) -> Result<String, Unsayable> {
        let refuse = || {
            let reason = "it is not aligned as its type must be in Rust";
            Unsayable { what: format!("{owner}.{member}"), reason: reason.to_owned() }
        };
        let size = self.plans.size(shape);
        if size == 0 || size > MAX_BYTES {
            return Err(refuse());
        }
        let get = self.got(shape, &made.name, 0).ok_or_else(refuse)?;
        let set = self.put(shape, &made.name, "value", 0).ok_or_else(refuse)?;
        let ty = self.spelled(shape, "").ty;
        Ok(format!(
            "    /// The value of `{0}`, which is not aligned.\n    #[must_use]\n    pub fn get_{0}(&self) -> {ty} {{\n        \
             {get}\n    }}\n    /// Sets `{0}`.\n    pub fn set_{0}(&mut self, value: {ty}) {{\n        {set}\n    }}\n",
            made.name
        ))
    }

    /// Access to an array that is split as to one that is not.
    fn split(&mut self, plan: &Plan, fields: &[Made], array: &str, count: u64) -> String {
        let part = |suffix: &str| {
            let wanted = format!("{array}{suffix}");
            let at = plan.fields.iter().position(|field| match &field.content {
                Content::Member { name, .. } => *name == wanted,
                Content::Padding | Content::Bytes { .. } => false,
            })?;
            Some(&fields[at])
        };
        let Some(tail) = part("_tail") else { return String::new() };
        let (name, ty) = (tail.name.strip_suffix("_tail").unwrap_or(&tail.name), &tail.spelled.ty);
        let last = count - 1;
        let (read, write) = match part("_head") {
            Some(head) => {
                let inner = if head.spelled.ty.contains("Element; ") { ".value" } else { "" };
                (
                    format!("if index == {last} {{ self.{} }} else {{ self.{}[index]{inner} }}", tail.name, head.name),
                    format!(
                        "if index == {last} {{\n            self.{} = value;\n        }} else {{\n            \
                         self.{}[index]{inner} = value;\n        }}",
                        tail.name, head.name
                    ),
                )
            }
            None if count == 1 => (
                format!("assert!(index == 0);\n        self.{}", tail.name),
                format!("assert!(index == 0);\n        self.{} = value;", tail.name),
            ),
            None => return String::new(),
        };
        format!(
            "    /// An element of `{name}`, of which there are {count}.\n    ///\n    /// # Panics\n    /// When there is no such \
             element.\n    #[must_use]\n    pub fn {name}(&self, index: usize) -> {ty} {{\n        {read}\n    }}\n    /// Sets an element of \
             `{name}`.\n    ///\n    /// # Panics\n    /// When the index is out of bounds.\n    pub fn set_{name}(&mut self, index: usize, \
             value: {ty}) {{\n        {write}\n    }}\n"
        )
    }

    /// An expression that reads numbers out of bytes; `None` for structs.
    fn got(&self, shape: &Shape, field: &str, offset: u64) -> Option<String> {
        match shape {
            Shape::Number(_) | Shape::Enum(..) | Shape::Address => {
                let (ty, size) = (plain(shape), self.plans.size(shape));
                let bytes: Vec<String> = (offset..offset + size).map(|at| format!("self.{field}[{at}]")).collect();
                let read = format!("{ty}::from_ne_bytes([{}])", bytes.join(", "));
                Some(if let Shape::Enum(at, _) = shape { format!("{}({read})", self.enums[*at]) } else { read })
            }
            Shape::Array { element, count, padding: 0 } => {
                let size = self.plans.size(element);
                let all = (0..*count).map(|at| self.got(element, field, offset + at * size));
                Some(format!("[{}]", all.collect::<Option<Vec<_>>>()?.join(", ")))
            }
            Shape::Array { .. } | Shape::Struct(_) => None,
        }
    }

    /// Statements that write numbers into bytes; `None` for structs.
    fn put(&self, shape: &Shape, field: &str, value: &str, offset: u64) -> Option<String> {
        match shape {
            Shape::Number(_) | Shape::Enum(..) | Shape::Address => {
                let end = offset + self.plans.size(shape);
                let value = if let Shape::Enum(..) = shape { &format!("{value}.0") } else { value };
                Some(format!("self.{field}[{offset}..{end}].copy_from_slice(&{value}.to_ne_bytes());"))
            }
            Shape::Array { element, count, padding: 0 } => {
                let size = self.plans.size(element);
                let one = |at: u64| self.put(element, field, &format!("{value}[{at}]"), offset + at * size);
                Some((0..*count).map(one).collect::<Option<Vec<_>>>()?.join("\n        "))
            }
            Shape::Array { .. } | Shape::Struct(_) => None,
        }
    }

    /// The elements of an array without length.
    fn tail(&mut self, name: &str, plan: &Plan) {
        let Some((member, shape, stride)) = &plan.tail else { return };
        let size = self.plans.size(shape);
        let wanted = format!("{name}{}", camel(member));
        let value = self.spelled(shape, &wanted);
        let value = if *stride == size { value } else { self.padded(value, shape, stride - size, &wanted) };
        let alias = self.scope.take(&format!("{name}Item"), "Item");
        let (upper, lower) = (alias.to_uppercase(), alias.to_lowercase());
        let _ = write!(
            self.out,
            "\n/// An element of the array at the end of `{name}`.\n#[allow(dead_code, non_camel_case_types)]\npub type {alias} = \
             {};\n/// How far the elements are apart.\n#[allow(dead_code)]\npub const {upper}_STRIDE: usize = {stride};\n/// Where the \
             first one starts.\n#[allow(dead_code)]\npub const {upper}_OFFSET: usize = {};\n/// The bytes with so many \
             elements.\n#[allow(dead_code)]\n#[must_use]\npub const fn {lower}_size_for(len: usize) -> usize {{\n    {upper}_OFFSET + len * \
             {upper}_STRIDE\n}}\n\
             const _: () = assert!(core::mem::size_of::<{alias}>() == {stride});\n",
            value.ty, plan.size
        );
    }
}

/// A field in Rust.
struct Made {
    name: String,
    spelled: Spelled,
    is_padding: bool,
    /// Its documentation, as an attribute.
    doc: String,
}

fn number(scalar: Scalar) -> (&'static str, &'static str) {
    match scalar {
        Scalar::Float32 => ("f32", "0.0"),
        Scalar::Float64 => ("f64", "0.0"),
        Scalar::Int8 => ("i8", "0"),
        Scalar::Int16 => ("i16", "0"),
        Scalar::Int32 => ("i32", "0"),
        Scalar::Int64 => ("i64", "0"),
        // The bits of those that Rust has no type for.
        Scalar::Uint8 | Scalar::Float8E4m3 | Scalar::Float8E5m2 | Scalar::Unknown => ("u8", "0"),
        Scalar::Uint16 | Scalar::Float16 | Scalar::Bfloat16 => ("u16", "0"),
        Scalar::Uint32 | Scalar::Bool => ("u32", "0"),
        Scalar::Uint64 => ("u64", "0"),
    }
}

fn plain(shape: &Shape) -> &'static str {
    match shape {
        Shape::Number(scalar) | Shape::Enum(_, scalar) => number(*scalar).0,
        Shape::Address | Shape::Struct(_) | Shape::Array { .. } => "u64",
    }
}

/// A name with capitals where its words begin.
fn camel(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    words.map(word).collect()
}

fn bindings(out: &mut String, reflection: &Reflection) {
    if reflection.bindings.is_empty() {
        return;
    }
    out.push_str("\n/// Sets and bindings.\n#[allow(dead_code, non_snake_case)]\npub mod bindings {\n");
    let mut scope = Scope::new(RESERVED);
    for one in &reflection.bindings {
        let name = scope.take(&one.name, "binding");
        let _ = write!(
            out,
            "    #[doc = {:?}]\n    pub mod {name} {{\n        /// The descriptor set.\n        pub const SET: u32 = {};\n        \
             /// The binding in it.\n        pub const BINDING: u32 = {};\n",
            format!("`{}`", one.name),
            one.set,
            one.binding
        );
        if let Some(count) = one.count.number() {
            let _ =
                writeln!(out, "        /// How many descriptors there are.\n        pub const COUNT: u32 = {count};");
        }
        if let Some(size) = one.min_size {
            let _ =
                writeln!(out, "        /// The bytes that must be bound.\n        pub const MIN_SIZE: u64 = {size};");
        }
        out.push_str("    }\n");
    }
    out.push_str("}\n");
}

fn entry_points(out: &mut String, reflection: &Reflection) {
    if reflection.entry_points.is_empty() {
        return;
    }
    out.push_str("\n/// Entry points.\n#[allow(dead_code, non_snake_case)]\npub mod entry_points {\n");
    let mut scope = Scope::new(RESERVED);
    for entry in &reflection.entry_points {
        let name = scope.take(&entry.name, "entry");
        let _ = write!(
            out,
            "    #[doc = {:?}]\n    pub mod {name} {{\n        /// The name by which pipelines call it.\n        \
             pub const NAME: &core::ffi::CStr = c{:?};\n",
            format!("A shader of the stage `{}`.", entry.stage),
            entry.name
        );
        let size = entry.local_size.and_then(|[x, y, z]| Some([x.number()?, y.number()?, z.number()?]));
        if let Some([x, y, z]) = size {
            let _ = writeln!(
                out,
                "        /// The size of a workgroup, where nothing is specialized.\n        pub const WORKGROUP_SIZE: [u32; 3] = [{x}, {y}, {z}];"
            );
        }
        if let Some(wave) = &entry.wave {
            let _ = writeln!(
                out,
                "        /// The least and the greatest number of lanes of a wave: a pipeline may require one.\n        pub const WAVE_SIZES: [u32; 2] = [{}, {}];",
                wave.min, wave.max
            );
        }
        if let Some(range) = &entry.push_constants {
            let _ = writeln!(
                out,
                "        /// The first byte and the size of the push constants that it uses.\n        pub const PUSH_CONSTANTS: [u32; 2] = [{}, {}];",
                range.offset, range.size
            );
        }
        out.push_str("    }\n");
    }
    out.push_str("}\n");
}
