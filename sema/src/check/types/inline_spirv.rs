//! Inline SPIR-V: types made of opcodes and operands, and the capabilities and extensions of declarations.

use crate::attributes::Attributes;
use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::check::state::templates::TemplateArg;
use crate::diagnostics::{AttributePlace, InvalidDeclaration, NotConstant, UnknownOpcode, WrongTemplateArgument};
use crate::hir::Requirements;
use crate::hir::expr::{Arg, ConstantValue, ExprId, ExprKind, ParamMode};
use crate::hir::ty::{Object, SpirvOperand, SpirvType, Transient, Type, TypeId};
use crate::tables::attributes::{Fact, Place};
use crate::tables::types::SpirvForm;
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{List, Prefix};
use spirv::{Capability, Op};

/// Types.
impl Checker<'_> {
    /// The type of one of the templates.
    pub(crate) fn spirv_form(&mut self, form: SpirvForm, args: &[TemplateArg], name: Symbol, span: Span) -> TypeId {
        let made = match form {
            SpirvForm::Type => self.spirv_type(args, 3, name, span).map(Type::Spirv),
            SpirvForm::Opaque => self.spirv_type(args, 1, name, span).map(|id| Type::Object(Object::Spirv(id))),
            SpirvForm::Numbered => self.numbered_type(args, name, span),
            SpirvForm::IntegralConstant => self.integral_constant(args, name, span),
            SpirvForm::Literal => self.literal_operand(args, name, span),
            SpirvForm::ResultId => self.type_arg(args, 0, name, span).map(|ty| self.module.types[ty]),
        };
        made.map_or(self.common.error, |ty| self.intern(ty))
    }

    fn spirv_type(
        &mut self,
        args: &[TemplateArg],
        numbers: usize,
        name: Symbol,
        span: Span,
    ) -> Option<crate::hir::ty::SpirvTypeId> {
        if args.len() < numbers {
            self.wrong_count(name, &format!("at least {numbers}"), args.len(), span);
            return None;
        }
        let mut fixed = [0; 3];
        for (at, number) in fixed.iter_mut().enumerate().take(numbers) {
            *number = self.unsigned_arg(args, at, name, span)?;
        }
        let [opcode, size, align] = fixed;
        if Op::from_u32(opcode).is_none() {
            self.report(span, UnknownOpcode { opcode: opcode.to_string() });
            return None;
        }
        let operands = args[numbers..].iter().map(|&arg| self.spirv_operand(arg, name, span));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let ty = SpirvType { opcode: Some(opcode), number: 0, size, align, operands };
        Some(self.module.spirv_types.intern(ty))
    }

    fn unsigned_arg(&mut self, args: &[TemplateArg], at: usize, name: Symbol, span: Span) -> Option<u32> {
        let value = self.value_arg(args, at, name, span)?;
        let value = u32::try_from(value).ok();
        if value.is_none() {
            let name = self.text(name);
            self.report(span, WrongTemplateArgument { name, expected: "a 32-bit number".to_owned() });
        }
        value
    }

    fn spirv_operand(&mut self, arg: TemplateArg, name: Symbol, span: Span) -> Option<SpirvOperand> {
        match arg {
            TemplateArg::Type(ty) => Some(self.operand_of_type(ty)),
            TemplateArg::Value(_) | TemplateArg::Template(_) => {
                let expected = "a type, vk::integral_constant or vk::Literal".to_owned();
                let name = self.text(name);
                self.report(span, WrongTemplateArgument { name, expected });
                None
            }
        }
    }

    fn operand_of_type(&self, ty: TypeId) -> SpirvOperand {
        match self.module.types[ty] {
            Type::Transient(Transient::IntegralConstant(constant)) => SpirvOperand::Constant(constant),
            Type::Transient(Transient::Literal(constant)) => SpirvOperand::Literal(constant),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => SpirvOperand::Type(ty),
        }
    }

    /// The template arguments of a type spelled in SPIR-V, if the template has this name.
    pub(crate) fn spelled_parts(&mut self, ty: TypeId, template: &str) -> Option<Vec<TemplateArg>> {
        let (id, numbers) = match (self.module.types[ty], template) {
            (Type::Spirv(id), "SpirvType") => (id, 3),
            (Type::Object(Object::Spirv(id)), "SpirvOpaqueType") => (id, 1),
            (Type::Transient(Transient::Literal(constant)), "Literal") => {
                return Some(vec![self.part_of_operand(SpirvOperand::Constant(constant))]);
            }
            (Type::Transient(Transient::IntegralConstant(constant)), "integral_constant") => {
                let of = self.module.constants[constant].ty;
                return Some(vec![TemplateArg::Type(of), TemplateArg::Value(constant)]);
            }
            _ => return None,
        };
        let spelled = self.module.spirv_types[id].clone();
        let fixed = [spelled.opcode?, spelled.size, spelled.align];
        let uint = self.common.uint;
        let numbers = fixed[..numbers].iter();
        let mut parts: Vec<TemplateArg> = numbers
            .map(|&number| TemplateArg::Value(self.intern_constant(uint, ConstantValue::Int(number.into()))))
            .collect();
        parts.extend(spelled.operands.into_iter().map(|operand| self.part_of_operand(operand)));
        Some(parts)
    }

    fn part_of_operand(&mut self, operand: SpirvOperand) -> TemplateArg {
        TemplateArg::Type(match operand {
            SpirvOperand::Type(ty) => ty,
            SpirvOperand::Constant(constant) => self.intern(Type::Transient(Transient::IntegralConstant(constant))),
            SpirvOperand::Literal(constant) => self.intern(Type::Transient(Transient::Literal(constant))),
        })
    }

    fn numbered_type(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> Option<Type> {
        if args.len() != 1 {
            self.wrong_count(name, "1", args.len(), span);
            return None;
        }
        let number = self.unsigned_arg(args, 0, name, span)?;
        self.decls.numbered_types.entry(number).or_insert(span);
        let ty = SpirvType { opcode: None, number, size: 0, align: 0, operands: Vec::new() };
        Some(Type::Object(Object::Spirv(self.module.spirv_types.intern(ty))))
    }

    fn integral_constant(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> Option<Type> {
        let &[_, TemplateArg::Value(value)] = args else {
            self.wrong_count(name, "2", args.len(), span);
            return None;
        };
        let ty = self.type_arg(args, 0, name, span)?;
        let constant = self.fold_convert(value, ty).filter(|&constant| self.integer(constant).is_some());
        if constant.is_none() {
            let name = self.text(name);
            self.report(span, WrongTemplateArgument { name, expected: "an integer type and a constant".to_owned() });
        }
        constant.map(|constant| Type::Transient(Transient::IntegralConstant(constant)))
    }

    fn literal_operand(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> Option<Type> {
        if args.len() != 1 {
            self.wrong_count(name, "1", args.len(), span);
            return None;
        }
        let ty = self.type_arg(args, 0, name, span)?;
        if let Type::Transient(Transient::IntegralConstant(constant)) = self.module.types[ty] {
            Some(Type::Transient(Transient::Literal(constant)))
        } else {
            let name = self.text(name);
            self.report(span, WrongTemplateArgument { name, expected: "vk::integral_constant".to_owned() });
            None
        }
    }

    /// A call of a function with `[[vk::ext_type_def]]`: its arguments are the operands of the type.
    pub(crate) fn define_type(&mut self, function: FnId, number: u32, opcode: u32, args: &[Arg], span: Span) -> ExprId {
        let mut operands = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let prefixes = self.decls.functions[function].params[index].prefixes;
            let is_literal = self.read_attributes(prefixes, Place::Param).has(Fact::ExtLiteral);
            let operand = match (arg.mode, self.constant_of(arg.expr)) {
                (ParamMode::In, Some(constant)) if is_literal => SpirvOperand::Literal(constant),
                (ParamMode::In, Some(constant)) => SpirvOperand::Constant(constant),
                (ParamMode::In, None) => {
                    let what = "operand of a type".to_owned();
                    self.report(self.span(arg.expr), NotConstant { what });
                    return self.error(span);
                }
                (ParamMode::Out | ParamMode::InOut | ParamMode::Reference, _) => SpirvOperand::Type(arg.ty),
            };
            operands.push(operand);
        }
        let ty = SpirvType { opcode: Some(opcode), number: 0, size: 0, align: 0, operands };
        self.module.spirv_definitions.insert(number, ty);
        self.value(self.common.void, ExprKind::Undef, span)
    }

    /// Checks that literal operands of an instruction are constants, and reference operands are places.
    pub(crate) fn check_operands(&mut self, literal: &[bool], args: &[Arg]) -> bool {
        let mut good = true;
        for (arg, &is_literal) in args.iter().zip(literal) {
            let is_type = matches!(self.module.types[arg.ty], Type::Spirv(_) | Type::Object(Object::Spirv(_)));
            if is_literal && !is_type && self.constant_of(arg.expr).is_none() {
                let what = "argument for a parameter with vk::ext_literal".to_owned();
                self.report(self.span(arg.expr), NotConstant { what });
                good = false;
            }
            if arg.mode == ParamMode::Reference && !self.is_place(arg.expr) {
                let what = "argument for a parameter with vk::ext_reference must be a variable".to_owned();
                self.report(self.span(arg.expr), InvalidDeclaration { what });
                good = false;
            }
        }
        good
    }

    /// Checks that every `vk::ext_type` has an acyclic definition.
    pub(crate) fn check_numbered_types(&mut self) {
        let numbers = self.module.spirv_types.iter().filter(|(_, ty)| ty.opcode.is_none());
        let numbers: Vec<u32> = numbers.map(|(_, ty)| ty.number).collect();
        for &number in &numbers {
            if !self.is_defined(number, numbers.len()) {
                let what = format!("vk::ext_type<{number}> is not defined by any function with vk::ext_type_def");
                let span = self.decls.numbered_types.get(&number).copied();
                self.report(span.unwrap_or(Span::NONE), InvalidDeclaration { what });
            }
        }
    }

    fn is_defined(&self, number: u32, depth: usize) -> bool {
        let Some(definition) = self.module.spirv_definitions.get(&number) else { return false };
        definition.operands.iter().all(|operand| match *operand {
            SpirvOperand::Constant(_) | SpirvOperand::Literal(_) => true,
            SpirvOperand::Type(ty) => {
                if let Type::Object(Object::Spirv(id)) = self.module.types[ty]
                    && self.module.spirv_types[id].opcode.is_none()
                {
                    depth > 0 && self.is_defined(self.module.spirv_types[id].number, depth - 1)
                } else {
                    true
                }
            }
        })
    }
}

/// Variables.
impl Checker<'_> {
    /// Returns whether a type has resources and is not one itself: passes do not take such variables apart where the source
    /// spells their storage class.
    pub(crate) fn mixes_numbers_and_resources(&self, ty: TypeId) -> bool {
        self.has_resource(ty) && !self.is_resource(ty)
    }

    /// Reports the index of an attachment on anything but a subpass input.
    pub(crate) fn check_attachment(&mut self, attributes: &Attributes, ty: TypeId, is_static: bool) {
        let Some(read) = attributes.find(Fact::InputAttachmentIndex) else { return };
        if is_static || !self.is_subpass_input(ty) {
            self.report(read.span, AttributePlace { name: "vk::input_attachment_index".to_owned() })
                .note("it applies to SubpassInput and SubpassInputMS variables only");
        }
    }
}

