//! Types to text. Long types get an alias, which is defined before the module.

use super::Printer;
use super::attrs::{is_word, quoted};
use crate::stand_ins::{escaped, has_escape};
use dialect::ir::types::{FloatKind, Sign};
use dialect::ir::{NamedAttr, Type, TypeId};
use dialect::spirv::enums::{self, Kind};
use dialect::spirv::mlir;
use dialect::spirv::shapes::{Lengths, Matrix, Shaped, Tensor};
use dialect::spirv::types::{ARRAYED, DEPTH, Image, Length, Member, SAMPLER_USE, SAMPLING, SpirvType};

/// Types with a longer text get an alias.
pub(super) const ALIAS_ABOVE: usize = 48;

/// Texts of types that depend on what is around them are made anew at most this often.
const UNCACHED: usize = 1 << 14;

impl Printer<'_> {
    /// The text of a type, or its alias. Depth is bounded where types are made.
    pub(super) fn type_text(&mut self, ty: TypeId) -> String {
        let is_open = self.is_recursive(ty);
        if let Some(text) = self.types.get(&ty).filter(|_| !is_open) {
            return text.clone();
        }
        let mut text = match self.type_instead(ty) {
            Some(text) => text,
            None => self.full_type(ty),
        };
        if is_open && !self.open.is_empty() {
            return text;
        }
        if text.len() > self.alias_above && !matches!(self.module.ctx[ty], Type::Function { .. }) {
            self.aliases.push(text);
            text = format!("!t{}", self.aliases.len() - 1);
        }
        self.types.insert(ty, text.clone());
        text
    }

    /// Returns whether the text of a type depends on the structs around it: it refers to one of them.
    fn is_recursive(&mut self, ty: TypeId) -> bool {
        if !self.is_for_mlir() || self.recursive.is_empty() || !self.recursive.contains(&ty) {
            return false;
        }
        self.uncached += 1;
        self.uncached < UNCACHED
    }

    /// Finds the structs that refer to themselves, and the types that have a part which does.
    pub(super) fn find_recursive(&mut self) {
        let module = self.module;
        for (id, ty) in module.ctx.types() {
            let Type::Spirv(ty) = ty else { continue };
            let has = |part: &TypeId| self.recursive.contains(part);
            let is_recursive = match ty {
                SpirvType::StructRef(_) => true,
                SpirvType::Struct { name, members, .. } => {
                    if let Some(name) = name {
                        self.structs.insert(*name, id);
                    }
                    members.iter().any(|member| has(&member.ty))
                }
                SpirvType::Pointer { pointee: part, .. }
                | SpirvType::Array { elem: part, .. }
                | SpirvType::RuntimeArray { elem: part, .. } => has(part),
                SpirvType::Matrix { .. }
                | SpirvType::Image(_)
                | SpirvType::Sampler
                | SpirvType::SampledImage(_)
                | SpirvType::Other { .. } => false,
            };
            if is_recursive {
                self.recursive.insert(id);
            }
        }
    }

    fn full_type(&mut self, ty: TypeId) -> String {
        let module = self.module;
        match &module.ctx[ty] {
            Type::None => "none".to_owned(),
            Type::Int { width, sign } => match sign {
                Sign::Signless => format!("i{width}"),
                Sign::Signed => format!("si{width}"),
                Sign::Unsigned => format!("ui{width}"),
            },
            Type::Float { width, kind } => match kind {
                FloatKind::Ieee => format!("f{width}"),
                FloatKind::Bf16 => "bf16".to_owned(),
                FloatKind::E4M3 => "f8E4M3FN".to_owned(),
                FloatKind::E5M2 => "f8E5M2".to_owned(),
            },
            Type::Vector { elem, len } => format!("vector<{len}x{}>", self.type_text(*elem)),
            Type::Function { params, result } => {
                let params: Vec<String> = params.iter().map(|param| self.type_text(*param)).collect();
                let result = match module.ctx[*result] {
                    Type::None => "()".to_owned(),
                    _ => self.type_text(*result),
                };
                format!("({}) -> {result}", params.join(", "))
            }
            Type::Spirv(spirv) => self.spirv_type(spirv),
            Type::Llvm(_) => crate::llvm_dialect::type_text(module, ty),
        }
    }

    fn spirv_type(&mut self, ty: &SpirvType) -> String {
        match ty {
            SpirvType::Pointer { pointee, storage, stride } => {
                let storage = self.storage(*storage);
                format!("!spirv.ptr<{}, {storage}{}>", self.type_text(*pointee), stride_text(*stride))
            }
            SpirvType::Array { elem, len, stride } => {
                let len = match len {
                    Length::Const(len) => len.to_string(),
                    Length::Symbol(name) => self.symbol(*name),
                };
                format!("!spirv.array<{len} x {}{}>", self.type_text(*elem), stride_text(*stride))
            }
            SpirvType::RuntimeArray { elem, stride } => {
                format!("!spirv.rtarray<{}{}>", self.type_text(*elem), stride_text(*stride))
            }
            SpirvType::Struct { name, members, decorations } => self.struct_text(*name, members, decorations),
            SpirvType::StructRef(name) => match self.structs.get(name).copied().filter(|_| !self.open.contains(name)) {
                // MLIR has references inside of the struct alone.
                Some(ty) if self.is_for_mlir() => self.full_type(ty),
                _ => format!("!spirv.struct<{}>", self.struct_name(*name)),
            },
            SpirvType::Matrix { column, columns } => format!("!spirv.matrix<{columns} x {}>", self.type_text(*column)),
            SpirvType::Image(image) => self.image_text(image),
            SpirvType::Sampler => "!spirv.sampler".to_owned(),
            SpirvType::SampledImage(image) => format!("!spirv.sampled_image<{}>", self.type_text(*image)),
            SpirvType::Other { op, params, decorations } => {
                if let Some(shaped) = Shaped::of(&self.module.ctx, ty) {
                    return self.shaped_text(&shaped);
                }
                let params: Vec<String> = params.iter().map(|param| format!(", {}", self.attr(*param))).collect();
                let decorations =
                    decorations.iter().map(|decoration| format!(" | {}", self.type_decoration(decoration)));
                let decorations: Vec<String> = decorations.collect();
                format!("!spirv.other<{op:?}{}{}>", params.concat(), decorations.concat())
            }
        }
    }

    fn shaped_text(&mut self, shaped: &Shaped) -> String {
        match shaped {
            Shaped::Matrix(Matrix { elem, rows, columns, scope, matrix_use }) => {
                let names = [(Kind::Scope, *scope), (Kind::CooperativeMatrixUse, *matrix_use)];
                let [scope, matrix_use] = names.map(|(kind, value)| mlir::spelled(kind, value).unwrap_or_default());
                format!("!spirv.coopmatrix<{rows}x{columns}x{}, {scope}, {matrix_use}>", self.type_text(*elem))
            }
            Shaped::Tensor(Tensor { elem, lengths }) => {
                let lengths = match lengths {
                    Lengths::Unranked => "*".to_owned(),
                    Lengths::Ranked(rank) => vec!["?"; *rank as usize].join("x"),
                    Lengths::Known(known) => known.iter().map(u32::to_string).collect::<Vec<_>>().join("x"),
                };
                format!("!spirv.arm.tensor<{lengths}x{}>", self.type_text(*elem))
            }
        }
    }

    fn struct_name(&self, name: base::intern::Symbol) -> String {
        let name = self.module.ctx.str(name);
        match is_word(name) && !has_escape(name) {
            true => name.to_owned(),
            false if self.is_for_mlir() => escaped(name),
            false => quoted(name),
        }
    }

    fn struct_text(
        &mut self,
        name: Option<base::intern::Symbol>,
        members: &[Member],
        decorations: &[NamedAttr],
    ) -> String {
        self.open.extend(name);
        let members: Vec<String> = members.iter().map(|member| self.member_text(member)).collect();
        self.open.truncate(self.open.len() - name.iter().len());
        let name = name.map(|name| format!("{}, ", self.struct_name(name))).unwrap_or_default();
        let decorations: Vec<String> =
            decorations.iter().map(|decoration| format!(", {}", self.type_decoration(decoration))).collect();
        format!("!spirv.struct<{name}({}){}>", members.join(", "), decorations.concat())
    }

    fn member_text(&mut self, member: &Member) -> String {
        let mut facts: Vec<String> = member.offset.map(|offset| offset.to_string()).into_iter().collect();
        facts.extend(member.decorations.iter().map(|decoration| self.type_decoration(decoration)));
        let ty = self.type_text(member.ty);
        if facts.is_empty() { ty } else { format!("{ty} [{}]", facts.join(", ")) }
    }

    /// A decoration in the specification's spelling, as types have it.
    fn type_decoration(&mut self, decoration: &NamedAttr) -> String {
        let (name, attr) = decoration;
        let value = enums::decoration(name).and_then(|value| Kind::Decoration.table().get(value));
        let name = match value {
            Some(one) => self.enumerant(Kind::Decoration.id(), one.value),
            None => (*name).to_owned(),
        };
        match self.short_attr(*attr) {
            text if text.is_empty() => name,
            text => format!("{name}={text}"),
        }
    }

    fn image_text(&mut self, image: &Image) -> String {
        let dim = format!("{:?}", image.dim);
        // MLIR keeps the prefix only where a digit follows it.
        let dim = match dim.strip_prefix("Dim") {
            Some(rest) if !rest.starts_with(|c: char| c.is_ascii_digit()) => rest.to_owned(),
            _ => dim,
        };
        let facts = [
            DEPTH[usize::from(image.depth)],
            ARRAYED[usize::from(image.arrayed)],
            SAMPLING[usize::from(image.multisampled)],
            SAMPLER_USE[usize::from(image.sampler_use)],
        ];
        let access = image.access.map(|access| format!(", {access:?}")).unwrap_or_default();
        let sampled = self.type_text(image.sampled);
        format!("!spirv.image<{sampled}, {dim}, {}, {:?}{access}>", facts.join(", "), image.format)
    }
}

fn stride_text(stride: Option<u32>) -> String {
    stride.map(|stride| format!(", stride={stride}")).unwrap_or_default()
}
