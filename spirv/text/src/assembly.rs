//! Modules from text: the words that SPIRV-Tools' `spirv-as` makes of the same text, the inverse of [`crate::listing`].
//!
//! One pass over the tokens, with the same grammar as [`dialect::spirv::decode`]; only literals depend on earlier instructions,
//! for their type. Knows nothing of what a module means. It refuses what `spirv-as` accepts although no module may
//! contain it: words without a grammar (`!123`), half a pair of operands, ids beyond the limit.

mod names;
mod numbers;
mod tokens;

use base::ids::{Map, Set};
use dialect::diagnostics::{Code, Error, Place, Result};
use dialect::spirv::decode::ext_set;
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::OpRow;
use names::Names;
use numbers::Number;
use spirv::Op;
use spirv::grammar::{LogicalOperand, OperandKind, OperandQuantifier};
use tokens::Token;

/// All ids are below this, as in modules that are read.
const MAX_BOUND: u32 = dialect::spirv::decode::MAX_BOUND;
/// The generator number of SPIRV-Tools' assembler.
const GENERATOR: u32 = 7 << 16;
/// The limit of words per instruction.
const MOST_WORDS: usize = 1 << 16;

/// Options of the assembler.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The version in the header.
    pub version: (u8, u8),
    /// True if numeric ids are kept; others are numbered as they appear.
    pub preserve_numeric_ids: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { version: (1, 6), preserve_numeric_ids: false }
    }
}

/// The words of a module.
///
/// # Errors
/// When the text is not a module, at the line and column of the first error.
pub fn assemble(text: &str, options: &Options) -> Result<Vec<u32>> {
    let tokens = tokens::split(text)?;
    let version = u32::from(options.version.0) << 16 | u32::from(options.version.1) << 8;
    let mut assembler = Assembler {
        ids: Ids::new(&tokens, options.preserve_numeric_ids),
        tokens,
        at: 0,
        words: vec![spirv::MAGIC_NUMBER, version, GENERATOR, 0, 0],
        numbers: Map::default(),
        types: Map::default(),
        made: Set::default(),
        sets: Map::default(),
        names: Names::default(),
    };
    if assembler.tokens.is_empty() {
        let place = Place::Text { line: 1, column: 1 };
        return Err(Error { code: Code::Syntax, place, message: "no instructions".to_owned() });
    }
    while assembler.at < assembler.tokens.len() {
        assembler.inst()?;
    }
    assembler.words[3] = assembler.ids.bound;
    Ok(assembler.words)
}

/// The numbers of ids.
struct Ids<'t> {
    by_name: Map<&'t str, u32>,
    /// Ids that are reserved by numeric names.
    kept: Set<u32>,
    next: u32,
    bound: u32,
}

impl<'t> Ids<'t> {
    fn new(tokens: &[Token<'t>], preserve: bool) -> Self {
        let names = tokens.iter().filter(|_| preserve).filter_map(|token| token.text.strip_prefix('%'));
        let kept = names.filter_map(|name| numbers::unsigned(name).and_then(|id| u32::try_from(id).ok())).collect();
        Ids { by_name: Map::default(), kept, next: 1, bound: 1 }
    }

    fn number(&mut self, name: &'t str) -> u32 {
        let own = numbers::unsigned(name).and_then(|id| u32::try_from(id).ok()).filter(|id| self.kept.contains(id));
        let id = own.unwrap_or_else(|| match self.by_name.get(name) {
            Some(id) => *id,
            None => self.fresh(name),
        });
        self.bound = self.bound.max(id.saturating_add(1));
        id
    }

    fn fresh(&mut self, name: &'t str) -> u32 {
        while self.kept.contains(&self.next) {
            self.next += 1;
        }
        self.by_name.insert(name, self.next);
        self.next += 1;
        self.next - 1
    }
}

struct Assembler<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    words: Vec<u32>,
    ids: Ids<'t>,
    /// The number formats of types.
    numbers: Map<u32, Number>,
    /// The types of values.
    types: Map<u32, u32>,
    /// The types declared so far.
    made: Set<u32>,
    /// The names of extended instruction sets.
    sets: Map<u32, String>,
    names: Names,
}

