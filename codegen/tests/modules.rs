//! Small typed modules, made by hand, become valid words.

use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use frontend::language::Stage;
use hlsl2spirv_codegen::Options;
use sema::hir::expr::{BinaryOp, Category, Constant, ConstantValue, Expr, ExprId, ExprKind, ParamMode};
use sema::hir::stmt::{Block, Case, Label, Loop, LoopHint, LoopKind, SelectionHint, Stmt, StmtId, StmtKind, Switch};
use sema::hir::ty::{Scalar, Semantic, Type, TypeId};
use sema::hir::{
    Adapt, Body, EntryParam, EntryPoint, Function, Local, LocalId, Module, Param, StageTree, StageVariable,
};
use std::io::Write;
use std::process::{Command, Stdio};

/// Makes the parts of a pixel shader `float4 main(float4 input : COLOR) : SV_Target`.
struct Maker {
    module: Module,
    names: Interner,
    body: Body,
}

impl Maker {
    fn new() -> Self {
        Maker {
            module: Module { shader_model: (6, 0), ..Module::default() },
            names: Interner::new(),
            body: Body::default(),
        }
    }

    fn ty(&mut self, ty: Type) -> TypeId {
        self.module.types.intern(ty)
    }

    fn float4(&mut self) -> TypeId {
        self.ty(Type::Vector(Scalar::Float, 4))
    }

    fn int(&mut self) -> TypeId {
        self.ty(Type::Scalar(Scalar::Int))
    }

    fn local(&mut self, name: &str, ty: TypeId) -> LocalId {
        let name = self.names.intern(name);
        let (span, decorations) = (Span::NONE, Vec::new());
        self.body.locals.alloc(Local { name, ty, span, precise: false, coherent: false, decorations })
    }

    fn expr(&mut self, ty: TypeId, category: Category, kind: ExprKind) -> ExprId {
        self.body.exprs.alloc(Expr { ty, category, span: Span::NONE, kind })
    }

    fn place(&mut self, local: LocalId) -> ExprId {
        let ty = self.body.locals[local].ty;
        self.expr(ty, Category::Place, ExprKind::Local(local))
    }

    fn load(&mut self, local: LocalId) -> ExprId {
        let place = self.place(local);
        let ty = self.body.locals[local].ty;
        self.expr(ty, Category::Value, ExprKind::Load(place))
    }

    fn integer(&mut self, value: i64) -> ExprId {
        let ty = self.int();
        let constant = self.module.constants.intern(Constant { ty, value: ConstantValue::Int(value as u64) });
        self.expr(ty, Category::Value, ExprKind::Constant(constant))
    }

    fn less(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        let bool = self.ty(Type::Scalar(Scalar::Bool));
        self.expr(bool, Category::Value, ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs })
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.body.stmts.alloc(Stmt { span: Span::NONE, kind })
    }

    fn variable(&mut self, name: &str, semantic: &str, ty: TypeId, output: bool) -> StageVariable {
        let text = self.names.intern(semantic);
        StageVariable {
            semantic: Semantic { text, name: text, index: 0, span: Span::NONE },
            name: self.names.intern(name),
            output,
            builtin: None,
            ty,
            var_ty: ty,
            vertices: None,
            location: Some(0),
            component: None,
            index: None,
            decorations: Vec::new(),
            ext_decorations: Vec::new(),
            adapt: Adapt::Same,
            span: Span::NONE,
        }
    }

    /// Ends the function with these statements, and emits.
    fn emit(mut self, input: LocalId, block: Block, options: &Options) -> Vec<u32> {
        let ret = self.float4();
        let name = self.names.intern("main");
        let function = self.module.functions.alloc(function(name, input, ret, self.body, block));
        self.body = Body::default();
        let mut variables = base::ids::Arena::new();
        let read = variables.alloc(self.variable("in.var.COLOR", "COLOR", ret, false));
        let write = variables.alloc(self.variable("out.var.SV_Target", "SV_Target", ret, true));
        let param = EntryParam { input: Some(StageTree::Leaf(read)), used: true, ..EntryParam::default() };
        self.module.entry_points.push(EntryPoint {
            id_modes: Vec::new(),
            function,
            name,
            stage: Stage::Pixel,
            span: Span::NONE,
            modes: vec![(spirv::ExecutionMode::OriginUpperLeft, Vec::new())],
            variables,
            params: vec![param],
            ret: Some(StageTree::Leaf(write)),
            hull: None,
            wave_size: Vec::new(),
            node: None,
            groupshared_limit: None,
        });
        let mut sink = Sink::default();
        let output = hlsl2spirv_codegen::emit(&self.module, &self.names, &SourceMap::new(), options, &mut sink);
        output.unwrap_or_else(|| panic!("{:?}", sink.diagnostics())).words
    }
}

fn function(name: Symbol, input: LocalId, ret: TypeId, body: Body, block: Block) -> Function {
    Function {
        name,
        span: Span::NONE,
        end_span: Span::NONE,
        this: None,
        params: vec![Param { local: input, mode: ParamMode::In }],
        ret,
        precise: false,
        coherent: false,
        modifies_object: false,
        no_inline: false,
        exported: false,
        instruction: None,
        decorations: Vec::new(),
        body,
        block: Some(block),
    }
}

