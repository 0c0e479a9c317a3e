//! Kernels whose code is kept in a folder do what they did before.

use crate::support::{LANES, assemble, module, numbers, options};
use hlsl2spirv_runner::{Cache, Effort, Host, Lanes, Module, Options};
use std::path::Path;
use std::time::SystemTime;

crate::tests! {
    TESTS:
    kept_kernels_are_the_same,
    each_choice_has_its_own_code,
}

/// Room for some of the objects, so that they come and go.
const LITTLE: u64 = 100 << 10;

fn results(words: &[u32], options: &Options) -> Vec<u32> {
    let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
    let module = Module::new(words, "main", options).unwrap();
    let mut dispatch = module.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    dispatch.run([3, 1, 1]).unwrap();
    drop(dispatch);
    output
}

/// The names of the files of a folder, with when they were written.
fn files(folder: &Path) -> Vec<(String, SystemTime)> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let one = |entry: std::fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), entry.metadata().unwrap().modified().unwrap())
    };
    let mut files: Vec<_> = entries.map(one).collect();
    files.sort();
    files
}

/// Each kernel in each form, by threads that share a folder which has not room for all.
fn kept_kernels_are_the_same() {
    let kernel = |op: &str| assemble(op, &module("", "", &format!("%r = {op} %uint %x %c7")));
    let kernels = ["OpIAdd", "OpIMul", "OpUDiv"].map(kernel);
    let folder = std::env::temp_dir().join(format!("hlsl2spirv-kept-{}", std::process::id()));
    let ways = [Lanes::OneByOne, Lanes::Vectors(4), Lanes::Vectors(16)];
    let forms = || ways.into_iter().flat_map(|lanes| [false, true].map(|checked| (lanes, checked)));
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (kernels, cache) = (&kernels, Cache::open(&folder).unwrap().with_limit(LITTLE));
            scope.spawn(move || {
                let all = forms().flat_map(|form| kernels.iter().map(move |words| (words, form)));
                for (words, (lanes, checked)) in all.skip(thread) {
                    let plain = Options { lanes, checked, ..options() };
                    let kept = Options { cache: Some(cache.clone()), host: Host::with_threads(1), ..plain.clone() };
                    let wanted = results(words, &plain);
                    assert_eq!([(); 2].map(|()| results(words, &kept)), [wanted.clone(), wanted]);
                }
            });
        }
    });
    // What is kept is taken: a file that is used becomes younger, and none is added.
    let kept = Options { cache: Some(Cache::open(&folder).unwrap()), ..options() };
    let first = results(&kernels[0], &kept);
    let before = files(&folder);
    assert_eq!(results(&kernels[0], &kept), first);
    let after = files(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    let names = |files: &[(String, SystemTime)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after));
    assert_eq!(before.iter().zip(&after).filter(|(before, after)| before.1 < after.1).count(), 1);
}

/// Each option that affects code has cache entries of its own, and the cached code does the same.
fn each_choice_has_its_own_code() {
    let number = "OpDecorate %n SpecId 3\n%n = OpSpecConstant %uint 7";
    let text = module("", number, "%r = OpIAdd %uint %x %n");
    let words = assemble("OpSpecConstant", &text);
    let folder = std::env::temp_dir().join(format!("hlsl2spirv-choices-{}", std::process::id()));
    let plain = Options { cache: Some(Cache::open(&folder).unwrap()), ..options() };
    let choices = [
        plain.clone(),
        Options { constants: vec![(3, 8)], ..plain.clone() },
        Options { constants: vec![(3, 9)], ..plain.clone() },
        Options { wave: 8, ..plain.clone() },
        Options { lanes: Lanes::OneByOne, ..plain.clone() },
        Options { effort: Effort::None, ..plain.clone() },
        Options { local_size: [2, 1, 1], ..plain.clone() },
        Options { checked: true, ..plain.clone() },
    ];
    let first = choices.each_ref().map(|choice| results(&words, choice));
    let made = files(&folder).len();
    let second = choices.each_ref().map(|choice| results(&words, choice));
    let kept = files(&folder).len();
    let info = Module::new(&words, "main", &choices[2]).unwrap().info().clone();
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!((made, kept), (choices.len(), choices.len()));
    assert_eq!(first, second);
    assert_ne!(first[0], first[1]);
    assert_ne!(first[1], first[2]);
    assert_eq!(first[0], first[7]);
    assert_eq!(&info, Module::new(&words, "main", &Options { cache: None, ..choices[2].clone() }).unwrap().info());
}
