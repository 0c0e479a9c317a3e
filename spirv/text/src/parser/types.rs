//! Types from text.

use super::Parser;
use crate::lexer::Kind;
use crate::stand_ins::{ANY_TYPE, has_escape, unescaped};
use dialect::diagnostics::{Code, Result};
use dialect::ir::types::{FloatKind, MAX_VECTOR, Sign};
use dialect::ir::{Attr, NamedAttr, Type, TypeId};
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::shapes::{Lengths, Matrix, Shaped, Tensor};
use dialect::spirv::types::{ARRAYED, DEPTH, Image, Length, Member, SAMPLER_USE, SAMPLING, SpirvType};
use spirv::Dim;
use std::str::FromStr;

impl Parser<'_> {
    pub(super) fn type_list(&mut self) -> Result<Vec<TypeId>> {
        let mut types = vec![self.ty()?];
        while self.accept(",") {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.enter()?;
        let ty = match self.kind() {
            Kind::Type => self.dialect_type()?,
            Kind::Word => {
                let word = self.take();
                self.named_type(word)?
            }
            _ if self.is("(") => self.function_type()?,
            _ => return self.error(Code::Syntax, "expected a type"),
        };
        self.depth -= 1;
        Ok(ty)
    }

    fn function_type(&mut self) -> Result<TypeId> {
        let params = self.types_in_parens()?;
        self.expect("->")?;
        let result = if self.is("(") {
            self.types_in_parens()?.first().copied().unwrap_or_else(|| self.module.ctx.none())
        } else {
            self.ty()?
        };
        Ok(self.module.ctx.ty(Type::Function { params: params.into(), result }))
    }

    pub(super) fn types_in_parens(&mut self) -> Result<Vec<TypeId>> {
        self.expect("(")?;
        let types = if self.is(")") { Vec::new() } else { self.type_list()? };
        self.expect(")")?;
        Ok(types)
    }

    fn named_type(&mut self, word: &str) -> Result<TypeId> {
        if word == "vector" {
            return self.vector();
        }
        match scalar(word) {
            Some(ty) => Ok(self.module.ctx.ty(ty)),
            None => {
                self.at -= 1;
                self.error(Code::UnknownName, format!("unknown type '{word}'"))
            }
        }
    }

    fn vector(&mut self) -> Result<TypeId> {
        self.expect("<")?;
        let len = self.u32()?;
        let elem = self.shaped_elem()?;
        self.expect(">")?;
        let is_scalar = matches!(self.module.ctx[elem], Type::Int { .. } | Type::Float { .. });
        if !is_scalar || !(1..=MAX_VECTOR).contains(&len) {
            return self.error(Code::Type, "a vector has between 1 and 1024 scalars");
        }
        Ok(self.module.ctx.vector(elem, len))
    }

    /// A tensor's lengths and the type of its elements; only constants have one.
    pub(super) fn tensor(&mut self) -> Result<(Vec<usize>, TypeId)> {
        self.expect("tensor")?;
        self.expect("<")?;
        let (dims, elem) = self.shape()?;
        self.expect(">")?;
        match dims.into_iter().collect::<Option<Vec<u32>>>() {
            Some(dims) => Ok((dims.into_iter().map(|dim| dim as usize).collect(), elem)),
            None => self.error(Code::Type, "a constant has lengths"),
        }
    }

    /// The lengths of a shape, `None` for each that is not known, and the type of its elements.
    fn shape(&mut self) -> Result<(Vec<Option<u32>>, TypeId)> {
        let mut dims = Vec::new();
        let mut rest = "";
        while matches!(self.kind(), Kind::Number | Kind::Punct(b'?')) || dims.is_empty() {
            dims.push(if self.accept("?") { None } else { Some(self.u32()?) });
            rest = self.expect_kind(Kind::Word, "'x'")?;
            // `x3xf32` is one word.
            while let Some((len, _)) = rest.strip_prefix('x').and_then(|rest| rest.split_once('x')) {
                let Ok(known) = len.parse() else { break };
                dims.push(Some(known));
                rest = &rest[1 + len.len()..];
            }
            if rest != "x" {
                break;
            }
        }
        let elem = match rest.strip_prefix('x') {
            Some("") => self.ty()?,
            Some(word) => self.named_type(word)?,
            None => {
                self.at -= 1;
                return self.error(Code::Syntax, "expected 'x'");
            }
        };
        Ok((dims, elem))
    }

    /// A cooperative matrix: its lengths and components, its scope, its use.
    fn coop_matrix(&mut self) -> Result<SpirvType> {
        let start = self.at;
        let (dims, elem) = self.shape()?;
        let [Some(rows), Some(columns)] = dims[..] else {
            self.at = start;
            return self.error(Code::Type, "a cooperative matrix has rows and columns");
        };
        self.expect(",")?;
        let scope = self.enumerant(EnumKind::Scope)?;
        self.expect(",")?;
        let matrix_use = self.enumerant(EnumKind::CooperativeMatrixUse)?;
        self.shaped(start, Shaped::Matrix(Matrix { elem, rows, columns, scope, matrix_use }), elem)
    }

    /// A tensor: its lengths, as far as they are known, and its elements.
    fn arm_tensor(&mut self) -> Result<SpirvType> {
        let start = self.at;
        let (lengths, elem) = if self.accept("*") {
            let word = self.expect_kind(Kind::Word, "'x'")?;
            let Some(elem) = word.strip_prefix('x') else {
                self.at -= 1;
                return self.error(Code::Syntax, "expected 'x'");
            };
            (Lengths::Unranked, self.named_type(elem)?)
        } else {
            let (dims, elem) = self.shape()?;
            let known: Vec<u32> = dims.iter().flatten().copied().collect();
            let lengths = match known.len() {
                0 => Lengths::Ranked(dims.len() as u32),
                count if count == dims.len() && !known.contains(&0) => Lengths::Known(known),
                _ => {
                    self.at = start;
                    return self.error(
                        Code::Type,
                        "either all lengths of a tensor are known, and none is 0, or none is known",
                    );
                }
            };
            (lengths, elem)
        };
        self.shaped(start, Shaped::Tensor(Tensor { elem, lengths }), elem)
    }

    fn shaped(&mut self, start: usize, shaped: Shaped, elem: TypeId) -> Result<SpirvType> {
        if !matches!(self.module.ctx[elem], Type::Int { .. } | Type::Float { .. }) {
            self.at = start;
            return self.error(Code::Type, "its components are not numbers");
        }
        Ok(shaped.to_type(&mut self.module.ctx))
    }

    /// The rest of a shape after a length: `x` and a type, with or without a space.
    fn shaped_elem(&mut self) -> Result<TypeId> {
        let word = self.expect_kind(Kind::Word, "'x'")?;
        match word.strip_prefix('x') {
            Some("") => self.ty(),
            Some(rest) => self.named_type(rest),
            None => {
                self.at -= 1;
                self.error(Code::Syntax, "expected 'x'")
            }
        }
    }

    fn dialect_type(&mut self) -> Result<TypeId> {
        let name = self.take();
        if let Some(ty) = self.types.get(name) {
            return Ok(*ty);
        }
        if let Some(definition) = self.aliases.get(name).copied() {
            let name = name.to_owned();
            let after = std::mem::replace(&mut self.at, definition);
            let ty = self.ty()?;
            self.at = after;
            self.types.insert(name, ty);
            return Ok(ty);
        }
        let ty = match name {
            "!spirv.sampler" => SpirvType::Sampler,
            "!spirv.ptr" => self.in_angles(Self::pointer)?,
            "!spirv.array" => self.in_angles(Self::array)?,
            "!spirv.rtarray" => self.in_angles(|parser| {
                let elem = parser.ty()?;
                Ok(SpirvType::RuntimeArray { elem, stride: parser.stride()? })
            })?,
            "!spirv.struct" => {
                let ty = self.in_angles(Self::structure)?;
                match self.behind(&ty)? {
                    Some(ty) => return Ok(ty),
                    None => ty,
                }
            }
            "!spirv.matrix" => self.in_angles(|parser| {
                let start = parser.at;
                let columns = parser.u32()?;
                let column = parser.shaped_elem()?;
                parser.check_matrix(start, columns, column)?;
                Ok(SpirvType::Matrix { columns, column })
            })?,
            "!spirv.sampled_image" => self.in_angles(Self::sampled_image)?,
            "!spirv.image" => self.in_angles(Self::image)?,
            "!spirv.coopmatrix" => self.in_angles(Self::coop_matrix)?,
            "!spirv.arm.tensor" => self.in_angles(Self::arm_tensor)?,
            "!spirv.other" => self.in_angles(Self::other)?,
            _ => {
                self.at -= 1;
                return self.error(Code::UnknownName, format!("unknown type '{name}'"));
            }
        };
        Ok(self.module.ctx.ty(Type::Spirv(ty)))
    }

    /// The columns of a matrix are two to four vectors of two to four floats.
    fn check_matrix(&mut self, start: usize, columns: u32, column: TypeId) -> Result<()> {
        let is_column = match self.module.ctx[column] {
            Type::Vector { elem, len } => (2..=4).contains(&len) && matches!(self.module.ctx[elem], Type::Float { .. }),
            _ => false,
        };
        if is_column && (2..=4).contains(&columns) {
            return Ok(());
        }
        self.at = start;
        self.error(Code::Type, "a matrix has two to four columns, which are vectors of two to four floats")
    }

    /// The image in a sampled image, which is one that can be sampled.
    fn sampled_image(&mut self) -> Result<SpirvType> {
        let start = self.at;
        let image = self.ty()?;
        let can_be_sampled = match &self.module.ctx[image] {
            Type::Spirv(SpirvType::Image(image)) => image.dim != Dim::DimSubpassData,
            _ => false,
        };
        match can_be_sampled {
            true => Ok(SpirvType::SampledImage(image)),
            false => {
                self.at = start;
                self.error(Code::Type, "it is not an image that can be sampled")
            }
        }
    }

    /// The type that a struct represents, if it does.
    fn behind(&mut self, ty: &SpirvType) -> Result<Option<TypeId>> {
        match ty {
            SpirvType::Struct { name: Some(name), members, .. } if members.is_empty() => {
                let name = self.module.ctx.str(*name).to_owned();
                self.type_behind(&name)
            }
            _ => Ok(None),
        }
    }

    fn in_angles(&mut self, inner: impl FnOnce(&mut Self) -> Result<SpirvType>) -> Result<SpirvType> {
        self.expect("<")?;
        let ty = inner(self)?;
        self.expect(">")?;
        Ok(ty)
    }

    fn named<T: FromStr>(&mut self, what: &str) -> Result<T> {
        let word = self.expect_kind(Kind::Word, what)?;
        match word.parse() {
            Ok(value) => Ok(value),
            Err(_) => {
                self.at -= 1;
                self.error(Code::UnknownName, format!("'{word}' is not {what}"))
            }
        }
    }

    fn stride(&mut self) -> Result<Option<u32>> {
        if !self.accept(",") {
            return Ok(None);
        }
        self.expect("stride")?;
        self.expect("=")?;
        match self.u32()? {
            0 => {
                self.at -= 1;
                self.error(Code::Type, "the stride of an array is not 0")
            }
            stride => Ok(Some(stride)),
        }
    }

    fn pointer(&mut self) -> Result<SpirvType> {
        let pointee = self.ty()?;
        self.expect(",")?;
        let storage = self.enumerant(EnumKind::StorageClass)?;
        let Some(storage) = spirv::StorageClass::from_u32(storage) else {
            return self.error(Code::UnknownName, "expected a storage class");
        };
        Ok(SpirvType::Pointer { pointee, storage, stride: self.stride()? })
    }

    fn array(&mut self) -> Result<SpirvType> {
        let len = if self.kind() == Kind::Symbol {
            Length::Symbol(self.symbol()?)
        } else {
            let token = self.expect_kind(Kind::Number, "a number of elements")?;
            match token.parse() {
                Ok(len) => Length::Const(len),
                Err(_) => return self.error(Code::Syntax, "expected a number of elements"),
            }
        };
        let elem = self.shaped_elem()?;
        Ok(SpirvType::Array { elem, len, stride: self.stride()? })
    }

    fn structure(&mut self) -> Result<SpirvType> {
        let name = match self.kind() {
            Kind::Word => Some(self.struct_name()?),
            Kind::Text => Some(self.text_token()?),
            _ => None,
        };
        let name = name.map(|name| self.module.ctx.name(&name));
        if let Some(name) = name
            && !self.accept(",")
        {
            return Ok(SpirvType::StructRef(name));
        }
        self.expect("(")?;
        let mut members = Vec::new();
        while !self.is(")") {
            members.push(self.member()?);
            if !self.accept(",") {
                break;
            }
        }
        let with_offset = members.iter().filter(|member| member.offset.is_some()).count();
        if with_offset != 0 && with_offset != members.len() {
            return self.error(Code::Type, "either all members of a struct have an offset or none");
        }
        self.expect(")")?;
        let mut decorations = Vec::new();
        while self.accept(",") {
            decorations.push(self.type_decoration()?);
        }
        Ok(SpirvType::Struct { name, members, decorations })
    }

    /// The name of a struct that stands without quotes: what cannot stand so is escaped.
    fn struct_name(&mut self) -> Result<String> {
        let name = self.take();
        match has_escape(name) && !name.starts_with(ANY_TYPE) {
            false => Ok(name.to_owned()),
            true => match unescaped(name) {
                Some(name) => Ok(name),
                None => {
                    self.at -= 1;
                    self.error(Code::Syntax, "the name has a malformed escape")
                }
            },
        }
    }

    fn member(&mut self) -> Result<Member> {
        let mut member = Member { ty: self.ty()?, offset: None, decorations: Vec::new() };
        if !self.accept("[") {
            return Ok(member);
        }
        if self.kind() == Kind::Number {
            member.offset = Some(self.u32()?);
            if !self.is("]") {
                self.expect(",")?;
            }
        }
        while !self.is("]") {
            member.decorations.push(self.type_decoration()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(member)
    }

    /// A decoration in the specification's spelling, with a value after `=` where it has one.
    fn type_decoration(&mut self) -> Result<NamedAttr> {
        let value = self.enumerant(EnumKind::Decoration)?;
        let name = EnumKind::Decoration.table().get(value).map_or("", |one| one.snake);
        let attr = if self.accept("=") { self.attr()? } else { self.module.ctx.attr(Attr::Unit) };
        Ok((name, attr))
    }

    fn image(&mut self) -> Result<SpirvType> {
        let sampled = self.ty()?;
        self.expect(",")?;
        let dim = self.expect_kind(Kind::Word, "a dimensionality")?;
        let dim = match dim.parse().or_else(|()| format!("Dim{dim}").parse()) {
            Ok(dim) => dim,
            Err(()) => return self.error(Code::UnknownName, format!("unknown dimensionality '{dim}'")),
        };
        let depth = self.one_of(&DEPTH)?;
        let arrayed = self.one_of(&ARRAYED)?;
        let multisampled = self.one_of(&SAMPLING)?;
        let sampler_use = self.one_of(&SAMPLER_USE)?;
        self.expect(",")?;
        let format = self.named("an image format")?;
        let access = if self.accept(",") { Some(self.named("an access qualifier")?) } else { None };
        Ok(SpirvType::Image(Image { sampled, dim, depth, arrayed, multisampled, sampler_use, format, access }))
    }

    fn one_of(&mut self, names: &[&str]) -> Result<u8> {
        self.expect(",")?;
        let word = self.expect_kind(Kind::Word, "a property of an image")?;
        match names.iter().position(|name| *name == word) {
            Some(at) => Ok(at as u8),
            None => self.error(Code::UnknownName, format!("'{word}' is not one of {}", names.join(", "))),
        }
    }

    fn other(&mut self) -> Result<SpirvType> {
        let name = self.expect_kind(Kind::Word, "the instruction of a type")?;
        let op = dialect::spirv::ops::rows().filter_map(|row| row.code.core()).find(|op| format!("{op:?}") == name);
        let Some(op) = op else { return self.error(Code::UnknownName, format!("unknown instruction '{name}'")) };
        let mut params = Vec::new();
        while self.accept(",") {
            params.push(self.attr()?);
        }
        let mut decorations = Vec::new();
        while self.accept("|") {
            decorations.push(self.type_decoration()?);
        }
        Ok(SpirvType::Other { op, params: params.into(), decorations })
    }
}

/// A scalar type by name.
fn scalar(word: &str) -> Option<Type> {
    let int = |width: &str, sign| {
        let width: u32 = width.parse().ok()?;
        [1, 8, 16, 32, 64].contains(&width).then_some(Type::Int { width, sign })
    };
    match word {
        "none" => return Some(Type::None),
        "bf16" => return Some(Type::Float { width: 16, kind: FloatKind::Bf16 }),
        "f8E4M3FN" => return Some(Type::Float { width: 8, kind: FloatKind::E4M3 }),
        "f8E5M2" => return Some(Type::Float { width: 8, kind: FloatKind::E5M2 }),
        "f16" => return Some(Type::Float { width: 16, kind: FloatKind::Ieee }),
        "f32" => return Some(Type::Float { width: 32, kind: FloatKind::Ieee }),
        "f64" => return Some(Type::Float { width: 64, kind: FloatKind::Ieee }),
        _ => {}
    }
    if let Some(width) = word.strip_prefix("si") {
        return int(width, Sign::Signed);
    }
    if let Some(width) = word.strip_prefix("ui") {
        return int(width, Sign::Unsigned);
    }
    int(word.strip_prefix('i')?, Sign::Signless)
}

/// Returns whether a word starts a type.
pub(super) fn is_type_word(word: &str) -> bool {
    word == "vector" || scalar(word).is_some()
}
