//! Debug instructions: a row for the operands of each. Those without a row take anything.

use crate::index::imports::DebugSet;

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Anything.
    Any,
    /// `OpString`.
    Text,
    /// An unsigned 32-bit integer: a constant, or a literal in the set that has those.
    Number,
    /// An unsigned 32-bit integer from 1 to 4.
    Few,
    /// An unsigned 32-bit integer from 1 to 4, which may be specialized.
    Length,
    /// A line that starts at 1.
    Line,
    /// A constant number.
    Constant,
    /// A constant number, or `DebugInfoNone`.
    ConstantOrNone,
    /// A constant that is an integer above 0.
    Size,
    /// `OpFunction`.
    Function,
    /// `OpFunction`, or `DebugInfoNone`.
    FunctionOrNone,
    /// A variable or a parameter.
    Memory,
    /// A variable, a constant, or `DebugInfoNone`.
    Global,
    /// An instruction of the set with this number.
    Node(u32),
    /// A scope: anything that names can be declared in.
    Scope,
    /// A type, or `DebugInfoNone`.
    Type,
    /// A type, `DebugInfoNone`, or a parameter of a template.
    TypeOrParameter,
    /// A type, `DebugInfoNone`, a parameter of a template, or `OpTypeVoid`.
    Returned,
    /// A class or a struct.
    Class,
    /// A member of a composite type.
    Member,
    /// A template's target: a type or a function.
    Template,
    /// A parameter of a template.
    Parameter,
    /// The length of an array: a constant, or a variable of the described program.
    Count,
    /// An integer.
    Integer,
    /// A constant integer, or an integer variable of the described program.
    Index,
}

/// A row.
pub(crate) struct Row {
    pub(crate) number: u32,
    pub(crate) name: &'static str,
    /// The set that the row is for; `None` for both.
    pub(crate) only: Option<DebugSet>,
    pub(crate) wants: &'static [Want],
    pub(crate) optional: &'static [Want],
    /// The kind of all further operands, repeated.
    pub(crate) rest: &'static [Want],
}

const fn row(number: u32, name: &'static str, wants: &'static [Want]) -> Row {
    Row { number, name, only: None, wants, optional: &[], rest: &[] }
}

impl Row {
    const fn shader(self) -> Row {
        Row { only: Some(DebugSet::Shader), ..self }
    }

    const fn opencl(self) -> Row {
        Row { only: Some(DebugSet::OpenCl), ..self }
    }

    const fn or(self, optional: &'static [Want]) -> Row {
        Row { optional, ..self }
    }

    const fn many(self, rest: &'static [Want]) -> Row {
        Row { rest, ..self }
    }
}

/// Instruction numbers that rules name.
pub(crate) const NONE: u32 = 0;
pub(crate) const UNIT: u32 = 1;
pub(crate) const BASIC: u32 = 2;
pub(crate) const COMPOSITE: u32 = 10;
pub(crate) const INHERITANCE: u32 = 12;
pub(crate) const MEMBER: u32 = 11;
pub(crate) const LAST_TYPE: u32 = 14;
pub(crate) const TEMPLATE_PARAMETER: u32 = 15;
pub(crate) const TEMPLATE_TEMPLATE_PARAMETER: u32 = 16;
pub(crate) const GLOBAL_VARIABLE: u32 = 18;
pub(crate) const FUNCTION: u32 = 20;
pub(crate) const BLOCK: u32 = 21;
pub(crate) const LOCAL_VARIABLE: u32 = 26;
pub(crate) const SOURCE: u32 = 35;
pub(crate) const FUNCTION_DEFINITION: u32 = 101;
pub(crate) const SOURCE_CONTINUED: u32 = 102;
pub(crate) const LINE: u32 = 103;
pub(crate) const MATRIX: u32 = 108;
pub(crate) const LONG_VECTOR: u32 = 109;
pub(crate) const COOPERATIVE_MATRIX: u32 = 110;

const VECTOR: u32 = 6;
const FUNCTION_TYPE: u32 = 8;
const DECLARATION: u32 = 19;
const INLINED_AT: u32 = 25;
const OPERATION: u32 = 30;
const EXPRESSION: u32 = 31;

use Want::*;

/// The location of a declaration: a file, a line and a column.
const PLACE: Want = Node(SOURCE);

