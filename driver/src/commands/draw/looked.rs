//! An invocation of a draw for a debugger: the draw runs until it is there, and the rows of its packet are kept.

use super::bound::{Ready, Resources};
use super::sources::{self, Shader, Sources, Wanted};
use super::{Draw, Drawn, Shape, linked};
use crate::kernels::resources::{Bound, Resource, place};
use crate::kernels::{Clock, Problem, checked};
use crate::options::arguments::draw::{DrawArguments, Pixel};
use check::{Checks, Rules};
use clap::Parser;
use runner::stages::rows::{Place, Stage as Kind};
use runner::stages::{Invocation, Invocations, Stage, Work};
use runner::{Checking, Debuggee, Engine, Error, Lines, Options};
use std::path::Path;

/// The invocation that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A pixel, of a primitive or of the last one that is shaded there.
    Pixel([u32; 2], Option<u32>),
    /// The first pixel of a primitive.
    Primitive(u32),
    /// A vertex and its instance.
    Vertex(u32, u32),
}

impl Wish {
    fn stage(self) -> Kind {
        match self {
            Wish::Pixel(..) | Wish::Primitive(_) => Kind::Pixel,
            Wish::Vertex(..) => Kind::Vertex,
        }
    }

    fn is(self, invocation: Invocation) -> bool {
        match (self, invocation) {
            (Wish::Pixel(pixel, wanted), Invocation::Pixel { at, primitive, is_kept: true }) => {
                at == pixel && wanted.is_none_or(|wanted| wanted == primitive)
            }
            (Wish::Primitive(wanted), Invocation::Pixel { primitive, is_kept: true, .. }) => primitive == wanted,
            (Wish::Vertex(vertex, instance), found) => found == Invocation::Vertex(vertex, instance),
            (Wish::Pixel(..) | Wish::Primitive(_), Invocation::Pixel { .. } | Invocation::Vertex(..)) => false,
        }
    }

    /// Returns whether a later invocation may be the one.
    fn is_last(self) -> bool {
        matches!(self, Wish::Pixel(..))
    }

    fn missing(self) -> String {
        match self {
            Wish::Pixel([x, y], None) => format!("pixel ({x},{y}) is not shaded"),
            Wish::Pixel([x, y], Some(primitive)) => format!("pixel ({x},{y}) of primitive {primitive} is not shaded"),
            Wish::Primitive(primitive) => format!("no pixel of primitive {primitive} is shaded"),
            Wish::Vertex(vertex, instance) => format!("vertex {vertex} of instance {instance} is not drawn"),
        }
    }
}

/// The search for an invocation.
#[derive(Debug)]
pub(super) struct Sought {
    wish: Wish,
    found: Option<Found>,
}

/// The packet of an invocation.
#[derive(Debug)]
struct Found {
    /// The number of the stage.
    stage: usize,
    rows: Vec<u32>,
    lane: u32,
    names: Vec<String>,
    /// The resources as they were.
    bound: Vec<(String, Resource)>,
}

impl Sought {
    /// The lane of the invocation in what is to be run.
    fn lane(&self, stage: &Stage, work: &Work<'_>, invocations: &Invocations<'_>) -> Option<usize> {
        let lanes = stage.interface().lanes as usize;
        if stage.interface().stage != self.wish.stage() {
            return None;
        }
        let is_it = |lane: &usize| (invocations.what)(*lane).is_some_and(|found| self.wish.is(found));
        (0..work.packets() * lanes).find(is_it)
    }

    /// Keeps the packet of the invocation, if it is there.
    pub(super) fn look<'b>(
        &mut self,
        (number, stage): (usize, &Stage),
        work: &Work<'_>,
        invocations: &Invocations<'_>,
        bound: impl Iterator<Item = &'b Bound>,
    ) {
        if self.is_done() {
            return;
        }
        let Some(at) = self.lane(stage, work, invocations) else { return };
        let lanes = stage.interface().lanes as usize;
        let first = at / lanes * lanes;
        let name = |lane: usize| match (invocations.what)(lane) {
            Some(_) => (invocations.name)(lane),
            None => "no invocation".to_owned(),
        };
        self.found = Some(Found {
            stage: number,
            rows: work.packet(at / lanes).to_vec(),
            lane: (at % lanes) as u32,
            names: (first..first + lanes).map(name).collect(),
            bound: bound.map(|bound| (bound.name.clone(), bound.resource.clone())).collect(),
        });
    }

    /// Returns whether what is to be run has to be: vertices, what others see, and the packets of the pixel.
    pub(super) fn runs(&self, stage: &Stage, work: &Work<'_>, invocations: &Invocations<'_>) -> bool {
        let is_other = stage.interface().stage != Kind::Pixel && self.wish.stage() == Kind::Pixel;
        is_other
            || !self.is_done()
                && (stage.interface().modes.writes_memory || self.lane(stage, work, invocations).is_some())
    }

    /// Returns whether the search is at its end.
    pub(super) fn is_done(&self) -> bool {
        self.found.is_some() && !self.wish.is_last()
    }
}

/// An invocation of a draw that a debugger looks at.
pub(crate) struct Looked {
    stage: Stage,
    found: Found,
    push: Option<Vec<u8>>,
    outputs: Vec<u32>,
    /// The compiler's warnings, and the history of the pixel.
    pub(crate) console: String,
}

/// The arguments of a draw, as the command has them.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    draw: DrawArguments,
}

