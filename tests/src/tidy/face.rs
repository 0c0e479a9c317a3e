//! The public API of the library: every type in a public signature has a public path.
//!
//! It reads the exports of [`ROOTS`], and the public fields, variants and methods of these types, wherever in
//! the workspace they are defined. Hidden items are not a part of the API.

use super::groups::CRATES;
use super::rust::{self, braces, ident, is_mark};
use super::{text_of, verdict};
use crate::collect::{display, files, workspace};
use base::ids::{Map, Set};
use libtest_mimic::Failed;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A type: its crate and its name.
type Type = (String, String);
/// The types with a public path, each with the modules of its crate that the export leads through.
type Exported = Map<Type, Vec<String>>;

/// Modules of the library that are for this workspace alone.
const HIDDEN: &[&str] = &["internal"];
/// What the package shows: the compiler, and shaders on the CPU.
const ROOTS: &[&str] = &["driver/library/src/lib.rs", "driver/launch/src/lib.rs"];
/// Modules whose public items are part of the API, with their files.
const OPEN: &[&str] = &["driver/library/src/api/build.rs", "driver/library/src/options/settings.rs"];
/// Types of the prelude.
const PRELUDE: &[&str] =
    &["Self", "String", "Vec", "Option", "Result", "Box", "Into", "AsRef", "Fn", "FnMut", "FnOnce"];
const PRELUDE_TRAITS: &[&str] =
    &["Iterator", "Item", "Send", "Sync", "Copy", "Clone", "Default", "From", "ToString", "Sized"];

/// A type in a public signature.
struct Mention {
    /// The type whose field, variant or method names it.
    owner: Type,
    named: Type,
    file: String,
}

pub(super) fn public_types_have_public_paths() -> Result<(), Failed> {
    let sources = Sources::read();
    let exported = sources.exported();
    let mut problems: Set<String> = Set::default();
    for mention in sources.mentions() {
        let is_visible = exported.get(&mention.owner).is_some_and(|modules| leads_to(modules, &mention.file));
        if is_visible && !exported.contains_key(&sources.settled(&mention.named)) {
            let ((krate, name), (_, owner)) = (&mention.named, &mention.owner);
            problems.insert(format!("{}: {owner} shows {krate}::{name}, which has no public path", mention.file));
        }
    }
    let mut problems: Vec<String> = problems.into_iter().collect();
    problems.sort_unstable();
    verdict(problems)
}

/// The package `hlsl2spirv` shows each export of the library.
pub(super) fn the_package_shows_the_library() -> Result<(), Failed> {
    let shown = |file: &str| -> Vec<String> {
        let root = rust::read(Vec::new(), &text_of(&workspace().join(file))).swap_remove(0);
        root.imports.into_iter().filter(|import| import.shown).map(|import| import.name).collect()
    };
    let package = shown("driver/src/lib.rs");
    let missing = ROOTS.iter().flat_map(|root| shown(root)).filter(|name| !package.contains(name));
    verdict(missing.map(|name| format!("driver/src/lib.rs does not show {name}")).collect())
}

/// Returns whether an export through these modules may mean a type of the file.
fn leads_to(modules: &[String], file: &str) -> bool {
    let file = file.trim_end_matches(".rs");
    modules.is_empty() || file.split('/').any(|part| modules.iter().any(|module| module == part))
}

