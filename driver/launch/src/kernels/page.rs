//! A page about a checked run, which needs nothing but itself: findings, the lines of the source by the lanes that ran them,
//! and what the bindings hold.

use super::checked::summary;
use super::picture;
use super::resources::{Bound, Resource};
use check::coverage::{Coverage, FileCoverage, Line};
use check::{Finding, Level, Place, Report};
use library::files::reading;
use runner::Image;
use std::fmt::Write;

/// The texels along the side of a picture, at most.
const MOST_SIDE: u32 = 512;
/// The numbers in a row of a buffer's picture.
const ROW: usize = 64;
/// The numbers of a buffer that are written out.
const MOST_NUMBERS: usize = 256;

const STYLE: &str = "\
body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222;background:#fff}
code,pre,td{font-family:ui-monospace,monospace;font-size:13px}h2{margin-top:1.6em}
.finding{border-left:5px solid;padding:.3em .8em;margin:.8em 0;background:#f7f7f7}
.error{border-color:#c62828}.warning{border-color:#ef8e00}.note{border-color:#1565c0}
table{border-collapse:collapse;width:100%}td{padding:0 .6em;vertical-align:top;white-space:pre-wrap}
td.n{text-align:right;color:#777;white-space:nowrap;width:1%}tr.never td.t{background:#ffe3e3}
tr.found td.n:first-child{background:#c62828;color:#fff}img{image-rendering:pixelated;min-width:128px;border:1px solid #ccc}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}.finding{background:#242424}tr.never td.t{background:#4a2020}a{color:#8ab4f8}}
";

/// The page of a run: its title, its findings, what ran, and its bindings afterwards. Texts of files are shown where they were
/// read for it.
pub fn page(title: &str, report: &Report, coverage: &Coverage, bound: &[Bound], read: &[String]) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{STYLE}</style></head>\n\
         <body>\n<h1>{0}</h1>\n<p>{1}</p>\n",
        escaped(title),
        escaped(&summary(report))
    );
    for finding in &report.findings {
        write_finding(&mut out, report, finding);
    }
    let named = |place: &Option<Place>| place.and_then(|place| report.files.get(place.file as usize));
    let mut names: Vec<&String> = report.findings.iter().filter_map(|finding| named(&finding.place)).collect();
    names.extend(coverage.files.keys());
    names.sort_unstable();
    names.dedup();
    for name in names.into_iter().filter(|name| read.contains(name)) {
        if let Ok(bytes) = reading::read_bytes(name) {
            let own = coverage.files.get(name).cloned().unwrap_or_default();
            write_source(&mut out, report, name, &String::from_utf8_lossy(&bytes), &own);
        }
    }
    out.push_str("<h2>Bindings</h2>\n");
    bound.iter().for_each(|bound| write_binding(&mut out, bound));
    out.push_str("</body></html>\n");
    out
}

fn class(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note | Level::Off => "note",
    }
}

fn write_finding(out: &mut String, report: &Report, finding: &Finding) {
    let Finding { check, level, message, place, related, notes, count } = finding;
    let row = check.row();
    let _ = writeln!(
        out,
        "<div class=\"finding {}\"><b>{}</b> {} <code>{}</code>{}<ul>",
        class(*level),
        escaped(message),
        row.row.code,
        row.name,
        link(report, place.as_ref())
    );
    for (place, text) in related {
        let _ = writeln!(out, "<li>{}{}</li>", escaped(text), link(report, place.as_ref()));
    }
    for note in notes {
        let _ = writeln!(out, "<li>{}</li>", escaped(note));
    }
    if *count > 1 {
        let _ = writeln!(out, "<li>{count} occurrences; this is the first</li>");
    }
    out.push_str("</ul></div>\n");
}

/// A link to a place, in words that follow others.
fn link(report: &Report, place: Option<&Place>) -> String {
    let Some((place, file)) = place.and_then(|place| Some((place, report.files.get(place.file as usize)?))) else {
        return String::new();
    };
    let (file, line) = (escaped(file), place.line);
    format!(" at <a href=\"#{file}-{line}\">{file}:{line}</a>")
}

fn write_source(out: &mut String, report: &Report, name: &str, text: &str, coverage: &FileCoverage) {
    let most = coverage.lines.values().map(|line| line.lanes).max().unwrap_or(0).max(1);
    let is_found = |line: u32| {
        report.findings.iter().any(|finding| {
            let is_here = |place: &Place| {
                place.line == line && report.files.get(place.file as usize).is_some_and(|file| file == name)
            };
            finding.place.as_ref().is_some_and(is_here)
        })
    };
    let name = escaped(name);
    let _ = writeln!(
        out,
        "<h2><code>{name}</code></h2>\n<p>The columns show the number of lanes that ran each line, and the share of active lanes.</p>\n<table>"
    );
    for (number, line) in (1..).zip(text.lines()) {
        let counted = coverage.lines.get(&number);
        let mut classes = Vec::new();
        if is_found(number) {
            classes.push("found");
        }
        if counted.is_some_and(|line| line.lanes == 0) {
            classes.push("never");
        }
        let (lanes, share, colour) = counted.map_or_else(Default::default, |line| shown(line, most));
        let _ = writeln!(
            out,
            "<tr id=\"{name}-{number}\" class=\"{}\"><td class=\"n\">{number}</td><td class=\"n\">{lanes}</td><td class=\"n\">{share}</td><td class=\"t\"{colour}>{}</td></tr>",
            classes.join(" "),
            escaped(line)
        );
    }
    out.push_str("</table>\n");
}

/// The lanes of a line, the share of those that were active, and its colour.
fn shown(line: &Line, most: u64) -> (String, String, String) {
    let Line { lanes, operations, room, .. } = line;
    if *lanes == 0 {
        return ("0".to_owned(), String::new(), String::new());
    }
    let share = format!("{}%", 100 * operations / (*room).max(1));
    // A quarter for what few have run, three quarters for what most have.
    let depth = 10 + 30 * u64::from(lanes.ilog2() + 1) / u64::from(most.ilog2() + 1);
    (lanes.to_string(), share, format!(" style=\"background:rgb(67 160 71 / {depth}%)\""))
}

fn write_binding(out: &mut String, bound: &Bound) {
    let name = escaped(&bound.name);
    match &bound.resource {
        Resource::Sampler(_) | Resource::Scene(_) => {}
        Resource::Image(image) => {
            let [width, height, depth] = image.size();
            let _ =
                writeln!(out, "<h3><code>{name}</code>: {width} x {height} x {depth}, {}</h3>", image.format().name());
            if width <= MOST_SIDE && height <= MOST_SIDE {
                write_picture(out, image);
            }
        }
        Resource::Buffer(bytes, element) => {
            let numbers: Vec<u64> = element.split(bytes).collect();
            let _ = writeln!(out, "<h3><code>{name}</code>: {} numbers</h3>", numbers.len());
            if let Some(image) = picture_of(&numbers) {
                write_picture(out, &image);
            }
            let first: Vec<String> = numbers.iter().take(MOST_NUMBERS).map(|bits| element.show(*bits)).collect();
            let rest = if numbers.len() > MOST_NUMBERS { " ..." } else { "" };
            let _ = writeln!(out, "<pre style=\"white-space:pre-wrap\">{}{rest}</pre>", first.join(" "));
        }
    }
}

/// Numbers as a picture: grey by the order of their bits, equal ones alike.
fn picture_of(numbers: &[u64]) -> Option<Image> {
    let height = numbers.len().div_ceil(ROW).min(MOST_SIDE as usize);
    let shown = &numbers[..numbers.len().min(height * ROW)];
    let mut known: Vec<u64> = shown.to_vec();
    known.sort_unstable();
    known.dedup();
    let grey = |number: &u64| {
        let at = known.binary_search(number).unwrap_or(0);
        (255 * at / (known.len() - 1).max(1)) as u8
    };
    let mut texels: Vec<u8> = shown.iter().map(grey).flat_map(|grey| [grey, grey, grey, 255]).collect();
    texels.resize(height * ROW * 4, 0);
    Image::from_rgba8(ROW as u32, height as u32, &texels).ok().filter(|_| height > 0)
}

fn write_picture(out: &mut String, image: &Image) {
    if let Ok(bytes) = picture::encode(image) {
        let text: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
        let _ = writeln!(out, "<p><img alt=\"\" src=\"data:image/png,{text}\"></p>");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_leave_their_place() {
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
        assert!(picture_of(&[]).is_none());
        assert_eq!(
            picture_of(&[5, 9, 5]).map(|image| image.bytes()[..12].to_vec()),
            Some(vec![0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255])
        );
    }
}
