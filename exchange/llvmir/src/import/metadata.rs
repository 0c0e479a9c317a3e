//! Metadata of a module: sources, extensions, execution modes, decorations.

use super::attachments;
use super::output::{Target, push_text};
use super::state::Import;
use crate::error::{Result, refuse};
use crate::tables::{RESERVED, Said};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, OpId, ValueId};
use dialect::llvm::ops;
use dialect::spirv::facts;
use rustc_hash::FxHashMap;
use spirv::{Capability, Decoration, ExecutionMode, FunctionParameterAttribute, SourceLanguage};

/// Metadata of kernels that becomes execution modes, with the number of operands.
const MODES: &[(&str, ExecutionMode, usize)] = &[
    ("reqd_work_group_size", ExecutionMode::LocalSize, 3),
    ("work_group_size_hint", ExecutionMode::LocalSizeHint, 3),
    ("intel_reqd_sub_group_size", ExecutionMode::SubgroupSize, 1),
];

/// The variable that says what a compiler wrote beside variables and functions.
pub(super) const ANNOTATIONS: &str = "llvm.global.annotations";

impl Import<'_> {
    fn nodes(&self, op: OpId, name: &str) -> Option<&[AttrId]> {
        attachments::nodes(self.module, op, name)
    }

    fn parts(&self, node: AttrId) -> &[AttrId] {
        attachments::parts(self.module, node)
    }

    fn attached(&self, op: OpId, name: &str) -> Option<&[AttrId]> {
        attachments::attached(self.module, op, name)
    }

    fn numbers(&self, parts: &[AttrId]) -> Vec<u32> {
        parts.iter().filter_map(|part| facts::number(self.module, *part)).map(|number| number as u32).collect()
    }

    fn text(&self, attr: AttrId) -> Option<&str> {
        attachments::text(self.module, attr)
    }

    /// The metadata of the module, after its functions.
    pub(super) fn metadata(&mut self) -> Result<()> {
        let root = self.module.root;
        self.annotations()?;
        self.sources(root)?;
        let generator = self.nodes(root, "spirv.Generator").and_then(|nodes| nodes.first().copied());
        if let Some(&[id, version]) = generator.map(|node| self.numbers(self.parts(node))).as_deref() {
            self.out.set_generator(id << 16 | version & 0xFFFF);
        }
        let named: Vec<String> = self.texts(root, "spirv.Extension");
        self.out.extensions.extend(named);
        let nodes = self.nodes(root, "spirv.Capability").unwrap_or_default();
        let named: Vec<u32> = nodes.iter().flat_map(|node| self.numbers(self.parts(*node))).collect();
        self.out.capabilities.extend(named.into_iter().filter(|one| Capability::from_u32(*one).is_some()));
        let contracts = self.nodes(root, "opencl.enable.FP_CONTRACT").is_some();
        let mut kernels: Vec<(Symbol, Symbol, OpId)> = Vec::new();
        for op in self.module.top_ops() {
            let name = facts::symbol_of(self.module, *op, ops::SYM_NAME);
            let callee = name.and_then(|name| self.functions.get(&name)).filter(|callee| callee.is_kernel);
            if let (Some(name), Some(own)) = (name, callee.and_then(|callee| callee.name)) {
                kernels.push((name, own, *op));
            }
        }
        for (name, own, op) in &kernels {
            let text = self.module.ctx.str(*name);
            self.entry_point(*own, text);
            self.attached_modes(*own, *op)?;
            if !contracts {
                self.out.mode(*own, ExecutionMode::ContractionOff as u32, &[])?;
            }
        }
        self.listed_modes(root)
    }

    /// The annotations of variables and functions: their address and the address of a text.
    fn annotations(&mut self) -> Result<()> {
        let module = self.module;
        let is_it = |op: &&OpId| {
            let name = facts::symbol_of(module, **op, ops::SYM_NAME);
            name.is_some_and(|name| module.ctx.str(name) == ANNOTATIONS)
        };
        let Some(list) = module.top_ops().iter().find(is_it) else { return Ok(()) };
        let named = module.top_ops().iter().map(|op| (facts::symbol_of(module, *op, ops::SYM_NAME), *op));
        let named: FxHashMap<Option<Symbol>, OpId> = named.collect();
        for entry in facts::array_of(module, *list, ops::VALUE) {
            let Attr::Array(parts) = &module.ctx[*entry] else { continue };
            let [what, text, ..] = parts[..] else { continue };
            let (Some(what), Some(text)) = (self.symbol_in(what), self.symbol_in(text)) else { continue };
            let function = self.functions.get(&what).and_then(|callee| self.out.function_named(callee.name?));
            let Some(target) = function.or_else(|| self.declared.get(&what).copied()) else { continue };
            if let Some(text) = named.get(&Some(text)).and_then(|text| attachments::text_of(module, *text)) {
                self.annotate(target, &text)?;
            }
        }
        Ok(())
    }

    /// The function or the variable to which an address leads.
    fn symbol_in(&self, mut attr: AttrId) -> Option<Symbol> {
        loop {
            match &self.module.ctx[attr] {
                Attr::Symbol(name) => return Some(*name),
                Attr::Dict(parts) => {
                    let (_, operands) = parts.iter().find(|(name, _)| *name == ops::OPERANDS)?;
                    let Attr::Array(operands) = &self.module.ctx[*operands] else { return None };
                    attr = *operands.first()?;
                }
                _ => return None,
            }
        }
    }

    /// The texts that the nodes of a list hold.
    fn texts(&self, op: OpId, name: &str) -> Vec<String> {
        let nodes = self.nodes(op, name).unwrap_or_default();
        let texts = nodes.iter().flat_map(|node| self.parts(*node)).filter_map(|part| self.text(*part));
        texts.map(str::to_owned).collect()
    }

    fn sources(&mut self, root: OpId) -> Result<()> {
        let own = self.nodes(root, "spirv.Source").and_then(|nodes| nodes.first().copied());
        let source = own.map(|node| self.numbers(self.parts(node))).filter(|numbers| numbers.len() >= 2);
        let opencl = self.nodes(root, "opencl.ocl.version").and_then(|nodes| nodes.first().copied());
        let opencl = opencl.map(|node| self.numbers(self.parts(node))).filter(|numbers| numbers.len() >= 2);
        let opencl =
            opencl.map(|version| vec![SourceLanguage::OpenCL_C as u32, version[0] * 100_000 + version[1] * 1000]);
        if let Some(source) = source.or(opencl) {
            let node = own.map(|node| self.parts(node)).unwrap_or_default();
            let file = node.get(2).and_then(|file| self.parts(*file).first()).and_then(|file| self.text(*file));
            let file = file.map(str::to_owned);
            self.out.source(source[0], source[1], file.as_deref())?;
        }
        for extension in self.texts(root, "spirv.SourceExtension") {
            self.out.source_extension(&extension);
        }
        Ok(())
    }

    fn attached_modes(&mut self, function: Symbol, op: OpId) -> Result<()> {
        for (name, mode, count) in MODES {
            let numbers = self.attached(op, name).map(|parts| self.numbers(parts));
            if let Some(numbers) = numbers.filter(|numbers| numbers.len() == *count) {
                self.out.mode(function, *mode as u32, &numbers)?;
            }
        }
        Ok(())
    }

    /// `!spirv.ExecutionMode`: a function, a mode, numbers.
    fn listed_modes(&mut self, root: OpId) -> Result<()> {
        for node in self.nodes(root, "spirv.ExecutionMode").unwrap_or_default().to_vec() {
            let parts = self.parts(node).to_vec();
            let function = parts.first().map(|part| &self.module.ctx[*part]);
            let function = match function {
                Some(Attr::Symbol(name)) => self.functions.get(name).and_then(|callee| callee.name),
                _ => None,
            };
            let numbers = self.numbers(parts.get(1..).unwrap_or_default());
            let (Some(function), Some((mode, numbers))) = (function, numbers.split_first()) else {
                return refuse("a node of !spirv.ExecutionMode has a function and a mode");
            };
            self.out.mode(function, *mode, numbers)?;
        }
        Ok(())
    }

    /// `!spirv.ParameterDecorations`: a list of decorations for each parameter.
    pub(super) fn param_decorations(&mut self, op: OpId, params: &[ValueId]) -> Result<()> {
        let lists = self.attached(op, "spirv.ParameterDecorations").unwrap_or_default().to_vec();
        for (param, list) in params.iter().zip(lists) {
            // Constness and `byval` follow from the parameter itself.
            self.decorate_all(Target::Value(*param), list, &[Decoration::Constant])?;
        }
        // The qualifiers of a parameter repeat decorations of its function.
        let qualifiers = self.attached(op, "kernel_arg_type_qual").unwrap_or_default().to_vec();
        let has_own = self.attached(op, "spirv.ParameterDecorations").is_some();
        for (param, text) in params.iter().zip(qualifiers).filter(|_| !has_own) {
            let text = self.text(text).unwrap_or_default().to_owned();
            if text.contains("restrict") {
                self.out.decorate(Target::Value(*param), Decoration::Restrict, &[])?;
            }
            if text.contains("const") {
                let attribute = FunctionParameterAttribute::NoWrite as u32;
                self.out.decorate(Target::Value(*param), Decoration::FuncParamAttr, &[attribute])?;
            }
        }
        Ok(())
    }

    /// Returns whether an op has `!spirv.Decorations`.
    pub(super) fn is_decorated(&self, op: OpId) -> bool {
        self.nodes(op, "spirv.Decorations").is_some()
    }

    /// `!spirv.Decorations` of a variable or an instruction, but for those that are known already.
    pub(super) fn decorations(&mut self, op: OpId, target: Target, known: &[Decoration]) -> Result<()> {
        match self.nodes(op, "spirv.Decorations").and_then(|nodes| nodes.first().copied()) {
            Some(node) => self.decorate_all(target, node, known),
            None => Ok(()),
        }
    }

    fn decorate_all(&mut self, target: Target, list: AttrId, known: &[Decoration]) -> Result<()> {
        for node in self.parts(list).to_vec() {
            let parts = self.parts(node).to_vec();
            let kind = parts.first().and_then(|part| facts::number(self.module, *part));
            let Some(decoration) = kind.and_then(|kind| Decoration::from_u32(kind as u32)) else {
                return refuse("unknown decoration");
            };
            let mut operands = Vec::new();
            for part in &parts[1..] {
                match (facts::number(self.module, *part), self.text(*part).map(str::to_owned)) {
                    (Some(number), _) => operands.push(number as u32),
                    (None, Some(text)) => push_text(&mut operands, &text),
                    (None, None) => return refuse("a decoration has numbers and text alone"),
                }
            }
            let is_copy =
                decoration == Decoration::FuncParamAttr && operands == [FunctionParameterAttribute::ByVal as u32];
            if !is_copy && !known.contains(&decoration) {
                self.out.decorate(target, decoration, &operands)?;
            }
        }
        Ok(())
    }

    /// The decorations in the text of an annotation, `{44:4}{5825}` and so on; anything else is what a user says.
    pub(super) fn annotate(&mut self, target: Target, text: &str) -> Result<()> {
        for part in text.split_inclusive('}') {
            let inside = part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let (kind, rest) = inside.map_or(("", ""), |inside| inside.split_once(':').unwrap_or((inside, "")));
            if let Some((decoration, operands)) = reserved(kind, rest) {
                self.out.decorate(target, decoration, &operands)?;
                continue;
            }
            let Some(decoration) = kind.parse().ok().and_then(Decoration::from_u32) else {
                let mut operands = Vec::new();
                push_text(&mut operands, part);
                self.out.decorate(target, Decoration::UserSemantic, &operands)?;
                continue;
            };
            let mut operands = Vec::new();
            // Numbers may be in quotes.
            let rest = if decoration == Decoration::UserSemantic { rest } else { rest.trim_matches('"') };
            for operand in rest.split(',').filter(|operand| !operand.is_empty()) {
                match operand.parse() {
                    Ok(number) => operands.push(number),
                    Err(_) => push_text(&mut operands, operand.trim_matches('"')),
                }
            }
            self.out.decorate(target, decoration, &operands)?;
        }
        Ok(())
    }
}

/// The decoration that a reserved name says with its operands. None if there is no such name, or if they do not fit.
fn reserved(name: &str, rest: &str) -> Option<(Decoration, Vec<u32>)> {
    let number = rest.parse::<u32>().ok();
    let fits = |said: Said| match said {
        Said::Pumps(pumps) => number == Some(pumps),
        Said::Nothing | Said::Numbers | Said::Text | Said::Texts => true,
    };
    let (_, decoration, said) = RESERVED.iter().find(|(known, _, said)| *known == name && fits(*said))?;
    let mut operands = Vec::new();
    match said {
        Said::Nothing | Said::Pumps(_) => {}
        Said::Numbers => {
            for number in rest.split(',') {
                operands.push(number.trim().parse().ok()?);
            }
        }
        Said::Text => push_text(&mut operands, rest.trim_matches('"')),
        Said::Texts => {
            let (first, second) = rest.split_once(':')?;
            push_text(&mut operands, first.trim_matches('"'));
            push_text(&mut operands, second.trim_matches('"'));
        }
    }
    Some((*decoration, operands))
}
