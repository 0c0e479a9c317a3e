//! Where the contents of a resource go after a run: to the standard output, or to a file.

use launch::kernels::Problem;
use launch::kernels::element::Element;
use launch::kernels::picture;
use launch::kernels::resources::{Bound, Resource};
use library::files::staged::{NotWritten, Staged};
use library::report::console::{STANDARD_OUTPUT, print_all};

/// The destination of a binding's contents.
pub(crate) struct Output {
    pub(crate) resource: usize,
    target: Target,
}

enum Target {
    Print(Option<Element>),
    File(String),
}

impl Output {
    /// The output of a resource by its number, to a target as the command line names it.
    ///
    /// # Errors
    /// When it names a type that there is not.
    pub(crate) fn new(resource: usize, target: &str) -> Result<Output, String> {
        let target = match target.split_once(':') {
            _ if target == "print" => Target::Print(None),
            Some(("print", ty)) => {
                Target::Print(Some(Element::from_name(ty).ok_or_else(|| format!("unknown type '{ty}'"))?))
            }
            _ => Target::File(target.to_owned()),
        };
        Ok(Output { resource, target })
    }

    /// Returns whether it is printed as its declaration says.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.target, Target::Print(None))
    }

    /// Prints the contents, or writes them to the file.
    ///
    /// # Errors
    /// When a buffer is to be a picture, or the file cannot be written.
    pub(crate) fn write(&self, bound: &[Bound], staged: &mut Staged) -> Result<(), Problem> {
        let resource = &bound[self.resource].resource;
        let file = match &self.target {
            Target::Print(element) => return Ok(print_all(resource.lines(*element)).map_err(cannot_print)?),
            Target::File(file) => file,
        };
        let png = picture::is_named(file);
        let written = match resource {
            Resource::Image(image) if png => staged.write(file, &picture::encode(image)?),
            Resource::Buffer(..) if png => {
                return Err(Problem::Other(format!("'{file}' requires an image, found a buffer")));
            }
            Resource::Image(_) | Resource::Buffer(..) | Resource::Sampler(_) | Resource::Scene(_) => {
                staged.write(file, resource.bytes())
            }
        };
        Ok(written.map_err(cannot_write)?)
    }
}

/// The error of an output that cannot be printed.
pub(crate) fn cannot_print(error: std::io::Error) -> String {
    format!("cannot write {STANDARD_OUTPUT}: {error}")
}

/// The error of a file that is not written.
pub(crate) fn cannot_write(error: NotWritten) -> String {
    format!("cannot write '{}': {}", error.file, error.reason)
}
