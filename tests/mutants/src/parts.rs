//! A module that is being made: its sections, and the instructions that every module needs.

use spirv::{Decoration, Op, StorageClass};

/// Instructions.
#[derive(Default)]
pub(crate) struct Section(pub(crate) Vec<u32>);

impl Section {
    pub(crate) fn op(&mut self, op: Op, operands: &[u32]) {
        self.0.push((operands.len() as u32 + 1) << 16 | op as u32);
        self.0.extend_from_slice(operands);
    }
}

/// Words of a text, with its end.
pub(crate) fn text(text: &str) -> Vec<u32> {
    let bytes: Vec<u8> = text.bytes().chain(std::iter::repeat_n(0, 4 - text.len() % 4)).collect();
    bytes.chunks(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// The sections of a module with one function.
pub(crate) struct Parts {
    pub(crate) next: u32,
    pub(crate) head: Section,
    pub(crate) decorations: Section,
    pub(crate) types: Section,
    pub(crate) variables: Section,
    pub(crate) code: Section,
}

impl Parts {
    pub(crate) fn new() -> Self {
        let [head, decorations, types, variables, code] = [(); 5].map(|()| Section::default());
        Parts { next: 1, head, decorations, types, variables, code }
    }

    pub(crate) fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// A type, or whatever has its result first.
    pub(crate) fn define(&mut self, op: Op, operands: &[u32]) -> u32 {
        let id = self.id();
        self.types.op(op, &[&[id], operands].concat());
        id
    }

    pub(crate) fn decorate(&mut self, id: u32, decoration: Decoration, operands: &[u32]) {
        self.decorations.op(Op::Decorate, &[&[id, decoration as u32], operands].concat());
    }

    pub(crate) fn constant(&mut self, ty: u32, bits: u32) -> u32 {
        let id = self.id();
        self.types.op(Op::Constant, &[ty, id, bits]);
        id
    }

    pub(crate) fn pointer(&mut self, class: StorageClass, ty: u32) -> u32 {
        self.define(Op::TypePointer, &[class as u32, ty])
    }

    pub(crate) fn variable(&mut self, class: StorageClass, pointer: u32) -> u32 {
        let id = self.id();
        let section = if class == StorageClass::Function { &mut self.variables } else { &mut self.types };
        section.op(Op::Variable, &[pointer, id, class as u32]);
        id
    }

    /// An instruction with a result.
    pub(crate) fn inst(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.code.op(op, &[&[ty, id], operands].concat());
        id
    }

    /// Makes of the code a function of type `ty`, whose first block has the variables.
    pub(crate) fn wrap(&mut self, main: u32, void: u32, ty: u32, params: &[(u32, u32)]) {
        let label = self.id();
        let mut function = Section::default();
        function.op(Op::Function, &[void, main, 0, ty]);
        for (ty, id) in params {
            function.op(Op::FunctionParameter, &[*ty, *id]);
        }
        function.op(Op::Label, &[label]);
        function.0.append(&mut self.variables.0);
        function.0.append(&mut self.code.0);
        function.op(Op::Return, &[]);
        function.op(Op::FunctionEnd, &[]);
        self.code = function;
    }

    /// The words, of SPIR-V 1.`minor`.
    pub(crate) fn words(self, minor: u32) -> Vec<u32> {
        let header = vec![0x0723_0203, 0x0001_0000 | minor << 8, 0, self.next, 0];
        [header, self.head.0, self.decorations.0, self.types.0, self.code.0].concat()
    }
}
