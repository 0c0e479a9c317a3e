//! HLSL shaders as SPIR-V words in Rust programs, without a build script.
//!
//! ```
//! use hlsl2spirv_macros::include_hlsl;
//!
//! const FILL: &[u32] = include_hlsl!("../tests/shaders/fill.hlsl", "-T cs_6_0 -E main -fspv-target-env=vulkan1.2");
//! assert_eq!(FILL[0], 0x0723_0203);
//! ```
//!
//! The crate owns the macro alone: what a command line means is the compiler's. Programs with many shaders, or that want their
//! structs and bindings as Rust types, compile them in a build script instead, with `hlsl2spirv::build`.

use hlsl2spirv::{Artifact, Compiler, Style};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::path::{Path, PathBuf};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, LitStr, Token};

/// Compiles an HLSL file: an expression of type `&'static [u32]`, the words of the SPIR-V module.
///
/// The first argument is the file, relative to the one that invokes the macro, as for `include_str!`. All others are options as
/// for `hlsl2spirv` and `dxc`, one or more in a text: `"-T ps_6_6 -E shade", "-D SAMPLES=4"`. Options end at white space.
///
/// The program is built anew when the file or one of its includes changes. Errors are those of the compiler, at the macro;
/// warnings are printed. `-WX` makes them errors.
#[proc_macro]
pub fn include_hlsl(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let expanded = syn::parse::<Request>(input).and_then(|request| request.expand());
    expanded.unwrap_or_else(Error::into_compile_error).into()
}

/// The arguments of the macro.
struct Request {
    file: LitStr,
    options: Vec<LitStr>,
}

impl Parse for Request {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut arguments = Punctuated::<LitStr, Token![,]>::parse_terminated(input)?.into_iter();
        let file = arguments.next().ok_or_else(|| input.error("expected the path of an HLSL file"))?;
        Ok(Request { file, options: arguments.collect() })
    }
}

impl Request {
    /// The words, with what makes Cargo look at the files again.
    fn expand(&self) -> syn::Result<TokenStream> {
        let artifact = self.compile()?;
        let files = self.absolute(&artifact.dependencies.visited)?;
        let words = &artifact.words;
        Ok(quote! {
            {
                #(const _: &[::core::primitive::u8] = ::core::include_bytes!(#files);)*
                const WORDS: &[::core::primitive::u32] = &[#(#words),*];
                WORDS
            }
        })
    }

    fn compile(&self) -> syn::Result<Artifact> {
        let options: Vec<String> = self.options.iter().flat_map(words_of).collect();
        let compiler = Compiler::from_args(&options);
        let result = compiler.and_then(|compiler| compiler.source_facts(false).compile_file(self.path()));
        let artifact = result.map_err(|failure| self.error(&failure.report.render(&Style::default())))?;
        if !artifact.report.is_empty() {
            eprint!("{}", artifact.report.render(&Style::default()));
        }
        match artifact.words.is_empty() {
            true => Err(self.error("the options ask for no module")),
            false => Ok(artifact),
        }
    }

    /// The file, beside the one with the macro. Tools that expand macros in texts have no such file; they run in the folder
    /// of the package.
    fn path(&self) -> PathBuf {
        let source = Span::call_site().local_file();
        source.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).join(self.file.value())
    }

    /// Files as `include_bytes!` finds them from anywhere.
    fn absolute(&self, files: &[String]) -> syn::Result<Vec<String>> {
        let absolute = |file: &String| {
            let path = Path::new(file).canonicalize().map_err(|error| self.error(&format!("{file}: {error}")))?;
            path.into_os_string().into_string().map_err(|path| self.error(&format!("{}: not UTF-8", path.display())))
        };
        files.iter().map(absolute).collect()
    }

    fn error(&self, what: &str) -> Error {
        Error::new(self.file.span(), what.trim_end())
    }
}

fn words_of(text: &LitStr) -> Vec<String> {
    text.value().split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::Request;

    /// What the compiler says at the macro.
    fn message(arguments: &str) -> String {
        let expanded = syn::parse_str(arguments).and_then(|request: Request| request.expand());
        expanded.expect_err("the arguments are wrong").to_string()
    }

    #[test]
    fn mistakes_are_errors_with_their_places() {
        let wrong = message(r#""tests/shaders/wrong.hlsl", "-T cs_6_0""#);
        assert!(wrong.starts_with("tests/shaders/wrong.hlsl:2:48: error: use of undeclared identifier"), "{wrong}");
        assert!(message(r#""tests/shaders/absent.hlsl", "-T cs_6_0""#).contains("tests/shaders/absent.hlsl"));
        assert!(message(r#""tests/shaders/fill.hlsl", "-T cs_9_9""#).contains("cs_9_9"));
        assert_eq!(message(r#""tests/shaders/fill.hlsl", "-P -T cs_6_0""#), "the options ask for no module");
        assert_eq!(message(""), "unexpected end of input, expected the path of an HLSL file");
        assert_eq!(message("7"), "expected string literal");
    }

    #[test]
    fn includes_are_files_of_the_program() {
        let request: Request =
            syn::parse_str(r#""tests/shaders/fill.hlsl", "-T cs_6_0""#).expect("the arguments are right");
        let expanded = request.expand().expect("the shader is right").to_string();
        assert!(expanded.contains("/tests/shaders/fill.hlsl") && expanded.contains("/tests/shaders/amount.hlsli"));
    }
}
