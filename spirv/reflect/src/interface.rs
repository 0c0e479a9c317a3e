//! Inputs and outputs of entry points: builtins, and variables with a location.

use crate::index::Index;
use crate::model::{Amount, Scalar, Type, Variable};
use crate::regions::Layouts;
use crate::types::is_block;
use dialect::diagnostics::Result;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::enums::Kind;
use spirv::{BuiltIn, Decoration, ExecutionModel, Op, StorageClass};

/// Decorations of a variable or a member.
#[derive(Clone, Default)]
struct Marks {
    builtin: Option<u32>,
    location: Option<u32>,
    component: Option<u32>,
    index: Option<u32>,
    semantic: Option<String>,
    interpolation: Vec<String>,
    per_patch: bool,
    per_primitive: bool,
    per_vertex: bool,
}

impl Marks {
    /// The decorations of an id and of its members.
    fn gather(index: &Index<'_>, id: u32, members: usize) -> (Marks, Vec<Marks>) {
        let (mut own, mut parts) = (Marks::default(), vec![Marks::default(); members]);
        for one in index.decorations(id) {
            let marks = match one.member {
                None => &mut own,
                Some(member) => match parts.get_mut(member as usize) {
                    Some(marks) => marks,
                    None => continue,
                },
            };
            match one.kind {
                Decoration::BuiltIn => marks.builtin = Some(one.number(0)),
                Decoration::Location => marks.location = Some(one.number(0)),
                Decoration::Component => marks.component = Some(one.number(0)),
                Decoration::Index => marks.index = Some(one.number(0)),
                Decoration::UserSemantic => marks.semantic = Some(one.text().to_owned()),
                Decoration::Patch => marks.per_patch = true,
                Decoration::PerPrimitiveEXT => marks.per_primitive = true,
                Decoration::PerVertexKHR => marks.per_vertex = true,
                Decoration::Flat
                | Decoration::NoPerspective
                | Decoration::Centroid
                | Decoration::Sample
                | Decoration::ExplicitInterpAMD => {
                    marks.interpolation.push(Kind::Decoration.table().text(one.kind as u32));
                }
                _ => {}
            }
        }
        (own, parts)
    }

    /// A member's decorations, completed with those of its variable.
    fn within(self, outer: &Marks) -> Marks {
        Marks {
            interpolation: [outer.interpolation.clone(), self.interpolation].concat(),
            per_patch: self.per_patch || outer.per_patch,
            per_primitive: self.per_primitive || outer.per_primitive,
            per_vertex: self.per_vertex || outer.per_vertex,
            ..self
        }
    }
}

/// The inputs or outputs in a variable of an entry point's interface; none for other storage classes.
pub(crate) fn variables(
    layouts: Layouts<'_, '_>,
    id: u32,
    class: StorageClass,
    model: Option<ExecutionModel>,
) -> Result<Vec<Variable>> {
    let index = layouts.index;
    let is_one = |inst: &&Inst| inst.op == Op::Variable && inst.value(0) == class as u32;
    let Some(variable) = index.def(id).filter(is_one) else { return Ok(Vec::new()) };
    let contents = index.def(variable.type_id()).map_or(0, |pointer| pointer.id(1));
    let (marks, _) = Marks::gather(index, id, 0);
    let (base, dims) = layouts.types.strip_arrays(contents)?;
    let structure =
        index.def(base).filter(|inst| inst.op == Op::TypeStruct && index.decorations(base).iter().any(is_block));
    let is_array = is_arrayed(&marks, structure.is_some(), class, model);
    let vertices = dims.first().map(|dim| dim.count).filter(|_| is_array);
    let Some(structure) = structure else {
        let inner = if vertices.is_some() { index.def(contents).map_or(0, |array| array.id(0)) } else { contents };
        return Ok(vec![variable_of(index.name(id), marks, layouts.types.plain(inner)?, vertices)]);
    };
    let count = structure.operands.len();
    let (_, parts) = Marks::gather(index, base, count);
    let mut next = marks.location;
    let mut found = Vec::with_capacity(count);
    for (at, part) in parts.into_iter().enumerate() {
        let ty = layouts.types.plain(structure.id(at))?;
        let mut part = part.within(&marks);
        // Members without a location follow from the variable's location on.
        if part.builtin.is_none() {
            part.location = part.location.or(next);
            next = part.location.map(|location| location.saturating_add(locations(&ty)));
        }
        found.push(variable_of(index.member_name(base, at as u32), part, ty, vertices));
    }
    Ok(found)
}

