//! Entry points: the interface variables of a stage, and their relation to parameters and results.
//!
//! Values are decomposed down to the declarations with semantics; every such leaf becomes one variable.
//! [`crate::tables::semantics`] has the meaning of a system value at each signature point. Locations are assigned at
//! the end, separately for inputs and outputs.

mod builtins;
mod decl;
mod decorations;
mod locations;
mod mesh;
mod misplaced;
mod modes;
mod node;
mod points;
mod signature;
mod streams;
mod suspect;
mod system_values;

pub use decl::{EntryDecl, ParamDecl, PatchConstantDecl, ReturnDecl};
pub(crate) use signature::{check_payload, holds_numbers};

use crate::diagnostics::{
    AttributePlace, DuplicateSemantic, EntryOutput, InvalidDeclaration, InvalidSemantic, InvalidStageType,
    MissingSemantic, OutputBesidesStreams, OverriddenSemantic, PatchMismatch, SemanticNeedsModel, Unsupported,
};
use crate::hir::display::type_name;
use crate::hir::expr::ParamMode;
use crate::hir::node::NodeRole;
use crate::hir::ty::{ElemClass, FieldAttributes, Object, PatchKind, Scalar, Semantic, Type, TypeId};
use crate::hir::{Adapt, EntryParam, EntryPoint, Hull, Module, ParamRole, StageTree, StageVariable, StageVariableId};
use crate::options::Options;
use crate::tables::attributes::{BUILTINS, Fact};
use crate::tables::semantics::{self, SemanticRow, SigPoint, Use};
use base::diag::Sink;
use base::ids::{Arena, Map};
use base::intern::{Interner, Symbol};
use base::source::Span;
use frontend::ast::Modifier;
use frontend::language::Stage;
use misplaced::Misplaced;
use points::{input_point, output_point};
use spirv::BuiltIn;
use system_values::Spec;

/// The limit of elements into which an array of structs is split; longer ones would exceed the locations.
const MAX_SPLIT: u32 = 256;

/// Makes the entry point of a function. Errors are reported; the result lacks the parts with errors.
pub fn build(
    module: &mut Module,
    names: &mut Interner,
    options: &Options,
    entry: &EntryDecl<'_>,
    sink: &mut Sink,
) -> EntryPoint {
    let modes = modes::of_entry(module, names, entry, sink);
    signature::check(module, names, options, entry, sink);
    mesh::check(module, names, entry, sink);
    node::check(module, names, entry, sink);
    let mut builder = Builder {
        module,
        names,
        options,
        stage: entry.stage,
        variables: Arena::new(),
        distances: Map::default(),
        seen: Map::default(),
        bases: Vec::new(),
        streams: Vec::new(),
        misplaced: Vec::new(),
        in_patch_constant: false,
        split: Map::default(),
        sink,
    };
    let output_points = modes::count(&modes, spirv::ExecutionMode::OutputVertices);
    // The result gets its locations before `out` parameters.
    let ret = builder.result(&entry.ret, false, output_points);
    let params = entry.params.iter().map(|param| builder.entry_param(entry, param)).collect();
    builder.suspect_position(ret.as_ref());
    builder.check_control_point(entry);
    builder.in_patch_constant = true;
    builder.check_patches(entry, output_points);
    let hull = entry.patch_constant.as_ref().map(|constant| Hull {
        patch_constant: constant.function,
        params: constant.params.iter().map(|param| builder.param(param, true)).collect(),
        ret: builder.result(&constant.ret, true, 0),
        output_points,
    });
    builder.report_misplaced(entry);
    builder.finish_distances();
    let (mut variables, split) = (builder.variables, builder.split);
    locations::assign(module, names, options, entry.stage, &mut variables, &split, sink);
    EntryPoint {
        function: entry.function,
        name: entry.name,
        stage: entry.stage,
        span: entry.span,
        modes: modes::with_depth(modes, names, &variables),
        wave_size: entry
            .attributes
            .find(Fact::WaveSize)
            .map_or(Vec::new(), |said| (0..3).map_while(|at| said.uint(at)).collect()),
        node: entry.attributes.find(Fact::NodeId).and_then(|said| said.string(0)),
        groupshared_limit: modes::groupshared_limit(module, entry, sink),
        id_modes: node::id_modes(entry),
        variables,
        params,
        ret,
        hull,
    }
}

