//! Output of a kernel: the formats that its host gets, each once, and the arguments that the module gives them.

use crate::error::{LowerError, Result, unsupported};
use crate::facts;
use abi::print::{self, Format, Given, Language, Piece, Value};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The texts of all formats, with what they print, have at most the given number of bytes.
const MOST_BYTES: usize = 1 << 24;

/// A constant that is in an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Constant {
    pub(crate) attr: AttrId,
    pub(crate) ty: TypeId,
}

/// An argument of `printf`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    Value(ValueId),
    Constant(Constant),
    Truth(bool),
    Text(AttrId),
    /// An argument without a value.
    Nothing,
}

/// Part of a [`Source`] that matters to its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sort {
    Typed(TypeId),
    Truth,
    Text(AttrId),
    Nothing,
}

/// The values that a format prints, and of each how many bits count.
type Shown = Rc<[(Value, Option<u32>)]>;

/// The formats of a kernel.
#[derive(Debug, Default)]
pub(crate) struct Prints {
    pub(crate) formats: Vec<Format>,
    known: FxHashMap<(AttrId, Language, Vec<Sort>), (u32, Shown)>,
    bytes: usize,
    /// Strings that the module defines, from the first use on.
    symbols: Option<FxHashMap<Symbol, OpId>>,
}

impl Prints {
    /// The number of the format with these arguments, and what it prints.
    pub(crate) fn format(
        &mut self,
        module: &Module,
        format: AttrId,
        values: &[Source],
        language: Language,
    ) -> Result<(u32, Shown)> {
        let sorts: Vec<Sort> = values.iter().map(|value| sort(module, value)).collect();
        let key = (format, language, sorts);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let given: Vec<Given> = key.2.iter().map(|sort| given(module, *sort)).collect();
        let text = text(module, format);
        let texts = given.iter().map(|given| if let Given::Text(text) = given { text.len() } else { 0 });
        self.bytes += text.len() + texts.sum::<usize>();
        if self.bytes > MOST_BYTES {
            return Err(LowerError::TooLarge(format!("format strings exceed {MOST_BYTES} bytes")));
        }
        let parsed = match print::parse(&text, language, &given) {
            Ok(parsed) => parsed,
            Err(message) => return unsupported("printf", message),
        };
        let values = parsed.format.pieces.iter().filter_map(|piece| match piece {
            Piece::Value(value) => Some(value.clone()),
            Piece::Text(_) | Piece::Given(..) => None,
        });
        let shown: Shown = values.zip(parsed.narrow).collect();
        let made = (self.formats.len() as u32, shown);
        self.formats.push(parsed.format);
        self.known.insert(key, made.clone());
        Ok(made)
    }

    /// An argument of an instruction that spells its constants out.
    pub(crate) fn argument(&mut self, module: &Module, op: OpId, arg: AttrId) -> Source {
        let ty = match &module.ctx[arg] {
            Attr::Operand(index) => {
                let value = module[op].operands.get(*index as usize);
                return value.map_or(Source::Nothing, |value| self.operand(module, *value));
            }
            Attr::Str(_) => return Source::Text(arg),
            Attr::Bool(truth) => return Source::Truth(*truth),
            Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Dense { ty, .. } => Some(*ty),
            Attr::Dict(items) => {
                let ty = items.iter().find(|(name, _)| *name == attrs::TYPE);
                ty.and_then(|(_, ty)| if let Attr::Type(ty) = module.ctx[*ty] { Some(ty) } else { None })
            }
            Attr::Symbol(name) => self.spec_constant_type(module, *name),
            Attr::Unit | Attr::Literal(_) | Attr::Type(_) | Attr::Array(_) | Attr::Enum { .. } => None,
            Attr::Null | Attr::Undef => None,
        };
        ty.map_or(Source::Nothing, |ty| Source::Constant(Constant { attr: arg, ty }))
    }

    /// An operand: the text to which it leads, if it is the start of one.
    pub(crate) fn operand(&mut self, module: &Module, value: ValueId) -> Source {
        self.constant_text(module, value).map_or(Source::Value(value), Source::Text)
    }

    fn symbol(&mut self, module: &Module, name: Symbol) -> Option<OpId> {
        self.symbols.get_or_insert_with(|| module_facts::symbols(module)).get(&name).copied()
    }

