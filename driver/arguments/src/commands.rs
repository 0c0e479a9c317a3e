//! The sub-commands by name.

/// The sub-commands with their arguments, and what each does.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("run", "[options] <shader or module>", "Run a compute shader on the CPU, with or without checks"),
    ("draw", "[options] <shader or module>", "Draw a picture with vertex and pixel shaders on the CPU"),
    ("trace", "[options] <libraries or modules>", "Trace rays with the shaders of a ray pipeline on the CPU"),
    ("graph", "[options] <library or module>", "Run the nodes of a work graph on the CPU"),
    ("test", "[options] <job files>", "Run job files and compare the results with the expected ones"),
    (
        "reflect",
        "[options] <shader or module>",
        "Print the resources, layouts and features that a shader needs from its host",
    ),
    ("cost", "[options] <shader or module>", "Count instructions, memory accesses and live values of a shader"),
    (
        "reduce",
        "[options] <shader> --keep <command>",
        "Make a shader small for a report while a command still succeeds",
    ),
    ("validate", "[options] <modules>", "Validate SPIR-V modules for a target environment"),
    ("opt", "[options] -o <file> <module>", "Optimize a SPIR-V module"),
    ("dis", "[options] <module>", "Print a SPIR-V module as text"),
    ("asm", "[options] -o <file> <text>", "Assemble a SPIR-V module from text"),
    (
        "convert",
        "[options] <MLIR text>",
        "Convert a kernel in MLIR's gpu, arith, memref, scf and other dialects to SPIR-V",
    ),
    ("fmt", "[options] <files or folders>", "Format HLSL: changes white space only"),
    ("lint", "[options] <files or folders>", "Check all shaders in files and folders; writes nothing"),
    ("batch", "[options] <lists>", "Compile lists of command lines in one process, on all cores"),
    ("serve", "[options]", "Compile for other processes of this command, which share what a batch shares"),
    ("shadermake", "[ShaderMake options]", "Compile a list of permutations like ShaderMake"),
    ("lsp", "[--stdio]", "Run the language server (Language Server Protocol over the standard streams)"),
    ("debug", "[--port NUMBER]", "Run the shader debugger (Debug Adapter Protocol over the standard streams)"),
    ("new", "[options] <folder>", "Create a project with shaders, a build rule and a test"),
    ("explain", "<code or name>", "Explain a diagnostic, a warning or a check, with a wrong and a right program"),
    ("completions", "bash|zsh|fish|powershell", "Print a shell completion script"),
    ("docs", "[--check] <folder>", "Write the documentation that is generated from the compiler's tables"),
    ("help", "[command]", "Print this text, or the options of a command"),
    ("version", "", "Print the version, and those of the languages"),
];

/// What a command does.
pub fn about(command: &str) -> &'static str {
    COMMANDS.iter().find(|(name, ..)| *name == command).map_or("", |(.., about)| about)
}
