//! A reader of Rust sources for these tests: modules, imports, items, and the words that name them.
//!
//! It works on tokens, so that comments and strings do not count and the contents of macros count as code. Test code is
//! left out. It knows nothing of types: a method is a word, no path.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The modules of one file, its own first, then the inline ones.
pub(super) fn read(name: Vec<String>, text: &str) -> Vec<Module> {
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{name:?}: {error}"));
    let mut reader = Reader { module: Module { name, ..Module::default() }, inner: Vec::new() };
    reader.walk(tokens);
    let mut modules = vec![reader.module];
    modules.extend(reader.inner);
    modules
}

/// A module, of a file or inline.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Its path in the crate: empty for the root.
    pub(super) name: Vec<String>,
    pub(super) imports: Vec<Import>,
    pub(super) items: Vec<Item>,
    /// The paths that it names, imports aside.
    pub(super) mentions: Vec<Vec<String>>,
}

/// One name of a `use`.
#[derive(Debug)]
pub(super) struct Import {
    /// The local name, `*` for all names of a module.
    pub(super) name: String,
    pub(super) path: Vec<String>,
    /// True if it is a re-export: it may be nothing but a shorter path for others.
    pub(super) shown: bool,
}

/// A named item in a module, an `impl` or a function.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) line: usize,
    /// The last line of a function with a body.
    pub(super) end: Option<usize>,
    /// The number of parameters of a function that are taken apart as tuples.
    pub(super) tuples: usize,
    /// True if it is `pub`, without limits.
    pub(super) public: bool,
}

struct Reader {
    module: Module,
    /// The inline modules.
    inner: Vec<Module>,
}

impl Reader {
    fn walk(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => attribute(&tokens[at..]),
                TokenTree::Ident(word) if word == "use" => self.import(&tokens, at),
                TokenTree::Ident(word) if word == "mod" => self.inner_module(&tokens[at..]),
                TokenTree::Ident(_) => self.word(&tokens, at),
                TokenTree::Group(group) => {
                    self.walk(group.stream());
                    1
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
            }
        }
    }

    /// `mod name { .. }`: an inline module.
    fn inner_module(&mut self, tokens: &[TokenTree]) -> usize {
        let [_, TokenTree::Ident(name), body, ..] = tokens else { return 1 };
        if let Some(body) = braces(body) {
            let name = [self.module.name.as_slice(), &[name.to_string()]].concat();
            let outer = std::mem::replace(&mut self.module, Module { name, ..Module::default() });
            self.walk(body.stream());
            self.inner.push(std::mem::replace(&mut self.module, outer));
        }
        3
    }

    /// `use ..;` with all the names it brings in.
    fn import(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let end = tokens[at..].iter().position(|token| is_mark(token, ';'));
        // Another `use` is that of bounds: `impl Trait + use<'a>`.
        let Some(end) = end.filter(|_| !is_mark(&tokens[at + 1], '<')) else { return 1 };
        let shown = visibility(&tokens[..at]).is_some();
        names(&tokens[at + 1..at + end], &[], shown, &mut self.module.imports);
        end + 1
    }

    /// A word other than `use` and `mod`: the start of an item or of a path.
    fn word(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let rest = &tokens[at..];
        let item = rest.get(1).and_then(ident).filter(|name| defines(&tokens[at].to_string(), name));
        let Some(name) = item else { return self.path(rest) };
        let body = rest.iter().take_while(|token| !is_mark(token, ';')).find_map(braces);
        let is_function = ident(&tokens[at]).is_some_and(|word| word == "fn");
        let end = body.filter(|_| is_function);
        self.module.items.push(Item {
            name,
            line: tokens[at].span().start().line,
            end: end.map(|body| body.span_close().end().line),
            tuples: if is_function { tuples(&rest[2..]) } else { 0 },
            public: visibility(&tokens[..at]) == Some(Visibility::Everyone),
        });
        2
    }

    /// A path, or a word alone.
    fn path(&mut self, tokens: &[TokenTree]) -> usize {
        let mut parts = Vec::new();
        let mut length = 0;
        while let Some(part) = tokens.get(length).and_then(ident) {
            parts.push(part);
            length += 1;
            let colons =
                tokens.get(length..length + 2).is_some_and(|next| next.iter().all(|token| is_mark(token, ':')));
            if !colons {
                break;
            }
            length += 2;
        }
        self.module.mentions.push(parts);
        length
    }
}

