//! The passes that `-Oconfig=` and `hlsl2spirv opt --passes` take by name: our own, and those of spirv-opt, each with
//! its equivalent here.

use std::fmt::Write;

/// The equivalent of a pass of spirv-opt.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Here {
    /// These passes of ours, which may do more.
    Ours(&'static [&'static str]),
    /// Reading and writing a module, before and after any pass.
    Always,
    /// SPIRV-Tools alone; with an option that has the same effect, if there is one.
    Theirs(Option<&'static str>),
}

use Here::{Always, Ours, Theirs};

const PROMOTE: Here = Ours(&["mem2reg"]);
const NUMBER: Here = Ours(&["gvn"]);
const REACH: Here = Ours(&["global-dce"]);
const FLATTEN: Here = Theirs(Some("-fspv-flatten-resource-arrays"));

/// The passes of spirv-opt with their equivalents.
pub(crate) const SPIRV_OPT: &[(&str, Here)] = &[
    ("-O", Ours(opt::ALL)),
    ("-Os", Ours(opt::ALL)),
    ("--legalize-hlsl", Ours(opt::ALL)),
    ("--ccp", Ours(&["ccp", "gvn"])),
    ("--cfg-cleanup", Always),
    ("--combine-access-chains", NUMBER),
    ("--compact-ids", Always),
    ("--convert-local-access-chains", Ours(&["sroa"])),
    ("--descriptor-composite-scalar-replacement", Ours(&["descriptor-scalar-replacement"])),
    ("--eliminate-dead-branches", Ours(&["gvn", "adce"])),
    ("--eliminate-dead-code-aggressive", Ours(&["adce", "global-dce"])),
    ("--eliminate-dead-const", Always),
    ("--eliminate-dead-functions", REACH),
    ("--eliminate-dead-inserts", Ours(&["vector-dce", "adce"])),
    ("--eliminate-dead-variables", REACH),
    ("--eliminate-insert-extract", NUMBER),
    ("--eliminate-local-multi-store", PROMOTE),
    ("--eliminate-local-single-block", PROMOTE),
    ("--eliminate-local-single-store", PROMOTE),
    ("--fix-func-call-param", Ours(&["fix-func-call-param"])),
    ("--flatten-decorations", Always),
    ("--if-conversion", NUMBER),
    ("--inline-entry-points-exhaustive", Ours(&["inline"])),
    ("--inline-entry-points-opaque", Ours(&["inline"])),
    ("--interpolate-fixup", Ours(&["gvn", "interpolate-fixup"])),
    ("--local-redundancy-elimination", NUMBER),
    ("--loop-unroll", NUMBER),
    ("--merge-blocks", NUMBER),
    ("--private-to-local", Ours(&["private-to-local"])),
    ("--redundancy-elimination", NUMBER),
    ("--remove-unused-interface-variables", REACH),
    ("--scalar-replacement", Ours(&["sroa"])),
    ("--scalar-replacement=0", Ours(&["sroa"])),
    ("--simplify-instructions", NUMBER),
    ("--spread-volatile-semantics", Ours(&["spread-volatile-semantics"])),
    ("--ssa-rewrite", PROMOTE),
    ("--trim-capabilities", Ours(&["trim-capabilities"])),
    ("--unify-const", Always),
    ("--vector-dce", Ours(&["vector-dce", "adce"])),
    ("--convert-to-sampled-image", Theirs(Some("[[vk::combinedImageSampler]]"))),
    ("--descriptor-array-scalar-replacement", FLATTEN),
    ("--descriptor-scalar-replacement", FLATTEN),
    ("--modify-maximal-reconvergence", Theirs(Some("-fspv-enable-maximal-reconvergence"))),
    ("--reduce-load-size", Theirs(Some("-fspv-reduce-load-size"))),
    ("--replace-desc-array-access-using-var-index", FLATTEN),
    ("--upgrade-memory-model", Theirs(Some("-fspv-use-vulkan-memory-model"))),
    ("--amd-ext-to-khr", Theirs(None)),
    ("--canonicalize-ids", Theirs(None)),
    ("--code-sink", Theirs(None)),
    ("--convert-relaxed-to-half", Theirs(None)),
    ("--copy-propagate-arrays", Theirs(None)),
    ("--eliminate-dead-input-components", Theirs(None)),
    ("--eliminate-dead-members", Theirs(None)),
    ("--fix-opextinst-opcodes", Theirs(None)),
    ("--fix-storage-class", Theirs(None)),
    ("--fold-spec-const-op-composite", Theirs(None)),
    ("--freeze-spec-const", Theirs(None)),
    ("--graphics-robust-access", Theirs(None)),
    ("--loop-fission", Theirs(None)),
    ("--loop-fusion", Theirs(None)),
    ("--loop-invariant-code-motion", Theirs(None)),
    ("--loop-peeling", Theirs(None)),
    ("--loop-peeling-threshold", Theirs(None)),
    ("--loop-unroll-partial", Theirs(None)),
    ("--loop-unswitch", Theirs(None)),
    ("--merge-return", Theirs(None)),
    ("--relax-float-ops", Theirs(None)),
    ("--remove-dont-inline", Theirs(None)),
    ("--remove-duplicates", Theirs(None)),
    ("--replace-invalid-opcode", Theirs(None)),
    ("--resolve-binding-conflicts", Theirs(None)),
    ("--set-spec-const-default-value", Theirs(None)),
    ("--split-combined-image-sampler", Theirs(None)),
    ("--strength-reduction", Theirs(None)),
    ("--strip-debug", Theirs(None)),
    ("--strip-nonsemantic", Theirs(None)),
    ("--strip-reflect", Theirs(None)),
    ("--struct-packing", Theirs(None)),
    ("--switch-descriptorset", Theirs(None)),
    ("--workaround-1209", Theirs(None)),
    ("--wrap-opkill", Theirs(None)),
];

