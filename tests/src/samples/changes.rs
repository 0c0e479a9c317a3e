//! Small changes of a shader's text, each of which makes a mutant: another operator, another number, a condition that is
//! negated, a statement that is gone, and two arguments in each other's place.

/// A changed text.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The line that is changed.
    pub(crate) line: usize,
    /// What is there now, behind what was there.
    pub(crate) what: String,
    pub(crate) text: String,
}

/// What takes the place of an operator.
#[rustfmt::skip]
const OPERATORS: &[(&str, &str)] = &[
    ("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"), ("==", "!="), ("!=", "=="),
    ("+", "-"), ("-", "+"), ("*", "/"), ("/", "*"), ("%", "*"),
    ("<<", ">>"), (">>", "<<"), ("&", "|"), ("|", "&"), ("^", "&"), ("&&", "||"), ("||", "&&"), ("!", ""),
    ("+=", "-="), ("-=", "+="), ("*=", "/="), ("/=", "*="), ("<<=", ">>="), (">>=", "<<="), ("^=", "&="),
    ("++", "--"), ("--", "++"), ("true", "false"), ("false", "true"),
];

/// Functions and annotations whose first two arguments may change places.
const SYMMETRIC: &[&str] = &["dot", "min", "max", "distance", "read", "write"];

/// Words that are statements by themselves.
const JUMPS: &[&str] = &["return", "break", "continue", "discard"];

/// A token: where it starts and ends.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    start: usize,
    text: &'t str,
}

impl Token<'_> {
    fn end(self) -> usize {
        self.start + self.text.len()
    }

    fn is_name(self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn is_number(self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// All changes of a text, in its order.
pub(crate) fn changes(text: &str) -> Vec<Change> {
    let tokens = tokens(text);
    let mut all = Vec::new();
    for at in 0..tokens.len() {
        let replaced = [operator(&tokens, at), number(&tokens, at), condition(text, &tokens, at)];
        all.extend(replaced.into_iter().flatten().map(|by| change(text, by)));
        all.extend(statement(&tokens, at).map(|by| change(text, by)));
        all.extend(arguments(text, &tokens, at).map(|by| change(text, by)));
    }
    all
}

/// A part of a text, and what takes its place.
struct Replaced {
    start: usize,
    end: usize,
    by: String,
}

fn change(text: &str, Replaced { start, end, by }: Replaced) -> Change {
    let line = text[..start].matches('\n').count() + 1;
    let short = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let what = format!("{} -> {}", short(&text[start..end]), short(&by));
    Change { line, what, text: format!("{}{by}{}", &text[..start], &text[end..]) }
}

/// The tokens of a text, without comments, directives, and lines that begin with attributes.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut all, mut line_start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        if !code.trim_start().starts_with(['#', '[']) {
            all.extend(tokens_of_line(code).map(|(at, text)| Token { start: line_start + at, text }));
        }
        line_start += line.len();
    }
    all
}

fn tokens_of_line(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].len() - line[at..].trim_start().len();
        let rest = &line[at..];
        let length = length_of_token(rest);
        let token = (at, &rest[..length]);
        at += length;
        (length > 0).then_some(token)
    })
}

fn length_of_token(rest: &str) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = |extra: &dyn Fn(usize, char) -> bool| {
        rest.char_indices().find(|&(at, c)| !is_word(c) && !extra(at, c)).map_or(rest.len(), |(at, _)| at)
    };
    if first.is_ascii_digit() {
        return word(&|at, c| c == '.' || c == '-' && rest[..at].ends_with('e'));
    }
    if is_word(first) {
        return word(&|_, _| false);
    }
    if first == '"' {
        return rest[1..].find('"').map_or(rest.len(), |end| end + 2);
    }
    let operators = OPERATORS.iter().map(|(operator, _)| operator.len());
    let longest =
        operators.filter(|&length| OPERATORS.iter().any(|(text, _)| text.len() == length && rest.starts_with(text)));
    longest.max().unwrap_or(first.len_utf8())
}