impl<'t> Assembler<'t> {
    fn inst(&mut self) -> Result<()> {
        let first = self.tokens[self.at];
        let mut result = None;
        if first.text.starts_with('%') {
            result = Some(first);
            self.at += 1;
            let equals = self.next("'='")?;
            if equals.text != "=" {
                return equals.error(Code::Syntax, format!("expected '=', found '{}'", equals.text));
            }
        }
        let opcode = self.next("an instruction")?;
        let Some(name) = opcode.text.strip_prefix("Op").filter(|_| opcode.is_opcode()) else {
            return opcode.error(Code::Syntax, format!("expected an instruction, found '{}'", opcode.text));
        };
        let Some(row) = self.names.op(name) else {
            return opcode.error(Code::UnknownName, format!("unknown instruction '{}'", opcode.text));
        };
        match (row.has_result, result) {
            (true, None) => return opcode.error(Code::Syntax, format!("'{}' has a result", opcode.text)),
            (false, Some(_)) => return opcode.error(Code::Syntax, format!("'{}' has no result", opcode.text)),
            (true, Some(_)) | (false, None) => {}
        }
        let start = self.words.len();
        self.words.push(0);
        self.body(row, result)?;
        let count = self.words.len() - start;
        if count >= MOST_WORDS {
            return opcode.error(Code::Limit, format!("instruction length of {count} words exceeds the limit"));
        }
        self.words[start] = (count as u32) << 16 | row.code.core().map_or(0, |op| op as u32);
        if let (Some(result), Some(op)) = (result, row.code.core())
            && matches!(isa::class(op), isa::Class::Type(_) | isa::Class::ForwardPointer)
            && !self.made.insert(self.words[start + 1])
        {
            return result.error(Code::Id, format!("'{}' is already a type", result.text));
        }
        self.remember(row, start);
        Ok(())
    }

