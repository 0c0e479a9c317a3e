//! A compute shader that a program builds itself: for each number `n` of a buffer, the sum of the square roots up to `n`.
//!
//! In HLSL it would be
//!
//! ```hlsl
//! struct Settings { uint count; };
//! [[vk::push_constant]] Settings settings;
//! RWStructuredBuffer<float> numbers;
//!
//! float root(float x) { return sqrt(x); }
//!
//! [numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
//!     if (id.x < settings.count) {
//!         float sum = 0;
//!         for (float i = 0; i < numbers[id.x]; i += 1) sum += root(i + 1);
//!         numbers[id.x] = sum;
//!     }
//! }
//! ```

use hlsl2spirv::TargetEnv;
use hlsl2spirv::builder::spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, GlslStd450Op, Op, StorageClass};
use hlsl2spirv::builder::{BuildError, Id, Member, ModuleBuilder, WordConsumer};

/// The environment of the module.
pub const TARGET: TargetEnv = TargetEnv::Vulkan1_3;

/// The interface of the shader: its variables.
struct Interface {
    numbers: Id,
    settings: Id,
    thread: Id,
}

/// Writes the shader to `consumer`: a vector, a file, a counter, a hash.
pub fn write_shader(consumer: &mut impl WordConsumer) -> Result<(), BuildError> {
    let mut module = ModuleBuilder::new(TARGET);
    let interface = declare_interface(&mut module)?;
    let root = define_root(&mut module)?;
    let main = define_main(&mut module, &interface, root)?;
    let variables = [interface.numbers, interface.settings, interface.thread];
    module.entry_point(ExecutionModel::GLCompute, main, "main", &variables)?;
    module.execution_mode(main, ExecutionMode::LocalSize, &[32, 1, 1])?;
    module.finish(consumer)
}

fn declare_interface(module: &mut ModuleBuilder) -> Result<Interface, BuildError> {
    let (uint, float) = (module.int_type(32, false)?, module.float_type(32)?);

    let array = module.runtime_array_type(float, Some(4))?;
    let member = Member { name: "values", ty: array, offset: Some(0), decorations: &[] };
    let block = module.struct_type("Numbers", &[member], &[Decoration::Block])?;
    let numbers = module.global_variable(StorageClass::StorageBuffer, block, None)?;
    module.name(numbers, "numbers")?;
    module.decorate(numbers, Decoration::DescriptorSet, &[0])?;
    module.decorate(numbers, Decoration::Binding, &[0])?;

    let member = Member { name: "count", ty: uint, offset: Some(0), decorations: &[] };
    let block = module.struct_type("Settings", &[member], &[Decoration::Block])?;
    let settings = module.global_variable(StorageClass::PushConstant, block, None)?;
    module.name(settings, "settings")?;

    let uint3 = module.vector_type(uint, 3)?;
    let thread = module.global_variable(StorageClass::Input, uint3, None)?;
    module.decorate(thread, Decoration::BuiltIn, &[BuiltIn::GlobalInvocationId as u32])?;
    Ok(Interface { numbers, settings, thread })
}

fn define_root(module: &mut ModuleBuilder) -> Result<Id, BuildError> {
    let float = module.float_type(32)?;
    let root = module.begin_function(float, &[float])?;
    module.name(root.id, "root")?;
    let block = module.label()?;
    module.begin_block(block)?;
    let result = module.glsl(GlslStd450Op::Sqrt, float, &[root.params[0]])?;
    module.return_value(result)?;
    module.end_function()?;
    Ok(root.id)
}

fn define_main(module: &mut ModuleBuilder, interface: &Interface, root: Id) -> Result<Id, BuildError> {
    let (void, uint) = (module.void_type(), module.int_type(32, false)?);
    let zero = module.constant_int(uint, 0)?;
    let main = module.begin_function(void, &[])?;
    module.name(main.id, "main")?;

    let (entry, inside, done) = (module.label()?, module.label()?, module.label()?);
    module.begin_block(entry)?;
    let thread = module.load(interface.thread)?;
    let index = module.extract(thread, &[0])?;
    let count = module.access_chain(interface.settings, &[zero])?;
    let count = module.load(count)?;
    let is_inside = module.binary(Op::ULessThan, index, count)?;
    module.selection_merge(done)?;
    module.branch_conditional(is_inside, inside, done)?;

    module.begin_block(inside)?;
    let number = module.access_chain(interface.numbers, &[zero, index])?;
    let limit = module.load(number)?;
    let sum = sum_roots(module, limit, root)?;
    module.store(number, sum)?;
    module.branch(done)?;

    module.begin_block(done)?;
    module.return_void()?;
    module.end_function()?;
    Ok(main.id)
}

/// The loop. Values that change live in variables.
fn sum_roots(module: &mut ModuleBuilder, limit: Id, root: Id) -> Result<Id, BuildError> {
    let float = module.float_type(32)?;
    let (zero, one) = (module.constant_float(float, 0.0)?, module.constant_float(float, 1.0)?);
    let (sum, i) = (module.local_variable(float)?, module.local_variable(float)?);
    module.store(sum, zero)?;
    module.store(i, zero)?;
    let (header, body, step, after) = (module.label()?, module.label()?, module.label()?, module.label()?);
    module.branch(header)?;

    module.begin_block(header)?;
    let current = module.load(i)?;
    let goes_on = module.binary(Op::FOrdLessThan, current, limit)?;
    module.loop_merge(after, step)?;
    module.branch_conditional(goes_on, body, after)?;

    module.begin_block(body)?;
    let current = module.load(i)?;
    let next = module.binary(Op::FAdd, current, one)?;
    let term = module.call(root, &[next])?;
    let before = module.load(sum)?;
    let total = module.binary(Op::FAdd, before, term)?;
    module.store(sum, total)?;
    module.branch(step)?;

    module.begin_block(step)?;
    let current = module.load(i)?;
    let next = module.binary(Op::FAdd, current, one)?;
    module.store(i, next)?;
    module.branch(header)?;

    module.begin_block(after)?;
    module.load(sum)
}
