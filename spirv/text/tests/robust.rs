//! Broken words and broken text get an error: no panic, no endless loop, no unbounded memory.

use dialect::diagnostics::{Code, Place};
use dialect::spirv::{availability, decode, facts, read, structurize, verify, write};
use hlsl2spirv_text::{self as text, source};
use mutants::Numbers;
use std::path::Path;
use std::time::{Duration, Instant};

/// All functions that take words from anywhere.
fn exercise(words: &[u32]) {
    let Ok(mut module) = read::read(words) else { return };
    for _ in 0..2 {
        let is_sound = verify::verify(&module).is_empty();
        let _ = availability::unmet(&module);
        let _ = availability::needs(&module);
        let _ = text::parse(&text::print(&module));
        let _ = write::write(&module);
        if structurize::structurize(&mut module).is_err() {
            return;
        }
        let findings = verify::verify(&module);
        assert!(!is_sound || findings.is_empty(), "{}", text::render(&module, &findings));
    }
}

/// Module texts that need no assembler.
fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "spvdialect"));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

fn modules() -> Vec<Vec<u32>> {
    texts().iter().map(|text| write::write(&text::parse(text).unwrap()).unwrap()).collect()
}

#[test]
fn truncated_words_are_refused_at_any_length() {
    for words in modules() {
        for length in 0..words.len() {
            if let Err(error) = read::read(&words[..length]) {
                assert!(matches!(error.place, Place::Word(offset) if offset as usize <= length.max(4)), "{error}");
            }
            exercise(&words[..length]);
        }
    }
}

#[test]
fn changed_words_are_refused_or_read() {
    let mut numbers = Numbers::new(1);
    for words in modules() {
        for _ in 0..1500 {
            let changed = mutants::with_other_words(&words, 3, &mut numbers);
            exercise(&changed);
        }
    }
}

#[test]
fn moved_and_repeated_instructions_are_refused_or_read() {
    let mut numbers = Numbers::new(7);
    for words in modules() {
        for _ in 0..600 {
            exercise(&mutants::with_moved_instruction(&words, &mut numbers));
        }
    }
}

#[test]
fn changed_text_is_refused_or_parsed() {
    let mut numbers = Numbers::new(3);
    let for_mlir = text::Options { for_mlir: true, ..text::Options::default() };
    let printed = texts().iter().map(|source| text::print_with(&text::parse(source).unwrap(), &for_mlir)).collect();
    let written =
        ["generic.mlir", "abi.mlir"].map(|name| std::fs::read_to_string(format!("tests/modules/{name}")).unwrap());
    for text in [texts(), printed, written.to_vec()].concat() {
        source::read_placed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for _ in 0..400 {
            let changed = mutants::with_damaged_text(&text, &mut numbers);
            let Ok((module, offsets)) = source::read_placed(&changed) else { continue };
            if let Ok(written) = source::write(&changed, module, &offsets, Some("text")) {
                exercise(&written.words);
            }
        }
    }
}

/// A module of instructions, each given by opcode and operands.
fn assemble(bound: u32, insts: &[(u32, &[u32])]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0300, 0, bound, 0];
    for (opcode, operands) in insts {
        words.push((operands.len() as u32 + 1) << 16 | opcode);
        words.extend(*operands);
    }
    words
}

/// A text as the words of a literal string.
fn words_of_string(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() / 4 * 4 + 4, 0);
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn refusal(words: &[u32]) -> (Code, Place) {
    let error = read::read(words).expect_err("the words are broken");
    (error.code, error.place)
}

