//! Ops from text by the format in their row.

use super::Reader;
use crate::format::Piece;
use crate::rows::{self, Gives};
use crate::tree::{Fact, MemRef, Node, TOKEN, Ty};
use dialect::diagnostics::{Code, Result};
use std::rc::Rc;
use text::lexer::Kind;

/// The most components that one op takes apart.
const MOST_ELEMENTS: u64 = 64;

impl Reader<'_> {
    /// An op in its own form, from after its name on.
    pub(super) fn by_format(&mut self, node: &mut Node) -> Result<()> {
        let row = rows::row(node.row);
        let mut types = Vec::new();
        for piece in row.format {
            self.piece(*piece, node, &mut types)?;
        }
        let types = self.given(node, row.gives, types)?;
        self.add_results(node, types);
        Ok(())
    }

    /// The types of an op's results.
    fn given(&mut self, node: &Node, gives: Gives, spelled: Vec<Rc<Ty>>) -> Result<Vec<Rc<Ty>>> {
        let first = node.operands.first().map(|value| self.type_of(*value));
        let scalar = |ty: Ty| Rc::new(ty);
        let types = match (gives, first) {
            (Gives::Spelled, _) => spelled,
            (Gives::AndToken, _) => {
                let token = node.fact("async").map(|_| scalar(Ty::Other(TOKEN.to_owned())));
                spelled.into_iter().chain(token).collect()
            }
            (Gives::Index, _) => vec![scalar(Ty::Index)],
            (Gives::Bool, _) => vec![scalar(Ty::BOOL)],
            (Gives::Same, Some(ty)) => vec![ty],
            (Gives::Pair, Some(ty)) => vec![ty.clone(), ty],
            (Gives::SameAnd, Some(ty)) => [vec![ty], spelled].concat(),
            (Gives::SameAndBool, Some(ty)) => vec![ty, scalar(Ty::BOOL)],
            (Gives::Truth, Some(ty)) => vec![ty.with_scalar(Ty::BOOL)],
            (Gives::Second, Some(_)) => match node.operands.get(1) {
                Some(value) => vec![self.type_of(*value)],
                None => return self.error_at(node.at, Code::Syntax, "the op has one operand"),
            },
            (Gives::Elements, Some(ty)) => match &*ty {
                Ty::Vector { shape, elem } => {
                    let len = shape.iter().try_fold(1u64, |all, len| all.checked_mul(*len));
                    let len = len.filter(|len| *len <= MOST_ELEMENTS);
                    let Some(len) = len else {
                        return self.error_at(node.at, Code::Unconverted, "the vector has too many components");
                    };
                    vec![elem.clone(); len as usize]
                }
                _ => return self.error_at(node.at, Code::Type, "the operand is not a vector"),
            },
            (Gives::Twice, Some(_)) => spelled.iter().chain(&spelled).cloned().collect(),
            (Gives::Element, Some(ty)) => match &*ty {
                Ty::MemRef(MemRef { elem, .. })
                | Ty::Complex(elem)
                | Ty::Vector { elem, .. }
                | Ty::Tensor { elem, .. } => vec![elem.clone()],
                _ => return self.error_at(node.at, Code::Type, "the operand has no elements"),
            },
            (Gives::Shuffled, Some(ty)) => match &*ty {
                Ty::Vector { shape, elem } => {
                    let len = node.numbers("mask").map_or(0, |mask| mask.len() as u64);
                    let shape = [&[len], &shape[1.min(shape.len())..]].concat();
                    vec![Rc::new(Ty::Vector { shape, elem: elem.clone() })]
                }
                _ => return self.error_at(node.at, Code::Type, "the operand is not a vector"),
            },
            (_, None) => return self.error_at(node.at, Code::Syntax, "the op has no operands"),
        };
        Ok(types)
    }

    fn piece(&mut self, piece: Piece, node: &mut Node, types: &mut Vec<Rc<Ty>>) -> Result<()> {
        match piece {
            Piece::Operand => node.operands.push(self.value()?),
            Piece::Operands => node.operands.extend(self.value_list()?),
            Piece::Type => self.type_of_all(node)?,
            Piece::TypeOf(at) => match node.operands.get(at).copied() {
                Some(value) => self.spelled(value)?,
                None => return self.error(Code::Syntax, "the op has too few operands"),
            },
            Piece::Types => self.all_spelled(&node.operands)?,
            Piece::Result => types.push(self.ty()?),
            Piece::Attrs => node.facts.extend(self.optional_dict()?),
            Piece::Word(name) => {
                let word = match self.kind() {
                    Kind::Text => Fact::Str(self.text_token()?),
                    Kind::Number => Fact::Number(self.take().to_owned()),
                    _ if self.is("<") => Fact::Word(self.balanced()?.trim().to_owned()),
                    _ => Fact::Word(self.expect_kind(Kind::Word, "a word")?.to_owned()),
                };
                node.add(name, word);
            }
            Piece::Fact(name) => node.add(name, self.fact()?),
            Piece::Symbol(name) => node.add(name, Fact::Symbol(self.symbol()?)),
            Piece::Positions(name) => {
                let positions = self.positions(node)?;
                node.add(name, positions);
            }
            Piece::Optional(name) => {
                if self.kind() == Kind::Word && !self.is("fastmath") {
                    node.add(name, Fact::Word(self.take().to_owned()));
                }
            }
            Piece::Math => self.skip("fastmath")?,
            Piece::Overflow => self.skip("overflow")?,
            Piece::Bound => {
                if self.accept("upper_bound") {
                    self.expect_kind(Kind::Number, "a number")?;
                }
            }
            Piece::Syms => {
                if self.accept("[") {
                    self.expect("]")?;
                }
            }
            Piece::Lane => {
                if self.accept(",") {
                    node.operands.push(self.value()?);
                }
            }
            Piece::Poison => {
                if self.accept("<") {
                    self.fact()?;
                    self.expect(">")?;
                }
            }
            Piece::Weights => self.skip("weights")?,
            Piece::Scattered => {
                // The first operand is a truth value, whose type is not repeated.
                if node.operands.len() > 1 {
                    self.expect(":")?;
                    self.all_spelled(&node.operands[1..])?;
                }
            }
            Piece::Successor => node.successors.push(self.successor()?),
            Piece::Returned => self.returned(node)?,
            Piece::Chosen => self.chosen(node)?,
            Piece::Called => self.called(node, types)?,
            Piece::Switch => self.switch(node)?,
            Piece::Launch => types.extend(self.launch(node)?),
            Piece::Async => self.dependencies(node)?,
            Piece::Global => self.global(node)?,
            Piece::Print => self.print(node)?,
            Piece::Text => self.format_and_values(node)?,
            Piece::Recast => types.push(self.recast(node)?),
            Piece::Spirv => self.spirv_module(node)?,
            Piece::If => types.extend(self.if_op(node)?),
            Piece::For => types.extend(self.for_op(node)?),
            Piece::While => types.extend(self.while_op(node)?),
            Piece::Cases => types.extend(self.index_switch(node)?),
            Piece::Region => types.extend(self.region_op(node)?),
            Piece::Reduce => types.extend(self.reduction(node)?),
            Piece::Constant => types.push(self.constant(node)?),
            Piece::Func => self.function(node)?,
            Piece::Kernel => self.kernel(node)?,
            Piece::Module => self.module(node)?,
            Piece::Token(token) => self.expect(token)?,
        }
        Ok(())
    }

    /// `"%d", %number : i32`.
    fn format_and_values(&mut self, node: &mut Node) -> Result<()> {
        let text = self.text_token()?;
        node.add("format", Fact::Str(text));
        if self.accept(",") {
            node.operands = self.value_list()?;
            self.expect(":")?;
            self.all_spelled(&node.operands)?;
        }
        Ok(())
    }

    /// Skips a word with a bracket behind it, if it is there.
    fn skip(&mut self, word: &str) -> Result<()> {
        if self.accept(word) {
            self.balanced()?;
        }
        Ok(())
    }

    /// Numbers and operands in brackets; the latter stand as the smallest number, and may have their type behind them.
    pub(super) fn positions(&mut self, node: &mut Node) -> Result<Fact> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.is("]") {
            if self.kind() == Kind::Value {
                let value = self.value()?;
                node.operands.push(value);
                items.push(Fact::Number(i64::MIN.to_string()));
                if self.accept(":") {
                    self.spelled(value)?;
                }
            } else {
                items.push(Fact::Number(self.expect_kind(Kind::Number, "a number")?.to_owned()));
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(Fact::List(items))
    }

    fn type_of_all(&mut self, node: &Node) -> Result<()> {
        let start = self.token().start;
        let ty = self.ty()?;
        match node.operands.iter().all(|value| self.type_of(*value) == ty) {
            true => Ok(()),
            false => self.error_at(start, Code::Type, "an operand has another type"),
        }
    }

    /// Operands and their types, if there are any.
    fn returned(&mut self, node: &mut Node) -> Result<()> {
        node.operands = self.value_list()?;
        self.optional_dict()?;
        if node.operands.is_empty() {
            return Ok(());
        }
        self.expect(":")?;
        self.all_spelled(&node.operands)
    }

    /// The types of a choice: of the condition, if it is not a scalar, and of the values.
    fn chosen(&mut self, node: &Node) -> Result<()> {
        let [condition, one, _] = node.operands[..] else {
            return self.error(Code::Syntax, "a choice has three operands");
        };
        if *self.type_of(condition) != Ty::BOOL {
            self.spelled(condition)?;
            self.expect(",")?;
        }
        self.spelled(one)
    }

    /// `cluster(size = 4, stride = 2)`.
    pub(super) fn cluster(&mut self, node: &mut Node) -> Result<()> {
        if !self.accept("cluster") {
            return Ok(());
        }
        self.expect("(")?;
        while !self.is(")") {
            let name = self.expect_kind(Kind::Word, "'size' or 'stride'")?;
            self.expect("=")?;
            let number = Fact::Number(self.expect_kind(Kind::Number, "a number")?.to_owned());
            node.add(&format!("cluster_{name}"), number);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")
    }

    /// The type of a callee, by which the operands are checked.
    pub(super) fn called(&mut self, node: &Node, types: &mut Vec<Rc<Ty>>) -> Result<()> {
        let start = self.token().start;
        let (params, results) = self.function_type()?;
        let own: Vec<Rc<Ty>> = node.operands.iter().map(|value| self.type_of(*value)).collect();
        if params != own {
            return self.error_at(start, Code::Type, "the operands have other types");
        }
        *types = results;
        Ok(())
    }

    /// `%flag : i32, [default: ^a, 1: ^b(%x : i32)]`.
    fn switch(&mut self, node: &mut Node) -> Result<()> {
        let flag = self.value()?;
        node.operands.push(flag);
        self.expect(":")?;
        self.spelled(flag)?;
        self.expect(",")?;
        self.expect("[")?;
        self.expect("default")?;
        let mut cases = Vec::new();
        loop {
            self.expect(":")?;
            let successor = self.successor()?;
            node.successors.push(successor);
            if !self.accept(",") || self.is("]") {
                break;
            }
            cases.push(Fact::Number(self.expect_kind(Kind::Number, "the number of a case")?.to_owned()));
        }
        self.expect("]")?;
        node.add("cases", Fact::List(cases));
        Ok(())
    }

    /// A constant with its type.
    fn constant(&mut self, node: &mut Node) -> Result<Rc<Ty>> {
        if self.is("{") {
            node.facts = self.dict()?;
        }
        let start = self.token().start;
        let fact = self.fact()?;
        let (fact, ty) = match fact {
            Fact::Typed(fact, ty) => (*fact, ty),
            Fact::Word(word) if word == "true" || word == "false" => (Fact::Word(word), Rc::new(Ty::BOOL)),
            // Without a type, whole numbers have 64 bits.
            fact @ Fact::List(_) => {
                self.expect(":")?;
                (fact, self.ty()?)
            }
            _ => return self.error_at(start, Code::Unconverted, "the constant has no type, or is not a number"),
        };
        node.add("value", fact);
        Ok(ty)
    }
}
