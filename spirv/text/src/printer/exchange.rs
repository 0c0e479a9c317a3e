//! What MLIR has no text for, in text that MLIR takes.
//!
//! An op of a function that MLIR lacks is a call of an imported function, which says what it represents; a declaration
//! of the module is a text in an attribute of the module; a type is a struct without members whose name spells it; an
//! attribute is a dictionary with its text. [`crate::parser`] undoes all of it.

use super::Printer;
use super::attrs::{quoted, with_items};
use crate::stand_ins::{ANY_TYPE, SAMPLER, SPELLED, escaped};
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, EnumKind, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::attrs::{self, DECLARATIONS, STANDS_FOR};
use dialect::spirv::buffers;
use dialect::spirv::enums::{self, Kind};
use dialect::spirv::facts;
use dialect::spirv::mlir;
use dialect::spirv::ops::{self, Code, Mlir, OpRow, table};
use dialect::spirv::shapes::Shaped;
use dialect::spirv::types::{Length, SpirvType};
use rustc_hash::FxHashMap;
use spirv::{Dim, ImageOperands, Op, StorageClass};
use std::collections::BTreeSet;

/// Texts without names for types are at most this long: each use of a type repeats it.
const UNNAMED: usize = 1 << 14;

/// The form of an op's text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As its row says.
    Own,
    /// In the generic form.
    Generic,
    /// As a call of a function that represents it.
    Call,
}

/// The state of printing for MLIR.
#[derive(Default)]
pub(super) struct Exchange {
    /// The functions that represent ops, in order of first use.
    functions: Vec<Function>,
    /// Their indices, by the op's name and the types.
    by_types: FxHashMap<(&'static str, Vec<TypeId>, Option<TypeId>), usize>,
    /// The names of the module and of these functions.
    taken: Set<String>,
    /// The names of declarations that MLIR does not see.
    hidden: Set<Symbol>,
    /// All that MLIR has no form for, for people.
    lacking: BTreeSet<String>,
    /// The texts of types without names for parts of them.
    unnamed: FxHashMap<TypeId, String>,
}

struct Function {
    name: String,
    op: &'static str,
    params: Vec<TypeId>,
    result: Option<TypeId>,
}

impl Exchange {
    /// Lines that name what MLIR has no form for.
    pub(super) fn note(&self) -> String {
        if self.lacking.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = self.lacking.iter().map(String::as_str).collect();
        let version = mlir::NEWEST;
        format!(
            "// MLIR {version} has no equivalent of the following, written as calls, strings or empty structs: {}\n",
            names.join(", ")
        )
    }
}

/// The module with storage buffers as MLIR has them, if they are not like that.
pub(super) fn with_late_buffers(module: &Module) -> Option<Module> {
    let is_early = |ty: &Type| match ty {
        Type::Spirv(SpirvType::Struct { decorations, .. }) => {
            decorations.iter().any(|(name, _)| *name == "buffer_block")
        }
        _ => false,
    };
    if !module.ctx.types().any(|(_, ty)| is_early(ty)) {
        return None;
    }
    let mut module = module.clone();
    let names = buffers::to_late(&mut module);
    if names.is_empty() {
        return None;
    }
    let root = module.root;
    let mut items: Vec<AttrId> = names.into_iter().map(|name| module.ctx.symbol_attr(name)).collect();
    let extension = module.ctx.str_attr(buffers::EXTENSION);
    let mut extensions = facts::array_of(&module, root, attrs::EXTENSIONS).to_vec();
    if !extensions.contains(&extension) {
        extensions.push(extension);
        items.push(extension);
    }
    let extensions = module.ctx.attr(Attr::Array(extensions.into()));
    module[root].set_attr(attrs::EXTENSIONS, extensions);
    let items = module.ctx.attr(Attr::Array(items.into()));
    module[root].set_attr(attrs::EARLY_BUFFERS, items);
    Some(module)
}

/// Returns whether a module has cooperative matrices.
fn has_matrices(module: &Module) -> bool {
    let is_matrix = |ty: &Type| matches!(ty, Type::Spirv(SpirvType::Other { op: Op::TypeCooperativeMatrixKHR, .. }));
    module.ctx.types().any(|(_, ty)| is_matrix(ty))
}

/// Returns whether constants that are layouts of cooperative matrices have a sign.
pub(super) fn has_signed_layouts(module: &Module) -> bool {
    let is_signed = |op: OpId| {
        let at = ops::row(module[op].info).and_then(|row| table::layout_at(row.format));
        at.and_then(|at| facts::layout_of(module, op, at)).is_some_and(|(_, is_signed)| is_signed)
    };
    has_matrices(module) && walk::ops(module, module.root).any(is_signed)
}

impl Printer<'_> {
    pub(super) fn is_for_mlir(&self) -> bool {
        self.exchange.is_some()
    }

