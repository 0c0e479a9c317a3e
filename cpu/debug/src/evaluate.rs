//! The value of an expression for a lane: names in scope, parts of them, operators, and functions of numbers.
//!
//! Nothing here changes the run. What would is refused, as are functions of the shader.

use crate::expression::Expression;
use crate::functions;
use crate::number::{self, Arithmetic, Form, Num, Numbers};
use frontend::ast::Expr;
use frontend::ast::{BinaryOp, ExprId, ExprKind, FloatSuffix, IntSuffix, List, Literal, PathId, UnaryOp};
use interp::debug::{Debuggee, Global, Item, Kind, Lane, Number, RayCall, Spot};
use spirv::StorageClass;
use std::cmp::Ordering;

/// The deepest expression.
const DEEPEST: u32 = 200;

/// The scope of a lane: where an expression's names are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) lane: Lane,
    pub(crate) pc: u32,
    pub(crate) spot: Spot,
    /// The shader that it is in, where that is one of a ray pipeline.
    pub(crate) ray: Option<RayCall>,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Something of the shader, where it lies.
    Item(Item),
    /// Numbers that were computed.
    Numbers(Numbers),
}

type Result<T> = std::result::Result<T, String>;

/// The value of an expression at a place.
///
/// # Errors
/// When it has none; in words.
pub(crate) fn evaluate(debuggee: &mut Debuggee, at: Place, expression: &Expression) -> Result<Value> {
    Evaluation { debuggee, at, expression, depth: 0 }.value(expression.root)
}

/// The value of an expression at a place as numbers.
///
/// # Errors
/// As for [`evaluate`], and when it consists of something else.
pub(crate) fn numbers(debuggee: &mut Debuggee, at: Place, expression: &Expression) -> Result<Numbers> {
    let mut evaluation = Evaluation { debuggee, at, expression, depth: 0 };
    evaluation.numbers(expression.root)
}

struct Evaluation<'e> {
    debuggee: &'e mut Debuggee,
    at: Place,
    expression: &'e Expression,
    depth: u32,
}