/// Returns whether two names of semantics differ in case and underscores alone.
fn is_respelling(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.replace('_', "").to_ascii_lowercase();
    letters(one) == letters(other)
}

/// Direction, whether there is one value per patch or primitive, name in upper case, index.
type SemanticKey = (bool, bool, Symbol, u32);

/// Context that a declaration passes down to its parts.
#[derive(Clone, Debug)]
struct Context {
    point: SigPoint,
    /// The number of vertices or primitives, if a variable has one value for each.
    vertices: Option<u32>,
    /// The semantic of an enclosing declaration, counted up by every leaf.
    inherited: Option<Semantic>,
    /// True if `inherited` has been counted up, so that its index must be written out.
    counted: bool,
    attributes: FieldAttributes,
    /// Where the parameter or the function of the result stands.
    root: Span,
}

struct Builder<'a> {
    module: &'a mut Module,
    names: &'a mut Interner,
    options: &'a Options,
    stage: Stage,
    variables: Arena<StageVariable>,
    /// Clip and cull distances by builtin and direction, with the number of floats of each.
    distances: Map<(u32, bool), Vec<(StageVariableId, u32)>>,
    /// Semantics seen so far, to find duplicates, with their variables.
    seen: Map<SemanticKey, (Span, StageVariableId)>,
    /// The variables of built-ins that are subtracted from others.
    bases: Vec<StageVariableId>,
    /// The types of the streams of a geometry shader so far.
    streams: Vec<TypeId>,
    /// System values that the stage does not have at this point.
    misplaced: Vec<Misplaced>,
    /// True in the patch-constant function, which shares the inputs of the main function.
    in_patch_constant: bool,
    /// The numbers of parts of arrays and matrices that are split to share locations, by their first variables.
    split: Map<StageVariableId, u32>,
    sink: &'a mut Sink,
}

