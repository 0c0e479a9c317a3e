//! Types as written.

mod args;
mod formats;
mod inline_spirv;
mod nodes;

use crate::check::state::Checker;
use crate::check::state::packing::Packing;
use crate::check::state::scopes::{Entity, ScopeKind, Want};
use crate::check::state::templates::{TemplateArg, TemplateKind};
use crate::diagnostics::{
    ArrayLengthMissing, ArrayLengthNotConstant, EarlyMicromaps, InvalidArrayLength, InvalidVariableType,
    MissingTemplateArguments, NotATemplate, UnavailableType, UnknownType, WrongTemplateArgument,
};
use crate::hir::ty::{Access, Field, MatrixOrder, Object, PatchKind, Scalar, StructuredKind, Texture, Type, TypeId};
use crate::tables::types::{self, Builtin};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, Dim, List, Modifier, PathId, Prefix, PrefixKind, SegmentName, TypeKind};
use frontend::language::HlslVersion;

/// The limit of the size of a type, in units of four bytes: SPIR-V has 32 bits for offsets and strides.
pub(super) const MAX_WORDS: u64 = (1 << 30) - 1;
/// The limit of members of a struct with nested ones expanded: SPIR-V's limit for one struct. Structs that contain two
/// of the one before would be exponential.
pub(super) const MAX_MEMBERS: u64 = 16_383;
/// The limit of nested structs and arrays; SPIR-V has a limit for structs.
pub(super) const MAX_TYPE_DEPTH: u32 = 255;

/// The shader model that has integers of 8 bits.
const BYTES_SINCE: (u32, u32) = (6, 10);

/// The memory of what the application sets, in messages.
pub(crate) const CONSTANTS: &str = "buffers of constants";

