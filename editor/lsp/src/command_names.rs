//! The names of the commands that a client can have executed.

use crate::host::Action;

/// Chooses a variant: the file, and its number.
pub(crate) const CHOOSE: &str = "hlsl2spirv.chooseVariant";
/// Chooses the next variant of a file.
pub(crate) const NEXT: &str = "hlsl2spirv.nextVariant";
/// The actions of the compiler, by the names of their commands.
const ACTIONS: &[(&str, Action)] = &[
    ("hlsl2spirv.compile", Action::Compile),
    ("hlsl2spirv.showSpirv", Action::ShowSpirv),
    ("hlsl2spirv.run", Action::Run),
    ("hlsl2spirv.runJobs", Action::RunJobs),
    ("hlsl2spirv.cost", Action::Cost),
    ("hlsl2spirv.listTests", Action::ListTests),
    ("hlsl2spirv.runTests", Action::RunTests),
];

/// The names of all commands.
pub(crate) fn names() -> Vec<&'static str> {
    [CHOOSE, NEXT].into_iter().chain(ACTIONS.iter().map(|(name, _)| *name)).collect()
}

/// The name of the command for an action.
pub(crate) fn name_of(action: Action) -> &'static str {
    ACTIONS.iter().find(|(_, known)| *known == action).map_or("", |(name, _)| name)
}

/// The action of a command.
pub(crate) fn action(command: &str) -> Option<Action> {
    ACTIONS.iter().find(|(name, _)| *name == command).map(|(_, action)| *action)
}