impl Looked {
    /// Draws until the invocation is there.
    ///
    /// # Errors
    /// When the arguments are not those of a draw, it does not run, or has no such invocation.
    pub(crate) fn new(line: &[String], folder: &Path, wish: Wish) -> Result<Self, Problem> {
        let line = Line::try_parse_from(std::iter::once("draw").chain(line.iter().map(String::as_str)));
        let mut arguments = line.map_err(|error| error.to_string())?.draw;
        arguments.file = folder.join(&arguments.file);
        arguments.input = arguments.input.map(|file| folder.join(file).to_string_lossy().into_owned());
        if let Wish::Pixel(pixel, _) = wish {
            arguments.history = arguments.vertex.is_some().then_some(Pixel(pixel));
        }
        let clock = Clock::start(arguments.running.deadline);
        let checks = Checks::parse("full", Rules::default()).unwrap_or_else(|_| Checks::none());
        let engine = Engine::Interpreter(Checking { names: true, ..Checking::new(checks) });
        let mut options = arguments.options.clone();
        options.extend(checked::options_of(&engine));
        let wanted = Wanted { vertex: arguments.vertex.clone(), pixel: arguments.pixel.clone() };
        let Sources { vertex, pixel, is_up, warnings, .. } = sources::read(&arguments.file, &wanted, &options)?;
        if let (Some(vertex), Some(pixel)) = (&vertex, &pixel) {
            linked(&arguments, vertex, pixel)?;
            if let Wish::Pixel(pixel, _) = wish {
                arguments.history = Some(Pixel(pixel));
            }
        }
        let options = Options { engine, ..Options::default() };
        let ready = |kind: Kind, shader: Option<Shader>| -> Result<Option<Ready>, Problem> {
            let Some(shader) = shader else { return Ok(None) };
            let stage = Stage::new(&shader.words, kind, Some(&shader.entry), &options)?;
            Ok(Some(Ready { shader, stage }))
        };
        let stages: Vec<Ready> =
            [ready(Kind::Vertex, vertex)?, ready(Kind::Pixel, pixel)?].into_iter().flatten().collect();
        let mut resources = Resources::new(&arguments, &stages)?;
        resources.sought = Some(Sought { wish, found: None });
        let drawn = Drawn::parse(&arguments.state)?;
        let (form, frame) = (Shape::None, arguments.frames.start);
        let mut draw = Draw { arguments: &arguments, stages, clock, resources, drawn, is_up, form, mesh: None };
        draw.prepare()?;
        match draw.picture(frame) {
            Ok(_) | Err(Problem::Run(Error::Stopped | Error::Deadline)) => {}
            Err(problem) => return Err(problem),
        }
        let console = warnings + &std::mem::take(&mut draw.resources.printed);
        let found = draw.resources.sought.take().and_then(|sought| sought.found);
        let found = found.ok_or_else(|| wish.missing())?;
        let push = draw.resources.pushed(found.stage).map(<[u8]>::to_vec);
        let of_stage = draw.stages.iter().find(|ready| ready.stage.interface().stage == wish.stage());
        let stage = of_stage.ok_or_else(|| wish.missing())?.stage.clone();
        let interface = stage.interface();
        let outputs = vec![0; interface.outputs.len() * interface.lanes as usize];
        Ok(Looked { stage, found, push, outputs, console })
    }

    /// The run of the packet, with the lines that it will print.
    ///
    /// # Errors
    /// When what is bound does not fit.
    pub(crate) fn begin(&mut self) -> Result<(Debuggee, Lines), Problem> {
        let mut dispatch = self.stage.module().dispatch();
        for (name, resource) in &mut self.found.bound {
            if place(name).binding(self.stage.module().info()).is_ok() {
                resource.bind(&mut dispatch, name)?;
            }
        }
        if let Some(push) = &self.push {
            dispatch.push_constants(push);
        }
        Ok(self.stage.debug(&mut dispatch, &self.found.rows, &mut self.outputs)?)
    }

    /// What the lanes are.
    pub(crate) fn names(&self) -> Vec<String> {
        self.found.names.clone()
    }

    /// The thread that is wanted.
    pub(crate) fn thread(&self) -> [u32; 3] {
        [self.found.lane, 0, 0]
    }

    /// The outputs of the invocation as text, from a run that has come to its end.
    pub(crate) fn results(&self, debuggee: Debuggee) -> String {
        let (inputs, _) = debuggee.finish();
        let Some(own) = inputs.outputs.as_ref() else { return String::new() };
        let Some(bytes) = inputs.buffers.get(&own.buffer) else { return String::new() };
        let (interface, lane) = (self.stage.interface(), self.found.lane as usize);
        let word = |row: usize| {
            let at = 4 * interface.word(interface.outputs.len(), row, lane);
            let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        let mut text = format!("{}:\n", self.found.names[lane]);
        if word(0) == 0 {
            return text + "  discarded\n";
        }
        for (row, (output, of)) in own.rows.iter().zip(&interface.outputs).enumerate() {
            if of.place == Place::Mask {
                continue;
            }
            let value = match of.kind {
                runner::stages::rows::Kind::Float => f32::from_bits(word(row)).to_string(),
                runner::stages::rows::Kind::Sint => word(row).cast_signed().to_string(),
                runner::stages::rows::Kind::Uint | runner::stages::rows::Kind::Bool => word(row).to_string(),
            };
            text += &format!("  {} = {value}\n", output.name);
        }
        text
    }
}
