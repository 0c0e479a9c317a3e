//! LLVM IR of other compilers as a module of the LLVM dialect: text or bitcode, parsed by the library.
//!
//! The library's C API walks modules of any version that it reads. IR that the dialect cannot express is an error that
//! names the function and the instruction. This module knows nothing of the meaning of names and metadata.

mod insts;
mod limits;
mod metadata;
mod values;

use super::Llvm;
use super::api::Api;
use super::functions::Ref;
use super::numbers::OF_METADATA;
use dialect::ir::{Attr, AttrId, BlockId, Module, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops;
use rustc_hash::FxHashMap;
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::fmt;
use std::ptr;
use std::sync::Arc;

/// Why LLVM IR is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrError {
    /// The function in which it stands.
    pub function: Option<String>,
    /// Number of the instruction in its function, from 1, and its opcode.
    pub instruction: Option<(usize, String)>,
    /// Fault of it.
    pub message: String,
}

impl fmt::Display for IrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "function '{function}'")?;
            if let Some((number, name)) = &self.instruction {
                write!(f, ", instruction {number} ('{name}')")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for IrError {}

type Result<T> = std::result::Result<T, IrError>;

fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(IrError { function: None, instruction: None, message: message.into() })
}

/// The names of metadata attachments of functions and variables that importers use.
const ATTACHED: &[&str] = &[
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
    "kernel_arg_name",
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "intel_reqd_sub_group_size",
    "spirv.ParameterDecorations",
    "spirv.Decorations",
];
/// The names of metadata attachments of instructions that importers use.
const ATTACHED_TO_INSTRUCTIONS: &[&str] = &["spirv.Decorations"];
/// Attributes of functions that importers use.
const TOLD: &[&str] = &["noinline", "alwaysinline"];

impl Llvm {
    /// Reads LLVM IR, as text or as bitcode, into the dialect.
    ///
    /// LLVM's reader of bitcode is not hardened against hostile input; of text, size and nesting are limited before LLVM sees
    /// it.
    ///
    /// # Errors
    /// When it is not LLVM IR, or has something that the dialect cannot express.
    pub fn read_ir(self: &Arc<Self>, bytes: &[u8]) -> Result<Module> {
        limits::check(bytes)?;
        let Ok(api) = Api::look_up(&self.library).map_err(|name| format!("LLVM lacks the function {name}")) else {
            return refuse("this LLVM lacks functions that read modules");
        };
        let module = self.parse_bytes(bytes, |context| api.on_message(context, ignore, ptr::null_mut()));
        let module = match module {
            Ok(module) => module,
            Err(error) => return refuse(error.to_string()),
        };
        let mut reader = Reader::new(&api, module.raw, module.context);
        reader.module()?;
        Ok(reader.builder.module)
    }
}

/// Returns whether a function of LLVM only informs debuggers or the optimiser. Its parameters are metadata.
fn is_silent(name: &str) -> bool {
    name.starts_with("llvm.dbg.") || name.starts_with("llvm.experimental.noalias")
}

/// Drops the messages of the library that are not errors.
extern "C" fn ignore(_: Ref, _: *mut c_void) {}

/// A module that is walked, and the one under construction.
pub(super) struct Reader<'a> {
    api: &'a Api,
    module: Ref,
    context: Ref,
    builder: Builder,
    types: FxHashMap<Ref, TypeId>,
    /// Functions and variables by their handles.
    names: FxHashMap<Ref, String>,
    values: FxHashMap<Ref, ValueId>,
    blocks: FxHashMap<Ref, BlockId>,
}

impl<'a> Reader<'a> {
    fn new(api: &'a Api, module: Ref, context: Ref) -> Self {
        Reader {
            api,
            module,
            context,
            builder: Builder::new(),
            types: FxHashMap::default(),
            names: FxHashMap::default(),
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
        }
    }

    /// All handles of a linked list: the first one, and a step to the next.
    fn list(first: Ref, next: impl Fn(Ref) -> Ref) -> Vec<Ref> {
        let some = |one: Ref| (!one.is_null()).then_some(one);
        std::iter::successors(some(first), |one| some(next(*one))).collect()
    }