impl Evaluation<'_> {
    fn value(&mut self, id: ExprId) -> Result<Value> {
        if self.depth >= DEEPEST {
            return Err("the expression is nested too deeply".to_owned());
        }
        self.depth += 1;
        let value = self.value_below(id);
        self.depth -= 1;
        value
    }

    fn value_below(&mut self, id: ExprId) -> Result<Value> {
        let numbers = match self.expression.ast.exprs[id].kind {
            ExprKind::Path(path) => return self.named(path),
            ExprKind::Member(of, path) => return self.member(of, path),
            ExprKind::Index(of, index) => return self.element(of, index),
            ExprKind::Literal(literal) => Numbers::scalar(number_of(literal)?),
            ExprKind::Unary(op, of) => self.unary(op, of)?,
            ExprKind::Binary { op, lhs, rhs, .. } => self.binary(op, lhs, rhs)?,
            ExprKind::Ternary(condition, yes, no) => {
                let condition = self.truth(condition)?;
                return self.value(if condition { yes } else { no });
            }
            ExprKind::Comma(first, second) => {
                self.value(first)?;
                return self.value(second);
            }
            ExprKind::Cast(ty, of) => {
                let value = self.numbers(of)?;
                let name = self.expression.type_name(ty).ok_or("type is not numeric")?;
                cast(name, &[value])?
            }
            ExprKind::Construct(ty, arguments) => {
                let name = self.expression.type_name(ty).ok_or("type is not numeric")?;
                cast(name, &self.arguments(arguments)?)?
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments)?,
            ExprKind::Assign { .. } | ExprKind::Prefix(..) | ExprKind::Postfix(..) => {
                return Err("expressions cannot have side effects; use the variables view to set a value".to_owned());
            }
            ExprKind::Error | ExprKind::InitList(_) | ExprKind::TypeArg(_) | ExprKind::StateBlock => {
                return Err("cannot evaluate this expression".to_owned());
            }
        };
        Ok(Value::Numbers(numbers))
    }

    fn arguments(&mut self, list: List<Expr>) -> Result<Vec<Numbers>> {
        let ids: Vec<ExprId> = self.expression.ast.ids(list).collect();
        ids.into_iter().map(|id| self.numbers(id)).collect()
    }

    fn numbers(&mut self, id: ExprId) -> Result<Numbers> {
        match self.value(id)? {
            Value::Numbers(numbers) => Ok(numbers),
            Value::Item(item) => self.loaded(&item),
        }
    }

    /// The numbers that an item holds.
    fn loaded(&mut self, item: &Item) -> Result<Numbers> {
        match self.debuggee.kind(item) {
            Kind::Number(_) => Ok(Numbers::scalar(self.scalar(item)?)),
            Kind::Vector(count) => Ok(Numbers { form: Form::Vector, parts: self.parts(item, count)? }),
            Kind::Matrix(rows) => {
                let mut parts = Vec::new();
                for row in 0..rows {
                    let (_, row) = self.debuggee.part(item, row.into()).ok_or("row index out of bounds")?;
                    let Kind::Vector(count) = self.debuggee.kind(&row) else {
                        return Err("row is not a vector".to_owned());
                    };
                    parts.extend(self.parts(&row, count)?);
                }
                Ok(Numbers { form: Form::Matrix(rows), parts })
            }
            Kind::Array(_) | Kind::Struct(_) | Kind::Opaque => {
                Err(format!("a value of type '{}' is not a number", self.debuggee.type_name(item)))
            }
        }
    }

    fn parts(&mut self, item: &Item, count: u32) -> Result<Vec<Num>> {
        let part = |at: u32| {
            let (_, part) = self.debuggee.part(item, at.into()).ok_or("component index out of bounds")?;
            self.scalar(&part)
        };
        (0..count).map(part).collect()
    }

    fn scalar(&mut self, item: &Item) -> Result<Num> {
        let scalar = self.debuggee.scalar(item, self.at.lane);
        scalar.map(|scalar| Num::of(&scalar)).ok_or_else(|| "not in memory".to_owned())
    }

    fn truth(&mut self, id: ExprId) -> Result<bool> {
        Ok(self.numbers(id)?.parts.iter().all(|part| part.is_true()))
    }

    /// The entity of a name: a variable of the function, of the module, or a member of a constant buffer.
    fn named(&mut self, path: PathId) -> Result<Value> {
        let name = self.expression.name(path).ok_or("qualified names are not supported")?;
        let Place { lane, pc, spot, ray } = self.at;
        let found = self.debuggee.variables(pc, spot).into_iter().find(|variable| &*variable.name == name);
        if let Some(item) = found.and_then(|variable| self.debuggee.item(variable, lane, ray)) {
            return Ok(Value::Item(item));
        }
        let globals = self.debuggee.globals();
        let is_it = |global: &&Global| &*global.name == name && self.debuggee.is_of_call(global, ray);
        if let Some(global) = globals.iter().find(is_it) {
            let item = self.debuggee.global_item(global, lane, ray);
            return item.map(Value::Item).ok_or_else(|| format!("'{name}' is uninitialized"));
        }
        let blocks = globals.iter().filter(|global| global.class == StorageClass::Uniform);
        let members = blocks.filter_map(|global| {
            let item = self.debuggee.global_item(global, lane, ray)?;
            member_of(self.debuggee, &item, name)
        });
        let mut members = members;
        members.next().map(Value::Item).ok_or_else(|| format!("unknown name '{name}'"))
    }

    fn member(&mut self, of: ExprId, path: PathId) -> Result<Value> {
        let name = self.expression.name(path).ok_or("unknown member")?;
        let whole = self.value(of)?;
        if let Value::Item(item) = &whole {
            match self.debuggee.kind(item) {
                Kind::Struct(_) => {
                    let found = member_of(self.debuggee, item, name).map(Value::Item);
                    let ty = self.debuggee.type_name(item);
                    return found.ok_or_else(|| format!("'{ty}' has no member '{name}'"));
                }
                Kind::Vector(_) if name.len() == 1 => {
                    let at = swizzle(name).and_then(|places| places.first().copied());
                    let part = at.and_then(|at| self.debuggee.part(item, at as u64));
                    return part
                        .map(|(_, part)| Value::Item(part))
                        .ok_or_else(|| format!("unknown component '{name}'"));
                }
                Kind::Number(_) | Kind::Vector(_) | Kind::Matrix(_) | Kind::Array(_) | Kind::Opaque => {}
            }
        }
        let numbers = match whole {
            Value::Numbers(numbers) => numbers,
            Value::Item(item) => self.loaded(&item)?,
        };
        let wrong = || format!("invalid components '{name}'");
        let places = match numbers.form {
            Form::Matrix(rows) => {
                let columns = numbers.parts.len() / (rows as usize).max(1);
                elements(name, columns).ok_or_else(wrong)?
            }
            Form::Scalar | Form::Vector => swizzle(name).ok_or_else(wrong)?,
        };
        let parts = places.into_iter().map(|at| numbers.parts.get(at).copied().ok_or_else(wrong));
        Ok(Value::Numbers(Numbers::vector(parts.collect::<Result<_>>()?)))
    }

    fn element(&mut self, of: ExprId, index: ExprId) -> Result<Value> {
        let whole = self.value(of)?;
        let index = self.numbers(index)?;
        if let (Value::Item(item), Form::Vector) = (&whole, index.form) {
            return self.texel(*item, &index);
        }
        let at = match index.form {
            Form::Scalar => index.first().index(),
            Form::Vector | Form::Matrix(_) => None,
        };
        let at = at.ok_or("index is not a non-negative integer")?;
        match whole {
            Value::Item(item) => {
                let part = self.debuggee.part(&item, at).map(|(_, part)| Value::Item(part));
                let kind = self.debuggee.kind(&item);
                part.filter(|_| !matches!(kind, Kind::Struct(_))).ok_or_else(|| match kind {
                    Kind::Array(count) => format!("index {at} is out of bounds (length is {count})"),
                    Kind::Vector(_) | Kind::Matrix(_) => format!("index {at} is out of bounds"),
                    Kind::Number(_) | Kind::Struct(_) | Kind::Opaque => "value has no elements".to_owned(),
                })
            }
            Value::Numbers(numbers) => {
                let wrong = || format!("index {at} is out of bounds");
                let at = usize::try_from(at).map_err(|_| wrong())?;
                match numbers.form {
                    Form::Matrix(rows) => {
                        let columns = numbers.parts.len() / (rows as usize).max(1);
                        let row = numbers.parts.chunks(columns.max(1)).nth(at).ok_or_else(wrong)?;
                        Ok(Value::Numbers(Numbers::vector(row.to_vec())))
                    }
                    Form::Scalar | Form::Vector => {
                        let part = numbers.parts.get(at).copied().ok_or_else(wrong)?;
                        Ok(Value::Numbers(Numbers::scalar(part)))
                    }
                }
            }
        }
    }

    /// A part of an image by its coordinates, of which the last one is that of slices or rows.
    fn texel(&mut self, image: Item, coordinates: &Numbers) -> Result<Value> {
        let mut item = image;
        for at in coordinates.parts.iter().rev() {
            let at = at.index().ok_or("coordinate is not a non-negative integer")?;
            let (_, part) = self.debuggee.part(&item, at).ok_or_else(|| format!("coordinate {at} is out of bounds"))?;
            item = part;
        }
        Ok(Value::Item(item))
    }

    fn unary(&mut self, op: UnaryOp, of: ExprId) -> Result<Numbers> {
        let value = self.numbers(of)?;
        let found = match op {
            UnaryOp::Plus => Some(value),
            UnaryOp::Minus => value.map(|part| Some(number::negated(part))),
            UnaryOp::Not => value.map(|part| Some(Num::Bool(!part.is_true()))),
            UnaryOp::BitNot => value.map(number::inverted),
        };
        found.ok_or_else(|| "invalid operands".to_owned())
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Result<Numbers> {
        // The right side has no value where the left one decides.
        if let (BinaryOp::And | BinaryOp::Or, left) = (op, self.numbers(lhs)?) {
            let decides = left.form == Form::Scalar && left.first().is_true() == (op == BinaryOp::Or);
            if decides {
                return Ok(Numbers::scalar(Num::Bool(op == BinaryOp::Or)));
            }
        }
        let (left, right) = (self.numbers(lhs)?, self.numbers(rhs)?);
        let simple = |op: Arithmetic| left.zip(&right, |a, b| number::arithmetic(op, a, b));
        let truth = |is_it: fn(Option<Ordering>) -> bool| {
            left.zip(&right, |a, b| Some(Num::Bool(is_it(number::compared(a, b)))))
        };
        let found = match op {
            BinaryOp::Add => simple(Arithmetic::Add),
            BinaryOp::Sub => simple(Arithmetic::Sub),
            BinaryOp::Mul => simple(Arithmetic::Mul),
            BinaryOp::Div => simple(Arithmetic::Div),
            BinaryOp::Rem => simple(Arithmetic::Rem),
            BinaryOp::BitAnd => simple(Arithmetic::And),
            BinaryOp::BitOr => simple(Arithmetic::Or),
            BinaryOp::BitXor => simple(Arithmetic::Xor),
            BinaryOp::Shl => left.zip(&right, |a, b| number::shifted(a, b, true)),
            BinaryOp::Shr => left.zip(&right, |a, b| number::shifted(a, b, false)),
            BinaryOp::Lt => truth(|order| order == Some(Ordering::Less)),
            BinaryOp::Gt => truth(|order| order == Some(Ordering::Greater)),
            BinaryOp::Le => truth(|order| matches!(order, Some(Ordering::Less | Ordering::Equal))),
            BinaryOp::Ge => truth(|order| matches!(order, Some(Ordering::Greater | Ordering::Equal))),
            BinaryOp::Eq => truth(|order| order == Some(Ordering::Equal)),
            BinaryOp::Ne => truth(|order| order != Some(Ordering::Equal)),
            BinaryOp::And => left.zip(&right, |a, b| Some(Num::Bool(a.is_true() && b.is_true()))),
            BinaryOp::Or => left.zip(&right, |a, b| Some(Num::Bool(a.is_true() || b.is_true()))),
        };
        found.ok_or_else(|| "result is undefined for these operands".to_owned())
    }

    fn call(&mut self, callee: ExprId, arguments: List<Expr>) -> Result<Numbers> {
        let name = match self.expression.ast.exprs[callee].kind {
            ExprKind::Path(path) => self.expression.name(path),
            _ => None,
        };
        let name = name.ok_or("cannot call methods and qualified functions")?;
        if self.debuggee.has_function(name) {
            return Err(format!("cannot call the shader function '{name}'"));
        }
        let arguments = self.arguments(arguments)?;
        if shape_of(name).is_some() {
            return cast(name, &arguments);
        }
        functions::call(name, &arguments)
    }
}