/// The rows, by number.
pub(crate) const ROWS: &[Row] = &[
    row(NONE, "DebugInfoNone", &[]),
    row(UNIT, "DebugCompilationUnit", &[Number, Number, Node(SOURCE), Number]),
    row(BASIC, "DebugTypeBasic", &[Text, Constant, Number]).opencl(),
    row(BASIC, "DebugTypeBasic", &[Text, Constant, Number, Number]).or(&[Number]).shader(),
    row(3, "DebugTypePointer", &[Type, Number, Number]),
    row(4, "DebugTypeQualifier", &[Type, Number]),
    row(5, "DebugTypeArray", &[Type]).many(&[Count]),
    row(VECTOR, "DebugTypeVector", &[Node(BASIC), Few]),
    row(7, "DebugTypedef", &[Text, Node(BASIC), PLACE, Number, Number, Scope]),
    row(FUNCTION_TYPE, "DebugTypeFunction", &[Number, Returned]).many(&[TypeOrParameter]),
    row(9, "DebugTypeEnum", &[Text, Type, PLACE, Number, Number, Scope, Size, Number]).many(&[Constant, Text]),
    row(COMPOSITE, "DebugTypeComposite", &[Text, Any, PLACE, Number, Number, Scope, Text, ConstantOrNone, Number])
        .many(&[Member]),
    row(
        MEMBER,
        "DebugTypeMember",
        &[Text, TypeOrParameter, PLACE, Number, Number, Node(COMPOSITE), Constant, Constant, Number],
    )
    .or(&[Constant])
    .opencl(),
    row(MEMBER, "DebugTypeMember", &[Text, TypeOrParameter, PLACE, Number, Number, Constant, Constant, Number])
        .or(&[Constant])
        .shader(),
    row(INHERITANCE, "DebugTypeInheritance", &[Class, Class, Constant, Constant, Number]).opencl(),
    row(INHERITANCE, "DebugTypeInheritance", &[Node(COMPOSITE), Constant, Constant, Number]).shader(),
    row(LAST_TYPE, "DebugTypeTemplate", &[Template]).many(&[Parameter]),
    row(TEMPLATE_PARAMETER, "DebugTypeTemplateParameter", &[Text, Type, ConstantOrNone, PLACE, Number, Number]),
    row(GLOBAL_VARIABLE, "DebugGlobalVariable", &[Text, Type, PLACE, Number, Number, Scope, Text, Global, Any])
        .or(&[Node(MEMBER)]),
    row(
        DECLARATION,
        "DebugFunctionDeclaration",
        &[Text, Node(FUNCTION_TYPE), PLACE, Number, Number, Scope, Text, Number],
    ),
    row(
        FUNCTION,
        "DebugFunction",
        &[Text, Node(FUNCTION_TYPE), PLACE, Number, Number, Scope, Text, Number, Number, FunctionOrNone],
    )
    .or(&[Node(DECLARATION)])
    .opencl(),
    row(FUNCTION, "DebugFunction", &[Text, Node(FUNCTION_TYPE), PLACE, Number, Number, Scope, Text, Number, Number])
        .or(&[Node(DECLARATION)])
        .shader(),
    row(BLOCK, "DebugLexicalBlock", &[PLACE, Number, Number, Scope]).or(&[Text]),
    row(23, "DebugScope", &[Scope]).or(&[Node(INLINED_AT)]),
    row(24, "DebugNoScope", &[]),
    row(INLINED_AT, "DebugInlinedAt", &[Number, Scope]).or(&[Node(INLINED_AT)]),
    row(LOCAL_VARIABLE, "DebugLocalVariable", &[Text, TypeOrParameter, PLACE, Number, Number, Scope, Number])
        .or(&[Number]),
    row(28, "DebugDeclare", &[Node(LOCAL_VARIABLE), Memory, Node(EXPRESSION)]).opencl(),
    row(28, "DebugDeclare", &[Node(LOCAL_VARIABLE), Memory, Node(EXPRESSION)]).many(&[Integer]).shader(),
    row(29, "DebugValue", &[Node(LOCAL_VARIABLE), Any, Node(EXPRESSION)]).many(&[Index]),
    row(OPERATION, "DebugOperation", &[Number]).many(&[Number]),
    row(EXPRESSION, "DebugExpression", &[]).many(&[Node(OPERATION)]),
    row(SOURCE, "DebugSource", &[Text]).or(&[Text]),
    row(FUNCTION_DEFINITION, "DebugFunctionDefinition", &[Node(FUNCTION), Function]).shader(),
    row(SOURCE_CONTINUED, "DebugSourceContinued", &[Text]).shader(),
    row(LINE, "DebugLine", &[Node(SOURCE), Line, Number, Number, Number]).shader(),
    row(105, "DebugBuildIdentifier", &[Text, Number]).shader(),
    row(106, "DebugStoragePath", &[Text]).shader(),
    row(107, "DebugEntryPoint", &[Node(FUNCTION), Node(UNIT), Text, Text]).shader(),
    row(MATRIX, "DebugTypeMatrix", &[Node(VECTOR), Few]).many(&[Any]).shader(),
    row(LONG_VECTOR, "DebugTypeVectorIdEXT", &[Node(BASIC), Length]).shader(),
    row(COOPERATIVE_MATRIX, "DebugTypeCooperativeMatrixKHR", &[Node(BASIC), Length, Length, Length, Length]).shader(),
];

/// The position of a file operand that a line and a column follow.
pub(crate) fn place(row: &Row) -> Option<usize> {
    let at = row.wants.iter().position(|want| *want == PLACE)?;
    let follows = matches!(row.wants.get(at + 1..at + 3), Some([Number, Number]));
    follows.then_some(at)
}

/// The row of an instruction.
pub(crate) fn find(set: DebugSet, number: u32) -> Option<&'static Row> {
    let start = ROWS.partition_point(|row| row.number < number);
    let same = ROWS[start..].iter().take_while(|row| row.number == number);
    same.into_iter().find(|row| row.only.is_none_or(|only| only == set))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order() {
        assert!(ROWS.is_sorted_by_key(|row| row.number));
        assert_eq!(find(DebugSet::OpenCl, MEMBER).map(|row| row.wants.len()), Some(9));
        assert_eq!(find(DebugSet::Shader, MEMBER).map(|row| row.wants.len()), Some(8));
        assert!(find(DebugSet::OpenCl, LINE).is_none());
        assert!(ROWS.iter().all(|row| row.name.starts_with("Debug")));
    }
}
