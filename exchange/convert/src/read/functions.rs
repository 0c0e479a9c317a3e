//! Ops with regions: functions, modules, loops and choices.

use super::Reader;
use crate::tree::{Fact, Node, Ty, Value};
use dialect::diagnostics::{Code, Result};
use std::rc::Rc;
use text::lexer::Kind;

/// A name with a value.
type Named<'t> = (&'t str, Value);

impl<'t> Reader<'t> {
    /// A file: ops, and modules that may stand around them.
    pub(super) fn file(&mut self) -> Result<()> {
        while self.kind() != Kind::End {
            if matches!(self.kind(), Kind::Type | Kind::Attr) {
                self.skip_alias()?;
            } else if self.is("module") || self.is("builtin.module") {
                self.at += 1;
                self.outer_module()?;
            } else {
                let node = self.op()?;
                self.tree.ops.push(node);
            }
        }
        Ok(())
    }

    /// A definition of an alias ends where the next line starts, unless a bracket is open.
    fn skip_alias(&mut self) -> Result<()> {
        self.take();
        self.expect("=")?;
        loop {
            match self.kind() {
                Kind::End => return Ok(()),
                Kind::Punct(b'{' | b'(' | b'[' | b'<') => drop(self.balanced()?),
                _ => self.at += 1,
            }
            let between = &self.text[self.tokens[self.at - 1].end..self.token().start];
            if between.contains('\n') {
                return Ok(());
            }
        }
    }

    fn outer_module(&mut self) -> Result<()> {
        self.enter()?;
        if self.kind() == Kind::Symbol {
            self.symbol()?;
        }
        let facts = self.attributes()?;
        self.tree.facts.extend(facts);
        self.expect("{")?;
        while !self.is("}") {
            if self.is("module") || self.is("builtin.module") {
                self.at += 1;
                self.outer_module()?;
                continue;
            }
            if self.kind() == Kind::End {
                return self.error(Code::Syntax, "expected '}'");
            }
            let node = self.op()?;
            self.tree.ops.push(node);
        }
        self.expect("}")?;
        self.depth -= 1;
        self.location()
    }

    /// A module of kernels.
    pub(super) fn module(&mut self, node: &mut Node) -> Result<()> {
        let name = self.symbol()?;
        node.add("sym_name", Fact::Symbol(name));
        // The targets that it is compiled for.
        if self.is("<") {
            self.balanced()?;
        }
        if self.is("[") {
            self.balanced()?;
        }
        node.facts.extend(self.attributes()?);
        let outer = std::mem::replace(&mut self.is_host, false);
        let region = self.region(&[])?;
        self.is_host = outer;
        node.regions.push(region);
        Ok(())
    }