/// Returns whether the outermost array of a variable has an element per vertex or primitive.
fn is_arrayed(marks: &Marks, is_block: bool, class: StorageClass, model: Option<ExecutionModel>) -> bool {
    use ExecutionModel::*;
    let is_input = class == StorageClass::Input;
    let by_stage = match model {
        Some(Geometry | TessellationEvaluation) => is_input,
        Some(TessellationControl) => true,
        Some(MeshEXT | MeshNV) => !is_input,
        _ => false,
    };
    // Arrays that exist once per patch or primitive, and builtins that are arrays themselves.
    let once = [BuiltIn::TessLevelOuter, BuiltIn::TessLevelInner, BuiltIn::SampleMask];
    let is_once = marks.builtin.is_some_and(|builtin| once.iter().any(|one| *one as u32 == builtin));
    let has_place = is_block || marks.location.is_some() || marks.builtin.is_some();
    marks.per_vertex || by_stage && has_place && !marks.per_patch && !is_once
}

fn variable_of(name: &str, marks: Marks, ty: Type, vertices: Option<Amount>) -> Variable {
    let semantic = marks.semantic.or_else(|| named_semantic(name).map(str::to_owned));
    let (semantic, semantic_index) = semantic.as_deref().map(split).unzip();
    let format = marks.location.and_then(|_| format(&ty)).filter(|_| marks.builtin.is_none());
    Variable {
        name: name.to_owned(),
        semantic,
        semantic_index,
        builtin: marks.builtin.map(|builtin| Kind::BuiltIn.table().text(builtin)),
        location: marks.location,
        component: marks.component.filter(|component| *component != 0),
        index: marks.index.filter(|index| *index != 0),
        ty,
        format,
        vertices,
        interpolation: marks.interpolation,
        per_patch: marks.per_patch,
        per_primitive: marks.per_primitive,
        hlsl: None,
    }
}

/// The semantic in the names that HLSL compilers give to variables.
fn named_semantic(name: &str) -> Option<&str> {
    ["in.var.", "out.var."].iter().find_map(|made| name.strip_prefix(made))
}

/// A semantic, split into name and index.
fn split(semantic: &str) -> (String, u32) {
    let name = semantic.trim_end_matches(|digit: char| digit.is_ascii_digit());
    match semantic[name.len()..].parse() {
        Ok(number) => (name.to_owned(), number),
        Err(_) if name.len() == semantic.len() => (name.to_owned(), 0),
        Err(_) => (semantic.to_owned(), 0),
    }
}

/// The number of locations that a type takes.
pub(crate) fn locations(ty: &Type) -> u32 {
    let vector = |components: u32| if ty.bytes() == 8 && components > 2 { 2 } else { 1 };
    let own = match &ty.matrix {
        Some(matrix) => matrix.count.saturating_mul(vector(matrix.length)),
        None => vector(ty.components.unwrap_or(1)),
    };
    ty.dims.iter().fold(own, |own, dim| own.saturating_mul(dim.count.number().map_or(1, |count| count as u32)))
}

/// The Vulkan format of a scalar or vector, or of each vector of a matrix.
pub(crate) fn format_of_vectors(ty: &Type) -> Option<String> {
    match &ty.matrix {
        Some(matrix) => format(&Type { matrix: None, components: Some(matrix.length), ..ty.clone() }),
        None => format(ty),
    }
}

/// The Vulkan format with the same scalars.
fn format(ty: &Type) -> Option<String> {
    let components = ty.components.unwrap_or(1) as usize;
    if !ty.dims.is_empty() || ty.matrix.is_some() || components > 4 {
        return None;
    }
    let (bits, numbers) = match ty.scalar? {
        Scalar::Int8 => ("8", "SINT"),
        Scalar::Uint8 => ("8", "UINT"),
        Scalar::Int16 => ("16", "SINT"),
        Scalar::Uint16 => ("16", "UINT"),
        Scalar::Float16 => ("16", "SFLOAT"),
        Scalar::Int32 => ("32", "SINT"),
        Scalar::Uint32 => ("32", "UINT"),
        Scalar::Float32 => ("32", "SFLOAT"),
        Scalar::Int64 => ("64", "SINT"),
        Scalar::Uint64 => ("64", "UINT"),
        Scalar::Float64 => ("64", "SFLOAT"),
        Scalar::Bool | Scalar::Bfloat16 | Scalar::Float8E4m3 | Scalar::Float8E5m2 | Scalar::Unknown => return None,
    };
    let mut name = String::with_capacity(24);
    for channel in "RGBA".chars().take(components) {
        name.push(channel);
        name.push_str(bits);
    }
    name.push('_');
    name.push_str(numbers);
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semantics_end_in_their_numbers() {
        assert_eq!(split("TEXCOORD12"), ("TEXCOORD".to_owned(), 12));
        assert_eq!(split("COLOR"), ("COLOR".to_owned(), 0));
        assert_eq!(split("A1B2"), ("A1B".to_owned(), 2));
        assert_eq!(split("X99999999999"), ("X99999999999".to_owned(), 0));
        assert_eq!(split(""), (String::new(), 0));
    }
}