/// A member of a struct by its name.
fn member_of(debuggee: &Debuggee, item: &Item, name: &str) -> Option<Item> {
    let Kind::Struct(count) = debuggee.kind(item) else { return None };
    let mut members = (0..count).filter_map(|at| debuggee.part(item, at.into()));
    members.find(|(own, _)| *own == Some(name)).map(|(_, member)| member)
}

fn number_of(literal: Literal) -> Result<Num> {
    Ok(match literal {
        Literal::Bool(value) => Num::Bool(value),
        Literal::Int { value, suffix: IntSuffix::U, .. } => Num::Uint(value, 32),
        Literal::Int { value, suffix: IntSuffix::UL | IntSuffix::ULL, .. } => Num::Uint(value, 64),
        Literal::Int { value, suffix: IntSuffix::L | IntSuffix::LL, .. } => Num::Int(value.cast_signed(), 64),
        Literal::Int { value, suffix: IntSuffix::None, .. } if value > u32::MAX.into() => {
            Num::Int(value.cast_signed(), 64)
        }
        Literal::Int { value, suffix: IntSuffix::None, .. } => {
            Num::Int(value.cast_signed(), 32).converted(Number::Int { bits: 32, signed: true })
        }
        Literal::Float { value, suffix } => {
            let bits = match suffix {
                FloatSuffix::H | FloatSuffix::F16 => 16,
                FloatSuffix::L | FloatSuffix::F64 => 64,
                FloatSuffix::None | FloatSuffix::F | FloatSuffix::F32 => 32,
            };
            Num::Float(value, bits).converted(Number::Float { bits })
        }
        Literal::Str(_) => return Err("strings are not supported".to_owned()),
    })
}

