use super::*;
use crate::hir::dump::dump_with;
use crate::hir::expr::{BinaryOp, Constant, ConstantValue, Expr, ExprKind};
use crate::hir::stmt::{Stmt, StmtKind};
use base::intern::Interner;
use base::source::Span;

/// A function that returns `x + 1`, whose sum has the given type.
fn module(names: &mut Interner, sum: Scalar) -> Module {
    let mut module = Module { shader_model: (6, 0), ..Module::default() };
    let int = module.types.intern(Type::Scalar(Scalar::Int));
    let sum = module.types.intern(Type::Scalar(sum));
    let one = module.constants.intern(Constant { ty: int, value: ConstantValue::Int(1) });
    let mut body = Body::default();
    let local = crate::hir::Local {
        name: names.intern("x"),
        ty: int,
        span: Span::NONE,
        precise: false,
        coherent: false,
        decorations: Vec::new(),
    };
    let x = body.locals.alloc(local);
    let mut alloc = |ty, category, kind| body.exprs.alloc(Expr { ty, category, span: Span::NONE, kind });
    let place = alloc(int, Category::Place, ExprKind::Local(x));
    let lhs = alloc(int, Category::Value, ExprKind::Load(place));
    let rhs = alloc(int, Category::Value, ExprKind::Constant(one));
    let value = alloc(sum, Category::Value, ExprKind::Binary { op: BinaryOp::Add, lhs, rhs });
    let stmt = body.stmts.alloc(Stmt { span: Span::NONE, kind: StmtKind::Return(Some(value)) });
    module.functions.alloc(Function {
        name: names.intern("next"),
        span: Span::NONE,
        end_span: Span::NONE,
        this: None,
        params: vec![crate::hir::Param { local: x, mode: crate::hir::expr::ParamMode::In }],
        ret: int,
        precise: false,
        coherent: false,
        modifies_object: false,
        no_inline: false,
        exported: false,
        instruction: None,
        decorations: Vec::new(),
        body,
        block: Some(vec![stmt].into()),
    });
    module
}

#[test]
fn a_sound_module_has_no_problems() {
    let names = &mut Interner::new();
    let module = module(names, Scalar::Int);
    assert_eq!(verify(&module), []);
    let expected = "\
shader model 6.0
fn next#0($0 x: int) -> int
  %0: &int = local $0
  %1: int = load %0
  %2: int = constant 1
  %3: int = add %1, %2
  return %3
";
    assert_eq!(dump_with(&module, names, &[]), expected);
}

#[test]
fn problems_stand_below_the_lines_they_concern() {
    let names = &mut Interner::new();
    let module = module(names, Scalar::LiteralInt);
    let problems = verify(&module);
    let text = dump_with(&module, names, &problems);
    let wanted = "\
  %3: literal int = add %1, %2
  ^ error: the expression has the type 'literal int'
  ^ error: the result has the type that the operator says
  ^ error: a result has another type than what it is for
";
    assert!(text.contains(wanted), "{text}");
}
