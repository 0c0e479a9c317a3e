//! Random spaces of macros: a shader with headers, and the switches on which their text depends.

use crate::families::random::Random;

const SWITCHES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
const VALUES: [&str; 12] = ["", "0", "1", "1", "2", "3", "A", "B", "(1 + 1)", "x = x", "return 0;", "C + 1"];

/// Options of a whole space, of which one in some lines has another.
const OPTIONS: [&[&str]; 14] = [
    &[],
    &[],
    &[],
    &[],
    &["-O0"],
    &["-fcgl"],
    &["-fspv-extension=SPV_KHR_ray_query"],
    &["-fspv-extension=KHR"],
    &["-Wno-conversion"],
    &["-Weverything"],
    &["-WX"],
    &["-Gis"],
    &["-fspv-reflect"],
    &["-Od", "-Zi"],
];

/// A shader whose text depends on switches.
pub(crate) struct Space {
    /// Names with texts; the first is the shader.
    pub(crate) files: Vec<(&'static str, String)>,
    options: &'static [&'static str],
    profile: &'static str,
}

/// The text of a file in progress.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    /// The functions of one `float` that there may be.
    functions: Vec<String>,
    /// What its names begin with.
    prefix: &'static str,
    names: usize,
    /// The depth of groups.
    depth: usize,
}

impl Space {
    pub(crate) fn new(random: &mut Random) -> Self {
        let options = *random.of(&OPTIONS);
        let profile = *random.of(&["ps_6_0", "cs_6_2"]);
        let mut functions = Vec::new();
        let mut file = |name: &'static str, prefix: &'static str, parts: u64, random: &mut Random| {
            let mut writer = Writer::new(random, prefix, std::mem::take(&mut functions));
            match writer.random.below(3) {
                0 => writer.add("#pragma once\n"),
                1 => writer.add(&format!("#ifdef {prefix}_ONCE\n#define {prefix}_TWICE\n#endif\n#define {prefix}_ONCE\n#ifndef {prefix}_TWICE\n")),
                _ => writer.add(&format!("#ifndef {prefix}_HLSLI\n#define {prefix}_HLSLI\n")),
            }
            let is_open = !writer.text.starts_with("#pragma once");
            if prefix == "c" {
                writer.add("#include \"extra.hlsli\"\n");
            }
            (0..parts).for_each(|_| writer.part());
            if is_open {
                writer.add("#endif\n");
            }
            functions = writer.functions;
            (name, writer.text)
        };
        let item = ("item.hlsli", item(random));
        let extra = file("extra.hlsli", "e", 3, random);
        let common = file("common.hlsli", "c", 6, random);
        let mut main = Writer::new(random, "m", functions);
        main.add("#define EXTRA \"extra.hlsli\"\n#include \"common.hlsli\"\n");
        main.conditional(|main| main.add("#include EXTRA\n"));
        (0..4).for_each(|_| main.part());
        main.entry(profile);
        let main = ("main.hlsl", main.text);
        Space { files: vec![main, common, extra, item], options, profile }
    }

    /// The arguments of a random point.
    pub(crate) fn line(&self, random: &mut Random, input: &str) -> Vec<String> {
        let mut words = vec!["-T".to_owned(), self.profile.to_owned(), input.to_owned()];
        for name in SWITCHES {
            if random.one_in(2) {
                let value = if random.one_in(16) { *random.of(&VALUES) } else { *random.of(&["", "1", "2"]) };
                words.extend(["-D".to_owned(), format!("{name}={value}")]);
            }
        }
        let options = if random.one_in(8) { *random.of(&OPTIONS) } else { self.options };
        words.extend(options.iter().map(|&option| option.to_owned()));
        words
    }
}

impl Space {
    /// Sets of definitions of some switches.
    pub(crate) fn sets(&self, random: &mut Random) -> Vec<(&'static str, Vec<&'static str>)> {
        let mut sets = Vec::new();
        for name in SWITCHES {
            match random.below(8) {
                0..=2 => sets.push((name, vec!["-", ""])),
                3 => sets.push((name, vec!["1", "2", "-"])),
                4 if sets.len() < 3 => sets.push((name, vec!["0", "1"])),
                _ => {}
            }
        }
        sets.truncate(4);
        if sets.is_empty() {
            sets.push(("A", vec!["-", "1"]));
        }
        sets
    }

