//! Shaders of integers: results are the same bit for bit.

use super::support::{Case, Random, same, variants};
use harness::device::Kernel;
use libtest_mimic::Failed;

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |file, entry, groups: &[&'static [(&'static str, &'static str)]], check| {
        all.extend(variants(file, entry, groups).into_iter().map(|variant| variant.case(check)));
    };
    add("reduction.hlsl", "main", &[&[("GROUP_SIZE 256", "GROUP_SIZE 16")]], reduction);
    add("prefix_sum.hlsl", "main", &[&[("THREADS = 256", "THREADS = 8")]], prefix_sum);
    add("histogram.hlsl", "main", &[], histogram);
    add("bitonic_sort.hlsl", "sort_block", &[&[("THREADS 256", "THREADS 4")]], sort_block);
    add("bitonic_sort.hlsl", "merge_step", &[], merge_step);
    all
}

fn groups(count: usize, each: u32) -> [u32; 3] {
    [(count as u32).div_ceil(each), 1, 1]
}

fn reduction(kernel: &Kernel) -> Result<(), Failed> {
    let size = kernel.info().local_size[0];
    for count in [1, 255, 256, 1000] {
        let input = Random::new().words(count);
        let groups = groups(count, size);
        let mut sums = vec![0; groups[0] as usize];
        let params = [count as u32];
        let mut dispatch = kernel.dispatch();
        dispatch.buffer("Params", &params)?.buffer("input", &input)?.buffer_mut("sums", &mut sums)?;
        dispatch.run(groups)?;
        let sum = |block: &[u32]| block.iter().fold(0u32, |sum, value| sum.wrapping_add(*value));
        let expected: Vec<u32> = input.chunks(size as usize).map(sum).collect();
        same("sums", &expected, &sums)?;
    }
    Ok(())
}

fn prefix_sum(kernel: &Kernel) -> Result<(), Failed> {
    let block = 2 * kernel.info().local_size[0];
    for count in [1, 512, 1001] {
        let input = Random::new().words(count);
        let groups = groups(count, block);
        let (mut output, mut totals) = (vec![0; count], vec![0; groups[0] as usize]);
        let params = [count as u32];
        let mut dispatch = kernel.dispatch();
        dispatch.buffer("Params", &params)?.buffer("input", &input)?;
        dispatch.buffer_mut("output", &mut output)?.buffer_mut("totals", &mut totals)?;
        dispatch.run(groups)?;
        let (mut expected, mut sums) = (Vec::new(), Vec::new());
        for block in input.chunks(block as usize) {
            let mut sum = 0u32;
            for value in block {
                expected.push(sum);
                sum = sum.wrapping_add(*value);
            }
            sums.push(sum);
        }
        same("output", &expected, &output)?;
        same("totals", &sums, &totals)?;
    }
    Ok(())
}

fn histogram(kernel: &Kernel) -> Result<(), Failed> {
    for bytes in [1u32, 1024, 5003] {
        let input = Random::new().words(bytes.div_ceil(4) as usize);
        let mut found = vec![0; 256];
        let params = [bytes];
        let mut dispatch = kernel.dispatch();
        dispatch.buffer("Params", &params)?.buffer("input", &input)?.buffer_mut("histogram", &mut found)?;
        dispatch.run(groups(input.len(), 256))?;
        let mut expected = vec![0; 256];
        for byte in input.iter().flat_map(|word| word.to_le_bytes()).take(bytes as usize) {
            expected[usize::from(byte)] += 1;
        }
        same("histogram", &expected, &found)?;
    }
    Ok(())
}

/// Pairs of a key, of which some are equal, and a value.
fn entries(count: usize) -> Vec<[u32; 2]> {
    let mut random = Random::new();
    (0..count).map(|_| [random.next() % 100, random.next()]).collect()
}

fn sort_block(kernel: &Kernel) -> Result<(), Failed> {
    let block = 2 * kernel.info().local_size[0] as usize;
    let mut found = entries(4 * block);
    let mut expected = found.clone();
    let mut dispatch = kernel.dispatch();
    dispatch.buffer_mut("entries", &mut found)?;
    // The parameters belong to the other entry point.
    dispatch.allow_gaps().run([4, 1, 1])?;
    for (index, block) in expected.chunks_mut(block).enumerate() {
        block.sort_unstable();
        if index % 2 == 1 {
            block.reverse();
        }
    }
    same("entries", expected.as_flattened(), found.as_flattened())
}

fn merge_step(kernel: &Kernel) -> Result<(), Failed> {
    let count = 1024;
    let mut found = entries(count);
    let mut expected = found.clone();
    for length in (1..=10).map(|power| 1u32 << power) {
        for distance in (0..length.ilog2()).rev().map(|power| 1u32 << power) {
            let params = [length, distance];
            let mut dispatch = kernel.dispatch();
            dispatch.buffer("Params", &params)?.buffer_mut("entries", &mut found)?;
            dispatch.run(groups(count / 2, 256))?;
        }
    }
    expected.sort_unstable();
    same("entries", expected.as_flattened(), found.as_flattened())
}
