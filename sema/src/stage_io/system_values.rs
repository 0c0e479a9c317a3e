//! System values: the types of their variables, and their relation to the values in the source.

use super::{Builder, Context};
use crate::diagnostics::SemanticType;
use crate::hir::Adapt;
use crate::hir::display::type_name;
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use crate::options::Options;
use crate::tables::semantics::{SemanticRow, SigPoint, TypeRule, Use};
use base::source::Span;
use frontend::language::Stage;
use spirv::BuiltIn;

/// The variable of a system value.
pub(super) struct Spec {
    pub(super) builtin: Option<BuiltIn>,
    pub(super) var_ty: TypeId,
    pub(super) adapt: Adapt,
}

impl Builder<'_> {
    /// The type of the variable and its relation to the value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn spec(
        &mut self,
        ty: TypeId,
        span: Span,
        row: Option<&SemanticRow>,
        used: Use,
        context: &Context,
    ) -> Option<Spec> {
        let (Use::Builtin(builtin), Some(row)) = (used, row) else {
            return Some(self.located_spec(ty, used));
        };
        if context.attributes.builtin.is_some() {
            return Some(Spec { builtin: Some(builtin), var_ty: ty, adapt: Adapt::Same });
        }
        self.check_type(ty, row.ty, row.display, span)?;
        let builtin = match builtin {
            BuiltIn::BaryCoordKHR if context.attributes.interpolation.noperspective => BuiltIn::BaryCoordNoPerspKHR,
            other => other,
        };
        let (var_ty, adapt) = self.builtin_type(ty, row.ty, builtin, context.point);
        Some(Spec { builtin: Some(builtin), var_ty, adapt })
    }

    /// Reports a system value of the wrong type.
    pub(super) fn check_type(&mut self, ty: TypeId, rule: TypeRule, name: &str, span: Span) -> Option<()> {
        if self.fits(ty, rule) {
            return Some(());
        }
        let ty = type_name(self.module, self.names, ty);
        let expected = expected_type(rule).into();
        self.sink.report(span, SemanticType { name: name.into(), expected, ty });
        None
    }

    fn located_spec(&mut self, ty: TypeId, used: Use) -> Spec {
        let builtin = match used {
            Use::Builtin(builtin) => Some(builtin),
            Use::Located | Use::Target => None,
        };
        match self.uint_of_bool(ty) {
            Some(var_ty) if builtin.is_none() => Spec { builtin, var_ty, adapt: Adapt::BoolAsUint },
            Some(_) | None => Spec { builtin, var_ty: ty, adapt: Adapt::Same },
        }
    }

    /// The `uint` type of a `bool` type's shape.
    fn uint_of_bool(&mut self, ty: TypeId) -> Option<TypeId> {
        let made = match self.module.ty(ty) {
            Type::Scalar(Scalar::Bool) => Type::Scalar(Scalar::UInt),
            Type::Vector(Scalar::Bool, length) => Type::Vector(Scalar::UInt, length),
            Type::Matrix { elem: Scalar::Bool, rows, columns } => Type::Matrix { elem: Scalar::UInt, rows, columns },
            Type::Array(element, length) => Type::Array(self.uint_of_bool(element)?, length),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return None,
        };
        Some(self.module.types.intern(made))
    }

    fn fits(&self, ty: TypeId, rule: TypeRule) -> bool {
        let (scalar, length) = match self.module.ty(ty) {
            Type::Scalar(scalar) => (scalar, 1),
            Type::Vector(scalar, length) => (scalar, length),
            Type::Enum(id) => (self.module.enums[id].held(), 1),
            Type::Array(element, length) => {
                let floats = self.fits(element, TypeRule::Float);
                return match rule {
                    TypeRule::OuterFactors => floats && length <= 4,
                    TypeRule::InnerFactors => floats && length <= 2,
                    TypeRule::Distances => self.fits(element, TypeRule::Distances),
                    TypeRule::Mask => length == 1 && self.fits(element, TypeRule::Mask),
                    TypeRule::Float4
                    | TypeRule::Float
                    | TypeRule::Integer
                    | TypeRule::Integer3
                    | TypeRule::Bool
                    | TypeRule::Float3
                    | TypeRule::Barycentrics
                    | TypeRule::UintFromBool
                    | TypeRule::Color => false,
                };
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return false,
        };
        // Builtins have 32 bits.
        if rule != TypeRule::Color && scalar != Scalar::Bool && scalar.bits(self.module.native_16bit) != 32 {
            return false;
        }
        let class = scalar.class();
        let is_integer = matches!(class, ElemClass::SInt | ElemClass::UInt);
        match rule {
            TypeRule::Float4 => class == ElemClass::Float && length == 4,
            TypeRule::Float => class == ElemClass::Float && length == 1,
            TypeRule::Integer | TypeRule::Mask | TypeRule::UintFromBool => is_integer && length == 1,
            TypeRule::Integer3 => class != ElemClass::Bool && length <= 3,
            TypeRule::Bool => length == 1 && class != ElemClass::Float,
            TypeRule::Distances => class == ElemClass::Float,
            TypeRule::Color => true,
            TypeRule::OuterFactors => class == ElemClass::Float,
            TypeRule::InnerFactors => class == ElemClass::Float && length <= 2,
            TypeRule::Float3 => class == ElemClass::Float && (2..=3).contains(&length),
            TypeRule::Barycentrics => class == ElemClass::Float && length == 3,
        }
    }

    fn builtin_type(&mut self, ty: TypeId, rule: TypeRule, builtin: BuiltIn, point: SigPoint) -> (TypeId, Adapt) {
        let types = &mut self.module.types;
        let float = types.intern(Type::Scalar(Scalar::Float));
        match rule {
            TypeRule::Float4 => (ty, position_adapt(self.options, self.stage, builtin, point)),
            // SPIRV-Tools' validator requires those of primitives to be signed.
            TypeRule::Integer
                if point == SigPoint::MSPOut && matches!(builtin, BuiltIn::Layer | BuiltIn::ViewportIndex) =>
            {
                let int = types.intern(Type::Scalar(Scalar::Int));
                (int, if int == ty { Adapt::Same } else { Adapt::Convert })
            }
            TypeRule::Float | TypeRule::Integer | TypeRule::Color => (ty, Adapt::Same),
            TypeRule::Integer3 => {
                let scalar =
                    if let Type::Vector(scalar, _) | Type::Scalar(scalar) = types[ty] { scalar } else { Scalar::UInt };
                // The variables are of integers; what the source wants as floats is converted.
                let held = if scalar.class() == ElemClass::Float { Scalar::UInt } else { scalar };
                let wide = types.intern(Type::Vector(held, 3));
                (wide, if wide == ty { Adapt::Same } else { Adapt::Convert })
            }
            TypeRule::Bool => {
                let boolean = types.intern(Type::Scalar(Scalar::Bool));
                (boolean, if boolean == ty { Adapt::Same } else { Adapt::UintFromBool })
            }
            TypeRule::UintFromBool => (types.intern(Type::Scalar(Scalar::Bool)), Adapt::UintFromBool),
            TypeRule::Mask => {
                let uint = types.intern(Type::Scalar(Scalar::UInt));
                (types.intern(Type::Array(uint, 1)), Adapt::ArrayOfOne)
            }
            TypeRule::OuterFactors | TypeRule::InnerFactors => {
                let whole = types.intern(Type::Array(float, if rule == TypeRule::OuterFactors { 4 } else { 2 }));
                (whole, if whole == ty { Adapt::Same } else { Adapt::PartOfArray })
            }
            TypeRule::Float3 => {
                let wide = types.intern(Type::Vector(Scalar::Float, 3));
                (wide, if wide == ty { Adapt::Same } else { Adapt::Convert })
            }
            TypeRule::Barycentrics => (types.intern(Type::Vector(Scalar::Float, 3)), Adapt::Barycentrics),
            // The shared array is made when all distances are known.
            TypeRule::Distances => (float, Adapt::ClipCull { offset: 0 }),
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn position_adapt(options: &Options, stage: Stage, builtin: BuiltIn, point: SigPoint) -> Adapt {
    let flips = matches!(stage, Stage::Vertex | Stage::Domain | Stage::Geometry | Stage::Mesh);
    match builtin {
        BuiltIn::FragCoord if options.dx_position_w => Adapt::ReciprocalW,
        BuiltIn::Position if options.invert_y && flips && !point.is_input() => Adapt::InvertY,
        _ => Adapt::Same,
    }
}

fn expected_type(rule: TypeRule) -> &'static str {
    match rule {
        TypeRule::Float4 => "float4",
        TypeRule::Float => "float",
        TypeRule::Integer | TypeRule::Mask | TypeRule::UintFromBool => "uint",
        TypeRule::Integer3 => "uint, uint2 or uint3",
        TypeRule::Bool => "bool",
        TypeRule::Distances => "floats",
        TypeRule::OuterFactors => "float[2], float[3] or float[4]",
        TypeRule::InnerFactors => "float or float[2]",
        TypeRule::Float3 => "float2 or float3",
        TypeRule::Barycentrics => "float3",
        TypeRule::Color => "a scalar or vector",
    }
}
