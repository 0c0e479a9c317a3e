//! Command lines on which options of a sub-command and of the compiler are in any order.
//!
//! Owns which words belong to whom. Must not know what any option does.

use clap::{Arg, Args, Command};
use library::options::args::values_after;

/// What words are that belong to no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Arguments of the sub-command.
    #[cfg(any(test, feature = "lsp", feature = "runner"))]
    OfCommand,
    /// Arguments of the compiler.
    OfCompiler,
}

/// The arguments of a sub-command sorted for clap: its own ones, and after `--` those of the compiler.
pub(super) fn sorted<A: Args>(arguments: &[String], words: Words) -> Vec<String> {
    let own = A::augment_args(Command::new("command"));
    let (mut ours, mut others) = (vec![arguments[0].clone()], Vec::new());
    let mut rest = &arguments[1..];
    while let Some((argument, after)) = rest.split_first() {
        rest = after;
        let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
        let mut take = |count: usize, to: &mut Vec<String>| {
            let (taken, left) = rest.split_at(count.min(rest.len()));
            to.extend_from_slice(taken);
            rest = left;
        };
        let is_own = own.get_arguments().find(|one| is_spelled(one, name));
        if argument == "--" {
            take(usize::MAX, &mut others);
        } else if let Some(one) = is_own {
            ours.push(argument.clone());
            if name.len() == argument.len() {
                let count = values(one, after);
                take(count, &mut ours);
            }
        } else if !argument.starts_with('-') || argument == "-" {
            match words {
                #[cfg(any(test, feature = "lsp", feature = "runner"))]
                Words::OfCommand => ours.push(argument.clone()),
                Words::OfCompiler => others.push(argument.clone()),
            }
        } else if ["--help", "-h"].contains(&argument.as_str()) {
            ours.push(argument.clone());
        } else {
            match values_after(argument) {
                Some(count) => {
                    others.push(argument.clone());
                    take(count, &mut others);
                }
                // Clap knows the nearest of the command's own options.
                None if argument.starts_with("--") => ours.push(argument.clone()),
                None => others.push(argument.clone()),
            }
        }
    }
    ours.push("--".to_owned());
    ours.extend(others);
    ours
}

/// Returns whether a word spells an option.
fn is_spelled(one: &Arg, word: &str) -> bool {
    one.get_long().is_some_and(|name| word.strip_prefix("--") == Some(name))
        || one.get_short().is_some_and(|name| word.strip_prefix('-').is_some_and(|rest| rest.chars().eq([name])))
}

/// The number of words behind an option that are values of it.
fn values(one: &Arg, after: &[String]) -> usize {
    if !one.get_action().takes_values() || one.is_require_equals_set() {
        return 0;
    }
    let (least, most) = one.get_num_args().map_or((1, 1), |range| (range.min_values(), range.max_values()));
    let free = after.iter().take(most).take_while(|word| !word.starts_with('-')).count();
    free.max(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arguments::{BatchArguments, ReflectArguments};

    fn line(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn options_of_the_compiler_may_stand_anywhere() {
        let sorted = |text| sorted::<ReflectArguments>(&line(text), Words::OfCompiler);
        assert_eq!(
            sorted("reflect -T cs_6_0 --format json a.hlsl -o out.json -Od --format=text -- -DX=1"),
            line("reflect --format json -o out.json --format=text -- -T cs_6_0 a.hlsl -Od -DX=1")
        );
        assert_eq!(sorted("reflect --schema"), line("reflect --schema --"));
        assert_eq!(
            sorted("reflect -Od --link a.hlsl:main:vs_6_0 b.spv -DX --format json"),
            line("reflect --link a.hlsl:main:vs_6_0 b.spv --format json -- -Od -DX")
        );
    }

    #[test]
    fn files_may_be_those_of_the_command() {
        let sorted = |text| sorted::<BatchArguments>(&line(text), Words::OfCommand);
        assert_eq!(sorted("x a -I inc -j 4 b -DX -"), line("x a -j 4 b - -- -I inc -DX"));
        assert_eq!(sorted("x a --jbos 4"), line("x a --jbos 4 --"));
        assert_eq!(sorted("x -h -- -j a"), line("x -h -- -j a"));
    }
}