/// Returns whether two words start an item. In `const fn` and `*const T` the word has another meaning.
fn defines(keyword: &str, name: &str) -> bool {
    let keywords = ["fn", "struct", "enum", "trait", "type", "union", "const", "static"];
    keywords.contains(&keyword) && !["fn", "unsafe", "extern", "async", "mut", "_"].contains(&name)
}

/// The number of parameters with a tuple as their pattern, in what is behind the name of a function.
fn tuples(rest: &[TokenTree]) -> usize {
    let Some(TokenTree::Group(params)) = rest.get(generics(rest)) else { return 0 };
    let params: Vec<TokenTree> = params.stream().into_iter().collect();
    let is_pattern = |pair: &&[TokenTree]| parentheses(&pair[0]) && is_mark(&pair[1], ':');
    params.windows(2).filter(is_pattern).count()
}

/// The length of the generic parameters at the start of tokens.
fn generics(tokens: &[TokenTree]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        let is_arrow = at > 0 && is_mark(&tokens[at - 1], '-');
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '<' => depth += 1,
            TokenTree::Punct(mark) if mark.as_char() == '>' && !is_arrow => depth -= 1,
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Group(_) => {}
        }
        if depth == 0 {
            return if at == 0 { 0 } else { at + 1 };
        }
    }
    tokens.len()
}

/// The length of an attribute, with the item that it restricts to tests.
fn attribute(tokens: &[TokenTree]) -> usize {
    let length = if tokens.get(1).is_some_and(|token| is_mark(token, '!')) { 3 } else { 2 };
    let Some(TokenTree::Group(group)) = tokens.get(length - 1) else { return 1 };
    if group.stream().to_string().replace(' ', "") != "cfg(test)" {
        return length;
    }
    let end = tokens.iter().position(|token| is_mark(token, ';') || braces(token).is_some());
    end.map_or(tokens.len(), |end| end + 1)
}

/// The leaves of a `use` tree.
fn names(tree: &[TokenTree], before: &[String], shown: bool, found: &mut Vec<Import>) {
    for branch in tree.split(|token| is_mark(token, ',')).filter(|branch| !branch.is_empty()) {
        let renamed = branch.iter().position(|token| ident(token).is_some_and(|word| word == "as"));
        let (path, renamed) = branch.split_at(renamed.unwrap_or(branch.len()));
        let mut parts = before.to_vec();
        parts
            .extend(path.iter().filter(|token| is_mark(token, '*') || ident(token).is_some()).map(ToString::to_string));
        if let Some(TokenTree::Group(group)) = path.last() {
            names(&group.stream().into_iter().collect::<Vec<_>>(), &parts, shown, found);
            continue;
        }
        if parts.len() > 1 && parts.last().is_some_and(|last| last == "self") {
            parts.pop();
        }
        let name = renamed.last().map(ToString::to_string).or_else(|| parts.last().cloned());
        found.extend(name.map(|name| Import { name, path: parts, shown }));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visibility {
    Everyone,
    Crate,
}

/// The visibility before an item, possibly separated from it by words like `unsafe`.
fn visibility(before: &[TokenTree]) -> Option<Visibility> {
    let parts = |token: &&TokenTree| ["const", "unsafe", "extern", "\"C\""].contains(&token.to_string().as_str());
    let mut before = before.iter().rev().skip_while(parts);
    match before.next()? {
        TokenTree::Ident(word) => (word == "pub").then_some(Visibility::Everyone),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            before.next().and_then(ident).filter(|word| word == "pub").map(|_| Visibility::Crate)
        }
        TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}

pub(super) fn ident(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}

pub(super) fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == mark)
}

fn parentheses(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
}

pub(super) fn braces(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}
