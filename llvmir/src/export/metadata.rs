//! What metadata says: the module's sources and modes, the arguments of kernels, decorations, places in sources.

use super::names::{Names, escaped};
use super::{id, number};
use base::ids::Map;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{Decoration, ExecutionMode, Op};
use std::fmt::Write;

/// Decorations that are something else in LLVM IR, or nothing.
const ELSEWHERE: &[Decoration] = &[
    Decoration::BuiltIn,
    Decoration::Constant,
    Decoration::LinkageAttributes,
    Decoration::SpecId,
    Decoration::SaturatedConversion,
    Decoration::FPRoundingMode,
    Decoration::FPFastMathMode,
];

/// The nodes, each once, and the lists of the module.
#[derive(Default)]
pub(super) struct Metadata {
    nodes: Map<String, ()>,
    named: Map<String, Vec<usize>>,
}

impl Metadata {
    /// The number of a node.
    pub(super) fn node(&mut self, text: String) -> usize {
        let entry = self.nodes.entry(text);
        let at = entry.index();
        entry.or_insert(());
        at
    }

    /// The number of a node that is like no other, although it may say the same.
    pub(super) fn distinct(&mut self, text: &str) -> usize {
        let at = self.nodes.len();
        // Spaces at the end tell it from others.
        self.node(format!("distinct {text}{}", " ".repeat(at)))
    }

    /// Adds a node to a list of the module.
    pub(super) fn add(&mut self, name: &str, text: String) {
        let node = self.node(text);
        self.add_node(name, node);
    }

    /// Adds a node that there is to a list of the module.
    pub(super) fn add_node(&mut self, name: &str, node: usize) {
        self.named.entry(name.to_owned()).or_default().push(node);
    }

    /// All of it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (name, nodes) in &self.named {
            let nodes: Vec<String> = nodes.iter().map(|node| format!("!{node}")).collect();
            let _ = writeln!(text, "!{name} = !{{{}}}", nodes.join(", "));
        }
        for (number, node) in self.nodes.keys().enumerate() {
            let _ = writeln!(text, "!{number} = {}", node.trim_end());
        }
        text
    }

    /// What the module says of itself.
    pub(super) fn module(&mut self, insts: &[Inst], generator: u32) {
        let mut texts: FxHashMap<u32, &str> = FxHashMap::default();
        let mut capabilities = Vec::new();
        for inst in insts {
            match (inst.op, inst.operands.as_slice()) {
                (Op::String, [Operand::Text(text), ..]) => {
                    texts.insert(inst.result.unwrap_or(0), text);
                }
                (Op::Source, [language, version, rest @ ..]) => {
                    let file = texts.get(&id(rest.first())).copied();
                    let file = file.map(|file| self.node(format!("!{{!\"{}\"}}", escaped(file))));
                    let file = file.map_or_else(String::new, |file| format!(", !{file}"));
                    let (language, version) = (number(Some(language)), number(Some(version)));
                    self.add("spirv.Source", format!("!{{i32 {language}, i32 {version}{file}}}"));
                }
                (Op::SourceExtension, [Operand::Text(text)]) => {
                    self.add("spirv.SourceExtension", format!("!{{!\"{}\"}}", escaped(text)));
                }
                (Op::Extension, [Operand::Text(text)]) => {
                    self.add("spirv.Extension", format!("!{{!\"{}\"}}", escaped(text)));
                }
                (Op::Capability, [capability]) => capabilities.push(number(Some(capability))),
                _ => {}
            }
        }
        capabilities.sort_unstable();
        for capability in capabilities {
            self.add("spirv.Capability", format!("!{{i32 {capability}}}"));
        }
        let (tool, version) = (generator >> 16, generator & 0xFFFF);
        self.add("spirv.Generator", format!("!{{i16 {tool}, i16 {version}}}"));
    }

    /// The execution modes of kernels, and the models.
    pub(super) fn modes(&mut self, insts: &[Inst], names: &Names, is_32: bool, types: &FxHashMap<u32, String>) {
        self.add("spirv.MemoryModel", format!("!{{i32 {}, i32 2}}", if is_32 { 1 } else { 2 }));
        let mut contracts = true;
        for inst in insts.iter().filter(|inst| inst.op == Op::ExecutionMode) {
            let Some(Operand::Enum(_, mode, params)) = inst.operands.get(1) else { continue };
            contracts &= *mode != ExecutionMode::ContractionOff as u32;
            // The translator adds this mode itself, where contraction is not asked for.
            if *mode == ExecutionMode::ContractionOff as u32 {
                continue;
            }
            let function = id(inst.operands.first());
            let name = names.of(function);
            let ty = types.get(&function).map_or("ptr", String::as_str);
            let params: String = params.iter().map(|param| format!(", i32 {}", number(Some(param)))).collect();
            self.add("spirv.ExecutionMode", format!("!{{{ty} @{name}, i32 {mode}{params}}}"));
        }
        if contracts {
            self.named.entry("opencl.enable.FP_CONTRACT".to_owned()).or_default();
        }
    }

    /// The node that lists decorations, where there are some that say something here.
    pub(super) fn list(&mut self, decorations: &[&Inst]) -> Option<usize> {
        let mut nodes = Vec::new();
        for inst in decorations {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { continue };
            let is_elsewhere = Decoration::from_u32(*kind).is_some_and(|kind| ELSEWHERE.contains(&kind));
            let are_numbers = params.iter().all(|param| !matches!(param, Operand::Text(_) | Operand::Id(_)));
            if !is_elsewhere && are_numbers {
                let params: String = params.iter().map(|param| format!(", i32 {}", number(Some(param)))).collect();
                nodes.push(format!("!{}", self.node(format!("!{{i32 {kind}{params}}}"))));
            }
        }
        (!nodes.is_empty()).then(|| self.node(format!("!{{{}}}", nodes.join(", "))))
    }
}