    fn spec_constant_type(&mut self, module: &Module, name: Symbol) -> Option<TypeId> {
        let op = self.symbol(module, name).filter(|op| is_spec_constant(module, *op))?;
        module_facts::type_of(module, op, attrs::TYPE)
    }

    /// The variable's value at whose start a pointer leads, where that is a constant array of bytes.
    fn constant_text(&mut self, module: &Module, pointer: ValueId) -> Option<AttrId> {
        module_facts::storage_of(module, module.type_of(pointer))?;
        let variable =
            self.symbol(module, module_facts::symbol_of(module, start_of(module, pointer)?, attrs::SYMBOL)?)?;
        let is_bytes = match module.ctx[facts::pointee(module, variable).ok()?] {
            Type::Spirv(SpirvType::Array { elem, .. }) => matches!(module.ctx[elem], Type::Int { width: 8, .. }),
            _ => false,
        };
        module.attr(variable, attrs::INITIALIZER).filter(|_| is_bytes)
    }
}

/// The limit of steps to the start of a text, far above what compilers emit.
const MOST_STEPS: usize = 8;

/// Root of a pointer that has the same address.
fn start_of(module: &Module, pointer: ValueId) -> Option<OpId> {
    let mut value = pointer;
    for _ in 0..MOST_STEPS {
        let op = module.defining_op(value).filter(|_| facts::is_remade(module, value))?;
        match module[op].operands.split_first() {
            Some((next, indices)) if indices.iter().all(|index| is_zero(module, *index)) => value = *next,
            Some(_) => return None,
            None => return Some(op),
        }
    }
    None
}

fn sort(module: &Module, source: &Source) -> Sort {
    match *source {
        Source::Value(value) => Sort::Typed(module.type_of(value)),
        Source::Constant(Constant { ty, .. }) => Sort::Typed(ty),
        Source::Truth(_) => Sort::Truth,
        Source::Text(text) => Sort::Text(text),
        Source::Nothing => Sort::Nothing,
    }
}

fn is_spec_constant(module: &Module, op: OpId) -> bool {
    matches!(
        ops::code(module, op),
        Some(Code::Mlir(Mlir::SpecConstant | Mlir::SpecConstantComposite | Mlir::SpecConstantOperation))
    )
}

fn given(module: &Module, sort: Sort) -> Given {
    match sort {
        Sort::Typed(ty) if module_facts::storage_of(module, ty).is_some() => Given::Address,
        Sort::Typed(ty) => match (&module.ctx[ty], &module.ctx[module.ctx.scalar_of(ty)]) {
            (Type::Vector { len, .. }, scalar) => number(scalar, *len),
            (scalar, _) => number(scalar, 1),
        },
        Sort::Truth => Given::Number { is_float: false, width: 1, components: 1 },
        Sort::Text(attr) => Given::Text(text(module, attr)),
        Sort::Nothing => Given::Other,
    }
}

fn number(ty: &Type, components: u32) -> Given {
    match ty {
        Type::Int { width, .. } => Given::Number { is_float: false, width: *width, components },
        Type::Float { width, .. } => Given::Number { is_float: true, width: *width, components },
        Type::None | Type::Vector { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => Given::Other,
    }
}

fn is_zero(module: &Module, index: ValueId) -> bool {
    let Some(op) = module.defining_op(index) else { return false };
    let is_constant = ops::code(module, op) == Some(Code::Mlir(Mlir::Constant));
    is_constant && module_facts::number_of(module, op, attrs::VALUE) == Some(0)
}

/// The text in a constant: up to its first zero, where it is an array.
fn text(module: &Module, attr: AttrId) -> String {
    match &module.ctx[attr] {
        Attr::Str(text) => text.to_string(),
        Attr::Array(elems) | Attr::Dense { elems, .. } => {
            let bytes = elems.iter().map(|elem| module_facts::number(module, *elem).unwrap_or(0) as u8);
            String::from_utf8_lossy(&bytes.take_while(|byte| *byte != 0).collect::<Vec<_>>()).into_owned()
        }
        Attr::Dict(items) => match items.iter().find(|(name, _)| *name == attrs::VALUE) {
            Some((_, value)) if !matches!(module.ctx[*value], Attr::Dict(_)) => text(module, *value),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
