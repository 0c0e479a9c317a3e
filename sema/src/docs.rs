//! The tables as Markdown: an error here is an error in a row.

use crate::overload::intrinsic_signature;
use crate::tables::attributes::{ATTRIBUTES, ArgKind, AttributeRow, Effect, Place};
use crate::tables::intrinsics::{INTRINSICS, Intrinsic, Lowering, Stages};
use crate::tables::methods::{METHODS, Method, MethodKind, Objects};
use crate::tables::semantics::{SEMANTICS, SigPoint, Use};

/// The documents, each with its file name. `head` goes below each title.
pub fn documents(head: &str) -> Vec<(&'static str, String)> {
    vec![
        ("intrinsics.md", intrinsics(head)),
        ("methods.md", methods(head)),
        ("attributes.md", attributes(head)),
        ("semantics.md", semantics(head)),
    ]
}

fn intrinsics(head: &str) -> String {
    let mut out = format!(
        "# Intrinsic functions\n\n{head}\n`<>` is any shape, `<N>` for a vector; the arguments of a function are \
         converted to a common element type and shape. Numbers are converted to a type that the function takes, unless its name ends in its \
         width.\n\n| function | since | lowering | description |\n|---|---|---|---|\n"
    );
    for row in INTRINSICS {
        let (major, minor) = row.since;
        let cells = [
            format!("`{}`", intrinsic_signature(row)),
            format!("{major}.{minor}"),
            lowering(row),
            row.doc.to_owned() + &stages(row.stages),
        ];
        out.push_str(&table_row(&cells));
    }
    out
}

/// The stages to which an entry is limited.
fn stages(stages: Stages) -> String {
    match stages {
        Stages::Any => String::new(),
        Stages::Only(stages) => {
            let names: Vec<&str> = stages.iter().map(|stage| stage.row().attribute).collect();
            format!(" Only in: {}.", names.join(", "))
        }
    }
}

fn lowering(row: &Intrinsic) -> String {
    match row.lowering {
        Lowering::Op { float, sint, uint, boolean } => {
            let mut texts = Vec::new();
            for inst in [float, sint, uint, boolean] {
                let text = instruction(inst);
                if !text.is_empty() && !texts.contains(&text) {
                    texts.push(text);
                }
            }
            texts.join(", ")
        }
        Lowering::Whole(inst) => instruction(inst),
        Lowering::Derivative(op) => format!("Op{op:?}"),
        Lowering::Interpolate(op) => format!("GLSL {op:?}"),
        Lowering::Wave { float, sint, uint, .. } => {
            let mut ops = vec![format!("Op{float:?}")];
            for op in [sint, uint] {
                let text = format!("Op{op:?}");
                if !ops.contains(&text) {
                    ops.push(text);
                }
            }
            ops.join(", ")
        }
        Lowering::Atomic { sint, uint } if sint == uint => format!("Op{sint:?}"),
        Lowering::Atomic { sint, uint } => format!("Op{sint:?}, Op{uint:?}"),
        Lowering::Barrier { waits: true, .. } => "OpControlBarrier".to_owned(),
        Lowering::Barrier { waits: false, .. } => "OpMemoryBarrier".to_owned(),
        Lowering::BuiltIn { builtin, .. } => format!("builtin {builtin:?}"),
        Lowering::Expand(_) => "a sequence".to_owned(),
        Lowering::Unsupported(why) => format!("not supported: {why}"),
    }
}

fn instruction(inst: crate::tables::intrinsics::Inst) -> String {
    use crate::tables::intrinsics::Inst;
    match inst {
        Inst::None => String::new(),
        Inst::Copy => "the argument".to_owned(),
        Inst::Op(op) => format!("Op{op:?}"),
        Inst::Glsl(op) => format!("GLSL {op:?}"),
    }
}

fn methods(head: &str) -> String {
    let mut out = format!(
        "# Methods\n\n{head}\nArguments in brackets are optional. RasterizerOrdered objects have the \
         methods of the corresponding RW objects; `vk::SampledTexture` objects have those of textures, without the sampler argument.\n"
    );
    for &(object, name) in Objects::NAMES {
        out.push_str(&format!("\n## {name}\n\n| method | description |\n|---|---|\n"));
        for row in METHODS.iter().filter(|row| row.objects.contains(object)) {
            let note = if let MethodKind::Unsupported(why) = row.kind {
                format!(" Not supported: {why}.")
            } else {
                stages(row.stages)
            };
            out.push_str(&table_row(&[format!("`{}`", method(row)), row.doc.to_owned() + &note]));
        }
    }
    out
}