    /// Notes that MLIR has no form for something.
    fn lacks(&mut self, name: impl Into<String>) {
        if let Some(exchange) = &mut self.exchange {
            exchange.lacking.insert(name.into());
        }
    }

    /// The text that is made by a function as if it were not for MLIR: without aliases, so that it is on its own.
    fn apart(&mut self, text: impl FnOnce(&mut Self) -> String) -> String {
        let Some(mut exchange) = self.exchange.take() else { return text(self) };
        std::mem::swap(&mut self.types, &mut exchange.unnamed);
        let alias_above = std::mem::replace(&mut self.alias_above, UNNAMED);
        let text = text(self);
        self.alias_above = alias_above;
        std::mem::swap(&mut self.types, &mut exchange.unnamed);
        self.exchange = Some(exchange);
        text
    }

    /// The declarations that MLIR has no op for, as the value of an attribute.
    fn declarations(&mut self) -> Option<String> {
        self.exchange.as_ref()?;
        let module = self.module;
        if let Some(exchange) = &mut self.exchange {
            let names = module.top_ops().iter().filter_map(|op| facts::name_of(module, *op));
            exchange.taken = names.map(|name| module.ctx.str(name).to_owned()).collect();
        }
        // Variables and constants first: entry points refer to them.
        let is_hidden =
            |op: &OpId| Some(facts::name_of(module, *op)).filter(|_| self.form(*op) == Form::Call).flatten();
        let hidden: Set<Symbol> = module.top_ops().iter().filter_map(is_hidden).collect();
        if let Some(exchange) = &mut self.exchange {
            exchange.hidden = hidden;
        }
        let mut items = Vec::new();
        for (at, op) in module.top_ops().iter().enumerate() {
            if self.form(*op) == Form::Call {
                self.lacks(module[*op].info.name);
                let text = self.apart(|printer| {
                    let before = std::mem::take(&mut printer.out);
                    printer.results(*op);
                    printer.op_text(*op);
                    std::mem::replace(&mut printer.out, before)
                });
                items.push(format!("[{at}, {}]", quoted(&text)));
            }
        }
        (!items.is_empty()).then(|| format!("[{}]", items.join(", ")))
    }

    /// The name of an enumerated value, in MLIR's spelling if that is requested.
    pub(super) fn enumerant(&self, kind: EnumKind, value: u32) -> String {
        let table = enums::table(kind);
        let theirs = Kind::from_snake(table.snake).filter(|_| self.is_for_mlir());
        theirs.and_then(|kind| mlir::spelled(kind, value)).unwrap_or_else(|| table.text(value))
    }

    /// The name of a storage class.
    pub(super) fn storage(&self, storage: StorageClass) -> String {
        self.enumerant(Kind::StorageClass.id(), storage as u32)
    }

    /// The name of a capability, if it can be in the list of the module's.
    pub(super) fn capability(&self, value: u32) -> Option<String> {
        match self.is_for_mlir() {
            true => mlir::spelled(Kind::Capability, value),
            false => Some(Kind::Capability.table().text(value)),
        }
    }

