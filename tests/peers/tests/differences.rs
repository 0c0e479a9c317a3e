//! Each fact that another reader tells of a module beside ours. What differs is in a row with the reason, each row occurs, and
//! nothing else differs.

use hlsl2spirv::reflect::{self, Amount, Reflection};
use hlsl2spirv::{Compiler, NoIncludes};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fact that is not the same.
struct Difference {
    /// `binding`, `member`, …
    kind: String,
    theirs: Vec<String>,
    /// As in the line of the reader, with what is known beyond that after it; nothing where there is no such fact.
    ours: Vec<String>,
}

/// The differences that are allowed.
struct Row {
    reader: &'static str,
    what: &'static str,
    /// Where it is reported, or what the module has.
    reason: &'static str,
    is: fn(&Difference) -> bool,
}

const ROWS: &[Row] = &[
    Row {
        reader: "spirv-reflect",
        what: "the stride of an array without length is 0",
        reason: "SPIRV-Reflect#280, #304: sizes of storage buffers are wrong for the same reason",
        is: |one| one.kind == "member" && one.theirs[1] == "0" && one.has("runtime"),
    },
    Row {
        reader: "spirv-reflect",
        what: "the count of a descriptor array without length is 1",
        reason: "SPIRV-Reflect#64, #311: since #177 the dimension tells it",
        is: |one| one.kind == "binding" && one.theirs[1] == "1" && one.ours[1] == "0",
    },
    Row {
        reader: "spirv-reflect",
        what: "the vectors of a matrix in an array are 0 apart",
        reason: "near SPIRV-Reflect#131",
        is: |one| one.kind == "member" && one.theirs[..2] == one.ours[..2] && one.theirs[2] == "0" && one.has("array"),
    },
    Row {
        reader: "spirv-reflect",
        what: "the stride of an array of arrays is that of the innermost",
        reason: "ArrayStride of the outer OpTypeArray; near SPIRV-Reflect#305",
        is: |one| one.kind == "member" && one.theirs[0] == one.ours[0] && one.has("nested"),
    },
    Row {
        reader: "rspirv-reflect",
        what: "of an array of arrays it counts the innermost dimension",
        reason: "OpTypeArray of OpTypeArray",
        is: |one| one.kind == "binding" && one.theirs[0] == one.ours[0] && one.has("nested"),
    },
    Row {
        reader: "spirq",
        what: "run-time arrays of storage buffers in SPIR-V 1.0 are uniform buffers",
        reason: "BufferBlock on the element of OpTypeRuntimeArray",
        is: |one| one.kind == "binding" && one.theirs[0] == "uniformbuffer" && one.ours[0] == "storagebuffer",
    },
];

impl Difference {
    fn has(&self, note: &str) -> bool {
        self.ours.iter().skip(self.theirs.len()).any(|one| one == note)
    }
}

/// Facts by what they are of, each with its values.
type Facts = BTreeMap<(String, String), Vec<Vec<String>>>;

fn ours(found: &Reflection) -> Facts {
    let mut facts = Facts::new();
    let mut add = |kind: &str, of: String, values: Vec<String>| {
        facts.entry((kind.to_owned(), of)).or_default().push(values);
    };
    for one in &found.bindings {
        let descriptor = format!("{:?}", one.descriptor).to_lowercase();
        let count = one.count.number().unwrap_or_default().to_string();
        let note = if one.dims.len() > 1 { "nested" } else { "" };
        add("binding", format!("{} {}", one.set, one.binding), vec![descriptor, count, note.to_owned()]);
        if let Some(block) = &one.block {
            members(found, &format!("{}/{}", one.set, one.binding), block, &mut add);
        }
    }
    for one in &found.push_constants {
        add("push", String::new(), vec![one.offset.to_string(), one.size.to_string()]);
        members(found, "push", &one.block, &mut add);
    }
    for entry in &found.entry_points {
        if let Some(size) = entry.local_size {
            let size = size.map(|one| one.number().unwrap_or_default().to_string());
            add("workgroup", String::new(), size.to_vec());
        }
        for (kind, all) in [("input", &entry.inputs), ("output", &entry.outputs)] {
            all.iter().filter_map(|one| one.location).for_each(|at| add(kind, at.to_string(), Vec::new()));
        }
    }
    facts
}

