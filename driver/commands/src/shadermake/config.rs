//! A list of shaders as text: lines, conditions, `{a,b}` for several lines at once, and the options of a line.

use super::directives::{Conditions, Line};
use arguments::shadermake::{ShaderModel, shader_model};

/// A line for one permutation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// The number of the line in the list, from 1.
    pub(super) line: usize,
    pub(super) source: String,
    /// Without the shader model.
    pub(super) profile: String,
    pub(super) entry: String,
    pub(super) defines: Vec<String>,
    /// A folder below the one for outputs.
    pub(super) folder: Option<String>,
    pub(super) optimization: Option<u32>,
    pub(super) suffix: String,
    pub(super) model: Option<ShaderModel>,
    /// Options for the compiler.
    pub(super) options: Vec<String>,
}

/// An error in a list: the number of the line, and what is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Error {
    pub(super) line: usize,
    pub(super) what: String,
}

/// The limit of permutations of a list.
const MAX_ROWS: usize = 1 << 18;
/// The limit of the text of all permutations, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The permutations of a list, and directives that close nothing, which are not errors for ShaderMake either.
///
/// # Errors
/// At the first line that cannot be read, or makes too many permutations.
pub(super) fn read(text: &str, defines: &[String]) -> Result<(Vec<Row>, Vec<Error>), Error> {
    let (mut rows, mut strays) = (Vec::new(), Vec::new());
    let mut conditions = Conditions::new(defines);
    let mut budget = MAX_BYTES;
    for (at, line) in text.lines().enumerate() {
        let line_number = at + 1;
        let failed = |what: String| Error { line: line_number, what };
        let line = trimmed(line);
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        match conditions.take(&line) {
            Line::Passed => {}
            Line::Stray(name) => strays.push(failed(format!("'{name}' without '#if'"))),
            Line::Counts => {
                let take = |line: &str| {
                    if rows.len() == MAX_ROWS {
                        return Err(format!("more than {MAX_ROWS} permutations"));
                    }
                    rows.push(row(line_number, line)?);
                    Ok(())
                };
                expand(&line, &mut budget, take).map_err(failed)?;
            }
        }
    }
    Ok((rows, strays))
}