    /// The attributes of the module but these, and for MLIR what it has no other place for.
    pub(super) fn module_attributes(&mut self, shown: &[&str]) -> String {
        let (module, root) = (self.module, self.module.root);
        let rest = self.rest(root, shown);
        let mut items: Vec<String> =
            self.signed_layouts.then(|| attrs::SIGNED_LAYOUTS.to_owned()).into_iter().collect();
        if !self.is_for_mlir() {
            return with_items(rest, items.into_iter());
        }
        items.extend(self.declarations().map(|list| format!("{DECLARATIONS} = {list}")));
        items.extend(self.entry_names());
        let capabilities = facts::array_of(module, root, attrs::CAPABILITIES).iter();
        let capabilities: Vec<u32> =
            capabilities.filter_map(|attr| facts::number(module, *attr)).map(|value| value as u32).collect();
        let extensions: Vec<&str> = facts::array_of(module, root, attrs::EXTENSIONS)
            .iter()
            .filter_map(|attr| if let Attr::Str(text) = &module.ctx[*attr] { Some(&**text) } else { None })
            .collect();
        let named: Vec<String> = capabilities.iter().map(|value| Kind::Capability.table().text(*value)).collect();
        let capabilities = capabilities.iter().zip(&named).filter(|(value, _)| self.capability(**value).is_none());
        let unknown: Vec<String> = capabilities.map(|(_, name)| name.clone()).collect();
        items.extend(self.all_of(attrs::ALL_CAPABILITIES, &named, unknown));
        let unknown =
            extensions.iter().filter(|name| !mlir::has_extension(name)).map(|name| (*name).to_owned()).collect();
        let named: Vec<String> = extensions.iter().map(|name| (*name).to_owned()).collect();
        items.extend(self.all_of(attrs::ALL_EXTENSIONS, &named, unknown));
        with_items(rest, items.into_iter())
    }

    /// The names of entry points that are not their functions', each with the entry point's index among all.
    fn entry_names(&self) -> Option<String> {
        let module = self.module;
        let is_entry = |op: &&OpId| ops::code(module, **op) == Some(Code::Core(Op::EntryPoint));
        let named = module.top_ops().iter().filter(is_entry).enumerate().filter_map(|(at, op)| {
            match module.attr(*op, attrs::ENTRY_NAME).map(|attr| &module.ctx[attr]) {
                Some(Attr::Str(name)) => Some(format!("[{at}, {}]", quoted(name))),
                _ => None,
            }
        });
        let named: Vec<String> = named.collect();
        (!named.is_empty()).then(|| format!("{} = [{}]", attrs::ENTRY_NAMES, named.join(", ")))
    }

    /// A list of names as an attribute, if MLIR does not know all of them.
    fn all_of(&mut self, attribute: &str, names: &[String], unknown: Vec<String>) -> Option<String> {
        let is_needed = !unknown.is_empty();
        unknown.into_iter().for_each(|name| self.lacks(name));
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        is_needed.then(|| format!("{attribute} = [{}]", names.join(", ")))
    }

    /// Finds the constants that are layouts and nothing else: ops have them in their text.
    pub(super) fn find_layouts(&mut self) {
        let module = self.module;
        if !has_matrices(module) {
            return;
        }
        let (mut layouts, mut others) = (Set::default(), Set::default());
        for op in walk::ops(module, module.root) {
            let row = ops::row(module[op].info).filter(|row| self.form(op) == Form::Own && self.fits(op, row));
            let layout = row.and_then(|row| table::layout_at(row.format));
            let passed = module[op].successors.iter().flat_map(|successor| &successor.args);
            let used = module[op].operands.iter().enumerate().map(|(at, value)| (Some(at), value));
            for (at, value) in used.chain(passed.map(|value| (None, value))) {
                let Some(constant) = module.defining_op(*value) else { continue };
                if at.is_some() && at == layout {
                    layouts.insert(constant)
                } else {
                    others.insert(constant)
                };
            }
        }
        self.only_layouts = layouts.difference(&others).copied().collect();
    }

