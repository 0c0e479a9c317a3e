//! Shaders of floating-point numbers in buffers: results within a few ulp.

use super::support::{Case, Random, near, variants};
use harness::device::Kernel;
use libtest_mimic::Failed;
use runner::buffers::{Bytes, bytes_of, values_of};

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |file, groups: &[&'static [(&'static str, &'static str)]], check| {
        all.extend(variants(file, "main", groups).into_iter().map(|variant| variant.case(check)));
    };
    add("saxpy.hlsl", &[&[("numthreads(64", "numthreads(50")], &[("numthreads(64", "numthreads(1")]], saxpy);
    add("matmul.hlsl", &[&[("TILE 16", "TILE 7")]], matmul);
    add("nbody.hlsl", &[&[("GROUP_SIZE 128", "GROUP_SIZE 100")]], nbody);
    all
}

fn saxpy(kernel: &Kernel) -> Result<(), Failed> {
    let size = kernel.info().local_size[0];
    for count in [1usize, 63, 64, 65, 1000] {
        let mut random = Random::new();
        let (x, mut y) = (random.floats(count), random.floats(count + 3));
        let mut expected = y.clone();
        for (y, x) in expected.iter_mut().zip(&x) {
            *y += 0.7 * x;
        }
        let push = Bytes::new().with(&[0.7f32]).with(&[count as u32]);
        let mut dispatch = kernel.dispatch();
        dispatch.buffer("x", &x)?.buffer_mut("y", &mut y)?.push_constants(&push[..]);
        dispatch.run([(count as u32).div_ceil(size), 1, 1])?;
        // Contraction to fma is permitted.
        near("y", &expected, &y, 1, 1e-7)?;
    }
    Ok(())
}

fn matmul(kernel: &Kernel) -> Result<(), Failed> {
    let tile = kernel.info().local_size[0];
    let (rows, columns, inner) = (17usize, 33usize, 20usize);
    let mut random = Random::new();
    let (a, b) = (random.floats(rows * inner), random.floats(inner * columns));
    let mut c = vec![0f32; rows * columns];
    let mut expected = c.clone();
    for (index, sum) in expected.iter_mut().enumerate() {
        let (row, column) = (index / columns, index % columns);
        for k in 0..inner {
            *sum = a[row * inner + k].mul_add(b[k * columns + column], *sum);
        }
    }
    let sizes = [rows as u32, columns as u32, inner as u32];
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("sizes", &sizes)?.buffer("a", &a)?.buffer("b", &b)?.buffer_mut("c", &mut c)?;
    dispatch.run([sizes[1].div_ceil(tile), sizes[0].div_ceil(tile), 1])?;
    // Contraction to fma is permitted.
    near("c", &expected, &c, 8, 0.0)
}

/// A position with a mass, a velocity with nothing.
type Body = [f32; 8];

fn nbody(kernel: &Kernel) -> Result<(), Failed> {
    let count = 200;
    let (seconds, softening) = (0.01f32, 0.1f32);
    let mut random = Random::new();
    let before: Vec<Body> = (0..count).map(|_| std::array::from_fn(|_| random.float())).collect();
    let mut after: Vec<Body> = vec![[0.0; 8]; count];
    let params = Bytes::new().with(&[count as u32]).with(&[seconds, softening]);
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("Step", &params[..])?.buffer("before", &before)?.buffer_mut("after", &mut after)?;
    dispatch.run([(count as u32).div_ceil(kernel.info().local_size[0]), 1, 1])?;
    let expected: Vec<Body> = before.iter().map(|body| moved(body, &before, seconds, softening)).collect();
    near("after", &values_of(bytes_of(&expected)), &values_of(bytes_of(&after)), 4, 1e-4)
}

fn moved(body: &Body, all: &[Body], seconds: f32, softening: f32) -> Body {
    let mut acceleration = [0f64; 3];
    for other in all {
        let away: [f64; 3] = std::array::from_fn(|axis| f64::from(other[axis]) - f64::from(body[axis]));
        let square: f64 = away.iter().map(|value| value * value).sum::<f64>() + f64::from(softening).powi(2);
        for axis in 0..3 {
            acceleration[axis] += away[axis] * f64::from(other[3]) / (square * square.sqrt());
        }
    }
    let mut next = *body;
    for axis in 0..3 {
        next[4 + axis] = (f64::from(body[4 + axis]) + acceleration[axis] * f64::from(seconds)) as f32;
        next[axis] = body[axis] + next[4 + axis] * seconds;
    }
    next
}
