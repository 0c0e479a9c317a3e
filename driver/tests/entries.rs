//! The parts of modules that entry points need.

use dialect::spirv::entries::Entries;
use hlsl2spirv::run::{Module, Options};
use hlsl2spirv::{Compiler, NoIncludes};
use std::fmt::Write;

/// A library with this many entry points, each with a function, a variable and constants of its own beside what they share.
fn library(count: u32, options: &[&str]) -> Vec<u32> {
    let mut text = "RWStructuredBuffer<uint> result;
        struct Pair { uint a, b; };
        groupshared Pair shared_pair;
        [noinline] uint squared(uint x) { return x * x; }
        "
    .to_owned();
    for number in 0..count {
        let _ = writeln!(
            text,
            "RWStructuredBuffer<Pair> own_{number};
            [noinline] uint plus_{number}(uint x) {{ return squared(x) + {number}000; }}
            [shader(\"compute\")] [numthreads({}, 1, 1)] void main_{number}(uint id : SV_GroupIndex) {{
                if (id == 0) {{ shared_pair.a = 7; }}
                GroupMemoryBarrierWithGroupSync();
                result[id] = plus_{number}(shared_pair.a + id); own_{number}[0].b = id;
            }}",
            1 + number % 4
        );
    }
    let arguments = ["-T", "lib_6_6", "-fspv-target-env=vulkan1.3"];
    let compiler = Compiler::from_args(&[&arguments[..], options].concat()).unwrap();
    compiler.compile("library.hlsl", &text, &NoIncludes).unwrap_or_else(|failure| panic!("{failure}")).words
}

/// The numbers of instructions.
const ENTRY_POINT: u32 = 15;
const CONSTANT: u32 = 43;
const FUNCTION: u32 = 54;

/// The words of each instruction.
fn instructions(words: &[u32]) -> Vec<&[u32]> {
    let (mut all, mut rest) = (Vec::new(), &words[5..]);
    while let Some(first) = rest.first() {
        let (inst, next) = rest.split_at((first >> 16) as usize);
        all.push(inst);
        rest = next;
    }
    all
}

#[test]
fn an_entry_point_takes_what_it_needs() {
    for options in [&[][..], &["-O0"], &["-Zi", "-O0"], &["-fspv-debug=vulkan-with-source"]] {
        let all = library(40, options);
        let entries = Entries::new(&all).unwrap();
        for number in 0..4 {
            let name = format!("main_{number}");
            let words = entries.words_of(&name);
            let insts = instructions(&words);
            let count = |op: u32| insts.iter().filter(|inst| inst[0] & 0xffff == op).count();
            // Without optimization an entry point calls a function of its name.
            let functions = 3 + usize::from(options.contains(&"-O0"));
            assert_eq!((count(ENTRY_POINT), count(FUNCTION)), (1, functions), "{options:?}");
            let has = |value: u32| insts.iter().any(|inst| inst[0] & 0xffff == CONSTANT && inst[3] == value);
            assert!(has(3000) == (number == 3) && !has(39_000), "{options:?}");
            let environment = valid::Options::new(valid::Environment::from_name("vulkan1.3").unwrap());
            valid::validate(&words, &environment).unwrap_or_else(|violation| panic!("{options:?}: {violation:?}"));
            assert!(Entries::new(&words).unwrap().words_of(&name) == words, "{options:?}");
            let [whole, part] = [&all, &words].map(|words| {
                let module = Module::new(words, &name, &Options::default()).unwrap();
                let (mut result, mut own) = ([0u32; 4], [0u32; 2]);
                let mut dispatch = module.dispatch();
                dispatch.buffer_mut("result", &mut result).unwrap();
                dispatch.buffer_mut(format!("own_{number}").as_str(), &mut own).unwrap();
                dispatch.run([1, 1, 1]).unwrap();
                drop(dispatch);
                result
            });
            let expected: Vec<u32> =
                (0..4).map(|id| if id <= number { (7 + id) * (7 + id) + number * 1000 } else { 0 }).collect();
            assert_eq!((whole.to_vec(), part.to_vec()), (expected.clone(), expected), "{options:?}");
        }
    }
}

#[test]
fn without_the_entry_point_nothing_is_left_out() {
    let all = library(3, &[]);
    assert!(Entries::new(&all).unwrap().words_of("none") == all);
    assert!(Entries::new(&all[..6]).is_err());
    // All entry points need what they need together.
    let entries = Entries::new(&all).unwrap();
    assert!((0..3).all(|number| entries.words_of(&format!("main_{number}")).len() < all.len()));
}