/// A line without white space at its ends, with single spaces.
fn trimmed(line: &str) -> String {
    line.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Passes on the lines that a line with `{a,b}` represents: the first braces vary slowest, and do not nest.
fn expand(line: &str, budget: &mut usize, mut take: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    // Lines to expand, the next one last.
    let mut waiting = vec![line.to_owned()];
    while let Some(line) = waiting.pop() {
        *budget = budget.checked_sub(line.len()).ok_or("text of permutations exceeds the limit")?;
        let Some((before, rest)) = line.split_once('{') else {
            take(&line)?;
            continue;
        };
        let (items, after) = rest.split_once('}').ok_or("missing '}'")?;
        waiting.extend(items.rsplit(',').map(|item| format!("{before}{item}{after}")));
    }
    Ok(())
}

/// The words of a line: `"` keeps spaces, and is not a part of a word.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            other => word.push(other),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Sets what an option of a line says.
type Set = fn(&mut Row, String) -> Result<(), String>;

/// The options of a line: the short form, the long form, and what they set.
const OPTIONS: &[(&str, &str, Set)] = &[
    ("-T", "--profile", |row, value| set(&mut row.profile, value)),
    ("-E", "--entryPoint", |row, value| set(&mut row.entry, value)),
    ("-D", "--define", |row, value| push(&mut row.defines, value)),
    ("-o", "--output", |row, value| set(row.folder.get_or_insert_default(), value)),
    ("-O", "--optimization", |row, value| {
        let level = value.parse().map_err(|_| format!("invalid optimization level '{value}'"))?;
        row.optimization = Some(level);
        Ok(())
    }),
    ("-s", "--outputSuffix", |row, value| set(&mut row.suffix, value)),
    ("-m", "--shaderModel", |row, value| {
        row.model = Some(shader_model(&value)?);
        Ok(())
    }),
    ("", "--compilerOptionsDXIL", |_, _| Ok(())),
    ("", "--compilerOptionsSPIRV", |row, value| push(&mut row.options, value)),
];

fn set(place: &mut String, value: String) -> Result<(), String> {
    *place = value;
    Ok(())
}

fn push(list: &mut Vec<String>, value: String) -> Result<(), String> {
    list.push(value);
    Ok(())
}

/// The permutation of a line.
fn row(line: usize, text: &str) -> Result<Row, String> {
    let mut words = words(text).into_iter();
    let source = words.next().ok_or("missing shader name")?;
    let mut row = Row { line, source, entry: "main".to_owned(), ..Row::default() };
    while let Some(word) = words.next() {
        let (value, set) = option(&word).ok_or_else(|| format!("unknown option '{word}'"))?;
        let value = match value {
            Some(value) => value.to_owned(),
            None => words.next().ok_or_else(|| format!("missing value for '{word}'"))?,
        };
        set(&mut row, value)?;
    }
    if row.profile.is_empty() {
        return Err("missing profile, such as -T cs".to_owned());
    }
    Ok(row)
}

/// The option that a word is, with its value where it is in the same word: `-DA`, `--define=A`.
fn option(word: &str) -> Option<(Option<&str>, Set)> {
    OPTIONS.iter().find_map(|(short, long, set)| {
        if let Some(rest) = word.strip_prefix(long) {
            let value = rest.strip_prefix('=');
            return (rest.is_empty() || value.is_some()).then_some((value, *set));
        }
        let rest = word.strip_prefix(short).filter(|_| !short.is_empty())?;
        Some(((!rest.is_empty()).then_some(rest), *set))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<Row>, Error> {
        read(text, &["VULKAN".to_owned()]).map(|(rows, _)| rows)
    }

    #[test]
    fn the_first_braces_vary_slowest() {
        let rows = rows("// all\n\n  a{1,2}.hlsl\t-T  cs -D A{,=1}\n").expect("a list");
        let all: Vec<_> = rows.iter().map(|row| format!("{} {}", row.source, row.defines.join(" "))).collect();
        assert_eq!(all, ["a1.hlsl A", "a1.hlsl A=1", "a2.hlsl A", "a2.hlsl A=1"]);
        assert!(rows.iter().all(|row| row.line == 3 && row.profile == "cs" && row.entry == "main"));
    }

    #[test]
    fn lines_have_options_in_all_spellings() {
        let line = "a.hlsl -Tps --entryPoint=go -D \"S=a b\" -DT -O 2 -o sub -s _x --shaderModel 6_6 \
                    --compilerOptionsSPIRV \"-Zpr -Gis\" --compilerOptionsDXIL -Qx";
        let row = rows(line).expect("a list").remove(0);
        let expected = Row {
            line: 1,
            source: "a.hlsl".to_owned(),
            profile: "ps".to_owned(),
            entry: "go".to_owned(),
            defines: vec!["S=a b".to_owned(), "T".to_owned()],
            folder: Some("sub".to_owned()),
            optimization: Some(2),
            suffix: "_x".to_owned(),
            model: Some(ShaderModel(6, 6)),
            options: vec!["-Zpr -Gis".to_owned()],
        };
        assert_eq!(row, expected);
    }

    #[test]
    fn conditions_choose_lines() {
        let rows = rows("#ifdef VULKAN\na.hlsl -T cs\n#else\nb.hlsl -T cs\n#endif\n").expect("a list");
        assert_eq!(rows.len(), 1);
        assert_eq!(read("#endif\n", &[]).expect("a list").1[0].line, 1);
    }

    #[test]
    fn wrong_lines_are_errors_at_their_number() {
        let what = |text: &str| rows(text).map_err(|error| (error.line, error.what)).expect_err("an error");
        assert_eq!(what("\na.hlsl -T cs -D {a"), (2, "missing '}'".to_owned()));
        assert_eq!(what("a.hlsl"), (1, "missing profile, such as -T cs".to_owned()));
        assert_eq!(what("a.hlsl -T"), (1, "missing value for '-T'".to_owned()));
        assert_eq!(what("a.hlsl -T cs x"), (1, "unknown option 'x'".to_owned()));
        assert_eq!(what("a.hlsl -T cs -m 6").1, "invalid shader model '6': expected two numbers, such as 6_5");
        assert_eq!(what(&format!("a.hlsl -T cs {}", "{,}".repeat(60))).1, "more than 262144 permutations");
    }
}
