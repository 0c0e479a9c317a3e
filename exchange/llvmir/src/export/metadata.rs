//! Metadata of a module: its sources and modes, the arguments of kernels, decorations.

use super::state::{Export, number};
use crate::error::{Result, refuse};
use base::ids::Map;
use dialect::ir::{Attr, AttrId, OpId};
use dialect::llvm::ops;
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{Decoration, ExecutionMode, Op};

/// Decorations that are something else in LLVM IR, or nothing.
const ELSEWHERE: &[Decoration] = &[
    Decoration::BuiltIn,
    Decoration::Constant,
    Decoration::SpecId,
    Decoration::SaturatedConversion,
    Decoration::FPRoundingMode,
    Decoration::FPFastMathMode,
];

/// Lists of nodes by name.
type Lists = Map<&'static str, Vec<AttrId>>;

impl<'i> Export<'i> {
    /// A list of nodes under a name.
    pub(super) fn list(&mut self, name: &str, nodes: Vec<AttrId>) -> AttrId {
        let name = self.text(name);
        self.node(std::iter::once(name).chain(nodes).collect())
    }

    pub(super) fn node(&mut self, parts: Vec<AttrId>) -> AttrId {
        self.builder.module.ctx.attr(Attr::Array(parts.into()))
    }

    /// A part of a node that is a number.
    pub(super) fn int(&mut self, width: u32, bits: u64) -> AttrId {
        let ty = self.builder.int(width);
        self.builder.module.ctx.attr(Attr::Int { bits, ty })
    }

    /// A node of numbers.
    fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) -> AttrId {
        let parts = numbers.into_iter().map(|number| self.int(32, number)).collect();
        self.node(parts)
    }

    /// Attaches the metadata of the module.
    pub(super) fn attach_to_module(&mut self, generator: u32) {
        let mut lists = Lists::default();
        self.sources(&mut lists);
        let parts = vec![self.int(16, u64::from(generator >> 16)), self.int(16, u64::from(generator & 0xFFFF))];
        lists.insert("spirv.Generator", vec![self.node(parts)]);
        lists.insert("spirv.MemoryModel", vec![self.numbers([if self.is_32 { 1 } else { 2 }, 2])]);
        self.modes(&mut lists);
        let lists = lists.into_iter().map(|(name, nodes)| self.list(name, nodes)).collect::<Vec<_>>();
        let root = self.builder.module.root;
        self.set(root, ops::METADATA, Attr::Array(lists.into()));
    }

    fn sources(&mut self, lists: &mut Lists) {
        let mut texts: FxHashMap<u32, &str> = FxHashMap::default();
        let mut capabilities = Vec::new();
        for inst in self.index.insts {
            match (inst.op, inst.operands.as_slice()) {
                (Op::String, [Operand::Text(text), ..]) => {
                    texts.insert(inst.result.unwrap_or(0), text);
                }
                (Op::Source, [language, version, rest @ ..]) => {
                    let mut parts = [language, version].map(|one| self.int(32, number(Some(one)))).to_vec();
                    if let Some(file) = texts.get(&id_of(rest.first())) {
                        let file = self.text(file);
                        parts.push(self.node(vec![file]));
                    }
                    lists.entry("spirv.Source").or_default().push(self.node(parts));
                }
                (Op::SourceExtension, [Operand::Text(text)]) => {
                    let text = self.text(text);
                    lists.entry("spirv.SourceExtension").or_default().push(self.node(vec![text]));
                }
                (Op::Extension, [Operand::Text(text)]) => {
                    let text = self.text(text);
                    lists.entry("spirv.Extension").or_default().push(self.node(vec![text]));
                }
                (Op::Capability, [capability]) => capabilities.push(number(Some(capability))),
                _ => {}
            }
        }
        capabilities.sort_unstable();
        let capabilities: Vec<AttrId> = capabilities.into_iter().map(|number| self.numbers([number])).collect();
        if !capabilities.is_empty() {
            lists.insert("spirv.Capability", capabilities);
        }
    }

    /// The execution modes of kernels.
    fn modes(&mut self, lists: &mut Lists) {
        let mut contracts = true;
        for inst in self.index.insts.iter().filter(|inst| inst.op == Op::ExecutionMode) {
            let Some(Operand::Enum(_, mode, params)) = inst.operands.get(1) else { continue };
            // The translator adds this mode itself, where contraction is not asked for.
            if *mode == ExecutionMode::ContractionOff as u32 {
                contracts = false;
                continue;
            }
            let Ok(name) = self.symbol(id_of(inst.operands.first())) else { continue };
            let mut parts = vec![self.builder.module.ctx.symbol_attr(name), self.int(32, u64::from(*mode))];
            parts.extend(params.iter().map(|param| self.int(32, number(Some(param)))));
            lists.entry("spirv.ExecutionMode").or_default().push(self.node(parts));
        }
        if contracts {
            lists.insert("opencl.enable.FP_CONTRACT", Vec::new());
        }
    }

    /// Returns whether an id has decorations that say something in LLVM IR.
    pub(super) fn says_something(&self, id: u32) -> bool {
        let kinds = self.decorations(id).iter().map(|inst| Decoration::from_u32(number(inst.operands.get(1)) as u32));
        kinds.into_iter().any(|kind| kind.is_none_or(|kind| !ELSEWHERE.contains(&kind)))
    }

    /// The node that lists the decorations of an id, where there are some that say something here.
    pub(super) fn decoration_list(&mut self, id: u32) -> Result<Option<AttrId>> {
        let decorations: Vec<&'i Inst> = self.decorations(id).to_vec();
        let mut nodes = Vec::new();
        for inst in decorations {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { continue };
            if Decoration::from_u32(*kind).is_some_and(|kind| ELSEWHERE.contains(&kind)) {
                continue;
            }
            let mut parts = vec![self.int(32, u64::from(*kind))];
            for param in params {
                parts.push(match param {
                    Operand::Text(text) => self.text(text),
                    Operand::Id(_) => return refuse("a decoration by an id cannot be exported to LLVM IR"),
                    _ => self.int(32, number(Some(param))),
                });
            }
            nodes.push(self.node(parts));
        }
        Ok((!nodes.is_empty()).then(|| self.node(nodes)))
    }

    /// Attaches the decorations of an id to the op that it has become.
    pub(super) fn attach_decorations(&mut self, id: u32, op: Option<OpId>) -> Result<()> {
        let Some(list) = self.decoration_list(id)? else { return Ok(()) };
        let Some(op) = op else { return refuse("the decorated instruction has no equivalent in LLVM IR") };
        let list = self.list("spirv.Decorations", vec![list]);
        self.set(op, ops::METADATA, Attr::Array([list].into()));
        Ok(())
    }
}