/// The text of a module, from the disassembler of the grammar's own crate, after the validator has seen it where there
/// is one.
fn checked(words: &[u32]) -> String {
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(words, &mut loader).expect("the module can be read");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let validator = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.0", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    if let Ok(mut child) = validator {
        child.stdin.take().unwrap().write_all(&bytes).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    rspirv::binary::Disassemble::disassemble(&loader.module())
}

/// The names in the order in which the module gives them.
fn named(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("OpName")).filter_map(|line| line.split('"').nth(1)).collect()
}

#[test]
fn a_pixel_shader_hands_its_input_through() {
    let mut maker = Maker::new();
    let float4 = maker.float4();
    let input = maker.local("input", float4);
    let value = maker.load(input);
    let ret = maker.stmt(StmtKind::Return(Some(value)));
    let words = maker.emit(input, vec![ret].into(), &Options::default());
    let text = checked(&words);
    let expected = ["in.var.COLOR", "out.var.SV_Target", "main", "param.var.input", "src.main", "input", "bb.entry"];
    assert_eq!(named(&text), expected);
    assert_eq!(words[2], 14 << 16, "the generator's number");
}

#[test]
fn loops_and_switches_are_structured() {
    let mut maker = Maker::new();
    let (float4, int) = (maker.float4(), maker.int());
    let input = maker.local("input", float4);
    let i = maker.local("i", int);
    let zero = maker.integer(0);
    let init = maker.stmt(StmtKind::Let { local: i, init: Some(zero) });
    let (read, four) = (maker.load(i), maker.integer(4));
    let condition = maker.less(read, four);
    let place = maker.place(i);
    let step = maker.expr(int, Category::Place, ExprKind::IncDec { increment: true, prefix: true, place });
    let selector = maker.load(i);
    let case = |maker: &mut Maker, values: &[Option<i64>], leave: StmtKind| {
        let labels = values
            .iter()
            .map(|value| {
                let value = value.map(|value| {
                    let value = ConstantValue::Int(value as u64);
                    maker.module.constants.intern(Constant { ty: int, value })
                });
                Label { value, span: Span::NONE }
            })
            .collect();
        let leave = maker.stmt(leave);
        Case { labels, body: vec![leave].into() }
    };
    let first = case(&mut maker, &[Some(-1), Some(2)], StmtKind::Break);
    let second = case(&mut maker, &[None], StmtKind::Continue);
    let switch = Switch { selector, cases: vec![first, second], if_chain: false };
    let switch = maker.stmt(StmtKind::Switch(Box::new(switch)));
    let it = Loop {
        kind: LoopKind::For,
        init: vec![init].into(),
        condition_init: Block::new(),
        condition: Some(condition),
        step: Some(step),
        body: vec![switch].into(),
        hint: LoopHint::Unroll,
        counted: false,
    };
    let it = maker.stmt(StmtKind::Loop(Box::new(it)));
    let value = maker.load(input);
    let ret = maker.stmt(StmtKind::Return(Some(value)));
    let text = checked(&maker.emit(input, vec![it, ret].into(), &Options::default()));
    let blocks: Vec<&str> = named(&text).into_iter().skip_while(|&name| name != "bb.entry").collect();
    let expected = [
        "bb.entry",
        "i",
        "for.check",
        "for.body",
        "switch.n1",
        "switch.2",
        "switch.default",
        "switch.merge",
        "for.continue",
        "for.merge",
    ];
    assert_eq!(blocks, expected);
    assert!(text.contains("OpLoopMerge") && text.contains("Unroll"));
}

#[test]
fn both_sides_of_an_if_may_return() {
    let mut maker = Maker::new();
    let float4 = maker.float4();
    let input = maker.local("input", float4);
    let (one, two) = (maker.integer(1), maker.integer(2));
    let condition = maker.less(one, two);
    let ret = |maker: &mut Maker| {
        let value = maker.load(input);
        maker.stmt(StmtKind::Return(Some(value)))
    };
    let (then, otherwise) = (ret(&mut maker), ret(&mut maker));
    let choice = maker.stmt(StmtKind::If {
        condition,
        then: vec![then].into(),
        otherwise: Some(vec![otherwise].into()),
        hint: SelectionHint::Branch,
    });
    let text = checked(&maker.emit(input, vec![choice].into(), &Options::default()));
    let blocks: Vec<&str> = named(&text).into_iter().skip_while(|&name| name != "bb.entry").collect();
    assert_eq!(blocks, ["bb.entry", "if.true", "if.false", "if.merge"]);
    assert!(text.contains("OpUndef"), "the end of the function is reached by nothing: {text}");
}

#[test]
fn an_extension_that_is_not_allowed_is_reported() {
    let mut maker = Maker::new();
    let float4 = maker.float4();
    let input = maker.local("input", float4);
    maker.module.requirements.extensions.push(("SPV_KHR_quad_control".into(), Span::NONE));
    let (module, names) = (maker.module, maker.names);
    let mut options = Options::default();
    options.allowed_extensions = Some(base::ids::Set::default());
    let mut sink = Sink::default();
    assert!(hlsl2spirv_codegen::emit(&module, &names, &SourceMap::new(), &options, &mut sink).is_none());
    let codes: Vec<_> = sink.diagnostics().iter().map(|diagnostic| diagnostic.row.code).collect();
    // Without an entry point the module is a library, of which Vulkan is warned.
    assert_eq!(codes, ["W2688", "E3001"]);
    let _ = input;
}
