//! Variables: scopes of a call, and what is in them, part by part.

use super::frames::{Frame, place_of};
use super::{Session, Target};
use crate::evaluate;
use crate::expression::Expression;
use crate::format_value::{Form, format_numbers, format_value, type_of};
use crate::protocol::{Answer, Request};
use interp::debug::{Debuggee, Item, Kind, Lane, Number, RayScope};
use serde_json::{Value, json};
use spirv::StorageClass;

/// The most parts that are listed where a client does not say how many it wants.
const MOST: u64 = 1000;

/// The variables of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Arguments,
    Locals,
    /// Those of the module that each thread has for itself.
    Statics,
    Groupshared,
    Constants,
    Resources,
    Builtins,
    /// The payload, the ray or the hit of a ray-tracing shader.
    Ray(RayScope),
    /// The variables of a call, each as an array over the pixels of the quad.
    Quad,
    /// The variables of a call, each as an array over the lanes of the wave.
    Lanes,
}

const GROUPS: [(Group, &str); 12] = [
    (Group::Arguments, "Arguments"),
    (Group::Locals, "Locals"),
    (Group::Ray(RayScope::Payload), "Payload"),
    (Group::Ray(RayScope::Ray), "Ray"),
    (Group::Ray(RayScope::Hit), "Hit"),
    (Group::Statics, "Statics"),
    (Group::Groupshared, "Groupshared"),
    (Group::Constants, "Constants"),
    (Group::Resources, "Resources"),
    (Group::Builtins, "Built-ins"),
    (Group::Quad, "Quad"),
    (Group::Lanes, "Lanes"),
];

/// Something that a client may look into.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The variables of a call.
    Group(Group, usize),
    /// The parts of an item, for a lane, with the expression that it is; none where no expression is that.
    Item(Item, Lane, Option<String>),
    /// A variable of a call over the lanes of its wave, or of its quad, by its number.
    Across(Group, usize, usize),
}

/// An item, with the lane that it is of.
type OfLane = (Item, Lane);

/// A variable with its name.
struct Named {
    name: String,
    item: Item,
}

/// Items with their names.
fn named_items(items: Vec<(String, Item)>) -> Vec<Named> {
    items.into_iter().map(|(name, item)| Named { name, item }).collect()
}

impl Session {
    pub(super) fn scopes(&mut self, request: &Request) -> Answer {
        self.frame_of(request)?;
        let frame = request.number("frameId").unwrap_or(1) as usize - 1;
        let mut scopes = Vec::new();
        for (group, name) in GROUPS {
            let count = self.named(group, frame).len();
            if count == 0 {
                continue;
            }
            let reference = self.refer(Node::Group(group, frame));
            let mut scope = json!({
                "name": name,
                "variablesReference": reference,
                "namedVariables": count,
                "expensive": matches!(group, Group::Lanes | Group::Quad | Group::Resources),
            });
            match group {
                Group::Arguments => scope["presentationHint"] = "arguments".into(),
                Group::Locals => scope["presentationHint"] = "locals".into(),
                _ => {}
            }
            scopes.push(scope);
        }
        Ok(json!({ "scopes": scopes }))
    }

    /// Returns whether lanes are pixels, of which four are a quad.
    fn has_quads(&self) -> bool {
        self.names.iter().any(|name| name.contains("pixel"))
    }

    fn refer(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len()
    }

