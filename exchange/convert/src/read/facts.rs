//! Attributes from text.

use super::{MAX_REPEATED, Reader};
use crate::tree::{Fact, Facts};
use dialect::diagnostics::{Code, Result};
use text::lexer::Kind;

impl Reader<'_> {
    /// An attribute.
    pub(super) fn fact(&mut self) -> Result<Fact> {
        self.enter()?;
        let fact = match self.kind() {
            Kind::Number => {
                let number = Fact::Number(self.take().to_owned());
                self.typed(number)?
            }
            Kind::Text => {
                let text = Fact::Str(self.text_token()?);
                self.typed(text)?
            }
            Kind::Symbol => Fact::Symbol(self.symbol()?),
            Kind::Type => Fact::Type(self.ty()?),
            Kind::Attr => self.named_fact()?,
            Kind::Word => self.word_fact()?,
            _ if self.is("[") => Fact::List(self.list()?),
            _ if self.is("{") => Fact::Dict(self.dict()?),
            _ if self.is("(") => Fact::Type(self.ty()?),
            _ => return self.error(Code::Syntax, "expected an attribute"),
        };
        self.depth -= 1;
        Ok(fact)
    }

    /// A type after an attribute, if there is one.
    fn typed(&mut self, fact: Fact) -> Result<Fact> {
        if !self.accept(":") {
            return Ok(fact);
        }
        Ok(Fact::Typed(Box::new(fact), self.ty()?))
    }

    fn word_fact(&mut self) -> Result<Fact> {
        let word = self.peek();
        match word {
            "unit" => {
                self.at += 1;
                Ok(Fact::Unit)
            }
            "true" | "false" => {
                let word = Fact::Word(self.take().to_owned());
                self.typed(word)
            }
            "dense" => {
                self.at += 1;
                self.expect("<")?;
                let mut parts = Vec::new();
                self.dense(&mut parts)?;
                self.expect(">")?;
                self.typed(Fact::Dense(parts))
            }
            "array" => self.array(),
            "memref" | "vector" | "index" | "tensor" | "complex" => Ok(Fact::Type(self.ty()?)),
            _ => {
                let start = self.token().start;
                self.at += 1;
                if self.is("<") {
                    self.balanced()?;
                }
                Ok(Fact::Word(self.text[start..self.tokens[self.at - 1].end].to_owned()))
            }
        }
    }

    /// The components of a constant, in lists that nest.
    fn dense(&mut self, parts: &mut Vec<Fact>) -> Result<()> {
        self.enter()?;
        if self.accept("[") {
            while !self.is("]") {
                self.dense(parts)?;
                if !self.accept(",") {
                    break;
                }
            }
            self.expect("]")?;
        } else {
            match self.kind() {
                Kind::Number => parts.push(Fact::Number(self.take().to_owned())),
                Kind::Word => parts.push(Fact::Word(self.take().to_owned())),
                _ if self.is(">") => {}
                _ => return self.error(Code::Unconverted, "expected a number"),
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// `array<i64: 1, 2>`.
    fn array(&mut self) -> Result<Fact> {
        self.at += 1;
        self.expect("<")?;
        self.ty()?;
        let mut items = Vec::new();
        if self.accept(":") {
            while matches!(self.kind(), Kind::Number | Kind::Word) {
                items.push(Fact::Number(self.take().to_owned()));
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(">")?;
        Ok(Fact::List(items))
    }

    /// An attribute of a dialect, by its text, or an alias.
    fn named_fact(&mut self) -> Result<Fact> {
        let start = self.token().start;
        let name = self.take();
        if let Some(definition) = self.aliases.get(name).copied() {
            if self.repeated > MAX_REPEATED {
                return self.error(Code::Limit, format!("aliases repeat more than {MAX_REPEATED} tokens"));
            }
            let after = std::mem::replace(&mut self.at, definition);
            let fact = self.fact()?;
            self.repeated += self.at - definition;
            self.at = after;
            return Ok(fact);
        }
        if self.is("<") {
            self.balanced()?;
        }
        Ok(Fact::Word(self.text[start..self.tokens[self.at - 1].end].to_owned()))
    }

    /// Attributes in brackets.
    pub(super) fn list(&mut self) -> Result<Vec<Fact>> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.is("]") {
            items.push(self.fact()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(items)
    }

    /// Attributes in braces, if there are any.
    pub(super) fn optional_dict(&mut self) -> Result<Facts> {
        if self.is("{") { self.dict() } else { Ok(Facts::new()) }
    }

    /// Attributes behind the word for them, if it is there.
    pub(super) fn attributes(&mut self) -> Result<Facts> {
        if self.accept("attributes") { self.dict() } else { Ok(Facts::new()) }
    }

    /// Named attributes in braces.
    pub(super) fn dict(&mut self) -> Result<Facts> {
        self.expect("{")?;
        let mut facts = Facts::new();
        while !self.is("}") {
            let name = match self.kind() {
                Kind::Text => self.text_token()?,
                _ => self.expect_kind(Kind::Word, "the name of an attribute")?.to_owned(),
            };
            let fact = if self.accept("=") { self.fact()? } else { Fact::Unit };
            facts.push((name, fact));
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(facts)
    }
}