/// Capabilities and extensions.
impl Checker<'_> {
    /// The requirements in `[[vk::ext_capability]]` and `[[vk::ext_extension]]`.
    pub(crate) fn requirements_of(&mut self, read: &Attributes) -> Requirements {
        if read.list.is_empty() {
            return Requirements::default();
        }
        let mut capabilities = Vec::new();
        for asked in read.all(Fact::ExtCapability) {
            let Some(number) = asked.uint(0) else { continue };
            match Capability::from_u32(number) {
                Some(capability) => capabilities.push(capability),
                None => {
                    let what = format!("unknown capability {number}");
                    self.report(asked.span, InvalidDeclaration { what });
                }
            }
        }
        let named = read.all(Fact::ExtExtension).filter_map(|read| Some((read.string(0)?, read.span)));
        let extensions = named.map(|(name, span)| (self.names.resolve(name).to_owned(), span)).collect();
        Requirements { capabilities, extensions }
    }

    /// The requirements of a `typedef` or `using`, for uses of the type.
    pub(crate) fn type_requirements(&mut self, ty: TypeId, prefixes: List<Prefix>) {
        let attributes = self.read_attributes(prefixes, Place::Alias);
        let requirements = self.requirements_of(&attributes);
        self.require_with_type(ty, &requirements);
    }

    /// Adds requirements for uses of a type.
    pub(crate) fn require_with_type(&mut self, ty: TypeId, requirements: &Requirements) {
        if !requirements.is_empty() && ty != self.common.error {
            self.module.type_requirements.entry(ty).or_default().extend(requirements);
        }
    }

    /// Adds requirements of a body, for when the function is reached.
    pub(crate) fn body_requirements(&mut self, read: &Attributes) {
        if read.list.is_empty() {
            return;
        }
        let requirements = self.requirements_of(read);
        if let Some(function) = self.frame.function {
            self.decls.functions[function].attributes.requirements.extend(&requirements);
        }
    }

    /// Collects the requirements of reachable functions.
    pub(crate) fn gather_requirements(&mut self, reached: usize) {
        for &function in &self.reached.order[..reached] {
            self.module.requirements.extend(&self.decls.functions[function].attributes.requirements);
        }
    }
}
