//! Invariants of expressions.

use super::Verifier;
use crate::convert::{Shape, leaf_count, numeric};
use crate::hir::FunctionId;
use crate::hir::expr::{Arg, BinaryOp, Category, Conversion, Expr, ExprId, ExprKind, ParamMode, UnaryOp};
use crate::hir::ty::{ElemClass, Node, Object, Scalar, Type, TypeId};
use crate::tables::intrinsics::Lowering;
use crate::tables::methods::{Method, MethodKind, Objects};

impl Verifier<'_> {
    /// Checks one expression, whose operands have been checked.
    pub(super) fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let node = &body.exprs[id];
        let operands = node.kind.operands();
        if let Some(missing) = operands.iter().find(|&&operand| body.exprs.get(operand).is_none()) {
            return self.problem(Some(id), format!("the operand %{} does not exist", missing.raw()));
        }
        self.value_type(node.ty, Some(id), "the expression");
        if self.ty(node.ty).is_none() {
            return;
        }
        self.expr_category(id, node);
        self.expr_kind(id, node);
    }

    /// Checks the category: l-value or r-value.
    fn expr_category(&mut self, id: ExprId, node: &Expr) {
        let of = |expr: &ExprId| self.body.exprs[*expr].category;
        let wanted = match &node.kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::ResourceElement { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { prefix: true, .. } => Category::Place,
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => of(base),
            ExprKind::Convert { conversion: Conversion::ToBase, operand } => of(operand),
            ExprKind::Comma { .. } if self.ty(node.ty) == Some(Type::Void) => Category::Value,
            ExprKind::Comma { rhs, .. } => of(rhs),
            // Repeated components make an r-value of a place; pointers lead to places.
            ExprKind::Swizzle { .. } | ExprKind::MatrixSwizzle { .. } | ExprKind::Method { .. } => return,
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Load(_)
            | ExprKind::Unary { .. }
            | ExprKind::IncDec { prefix: false, .. }
            | ExprKind::Binary { .. }
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Ternary { .. }
            | ExprKind::Select { .. }
            | ExprKind::Convert { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. } => Category::Value,
        };
        self.category(id, wanted, "the expression");
    }

    fn expr_kind(&mut self, id: ExprId, node: &Expr) {
        match &node.kind {
            ExprKind::Constant(constant) => {
                let known = constant.index() < self.module.constants.len();
                let same = known && self.module.constants[*constant].ty == node.ty;
                self.check(same, Some(id), "a constant has its own type");
            }
            ExprKind::Local(local) => {
                let ty = self.body.locals.get(*local).map(|local| local.ty);
                self.check(ty == Some(node.ty), Some(id), "a local has its own type");
            }
            ExprKind::Global(global) | ExprKind::SpecConstant(global) => {
                let ty = self.module.globals.get(*global).map(|global| global.ty);
                self.check(ty == Some(node.ty), Some(id), "a global has its own type");
            }
            ExprKind::Load(place) => {
                self.category(*place, Category::Place, "what is loaded");
                self.same_type(*place, node.ty, "what is loaded");
            }
            ExprKind::Member { base, field } => self.member(id, node.ty, *base, *field),
            ExprKind::Index { base, index } => self.index(id, node.ty, *base, *index),
            ExprKind::ResourceElement { object, index, .. } => self.object_element(node.ty, *object, *index),
            ExprKind::Swizzle { base, components } => {
                let length = self.shape_of(*base).map(|(_, shape)| shape.count());
                let fits = components.as_slice().iter().all(|&c| length.is_some_and(|length| u32::from(c) < length));
                self.swizzle(id, node.ty, *base, fits, components.len);
            }
            ExprKind::MatrixSwizzle { base, elements } => {
                let shape = self.shape_of(*base).map(|(_, shape)| shape);
                let fits = elements.as_slice().iter().all(|&(row, column)| {
                    matches!(shape, Some(Shape::Matrix(rows, columns)) if row < rows && column < columns)
                });
                self.swizzle(id, node.ty, *base, fits, elements.len);
            }
            ExprKind::Unary { op, operand } => self.unary(id, *op, *operand, node.ty),
            ExprKind::IncDec { place, .. } => {
                self.category(*place, Category::Place, "what is counted");
                self.same_type(*place, node.ty, "what is counted");
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary(id, *op, *lhs, *rhs, node.ty),
            ExprKind::ShortCircuit { lhs, rhs, .. } => {
                self.condition(*lhs);
                self.condition(*rhs);
            }
            ExprKind::Ternary { condition, then, otherwise } => {
                self.condition(*condition);
                self.operand_of_type(*then, node.ty);
                self.operand_of_type(*otherwise, node.ty);
            }
            ExprKind::Select { condition, then, otherwise } => {
                let elem = self.shape_of(*condition).map(|(elem, _)| elem);
                self.check(elem == Some(Scalar::Bool), Some(*condition), "a condition is made of 'bool's");
                self.operand_of_type(*then, node.ty);
                self.operand_of_type(*otherwise, node.ty);
            }
            ExprKind::Assign { place, value } => {
                self.category(*place, Category::Place, "what is assigned to");
                self.same_type(*place, node.ty, "what is assigned to");
                self.operand_of_type(*value, node.ty);
            }
            ExprKind::CompoundAssign { place, value, compute, .. } => {
                self.category(*place, Category::Place, "what is assigned to");
                self.same_type(*place, node.ty, "what is assigned to");
                self.operand_of_type(*value, *compute);
            }
            // A cast to `void` is a comma, too.
            ExprKind::Comma { .. } if self.ty(node.ty) == Some(Type::Void) => {}
            ExprKind::Comma { rhs, .. } => self.same_type(*rhs, node.ty, "what follows a comma"),
            ExprKind::Convert { conversion, operand } => self.convert(id, *conversion, *operand, node.ty),
            ExprKind::Construct { parts } => self.construct(id, parts, node.ty),
            ExprKind::Call { function, args, .. } => self.call(id, *function, args, node.ty),
            ExprKind::Intrinsic { intrinsic, args } => {
                let supported = !matches!(intrinsic.lowering, Lowering::Unsupported(_));
                self.check(supported, Some(id), "the intrinsic is supported");
                self.args(args);
            }
            ExprKind::Method { method, object, args, .. } => self.method(id, method, *object, args),
            ExprKind::String(_) | ExprKind::Undef => {}
        }
    }

    fn method(&mut self, id: ExprId, method: &Method, object: ExprId, args: &[Arg]) {
        let supported = !matches!(method.kind, MethodKind::Unsupported(_));
        self.check(supported, Some(id), "the method is supported");
        let set = self.type_of(object).and_then(|ty| self.ty(ty)).and_then(Objects::of);
        let has_method = set.is_some_and(|set| method.objects.contains(set));
        self.check(has_method, Some(object), "an object has the method");
        self.args(args);
    }

    fn call(&mut self, id: ExprId, function: FunctionId, args: &[Arg], ty: TypeId) {
        let Some(callee) = self.module.functions.get(function) else {
            return self.problem(Some(id), "the function does not exist");
        };
        self.check(callee.ret == ty, Some(id), "a call has the function's result type");
        self.check(callee.params.len() == args.len(), Some(id), "a call gives every argument");
        for (param, arg) in callee.params.iter().zip(args) {
            let ty = callee.body.locals.get(param.local).map(|local| local.ty);
            let fits = ty == Some(arg.ty) && param.mode == arg.mode;
            self.check(fits, Some(arg.expr), "an argument is passed as its parameter says");
        }
        self.args(args);
    }

    fn operand_of_type(&mut self, operand: ExprId, ty: TypeId) {
        self.value(operand, "an operand");
        self.same_type(operand, ty, "an operand");
    }

    fn swizzle(&mut self, id: ExprId, ty: TypeId, base: ExprId, fits: bool, count: u8) {
        self.check(fits, Some(id), "a swizzle takes components that there are");
        let elem = self.shape_of(base).map(|(elem, _)| elem);
        let result = self.ty(ty).and_then(crate::convert::numeric_type);
        let same = result.is_some_and(|(found, shape)| Some(found) == elem && shape.count() == u32::from(count));
        self.check(same, Some(id), "a swizzle has one component for each letter");
    }

    fn member(&mut self, id: ExprId, ty: TypeId, base: ExprId, field: u32) {
        let known = self.type_of(base).filter(|&ty| self.ty(ty).is_some());
        let definition = known.and_then(|ty| self.module.struct_behind(ty));
        let found = definition.and_then(|id| self.module.structs.get(id)?.fields.get(field as usize));
        self.check(found.is_some_and(|field| field.ty == ty), Some(id), "a member has its field's type");
    }

    fn index(&mut self, id: ExprId, ty: TypeId, base: ExprId, index: ExprId) {
        self.value(index, "an index");
        let is_integer = matches!(
            self.shape_of(index),
            Some((elem, Shape::Scalar)) if matches!(elem.class(), ElemClass::SInt | ElemClass::UInt)
        );
        self.check(is_integer, Some(index), "an index is an integer");
        let (base, found) = (self.type_of(base).and_then(|ty| self.ty(ty)), self.ty(ty));
        let fits = match base {
            Some(Type::Array(elem, _) | Type::RuntimeArray(elem) | Type::Object(Object::Patch(_, elem, _))) => {
                elem == ty
            }
            Some(Type::Vector(elem, _)) => found == Some(Type::Scalar(elem)),
            Some(Type::Matrix { elem, columns, .. }) => found == Some(Type::Vector(elem, columns.into())),
            Some(_) | None => false,
        };
        self.check(fits, Some(id), "an element has the type that the base says");
    }

    /// Checks an element of a texture or buffer, a record of several, or a node of an array.
    fn object_element(&mut self, ty: TypeId, object: ExprId, index: ExprId) {
        self.value(index, "an index");
        let fits = match self.type_of(object).and_then(|ty| self.ty(ty)) {
            Some(Type::Object(Object::Texture(_))) => true,
            Some(Type::Object(Object::StructuredBuffer { elem, .. })) => elem == ty,
            Some(Type::Object(Object::Node(node))) => match node.kind.element() {
                Some(kind) => self.ty(ty) == Some(Type::Object(Object::Node(Node { kind, ..node }))),
                None => node.kind.is_several() && node.record == ty,
            },
            Some(_) | None => false,
        };
        self.check(fits, Some(object), "an object has such elements");
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, operand: ExprId, ty: TypeId) {
        self.operand_of_type(operand, ty);
        let class = self.shape_of(operand).map(|(elem, _)| elem.class());
        let fits = match (op, class) {
            (UnaryOp::Neg, Some(ElemClass::SInt | ElemClass::UInt | ElemClass::Float)) => true,
            (UnaryOp::BitNot, Some(ElemClass::SInt | ElemClass::UInt)) => true,
            (UnaryOp::Not, Some(ElemClass::Bool)) => true,
            (UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Not, _) => false,
        };
        self.check(fits, Some(id), "an operator works on such operands");
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: TypeId) {
        self.value(lhs, "an operand");
        self.value(rhs, "an operand");
        self.check(self.type_of(lhs) == self.type_of(rhs), Some(id), "both operands have one type");
        let operand = self.type_of(lhs).and_then(|ty| numeric_or_enum(self, ty));
        let result = self.ty(ty).and_then(crate::convert::numeric_type);
        let fits = if op.has_bool_result() {
            operand.map(|(_, shape)| (Scalar::Bool, shape)) == result
        } else {
            self.type_of(lhs) == Some(ty)
        };
        self.check(operand.is_some() && fits, Some(id), "the result has the type that the operator says");
    }

    fn convert(&mut self, id: ExprId, conversion: Conversion, operand: ExprId, ty: TypeId) {
        if !matches!(conversion, Conversion::ToBase | Conversion::BlockValue) {
            self.value(operand, "what is converted");
        }
        let from = self.type_of(operand).and_then(|ty| numeric_or_enum(self, ty));
        let to = numeric_or_enum(self, ty);
        let fits = match (conversion, from, to) {
            (Conversion::Numeric, Some((_, from)), Some((_, to))) => from == to,
            // The address in a pointer.
            (Conversion::Numeric, None, Some((Scalar::UInt64, Shape::Scalar)))
            | (Conversion::Numeric, Some((Scalar::UInt64, Shape::Scalar)), None) => true,
            (Conversion::Splat, Some((a, from)), Some((b, _))) => a == b && from.count() == 1,
            (Conversion::Truncate, Some((a, from)), Some((b, to))) => a == b && to.count() < from.count(),
            (Conversion::Reshape, Some((a, from)), Some((b, to))) => a == b && to.count() == from.count(),
            (Conversion::Discard, ..) => self.ty(ty) == Some(Type::Void),
            (Conversion::Bits, ..) => {
                let from = self.type_of(operand).and_then(|from| crate::convert::bit_count(self.module, from));
                from.is_some() && from == crate::convert::bit_count(self.module, ty)
            }
            (Conversion::Flat | Conversion::ToBase | Conversion::BlockValue | Conversion::AsBlock, ..) => true,
            (Conversion::Numeric | Conversion::Splat | Conversion::Truncate | Conversion::Reshape, ..) => false,
        };
        self.check(fits, Some(id), "a conversion leads from one such type to the other");
    }

    fn construct(&mut self, id: ExprId, parts: &[ExprId], ty: TypeId) {
        let mut given = 0;
        for &part in parts {
            self.value(part, "a part");
            match self.type_of(part).and_then(|ty| leaf_count(self.module, ty)) {
                Some((count, _)) => given += count,
                None => return,
            }
        }
        if let Some((wanted, _)) = leaf_count(self.module, ty) {
            self.check(given == wanted, Some(id), "the parts are as many as the type holds");
        }
    }

    fn args(&mut self, args: &[Arg]) {
        for arg in args {
            match arg.mode {
                ParamMode::In => {
                    self.value(arg.expr, "an argument");
                    self.same_type(arg.expr, arg.ty, "an argument");
                }
                ParamMode::Out | ParamMode::InOut | ParamMode::Reference => {
                    self.category(arg.expr, Category::Place, "an argument");
                    let converts = !arg.copy_in.is_empty() || !arg.copy_out.is_empty();
                    let same = self.type_of(arg.expr) == Some(arg.ty);
                    self.check(same || converts, Some(arg.expr), "an argument converts where its type differs");
                }
            }
        }
    }
}

fn numeric_or_enum(verifier: &Verifier<'_>, ty: TypeId) -> Option<(Scalar, Shape)> {
    if let Type::Enum(id) = verifier.ty(ty)? {
        Some((verifier.module.enums.get(id)?.base, Shape::Scalar))
    } else {
        numeric(verifier.module, ty)
    }
}
