//! Mistakes in the use of the public builder are errors with clear texts, and leave the module as it was.

use base::target::TargetEnv;
use hlsl2spirv_codegen::{BuildError, Function, Id, Member, ModuleBuilder, Operand, WordCounter, WordHasher};
use spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, GlslStd450Op, Op, StorageClass};

/// A module with a function whose first block takes instructions.
struct Begun {
    module: ModuleBuilder,
    uint: Id,
    float: Id,
    one: Id,
    half: Id,
    function: Function,
}

fn begun() -> Begun {
    let mut module = ModuleBuilder::new(TargetEnv::Vulkan1_3);
    let (void, uint, float) = (module.void_type(), module.int_type(32, false).unwrap(), module.float_type(32).unwrap());
    let (one, half) = (module.constant_int(uint, 1).unwrap(), module.constant_float(float, 0.5).unwrap());
    let function = module.begin_function(void, &[]).unwrap();
    let block = module.label().unwrap();
    module.begin_block(block).unwrap();
    Begun { module, uint, float, one, half, function }
}

impl Begun {
    /// The words of the module, once the function returns.
    fn finish(mut self) -> Result<Vec<u32>, BuildError> {
        self.module.return_void()?;
        self.module.end_function()?;
        self.module.entry_point(ExecutionModel::GLCompute, self.function.id, "main", &[])?;
        self.module.execution_mode(self.function.id, ExecutionMode::LocalSize, &[1, 1, 1])?;
        let mut words = Vec::new();
        self.module.finish(&mut words)?;
        Ok(words)
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, BuildError>, text: &str) {
    assert_eq!(result.unwrap_err().to_string(), text);
}

#[test]
fn operands_of_other_types_are_refused() {
    let Begun { mut module, uint, float, one, half, .. } = begun();
    let bool = module.bool_type();
    let yes = module.constant_bool(true);
    let pair = module.vector_type(float, 2).unwrap();
    let halves = module.constant_composite(pair, &[half, half]).unwrap();
    refused(module.binary(Op::IAdd, one, half), "operand 2 of OpIAdd has type float32; expected uint32");
    refused(module.binary(Op::IAdd, half, half), "the result of OpIAdd has type float32; expected integers");
    refused(
        module.binary(Op::FMul, halves, half),
        "operand 2 of OpFMul has type float32; expected vector of 2 float32",
    );
    refused(
        module.binary(Op::FOrdLessThan, one, half),
        "operand 1 of OpFOrdLessThan has type uint32; expected floating-point numbers",
    );
    refused(
        module.inst(Op::IEqual, float, &[one.into(), one.into()]),
        "the result of OpIEqual has type float32; expected booleans",
    );
    refused(
        module.inst(Op::FOrdEqual, bool, &[halves.into(), halves.into()]),
        "the result of OpFOrdEqual has type bool; expected 2 components",
    );
    refused(module.binary(Op::LogicalAnd, yes, one), "operand 2 of OpLogicalAnd has type uint32; expected bool");
    refused(module.binary(Op::BitwiseAnd, one, yes), "operand 2 of OpBitwiseAnd has type bool; expected uint32");
    refused(
        module.inst(Op::ConvertFToU, uint, &[one.into()]),
        "operand 1 of OpConvertFToU has type uint32; expected floating-point numbers",
    );
    refused(
        module.inst(Op::Select, uint, &[one.into(), one.into(), one.into()]),
        "operand 1 of OpSelect has type uint32; expected booleans",
    );
    refused(
        module.inst(Op::Select, uint, &[yes.into(), one.into(), half.into()]),
        "operand 3 of OpSelect has type float32; expected uint32",
    );
    assert!(module.inst(Op::Select, uint, &[yes.into(), one.into(), one.into()]).is_ok());
}

#[test]
fn memory_is_accessed_as_its_type_says() {
    let Begun { mut module, uint, float, one, half, .. } = begun();
    let variable = module.local_variable(float).unwrap();
    refused(module.load(one), "operand 1 of OpLoad has type uint32; expected a pointer");
    refused(module.inst(Op::Load, uint, &[variable.into()]), "the result of OpLoad has type uint32; expected float32");
    refused(module.store(one, half), "operand 1 of OpStore has type uint32; expected a pointer");
    refused(module.store(variable, one), "operand 2 of OpStore has type uint32; expected float32");
    let member = Member { name: "x", ty: float, offset: None, decorations: &[] };
    let s = module.struct_type("S", &[member, Member { name: "y", ty: uint, ..member }], &[]).unwrap();
    let object = module.local_variable(s).unwrap();
    let index = module.load(object).and_then(|it| module.extract(it, &[1])).unwrap();
    refused(
        module.access_chain(object, &[index]),
        &format!("the index of a member of {} (OpTypeStruct) must be a constant", s),
    );
    let two = module.constant_int(uint, 2).unwrap();
    refused(module.access_chain(object, &[two]), &format!("{s} (OpTypeStruct) has 2 parts, and none with index 2"));
    refused(module.access_chain(object, &[half]), "operand 2 of OpAccessChain has type float32; expected integers");
    refused(module.access_chain(object, &[one, one]), "uint32 has no parts");
    refused(module.construct(s, &[half]), &format!("{s} (OpTypeStruct) has 2 members, not 1"));
    refused(module.construct(s, &[one, one]), &format!("part {one} has type uint32; expected float32"));
    let triple = module.vector_type(float, 3).unwrap();
    refused(module.construct(triple, &[half, half]), "a vector of 3 components is made of 2");
    refused(module.construct(float, &[half]), &format!("{float} is not the type of a composite"));
}

#[test]
fn ids_of_other_modules_are_refused() {
    let Begun { mut module, uint, one, half, .. } = begun();
    let mut other = ModuleBuilder::new(TargetEnv::Vulkan1_3);
    // The numbers are the same; the modules are not.
    let (_, foreign) = (other.void_type(), other.int_type(32, false).unwrap());
    assert_eq!(foreign.number(), uint.number());
    let text = format!("{foreign} belongs to another module");
    refused(module.constant_int(foreign, 1), &text);
    refused(module.vector_type(foreign, 2), &text);
    refused(module.binary(Op::IAdd, one, foreign), &text);
    refused(module.inst(Op::IAdd, foreign, &[one.into(), one.into()]), &text);
    refused(module.store(foreign, half), &text);
    refused(module.branch(foreign), &text);
    refused(module.name(foreign, "x"), &text);
    refused(module.decorate(foreign, Decoration::RelaxedPrecision, &[]), &text);
    refused(module.call(foreign, &[]), &text);
}

#[test]
fn ids_are_used_as_what_they_are() {
    let Begun { mut module, uint, one, function, .. } = begun();
    refused(module.constant_int(one, 1), &format!("{one} is not a type"));
    refused(module.binary(Op::IAdd, one, uint), &format!("{uint} is not a value that is visible here"));
    refused(module.call(one, &[]), &format!("{one} is not a function"));
    refused(module.branch(one), &format!("{one} is not a label of this function"));
    refused(
        module.decorate(uint, Decoration::RelaxedPrecision, &[]),
        &format!("{uint} is not a variable, a function or a result"),
    );
    refused(module.execution_mode(uint, ExecutionMode::LocalSize, &[1, 1, 1]), &format!("{uint} is not a function"));
    let local = module.local_variable(uint).unwrap();
    refused(
        module.entry_point(ExecutionModel::GLCompute, function.id, "main", &[local]),
        &format!("{local} is not a variable of the module"),
    );
    module.return_void().unwrap();
    module.end_function().unwrap();
    let void = module.void_type();
    module.begin_function(void, &[]).unwrap();
    let block = module.label().unwrap();
    module.begin_block(block).unwrap();
    refused(module.load(local), &format!("{local} is not a value that is visible here"));
}

#[test]
fn operands_follow_the_grammar() {
    let Begun { mut module, uint, float, one, half, .. } = begun();
    let two: Operand = 2.into();
    refused(module.inst(Op::IAdd, uint, &[one.into()]), "OpIAdd takes 2 operands, not 1");
    refused(module.inst(Op::IAdd, uint, &[one.into(), two]), "operand 2 of OpIAdd must be an id");
    refused(
        module.inst(Op::CompositeExtract, uint, &[one.into(), one.into()]),
        "operand 2 of OpCompositeExtract must be a literal",
    );
    refused(module.effect(Op::Store, &[one.into()]), "OpStore takes at least 2 operands, not 1");
    refused(module.glsl(GlslStd450Op::Pow, float, &[half]), "Pow takes 2 operands, not 1");
    refused(
        module.inst(Op::Store, uint, &[one.into(), one.into()]),
        "OpStore is not an instruction of a block with a result",
    );
    refused(
        module.effect(Op::IAdd, &[one.into(), one.into()]),
        "OpIAdd is not an instruction of a block without result",
    );
    refused(
        module.inst(Op::FunctionCall, uint, &[one.into()]),
        "OpFunctionCall is not an instruction of a block with a result",
    );
    refused(module.effect(Op::Return, &[]), "OpReturn is not an instruction of a block without result");
    refused(module.other_type(Op::IAdd, &[], ""), "OpIAdd is not the declaration of a type");
    refused(module.terminate(Op::Return), "OpReturn is not a terminator without operands");
}

#[test]
fn types_and_constants_exist() {
    let Begun { mut module, uint, float, one, half, .. } = begun();
    refused(module.int_type(24, true), "integers have 8, 16, 32 or 64 bits, not 24");
    refused(module.float_type(8), "floating-point numbers have 16, 32 or 64 bits, not 8");
    refused(module.vector_type(float, 5), "vectors have 2, 3 or 4 components, not 5");
    refused(module.matrix_type(float, 2), &format!("{float} is not a vector of floating-point numbers"));
    refused(module.array_type(float, 0, None), "arrays have at least one element");
    refused(module.constant_int(uint, -1), "-1 is not a value of uint32");
    refused(module.constant_int(float, 1), &format!("{float} is not an integer type"));
    refused(module.constant_float(uint, 1.0), &format!("{uint} is not a floating-point type"));
    refused(module.spec_constant_int(uint, 1_u64 << 32, 0), "4294967296 is not a value of uint32");
    assert_ne!(module.spec_constant_int(uint, 1, 0).unwrap(), module.spec_constant_int(uint, 1, 1).unwrap());
    let three = module.array_type(uint, 3, None).unwrap();
    assert!(module.constant_composite(three, &[one, one, one]).is_ok());
    refused(
        module.constant_composite(three, &[one]).map(drop),
        &format!("{three} (OpTypeArray) has 3 elements, not 1"),
    );
    refused(
        module.global_variable(StorageClass::Function, uint, None),
        "variables in the storage class Function belong to a function",
    );
    refused(
        module.global_variable(StorageClass::Private, uint, Some(half)),
        &format!("initial value {half} has type float32; expected uint32"),
    );
}

#[test]
fn functions_and_blocks_are_finished() {
    let Begun { mut module, uint, one, function, .. } = begun();
    let void = module.void_type();
    refused(module.begin_function(void, &[]), "the function before is not ended");
    let next = module.label().unwrap();
    refused(module.begin_block(next), &format!("block %{} has no terminator", next.number() - 1));
    refused(module.end_function(), &format!("block %{} has no terminator", next.number() - 1));
    refused(module.return_value(one), "the returned value has type uint32; expected void");
    refused(
        module.branch_conditional(one, next, next),
        "operand 1 of OpBranchConditional has type uint32; expected booleans",
    );
    module.selection_merge(next).unwrap();
    refused(module.return_void(), "a merge instruction is not followed by a branch");
    refused(module.load(one), "operand 1 of OpLoad has type uint32; expected a pointer");
    refused(module.binary(Op::IAdd, one, one), "a merge instruction is not followed by a branch");
    let yes = module.constant_bool(true);
    module.branch_conditional(yes, next, next).unwrap();
    refused(module.return_void(), "no block is begun");
    refused(module.end_function(), &format!("block {next} is branched to and never begun"));
    module.begin_block(next).unwrap();
    module.return_void().unwrap();
    refused(module.begin_block(next), &format!("block {next} is begun twice"));
    module.end_function().unwrap();
    refused(module.label(), "no function is begun");
    refused(module.binary(Op::IAdd, one, one), "no function is begun");
    refused(module.begin_function(one, &[]), &format!("{one} is not a type"));
    let square = module.begin_function(uint, &[uint]).unwrap();
    refused(module.end_function(), "no block is begun");
    let block = module.label().unwrap();
    module.begin_block(block).unwrap();
    refused(module.call(function.id, &[one]), &format!("function {} takes 0 arguments, not 1", function.id));
    refused(module.return_void(), "the returned value has type void; expected uint32");
    module.return_value(square.params[0]).unwrap();
    let mut counter = WordCounter::default();
    refused(module.finish(&mut counter), "the function before is not ended");
    assert_eq!(counter.count(), 0);
}

#[test]
fn targets_lack_what_they_lack() {
    let mut begun = begun();
    begun.module.require(Capability::Kernel);
    refused(begun.finish(), "capability Kernel is not available: Vulkan does not support it");
}

#[test]
fn long_instructions_are_reported() {
    let Begun { mut module, uint, .. } = begun();
    module.return_void().unwrap();
    module.end_function().unwrap();
    let member = Member { name: "", ty: uint, offset: None, decorations: &[] };
    module.struct_type("S", &vec![member; 0x10000], &[]).unwrap();
    refused(module.finish(&mut Vec::new()), "an instruction has more than 65535 words");
}

/// What the calls refuse leaves nothing behind, and every run gives the same words.
#[test]
fn refused_calls_change_nothing() {
    let plain = begun().finish().unwrap();
    let mut tried = begun();
    let (one, half) = (tried.one, tried.half);
    tried.module.binary(Op::IAdd, one, half).unwrap_err();
    tried.module.store(one, half).unwrap_err();
    tried.module.return_value(one).unwrap_err();
    assert_eq!(tried.finish().unwrap(), plain);
    let mut hashers = [WordHasher::default(); 2];
    for hasher in &mut hashers {
        begun().module.finish(hasher).unwrap_err();
        assert_eq!(hasher.hash(), WordHasher::default().hash());
    }
}
