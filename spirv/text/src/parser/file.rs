//! The text around a module in a file: aliases, modules of other kinds, single functions, locations.

use super::Parser;
use crate::lexer::Kind;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, AttrId, Loc, NamedAttr};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind as EnumKind;

/// A location in the source, and what else a location says.
pub(super) type Place = (Option<Loc>, Option<AttrId>);

/// The parts that the file has contained so far.
#[derive(Default)]
struct Seen {
    module: bool,
    functions: bool,
}

impl Parser<'_> {
    /// A file: one module of the dialect, or functions without a module.
    pub(super) fn file(&mut self) -> Result<()> {
        let mut seen = Seen::default();
        self.items(&mut seen)?;
        if self.kind() != Kind::End {
            return self.error(Code::Syntax, "expected an op");
        }
        if !seen.module && !seen.functions {
            return self.error(Code::Syntax, "missing 'spirv.module' or function");
        }
        if !seen.module {
            self.plain_head();
        }
        self.restore()
    }

    fn items(&mut self, seen: &mut Seen) -> Result<()> {
        self.enter()?;
        while self.kind() != Kind::End && !self.is("}") {
            self.item(seen)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn item(&mut self, seen: &mut Seen) -> Result<()> {
        if matches!(self.kind(), Kind::Type | Kind::Attr) {
            return self.skip_alias();
        }
        if self.accept_word("module") || self.accept_word("builtin.module") {
            if self.kind() == Kind::Symbol {
                self.take();
            }
            if self.accept_word("attributes") {
                let attrs = self.dict()?;
                self.around(attrs);
            }
            return self.inner_items(seen).map(|_| ());
        }
        if self.kind() == Kind::Text && self.peek() == "\"builtin.module\"" {
            self.take();
            let (attrs, ()) = self.generic_module(|parser| parser.inner_items(seen))?;
            self.around(attrs);
            return Ok(());
        }
        let is_generic = self.kind() == Kind::Text && self.peek() == "\"spirv.module\"";
        if is_generic || (self.kind() == Kind::Word && self.peek() == "spirv.module") {
            if seen.module || seen.functions {
                return self.error(Code::Syntax, "a file has one module");
            }
            seen.module = true;
            self.take();
            return if is_generic { self.module_in_generic_form() } else { self.module() };
        }
        if seen.module {
            return self.error(Code::Syntax, "nothing may follow the module");
        }
        seen.functions = true;
        let body = self.module.body();
        self.op(body)
    }

    fn inner_items(&mut self, seen: &mut Seen) -> Result<()> {
        self.expect("{")?;
        self.items(seen)?;
        self.expect("}")?;
        self.location().map(|_| ())
    }

    /// A module from after its name on.
    fn module(&mut self) -> Result<()> {
        self.module_head()?;
        self.module_body()?;
        self.location().map(|_| ())
    }

    fn module_body(&mut self) -> Result<()> {
        self.expect("{")?;
        let body = self.module.body();
        while !self.is("}") {
            self.op(body)?;
        }
        self.expect("}")
    }

    /// The generic form of an op with one region and nothing else, from after its name on.
    fn generic_module<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Vec<NamedAttr>, T)> {
        self.expect("(")?;
        self.expect(")")?;
        let mut attrs = Vec::new();
        if self.accept("<") {
            attrs = self.dict()?;
            self.expect(">")?;
        }
        self.expect("(")?;
        let found = inner(self)?;
        self.expect(")")?;
        attrs.extend(self.optional_dict()?);
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        self.types_in_parens()?;
        self.location()?;
        Ok((attrs, found))
    }

    fn module_in_generic_form(&mut self) -> Result<()> {
        let (attrs, ()) = self.generic_module(Self::module_body)?;
        self.plain_head();
        let root = self.module.root;
        for (name, attr) in attrs {
            match (name, self.module.ctx[attr].clone()) {
                (attrs::SYM_NAME, _) => {}
                (attrs::VCE_TRIPLE, Attr::Array(parts)) if parts.len() == 3 => self.set_triple(&parts),
                _ => self.module[root].set_attr(name, attr),
            }
        }
        Ok(())
    }

    /// Gives the module a version, capabilities and extensions.
    pub(super) fn set_triple(&mut self, parts: &[AttrId]) {
        let root = self.module.root;
        for (name, part) in [attrs::VERSION, attrs::CAPABILITIES, attrs::EXTENSIONS].into_iter().zip(parts) {
            self.module[root].set_attr(name, *part);
        }
    }

    /// The head of a module whose text has none: of a shader.
    fn plain_head(&mut self) {
        let root = self.module.root;
        let models = [
            (EnumKind::AddressingModel, spirv::AddressingModel::Logical as u32),
            (EnumKind::MemoryModel, spirv::MemoryModel::GLSL450 as u32),
        ];
        for (kind, value) in models {
            let attr = self.module.ctx.enum_attr(kind.id(), value);
            self.module[root].set_attr(kind.table().snake, attr);
        }
    }

    /// Keeps what a module around says of the module inside.
    fn around(&mut self, attrs: Vec<NamedAttr>) {
        let root = self.module.root;
        for (name, attr) in attrs {
            if name == attrs::TARGET_ENV {
                self.module[root].set_attr(name, attr);
            }
        }
    }

    /// A definition of an alias: it ends where the next line starts, unless a bracket is open.
    fn skip_alias(&mut self) -> Result<()> {
        let start = self.at;
        self.take();
        self.expect("=")?;
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Kind::End => break,
                Kind::Punct(b'{' | b'(' | b'[' | b'<') => depth += 1,
                Kind::Punct(b'}' | b')' | b']' | b'>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            let between = &self.text[self.tokens[self.at - 1].end..self.token().start];
            if depth == 0 && between.contains('\n') {
                break;
            }
        }
        // A type that is wrong is wrong whether or not anybody uses it.
        let after = self.at;
        self.at = start;
        if self.kind() == Kind::Type {
            let name = self.take().to_owned();
            self.take();
            let ty = self.ty()?;
            self.types.insert(name, ty);
        }
        self.at = self.at.max(after);
        Ok(())
    }

    // Locations.

    /// The location after an op, if there is one.
    pub(super) fn location(&mut self) -> Result<Place> {
        if !self.accept_word("loc") {
            return Ok((None, None));
        }
        self.expect("(")?;
        let place = self.place()?;
        self.expect(")")?;
        Ok(place)
    }

    fn place(&mut self) -> Result<Place> {
        self.enter()?;
        let place = match self.kind() {
            Kind::Text => self.line()?,
            Kind::Attr => self.place_alias()?,
            _ if self.accept_word("unknown") => (None, None),
            _ if self.accept_word("fused") => self.fused_place()?,
            _ if self.accept_word("callsite") => {
                self.expect("(")?;
                let callee = self.place()?;
                self.expect("at")?;
                self.place()?;
                self.expect(")")?;
                callee
            }
            _ => return self.error(Code::Syntax, "expected a location"),
        };
        self.depth -= 1;
        Ok(place)
    }

    fn place_alias(&mut self) -> Result<Place> {
        let name = self.take().to_owned();
        if let Some(place) = self.places.get(&name) {
            return Ok(*place);
        }
        let Some(definition) = self.aliases.get(name.as_str()).copied() else {
            self.at -= 1;
            return self.error(Code::UnknownName, format!("{name} is not defined"));
        };
        let after = std::mem::replace(&mut self.at, definition);
        let place = self.location()?;
        self.at = after;
        self.places.insert(name, place);
        Ok(place)
    }

    /// A line of a file, or a name with another place.
    fn line(&mut self) -> Result<Place> {
        let file = self.text_token()?;
        if !self.accept(":") {
            let mut place = (None, None);
            if self.accept("(") {
                place = self.place()?;
                self.expect(")")?;
            }
            return Ok(place);
        }
        let line = self.u32()?;
        self.expect(":")?;
        let column = self.u32()?;
        if self.accept_word("to") {
            if self.kind() == Kind::Number {
                self.take();
            }
            self.expect(":")?;
            self.u32()?;
        }
        let file = self.module.ctx.name(&file);
        Ok((Some(Loc { file, line, column, scope: None, range: None }), None))
    }

    /// Several places, with what else there is to say: ours have a debug scope and range there.
    fn fused_place(&mut self) -> Result<Place> {
        let mut facts = None;
        if self.accept("<") {
            facts = Some(self.attr()?);
            self.expect(">")?;
        }
        self.expect("[")?;
        let mut found: Option<Loc> = None;
        while !self.is("]") {
            let (place, _) = self.place()?;
            found = found.or(place);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        let parts = match facts.map(|attr| &self.module.ctx[attr]) {
            Some(Attr::Array(parts)) => parts.to_vec(),
            _ => return Ok((found, facts)),
        };
        let (Some(loc), [scope, range]) = (found, &parts[..]) else { return Ok((found, facts)) };
        let [scope, range] =
            [*scope, *range].map(|fact| Some(fact).filter(|fact| self.module.ctx[*fact] != Attr::Unit));
        Ok((Some(Loc { scope, range, ..loc }), None))
    }
}
