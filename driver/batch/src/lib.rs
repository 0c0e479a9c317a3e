//! Compilations as the command does them: a command line in DXC's style, lists of those in one process, and a server for processes.
//!
//! The crate owns what a command line prints and writes, and its status; the forms of lists, their sets and conditions, and the
//! files about a whole list. It must not know how a shader is compiled, which is `library`'s, nor other sub-commands. It is a
//! crate of its own because it is built for speed, which other sub-commands are not.

pub mod compile;
mod condition;
mod conditions;
mod cover;
mod cubes;
pub mod help;
mod keywords;
pub mod list;
mod packed;
mod process;
mod remote;
pub mod rule;
mod sample;
pub mod serve;
mod sets;
mod spaces;
mod unused;
mod variants;

pub use process::run;