    /// How MLIR takes an op.
    pub(super) fn form(&self, op: OpId) -> Form {
        if !self.is_for_mlir() {
            return Form::Own;
        }
        let (module, Some(row)) = (self.module, ops::row(self.module[op].info)) else { return Form::Own };
        if !mlir::has_op(row.info.name) {
            return Form::Call;
        }
        match row.code {
            Code::Mlir(code) => self.form_of_mlir(op, code),
            Code::Core(core) if row.format == table::CUSTOM => self.form_of_custom(op, core),
            Code::Core(_) | Code::Gl(_) | Code::Cl(_) => {
                let says_all = module[op].attrs.iter().all(|(name, attr)| self.is_said(row, name, *attr));
                let takes = says_all
                    && self.fits(op, row)
                    && self.types_agree(op, row)
                    && !self.has_foreign_value(op, row.code)
                    && self.takes_image_operands(op, row);
                if takes { Form::Own } else { Form::Call }
            }
        }
    }

    fn form_of_mlir(&self, op: OpId, code: Mlir) -> Form {
        let module = self.module;
        let has_other = |known: &[&str]| module[op].attrs.iter().any(|(name, _)| !known.contains(name));
        let generic_if = |is_generic: bool| if is_generic { Form::Generic } else { Form::Own };
        match code {
            Mlir::Module | Mlir::Func | Mlir::Merge => Form::Own,
            Mlir::GlobalVariable => match facts::type_of(module, op, attrs::TYPE).map(|ty| &module.ctx[ty]) {
                Some(Type::Spirv(ty)) if !self.stands_for_another(ty) => Form::Own,
                _ => Form::Call,
            },
            Mlir::ExtInst | Mlir::VendorInst => Form::Call,
            Mlir::AddressOf | Mlir::ReferenceOf if self.is_hidden(op) => Form::Call,
            Mlir::AddressOf | Mlir::ReferenceOf => generic_if(has_other(&[attrs::SYMBOL])),
            Mlir::Constant if !self.is_plain_constant(op) => Form::Call,
            Mlir::Constant => generic_if(has_other(&[attrs::VALUE])),
            Mlir::SpecConstant => generic_if(has_other(&[attrs::SYM_NAME, attrs::TYPE, attrs::VALUE, "spec_id"])),
            Mlir::SpecConstantComposite => {
                let is_plain = facts::array_of(module, op, attrs::ARGS)
                    .iter()
                    .all(|part| matches!(module.ctx[*part], Attr::Symbol(_)));
                match is_plain && module.attr(op, attrs::REPLICATE).is_none() {
                    true => generic_if(has_other(&[attrs::SYM_NAME, attrs::TYPE, attrs::ARGS])),
                    false => Form::Call,
                }
            }
            Mlir::SpecConstantOperation => match facts::name_of(module, op) {
                Some(_) => Form::Call,
                None => Form::Own,
            },
            Mlir::Selection | Mlir::Loop => {
                let control = module.attr(op, attrs::CONTROL).map(|attr| &module.ctx[attr]);
                generic_if(matches!(control, Some(Attr::Enum { params, .. }) if !params.is_empty()))
            }
        }
    }

    /// Returns whether an op refers to a declaration that MLIR does not see.
    fn is_hidden(&self, op: OpId) -> bool {
        let module = self.module;
        let hides = |name| self.exchange.as_ref().is_some_and(|exchange| exchange.hidden.contains(&name));
        let arg = |arg: &AttrId| if let Attr::Symbol(name) = module.ctx[*arg] { hides(name) } else { false };
        facts::symbol_of(module, op, attrs::SYMBOL).is_some_and(hides)
            || facts::array_of(module, op, attrs::ARGS).iter().any(arg)
    }