    /// The variables of a group for a call.
    fn named(&self, group: Group, frame: usize) -> Vec<Named> {
        let (Some(Target { timeline, .. }), Some(frame)) = (&self.target, self.frames.get(frame)) else {
            return Vec::new();
        };
        let (debuggee, lane, ray) = (&timeline.now, frame.lane, frame.ray);
        let class = |wanted: &[StorageClass]| {
            let own = debuggee.globals().iter().filter(|global| wanted.contains(&global.class));
            let own = own.filter(|global| debuggee.is_of_call(global, ray));
            let named = own.filter_map(|global| {
                Some(Named { name: global.name.to_string(), item: debuggee.global_item(global, lane, ray)? })
            });
            named.collect()
        };
        match group {
            Group::Quad if !self.has_quads() => Vec::new(),
            Group::Arguments | Group::Locals | Group::Lanes | Group::Quad => {
                let mut own = debuggee.variables(frame.pc, frame.spot);
                match group {
                    Group::Arguments => {
                        own.retain(|variable| variable.argument > 0);
                        own.sort_by_key(|variable| variable.argument);
                    }
                    Group::Locals => own.retain(|variable| variable.argument == 0),
                    _ => {}
                }
                let named = own.into_iter().filter_map(|variable| {
                    Some(Named { name: variable.name.to_string(), item: debuggee.item(variable, lane, ray)? })
                });
                named.collect()
            }
            Group::Statics => class(&[StorageClass::Private, StorageClass::Output]),
            Group::Groupshared => class(&[StorageClass::Workgroup]),
            Group::Constants => class(&[StorageClass::PushConstant]),
            Group::Resources => {
                class(&[StorageClass::Uniform, StorageClass::StorageBuffer, StorageClass::UniformConstant])
            }
            Group::Builtins => match ray {
                Some(ray) => named_items(debuggee.ray_builtins(lane, ray)),
                None => class(&[StorageClass::Input]),
            },
            Group::Ray(scope) => match ray {
                Some(ray) => named_items(debuggee.ray_items(scope, frame.outermost, lane, ray)),
                None => Vec::new(),
            },
        }
    }

    pub(super) fn variables(&mut self, request: &Request) -> Answer {
        let reference =
            request.number("variablesReference").and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let node = reference.and_then(|at| self.nodes.get(at)).cloned().ok_or("unknown variable")?;
        let start = request.number("start").unwrap_or(0);
        let count = request.number("count").filter(|count| *count > 0).unwrap_or(MOST).min(MOST);
        let form = Form::of(request);
        let mut list = Vec::new();
        match node {
            Node::Group(group @ (Group::Lanes | Group::Quad), frame) => {
                for (at, named) in self.named(group, frame).into_iter().enumerate() {
                    list.push(self.across(group, at, frame, &named));
                }
            }
            Node::Group(group, frame) => {
                let lane = self.frames.get(frame).map_or_else(Lane::default, |frame| frame.lane);
                for Named { name, item } in self.named(group, frame) {
                    // Items that are not variables in scope have no expression.
                    let path = (!matches!(group, Group::Ray(_))).then(|| name.clone());
                    list.push(self.variable(name, path, item, lane, form));
                }
            }
            Node::Item(item, lane, path) => {
                for at in start..start.saturating_add(count) {
                    let Some((name, part)) = self.part(&item, at) else { break };
                    let path = path.as_ref().map(|path| match name.starts_with('[') {
                        true => format!("{path}{name}"),
                        false => format!("{path}.{name}"),
                    });
                    list.push(self.variable(name, path, part, lane, form));
                }
            }
            Node::Across(group, at, frame) => list = self.lanes_of(group, at, frame, form),
        }
        Ok(json!({ "variables": list }))
    }

    /// A part of an item with its name.
    fn part(&self, item: &Item, at: u64) -> Option<(String, Item)> {
        let debuggee = &self.target.as_ref()?.timeline.now;
        let (name, part) = debuggee.part(item, at)?;
        let name = match (name, debuggee.kind(item)) {
            (Some(name), _) => name.to_owned(),
            (None, Kind::Vector(count)) if count <= 4 => ["x", "y", "z", "w"][at.min(3) as usize].to_owned(),
            (None, _) => format!("[{at}]"),
        };
        Some((name, part))
    }

    /// A variable as the client knows it.
    pub(super) fn variable(&mut self, name: String, path: Option<String>, item: Item, lane: Lane, form: Form) -> Value {
        let Some(target) = &mut self.target else { return Value::Null };
        let debuggee = &mut target.timeline.now;
        let value = format_value(debuggee, &item, lane, form);
        let (ty, kind) = (debuggee.type_name(&item), debuggee.kind(&item));
        let mut variable = json!({ "name": name, "value": value, "type": ty, "variablesReference": 0 });
        let counted = match kind {
            Kind::Number(_) | Kind::Opaque => None,
            Kind::Vector(count) => Some(("namedVariables", u64::from(count))),
            Kind::Struct(count) => Some(("namedVariables", u64::from(count))),
            Kind::Matrix(count) => Some(("indexedVariables", u64::from(count))),
            Kind::Array(count) => Some(("indexedVariables", count)),
        };
        if let Some((field, count)) = counted.filter(|(_, count)| *count > 0) {
            variable["variablesReference"] = self.refer(Node::Item(item, lane, path.clone())).into();
            variable[field] = count.into();
        }
        if let Some(path) = path {
            variable["evaluateName"] = path.into();
        }
        variable
    }

