//! Structs and bindings as a header for C11 and C++11: fields without gaps, each offset and size asserted.

mod facts;

use super::bits::Word;
use super::names::Scope;
use super::plan::{Content, Field, Plan, Plans, Shape, Unsayable};
use crate::model::{Reflection, Scalar};
use rustc_hash::FxHasher;
use std::fmt::Write;
use std::hash::Hasher;

/// Words that are not names in C or C++, and names that the headers included have.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "atomic_cancel",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char8_t",
    "char16_t",
    "char32_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "import",
    "inline",
    "int",
    "linux",
    "long",
    "module",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "override",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "size_t",
    "offsetof",
    "ptrdiff_t",
    "max_align_t",
    "nullptr_t",
    "NULL",
    "int_least8_t",
    "uint_least8_t",
    "int_fast8_t",
    "uint_fast8_t",
    "int_least16_t",
    "uint_least16_t",
    "int_fast16_t",
    "uint_fast16_t",
    "int_least32_t",
    "uint_least32_t",
    "int_fast32_t",
    "uint_fast32_t",
    "int_least64_t",
    "uint_least64_t",
    "int_fast64_t",
    "uint_fast64_t",
    "intptr_t",
    "uintptr_t",
    "intmax_t",
    "uintmax_t",
    "INT8_MIN",
    "INT8_MAX",
    "UINT8_MAX",
    "INT_LEAST8_MIN",
    "INT_LEAST8_MAX",
    "UINT_LEAST8_MAX",
    "INT_FAST8_MIN",
    "INT_FAST8_MAX",
    "UINT_FAST8_MAX",
    "INT8_C",
    "UINT8_C",
    "INT16_MIN",
    "INT16_MAX",
    "UINT16_MAX",
    "INT_LEAST16_MIN",
    "INT_LEAST16_MAX",
    "UINT_LEAST16_MAX",
    "INT_FAST16_MIN",
    "INT_FAST16_MAX",
    "UINT_FAST16_MAX",
    "INT16_C",
    "UINT16_C",
    "INT32_MIN",
    "INT32_MAX",
    "UINT32_MAX",
    "INT_LEAST32_MIN",
    "INT_LEAST32_MAX",
    "UINT_LEAST32_MAX",
    "INT_FAST32_MIN",
    "INT_FAST32_MAX",
    "UINT_FAST32_MAX",
    "INT32_C",
    "UINT32_C",
    "INT64_MIN",
    "INT64_MAX",
    "UINT64_MAX",
    "INT_LEAST64_MIN",
    "INT_LEAST64_MAX",
    "UINT_LEAST64_MAX",
    "INT_FAST64_MIN",
    "INT_FAST64_MAX",
    "UINT_FAST64_MAX",
    "INT64_C",
    "UINT64_C",
    "INTPTR_MIN",
    "INTPTR_MAX",
    "UINTPTR_MAX",
    "INTMAX_MIN",
    "INTMAX_MAX",
    "UINTMAX_MAX",
    "INTMAX_C",
    "UINTMAX_C",
    "PTRDIFF_MIN",
    "PTRDIFF_MAX",
    "SIZE_MAX",
    "SIG_ATOMIC_MIN",
    "SIG_ATOMIC_MAX",
    "WCHAR_MIN",
    "WCHAR_MAX",
    "WINT_MIN",
    "WINT_MAX",
    "HLSL2SPIRV_ASSERT",
];

/// Names of whole files in C or C++: the namespace, the function, and the functions of `string.h`, which some headers include.
const OF_FILES: &[&str] = &[
    "std",
    "main",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strerror",
    "strlcat",
    "strlcpy",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strsignal",
    "strspn",
    "strstr",
    "strtok",
    "strxfrm",
    "stpcpy",
    "stpncpy",
    "rawmemchr",
    "basename",
    "bcmp",
    "bcopy",
    "bzero",
    "ffs",
    "index",
    "rindex",
    "locale_t",
];

