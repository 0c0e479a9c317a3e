//! `--stream-out`: the vertices of a draw in front of the rasterizer, in files or as text.

use super::files::Files;
use crate::output;
use launch::kernels::Problem;
use launch::kernels::element::Element;
use library::files::staged::Staged;
use library::report::console::{STANDARD_OUTPUT, print_all};
use runner::stages::{Pipeline, StreamBuffer, StreamOut};

/// The most bytes of the vertices of a stream.
const MOST_BYTES: usize = 256 << 20;

/// The outputs that a draw captures, each with where they go.
#[derive(Debug, Default)]
pub(super) struct Captures(Vec<Capture>);

#[derive(Debug)]
struct Capture {
    /// The argument.
    text: String,
    stream: u32,
    semantics: Vec<String>,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// A line for each vertex.
    Print(Element),
    File(String),
}

impl Captures {
    /// Reads `--stream-out`, before anything runs.
    ///
    /// # Errors
    /// When an argument is malformed.
    pub(super) fn new(arguments: &[String]) -> Result<Self, String> {
        arguments.iter().map(|text| Capture::parse(text)).collect::<Result<_, _>>().map(Captures)
    }

    /// The buffers that a draw fills, which are empty; `None` if nothing is captured.
    ///
    /// # Errors
    /// When the last stage in front of the rasterizer has no such output or stream.
    pub(super) fn begin(&self, pipeline: &Pipeline) -> Result<Option<StreamOut>, Problem> {
        let of = |own: &Capture| {
            let captured = pipeline.captured(own.stream, &own.semantics, None);
            let captured = captured.map_err(|error| format!("'--stream-out {}': {error}", own.text))?;
            Ok(StreamBuffer { captured, bytes: Vec::new(), filled: 0, most: MOST_BYTES })
        };
        let buffers = self.0.iter().map(of).collect::<Result<Vec<_>, String>>()?;
        Ok((!buffers.is_empty()).then(|| StreamOut { buffers, ..StreamOut::default() }))
    }

    /// Writes what a frame has filled.
    ///
    /// # Errors
    /// When there were more vertices than a buffer takes, or a file cannot be written.
    pub(super) fn write(&self, streams: &StreamOut, files: &Files, frame: u32) -> Result<(), Problem> {
        let mut staged = Staged::default();
        for (own, buffer) in self.0.iter().zip(&streams.buffers) {
            let count = streams.counts[own.stream as usize];
            if count.written < count.needed {
                let (text, most) = (&own.text, MOST_BYTES >> 20);
                return Err(Problem::Other(format!("'--stream-out {text}': the vertices have more than {most} MiB")));
            }
            match &own.target {
                Target::Print(element) => {
                    let line = |vertex: &[u8]| {
                        let numbers: Vec<_> = element.split(vertex).map(|bits| element.show(bits)).collect();
                        numbers.join(" ") + "\n"
                    };
                    let lines = buffer.bytes.chunks(buffer.captured.stride().max(1)).map(line);
                    print_all(lines).map_err(|error| format!("cannot write {STANDARD_OUTPUT}: {error}"))?;
                }
                Target::File(file) => {
                    staged.write(&files.name(file, frame), &buffer.bytes).map_err(output::cannot_write)?;
                }
            }
        }
        Ok(staged.commit().map_err(output::cannot_write)?)
    }
}

impl Capture {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = |what: &str| format!("'--stream-out {text}': {what}");
        let (outputs, target) = text.split_once('=').ok_or_else(|| wrong("expected [STREAM:]SEMANTICS=TARGET"))?;
        let (stream, semantics) = match outputs.split_once(':') {
            Some((stream, rest)) => (stream.parse().map_err(|_| wrong("expected the number of a stream"))?, rest),
            None => (0, outputs),
        };
        let semantics = semantics.split(',').map(|name| name.trim().to_owned()).collect();
        let target = match target.split_once(':') {
            _ if target == "print" => Target::Print(Element::Float(4)),
            Some(("print", ty)) => {
                Target::Print(Element::from_name(ty).ok_or_else(|| wrong(&format!("unknown type '{ty}'")))?)
            }
            _ => Target::File(target.to_owned()),
        };
        Ok(Capture { text: text.to_owned(), stream, semantics, target })
    }
}
