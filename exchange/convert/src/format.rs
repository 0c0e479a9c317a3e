//! The language of the formats in the table of ops.
//!
//! A format is a list of pieces, separated by spaces. `$` is an operand, `$*` a list of them, `T` the type of all operands,
//! `T0` that of an operand, `T*` their types one by one, `R` the type of a result, `{}` attributes, `word:a` a word that becomes the attribute `a`,
//! `fact:a` an attribute, `@:a` a symbol, `index:a` numbers and operands in brackets, `?:a` an optional word. `math`, `overflow`,
//! `bound` and `syms` are flags that allow more and bounds that are known, which change nothing here. The other words
//! are parts of ops, or whole ops, with functions of their own in the reader.

/// The layout of an op's text.
pub(crate) type Format = &'static [Piece];

dialect::language! {
    pub(crate) enum Piece;
    words: Operand b"$" Operands b"$*" Type b"T" Types b"T*" Result b"R" Attrs b"{}"
        Math b"math" Overflow b"overflow" Bound b"bound" Syms b"syms" Returned b"returned" Chosen b"chosen"
        Called b"called" Switch b"switch" Successor b"successor" Scattered b"scattered" Lane b"lane" Poison b"poison"
        Launch b"launch" Async b"async" Global b"global" Print b"print" Text b"text" Recast b"recast" Spirv b"spirv" Weights b"weights" If b"if" For b"for" While b"while" Cases b"cases" Region b"region"
        Reduce b"reduce" Constant b"constant" Func b"func" Kernel b"kernel" Module b"module";
    numbered: TypeOf b"T";
    named: Word b"word" Fact b"fact" Symbol b"@" Positions b"index" Optional b"?";
    tokens: b"," b"->" b"(" b")" b"[" b"]" b"to" b"into" b"from";
}