    /// A variable over the lanes of a wave.
    fn across(&mut self, group: Group, at: usize, frame: usize, named: &Named) -> Value {
        let Some(Target { timeline, .. }) = &self.target else { return Value::Null };
        let wave = self.frames.get(frame).map_or(0, |frame| frame.lane.wave);
        let (count, what) = match group {
            Group::Quad => (4, "pixels"),
            _ => (timeline.now.lanes(wave).0.count_ones(), "lanes"),
        };
        let ty = timeline.now.type_name(&named.item);
        let reference = self.refer(Node::Across(group, at, frame));
        json!({
            "name": named.name,
            "value": format!("{count} {what}"),
            "type": ty,
            "variablesReference": reference,
            "indexedVariables": count,
        })
    }

    /// The value of a variable in each lane; lanes that have diverged are marked.
    fn lanes_of(&mut self, group: Group, at: usize, frame: usize, form: Form) -> Vec<Value> {
        let Some(frame) = self.frames.get(frame).cloned() else { return Vec::new() };
        let Some(Target { timeline, .. }) = &self.target else { return Vec::new() };
        let (all, living) = timeline.now.lanes(frame.lane.wave);
        let together = timeline.now.whereabouts(frame.lane).map_or(0, |place| place.lanes);
        let mut items = Vec::new();
        let is_wanted = |lane: &u32| group != Group::Quad || *lane / 4 == frame.lane.lane / 4;
        for lane in (0..128).filter(|lane| all >> lane & 1 == 1).filter(is_wanted) {
            let variables = timeline.now.variables(frame.pc, frame.spot);
            let Some(variable) = variables.get(at) else { continue };
            let lane = Lane { lane, ..frame.lane };
            let Some(item) = timeline.now.item(variable, lane, frame.ray) else { continue };
            let note = match (together >> lane.lane & 1, living >> lane.lane & 1) {
                (1, _) => "",
                (_, 1) => " (elsewhere)",
                _ => " (ended)",
            };
            let name = match self.names.get(lane.lane as usize) {
                Some(name) => format!("[{}] {name}{note}", lane.lane),
                None => format!("[{}]{note}", lane.lane),
            };
            items.push((name, item, lane));
        }
        let shown = |(name, item, lane)| self.variable(name, None, item, lane, form);
        items.into_iter().map(shown).collect()
    }

    /// The item that a request names: a child of what it refers to, or an expression for a frame. With the lane.
    pub(super) fn item_of(&mut self, request: &Request, name: &str) -> Result<Option<OfLane>, String> {
        let reference = request.number("variablesReference").filter(|number| *number > 0);
        let Some(reference) = reference else {
            let expression = Expression::parse(name)?;
            let lane = self.place_of_frame(request)?.lane;
            return Ok(match self.evaluated(request, &expression)? {
                evaluate::Value::Item(item) => Some((item, lane)),
                evaluate::Value::Numbers(_) => None,
            });
        };
        let node = usize::try_from(reference).ok().and_then(|at| self.nodes.get(at - 1)).cloned();
        match node.ok_or("unknown variable")? {
            Node::Group(Group::Lanes | Group::Quad, _) | Node::Across(..) => Ok(None),
            Node::Group(group, frame) => {
                let of = self.frames.get(frame).map_or_else(Lane::default, |frame| frame.lane);
                let named = self.named(group, frame).into_iter().find(|named| named.name == name);
                Ok(named.map(|named| (named.item, of)))
            }
            Node::Item(item, lane, _) => {
                let index = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')?.parse::<u64>().ok());
                let found = match index {
                    Some(at) => self.part(&item, at),
                    None => (0..MOST).map_while(|at| self.part(&item, at)).find(|(own, _)| own == name),
                };
                Ok(found.map(|(_, part)| (part, lane)))
            }
        }
    }

