//! The other stage of a graphics pipeline: a vertex shader that has the inputs of a pixel shader, or a pixel shader that
//! reads the outputs of a vertex shader.
//!
//! A driver compiles the stages of a pipeline together: a partner reads all values from memory, so that nothing of the shader
//! becomes constant, and uses all of its outputs, so that nothing is left out.

use device::Attribute;
use library::{Compiler, NoIncludes};
use reflect::{EntryPoint, Scalar, Variable};
use std::fmt::Write;

/// The stage whose partner is a pixel shader, as documents name it.
pub(super) const VERTEX: &str = "vertex";
/// The stage whose partner is a vertex shader.
pub(super) const FRAGMENT: &str = "fragment";

/// Options for partners.
const OPTIONS: [&str; 5] = ["-E", "main", "-enable-16bit-types", "-fspv-target-env=vulkan1.3", "-T"];
/// `VK_FORMAT_R32_UINT`; the other two kinds of numbers follow, then those with more components.
const WORDS: i32 = 98;
/// `VK_FORMAT_R16_UINT`; formats with more components are 7 apart.
const HALVES: i32 = 74;

/// What a graphics pipeline needs besides the shader.
pub(super) struct Partner {
    pub(super) words: Vec<u32>,
    pub(super) attributes: Vec<Attribute>,
    /// The formats of colour targets, by location.
    pub(super) targets: Vec<i32>,
}

/// The partner of an entry point.
///
/// # Errors
/// When its interface has types that a partner cannot have.
pub(super) fn partner(entry: &EntryPoint) -> Result<Partner, String> {
    if entry.stage == VERTEX {
        let words = compiled("ps_6_2", &fragment_text(&with_location(&entry.outputs)))?;
        let attributes = attributes(&with_location(&entry.inputs), false)?;
        return Ok(Partner { words, attributes, targets: vec![format(Scalar::Float32, 4)?] });
    }
    let inputs = with_location(&entry.inputs);
    let words = compiled("vs_6_2", &vertex_text(&inputs))?;
    let mut targets = Vec::new();
    for output in with_location(&entry.outputs).into_iter().filter(|output| output.index.is_none_or(|index| index == 0))
    {
        let at = output.location.unwrap_or_default() as usize;
        targets.resize(targets.len().max(at + 1), 0);
        targets[at] = format(output.ty.scalar.ok_or("a target of another type")?, 4)?;
    }
    Ok(Partner { words, attributes: attributes(&inputs, true)?, targets })
}

fn with_location(all: &[Variable]) -> Vec<&Variable> {
    all.iter().filter(|variable| variable.location.is_some()).collect()
}