/// A method with the names of its arguments.
pub fn method(row: &Method) -> String {
    let required: Vec<&str> = row.params.iter().map(|role| role.name()).collect();
    let mut text = required.join(", ");
    for role in row.optional {
        text.push_str(if text.is_empty() { "[" } else { "[, " });
        text.push_str(role.name());
    }
    format!("{}({text}{})", row.name, "]".repeat(row.optional.len()))
}

fn attributes(head: &str) -> String {
    let mut out = format!("# Attributes\n\n{head}\n| attribute | on | description |\n|---|---|---|\n");
    for row in ATTRIBUTES {
        let mut places: Vec<&str> = row.places.iter().map(|&place| place_name(place)).collect();
        places.dedup();
        let ignored = if row.effect != Effect::Some { " (ignored)" } else { "" };
        out.push_str(&table_row(&[
            format!("`{}`", attribute(row)),
            places.join(", "),
            format!("{}{ignored}", row.doc),
        ]));
    }
    out
}

/// An attribute with the kinds of its arguments.
pub fn attribute(row: &AttributeRow) -> String {
    let scope = if row.scope.is_empty() { String::new() } else { format!("{}::", row.scope) };
    let mut args = String::new();
    for (index, &arg) in row.args.iter().enumerate() {
        if index > 0 {
            args.push_str(", ");
        }
        args.push_str(arg_name(arg));
        if index >= row.required {
            args.push('?');
        }
    }
    if row.variadic {
        args.push_str(", ...");
    }
    if args.is_empty() { format!("[{scope}{}]", row.name) } else { format!("[{scope}{}({args})]", row.name) }
}

const fn arg_name(arg: ArgKind) -> &'static str {
    match arg {
        ArgKind::Int => "integer",
        ArgKind::Number => "number",
        ArgKind::Str => "string",
        ArgKind::Expr => "expression",
        ArgKind::Name => "name",
    }
}

const fn place_name(place: Place) -> &'static str {
    match place {
        Place::Global => "globals",
        Place::Field => "fields",
        Place::Function => "functions",
        Place::Param => "parameters",
        Place::Local => "locals",
        Place::Alias => "typedef, using",
        Place::Struct => "structs",
        Place::If => "if",
        Place::Loop => "loops",
        Place::Switch => "switch",
        Place::Statement => "statements",
    }
}

fn semantics(head: &str) -> String {
    let mut out = format!(
        "# System-value semantics\n\n{head}\n| semantic | since | builtin | as builtin | as located variable | description |\n\
         |---|---|---|---|---|---|\n"
    );
    for row in SEMANTICS {
        let points = |wanted: fn(Use) -> bool| {
            let points = row.uses.iter().filter(|(_, use_)| wanted(*use_)).map(|(point, _)| point_name(*point));
            points.collect::<Vec<String>>().join(" ")
        };
        let mut builtins: Vec<String> = Vec::new();
        for (_, use_) in row.uses {
            if let Use::Builtin(builtin) = use_
                && !builtins.contains(&format!("{builtin:?}"))
            {
                builtins.push(format!("{builtin:?}"));
            }
        }
        let cells = [
            format!("`{}`", row.display),
            format!("6.{}", row.min_minor),
            builtins.join(", "),
            points(|use_| matches!(use_, Use::Builtin(_))),
            points(|use_| matches!(use_, Use::Located | Use::Target)),
            row.doc.to_owned(),
        ];
        out.push_str(&table_row(&cells));
    }
    out
}

fn point_name(point: SigPoint) -> String {
    format!("{point:?}")
}

fn table_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_documented() {
        let texts = documents("");
        let text = |name: &str| texts.iter().find(|(found, _)| *found == name).expect("the document exists").1.as_str();
        for row in INTRINSICS {
            assert!(text("intrinsics.md").contains(&format!("`{}`", intrinsic_signature(row))), "{}", row.name);
        }
        for row in METHODS {
            assert!(text("methods.md").contains(&format!("`{}`", method(row))), "{}", row.name);
        }
        assert!(text("methods.md").contains("`Sample(sampler, location[, offset[, clamp[, status]]])`"));
        assert!(
            text("intrinsics.md")
                .contains("| `numeric<> abs(numeric<> x)` | 6.0 | GLSL FAbs, GLSL SAbs, the argument |")
        );
        assert_eq!(text("attributes.md").matches("\n| `[").count(), ATTRIBUTES.len());
    }
}
