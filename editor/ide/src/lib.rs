//! What an editor asks about HLSL: pure functions from an analysis and a position to data.
//!
//! [`Snapshot`] is one analysis of one root; each other module is a feature. Knows no protocol, no threads, no disk and no
//! command line: texts come from an include handler, options from the caller.

mod annotations;
mod braces;
mod calls;
mod complete;
mod completion;
mod describe;
mod entries;
mod files;
mod folding;
mod formatting;
mod highlight;
mod hints;
mod hover;
mod inactive;
mod index;
mod links;
mod matching;
mod members;
mod messages;
mod navigate;
mod outline;
mod place;
mod position_map;
mod rename;
mod scope;
mod selection;
mod signature;
mod snapshot;
mod source;
mod tests;
mod text;
mod vocabulary;

pub use calls::{Function, functions_at, incoming, outgoing};
pub use complete::{Completions, complete};
pub use completion::{Completion, CompletionKind};
pub use entries::{EntryPoint, entry_points};
pub use files::{Layered, Overlays};
pub use folding::{Fold, folds};
pub use formatting::{document, range, typed};
pub use frontend::preprocess::{IncludeHandler, identity};
pub use highlight::{Class, Highlight, highlight};
pub use hints::{Hint, HintKind, hints};
pub use hover::{Hover, hover};
pub use inactive::inactive;
pub use links::links;
pub use messages::{Fix, Message, messages};
pub use navigate::{
    Found, definition, highlights, is_shared, keys, knows, references, references_of, search, type_definition,
};
pub use outline::{Symbol, SymbolKind, outline};
pub use place::Place;
pub use position_map::Drift;
pub use rename::{rename, renamed};
pub use selection::selections;
pub use signature::{Signature, Signatures, signatures};
pub use snapshot::{Settings, Snapshot};
pub use source::Source;
pub use tests::tests;
pub use text::{Encoding, LineIndex, Position, TextRange, without_mark, word_at};