    fn place_of_frame(&self, request: &Request) -> Result<evaluate::Place, String> {
        let frame = match (request.number("frameId"), &self.stop) {
            (Some(_), _) => self.frame_of(request)?,
            (None, Some(stop)) => {
                let debuggee = &self.target()?.timeline.now;
                return place_of(debuggee, self.lane_of(stop.lane.wave)).ok_or_else(|| "thread has ended".to_owned());
            }
            (None, None) => return Err("unknown frame".to_owned()),
        };
        let Frame { lane, pc, spot, ray, .. } = *frame;
        Ok(evaluate::Place { lane, pc, spot, ray })
    }

    /// The value of an expression for the frame of a request.
    fn evaluated(&mut self, request: &Request, expression: &Expression) -> Result<evaluate::Value, String> {
        let place = self.place_of_frame(request)?;
        let target = self.target.as_mut().ok_or("no program is launched")?;
        evaluate::evaluate(&mut target.timeline.now, place, expression)
    }

    pub(super) fn evaluate(&mut self, request: &Request) -> Answer {
        let text = request.text("expression").ok_or("missing expression")?.to_owned();
        if let Some(command) = text.trim().strip_prefix(':') {
            return self.command(command);
        }
        let (expression, form) = (Expression::parse(&text)?, Form::of(request));
        let place = self.place_of_frame(request)?;
        match self.evaluated(request, &expression)? {
            evaluate::Value::Item(item) => {
                let mut variable = self.variable(String::new(), Some(text), item, place.lane, form);
                let value = variable["value"].take();
                if let Some(fields) = variable.as_object_mut() {
                    for name in ["name", "value", "evaluateName"] {
                        fields.shift_remove(name);
                    }
                    fields.insert("result".to_owned(), value);
                }
                Ok(variable)
            }
            evaluate::Value::Numbers(numbers) => {
                let (result, ty) = (format_numbers(&numbers, form), type_of(&numbers));
                Ok(json!({ "result": result, "type": ty, "variablesReference": 0 }))
            }
        }
    }

    pub(super) fn set_variable(&mut self, request: &Request) -> Answer {
        let name = request.text("name").ok_or("missing name")?.to_owned();
        let expression = Expression::parse(request.text("value").ok_or("missing value")?)?;
        let (item, lane) = self.item_of(request, &name)?.ok_or("cannot set this value")?;
        let target = self.target.as_mut().ok_or("no program is launched")?;
        let debuggee = &mut target.timeline.now;
        let at = place_of(debuggee, lane).ok_or("thread has ended")?;
        let numbers = evaluate::numbers(debuggee, at, &expression)?;
        let mut scalars = Vec::new();
        flatten(debuggee, &item, &mut scalars)?;
        if numbers.parts.len() != scalars.len() && numbers.parts.len() != 1 {
            return Err(format!("expected {} values, found {}", scalars.len(), numbers.parts.len()));
        }
        for (at, (scalar, number)) in scalars.iter().enumerate() {
            let part = numbers.parts.get(at).unwrap_or(&numbers.parts[0]);
            if !debuggee.set_scalar(scalar, lane, part.converted(*number).bits()) {
                return Err("no memory location".to_owned());
            }
        }
        target.timeline.changed();
        let mut variable = self.variable(name, None, item, lane, Form::of(request));
        if let Some(fields) = variable.as_object_mut() {
            fields.shift_remove("name");
        }
        Ok(variable)
    }
}

/// The numbers that an item of one shape consists of.
fn flatten(debuggee: &Debuggee, item: &Item, into: &mut Vec<(Item, Number)>) -> Result<(), String> {
    let count = match debuggee.kind(item) {
        Kind::Number(number) => {
            into.push((*item, number));
            return Ok(());
        }
        Kind::Vector(count) | Kind::Matrix(count) => count,
        Kind::Array(_) | Kind::Struct(_) | Kind::Opaque => return Err("only numeric values can be set".to_owned()),
    };
    (0..count).filter_map(|at| debuggee.part(item, at.into())).try_for_each(|(_, part)| flatten(debuggee, &part, into))
}
