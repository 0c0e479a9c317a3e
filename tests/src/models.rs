//! The page `docs/shader-models.md`: what each shader model, and HLSL 202x, added to the language, with what it becomes in
//! SPIR-V and what a device must have for it. A row without a test that contains the construct cannot stand.

mod language;
mod new;
mod old;
mod row;

use crate::collect;
use dialect::spirv::enums::Kind;
use libtest_mimic::{Failed, Trial};
use row::{Dxc, Row};
use spirv::Capability;
use std::fmt::Write;

/// What came together: its title on the page, and its rows.
type Group = (&'static str, &'static [Row]);

const GROUPS: &[Group] = &[
    ("Shader model 6.0", old::MODEL_6_0),
    ("Shader model 6.1", old::MODEL_6_1),
    ("Shader model 6.2", old::MODEL_6_2),
    ("Shader model 6.3", old::MODEL_6_3),
    ("Shader model 6.4", old::MODEL_6_4),
    ("Shader model 6.5", old::MODEL_6_5),
    ("Shader model 6.6", old::MODEL_6_6),
    ("Shader model 6.7", old::MODEL_6_7),
    ("Shader model 6.8", old::MODEL_6_8),
    ("Shader model 6.9", new::MODEL_6_9),
    ("Shader model 6.10", new::MODEL_6_10),
    ("HLSL 202x", language::HLSL_202X),
];

const HEAD: &str = "# Shader models, and HLSL 202x

What each shader model added, with the instruction that it becomes, the capability and the extension of SPIR-V that this
needs, and the feature of Vulkan that enables the capability. A shader model is selected with `-T`, HLSL 202x with `-HV 202x`.
Extensions and features follow from the capability; where several enable it, any one of them suffices. DXC is the SPIR-V path
of version 1.10. The page is made of the tables in `tests/src/models/`; a test checks that the file of each row has the
construct, by its spelling.
";

/// The tests of the page: that it is what the tables say, and that the files have the constructs.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("models::docs/shader-models.md", || collect::is_current("docs/shader-models.md", &page()?)),
        Trial::test("models::each construct is in a test", are_tested),
    ]
}

fn are_tested() -> Result<(), Failed> {
    let mut missing = String::new();
    for (title, rows) in GROUPS {
        for row in *rows {
            let (file, spelling) = row.evidence;
            let text = std::fs::read_to_string(collect::workspace().join(file)).unwrap_or_default();
            if !text.contains(spelling) {
                writeln!(missing, "{title}: {}: '{file}' does not have '{spelling}'", row.construct)?;
            }
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.into()) }
}

fn page() -> Result<String, Failed> {
    let mut text = HEAD.to_owned();
    for (title, rows) in GROUPS {
        writeln!(text, "\n## {title}\n")?;
        writeln!(
            text,
            "| construct | SPIR-V | capability | extension | Vulkan | DXC | test |\n|---|---|---|---|---|---|---|"
        )?;
        for row in *rows {
            line(&mut text, row)?;
        }
    }
    Ok(text)
}

fn line(text: &mut String, row: &Row) -> Result<(), Failed> {
    let (mut capabilities, mut extensions, mut features) = (Vec::new(), Vec::new(), Vec::new());
    for capability in row.needs {
        let number = *capability as u32;
        capabilities.push(format!("`{capability:?}`"));
        extensions.push(listed(&Kind::Capability.extensions(number)));
        features.extend(features_of(*capability)?);
    }
    extensions.retain(|names| !names.is_empty());
    extensions.dedup();
    features.dedup();
    let dxc = match row.dxc {
        Dxc::Yes => "yes",
        Dxc::No => "no",
        Dxc::Partly(what) => what,
    };
    let (capabilities, extensions, features) = (capabilities.join(", "), extensions.join(", "), features.join(", "));
    let (construct, instruction, (file, _)) = (row.construct, row.instruction, row.evidence);
    writeln!(text, "| {construct} | {instruction} | {capabilities} | {extensions} | {features} | {dxc} | `{file}` |")?;
    Ok(())
}

/// Names of which any one suffices.
fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

/// The features and extensions of Vulkan that a module with a capability requires.
fn features_of(capability: Capability) -> Result<Vec<String>, Failed> {
    const MAGIC_NUMBER: u32 = 0x0723_0203;
    const VERSION_1_6: u32 = 0x0001_0600;
    let header = [MAGIC_NUMBER, VERSION_1_6, 0, 1, 0];
    let words = [&header[..], &[2 << 16 | spirv::Op::Capability as u32, capability as u32]].concat();
    let requires = reflect::read(&words).map_err(|error| error.to_string())?.requires;
    let features = requires.features.into_iter().map(|feature| format!("`{}::{}`", feature.structure, feature.name));
    let extensions = requires.extensions.into_iter().map(|extension| format!("`{}`", extension.name));
    Ok(features.chain(extensions).collect())
}