impl Builder<'_> {
    /// Checks that a hull shader has a parameter with the id of its control point.
    fn check_control_point(&mut self, entry: &EntryDecl<'_>) {
        let asks = self.variables.iter().any(|(_, variable)| variable.builtin == Some(BuiltIn::InvocationId));
        if self.stage == Stage::Hull && !asks {
            let what = "hull shader requires a parameter with SV_OutputControlPointID".to_owned();
            self.sink.report(entry.span, InvalidDeclaration { what });
        }
    }

    /// A parameter of the main function.
    fn entry_param(&mut self, entry: &EntryDecl<'_>, param: &ParamDecl) -> EntryParam {
        let node = node::node_type(self.module, param.ty).filter(|_| self.stage == Stage::Node);
        let Some(node) = node else { return self.param(param, false) };
        if node.kind.role() == NodeRole::Input {
            self.module.dispatch_grids.extend(node::dispatch_grid(self.module, self.names, node.record));
        }
        let payloads = Some(node::payloads(entry, param, node));
        EntryParam { role: ParamRole::Node, used: param.used, payloads, ..EntryParam::default() }
    }

    /// The variables of a parameter, of the main or of a patch-constant function.
    fn param(&mut self, param: &ParamDecl, patch_constant: bool) -> EntryParam {
        let (role, point, ty, vertices) = self.role(param, patch_constant);
        let mut made = EntryParam { role, used: param.used, ..EntryParam::default() };
        let Some(point) = point else { return made };
        match role {
            ParamRole::Stream => made.output = self.stream(ty, param, point),
            ParamRole::MeshVertices | ParamRole::MeshPrimitives | ParamRole::MeshIndices => {
                made.output = self.tree(ty, param.span, point, vertices, &param.attributes);
            }
            ParamRole::Vertices => made.input = self.tree(ty, param.span, point, vertices, &param.attributes),
            ParamRole::Plain if param.mode == ParamMode::Reference => {
                let what = "entry point parameters cannot be references".to_owned();
                self.sink.report(param.span, InvalidDeclaration { what });
            }
            ParamRole::Plain => {
                if param.mode != ParamMode::Out {
                    made.input = self.tree(ty, param.span, point, None, &param.attributes);
                }
                if matches!(param.mode, ParamMode::Out | ParamMode::InOut) {
                    if self.stage == Stage::Geometry {
                        self.sink.report(param.span, OutputBesidesStreams {});
                        return made;
                    }
                    match output_point(self.stage, patch_constant) {
                        Some(output) => made.output = self.tree(ty, param.span, output, None, &param.attributes),
                        None => self.refuse_output(param, made.input.is_some()),
                    }
                }
            }
            ParamRole::OutputPatch
            | ParamRole::MeshPayload
            | ParamRole::RayPayload
            | ParamRole::HitAttributes
            | ParamRole::CallableData
            | ParamRole::Node => {}
        }
        made
    }

    /// Reports an output of a stage without any, unless it has an input part that was refused.
    fn refuse_output(&mut self, param: &ParamDecl, has_input: bool) {
        // Parameters of mesh shaders have rules of their own.
        if self.stage == Stage::Mesh || (param.mode == ParamMode::InOut && !has_input) {
            return;
        }
        let (stage, name) = (self.stage.row().attribute.to_owned(), self.names.resolve(param.name).to_owned());
        self.sink.report(param.span, EntryOutput { stage, name });
    }

    /// The role of a parameter, its signature point, the type of one of its values, and their number.
    fn role(&self, param: &ParamDecl, patch_constant: bool) -> (ParamRole, Option<SigPoint>, TypeId, Option<u32>) {
        let element = |ty| {
            if let Type::Array(element, length) = self.module.ty(ty) { (element, Some(length)) } else { (ty, None) }
        };
        match (self.stage, self.module.ty(param.ty), param.modifier) {
            (Stage::Hull, Type::Object(Object::Patch(PatchKind::Input, ty, count)), _) => {
                (ParamRole::Vertices, Some(SigPoint::HSCPIn), ty, Some(count))
            }
            (Stage::Hull, Type::Object(Object::Patch(PatchKind::Output, ..)), _) => {
                (ParamRole::OutputPatch, None, param.ty, None)
            }
            (Stage::Domain, Type::Object(Object::Patch(PatchKind::Output, ty, count)), _) => {
                (ParamRole::Vertices, Some(SigPoint::DSCPIn), ty, Some(count))
            }
            (Stage::Geometry, Type::Object(Object::Stream(_, ty)), _) => {
                (ParamRole::Stream, Some(SigPoint::GSOut), ty, None)
            }
            (Stage::Geometry, Type::Array(ty, count), _) if modes::input_primitive(param).is_some() => {
                (ParamRole::Vertices, Some(SigPoint::GSVIn), ty, Some(count))
            }
            (Stage::Mesh, _, Some(Modifier::Vertices)) => {
                let (ty, count) = element(param.ty);
                (ParamRole::MeshVertices, Some(SigPoint::MSOut), ty, count)
            }
            (Stage::Mesh, _, Some(Modifier::Primitives)) => {
                let (ty, count) = element(param.ty);
                (ParamRole::MeshPrimitives, Some(SigPoint::MSPOut), ty, count)
            }
            (Stage::Mesh, _, Some(Modifier::Indices)) => (ParamRole::MeshIndices, None, param.ty, None),
            (Stage::Mesh, _, Some(Modifier::Payload)) => (ParamRole::MeshPayload, None, param.ty, None),
            (Stage::AnyHit | Stage::ClosestHit, _, _) if param.mode == ParamMode::In => {
                (ParamRole::HitAttributes, None, param.ty, None)
            }
            (Stage::AnyHit | Stage::ClosestHit | Stage::Miss, _, _) => (ParamRole::RayPayload, None, param.ty, None),
            (Stage::Callable, _, _) => (ParamRole::CallableData, None, param.ty, None),
            _ => (ParamRole::Plain, input_point(self.stage, patch_constant), param.ty, None),
        }
    }

    /// Reports patches of a patch-constant function that are not those of the main function.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn check_patches(&mut self, entry: &EntryDecl<'_>, output_points: u32) {
        let is_input = |ty: &TypeId| matches!(self.module.ty(*ty), Type::Object(Object::Patch(PatchKind::Input, ..)));
        let input = entry.params.iter().map(|param| param.ty).find(is_input);
        let is_known = output_points > 0 && self.module.ty(entry.ret.ty) != Type::Error;
        let output = is_known.then(|| {
            self.module.types.intern(Type::Object(Object::Patch(PatchKind::Output, entry.ret.ty, output_points)))
        });
        for param in entry.patch_constant.iter().flat_map(|constant| &constant.params) {
            let expected = match self.module.ty(param.ty) {
                Type::Object(Object::Patch(PatchKind::Input, ..)) => input,
                Type::Object(Object::Patch(PatchKind::Output, ..)) => output,
                _ => None,
            };
            if let Some(expected) = expected.filter(|expected| *expected != param.ty) {
                let [expected, found] = [expected, param.ty].map(|ty| type_name(self.module, self.names, ty));
                let report = self.sink.report(param.span, PatchMismatch { expected, found });
                report.note_at(entry.span, "hull shader declared here");
            }
        }
    }

    fn result(&mut self, ret: &ReturnDecl, patch_constant: bool, output_points: u32) -> Option<StageTree> {
        if matches!(self.module.ty(ret.ty), Type::Void | Type::Error) {
            return None;
        }
        if self.stage == Stage::Geometry {
            self.sink.report(ret.span, OutputBesidesStreams {});
        }
        let point = output_point(self.stage, patch_constant)?;
        let vertices = (point == SigPoint::HSCPOut).then_some(output_points);
        self.tree(ret.ty, ret.span, point, vertices, &ret.attributes)
    }

    fn tree(
        &mut self,
        ty: TypeId,
        span: Span,
        point: SigPoint,
        vertices: Option<u32>,
        attributes: &FieldAttributes,
    ) -> Option<StageTree> {
        let inherited = attributes.semantic;
        let attributes = attributes.clone();
        let mut context = Context { point, vertices, inherited, counted: false, attributes, root: span };
        if context.attributes.per_vertex {
            return self.per_vertex(ty, span, &mut context);
        }
        self.node(ty, span, &mut context)
    }

    /// An array with a value per vertex. Only pixel shaders distinguish vertices.
    fn per_vertex(&mut self, array: TypeId, span: Span, context: &mut Context) -> Option<StageTree> {
        let Type::Array(ty, count) = self.module.ty(array) else { return None };
        if context.point == SigPoint::PSIn {
            context.vertices = Some(count);
        }
        Some(StageTree::PerVertex(array, Box::new(self.node(ty, span, context)?)))
    }

    /// A value in a context; its leaves count the inherited semantic up.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn node(&mut self, ty: TypeId, span: Span, context: &mut Context) -> Option<StageTree> {
        match self.module.ty(ty) {
            Type::Error => None,
            Type::Struct(id) => {
                let fields = self.module.structs[id].fields.clone();
                let mut trees = Vec::with_capacity(fields.len());
                let mut complete = true;
                for field in &fields {
                    match self.field(field, context) {
                        Some(tree) => trees.push(tree),
                        None => complete = false,
                    }
                }
                complete.then_some(StageTree::Struct(ty, trees))
            }
            Type::Array(element, length) if self.contains_struct(element) && length <= MAX_SPLIT => {
                let mut trees = Vec::new();
                for _ in 0..length {
                    trees.push(self.node(element, span, context)?);
                }
                Some(StageTree::Array(ty, trees))
            }
            Type::Array(..) | Type::Matrix { .. } if self.is_split(ty, context) => self.split(ty, span, context),
            _ => self.leaf(ty, span, context).map(StageTree::Leaf),
        }
    }

    /// Returns whether an array or matrix becomes a variable for each element or row, so that each may share a location.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn is_split(&self, ty: TypeId, context: &Context) -> bool {
        let is_short = match self.module.ty(ty) {
            Type::Array(_, length) => length <= MAX_SPLIT,
            Type::Matrix { rows, columns, .. } => rows > 1 && columns > 1,
            _ => false,
        };
        let is_own = |semantic: Semantic| semantics::find(self.names.resolve(semantic.name)).is_none();
        is_short
            && locations::are_packed(self.options, context.point)
            && context.attributes.builtin.is_none()
            && context.inherited.is_some_and(is_own)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn split(&mut self, ty: TypeId, span: Span, context: &mut Context) -> Option<StageTree> {
        let (element, length) = match self.module.ty(ty) {
            Type::Array(element, length) => (element, length),
            Type::Matrix { elem, rows, columns } => {
                (self.module.types.intern(Type::Vector(elem, columns.into())), u32::from(rows))
            }
            _ => return None,
        };
        let (first, counted) = (self.variables.len(), context.counted);
        let mut trees = Vec::new();
        for _ in 0..length {
            // All parts have the name of the whole, as in DXC.
            context.counted = counted;
            trees.push(self.node(element, span, context)?);
        }
        let mut made = self.variables.ids().skip(first);
        if let Some(id) = made.next() {
            self.split.insert(id, 1 + made.len() as u32);
        }
        Some(StageTree::Array(ty, trees))
    }

    fn field(&mut self, field: &crate::hir::ty::Field, outer: &mut Context) -> Option<StageTree> {
        if field.bits.is_some() {
            let what = "a bit-field among the inputs and outputs of a stage".to_owned();
            self.sink.report(field.span, Unsupported { what });
            return None;
        }
        let own = field.attributes.semantic;
        if let (Some(own), Some(enclosing)) = (own, outer.inherited) {
            let names = &self.names;
            let message = OverriddenSemantic {
                inner: names.resolve(own.text).to_owned(),
                outer: names.resolve(enclosing.text).to_owned(),
            };
            self.sink.report(own.span, message);
        }
        let mut attributes = field.attributes.clone();
        let enclosing = outer.attributes.interpolation;
        attributes.interpolation.nointerpolation |= enclosing.nointerpolation;
        attributes.interpolation.noperspective |= enclosing.noperspective;
        attributes.interpolation.linear |= enclosing.linear;
        attributes.interpolation.centroid |= enclosing.centroid;
        attributes.interpolation.sample |= enclosing.sample;
        let mut context = Context {
            point: outer.point,
            vertices: outer.vertices,
            inherited: outer.inherited.or(own),
            counted: outer.counted,
            attributes,
            root: outer.root,
        };
        let tree = match field.attributes.per_vertex {
            true => self.per_vertex(field.ty, field.span, &mut context),
            false => self.node(field.ty, field.span, &mut context),
        };
        if outer.inherited.is_some() {
            outer.inherited = context.inherited;
            outer.counted = context.counted;
        }
        tree
    }

    fn contains_struct(&self, ty: TypeId) -> bool {
        let ty = self.module.ty(ty);
        matches!(ty, Type::Struct(_)) || matches!(ty, Type::Array(element, _) if self.contains_struct(element))
    }

    /// A signature point in words. A node has the points of a compute shader.
    fn describe(&self, point: SigPoint) -> String {
        if self.stage == Stage::Node { "a node's input" } else { point.describe() }.to_owned()
    }

    /// The variable of one declaration with a semantic.
    fn leaf(&mut self, ty: TypeId, span: Span, context: &mut Context) -> Option<StageVariableId> {
        // The fields of built-in structs are nowhere in the source.
        let span = if span == Span::NONE { context.root } else { span };
        let Some(semantic) = context.inherited else {
            let report = self.sink.report(span, MissingSemantic { point: self.describe(context.point) });
            if span != context.root {
                report.note_at(context.root, "in this declaration");
            } else if context.point == SigPoint::CSIn {
                report.note_at(span, "such as SV_DispatchThreadID, SV_GroupThreadID, SV_GroupID or SV_GroupIndex");
            }
            return None;
        };
        let written_out = context.counted;
        context.inherited = Some(Semantic { index: semantic.index.saturating_add(1), ..semantic });
        context.counted = true;
        if !self.is_interface_type(ty) {
            let ty = type_name(self.module, self.names, ty);
            self.sink.report(span, InvalidStageType { ty });
            return None;
        }
        let row = semantics::find(self.names.resolve(semantic.name));
        let used = match context.attributes.builtin {
            Some(builtin) => self.named_builtin(builtin, ty, span, context.point)?,
            None => self.use_of(row, &semantic, context.point)?,
        };
        if let (Use::Builtin(_), Some(row), None) = (used, row, context.attributes.builtin) {
            self.check_index(row, &semantic)?;
        }
        let spec = self.spec(ty, span, row, used, context)?;
        let key = self.key(&semantic, context);
        if let Some(shared) = self.earlier(key, &semantic, ty, context) {
            return Some(shared);
        }
        if context.point == SigPoint::GSOut && self.is_in_other_stream(&spec) {
            let what = format!("'{}' in more than one stream", self.names.resolve(semantic.text));
            self.sink.report(semantic.span, Unsupported { what });
            return None;
        }
        if let Some(shared) = self.shared_base(&spec, context.point) {
            let (var_ty, span) = (spec.var_ty, semantic.span);
            self.variables[shared] = StageVariable { ty, var_ty, semantic, span, ..self.variables[shared].clone() };
            self.seen.insert(key, (span, shared));
            return Some(shared);
        }
        if self.is_taken(&semantic, span, &spec, context) {
            return None;
        }
        let id = self.add(&semantic, written_out, ty, span, spec, context);
        self.seen.entry(key).or_insert((semantic.span, id));
        self.add_base(id, row, ty, context);
        Some(id)
    }

    /// The built-in of `[[vk::builtin]]`; reports a wrong place or type.
    fn named_builtin(&mut self, builtin: BuiltIn, ty: TypeId, span: Span, point: SigPoint) -> Option<Use> {
        let row = BUILTINS.iter().find(|row| row.builtin == builtin)?;
        if !row.points.contains(&point) {
            self.sink.report(span, InvalidSemantic { name: row.name.into(), point: point.describe().into() });
            return None;
        }
        self.check_type(ty, row.ty, row.name, span)?;
        Some(Use::Builtin(builtin))
    }

    /// The meaning of a semantic at a point; reports a wrong place.
    fn use_of(&mut self, row: Option<&'static SemanticRow>, semantic: &Semantic, point: SigPoint) -> Option<Use> {
        if row.is_none() && self.is_unknown_value(semantic) {
            return None;
        }
        let name = || self.names.resolve(semantic.text).to_owned();
        let Some(row) = row else {
            if point.takes_user_semantics() {
                return Some(Use::Located);
            }
            let diagnostic =
                self.sink.report(semantic.span, InvalidSemantic { name: name(), point: point.describe().into() });
            let near =
                semantics::SEMANTICS.iter().find(|row| is_respelling(self.names.resolve(semantic.name), row.display));
            if let Some(near) = near {
                diagnostic.suggest(semantic.span, near.display);
            } else if let Some(advice) = semantics::successor(self.names.resolve(semantic.name), point) {
                diagnostic.note_at(semantic.span, format!("use {advice} since Direct3D 10"));
            }
            return None;
        };
        if self.options.unit.profile.minor < row.min_minor && self.options.unit.profile.major == 6 {
            let model = format!("6.{}", row.min_minor);
            self.sink.report(semantic.span, SemanticNeedsModel { name: name(), model });
            return None;
        }
        let used = row.at(point);
        if used.is_none() {
            self.misplaced.push(Misplaced { semantic: *semantic, row, point });
        }
        used
    }

    fn key(&mut self, semantic: &Semantic, context: &Context) -> SemanticKey {
        let name = self.names.resolve(semantic.name).to_ascii_uppercase();
        let per_patch = matches!(context.point, SigPoint::PCOut | SigPoint::DSIn | SigPoint::MSPOut);
        (context.point.is_input(), per_patch, self.names.intern(&name), semantic.index)
    }

    /// The existing variable of this semantic; reports it as a duplicate, except where two declarations may share it.
    fn earlier(
        &mut self,
        key: SemanticKey,
        semantic: &Semantic,
        ty: TypeId,
        context: &Context,
    ) -> Option<StageVariableId> {
        let &(first, variable) = self.seen.get(&key)?;
        if self.in_patch_constant && context.point.is_input() {
            return Some(variable);
        }
        // Neither group inputs nor patch constants are matched with outputs of another stage.
        let unmatched = matches!(context.point, SigPoint::CSIn | SigPoint::MSIn | SigPoint::ASIn | SigPoint::DSIn);
        if unmatched && self.variables[variable].ty == ty {
            return Some(variable);
        }
        let name = self.names.resolve(semantic.text).to_owned();
        self.sink.report(semantic.span, DuplicateSemantic { name }).note_at(first, "first used here");
        Some(variable)
    }

    fn add(
        &mut self,
        semantic: &Semantic,
        written_out: bool,
        ty: TypeId,
        span: Span,
        spec: Spec,
        context: &Context,
    ) -> StageVariableId {
        let output = !context.point.is_input();
        let text = if written_out {
            let name = format!("{}{}", self.names.resolve(semantic.name), semantic.index);
            self.names.intern(&name)
        } else {
            semantic.text
        };
        let direction = if output { "out" } else { "in" };
        let name = format!("{direction}.var.{}", self.names.resolve(text));
        let name = self.names.intern(&name);
        let decorations = self.decorations(ty, span, &spec, context);
        if context.attributes.index.is_some() && context.point != SigPoint::PSOut {
            self.sink.report(span, AttributePlace { name: "vk::index".to_owned() });
        }
        let id = self.variables.alloc(StageVariable {
            semantic: Semantic { text, ..*semantic },
            name,
            output,
            builtin: spec.builtin,
            ty,
            var_ty: spec.var_ty,
            // At a pixel, all vertices have the same system values.
            vertices: context.vertices.filter(|_| context.point != SigPoint::PSIn || spec.builtin.is_none()),
            location: context.attributes.location.filter(|_| spec.builtin.is_none()),
            component: None,
            index: context.attributes.index,
            decorations,
            ext_decorations: context.attributes.decorations.clone(),
            adapt: spec.adapt,
            span: semantic.span,
        });
        if let (Adapt::ClipCull { .. }, Some(builtin)) = (spec.adapt, spec.builtin) {
            let floats = self.scalar_count(ty);
            self.distances.entry((builtin as u32, output)).or_default().push((id, floats));
        }
        id
    }

    /// Packs all distances of one built-in and direction into one array, by the index of their semantics.
    fn finish_distances(&mut self) {
        let float = self.module.types.intern(Type::Scalar(Scalar::Float));
        for (_, mut parts) in std::mem::take(&mut self.distances) {
            parts.sort_by_key(|&(id, _)| self.variables[id].semantic.index);
            let total = parts.iter().map(|&(_, floats)| floats).sum();
            let array = self.module.types.intern(Type::Array(float, total));
            let mut offset = 0;
            for (id, floats) in parts {
                self.variables[id].adapt = Adapt::ClipCull { offset };
                self.variables[id].var_ty = array;
                offset += floats;
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn scalar_count(&self, ty: TypeId) -> u32 {
        match self.module.ty(ty) {
            Type::Vector(_, length) => length.into(),
            Type::Matrix { rows, columns, .. } => u32::from(rows) * u32::from(columns),
            Type::Array(element, length) => length.saturating_mul(self.scalar_count(element)),
            _ => 1,
        }
    }

    fn is_integer(&self, ty: TypeId) -> bool {
        let (ty, is_float) = (self.module.ty(ty), |elem: Scalar| elem.class() == ElemClass::Float);
        matches!(ty, Type::Scalar(elem) | Type::Vector(elem, _) | Type::Matrix { elem, .. } if !is_float(elem))
            || matches!(ty, Type::Array(element, _) if self.is_integer(element))
            || matches!(ty, Type::Enum(_))
    }

    /// Doubles are not interpolated either.
    fn is_double(&self, ty: TypeId) -> bool {
        let ty = self.module.ty(ty);
        matches!(ty, Type::Scalar(elem) | Type::Vector(elem, _) | Type::Matrix { elem, .. } if elem == Scalar::Double)
            || matches!(ty, Type::Array(element, _) if self.is_double(element))
    }

    fn is_interface_type(&self, ty: TypeId) -> bool {
        let ty = self.module.ty(ty);
        // SPIR-V has no inputs and outputs of 8 bits.
        let is_number = crate::convert::numeric_type(ty).is_some_and(|(elem, _)| elem.bits(true) > 8);
        is_number
            || matches!(ty, Type::Enum(_))
            || matches!(ty, Type::Array(element, _) if self.is_interface_type(element))
    }
}