    fn form_of_custom(&self, op: OpId, core: Op) -> Form {
        let module = self.module;
        let enumerant = |kind: Kind| match module.attr(op, kind.table().snake).map(|attr| &module.ctx[attr]) {
            Some(Attr::Enum { value, .. }) => mlir::spelled(kind, *value).is_some(),
            _ => false,
        };
        match core {
            Op::EntryPoint if !enumerant(Kind::ExecutionModel) || self.is_hidden(op) => Form::Call,
            Op::ExecutionMode if !enumerant(Kind::ExecutionMode) => Form::Call,
            Op::CopyMemory if !self.has_plain_accesses(op) => Form::Call,
            _ => Form::Own,
        }
    }

    /// Returns whether MLIR's text of an op has place for one of its attributes.
    fn is_said(&self, row: &OpRow, name: &str, attr: AttrId) -> bool {
        match &self.module.ctx[attr] {
            Attr::Enum { kind, value, params } if row.spells(name) => {
                let kind = Kind::from_snake(enums::table(*kind).snake);
                let is_known = kind.is_some_and(|kind| mlir::spelled(kind, *value).is_some());
                is_known
                    && (name != Kind::MemoryAccess.table().snake || params.iter().all(|param| self.is_number(*param)))
            }
            // A scope or semantics that is a value.
            Attr::Operand(_) => false,
            _ => true,
        }
    }

    /// Returns whether the memory accesses of an op have no operands but alignments.
    fn has_plain_accesses(&self, op: OpId) -> bool {
        let own = Kind::MemoryAccess.table();
        [own.snake, own.snake_2].iter().all(|name| {
            match self.module.attr(op, name).map(|attr| &self.module.ctx[attr]) {
                Some(Attr::Enum { params, .. }) => params.iter().all(|param| self.is_number(*param)),
                _ => true,
            }
        })
    }

    fn is_number(&self, attr: AttrId) -> bool {
        matches!(self.module.ctx[attr], Attr::Int { .. } | Attr::Float { .. } | Attr::Literal(_))
    }

    /// Returns whether the operands whose types the text does not have are of the types that it implies.
    fn types_agree(&self, op: OpId, row: &OpRow) -> bool {
        let module = self.module;
        let ty = |value: &ValueId| module.type_of(*value);
        let operands = &module[op].operands;
        let pointee = |value: &ValueId| facts::pointer(module, ty(value)).map(|(pointee, _)| pointee);
        match row.format {
            _ if row.code == Code::Core(Op::Select) => operands.len() == 3 && ty(&operands[1]) == ty(&operands[2]),
            table::SAME | table::SAME_FIRST => operands.iter().all(|value| ty(value) == ty(&operands[0])),
            table::DOT => operands.iter().all(|value| ty(value) == ty(&operands[0])),
            table::LOAD => operands.first().and_then(pointee) == module[op].results.first().map(ty),
            table::STORE => operands.first().and_then(pointee) == operands.get(1).map(ty),
            table::ATOMIC | table::ATOMIC_COMPARE => {
                let values = operands.get(1..).unwrap_or_default();
                values.iter().all(|value| operands.first().and_then(pointee) == Some(ty(value)))
            }
            table::MATRIX_PRODUCT => operands.get(2).map(ty) == module[op].results.first().map(ty),
            table::CHAIN => operands.first().is_some_and(|base| self.can_be_indexed(ty(base))),
            _ => true,
        }
    }

    /// Returns whether MLIR sees the parts of what a pointer points to.
    fn can_be_indexed(&self, pointer: TypeId) -> bool {
        let module = self.module;
        let Some((pointee, _)) = facts::pointer(module, pointer) else { return false };
        match &module.ctx[pointee] {
            Type::Spirv(ty) => !self.stands_for_another(ty),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Llvm(_) => true,
        }
    }

