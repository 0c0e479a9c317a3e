//! Ops to text: by the format of their row, or by a function where a format is not enough.

use super::Printer;
use super::attrs::{is_word, quoted, with_items};
use super::exchange::Form;
use dialect::ir::types::Sign;
use dialect::ir::{Attr, Module, NamedAttr, OpId, Successor, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::mlir;
use dialect::spirv::ops::format::Piece;
use dialect::spirv::ops::{self, Code, Infer, Mlir, OpRow, table};
use dialect::spirv::shapes::Shaped;
use dialect::spirv::types::SpirvType;
use dialect::spirv::write::held_by;
use spirv::Op;
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn op_text(&mut self, op: OpId) {
        let info = self.module[op].info;
        let Some(row) = ops::row(info) else { return self.generic(op) };
        match self.form(op) {
            Form::Own => {}
            Form::Generic => return self.mlir_generic(op),
            Form::Call => return self.call_instead(op),
        }
        match row.code {
            Code::Mlir(mlir) => self.mlir(op, mlir),
            Code::Core(core) if row.format == table::CUSTOM => self.custom(op, core),
            Code::Core(_) | Code::Gl(_) | Code::Cl(_) => {
                if self.fits(op, row) {
                    self.by_format(op, row);
                } else {
                    self.generic(op);
                }
            }
        }
    }

    /// Returns whether the row's format covers the whole op.
    pub(super) fn fits(&self, op: OpId, row: &OpRow) -> bool {
        let module = self.module;
        let spells_result = row.format.contains(&Piece::Result);
        if !self.says_layout(op, row) {
            return false;
        }
        let Some(result) = module[op].results.first() else {
            return !(spells_result || row.has_type);
        };
        if spells_result {
            return true;
        }
        let wanted = module.type_of(*result);
        let ty = |index: u8| module[op].operands.get(usize::from(index)).map(|value| module.type_of(*value));
        // Types that inference would have to construct are compared by their parts.
        match row.infer {
            Infer::Bool(index) => ty(index).is_some_and(|ty| {
                let len = |ty: TypeId| if let Type::Vector { len, .. } = module.ctx[ty] { len } else { 0 };
                let is_bool = matches!(module.ctx[module.ctx.scalar_of(wanted)], Type::Int { width: 1, .. });
                is_bool && len(ty) == len(wanted)
            }),
            Infer::Part(index) => {
                let indices = facts::array_of(module, op, attrs::INDICES).iter();
                let indices: Vec<u64> = indices.filter_map(|attr| facts::number(module, *attr)).collect();
                ty(index).and_then(|ty| facts::part(module, ty, &indices)) == Some(wanted)
            }
            Infer::Element(index) => ty(index).map(|ty| module.ctx.scalar_of(ty)) == Some(wanted),
            Infer::Same(index) => ty(index) == Some(wanted),
            Infer::Pointee(index) => {
                ty(index).and_then(|ty| facts::pointer(module, ty)).map(|(pointee, _)| pointee) == Some(wanted)
            }
            Infer::ImageOf(index) => {
                ty(index).is_some_and(|ty| module.ctx[ty] == Type::Spirv(SpirvType::SampledImage(wanted)))
            }
            Infer::Word => matches!(module.ctx[wanted], Type::Int { width: 32, sign: Sign::Signless }),
            Infer::Spelled => false,
        }
    }

    /// Returns whether the layout of a cooperative matrix, if an op takes one, is a constant that the text can say.
    fn says_layout(&self, op: OpId, row: &OpRow) -> bool {
        let Some(at) = table::layout_at(row.format) else { return true };
        let module = self.module;
        let layout = facts::layout_of(module, op, at).filter(|(_, is_signed)| *is_signed == self.signed_layouts);
        let is_known = layout.is_some_and(|(value, _)| mlir::spelled(Kind::CooperativeMatrixLayout, value).is_some());
        // The stride, which follows, is not always there.
        let held = held_by(module, module[op].attrs.iter()).len();
        is_known && module[op].operands.len() == at + 2 + held
    }

    fn by_format(&mut self, op: OpId, row: &'static OpRow) {
        let module = self.module;
        self.put(row.info.name);
        let takes_all = row.format.starts_with(&[Piece::Operands, Piece::Attrs]);
        if takes_all && module[op].operands.is_empty() && module[op].results.is_empty() {
            let dict = self.dict(&module[op].attrs);
            return self.put(&dict);
        }
        // Attributes that a piece spells include their values; the values of others are among the operands.
        let held = held_by(module, module[op].attrs.iter().filter(|(name, _)| row.spells(name)));
        let mut used = vec![false; module[op].operands.len()];
        for piece in row.format {
            let end = self.out.len();
            if !piece.is_tight() && !self.out.ends_with(['[', '(']) {
                self.put(" ");
            }
            let start = self.out.len();
            self.piece(op, row, *piece, &held, &mut used);
            if self.out.len() == start {
                self.out.truncate(end);
            }
        }
    }

    fn piece(&mut self, op: OpId, row: &'static OpRow, piece: Piece, held: &[usize], used: &mut [bool]) {
        let module = self.module;
        let operands = &module[op].operands;
        let text = match piece {
            Piece::Token(token) => return self.put(token),
            Piece::Operand(index) => match operands.get(index) {
                Some(value) => {
                    used[index] = true;
                    return self.put_value(*value);
                }
                None => "<missing>".to_owned(),
            },
            Piece::TypeOf(index) => match operands.get(index) {
                Some(value) => self.type_text(module.type_of(*value)),
                None => "<missing>".to_owned(),
            },
            Piece::Operands => {
                let rest: Vec<ValueId> =
                    (0..operands.len()).filter(|at| !used[*at] && !held.contains(at)).map(|at| operands[at]).collect();
                self.value_list(&rest)
            }
            Piece::Types => self.type_list(operands),
            Piece::Result => match module[op].results.first() {
                Some(value) => self.type_text(module.type_of(*value)),
                None => "()".to_owned(),
            },
            Piece::Attrs => {
                let rest = module[op].attrs.iter().filter(|(name, _)| !row.spells(name));
                let rest: Vec<NamedAttr> = rest.copied().collect();
                self.dict(&rest).trim_start().to_owned()
            }
            Piece::Storage => {
                let storage = operands.first().and_then(|value| facts::storage_of(module, module.type_of(*value)));
                storage.map(|storage| quoted(&self.storage(storage))).unwrap_or_default()
            }
            Piece::Indices => {
                let indices: Vec<String> =
                    facts::array_of(module, op, attrs::INDICES).iter().map(|attr| self.attr(*attr)).collect();
                format!("[{}]", indices.join(", "))
            }
            Piece::Memory => self.masked(op, Kind::MemoryAccess.table().snake, Kind::MemoryAccess),
            Piece::Image => self.masked(op, Kind::ImageOperands.table().snake, Kind::ImageOperands),
            Piece::Packed => self.optional_enum(op, Kind::PackedVectorFormat),
            Piece::Signs => self.optional_enum(op, Kind::CooperativeMatrixOperands),
            Piece::Access => self.access(op),
            Piece::Type => self.declared_type(op),
            Piece::Layout(at) => {
                let layout = facts::layout_of(module, op, at);
                let name = layout.and_then(|(value, _)| mlir::spelled(Kind::CooperativeMatrixLayout, value));
                format!("<{}>", name.unwrap_or_default())
            }
            Piece::Cluster => self.cluster_size(operands.get(1), ""),
            Piece::Turn => self.cluster_size(operands.get(2), ", "),
            Piece::Enum(name) => format!("<{}>", self.enum_text(op, name)),
        };
        self.put(&text);
    }

    fn cluster_size(&self, size: Option<&ValueId>, before: &str) -> String {
        size.map(|size| format!("{before}cluster_size({})", self.value(*size))).unwrap_or_default()
    }

    /// An enumerated attribute behind a comma, if the op has it.
    fn optional_enum(&mut self, op: OpId, kind: Kind) -> String {
        let name = kind.table().snake;
        self.module.attr(op, name).map(|_| format!(", <{}>", self.enum_text(op, name))).unwrap_or_default()
    }

    /// The value of an enumerated attribute, or its operand.
    fn enum_text(&mut self, op: OpId, name: &str) -> String {
        let module = self.module;
        match module.attr(op, name).map(|attr| &module.ctx[attr]) {
            Some(Attr::Enum { kind, value, .. }) => self.enumerant(*kind, *value),
            Some(Attr::Operand(index)) => match module[op].operands.get(*index as usize) {
                Some(value) => self.value(*value),
                None => "<missing>".to_owned(),
            },
            _ => "<missing>".to_owned(),
        }
    }

    /// Memory access or image operands: the names in quotes, then their operands.
    fn masked(&mut self, op: OpId, name: &str, kind: Kind) -> String {
        let module = self.module;
        let Some(Attr::Enum { value, params, .. }) = module.attr(op, name).map(|attr| &module.ctx[attr]) else {
            return String::new();
        };
        let params: Vec<String> = params
            .iter()
            .map(|param| match &module.ctx[*param] {
                Attr::Operand(index) => match module[op].operands.get(*index as usize) {
                    Some(value) => self.value(*value),
                    None => "<missing>".to_owned(),
                },
                Attr::Int { .. } => self.number(*param),
                _ => self.attr(*param),
            })
            .map(|param| format!(", {param}"))
            .collect();
        let name = quoted(&self.enumerant(kind.id(), *value));
        match kind {
            Kind::ImageOperands => format!("[{name}]{}", params.concat()),
            _ => format!("[{name}{}]", params.concat()),
        }
    }

    /// Memory access as ops on cooperative matrices have it.
    fn access(&mut self, op: OpId) -> String {
        let (module, kind) = (self.module, Kind::MemoryAccess);
        match module.attr(op, kind.table().snake).map(|attr| &module.ctx[attr]) {
            Some(Attr::Enum { value, params, .. }) => {
                let params: Vec<String> = params.iter().map(|param| format!(", {}", self.number(*param))).collect();
                format!(", <{}>{}", self.enumerant(kind.id(), *value), params.concat())
            }
            _ => String::new(),
        }
    }

    /// The generic form: operands, attributes and a function type.
    pub(super) fn generic(&mut self, op: OpId) {
        let module = self.module;
        let operands = module[op].operands.clone();
        let _ = write!(self.out, "\"{}\"({})", module[op].info.name, self.value_list(&operands));
        let dict = self.dict(&module[op].attrs);
        let types = self.type_list(&operands);
        let results = self.type_list(&module[op].results);
        let results = if module[op].results.len() == 1 { results } else { format!("({results})") };
        self.put(&format!("{dict} : ({types}) -> {results}"));
    }

    fn successor(&mut self, successor: &Successor) -> String {
        let name = self.blocks.get(&successor.block).cloned().unwrap_or_default();
        if successor.args.is_empty() {
            return format!("^{name}");
        }
        let types = self.type_list(&successor.args);
        format!("^{name}({} : {types})", self.value_list(&successor.args))
    }

    fn control(&mut self, op: OpId) -> String {
        let module = self.module;
        let Some(Attr::Enum { kind, value, params }) = module.attr(op, attrs::CONTROL).map(|attr| &module.ctx[attr])
        else {
            return String::new();
        };
        if *value == 0 {
            return String::new();
        }
        let params: Vec<String> = params.iter().map(|param| format!(", {}", self.number(*param))).collect();
        format!(" control({}{})", self.enumerant(*kind, *value), params.concat())
    }

    /// The attributes that the text does not show otherwise.
    pub(super) fn rest(&mut self, op: OpId, shown: &[&str]) -> String {
        let rest: Vec<NamedAttr> =
            self.module[op].attrs.iter().filter(|(name, _)| !shown.contains(name)).copied().collect();
        self.dict(&rest)
    }

    fn custom(&mut self, op: OpId, core: Op) {
        let module = self.module;
        self.put(module[op].info.name);
        let successors: Vec<String> = module[op].successors.iter().map(|one| self.successor(one)).collect();
        let operands = module[op].operands.clone();
        let text = match core {
            Op::Branch => format!(" {}", successors.join("")),
            Op::BranchConditional => {
                let weights: Vec<String> =
                    facts::array_of(module, op, attrs::WEIGHTS).iter().map(|weight| self.number(*weight)).collect();
                let weights = if weights.is_empty() { String::new() } else { format!(" [{}]", weights.join(", ")) };
                format!(" {}{weights}, {}", self.value_list(&operands), successors.join(", "))
            }
            Op::Switch => self.switch(op, &successors),
            Op::SelectionMerge | Op::LoopMerge => format!("{} {}", self.control(op), successors.join(", ")),
            Op::FunctionCall => self.call(op),
            Op::Variable => {
                let init = operands.first().map(|value| format!(" init({})", self.value(*value))).unwrap_or_default();
                format!("{init}{} : {}", self.rest(op, &[]), self.type_list(&module[op].results))
            }
            Op::CopyMemory => self.copy_memory(op),
            Op::EntryPoint => self.entry_point(op),
            _ => self.execution_mode(op),
        };
        self.put(&text);
    }

    /// Target and source with their storage classes, memory accesses of both, and the type of what is copied.
    fn copy_memory(&mut self, op: OpId) -> String {
        let module = self.module;
        let [target, source] = module[op].operands[..2] else { return " <missing>".to_owned() };
        let own = Kind::MemoryAccess.table();
        let [target, source] = [target, source].map(|value| {
            let storage = facts::storage_of(module, module.type_of(value));
            let storage = storage.map(|storage| format!("\"{}\" ", self.storage(storage))).unwrap_or_default();
            format!("{storage}{}", self.value(value))
        });
        let mut access = String::new();
        for (name, before) in [(own.snake, " "), (own.snake_2, ", ")] {
            let text = self.masked(op, name, Kind::MemoryAccess);
            if !text.is_empty() {
                access += &format!("{before}{text}");
            }
        }
        let ty =
            facts::pointer(module, module.type_of(module[op].operands[0])).map(|(pointee, _)| self.type_text(pointee));
        let dict = self.rest(op, &[own.snake, own.snake_2]);
        format!(" {target}, {source}{access}{dict} : {}", ty.unwrap_or_default())
    }

    fn switch(&mut self, op: OpId, successors: &[String]) -> String {
        let module = self.module;
        let operands = module[op].operands.clone();
        let cases = facts::array_of(module, op, attrs::CASES).to_vec();
        let mut names = vec!["default".to_owned()];
        names.extend(cases.iter().map(|case| self.number(*case)));
        let pad = "  ".repeat(self.indent + 1);
        let lines: Vec<String> =
            names.iter().zip(successors).map(|(case, successor)| format!("{pad}{case}: {successor}")).collect();
        let end = "  ".repeat(self.indent);
        format!(" {} : {}, [\n{}\n{end}]", self.value_list(&operands), self.type_list(&operands), lines.join(",\n"))
    }

    fn call(&mut self, op: OpId) -> String {
        let module = self.module;
        let operands = module[op].operands.clone();
        let name = facts::symbol_of(module, op, attrs::SYMBOL).map(|name| self.symbol(name)).unwrap_or_default();
        let results = match module[op].results.first() {
            Some(_) => self.type_list(&module[op].results),
            None => "()".to_owned(),
        };
        let dict = self.rest(op, &[attrs::SYMBOL]);
        format!(" {name}({}){dict} : ({}) -> {results}", self.value_list(&operands), self.type_list(&operands))
    }

    fn entry_point(&mut self, op: OpId) -> String {
        let module = self.module;
        let model = self.enum_text(op, Kind::ExecutionModel.table().snake);
        let name = facts::symbol_of(module, op, attrs::SYMBOL).map(|name| self.symbol(name)).unwrap_or_default();
        let args: Vec<String> =
            facts::array_of(module, op, attrs::ARGS).iter().map(|arg| format!(", {}", self.number(*arg))).collect();
        let mut shown = vec![Kind::ExecutionModel.table().snake, attrs::SYMBOL, attrs::ARGS];
        // The module has it.
        shown.extend(self.is_for_mlir().then_some(attrs::ENTRY_NAME));
        format!(" \"{model}\" {name}{}{}", args.concat(), self.rest(op, &shown))
    }

    fn execution_mode(&mut self, op: OpId) -> String {
        let module = self.module;
        let name = facts::symbol_of(module, op, attrs::SYMBOL).map(|name| self.symbol(name)).unwrap_or_default();
        let mode = module.attr(op, Kind::ExecutionMode.table().snake).map(|attr| &module.ctx[attr]);
        let Some(Attr::Enum { value, params, .. }) = mode else { return format!(" {name}") };
        let by_id = ops::code(module, op) == Some(Code::Core(Op::ExecutionModeId));
        let params: Vec<String> = params
            .iter()
            .map(|param| format!(", {}", if by_id { self.attr(*param) } else { self.number(*param) }))
            .collect();
        format!(" {name} \"{}\"{}", self.enumerant(Kind::ExecutionMode.id(), *value), params.concat())
    }

    fn mlir(&mut self, op: OpId, mlir: Mlir) {
        let module = self.module;
        self.put(module[op].info.name);
        let name = facts::name_of(module, op).map(|name| self.symbol(name)).unwrap_or_default();
        let symbol = facts::symbol_of(module, op, attrs::SYMBOL).map(|name| self.symbol(name)).unwrap_or_default();
        let results = self.type_list(&module[op].results);
        let operands = module[op].operands.clone();
        let text = match mlir {
            Mlir::Module => return,
            Mlir::Func => return self.func(op),
            Mlir::Selection | Mlir::Loop => return self.construct(op),
            Mlir::AddressOf | Mlir::ReferenceOf => format!(" {symbol}{} : {results}", self.rest(op, &[attrs::SYMBOL])),
            Mlir::Constant => self.constant(op),
            Mlir::Merge if operands.is_empty() => String::new(),
            Mlir::Merge => format!(" {} : {}", self.value_list(&operands), self.type_list(&operands)),
            Mlir::GlobalVariable => self.global_variable(op, &name),
            Mlir::SpecConstant => {
                let id =
                    facts::number_of(module, op, "spec_id").map(|id| format!(" spec_id({id})")).unwrap_or_default();
                let value = module.attr(op, attrs::VALUE).map(|attr| self.attr(attr)).unwrap_or_default();
                let rest = self.rest(op, &[attrs::SYM_NAME, attrs::TYPE, attrs::VALUE, "spec_id"]);
                format!(" {name}{id} = {value}{rest}")
            }
            Mlir::SpecConstantComposite | Mlir::SpecConstantOperation => self.spec_composite(op, &name),
            Mlir::ExtInst => self.ext_inst(op, &name),
            Mlir::VendorInst => self.vendor_inst(op),
        };
        self.put(&text);
    }

    fn declared_type(&mut self, op: OpId) -> String {
        facts::type_of(self.module, op, attrs::TYPE).map(|ty| self.type_text(ty)).unwrap_or_default()
    }

    fn constant(&mut self, op: OpId) -> String {
        let module = self.module;
        let Some(attr) = module.attr(op, attrs::VALUE) else { return " <missing>".to_owned() };
        let rest = self.rest(op, &[attrs::VALUE]);
        let result = module[op].results.first().map(|result| &module.ctx[module.type_of(*result)]);
        if let (Attr::Array(items), Some(Type::Spirv(ty))) = (&module.ctx[attr], result)
            && let Some(shaped) = Shaped::of(&module.ctx, ty)
        {
            let items: Vec<String> = items.iter().map(|item| self.number(*item)).collect();
            let value = match shaped {
                Shaped::Matrix(_) => items.concat(),
                Shaped::Tensor(_) => format!("[{}]", items.join(", ")),
            };
            return format!(" dense<{value}> : {}{rest}", self.type_list(&module[op].results));
        }
        let value = self.attr(attr);
        match module.ctx[attr] {
            Attr::Array(_) | Attr::Null | Attr::Undef | Attr::Dict(_) => {
                format!(" {value} : {}{rest}", self.type_list(&module[op].results))
            }
            _ => format!(" {value}{rest}"),
        }
    }

    fn global_variable(&mut self, op: OpId, name: &str) -> String {
        let module = self.module;
        let mut shown = vec![attrs::SYM_NAME, attrs::TYPE, attrs::INITIALIZER];
        let initializer = match module.attr(op, attrs::INITIALIZER) {
            // MLIR has no others.
            Some(attr) if self.is_for_mlir() && !matches!(module.ctx[attr], Attr::Symbol(_)) => {
                shown.retain(|name| *name != attrs::INITIALIZER);
                String::new()
            }
            Some(attr) => format!(" initializer({})", self.attr(attr)),
            None => String::new(),
        };
        let set = facts::number_of(module, op, "descriptor_set");
        let bind = match (set, facts::number_of(module, op, "binding")) {
            (Some(set), Some(binding)) => {
                shown.extend(["descriptor_set", "binding"]);
                format!(" bind({set}, {binding})")
            }
            _ => String::new(),
        };
        let built_in = match module.attr(op, "built_in").map(|attr| &module.ctx[attr]) {
            Some(Attr::Enum { kind, value, .. }) => {
                shown.push("built_in");
                format!(" built_in({})", quoted(&self.enumerant(*kind, *value)))
            }
            _ => String::new(),
        };
        let rest = self.rest(op, &shown);
        format!(" {name}{initializer}{bind}{built_in}{rest} : {}", self.declared_type(op))
    }

    fn spec_composite(&mut self, op: OpId, name: &str) -> String {
        let module = self.module;
        if name.is_empty() {
            return self.local_spec_operation(op);
        }
        let args: Vec<String> = facts::array_of(module, op, attrs::ARGS).iter().map(|arg| self.attr(*arg)).collect();
        let wraps = match module.attr(op, attrs::OP).map(|attr| &module.ctx[attr]) {
            Some(Attr::Str(text)) => format!(" wraps {}", quoted(text)),
            _ => String::new(),
        };
        let rest = self.rest(op, &[attrs::SYM_NAME, attrs::TYPE, attrs::ARGS, attrs::OP]);
        format!(" {name}{wraps} ({}){rest} : {}", args.join(", "), self.declared_type(op))
    }

    /// A constant operation in a function, as in MLIR.
    fn local_spec_operation(&mut self, op: OpId) -> String {
        let module = self.module;
        let wrapped = module.attr(op, attrs::OP).map(|attr| self.number(attr)).unwrap_or_default();
        let operands = module[op].operands.clone();
        let (values, types) = (self.value_list(&operands), self.type_list(&operands));
        let rest = self.rest(op, &[attrs::OP]);
        format!(" wraps {wrapped}({values}){rest} : ({types}) -> {}", self.type_list(&module[op].results))
    }

    fn ext_inst(&mut self, op: OpId, name: &str) -> String {
        let module = self.module;
        let set = module.attr(op, attrs::SET).map(|attr| self.number(attr)).unwrap_or_default();
        let number = facts::number_of(module, op, attrs::INSTRUCTION).unwrap_or(0);
        let args: Vec<String> = facts::array_of(module, op, attrs::ARGS).iter().map(|arg| self.attr(*arg)).collect();
        let operands = module[op].operands.clone();
        let operands = match operands.is_empty() {
            true => String::new(),
            false => format!(" ({} : {})", self.value_list(&operands), self.type_list(&operands)),
        };
        let forward = if module.attr(op, attrs::FORWARD).is_some() { " forward" } else { "" };
        // An unused op has no name.
        let name = if name.is_empty() { String::new() } else { format!(" {name}") };
        format!("{name} {set} {number}{forward} [{}]{operands}", args.join(", "))
    }

    fn vendor_inst(&mut self, op: OpId) -> String {
        let module = self.module;
        let set = module.attr(op, attrs::SET).map(|attr| self.attr(attr)).unwrap_or_default();
        let number = facts::number_of(module, op, attrs::INSTRUCTION).unwrap_or(0);
        let operands = module[op].operands.clone();
        let types = format!("({}) -> ({})", self.type_list(&operands), self.type_list(&module[op].results));
        let operands = self.value_list(&operands);
        let rest = self.rest(op, &[attrs::SET, attrs::INSTRUCTION]);
        format!(" {set} {number}({operands}) : {types}{rest}")
    }

    fn construct(&mut self, op: OpId) {
        let module = self.module;
        let control = self.control(op);
        let types = self.type_list(&module[op].results);
        let types = if types.is_empty() { types } else { format!(" -> {types}") };
        self.put(&format!("{control}{types} "));
        if let Some(region) = module[op].regions.first() {
            self.region(*region, false);
        }
    }

    fn func(&mut self, op: OpId) {
        let module = self.module;
        self.name_all(op);
        let name = facts::name_of(module, op).map(|name| self.symbol(name)).unwrap_or_default();
        let ty = facts::type_of(module, op, attrs::TYPE);
        let Some(Type::Function { params, result }) = ty.map(|ty| &module.ctx[ty]) else { return };
        let region = module[op].regions.first().copied();
        let entry = region.and_then(|region| module[region].blocks.first().copied());
        let params: Vec<String> = match entry {
            Some(entry) => module[entry].args.iter().map(|arg| self.parameter(*arg)).collect(),
            None => params.iter().map(|param| self.type_text(*param)).collect(),
        };
        let result = match module.ctx[*result] {
            Type::None => String::new(),
            _ => format!(" -> {}", self.type_text(*result)),
        };
        let control = self.enum_text(op, Kind::FunctionControl.table().snake);
        let mut rest = self.rest(op, &[attrs::SYM_NAME, attrs::TYPE, Kind::FunctionControl.table().snake]);
        let label = entry.and_then(|entry| module[entry].name).filter(|_| self.is_for_mlir());
        let label = label.map(|label| format!("{} = {}", attrs::ENTRY_BLOCK, quoted(module.ctx.str(label))));
        let renamed = std::mem::take(&mut self.renamed);
        let renamed = (!renamed.is_empty()).then(|| format!("{} = [{}]", attrs::RENAMED, renamed.join(", ")));
        rest = with_items(rest, label.into_iter().chain(renamed));
        let rest = if rest.is_empty() { rest } else { format!(" attributes{rest}") };
        self.put(&format!(" {name}({}){result} \"{control}\"{rest}", params.join(", ")));
        if let (Some(region), Some(_)) = (region, entry) {
            self.put(" ");
            self.region(region, true);
        }
    }

    pub(super) fn module_head(&mut self) {
        let (module, root) = (self.module, self.module.root);
        let addressing = self.enum_text(root, Kind::AddressingModel.table().snake);
        let memory = self.enum_text(root, Kind::MemoryModel.table().snake);
        let capabilities: Vec<String> = facts::array_of(module, root, attrs::CAPABILITIES)
            .iter()
            .filter_map(|attr| facts::number(module, *attr))
            .filter_map(|value| self.capability(value as u32))
            .collect();
        let extensions: Vec<String> = facts::array_of(module, root, attrs::EXTENSIONS)
            .iter()
            .filter_map(|attr| match &module.ctx[*attr] {
                Attr::Str(text) if self.is_for_mlir() && !mlir::has_extension(text) => None,
                Attr::Str(text) if is_word(text) && text.starts_with("SPV_") => Some(text.to_string()),
                Attr::Str(text) => Some(quoted(text)),
                _ => None,
            })
            .collect();
        let version = match module.attr(root, attrs::VERSION).map(|attr| &module.ctx[attr]) {
            Some(Attr::Str(text)) => text.to_string(),
            _ => "v1.0".to_owned(),
        };
        let mut rest = self.module_attributes(&[
            Kind::AddressingModel.table().snake,
            Kind::MemoryModel.table().snake,
            attrs::CAPABILITIES,
            attrs::EXTENSIONS,
            attrs::VERSION,
        ]);
        rest = if rest.is_empty() { rest } else { format!(" attributes{rest}") };
        self.put(&format!(
            "spirv.module {addressing} {memory} requires #spirv.vce<{version}, [{}], [{}]>{rest}",
            capabilities.join(", "),
            extensions.join(", ")
        ));
    }
}
/// The type of an op's result as its row's rule gives it; `None` where the rule does not apply.
pub(crate) fn inferred(module: &mut Module, infer: Infer, operands: &[ValueId], indices: &[u64]) -> Option<TypeId> {
    let at = |index: u8| operands.get(usize::from(index)).map(|value| module.type_of(*value));
    match infer {
        Infer::Spelled => None,
        Infer::Same(index) => at(index),
        Infer::Bool(index) => {
            let ty = at(index)?;
            let bool = module.ctx.bool();
            Some(module.ctx.with_scalar(ty, bool))
        }
        Infer::Pointee(index) => facts::pointer(module, at(index)?).map(|(pointee, _)| pointee),
        Infer::Element(index) => Some(module.ctx.scalar_of(at(index)?)),
        Infer::Word => Some(module.ctx.int(32)),
        Infer::Part(index) => facts::part(module, at(index)?, indices),
        Infer::ImageOf(index) => match module.ctx[at(index)?] {
            Type::Spirv(SpirvType::SampledImage(image)) => Some(image),
            _ => None,
        },
    }
}