    /// The text at a pointer and length returned by a function.
    fn text(start: *const c_char, length: usize) -> String {
        if start.is_null() {
            return String::new();
        }
        // SAFETY: LLVM gives the start and the length of text that it holds.
        let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn name(&self, value: Ref) -> String {
        let mut length = 0;
        let start = self.api.name(value, &raw mut length);
        Self::text(start, length)
    }

    fn module(&mut self) -> Result<()> {
        if !self.api.first_ifunc(self.module).is_null() {
            return refuse("functions that are chosen when a module is loaded are not supported");
        }
        // SAFETY: the module's triple is a C string that it holds.
        let triple = unsafe { CStr::from_ptr(self.api.triple(self.module)) }.to_string_lossy().into_owned();
        let globals = Self::list(self.api.first_global(self.module), |one| self.api.next_global(one));
        let functions = Self::list(self.api.first_function(self.module), |one| self.api.next_function(one));
        for (at, one) in globals.iter().chain(&functions).enumerate() {
            let name = self.name(*one);
            self.names.insert(*one, if name.is_empty() { format!("unnamed.{at}") } else { name });
        }
        self.aliases()?;
        for global in &globals {
            self.global(*global)?;
        }
        for function in &functions {
            self.declare(*function)?;
        }
        for function in functions.into_iter().filter(|one| self.api.block_count(*one) > 0) {
            let name = self.names[&function].clone();
            self.function(function).map_err(|error| IrError { function: Some(name), ..error })?;
        }
        let (root, triple) = (self.builder.module.root, self.builder.module.ctx.str_attr(&triple));
        self.builder.module[root].set_attr(ops::TRIPLE, triple);
        let metadata = self.named_metadata();
        self.builder.module[root].set_attr(ops::METADATA, metadata);
        Ok(())
    }

    /// An alias denotes a function or a variable, under whose name it is used.
    fn aliases(&mut self) -> Result<()> {
        for alias in Self::list(self.api.first_alias(self.module), |one| self.api.next_alias(one)) {
            let aliasee = self.api.aliasee(alias);
            let name = self.names.get(&aliasee).cloned();
            let Some(name) = name.filter(|_| self.api.type_of(aliasee) == self.api.type_of(alias)) else {
                let name = self.name(alias);
                return refuse(format!("alias '{name}': an alias of an expression is not supported"));
            };
            self.names.insert(alias, name);
        }
        Ok(())
    }

    fn global(&mut self, global: Ref) -> Result<()> {
        let name = self.names[&global].clone();
        // `llvm.used` and similar ones only keep other globals alive.
        if ["llvm.used", "llvm.compiler.used"].contains(&name.as_str()) {
            return Ok(());
        }
        let wrong = |error: IrError| IrError { message: format!("variable '{name}': {}", error.message), ..error };
        let elem = self.ty(self.api.global_type(global)).map_err(wrong)?;
        let space = self.api.space(self.api.type_of(global));
        let op = self.builder.global(&name, elem, space);
        let initial = self.api.initializer(global);
        if !initial.is_null() {
            let attr = self.constant_attr(initial, 0).map_err(wrong)?;
            self.builder.module[op].set_attr(ops::VALUE, attr);
        }
        if self.api.is_constant_global(global) != 0 {
            let unit = self.builder.module.ctx.attr(Attr::Unit);
            self.builder.module[op].set_attr(ops::CONSTANT, unit);
        }
        let attached = self.attached(global);
        self.builder.module[op].set_attr(ops::METADATA, attached);
        Ok(())
    }

    /// The types of a function's parameters, and of its result.
    fn signature(&mut self, ty: Ref) -> Result<(Vec<TypeId>, TypeId)> {
        let mut params = vec![ptr::null_mut(); self.api.param_count(ty) as usize];
        self.api.param_types(ty, params.as_mut_ptr());
        // What a function of LLVM takes as metadata is beside the operands of its call.
        let params = params.into_iter().filter(|param| self.api.type_kind(*param) != OF_METADATA);
        let params = params.collect::<Vec<_>>().into_iter().map(|param| self.ty(param)).collect::<Result<_>>()?;
        Ok((params, self.ty(self.api.return_type(ty))?))
    }

    fn declare(&mut self, function: Ref) -> Result<()> {
        let name = self.names[&function].clone();
        // Debug intrinsics take metadata, and do nothing.
        if is_silent(&name) {
            return Ok(());
        }
        let wrong = |error: IrError| IrError { function: Some(name.clone()), ..error };
        let ty = self.api.global_type(function);
        let (params, result) = self.signature(ty).map_err(wrong)?;
        let op = self.builder.declare(&name, &params, result);
        let mut told = Vec::new();
        for text in TOLD {
            if !self.attribute(function, u32::MAX, text).is_null() {
                told.push(self.builder.module.ctx.str_attr(text));
            }
        }
        let by_value = self.by_value(function, params.len()).map_err(wrong)?;
        let attached = self.attached(function);
        let ctx = &mut self.builder.module.ctx;
        let attrs = [
            (ops::CONVENTION, ctx.attr(Attr::Literal(self.api.convention(function)))),
            (ops::PASSTHROUGH, ctx.attr(Attr::Array(told.into()))),
            (ops::METADATA, attached),
        ];
        self.builder.module[op].attrs.extend(attrs);
        if let Some(by_value) = by_value {
            self.builder.module[op].set_attr(ops::BY_VALUE, by_value);
        }
        Ok(())
    }

    /// Types of `byval` parameters; `None` if there are none.
    fn by_value(&mut self, function: Ref, params: usize) -> Result<Option<AttrId>> {
        let mut all = Vec::new();
        for at in 1..=params {
            let ty = self.attribute(function, at as c_uint, "byval");
            all.push(match ty.is_null() {
                true => Attr::Unit,
                false => {
                    let ty = self.ty(self.api.attribute_type(ty))?;
                    let alignment = self.attribute(function, at as c_uint, "align");
                    let alignment = if alignment.is_null() { 1 } else { self.api.attribute_value(alignment) };
                    let ctx = &mut self.builder.module.ctx;
                    let (ty, alignment) = (ctx.attr(Attr::Type(ty)), ctx.attr(Attr::Literal(alignment as u32)));
                    Attr::Array([ty, alignment].into())
                }
            });
        }
        if all.iter().all(|one| *one == Attr::Unit) {
            return Ok(None);
        }
        let ctx = &mut self.builder.module.ctx;
        let all = all.into_iter().map(|one| ctx.attr(one)).collect();
        Ok(Some(ctx.attr(Attr::Array(all))))
    }

    /// An attribute of a function, or with a number from 1 of one of its parameters; null where it has none.
    fn attribute(&self, function: Ref, at: c_uint, name: &str) -> Ref {
        let kind = self.api.attribute_kind(name.as_ptr().cast(), name.len());
        self.api.attribute(function, at, kind)
    }

    fn attached(&mut self, global: Ref) -> AttrId {
        let mut count = 0;
        let entries = self.api.copied_metadata(global, &raw mut count);
        self.attachments(entries, count, ATTACHED)
    }

    /// The attachments with these names among LLVM's entries, which end here.
    fn attachments(&mut self, entries: Ref, count: usize, names: &[&str]) -> AttrId {
        let mut found = Vec::new();
        for name in names {
            let kind = self.api.kind_id(self.context, name.as_ptr().cast(), name.len() as c_uint);
            let mut entry = (0..count as c_uint).filter(|at| self.api.entry_kind(entries, *at) == kind);
            if let Some(at) = entry.next() {
                let node = self.api.metadata_value(self.context, self.api.entry_metadata(entries, at));
                let (name, node) = (self.builder.module.ctx.str_attr(name), self.node(node, 0));
                found.push(self.builder.module.ctx.attr(Attr::Array([name, node].into())));
            }
        }
        self.api.dispose_entries(entries);
        self.builder.module.ctx.attr(Attr::Array(found.into()))
    }
}
