//! Variable pointers: the targets of pointers that are selected at run time.
//!
//! A dataflow analysis propagates facts from operands to results, through phis, calls and memory. The lattice is small
//! and all facts only grow, so the walk is linear in the uses of pointers.

use crate::index::access::{Access, id_of};
use crate::index::facts::Facts;
use crate::index::fault::{Check, blame, ensure};
use crate::index::module::Module;
use crate::index::ops::Ops;
use crate::index::program::Program;
use crate::index::types::Ty;
use dialect::spirv::decode::Inst;
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Capability, Decoration, Op, StorageClass};

/// The memory that a pointer is based on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Base {
    #[default]
    None,
    One(u32),
    Several,
}

/// Facts about a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// True if it is selected at run time.
    is_variable: bool,
    /// True if it may lead into a matrix.
    in_matrix: bool,
    /// True if it may point to a whole array of blocks.
    to_blocks: bool,
    base: Base,
}

impl Known {
    fn join(self, other: Known) -> Known {
        let base = match (self.base, other.base) {
            (Base::None, base) | (base, Base::None) => base,
            (left, right) if left == right => left,
            _ => Base::Several,
        };
        Known {
            is_variable: self.is_variable || other.is_variable,
            in_matrix: self.in_matrix || other.in_matrix,
            to_blocks: self.to_blocks || other.to_blocks,
            base,
        }
    }
}

/// The rules of variable pointers.
pub(crate) fn check(module: &Module<'_>, program: &Program<'_>) -> Check {
    let is_logical = matches!(module.addressing, AddressingModel::Logical | AddressingModel::PhysicalStorageBuffer64);
    let has_any = module.has(Capability::VariablePointersStorageBuffer) || module.has(Capability::UntypedPointersKHR);
    if !is_logical || module.options.has_free_pointers() {
        return Ok(());
    }
    if !has_any {
        return module.insts.iter().enumerate().try_for_each(|(at, inst)| blame(values(module, inst), at));
    }
    let mut flow = Flow::new(module, program);
    flow.run();
    for (at, inst) in module.insts.iter().enumerate() {
        blame(instruction(module, &flow, inst), at)?;
    }
    Ok(())
}

fn is_logical(module: &Module<'_>, id: u32) -> bool {
    let class = module.class(module.type_of(id));
    class.is_some_and(|class| class != StorageClass::PhysicalStorageBuffer)
}

/// Instructions whose result is a variable pointer, whatever their operands are.
static CHOSEN: Ops = Ops::of(&[
    Op::PtrAccessChain,
    Op::UntypedPtrAccessChainKHR,
    Op::UntypedInBoundsPtrAccessChainKHR,
    Op::Load,
    Op::Select,
    Op::Phi,
    Op::FunctionCall,
    Op::ConstantNull,
]);

/// The dataflow graph, with the facts so far.
struct Flow<'a, 'm> {
    module: &'a Module<'m>,
    known: FxHashMap<u32, Known>,
    /// The pointers derived from each pointer.
    next: FxHashMap<u32, Vec<u32>>,
    work: Vec<u32>,
}

impl<'a, 'm> Flow<'a, 'm> {
    fn new(module: &'a Module<'m>, program: &Program<'m>) -> Flow<'a, 'm> {
        let mut flow = Flow { module, known: FxHashMap::default(), next: FxHashMap::default(), work: Vec::new() };
        let mut parameters: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut results: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for function in &program.functions {
            let body = &module.insts[function.first..=function.last];
            let own = body[0].result_id();
            let of = |op: Op| body.iter().filter(move |inst| inst.op == op);
            parameters.insert(own, of(Op::FunctionParameter).map(Access::result_id).collect());
            results.insert(own, of(Op::ReturnValue).map(|inst| inst.id(0)).collect());
        }
        for inst in module.insts {
            flow.gather(inst, &parameters, &results);
        }
        flow
    }

    fn edge(&mut self, from: u32, to: u32) {
        if is_logical(self.module, from) {
            self.next.entry(from).or_default().push(to);
        }
    }