impl Checker<'_> {
    /// The builtin type of a name; looked up once per name.
    pub(super) fn builtin_type(&mut self, name: Symbol) -> Option<Builtin> {
        if let Some(&known) = self.decls.builtin.types.get(&name) {
            return known;
        }
        let known = types::find(self.names.resolve(name));
        self.decls.builtin.types.insert(name, known);
        known
    }

    /// A type as written, without the dimensions and modifiers of the enclosing declaration.
    pub(super) fn ast_type(&mut self, id: ast::TypeId) -> TypeId {
        let node = self.ast.types[id];
        let ty = match node.kind {
            TypeKind::Error => self.common.error,
            TypeKind::Elaborated(path) => {
                self.announce_struct(path);
                self.path_type(path)
            }
            TypeKind::Path(path) => self.path_type(path),
            TypeKind::Struct(id) => self.declare_struct(id),
            TypeKind::Enum(id) => self.declare_enum(id),
        };
        let ty = self.modified_type(ty, node.modifiers);
        self.with_dims(ty, node.dims, node.span)
    }

    /// Applies modifiers to a type: `unsigned int` is `uint`.
    #[inline]
    pub(super) fn modified_type(&mut self, ty: TypeId, prefixes: List<Prefix>) -> TypeId {
        if prefixes.is_empty() { ty } else { self.modified(ty, prefixes) }
    }

    #[inline(never)]
    fn modified(&mut self, ty: TypeId, prefixes: List<Prefix>) -> TypeId {
        self.check_modified_type(ty, prefixes);
        if !self.has_modifier(prefixes, Modifier::Unsigned) {
            return ty;
        }
        let unsigned = |scalar| match scalar {
            Scalar::Int => Scalar::UInt,
            Scalar::Int8 => Scalar::UInt8,
            Scalar::Int16 => Scalar::UInt16,
            Scalar::Int64 => Scalar::UInt64,
            Scalar::Min16Int | Scalar::Min12Int => Scalar::Min16UInt,
            other @ (Scalar::Bool
            | Scalar::UInt
            | Scalar::UInt8
            | Scalar::UInt16
            | Scalar::UInt64
            | Scalar::Half
            | Scalar::Float
            | Scalar::Double
            | Scalar::Min16Float
            | Scalar::Min10Float
            | Scalar::Min16UInt
            | Scalar::PackedInt8x4
            | Scalar::PackedUInt8x4
            | Scalar::LiteralInt
            | Scalar::LiteralFloat) => other,
        };
        let changed = match self.module.types[ty] {
            Type::Scalar(scalar) => Type::Scalar(unsigned(scalar)),
            Type::Vector(scalar, size) => Type::Vector(unsigned(scalar), size),
            Type::Matrix { elem, rows, columns } => Type::Matrix { elem: unsigned(elem), rows, columns },
            other @ (Type::Error
            | Type::Void
            | Type::String
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_)) => other,
        };
        self.intern(changed)
    }

    /// Returns whether a modifier is in a list.
    #[inline]
    pub(super) fn has_modifier(&self, prefixes: List<Prefix>, modifier: Modifier) -> bool {
        !prefixes.is_empty() && self.is_among(modifier, prefixes)
    }

    #[inline(never)]
    fn is_among(&self, modifier: Modifier, prefixes: List<Prefix>) -> bool {
        self.ast
            .ids(prefixes)
            .any(|id| matches!(self.ast.prefixes[id].kind, PrefixKind::Modifier(found) if found == modifier))
    }

    /// Returns whether a variable is declared `const` or `constexpr`.
    pub(super) fn is_declared_const(&self, prefixes: List<Prefix>) -> bool {
        [Modifier::Const, Modifier::Constexpr].into_iter().any(|it| self.has_modifier(prefixes, it))
    }

    /// Returns whether modifiers make accesses visible to other invocations: `globallycoherent`, or `reordercoherent`
    /// for this invocation after it has been reordered, which SPIR-V has no narrower way to say.
    pub(super) fn is_coherent(&self, prefixes: List<Prefix>) -> bool {
        [Modifier::GloballyCoherent, Modifier::ReorderCoherent].into_iter().any(|it| self.has_modifier(prefixes, it))
    }

    /// The matrix order of a declaration: that of its modifiers, of the alias that it names, of a pragma or of the options.
    pub(super) fn order_of(&self, prefixes: List<Prefix>, ty: ast::TypeId) -> MatrixOrder {
        let node = &self.ast.types[ty];
        let mut packing = self.decls.packing;
        for id in self.ast.ids(prefixes).chain(self.ast.ids(node.modifiers)) {
            match self.ast.prefixes[id].kind {
                PrefixKind::Modifier(Modifier::RowMajor) => return MatrixOrder::RowMajor,
                PrefixKind::Modifier(Modifier::ColumnMajor) => return MatrixOrder::ColumnMajor,
                PrefixKind::PackMatrix { row_major } => packing = Packing::of_pragma(row_major),
                PrefixKind::Modifier(_) | PrefixKind::Attribute(_) => {}
            }
        }
        let of_alias = self.order_of_alias(ty);
        of_alias.unwrap_or_else(|| if self.takes_pragma(ty) { packing.order } else { self.options.matrix_order() })
    }

    /// Returns whether `#pragma pack_matrix` applies to a declaration of a type: it is neither qualified nor made of template
    /// parameters nor an alias of an array, as in DXC.
    pub(super) fn takes_pragma(&self, ty: ast::TypeId) -> bool {
        match self.ast.types[ty].kind {
            TypeKind::Path(path) => {
                !self.is_qualified(path) && !self.is_made_of_parameters(path) && !self.is_alias_of_array(path)
            }
            TypeKind::Error | TypeKind::Elaborated(_) | TypeKind::Struct(_) | TypeKind::Enum(_) => true,
        }
    }

    fn is_qualified(&self, path: PathId) -> bool {
        self.ast.paths[path].count > 1 || self.ast.paths[path].global
    }

    fn is_alias_of_array(&self, path: PathId) -> bool {
        let found = self.simple_name(path).and_then(|name| self.lookup(name, Want::Type));
        found.is_some_and(
            |found| matches!(found.entity, Entity::Type(ty) if matches!(self.module.types[ty], Type::Array(..))),
        )
    }

    fn is_made_of_parameters(&self, path: PathId) -> bool {
        let segment = self.ast.path_name(path);
        let is_parameter = |name| {
            let scope = self.lookup(name, Want::Any).and_then(|found| found.scope);
            scope.is_some_and(|scope| self.decls.scopes.get(scope).kind == ScopeKind::Parameters)
        };
        let mut args = segment.args.into_iter().flat_map(|args| self.ast.ids(args));
        self.segment_ident(segment).is_some_and(is_parameter)
            || args.any(|arg| {
                let kind = self.ast.exprs[arg].kind;
                matches!(kind, ast::ExprKind::TypeArg(ty) if !self.takes_pragma(ty))
                    || matches!(kind, ast::ExprKind::Path(path) if self.is_made_of_parameters(path))
            })
    }

    /// The matrix order of the alias that a type names, if its declaration decided it.
    pub(super) fn order_of_alias(&self, ty: ast::TypeId) -> Option<MatrixOrder> {
        let TypeKind::Path(path) = self.ast.types[ty].kind else { return None };
        let name = self.segment_ident(self.ast.path_name(path))?;
        self.decls.alias_orders.get(&name).copied()
    }

    /// The type that a path names.
    pub(super) fn path_type(&mut self, path: PathId) -> TypeId {
        if let Some(known) = self.word_type(path) {
            return known;
        }
        let Ok(scope) = self.qualifier(path) else { return self.common.error };
        let segment = *self.ast.path_name(path);
        let name = match segment.name {
            SegmentName::Ident(name) => name,
            SegmentName::Decltype(expr) => return self.type_of_expr(expr),
            SegmentName::Operator(_) => return self.common.error,
        };
        let found = match scope {
            Some(scope) => self.decls.scopes.member(scope, name, Want::Type),
            None => self.lookup(name, Want::Type),
        };
        if let Some(found) = found {
            self.note_name(segment.span, name, found);
            return self.entity_type(found.entity, &segment, name);
        }
        if let Some(full) = self.builtin_name(scope, name)
            && let Some(builtin) = self.builtin_type(full)
        {
            return self.builtin_of(builtin, full, segment.args, segment.span);
        }
        self.report_missing(scope, name, segment.span, true);
        self.common.error
    }

    /// The type of a word such as `float3` that was used before, unless the source may have declared it anew.
    fn word_type(&self, path: PathId) -> Option<TypeId> {
        let name = self.simple_name(path).filter(|_| self.ast.path_name(path).args.is_none())?;
        let is_own = self.decls.scopes.renames_words || self.frame.locals.has_types;
        self.decls.builtin.words.get(name.raw() as usize).copied().flatten().filter(|_| !is_own)
    }

    fn entity_type(&mut self, entity: Entity, segment: &ast::Segment, name: Symbol) -> TypeId {
        match (entity, segment.args) {
            (Entity::Type(ty), None) => ty,
            (Entity::Type(ty), Some(_)) => {
                let (name, declared) = (self.text(name), self.declaration_of_type(ty));
                self.report(segment.span, NotATemplate { name }).declared_at(declared);
                self.common.error
            }
            (Entity::Template(template), Some(args)) => self.instantiate_type(template, args, segment.span),
            (Entity::Template(template), None) => self.template_without_arguments(template, segment.span),
            (Entity::Error, _) => self.common.error,
            _ => {
                let name = self.text(name);
                self.report(segment.span, UnknownType { name });
                self.common.error
            }
        }
    }

    fn template_without_arguments(&mut self, template: crate::check::state::ids::TemplateId, span: Span) -> TypeId {
        if let Some(ty) = self.current_instance(template) {
            return ty;
        }
        let kind = self.decls.templates[template].kind;
        if matches!(kind, TemplateKind::Class | TemplateKind::Alias) && self.needs_no_arguments(template) {
            return self.instantiate_type(template, List::EMPTY, span);
        }
        let (name, declared) = (self.text(self.decls.templates[template].name), self.decls.templates[template].span);
        self.report(span, MissingTemplateArguments { name }).declared_at(declared);
        self.common.error
    }

    fn builtin_of(&mut self, builtin: Builtin, name: Symbol, args: Option<List<ast::Expr>>, span: Span) -> TypeId {
        let is_no_template = match builtin {
            Builtin::Node(kind) => !kind.has_records(),
            builtin @ (Builtin::Type(_)
            | Builtin::Vector
            | Builtin::Matrix
            | Builtin::Texture { .. }
            | Builtin::Structured(_)
            | Builtin::ConstantBuffer
            | Builtin::TextureBuffer
            | Builtin::Patch(_)
            | Builtin::Stream(_)
            | Builtin::RayQuery
            | Builtin::BufferPointer
            | Builtin::Struct(_)
            | Builtin::Spirv(_)
            | Builtin::Feedback { .. }) => matches!(builtin, Builtin::Type(_) | Builtin::Struct(_)),
        };
        if is_no_template && args.is_some() {
            let name = self.text(name);
            self.report(span, NotATemplate { name });
            return self.common.error;
        }
        let written = args.unwrap_or(List::EMPTY);
        let Some(args) = self.template_args(written) else { return self.common.error };
        match builtin {
            Builtin::Type(ty) => self.available(ty, name, span),
            Builtin::Struct(fields) => self.builtin_struct(name, fields),
            Builtin::Vector => self.vector_of(&args, name, span),
            Builtin::Matrix => self.matrix_of(&args, name, span),
            Builtin::Texture { dim, arrayed, multisampled, access, combined } => {
                if args.len() > 1 + usize::from(multisampled) {
                    self.wrong_count(name, if multisampled { "up to 2" } else { "1" }, args.len(), span);
                    return self.common.error;
                }
                let Some(elem) = self.texel_type(&args, name, access, span) else { return self.common.error };
                self.intern(Type::Object(Object::Texture(Texture {
                    dim,
                    arrayed,
                    multisampled,
                    access,
                    elem,
                    combined,
                })))
            }
            Builtin::Structured(kind) => {
                let order = self.argument_order(written);
                self.structured_of(kind, order, &args, name, span)
            }
            Builtin::ConstantBuffer => self.block_of(&args, name, span, Object::ConstantBuffer),
            Builtin::TextureBuffer => self.block_of(&args, name, span, Object::TextureBuffer),
            Builtin::Patch(kind) => self.patch_of(kind, &args, name, span),
            Builtin::Stream(kind) => self.wrapped(&args, name, span, |elem| Type::Object(Object::Stream(kind, elem))),
            Builtin::RayQuery => {
                if args.is_empty() {
                    let name = self.text(name);
                    self.report(span, MissingTemplateArguments { name });
                    return self.common.error;
                }
                let flags = self.value_arg(&args, 0, name, span).unwrap_or(0) as u32;
                let mut query =
                    if args.len() > 1 { self.value_arg(&args, 1, name, span).unwrap_or(0) as u32 } else { 0 };
                const ALLOW_OPACITY_MICROMAPS: u32 = 1;
                let profile = self.options.unit.profile;
                if query & ALLOW_OPACITY_MICROMAPS != 0 && (profile.major, profile.minor) < (6, 9) {
                    self.report(span, EarlyMicromaps {});
                    query &= !ALLOW_OPACITY_MICROMAPS;
                }
                self.check_micromaps(flags, query, span);
                self.intern(Type::Object(Object::RayQuery(flags, query)))
            }
            Builtin::Node(kind) => self.node_of(kind, &args, name, span),
            Builtin::BufferPointer => {
                let align = self.value_arg(&args, 1, name, span).unwrap_or(0) as u32;
                let ty = self.wrapped(&args[..args.len().min(1)], name, span, |elem| Type::BufferPointer(elem, align));
                let Type::BufferPointer(pointee, _) = self.module.types[ty] else { return ty };
                if self.fits_memory(pointee, name, span) { ty } else { self.common.error }
            }
            Builtin::Spirv(form) => self.spirv_form(form, &args, name, span),
            Builtin::Feedback { arrayed } => {
                if args.is_empty() {
                    let name = self.text(name);
                    self.report(span, MissingTemplateArguments { name });
                    return self.common.error;
                }
                match self.value_arg(&args, 0, name, span) {
                    Some(_) => self.intern(Type::Object(Object::Feedback { arrayed })),
                    None => self.common.error,
                }
            }
        }
    }

    /// 8-bit and 16-bit types need the option that makes them native, the former a shader model as well.
    fn available(&mut self, ty: Type, name: Symbol, span: Span) -> TypeId {
        let scalar = if let Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix { elem: scalar, .. } = ty {
            Some(scalar)
        } else {
            None
        };
        let is_byte = matches!(scalar, Some(Scalar::Int8 | Scalar::UInt8));
        let explicit = is_byte
            || matches!(scalar, Some(Scalar::Int16 | Scalar::UInt16))
            || (scalar == Some(Scalar::Half) && self.names.resolve(name).starts_with("float16"));
        let profile = &self.options.unit.profile;
        let is_early = is_byte && (profile.major, profile.minor) < BYTES_SINCE;
        let need = match (is_early, explicit && !self.options.native_16bit) {
            (false, false) => {
                let ty = self.intern(ty);
                self.decls.note_word(name, ty);
                return ty;
            }
            (false, true) => "-enable-16bit-types",
            (true, false) => "shader model 6.10 or later (option '-T')",
            (true, true) => "-enable-16bit-types, and shader model 6.10 or later (option '-T')",
        };
        let spelled = self.text(name);
        self.report(span, UnavailableType { ty: spelled, need: need.to_owned() });
        self.intern(ty)
    }

    /// The type `BuiltInTrianglePositions`.
    pub(crate) fn triangle_positions(&mut self) -> TypeId {
        let name = self.names.intern("BuiltInTrianglePositions");
        self.builtin_struct(name, crate::tables::types::TRIANGLE_POSITIONS)
    }

    fn builtin_struct(&mut self, name: Symbol, fields: &'static [(&'static str, Scalar, u8)]) -> TypeId {
        if let Some(&known) = self.decls.builtin.structs.get(&name) {
            return known;
        }
        let scope = self.decls.scopes.file;
        let (id, ty) = self.new_struct(name, Span::NONE, scope, false);
        for &(field, scalar, size) in fields {
            let field = self.names.intern(field);
            let ty = if size == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, size.into()) };
            let ty = self.intern(ty);
            self.add_field(id, Field::new(field, Span::NONE, ty), None);
        }
        self.complete_struct(id);
        self.decls.builtin.structs.insert(name, ty);
        ty
    }

    fn vector_of(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> TypeId {
        if args.len() > 2 {
            self.wrong_count(name, "up to 2", args.len(), span);
            return self.common.error;
        }
        let (Some(elem), Some(size)) = (self.scalar_arg(args, name, span), self.components_arg(args, name, span))
        else {
            return self.common.error;
        };
        self.intern(Type::Vector(elem, size))
    }

    fn matrix_of(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> TypeId {
        if args.len() > 3 {
            self.wrong_count(name, "up to 3", args.len(), span);
            return self.common.error;
        }
        let (Some(elem), Some(rows), Some(columns)) = (
            self.scalar_arg(args, name, span),
            self.size_arg(args, 1, name, "rows", span),
            self.size_arg(args, 2, name, "columns", span),
        ) else {
            return self.common.error;
        };
        self.intern(Type::Matrix { elem, rows, columns })
    }

    fn texel_type(&mut self, args: &[TemplateArg], name: Symbol, access: Access, span: Span) -> Option<TypeId> {
        if args.is_empty() {
            if access.is_writable() {
                self.wrong_count(name, "1", 0, span);
                return None;
            }
            return Some(self.intern(Type::Vector(Scalar::Float, 4)));
        }
        let ty = self.type_arg(args, 0, name, span)?;
        if !self.fits_registers(ty, "typed buffers and textures", span) {
            return None;
        }
        match self.module.types[ty] {
            // No format has texels of doubles.
            Type::Scalar(scalar) | Type::Vector(scalar, _) if scalar != Scalar::Double => Some(ty),
            Type::Error => None,
            Type::Void
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
            | Type::Transient(_) => {
                let (what, ty) = (format!("element of '{}'", self.names.resolve(name)), self.type_name(ty));
                self.report(span, InvalidVariableType { what, ty });
                None
            }
        }
    }

    fn structured_of(
        &mut self,
        kind: StructuredKind,
        order: MatrixOrder,
        args: &[TemplateArg],
        name: Symbol,
        span: Span,
    ) -> TypeId {
        let [arg] = args else {
            self.wrong_count(name, "1", args.len(), span);
            return self.common.error;
        };
        let Some(elem) = self.type_arg(&[*arg], 0, name, span) else { return self.common.error };
        if elem == self.common.error {
            return elem;
        }
        // Uses of hit objects in buffers are reported as well.
        if !self.fits_memory(elem, name, span) && self.module.types[elem] != Type::Object(Object::HitObject) {
            return self.common.error;
        }
        self.intern(Type::Object(Object::StructuredBuffer { kind, elem, order }))
    }

    /// Returns whether buffers can hold what the type, the argument of a template, has so far. If not, it is reported.
    fn fits_memory(&mut self, ty: TypeId, template: Symbol, span: Span) -> bool {
        if self.is_data(ty) {
            return true;
        }
        let what = format!("element of '{}'", self.names.resolve(template));
        self.report_unfit(what, ty, span);
        false
    }

    /// Reports a type that memory cannot hold, with the part that is to blame.
    pub(super) fn report_unfit(&mut self, what: String, ty: TypeId, span: Span) {
        let part = self.unfit_field(ty).map(|field| (field.span, self.type_name(field.ty)));
        let ty = self.type_name(ty);
        let report = self.report(span, InvalidVariableType { what, ty });
        if let Some((field, ty)) = part {
            report.note_at(field, format!("memory cannot hold a '{ty}'"));
        }
    }

    /// The innermost field of a struct that memory cannot hold.
    pub(super) fn unfit_field(&self, ty: TypeId) -> Option<&Field> {
        let Type::Struct(id) = self.module.types[self.innermost(ty)] else { return None };
        let field = self.module.structs[id].fields.iter().find(|field| !self.is_data(field.ty))?;
        Some(self.unfit_field(field.ty).unwrap_or(field))
    }

    fn wrapped(&mut self, args: &[TemplateArg], name: Symbol, span: Span, make: impl Fn(TypeId) -> Type) -> TypeId {
        let [arg] = args else {
            self.wrong_count(name, "1", args.len(), span);
            return self.common.error;
        };
        match self.type_arg(&[*arg], 0, name, span) {
            Some(elem) if elem != self.common.error && self.fits_interface(make(elem), elem, span) => {
                self.intern(make(elem))
            }
            Some(_) | None => self.common.error,
        }
    }

    /// Returns whether the template of an object takes a type that may hold long vectors; reports it otherwise.
    fn fits_interface(&mut self, made: Type, elem: TypeId, span: Span) -> bool {
        let place =
            if matches!(made, Type::Object(Object::Stream(..))) { "streams of vertices" } else { "records of nodes" };
        let is_interface = matches!(made, Type::Object(Object::Stream(..) | Object::Node(_)));
        !is_interface || self.fits_registers(elem, place, span)
    }

    /// A buffer whose contents are a struct.
    fn block_of(&mut self, args: &[TemplateArg], name: Symbol, span: Span, make: fn(TypeId) -> Object) -> TypeId {
        let ty = self.wrapped(args, name, span, |elem| Type::Object(make(elem)));
        match self.module.types[ty].block_content() {
            Some(content) if !matches!(self.module.types[content], Type::Struct(_)) => {
                let name = self.text(name);
                self.report(span, WrongTemplateArgument { name, expected: "a struct".to_owned() });
                self.common.error
            }
            Some(content) if !self.fits_memory(content, name, span) => self.common.error,
            Some(_) | None => ty,
        }
    }

    fn patch_of(&mut self, kind: PatchKind, args: &[TemplateArg], name: Symbol, span: Span) -> TypeId {
        if args.len() != 2 {
            self.wrong_count(name, "2", args.len(), span);
            return self.common.error;
        }
        match (self.type_arg(args, 0, name, span), self.value_arg(args, 1, name, span)) {
            (Some(elem), Some(_)) if !self.fits_registers(elem, "patches", span) => self.common.error,
            (Some(elem), Some(count)) if elem != self.common.error && (1..=32).contains(&count) => {
                self.intern(Type::Object(Object::Patch(kind, elem, count as u32)))
            }
            (Some(elem), Some(_)) if elem != self.common.error => {
                let name = self.text(name);
                self.report(span, WrongTemplateArgument { name, expected: "a count from 1 to 32".to_owned() });
                self.common.error
            }
            _ => self.common.error,
        }
    }

    /// Adds array dimensions, the first one outermost. An empty dimension is an error here.
    pub(super) fn with_dims(&mut self, ty: TypeId, dims: List<Dim>, span: Span) -> TypeId {
        self.with_dims_or(ty, dims, |checker, _| {
            checker.report(span, ArrayLengthMissing {});
            None
        })
    }

    /// Adds array dimensions; `unsized_type` makes the type of an empty outermost one.
    #[inline]
    pub(super) fn with_dims_or(
        &mut self,
        ty: TypeId,
        dims: List<Dim>,
        unsized_type: impl Fn(&mut Self, TypeId) -> Option<TypeId>,
    ) -> TypeId {
        if dims.is_empty() { ty } else { self.with_present_dims(ty, dims, unsized_type) }
    }

    #[inline(never)]
    fn with_present_dims(
        &mut self,
        mut ty: TypeId,
        dims: List<Dim>,
        unsized_type: impl Fn(&mut Self, TypeId) -> Option<TypeId>,
    ) -> TypeId {
        let dims: Vec<ast::ExprId> = self.ast.ids(dims).collect();
        for &dim in dims.iter().rev() {
            if ty == self.common.error {
                return ty;
            }
            let made = match self.ast.dim(dim) {
                Some(dim) => self.array_length(dim).and_then(|length| self.array_of(ty, length, dim)),
                None => unsized_type(self, ty),
            };
            ty = made.unwrap_or(self.common.error);
        }
        ty
    }

    fn array_of(&mut self, elem: TypeId, length: u32, dim: ast::ExprId) -> Option<TypeId> {
        let span = self.ast.exprs[dim].span;
        if elem == self.common.void {
            let ty = self.type_name(elem);
            self.report(span, InvalidVariableType { what: "array element".to_owned(), ty });
            return None;
        }
        let words = self.word_count(elem).saturating_mul(u64::from(length));
        if words > MAX_WORDS || self.type_depth(elem) >= MAX_TYPE_DEPTH {
            let ty = format!("{}[{length}]", self.type_name(elem));
            self.report(span, crate::diagnostics::TypeTooLarge { ty });
            return None;
        }
        Some(self.intern(Type::Array(elem, length)))
    }

    /// The length of an array: a constant expression, which must be positive.
    pub(super) fn array_length(&mut self, expr: ast::ExprId) -> Option<u32> {
        let span = self.ast.exprs[expr].span;
        let value = self.constant_expr(expr)?;
        let length = match value {
            Some(value) => self.integer(value),
            None => {
                self.report(span, ArrayLengthNotConstant {});
                return None;
            }
        };
        match length {
            Some(length @ 1..=0x7FFF_FFFF) => Some(length as u32),
            // Nothing is wrong with memory that is never named.
            Some(0) if self.decls.empty_arrays.is_open => {
                self.decls.empty_arrays.found = Some(span);
                Some(1)
            }
            Some(_) => {
                self.report(span, InvalidArrayLength {});
                None
            }
            None => {
                self.report(span, ArrayLengthNotConstant {});
                None
            }
        }
    }

    /// Returns whether the language version allows this syntax.
    pub(super) fn is_modern(&self) -> bool {
        self.since(HlslVersion::V2021)
    }
}