    /// A parameter with its attributes, which are in the op's list of them.
    fn parameter(&mut self, lists: &mut Vec<Fact>) -> Result<Named<'t>> {
        let name = self.expect_kind(Kind::Value, "a parameter")?;
        self.expect(":")?;
        let ty = self.ty()?;
        let facts = self.optional_dict()?;
        self.location()?;
        lists.push(Fact::Dict(facts));
        Ok((name, self.new_value(ty)))
    }

    fn parameters(&mut self, lists: &mut Vec<Fact>) -> Result<Vec<Named<'t>>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.is(")") {
            params.push(self.parameter(lists)?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(params)
    }

    /// The results of a function, without their attributes.
    fn function_results(&mut self) -> Result<Vec<Rc<Ty>>> {
        if !self.accept("->") {
            return Ok(Vec::new());
        }
        if !self.accept("(") {
            return Ok(vec![self.ty()?]);
        }
        let mut types = Vec::new();
        while !self.is(")") {
            types.push(self.ty()?);
            self.optional_dict()?;
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(types)
    }

    pub(super) fn function(&mut self, node: &mut Node) -> Result<()> {
        for word in ["public", "private", "nested"] {
            if self.accept(word) {
                node.add("sym_visibility", Fact::Str(word.to_owned()));
            }
        }
        self.name_of(node)?;
        let mut lists = Vec::new();
        // A declaration may have types alone.
        let is_declared = self.tokens.get(self.at + 1).is_some_and(|token| !matches!(token.kind, Kind::Value))
            && self.is("(")
            && !self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Punct(b')'));
        let (names, params) = if is_declared {
            self.at += 1;
            let types = self.type_list()?;
            self.expect(")")?;
            (Vec::new(), types)
        } else {
            let names = self.parameters(&mut lists)?;
            let types = names.iter().map(|(_, value)| self.type_of(*value)).collect();
            (names, types)
        };
        let results = self.function_results()?;
        self.finish_function(node, lists, Ty::Function { params, results })?;
        if self.is("{") {
            let region = self.region(&names)?;
            node.regions.push(region);
        }
        Ok(())
    }

    fn name_of(&mut self, node: &mut Node) -> Result<()> {
        let name = self.symbol()?;
        node.add("sym_name", Fact::Symbol(name));
        Ok(())
    }

    fn finish_function(&mut self, node: &mut Node, lists: Vec<Fact>, ty: Ty) -> Result<()> {
        node.facts.extend(self.attributes()?);
        node.add("arg_attrs", Fact::List(lists));
        node.add("function_type", Fact::Type(Rc::new(ty)));
        Ok(())
    }

    /// A function of a module of kernels, whose memory for its workgroup and its invocations follows its parameters.
    pub(super) fn kernel(&mut self, node: &mut Node) -> Result<()> {
        self.name_of(node)?;
        let mut lists = Vec::new();
        let mut names = self.parameters(&mut lists)?;
        let params = names.iter().map(|(_, value)| self.type_of(*value)).collect();
        let results = self.function_results()?;
        for word in ["workgroup", "private"] {
            if self.accept(word) {
                let more = self.parameters(&mut Vec::new())?;
                node.add(word, Fact::Number(more.len().to_string()));
                names.extend(more);
            }
        }
        if self.accept("kernel") {
            node.add("gpu.kernel", Fact::Unit);
        }
        self.finish_function(node, lists, Ty::Function { params, results })?;
        let region = self.region(&names)?;
        node.regions.push(region);
        Ok(())
    }

    // Control flow.

    pub(super) fn if_op(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        let condition = self.value()?;
        node.operands.push(condition);
        let types = if self.accept("->") { self.result_types()? } else { Vec::new() };
        let then = self.region(&[])?;
        node.regions.push(then);
        if self.accept("else") {
            let otherwise = self.region(&[])?;
            node.regions.push(otherwise);
        }
        self.optional_dict()?;
        Ok(types)
    }

    /// `%i = %first to %end step %step iter_args(%a = %b) -> (i32) : i32 { … }`.
    pub(super) fn for_op(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        if self.accept("unsigned") {
            node.add("unsigned", Fact::Unit);
        }
        let index = self.expect_kind(Kind::Value, "the loop's variable")?;
        for separator in ["=", "to", "step"] {
            self.expect(separator)?;
            let value = self.value()?;
            node.operands.push(value);
        }
        let mut names = Vec::new();
        let mut types = Vec::new();
        if self.accept("iter_args") {
            names = self.assigned(node)?;
            self.expect("->")?;
            types = self.result_types()?;
        }
        let ty = self.type_of(node.operands[0]);
        if self.accept(":") {
            self.spelled(node.operands[0])?;
        }
        let value = self.new_value(ty);
        names.insert(0, (index, value));
        let body = self.region(&names)?;
        node.regions.push(body);
        self.optional_dict()?;
        Ok(types)
    }

    /// `(%a = %b, …)`: names of arguments, with what they start with, which become operands.
    fn assigned(&mut self, node: &mut Node) -> Result<Vec<Named<'t>>> {
        self.expect("(")?;
        let mut names = Vec::new();
        while self.kind() == Kind::Value {
            let name = self.take();
            self.expect("=")?;
            let start = self.value()?;
            node.operands.push(start);
            let ty = self.type_of(start);
            names.push((name, self.new_value(ty)));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(names)
    }

    /// `(%a = %b) : (i32) -> i32 { … } do { ^bb0(%c: i32): … }`.
    pub(super) fn while_op(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        let names = if self.is("(") { self.assigned(node)? } else { Vec::new() };
        self.expect(":")?;
        let mut types = Vec::new();
        self.called(node, &mut types)?;
        let before = self.region(&names)?;
        self.expect("do")?;
        let after = self.region(&[])?;
        node.regions.extend([before, after]);
        self.attributes()?;
        Ok(types)
    }

    /// `%flag -> i32 case 2 { … } default { … }`; the default's region is the first.
    pub(super) fn index_switch(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        let flag = self.value()?;
        node.operands.push(flag);
        self.optional_dict()?;
        let types = if self.accept("->") { self.result_types()? } else { Vec::new() };
        let mut cases = Vec::new();
        while self.accept("case") {
            cases.push(Fact::Number(self.expect_kind(Kind::Number, "the number of a case")?.to_owned()));
            let region = self.region(&[])?;
            node.regions.push(region);
        }
        self.expect("default")?;
        let default = self.region(&[])?;
        node.regions.insert(0, default);
        node.add("cases", Fact::List(cases));
        Ok(types)
    }

    /// `-> i32 { … }`.
    pub(super) fn region_op(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        let types = if self.accept("->") { self.result_types()? } else { Vec::new() };
        let region = self.region(&[])?;
        node.regions.push(region);
        Ok(types)
    }

    /// `add %a uniform : (f32) -> f32`, or with the operation as a region.
    pub(super) fn reduction(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        if self.kind() == Kind::Word {
            node.add("op", Fact::Word(self.take().to_owned()));
        }
        let value = self.value()?;
        node.operands.push(value);
        if self.accept("uniform") {
            node.add("uniform", Fact::Unit);
        }
        self.cluster(node)?;
        if node.fact("op").is_none() {
            let region = self.region(&[])?;
            node.regions.push(region);
        }
        node.facts.extend(self.optional_dict()?);
        self.expect(":")?;
        let mut types = Vec::new();
        self.called(node, &mut types)?;
        Ok(types)
    }
}