/// A header of a module's structs and bindings. Structs without members, which C does not have, are left out, and members
/// of such types with them: they hold no bytes.
///
/// # Errors
/// When a member has no form in C; the error names it.
pub fn c(reflection: &Reflection) -> Result<String, Unsayable> {
    let plans = Plans::new(reflection)?;
    let mut scope = Scope::of_file(RESERVED, OF_FILES);
    let names: Vec<String> = plans.structs.iter().map(|plan| scope.take(&plan.name, "Struct")).collect();
    let mut writer = Writer { plans: &plans, names, enums: Vec::new(), scope, out: String::new() };
    writer.enumerations();
    (0..plans.structs.len()).for_each(|at| writer.structure(at));
    let mut body = writer.out;
    bindings(&mut body, reflection, writer.scope);
    let mut hasher = FxHasher::default();
    hasher.write(body.as_bytes());
    let guard = format!("HLSL2SPIRV_{:016X}_H", hasher.finish());
    let string = if body.contains("memcpy(") { "#include <string.h>\n" } else { "" };
    Ok(format!(
        "/* Generated by `hlsl2spirv reflect --format c`. */\n#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n\
         #include <stdint.h>\n{string}\n#ifdef __cplusplus\n#define HLSL2SPIRV_ASSERT(what) static_assert(what, #what)\n#else\n\
         #define HLSL2SPIRV_ASSERT(what) _Static_assert(what, #what)\n#endif\n{body}\n#undef HLSL2SPIRV_ASSERT\n#endif\n"
    ))
}

struct Writer<'a> {
    plans: &'a Plans<'a>,
    /// Declarations of the structs.
    names: Vec<String>,
    /// Declarations of the enumerations, which are empty where no member has them.
    enums: Vec<String>,
    scope: Scope,
    out: String,
}