    fn gather(&mut self, inst: &Inst, parameters: &FxHashMap<u32, Vec<u32>>, results: &FxHashMap<u32, Vec<u32>>) {
        use Op::*;
        if inst.op == FunctionCall {
            let taken = parameters.get(&inst.id(0)).map(Vec::as_slice).unwrap_or_default();
            inst.ids_from(1).zip(taken).for_each(|(argument, parameter)| self.edge(argument, *parameter));
        }
        if inst.op == Store && is_logical(self.module, inst.id(1)) {
            self.edge(inst.id(1), self.cell(inst.id(0)));
        }
        let result = inst.result_id();
        let holds = self.module.pointer(inst.type_id()).is_some_and(|(_, ty)| self.module.holds(ty, Facts::POINTER));
        if result == 0 || !is_logical(self.module, result) {
            return;
        }
        match inst.op {
            FunctionCall => {
                let given = results.get(&inst.id(0)).map(Vec::as_slice).unwrap_or_default();
                given.iter().for_each(|value| self.edge(*value, result));
            }
            Variable | UntypedVariableKHR if holds => inst.ids_from(1).for_each(|value| self.edge(value, result)),
            Variable | UntypedVariableKHR => {}
            Phi => inst.operands.chunks_exact(2).for_each(|pair| self.edge(id_of(pair.first()), result)),
            _ => inst.ids_from(0).for_each(|operand| self.edge(operand, result)),
        }
        let start = self.own(inst);
        if start != Known::default() {
            self.learn(result, start);
        }
    }

    /// The variable that a pointer to memory is based on: a value stored at one place of it may be loaded at any other.
    fn cell(&self, mut pointer: u32) -> u32 {
        use Op::*;
        for _ in 0..=self.module.insts.len() {
            let Some(def) = self.module.def(pointer) else { break };
            pointer = match def.op {
                AccessChain | InBoundsAccessChain | CopyObject => def.id(0),
                UntypedAccessChainKHR | UntypedInBoundsAccessChainKHR => def.id(1),
                _ => break,
            };
        }
        pointer
    }

    /// The facts that an instruction adds to those of its operands.
    fn own(&self, inst: &Inst) -> Known {
        let mut known = Known { is_variable: CHOSEN.has(inst.op), ..Known::default() };
        if matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) {
            let class = self.module.class(inst.type_id());
            if matches!(class, Some(StorageClass::StorageBuffer | StorageClass::Workgroup)) {
                known.base = Base::One(inst.result_id());
            }
            let held = match self.module.pointer(inst.type_id()) {
                Some((_, pointee)) => pointee,
                None => inst.id(1),
            };
            known.to_blocks = is_block_array(self.module, held);
        }
        known.in_matrix = crosses_matrix(self.module, inst);
        known
    }

    fn learn(&mut self, id: u32, more: Known) {
        let known = self.known.entry(id).or_default();
        let joined = known.join(more);
        if joined != *known {
            *known = joined;
            self.work.push(id);
        }
    }

    fn run(&mut self) {
        while let Some(id) = self.work.pop() {
            let known = self.of(id);
            for to in self.next.get(&id).cloned().unwrap_or_default() {
                let mut passed = known;
                passed.to_blocks &= keeps(self.module, to);
                self.learn(to, passed);
            }
        }
    }

    fn of(&self, id: u32) -> Known {
        self.known.get(&id).copied().unwrap_or_default()
    }
}

/// Returns whether a pointer has the target of its operand; a chain with an index has a part of it.
fn keeps(module: &Module<'_>, id: u32) -> bool {
    use Op::*;
    let Some(def) = module.def(id) else { return true };
    match def.op {
        AccessChain | InBoundsAccessChain => def.operands.len() == 1,
        UntypedAccessChainKHR | UntypedInBoundsAccessChainKHR => def.operands.len() == 2,
        PtrAccessChain | UntypedPtrAccessChainKHR | UntypedInBoundsPtrAccessChainKHR => false,
        _ => true,
    }
}

fn is_block_array(module: &Module<'_>, ty: u32) -> bool {
    let (Ty::Array { elem, .. } | Ty::RuntimeArray { elem }) = module.ty(ty) else { return false };
    module.is_decorated(elem, Decoration::Block) || module.is_decorated(elem, Decoration::BufferBlock)
}

/// Returns whether an access chain leads into a matrix, or starts at one.
fn crosses_matrix(module: &Module<'_>, inst: &Inst) -> bool {
    use Op::*;
    let (start, first) = match inst.op {
        AccessChain | InBoundsAccessChain => (module.type_of(inst.id(0)), 1),
        PtrAccessChain => (module.type_of(inst.id(0)), 2),
        UntypedAccessChainKHR | UntypedInBoundsAccessChainKHR => (inst.id(0), 2),
        UntypedPtrAccessChainKHR | UntypedInBoundsPtrAccessChainKHR => (inst.id(0), 3),
        _ => return false,
    };
    let mut ty = module.pointer(start).map_or(start, |(_, pointee)| pointee);
    if !module.holds(ty, Facts::MATRIX) {
        return false;
    }
    let mut found = matches!(module.ty(ty), Ty::Matrix { .. });
    for index in inst.ids_from(first) {
        ty = match module.ty(ty) {
            Ty::Struct => module.member(ty, module.constant(index).unwrap_or(0) as u32),
            Ty::Array { elem, .. } | Ty::RuntimeArray { elem } | Ty::Vector { elem, .. } => elem,
            Ty::Matrix { column, .. } => column,
            _ => return found,
        };
        found |= matches!(module.ty(ty), Ty::Matrix { .. });
    }
    found
}