    fn body(&mut self, row: &OpRow, result: Option<Token<'t>>) -> Result<()> {
        let ty = if row.has_type { Some(self.id()?) } else { None };
        if let Some(token) = result {
            self.push_id(token)?;
        }
        if let (Some(ty), Some(id)) = (ty, result.and(self.words.last())) {
            self.types.insert(*id, ty);
        }
        match row.code.core() {
            Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR) => self.ext_inst(),
            Some(Op::SpecConstantOp) => self.spec_constant_op(),
            Some(Op::Constant | Op::SpecConstant) => {
                let number = ty.and_then(|ty| self.numbers.get(&ty).copied());
                self.typed_number(number)
            }
            Some(Op::Switch) => self.switch(),
            _ => self.operands(row.operands),
        }
    }

    /// Records what later instructions depend on.
    fn remember(&mut self, row: &OpRow, start: usize) {
        let number = match (row.code.core(), &self.words[start + 1..]) {
            (Some(Op::TypeInt), [id, width, sign]) => (*id, Number::Int { width: *width, is_signed: *sign != 0 }),
            (Some(Op::TypeFloat), [id, width, encoding @ ..]) => match Number::float(*width, encoding.first().copied())
            {
                Some(number) => (*id, number),
                None => return,
            },
            _ => return,
        };
        self.numbers.insert(number.0, number.1);
    }

    fn ext_inst(&mut self) -> Result<()> {
        let at = self.at;
        let set = self.id()?;
        let Some(set) = self.sets.get(&set).cloned() else {
            return self.tokens[at].error(Code::Id, format!("'{}' is not an instruction set", self.tokens[at].text));
        };
        let token = self.next("an instruction of the set")?;
        if let Some(instruction) = names::ext_inst(&set, token.text) {
            self.words.push(instruction.opcode.into());
            return self.operands(instruction.operands);
        }
        let number = numbers::unsigned(token.text).and_then(|number| u32::try_from(number).ok());
        let Some(number) = number.filter(|_| set.starts_with("NonSemantic.")) else {
            return token.error(Code::UnknownName, format!("unknown instruction '{}' in the set '{set}'", token.text));
        };
        self.words.push(number);
        while self.has_more() {
            self.id()?;
        }
        Ok(())
    }

    fn spec_constant_op(&mut self) -> Result<()> {
        let token = self.next("the name of an operation")?;
        let Some(row) = self.names.op(token.text).filter(|row| row.has_result) else {
            return token.error(Code::UnknownName, format!("unknown operation '{}' of constants", token.text));
        };
        self.words.push(row.code.core().map_or(0, |op| op as u32));
        self.operands(row.operands)
    }

    fn switch(&mut self) -> Result<()> {
        let selector = self.id()?;
        let number = self.types.get(&selector).and_then(|ty| self.numbers.get(ty)).copied();
        self.id()?;
        while self.has_more() {
            self.typed_number(number)?;
            self.id()?;
        }
        Ok(())
    }

    fn operands(&mut self, grammar: &[LogicalOperand]) -> Result<()> {
        for operand in grammar {
            match operand.quantifier {
                OperandQuantifier::One => self.operand(operand.kind)?,
                OperandQuantifier::ZeroOrOne if self.has_more() => self.operand(operand.kind)?,
                OperandQuantifier::ZeroOrOne => {}
                OperandQuantifier::ZeroOrMore => {
                    while self.has_more() {
                        self.operand(operand.kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn operand(&mut self, kind: OperandKind) -> Result<()> {
        if let Some(kind) = Kind::of(kind) {
            return self.enumerated(kind);
        }
        match kind {
            OperandKind::IdRef
            | OperandKind::IdScope
            | OperandKind::IdMemorySemantics
            | OperandKind::IdResult
            | OperandKind::IdResultType => self.id().map(drop),
            OperandKind::LiteralString => self.text(),
            OperandKind::LiteralFloat => self.typed_number(Some(Number::SINGLE)),
            OperandKind::PairIdRefIdRef => self.id().and_then(|_| self.id()).map(drop),
            OperandKind::PairIdRefLiteralInteger => {
                self.id()?;
                self.typed_number(Some(Number::WORD))
            }
            OperandKind::OpenclDebuginfo100(kind) => {
                let token = self.next("a value")?;
                let Some(value) = crate::listing::debug_info::value(kind, token.text) else {
                    return token.error(Code::UnknownName, format!("unknown value '{}'", token.text));
                };
                self.words.push(value);
                Ok(())
            }
            _ => self.typed_number(Some(Number::WORD)),
        }
    }

    fn enumerated(&mut self, kind: Kind) -> Result<()> {
        let token = self.next("a value")?;
        let Some(value) = names::value(kind, token.text) else {
            let name = kind.table().name;
            return token.error(Code::UnknownName, format!("unknown {name} '{}'", token.text));
        };
        self.words.push(value);
        kind.table().pieces(value).flatten().try_for_each(|part| self.operands(part.params))
    }

    fn typed_number(&mut self, number: Option<Number>) -> Result<()> {
        let token = self.next("a number")?;
        let Some(number) = number else {
            return token.error(Code::Type, "the type of the number is not numeric");
        };
        match number.words(token.text) {
            Ok(words) => self.words.extend(words),
            Err(message) => return token.error(Code::Syntax, message),
        }
        Ok(())
    }

    fn text(&mut self) -> Result<()> {
        let token = self.next("a string")?;
        let Some(mut bytes) = token.unquoted() else {
            return token.error(Code::Syntax, format!("expected a string in quotes, found '{}'", token.text));
        };
        if let Some(id) = self.names_set() {
            if ext_set(&String::from_utf8_lossy(&bytes)).is_none() {
                return token.error(Code::UnknownName, format!("unknown instruction set {}", token.text));
            }
            self.sets.insert(id, String::from_utf8_lossy(&bytes).into_owned());
        }
        bytes.resize(bytes.len() / 4 * 4 + 4, 0);
        self.words.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
        Ok(())
    }

    /// The id of an import of an extended instruction set, while its name is read.
    fn names_set(&self) -> Option<u32> {
        let before = self.at.checked_sub(2).and_then(|at| self.tokens.get(at))?;
        (before.text == "OpExtInstImport").then(|| self.words.last().copied())?
    }

    fn id(&mut self) -> Result<u32> {
        let token = self.next("an id")?;
        self.push_id(token)
    }

    fn push_id(&mut self, token: Token<'t>) -> Result<u32> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = token.text.strip_prefix('%').filter(|name| !name.is_empty() && name.chars().all(is_plain));
        let Some(name) = name else {
            return token.error(Code::Syntax, format!("expected an id, found '{}'", token.text));
        };
        let id = self.ids.number(name);
        if id == 0 || id >= MAX_BOUND {
            return token.error(Code::Limit, format!("id '{}' is out of range (1 to {MAX_BOUND})", token.text));
        }
        self.words.push(id);
        Ok(id)
    }

    /// Returns whether there is another operand: neither the text nor the instruction is over.
    fn has_more(&self) -> bool {
        let Some(token) = self.tokens.get(self.at) else { return false };
        let is_result = || {
            let [equals, opcode] = self.tokens.get(self.at + 1..self.at + 3)? else { return None };
            Some(token.text.starts_with('%') && equals.text == "=" && opcode.is_opcode())
        };
        !token.is_opcode() && !is_result().unwrap_or(false)
    }

    /// The next token of an instruction.
    fn next(&mut self, wanted: &str) -> Result<Token<'t>> {
        let Some(token) = self.tokens.get(self.at) else {
            let (line, column) = self.tokens.last().map_or((1, 1), |token| (token.line, token.column));
            let message = format!("expected {wanted}, found the end of the text");
            return Err(Error { code: Code::Syntax, place: Place::Text { line, column }, message });
        };
        self.at += 1;
        Ok(*token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{Listing, print};

    fn listed(text: &str) -> String {
        print(&assemble(text, &Options::default()).unwrap(), Listing { raw_ids: true, ..Listing::default() }).unwrap()
    }

    #[test]
    fn text_that_is_printed_gives_the_same_words() {
        let text = "OpCapability Shader %glsl = OpExtInstImport \"GLSL.std.450\" OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"a \\\"b\\\" \\\\ c\" OpExecutionMode %main LocalSize 1 2 3 ; a comment
            OpDecorate %half RelaxedPrecision %void = OpTypeVoid %fn = OpTypeFunction %void %int = OpTypeInt 16 1
            %float = OpTypeFloat 32 %double = OpTypeFloat 64 %minus = OpConstant %int -1 %hex = OpConstant %int 0xFFFE
            %half = OpConstant %float 0.5 %nan = OpConstant %float 0x1.8p+128 %large = OpConstant %double -1e300
            %sum = OpSpecConstantOp %int IAdd %minus %hex %main = OpFunction %void DontInline|Pure %fn %top = OpLabel
            %root = OpExtInst %float %glsl Sqrt %half OpReturn OpFunctionEnd";
        let once = listed(text);
        assert!(once.contains("OpConstant %6 -1\n"), "{once}");
        assert!(once.contains("OpConstant %6 -2\n") && once.contains("OpConstant %7 0x1.8p+128\n"), "{once}");
        assert_eq!(listed(&once), once);
    }

    #[test]
    fn numbers_of_ids_stay_where_that_is_asked_for() {
        let options = Options { preserve_numeric_ids: true, ..Options::default() };
        let words = assemble("%7 = OpTypeVoid %x = OpTypeBool %1 = OpTypeInt 32 0", &options).unwrap();
        assert_eq!((words[3], words[6], words[8], words[10]), (8, 7, 2, 1));
        let words = assemble("%7 = OpTypeVoid %x = OpTypeBool", &Options::default()).unwrap();
        assert_eq!((words[3], words[6], words[8]), (3, 1, 2));
    }

    #[test]
    fn mistakes_have_lines_and_columns() {
        for (text, place, message) in [
            ("OpNope", (1, 1), "unknown instruction 'OpNope'"),
            ("OpNop\n  OpCapability Nothing", (2, 16), "unknown Capability 'Nothing'"),
            ("%a = OpTypeInt 32 x", (1, 19), "invalid number 'x'"),
            ("%a = OpNop", (1, 6), "has no result"),
            ("OpTypeVoid", (1, 1), "has a result"),
            ("OpName %a name", (1, 11), "a string in quotes"),
            ("OpName %a \"name", (1, 11), "unterminated string"),
            ("OpName a \"b\"", (1, 8), "expected an id"),
            ("%a = OpTypeInt 16 0 %b = OpConstant %a 65536", (1, 40), "16 bits"),
            ("%a = OpTypeVoid %b = OpConstant %a 1", (1, 36), "not numeric"),
            ("OpMemoryModel Logical", (1, 15), "the end of the text"),
            ("OpNop extra", (1, 7), "expected an instruction"),
            ("OpNop !5", (1, 7), "expected an instruction"),
            ("; nothing", (1, 1), "no instructions"),
            ("%a = OpExtInstImport \"x\"", (1, 22), "instruction set"),
            ("%a = OpTypeImage %b Dim2D 0 0 0 1 Unknown", (1, 21), "'Dim2D'"),
            ("%a = OpTypeBool %a = OpTypeBool", (1, 17), "already a type"),
            ("%a = OpTypeInt 32 0 %b = OpConstant %a -1", (1, 40), "is unsigned"),
            ("%a = OpTypeFloat 32 %b = OpConstant %a 1e39", (1, 40), "does not fit"),
        ] {
            let error = assemble(text, &Options::default()).unwrap_err();
            let (line, column) = place;
            assert_eq!(error.place, Place::Text { line, column }, "{text}: {error}");
            assert!(error.message.contains(message), "{text}: {error}");
        }
    }
}