    /// Returns whether MLIR's op cannot take one of its operands, or give its result, because of the type. Some ops take
    /// any type, so that a struct may be there.
    fn has_foreign_value(&self, op: OpId, code: Code) -> bool {
        let module = self.module;
        let ty = |value: &ValueId| &module.ctx[module.type_of(*value)];
        let is_foreign = |value: &ValueId| matches!(ty(value), Type::Spirv(ty) if self.stands_for_another(ty));
        let is_opaque =
            |value: &ValueId| matches!(ty(value), Type::Spirv(SpirvType::Sampler | SpirvType::Other { .. }));
        let takes_any = matches!(
            code,
            Code::Core(Op::Load | Op::Store | Op::Undef | Op::ReturnValue | Op::CompositeExtract | Op::CompositeInsert)
        );
        let mut values = module[op].operands.iter().chain(&module[op].results);
        values.any(|value| is_foreign(value) && !(takes_any && is_opaque(value)))
    }

    /// Returns whether MLIR has all image operands of an op.
    fn takes_image_operands(&self, op: OpId, row: &OpRow) -> bool {
        let module = self.module;
        let operands = module.attr(op, Kind::ImageOperands.table().snake).map(|attr| &module.ctx[attr]);
        let Some(Attr::Enum { value, .. }) = operands else { return true };
        let takes = match row.code {
            Code::Core(Op::ImageSampleImplicitLod | Op::ImageSampleProjDrefImplicitLod) => ImageOperands::BIAS,
            Code::Core(Op::ImageSampleExplicitLod) => ImageOperands::LOD | ImageOperands::GRAD,
            _ => ImageOperands::NONE,
        };
        value & !takes.bits() == 0
    }

    fn is_plain_constant(&self, op: OpId) -> bool {
        let module = self.module;
        let ty = module[op].results.first().map(|result| module.type_of(*result));
        let value = module.attr(op, attrs::VALUE);
        value.zip(ty).is_some_and(|(attr, ty)| self.is_plain_value(attr, ty))
    }

    /// Returns whether MLIR has constants of a type and value: numbers, vectors, and arrays of these.
    fn is_plain_value(&self, attr: AttrId, ty: TypeId) -> bool {
        match (&self.module.ctx[attr], &self.module.ctx[ty]) {
            (Attr::Array(items), Type::Spirv(SpirvType::Array { elem, .. })) => {
                items.iter().all(|item| self.is_plain_value(*item, *elem))
            }
            (Attr::Array(items), Type::Spirv(ty)) if Shaped::of(&self.module.ctx, ty).is_some() => {
                items.iter().all(|item| self.is_number(*item))
            }
            (Attr::Array(_), _) => false,
            (_, Type::Spirv(_)) => false,
            _ => self.is_mlirs(attr),
        }
    }

    /// Returns whether MLIR reads the text of an attribute.
    pub(super) fn is_mlirs(&self, attr: AttrId) -> bool {
        match &self.module.ctx[attr] {
            Attr::Literal(_) | Attr::Operand(_) | Attr::Null | Attr::Undef => false,
            Attr::Enum { kind, value, params } => {
                let kind = Kind::from_snake(enums::table(*kind).snake);
                params.is_empty()
                    && kind.is_some_and(|kind| mlir::has_attribute(kind) && mlir::spelled(kind, *value).is_some())
            }
            Attr::Dense { elems, .. } => elems.iter().all(|elem| self.is_mlirs(*elem)),
            Attr::Unit
            | Attr::Bool(_)
            | Attr::Int { .. }
            | Attr::Float { .. }
            | Attr::Str(_)
            | Attr::Type(_)
            | Attr::Symbol(_)
            | Attr::Array(_)
            | Attr::Dict(_) => true,
        }
    }

    /// An attribute as its text in a dictionary.
    pub(super) fn spelled(&mut self, attr: AttrId) -> String {
        let text = self.apart(|printer| printer.attr(attr));
        format!("{{{SPELLED} = {}}}", quoted(&text))
    }