/// The components that a swizzle names.
fn swizzle(name: &str) -> Option<Vec<usize>> {
    let of = |letters: &str| name.chars().map(|letter| letters.find(letter)).collect::<Option<Vec<usize>>>();
    let places = of("xyzw").or_else(|| of("rgba"))?;
    (1..=4).contains(&places.len()).then_some(places)
}

/// The elements of a matrix that a name such as `_m00_m11` or `_11_22` lists.
fn elements(name: &str, columns: usize) -> Option<Vec<usize>> {
    let one = |part: &str| {
        let (digits, first) = match part.strip_prefix('m') {
            Some(rest) => (rest, 0),
            None => (part, 1),
        };
        let mut numbers = digits.chars().map(|digit| digit.to_digit(10)?.checked_sub(first));
        let (row, column, None) = (numbers.next()??, numbers.next()??, numbers.next()) else { return None };
        ((column as usize) < columns).then_some(row as usize * columns + column as usize)
    };
    name.strip_prefix('_')?.split('_').map(one).collect()
}

/// The kind and the form of a type's numbers, with the number of them, by its name.
fn shape_of(name: &str) -> Option<(Number, Form, usize)> {
    const KINDS: [(&str, Number); 16] = [
        ("bool", Number::Bool),
        ("int8_t", Number::Int { bits: 8, signed: true }),
        ("uint8_t", Number::Int { bits: 8, signed: false }),
        ("int16_t", Number::Int { bits: 16, signed: true }),
        ("int32_t", Number::Int { bits: 32, signed: true }),
        ("int64_t", Number::Int { bits: 64, signed: true }),
        ("uint16_t", Number::Int { bits: 16, signed: false }),
        ("uint32_t", Number::Int { bits: 32, signed: false }),
        ("uint64_t", Number::Int { bits: 64, signed: false }),
        ("float16_t", Number::Float { bits: 16 }),
        ("int", Number::Int { bits: 32, signed: true }),
        ("uint", Number::Int { bits: 32, signed: false }),
        ("dword", Number::Int { bits: 32, signed: false }),
        ("half", Number::Float { bits: 32 }),
        ("float", Number::Float { bits: 32 }),
        ("double", Number::Float { bits: 64 }),
    ];
    let (kind, rest) = KINDS.iter().find_map(|(own, kind)| Some((*kind, name.strip_prefix(own)?)))?;
    let digit = |text: &str| text.parse::<u32>().ok().filter(|count| (1..=4).contains(count));
    match rest.split_once('x') {
        _ if rest.is_empty() => Some((kind, Form::Scalar, 1)),
        Some((rows, columns)) => {
            let (rows, columns) = (digit(rows)?, digit(columns)?);
            Some((kind, Form::Matrix(rows), (rows * columns) as usize))
        }
        None => digit(rest).map(|count| (kind, Form::Vector, count as usize)),
    }
}

