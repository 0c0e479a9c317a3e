//! Structs, globals and entry points as text.

use super::{Printer, Symbol};
use crate::hir::ty::{Field, FieldAttributes, MatrixOrder};
use crate::hir::{
    Adapt, EntryParam, EntryPoint, Global, GlobalAttributes, GlobalKind, LayoutId, LayoutKind, Module, ParamRole,
    StageTree, StageVariable, StageVariableId,
};

impl Printer<'_> {
    pub(super) fn structs(&mut self) {
        let module: &Module = self.module;
        for (_, definition) in module.structs.iter() {
            let kind = if definition.is_interface { "interface" } else { "struct" };
            let name = self.name(definition.name);
            self.line(0, &format!("{kind} {name}"));
            for (index, field) in definition.fields.iter().enumerate() {
                let text = self.field(index, field);
                self.line(1, &text);
            }
        }
        for (_, definition) in module.enums.iter() {
            let values: Vec<String> =
                definition.enumerators.iter().map(|(name, value)| format!("{} = {value}", self.name(*name))).collect();
            let name = self.name(definition.name);
            self.line(0, &format!("enum {name} {{ {} }}", values.join(", ")));
        }
    }

    fn field(&self, index: usize, field: &Field) -> String {
        let name = if field.name == Symbol::EMPTY { "<base>" } else { self.name(field.name) };
        let order = match field.order {
            MatrixOrder::ColumnMajor => "",
            MatrixOrder::RowMajor => "row_major ",
        };
        let bits = field.bits.map_or_else(String::new, |bits| format!(" bits {}+{}", bits.offset, bits.width));
        format!("{index}: {order}{} {name}{bits}{}", self.ty(field.ty), self.field_attributes(&field.attributes))
    }

    fn field_attributes(&self, attributes: &FieldAttributes) -> String {
        let mut text = String::new();
        if let Some(semantic) = attributes.semantic {
            text.push_str(&format!(" : {}", self.name(semantic.text)));
        }
        let interpolation = attributes.interpolation;
        let flags = [
            (interpolation.nointerpolation, "nointerpolation"),
            (interpolation.noperspective, "noperspective"),
            (interpolation.centroid, "centroid"),
            (interpolation.sample, "sample"),
            (attributes.precise, "precise"),
            (attributes.coherent, "coherent"),
        ];
        for (_, word) in flags.iter().filter(|(set, _)| *set) {
            text.push_str(&format!(" {word}"));
        }
        let numbers = [("location", attributes.location), ("index", attributes.index), ("offset", attributes.offset)];
        for (word, number) in numbers {
            text.push_str(&number.map_or_else(String::new, |number| format!(" {word}({number})")));
        }
        text + &attributes.builtin.map_or_else(String::new, |builtin| format!(" builtin({builtin:?})"))
    }

    pub(super) fn globals(&mut self) {
        let module: &Module = self.module;
        for (id, global) in module.globals.iter() {
            let name = self.global(id);
            let text = format!("global {name}: {} {}", self.ty(global.ty), self.global_kind(global));
            self.line(0, &(text + &self.global_attributes(&global.attributes)));
        }
    }

    fn global_kind(&self, global: &Global) -> String {
        match &global.kind {
            GlobalKind::Static { is_const, is_local, .. } => {
                let constant = if *is_const { " const" } else { "" };
                let local = if *is_local { " local" } else { "" };
                format!("static{constant}{local}")
            }
            GlobalKind::Groupshared => "groupshared".to_owned(),
            GlobalKind::Block { kind, layout } => format!("block {kind:?} {}", self.layout(*layout)),
            GlobalKind::Resource { layout } => {
                "resource".to_owned() + &layout.map_or_else(String::new, |id| format!(" {}", self.layout(id)))
            }
            GlobalKind::Heap { heap, layout } => {
                format!("heap {}", heap.name()) + &layout.map_or_else(String::new, |id| format!(" {}", self.layout(id)))
            }
            GlobalKind::Counter => "counter".to_owned(),
            GlobalKind::SpecConstant { id, default } => format!("spec_constant({id}) = {}", self.constant(*default)),
            GlobalKind::ExtBuiltin { builtin, output } => {
                format!("ext_builtin({builtin}) {}", if *output { "out" } else { "in" })
            }
            GlobalKind::Shared(class) => format!("shared {class:?}"),
        }
    }

    fn global_attributes(&self, attributes: &GlobalAttributes) -> String {
        let mut text = String::new();
        if let Some(binding) = attributes.binding {
            text.push_str(&format!(" binding({}, {})", binding.binding, binding.set));
        }
        if let Some(counter) = attributes.counter {
            text.push_str(&format!(" counter {}", self.global(counter)));
        }
        if let Some(index) = attributes.input_attachment {
            text.push_str(&format!(" input_attachment({index})"));
        }
        if let Some(format) = attributes.image_format {
            text.push_str(&format!(" format({format:?})"));
        }
        let flags = [
            (attributes.combined_image_sampler, "combined"),
            (attributes.coherent, "coherent"),
            (attributes.precise, "precise"),
            (attributes.aliased_pointer, "aliased"),
        ];
        for (_, word) in flags.iter().filter(|(set, _)| *set) {
            text.push_str(&format!(" {word}"));
        }
        text
    }

    /// Size, alignment and members, one level deep.
    fn layout(&self, id: LayoutId) -> String {
        if id.index() >= self.module.layouts.len() {
            return "<unknown layout>".to_owned();
        }
        let layout = &self.module.layouts[id];
        let inside = match &layout.kind {
            LayoutKind::Leaf => String::new(),
            LayoutKind::Matrix { stride, order } => format!(" stride {stride} {order:?}"),
            LayoutKind::Array { stride, .. } => format!(" stride {stride}"),
            LayoutKind::Struct(members) => {
                let offsets: Vec<String> = members.iter().map(|(offset, _)| offset.to_string()).collect();
                format!(" at {}", offsets.join(" "))
            }
        };
        format!("[size {} align {}{inside}]", layout.size, layout.align)
    }

    pub(super) fn entry_point(&mut self, entry: &EntryPoint) {
        let function = self.function_name(entry.function);
        let name = self.name(entry.name);
        self.line(0, &format!("entry {name:?} {:?} {function}", entry.stage));
        for (mode, literals) in &entry.modes {
            let literals: String = literals.iter().map(|literal| format!(" {literal}")).collect();
            self.line(1, &format!("mode {mode:?}{literals}"));
        }
        for (id, variable) in entry.variables.iter() {
            let text = self.stage_variable(id, variable);
            self.line(1, &text);
        }
        self.entry_params("param", &entry.params, entry.ret.as_ref());
        if let Some(hull) = &entry.hull {
            let function = self.function_name(hull.patch_constant);
            self.line(1, &format!("patch constants {function}, {} points", hull.output_points));
            self.entry_params("patch param", &hull.params, hull.ret.as_ref());
        }
    }

    fn entry_params(&mut self, word: &str, params: &[EntryParam], ret: Option<&StageTree>) {
        for (index, param) in params.iter().enumerate() {
            let tree = |tree: &Option<StageTree>| tree.as_ref().map(stage_tree);
            let from = tree(&param.input).map_or_else(String::new, |text| format!(" <- {text}"));
            let to = tree(&param.output).map_or_else(String::new, |text| format!(" -> {text}"));
            let role = if param.role == ParamRole::Plain { String::new() } else { format!(" {:?}", param.role) };
            let unused = if param.used { "" } else { " unused" };
            self.line(1, &format!("{word} {index}{role}{from}{to}{unused}"));
        }
        if let Some(ret) = ret {
            self.line(1, &format!("result -> {}", stage_tree(ret)));
        }
    }

    fn stage_variable(&self, id: StageVariableId, variable: &StageVariable) -> String {
        let direction = if variable.output { "out" } else { "in" };
        let mut text = format!(
            "{direction} {}: {} {} : {}",
            variable_text(id),
            self.ty(variable.ty),
            self.name(variable.name),
            self.name(variable.semantic.text)
        );
        if variable.var_ty != variable.ty {
            text.push_str(&format!(" as {}", self.ty(variable.var_ty)));
        }
        if let Some(builtin) = variable.builtin {
            text.push_str(&format!(" builtin({builtin:?})"));
        }
        let numbers = [
            ("location", variable.location),
            ("component", variable.component),
            ("index", variable.index),
            ("vertices", variable.vertices),
        ];
        for (word, number) in numbers {
            text.push_str(&number.map_or_else(String::new, |number| format!(" {word}({number})")));
        }
        for decoration in &variable.decorations {
            text.push_str(&format!(" {decoration:?}"));
        }
        if variable.adapt != Adapt::Same {
            text.push_str(&format!(" {:?}", variable.adapt));
        }
        text
    }
}

fn variable_text(id: StageVariableId) -> String {
    format!("!{}", id.raw())
}

fn stage_tree(tree: &StageTree) -> String {
    let parts = |trees: &[StageTree]| trees.iter().map(stage_tree).collect::<Vec<String>>().join(", ");
    match tree {
        StageTree::Leaf(variable) => variable_text(*variable),
        StageTree::Struct(_, members) => format!("{{{}}}", parts(members)),
        StageTree::Array(_, elements) => format!("[{}]", parts(elements)),
        StageTree::PerVertex(_, vertex) => format!("each {}", stage_tree(vertex)),
    }
}