fn operator(tokens: &[Token<'_>], at: usize) -> Option<Replaced> {
    let token = tokens[at];
    let (_, by) = OPERATORS.iter().find(|(operator, _)| *operator == token.text)?;
    let before = tokens[..at].last()?;
    let is_operand =
        before.is_number() || before.text == ")" || before.text == "]" || before.is_name() && before.text != "return";
    let by = if token.text == "-" && !is_operand { "" } else { by };
    Some(Replaced { start: token.start, end: token.end(), by: (*by).to_owned() })
}

fn number(tokens: &[Token<'_>], at: usize) -> Option<Replaced> {
    let token = tokens[at];
    if !token.is_number() {
        return None;
    }
    let by = match token.text.strip_prefix("0x") {
        Some(digits) => format!("{:#x}", u64::from_str_radix(digits, 16).ok()? + 1),
        None if token.text.contains(['.', 'e']) => match token.text.parse::<f64>().ok()? {
            0.0 => "0.5".to_owned(),
            number => format!("{:?}", number * 1.25),
        },
        None => {
            let suffix = token.text.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = token.text.strip_suffix(suffix)?;
            format!("{}{suffix}", digits.parse::<u64>().ok()? + 1)
        }
    };
    Some(Replaced { start: token.start, end: token.end(), by })
}

/// The index of the bracket that closes the one at an index.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn condition(text: &str, tokens: &[Token<'_>], at: usize) -> Option<Replaced> {
    if tokens[at].text != "if" {
        return None;
    }
    let (start, end) = (tokens.get(at + 1)?.end(), tokens[closing(tokens, at + 1)?].start);
    Some(Replaced { start, end, by: format!("!({})", &text[start..end]) })
}

/// A statement that assigns, calls or jumps, and that begins at a token.
fn statement(tokens: &[Token<'_>], at: usize) -> Option<Replaced> {
    let first = tokens[at];
    let starts = at == 0 || [";", "{", "}", ")", "else"].contains(&tokens[at - 1].text);
    if !starts || !first.is_name() || first.text == "for" || first.text == "while" || first.text == "if" {
        return None;
    }
    let next = tokens.get(at + 1)?;
    let is_jump = JUMPS.contains(&first.text) && next.text == ";";
    let assigns = [".", "[", "(", "=", "+=", "-=", "*=", "/=", "^=", "++", "--"].contains(&next.text);
    if !is_jump && !assigns {
        return None;
    }
    let mut end = at;
    while tokens.get(end)?.text != ";" {
        end = if ["(", "[", "{"].contains(&tokens[end].text) { closing(tokens, end)? + 1 } else { end + 1 };
    }
    // The definition of a function, or the head of a loop.
    let is_whole =
        tokens[at..end].iter().all(|token| token.text != "}" && token.text != ")") || closes(&tokens[at..end]);
    is_whole.then(|| Replaced { start: first.start, end: tokens[end].start, by: String::new() })
}

/// Returns whether all brackets are closed.
fn closes(tokens: &[Token<'_>]) -> bool {
    let depth = |open: &str, close: &str| {
        tokens.iter().filter(|token| token.text == open).count()
            == tokens.iter().filter(|token| token.text == close).count()
    };
    depth("(", ")") && depth("{", "}")
}

/// The first two arguments of a call.
fn arguments(text: &str, tokens: &[Token<'_>], at: usize) -> Option<Replaced> {
    let open = at + 1;
    if !tokens[at].is_name() || tokens.get(open)?.text != "(" || SYMMETRIC.contains(&tokens[at].text) {
        return None;
    }
    let is_declared = at > 0 && tokens[at - 1].is_name() && tokens[at - 1].text != "return";
    if is_declared || ["for", "if", "while", "switch", "register"].contains(&tokens[at].text) {
        return None;
    }
    let close = closing(tokens, open)?;
    let (mut commas, mut inner) = (Vec::new(), open + 1);
    while inner < close {
        if tokens[inner].text == "," {
            commas.push(inner);
        }
        inner = if ["(", "[", "{"].contains(&tokens[inner].text) { closing(tokens, inner)? + 1 } else { inner + 1 };
    }
    let first = *commas.first()?;
    let last = commas.get(1).copied().unwrap_or(close);
    let one = &text[tokens[open].end()..tokens[first].start];
    let (start, end) = (tokens[open].end(), tokens[last].start);
    let two = text[tokens[first].end()..end].trim();
    (one != two).then(|| Replaced { start, end, by: format!("{two}, {one}") })
}