impl Writer<'_> {
    fn enumerations(&mut self) {
        self.enums = vec![String::new(); self.plans.reflection.enums.len()];
        for (at, one, held) in self.plans.enums() {
            self.enums[at] = self.scope.take(&one.name, "Enum");
            self.out += &facts::enumeration(&self.enums[at], one, number(held), &mut self.scope);
        }
    }

    fn structure(&mut self, at: usize) {
        let (plan, source) = (&self.plans.structs[at], &self.plans.reflection.types[at]);
        let name = self.names[at].clone();
        let mut members = Scope::new(RESERVED);
        let mut paddings = 0;
        let kept: Vec<&Field> = plan.fields.iter().filter(|field| !self.is_empty(field)).collect();
        let mut fields = Vec::with_capacity(kept.len());
        for field in &kept {
            let mut made = self.field(&name, field, &mut members, &mut paddings);
            let member = field.member.map(|at| &source.members[at]);
            made.doc = facts::doc(member.and_then(|member| member.hlsl.as_ref()), "    ");
            fields.push(made);
        }
        if !fields.is_empty() {
            self.item(&name, plan.size, &fields, &facts::doc(source.hlsl.as_ref(), ""));
            for (field, made) in kept.iter().zip(&fields) {
                let (member, offset) = (&made.name, field.offset);
                let _ = writeln!(self.out, "HLSL2SPIRV_ASSERT(offsetof({name}, {member}) == {offset});");
            }
        }
        for (field, made) in kept.iter().zip(&fields) {
            let is_aligned = matches!(field.content, Content::Member { .. });
            let Some(word) = field.member.and_then(|at| Word::of(&source.members[at])) else { continue };
            self.out += &facts::accessors(&name, &made.name, is_aligned, &word, &mut self.scope);
        }
        self.tail(&name, plan);
    }

    fn is_empty(&self, field: &Field) -> bool {
        matches!(&field.content, Content::Member { shape, .. } if self.plans.size(shape) == 0)
    }

    fn field(&mut self, owner: &str, field: &Field, members: &mut Scope, paddings: &mut u32) -> Made {
        let size = field.size;
        let (name, declared) = match &field.content {
            Content::Padding => {
                *paddings += 1;
                let name = members.take(&format!("pad{}", *paddings - 1), "pad");
                (name.clone(), format!("uint8_t {name}[{size}]"))
            }
            Content::Member { name, shape } => {
                let name = members.take(name, "member");
                let declared = self.declared(shape, &name, &format!("{owner}_{name}"));
                (name, declared)
            }
            Content::Bytes { name, .. } => {
                let name = members.take(&format!("{name}_bytes"), "member");
                (name.clone(), format!("uint8_t {name}[{size}]"))
            }
        };
        Made { name, declared, doc: String::new() }
    }

    fn declared(&mut self, shape: &Shape, name: &str, wanted: &str) -> String {
        match shape {
            Shape::Number(scalar) => format!("{} {name}", number(*scalar)),
            Shape::Enum(at, _) => format!("{} {name}", self.enums[*at]),
            Shape::Address => format!("uint64_t {name}"),
            Shape::Struct(at) => format!("{} {name}", self.names[*at]),
            Shape::Array { element, count, padding: 0 } => self.declared(element, &format!("{name}[{count}]"), wanted),
            Shape::Array { element, count, padding } => {
                format!("{} {name}[{count}]", self.padded(element, *padding, wanted))
            }
        }
    }

    /// A struct for the elements of an array that padding follows.
    fn padded(&mut self, element: &Shape, padding: u64, wanted: &str) -> String {
        let size = self.plans.size(element);
        let value = (size != 0).then(|| self.declared(element, "value", wanted));
        let name = self.scope.take(&format!("{wanted}_element"), "element");
        let made = |name: &str, declared| Made { name: name.to_owned(), declared, doc: String::new() };
        let value = value.map(|value| made("value", value));
        let fields: Vec<Made> = value.into_iter().chain([made("pad0", format!("uint8_t pad0[{padding}]"))]).collect();
        self.item(&name, size + padding, &fields, "");
        name
    }

    fn item(&mut self, name: &str, size: u64, fields: &[Made], doc: &str) {
        let fields: String =
            fields.iter().map(|Made { doc, declared, .. }| format!("{doc}    {declared};\n")).collect();
        let _ = write!(
            self.out,
            "\n{doc}typedef struct {name} {{\n{fields}}} {name};\nHLSL2SPIRV_ASSERT(sizeof({name}) == {size});\n"
        );
    }

    /// The elements of an array without length.
    fn tail(&mut self, name: &str, plan: &Plan) {
        let Some((member, shape, stride)) = &plan.tail else { return };
        let size = self.plans.size(shape);
        let alias = self.scope.take(&format!("{name}_item"), "item");
        let wanted = format!("{name}_{member}");
        let declared = match *stride == size {
            true => self.declared(shape, &alias, &wanted),
            false => format!("{} {alias}", self.padded(shape, stride - size, &wanted)),
        };
        let offset = plan.size;
        let _ = write!(
            self.out,
            "\n/* An element of the array at the end of {name}, which starts at byte {offset}. */\ntypedef {declared};\n\
             HLSL2SPIRV_ASSERT(sizeof({alias}) == {stride});\n"
        );
    }
}

/// A field in C.
struct Made {
    name: String,
    declared: String,
    /// Its documentation, as a comment.
    doc: String,
}

fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float32 => "float",
        Scalar::Float64 => "double",
        Scalar::Int8 => "int8_t",
        Scalar::Int16 => "int16_t",
        Scalar::Int32 => "int32_t",
        Scalar::Int64 => "int64_t",
        // The bits of those that C has no type for.
        Scalar::Uint8 | Scalar::Float8E4m3 | Scalar::Float8E5m2 | Scalar::Unknown => "uint8_t",
        Scalar::Uint16 | Scalar::Float16 | Scalar::Bfloat16 => "uint16_t",
        Scalar::Uint32 | Scalar::Bool => "uint32_t",
        Scalar::Uint64 => "uint64_t",
    }
}

fn bindings(out: &mut String, reflection: &Reflection, mut scope: Scope) {
    if reflection.bindings.is_empty() {
        return;
    }
    out.push_str("\n/* Sets and bindings. */\nenum {\n");
    for one in &reflection.bindings {
        let set = scope.take(&format!("{}_SET", one.name), "SET");
        let binding = scope.take(&format!("{}_BINDING", one.name), "BINDING");
        let _ = write!(out, "    {set} = {},\n    {binding} = {},\n", one.set, one.binding);
    }
    // C++11 and C11 take the comma at the end.
    out.push_str("};\n");
}