#[test]
fn errors_have_the_offset_of_the_guilty_instruction() {
    assert_eq!(refusal(&[]), (Code::Header, Place::Word(0)));
    assert_eq!(refusal(&[1, 2, 3, 4, 5]), (Code::Header, Place::Word(0)));
    assert_eq!(refusal(&[0x0723_0203, 0x0001_0300, 0, decode::MAX_BOUND + 1, 0]), (Code::Limit, Place::Word(3)));
    // OpCapability without its operand, after one that is whole.
    assert_eq!(refusal(&assemble(9, &[(17, &[1]), (17, &[])])), (Code::Truncated, Place::Word(7)));
    assert_eq!(refusal(&assemble(9, &[(17, &[1, 1])])), (Code::Truncated, Place::Word(5)));
    assert_eq!(refusal(&assemble(9, &[(17, &[6999])])), (Code::UnknownValue, Place::Word(5)));
    assert_eq!(refusal(&assemble(9, &[(0x7FFE, &[])])), (Code::UnknownInstruction, Place::Word(5)));
    // A vector of an undefined type, and of one beyond the bound.
    assert_eq!(refusal(&assemble(9, &[(23, &[1, 2, 4])])), (Code::Operand, Place::Word(5)));
    assert_eq!(refusal(&assemble(9, &[(23, &[1, 9, 4])])), (Code::Id, Place::Word(5)));
    // An empty module.
    assert_eq!(refusal(&assemble(9, &[])), (Code::Order, Place::Word(5)));
    // The same id twice.
    assert_eq!(refusal(&assemble(9, &[(19, &[1]), (20, &[1])])), (Code::Id, Place::Word(7)));
    // A struct of itself.
    assert_eq!(refusal(&assemble(9, &[(30, &[1, 1])])), (Code::Id, Place::Word(5)));
    // A number of an unknown width, a function without an end.
    assert_eq!(refusal(&assemble(9, &[(21, &[1, 7, 0])])), (Code::Type, Place::Word(5)));
    assert_eq!(
        refusal(&assemble(9, &[(19, &[1]), (33, &[2, 1]), (54, &[1, 3, 0, 2])])),
        (Code::Order, Place::Word(10))
    );
}

#[test]
fn what_belongs_to_the_module_is_refused_in_blocks() {
    let head: [(u32, &[u32]); 5] = [(14, &[0, 1]), (19, &[1]), (33, &[2, 1]), (54, &[1, 3, 0, 2]), (248, &[4])];
    let start = 5 + head.iter().map(|(_, operands)| operands.len() as u32 + 1).sum::<u32>();
    // A constant operation, a constant, a type, a name, a decoration, a capability.
    let guilty: [(u32, &[u32]); 6] =
        [(52, &[1, 5, 11, 0]), (46, &[1, 5]), (22, &[5, 32]), (5, &[4, 0x61]), (71, &[4, 0]), (17, &[1])];
    for inst in guilty {
        let mut insts = head.to_vec();
        insts.extend([inst, (253, &[]), (56, &[])]);
        assert_eq!(refusal(&assemble(9, &insts)), (Code::Order, Place::Word(start)), "{}", inst.0);
    }
}

#[test]
fn results_have_values() {
    let head: [(u32, &[u32]); 5] = [(14, &[0, 1]), (19, &[1]), (33, &[2, 1]), (54, &[1, 3, 0, 2]), (248, &[4])];
    let start = 5 + head.iter().map(|(_, operands)| operands.len() as u32 + 1).sum::<u32>();
    // An OpUndef of the type without values; a call of a function that returns nothing may have it.
    let with = |inst: (u32, &[u32])| {
        let mut insts = head.to_vec();
        insts.extend([inst, (253, &[]), (56, &[])]);
        assemble(9, &insts)
    };
    assert_eq!(refusal(&with((1, &[1, 6]))), (Code::Type, Place::Word(start)));
    assert!(read::read(&with((57, &[1, 6, 3]))).is_ok());
}

#[test]
fn the_end_of_a_debug_scope_may_stand_behind_its_block() {
    let name = words_of_string("OpenCL.DebugInfo.100");
    let import: Vec<u32> = std::iter::once(5).chain(name).collect();
    let with = |number: u32| {
        let debug = [1, 6, 5, number];
        let insts: [(u32, &[u32]); 9] = [
            (11, &import),
            (14, &[0, 1]),
            (19, &[1]),
            (33, &[2, 1]),
            (54, &[1, 3, 0, 2]),
            (248, &[4]),
            (253, &[]),
            (12, &debug),
            (56, &[]),
        ];
        assemble(9, &insts)
    };
    // DebugNoScope, and DebugInfoNone, which does not belong there.
    assert!(read::read(&with(24)).is_ok());
    assert_eq!(refusal(&with(0)).0, Code::Order);
}