/// A type without a public path is found, and a hidden one is ignored.
pub(super) fn private_types_are_found() -> Result<(), Failed> {
    let text = "use std::path::Path; use crate::inner::Hidden;
        pub struct Shown { pub a: Hidden, b: Secret, #[doc(hidden)] pub c: Secret }
        pub enum Choice<T> { One(lower::Left), Two { x: Option<T> } }
        impl<T> Shown { pub fn open(&self, path: &Path) -> Result<Other, u8> { Secret } fn quiet(x: Secret) {} }
        impl std::fmt::Debug for Shown { pub fn no(x: Secret) {} }";
    let found = mentions("driver", "a.rs", text);
    let mut named: Vec<String> = found.iter().map(|one| format!("{}::{}", one.named.0, one.named.1)).collect();
    named.sort_unstable();
    let wanted = ["driver::Hidden", "driver::Other", "lower::Left"];
    if named == wanted { Ok(()) } else { Err(format!("found {named:?}").into()) }
}

/// All files of the workspace's crates.
struct Sources {
    /// The crate, the path and the text.
    files: Vec<(&'static str, String, String)>,
    /// The crates of re-exported types.
    handed_on: Map<Type, String>,
    /// The modules that types at the root of their crate come from.
    modules: Exported,
}

impl Sources {
    fn read() -> Sources {
        let mut sources = Sources { files: Vec::new(), handed_on: Map::default(), modules: Map::default() };
        for one in CRATES {
            let krate = one.name();
            for path in files(&workspace().join(one.folder).join("src"), "rs") {
                let text = text_of(&path);
                let modules = rust::read(Vec::new(), &text);
                for import in modules.iter().flat_map(|module| &module.imports).filter(|import| import.shown) {
                    let source = owner_of(&import.path[0], krate);
                    let named = (krate.to_owned(), import.name.clone());
                    if source != krate {
                        sources.handed_on.insert(named, source);
                    } else if path.ends_with("src/lib.rs") {
                        sources.modules.insert(named, import.path[..import.path.len() - 1].to_vec());
                    }
                }
                sources.files.push((krate, display(&path), text));
            }
        }
        sources
    }

    /// The definition of a re-exported type.
    fn settled(&self, (krate, name): &Type) -> Type {
        let source = self.handed_on.get(&(krate.clone(), name.clone())).unwrap_or(krate);
        (source.clone(), name.clone())
    }

    /// The types that have a public path.
    fn exported(&self) -> Exported {
        let is_open = |path: &str| ROOTS.iter().chain(OPEN).any(|open| path.ends_with(open));
        let mut exported = Exported::default();
        for (krate, path, text) in self.files.iter().filter(|(_, path, _)| is_open(path)) {
            let modules = rust::read(Vec::new(), text);
            for module in
                modules.iter().filter(|module| !module.name.iter().any(|name| HIDDEN.contains(&name.as_str())))
            {
                let own = module.items.iter().filter(|item| item.public && !path.ends_with("lib.rs"));
                exported.extend(own.map(|item| (((*krate).to_owned(), item.name.clone()), Vec::new())));
                for import in module.imports.iter().filter(|import| import.shown) {
                    let Some((name, modules)) = import.path.split_last() else { continue };
                    let named = (owner_of(&import.path[0], krate), name.clone());
                    if name == "*" {
                        exported.extend(self.root_of(&named.0));
                        continue;
                    }
                    let settled = self.settled(&named);
                    let further = modules.get(1..).filter(|modules| settled == named && !modules.is_empty());
                    let modules = further.or(self.modules.get(&settled).map(Vec::as_slice)).unwrap_or_default();
                    exported.insert(settled, modules.to_vec());
                }
            }
        }
        exported
    }

    /// The types at the root of a crate, with the modules that they come from.
    fn root_of(&self, wanted: &str) -> Exported {
        let named = |name: &String| (wanted.to_owned(), name.clone());
        let public = |file: &str, modules: &[String]| -> Exported {
            let is_it = |(krate, path, _): &&(&str, String, String)| *krate == wanted && path.ends_with(file);
            let text = self.files.iter().find(is_it).map_or("", |(_, _, text)| text);
            let items = rust::read(Vec::new(), text).swap_remove(0).items;
            items.iter().filter(|item| item.public).map(|item| (named(&item.name), modules.to_vec())).collect()
        };
        let mut found = public("src/lib.rs", &[]);
        let is_root = |(krate, path, _): &&(&str, String, String)| *krate == wanted && path.ends_with("src/lib.rs");
        let text = self.files.iter().find(is_root).map_or("", |(_, _, text)| text);
        for import in rust::read(Vec::new(), text)[0].imports.iter().filter(|import| import.shown) {
            match import.name == "*" {
                true => found.extend(public(&format!("src/{}.rs", import.path[0]), &import.path[..1])),
                false => {
                    let modules = self.modules.get(&named(&import.name)).cloned().unwrap_or_default();
                    found.insert(self.settled(&named(&import.name)), modules);
                }
            }
        }
        found
    }

    fn mentions(&self) -> Vec<Mention> {
        self.files.iter().flat_map(|(krate, path, text)| mentions(krate, path, text)).collect()
    }
}

/// The crate that a path which begins so leads to.
fn owner_of(first: &str, here: &str) -> String {
    let is_crate = CRATES.iter().any(|one| one.name() == first) || ["std", "core", "spirv", "rspirv"].contains(&first);
    if is_crate { first.replace("rspirv", "spirv") } else { here.to_owned() }
}

/// The types that the public parts of a file name.
fn mentions(krate: &str, path: &str, text: &str) -> Vec<Mention> {
    let modules = rust::read(Vec::new(), text);
    let imports = modules[0].imports.iter().map(|import| (import.name.clone(), import.path.clone())).collect();
    let mut reader = Reader { krate, path, imports, found: Vec::new() };
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
    reader.items(&tokens.into_iter().collect::<Vec<_>>());
    reader.found
}

struct Reader<'a> {
    krate: &'a str,
    path: &'a str,
    imports: Map<String, Vec<String>>,
    found: Vec<Mention>,
}

impl Reader<'_> {
    fn items(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            let Some(word) = ident(token) else { continue };
            let is_item = at == 0 || !is_mark(&tokens[at - 1], ':');
            let rest = &tokens[at + 1..];
            match (word.as_str(), rest.first().and_then(ident)) {
                ("struct" | "enum" | "trait", Some(name)) if is_item && !is_hidden(&tokens[..at]) => {
                    self.definition(&word, &name, &rest[1..]);
                }
                ("impl", _) if is_item => self.methods(rest),
                _ => {}
            }
        }
    }

    fn definition(&mut self, keyword: &str, name: &str, rest: &[TokenTree]) {
        let body = rest.iter().take_while(|token| !is_mark(token, ';')).find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => Some(group),
            _ => None,
        });
        let Some(body) = body else { return };
        let parts: Vec<TokenTree> = body.stream().into_iter().collect();
        if keyword == "trait" {
            return self.functions(name, &parts, true);
        }
        for part in split(&parts) {
            let is_public = keyword == "enum" || is_open(part);
            if is_public && !is_hidden(part) {
                // The name of a variant is none of a type.
                let skipped = part.iter().position(|token| keyword == "enum" && ident(token).is_some());
                self.types(name, &part[skipped.map_or(0, |at| at + 1)..]);
            }
        }
    }

    /// The public functions of an `impl` that is none of a trait.
    fn methods(&mut self, tokens: &[TokenTree]) {
        let Some(end) = tokens.iter().position(|token| braces(token).is_some()) else { return };
        let (head, body) = (&tokens[..end], braces(&tokens[end]));
        if head.iter().any(|token| ident(token).is_some_and(|word| word == "for")) {
            return;
        }
        let mut depth = 0;
        let name = head.iter().find_map(|token| {
            depth += i32::from(is_mark(token, '<')) - i32::from(is_mark(token, '>'));
            ident(token).filter(|_| depth == 0)
        });
        if let (Some(name), Some(body)) = (name, body) {
            self.functions(&name, &body.stream().into_iter().collect::<Vec<_>>(), false);
        }
    }

    fn functions(&mut self, owner: &str, tokens: &[TokenTree], all: bool) {
        let mut start = 0;
        for (at, token) in tokens.iter().enumerate() {
            if braces(token).is_none() && !is_mark(token, ';') {
                continue;
            }
            let part = &tokens[start..at];
            start = at + 1;
            if (all || is_open(part)) && !is_hidden(part) {
                self.types(owner, part);
            }
        }
    }

    /// The types in a piece of a signature.
    fn types(&mut self, owner: &str, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            if is_mark(&tokens[at], '#') {
                at += 2;
                continue;
            }
            if let TokenTree::Group(group) = &tokens[at] {
                self.types(owner, &group.stream().into_iter().collect::<Vec<_>>());
            }
            let mut parts = Vec::new();
            while let Some(part) = tokens.get(at).and_then(ident) {
                parts.push(part);
                at += 1;
                let joined = tokens.get(at..at + 2).is_some_and(|next| next.iter().all(|token| is_mark(token, ':')));
                if !joined {
                    break;
                }
                at += 2;
            }
            at += usize::from(parts.is_empty());
            self.path(owner, &parts);
        }
    }

    fn path(&mut self, owner: &str, parts: &[String]) {
        let Some(at) = parts.iter().position(|part| part.starts_with(char::is_uppercase)) else { return };
        // A single letter represents a parameter of a generic.
        let known = PRELUDE.iter().chain(PRELUDE_TRAITS).any(|name| *name == parts[0]);
        if parts[at].len() == 1 || known || parts[at].chars().all(|c| !c.is_lowercase()) {
            return;
        }
        let full = self.imports.get(&parts[0]).map_or(&parts[..=at], Vec::as_slice);
        let krate = owner_of(&full[0], self.krate);
        let name = if at == 0 { full.last().unwrap_or(&parts[at]) } else { &parts[at] };
        if krate != "std" && krate != "core" {
            let owner = (self.krate.to_owned(), owner.to_owned());
            self.found.push(Mention { owner, named: (krate, name.clone()), file: self.path.to_owned() });
        }
    }
}

/// Returns whether a piece of source is `pub` without limits.
fn is_open(part: &[TokenTree]) -> bool {
    let at = part.iter().position(|token| ident(token).is_some_and(|word| word == "pub"));
    at.is_some_and(|at| !matches!(part.get(at + 1), Some(TokenTree::Group(_))))
}

/// Returns whether the attributes at the end of what precedes an item, or at the beginning of it, hide it.
fn is_hidden(tokens: &[TokenTree]) -> bool {
    let start = tokens.iter().rposition(|token| braces(token).is_some() || is_mark(token, ';'));
    let own = &tokens[start.map_or(0, |at| at + 1)..];
    own.iter().any(|token| matches!(token, TokenTree::Group(group) if group.stream().to_string().replace(' ', "") == "doc(hidden)"))
}

/// The parts between commas that are in no angle brackets.
fn split(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let is_arrow = at > 0 && is_mark(&tokens[at - 1], '-');
        depth += i32::from(is_mark(token, '<')) - i32::from(is_mark(token, '>') && !is_arrow);
        if depth == 0 && is_mark(token, ',') {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    parts.push(&tokens[start..]);
    parts
}
