//! The document of what a source declares, made of its facts alone: no entry point is needed, and there is no module.

use super::memory::{literal, majorness, scalar, tell};
use super::{Join, SourceFacts, about};
use ::reflect::{Amount, Binding, Block, Laid, Matrix, Reflection, SpecConstant, Type};
use base::ids::{Map, Set};
use base::source::SourceMap;
use sema::facts::{Contents, Resource, Value};

/// The document of a source.
pub(crate) fn declared(source: &SourceFacts, sources: &SourceMap) -> Reflection {
    let join = Join { facts: &source.facts, sources, differences: Vec::new() };
    let mut reflection = Reflection::of_declarations();
    reflection.source = Some(about(source));
    join.enumerations(&mut reflection);
    let mut structs = Structs { join: &join, laid: Laid::default(), names: Vec::new(), taken: Set::default() };
    structs.fill();
    reflection.add_bindings(structs.bindings());
    for resource in source.facts.resources.iter().filter(|one| one.binding.is_none()) {
        let blocks = if resource.is_record { &mut reflection.shader_records } else { &mut reflection.push_constants };
        blocks.extend(structs.block(resource));
    }
    reflection.spec_constants = join.declared_constants();
    reflection.types = structs.laid.into_structs();
    reflection
}

impl Join<'_> {
    fn declared_constants(&self) -> Vec<SpecConstant> {
        let constants = self.facts.spec_constants.iter().map(|one| {
            let ty = if one.ty == "bool" { ::reflect::Scalar::Bool } else { scalar(one.class, one.width) };
            let mut made = SpecConstant::new(one.id, one.name.clone(), ty, literal(ty, one.default));
            made.hlsl = Some(self.fact(&one.ty, one.span));
            made
        });
        let mut constants: Vec<SpecConstant> = constants.collect();
        constants.sort_by_key(|one| one.id);
        constants
    }
}

/// The structs of a source in the terms of documents.
struct Structs<'a> {
    join: &'a Join<'a>,
    laid: Laid,
    /// The names of the structs of the source.
    names: Vec<String>,
    taken: Set<String>,
}

impl Structs<'_> {
    /// A name that no other struct has. Layouts of the same struct are numbered.
    fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }

    fn fill(&mut self) {
        let blocks = self.join.facts.resources.iter().filter_map(|one| match one.contents {
            Some(Contents::Block(at)) => Some((at, one.name.as_str())),
            _ => None,
        });
        let variables: Map<usize, &str> = blocks.collect();
        for (at, source) in self.join.facts.structs.iter().enumerate() {
            // Structs without names have those of their variables.
            let variable = variables.get(&at).copied().unwrap_or("struct");
            let name = self.take(if source.name.is_empty() { variable } else { &source.name });
            let members = source
                .members
                .iter()
                .map(|member| (member.name.clone(), u64::from(member.offset), self.ty(&member.value)));
            let members = members.collect();
            let made = self.laid.add(name.clone(), members);
            made.hlsl = Some(self.join.struct_fact(source));
            for (fact, member) in source.members.iter().zip(&mut made.members) {
                tell(self.join, fact, member);
            }
            self.names.push(name);
        }
    }

    fn ty(&self, value: &Value) -> Type {
        let base = match (value.structure, value.scalar, value.matrix) {
            (Some(at), ..) => Type::structure(self.names[at].clone()),
            // Nothing else in memory has no numbers.
            (None, None, _) => Type::address(None),
            (None, Some((class, width)), Some((rows, columns, stride, order))) => {
                let shape = Matrix::in_memory(rows.into(), columns.into(), majorness(order), stride.into());
                Type::matrix(scalar(class, width), shape)
            }
            (None, Some((class, width)), None) => match value.components {
                1 => Type::number(scalar(class, width)),
                count => Type::vector(scalar(class, width), count),
            },
        };
        let dims = value.dims.iter().map(|(count, stride)| (Amount::Fixed((*count).into()), u64::from(*stride)));
        base.array(&dims.collect::<Vec<_>>())
    }

    fn bindings(&mut self) -> Vec<Binding> {
        let resources = self.join.facts.resources.iter();
        resources.filter_map(|resource| self.binding(resource)).collect()
    }

    fn binding(&mut self, resource: &Resource) -> Option<Binding> {
        let mut binding = self.join.unbuilt(resource)?;
        let name = match &resource.contents {
            None => return Some(binding),
            Some(Contents::Block(at)) => self.names[*at].clone(),
            Some(Contents::Elements { element, stride }) => {
                // As the module would name the struct around the elements.
                let name = self.take(&resource.ty.replace('<', ".").replace('>', ""));
                let elements = self.ty(element).array(&[(Amount::RUNTIME, u64::from(*stride))]);
                self.laid.add(name.clone(), vec![(String::new(), 0, elements)]);
                name
            }
        };
        if let Some(structure) = self.laid.named(&name) {
            binding.hold(&self.laid, structure);
        }
        Some(binding)
    }

    fn block(&self, resource: &Resource) -> Option<Block> {
        let Some(Contents::Block(at)) = resource.contents else { return None };
        let mut block = Block::new(resource.name.clone(), self.laid.named(&self.names[at])?);
        block.hlsl = Some(self.join.resource_fact(resource));
        Some(block)
    }
}