    /// An op as a call of a function that represents it.
    pub(super) fn call_instead(&mut self, op: OpId) {
        let module = self.module;
        let info = module[op].info;
        self.lacks(info.name);
        let operands = module[op].operands.clone();
        let params: Vec<TypeId> = operands.iter().map(|value| module.type_of(*value)).collect();
        let result = module[op].results.first().map(|result| module.type_of(*result));
        let name = self.function(info.name, params, result);
        let dict = self.dict(&module[op].attrs);
        let types = self.type_list(&operands);
        let result = result.map_or_else(|| "()".to_owned(), |ty| self.type_text(ty));
        let values = self.value_list(&operands);
        self.put(&format!("spirv.FunctionCall @{name}({values}){dict} : ({types}) -> {result}"));
        if module[op].is_terminator() {
            self.put("\n");
            self.start_line();
            self.put("spirv.Unreachable");
        }
    }

    /// The name of the function that represents an op on operands of these types.
    fn function(&mut self, op: &'static str, params: Vec<TypeId>, result: Option<TypeId>) -> String {
        let Some(exchange) = &mut self.exchange else { return String::new() };
        let key = (op, params.clone(), result);
        if let Some(index) = exchange.by_types.get(&key) {
            return exchange.functions[*index].name.clone();
        }
        let mut name = op.to_owned();
        let mut tried = exchange.functions.len();
        while !exchange.taken.insert(name.clone()) {
            tried += 1;
            name = format!("{op}_{tried}");
        }
        exchange.by_types.insert(key, exchange.functions.len());
        exchange.functions.push(Function { name: name.clone(), op, params, result });
        name
    }

    /// Declares the functions that represent ops.
    pub(super) fn declare_functions(&mut self) {
        let Some(exchange) = &mut self.exchange else { return };
        for Function { name, op, params, result } in std::mem::take(&mut exchange.functions) {
            let params: Vec<String> = params.iter().map(|ty| self.type_text(*ty)).collect();
            let result = result.map(|ty| format!(" -> {}", self.type_text(ty))).unwrap_or_default();
            self.start_line();
            let linkage =
                format!("#spirv.linkage_attributes<linkage_name = {}, linkage_type = <Import>>", quoted(&name));
            self.put(&format!(
                "spirv.func @{name}({}){result} \"None\" attributes {{linkage_attributes = {linkage}, {STANDS_FOR} = {}}}\n",
                params.join(", "),
                quoted(op)
            ));
        }
    }

    /// The struct that represents a type which MLIR lacks.
    pub(super) fn type_instead(&mut self, ty: TypeId) -> Option<String> {
        self.exchange.as_ref()?;
        let Type::Spirv(spirv) = &self.module.ctx[ty] else { return None };
        if !self.stands_for_another(spirv) {
            return None;
        }
        if *spirv == SpirvType::Sampler {
            self.lacks("!spirv.sampler");
            return Some(format!("!spirv.struct<{SAMPLER}, ()>"));
        }
        let text = self.apart(|printer| printer.type_text(ty));
        self.lacks(text.split(',').next().unwrap_or_default());
        Some(format!("!spirv.struct<{ANY_TYPE}{}, ()>", escaped(&text)))
    }