#[test]
fn nothing_leads_to_the_first_block_of_a_function() {
    let head: [(u32, &[u32]); 5] = [(14, &[0, 1]), (19, &[1]), (33, &[2, 1]), (54, &[1, 3, 0, 2]), (248, &[4])];
    let start = 5 + head.iter().map(|(_, operands)| operands.len() as u32 + 1).sum::<u32>();
    // A branch, and merge instructions.
    let guilty: [(u32, &[u32]); 3] = [(249, &[4]), (247, &[4, 0]), (246, &[5, 4, 0])];
    for inst in guilty {
        let mut insts = head.to_vec();
        insts.extend([inst, (249, &[5]), (248, &[5]), (253, &[]), (56, &[])]);
        assert_eq!(refusal(&assemble(9, &insts)), (Code::ControlFlow, Place::Word(start)), "{}", inst.0);
    }
}

#[test]
fn names_that_are_no_words_are_printed_in_quotes() {
    for name in ["", "9PV_KHR", "SPV KHR", "a\"b", "-", "vendor_x", "SPV_KHR_x"] {
        let mut text: Vec<u8> = name.bytes().collect();
        text.resize(text.len() / 4 * 4 + 4, 0);
        let words: Vec<u32> = text.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        let module = read::read(&assemble(9, &[(10, &words), (14, &[0, 1])])).unwrap();
        let printed = text::print(&module);
        let again = text::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        assert_eq!(write::write(&again), write::write(&module));
    }
}

#[test]
fn shared_parts_do_not_grow_without_bounds() {
    // Each struct holds two of the one before: the text of the last would be exponential.
    let structs: Vec<[u32; 3]> = (2..150).map(|id| [id, id - 1, id - 1]).collect();
    let mut insts: Vec<(u32, &[u32])> = vec![(22, &[1, 32])];
    insts.extend(structs.iter().map(|operands| (30, &operands[..])));
    insts.insert(0, (14, &[0, 1]));
    let module = read::read(&assemble(400, &insts)).unwrap();
    assert!(text::print(&module).len() < 100_000);
    // So does each constant: the last is refused.
    let constants: Vec<[u32; 4]> = (2..150).map(|id| [id, id + 200, id + 199, id + 199]).collect();
    insts.push((43, &[1, 201, 0]));
    insts.extend(constants.iter().map(|operands| (44, &operands[..])));
    assert_eq!(refusal(&assemble(400, &insts)).0, Code::Limit);
}

/// A module with private variables of these names.
fn variables(names: &[String]) -> Vec<u32> {
    let bound = 100 + names.len() as u32;
    let named: Vec<Vec<u32>> =
        (100..).zip(names).map(|(id, name)| [vec![id], words_of_string(name)].concat()).collect();
    let variables: Vec<[u32; 3]> = (100..bound).map(|id| [2, id, 6]).collect();
    let mut insts: Vec<(u32, &[u32])> = vec![(14, &[0, 1])];
    insts.extend(named.iter().map(|operands| (5, &operands[..])));
    insts.extend([(21, &[1, 32, 0][..]), (32, &[2, 6, 1][..])]);
    insts.extend(variables.iter().map(|operands| (59, &operands[..])));
    assemble(bound, &insts)
}

#[test]
fn names_that_look_like_variations_of_others_are_told_apart() {
    let names: Vec<String> = ["a", "a_2", "a", "a_3", "a", "a"].map(str::to_owned).into();
    let module = read::read(&variables(&names)).unwrap();
    let symbols: Vec<_> = module.top_ops().iter().map(|op| facts::name_of(&module, *op)).collect();
    assert!((1..symbols.len()).all(|at| !symbols[..at].contains(&symbols[at])), "{}", text::print(&module));
    // Structs have names of their own.
    let structs: [(u32, &[u32]); 3] = [(30, &[2, 1]), (30, &[3, 1, 1]), (30, &[4, 1, 1, 1])];
    let named = ["s", "s_2", "s"].map(words_of_string);
    let named: Vec<Vec<u32>> = (2..).zip(named).map(|(id, name)| [vec![id], name].concat()).collect();
    let mut insts: Vec<(u32, &[u32])> = vec![(14, &[0, 1])];
    insts.extend(named.iter().map(|operands| (5, &operands[..])));
    insts.push((22, &[1, 32]));
    insts.extend(structs);
    read::read(&assemble(9, &insts)).unwrap();
}

