//! Modifiers, attributes and annotations of declarations, in the form of the HIR.

use crate::attributes::{self, Attributes, Evaluated, Reader, Value};
use crate::check::state::Checker;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::{Entity, Want};
use crate::diagnostics::{ConflictingRegisters, InvalidDeclaration, UnknownImageFormat};
use crate::hir::ty::{ExtDecoration, ExtOperands, FieldAttributes, Semantic};
use crate::hir::{GlobalAttributes, Register, TextureAsWritten};
use crate::tables::attributes::{ArgKind, BUILTINS, Fact, Place};
use base::intern::Symbol;
use base::similar::{did_you_mean, nearest};
use base::source::Span;
use frontend::ast::{self, Annotation, ExprKind, List, Literal, Modifier, Prefix, PrefixKind};
use rustc_hash::FxHashMap;

impl Checker<'_> {
    /// The attributes among some prefixes.
    #[inline]
    pub(crate) fn read_attributes(&mut self, prefixes: List<Prefix>, place: Place) -> Attributes {
        if prefixes.is_empty() { Attributes::default() } else { self.present_attributes(prefixes, place) }
    }

    #[inline(never)]
    fn present_attributes(&mut self, prefixes: List<Prefix>, place: Place) -> Attributes {
        let ast = self.ast;
        let mut attributes = ast.ids(prefixes).filter_map(|id| match ast.prefixes[id].kind {
            PrefixKind::Attribute(id) => Some(id),
            PrefixKind::Modifier(_) | PrefixKind::PackMatrix { .. } => None,
        });
        let Some(first) = attributes.next() else { return Attributes::default() };
        let attributes: Vec<_> = std::iter::once(first).chain(attributes).collect();
        let values = self.attribute_values(&attributes);
        let evaluate = |expr: ast::ExprId| values.get(&expr).copied().unwrap_or(Evaluated::NotConstant);
        let mut reader = Reader { ast, names: self.names, evaluate: &evaluate, sink: self.sink };
        let read = attributes::read(&mut reader, prefixes, place);
        self.module.spells_modes |= read.list.iter().any(|read| read.fact == Fact::SpvExecutionMode);
        read
    }

    /// The values of integer arguments, by their expressions.
    fn attribute_values(&mut self, ids: &[ast::AttributeId]) -> FxHashMap<ast::ExprId, Evaluated> {
        let mut values = FxHashMap::default();
        for &id in ids {
            let attribute = self.ast.attributes[id];
            let scope = attribute.scope.map_or("", |scope| self.names.resolve(scope));
            let name = self.names.resolve(attribute.name);
            let row = crate::tables::attributes::find(scope, name);
            if row.is_none_or(|row| row.args.contains(&ArgKind::Name)) {
                continue;
            }
            let ast = self.ast;
            for arg in ast.ids(attribute.args.unwrap_or_default()) {
                if let ExprKind::Literal(Literal::Str(_) | Literal::Float { .. }) = self.ast.exprs[arg].kind {
                    continue;
                }
                let value = match self.constant_expr(arg) {
                    Some(Some(value)) => self.integer(value).map_or(Evaluated::Wrong, Evaluated::Value),
                    Some(None) => continue,
                    None => Evaluated::Wrong,
                };
                values.insert(arg, value);
            }
        }
        values
    }

    /// The attributes of a field, parameter or result.
    pub(crate) fn field_attributes(
        &mut self,
        prefixes: List<Prefix>,
        annotations: List<Annotation>,
        place: Place,
    ) -> FieldAttributes {
        if prefixes.is_empty() && annotations.is_empty() {
            return FieldAttributes::default();
        }
        let mut result = FieldAttributes::default();
        for id in self.ast.ids(prefixes) {
            if let PrefixKind::Modifier(modifier) = self.ast.prefixes[id].kind {
                apply_modifier(&mut result, modifier);
            }
        }
        if place != Place::Global {
            result.semantic = self.semantic(annotations);
        }
        result.offset = self.written_offset(annotations, place);
        let read = self.read_attributes(prefixes, place);
        self.apply_attributes(&mut result, &read);
        result
    }

    fn apply_attributes(&mut self, result: &mut FieldAttributes, read: &Attributes) {
        result.location = read.uint(Fact::Location);
        result.index = read.uint(Fact::Index);
        result.offset = read.uint(Fact::Offset).or(result.offset);
        result.decorations = self.ext_decorations(read);
        result.requirements = self.requirements_of(read);
        let Some(builtin) = read.find(Fact::Builtin) else { return };
        let name = builtin.string(0).map(|name| self.text(name)).unwrap_or_default();
        result.builtin = BUILTINS.iter().find(|row| row.name == name).map(|row| row.builtin);
        if result.builtin.is_none() {
            let names: Vec<&str> = BUILTINS.iter().map(|row| row.name).collect();
            self.report(builtin.span, InvalidDeclaration { what: format!("unknown builtin '{name}'") })
                .note(format!("expected one of: {}", names.join(", ")));
        }
    }

    /// `[[vk::ext_decorate…]]`
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other attributes are not decorations")]
    pub(crate) fn ext_decorations(&mut self, read: &Attributes) -> Vec<ExtDecoration> {
        let mut decorations = Vec::new();
        for read in &read.list {
            let Some(decoration) = read.uint(0) else { continue };
            let rest = &read.args[1.min(read.args.len())..];
            let operands = match read.fact {
                Fact::ExtDecorate => {
                    let value = |value: &Value| match value {
                        Value::Int(value) => Some(*value as u32),
                        Value::Number(value) => Some((*value as f32).to_bits()),
                        Value::Str(_) | Value::Expr(_) => None,
                    };
                    ExtOperands::Literals(rest.iter().filter_map(value).collect())
                }
                Fact::ExtDecorateString => {
                    let text = |value: &Value| match value {
                        Value::Str(text) => Some(self.names.resolve(*text).to_owned()),
                        Value::Int(_) | Value::Number(_) | Value::Expr(_) => None,
                    };
                    ExtOperands::Strings(rest.iter().filter_map(text).collect())
                }
                Fact::ExtDecorateId => ExtOperands::Ids(self.decoration_ids(rest)),
                _ => continue,
            };
            decorations.push(ExtDecoration { decoration, operands });
        }
        decorations
    }

    /// The constant that an expression is, or that a function without parameters returns.
    fn constant_or_returned(&mut self, expr: ast::ExprId) -> Option<Option<crate::hir::expr::ConstantId>> {
        match self.returned(expr) {
            Some((value, scope)) => self.apart(scope, |checker| checker.constant_expr(value)),
            None => self.constant_expr(expr),
        }
    }

    /// The returned expression of a call's callee, if that is its only statement, and the scope of its names.
    fn returned(&self, expr: ast::ExprId) -> Option<(ast::ExprId, ScopeId)> {
        let (callee, args) = self.annotation_call(&self.ast.exprs[expr])?;
        let found = self.lookup(callee, Want::Any)?;
        let Entity::Functions(overloads) = found.entity else { return None };
        let [function] = self.decls.scopes.overloads[overloads].functions[..] else { return None };
        let info = &self.decls.functions[function];
        let node = &self.ast.functions[info.ast];
        let ast::StmtKind::Block(stmts) = self.ast.stmts[node.body?].kind else { return None };
        let mut stmts = self.ast.ids(stmts);
        let (Some(only), None) = (stmts.next(), stmts.next()) else { return None };
        if let ast::StmtKind::Return(Some(value)) = self.ast.stmts[only].kind
            && args.is_empty()
            && info.params.is_empty()
        {
            Some((value, info.scope))
        } else {
            None
        }
    }

    fn decoration_ids(&mut self, values: &[Value]) -> Vec<crate::hir::expr::ConstantId> {
        let mut ids = Vec::new();
        for value in values {
            match value {
                Value::Expr(expr) => match self.constant_or_returned(*expr) {
                    Some(Some(value)) => ids.push(self.concrete_constant(value)),
                    Some(None) => {
                        let what = "decoration operand".to_owned();
                        self.report(self.ast.exprs[*expr].span, crate::diagnostics::NotConstant { what });
                    }
                    None => {}
                },
                Value::Int(value) => {
                    let value =
                        self.intern_constant(self.common.int, crate::hir::expr::ConstantValue::Int(*value as u64));
                    ids.push(value);
                }
                Value::Number(_) | Value::Str(_) => {}
            }
        }
        ids
    }

    /// The properties of a global besides its type and binding.
    pub(crate) fn global_attributes(&mut self, prefixes: List<Prefix>, read: &Attributes) -> GlobalAttributes {
        let image_format = read.find(Fact::ImageFormat).and_then(|format| {
            let name = format.string(0).map(|name| self.text(name)).unwrap_or_default();
            let known = image_format(&name);
            if known.is_none() {
                let diagnostic = self.report(format.span, UnknownImageFormat { name: name.clone() });
                if let Some(near) = nearest(&name, IMAGE_FORMATS.iter().map(|(name, _)| *name)) {
                    diagnostic.note(did_you_mean(near));
                }
            }
            known
        });
        GlobalAttributes {
            binding: None,
            register: None,
            is_placed_by_register: false,
            is_constant_buffer: false,
            counter: None,
            input_attachment: read.uint(Fact::InputAttachmentIndex),
            image_format,
            texture: TextureAsWritten::default(),
            combined_image_sampler: read.has(Fact::CombinedImageSampler),
            coherent: self.is_coherent(prefixes),
            precise: self.has_modifier(prefixes, Modifier::Precise),
            aliased_pointer: read.has(Fact::AliasedPointer),
            storage_class: read.uint(Fact::ExtStorageClass),
            decorations: self.ext_decorations(read),
        }
    }

    /// `: SEMANTIC3`
    fn semantic(&mut self, annotations: List<Annotation>) -> Option<Semantic> {
        let ast = self.ast;
        ast.ids(annotations).find_map(|id| {
            let expr = self.ast.exprs[self.ast.annotations[id].expr];
            let ExprKind::Path(path) = expr.kind else { return None };
            let text = self.simple_name(path)?;
            let spelled = self.names.resolve(text);
            let stem = spelled.trim_end_matches(|c: char| c.is_ascii_digit());
            let index = spelled[stem.len()..].parse().unwrap_or(0);
            let stem = stem.to_owned();
            let name = self.names.intern(&stem);
            Some(Semantic { text, name, index, span: expr.span })
        })
    }

    /// `: packoffset(c1.y)`, or `: register(c1)` on a loose uniform: an offset in bytes.
    fn written_offset(&mut self, annotations: List<Annotation>, place: Place) -> Option<u32> {
        let ast = self.ast;
        ast.ids(annotations).find_map(|id| {
            let expr = self.ast.exprs[self.ast.annotations[id].expr];
            let (callee, args) = self.annotation_call(&expr)?;
            let first = self.ast.ids(args).next()?;
            let wanted = callee == self.words.packoffset || (callee == self.words.register && place == Place::Global);
            if !wanted {
                return None;
            }
            self.constant_register(first, callee == self.words.packoffset)
        })
    }

    pub(crate) fn annotation_call(&self, expr: &ast::Expr) -> Option<(Symbol, List<ast::Expr>)> {
        let ExprKind::Call(callee, args) = expr.kind else { return None };
        let ExprKind::Path(path) = self.ast.exprs[callee].kind else { return None };
        Some((self.simple_name(path)?, args))
    }

    fn constant_register(&mut self, expr: ast::ExprId, required: bool) -> Option<u32> {
        let node = self.ast.exprs[expr];
        let (path, component) = match node.kind {
            ExprKind::Path(path) => (path, None),
            ExprKind::Member(base, member) => {
                if let ExprKind::Path(path) = self.ast.exprs[base].kind {
                    (path, self.simple_name(member))
                } else {
                    return None;
                }
            }
            ExprKind::Error
            | ExprKind::Literal(_)
            | ExprKind::Unary(..)
            | ExprKind::Prefix(..)
            | ExprKind::Postfix(..)
            | ExprKind::Binary { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Ternary(..)
            | ExprKind::Comma(..)
            | ExprKind::Cast(..)
            | ExprKind::Call(..)
            | ExprKind::Construct(..)
            | ExprKind::Index(..)
            | ExprKind::InitList(_)
            | ExprKind::TypeArg(_)
            | ExprKind::StateBlock => return None,
        };
        let register = self.names.resolve(self.simple_name(path)?);
        let number = register.strip_prefix(['c', 'C']).and_then(|number| number.parse::<u32>().ok());
        let component = match component.map(|component| self.names.resolve(component)) {
            None | Some("x" | "r") => Some(0),
            Some("y" | "g") => Some(1),
            Some("z" | "b") => Some(2),
            Some("w" | "a") => Some(3),
            Some(_) => None,
        };
        match (number, component) {
            (Some(number @ 0..=0xFFFF), Some(component)) => Some(16 * number + 4 * component),
            _ if required => {
                let what = "invalid packoffset: expected a register such as c1 or c1.y".to_owned();
                self.report(node.span, InvalidDeclaration { what });
                None
            }
            _ => None,
        }
    }

    /// `: register(t3, space1)`; of several for different stages, the last one counts.
    pub(crate) fn register(&mut self, annotations: List<Annotation>) -> Option<Register> {
        let ast = self.ast;
        let mut result = None;
        let mut found: Vec<(Register, Option<String>)> = Vec::new();
        for id in ast.ids(annotations) {
            let expr = self.ast.exprs[self.ast.annotations[id].expr];
            if let Some((callee, args)) = self.annotation_call(&expr)
                && callee == self.words.register
            {
                let register = self.one_register(args, expr.span);
                if let Some(register) = register {
                    let stage = self.register_stage(args);
                    self.check_registers(&found, &register, stage.as_deref());
                    found.push((register, stage));
                }
                result = register.or(result);
            }
        }
        result
    }

    /// The stage that a register is restricted to.
    fn register_stage(&self, args: List<ast::Expr>) -> Option<String> {
        let first = self.ast.ids(args).next()?;
        let text = self.sources.text(self.ast.exprs[first].span).to_ascii_lowercase();
        (args.len() > 1 && is_stage_word(&text)).then_some(text)
    }

    /// Reports a register that conflicts with an earlier one for the same stages.
    fn check_registers(&mut self, found: &[(Register, Option<String>)], register: &Register, stage: Option<&str>) {
        let conflict = found.iter().find(|(other, of)| {
            let apart = of.is_some() && stage.is_some() && of.as_deref() != stage;
            let renumbered = other.number.is_some() && register.number.is_some() && other.number != register.number;
            other.class == register.class && renumbered && !apart
        });
        if let Some((other, _)) = conflict {
            let (first, second) =
                (self.sources.text(other.span).to_owned(), self.sources.text(register.span).to_owned());
            let place = other.span;
            self.report(register.span, ConflictingRegisters { first, second })
                .note_at(place, "the conflicting one is here");
        }
    }

    fn one_register(&mut self, args: List<ast::Expr>, span: Span) -> Option<Register> {
        let mut register = Register { class: ' ', number: None, space: None, span };
        let ids: Vec<ast::ExprId> = self.ast.ids(args).collect();
        for (position, &id) in ids.iter().enumerate() {
            let node = self.ast.exprs[id];
            let text = if let ExprKind::Path(path) = node.kind {
                self.simple_name(path).map(|name| self.text(name))
            } else {
                None
            };
            let lower = text.as_deref().unwrap_or("").to_ascii_lowercase();
            if let Some(space) = lower.strip_prefix("space").and_then(|space| space.parse().ok()) {
                if register.space.is_some() {
                    return self.surplus_register(node.span);
                }
                register.space = Some(space);
                continue;
            }
            if position == 0 && ids.len() > 1 && is_stage_word(&lower) {
                continue;
            }
            match split_register(&lower) {
                Some(_) if register.number.is_some() || register.space.is_some() => {
                    return self.surplus_register(node.span);
                }
                Some((class, number)) => {
                    register.class = class;
                    register.number = Some(number);
                }
                None => {
                    let what = "invalid register: expected a letter and a number, such as t0".to_owned();
                    let advice = match self.sources.text(node.span).parse::<u32>() {
                        Ok(space) if position > 0 => format!("did you mean 'space{space}'?"),
                        Ok(_) | Err(_) => {
                            "use b for constant buffers, t for read-only resources, u for writable resources, s for samplers"
                                .to_owned()
                        }
                    };
                    self.report(node.span, InvalidDeclaration { what }).note_at(node.span, advice);
                    return None;
                }
            }
        }
        (register.number.is_some() || register.space.is_some()).then_some(register)
    }

    fn surplus_register(&mut self, span: Span) -> Option<Register> {
        let what = "expected 'spaceN' after the register, as in register(t0, space1)".to_owned();
        self.report(span, InvalidDeclaration { what });
        None
    }
}