fn members(found: &Reflection, path: &str, block: &str, add: &mut impl FnMut(&str, String, Vec<String>)) {
    // A struct that leads back to itself through an address does so by a type of its own, which is not a struct.
    for (at, member) in found.structure(block).map(|one| &one.members).into_iter().flatten().enumerate() {
        let path = format!("{path}.{at}");
        let stride = member.ty.dims.first().and_then(|dim| dim.stride).unwrap_or_default();
        let vectors = member.ty.matrix.as_ref().and_then(|matrix| matrix.stride).unwrap_or_default();
        let note = match member.ty.dims.as_slice() {
            [] => "",
            [first, ..] if first.count == Amount::Runtime { runtime: true } => "runtime",
            [_] => "array",
            _ => "nested",
        };
        let values = vec![member.offset.to_string(), stride.to_string(), vectors.to_string(), note.to_owned()];
        add("member", path.clone(), values);
        if let Some(inner) = member.ty.structure.as_ref().filter(|_| member.ty.kind == reflect::Kind::Struct) {
            members(found, &path, inner, add);
        }
    }
}

/// The words of each run of each shader in a folder of this repository.
fn modules(folder: &str) -> Vec<(String, Vec<u32>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut folders, mut files) = (vec![root.join(folder)], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for one in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let path = one.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ext| ext == "hlsl") => drop(files.insert(path)),
                false => {}
            }
        }
    }
    let runs = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        let runs: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("//@ run:")).map(str::to_owned).collect();
        runs.into_iter().filter_map(move |run| {
            let arguments: Vec<&str> = run.split_whitespace().collect();
            let words =
                Compiler::from_args(&arguments).ok()?.compile(&path.to_string_lossy(), &text, &NoIncludes).ok()?.words;
            let name = format!("{}{run}", path.file_name()?.to_string_lossy());
            (!words.is_empty()).then_some((name, words))
        })
    };
    files.into_iter().flat_map(runs).collect()
}

#[test]
fn differences_of_other_readers_are_known() {
    let file = std::env::temp_dir().join(format!("hlsl2spirv-peers-{}.spv", std::process::id()));
    let (mut facts, mut unexplained, mut refused) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
    let mut met: BTreeMap<usize, usize> = BTreeMap::new();
    let modules = [modules("tests/suite"), modules("shaders")].concat();
    for (name, words) in &modules {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(&file, bytes).unwrap();
        let known = ours(&reflect::read(words).unwrap());
        for reader in ["spirq", "rspirv-reflect", "spirv-reflect"] {
            let output = Command::new(env!("CARGO_BIN_EXE_peers")).arg(reader).arg(&file).output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if let Some(reason) = text.strip_prefix("refused ") {
                let reason: String = reason.trim().chars().take(60).collect();
                *refused.entry((reader, reason)).or_insert(0) += 1;
                continue;
            }
            if !output.status.success() {
                *refused.entry((reader, "ends the process".to_owned())).or_insert(0) += 1;
                continue;
            }
            for line in text.lines() {
                *facts.entry(reader).or_insert(0) += 1;
                let Some(one) = compare(line, &known) else { continue };
                match ROWS.iter().position(|row| row.reader == reader && !one.ours.is_empty() && (row.is)(&one)) {
                    Some(row) => *met.entry(row).or_default() += 1,
                    None => unexplained.push(format!("{reader}, {name}: {line}: {:?} here", one.ours)),
                }
            }
        }
    }
    let _ = std::fs::remove_file(file);
    let rows = ROWS
        .iter()
        .enumerate()
        .map(|(at, row)| format!("{} {}: {} ({})\n", met.get(&at).unwrap_or(&0), row.reader, row.what, row.reason));
    let told = format!("{} modules, facts {facts:?}\n{}refused {refused:#?}", modules.len(), rows.collect::<String>());
    println!("{told}");
    let is_whole = met.len() == ROWS.len() && modules.len() > 300 && facts.values().all(|count| *count > 400);
    assert!(
        unexplained.is_empty() && is_whole,
        "{} not explained:\n{}\n{told}",
        unexplained.len(),
        unexplained.join("\n")
    );
}

/// A line of a reader beside our facts; nothing if they agree.
fn compare(line: &str, known: &Facts) -> Option<Difference> {
    let words: Vec<&str> = line.split(' ').collect();
    let (kind, length) = (
        words[0],
        match words[0] {
            "binding" => 2,
            "member" | "input" | "output" => 1,
            _ => 0,
        },
    );
    let of = words[1..=length].join(" ");
    let theirs: Vec<String> = words[1 + length..].iter().map(|word| (*word).to_owned()).collect();
    // Several variables may be in one place.
    let here = known.get(&(kind.to_owned(), of)).map_or(&[][..], Vec::as_slice);
    if here.iter().any(|ours| ours.starts_with(&theirs)) {
        return None;
    }
    let ours = here.first().cloned().unwrap_or_default();
    Some(Difference { kind: kind.to_owned(), theirs, ours })
}