    /// The generic form as MLIR reads it.
    pub(super) fn mlir_generic(&mut self, op: OpId) {
        let module = self.module;
        let info = module[op].info;
        let mut own = Vec::new();
        let mut rest = Vec::new();
        for (name, attr) in module[op].attrs.iter().copied() {
            if self.is_implied(op, name) {
                continue;
            }
            match self.property(op, name, attr) {
                Some(property) => own.push(property),
                None => rest.push((name, attr)),
            }
        }
        if matches!(ops::code(module, op), Some(Code::Mlir(Mlir::Selection | Mlir::Loop))) {
            own.extend(self.bare_control(op));
        }
        let operands = module[op].operands.clone();
        let own = if own.is_empty() { String::new() } else { format!(" <{{{}}}>", own.join(", ")) };
        let values = self.value_list(&operands);
        self.put(&format!("\"{}\"({values}){own}", info.name));
        if let Some(region) = module[op].regions.first() {
            self.put(" (");
            self.region(*region, false);
            self.put(")");
        }
        let dict = self.dict(&rest);
        let (types, results) = (self.type_list(&operands), self.type_list(&module[op].results));
        let results = if module[op].results.len() == 1 { results } else { format!("({results})") };
        self.put(&format!("{dict} : ({types}) -> {results}"));
    }

    /// An attribute that MLIR's op has itself, as MLIR names and spells it.
    fn property(&mut self, op: OpId, name: &str, attr: AttrId) -> Option<String> {
        let module = self.module;
        let code = ops::code(module, op)?;
        let text = match (code, name) {
            (Code::Mlir(Mlir::Constant), attrs::VALUE) => format!("value = {}", self.attr(attr)),
            (Code::Mlir(Mlir::SpecConstant), attrs::VALUE) => format!("default_value = {}", self.attr(attr)),
            (Code::Mlir(Mlir::AddressOf), attrs::SYMBOL) => format!("variable = {}", self.attr(attr)),
            (Code::Mlir(Mlir::ReferenceOf), attrs::SYMBOL) => format!("spec_const = {}", self.attr(attr)),
            (Code::Mlir(Mlir::SpecConstantComposite), attrs::ARGS) => format!("constituents = {}", self.attr(attr)),
            (Code::Mlir(Mlir::SpecConstantComposite), attrs::TYPE) => format!("type = {}", self.attr(attr)),
            (Code::Mlir(_), attrs::SYM_NAME) => {
                let name = facts::name_of(module, op).map_or("", |name| module.ctx.str(name));
                format!("sym_name = {}", quoted(name))
            }
            _ => return None,
        };
        Some(text)
    }

    /// Returns whether the type that an attribute has follows from the value of the op.
    fn is_implied(&self, op: OpId, name: &str) -> bool {
        name == attrs::TYPE && ops::code(self.module, op) == Some(Code::Mlir(Mlir::SpecConstant))
    }

    /// A construct's control without its operands, which MLIR has no place for.
    fn bare_control(&mut self, op: OpId) -> Option<String> {
        let module = self.module;
        let Attr::Enum { kind, value, .. } = &module.ctx[module.attr(op, attrs::CONTROL)?] else { return None };
        let snake = enums::table(*kind).snake;
        let text = mlir::spelled(Kind::from_snake(snake)?, *value)?;
        Some(format!("{snake} = #spirv.{snake}<{text}>"))
    }

    /// Returns whether MLIR lacks a type, so that a struct represents it.
    fn stands_for_another(&self, ty: &SpirvType) -> bool {
        match ty {
            SpirvType::Sampler => true,
            SpirvType::Other { .. } => Shaped::of(&self.module.ctx, ty).is_none(),
            SpirvType::Array { len: Length::Symbol(_), .. } => true,
            SpirvType::Image(image) => image.access.is_some() || mlir::spelled(Kind::Dim, image.dim as u32).is_none(),
            SpirvType::SampledImage(image) => match &self.module.ctx[*image] {
                Type::Spirv(SpirvType::Image(image)) if image.dim == Dim::DimBuffer => true,
                Type::Spirv(image) => self.stands_for_another(image),
                _ => false,
            },
            SpirvType::Pointer { storage, .. } => mlir::spelled(Kind::StorageClass, *storage as u32).is_none(),
            SpirvType::Array { .. }
            | SpirvType::RuntimeArray { .. }
            | SpirvType::Struct { .. }
            | SpirvType::StructRef(_)
            | SpirvType::Matrix { .. } => false,
        }
    }
}