/// The numbers as those of a type with a name.
fn cast(name: &str, values: &[Numbers]) -> Result<Numbers> {
    let (kind, form, count) = shape_of(name).ok_or_else(|| format!("type '{name}' is not numeric"))?;
    let mut parts: Vec<Num> = values.iter().flat_map(|value| &value.parts).map(|part| part.converted(kind)).collect();
    match (&parts[..], values) {
        ([only], _) => parts = vec![*only; count],
        // A longer value is cut.
        (_, [_]) if parts.len() > count => parts.truncate(count),
        _ if parts.len() != count => {
            return Err(format!("'{name}' requires {count} values, found {}", parts.len()));
        }
        _ => {}
    }
    Ok(Numbers { form, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_components_and_types_are_known() {
        assert_eq!(swizzle("zyx"), Some(vec![2, 1, 0]));
        assert_eq!((swizzle("xr"), swizzle("xxxxx"), swizzle("q")), (None, None, None));
        assert_eq!(elements("_m01_m10", 3), Some(vec![1, 3]));
        assert_eq!(elements("_23", 4), Some(vec![6]));
        assert_eq!((elements("_m03", 3), elements("m00", 2)), (None, None));
        assert_eq!(shape_of("float2x3"), Some((Number::Float { bits: 32 }, Form::Matrix(2), 6)));
        assert_eq!(shape_of("uint16_t2"), Some((Number::Int { bits: 16, signed: false }, Form::Vector, 2)));
        assert_eq!((shape_of("float5"), shape_of("lerp")), (None, None));
    }
}
