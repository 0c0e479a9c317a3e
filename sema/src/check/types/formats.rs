//! Compatibility of image formats with texel types.

use crate::check::state::Checker;
use crate::diagnostics::InvalidDeclaration;
use crate::hir::ty::{ElemClass, Object, Scalar, Type, TypeId};
use crate::tables::attributes::IMAGE_FORMATS;
use base::source::Span;
use spirv::ImageFormat;

impl Checker<'_> {
    /// Reports a format whose texels are of another kind than those of the texture.
    pub(crate) fn check_image_format(&mut self, ty: TypeId, format: Option<ImageFormat>, span: Span) {
        let Some(format) = format else { return };
        let held = self.module.element_of_arrays(ty);
        let Type::Object(Object::Texture(texture)) = self.module.types[held] else { return };
        let (Type::Scalar(scalar) | Type::Vector(scalar, _)) = self.module.types[texture.elem] else { return };
        // DXC does not look at arrays. Where such an element is read or written, validation reports the sign.
        if fits(format, scalar) || held != ty && fits(format, of_other_sign(scalar)) {
            return;
        }
        let (name, ty) = (name_of(format), self.type_name(texture.elem));
        let what = format!("image format '{name}' does not fit texels of type '{ty}'");
        self.report(span, InvalidDeclaration { what });
    }
}

fn name_of(format: ImageFormat) -> &'static str {
    IMAGE_FORMATS.iter().find(|(_, known)| *known == format).map_or("unknown", |(name, _)| name)
}

/// The integer with the same width and the other sign; any other type itself.
fn of_other_sign(scalar: Scalar) -> Scalar {
    match (scalar.class(), scalar) {
        (_, Scalar::Int64) => Scalar::UInt64,
        (_, Scalar::UInt64) => Scalar::Int64,
        (ElemClass::SInt, _) => Scalar::UInt,
        (ElemClass::UInt | ElemClass::Bool, _) => Scalar::Int,
        (ElemClass::Float, scalar) => scalar,
    }
}

/// The name of a format ends in its kind; only two have 64-bit components. Texels of bools are `uint`s.
fn fits(format: ImageFormat, scalar: Scalar) -> bool {
    let name = name_of(format);
    if format == ImageFormat::Unknown {
        return true;
    }
    let texel = if scalar == Scalar::Bool { ElemClass::UInt } else { scalar.class() };
    let class = if name.ends_with("ui") {
        ElemClass::UInt
    } else if name.ends_with('i') {
        ElemClass::SInt
    } else {
        ElemClass::Float
    };
    let wide = matches!(format, ImageFormat::R64i | ImageFormat::R64ui);
    let is_wide = matches!(scalar, Scalar::Int64 | Scalar::UInt64);
    texel == class && wide == is_wide
}
