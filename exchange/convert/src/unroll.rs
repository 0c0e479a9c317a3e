//! Vectors that SPIR-V does not have, of many components or of several dimensions, as several that it has: a tree becomes
//! a tree. No SPIR-V.
//!
//! The components stand row by row; each part has as many as divide the last dimension. Signatures, calls, branches and
//! regions have the parts in the vector's place, and ops on all components are repeated for each part. What moves
//! components is said by `unroll/moves.rs`.

mod moves;

use crate::bits;
use crate::rows;
use crate::tree::{Block, Fact, Node, Region, Tree, Ty, Value};
use dialect::diagnostics::{Code, Error, Result};
use dialect::spirv::attrs;
use moves::Shape;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use text::place_at;

/// The most components of a vector that is taken apart.
const MOST: u64 = 256;

/// Ops that hand values on, with a place for each.
const STRUCTURAL: &[&str] = &[
    "func.func",
    "func.call",
    "func.return",
    "call",
    "return",
    "gpu.func",
    "gpu.return",
    "cf.br",
    "cf.cond_br",
    "cf.switch",
    "scf.condition",
    "scf.execute_region",
    "scf.for",
    "scf.if",
    "scf.index_switch",
    "scf.while",
    "scf.yield",
];
/// Dialects whose ops compute each component alone, and other such ops.
const COMPUTING: [&str; 2] = ["arith.", "math."];
const EACH: [&str; 2] = ["vector.fma", "ub.poison"];

/// The tree with some of its ops unrolled, without the vectors that the target does not have; `None` where there are
/// none.
///
/// # Errors
/// When an op on such vectors has no form on parts.
pub(crate) fn unrolled(text: &str, tree: &Tree, ops: &[Node], is_kernel: bool) -> Result<Option<Tree>> {
    let mut unroller =
        Unroller { text, lengths: bits::lengths(is_kernel), types: tree.types.clone(), parts: FxHashMap::default() };
    let is_wide = |ty: &Rc<Ty>| unroller.part(ty).is_some();
    let in_signature = |node: &Node| match node.fact("function_type") {
        Some(Fact::Type(ty)) => match &**ty {
            Ty::Function { params, results } => params.iter().chain(results).any(is_wide),
            _ => false,
        },
        _ => false,
    };
    if !tree.types.iter().any(is_wide) && !ops.iter().any(in_signature) {
        return Ok(None);
    }
    let ops = unroller.ops(ops)?;
    Ok(Some(Tree { ops, facts: tree.facts.clone(), types: unroller.types }))
}

struct Unroller<'t> {
    text: &'t str,
    lengths: &'static [u64],
    types: Vec<Rc<Ty>>,
    /// What values have become.
    parts: FxHashMap<Value, Vec<Value>>,
}

