//! Types from text.

use super::Reader;
use crate::tree::{Layout, MemRef, Ty};
use dialect::diagnostics::{Code, Result};
use dialect::ir::types::{FloatKind, Sign};
use std::rc::Rc;
use text::lexer::Kind;

/// Types of parameters or results.
type Types = Vec<Rc<Ty>>;

impl Reader<'_> {
    pub(super) fn ty(&mut self) -> Result<Rc<Ty>> {
        self.enter()?;
        let ty = match self.kind() {
            Kind::Type => self.dialect_type()?,
            Kind::Word => {
                let word = self.take();
                self.named_type(word)?
            }
            _ if self.is("(") => {
                let start = self.token().start;
                let (params, results) = self.function_type()?;
                // Comparing what nests may take long: types of types may share their parts.
                match params.iter().chain(&results).any(|ty| ty.has_function()) {
                    true => Rc::new(Ty::Other(self.text[start..self.tokens[self.at - 1].end].to_owned())),
                    false => Rc::new(Ty::Function { params, results }),
                }
            }
            _ => return self.error(Code::Syntax, "expected a type"),
        };
        self.depth -= 1;
        Ok(ty)
    }

    pub(super) fn type_list(&mut self) -> Result<Vec<Rc<Ty>>> {
        let mut types = vec![self.ty()?];
        while self.accept(",") {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// Types in parentheses, or one without.
    pub(super) fn result_types(&mut self) -> Result<Vec<Rc<Ty>>> {
        if !self.accept("(") {
            return Ok(vec![self.ty()?]);
        }
        let types = if self.is(")") { Vec::new() } else { self.type_list()? };
        self.expect(")")?;
        Ok(types)
    }

    /// The types of parameters and results.
    pub(super) fn function_type(&mut self) -> Result<(Types, Types)> {
        self.expect("(")?;
        let params = if self.is(")") { Vec::new() } else { self.type_list()? };
        self.expect(")")?;
        self.expect("->")?;
        Ok((params, self.result_types()?))
    }

    fn named_type(&mut self, word: &str) -> Result<Rc<Ty>> {
        let ty = match word {
            "index" => Ty::Index,
            "vector" => return self.vector(),
            "memref" => return self.memref(),
            "complex" => {
                self.expect("<")?;
                let elem = self.ty()?;
                self.expect(">")?;
                Ty::Complex(elem)
            }
            "tensor" => return self.tensor(),
            "tuple" => Ty::Other(format!("{word}<{}>", self.balanced()?)),
            _ => match scalar(word) {
                Some(ty) => ty,
                None => {
                    self.at -= 1;
                    return self.error(Code::UnknownName, format!("unknown type '{word}'"));
                }
            },
        };
        Ok(Rc::new(ty))
    }

    /// A type of a dialect, by its text, or an alias.
    fn dialect_type(&mut self) -> Result<Rc<Ty>> {
        let start = self.token().start;
        let name = self.take();
        if let Some(ty) = self.types.get(name) {
            return Ok(ty.clone());
        }
        if let Some(definition) = self.aliases.get(name).copied() {
            let after = std::mem::replace(&mut self.at, definition);
            let ty = self.ty()?;
            self.at = after;
            self.types.insert(name, ty.clone());
            return Ok(ty);
        }
        if self.is("<") {
            self.balanced()?;
        }
        let text = self.text[start..self.tokens[self.at - 1].end].to_owned();
        Ok(Rc::new(if name.starts_with("!spirv.") { Ty::Spirv(text) } else { Ty::Other(text) }))
    }

    /// The lengths of a shape, each with `x` behind it, and the type of its elements. A word may have several of them.
    fn shape(&mut self) -> Result<(Vec<Option<u64>>, Rc<Ty>)> {
        let bytes = self.text.as_bytes();
        let mut at = self.token().start;
        let mut shape = Vec::new();
        loop {
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let length = match bytes.get(at) {
                Some(b'?') => (at + 1, None),
                Some(b'0'..=b'9') => match self.text[at..at + digits].parse() {
                    Ok(length) => (at + digits, Some(length)),
                    Err(_) => return self.error_at(at, Code::Syntax, "the length is too large"),
                },
                _ => break,
            };
            if bytes.get(length.0) != Some(&b'x') {
                return self.error_at(length.0, Code::Syntax, "expected 'x'");
            }
            at = length.0 + 1;
            shape.push(length.1);
        }
        // What follows may be the end of a token.
        while self.token().end <= at && self.kind() != Kind::End {
            self.at += 1;
        }
        let token = self.token();
        let elem = if token.start < at {
            let word = &self.text[at..token.end];
            self.at += 1;
            self.enter()?;
            let elem = self.named_type(word)?;
            self.depth -= 1;
            elem
        } else {
            self.ty()?
        };
        Ok((shape, elem))
    }

    fn vector(&mut self) -> Result<Rc<Ty>> {
        let start = self.token().start;
        self.expect("<")?;
        if self.is("[") {
            return self.error(Code::Unconverted, "vectors of unknown length are not supported in SPIR-V");
        }
        let (shape, elem) = self.shape()?;
        self.expect(">")?;
        let Some(shape) = shape.into_iter().collect::<Option<Vec<u64>>>() else {
            return self.error_at(start, Code::Type, "a vector has known lengths");
        };
        let is_scalar = matches!(*elem, Ty::Index | Ty::Int { .. } | Ty::Float { .. });
        if !is_scalar || shape.contains(&0) {
            return self.error_at(start, Code::Type, "a vector has scalars");
        }
        Ok(Rc::new(Ty::Vector { shape, elem }))
    }

    fn tensor(&mut self) -> Result<Rc<Ty>> {
        let start = self.at;
        let is_known = |shape: &[Option<u64>]| shape.iter().all(Option::is_some);
        self.expect("<")?;
        if !self.is("*") {
            let (shape, elem) = self.shape()?;
            if self.accept(">") && is_known(&shape) {
                return Ok(Rc::new(Ty::Tensor { shape: shape.into_iter().flatten().collect(), elem }));
            }
        }
        self.at = start;
        Ok(Rc::new(Ty::Other(format!("tensor<{}>", self.balanced()?))))
    }

    fn memref(&mut self) -> Result<Rc<Ty>> {
        let start = self.token().start;
        self.expect("<")?;
        if self.accept("*") {
            return self.unranked(start);
        }
        let (shape, elem) = self.shape()?;
        let (mut layout, mut space) = (None, None);
        while self.accept(",") {
            if self.accept("strided") {
                layout = Some(self.strided()?);
            } else if self.kind() == Kind::Word && (self.is("affine_map") || self.peek().starts_with("affine")) {
                return self.error(Code::Unconverted, "a buffer with a layout by a map cannot be converted to SPIR-V");
            } else {
                space = Some(self.space()?);
            }
        }
        self.expect(">")?;
        if layout.as_ref().is_some_and(|layout: &Layout| layout.strides.len() != shape.len()) {
            return self.error_at(start, Code::Type, "the layout has another number of dimensions");
        }
        Ok(Rc::new(Ty::MemRef(MemRef { shape, elem, layout, space })))
    }

    /// `xf32>`, behind the star: one token has the `x` and the type, if that is a scalar.
    fn unranked(&mut self, start: usize) -> Result<Rc<Ty>> {
        let Some(word) = self.peek().strip_prefix('x').filter(|_| self.kind() == Kind::Word) else {
            return self.error(Code::Syntax, "expected 'x'");
        };
        self.at += 1;
        let elem = if word.is_empty() { self.ty()? } else { self.named_type(word)? };
        if self.accept(",") {
            self.space()?;
        }
        self.expect(">")?;
        match elem.has_function() {
            true => self.error_at(start, Code::Type, "a buffer has numbers"),
            false => Ok(Rc::new(Ty::Unranked(elem))),
        }
    }

    /// `<[4, 1], offset: 3>`.
    fn strided(&mut self) -> Result<Layout> {
        self.expect("<")?;
        self.expect("[")?;
        let mut layout = Layout { strides: Vec::new(), offset: Some(0) };
        while !self.is("]") {
            let stride = self.distance()?;
            layout.strides.push(stride);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        if self.accept(",") {
            self.expect("offset")?;
            self.expect(":")?;
            layout.offset = self.distance()?;
        }
        self.expect(">")?;
        Ok(layout)
    }

    fn distance(&mut self) -> Result<Option<u64>> {
        if self.accept("?") {
            return Ok(None);
        }
        let token = self.expect_kind(Kind::Number, "a number of elements")?;
        match token.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => {
                self.at -= 1;
                self.error(Code::Unconverted, "a distance is a number of elements, not below zero")
            }
        }
    }

    /// The text of a memory space.
    fn space(&mut self) -> Result<String> {
        let start = self.token().start;
        match self.kind() {
            Kind::Number => {
                let number = self.take().to_owned();
                if self.accept(":") {
                    self.ty()?;
                }
                Ok(number)
            }
            Kind::Attr => {
                let name = self.take();
                if let Some(definition) = self.aliases.get(name).copied() {
                    self.enter()?;
                    let after = std::mem::replace(&mut self.at, definition);
                    let space = self.space()?;
                    self.at = after;
                    self.depth -= 1;
                    return Ok(space);
                }
                if self.is("<") {
                    self.balanced()?;
                }
                Ok(self.text[start..self.tokens[self.at - 1].end].to_owned())
            }
            _ => self.error(Code::Syntax, "expected a memory space"),
        }
    }
}

/// A scalar type by name.
fn scalar(word: &str) -> Option<Ty> {
    let float = |width, kind| Some(Ty::Float { width, kind });
    match word {
        "bf16" => return float(16, FloatKind::Bf16),
        "f8E4M3FN" => return float(8, FloatKind::E4M3),
        "f8E5M2" => return float(8, FloatKind::E5M2),
        "f16" => return float(16, FloatKind::Ieee),
        "f32" => return float(32, FloatKind::Ieee),
        "f64" => return float(64, FloatKind::Ieee),
        _ => {}
    }
    let (width, sign) = match (word.strip_prefix("si"), word.strip_prefix("ui"), word.strip_prefix('i')) {
        (Some(width), _, _) => (width, Sign::Signed),
        (_, Some(width), _) => (width, Sign::Unsigned),
        (_, _, Some(width)) => (width, Sign::Signless),
        _ => return None,
    };
    let width: u32 = width.parse().ok().filter(|width| (1..1 << 24).contains(width))?;
    Some(Ty::Int { width, sign })
}
