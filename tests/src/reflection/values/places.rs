//! Generated declarations in Rust and C as tables, and paths through them as code. A path is the same in both but for
//! arrays that are split, members that are bytes, and bit-fields.

use super::shapes::Step;
use std::collections::BTreeMap;

/// The type of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    base: String,
    /// How many dimensions there are.
    dims: usize,
}

/// The structs of a generated file.
#[derive(Default)]
pub(super) struct Declarations {
    fields: BTreeMap<String, BTreeMap<String, Declared>>,
    /// Types that methods return, by struct and name; C has none.
    methods: BTreeMap<(String, String), Declared>,
    aliases: BTreeMap<String, Declared>,
    is_rust: bool,
}

impl Declarations {
    pub(super) fn of_rust(text: &str) -> Declarations {
        let mut found = Declarations { is_rust: true, ..Declarations::default() };
        let mut owner = "";
        for line in text.lines() {
            let words = line.trim_start().trim_start_matches("pub ");
            if let Some(rest) = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("impl ")) {
                owner = rest.split([' ', '(']).next().unwrap_or_default();
                found.fields.entry(owner.to_owned()).or_default();
            } else if let Some((name, ty)) = words.strip_prefix("type ").and_then(|rest| rest.split_once(" = ")) {
                found.aliases.insert(name.to_owned(), rust_type(ty.trim_end_matches(';')));
            } else if let Some((signature, ty)) = words.strip_prefix("fn ").and_then(|rest| rest.split_once(" -> ")) {
                let name = signature.split('(').next().unwrap_or_default();
                let ty = rust_type(ty.trim_end_matches(" {"));
                found.methods.insert((owner.to_owned(), name.to_owned()), ty);
            } else if let Some((name, ty)) = line.strip_prefix("    pub ").and_then(|rest| rest.split_once(": "))
                && let Some(fields) = found.fields.get_mut(owner)
            {
                fields.insert(name.to_owned(), rust_type(ty.trim_end_matches(',')));
            } else if let Some(ty) = line.strip_prefix("    pub ").filter(|rest| rest.ends_with(',')) {
                let fields = found.fields.entry(owner.to_owned()).or_default();
                fields.insert("0".to_owned(), rust_type(ty.trim_end_matches(',')));
            }
        }
        found
    }

    pub(super) fn of_c(text: &str) -> Declarations {
        let mut found = Declarations::default();
        let mut owner = "";
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("typedef struct ") {
                owner = rest.trim_end_matches(" {");
                found.fields.insert(owner.to_owned(), BTreeMap::new());
            } else if let Some(rest) = line.strip_prefix("typedef ") {
                let (name, ty) = c_declaration(rest);
                found.aliases.insert(name, ty);
            } else if line.starts_with("    ")
                && let Some(fields) = found.fields.get_mut(owner)
            {
                let (name, ty) = c_declaration(line.trim_start());
                fields.insert(name, ty);
            } else {
                owner = "";
            }
        }
        found
    }

    /// A statement that sets a number to these bits, or else one that writes its bits, in a value of a named type.
    pub(super) fn copy(&self, value: &str, ty: &str, steps: &[Step], bits: Option<u64>) -> String {
        let ty = Declared { base: ty.to_owned(), dims: 0 };
        self.step(value.to_owned(), ty, steps, bits)
    }

    fn step(&self, place: String, ty: Declared, steps: &[Step], bits: Option<u64>) -> String {
        let (place, ty) = self.resolved(place, ty, steps);
        match steps.split_first() {
            None => self.number(&place, bits),
            Some((Step::Index(at, _), rest)) => {
                let ty = Declared { dims: ty.dims.saturating_sub(1), ..ty };
                self.step(format!("{place}[{at}]"), ty, rest, bits)
            }
            Some((Step::Bits(name), _)) => self.bits(&place, &ty.base, name, bits),
            Some((Step::Member(name), rest)) => self.member(&place, &ty.base, name, rest, bits),
        }
    }

    /// Goes through aliases, and into elements that are padded and enumerations.
    fn resolved(&self, mut place: String, mut ty: Declared, steps: &[Step]) -> (String, Declared) {
        loop {
            if let Some(alias) = self.aliases.get(&ty.base) {
                ty = Declared { base: alias.base.clone(), dims: ty.dims + alias.dims };
                continue;
            }
            let inner = self.fields.get(&ty.base).filter(|_| ty.dims == 0);
            let inside = |name: &str| inner.and_then(|fields| fields.get(name)).cloned();
            if let Some(value) = inside("value") {
                (place, ty) = (place + ".value", value);
                continue;
            }
            match inside("0").filter(|_| steps.is_empty()) {
                Some(value) => (place, ty) = (place + ".0", value),
                None => return (place, ty),
            }
        }
    }

    fn member(&self, place: &str, owner: &str, name: &str, steps: &[Step], bits: Option<u64>) -> String {
        let field = |name: &str| self.fields.get(owner).and_then(|fields| fields.get(name)).cloned();
        let method = |name: String| self.methods.get(&(owner.to_owned(), name)).cloned();
        if let Some(ty) = method(format!("get_{name}")) {
            return self.copied(place, (&format!("get_{name}()"), &format!("set_{name}(")), ty, steps, bits);
        }
        if field(&format!("{name}_bytes")).is_some() {
            return bytes(&format!("{place}.{name}_bytes"), steps, bits);
        }
        if let Some(ty) = field(name) {
            return self.step(format!("{place}.{name}"), ty, steps, bits);
        }
        // An array that is split.
        let Some((Step::Index(at, count), rest)) = steps.split_first().filter(|_| !name.ends_with("_head")) else {
            return format!("there is no {owner}.{name}");
        };
        if let Some(ty) = method(name.to_owned()) {
            return self.copied(place, (&format!("{name}({at})"), &format!("set_{name}({at}, ")), ty, rest, bits);
        }
        match at + 1 == *count {
            true => self.member(place, owner, &format!("{name}_tail"), rest, bits),
            false => self.member(place, owner, &format!("{name}_head"), steps, bits),
        }
    }

    /// A number in what a method returns by value and another takes.
    fn copied(&self, place: &str, (get, set): (&str, &str), ty: Declared, steps: &[Step], bits: Option<u64>) -> String {
        // Copies nest, each with fewer steps left.
        let copy = format!("v{}", steps.len());
        let inner = self.step(copy.clone(), ty, steps, bits);
        match bits {
            Some(_) => format!("{{ let mut {copy} = {place}.{get}; {inner} {place}.{set}{copy}); }}"),
            None => format!("{{ let {copy} = {place}.{get}; {inner} }}"),
        }
    }

    fn number(&self, place: &str, bits: Option<u64>) -> String {
        match (self.is_rust, bits) {
            (true, Some(bits)) => format!("{place} = Bits::of({bits:#x});"),
            (true, None) => format!("out.push({place}.bits());"),
            (false, Some(bits)) => format!("put(&{place}, sizeof({place}), UINT64_C({bits:#x}));"),
            (false, None) => format!("emit(&{place}, sizeof({place}));"),
        }
    }

    fn bits(&self, place: &str, owner: &str, name: &str, bits: Option<u64>) -> String {
        match (self.is_rust, bits) {
            (true, Some(bits)) => format!("{place}.set_{name}(Bits::of({bits:#x}));"),
            (true, None) => format!("out.push({place}.{name}().bits());"),
            (false, Some(bits)) => format!("{owner}_set_{name}(&{place}, {bits:#x}u);"),
            (false, None) => format!("{{ uint32_t v = {owner}_get_{name}(&{place}); emit(&v, sizeof(v)); }}"),
        }
    }
}

