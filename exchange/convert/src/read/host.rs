//! Ops of the host: launches of kernels, global buffers, prints, and modules of the SPIR-V dialect beside it.

use super::Reader;
use crate::tree::{Fact, Node, TOKEN, Ty};
use dialect::diagnostics::{Code, Result};
use std::rc::Rc;
use text::lexer::Kind;

impl Reader<'_> {
    /// `async [%before]`: the ops that an op waits for. The host does one after the other, so that they say nothing more.
    pub(super) fn dependencies(&mut self, node: &mut Node) -> Result<()> {
        if self.kind() == Kind::Word && self.accept("async") {
            node.add("async", Fact::Unit);
        }
        if self.accept("[") {
            self.value_list()?;
            self.expect("]")?;
        }
        Ok(())
    }

    /// `@kernels::@sum blocks in (…) threads in (…) args(…)`, with operands and their counts as in the generic form.
    pub(super) fn launch(&mut self, node: &mut Node) -> Result<Vec<Rc<Ty>>> {
        self.dependencies(node)?;
        if self.accept("<") {
            let stream = self.value()?;
            self.expect(":")?;
            self.spelled(stream)?;
            self.expect(">")?;
        }
        let module = self.peek();
        let kernel = self.symbol()?;
        let module = self.name_in(module)?;
        node.add("module", Fact::Symbol(module));
        node.add("kernel", Fact::Symbol(kernel));
        let mut clusters = Vec::new();
        if self.accept("clusters") {
            clusters = self.sizes()?;
        }
        self.expect("blocks")?;
        node.operands = self.sizes()?;
        self.expect("threads")?;
        let threads = self.sizes()?;
        let is_clustered = i64::from(!clusters.is_empty());
        node.operands.extend(threads.into_iter().chain(clusters));
        if self.accept(":") {
            self.ty()?;
        }
        let is_sized = self.accept("dynamic_shared_memory_size");
        if is_sized {
            let size = self.value()?;
            node.operands.push(size);
        }
        let first = node.operands.len();
        if self.accept("args") {
            self.expect("(")?;
            while self.kind() == Kind::Value {
                let value = self.value()?;
                self.expect(":")?;
                self.spelled(value)?;
                node.operands.push(value);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let args = (node.operands.len() - first) as i64;
        let counts = [&[0, 1, 1, 1, 1, 1, 1][..], &[is_clustered; 3], &[i64::from(is_sized), args]].concat();
        let counts = counts.into_iter().map(|count| Fact::Number(count.to_string())).collect();
        node.add("operandSegmentSizes", Fact::List(counts));
        node.facts.extend(self.optional_dict()?);
        let token = node.fact("async").map(|_| Rc::new(Ty::Other(TOKEN.to_owned())));
        Ok(token.into_iter().collect())
    }

    /// `in (%x, %y, %z)`.
    fn sizes(&mut self) -> Result<Vec<u32>> {
        self.expect("in")?;
        self.expect("(")?;
        let sizes = self.value_list()?;
        self.expect(")")?;
        match sizes.len() {
            3 => Ok(sizes),
            _ => self.error(Code::Syntax, "expected three sizes"),
        }
    }

    /// `"private" constant @name : memref<4xf32> = dense<1.0>`.
    pub(super) fn global(&mut self, node: &mut Node) -> Result<()> {
        if self.kind() == Kind::Text {
            self.text_token()?;
        }
        self.accept_word("constant");
        let name = self.symbol()?;
        node.add("sym_name", Fact::Symbol(name));
        self.expect(":")?;
        let ty = self.ty()?;
        node.add("type", Fact::Type(ty));
        if self.accept("=") && !self.accept_word("uninitialized") {
            let value = self.fact()?;
            node.add("initial_value", value);
        }
        node.facts.extend(self.optional_dict()?);
        Ok(())
    }

    /// `%value : i32 punctuation <comma>`, `str "text"`, or one of the parts of the former.
    pub(super) fn print(&mut self, node: &mut Node) -> Result<()> {
        if self.accept_word("str") {
            let text = self.text_token()?;
            node.add("stringLiteral", Fact::Str(text));
        }
        if self.kind() == Kind::Value {
            let value = self.value()?;
            node.operands.push(value);
            self.expect(":")?;
            self.spelled(value)?;
        }
        if self.accept_word("punctuation") {
            self.expect("<")?;
            let mark = self.expect_kind(Kind::Word, "a mark")?.to_owned();
            self.expect(">")?;
            node.add("punctuation", Fact::Word(mark));
        }
        node.facts.extend(self.optional_dict()?);
        Ok(())
    }

    /// `to offset: [0], sizes: [4], strides: [%s] : memref<8xf32> to memref<4xf32, strided<[?]>>`, behind the buffer.
    pub(super) fn recast(&mut self, node: &mut Node) -> Result<Rc<Ty>> {
        self.expect("to")?;
        for (word, name, separator) in
            [("offset", "static_offsets", ","), ("sizes", "static_sizes", ","), ("strides", "static_strides", "")]
        {
            self.expect(word)?;
            self.expect(":")?;
            let positions = self.positions(node)?;
            node.add(name, positions);
            if !separator.is_empty() {
                self.expect(separator)?;
            }
        }
        node.facts.extend(self.optional_dict()?);
        self.expect(":")?;
        self.spelled(node.operands[0])?;
        self.expect("to")?;
        self.ty()
    }

    /// A module of the SPIR-V dialect, of which the tree has the place: others read its text.
    pub(super) fn spirv_module(&mut self, node: &mut Node) -> Result<()> {
        if self.kind() == Kind::Symbol {
            let name = self.symbol()?;
            node.add("sym_name", Fact::Symbol(name));
        }
        while !self.is("{") {
            match self.kind() {
                Kind::End => return self.error(Code::Syntax, "expected '{'"),
                Kind::Punct(b'(' | b'[' | b'<') => drop(self.balanced()?),
                _ if self.accept_word("attributes") => drop(self.balanced()?),
                _ => self.at += 1,
            }
        }
        self.balanced()?;
        let end = self.tokens[self.at - 1].end;
        node.add("end", Fact::Number(end.to_string()));
        Ok(())
    }
}