impl Unroller<'_> {
    /// The type of the parts of a vector that the target has not, and their number.
    fn part(&self, ty: &Ty) -> Option<(Rc<Ty>, u64)> {
        let Ty::Vector { shape, elem } = ty else { return None };
        let count =
            shape.iter().try_fold(1u64, |all, len| all.checked_mul(*len)).filter(|all| (1..=MOST).contains(all))?;
        let mut long = shape.iter().filter(|len| **len != 1);
        let is_there = match (long.next(), long.next()) {
            (None, _) => true,
            (Some(len), None) => self.lengths.contains(len),
            (Some(_), Some(_)) => false,
        };
        if is_there {
            return None;
        }
        let last = shape.last().copied().unwrap_or(1);
        let len = self.lengths.iter().copied().find(|len| last % len == 0).unwrap_or(1);
        let part = if len == 1 { elem.clone() } else { Rc::new(Ty::Vector { shape: vec![len], elem: elem.clone() }) };
        Some((part, count / len))
    }

    fn type_of(&self, value: Value) -> Rc<Ty> {
        self.types[value as usize].clone()
    }

    fn is_wide(&self, value: Value) -> bool {
        self.part(&self.types[value as usize]).is_some()
    }

    fn add(&mut self, ty: Rc<Ty>) -> Value {
        self.types.push(ty);
        self.types.len() as Value - 1
    }

    /// New values for the parts of one that is defined here, or the value itself.
    fn defined(&mut self, value: Value) -> Vec<Value> {
        let Some((ty, count)) = self.part(&self.type_of(value)) else { return vec![value] };
        let parts: Vec<Value> = (0..count).map(|_| self.add(ty.clone())).collect();
        self.parts.insert(value, parts.clone());
        parts
    }

    /// What a value has become.
    fn used(&self, value: Value) -> Vec<Value> {
        self.parts.get(&value).cloned().unwrap_or_else(|| vec![value])
    }

    fn all_used(&self, values: &[Value]) -> Vec<Value> {
        values.iter().flat_map(|value| self.used(*value)).collect()
    }

    fn all_defined(&mut self, values: &[Value]) -> Vec<Value> {
        values.iter().flat_map(|value| self.defined(*value)).collect()
    }

    fn error<T>(&self, node: &Node, why: &str) -> Result<T> {
        let message = format!("'{}' of vectors of this shape {why}", rows::row(node.row).name);
        Err(Error { code: Code::Unconverted, place: place_at(self.text, node.at), message })
    }

    fn ops(&mut self, ops: &[Node]) -> Result<Vec<Node>> {
        let mut out = Vec::with_capacity(ops.len());
        for node in ops {
            self.node(node, &mut out)?;
        }
        Ok(out)
    }

    fn region(&mut self, region: &Region) -> Result<Region> {
        let blocks = region.blocks.iter().map(|block| {
            let args = self.all_defined(&block.args);
            Ok(Block { args, ops: self.ops(&block.ops)? })
        });
        Ok(Region { blocks: blocks.collect::<Result<Vec<Block>>>()? })
    }

    fn node(&mut self, node: &Node, out: &mut Vec<Node>) -> Result<()> {
        let name = rows::row(node.row).name;
        if STRUCTURAL.contains(&name) {
            let made = self.structural(node)?;
            out.push(made);
            return Ok(());
        }
        let touches = node.operands.iter().chain(&node.results).any(|value| self.is_wide(*value));
        if !touches {
            out.push(Node { operands: self.all_used(&node.operands), ..self.shell(node)? });
            return Ok(());
        }
        if node.fact("value").is_some() && name.ends_with(".constant") {
            return self.constant(node, out);
        }
        if name == "vector.reduction" {
            out.push(Node { operands: self.all_used(&node.operands), ..self.shell(node)? });
            return Ok(());
        }
        if COMPUTING.iter().any(|dialect| name.starts_with(dialect)) || EACH.contains(&name) {
            return self.each(node, out);
        }
        self.moved(node, name, out)
    }

    /// The op with its regions, without operands.
    fn shell(&mut self, node: &Node) -> Result<Node> {
        let regions = node.regions.iter().map(|region| self.region(region)).collect::<Result<Vec<Region>>>()?;
        Ok(Node { regions, ..self.bare(node) })
    }

    /// The op without operands and regions.
    fn bare(&self, node: &Node) -> Node {
        let successors = node.successors.iter().map(|(block, args)| (*block, self.all_used(args))).collect();
        let (results, facts) = (node.results.clone(), node.facts.clone());
        Node { row: node.row, at: node.at, results, facts, successors, ..Node::default() }
    }

    /// An op that hands values on: each vector's parts are in its place.
    fn structural(&mut self, node: &Node) -> Result<Node> {
        let results = self.all_defined(&node.results);
        let mut made = Node { operands: self.all_used(&node.operands), results, ..self.shell(node)? };
        for (name, fact) in &mut made.facts {
            if let ("function_type", Fact::Type(ty)) = (name.as_str(), &fact)
                && let Ty::Function { params, results } = &**ty
            {
                let all = |types: &[Rc<Ty>]| types.iter().flat_map(|ty| self.expanded(ty)).collect::<Vec<Rc<Ty>>>();
                let is_entry = node.fact(attrs::ENTRY_POINT_ABI).or_else(|| node.fact("known_block_size")).is_some();
                let (own, made) = (params.len(), all(params));
                if is_entry && own != made.len() {
                    return self.error(node, "cannot have them as arguments of a kernel");
                }
                *fact = Fact::Type(Rc::new(Ty::Function { params: made, results: all(results) }));
            }
        }
        Ok(made)
    }

    fn expanded(&self, ty: &Rc<Ty>) -> Vec<Rc<Ty>> {
        match self.part(ty) {
            Some((part, count)) => vec![part; count as usize],
            None => vec![ty.clone()],
        }
    }

    /// An op on all components: one for each part.
    fn each(&mut self, node: &Node, out: &mut Vec<Node>) -> Result<()> {
        let results: Vec<Vec<Value>> = node.results.iter().map(|value| self.defined(*value)).collect();
        let operands: Vec<(bool, Vec<Value>)> =
            node.operands.iter().map(|value| (self.is_wide(*value), self.used(*value))).collect();
        let counts = results.iter().chain(operands.iter().filter(|(is_wide, _)| *is_wide).map(|(_, parts)| parts));
        let count = counts.clone().map(Vec::len).max().unwrap_or(0);
        if counts.into_iter().any(|parts| parts.len() != count) {
            return self.error(node, "has operands of different shapes");
        }
        for at in 0..count {
            let operands = operands.iter().map(|(is_wide, parts)| parts[if *is_wide { at } else { 0 }]).collect();
            let results = results.iter().map(|parts| parts[at]).collect();
            out.push(Node { operands, results, ..self.bare(node) });
        }
        Ok(())
    }

    fn constant(&mut self, node: &Node, out: &mut Vec<Node>) -> Result<()> {
        let Some(result) = node.results.first().copied() else { return self.error(node, "has no result") };
        let len = self.part(&self.type_of(result)).map_or(1, |(part, _)| Shape::of(&part).count() as usize);
        let parts = self.defined(result);
        let components = match node.fact("value") {
            Some(Fact::Dense(components) | Fact::List(components)) => components.clone(),
            _ => return self.error(node, "has no list of components"),
        };
        let is_splat = components.len() == 1;
        if !is_splat && components.len() != len * parts.len() {
            return self.error(node, "has another number of components");
        }
        for (at, part) in parts.into_iter().enumerate() {
            let own = if is_splat { &components[..] } else { &components[len * at..][..len] };
            let mut made = Node { results: vec![part], ..self.bare(node) };
            made.facts = vec![("value".to_owned(), Fact::Dense(own.to_vec()))];
            out.push(made);
        }
        Ok(())
    }
}