/// A number among bytes in C, which lie without padding.
fn bytes(place: &str, steps: &[Step], bits: Option<u64>) -> String {
    let (mut at, mut count) = (0, 1);
    for step in steps {
        if let Step::Index(index, of) = step {
            (at, count) = (at * of + index, count * of);
        }
    }
    let size = format!("sizeof({place}) / {count}");
    let address = format!("{place} + {at} * ({size})");
    match bits {
        Some(bits) => format!("put({address}, {size}, UINT64_C({bits:#x}));"),
        None => format!("emit({address}, {size});"),
    }
}

fn rust_type(text: &str) -> Declared {
    let inner = text.strip_prefix('[').and_then(|text| text.rsplit_once(';'));
    match inner {
        Some((element, _)) => {
            let element = rust_type(element);
            Declared { base: element.base, dims: element.dims + 1 }
        }
        None => Declared { base: text.to_owned(), dims: 0 },
    }
}

/// The name and the type of `float a[2][3];`.
fn c_declaration(text: &str) -> (String, Declared) {
    let (base, rest) = text.trim_end_matches(';').split_once(' ').unwrap_or_default();
    let name = rest.split('[').next().unwrap_or_default();
    (name.to_owned(), Declared { base: base.to_owned(), dims: rest.matches('[').count() })
}
