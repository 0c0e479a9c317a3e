//! Places in sources: `OpLine` as locations in the subprogram that its function is.

use super::metadata::Metadata;
use super::names::escaped;
use base::ids::Map;

/// The places of a function.
#[derive(Default)]
pub(super) struct Places {
    files: Map<String, usize>,
    unit: Option<usize>,
}

/// The subprogram of a function.
pub(super) struct Subprogram {
    node: usize,
    file: String,
}

impl Places {
    fn file(&mut self, metadata: &mut Metadata, name: &str) -> usize {
        let text = format!("!DIFile(filename: \"{}\", directory: \"\")", escaped(name));
        *self.files.entry(name.to_owned()).or_insert_with(|| metadata.node(text))
    }

    /// Begins a function whose first place is in this file and line.
    pub(super) fn begin(&mut self, metadata: &mut Metadata, name: &str, file: &str, line: u64) -> Subprogram {
        let number = self.file(metadata, file);
        let unit = match self.unit {
            Some(unit) => unit,
            None => {
                let text = format!(
                    "!DICompileUnit(language: DW_LANG_OpenCL, file: !{number}, producer: \"hlsl2spirv\", isOptimized: \
                     true, runtimeVersion: 0, emissionKind: LineTablesOnly)"
                );
                let unit = metadata.distinct(&text);
                metadata.add_node("llvm.dbg.cu", unit);
                metadata.add("llvm.module.flags", "!{i32 2, !\"Debug Info Version\", i32 3}".to_owned());
                unit
            }
        };
        self.unit = Some(unit);
        let none = metadata.node("!{}".to_owned());
        let ty = metadata.node(format!("!DISubroutineType(types: !{none})"));
        let text = format!(
            "!DISubprogram(name: \"{}\", scope: !{number}, file: !{number}, line: {line}, type: !{ty}, scopeLine: {line}, \
             spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !{unit})",
            escaped(name)
        );
        Subprogram { node: metadata.distinct(&text), file: file.to_owned() }
    }
}

impl Subprogram {
    /// The node of the subprogram.
    pub(super) fn node(&self) -> usize {
        self.node
    }

    /// The node of a place in it; line 0 is none in particular.
    pub(super) fn place(
        &self,
        places: &mut Places,
        metadata: &mut Metadata,
        (file, line, column): (&str, u64, u64),
    ) -> usize {
        let scope = match file == self.file || line == 0 {
            true => self.node,
            false => {
                let file = places.file(metadata, file);
                metadata.node(format!("!DILexicalBlockFile(scope: !{}, file: !{file}, discriminator: 0)", self.node))
            }
        };
        metadata.node(format!("!DILocation(line: {line}, column: {column}, scope: !{scope})"))
    }
}