fn compiled(profile: &str, text: &str) -> Result<Vec<u32>, String> {
    let options = OPTIONS.into_iter().chain([profile]).map(str::to_owned).collect::<Vec<_>>();
    let compiler = Compiler::from_args(&options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile("partner.hlsl", text, &NoIncludes).map_err(|failure| failure.to_string())?;
    Ok(artifact.words)
}

/// The declaration of a variable, with its number as its name.
fn declaration(number: usize, variable: &Variable, (location, component): (u32, Option<u32>), is_flat: bool) -> String {
    let dims: String = variable.ty.dims.iter().map(|dim| format!("[{}]", dim.count.number().unwrap_or(1))).collect();
    let component = component.map_or_else(String::new, |component| format!("[[vk::component({component})]] "));
    let flat = if is_flat { "nointerpolation " } else { "" };
    format!("    [[vk::location({location})]] {component}{flat}{} v{number}{dims} : V{number}_;\n", variable.ty.name)
}

/// The location and the component of a variable.
fn place(variable: &Variable) -> (u32, Option<u32>) {
    (variable.location.unwrap_or_default(), variable.component)
}

/// A vertex shader that passes its inputs on as these.
fn vertex_text(inputs: &[&Variable]) -> String {
    let (mut before, mut behind, mut copies, mut next) = (String::new(), String::new(), String::new(), 1);
    for (number, input) in inputs.iter().enumerate() {
        before.push_str(&declaration(number, input, (next, None), false));
        next += slots(input).len() as u32;
        behind.push_str(&declaration(number, input, place(input), false));
        let _ = writeln!(copies, "    to.v{number} = from.v{number};");
    }
    format!(
        "struct From {{\n    [[vk::location(0)]] float4 position : P;\n{before}}};\n\
         struct To {{\n{behind}    float4 position : SV_Position;\n}};\n\
         To main(From from) {{\n    To to;\n    to.position = from.position;\n{copies}    return to;\n}}\n"
    )
}

/// A pixel shader that adds these inputs up.
fn fragment_text(inputs: &[&Variable]) -> String {
    let (mut declared, mut sums) = (String::new(), String::new());
    for (number, input) in inputs.iter().enumerate() {
        let is_float = input.ty.scalar.is_some_and(|scalar| matches!(scalar, Scalar::Float16 | Scalar::Float32));
        declared.push_str(&declaration(number, input, place(input), !is_float));
        for value in values(&format!("from.v{number}"), input) {
            let _ = writeln!(sums, "    sum += float({value});");
        }
    }
    format!(
        "struct From {{\n{declared}    float4 position : SV_Position;\n}};\nfloat4 main(From from) : SV_Target {{\n    float4 sum = 0;\n{sums}    return sum;\n}}\n"
    )
}

/// The components of a variable, as expressions.
fn values(name: &str, variable: &Variable) -> Vec<String> {
    let mut all = vec![name.to_owned()];
    let rows = variable.ty.matrix.as_ref().map(|matrix| u64::from(matrix.rows));
    for count in variable.ty.dims.iter().map(|dim| dim.count.number().unwrap_or(1)).chain(rows) {
        all = all.iter().flat_map(|base| (0..count).map(move |at| format!("{base}[{at}]"))).collect();
    }
    let components = components(variable);
    all.iter()
        .flat_map(|base| "xyzw".chars().take(components as usize).map(move |one| format!("{base}.{one}")))
        .collect()
}

fn components(variable: &Variable) -> u32 {
    match &variable.ty.matrix {
        Some(matrix) => matrix.columns,
        None => variable.ty.components.unwrap_or(1),
    }
}

/// The components at each location of a variable.
fn slots(variable: &Variable) -> Vec<u32> {
    let elements: u64 = variable.ty.dims.iter().map(|dim| dim.count.number().unwrap_or(1)).product();
    let rows = variable.ty.matrix.as_ref().map_or(1, |matrix| u64::from(matrix.rows));
    vec![components(variable); (elements * rows) as usize]
}

/// The attributes of vertices: at their own locations or, in a partner, from 1 on, behind the position.
fn attributes(inputs: &[&Variable], is_partner: bool) -> Result<Vec<Attribute>, String> {
    let mut all = Vec::new();
    if is_partner {
        all.push(Attribute { location: 0, format: format(Scalar::Float32, 4)? });
    }
    for input in inputs {
        let first = if is_partner { all.len() as u32 } else { input.location.unwrap_or_default() };
        let scalar = input.ty.scalar.ok_or("an input of another type")?;
        for (location, components) in (first..).zip(slots(input)) {
            all.push(Attribute { location, format: format(scalar, components)? });
        }
    }
    Ok(all)
}

/// Vulkan's number of the format of a vector.
fn format(scalar: Scalar, components: u32) -> Result<i32, String> {
    let more = components as i32 - 1;
    match scalar {
        Scalar::Bool | Scalar::Uint32 => Ok(WORDS + 3 * more),
        Scalar::Int32 => Ok(WORDS + 3 * more + 1),
        Scalar::Float32 => Ok(WORDS + 3 * more + 2),
        Scalar::Uint16 => Ok(HALVES + 7 * more),
        Scalar::Int16 => Ok(HALVES + 7 * more + 1),
        Scalar::Float16 => Ok(HALVES + 7 * more + 2),
        _ => Err(format!("inputs and outputs of type {} are not supported", scalar.name())),
    }
}