    /// The arguments that all lines have.
    pub(crate) fn fixed(&self, input: &str) -> Vec<String> {
        let words = ["-T", self.profile, input].into_iter().chain(self.options.iter().copied());
        words.map(str::to_owned).collect()
    }
}

/// A header without a guard, whose text depends on what includes it.
fn item(random: &mut Random) -> String {
    let switch = *random.of(&SWITCHES);
    let mut text = String::from("#define CALL_ITEM(n, v) ITEM(n, v)\n");
    match random.below(4) {
        0 => text += &format!("#ifdef {switch}\nCALL_ITEM(NAME, VALUE)\n#else\nCALL_ITEM(NAME, 3)\n#endif\n"),
        1 => text += &format!("#if !defined({switch}) || VALUE\nCALL_ITEM(NAME, VALUE)\n#endif\n"),
        2 => text += &format!("#ifndef {switch}\n#define {switch} 2\n#endif\nCALL_ITEM(NAME, VALUE)\n"),
        _ => text += "CALL_ITEM(NAME, VALUE)\n",
    }
    text += "#undef CALL_ITEM\n#undef ITEM\n#undef NAME\n#undef VALUE\n";
    if random.one_in(24) {
        text += &format!("#ifdef {switch}\n");
    }
    text
}

impl<'r> Writer<'r> {
    fn new(random: &'r mut Random, prefix: &'static str, functions: Vec<String>) -> Self {
        Writer { random, text: String::new(), functions, prefix, names: 0, depth: 0 }
    }

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}_{}{}", self.prefix, self.names)
    }

    fn condition(&mut self) -> String {
        let (one, other) = (*self.random.of(&SWITCHES), *self.random.of(&SWITCHES));
        match self.random.below(8) {
            0 | 1 => format!("#ifdef {one}"),
            2 => format!("#ifndef {one}"),
            3 => format!("#if defined({one}) && !defined({other})"),
            4 => format!("#if defined({one}) || defined {other}"),
            5 => "#if 0".to_owned(),
            _ => format!("#if defined({one}) && {one} + 0 > 1"),
        }
    }

    /// A part under a condition, perhaps with alternatives.
    fn conditional(&mut self, part: impl Fn(&mut Self)) {
        let condition = self.condition();
        self.add(&format!("{condition}\n"));
        self.depth += 1;
        part(self);
        if self.random.one_in(4) {
            let condition = self.condition();
            if let Some(rest) = condition.strip_prefix("#if ") {
                self.add(&format!("#elif {rest}\n"));
                part(self);
            }
        }
        if self.random.one_in(3) {
            self.add("#else\n");
            part(self);
        }
        self.depth -= 1;
        self.add("#endif\n");
    }

    /// A declaration, a macro or a pragma.
    fn part(&mut self) {
        if self.depth < 2 && self.random.one_in(2) {
            return self.conditional(Self::part);
        }
        match self.random.below(16) {
            0 => self.macros(),
            1 => self.pragma(),
            2 => self.constant(),
            3 => self.record(),
            4 => self.global(),
            5 => self.template(),
            6 => self.overload(),
            7 => self.namespace(),
            8 if self.random.one_in(6) => self.mistake(),
            10 | 11 => self.alternative(),
            12 => self.items(),
            13 if self.random.one_in(2) => self.counted(),
            9 => self.add("#ifndef FIRST\n#define FIRST 1\n#endif\n"),
            _ => self.function(),
        }
    }

    fn macros(&mut self) {
        const MACROS: [(&str, &[&str]); 4] = [
            ("M", &["0", "1", "x", "(1 + 1)", "x = x"]),
            ("COND", &["x", "x = x", "1"]),
            ("K", &VALUES),
            ("A", &["", "1", "2"]),
        ];
        let (name, values) = *self.random.of(&MACROS);
        let value = *self.random.of(values);
        match self.random.below(4) {
            0 => self.add(&format!("#undef {name}\n")),
            1 => self.add(&format!("#undef CALL\n#define CALL(x) {}\n", ["x", "((x))", "x + 1"][self.names % 3])),
            _ => self.add(&format!("#undef {name}\n#define {name} {value}\n")),
        }
    }

    fn pragma(&mut self) {
        let group =
            *self.random.of(&["conversion", "parentheses", "self-assign", "implicit-fallthrough", "integer-division"]);
        let pragma = match self.random.below(8) {
            0 => "#pragma dxc diagnostic push\n".to_owned(),
            1 => "#pragma dxc diagnostic pop\n".to_owned(),
            2 => format!("#pragma dxc diagnostic warning \"-W{group}\"\n"),
            5 => "#pragma warning(push)\n#pragma warning(disable: 3206)\n".to_owned(),
            6 => format!("_Pragma(\"dxc diagnostic ignored \\\"-W{group}\\\"\")\n"),
            7 => format!("#pragma pack_matrix({})\n", ["row_major", "column_major"][self.names % 2]),
            3 if self.random.one_in(3) => format!("#pragma dxc diagnostic error \"-W{group}\"\n"),
            _ => format!("#pragma dxc diagnostic ignored \"-W{group}\"\n"),
        };
        self.add(&pragma);
    }

    fn constant(&mut self) {
        let name = self.name("k");
        let value = *self.random.of(&["1", "1 / 2", "1.5", "(1, 2)"]);
        self.add(&format!("static const float {name} = {value};\n"));
        if self.random.one_in(2) {
            let function = self.name("fk");
            self.add(&format!("float {function}(float x) {{ return x * {name}; }}\n"));
            self.know(function);
        }
    }

    fn record(&mut self) {
        let (name, function) = (self.name("S"), self.name("fs"));
        let warned = self.statement();
        self.add(&format!("struct {name} {{ float x;\n"));
        if self.random.one_in(2) {
            self.conditional(|writer| writer.add("float more;\n"));
        }
        self.add(&format!("float twice(float y) {{ {warned} return 2 * x + y; }}\n}};\n"));
        self.add(&format!("float {function}(float x) {{ {name} s = ({name})0; s.x = x; return s.twice(x); }}\n"));
        self.know(function);
    }

    fn global(&mut self) {
        let name = self.name("g");
        match self.random.below(5) {
            0 => self.add(&format!("static float {name} = 1;\n")),
            1 => self.add(&format!("cbuffer {name} {{ float4 {name}_x; }}\n")),
            2 => self.add(&format!("Texture2D<float4> {name} : register(t{});\n", self.names)),
            3 => self.add(&format!("groupshared float {name}[4];\n")),
            _ => self.add(&format!("RWStructuredBuffer<float> {name};\n")),
        }
    }

    fn template(&mut self) {
        let (name, function) = (self.name("t"), self.name("ft"));
        let statement = self.statement();
        self.add(&format!("template<typename T> T {name}(T x) {{ {statement} return x + 1; }}\n"));
        self.add(&format!("float {function}(float x) {{ return {name}<float>(x); }}\n"));
        self.know(function);
    }

    fn overload(&mut self) {
        let Some(name) = self.functions.last().cloned().filter(|name| name.starts_with("f_")) else { return };
        let statement = self.statement();
        self.add(&format!("float {name}(int x) {{ {statement} return x; }}\n"));
    }

    fn namespace(&mut self) {
        let (space, function) = (self.name("n"), self.name("fn"));
        let call = self.call();
        self.add(&format!("namespace {space} {{ float inner(float x) {{ return {call}; }} }}\n"));
        self.add(&format!("float {function}(float x) {{ return {space}::inner(x); }}\n"));
        self.know(function);
    }

    fn mistake(&mut self) {
        let name = self.name("wrong");
        match self.random.below(4) {
            0 => self.add("#error wrong switches\n"),
            1 => self.add("#warning doubtful switches\n"),
            2 => self.add(&format!("float {name}(float x) {{ return x + missing; }}\n")),
            _ => self.add(&format!("float {name}(float x) {{ return x * ; }}\n")),
        }
    }

    /// A call of a function that may not be there.
    fn call(&mut self) -> String {
        if self.functions.is_empty() || self.random.one_in(3) {
            return "x * 0.5".to_owned();
        }
        let name = self.random.of(&self.functions).clone();
        format!("{name}(x)")
    }

    /// Takes note of a function. Those that depend on switches are seldom called: most of such calls are errors.
    fn know(&mut self, function: String) {
        if self.depth == 0 || self.random.one_in(12) {
            self.functions.push(function);
        }
    }

    /// Declarations by a header that is read again and again, for macros that it undefines.
    fn items(&mut self) {
        let (name, value) = (self.name("i"), *self.random.of(&["1", "A + 0", "__LINE__", "1 / 2", "(K, 1)"]));
        let form = *self.random.of(&["n##_c", "n##_##more", "n"]);
        self.add(&format!("#define ITEM(n, v) static const float {form} = v;\n#define NAME {name}\n"));
        self.add(&format!("#define VALUE {value}\n#include \"item.hlsli\"\n"));
    }

    /// A value that depends on what else was compiled, or on where it is.
    fn counted(&mut self) {
        let name = self.name("n");
        let value = *self.random.of(&["__COUNTER__", "__LINE__", "__INCLUDE_LEVEL__", "HERE"]);
        self.add(&format!("#undef HERE\n#define HERE __LINE__ + 0\nstatic const int {name} = {value};\n"));
        let function = self.name("fn");
        self.add(&format!("float {function}(float x) {{ return x + {name}; }}\n"));
        self.know(function);
    }

    /// A function that has another body under switches.
    fn alternative(&mut self) {
        let name = self.name("f");
        let condition = self.condition();
        let mut one = || {
            let (statement, call) = (self.statement(), self.call());
            format!("float {name}(float x) {{ {statement} return {call}; }}\n")
        };
        let (first, second) = (one(), one());
        self.add(&format!("{condition}\n{first}#else\n{second}#endif\n"));
        self.know(name);
    }

    /// A statement about a `float x`, with a warning in some cases.
    fn statement(&mut self) -> String {
        let local = self.name("l");
        match self.random.below(18) {
            0 => format!("float4 {local} = x; float2 {local}_2 = {local}; x += {local}_2.x;"),
            1 => "x = x;".to_owned(),
            2 => format!("float {local} = 1 / 2; x += {local};"),
            3 => format!("bool {local}; if ({local} = (x > 1)) x = 2;"),
            4 => "\n#ifdef COND\nif (COND > 0) x = 3;\n#endif\n".to_owned(),
            5 => "\n#if A + 0 > 1\nswitch (int(x)) { case 1: x = 2; // fall through\ncase 2: x = 3; }\n#else\nswitch (int(x)) { case 1: x = 2;\ncase 2: x = 3; }\n#endif\n".to_owned(),
            6 => "if (x > 1);\n x = 2;".to_owned(),
            7 => "\n#ifdef B\nif (x > 1)\n;\n#else\nif (x > 1);\n#endif\n".to_owned(),
            8 => format!("uint {local} = uint(x); if ({local} & 1 == 0) x = 4;"),
            9 => format!("float {local}; x += {local};"),
            10 => "\n#ifdef CALL\nx = CALL(x = x);\n#endif\n".to_owned(),
            11 => "\n#ifdef M\nx += M + 0;\n#endif\n".to_owned(),
            12 => format!("float {local}[2] = {{ 1, 2 }}; x += {local}[1];"),
            _ => String::new(),
        }
    }

    fn function(&mut self) {
        let name = self.name("f");
        let (statement, call) = (self.statement(), self.call());
        let gap = *self.random.of(&["", " ", " /* why */ "]);
        self.add(&format!("float {name}(float x){gap} {{ {statement} return {call}; }}\n"));
        if self.random.one_in(5) {
            self.add(&format!("float {name}_more(float x);\n"));
        }
        self.know(name);
    }

    fn entry(&mut self, profile: &str) {
        // What is declared under switches is called under the same ones, or not at all.
        let mut calls = String::new();
        for _ in 0..self.random.below(4) {
            let call = self.call();
            calls.push_str(&format!("x += {call};\n"));
        }
        let statement = self.statement();
        let switch = *self.random.of(&SWITCHES);
        let body = format!("{statement}\n{calls}#if defined({switch})\nx += 2;\n#endif\n");
        self.add(&match profile {
            "ps_6_0" => format!("float4 main(float x : X) : SV_Target {{ {body} return x; }}\n"),
            _ => format!("RWBuffer<float> to;\n[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {{ float x = i; {body} to[i] = x; }}\n"),
        });
    }
}