fn split_register(text: &str) -> Option<(char, u32)> {
    let class = text.chars().next().filter(|class| "btsuci".contains(*class))?;
    text[1..].parse().ok().map(|number| (class, number))
}

/// `vs`, `ps_5_0` and similar ones restrict a register to a stage.
fn is_stage_word(text: &str) -> bool {
    let stage = text.split('_').next().unwrap_or("");
    ["vs", "ps", "cs", "gs", "hs", "ds", "lib", "ms", "as"].contains(&stage)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other modifiers change nothing here")]
fn apply_modifier(result: &mut FieldAttributes, modifier: Modifier) {
    match modifier {
        Modifier::NoInterpolation => result.interpolation.nointerpolation = true,
        Modifier::NoPerspective => result.interpolation.noperspective = true,
        Modifier::Centroid => result.interpolation.centroid = true,
        Modifier::Linear => result.interpolation.linear = true,
        Modifier::Sample => result.interpolation.sample = true,
        Modifier::Precise => result.precise = true,
        Modifier::GloballyCoherent | Modifier::ReorderCoherent => result.coherent = true,
        Modifier::Mutable => result.mutable = true,
        _ => {}
    }
}

/// The names that `[[vk::image_format]]` takes.
#[rustfmt::skip]
const IMAGE_FORMATS: &[(&str, spirv::ImageFormat)] = {
    use spirv::ImageFormat as F;
    &[
        ("unknown", F::Unknown),
        ("rgba32f", F::Rgba32f),
        ("rgba16f", F::Rgba16f),
        ("r32f", F::R32f),
        ("rgba8", F::Rgba8),
        ("rgba8snorm", F::Rgba8Snorm),
        ("rg32f", F::Rg32f),
        ("rg16f", F::Rg16f),
        ("r11g11b10f", F::R11fG11fB10f),
        ("r16f", F::R16f),
        ("rgba16", F::Rgba16),
        ("rgb10a2", F::Rgb10A2),
        ("rg16", F::Rg16),
        ("rg8", F::Rg8),
        ("r16", F::R16),
        ("r8", F::R8),
        ("rgba16snorm", F::Rgba16Snorm),
        ("rg16snorm", F::Rg16Snorm),
        ("rg8snorm", F::Rg8Snorm),
        ("r16snorm", F::R16Snorm),
        ("r8snorm", F::R8Snorm),
        ("rgba32i", F::Rgba32i),
        ("rgba16i", F::Rgba16i),
        ("rgba8i", F::Rgba8i),
        ("r32i", F::R32i),
        ("rg32i", F::Rg32i),
        ("rg16i", F::Rg16i),
        ("rg8i", F::Rg8i),
        ("r16i", F::R16i),
        ("r8i", F::R8i),
        ("rgba32ui", F::Rgba32ui),
        ("rgba16ui", F::Rgba16ui),
        ("rgba8ui", F::Rgba8ui),
        ("r32ui", F::R32ui),
        ("rgb10a2ui", F::Rgb10a2ui),
        ("rg32ui", F::Rg32ui),
        ("rg16ui", F::Rg16ui),
        ("rg8ui", F::Rg8ui),
        ("r16ui", F::R16ui),
        ("r8ui", F::R8ui),
        ("r64ui", F::R64ui),
        ("r64i", F::R64i),
    ]
};

fn image_format(name: &str) -> Option<spirv::ImageFormat> {
    IMAGE_FORMATS.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
}
