//! What a source declares beside what its module has: the documents are made in two ways, from facts of the analysis alone and
//! from words, and must say the same of what is in both.

use super::{artifacts, is_consistent};
use crate::collect;
use base::ids::Set;
use libtest_mimic::{Failed, Trial};
use reflect::{Binding, Kind, Reflection, Struct, Type};

pub(super) fn trials() -> Vec<Trial> {
    vec![Trial::test("reflection::declarations_are_those_of_the_module", declarations_are_those_of_the_module)]
}

fn declarations_are_those_of_the_module() -> Result<(), Failed> {
    let (mut problems, mut structs, mut resources) = (Vec::new(), 0, 0);
    for (path, artifact) in artifacts() {
        let (Some(declared), Ok(found)) = (artifact.declarations(), artifact.reflection()) else { continue };
        let mut pair =
            Pair { found: &found, declared: &declared, problems: Vec::new(), seen: Set::default(), resources: 0 };
        pair.compare();
        structs += pair.seen.len();
        resources += pair.resources;
        let own = is_consistent(&declared).err().into_iter().chain(pair.problems);
        problems.extend(own.map(|problem| format!("{}: {problem}", collect::display(&path))));
    }
    match problems.is_empty() && structs > 300 && resources > 500 {
        true => Ok(()),
        false => Err(format!("of {structs} structs and {resources} resources:\n{}", problems.join("\n")).into()),
    }
}

struct Pair<'a> {
    found: &'a Reflection,
    declared: &'a Reflection,
    problems: Vec<String>,
    seen: Set<(&'a str, &'a str)>,
    resources: usize,
}

impl<'a> Pair<'a> {
    fn compare(&mut self) {
        let (found, declared) = (self.found, self.declared);
        for one in found.bindings.iter().filter(|one| one.presence.kept && one.block.is_some()) {
            let is_same =
                |other: &&Binding| (other.set, other.binding, &other.name) == (one.set, one.binding, &one.name);
            let mut all = declared.bindings.iter().filter(is_same);
            // Heaps are in several places at once, and parts of what is split are in none.
            let (Some(other), None) = (all.next(), all.next()) else { continue };
            // Bytes and counters hold nothing that the source declares.
            let ty = other.hlsl.as_ref().and_then(|fact| fact.ty.as_deref()).unwrap_or_default();
            if other.block.is_none() && (ty.contains("ByteAddressBuffer") || ty == "int") {
                continue;
            }
            self.resources += 1;
            let facts = |one: &Binding| (one.descriptor, one.count, one.min_size, one.stride);
            if facts(one) != facts(other) {
                self.problems.push(format!("'{}': {:?}, declared {:?}", one.name, facts(one), facts(other)));
            }
            self.blocks(&one.name, one.block.as_deref(), other.block.as_deref());
        }
        let blocks = |one: &'a Reflection| one.push_constants.iter().chain(&one.shader_records);
        for one in blocks(found) {
            let Some(other) = blocks(declared).find(|other| other.name == one.name) else {
                self.problems.push(format!("'{}' is not declared", one.name));
                continue;
            };
            if (one.offset, one.size) != (other.offset, other.size) {
                self.problems.push(format!("'{}' has other bytes", one.name));
            }
            self.blocks(&one.name, Some(&one.block), Some(&other.block));
        }
        // The constant of an intrinsic function has a name that HLSL cannot declare.
        for one in found.spec_constants.iter().filter(|one| !one.name.contains('.')) {
            let facts = |one: &'a reflect::SpecConstant| (one.id, one.ty, one.size, &one.default, &one.hlsl);
            if !declared.spec_constants.iter().any(|other| facts(one) == facts(other)) {
                self.problems.push(format!("the constant '{}' is not declared so", one.name));
            }
        }
    }

    fn blocks(&mut self, what: &str, one: Option<&'a str>, other: Option<&'a str>) {
        let structure = |all: &'a Reflection, name: Option<&str>| name.and_then(|name| all.structure(name));
        match (structure(self.found, one), structure(self.declared, other)) {
            (Some(one), Some(other)) => self.structs(one, other),
            _ => self.problems.push(format!("'{what}' holds nothing")),
        }
    }

    fn structs(&mut self, one: &'a Struct, other: &'a Struct) {
        if !self.seen.insert((&one.name, &other.name)) {
            return;
        }
        let facts = |one: &Struct| (one.size, one.tail_shared, one.members.len(), one.hlsl.clone());
        if facts(one) != facts(other) {
            self.problems.push(format!("{}: {:?}, declared {:?}", one.name, facts(one), facts(other)));
        }
        for (member, declared) in one.members.iter().zip(&other.members) {
            let facts = |member: &reflect::Member| {
                let place = (member.offset, member.size, member.padding_before, member.overlaps);
                (member.name.clone(), place, of(&member.ty), member.bit_fields.clone(), member.hlsl.clone())
            };
            if facts(member) != facts(declared) {
                let (one, other) = (facts(member), facts(declared));
                self.problems.push(format!("{}.{}: {one:?}, declared {other:?}", member.name, declared.name));
            }
            if member.ty.kind == Kind::Struct {
                self.blocks(&member.name, member.ty.structure.as_deref(), declared.ty.structure.as_deref());
            }
        }
    }
}

/// A type without the names of structs, which a module may number.
fn of(ty: &Type) -> Type {
    let mut plain = ty.clone();
    if matches!(plain.kind, Kind::Struct | Kind::Address) {
        (plain.structure, plain.name) = (None, String::new());
    }
    plain
}