fn instruction(module: &Module<'_>, flow: &Flow<'_, '_>, inst: &Inst) -> Check {
    values(module, inst)?;
    match inst.op {
        Op::ArrayLength | Op::UntypedArrayLengthKHR => {
            let pointer = inst.id(usize::from(inst.op == Op::UntypedArrayLengthKHR));
            ensure!(!flow.of(pointer).is_variable, "array length through a variable pointer");
        }
        Op::Load | Op::Store => {
            let pointer = inst.id(0);
            let object = if inst.op == Op::Load { inst.type_id() } else { module.type_of(inst.id(1)) };
            let is_untyped = matches!(module.ty(module.type_of(pointer)), Ty::UntypedPointer { .. });
            let is_odd = is_untyped && flow.of(pointer).is_variable && module.holds(object, Facts::MATRIX);
            ensure!(!is_odd, "matrix access through a variable pointer");
        }
        _ => {}
    }
    let (result, known) = (inst.result_id(), flow.of(inst.result_id()));
    if !known.is_variable || !is_logical(module, result) {
        return Ok(());
    }
    let has_several = matches!(inst.op, Op::Select | Op::Phi) && known.base == Base::Several;
    ensure!(
        !has_several || module.has(Capability::VariablePointers),
        "selection between pointers into different buffers requires VariablePointers"
    );
    let Some((_, pointee)) = module.pointer(inst.type_id()) else {
        ensure!(!known.in_matrix, "variable pointer into a matrix");
        ensure!(!known.to_blocks, "variable pointer to an array of blocks");
        return Ok(());
    };
    ensure!(!is_block_array(module, pointee), "variable pointer to an array of blocks");
    ensure!(!module.holds(pointee, Facts::MATRIX), "variable pointer to a matrix");
    ensure!(!known.in_matrix || !module.is_float(pointee), "variable pointer into a matrix");
    Ok(())
}

/// Instructions that take pointers as values.
static TAKES_VALUES: Ops = Ops::of(&[
    Op::ReturnValue,
    Op::PtrAccessChain,
    Op::PtrEqual,
    Op::PtrNotEqual,
    Op::PtrDiff,
    Op::Select,
    Op::Phi,
    Op::UntypedPtrAccessChainKHR,
]);

/// Instructions of kernels that take pointers and are not among those that the logical addressing model allows to.
static ONLY_PHYSICAL: Ops = Ops::of(&[
    Op::Bitcast,
    Op::PtrCastToGeneric,
    Op::GenericCastToPtr,
    Op::GenericCastToPtrExplicit,
    Op::GenericPtrMemSemantics,
    Op::ConvertPtrToU,
    Op::InBoundsPtrAccessChain,
    Op::LifetimeStart,
    Op::LifetimeStop,
    Op::GroupAsyncCopy,
    Op::SubgroupBlockReadINTEL,
    Op::SubgroupBlockWriteINTEL,
]);

/// Pointers that are values have a storage class that a capability allows.
fn values(module: &Module<'_>, inst: &Inst) -> Check {
    let has_logical = || inst.ids_from(0).any(|id| is_logical(module, id));
    ensure!(!ONLY_PHYSICAL.has(inst.op) || !has_logical(), "Op{:?} has a logical pointer as operand", inst.op);
    let fits = |ty: u32| match module.class(ty) {
        None | Some(StorageClass::PhysicalStorageBuffer) => true,
        Some(StorageClass::StorageBuffer) => module.has(Capability::VariablePointersStorageBuffer),
        Some(StorageClass::Workgroup) => module.has(Capability::VariablePointers),
        Some(_) => false,
    };
    let op = inst.op;
    let gives = CHOSEN.has(op) || op == Op::Function;
    ensure!(
        !gives || fits(inst.type_id()),
        "result of Op{op:?} is a pointer that must not be a value in its storage class"
    );
    let all = !TAKES_VALUES.has(op) || inst.ids_from(0).all(|id| fits(module.type_of(id)));
    ensure!(all, "operand of Op{op:?} is a pointer that must not be a value in its storage class");
    Ok(())
}
