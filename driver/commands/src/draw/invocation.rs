//! An invocation of a draw for a debugger: the draw runs until it is there, and the rows of its packet are kept.

use super::bound::Given;
use super::search::{Found, Sought, Wish};
use super::sources::{self, Input};
use super::{Draw, linked, wanted};
use arguments::draw::{DrawArguments, Pixel};
use check::{Checks, Rules};
use clap::Parser;
use launch::kernels::resources::place;
use launch::kernels::{Clock, Problem, checked};
use library::report::console::say;
use runner::stages::Stage;
use runner::stages::rows::Place;
use runner::{Checking, Debuggee, Engine, Error, Lines, Options};
use std::path::Path;

/// An invocation of a draw that a debugger examines.
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
        let file = arguments.file.clone();
        let mut sources = sources::read(Input::File(&file), &wanted(&arguments), &options)?;
        let warnings = std::mem::take(&mut sources.warnings);
        linked(&sources)?;
        if let (Wish::Pixel(pixel, _), true) = (wish, sources.shaders.len() > 1) {
            arguments.history = Some(Pixel(pixel));
        }
        let options = Options { engine, ..Options::default() };
        let (given, frame) = (Given::parse(&arguments)?, arguments.frames.start);
        let mut draw = Draw::new((&arguments, Input::File(&file)), sources, given, options, clock)?;
        draw.resources.sought = Some(Sought::new(wish));
        draw.prepare()?;
        match draw.picture(frame) {
            Ok(_) | Err(Problem::Run(Error::Stopped | Error::Deadline)) => {}
            Err(problem) => return Err(problem),
        }
        draw.resources.notes().iter().for_each(|note| say(format_args!("hlsl2spirv: note: {note}")));
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
