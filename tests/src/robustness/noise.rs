//! Noise: bytes and words in random order, with fixed seeds.

const TEXTS: usize = 300;

/// Xorshift: good enough to look like noise.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Random bytes, decoded as a file would be: invalid sequences become U+FFFD.
pub(super) fn bytes() -> Vec<String> {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut text = |limit: usize| {
        let bytes: Vec<u8> = (0..400).map(|_| chance.below(limit) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    (0..TEXTS).flat_map(|_| [text(256), text(128)]).collect()
}

const WORDS: &[&str] = &[
    "float4",
    "float",
    "int",
    "bool",
    "void",
    "main",
    "x",
    "y",
    "T",
    "f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    ":",
    "::",
    "=",
    "==",
    "+",
    "-",
    "*",
    "&",
    "?",
    ".",
    "#",
    "##",
    "\n#define",
    "\n#if",
    "\n#endif",
    "\n#include",
    "template",
    "typename",
    "struct",
    "class",
    "interface",
    "cbuffer",
    "register",
    "packoffset",
    "1.0f",
    "1",
    "0x",
    "\"",
    "'",
    "\\",
    "\n",
    "é",
    "\0",
    "for",
    "if",
    "else",
    "switch",
    "case",
    "default",
    "while",
    "do",
    "return",
    "discard",
    "break",
    "SV_Target",
    "in",
    "out",
    "inout",
    "static",
    "const",
    "groupshared",
    "operator",
    "this",
    "Texture2D",
    "SamplerState",
    "typedef",
    "using",
    "namespace",
    "enum",
    "sizeof",
    "[[vk::",
    "]]",
    "/*",
    "*/",
    "//",
];

/// Words of the language and its punctuation; some texts are inside of a function, after valid code.
pub(super) fn words() -> Vec<String> {
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let mut text = || {
        let length = chance.below(60);
        (0..length).map(|_| WORDS[chance.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
    };
    let mut texts = Vec::new();
    for _ in 0..TEXTS {
        texts.push(text());
        texts.push(format!("float4 main(float x : X) : SV_Target {{ {} return x; }}", text()));
    }
    texts
}
