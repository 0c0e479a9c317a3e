//! Facts of a module as another reader tells them: `peers READER FILE`, a line for each, or `refused` and the reason. A process
//! of its own, because some of them end it.
//!
//! - `binding SET BINDING DESCRIPTOR COUNT`, the count 0 where the host decides;
//! - `member PATH OFFSET STRIDE STRIDE_OF_VECTORS`, the path from `SET/BINDING` or `push` by the numbers of members;
//! - `input LOCATION`, `output LOCATION`, `workgroup X Y Z`, `push OFFSET SIZE`.

use std::fmt::Write;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, reader, file] = arguments.as_slice() else { panic!("usage: peers READER FILE") };
    let bytes = std::fs::read(file).expect("the module can be read");
    let facts = match reader.as_str() {
        "rspirv-reflect" => rspirv(&bytes),
        "spirq" => spirq(&bytes),
        "spirv-reflect" => spirv_reflect(&bytes),
        _ => panic!("there is no reader {reader}"),
    };
    print!("{}", facts.unwrap_or_else(|reason| format!("refused {}\n", reason.lines().next().unwrap_or_default())));
}

/// The name of a descriptor in lower case, without what each reader puts around it.
fn descriptor(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default().to_lowercase().replace('_', "");
    let name = name.trim_start_matches("descriptortype");
    match name {
        "accelstruct" | "accelerationstructurenv" | "accelerationstructurekhr" => "accelerationstructure".to_owned(),
        _ => name.to_owned(),
    }
}

fn rspirv(bytes: &[u8]) -> Result<String, String> {
    use rspirv_reflect::BindingCount;
    let found = rspirv_reflect::Reflection::new_from_spirv(bytes).map_err(|error| format!("{error:?}"))?;
    let mut out = String::new();
    for (set, bindings) in found.get_descriptor_sets().map_err(|error| format!("{error:?}"))? {
        for (binding, one) in bindings {
            let count = match one.binding_count {
                BindingCount::One => 1,
                BindingCount::StaticSized(count) => count,
                BindingCount::Unbounded => 0,
            };
            let _ = writeln!(out, "binding {set} {binding} {} {count}", descriptor(&format!("{:?}", one.ty)));
        }
    }
    if let Some((x, y, z)) = found.get_compute_group_size() {
        let _ = writeln!(out, "workgroup {x} {y} {z}");
    }
    if let Ok(Some(range)) = found.get_push_constant_range() {
        let _ = writeln!(out, "push {} {}", range.offset, range.size);
    }
    Ok(out)
}

fn spirq(bytes: &[u8]) -> Result<String, String> {
    use spirq::var::Variable;
    let words: Vec<u32> =
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let found = spirq::ReflectConfig::new().spv(words).ref_all_rscs(true).reflect();
    let mut out = String::new();
    for variable in found.map_err(|error| format!("{error:?}"))?.into_iter().flat_map(|entry| entry.vars) {
        match variable {
            Variable::Descriptor { desc_bind, desc_ty, ty, nbind, .. } => {
                let (set, binding) = (desc_bind.set(), desc_bind.bind());
                let _ = writeln!(out, "binding {set} {binding} {} {nbind}", descriptor(&format!("{desc_ty:?}")));
                spirq_members(&mut out, &format!("{set}/{binding}"), &ty);
            }
            Variable::PushConstant { ty, .. } => spirq_members(&mut out, "push", &ty),
            Variable::SpecConstant { .. } => {}
            Variable::Input { location, .. } => drop(writeln!(out, "input {}", location.loc())),
            Variable::Output { location, .. } => drop(writeln!(out, "output {}", location.loc())),
        }
    }
    Ok(out)
}

fn spirq_members(out: &mut String, path: &str, ty: &spirq::ty::Type) {
    use spirq::ty::Type;
    let mut ty = ty;
    while let Type::Array(array) = ty {
        ty = &array.element_ty;
    }
    let Type::Struct(structure) = ty else { return };
    for (at, member) in structure.members.iter().enumerate() {
        let (path, mut ty, mut stride) = (format!("{path}.{at}"), &member.ty, None);
        while let Type::Array(array) = ty {
            stride = stride.or(array.stride);
            ty = &array.element_ty;
        }
        let vectors = if let Type::Matrix(matrix) = ty { matrix.stride } else { None };
        let offset = member.offset.unwrap_or_default();
        let _ = writeln!(out, "member {path} {offset} {} {}", stride.unwrap_or_default(), vectors.unwrap_or_default());
        spirq_members(out, &path, ty);
    }
}

fn spirv_reflect(bytes: &[u8]) -> Result<String, String> {
    let found = spirv_reflect::ShaderModule::load_u8_data(bytes)?;
    let mut out = String::new();
    for one in found.enumerate_descriptor_bindings(None)? {
        let (set, binding) = (one.set, one.binding);
        let name = descriptor(&format!("{:?}", one.descriptor_type));
        let _ = writeln!(out, "binding {set} {binding} {name} {}", one.count);
        spirv_reflect_members(&mut out, &format!("{set}/{binding}"), &one.block);
    }
    for block in found.enumerate_push_constant_blocks(None)? {
        spirv_reflect_members(&mut out, "push", &block);
    }
    let is_placed = |one: &&spirv_reflect::types::ReflectInterfaceVariable| one.location != u32::MAX;
    for one in found.enumerate_input_variables(None)?.iter().filter(is_placed) {
        let _ = writeln!(out, "input {}", one.location);
    }
    for one in found.enumerate_output_variables(None)?.iter().filter(is_placed) {
        let _ = writeln!(out, "output {}", one.location);
    }
    Ok(out)
}

fn spirv_reflect_members(out: &mut String, path: &str, block: &spirv_reflect::types::ReflectBlockVariable) {
    for (at, one) in block.members.iter().enumerate() {
        let path = format!("{path}.{at}");
        let stride = if one.array.dims.is_empty() { 0 } else { one.array.stride };
        let _ = writeln!(out, "member {path} {} {stride} {}", one.offset, one.numeric.matrix.stride);
        spirv_reflect_members(out, &path, one);
    }
}