/// If each name were tried after all before it, these would take hours.
#[test]
fn many_names_that_are_in_the_way_of_others_cost_little() {
    let in_the_way = (0..30_000).map(|at| format!("a_{}", 30_000 + at));
    let names: Vec<String> = in_the_way.chain((0..30_000).map(|_| "a".to_owned())).collect();
    let start = Instant::now();
    read::read(&variables(&names)).unwrap();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn groups_of_decorations_have_a_limit() {
    // Each group decorates the next one twice.
    let groups: Vec<[u32; 3]> = (2..60).map(|id| [id, id + 1, id + 1]).collect();
    let mut insts: Vec<(u32, &[u32])> = vec![(14, &[0, 1]), (71, &[2, 19])];
    insts.extend(groups.iter().map(|operands| (74, &operands[..])));
    assert_eq!(refusal(&assemble(99, &insts)).0, Code::Limit);
    // Many decorations for many targets, and for none.
    let targets: Vec<u32> = (2..2000).collect();
    for (targets, count) in [(&targets[..], 1), (&targets[..1], 2000)] {
        let mut insts: Vec<(u32, &[u32])> = vec![(14, &[0, 1])];
        insts.extend(std::iter::repeat_n((71, &[2, 19][..]), 2000));
        insts.extend(std::iter::repeat_n((74, targets), count));
        assert_eq!(refusal(&assemble(2001, &insts)).0, Code::Limit);
    }
}

#[test]
fn deep_nesting_is_refused() {
    let pointers: Vec<[u32; 3]> = (2..2000).map(|id| [id, 7, id - 1]).collect();
    let mut insts: Vec<(u32, &[u32])> = vec![(22, &[1, 32])];
    insts.extend(pointers.iter().map(|operands| (32, &operands[..])));
    assert_eq!(refusal(&assemble(2001, &insts)).0, Code::Type);
    let deep =
        format!("!t0 = {}f32{}\nspirv.module Logical GLSL450 {{}}", "!spirv.rtarray<".repeat(5000), ">".repeat(5000));
    assert_eq!(text::parse(&deep).expect_err("too deep").code, Code::Limit);
}

#[test]
fn the_verifier_shows_its_findings_in_the_text() {
    let text = "spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.func @f(%a : i32, %b : f32) \"None\" {
    %0 = \"spirv.IAdd\"(%a, %a) : (i32, i32) -> f32
    spirv.ReturnValue %a : i32
  }
}";
    let module = text::parse(text).unwrap();
    let findings = verify::verify(&module);
    assert_eq!(findings.len(), 2, "{findings:?}");
    let shown = text::render(&module, &findings);
    let lines: Vec<&str> = shown.lines().map(str::trim).collect();
    let at = lines.iter().position(|line| line.contains("spirv.IAdd\"")).unwrap();
    assert!(lines[at + 1].starts_with("// ^ error[E4013]: spirv.IAdd"), "{shown}");
}

fn module_with(capabilities: &str, body: &str) -> dialect::ir::Module {
    text::parse(&format!("spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [{capabilities}], []> {{\n{body}\n}}"))
        .unwrap()
}

#[test]
fn capabilities_are_asked_for_by_ops_and_types() {
    let unmet = |capabilities, body| {
        let found = availability::unmet(&module_with(capabilities, body));
        found.into_iter().flat_map(|(_, any_of)| any_of).collect::<Vec<_>>()
    };
    let body = "spirv.func @f(%a : f64) \"None\" { spirv.Return }";
    assert_eq!(unmet("Shader", body), [spirv::Capability::Float64]);
    assert_eq!(unmet("Shader, Float64", body), []);
    let needs = availability::needs(&module_with("Shader", body));
    assert!(needs.any_of.contains(&vec![spirv::Capability::Float64]), "{needs:?}");
    // Shader brings Matrix with it.
    let matrix = "spirv.func @f(%m : !spirv.matrix<2 x vector<2xf32>>) \"None\" { spirv.Return }";
    assert_eq!(unmet("Shader", matrix), []);
    assert_eq!(unmet("Kernel", matrix), [spirv::Capability::Matrix]);
}