/// A name without an equivalent among our own passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOurs {
    /// As it was written.
    pub name: String,
    /// `None` for an unknown name; for a pass of spirv-opt, the option with the same effect, if there is one.
    pub theirs: Option<Option<&'static str>>,
}

/// The passes of our own for a list of names, in order.
///
/// # Errors
/// The first name without an equivalent.
pub fn ours(names: &[String]) -> Result<Vec<&'static str>, NotOurs> {
    let mut passes = Vec::new();
    for name in names {
        if let Some(pass) = opt::PASSES.iter().find(|pass| pass.name == name) {
            passes.push(pass.name);
            continue;
        }
        match row(name) {
            Some(Ours(own)) => passes.extend(own),
            Some(Always) => {}
            Some(Theirs(instead)) => return Err(NotOurs { name: name.clone(), theirs: Some(instead) }),
            None => return Err(NotOurs { name: name.clone(), theirs: None }),
        }
    }
    Ok(passes)
}

/// The equivalent of a pass of spirv-opt. With a value (`--name=value`), only SPIRV-Tools have it, unless the table
/// says otherwise.
fn row(name: &str) -> Option<Here> {
    let find = |name: &str| SPIRV_OPT.iter().find(|(known, _)| *known == name).map(|(_, here)| *here);
    find(name).or_else(|| {
        let (before, _) = name.split_once('=')?;
        Some(match find(before)? {
            Ours(_) | Always => Theirs(None),
            theirs @ Theirs(_) => theirs,
        })
    })
}

/// The documentation of the names.
pub fn document(generated: &str) -> String {
    let mut out = format!(
        "# Passes\n\n{generated}\n`-Oconfig=` and `hlsl2spirv opt --passes` take names of the compiler's own passes, and of \
         equivalent passes of spirv-opt.\nOther passes of spirv-opt require a build with the feature `spirv-tools`, where SPIRV-Tools \
         run the whole list.\n\n## Passes of this compiler\n\n| pass | description |\n|---|---|\n"
    );
    for pass in opt::PASSES {
        let _ = writeln!(out, "| `{}` | {} |", pass.name, pass.doc);
    }
    let order = opt::ALL.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let _ = write!(
        out,
        "\nThe default order of all passes: {order}.\n\n## Passes of spirv-opt\n\n| pass | here |\n|---|---|\n"
    );
    for (name, here) in SPIRV_OPT {
        let _ = writeln!(out, "| `{name}` | {} |", place(*here));
    }
    out
}

fn place(here: Here) -> String {
    match here {
        Ours(passes) if passes == opt::ALL => "all passes".to_owned(),
        Ours(passes) => passes.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        Always => "always runs".to_owned(),
        Theirs(None) => "SPIRV-Tools only".to_owned(),
        Theirs(Some(instead)) => format!("SPIRV-Tools only; use `{instead}` here"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Result<Vec<&'static str>, NotOurs> {
        ours(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn each_name_is_there_once_and_leads_to_passes() {
        for (at, (name, here)) in SPIRV_OPT.iter().enumerate() {
            assert!(SPIRV_OPT[..at].iter().all(|(before, _)| before != name), "{name}");
            assert!(opt::PASSES.iter().all(|pass| pass.name != *name), "{name}");
            let Ours(passes) = here else { continue };
            assert!(!passes.is_empty() && names(passes).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_of_both_may_be_mixed() {
        assert_eq!(names(&["inline", "--ssa-rewrite", "--compact-ids", "-O"]).unwrap()[..2], ["inline", "mem2reg"]);
        assert_eq!(names(&["--scalar-replacement=0"]), Ok(vec!["sroa"]));
        let refused = |name: &str| names(&["adce", name]).unwrap_err().theirs;
        assert_eq!(refused("--scalar-replacement=10"), Some(None));
        assert_eq!(refused("--reduce-load-size=0.5"), Some(Some("-fspv-reduce-load-size")));
        assert_eq!([refused("--no-such-pass"), refused("ded")], [None, None]);
    }

    #[cfg(feature = "spirv-tools")]
    #[test]
    fn spirv_opt_knows_the_names() {
        // Names that need a value.
        const WITH_VALUE: &[&str] = &[
            "--convert-to-sampled-image",
            "--loop-fission",
            "--loop-fusion",
            "--loop-peeling-threshold",
            "--loop-unroll-partial",
            "--modify-maximal-reconvergence",
            "--reduce-load-size",
            "--set-spec-const-default-value",
            "--struct-packing",
            "--switch-descriptorset",
        ];
        let source = "float4 main() : SV_Target { return 0; }";
        let artifact = crate::Compiler::new().profile("ps_6_0".parse().expect("there is such a profile")).compile(
            "x.hlsl",
            source,
            &crate::NoIncludes,
        );
        let words = artifact.expect("the shader is right").words;
        for (name, _) in SPIRV_OPT.iter().filter(|(name, _)| !WITH_VALUE.contains(name)) {
            let passes = [(*name).to_owned()];
            let done = crate::pipeline::spirv_tools::optimise(
                &words,
                base::target::TargetEnv::default(),
                &passes,
                Default::default(),
                None,
            );
            assert!(done.is_ok(), "{name}: {done:?}");
        }
    }
}
